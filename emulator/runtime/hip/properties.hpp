// hipDeviceProp_t as HIP 5 and as HIP 6 and 7 lay it out (hip_runtime_api.h of 5.2 and of 6.0). Fields that
// are set nowhere have no names: they are zero.
#pragma once

#include <cstddef>
#include <string_view>

#include "emulator/arch/arch.hpp"

namespace lockstep::runtime::hip {

struct Properties5 {
  char name[256];
  std::size_t total_global_mem, shared_mem_per_block;
  int regs_per_block, warp_size, max_threads_per_block, max_threads_dim[3], max_grid_size[3];
  int clock_rate, memory_clock_rate, memory_bus_width;
  std::size_t total_const_mem;
  int major, minor, multi_processor_count, l2_cache_size, max_threads_per_multi_processor, compute_mode,
      clock_instruction_rate;
  unsigned arch_flags;
  int concurrent_kernels, pci_domain_id, pci_bus_id, pci_device_id;
  std::size_t max_shared_memory_per_multi_processor;
  int is_multi_gpu_board, can_map_host_memory, gcn_arch;
  char gcn_arch_name[256];
  int integrated, cooperative_launch, cooperative_multi_device_launch;
  int textures[7];
  unsigned *hdp_mem_flush, *hdp_reg_flush;
  std::size_t mem_pitch, texture_alignment, texture_pitch_alignment;
  int kernel_exec_timeout_enabled, ecc_enabled, tcc_driver, unmatched_function, unmatched_grid,
      unmatched_block, unmatched_lds, is_large_bar, asic_revision, managed_memory,
      direct_managed_mem_access_from_host, concurrent_managed_access, pageable_memory_access,
      pageable_memory_access_uses_host_page_tables;
};
static_assert(offsetof(Properties5, gcn_arch_name) == 396 && sizeof(Properties5) == 792);

struct Properties6 {
  char name[256], uuid[16], luid[8];
  unsigned luid_device_node_mask;
  std::size_t total_global_mem, shared_mem_per_block;
  int regs_per_block, warp_size;
  std::size_t mem_pitch;
  int max_threads_per_block, max_threads_dim[3], max_grid_size[3], clock_rate;
  std::size_t total_const_mem;
  int major, minor;
  std::size_t texture_alignment, texture_pitch_alignment;
  int device_overlap, multi_processor_count, kernel_exec_timeout_enabled, integrated, can_map_host_memory,
      compute_mode;
  int textures_and_surfaces[40];
  std::size_t surface_alignment;
  int concurrent_kernels, ecc_enabled, pci_bus_id, pci_device_id, pci_domain_id, tcc_driver,
      async_engine_count, unified_addressing, memory_clock_rate, memory_bus_width, l2_cache_size,
      persisting_l2_cache_max_size, max_threads_per_multi_processor, stream_priorities_supported,
      global_l1_cache_supported, local_l1_cache_supported;
  std::size_t shared_mem_per_multiprocessor;
  int regs_per_multiprocessor, managed_memory, is_multi_gpu_board, multi_gpu_board_group_id,
      host_native_atomic_supported, single_to_double_precision_ratio, pageable_memory_access,
      concurrent_managed_access, compute_preemption_supported, can_use_host_pointer_for_registered_mem,
      cooperative_launch, cooperative_multi_device_launch;
  std::size_t shared_mem_per_block_optin;
  int pageable_memory_access_uses_host_page_tables, direct_managed_mem_access_from_host,
      max_blocks_per_multi_processor, access_policy_max_window_size;
  std::size_t reserved_shared_mem_per_block;
  int host_register_supported, no_arrays[3], memory_pools_supported, no_rdma[3], memory_pool_handle_types,
      no_features[4];
  int reserved[63 + 32];
  char gcn_arch_name[256];
  std::size_t max_shared_memory_per_multi_processor;
  int clock_instruction_rate;
  unsigned arch_flags;
  unsigned *hdp_mem_flush, *hdp_reg_flush;
  int unmatched_function, unmatched_grid, unmatched_block, unmatched_lds, is_large_bar, asic_revision;
};
static_assert(offsetof(Properties6, gcn_arch_name) == 1160 && sizeof(Properties6) == 1472);

/// What HIP 6 and later tell of it; the rest of the 16 bytes are zero.
inline constexpr char kDeviceUuid[] = {'l', 'o', 'c', 'k', 's', 't', 'e', 'p'};

/// What hipDeviceGetAttribute says, by the name in its table; 0 for a name that is not there.
int attribute(const arch::Arch& arch, std::string_view name);

/// Every field that has an attribute is what hipDeviceGetAttribute says.
template <typename Properties>
void describe(const arch::Arch& arch, std::string_view name, Properties& p);

extern template void describe(const arch::Arch&, std::string_view, Properties5&);
extern template void describe(const arch::Arch&, std::string_view, Properties6&);

}  // namespace lockstep::runtime::hip
