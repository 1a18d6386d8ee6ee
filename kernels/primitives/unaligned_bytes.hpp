// Sixteen bytes from any address, with loads that are aligned and end where the tensor ends.
//
// A 16-byte load needs a multiple of 4 bytes, and a dword that lies across the end of a descriptor reads as
// zero as a whole. So five aligned dwords are loaded and shifted into place, and the dword across the end is
// put together from bytes once.
#pragma once

#include "kernels/primitives/buffer_descriptor.hpp"

namespace lockstep::device {

class UnalignedBytes {
 public:
  /// The `size` bytes from `first` on, which the same in every lane; the 15 bytes before may be read unless
  /// `first` is a multiple of 16. What lies past them reads as zero.
  __device__ UnalignedBytes(const std::uint8_t* first, std::uint32_t size)
      : shift_(static_cast<std::uint32_t>(reinterpret_cast<std::uint64_t>(first)) & 15u),
        last_dword_((shift_ + size) & ~3u),
        dwords_(first - shift_, last_dword_) {
    const Buffer bytes(first - shift_, shift_ + size);
    tail_ = bytes.load_byte(0, last_dword_) | bytes.load_byte(1, last_dword_) << 8 |
            bytes.load_byte(2, last_dword_) << 16;
  }

  __device__ Uint4 load(std::uint32_t offset) const {
    const std::uint32_t at = offset + shift_, dword = at & ~3u;
    const Uint4 low = dwords_.load_16_bytes(dword);
    const std::uint32_t fifth = dwords_.load_dword(dword + 16);
    const std::uint32_t word[5] = {with_tail(low.x, dword), with_tail(low.y, dword + 4),
                                   with_tail(low.z, dword + 8), with_tail(low.w, dword + 12),
                                   with_tail(fifth, dword + 16)};
    return {__builtin_amdgcn_alignbyte(word[1], word[0], at), __builtin_amdgcn_alignbyte(word[2], word[1], at),
            __builtin_amdgcn_alignbyte(word[3], word[2], at), __builtin_amdgcn_alignbyte(word[4], word[3], at)};
  }

 private:
  __device__ std::uint32_t with_tail(std::uint32_t loaded, std::uint32_t dword) const {
    return dword == last_dword_ ? tail_ : loaded;
  }

  std::uint32_t shift_;
  std::uint32_t last_dword_;  ///< offset of the dword that lies across the end
  Buffer dwords_;
  std::uint32_t tail_;
};

/// The first `count` of 16 bytes, the others zero; any count.
__device__ inline Uint4 keep_bytes(Uint4 bytes, int count) {
  Uint4 kept;
  for (int i = 0; i < 4; ++i) {
    const int here = count - 4 * i;
    const std::uint32_t mask = here >= 4 ? ~0u : here <= 0 ? 0u : (1u << 8 * here) - 1u;
    kept[i] = bytes[i] & mask;
  }
  return kept;
}

}  // namespace lockstep::device
