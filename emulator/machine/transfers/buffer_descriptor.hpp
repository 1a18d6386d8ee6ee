// Buffer descriptors: the address of an access, and how much of it lies within the buffer.
#pragma once

#include <array>
#include <cstdint>

#include "emulator/arch/arch.hpp"

namespace lockstep::machine {

/// A buffer descriptor (V#).
struct BufferDescriptor {
  std::uint64_t base = 0;
  std::uint32_t stride = 0;
  std::uint64_t num_records = 0;
  bool swizzle = false;
  /// The lane is added to the index; the stride then has four more bits.
  bool add_thread_id = false;
  std::uint32_t index_stride = 8;  ///< swizzled buffers: indices that are interleaved
  bool wide = false;               ///< in the form of Feature::wide_buffer_descriptors
  bool bounds_by_stride = false;   ///< wide: the offset within a record must not exceed the stride
};

inline BufferDescriptor decode_descriptor(const std::array<std::uint32_t, 4>& words) {
  BufferDescriptor d;
  d.base = words[0] | std::uint64_t{words[1] & 0xFFFFu} << 32;
  d.stride = (words[1] >> 16) & 0x3FFF;
  d.swizzle = (words[1] >> 31) != 0;
  d.num_records = words[2];
  d.add_thread_id = ((words[3] >> 23) & 1) != 0;
  if (d.add_thread_id) d.stride |= ((words[3] >> 15) & 0xF) << 14;
  d.index_stride = 8u << ((words[3] >> 21) & 3);
  return d;
}

/// Decodes gfx1250's form: 57 bits of base, then 45 of num_records, then stride (LLVM SIISelLowering,
/// lowerPointerAsRsrcIntrin and AMDGPULowerBufferFatPointers, gfx1250), of 14 bits and two that scale it.
/// What the bits do: CDNA5 ISA, 9.4.1 and 9.4.2, as AMD's rocjitsu has them (ROCm/rocm-systems#10362,
/// #10428); no manual was at hand.
inline BufferDescriptor decode_wide_descriptor(const std::array<std::uint32_t, 4>& words) {
  BufferDescriptor d;
  const std::uint64_t low = words[0] | std::uint64_t{words[1]} << 32,
                      high = words[2] | std::uint64_t{words[3]} << 32;
  d.base = low & ((std::uint64_t{1} << 57) - 1);
  d.num_records = (low >> 57 | high << 7) & ((std::uint64_t{1} << 45) - 1);
  constexpr std::array<std::uint32_t, 4> kScales{1, 4, 8, 32};
  d.stride = (std::uint32_t(high >> 44) & 0x3FFF) * kScales[high >> 58 & 3];
  d.swizzle = (high >> 60 & 1) != 0;
  d.bounds_by_stride = (high >> 61 & 1) != 0;
  d.index_stride = 32;
  d.wide = true;
  return d;
}

inline BufferDescriptor decode_descriptor(const std::array<std::uint32_t, 4>& words, const arch::Arch& arch) {
  return arch.has(arch::Feature::wide_buffer_descriptors) ? decode_wide_descriptor(words)
                                                          : decode_descriptor(words);
}

/// The parts of an access's address in a buffer.
struct BufferOffset {
  /// (VGPR offset + instruction offset) mod 2^32, plus the scalar offset; gfx1250: their sum.
  std::uint64_t offset = 0;
  std::uint64_t index = 0;
  /// Whether idxen is set; what ADD_TID adds is not checked.
  bool indexed = false;
};

/// dwords_in_range() for gfx1250's form: num_records counts bytes, also of structured buffers. No source says
/// what is checked of swizzled ones; inferred: the same, before swizzling.
inline std::uint8_t dwords_in_wide_range(const BufferDescriptor& d, const BufferOffset& at, int bytes,
                                         bool all_or_nothing) {
  const int parts = bytes < 4 || all_or_nothing ? 1 : bytes / 4;
  const auto part = std::uint64_t(bytes / parts);
  std::uint8_t mask = 0;
  for (int i = 0; i < parts; ++i) {
    const std::uint64_t end = at.offset + part * std::uint64_t(i + 1);
    if (at.index * d.stride + end <= d.num_records && (!d.bounds_by_stride || end <= d.stride))
      mask |= std::uint8_t(1u << i);
  }
  return parts == 1 && mask != 0 ? std::uint8_t((1u << (bytes < 4 ? 1 : bytes / 4)) - 1u) : mask;
}

/// buffer_offset() for gfx1250's form: 16 bytes of each of 32 consecutive indices are interleaved; the scalar
/// offset is included.
inline std::uint64_t wide_buffer_offset(const BufferDescriptor& d, const BufferOffset& at) {
  constexpr std::uint64_t kElement = 16, kMask = (std::uint64_t{1} << 45) - 1;
  if (!d.swizzle) return at.index * d.stride + at.offset;
  const std::uint64_t group = at.index / d.index_stride, in_group = at.index % d.index_stride,
                      offset = at.offset & kMask;
  return (group * d.stride + offset / kElement * kElement) * d.index_stride + in_group * kElement +
         offset % kElement;
}
/// Whether an access lies within one of the 16-byte elements of a swizzled buffer.
inline bool is_one_element(const BufferDescriptor& d, const BufferOffset& at, int bytes) {
  constexpr std::uint64_t kElement = 16;
  return !d.swizzle || at.offset % kElement + std::uint64_t(bytes) <= kElement;
}

/// Which dwords of an access of `bytes` lie within the buffer, as a mask; an access of less than a dword is
/// bit 0. All or none for atomics. The index takes part when the buffer is structured (stride != 0 and
/// idxen).
inline std::uint8_t dwords_in_range(const BufferDescriptor& d, const BufferOffset& at, int bytes,
                                    bool all_or_nothing) {
  if (d.wide) return dwords_in_wide_range(d, at, bytes, all_or_nothing);
  const int dwords = bytes < 4 ? 1 : bytes / 4;
  const auto all = std::uint8_t((1u << dwords) - 1u);
  if (d.stride != 0 && at.indexed) return at.index < d.num_records ? all : std::uint8_t{0};
  if (bytes < 4 || all_or_nothing)
    return at.offset + std::uint64_t(bytes) <= d.num_records ? all : std::uint8_t{0};
  std::uint8_t mask = 0;
  for (int i = 0; i < dwords; ++i)
    if (at.offset + 4u * std::uint64_t(i) + 4 <= d.num_records) mask |= std::uint8_t(1u << i);
  return mask;
}

/// Bytes from the base, without the scalar offset, which is added after swizzling. A swizzled buffer
/// interleaves the dwords of `index_stride` consecutive indices (CDNA3 ISA, "Memory buffer addressing";
/// elements are dwords since GFX9, as LLVM's descriptors have it).
inline std::uint64_t buffer_offset(const BufferDescriptor& d, std::uint64_t index, std::uint32_t offset) {
  if (!d.swizzle || d.stride == 0) return offset + index * d.stride;
  constexpr std::uint32_t kElement = 4;
  const std::uint64_t group = index / d.index_stride, in_group = index % d.index_stride;
  return (group * d.stride + offset / kElement * kElement) * d.index_stride + in_group * kElement +
         offset % kElement;
}

}  // namespace lockstep::machine
