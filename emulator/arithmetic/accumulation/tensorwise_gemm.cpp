#include "emulator/arithmetic/accumulation/tensorwise_gemm.hpp"

#include <algorithm>

#include "emulator/arithmetic/accumulation/panel.hpp"

namespace lockstep::accumulation {
namespace {

constexpr auto kWidth = std::int64_t(Panel::kWidth), kStep = std::int64_t(Panel::kStep);

/// Copies a step of a row; elements at or past `depth` are zero.
void place(const std::uint8_t* row, std::int64_t depth, std::int64_t first,
           std::span<std::uint8_t, Panel::kStep> to) {
  const std::int64_t in_depth = std::min(kStep, depth - first);
  std::fill(std::copy_n(row + first, in_depth, to.begin()), to.end(), std::uint8_t{0});
}

/// Rows of A, or columns of B: [count][depth].
struct Rows {
  const std::uint8_t* codes;
  std::int64_t count, depth;

  const std::uint8_t* row(std::int64_t i) const { return codes + i * depth; }
};

struct Replay {
  const operators::TensorwiseGemm& problem;
  const operators::TensorwiseData& data;
  std::int64_t splits;

  /// Adds steps first to last to a panel.
  static void run(const Rows& a, const Rows& b, std::int64_t first, std::int64_t last, Panel& panel) {
    panel.begin(std::size_t(a.count), std::size_t(b.count));
    for (std::int64_t step = first; step < last; ++step) {
      for (std::int64_t i = 0; i < a.count; ++i)
        place(a.row(i), a.depth, step * kStep, panel.a_codes(std::size_t(i)));
      for (std::int64_t j = 0; j < b.count; ++j)
        place(b.row(j), b.depth, step * kStep, panel.b_codes(std::size_t(j)));
      panel.add_step();
    }
  }

  /// The sums of all products, [a][b].
  std::vector<float> sums(const Rows& a, const Rows& b, Panel& panel) const {
    const std::int64_t steps = (a.depth + kStep - 1) / kStep, per_run = (steps + splits - 1) / splits;
    std::vector<float> total(std::size_t(a.count * b.count));
    for (std::int64_t s = 0; s < splits; ++s) {
      const std::int64_t first = std::min(steps, s * per_run);
      run(a, b, first, std::min(steps, first + per_run), panel);
      auto sum = total.begin();
      for (std::size_t i = 0; i < std::size_t(a.count); ++i)
        for (std::size_t j = 0; j < std::size_t(b.count); ++j, ++sum)
          *sum = s == 0 ? panel.sum(i, j) : *sum + panel.sum(i, j);
    }
    return total;
  }

  std::uint16_t finish(float acc, std::size_t at) const {
    const formats::Format& out = *problem.out;
    float v = acc * (data.a_scale * data.b_scale);
    if (problem.accumulate) v = v + float(formats::to_double(out, data.c[at]));
    if (v != v) return std::uint16_t(formats::nan_code(out));
    return std::uint16_t(formats::encode_nearest_even(out, double(v), formats::Overflow::to_special));
  }
};

}  // namespace

std::vector<std::uint16_t> expected_bits(const matrix::Model& model, const operators::TensorwiseGemm& problem,
                                         const operators::TensorwiseData& data, std::int64_t splits) {
  const Replay replay{problem, data, splits};
  Panel panel(model, *problem.a, *problem.b);
  const std::vector<operators::GroupProduct> all = operators::products(problem);
  const std::int64_t n = problem.n;
  std::vector<std::uint16_t> bits(all.empty() ? 0 : all.back().d + std::size_t(all.back().rows * n));
  for (const operators::GroupProduct& p : all)
    for (std::int64_t row = 0; row < p.rows; row += kWidth)
      for (std::int64_t column = 0; column < n; column += kWidth) {
        const Rows a{data.a.data() + p.a + row * p.depth, std::min(kWidth, p.rows - row), p.depth};
        const Rows b{data.b.data() + p.b + column * p.depth, std::min(kWidth, n - column), p.depth};
        const std::vector<float> sums = replay.sums(a, b, panel);
        auto sum = sums.begin();
        for (std::int64_t i = 0; i < a.count; ++i)
          for (std::int64_t j = 0; j < b.count; ++j, ++sum) {
            const std::size_t at = p.d + std::size_t((row + i) * n + column + j);
            bits[at] = replay.finish(*sum, at);
          }
      }
  return bits;
}

}  // namespace lockstep::accumulation
