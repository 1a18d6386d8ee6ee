// What a launch runs in: device memory with its code and dispatch packet besides its buffers, its
// scratch, and where its waves begin.
#pragma once

#include <tl/expected.hpp>

#include "emulator/machine/dispatch/dispatch.hpp"
#include "emulator/machine/dispatch/workgroup.hpp"

namespace lockstep::machine {

/// Bytes of scratch of each thread. A kernel whose calls are not known when it is compiled (recursion,
/// function pointers) has a stack as large as the host gives: HIP's runtime takes hipLimitStackSize, 1024
/// unless it is set, where the kernel itself does not need more (ROCm/clr, VirtualGPU::submitKernelInternal).
std::uint32_t scratch_of_thread(const code_object::Kernel& kernel, const Launch& launch);

/// The environment of a launch, whose code and packet are then in memory, or its outcome if it cannot begin.
tl::expected<Environment, Outcome> environment_of(const LoadedCode& code, const code_object::Kernel& kernel,
                                                  const Launch& launch, Memory& memory,
                                                  const Settings& settings);

}  // namespace lockstep::machine
