// From the largest magnitude of a block to the block's e8m0 scale.
//
// A recipe is one row: a name and a pure function. All of them clamp amax from below to 1e-12, divide by the
// largest e4m3fn (448) in binary32, and keep a biased exponent between 1 and 254; they differ in what they do
// with the mantissa of the quotient. A NaN or infinite amax gives 254: the element's own code carries the
// NaN.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

namespace lockstep::scaling {

inline constexpr float kSmallestAmax = 1e-12f;
inline constexpr float kLargestElement = 448.0f;  ///< e4m3fn's largest

struct Recipe {
  std::string_view name;
  std::uint8_t (*scale)(float amax);  ///< amax >= 0; returns an e8m0 code, value 2^(code - 127)
  std::string_view source;
};

namespace detail {

constexpr std::uint32_t quotient_bits(float amax) {
  return std::bit_cast<std::uint32_t>((amax < kSmallestAmax ? kSmallestAmax : amax) / kLargestElement);
}

constexpr std::uint8_t clamped(std::uint32_t exponent) {
  return std::uint8_t(exponent < 1 ? 1 : exponent > 254 ? 254 : exponent);
}

constexpr std::uint8_t ceil_scale(float amax) {
  const std::uint32_t bits = quotient_bits(amax);
  return clamped(((bits >> 23) & 0xFFu) + ((bits & 0x7FFFFFu) != 0 ? 1u : 0u));
}

constexpr std::uint8_t floor_scale(float amax) {
  return clamped((quotient_bits(amax) >> 23) & 0xFFu);
}

}  // namespace detail

/// Rounds up: the whole block fits below 448 (to within the rounding of the quotient).
inline constexpr Recipe ceil{"ceil", &detail::ceil_scale, "DeepGEMM ceil_to_ue8m0; FlyDSL#433 tests"};

/// Rounds down: blocks whose amax lies between 448*2^e and 448*2^(e+1) overflow. A known bug, kept to be
/// planted.
inline constexpr Recipe floor{"floor", &detail::floor_scale,
                              "the e8m0 truncation bug of FlyDSL#433, mlx#4353"};

inline constexpr std::array kRecipes{&ceil, &floor};

/// nullptr when there is none of that name.
constexpr const Recipe* find(std::string_view name) {
  for (const Recipe* recipe : kRecipes)
    if (recipe->name == name) return recipe;
  return nullptr;
}

}  // namespace lockstep::scaling
