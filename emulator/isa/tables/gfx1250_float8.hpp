// gfx1250's conversions of 8-bit formats that CDNA lacks.
#pragma once

#include <span>
#include <string_view>

#include "emulator/isa/semantics.hpp"

namespace lockstep::isa {

/// What clamp adds to the name of a conversion that it makes one of e5m3: it clamps nothing then (LLVM 22,
/// CvtFP8E5M3).
inline constexpr std::string_view kWithClamp = "_e5m3";

std::span<const Semantics> gfx1250_float8_rows();

}  // namespace lockstep::isa
