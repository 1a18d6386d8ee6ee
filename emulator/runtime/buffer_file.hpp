// The contents of an allocation as a file, and what a launch file says of it: one element of its "buffers".
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include <nlohmann/json_fwd.hpp>
#include <tl/expected.hpp>

#include "emulator/runtime/device_memory.hpp"

namespace lockstep::runtime {

// Of larger allocations pages that nobody touched are holes of the file, which read as zero.
inline constexpr std::uint64_t kWholeBytes = std::uint64_t{64} << 20;

tl::expected<void, std::string> write_file(const std::filesystem::path& path,
                                           std::span<const std::uint8_t> bytes);
/// Into `folder`, as the buffer of that number.
tl::expected<nlohmann::json, std::string> write_buffer(const machine::Allocation& a,
                                                       const DeviceMemory& memory,
                                                       const std::filesystem::path& folder,
                                                       std::size_t number);

}  // namespace lockstep::runtime
