// Every number format the project knows: one row each, named as in ml_dtypes, and how to look one up by name.
#pragma once

#include <array>

#include "reference/formats/format.hpp"

namespace lockstep::formats {

/// The 8-bit operand of gfx950 and gfx1250: OCP 8-bit floating point specification v1.0, table 1.
/// Largest 448, smallest normal 2^-6, smallest subnormal 2^-9; 0x7F and 0xFF are NaN.
inline constexpr Format float8_e4m3fn{"float8_e4m3fn", 8, 4, 3, 7, true, Specials::fn};
/// The 8-bit operand of gfx942. Largest 240, smallest normal 2^-7, smallest subnormal 2^-10; 0x80 is the only
/// NaN, and there is no -0. Read as float8_e4m3fn, a code means twice as much.
inline constexpr Format float8_e4m3fnuz{"float8_e4m3fnuz", 8, 4, 3, 8, true, Specials::fnuz};
/// OCP 8-bit floating point specification v1.0, table 1. Largest 57344, smallest normal 2^-14, smallest
/// subnormal 2^-16; has Inf and NaN as IEEE formats do.
inline constexpr Format float8_e5m2{"float8_e5m2", 8, 5, 2, 15, true, Specials::ieee};
/// The wide 8-bit operand of gfx942. Largest 57344, smallest normal 2^-15, smallest subnormal 2^-17; 0x80 is
/// the only NaN, and there is no -0.
inline constexpr Format float8_e5m2fnuz{"float8_e5m2fnuz", 8, 5, 2, 16, true, Specials::fnuz};
/// The block scale of NVFP4: a byte of float8_e4m3fn whose sign bit is ignored. Largest 448, smallest normal
/// 2^-6, smallest subnormal 2^-9; 0x7F (and so 0xFF) is NaN. Encoding a negative number drops its sign.
inline constexpr Format float8_ue4m3{"float8_ue4m3", 8, 4, 3, 7, false, Specials::fn, 1};
/// A block scale of gfx1250 (E5M3 of its matrix scale formats), without a sign bit. Largest 114688 (0xFE),
/// smallest normal 2^-14, smallest subnormal 2^-17; 0xFF is NaN. Encoding a negative number drops its sign.
inline constexpr Format float8_ue5m3{"float8_ue5m3", 8, 5, 3, 15, false, Specials::fn};
/// The block scale of OCP Microscaling formats v1.0, section 5.4.1: 2^(code - 127). 0 is 2^-127 (not zero),
/// 255 is NaN.
inline constexpr Format float8_e8m0fnu{"float8_e8m0fnu", 8, 8, 0, 127, false, Specials::exponent_only};
/// OCP Microscaling formats v1.0, section 5.3.2. Largest 7.5, smallest normal 1, smallest subnormal 0.125;
/// every code is finite.
inline constexpr Format float6_e2m3fn{"float6_e2m3fn", 6, 2, 3, 1, true, Specials::finite};
/// OCP Microscaling formats v1.0, section 5.3.2. Largest 28, smallest normal 0.25, smallest subnormal 0.0625;
/// every code is finite.
inline constexpr Format float6_e3m2fn{"float6_e3m2fn", 6, 3, 2, 3, true, Specials::finite};
/// OCP Microscaling formats v1.0, section 5.3.3: 0, 0.5, 1, 1.5, 2, 3, 4, 6 and their negatives; every code
/// is finite.
inline constexpr Format float4_e2m1fn{"float4_e2m1fn", 4, 2, 1, 1, true, Specials::finite};
/// The upper half of an IEEE binary32. Largest 0x7F7F, smallest normal 2^-126, smallest subnormal 2^-133.
inline constexpr Format bfloat16{"bfloat16", 16, 8, 7, 127, true, Specials::ieee};
/// IEEE 754 binary16. Largest 65504, smallest normal 2^-14, smallest subnormal 2^-24.
inline constexpr Format float16{"float16", 16, 5, 10, 15, true, Specials::ieee};
/// The upper 19 bits of an IEEE binary32: a code is these bits right-aligned; a register holds them in its
/// upper bits. Largest 2^128 - 2^117, smallest normal 2^-126, smallest subnormal 2^-136.
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
/// IEEE 754 binary32. Largest 2^128 - 2^104, smallest normal 2^-126, smallest subnormal 2^-149.
inline constexpr Format float32{"float32", 32, 8, 23, 127, true, Specials::ieee};
/// IEEE 754 binary64: an operand of matrix units only. Its codes are 64 bits wide, so it is not one of
/// kFormats. Largest 2^1024 - 2^971, smallest normal 2^-1022, smallest subnormal 2^-1074.
inline constexpr Format float64{"float64", 64, 11, 52, 1023, true, Specials::ieee};

/// The formats whose codes fit 32 bits.
inline constexpr std::array kFormats{&float8_e4m3fn, &float8_e4m3fnuz, &float8_e5m2,   &float8_e5m2fnuz,
                                     &float6_e2m3fn, &float6_e3m2fn,   &float4_e2m1fn, &float8_ue4m3,
                                     &float8_ue5m3,  &float8_e8m0fnu,  &bfloat16,      &float16,
                                     &tf32,          &float32};

constexpr const Format* find(std::string_view name) {
  for (const Format* f : kFormats)
    if (f->name == name) return f;
  return nullptr;
}

/// find(), also without the part before the underscore: e4m3fn for float8_e4m3fn. The formats of four
/// and six bits and e8m0 exist in one variant only, so that e2m1, e2m3, e3m2 and e8m0 name them too.
constexpr const Format* find_short(std::string_view name) {
  for (const Format* f : kFormats) {
    if (f->name == name) return f;
    const std::size_t underscore = f->name.find('_');
    if (underscore == std::string_view::npos) continue;
    std::string_view rest = f->name.substr(underscore + 1);
    if (rest == name) return f;
    if ((f->bits < 8 || f->specials == Specials::exponent_only) && rest.substr(0, 4) == name) return f;
  }
  return nullptr;
}

}  // namespace lockstep::formats
