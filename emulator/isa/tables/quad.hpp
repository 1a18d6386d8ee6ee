// A float wide enough for products of two doubles.
#pragma once

#include "emulator/isa/tables/arithmetic.hpp"

namespace lockstep::isa {

#if defined(__SIZEOF_FLOAT128__)
__extension__ typedef __float128 Quad;
#else
using Quad = long double;
#endif

template <typename T>
Quad quad(T x) {
  return static_cast<Quad>(wide(x));
}
inline Quad quad(Quad x) {
  return x;
}

/// What x + y misses `nearest` by, which is near; exact in its sign. Taken from the larger of the two,
/// `nearest` leaves what a quad holds.
template <typename T>
Quad missed(T nearest, Quad x, Quad y) {
  const Quad result = quad(nearest), size_of_x = x < 0 ? -x : x, size_of_y = y < 0 ? -y : y;
  return size_of_x >= size_of_y ? (x - result) + y : (y - result) + x;
}

/// x + y, or the neighbour whose last bit is set where it misses: rounded again to 111 bits or less, it is
/// rounded as x + y would be.
inline Quad sum_to_odd(Quad x, Quad y) {
  __extension__ typedef unsigned __int128 Bits;
  const Quad sum = x + y, error = missed(sum, x, y);
  const auto bits = std::bit_cast<Bits>(sum);
  if (error == 0 || (bits & 1) != 0) return sum;
  return std::bit_cast<Quad>((error > 0) == (sum > 0) ? bits + 1 : bits - 1);
}

}  // namespace lockstep::isa
