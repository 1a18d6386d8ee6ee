// Exact sums of doubles: held in a fixed-point number as wide as the range of double, or in two doubles where
// they can.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "reference/formats/format.hpp"

namespace lockstep::exact {

/// Adds any doubles, up to 2^30 of them, without error. Rounding happens only when a result is asked for.
/// Infinities and NaN follow IEEE 754: a NaN, or both infinities, make NaN. An exact zero is +0.
class ExactSum {
 public:
  void add(double x);

  /// Rounded once, to nearest even.
  double to_double() const;
  std::uint32_t round(const formats::Format& format,
                      formats::Overflow overflow = formats::Overflow::to_special) const;

 private:
  // Digit i weighs 2^(32*i - 1074). Digits are signed and carry only when read: 2^30 additions of less than
  // 2^32 each stay below 2^62. 66 digits reach past the largest double, two more hold the growth.
  static constexpr int kDigits = 68;
  static constexpr int kLowestExponent = -1074;

  // The leading 64 bits of the magnitude; `sticky` when anything non-zero lies below them.
  struct Leading {
    bool negative;
    std::uint64_t significand;
    int exponent;
    bool sticky;
  };
  Leading leading() const;
  bool is_nan() const { return nan_ || (positive_infinity_ && negative_infinity_); }

  std::array<std::int64_t, kDigits> digits_{};
  bool nan_ = false;
  bool positive_infinity_ = false;
  bool negative_infinity_ = false;
};

/// The exact sum, rounded once to nearest even in each form.
struct Sum {
  double value;
  std::uint32_t code;  ///< the sum in the format asked for
};

/// The exact sum of a list of doubles: two-sum first, which proves its own exactness; the wide accumulator
/// only where that proof fails.
Sum sum(std::span<const double> terms, const formats::Format& format);

}  // namespace lockstep::exact
