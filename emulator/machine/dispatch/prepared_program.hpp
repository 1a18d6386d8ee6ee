// Prepares a decoded program: finds the function that executes each instruction.
#pragma once

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

class WaitStatePlan;

/// Prepares `program`, which must outlive the result. Instructions that `wait_states` concerns are executed
/// by execute_with_wait_states.
PreparedProgram prepare_program(const isa::Program& program, std::uint64_t load_bias,
                                const WaitStatePlan* wait_states = nullptr);

/// The executor of an instruction by the kind of its semantics. prepare_program() replaces it by fast paths
/// and by executors that obey wait states.
Execute executor_of(const isa::Instruction& instruction);

}  // namespace lockstep::machine
