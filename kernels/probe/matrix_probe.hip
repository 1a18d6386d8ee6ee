// matrix_probe: one matrix instruction per workgroup, on registers that the host has laid out, and nothing
// else.
//
// Grid (tiles), 64 threads. Every operand lies in memory as it lies in registers: [tile][lane] of 32 bytes
// for A and B (narrower formats use the first 24 or 16), one dword of scales, and the lane's share of C and
// D. The scale is byte 0.
#include "kernels/primitives/device.hpp"

namespace lockstep::device {

using Float16 = float __attribute__((ext_vector_type(16)));

template <int kDim, int kFormat, bool kScaled, class Acc>
__device__ Acc multiply_add(Int8 a, Int8 b, Acc c, int scale_a, int scale_b) {
  // Both scales a literal 0 select the unscaled instruction.
  if constexpr (kDim == 16 && kScaled)
    return __builtin_amdgcn_mfma_scale_f32_16x16x128_f8f6f4(a, b, c, kFormat, kFormat, 0, scale_a, 0,
                                                            scale_b);
  else if constexpr (kDim == 16)
    return __builtin_amdgcn_mfma_scale_f32_16x16x128_f8f6f4(a, b, c, kFormat, kFormat, 0, 0, 0, 0);
  else if constexpr (kScaled)
    return __builtin_amdgcn_mfma_scale_f32_32x32x64_f8f6f4(a, b, c, kFormat, kFormat, 0, scale_a, 0, scale_b);
  else
    return __builtin_amdgcn_mfma_scale_f32_32x32x64_f8f6f4(a, b, c, kFormat, kFormat, 0, 0, 0, 0);
}

template <int kDim, int kFormat, bool kScaled, class Acc>
__device__ void probe(Acc* d, const Int8* a, const Int8* b, const Acc* c, const int* scale_a,
                      const int* scale_b) {
  const int at = static_cast<int>(__builtin_amdgcn_workgroup_id_x()) * kWaveSize +
                 static_cast<int>(__builtin_amdgcn_workitem_id_x());
  d[at] = multiply_add<kDim, kFormat, kScaled>(a[at], b[at], c[at], scale_a[at], scale_b[at]);
}

}  // namespace lockstep::device

#define LOCKSTEP_PROBE(NAME, DIM, ACC, FORMAT, SCALED)                                            \
  extern "C" __global__ __attribute__((amdgpu_flat_work_group_size(64, 64))) void NAME(           \
      lockstep::device::ACC* d, const lockstep::device::Int8* a, const lockstep::device::Int8* b, \
      const lockstep::device::ACC* c, const int* scale_a, const int* scale_b) {                   \
    lockstep::device::probe<DIM, FORMAT, SCALED>(d, a, b, c, scale_a, scale_b);                   \
  }
#define LOCKSTEP_PROBES(FORMAT)                                             \
  LOCKSTEP_PROBE(scaled_16x16x128_format##FORMAT, 16, Float4, FORMAT, true) \
  LOCKSTEP_PROBE(plain_16x16x128_format##FORMAT, 16, Float4, FORMAT, false) \
  LOCKSTEP_PROBE(scaled_32x32x64_format##FORMAT, 32, Float16, FORMAT, true) \
  LOCKSTEP_PROBE(plain_32x32x64_format##FORMAT, 32, Float16, FORMAT, false)

LOCKSTEP_PROBES(0)  // e4m3fn
LOCKSTEP_PROBES(1)  // e5m2
LOCKSTEP_PROBES(4)  // e2m1fn
