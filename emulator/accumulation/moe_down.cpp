#include "emulator/accumulation/moe_down.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "emulator/accumulation/panel.hpp"
#include "reference/formats/bfloat16.hpp"
#include "reference/formats/float4_e2m1fn.hpp"
#include "reference/operators/silu.hpp"

namespace lockstep::accumulation {
namespace {

struct Replay {
  const operators::MoeDownData& data;
  std::size_t n, k;

  /// `rows` against `columns` columns of a plane from `column` on.
  void sum(const std::vector<std::size_t>& rows, std::size_t plane, std::size_t column, std::size_t columns,
           Panel& panel) const {
    panel.begin(rows.size(), columns);
    for (std::size_t at = 0; at < k; at += Panel::kStep) {
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::size_t first = rows[i] * k + at;
        std::copy_n(&data.a[first], Panel::kStep, panel.a_codes(i).begin());
        std::copy_n(&data.a_scale[first / operators::kMxBlock], Panel::kStepScales,
                    panel.a_scales(i).begin());
      }
      for (std::size_t j = 0; j < columns; ++j) {
        const std::size_t first = (plane * n + column + j) * k + at;
        std::copy_n(&data.b[first], Panel::kStep, panel.b_codes(j).begin());
        std::copy_n(&data.b_scale[first / operators::kMxBlock], Panel::kStepScales,
                    panel.b_scales(j).begin());
      }
      panel.add_step();
    }
  }
};

/// Indices of the active rows, a panel of one expert at a time.
std::vector<std::vector<std::size_t>> batches(const operators::MoeDownData& data) {
  std::vector<std::vector<std::size_t>> full;
  std::vector<std::vector<std::size_t>> open(data.plane_of_expert.size());
  for (std::size_t i = 0; i < data.rows.size(); ++i) {
    std::vector<std::size_t>& batch = open[std::size_t(data.rows[i].expert)];
    batch.push_back(i);
    if (batch.size() == Panel::kWidth) full.push_back(std::exchange(batch, {}));
  }
  for (std::vector<std::size_t>& batch : open)
    if (!batch.empty()) full.push_back(std::move(batch));
  return full;
}

std::uint16_t round_to_bf16(float x) {
  if (x != x) return std::uint16_t(formats::nan_code(formats::bfloat16));
  return std::uint16_t(
      formats::encode_nearest_even(formats::bfloat16, double(x), formats::Overflow::to_special));
}

std::uint8_t scale_code(std::uint16_t amax) {
  const std::uint32_t bits = std::uint32_t{amax} << 16;
  if ((bits >> 23) == 0xFF) return 0xFF;
  const int exponent = int((bits + 0x200000u) >> 23);
  return std::uint8_t(std::max(exponent - 2, 0));
}

}  // namespace

std::vector<float> weighted_rows(const matrix::Model& model, const operators::MoeDown& problem,
                                 const operators::MoeDownData& data) {
  const Replay replay{data, std::size_t(problem.n), std::size_t(problem.k)};
  const std::size_t n = replay.n;
  Panel panel(model, formats::float4_e2m1fn, formats::float4_e2m1fn);
  std::vector<float> values(data.rows.size() * n);
  for (const std::vector<std::size_t>& rows : batches(data)) {
    const auto plane = std::size_t(data.plane_of_expert[std::size_t(data.rows[rows[0]].expert)]);
    for (std::size_t column = 0; column < n; column += Panel::kWidth) {
      const std::size_t columns = std::min(Panel::kWidth, n - column);
      replay.sum(rows, plane, column, columns, panel);
      for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < columns; ++j)
          values[rows[i] * n + column + j] = panel.sum(i, j) * data.weight[rows[i]];
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

Mxfp4 to_mxfp4(const std::vector<float>& values) {
  constexpr std::size_t kBlock = operators::kMxBlock;
  Mxfp4 result{std::vector<std::uint8_t>(values.size()), std::vector<std::uint8_t>(values.size() / kBlock)};
  for (std::size_t block = 0; block < result.scales.size(); ++block) {
    std::uint16_t amax = 0;  // bf16 magnitudes compare as integers, a NaN above all
    for (std::size_t i = block * kBlock; i < (block + 1) * kBlock; ++i)
      amax = std::max(amax, std::uint16_t(round_to_bf16(values[i]) & 0x7FFF));
    const std::uint8_t scale = result.scales[block] = scale_code(amax);
    if (scale == 0xFF) continue;
    for (std::size_t i = block * kBlock; i < (block + 1) * kBlock; ++i)
      result.codes[i] = std::uint8_t(formats::encode_nearest_even(
          formats::float4_e2m1fn, double(values[i]) * formats::power_of_two(127 - int(scale)),
          formats::Overflow::saturate));
  }
  return result;
}

}  // namespace lockstep::accumulation
