#include "emulator/machine/dispatch/launch_memory.hpp"

#include <algorithm>
#include <cstring>

#include "emulator/machine/memory/memory.hpp"

namespace lockstep::machine {

void place_segments(const LoadedCode& code, Memory& memory) {
  for (const code_object::Segment& segment : code.object().segments) {
    const std::uint64_t base = code.bias() + segment.address;
    if (segment.memory_bytes == 0 || memory.owner(base, 1) != nullptr) continue;
    memory.add("code object segment", base, segment.memory_bytes, segment.writable,
               [&segment, bias = code.bias()](std::uint64_t offset, std::span<std::uint8_t> data,
                                              std::span<std::uint8_t>) { segment.fill(bias, offset, data); });
  }
}

std::uint32_t scratch_of_thread(const code_object::Kernel& kernel) {
  constexpr std::uint32_t kStack = 1024;
  return kernel.descriptor.uses_dynamic_stack ? std::max(kernel.private_bytes, kStack) : kernel.private_bytes;
}

// The packet as the queue holds it: AMDGPUUsage, "Kernel Dispatch"; HSA runtime specification,
// hsa_kernel_dispatch_packet_t. Completion signal and kernel object are null.
void place_packet(const code_object::Kernel& kernel, const Launch& launch, Memory& memory) {
  constexpr std::uint16_t kKernelDispatch = 2, kDimensions = 3;
  std::array<std::uint8_t, kPacketBytes> packet{};
  const auto put = [&](std::size_t at, auto value) { std::memcpy(&packet[at], &value, sizeof value); };
  put(0, kKernelDispatch);
  put(2, kDimensions);
  for (std::size_t i = 0; i < 3; ++i) {
    put(4 + 2 * i, std::uint16_t(launch.block[i]));
    put(12 + 4 * i, launch.grid[i] * launch.block[i]);
  }
  put(24, scratch_of_thread(kernel));
  put(28, kernel.group_bytes + launch.dynamic_lds);
  put(40, launch.kernarg);
  memory.add("dispatch packet", launch.packet, kPacketBytes, false,
             [packet](std::uint64_t, std::span<std::uint8_t> data, std::span<std::uint8_t>) {
               std::copy_n(packet.begin(), std::min(data.size(), packet.size()), data.begin());
             });
}

}  // namespace lockstep::machine
