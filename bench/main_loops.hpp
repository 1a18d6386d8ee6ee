// What each kernel's main loop executes at its largest tile: counted in the emulator, so it is the same on
// every machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "emulator/observe/instruction_mix.hpp"

namespace lockstep::bench {

struct MainLoop {
  std::string name;             ///< loop/KERNEL@ARCH
  std::string case_line;        ///< the case that was run
  std::string error;            ///< why there is nothing to say; the rest is empty then
  observe::InstructionMix mix;  ///< over all waves
  std::uint64_t lds_reads = 0;  ///< reads by waves in the loop
  std::uint64_t lds_writes = 0;
  std::uint64_t read_conflicts = 0;  ///< cycles that those reads lose to bank conflicts
  std::uint64_t write_conflicts = 0;
  std::uint64_t unknown_accesses = 0;  ///< accesses of a width whose phases are not known
  std::uint32_t registers = 0;         ///< vector registers per lane, both files together
  std::uint32_t scratch = 0;           ///< bytes per lane
};

/// One row for each kernel whose loop/KERNEL@ARCH holds `filter`.
std::vector<MainLoop> main_loops(const std::string& filter);

}  // namespace lockstep::bench
