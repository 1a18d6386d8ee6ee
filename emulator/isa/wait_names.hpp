// How a wait for a counter is written.
#pragma once

#include <string>

#include "emulator/isa/counters.hpp"

namespace lockstep::isa {

/// The instruction that waits until at most `allowed` of a counter's operations are outstanding.
std::string wait_text(Counter counter, int allowed, const arch::Arch& arch);

}  // namespace lockstep::isa
