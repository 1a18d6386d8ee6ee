// What a launch has in device memory besides its buffers: its code, its dispatch packet, scratch.
#pragma once

#include "emulator/machine/dispatch/launch.hpp"
#include "emulator/machine/dispatch/loaded_code.hpp"

namespace lockstep::machine {

class Memory;

/// Bytes of scratch of each thread. A kernel whose calls are not known when it is compiled (recursion,
/// function pointers) has a stack as large as the host gives: HIP's runtime takes hipLimitStackSize, 1024
/// unless it is set, where the kernel itself does not need more (ROCm/clr, VirtualGPU::submitKernelInternal).
std::uint32_t scratch_of_thread(const code_object::Kernel& kernel);

/// Adds the object's segments that are not in memory yet, read-only where the object says so.
void place_segments(const LoadedCode& code, Memory& memory);

/// Adds the dispatch packet, for kernels that ask for its address.
void place_packet(const code_object::Kernel& kernel, const Launch& launch, Memory& memory);

}  // namespace lockstep::machine
