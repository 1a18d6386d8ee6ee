// What kernels without matrix instructions have in common, for AMD's GPUs and for NVIDIA's: where a thread
// stands, and numbers. Nothing in it is there for speed; no operation rounds more than once, and none is
// contracted with another.
#pragma once

#include <cstdint>

#define LOCKSTEP_DEVICE [[maybe_unused]] static __attribute__((device))

#pragma clang fp contract(off)

namespace lockstep::device::scalar {

inline constexpr int kThreads = 256;

#if defined(__NVPTX__)
LOCKSTEP_DEVICE int thread_index() {
  return __nvvm_read_ptx_sreg_tid_x();
}
LOCKSTEP_DEVICE int workgroup_x() {
  return __nvvm_read_ptx_sreg_ctaid_x();
}
LOCKSTEP_DEVICE int workgroup_y() {
  return __nvvm_read_ptx_sreg_ctaid_y();
}
LOCKSTEP_DEVICE int workgroup_z() {
  return __nvvm_read_ptx_sreg_ctaid_z();
}
#else
LOCKSTEP_DEVICE int thread_index() {
  return static_cast<int>(__builtin_amdgcn_workitem_id_x());
}
LOCKSTEP_DEVICE int workgroup_x() {
  return static_cast<int>(__builtin_amdgcn_workgroup_id_x());
}
LOCKSTEP_DEVICE int workgroup_y() {
  return static_cast<int>(__builtin_amdgcn_workgroup_id_y());
}
LOCKSTEP_DEVICE int workgroup_z() {
  return static_cast<int>(__builtin_amdgcn_workgroup_id_z());
}
#endif

LOCKSTEP_DEVICE float float_of(std::uint32_t bits) {
  return __builtin_bit_cast(float, bits);
}
LOCKSTEP_DEVICE double double_of(std::uint64_t bits) {
  return __builtin_bit_cast(double, bits);
}

/// e4m3fn: bias 7, subnormals in units of 2^-9, NaN where all bits but the sign are set.
LOCKSTEP_DEVICE float e4m3fn(std::uint32_t code) {
  const std::uint32_t sign = (code & 0x80u) << 24, exponent = code >> 3 & 15, mantissa = code & 7;
  if ((code & 0x7Fu) == 0x7Fu) return float_of(0x7FC00000u);
  if (exponent != 0) return float_of(sign | (exponent + 120) << 23 | mantissa << 20);
  const float magnitude = static_cast<float>(mantissa) * (1.0f / 512);
  return sign != 0 ? -magnitude : magnitude;
}

/// 2^(x - 127) * 2^(y - 127), which an f64 holds; 255 is NaN.
LOCKSTEP_DEVICE double product_of_e8m0(std::uint32_t x, std::uint32_t y) {
  if (x == 255 || y == 255) return double_of(0x7FF8000000000000u);
  return double_of(static_cast<std::uint64_t>(x + y + 1023 - 254) << 52);
}

/// Rounded to nearest even, as both GPUs convert.
struct Bf16 {
  LOCKSTEP_DEVICE std::uint16_t code(float x) {
    const auto bits = __builtin_bit_cast(std::uint32_t, x);
    if (x != x) return 0x7FC0;
    return static_cast<std::uint16_t>((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
  }
};
struct F16 {
  LOCKSTEP_DEVICE std::uint16_t code(float x) {
    return __builtin_bit_cast(std::uint16_t, static_cast<_Float16>(x));
  }
};

}  // namespace lockstep::device::scalar
