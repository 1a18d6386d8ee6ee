// What a launch has in device memory besides its buffers: its code and its dispatch packet.
#pragma once

#include "emulator/machine/dispatch/launch.hpp"
#include "emulator/machine/dispatch/loaded_code.hpp"

namespace lockstep::machine {

class Memory;

/// Adds the object's segments that are not in memory yet, read-only where the object says so.
void place_segments(const LoadedCode& code, Memory& memory);

/// Adds the dispatch packet, for kernels that ask for its address.
void place_packet(const code_object::Kernel& kernel, const Launch& launch, Memory& memory);

}  // namespace lockstep::machine
