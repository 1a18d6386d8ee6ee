// What an output must be where no kernel here computes it: its exact value, and what an implementation may
// lose on the way to it, whatever order and however it computes in binary32. What it stores is that, rounded
// once to the output's format.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace lockstep::operators {

/// A value in double, whose own error is far below every loss, and the loss: 0: the value itself; infinity:
/// nothing is claimed, as an intermediate result may overflow. NaN must be NaN.
struct Answer {
  std::vector<double> value, loss;

  void add(double v, double l) {
    value.push_back(v);
    loss.push_back(l);
  }
};

inline constexpr double kUnit = 0x1p-24;      ///< u: half a step of binary32, relative
inline constexpr double kFlushed = 0x1p-126;  ///< what is flushed to zero, or rounded as a subnormal
inline constexpr double kSecondOrder =
    1 + 0x1p-5;  ///< products of losses: relative losses here are below 2^-6, or nothing is claimed

/// A loss that is claimed: infinity where a magnitude on the way may leave binary32, or where losses are so
/// large that their products count.
inline double claimed(double loss, double largest_on_the_way, double relative = 0) {
  if (!(largest_on_the_way < 0x1p127) || !(relative < 0x1p-6)) return std::numeric_limits<double>::infinity();
  return loss * kSecondOrder + kFlushed;
}

/// Rounding n additions to nearest, in any order: relative to the sum of magnitudes.
inline double of_sum(double n) {
  return n * kUnit;
}

}  // namespace lockstep::operators
