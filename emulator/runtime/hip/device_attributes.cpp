// hipDeviceGetAttribute.
#include <algorithm>
#include <climits>
#include <iterator>
#include <optional>
#include <string>

#include "emulator/runtime/hip/abi.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace {

using A = const lockstep::arch::Arch&;

/// An attribute that is answered.
struct Attribute {
  int number;        ///< hipDeviceAttribute_t
  const char* name;  ///< for those who read the table
  int (*value)(A);
};

constexpr Attribute kAttributes[] = {
    {3, "can_map_host_memory", [](A) { return 1; }},
    {5, "clock_rate", [](A a) { return a.device.clock_khz; }},
    {6, "compute_mode", [](A) { return 0; }},
    {8, "concurrent_kernels", [](A) { return 1; }},
    {10, "cooperative_launch", [](A) { return 1; }},
    {16, "integrated", [](A) { return 0; }},
    {17, "is_multi_gpu_board", [](A) { return 0; }},
    {18, "kernel_exec_timeout", [](A) { return 0; }},
    {23, "compute_capability_major", [](A a) { return a.device.major; }},
    {24, "managed_memory", [](A) { return 1; }},
    {26, "max_block_dim_x", [](A) { return 1024; }},
    {27, "max_block_dim_y", [](A) { return 1024; }},
    {28, "max_block_dim_z", [](A) { return 1024; }},
    {29, "max_grid_dim_x", [](A) { return INT_MAX; }},
    {30, "max_grid_dim_y", [](A) { return 65535; }},
    {31, "max_grid_dim_z", [](A) { return 65535; }},
    {56, "max_threads_per_block", [](A) { return 1024; }},
    {57, "max_threads_per_multiprocessor", [](A) { return 2048; }},
    {61, "compute_capability_minor", [](A a) { return a.device.minor; }},
    {63, "multiprocessor_count", [](A a) { return a.device.compute_units; }},
    {65, "pageable_memory_access", [](A) { return 0; }},
    {67, "pci_bus_id", [](A) { return 0; }},
    {68, "pci_device_id", [](A) { return 0; }},
    {69, "pci_domain_id", [](A) { return 0; }},
    {71, "max_registers_per_block", [](A) { return 65536; }},
    {72, "max_registers_per_multiprocessor", [](A) { return 65536; }},
    {74, "max_shared_memory_per_block", [](A a) { return int(a.unit.lds_bytes); }},
    {75, "shared_memory_per_block_optin", [](A a) { return int(a.unit.lds_bytes); }},
    {76, "shared_memory_per_multiprocessor", [](A a) { return int(a.unit.lds_bytes); }},
    {78, "stream_priorities_supported", [](A) { return 0; }},
    {81, "texture_alignment", [](A) { return 256; }},
    {85, "unified_addressing", [](A) { return 1; }},
    {87, "warp_size", [](A a) { return a.widest_wave(); }},
    {88, "memory_pools_supported", [](A) { return 1; }},
    {89, "virtual_memory_supported", [](A) { return 1; }},
    {90, "host_register_supported", [](A) { return 1; }},
    {10002, "max_shared_memory_per_multiprocessor", [](A a) { return int(a.unit.lds_bytes); }},
    {10013, "can_use_stream_wait_value", [](A) { return 0; }},
    {10014, "image_support", [](A) { return 0; }},
    {10015, "physical_multiprocessor_count", [](A a) { return a.device.compute_units; }},
};

std::optional<int> attribute(A arch, int which) {
  const auto found = std::ranges::find(kAttributes, which, &Attribute::number);
  return found == std::end(kAttributes) ? std::nullopt : std::optional(found->value(arch));
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
