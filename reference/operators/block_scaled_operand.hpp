// One operand of a block-scaled product as the exact reference reads it: e4m3 codes with a scale per 128 of
// k.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "reference/formats/formats.hpp"
#include "reference/operators/grouped_gemm.hpp"

namespace lockstep::operators {

// The sum of the products of a block of MX elements, in double.

/// The dot product of 32 elements (OCP MX, k of all concrete formats). Eight sums side by side, which vector
/// instructions add: where every partial sum fits a double the result is exact, and no order shows.
inline double block_dot(const double* a, const double* b) {
  constexpr std::size_t kBlock = 32, kSide = 8;
  std::array<double, kSide> sums{};
  for (std::size_t i = 0; i < kBlock; i += kSide)
    for (std::size_t j = 0; j < kSide; ++j) sums[j] += a[i + j] * b[i + j];
  double sum = 0;
  for (const double x : sums) sum += x;
  return sum;
}

using CodeValues = std::array<double, 256>;
using CodeWeights = std::array<float, 256>;

/// What every code of an element format is.
struct ElementTable {
  const formats::Format& format;
  CodeValues values{};    ///< NaN counts as zero: whoever sums puts it back, by row and by column
  CodeWeights weights{};  ///< ceil(x) of reference/exact/bound.hpp
  std::uint8_t nan_value = 0, nan_bits = 0;  ///< a code is NaN when it has this value in these bits

  explicit constexpr ElementTable(const formats::Format& f) : format(f) {
    const auto smallest_normal = float(formats::power_of_two(f.emin()));
    nan_value = std::uint8_t(formats::nan_code(f));
    nan_bits = 0xFF;
    for (std::uint32_t code = 0; code < 256; ++code) {
      const bool nan = formats::is_nan(f, code);
      if (nan) nan_bits = std::uint8_t(nan_bits & ~(code ^ nan_value));
      values[code] = nan ? 0 : formats::to_double(f, code);
      const double magnitude = values[code] < 0 ? -values[code] : values[code];
      weights[code] = magnitude == 0 ? 0.0f : std::max(float(magnitude), smallest_normal);
    }
  }
  constexpr bool is_nan(std::uint8_t code) const { return (code & nan_bits) == nan_value; }
};

inline constexpr ElementTable kE4m3fn{formats::float8_e4m3fn};
inline constexpr ElementTable kE4m3fnuz{formats::float8_e4m3fnuz};

inline const ElementTable& element_table(const formats::Format& element) {
  return element == formats::float8_e4m3fn ? kE4m3fn : kE4m3fnuz;
}

struct BlockScaledOperand {
  const ElementTable& table;
  const formats::Format& scale_format;
  const std::uint8_t* codes;   ///< [rows][k]
  const std::uint8_t* scales;  ///< [rows / rows_per_scale][k / 128], bytes as in memory
  std::int64_t rows_per_scale;
  std::int64_t rows;
  std::int64_t k;

  std::int64_t k_blocks() const { return k / kScaleBlock; }
  const std::uint8_t* block(std::int64_t row, std::int64_t kb) const {
    return codes + row * k + kb * kScaleBlock;
  }
  std::uint32_t scale_code(std::int64_t row, std::int64_t kb) const {
    const std::int64_t bytes = scale_format.bits / 8;
    std::uint32_t code = 0;
    std::memcpy(&code, scales + (row / rows_per_scale * k_blocks() + kb) * bytes, std::size_t(bytes));
    return code;
  }

  /// A NaN scale counts as zero.
  double scale(std::int64_t row, std::int64_t kb) const {
    const std::uint32_t code = scale_code(row, kb);
    return formats::is_nan(scale_format, code) ? 0 : formats::to_double(scale_format, code);
  }

  bool has_nan_scale(std::int64_t row) const {
    for (std::int64_t kb = 0; kb < k_blocks(); ++kb)
      if (formats::is_nan(scale_format, scale_code(row, kb))) return true;
    return false;
  }
};

}  // namespace lockstep::operators
