// The arguments of a launch, as launch files spell them.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "emulator/code_object/code_object.hpp"
#include "emulator/runtime/device_memory.hpp"
#include "emulator/runtime/kernel_arguments.hpp"

namespace lockstep::runtime {

/// Pointers by the buffers that they point into, so that a reader can follow them; everything else as bytes.
nlohmann::json arguments_of(const code_object::Kernel& kernel, const ArgumentSegment& segment,
                            const DeviceMemory& memory);

}  // namespace lockstep::runtime
