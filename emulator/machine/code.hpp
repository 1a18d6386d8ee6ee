// Binds a decoded program to the functions that execute it.
#pragma once

#include "wave.hpp"

namespace lockstep::machine {

/// `program` must outlive the result.
Code bind(const isa::Program& program, std::uint64_t load_bias);

}  // namespace lockstep::machine
