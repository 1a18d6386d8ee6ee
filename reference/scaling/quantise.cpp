#include "reference/scaling/quantise.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "reference/formats/formats.hpp"

namespace lockstep::scaling {

namespace {

bool inside(float x, std::uint8_t code, std::uint8_t scale) {
  const formats::Format& e4m3 = formats::float8_e4m3fn;
  if (scale == 255) return false;
  if (!std::isfinite(x)) return formats::is_nan(e4m3, code);
  if (formats::is_nan(e4m3, code)) return false;
  // Exact: binary32 times a power of two, and differences of 24-bit numbers at most a few binades apart.
  const double y = double(x) * formats::power_of_two(127 - scale);
  const int binade = y == 0 ? e4m3.emin() : std::max(std::ilogb(y), e4m3.emin());
  const double half_step = formats::power_of_two(binade - e4m3.mantissa_bits - 1);
  return std::abs(y - formats::to_double(e4m3, code)) <= half_step;
}

bool inside(const Quantiser& q, float x, std::uint8_t code, double scale) {
  const formats::Format& f = *q.element;
  if (std::isnan(scale)) return false;
  if (!std::isfinite(x)) return formats::is_nan(f, code);
  if (formats::is_nan(f, code)) return false;
  const double value = formats::to_double(f, code);
  if (scale == 0) return x == 0 && value == 0;
  const double y = double(x) / scale;
  const int binade = y == 0 ? f.emin() : std::max(std::ilogb(y), f.emin());
  const double half_step = formats::power_of_two(binade - f.mantissa_bits - 1);
  const int roundings = q.rule->step == Step::exact    ? 0
                        : q.rule->step == Step::divide ? 1
                        : q.global == 1                ? 2
                                                       : 3;
  // Half a step, with the rounding of y, which is of second order
  constexpr double kUnit = 1.001 * formats::power_of_two(-24);
  return std::abs(y - value) <= half_step + roundings * kUnit * std::abs(y);
}

}  // namespace

std::optional<std::size_t> first_outside_half_ulp(const Quantiser& quantiser, const Extent& matrix,
                                                  std::span<const float> x,
                                                  std::span<const std::uint8_t> codes,
                                                  std::span<const std::uint32_t> scales) {
  const std::int64_t columns = quantiser.block.columns == 0 ? matrix.columns : quantiser.block.columns;
  const std::int64_t rows = quantiser.block.rows == 0 ? matrix.rows : quantiser.block.rows;
  const std::int64_t per_row = scale_extent(matrix, quantiser.block).columns;
  for (std::int64_t row = 0; row < matrix.rows; ++row) {
    for (std::int64_t column = 0; column < matrix.columns; ++column) {
      const auto i = std::size_t(row * matrix.columns + column);
      const std::uint32_t scale = scales[std::size_t(row / rows * per_row + column / columns)];
      const double value = formats::to_double(*quantiser.rule->scale, scale) * double(quantiser.global);
      if (!inside(quantiser, x[i], codes[i], value)) return i;
    }
  }
  return std::nullopt;
}

std::optional<std::size_t> first_outside_half_ulp(std::span<const float> x, std::int64_t rows, std::int64_t k,
                                                  std::span<const std::uint8_t> codes,
                                                  std::span<const std::uint8_t> scales,
                                                  std::int64_t block_rows) {
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t column = 0; column < k; ++column) {
      const auto i = std::size_t(row * k + column);
      const auto block = std::size_t(row / block_rows * (k / kBlock) + column / kBlock);
      if (!inside(x[i], codes[i], scales[block])) return i;
    }
  }
  return std::nullopt;
}

