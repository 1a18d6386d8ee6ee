// A vector ALU instruction one lane at a time, written plainly: which bits each source is, what the row's
// function makes of them, and where the result goes. The machine does the same on 64 lanes at once.
#pragma once

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::tests {

struct NaiveResult {
  std::optional<std::uint64_t> destination;  ///< what its one or two registers hold afterwards
  std::optional<bool> mask;                  ///< the lane's bit of the mask that is written
};

/// The lane is one that EXEC has on. Empty where the form is beyond this twin: DPP other than within four
/// lanes.
std::optional<NaiveResult> naive_lane(machine::Wave& wave, const isa::Instruction& instruction, int lane);

}  // namespace lockstep::tests
