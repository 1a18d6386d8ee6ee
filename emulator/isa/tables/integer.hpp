// Integer operations that scalar and vector instructions share.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace lockstep::isa {

/// Shift amounts use only as many bits as the value has positions.
template <typename T, typename Amount>
constexpr T shift_left(T value, Amount amount) {
  return static_cast<T>(static_cast<std::make_unsigned_t<T>>(value) << (amount & (sizeof(T) * 8 - 1)));
}
template <typename T, typename Amount>
constexpr T shift_right(T value, Amount amount) {
  return static_cast<T>(value >> (amount & (sizeof(T) * 8 - 1)));
}

template <typename T>
constexpr T reverse_bits(T value) {
  T result = 0;
  for (unsigned i = 0; i < sizeof(T) * 8; ++i) result = static_cast<T>(result << 1 | (value >> i & 1));
  return result;
}

/// Position of the first 1 from the lowest or highest bit, or of the highest bit that differs from the sign;
/// -1 if none.
template <typename T>
constexpr std::int32_t first_one(T value) {
  return value == 0 ? -1 : std::countr_zero(value);
}
template <typename T>
constexpr std::int32_t leading_one(T value) {
  return value == 0 ? -1 : std::countl_zero(value);
}
template <typename T>
constexpr std::int32_t leading_difference(T value) {
  using Unsigned = std::make_unsigned_t<T>;
  const auto folded = static_cast<Unsigned>(value < 0 ? ~value : value);
  return folded == 0 ? -1 : std::countl_zero(folded);
}

/// `width` ones; all ones when the width reaches the type's.
template <typename T>
constexpr T ones(std::uint32_t width) {
  return width >= sizeof(T) * 8 ? static_cast<T>(~T{0}) : static_cast<T>((T{1} << width) - 1);
}
template <typename T>
constexpr T extract_bits(T value, std::uint32_t offset, std::uint32_t width) {
  using Unsigned = std::make_unsigned_t<T>;
  const Unsigned field = static_cast<Unsigned>(value >> offset) & ones<Unsigned>(width);
  if constexpr (std::is_signed_v<T>) {
    if (width == 0 || width >= sizeof(T) * 8) return static_cast<T>(field);
    const Unsigned sign = Unsigned{1} << (width - 1);
    return static_cast<T>((field ^ sign) - sign);
  }
  return static_cast<T>(field);
}

template <typename T>
constexpr T high_product(T a, T b) {
  using Wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
  return static_cast<T>(Wide{a} * Wide{b} >> 32);
}

template <typename T>
constexpr T smaller(T a, T b) {
  return a < b ? a : b;
}
template <typename T>
constexpr T larger(T a, T b) {
  return a >= b ? a : b;
}
template <typename T>
constexpr T middle(T a, T b, T c) {
  return larger(smaller(a, b), smaller(larger(a, b), c));
}

}  // namespace lockstep::isa
