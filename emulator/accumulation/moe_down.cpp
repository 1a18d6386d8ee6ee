#include "emulator/accumulation/moe_down.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "emulator/matrix/multiply.hpp"
#include "reference/formats/bfloat16.hpp"
#include "reference/formats/float4_e2m1fn.hpp"
#include "reference/operators/silu.hpp"

namespace lockstep::accumulation {
namespace {

constexpr matrix::Shape kShape = matrix::k16x16x128;
constexpr std::size_t kTile = 16;  // rows and columns of the instruction
constexpr std::size_t kStep = 128;
constexpr std::size_t kStepScales = 4;
static_assert(kShape.k == int(kStep) && kShape.blocks() == int(kStepScales));

/// One operand of the instruction: up to sixteen rows of A or columns of B, the rest zero.
struct Side {
  alignas(64) std::array<std::uint8_t, matrix::kOperandElements> codes{};
  std::array<std::uint8_t, matrix::kOperandScales> scales{};

  void place(std::size_t index, const std::uint8_t* step, const std::uint8_t* step_scales) {
    std::memcpy(codes.data() + index * kStep, step, kStep);
    std::memcpy(scales.data() + index * kStepScales, step_scales, kStepScales);
  }
  matrix::Operand operand() const { return {&formats::float4_e2m1fn, codes.data(), scales.data()}; }
};

struct Replay {
  const matrix::Model& model;
  const operators::MoeDownData& data;
  std::size_t n, k;

  /// d [16][16]: `rows` against `columns` columns of a plane from `column` on.
  void tile(const std::vector<std::size_t>& rows, std::size_t plane, std::size_t column, std::size_t columns,
            float* d) const {
    std::fill_n(d, kTile * kTile, 0.0f);
    Side a, b;
    for (std::size_t at = 0; at < k; at += kStep) {
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::size_t first = rows[i] * k + at;
        a.place(i, &data.a[first], &data.a_scale[first / operators::kMxBlock]);
      }
      for (std::size_t j = 0; j < columns; ++j) {
        const std::size_t first = (plane * n + column + j) * k + at;
        b.place(j, &data.b[first], &data.b_scale[first / operators::kMxBlock]);
      }
      matrix::multiply(model, kShape, a.operand(), b.operand(), d, d);
    }
  }
};

/// Indices of the active rows, sixteen or fewer of one expert at a time.
std::vector<std::vector<std::size_t>> batches(const operators::MoeDownData& data) {
  std::vector<std::vector<std::size_t>> full;
  std::vector<std::vector<std::size_t>> open(data.plane_of_expert.size());
  for (std::size_t i = 0; i < data.rows.size(); ++i) {
    std::vector<std::size_t>& batch = open[std::size_t(data.rows[i].expert)];
    batch.push_back(i);
    if (batch.size() == kTile) full.push_back(std::exchange(batch, {}));
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
  const Replay replay{model, data, std::size_t(problem.n), std::size_t(problem.k)};
  std::vector<float> values(data.rows.size() * replay.n);
  for (const std::vector<std::size_t>& rows : batches(data)) {
    const auto plane = std::size_t(data.plane_of_expert[std::size_t(data.rows[rows[0]].expert)]);
    for (std::size_t column = 0; column < replay.n; column += kTile) {
      alignas(64) float d[kTile * kTile];
      const std::size_t columns = std::min(kTile, replay.n - column);
      replay.tile(rows, plane, column, columns, d);
      for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < columns; ++j)
          values[rows[i] * replay.n + column + j] = d[i * kTile + j] * data.weight[rows[i]];
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
