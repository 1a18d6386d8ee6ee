// Binds a decoded program to the functions that execute it.
#pragma once

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// `program` must outlive the result. Instructions that the plan concerns are bound to
/// execute_with_wait_states.
Code bind(const isa::Program& program, std::uint64_t load_bias, const WaitStatePlan* wait_states = nullptr);

}  // namespace lockstep::machine
