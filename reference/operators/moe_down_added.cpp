// What rows added in bf16, in any order, may come to.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "reference/formats/formats.hpp"
#include "reference/operators/moe_down.hpp"

namespace lockstep::operators {
namespace {

constexpr double kHalfUlp = formats::power_of_two(-8);     // a normal bf16's, relative
constexpr double kHalfStep = formats::power_of_two(-134);  // a subnormal bf16's, absolute
constexpr double kSlack = 1 + formats::power_of_two(-40);  // for the roundings of this file
constexpr int kSignificandBits = formats::bfloat16.mantissa_bits + 1;

// The exponent of the lowest bit of x, which is not zero.
int lowest_bit(double x) {
  int exponent = 0;
  const auto significand = std::int64_t(std::ldexp(std::frexp(std::abs(x), &exponent), 53));
  return exponent - 53 + std::countr_zero(std::uint64_t(significand));
}

}  // namespace

// Rounding y to bf16 loses at most half a unit of it; each of the additions at most half a unit of a partial
// sum, and no partial sum is above the sum of all magnitudes, grown by what rounding added to it.
AddedExact added(double initial, const std::vector<std::size_t>& rows, std::size_t column, std::size_t n,
                 const MoeDownExact& exact) {
  double value = initial, loss = 0, magnitude = std::abs(initial);
  for (const std::size_t row : rows) {
    const std::size_t at = row * n + column;
    value += exact.value[at];
    loss += exact.loss[at];
    magnitude += std::abs(exact.value[at]) + exact.loss[at];
  }
  const auto count = double(rows.size());
  if (std::isnan(value) || std::isnan(loss)) return {value + loss, value + loss};
  const double largest = (magnitude * std::pow(1 + kHalfUlp, count + 1) + (2 * count) * kHalfStep) * kSlack;
  if (!(largest < formats::to_double(formats::bfloat16, formats::largest_finite(formats::bfloat16))))
    return {value, std::numeric_limits<double>::infinity()};
  const double roundings = (count + 1) * (largest * kHalfUlp + kHalfStep) + (count - 1) * kHalfStep;
  return {value, (loss + roundings) * kSlack};
}

bool sums_exactly(const std::vector<std::size_t>& rows, std::size_t column, std::size_t n,
                  const MoeDownExact& exact) {
  double magnitude = 0;
  int unit = std::numeric_limits<int>::max();
  for (const std::size_t row : rows) {
    const double y = exact.value[row * n + column];
    if (y == 0) continue;
    magnitude += std::abs(y);
    unit = std::min(unit, lowest_bit(y));
  }
  return magnitude == 0 || magnitude <= std::ldexp(1.0, unit + kSignificandBits);
}

}  // namespace lockstep::operators
