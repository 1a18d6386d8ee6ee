// The 16-bit formats of results, two elements to a register.
#pragma once

#include "kernels/primitives/device.hpp"

namespace lockstep::device {

// Round to nearest even, as IEEE conversion does; overflow gives infinity.
struct Bf16 {
  __device__ static std::uint32_t pack(Float2 x) {
    using Pair = __bf16 __attribute__((ext_vector_type(2)));
    return __builtin_bit_cast(std::uint32_t, __builtin_convertvector(x, Pair));
  }
  __device__ static float unpack(std::uint32_t low_half) { return __builtin_bit_cast(float, low_half << 16); }
};
struct F16 {
  __device__ static std::uint32_t pack(Float2 x) {
    using Pair = _Float16 __attribute__((ext_vector_type(2)));
    return __builtin_bit_cast(std::uint32_t, __builtin_convertvector(x, Pair));
  }
  __device__ static float unpack(std::uint32_t low_half) {
    return static_cast<float>(__builtin_bit_cast(_Float16, static_cast<std::uint16_t>(low_half)));
  }
};

}  // namespace lockstep::device
