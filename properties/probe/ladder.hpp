// Ladders: probes that differ in the size of one small term. How far down it is seen is a width; what happens
// below that a direction.
#pragma once

#include <cstdint>

namespace lockstep::probe {

/// Rungs n = first .. last; the probe is called "name n".
struct Ladder {
  const char* name;
  int first, last;
};

// The term -2^(16-n), where products of 2^16 and -2^16 cancel.
inline constexpr Ladder kEvenLadder{"product.even", 12, 32};  ///< a product at even k, as the large ones
inline constexpr Ladder kOddLadder{"product.odd", 12, 32};  ///< a product at odd k, the large ones at even k
inline constexpr Ladder kAccumulatorLadder{"c", 12, 40};    ///< C

// A term of 2^-n that breaks a tie between C = 2^24 and a sum.
inline constexpr Ladder kTailUp{"tail.up", 1, 14};  ///< 1 + 2^-n: seen when the result is 2^24 + 2
inline constexpr Ladder kTailDown{"tail.down", 1,
                                  14};  ///< -1.5 + 2^-n: seen when 2^24 - 1; never under a floor's width
inline constexpr Ladder kTailZero{"tail.zero", 1,
                                  14};  ///< -0.5 - 2^-n: seen when 2^24 - 1; always under a floor

inline constexpr Ladder kLadders[] = {kEvenLadder, kOddLadder, kAccumulatorLadder,
                                      kTailUp,     kTailDown,  kTailZero};

// A term of 2^-18 at even k = n, beside products of 2^16 and -2^16 at k 0 and 1: lost when it shares their
// step.
inline constexpr int kSharing[] = {1, 2, 4, 8, 16, 32, 64};

}  // namespace lockstep::probe
