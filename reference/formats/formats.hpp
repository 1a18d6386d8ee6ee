// Every number format the project knows, for those who look one up by name.
#pragma once

#include <array>

#include "bfloat16.hpp"
#include "float16.hpp"
#include "float32.hpp"
#include "float4_e2m1fn.hpp"
#include "float6_e2m3fn.hpp"
#include "float6_e3m2fn.hpp"
#include "float8_e4m3fn.hpp"
#include "float8_e4m3fnuz.hpp"
#include "float8_e5m2.hpp"
#include "float8_e5m2fnuz.hpp"
#include "float8_e8m0fnu.hpp"
#include "float8_ue4m3.hpp"
#include "float8_ue5m3.hpp"

namespace lockstep::formats {

inline constexpr std::array kFormats{&float8_e4m3fn, &float8_e4m3fnuz, &float8_e5m2,    &float8_e5m2fnuz,
                                     &float6_e2m3fn, &float6_e3m2fn,   &float4_e2m1fn,  &float8_e8m0fnu,
                                     &float8_ue4m3,  &float8_ue5m3,    &bfloat16,       &float16,
                                     &float32};

constexpr const Format* find(std::string_view name) {
  for (const Format* f : kFormats)
    if (f->name == name) return f;
  return nullptr;
}

}  // namespace lockstep::formats
