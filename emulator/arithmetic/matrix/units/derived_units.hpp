// The units of gfx950 and gfx1250, whose arithmetic is not public, derived from the models of each arch.
//
// A unit's facts, label and source are its model's. Tables here say which models to tell apart for which
// instructions: where two give the same function for an instruction, one unit stands for both.
#pragma once

#include <span>

#include "emulator/arithmetic/matrix/units/unit.hpp"

namespace lockstep::matrix {

std::span<const Unit> gfx950_units();
std::span<const Unit> gfx1250_units();

}  // namespace lockstep::matrix
