// What a campaign did not reach of its kernels' machine code.
#pragma once

#include <map>
#include <string>

#include "emulator/observe/coverage.hpp"

namespace lockstep::cli {

/// Of each "kernel@arch build" the instructions that no case reached, as ranges of addresses, and the
/// conditional branches that always took the same direction, by address, with source lines where the object has
/// them.
std::string coverage_report(const std::map<std::string, observe::Coverage>& coverage);

}  // namespace lockstep::cli
