// What a launch left in its outputs, and what of it is wrong.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/launch_json.hpp"
#include "emulator/arithmetic/matrix/models/model.hpp"
#include "emulator/launch/outputs.hpp"
#include "properties/launch_outputs/derived_snr.hpp"

namespace lockstep::cli {

struct JudgedOutputs {
  std::vector<launch::OutputResult> results;  ///< [output]; empty where the launch stopped
  std::vector<std::optional<launch_outputs::DerivedSnr>> derived;  ///< [output]
  std::vector<std::vector<std::string>>
      wrong_outputs;  ///< what is wrong with one, and the lines that show it
};

/// `model`: of derived SNRs, for a file that asks for some. They take longer than most runs: where an output is that of
/// `first`, an earlier run, its is taken.
JudgedOutputs judge_outputs(const LaunchFile& file, const launch::Placement& placement,
                            const matrix::Model* model, const JudgedOutputs* first = nullptr);

}  // namespace lockstep::cli
