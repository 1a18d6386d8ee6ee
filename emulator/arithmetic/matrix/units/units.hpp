// Every unit that there are facts of.
#pragma once

#include <span>
#include <string_view>

#include "emulator/arithmetic/matrix/units/unit.hpp"

namespace lockstep::matrix {

std::span<const Unit> units();

/// nullptr when there is no unit of that name.
const Unit* find_unit(std::string_view name);

}  // namespace lockstep::matrix
