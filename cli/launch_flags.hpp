// A launch as flags, not yet read.
#pragma once

#include <string>
#include <vector>

namespace lockstep::cli {

/// What flags say of a launch, in the words of `run --help`.
struct LaunchFlags {
  std::string file;  ///< LAUNCH.json; empty: flags alone
  std::string object, kernel, grid, block, model, schedule;
  std::vector<std::string> buffers, arguments, outputs;
  std::string dynamic_lds, argument_bytes, seed, threads, step_limit;
  bool no_checks = false;
};

}  // namespace lockstep::cli
