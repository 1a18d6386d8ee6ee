#include "half_step.hpp"

#include <algorithm>
#include <cmath>

#include "quantise.hpp"
#include "reference/formats/float8_e4m3fn.hpp"

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

}  // namespace

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
