// `fuzz --against emulated`: cases on a GPU and on the emulator, whose bits are compared.
#pragma once

#include "cli/commands.hpp"

namespace lockstep::cli {

/// Each kernel that was named, or all that run on the GPU. Cases and time are dealt among them. Returns an ExitCode.
int fuzz_against_emulator(const FuzzOptions& options);

}  // namespace lockstep::cli
