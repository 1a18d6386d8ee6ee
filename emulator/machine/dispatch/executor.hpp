// Which function executes an instruction.
#pragma once

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// The executor of an instruction by the kind of its semantics. prepare_program() replaces it by fast paths
/// and by executors that obey wait states.
Execute executor_of(const isa::Instruction& instruction);

}  // namespace lockstep::machine
