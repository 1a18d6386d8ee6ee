// Which function executes an instruction.
#pragma once

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// By the kind of its semantics; fast paths and wait states are prepare_program()'s to put in its place.
Execute executor_of(const isa::Instruction& instruction);

}  // namespace lockstep::machine
