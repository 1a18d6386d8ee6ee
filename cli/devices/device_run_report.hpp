// What `run --device` says of a launch, and where its outputs differ from what the emulator makes of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include <tl/expected.hpp>

#include "cli/devices/device_launch.hpp"
#include "cli/devices/device_runs.hpp"
#include "emulator/checks/policy.hpp"

namespace lockstep::cli {

struct EmulatedComparison {
  std::string model;                ///< under which the emulator ran
  std::optional<std::string> stop;  ///< why it did not come to its end; nothing is compared then
  std::vector<std::string> differences;
};

/// Runs the launch of the flags under `model`, every operation as early as the waits allow, and compares the
/// bytes of outputs that both define. Fails, in words, where the emulator does not take the launch.
tl::expected<EmulatedComparison, std::string> compare_with_emulator(const LaunchFlags& flags,
                                                                    const std::string& model,
                                                                    const DeviceLaunch& left);

struct DeviceRunResult {
  DeviceRuns runs;
  std::optional<EmulatedComparison> compared;
};

/// An ExitCode.
int exit_code_of(const DeviceRunResult& result, const checks::Policy& policy);

/// Whole lines: the verdict, what was found, what a GPU does not say, and the outputs.
std::string text(const DeviceRunResult& result, const DeviceLaunch& launch, const checks::Policy& policy);

/// The result as docs/json.md has it, but for how it is repeated.
nlohmann::json to_json(const DeviceRunResult& result, const DeviceLaunch& launch,
                       const devices::Identity& device, const checks::Policy& policy);

}  // namespace lockstep::cli
