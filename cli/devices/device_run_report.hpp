// What `run --device` says of a launch.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "cli/devices/against_emulator.hpp"
#include "cli/devices/device_runs.hpp"
#include "emulator/checks/policy.hpp"

namespace lockstep::cli {

struct DeviceRunResult {
  DeviceRuns runs;
  std::optional<EmulatedComparison> compared;
};

/// An ExitCode.
int exit_code_of(const DeviceRunResult& result, const checks::Policy& policy);

/// Whole lines: the verdict, what was found, what a GPU does not say, and the outputs.
std::string text(const DeviceRunResult& result, const DeviceLaunch& launch, const checks::Policy& policy);

/// The same as docs/json.md has it, but for how it is repeated.
nlohmann::json to_json(const DeviceRunResult& result, const DeviceLaunch& launch,
                       const devices::Identity& device, const checks::Policy& policy);

}  // namespace lockstep::cli
