#include "emulator/code_object/descriptor.hpp"

#include <algorithm>

#include "emulator/code_object/image.hpp"

namespace lockstep::code_object {
namespace {

using arch::Feature;

constexpr std::uint32_t field(std::uint32_t word, int low, int width) {
  return (word >> low) & ((1u << width) - 1u);
}

void decode_rsrc1(Descriptor& d, std::uint32_t word, const arch::Arch& arch) {
  d.vgpr_count = std::uint16_t((field(word, 0, 6) + 1) * arch.unit.granule);
  if (!arch.has(Feature::ids_in_trap_registers)) d.priority = std::uint8_t(field(word, 10, 2));
  d.round_mode = std::uint8_t(field(word, 12, 4));
  d.denorm_mode = std::uint8_t(field(word, 16, 4));
  if (arch.has(Feature::clamp_and_ieee_modes)) {  // else WG_RR_EN and DISABLE_PERF
    d.dx10_clamp = field(word, 21, 1) != 0;
    d.ieee_mode = field(word, 23, 1) != 0;
  }
  d.fp16_overflow = field(word, 26, 1) != 0;
}

void decode_rsrc2(Descriptor& d, std::uint32_t word, const arch::Arch& arch) {
  d.enable_private_segment = field(word, 0, 1) != 0;
  d.user_sgpr_count = std::uint8_t(field(word, 1, arch.has(Feature::ids_in_trap_registers) ? 6 : 5));
  if (!arch.has(Feature::ids_in_trap_registers)) {
    d.enable_workgroup_id_x = field(word, 7, 1) != 0;
    d.enable_workgroup_id_y = field(word, 8, 1) != 0;
    d.enable_workgroup_id_z = field(word, 9, 1) != 0;
    d.enable_workgroup_info = field(word, 10, 1) != 0;
  }
  d.workitem_id_dimensions = std::uint8_t(std::min(field(word, 11, 2) + 1, 3u));
  d.exceptions = std::uint8_t(field(word, 24, 7));
}

void decode_rsrc3(Descriptor& d, std::uint32_t word, const arch::Arch& arch) {
  if (arch.has(Feature::accumulation_registers)) {
    d.accum_offset = std::uint16_t((field(word, 0, 6) + 1) * 4);
    d.tg_split = field(word, 16, 1) != 0;
  }
  if (arch.has(Feature::dynamic_vgprs)) d.dynamic_vgprs = field(word, 17, 1) != 0;
}

void decode_properties(Descriptor& d, std::uint32_t word) {
  d.enable_private_segment_buffer = field(word, 0, 1) != 0;
  d.enable_dispatch_ptr = field(word, 1, 1) != 0;
  d.enable_queue_ptr = field(word, 2, 1) != 0;
  d.enable_kernarg_ptr = field(word, 3, 1) != 0;
  d.enable_dispatch_id = field(word, 4, 1) != 0;
  d.enable_flat_scratch_init = field(word, 5, 1) != 0;
  d.enable_private_segment_size = field(word, 6, 1) != 0;
  d.wavefront_size32 = field(word, 10, 1) != 0;
  d.uses_dynamic_stack = field(word, 11, 1) != 0;
}

}  // namespace

Descriptor decode_descriptor(std::span<const std::byte, kDescriptorBytes> bytes, const arch::Arch& arch) {
  Descriptor d;
  d.group_segment_bytes = load<std::uint32_t>(bytes, 0);
  d.private_segment_bytes = load<std::uint32_t>(bytes, 4);
  d.kernarg_bytes = load<std::uint32_t>(bytes, 8);
  d.entry_offset = load<std::int64_t>(bytes, 16);
  decode_rsrc3(d, load<std::uint32_t>(bytes, 44), arch);
  decode_rsrc1(d, load<std::uint32_t>(bytes, 48), arch);
  decode_rsrc2(d, load<std::uint32_t>(bytes, 52), arch);
  decode_properties(d, load<std::uint16_t>(bytes, 56));
  const std::uint32_t preload = load<std::uint16_t>(bytes, 58);
  d.kernarg_preload_length = std::uint8_t(field(preload, 0, 7));
  d.kernarg_preload_offset = std::uint16_t(field(preload, 7, 9));
  return d;
}

std::vector<ScalarSlot> initial_scalars(const Descriptor& d) {
  struct Row {
    bool enabled;
    InitialScalar what;
    int count;
  };
  // AMDGPUUsage, "SGPR Register Set Up Order".
  const Row user[] = {
      {d.enable_private_segment_buffer, InitialScalar::private_segment_buffer, 4},
      {d.enable_dispatch_ptr, InitialScalar::dispatch_ptr, 2},
      {d.enable_queue_ptr, InitialScalar::queue_ptr, 2},
      {d.enable_kernarg_ptr, InitialScalar::kernarg_ptr, 2},
      {d.enable_dispatch_id, InitialScalar::dispatch_id, 2},
      {d.enable_flat_scratch_init, InitialScalar::flat_scratch_init, 2},
      {d.enable_private_segment_size, InitialScalar::private_segment_size, 1},
      {d.kernarg_preload_length != 0, InitialScalar::kernarg_preload, d.kernarg_preload_length},
  };
  const Row system[] = {
      {d.enable_workgroup_id_x, InitialScalar::workgroup_id_x, 1},
      {d.enable_workgroup_id_y, InitialScalar::workgroup_id_y, 1},
      {d.enable_workgroup_id_z, InitialScalar::workgroup_id_z, 1},
      {d.enable_workgroup_info, InitialScalar::workgroup_info, 1},
  };
  std::vector<ScalarSlot> slots;
  int next = 0;
  for (const Row& row : user) {
    const int count = std::min(row.count, d.user_sgpr_count - next);
    if (!row.enabled || count <= 0) continue;
    const bool preload = row.what == InitialScalar::kernarg_preload;
    slots.push_back({row.what, next, count, preload ? d.kernarg_preload_offset : 0});
    next += count;
  }
  next = d.user_sgpr_count;
  for (const Row& row : system) {
    if (row.enabled) slots.push_back({row.what, next++, 1, 0});
  }
  return slots;
}

}  // namespace lockstep::code_object
