// The formats of scales that matrix instructions of gfx1250 select.
#pragma once

#include <array>
#include <cstddef>

#include "reference/formats/formats.hpp"

namespace lockstep::matrix {

/// The format that a modifier selects: 0 e8m0, 1 e5m3, 2 e4m3, else nullptr. Source: LLVM AMDGPU.
inline const formats::Format* scale_format(int selector) {
  constexpr std::array kFormats{&formats::float8_e8m0fnu, &formats::float8_ue5m3, &formats::float8_ue4m3};
  return selector >= 0 && selector < int(kFormats.size()) ? kFormats[std::size_t(selector)] : nullptr;
}

}  // namespace lockstep::matrix
