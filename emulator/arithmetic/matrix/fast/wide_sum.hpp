// An exact sum of any products, scales and f32 terms of one matrix instruction, as a fixed-point number.
#pragma once

#include <array>
#include <cstdint>

namespace lockstep::matrix {

/// Bits of a double's significand; sums that need more are computed in a WideSum.
inline constexpr int kDoubleBits = 53;

/// A fixed-point number for sums. Products of e5m2 lie in 2^-32 .. 2^32, two e8m0 scales in 2^-254 .. 2^254,
/// and f32 between: 2^-286 .. 2^286.
class WideSum {
 public:
  __extension__ using Wide = __int128;

  /// Adds +-magnitude * 2^exponent, which must be a multiple of 2^-320 and below 2^300.
  void add(bool negative, std::uint64_t magnitude, int exponent);
  void add(Wide value, int exponent);
  void add(float finite);

  /// Rounds to nearest, ties to even; overflow gives an infinity, an exact zero +0.
  float round() const;

 private:
  static constexpr int kLimbs = 10;
  static constexpr int kUnit = -320;  // exponent of the lowest bit

  std::array<std::uint64_t, kLimbs> limbs_{};  // two's complement, lowest first
};

}  // namespace lockstep::matrix
