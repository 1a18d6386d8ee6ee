// tf32: the upper 19 bits of an IEEE binary32.
#pragma once

#include "reference/formats/format.hpp"

namespace lockstep::formats {

/// Largest 2^128 - 2^117, smallest normal 2^-126, smallest subnormal 2^-136. A code is the 19 bits
/// right-aligned; a register holds them in its upper bits.
inline constexpr Format tf32{"tf32", 19, 8, 10, 127, true, Specials::ieee};

inline constexpr int kTf32CutBits = 13;

/// What a unit reads from a register: the low bits are cut, not rounded. A NaN whose payload lies in them
/// alone becomes an infinity.
constexpr std::uint32_t tf32_code(std::uint32_t register_bits) {
  return register_bits >> kTf32CutBits;
}
constexpr std::uint32_t tf32_register(std::uint32_t code) {
  return code << kTf32CutBits;
}

}  // namespace lockstep::formats
