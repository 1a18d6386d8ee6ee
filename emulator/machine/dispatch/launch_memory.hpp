// What a launch has in device memory besides its buffers: its code, and the packet that dispatched it.
#pragma once

#include "emulator/machine/dispatch/launch.hpp"
#include "emulator/machine/dispatch/loaded_code.hpp"

namespace lockstep::machine {

class Memory;

/// Places the segments that are not there yet, read-only where the object says so.
void place_segments(const LoadedCode& code, Memory& memory);

/// Places the dispatch packet, for kernels that ask for its address.
void place_packet(const code_object::Kernel& kernel, const Launch& launch, Memory& memory);

}  // namespace lockstep::machine
