// Arithmetic rounded as MODE.round says: up, down or toward zero. The result to nearest even is one step off
// or right, and the sign of what it misses by says which.
#pragma once

#include "emulator/isa/tables/arithmetic.hpp"
#include "emulator/isa/tables/host_lanes.hpp"
#include "emulator/isa/tables/lanes.hpp"
#include "emulator/isa/tables/quad.hpp"

namespace lockstep::isa::directed {

template <typename T>
T with_magnitude(T x, int step) {
  const auto sign = static_cast<BitsOf<T>>(std::bit_cast<BitsOf<T>>(x) & kSignBit<T>);
  return std::bit_cast<T>(static_cast<BitsOf<T>>(sign | static_cast<BitsOf<T>>(magnitude_bits(x) + step)));
}
template <typename T>
T next_up(T x) {
  return is_zero(x) ? with_magnitude(with_sign(x, false), 1) : with_magnitude(x, is_negative(x) ? -1 : 1);
}
template <typename T>
T next_down(T x) {
  return is_zero(x) ? with_magnitude(with_sign(x, true), 1) : with_magnitude(x, is_negative(x) ? 1 : -1);
}

/// x + y, exactly, rounded; `nearest` is its rounding to nearest even.
template <typename T>
T rounded(T nearest, Quad x, Quad y, Mode mode) {
  const Quad error = missed(nearest, x, y);
  const bool below = error < 0, above = error > 0;  // neither where an operand is NaN or infinite
  const auto way = mode.round(kTypeOf<T>);
  if (way == Mode::Round::up && above) return next_up(nearest);
  if (way == Mode::Round::down && below) return next_down(nearest);
  if (way != Mode::Round::toward_zero || is_zero(nearest)) return nearest;
  return (is_negative(nearest) ? above : below) ? with_magnitude(nearest, -1) : nearest;
}

/// Rounded down, numbers that cancel leave -0 (IEEE 754-2019, 6.3).
template <typename T>
T sum(T nearest, Quad x, Quad y, Mode mode) {
  const bool cancels =
      is_zero(nearest) && x == -y && (x != 0 || __builtin_signbit(x) != __builtin_signbit(y));
  if (cancels && mode.round(kTypeOf<T>) == Mode::Round::down) return with_sign(nearest, true);
  return rounded(nearest, x, y, mode);
}

template <typename T>
T add(T a, T b, Mode mode) {
  return sum(isa::add(a, b), quad(a), quad(b), mode);
}
template <typename T>
T subtract(T a, T b, Mode mode) {
  return sum(isa::subtract(a, b), quad(a), -quad(b), mode);
}
template <typename T>
T subtract_reversed(T a, T b, Mode mode) {
  return sum(isa::subtract_reversed(a, b), quad(b), -quad(a), mode);
}
template <typename T>
T multiply(T a, T b, Mode mode) {
  return rounded(isa::multiply(a, b), quad(a) * quad(b), Quad{0}, mode);
}
template <typename T>
T fused_multiply_add(T a, T b, T c, Mode mode) {
  return sum(isa::fused_multiply_add(a, b, c), quad(a) * quad(b), quad(c), mode);
}
template <typename T>
T accumulate(T a, T b, Old<T> d, Mode mode) {
  return directed::fused_multiply_add(a, b, d.value, mode);
}

/// A conversion, of a number that a double holds.
template <typename T>
T converted(T nearest, double exact, Mode mode) {
  return rounded(nearest, Quad{exact}, Quad{0}, mode);
}

}  // namespace lockstep::isa::directed
