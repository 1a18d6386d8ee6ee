// All units.
#pragma once

#include <span>
#include <string_view>

#include "emulator/arithmetic/matrix/units/unit.hpp"

namespace lockstep::matrix {

std::span<const Unit> units();

/// The unit of that name; nullptr when there is none.
const Unit* find_unit(std::string_view name);

/// The units that are derived from the models of an arch (derived_units.cpp).
std::span<const Unit> gfx950_units();
std::span<const Unit> gfx1250_units();

}  // namespace lockstep::matrix
