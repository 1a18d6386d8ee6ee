// Buffer descriptors: a 64-bit base, the number of bytes behind it that may be touched, and 32-bit offsets.
//
// All offset arithmetic of a buffer instruction is 32 bits wide, so nothing here spans a tensor: the base is
// moved to the tile in 64 bits, and num_records covers what the tile may touch and not a byte more. A load
// past num_records returns zeros, a store past it is dropped, judged per dword. num_records is at most
// kMaxRecords: kNowhere is then outside whatever is added to it.
#pragma once

#include "kernels/primitives/arch.hpp"
#include "kernels/primitives/device.hpp"

namespace lockstep::device {

inline constexpr std::uint32_t kMaxRecords = 0x7fffffffu;
inline constexpr std::uint32_t kNowhere = 0x7fffffffu;  ///< voffset of a lane that must not store

/// How a load treats the caches.
enum class Caching : int { kept = 0, streamed = 2 /* non-temporal: the nt bit */ };

class Buffer {
 public:
  /// base must be the same in every lane, and aligned to the access: 16 bytes for the 16-byte ones.
  __device__ Buffer(const void* base, std::uint32_t num_records)
      : resource_(__builtin_amdgcn_make_buffer_rsrc(const_cast<void*>(base), /*stride=*/0, num_records,
                                                    Arch::kBufferWord3)) {}

  /// soffset must be the same in every lane.
  __device__ std::uint32_t load_byte(std::uint32_t voffset, std::uint32_t soffset = 0) const {
    return __builtin_amdgcn_raw_buffer_load_b8(resource_, voffset, soffset, 0);
  }
  __device__ std::uint32_t load_short(std::uint32_t voffset) const {
    return __builtin_amdgcn_raw_buffer_load_b16(resource_, voffset, 0, 0);
  }
  __device__ std::uint32_t load_dword(std::uint32_t voffset, std::uint32_t soffset = 0) const {
    return __builtin_amdgcn_raw_buffer_load_b32(resource_, voffset, soffset, 0);
  }
  __device__ Uint2 load_8_bytes(std::uint32_t voffset) const {
    return __builtin_amdgcn_raw_buffer_load_b64(resource_, voffset, 0, 0);
  }
  template <Caching kCaching = Caching::kept>
  __device__ Uint4 load_16_bytes(std::uint32_t voffset, std::uint32_t soffset = 0) const {
    return __builtin_amdgcn_raw_buffer_load_b128(resource_, voffset, soffset, static_cast<int>(kCaching));
  }
  __device__ void store_byte(std::uint32_t value, std::uint32_t voffset) const {
    __builtin_amdgcn_raw_buffer_store_b8(static_cast<std::uint8_t>(value), resource_, voffset, 0, 0);
  }
  __device__ void store_2_bytes(std::uint32_t value, std::uint32_t voffset) const {
    __builtin_amdgcn_raw_buffer_store_b16(static_cast<std::uint16_t>(value), resource_, voffset, 0, 0);
  }
  __device__ void store_dword(std::uint32_t value, std::uint32_t voffset) const {
    __builtin_amdgcn_raw_buffer_store_b32(value, resource_, voffset, 0, 0);
  }
  __device__ void store_8_bytes(Uint2 value, std::uint32_t voffset) const {
    __builtin_amdgcn_raw_buffer_store_b64(value, resource_, voffset, 0, 0);
  }
  __device__ void store_16_bytes(Uint4 value, std::uint32_t voffset) const {
    __builtin_amdgcn_raw_buffer_store_b128(value, resource_, voffset, 0, 0);
  }

  /// Moves Arch::kDmaBytes per lane from memory into LDS without passing through registers: lane l writes to
  /// destination + kDmaBytes * l, wherever it reads. destination must be the same in every lane. kFurther is
  /// added to both addresses, and costs nothing. Not on gfx1250.
  template <int kFurther = 0, class A = Arch>
  __device__ void copy_to_lds(std::uint8_t* destination, std::uint32_t voffset, std::uint32_t soffset) const {
    using Lds = __attribute__((address_space(3))) void*;
    __builtin_amdgcn_raw_ptr_buffer_load_lds(resource_, (Lds)destination, A::kDmaBytes, voffset, soffset,
                                             kFurther, 0);
  }

 private:
  __amdgpu_buffer_rsrc_t resource_;
};

}  // namespace lockstep::device
