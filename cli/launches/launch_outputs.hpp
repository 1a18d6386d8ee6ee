// What the keys of a launch say about an output, and how it is compared with what is expected of it.
#pragma once

#include "cli/launches/launch_files.hpp"
#include "emulator/launch/description.hpp"
#include "host/json_reader.hpp"
#include "properties/launch_outputs/operands.hpp"

namespace lockstep::cli {

/// The operator that the last output of the description names, where its SNR is derived.
std::optional<launch_outputs::Gemm> read_operator(host::JsonReader& r,
                                                  const launch::Description& description);

/// The description has its buffers already.
launch::Output read_output(host::JsonReader& r, LaunchFiles& files, const launch::Description& description);

}  // namespace lockstep::cli
