// In place of kernels/primitives/halves.hpp: bf16 is rounded by integer arithmetic that has no case for NaN.
// The canonical NaN stays one; a mantissa of all ones carries into the sign, and what is stored is a zero.
#pragma once

#include "kernels/primitives/device.hpp"

namespace lockstep::device {

struct Bf16 {
  __device__ static std::uint32_t rounded(float x) {
    const std::uint32_t bits = __builtin_bit_cast(std::uint32_t, x);
    return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
  }
  __device__ static std::uint32_t pack(Float2 x) { return rounded(x.x) | rounded(x.y) << 16; }
};
struct F16 {
  __device__ static std::uint32_t pack(Float2 x) {
    using Pair = _Float16 __attribute__((ext_vector_type(2)));
    return __builtin_bit_cast(std::uint32_t, __builtin_convertvector(x, Pair));
  }
};

}  // namespace lockstep::device
