// Every number format the project knows, for those who look one up by name.
#pragma once

#include <array>

#include "reference/formats/bfloat16.hpp"
#include "reference/formats/float16.hpp"
#include "reference/formats/float32.hpp"
#include "reference/formats/float4_e2m1fn.hpp"
#include "reference/formats/float6_e2m3fn.hpp"
#include "reference/formats/float6_e3m2fn.hpp"
#include "reference/formats/float8_e4m3fn.hpp"
#include "reference/formats/float8_e4m3fnuz.hpp"
#include "reference/formats/float8_e5m2.hpp"
#include "reference/formats/float8_e5m2fnuz.hpp"
#include "reference/formats/float8_e8m0fnu.hpp"
#include "reference/formats/float8_ue4m3.hpp"
#include "reference/formats/float8_ue5m3.hpp"
#include "reference/formats/tf32.hpp"

namespace lockstep::formats {

inline constexpr std::array kFormats{&float8_e4m3fn, &float8_e4m3fnuz, &float8_e5m2,   &float8_e5m2fnuz,
                                     &float6_e2m3fn, &float6_e3m2fn,   &float4_e2m1fn, &float8_ue4m3,
                                     &float8_ue5m3,  &float8_e8m0fnu,  &bfloat16,      &float16,
                                     &tf32,          &float32};

constexpr const Format* find(std::string_view name) {
  for (const Format* f : kFormats)
    if (f->name == name) return f;
  return nullptr;
}

/// As find, and also without the part before the underscore: e4m3fn for float8_e4m3fn. The formats of a block
/// of four or six bits and e8m0 exist in one variant only, so that e2m1, e2m3, e3m2 and e8m0 name them too.
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
