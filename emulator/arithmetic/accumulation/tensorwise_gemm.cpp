#include "emulator/arithmetic/accumulation/tensorwise_gemm.hpp"

#include <algorithm>

#include "reference/formats/formats.hpp"

namespace lockstep::accumulation {
namespace {

constexpr auto kWidth = std::int64_t(Panel::kWidth), kStep = std::int64_t(Panel::kStep);

/// Rows of A, or columns of B: [count][depth].
template <typename Code>
struct Rows {
  const Code* codes;
  std::int64_t count, depth;

  const Code* row(std::int64_t i) const { return codes + i * depth; }
  /// Copies a step of a row; elements at or past `depth` are zero.
  void place(std::int64_t i, std::int64_t step, Code zero, std::span<Code, Panel::kStep> to) const {
    const std::int64_t first = step * kStep, in_depth = std::min(kStep, depth - first);
    std::fill(std::copy_n(row(i) + first, in_depth, to.begin()), to.end(), zero);
  }
};

template <typename Arithmetic>
class Replay {
 public:
  using Sum = typename Arithmetic::Sum;
  using Side = Rows<typename Arithmetic::Code>;

  Replay(const Arithmetic& arithmetic, const operators::TensorwiseGemm& problem, std::int64_t splits)
      : of_(arithmetic), splits_(splits), panel_(of_.panel(*problem.b, *problem.a, Scales::none)) {}

  /// The sums of all products, [a][b].
  std::vector<Sum> sums(const Side& a, const Side& b) {
    const std::int64_t steps = (a.depth + kStep - 1) / kStep, per_run = (steps + splits_ - 1) / splits_;
    std::vector<Sum> total(std::size_t(a.count * b.count));
    for (std::int64_t s = 0; s < splits_; ++s) {
      const std::int64_t first = std::min(steps, s * per_run);
      run(a, b, first, std::min(steps, first + per_run));
      auto sum = total.begin();
      for (std::size_t i = 0; i < std::size_t(a.count); ++i)
        for (std::size_t j = 0; j < std::size_t(b.count); ++j, ++sum)
          *sum = s == 0 ? panel_.sum(j, i) : of_.add(*sum, panel_.sum(j, i));
    }
    return total;
  }

 private:
  /// Adds steps first to last to the panel.
  void run(const Side& a, const Side& b, std::int64_t first, std::int64_t last) {
    panel_.begin(std::size_t(b.count), std::size_t(a.count));
    for (std::int64_t step = first; step < last; ++step) {
      for (std::int64_t j = 0; j < b.count; ++j)
        b.place(j, step, of_.code(0), panel_.a_codes(std::size_t(j)));
      for (std::int64_t i = 0; i < a.count; ++i)
        a.place(i, step, of_.code(0), panel_.b_codes(std::size_t(i)));
      panel_.add_step();
    }
  }

  const Arithmetic& of_;
  std::int64_t splits_;
  typename Arithmetic::Panel panel_;
};

template <typename Arithmetic>
std::vector<typename Arithmetic::Result> evaluate(const Arithmetic& of,
                                                  const operators::TensorwiseGemm& problem,
                                                  const TensorwiseOperands<Arithmetic>& data,
                                                  std::int64_t splits) {
  using Side = Rows<typename Arithmetic::Code>;
  Replay<Arithmetic> replay(of, problem, splits);
  const auto scale = of.times(data.a_scale, data.b_scale);
  const std::vector<operators::GroupProduct> all = operators::products(problem);
  const std::int64_t n = problem.n;
  std::vector<typename Arithmetic::Result> results(
      all.empty() ? 0 : all.back().d + std::size_t(all.back().rows * n));
  for (const operators::GroupProduct& p : all)
    for (std::int64_t row = 0; row < p.rows; row += kWidth)
      for (std::int64_t column = 0; column < n; column += kWidth) {
        const Side a{data.a.data() + p.a + row * p.depth, std::min(kWidth, p.rows - row), p.depth};
        const Side b{data.b.data() + p.b + column * p.depth, std::min(kWidth, n - column), p.depth};
        auto values = replay.sums(a, b);
        for (std::int64_t i = 0; i < a.count; ++i) {
          const std::size_t at = p.d + std::size_t((row + i) * n + column);
          const auto sums = std::span(values).subspan(std::size_t(i * b.count), std::size_t(b.count));
          for (std::size_t j = 0; j < sums.size(); ++j) {
            sums[j] = of.times(sums[j], scale);
            if (!data.c.empty()) sums[j] = of.add(sums[j], data.c[at + j]);
          }
          of.round(*problem.out, sums, std::span(results).subspan(at, sums.size()));
        }
      }
  return results;
}

}  // namespace

std::vector<std::uint16_t> expected_bits(const matrix::Model& model, const operators::TensorwiseGemm& problem,
                                         const operators::TensorwiseData& data, std::int64_t splits) {
  std::vector<float> c(problem.accumulate ? data.c.size() : 0);
  for (std::size_t i = 0; i < c.size(); ++i) c[i] = float(formats::to_double(*problem.out, data.c[i]));
  return evaluate(Numbers(model), problem, {data.a, data.b, data.a_scale, data.b_scale, c}, splits);
}

std::vector<fingerprint::Fingerprint> expected_terms(const Terms& terms,
                                                     const operators::TensorwiseGemm& problem,
                                                     const TensorwiseOperands<Terms>& operands,
                                                     std::int64_t splits) {
  return evaluate(terms, problem, operands, splits);
}

}  // namespace lockstep::accumulation
