#include "emulator/arithmetic/accumulation/mx_gemm.hpp"

#include <algorithm>

#include "reference/formats/formats.hpp"

namespace lockstep::accumulation {

namespace {

using operators::MxGemm;
using operators::MxGemmData;

constexpr auto kWidth = std::int64_t(Panel::kWidth), kStep = std::int64_t(Panel::kStep),
               kStepScales = std::int64_t(Panel::kStepScales);

/// Rows of an operand, from row `first` on.
template <typename Code>
struct Rows {
  std::span<const Code> codes, scales;
  std::int64_t first, count, k;

  /// Writes the elements and scales of row i in `step`; past the end of k zeros and scales of 1.
  template <typename Arithmetic>
  void place(const Arithmetic& of, std::int64_t i, std::int64_t step, std::span<Code, Panel::kStep> to,
             std::span<Code, Panel::kStepScales> to_scales) const {
    constexpr std::uint8_t kZero = 0, kOne = 127;
    const std::int64_t blocks = std::min(kStepScales, k / MxGemm::kBlock - step * kStepScales);
    const Code* const from = codes.data() + (first + i) * k + step * kStep;
    const Code* const from_scales = scales.data() + (first + i) * (k / MxGemm::kBlock) + step * kStepScales;
    std::fill(std::copy_n(from, blocks * MxGemm::kBlock, to.begin()), to.end(), of.code(kZero));
    std::fill(std::copy_n(from_scales, blocks, to_scales.begin()), to_scales.end(), of.code(kOne));
  }
};

template <typename Arithmetic>
void run(const Arithmetic& of, const Rows<typename Arithmetic::Code>& columns,
         const Rows<typename Arithmetic::Code>& rows, std::int64_t first, std::int64_t end,
         typename Arithmetic::Panel& panel) {
  panel.begin(std::size_t(columns.count), std::size_t(rows.count));
  for (std::int64_t step = first; step < end; ++step) {
    for (std::int64_t i = 0; i < columns.count; ++i)
      columns.place(of, i, step, panel.a_codes(std::size_t(i)), panel.a_scales(std::size_t(i)));
    for (std::int64_t i = 0; i < rows.count; ++i)
      rows.place(of, i, step, panel.b_codes(std::size_t(i)), panel.b_scales(std::size_t(i)));
    panel.add_step();
  }
}

/// The sums before their rounding, [m][n].
template <typename Arithmetic>
std::vector<typename Arithmetic::Sum> evaluate(const Arithmetic& of, const MxGemm& p,
                                               const MxGemmOperands<typename Arithmetic::Code>& d,
                                               std::int64_t splits) {
  using Side = Rows<typename Arithmetic::Code>;
  std::vector<typename Arithmetic::Sum> sums(std::size_t(p.m * p.n));
  auto panel = of.panel(*p.b, *p.a, Scales::in_instruction);  // the instruction computes the transpose
  const std::int64_t steps = (p.k + kStep - 1) / kStep / splits;
  for (std::int64_t row = 0; row < p.m; row += kWidth)
    for (std::int64_t column = 0; column < p.n; column += kWidth) {
      const Side rows{d.a, d.a_scale, row, std::min(kWidth, p.m - row), p.k};
      const Side columns{d.b, d.b_scale, column, std::min(kWidth, p.n - column), p.k};
      for (std::int64_t split = 0; split < splits; ++split) {
        run(of, columns, rows, split * steps, (split + 1) * steps, panel);
        for (std::int64_t i = 0; i < rows.count; ++i)
          for (std::int64_t j = 0; j < columns.count; ++j) {
            auto& sum = sums[std::size_t((row + i) * p.n + column + j)];
            const auto part = panel.sum(std::size_t(j), std::size_t(i));
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
