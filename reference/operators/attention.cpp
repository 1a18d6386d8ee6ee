
#include <algorithm>

#include "reference/exact/bound.hpp"
#include "reference/operators/array_operators.hpp"

namespace lockstep::operators {

namespace {

struct Scores {
  std::vector<double> score;
  double lost = 0, largest = 0;
};

Scores scores(const Attention& p, std::span<const double> q, std::span<const double> k, std::int64_t seen) {
  Scores s;
  const double relative = exact::matrix_reduction(p.size).relative + 2 * kUnit;
  for (std::int64_t j = 0; j < seen; ++j) {
    double dot = 0, magnitude = 0;
    for (std::int64_t e = 0; e < p.size; ++e) {
      const double product = q[std::size_t(e)] * k[std::size_t(j * p.size + e)];
      dot += product;
      magnitude += std::abs(product);
    }
    s.score.push_back(dot * p.scale);
    s.lost = std::max(s.lost, magnitude * std::abs(p.scale) * relative);
    s.largest = std::max(s.largest, magnitude * std::max(1.0, std::abs(p.scale)));
  }
  return s;
}

}  // namespace

Answer attention(const Attention& p, std::span<const double> q, std::span<const double> k,
                 std::span<const double> v) {
  Answer answer;
  const double half_step = std::ldexp(1.0, -p.format->mantissa_bits - 1);
  for (std::int64_t head = 0; head < p.heads; ++head)
    for (std::int64_t i = 0; i < p.queries; ++i) {
      const std::int64_t seen =
          p.causal ? std::clamp<std::int64_t>(i + 1 + p.keys - p.queries, 0, p.keys) : p.keys;
      const auto of_kv = std::size_t(head / (p.heads / p.kv_heads) * p.keys * p.size);
      const auto row = q.subspan(std::size_t((head * p.queries + i) * p.size), std::size_t(p.size));
      const Scores s = scores(p, row, k.subspan(of_kv), seen);
      const Weights w = softmax_weights(s.score, s.lost);
      const double more = half_step + exact::matrix_reduction(std::max<std::int64_t>(seen, 1)).relative +
                          5 * kUnit * double(seen);
      for (std::int64_t e = 0; e < p.size; ++e) {
        double sum = 0, lost = 0, largest = 0;
        for (std::int64_t j = 0; j < seen; ++j) {
          const double term = w.weight[std::size_t(j)] * v[of_kv + std::size_t(j * p.size + e)];
          sum += term;
          lost += std::abs(term) * (w.relative[std::size_t(j)] + more);
          largest = std::max(largest, std::abs(v[of_kv + std::size_t(j * p.size + e)]));
        }
        const double flushed =
            double(seen) * kFlushed * largest;  // weights that are too small for a format of few exponents
        const double small =
            std::ldexp(1.0, p.format->emin() - p.format->mantissa_bits) * double(seen) * largest;
        answer.add(sum,
                   claimed(lost + flushed + small, std::max(s.largest, largest * double(seen)), s.lost * 4));
      }
    }
  return answer;
}

}  // namespace lockstep::operators
