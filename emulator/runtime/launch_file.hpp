// A launch as files: a folder with LAUNCH.json, as `lockstep run` reads it (docs/json.md), the contents of
// the buffers that the kernel can reach, the code object, and what the launch left, to be compared with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>
#include <tl/expected.hpp>

#include "emulator/code_object/code_object.hpp"
#include "emulator/runtime/device_memory.hpp"
#include "emulator/runtime/kernel_launch.hpp"
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

/// Writes a launch into a new folder of `settings.record`, whose name is returned. Errors in words.
tl::expected<std::string, std::string> write_launch(const LaunchToWrite& launch);

/// Files of larger allocations have holes, which read as zero, for pages that nobody touched.
inline constexpr std::uint64_t kWholeBytes = std::uint64_t{64} << 20;

tl::expected<void, std::string> write_file(const std::filesystem::path& path,
                                           std::span<const std::uint8_t> bytes);
/// Writes the contents of an allocation into `folder`, as the buffer of that number. What the launch file
/// says of it: one element of its "buffers".
tl::expected<nlohmann::json, std::string> write_buffer(const machine::Allocation& a,
                                                       const DeviceMemory& memory,
                                                       const std::filesystem::path& folder,
                                                       std::size_t number);

/// The allocations that a launch may use, by ascending addresses: those that its arguments point into, and
/// those that words of these point into. A pointer lies at a multiple of 8 bytes, in `arguments`, in an
/// allocation or in one of `more`, which are not among the result.
std::vector<const machine::Allocation*> reachable(const DeviceMemory& memory,
                                                  std::span<const std::uint8_t> arguments,
                                                  std::span<const machine::Allocation* const> more);

/// The arguments of a launch, as launch files spell them: pointers by the buffers that they point into, so
/// that a reader can follow them; everything else as bytes.
nlohmann::json arguments_of(const code_object::Kernel& kernel, const ArgumentSegment& segment,
                            const DeviceMemory& memory);

}  // namespace lockstep::runtime
