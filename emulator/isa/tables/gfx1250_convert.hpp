// gfx1250's conversions under a scale, eight elements a lane.
#pragma once

#include <span>

#include "emulator/isa/semantics.hpp"

namespace lockstep::isa {

std::span<const Semantics> gfx1250_convert_rows();

}  // namespace lockstep::isa
