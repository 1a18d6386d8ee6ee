// The 64-byte kernel descriptor: how a wave of the kernel starts.
//
// Layout and fields: LLVM AMDGPUUsage, "Kernel Descriptor" and "compute_pgm_rsrc1..3", for the GFX90A-GFX950
// family and for gfx1250, which has neither AGPRs nor DX10_CLAMP and IEEE, and the workgroup's id in trap
// registers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "emulator/arch/arch.hpp"

namespace lockstep::code_object {

inline constexpr std::size_t kDescriptorBytes = 64;

struct Descriptor {
  std::uint32_t group_segment_bytes = 0;    ///< static LDS
  std::uint32_t private_segment_bytes = 0;  ///< scratch of one work-item
  std::uint32_t kernarg_bytes = 0;          ///< 0 in hand-written kernels whose metadata knows better
  std::int64_t entry_offset = 0;            ///< from the descriptor's own address to the first instruction

  // compute_pgm_rsrc1
  /// Vector registers allocated, VGPRs and AGPRs in one file, in whole granules
  std::uint16_t vgpr_count = 0;
  std::uint8_t priority = 0;  ///< the wave's when it starts
  // Two bits for f32 and, above them, two for f16 and f64, as in MODE.
  std::uint8_t round_mode = 0;   ///< 0 nearest even, 1 up, 2 down, 3 towards zero
  std::uint8_t denorm_mode = 0;  ///< bit 0: sources keep denormals, bit 1: results do
  bool dx10_clamp = false;       ///< the clamp modifier turns NaN into 0
  bool ieee_mode = false;        ///< signalling NaNs are quieted, min and max follow IEEE 754-2008
  bool fp16_overflow = false;    ///< FP16_OVFL: f16 overflow saturates instead of giving infinity

  // compute_pgm_rsrc2
  bool enable_private_segment = false;
  std::uint8_t user_sgpr_count = 0;  ///< the system SGPRs follow these
  bool enable_workgroup_id_x = false, enable_workgroup_id_y = false, enable_workgroup_id_z = false;
  bool enable_workgroup_info = false;
  std::uint8_t workitem_id_dimensions = 1;  ///< how many of x, y, z are packed into v0
  std::uint8_t exceptions = 0;              ///< seven enable bits: invalid, denormal source, 1/0, …

  // compute_pgm_rsrc3
  std::uint16_t accum_offset = 0;  ///< a[0] is v[accum_offset] of the unified file
  bool dynamic_vgprs = false;      ///< waves ask for more while they run
  bool tg_split = false;           ///< the waves of a work-group may run on different compute units

  // kernel code properties: which user SGPRs are set, in this order
  bool enable_private_segment_buffer = false;
  bool enable_dispatch_ptr = false, enable_queue_ptr = false, enable_kernarg_ptr = false;
  bool enable_dispatch_id = false, enable_flat_scratch_init = false, enable_private_segment_size = false;
  bool wavefront_size32 = false, uses_dynamic_stack = false;

  std::uint8_t kernarg_preload_length = 0;   ///< dwords of the kernarg segment preloaded into user SGPRs
  std::uint16_t kernarg_preload_offset = 0;  ///< the first of them, in dwords from the segment's start
};

Descriptor decode_descriptor(std::span<const std::byte, kDescriptorBytes> bytes, const arch::Arch& arch);

/// What the hardware puts into the first scalar registers.
enum class InitialScalar : std::uint8_t {
  private_segment_buffer,
  dispatch_ptr,
  queue_ptr,
  kernarg_ptr,
  dispatch_id,
  flat_scratch_init,
  private_segment_size,
  kernarg_preload,
  workgroup_id_x,
  workgroup_id_y,
  workgroup_id_z,
  workgroup_info,
};

struct ScalarSlot {
  InitialScalar what{};
  int first = 0;          ///< scalar register
  int count = 1;          ///< registers
  int preload_dword = 0;  ///< kernarg_preload: the first dword of the kernarg segment
};

/// The slots in register order, GFX940-GFX950: flat scratch is architected there, so scratch takes no system
/// SGPR. User SGPRs beyond user_sgpr_count are not loaded; system SGPRs start at user_sgpr_count.
std::vector<ScalarSlot> initial_scalars(const Descriptor& descriptor);

}  // namespace lockstep::code_object
