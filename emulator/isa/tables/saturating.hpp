// Integer arithmetic under clamp: the exact result, or the nearest that the type holds. CDNA4 ISA, "Output
// modifiers": integers are clamped to the largest and smallest representable value. Of products of narrow
// fields the manual does not say what is exact; inferred: the whole expression.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "emulator/isa/tables/lanes.hpp"

namespace lockstep::isa {

template <typename T>
constexpr T saturated(std::int64_t exact) {
  constexpr std::int64_t kLeast = std::numeric_limits<T>::min(), kMost = std::numeric_limits<T>::max();
  return static_cast<T>(exact < kLeast ? kLeast : exact > kMost ? kMost : exact);
}

template <typename T>
constexpr T saturated_sum(T a, T b) {
  return saturated<T>(std::int64_t{a} + b);
}
template <typename T>
constexpr T saturated_difference(T a, T b) {
  return saturated<T>(std::int64_t{a} - b);
}
template <typename T>
constexpr T saturated_reversed_difference(T a, T b) {
  return saturated<T>(std::int64_t{b} - a);
}
/// A product of 16 bits, or of 24 within 32.
template <typename T>
constexpr T saturated_product(T a, T b) {
  return saturated<T>(std::int64_t{a} * b);
}
template <typename T>
constexpr T saturated_multiply_add(T a, T b, T c) {
  return saturated<T>(std::int64_t{a} * b + c);
}

}  // namespace lockstep::isa
