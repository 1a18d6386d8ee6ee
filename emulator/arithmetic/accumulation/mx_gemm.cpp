#include "emulator/arithmetic/accumulation/mx_gemm.hpp"

#include <algorithm>
#include <numeric>

#include "emulator/arithmetic/accumulation/scaled_rows.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::accumulation {

namespace {

using operators::MxGemm;
using operators::MxGemmData;

/// The numbers of a panel's lines, from `first` on, of `end` in all.
std::vector<std::size_t> numbers_from(std::size_t first, std::size_t end) {
  std::vector<std::size_t> all(std::min(Panel::kWidth, end - first));
  std::iota(all.begin(), all.end(), first);
  return all;
}

/// The sums before their rounding, [m][n].
template <typename Arithmetic>
std::vector<typename Arithmetic::Sum> evaluate(const Arithmetic& of, const MxGemm& p,
                                               const MxGemmOperands<typename Arithmetic::Code>& d,
                                               std::int64_t splits) {
  std::vector<typename Arithmetic::Sum> sums(std::size_t(p.m * p.n));
  ScaledRows<Arithmetic> product(of, {*p.a, d.a, d.a_scale}, {*p.b, d.b, d.b_scale}, p.k);
  const auto m = std::size_t(p.m), n = std::size_t(p.n);
  const std::size_t steps = product.steps() / std::size_t(splits);
  for (std::size_t row = 0; row < m; row += Panel::kWidth)
    for (std::size_t column = 0; column < n; column += Panel::kWidth) {
      const std::vector<std::size_t> rows = numbers_from(row, m), columns = numbers_from(column, n);
      for (std::size_t split = 0; split < std::size_t(splits); ++split) {
        product.begin(rows, columns);
        for (std::size_t step = split * steps; step < (split + 1) * steps; ++step) product.add_step(step);
        for (std::size_t i = 0; i < rows.size(); ++i)
          for (std::size_t j = 0; j < columns.size(); ++j) {
            auto& sum = sums[rows[i] * n + columns[j]];
            const auto part = product.sum(i, j);
            sum = split == 0 ? part : of.add(sum, part);
          }
      }
    }
  return sums;
}

std::uint32_t encode(const formats::Format& out, float x) {
  if (x != x) return formats::nan_code(out);
  return formats::encode_nearest_even(out, double(x), formats::Overflow::to_special);
}

}  // namespace

std::vector<std::uint32_t> expected_bits(const matrix::Model& model, const MxGemm& p, const MxGemmData& d,
                                         std::int64_t splits) {
  const std::vector<float> sums =
      evaluate<Numbers>(Numbers(model), p, {d.a, d.b, d.a_scale, d.b_scale}, splits);
  std::vector<std::uint32_t> bits(sums.size());
  std::ranges::transform(sums, bits.begin(), [&](float x) { return encode(*p.out, x); });
  return bits;
}

std::vector<fingerprint::Fingerprint> expected_terms(const Terms& terms, const MxGemm& p,
                                                     const MxGemmOperands<fingerprint::Fingerprint>& operands,
                                                     std::int64_t splits) {
  std::vector<fingerprint::Fingerprint> results = evaluate(terms, p, operands, splits);
  terms.round(*p.out, results, results);
  return results;
}

}  // namespace lockstep::accumulation
