#include "emulator/runtime/hip/properties.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace lockstep::runtime::hip {

namespace {

void put(std::string_view text, char (&to)[256]) {
  std::copy_n(text.begin(), std::min(text.size(), sizeof to - 1), to);
}

// Fields of both layouts, each with its attribute.
void set_both(auto& p, const auto& set) {
  set(p.shared_mem_per_block, "max_shared_memory_per_block");
  set(p.max_shared_memory_per_multi_processor, "max_shared_memory_per_multiprocessor");
  set(p.regs_per_block, "max_registers_per_block");
  set(p.warp_size, "warp_size");
  set(p.max_threads_per_block, "max_threads_per_block");
  set(p.max_threads_dim[0], "max_block_dim_x");
  set(p.max_threads_dim[1], "max_block_dim_y");
  set(p.max_threads_dim[2], "max_block_dim_z");
  set(p.max_grid_size[0], "max_grid_dim_x");
  set(p.max_grid_size[1], "max_grid_dim_y");
  set(p.max_grid_size[2], "max_grid_dim_z");
  set(p.max_threads_per_multi_processor, "max_threads_per_multiprocessor");
  set(p.multi_processor_count, "multiprocessor_count");
  set(p.clock_rate, "clock_rate");
  set(p.clock_instruction_rate, "clock_instruction_rate");
  set(p.memory_clock_rate, "memory_clock_rate");
  set(p.memory_bus_width, "memory_bus_width");
  set(p.l2_cache_size, "l2_cache_size");
  set(p.total_const_mem, "total_constant_memory");
  set(p.mem_pitch, "max_pitch");
  set(p.texture_alignment, "texture_alignment");
  set(p.texture_pitch_alignment, "texture_pitch_alignment");
  set(p.major, "compute_capability_major");
  set(p.minor, "compute_capability_minor");
  set(p.compute_mode, "compute_mode");
  set(p.concurrent_kernels, "concurrent_kernels");
  set(p.cooperative_launch, "cooperative_launch");
  set(p.cooperative_multi_device_launch, "cooperative_multi_device_launch");
  set(p.unmatched_function, "cooperative_multi_device_unmatched_function");
  set(p.unmatched_grid, "cooperative_multi_device_unmatched_grid");
  set(p.unmatched_block, "cooperative_multi_device_unmatched_block");
  set(p.unmatched_lds, "cooperative_multi_device_unmatched_lds");
  set(p.can_map_host_memory, "can_map_host_memory");
  set(p.managed_memory, "managed_memory");
  set(p.concurrent_managed_access, "concurrent_managed_access");
  set(p.direct_managed_mem_access_from_host, "direct_managed_mem_access_from_host");
  set(p.pageable_memory_access, "pageable_memory_access");
  set(p.pageable_memory_access_uses_host_page_tables, "pageable_memory_access_uses_host_page_tables");
  set(p.is_large_bar, "large_bar");
  set(p.integrated, "integrated");
  set(p.ecc_enabled, "ecc_enabled");
  set(p.kernel_exec_timeout_enabled, "kernel_exec_timeout");
  set(p.tcc_driver, "tcc_driver");
  set(p.is_multi_gpu_board, "is_multi_gpu_board");
  set(p.asic_revision, "asic_revision");
  set(p.pci_domain_id, "pci_domain_id");
  set(p.pci_bus_id, "pci_bus_id");
  set(p.pci_device_id, "pci_device_id");
}

// Those that HIP 6 added.
void set_later(Properties6& p, const auto& set) {
  set(p.luid_device_node_mask, "luid_device_node_mask");
  set(p.shared_mem_per_block_optin, "shared_memory_per_block_optin");
  set(p.shared_mem_per_multiprocessor, "shared_memory_per_multiprocessor");
  set(p.reserved_shared_mem_per_block, "reserved_shared_memory_per_block");
  set(p.regs_per_multiprocessor, "max_registers_per_multiprocessor");
  set(p.max_blocks_per_multi_processor, "max_blocks_per_multiprocessor");
  set(p.surface_alignment, "surface_alignment");
  set(p.device_overlap, "device_overlap");
  set(p.async_engine_count, "async_engine_count");
  set(p.unified_addressing, "unified_addressing");
  set(p.persisting_l2_cache_max_size, "persisting_l2_cache_max_size");
  set(p.access_policy_max_window_size, "access_policy_max_window_size");
  set(p.stream_priorities_supported, "stream_priorities_supported");
  set(p.global_l1_cache_supported, "global_l1_cache_supported");
  set(p.local_l1_cache_supported, "local_l1_cache_supported");
  set(p.multi_gpu_board_group_id, "multi_gpu_board_group_id");
  set(p.host_native_atomic_supported, "host_native_atomic_supported");
  set(p.single_to_double_precision_ratio, "single_to_double_precision_ratio");
  set(p.compute_preemption_supported, "compute_preemption_supported");
  set(p.can_use_host_pointer_for_registered_mem, "can_use_host_pointer_for_registered_mem");
  set(p.host_register_supported, "host_register_supported");
  set(p.memory_pools_supported, "memory_pools_supported");
  set(p.memory_pool_handle_types, "memory_pool_handle_types");
}

}  // namespace

template <typename Properties>
void describe(const arch::Arch& arch, std::string_view name, Properties& p) {
  const arch::Device& device = arch.device;
  std::memset(static_cast<void*>(&p), 0, sizeof p);
  put(name, p.name);
  put(arch.name, p.gcn_arch_name);
  std::ranges::copy(device.features, p.gcn_arch_name + arch.name.size());
  p.total_global_mem = device.memory_bytes;  // the attribute has only what fits an int
  const auto set = [&]<typename Field>(Field& field, std::string_view attribute_name) {
    field = Field(attribute(arch, attribute_name));
  };
  set_both(p, set);
  if constexpr (std::is_same_v<Properties, Properties6>) {
    std::memcpy(p.uuid, kDeviceUuid, sizeof kDeviceUuid);
    set_later(p, set);
  }
}

template void describe(const arch::Arch&, std::string_view, Properties5&);
template void describe(const arch::Arch&, std::string_view, Properties6&);

}  // namespace lockstep::runtime::hip
