// An exact real number: every product, scale, sum and cut of a matrix unit is a multiple of 2^-448 below
// 2^446.
#pragma once

#include <array>
#include <cstdint>

#include "emulator/matrix/facts.hpp"

namespace lockstep::matrix {

class FixedPoint {
 public:
  FixedPoint() = default;
  /// +-magnitude * 2^exponent.
  FixedPoint(bool negative, std::uint64_t magnitude, int exponent);

  FixedPoint& operator+=(const FixedPoint& other);
  FixedPoint operator-() const;
  bool is_zero() const;
  bool is_negative() const { return limbs_.back() >> 63 != 0; }

  /// floor(log2|this|); not for zero.
  int leading() const;
  /// The multiple of 2^unit at or next to it.
  FixedPoint cut(int unit, Toward toward) const;
  /// this / 2^unit, for a number that is a non-negative multiple of 2^unit below 2^(unit + 64).
  std::uint64_t in_units(int unit) const;

 private:
  static constexpr int kLimbs = 14;
  static constexpr int kUnit = -448;  // exponent of the lowest bit

  std::array<std::uint64_t, kLimbs> limbs_{};  // two's complement, lowest first
};

}  // namespace lockstep::matrix
