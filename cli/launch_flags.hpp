// A launch as flags, not yet read.
#pragma once

#include <string>
#include <vector>

namespace lockstep::cli {

/// The options that describe a launch, as `run --help` names them.
struct LaunchFlags {
  std::string file;  ///< LAUNCH.json; empty: flags alone
  std::string object, kernel, grid, block, cluster, model, schedule;
  std::vector<std::string> buffers, arguments, outputs;
  std::string dynamic_lds, argument_bytes, seed, threads, step_limit, granularity;
  bool no_checks = false;
};

}  // namespace lockstep::cli