namespace {

constexpr std::uint32_t kMagnitude = 0x7FFFFFFFu;
constexpr std::uint32_t kInfinity = 0x7F800000u;

// Magnitudes compared as integers, so that a NaN outranks every number and stays.
std::uint32_t largest_magnitude(const float* x, std::int64_t count, std::uint32_t largest) {
  std::int32_t result = std::int32_t(largest);
  for (std::int64_t i = 0; i < count; ++i)
    result = std::max(result, std::int32_t(std::bit_cast<std::uint32_t>(x[i]) & kMagnitude));
  return std::uint32_t(result);
}

// Exact: 2^(127 - scale) lies between 2^-127 and 2^127.
float inverse_scale(std::uint8_t scale) {
  return std::bit_cast<float>(scale == 254 ? 0x00400000u : std::uint32_t(254 - scale) << 23);
}

// Branch-free so that it vectorises. Under- and overflow of the product in binary32 change nothing: both ends
// are far outside e4m3fn.
template <std::int32_t kOverflowCode>
std::uint8_t encode(float x) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(x);
  const std::uint32_t magnitude = bits & kMagnitude;
  const std::uint32_t half_and_tie = 0x7FFFFu + ((magnitude >> 20) & 1u);
  const std::int32_t normal = std::int32_t((magnitude + half_and_tie) >> 20) - ((127 - 7) << 3);
  // Adding 2^14 leaves 2^-9, the subnormal step, as the last bit of a binary32: the addition rounds.
  constexpr float kShift = 16384.0f;
  const std::int32_t subnormal =
      std::int32_t(std::bit_cast<std::uint32_t>(std::bit_cast<float>(magnitude) + kShift)) -
      std::int32_t(std::bit_cast<std::uint32_t>(kShift));
  constexpr std::int32_t kSmallestNormal = (127 - 6) << 23;
  const std::int32_t code = std::int32_t(magnitude) < kSmallestNormal ? subnormal : normal;
  const std::int32_t bounded = code > 0x7E ? kOverflowCode : code;
  const std::int32_t result = std::int32_t(magnitude) > std::int32_t(kInfinity) ? 0x7F : bounded;
  return std::uint8_t(std::uint32_t(result) | ((bits >> 24) & 0x80u));
}

template <std::int32_t kOverflowCode>
void encode_all(const float* x, std::int64_t count, float factor, std::uint8_t* codes) {
  for (std::int64_t i = 0; i < count; ++i) codes[i] = encode<kOverflowCode>(x[i] * factor);
}

void encode_run(const float* x, std::int64_t count, std::uint8_t scale, std::uint8_t* codes,
                formats::Overflow overflow) {
  const float factor = inverse_scale(scale);
  if (overflow == formats::Overflow::saturate) {
    encode_all<0x7E>(x, count, factor, codes);
  } else {
    encode_all<0x7F>(x, count, factor, codes);
  }
}

void quantise(const float* x, std::int64_t rows, std::int64_t k, std::int64_t block_rows,
              const Recipe& recipe, std::uint8_t* codes, std::uint8_t* scales, formats::Overflow overflow) {
  for (std::int64_t row = 0; row < rows; row += block_rows) {
    for (std::int64_t column = 0; column < k; column += kBlock) {
      const std::int64_t start = row * k + column;
      std::uint32_t amax = 0;
      for (std::int64_t i = 0; i < block_rows; ++i) amax = largest_magnitude(x + start + i * k, kBlock, amax);
      const std::uint8_t scale = recipe.scale(std::bit_cast<float>(amax));
      *scales++ = scale;
      for (std::int64_t i = 0; i < block_rows; ++i)
        encode_run(x + start + i * k, kBlock, scale, codes + start + i * k, overflow);
    }
  }
}

}  // namespace

void quantise_1x128(std::span<const float> x, std::int64_t rows, std::int64_t k, const Recipe& recipe,
                    std::span<std::uint8_t> codes, std::span<std::uint8_t> scales,
                    formats::Overflow overflow) {
  quantise(x.data(), rows, k, 1, recipe, codes.data(), scales.data(), overflow);
}

void quantise_128x128(std::span<const float> x, std::int64_t n, std::int64_t k, const Recipe& recipe,
                      std::span<std::uint8_t> codes, std::span<std::uint8_t> scales,
                      formats::Overflow overflow) {
  quantise(x.data(), n, k, kBlock, recipe, codes.data(), scales.data(), overflow);
}

void quantise_elements(std::span<const float> x, std::uint8_t scale, std::span<std::uint8_t> codes,
                       formats::Overflow overflow) {
  encode_run(x.data(), std::int64_t(x.size()), scale, codes.data(), overflow);
}

std::vector<float> round_trip(const Quantiser& q, const Extent& matrix, std::span<const float> x) {
  std::vector<std::uint8_t> codes(x.size());
  std::vector<std::uint32_t> scales(std::size_t(scale_extent(matrix, q.block).count()));
  std::vector<float> back(x.size());
  quantise(q, matrix, x, codes, scales);
  dequantise(q, matrix, codes, scales, back);
  return back;
}

std::optional<exact::Noise> noise(const Quantiser& q, const Extent& matrix, std::span<const float> x) {
  const std::vector<float> back = round_trip(q, matrix, x);
  exact::Noise noise;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!std::isfinite(back[i])) return std::nullopt;
    noise.add(double(x[i]), double(back[i]));
  }
  return noise;
}

}  // namespace lockstep::scaling
