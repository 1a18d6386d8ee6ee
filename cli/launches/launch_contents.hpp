// What the keys of a launch say about bytes: a buffer and its contents, and the value of an argument.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "cli/launches/launch_files.hpp"
#include "emulator/launch/description.hpp"
#include "host/json_reader.hpp"

namespace lockstep::cli {

/// Bytes of two digits each, as in ff or 0x0000803f.
std::optional<std::vector<std::uint8_t>> parse_hex(std::string_view text);

/// `seed` is that of random contents without one of their own.
launch::Buffer read_buffer(host::JsonReader& r, LaunchFiles& files, std::uint64_t seed);

launch::Argument read_argument(host::JsonReader& r);

}  // namespace lockstep::cli
