#include "emulator/runtime/hip/properties.hpp"

#include <algorithm>
#include <climits>
#include <cstring>
#include <type_traits>

namespace lockstep::runtime::hip {

namespace {

void put(std::string_view text, char (&to)[256]) {
  std::copy_n(text.begin(), std::min(text.size(), sizeof to - 1), to);
}

}  // namespace

template <typename Properties>
void describe(const arch::Arch& arch, std::string_view name, Properties& p) {
  const arch::Device& device = arch.device;
  constexpr int kThreads = 1024, kRegisters = 65536, kThreadsOfUnit = 2048;
  std::memset(static_cast<void*>(&p), 0, sizeof p);
  put(name, p.name);
  put(arch.name, p.gcn_arch_name);
  std::ranges::copy(device.features, p.gcn_arch_name + arch.name.size());
  p.total_global_mem = device.memory_bytes;
  p.shared_mem_per_block = p.max_shared_memory_per_multi_processor = arch.unit.lds_bytes;
  p.regs_per_block = kRegisters;
  p.warp_size = arch.widest_wave();
  p.max_threads_per_block = kThreads;
  std::ranges::fill(p.max_threads_dim, kThreads);
  p.max_grid_size[0] = INT_MAX;
  p.max_grid_size[1] = p.max_grid_size[2] = 65535;
  p.clock_rate = device.clock_khz;
  p.total_const_mem = INT_MAX;
  p.major = device.major;
  p.minor = device.minor;
  p.multi_processor_count = device.compute_units;
  p.max_threads_per_multi_processor = kThreadsOfUnit;
  p.concurrent_kernels = 1;
  p.can_map_host_memory = 1;
  p.mem_pitch = INT_MAX;
  p.texture_alignment = p.texture_pitch_alignment = 256;
  if constexpr (std::is_same_v<Properties, Properties6>) std::memcpy(p.uuid, kDeviceUuid, sizeof kDeviceUuid);
}

template void describe(const arch::Arch&, std::string_view, Properties5&);
template void describe(const arch::Arch&, std::string_view, Properties6&);

}  // namespace lockstep::runtime::hip
