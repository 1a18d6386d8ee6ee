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

// gfx1250's vector registers beyond the first 256: an instruction names registers of a bank of 256, and MODE
// says which bank each of its operands counts from (s_set_vgpr_msb).
//
// While MODE selects the first bank for all operands, nothing here runs. Otherwise a copy of the instruction
// that names the selected registers is executed; copies are kept.

/// The instruction with the registers of the banks that MODE selects; `prepared` itself if they are the same.
const PreparedInstruction& in_banks(Wave& wave, const PreparedInstruction& prepared);
const PreparedInstruction& in_banks(Wave& wave, const PreparedInstruction&& prepared) = delete;

}  // namespace lockstep::machine
