// A launch read for a GPU: its file, what is known of its code, and the program that a device runs.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "cli/launches/launch_target.hpp"
#include "devices/program.hpp"
#include "emulator/code_object/code_object.hpp"
#include "emulator/launch/placement.hpp"

namespace lockstep::cli {

struct DeviceLaunch {
  LaunchFile file;
  std::vector<std::uint8_t> image;  ///< an AMD code object, or PTX
  code_object::CodeObject object;
  std::unique_ptr<launch::Placement> placement;  ///< what buffers hold before; later, what a run left
};

/// Errors say what the user wrote that can't be. Nothing is asked of the emulator: the arch may be any.
tl::expected<std::unique_ptr<DeviceLaunch>, std::string> read_device_launch(const LaunchFlags& flags);

/// What nobody defined holds one thing in the first program and another, in every byte, in the second.
enum class Undefined : std::uint8_t { first, second };

/// Regions are the buffers, in order, each with its allocation's bytes. From 256 MiB on, undefined contents
/// are one byte over and over.
devices::Program program_of(const DeviceLaunch& launch, Undefined undefined);

}  // namespace lockstep::cli
