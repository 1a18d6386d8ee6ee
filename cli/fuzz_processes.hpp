// A fuzz run in several processes of this machine, which take its cases in turn: forked from one process that has decoded the
// kernels, and merged at the end.
//
// A process that crashes, or that the kernel ends for want of memory, takes nothing of the others with it, and decoding
// takes 2 s and 1 GB once, not in each.
#pragma once

#include "cli/commands.hpp"

namespace lockstep::cli {

/// In as many as `options.processes`. The output, the files and the exit code are those of merge.
int fuzz_in_processes(const FuzzOptions& options);

}  // namespace lockstep::cli
