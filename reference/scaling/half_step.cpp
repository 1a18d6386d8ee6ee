#include "reference/scaling/half_step.hpp"

#include <algorithm>
#include <cmath>

#include "reference/formats/formats.hpp"
#include "reference/scaling/quantise.hpp"

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

}  // namespace lockstep::scaling
