// Bytes of a buffer as people write them: OFFSET+SIZE.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "emulator/launch/description.hpp"
#include "host/json_reader.hpp"

namespace lockstep::cli {

/// An array of ranges, or a string of them with spaces between; "all" is the first `bytes`. Nothing without the key.
std::optional<std::vector<launch::Range>> read_ranges(host::JsonReader& r, const char* key,
                                                      std::uint64_t bytes);

}  // namespace lockstep::cli
