// hipDeviceGetAttribute.
#include <climits>
#include <optional>
#include <string>

#include "emulator/runtime/hip/abi.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace {

/// hipDeviceAttribute_t, those that are answered.
enum Attribute : int {
  can_map_host_memory = 3,
  clock_rate = 5,
  compute_mode = 6,
  concurrent_kernels = 8,
  cooperative_launch = 10,
  integrated = 16,
  is_multi_gpu_board = 17,
  kernel_exec_timeout = 18,
  managed_memory = 24,
  compute_capability_major = 23,
  max_block_dim_x = 26,
  max_block_dim_y = 27,
  max_block_dim_z = 28,
  max_grid_dim_x = 29,
  max_grid_dim_y = 30,
  max_grid_dim_z = 31,
  max_threads_per_block = 56,
  max_threads_per_multiprocessor = 57,
  compute_capability_minor = 61,
  pageable_memory_access = 65,
  pci_bus_id = 67,
  pci_device_id = 68,
  pci_domain_id = 69,
  max_registers_per_block = 71,
  max_registers_per_multiprocessor = 72,
  multiprocessor_count = 63,
  max_shared_memory_per_block = 74,
  shared_memory_per_block_optin = 75,
  shared_memory_per_multiprocessor = 76,
  stream_priorities_supported = 78,
  texture_alignment = 81,
  unified_addressing = 85,
  warp_size = 87,
  memory_pools_supported = 88,
  virtual_memory_supported = 89,
  host_register_supported = 90,
  max_shared_memory_per_multiprocessor = 10002,
  can_use_stream_wait_value = 10013,
  image_support = 10014,
  physical_multiprocessor_count = 10015,
};

std::optional<int> attribute(const lockstep::arch::Arch& arch, int which) {
  const lockstep::arch::Device& d = arch.device;
  switch (which) {
    case clock_rate:
      return d.clock_khz;
    case compute_capability_major:
      return d.major;
    case compute_capability_minor:
      return d.minor;
    case max_block_dim_x:
    case max_block_dim_y:
    case max_block_dim_z:
    case max_threads_per_block:
      return 1024;
    case max_grid_dim_x:
      return INT_MAX;
    case max_grid_dim_y:
    case max_grid_dim_z:
      return 65535;
    case max_threads_per_multiprocessor:
      return 2048;
    case can_map_host_memory:
    case concurrent_kernels:
    case cooperative_launch:
    case managed_memory:
    case unified_addressing:
    case memory_pools_supported:
    case virtual_memory_supported:
    case host_register_supported:
      return 1;
    case compute_mode:
    case integrated:
    case is_multi_gpu_board:
    case kernel_exec_timeout:
    case pageable_memory_access:
    case pci_bus_id:
    case pci_device_id:
    case pci_domain_id:
    case stream_priorities_supported:
    case can_use_stream_wait_value:
    case image_support:
      return 0;
    case texture_alignment:
      return 256;
    case max_registers_per_block:
    case max_registers_per_multiprocessor:
      return 65536;
    case physical_multiprocessor_count:
    case multiprocessor_count:
      return d.compute_units;
    case shared_memory_per_block_optin:
    case shared_memory_per_multiprocessor:
    case max_shared_memory_per_multiprocessor:
    case max_shared_memory_per_block:
      return int(arch.unit.lds_bytes);
    case warp_size:
      return arch.widest_wave();
    default:
      return std::nullopt;
  }
}

}  // namespace

LOCKSTEP_HIP Status hipDeviceGetAttribute(int* value, int which, int device) {
  return call([&](Session& s) {
    if (value == nullptr) return Error::invalid_value;
    if (device != 0) return Error::invalid_device;
    const auto found = attribute(s.device(), which);
    if (!found)
      s.report().complain("hipDeviceGetAttribute: attribute " + std::to_string(which) + " has no answer yet");
    *value = found.value_or(0);
    return found ? Error::success : Error::not_supported;
  });
}
