// A float32 scale as an e8m0 code: the exponent field as it stands, which is what DeepGEMM packs ((bits >>
// 23) & 0xff). It says the same as the float only where that is a power of two; everything else loses its
// mantissa and its sign.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>

namespace lockstep::scaling {

constexpr std::uint8_t exponent_field(float scale) {
  return std::uint8_t(std::bit_cast<std::uint32_t>(scale) >> 23);
}

/// The code of the same value, NaN for NaN; nothing where e8m0 has none. 2^-127, a subnormal float, is code
/// 0.
constexpr std::optional<std::uint8_t> exact_e8m0(float scale) {
  const auto bits = std::bit_cast<std::uint32_t>(scale);
  if (scale != scale) return std::uint8_t{255};
  if (bits == 0x00400000u) return std::uint8_t{0};
  const std::uint32_t exponent = bits >> 23;
  const bool power_of_two = (bits & 0x7FFFFFu) == 0 && exponent >= 1 && exponent <= 254;
  return power_of_two ? std::optional(std::uint8_t(exponent)) : std::nullopt;
}

/// The float32 of a code's value; all of them are exact.
constexpr float float_of_e8m0(std::uint8_t code) {
  if (code == 255) return std::bit_cast<float>(0x7FC00000u);
  return std::bit_cast<float>(code == 0 ? 0x00400000u : std::uint32_t{code} << 23);
}

}  // namespace lockstep::scaling
