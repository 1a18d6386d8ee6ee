#include "emulator/machine/dispatch/launch_environment.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "emulator/machine/dispatch/refusal.hpp"
#include "emulator/machine/memory/memory.hpp"

namespace lockstep::machine {

std::uint32_t scratch_of_thread(const code_object::Kernel& kernel, const Launch& launch) {
  return kernel.descriptor.uses_dynamic_stack ? std::max(kernel.private_bytes, launch.stack)
                                              : kernel.private_bytes;
}

namespace {

/// Adds the object's segments that are not in memory yet, read-only where the object says so.
void place_segments(const LoadedCode& code, Memory& memory) {
  for (const code_object::Segment& segment : code.object().segments) {
    const std::uint64_t base = code.bias() + segment.address;
    if (segment.memory_bytes == 0 || memory.owner(base, 1) != nullptr) continue;
    memory.add("code object segment", base, segment.memory_bytes, segment.writable,
               [&segment, bias = code.bias()](std::uint64_t offset, std::span<std::uint8_t> data,
                                              std::span<std::uint8_t>) { segment.fill(bias, offset, data); });
  }
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
  put(24, scratch_of_thread(kernel, launch));
  put(28, kernel.group_bytes + launch.dynamic_lds);
  put(40, launch.kernarg);
  memory.add("dispatch packet", launch.packet, kPacketBytes, false,
             [packet](std::uint64_t, std::span<std::uint8_t> data, std::span<std::uint8_t>) {
               std::copy_n(packet.begin(), std::min(data.size(), packet.size()), data.begin());
             });
}

}  // namespace

tl::expected<Environment, Outcome> environment_of(const LoadedCode& code, const code_object::Kernel& kernel,
                                                  const Launch& launch, Memory& memory,
                                                  const Settings& settings) {
  const auto stopped = [&](FindingKind kind, std::string text) {
    Outcome outcome;
    outcome.stop.emplace();
    outcome.stop->kind = kind;
    outcome.stop->text = std::move(text);
    return tl::unexpected(std::move(outcome));
  };
  if (std::string why = refusal(code.object(), kernel, launch); !why.empty())
    return stopped(FindingKind::unsupported, std::move(why));
  if (const matrix::Model* m = settings.model; m != nullptr && m->arch != code.object().arch)
    return stopped(FindingKind::unsupported,
                   fmt::format("model {} is of {}, the code of {}", m->name, m->arch, code.object().arch));
  // Firmware that preloads arguments enters behind the block that loads them for older firmware.
  const bool preloaded = code_object::has_preload_prologue(code.object(), kernel);
  const std::uint64_t entry = kernel.entry + (preloaded ? code_object::kPreloadPrologueBytes : 0);
  const std::int32_t first = code.program().at(entry);
  if (first < 0)
    return stopped(FindingKind::illegal_instruction,
                   fmt::format("no instruction begins at the entry {:#x}", entry));

  place_segments(code, memory);
  if (kernel.descriptor.enable_dispatch_ptr) place_packet(kernel, launch, memory);
  Environment environment;
  environment.program = &code.prepared();
  environment.memory = &memory;
  environment.model = settings.model;
  environment.schedule = settings.schedule;
  environment.poison = settings.poison;
  environment.checks = settings.checks;
  const bool accumulators = code.program().arch->has(arch::Feature::accumulation_registers);
  environment.accum_offset =
      accumulators ? int(kernel.descriptor.accum_offset) : int(kernel.descriptor.vgpr_count);
  environment.entry = std::uint32_t(first);
  environment.wait_states = &code.wait_states();
  environment.wait_state_mode = settings.wait_states;
  environment.any_nans = settings.any_nans;
  environment.traced_address = settings.traced_address;
  environment.page_limit = settings.page_limit;
  environment.cancel = settings.cancel;
  environment.host = settings.host ? &settings.host : nullptr;
  return environment;
}

}  // namespace lockstep::machine
