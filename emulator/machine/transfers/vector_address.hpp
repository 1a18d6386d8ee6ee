// Address generation of buffer, global, flat and scratch operations.
#pragma once

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// A buffer descriptor (V#): gfx9 fields.
struct BufferDescriptor {
  std::uint64_t base = 0;
  std::uint32_t stride = 0;
  std::uint32_t num_records = 0;
  bool swizzle = false;
  bool add_thread_id = false;      ///< the lane is added to the index; the stride has four more bits then
  std::uint32_t index_stride = 8;  ///< of swizzled buffers: consecutive indices that lie together
};
BufferDescriptor decode_descriptor(const std::array<std::uint32_t, 4>& words);

/// Which dwords of an access of `bytes` at `offset` lie within the buffer, as a mask; an access of less than
/// a dword is bit 0. Everything or nothing for atomics. `index` takes part when the buffer is structured
/// (stride != 0 and idxen).
struct BufferOffset {
  std::uint64_t offset = 0;  ///< (VGPR offset + instruction offset) mod 2^32, plus the scalar offset
  std::uint64_t index = 0;
  bool indexed = false;  ///< by idxen; what ADD_TID adds is not checked
};
std::uint8_t dwords_in_range(const BufferDescriptor& descriptor, const BufferOffset& at, int bytes,
                             bool all_or_nothing);

/// Bytes from the base, without the scalar offset, which is added to what swizzling gives. A swizzled buffer
/// puts the dwords of `index_stride` consecutive indices side by side (CDNA3 ISA, "Memory buffer addressing";
/// elements are dwords since GFX9, as LLVM's descriptors have it).
std::uint64_t buffer_offset(const BufferDescriptor& descriptor, std::uint64_t index, std::uint32_t offset);

/// Fills addresses, ranges and owners of `pending`. On failure says why in `stop` and returns false.
bool buffer_addresses(Wave& wave, const Bound& code, Pending& pending, Step& stop);
/// Of global and flat operations: the lanes' addresses alone; and, where they lie in device memory, who owns
/// the bytes there.
bool lane_addresses(Wave& wave, const Bound& code, Pending& pending, Step& stop);
bool find_owners(Wave& wave, const Bound& code, Pending& pending, Step& stop);

}  // namespace lockstep::machine
