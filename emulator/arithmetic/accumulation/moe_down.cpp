#include "emulator/arithmetic/accumulation/moe_down.hpp"

#include <algorithm>
#include <cmath>

#include "emulator/arch/arch.hpp"
#include "emulator/arithmetic/accumulation/panel.hpp"
#include "reference/formats/formats.hpp"
#include "reference/operators/silu.hpp"

namespace lockstep::accumulation {
namespace {

constexpr const formats::Format& kWeights = formats::float4_e2m1fn;

/// Multiplies rows of A by columns of B; the instruction's first operand is A, of v_wmma_* B.
class Replay {
 public:
  Replay(const matrix::Model& model, const operators::MoeDown& problem, const operators::MoeDownData& data)
      : data_(data),
        n_(std::size_t(problem.n)),
        k_(std::size_t(problem.k)),
        b_first_(arch::has(model.arch, arch::Feature::wmma)),
        panel_(model, b_first_ ? kWeights : *problem.a, b_first_ ? *problem.a : kWeights) {}

  /// Multiplies `rows` by `columns` columns of a plane, from `column` on.
  void run(const std::vector<std::size_t>& rows, std::size_t plane, std::size_t column, std::size_t columns) {
    panel_.begin(b_first_ ? columns : rows.size(), b_first_ ? rows.size() : columns);
    for (std::size_t at = 0; at < k_; at += Panel::kStep) {
      for (std::size_t i = 0; i < rows.size(); ++i)
        place(data_.a, data_.a_scale, rows[i] * k_ + at, i, !b_first_);
      for (std::size_t j = 0; j < columns; ++j)
        place(data_.b, data_.b_scale, (plane * n_ + column + j) * k_ + at, j, b_first_);
      panel_.add_step();
    }
  }
  float sum(std::size_t row, std::size_t column) const {
    return b_first_ ? panel_.sum(column, row) : panel_.sum(row, column);
  }

 private:
  void place(const std::vector<std::uint8_t>& codes, const std::vector<std::uint8_t>& scales,
             std::size_t first, std::size_t to, bool as_first) {
    std::copy_n(&codes[first], Panel::kStep, (as_first ? panel_.a_codes(to) : panel_.b_codes(to)).begin());
    std::copy_n(&scales[first / operators::kMxBlock], Panel::kStepScales,
                (as_first ? panel_.a_scales(to) : panel_.b_scales(to)).begin());
  }

  const operators::MoeDownData& data_;
  std::size_t n_, k_;
  bool b_first_;
  Panel panel_;
};

std::uint16_t round_to_bf16(float x) {
  if (x != x) return std::uint16_t(formats::nan_code(formats::bfloat16));
  return std::uint16_t(
      formats::encode_nearest_even(formats::bfloat16, double(x), formats::Overflow::to_special));
}

/// The exponent of the format's largest number.
int exponent_of(const formats::Format& element) {
  return std::ilogb(formats::to_double(element, formats::largest_finite(element)));
}

std::uint8_t scale_code(std::uint16_t amax, const formats::Format& element) {
  const std::uint32_t bits = std::uint32_t{amax} << 16;
  if ((bits >> 23) == 0xFF) return 0xFF;
  const int exponent = int((bits + 0x200000u) >> 23);
  return std::uint8_t(std::max(exponent - exponent_of(element), 0));
}

}  // namespace

std::vector<float> weighted_rows(const matrix::Model& model, const operators::MoeDown& problem,
                                 const operators::MoeDownData& data) {
  Replay replay(model, problem, data);
  const auto n = std::size_t(problem.n);
  std::vector<float> values(data.rows.size() * n);
  for (const std::vector<std::size_t>& rows :
       batches(data.rows, &operators::MoeRow::expert, data.plane_of_expert.size(), Panel::kWidth)) {
    const auto plane = std::size_t(data.plane_of_expert[std::size_t(data.rows[rows[0]].expert)]);
    for (std::size_t column = 0; column < n; column += Panel::kWidth) {
      const std::size_t columns = std::min(Panel::kWidth, n - column);
      replay.run(rows, plane, column, columns);
      for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < columns; ++j)
          values[rows[i] * n + column + j] = replay.sum(i, j) * data.weight[rows[i]];
    }
  }
  return values;
}

std::vector<float> gated_rows(const operators::MoeDown& problem, const std::vector<float>& values) {
  const auto n = std::size_t(problem.n), half = n / 2;
  std::vector<float> result;
  for (std::size_t first = 0; first < values.size(); first += n)
    for (std::size_t i = first; i < first + half; ++i)
      result.push_back(operators::gated(values[i], values[i + half]));
  return result;
}

std::vector<std::uint16_t> to_bf16(const std::vector<float>& values) {
  std::vector<std::uint16_t> codes(values.size());
  std::transform(values.begin(), values.end(), codes.begin(), round_to_bf16);
  return codes;
}

MxRows to_mx(const std::vector<float>& values, const formats::Format& element) {
  constexpr std::size_t kBlock = operators::kMxBlock;
  MxRows result{std::vector<std::uint8_t>(values.size()), std::vector<std::uint8_t>(values.size() / kBlock)};
  for (std::size_t block = 0; block < result.scales.size(); ++block) {
    std::uint16_t amax = 0;  // bf16 magnitudes compare as integers, a NaN above all
    for (std::size_t i = block * kBlock; i < (block + 1) * kBlock; ++i)
      amax = std::max(amax, std::uint16_t(round_to_bf16(values[i]) & 0x7FFF));
    const std::uint8_t scale = result.scales[block] = scale_code(amax, element);
    if (scale == 0xFF) continue;
    for (std::size_t i = block * kBlock; i < (block + 1) * kBlock; ++i)
      result.codes[i] = std::uint8_t(formats::encode_nearest_even(
          element, double(values[i]) * formats::power_of_two(127 - int(scale)), formats::Overflow::saturate));
  }
  return result;
}

}  // namespace lockstep::accumulation
