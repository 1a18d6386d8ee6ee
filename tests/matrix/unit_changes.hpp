// Every fact of a unit that its sum reads, each moved by one step: a bit more, a bit less, the other
// direction.
#pragma once

#include <string>
#include <vector>

#include "emulator/arithmetic/matrix/units/unit.hpp"

namespace lockstep::tests {

struct UnitChange {
  std::string what;
  matrix::Unit unit;  ///< with the changed fact
};

std::vector<UnitChange> one_step_changes(const matrix::Unit& unit);

/// Whether the change makes no other function of the unit's operands: unit_idle_changes.cpp has the reasons.
bool is_idle(const matrix::Unit& unit, const UnitChange& change);

}  // namespace lockstep::tests
