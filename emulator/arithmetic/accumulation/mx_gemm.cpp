#include "emulator/arithmetic/accumulation/mx_gemm.hpp"

#include <algorithm>

#include "emulator/arithmetic/accumulation/panel.hpp"

namespace lockstep::accumulation {

namespace {

using operators::MxGemm;
using operators::MxGemmData;

constexpr auto kWidth = std::int64_t(Panel::kWidth), kStep = std::int64_t(Panel::kStep),
               kStepScales = std::int64_t(Panel::kStepScales);

/// Rows of an operand, from row `first` on.
struct Rows {
  const std::vector<std::uint8_t>&codes, &scales;
  std::int64_t first, count, k;

  /// Writes the elements and scales of row i in `step`; past the end of k zeros and scales of 1.
  void place(std::int64_t i, std::int64_t step, std::span<std::uint8_t, Panel::kStep> to,
             std::span<std::uint8_t, Panel::kStepScales> to_scales) const {
    constexpr std::uint8_t kZero = 0, kOne = 127;
    const std::int64_t blocks = std::min(kStepScales, k / MxGemm::kBlock - step * kStepScales);
    const std::uint8_t* const from = codes.data() + (first + i) * k + step * kStep;
    const std::uint8_t* const from_scales =
        scales.data() + (first + i) * (k / MxGemm::kBlock) + step * kStepScales;
    std::fill(std::copy_n(from, blocks * MxGemm::kBlock, to.begin()), to.end(), kZero);
    std::fill(std::copy_n(from_scales, blocks, to_scales.begin()), to_scales.end(), kOne);
  }
};

void run(const Rows& columns, const Rows& rows, std::int64_t first, std::int64_t end, Panel& panel) {
  panel.begin(std::size_t(columns.count), std::size_t(rows.count));
  for (std::int64_t step = first; step < end; ++step) {
    for (std::int64_t i = 0; i < columns.count; ++i)
      columns.place(i, step, panel.a_codes(std::size_t(i)), panel.a_scales(std::size_t(i)));
    for (std::int64_t i = 0; i < rows.count; ++i)
      rows.place(i, step, panel.b_codes(std::size_t(i)), panel.b_scales(std::size_t(i)));
    panel.add_step();
  }
}

std::uint32_t encode(const formats::Format& out, float x) {
  if (x != x) return formats::nan_code(out);
  return formats::encode_nearest_even(out, double(x), formats::Overflow::to_special);
}

}  // namespace

std::vector<std::uint32_t> expected_bits(const matrix::Model& model, const MxGemm& p, const MxGemmData& d,
                                         std::int64_t splits) {
  std::vector<std::uint32_t> bits(std::size_t(p.m * p.n));
  Panel panel(model, *p.b, *p.a);  // the instruction computes the transpose
  const std::int64_t steps = (p.k + kStep - 1) / kStep / splits;
  std::vector<float> sums(std::size_t(kWidth * kWidth));
  for (std::int64_t row = 0; row < p.m; row += kWidth)
    for (std::int64_t column = 0; column < p.n; column += kWidth) {
      const Rows rows{d.a, d.a_scale, row, std::min(kWidth, p.m - row), p.k};
      const Rows columns{d.b, d.b_scale, column, std::min(kWidth, p.n - column), p.k};
      for (std::int64_t split = 0; split < splits; ++split) {
        run(columns, rows, split * steps, (split + 1) * steps, panel);
        auto sum = sums.begin();
        for (std::int64_t i = 0; i < rows.count; ++i)
          for (std::int64_t j = 0; j < columns.count; ++j, ++sum) {
            const float part = panel.sum(std::size_t(j), std::size_t(i));
            *sum = split == 0 ? part : *sum + part;
          }
      }
      auto sum = sums.begin();
      for (std::int64_t i = 0; i < rows.count; ++i)
        for (std::int64_t j = 0; j < columns.count; ++j)
          bits[std::size_t((row + i) * p.n + column + j)] = encode(*p.out, *sum++);
    }
  return bits;
}

}  // namespace lockstep::accumulation
