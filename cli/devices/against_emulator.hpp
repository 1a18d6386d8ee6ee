// The same launch on the emulator: where its outputs differ from what a GPU left.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "cli/devices/device_launch.hpp"

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

}  // namespace lockstep::cli
