// What the keys of a launch say about an output, and how it is compared with what is expected of it.
#pragma once

#include "cli/launch_files.hpp"
#include "emulator/launch/description.hpp"
#include "host/json_reader.hpp"

namespace lockstep::cli {

/// The description has its buffers already.
launch::Output read_output(host::JsonReader& r, LaunchFiles& files, const launch::Description& description);

}  // namespace lockstep::cli
