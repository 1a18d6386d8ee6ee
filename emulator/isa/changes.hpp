// How far a change to a program reaches, for those who know of every path through the program as it was and
// would not follow all of them again.
#pragma once

#include <cstdint>
#include <vector>

#include "emulator/isa/instruction.hpp"

namespace lockstep::isa {

/// Instructions that are something else than in `before`, or lead somewhere else, and all those from which
/// some path comes to one of them within `steps`: paths of so many steps from any other are what they were.
/// Both programs have as many instructions.
std::vector<bool> near_changes(const Program& before, const Program& program, int steps);

/// The program as if an instruction were not there: who would come to it comes to the next. Addresses stay.
Program without(const Program& program, std::uint32_t instruction);

}  // namespace lockstep::isa
