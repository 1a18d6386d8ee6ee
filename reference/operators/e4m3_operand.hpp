// One operand of a block-scaled product as the exact reference reads it: e4m3fn codes with an e8m0 scale per
// 128 of k.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "grouped_gemm.hpp"
#include "reference/formats/float8_e4m3fn.hpp"
#include "reference/formats/float8_e8m0fnu.hpp"

namespace lockstep::operators {

using CodeValues = std::array<double, 256>;
using CodeWeights = std::array<float, 256>;

constexpr bool is_nan_element(std::uint8_t code) {
  return formats::is_nan(formats::float8_e4m3fn, code);
}
constexpr bool is_nan_scale(std::uint8_t scale) {
  return formats::is_nan(formats::float8_e8m0fnu, scale);
}

/// The value of every code. NaN counts as zero: whoever sums puts it back, by row and by column.
inline constexpr CodeValues kValues = [] {
  CodeValues values{};
  for (std::uint32_t code = 0; code < 256; ++code)
    values[code] = is_nan_element(std::uint8_t(code)) ? 0 : formats::to_double(formats::float8_e4m3fn, code);
  return values;
}();

/// ceil(x) of reference/exact/bound.hpp: the magnitude, a subnormal counting as the smallest normal.
inline constexpr CodeWeights kWeights = [] {
  CodeWeights weights{};
  for (std::size_t code = 0; code < 256; ++code) {
    const double magnitude = kValues[code] < 0 ? -kValues[code] : kValues[code];
    weights[code] = magnitude == 0 ? 0.0f : std::max(float(magnitude), 0x1p-6f);
  }
  return weights;
}();

struct E4m3Operand {
  const std::uint8_t* codes;   ///< [rows][k]
  const std::uint8_t* scales;  ///< [rows / rows_per_scale][k / 128]
  std::int64_t rows_per_scale;
  std::int64_t rows;
  std::int64_t k;

  std::int64_t k_blocks() const { return k / kScaleBlock; }
  const std::uint8_t* block(std::int64_t row, std::int64_t kb) const {
    return codes + row * k + kb * kScaleBlock;
  }
  const std::uint8_t* row_scales(std::int64_t row) const {
    return scales + row / rows_per_scale * k_blocks();
  }

  /// 2^(code - 127); a NaN scale counts as zero.
  double scale(std::int64_t row, std::int64_t kb) const {
    const std::uint8_t code = row_scales(row)[kb];
    return is_nan_scale(code) ? 0 : formats::power_of_two(int(code) - 127);
  }

  bool has_nan(std::int64_t row) const {
    return std::any_of(block(row, 0), block(row + 1, 0), is_nan_element) ||
           std::any_of(row_scales(row), row_scales(row) + k_blocks(), is_nan_scale);
  }

  /// All rows of one block through a table, to out [rows][128].
  template <typename Scalar>
  void decode(std::int64_t kb, const std::array<Scalar, 256>& table, Scalar* out) const {
    for (std::int64_t row = 0; row < rows; ++row) {
      const std::uint8_t* from = block(row, kb);
      for (int i = 0; i < kScaleBlock; ++i) *out++ = table[from[i]];
    }
  }
};

}  // namespace lockstep::operators
