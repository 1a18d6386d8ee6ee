// An exact sum of any products, scales and f32 terms of one matrix instruction: a fixed-point number that
// holds them.
#pragma once

#include <array>
#include <cstdint>

namespace lockstep::matrix {

inline constexpr int kDoubleBits = 53;  ///< of a significand; a sum of more goes here

/// Products of e5m2 lie in 2^-32 .. 2^32, two e8m0 scales in 2^-254 .. 2^254, and f32 between: 2^-286 ..
/// 2^286.
class WideSum {
 public:
  __extension__ using Wide = __int128;

  /// Adds +-magnitude * 2^exponent; a multiple of 2^-320 below 2^300.
  void add(bool negative, std::uint64_t magnitude, int exponent);
  void add(Wide value, int exponent);
  void add(float finite);

  /// Nearest, ties to even; overflow gives an infinity, an exact zero gives +0.
  float round() const;

 private:
  static constexpr int kLimbs = 10;
  static constexpr int kUnit = -320;  // exponent of the lowest bit

  std::array<std::uint64_t, kLimbs> limbs_{};  // two's complement, lowest first
};

}  // namespace lockstep::matrix
