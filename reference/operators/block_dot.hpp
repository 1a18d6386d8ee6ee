// The sum of the products of a block of MX elements, in double.
#pragma once

#include <array>
#include <cstddef>

namespace lockstep::operators {

/// The dot product of 32 elements (OCP MX, k of all concrete formats). Eight sums side by side, which vector
/// instructions add: where every partial sum fits a double the result is exact, and no order shows.
inline double block_dot(const double* a, const double* b) {
  constexpr std::size_t kBlock = 32, kSide = 8;
  std::array<double, kSide> sums{};
  for (std::size_t i = 0; i < kBlock; i += kSide)
    for (std::size_t j = 0; j < kSide; ++j) sums[j] += a[i + j] * b[i + j];
  double sum = 0;
  for (const double x : sums) sum += x;
  return sum;
}

}  // namespace lockstep::operators
