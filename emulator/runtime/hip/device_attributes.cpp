// The attributes of a device, which its properties repeat.
#include <algorithm>
#include <climits>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "emulator/runtime/hip/abi.hpp"
#include "emulator/runtime/hip/properties.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace {

using A = const lockstep::arch::Arch&;

/// An attribute that is answered.
struct Attribute {
  int number;        ///< hipDeviceAttribute_t
  const char* name;  ///< for properties, and those who read the table
  int (*value)(A);
};

// The L2 of an XCD and the width of the memory's interface, as AMD's data sheets of CDNA 3 and 4 have them.
constexpr int kL2Bytes = 4 << 20, kMemoryBits = 8192;
constexpr int kWallClockKhz = 100'000;  // what s_memrealtime counts

// hipDeviceAttribute_t of HIP 6 and 7, whole. What the emulated device has no part of is 0: textures, other
// GPUs, the clock of memory, numbers that HIP no longer uses.
constexpr Attribute kAttributes[] = {
    {0, "ecc_enabled", [](A) { return 1; }},
    {1, "access_policy_max_window_size", [](A) { return 0; }},
    {2, "async_engine_count", [](A) { return 1; }},
    {3, "can_map_host_memory", [](A) { return 1; }},
    {4, "can_use_host_pointer_for_registered_mem", [](A) { return 1; }},
    {5, "clock_rate", [](A a) { return a.device.clock_khz; }},
    {6, "compute_mode", [](A) { return 0; }},
    {7, "compute_preemption_supported", [](A) { return 0; }},
    {8, "concurrent_kernels", [](A) { return 1; }},
    {9, "concurrent_managed_access", [](A) { return 0; }},
    {10, "cooperative_launch", [](A) { return 1; }},
    {11, "cooperative_multi_device_launch", [](A) { return 0; }},
    {12, "device_overlap", [](A) { return 1; }},
    {13, "direct_managed_mem_access_from_host", [](A) { return 0; }},
    {14, "global_l1_cache_supported", [](A) { return 1; }},
    {15, "host_native_atomic_supported", [](A) { return 1; }},
    {16, "integrated", [](A) { return 0; }},
    {17, "is_multi_gpu_board", [](A) { return 0; }},
    {18, "kernel_exec_timeout", [](A) { return 0; }},
    {19, "l2_cache_size", [](A) { return kL2Bytes; }},
    {20, "local_l1_cache_supported", [](A) { return 1; }},
    {21, "luid", [](A) { return 0; }},
    {22, "luid_device_node_mask", [](A) { return 0; }},
    {23, "compute_capability_major", [](A a) { return a.device.major; }},
    {24, "managed_memory", [](A) { return 1; }},
    {25, "max_blocks_per_multiprocessor", [](A) { return 32; }},
    {26, "max_block_dim_x", [](A) { return 1024; }},
    {27, "max_block_dim_y", [](A) { return 1024; }},
    {28, "max_block_dim_z", [](A) { return 1024; }},
    {29, "max_grid_dim_x", [](A) { return INT_MAX; }},
    {30, "max_grid_dim_y", [](A) { return 65535; }},
    {31, "max_grid_dim_z", [](A) { return 65535; }},
    {32, "max_surface_1d", [](A) { return 0; }},
    {33, "max_surface_1d_layered", [](A) { return 0; }},
    {34, "max_surface_2d", [](A) { return 0; }},
    {35, "max_surface_2d_layered", [](A) { return 0; }},
    {36, "max_surface_3d", [](A) { return 0; }},
    {37, "max_surface_cubemap", [](A) { return 0; }},
    {38, "max_surface_cubemap_layered", [](A) { return 0; }},
    {39, "max_texture_1d_width", [](A) { return 0; }},
    {40, "max_texture_1d_layered", [](A) { return 0; }},
    {41, "max_texture_1d_linear", [](A) { return 0; }},
    {42, "max_texture_1d_mipmap", [](A) { return 0; }},
    {43, "max_texture_2d_width", [](A) { return 0; }},
    {44, "max_texture_2d_height", [](A) { return 0; }},
    {45, "max_texture_2d_gather", [](A) { return 0; }},
    {46, "max_texture_2d_layered", [](A) { return 0; }},
    {47, "max_texture_2d_linear", [](A) { return 0; }},
    {48, "max_texture_2d_mipmap", [](A) { return 0; }},
    {49, "max_texture_3d_width", [](A) { return 0; }},
    {50, "max_texture_3d_height", [](A) { return 0; }},
    {51, "max_texture_3d_depth", [](A) { return 0; }},
    {52, "max_texture_3d_alternate", [](A) { return 0; }},
    {53, "max_texture_cubemap", [](A) { return 0; }},
    {54, "max_texture_cubemap_layered", [](A) { return 0; }},
    {55, "max_threads_dim", [](A) { return 1024; }},
    {56, "max_threads_per_block", [](A) { return 1024; }},
    {57, "max_threads_per_multiprocessor", [](A) { return 2048; }},
    {58, "max_pitch", [](A) { return INT_MAX; }},
    {59, "memory_bus_width", [](A) { return kMemoryBits; }},
    {60, "memory_clock_rate", [](A) { return 0; }},
    {61, "compute_capability_minor", [](A a) { return a.device.minor; }},
    {62, "multi_gpu_board_group_id", [](A) { return 0; }},
    {63, "multiprocessor_count", [](A a) { return a.device.compute_units; }},
    {64, "unused", [](A) { return 0; }},
    {65, "pageable_memory_access", [](A) { return 0; }},
    {66, "pageable_memory_access_uses_host_page_tables", [](A) { return 0; }},
    {67, "pci_bus_id", [](A) { return 0; }},
    {68, "pci_device_id", [](A) { return 0; }},
    {69, "pci_domain_id", [](A) { return 0; }},
    {70, "persisting_l2_cache_max_size", [](A) { return 0; }},
    {71, "max_registers_per_block", [](A) { return 65536; }},
    {72, "max_registers_per_multiprocessor", [](A) { return 65536; }},
    {73, "reserved_shared_memory_per_block", [](A) { return 0; }},
    {74, "max_shared_memory_per_block", [](A a) { return int(a.unit.lds_bytes); }},
    {75, "shared_memory_per_block_optin", [](A a) { return int(a.unit.lds_bytes); }},
    {76, "shared_memory_per_multiprocessor", [](A a) { return int(a.unit.lds_bytes); }},
    {77, "single_to_double_precision_ratio", [](A) { return 0; }},
    {78, "stream_priorities_supported", [](A) { return 1; }},
    {79, "surface_alignment", [](A) { return 256; }},
    {80, "tcc_driver", [](A) { return 0; }},
    {81, "texture_alignment", [](A) { return 256; }},
    {82, "texture_pitch_alignment", [](A) { return 256; }},
    {83, "total_constant_memory", [](A) { return INT_MAX; }},
    {84, "total_global_memory", [](A) { return INT_MAX; }},
    {85, "unified_addressing", [](A) { return 1; }},
    {86, "unused", [](A) { return 0; }},
    {87, "warp_size", [](A a) { return a.widest_wave(); }},
    {88, "memory_pools_supported", [](A) { return 1; }},
    {89, "virtual_memory_supported", [](A) { return 1; }},
    {90, "host_register_supported", [](A) { return 1; }},
    {91, "memory_pool_handle_types", [](A) { return 0; }},
    {92, "host_numa_id", [](A) { return -1; }},
    {10000, "clock_instruction_rate", [](A a) { return a.device.clock_khz; }},
    {10001, "unused", [](A) { return 0; }},
    {10002, "max_shared_memory_per_multiprocessor", [](A a) { return int(a.unit.lds_bytes); }},
    {10003, "unused", [](A) { return 0; }},
    {10004, "unused", [](A) { return 0; }},
    {10005, "hdp_mem_flush_control", [](A) { return 0; }},
    {10006, "hdp_reg_flush_control", [](A) { return 0; }},
    {10007, "cooperative_multi_device_unmatched_function", [](A) { return 0; }},
    {10008, "cooperative_multi_device_unmatched_grid", [](A) { return 0; }},
    {10009, "cooperative_multi_device_unmatched_block", [](A) { return 0; }},
    {10010, "cooperative_multi_device_unmatched_lds", [](A) { return 0; }},
    {10011, "large_bar", [](A) { return 1; }},
    {10012, "asic_revision", [](A) { return 0; }},
    {10013, "can_use_stream_wait_value", [](A) { return 0; }},
    {10014, "image_support", [](A) { return 0; }},
    {10015, "physical_multiprocessor_count", [](A a) { return a.device.compute_units; }},
    {10016, "fine_grain_support", [](A) { return 1; }},
    {10017, "wall_clock_rate", [](A) { return kWallClockKhz; }},
    {10018, "number_of_xccs", [](A) { return 1; }},
    {10019, "max_available_vgprs_per_thread", [](A) { return 512; }},
    {10020, "pci_chip_id", [](A) { return 0; }},
};

std::optional<int> numbered(A arch, int which) {
  const auto found = std::ranges::find(kAttributes, which, &Attribute::number);
  return found == std::end(kAttributes) ? std::nullopt : std::optional(found->value(arch));
}

}  // namespace

int lockstep::runtime::hip::attribute(A arch, std::string_view name) {
  const auto found = std::ranges::find(kAttributes, name, &Attribute::name);
  return found == std::end(kAttributes) ? 0 : found->value(arch);
}

LOCKSTEP_HIP Status hipDeviceGetAttribute(int* value, int which, int device) {
  return call([&](Session& s) {
    if (value == nullptr) return Error::invalid_value;
    if (device != 0) return Error::invalid_device;
    const auto found = numbered(s.device(), which);
    if (!found)
      s.report().complain("hipDeviceGetAttribute: attribute " + std::to_string(which) + " has no answer yet");
    *value = found.value_or(0);
    return found ? Error::success : Error::not_supported;
  });
}
