// Two implementations of one operator on the cases that are drawn for the first: what `compare` does, and
// what `fuzz --against emulated` does for each kernel.
#pragma once

#include <array>
#include <string>

#include <nlohmann/json.hpp>

#include "cli/cases/commands.hpp"
#include "cli/devices/gpu.hpp"
#include "properties/laws/code_cache.hpp"

namespace lockstep::cli {

/// What each side runs on; nullptr: the emulator.
using SideGpus = std::array<const Gpu*, 2>;

struct ComparisonEnd {
  int code = 0;         ///< an ExitCode
  nlohmann::json json;  ///< null where nothing was compared
  std::string html;     ///< a page, where the options ask for one
};

/// Prints what came of it; where options name no seed, of seed 1. Writes no file, and opens no device.
ComparisonEnd run_comparison(const CompareOptions& options, laws::CodeCache& cache, const SideGpus& gpus);

}  // namespace lockstep::cli
