// A launch on a GPU, several times, and what can be told from what it left.
//
// A GPU does not say which bytes were written, nor whether anybody had defined what a kernel used. Both are
// found by running the launch with other contents where nothing is defined: an output byte that is another
// then was not written, or depends on what nobody defined. Each of the two runs twice: a byte that is another
// the second time depends on neither.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/devices/device_launch.hpp"
#include "cli/launches/judged_outputs.hpp"
#include "devices/device.hpp"
#include "emulator/findings/severity.hpp"

namespace lockstep::cli {

struct DeviceFinding {
  findings::Severity severity = findings::Severity::wrong;
  std::string line;
};

struct DeviceRuns {
  int launches = 0;
  std::optional<devices::Failure> failure;  ///< how the last run failed; nothing else is known then
  std::vector<DeviceFinding> findings;
  JudgedOutputs outputs;
};

/// Leaves in the placement what the first launch left. `model`: as judge_outputs has it.
DeviceRuns run_on(devices::Device& device, DeviceLaunch& launch, const matrix::Model* model);

}  // namespace lockstep::cli
