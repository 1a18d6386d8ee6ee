// Sums of doubles without error, while two doubles can hold them.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace lockstep::exact {

/// a + b = sum + error, exactly, unless the sum overflows.
struct TwoSum {
  double sum;
  double error;
};

/// Knuth, The Art of Computer Programming 2, section 4.2.2, theorem B.
constexpr TwoSum two_sum(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  const double a_part = sum - b_part;
  return {sum, (a - a_part) + (b - b_part)};
}

/// A running sum high + low. It is exact as long as nothing had to be left out, and it knows: `lost` collects
/// the magnitudes of what was. Overflow, infinities and NaN also leave `lost` different from zero.
struct PairSum {
  double high = 0;
  double low = 0;
  double lost = 0;

  void add(double x) {
    const TwoSum first = two_sum(high, x);
    const TwoSum second = two_sum(low, first.error);
    high = first.sum;
    low = second.sum;
    lost += std::abs(second.error);
  }
  bool is_exact() const { return lost == 0; }
  double value() const { return high + low; }  ///< the exact sum rounded once, when is_exact()
};

/// high + low rounded to odd: the double that, rounded again to a format of at most 51 significant bits,
/// gives what rounding the exact sum once would have. For sums in the normal range of double.
inline double round_to_odd(double high, double low) {
  const TwoSum s = two_sum(high, low);
  const auto bits = std::bit_cast<std::uint64_t>(s.sum), error = std::bit_cast<std::uint64_t>(s.error);
  const std::uint64_t outwards =
      1 - 2 * ((bits ^ error) >> 63);  // where the signs are the same; else inwards
  const std::uint64_t even = (bits & 1) ^ 1, size = error << 1, inexact = (size | (0 - size)) >> 63;
  return std::bit_cast<double>(bits + outwards * (even & inexact));
}

}  // namespace lockstep::exact
