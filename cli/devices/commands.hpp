// The command about devices, and what holds of all of them, and what their options are. Each returns an
// ExitCode.
#pragma once

#include <string>

#include "emulator/arch/arch.hpp"

namespace lockstep::cli {

/// How long a kernel may take on a GPU.
inline constexpr double kKernelSeconds = 60;
/// How many runs of launches a process does on a GPU before another takes its place.
inline constexpr int kRunsPerProcess = 1000;

struct ProbeOptions {
  std::string device = "emulated:" + std::string(arch::kDefault);
  std::string model;  ///< model of an emulated device; empty: its arch's default
  std::string from;   ///< a file to judge instead of a device
  std::string json;
  bool all = false;  ///< print every rung of the ladders, too
};
int probe(const ProbeOptions& options);

}  // namespace lockstep::cli
