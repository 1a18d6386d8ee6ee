#include "reference/exact/exact_sum.hpp"

#include <bit>
#include <cmath>
#include <limits>

#include "reference/exact/two_sum.hpp"

namespace lockstep::exact {

namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::uint64_t kDigitMask = 0xFFFFFFFFu;

// (-1)^negative * (significand + fraction) * 2^exponent as the nearest double; significand has its top bit
// set unless exponent is the lowest of all.
double nearest_double(bool negative, std::uint64_t significand, int exponent, bool sticky) {
  constexpr int kMantissa = 52;
  if (significand == 0) return 0.0;
  const int leading = 63 - std::countl_zero(significand) + exponent;
  const int unit = (leading < -1022 ? -1022 : leading) - kMantissa;
  const int cut = unit - exponent;
  std::uint64_t kept = significand;
  if (cut > 0) {
    const std::uint64_t half = std::uint64_t{1} << (cut - 1);
    const std::uint64_t rest = significand & (2 * half - 1);
    kept = significand >> cut;
    if (rest > half || (rest == half && (sticky || (kept & 1)))) ++kept;
  } else {
    kept <<= -cut;
  }
  std::uint64_t bits = (std::uint64_t(unit + kMantissa + 1022) << kMantissa) + kept;
  constexpr std::uint64_t kInfinity = std::uint64_t{0x7FF} << kMantissa;
  if (bits > kInfinity) bits = kInfinity;
  return std::bit_cast<double>(bits | std::uint64_t{negative} << 63);
}

}  // namespace

void ExactSum::add(double x) {
  if (!std::isfinite(x)) {
    nan_ |= std::isnan(x);
    positive_infinity_ |= x > 0;
    negative_infinity_ |= x < 0;
    return;
  }
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const int field = int(bits >> 52 & 0x7FF);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
  const std::uint64_t significand = field == 0 ? fraction : fraction | std::uint64_t{1} << 52;
  const int shift = field == 0 ? 0 : field - 1;  // above 2^-1074
  const Wide aligned = Wide{significand} << (shift % 32);
  const std::int64_t sign = (bits >> 63) != 0 ? -1 : 1;
  for (int i = 0; i < 3; ++i)
    digits_[std::size_t(shift / 32 + i)] +=
        sign * std::int64_t(std::uint64_t(aligned >> (32 * i)) & kDigitMask);
}

ExactSum::Leading ExactSum::leading() const {
  std::array<std::uint32_t, kDigits> magnitude{};
  std::int64_t carry = 0;
  for (std::size_t i = 0; i < kDigits; ++i) {
    const std::int64_t digit = digits_[i] + carry;
    magnitude[i] = std::uint32_t(std::uint64_t(digit) & kDigitMask);
    carry = digit >> 32;
  }
  const bool negative = carry < 0;
  if (negative) {
    std::uint64_t increment = 1;
    for (std::uint32_t& digit : magnitude) {
      increment += std::uint32_t(~digit);
      digit = std::uint32_t(increment & kDigitMask);
      increment >>= 32;
    }
  }
  int top = kDigits - 1;
  while (top > 0 && magnitude[std::size_t(top)] == 0) --top;
  if (top < 2) {
    const std::uint64_t whole = std::uint64_t{magnitude[1]} << 32 | magnitude[0];
    return {negative, whole, kLowestExponent, false};
  }
  // Three digits hold 64 bits below any leading one.
  const auto at = [&](int i) { return Wide{magnitude[std::size_t(i)]}; };
  const Wide three = at(top) << 64 | at(top - 1) << 32 | at(top - 2);
  const int drop = 32 - std::countl_zero(magnitude[std::size_t(top)]);
  bool sticky = (three & ((Wide{1} << drop) - 1)) != 0;
  for (int i = 0; i < top - 2; ++i) sticky |= magnitude[std::size_t(i)] != 0;
  return {negative, std::uint64_t(three >> drop), kLowestExponent + 32 * (top - 2) + drop, sticky};
}

double ExactSum::to_double() const {
  if (is_nan()) return std::numeric_limits<double>::quiet_NaN();
  if (positive_infinity_) return std::numeric_limits<double>::infinity();
  if (negative_infinity_) return -std::numeric_limits<double>::infinity();
  const Leading l = leading();
  return nearest_double(l.negative, l.significand, l.exponent, l.sticky);
}

std::uint32_t ExactSum::round(const formats::Format& format, formats::Overflow overflow) const {
  if (is_nan() || positive_infinity_ || negative_infinity_)
    return formats::encode_nearest_even(format, to_double(), overflow);
  const Leading l = leading();
  if (l.significand == 0) return 0;
  return formats::encode_nearest_even(format, l.negative, l.significand, l.exponent, l.sticky, overflow);
}

Sum sum(std::span<const double> terms, const formats::Format& format) {
  PairSum pair;
  for (const double x : terms) pair.add(x);
  const double value = pair.value();
  // Rounding to odd is for the normal range; a zero sum needs no rounding.
  const bool fast = pair.is_exact() && (value == 0 || std::abs(value) >= formats::power_of_two(-960));
  if (fast) {
    const double odd = round_to_odd(pair.high, pair.low);
    return {value, formats::encode_nearest_even(format, odd, formats::Overflow::to_special)};
  }
  ExactSum wide;
  for (const double x : terms) wide.add(x);
  return {wide.to_double(), wide.round(format)};
}

}  // namespace lockstep::exact
