// A launch as files: a folder with LAUNCH.json, as `lockstep run` reads it (docs/json.md), the contents of the buffers that
// the kernel can reach, the code object, and what the launch left, to be compared with.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "emulator/runtime/device_memory.hpp"
#include "emulator/runtime/kernel_arguments.hpp"
#include "emulator/runtime/module.hpp"
#include "emulator/runtime/overlay.hpp"
#include "emulator/runtime/settings.hpp"

namespace lockstep::runtime {

struct LaunchToWrite {
  const Settings& settings;
  const Module& module;
  const code_object::Kernel& kernel;
  const code_object::Geometry& geometry;
  const ArgumentSegment& segment;
  const DeviceMemory& before;
  const Overlay* after = nullptr;  ///< nullptr: it stopped
};

/// Into a new folder of `settings.record`, whose name is returned. Errors in words.
tl::expected<std::string, std::string> write_launch(const LaunchToWrite& launch);

}  // namespace lockstep::runtime
