// matrix_probe: one matrix instruction per workgroup, on registers that the host has laid out, and nothing
// else.
//
// Grid (tiles), one wave. Every operand lies in memory as it lies in registers: [tile][lane] of as many bytes
// as the widest format takes (narrower ones use the first of them), the lane's share of C and D and, where
// the instruction has scales, one register or pair of them: on gfx950 the scale is byte 0, on gfx1250 the
// lower lanes'.
#include "kernels/primitives/device.hpp"

namespace lockstep::device {

using Float8 = float __attribute__((ext_vector_type(8)));
using Float16 = float __attribute__((ext_vector_type(16)));
using Int16 = int __attribute__((ext_vector_type(16)));
using Half4 = _Float16 __attribute__((ext_vector_type(4)));
using Short4 = short __attribute__((ext_vector_type(4)));

__device__ inline int element(int lanes) {
  return static_cast<int>(__builtin_amdgcn_workgroup_id_x()) * lanes +
         static_cast<int>(__builtin_amdgcn_workitem_id_x());
}

}  // namespace lockstep::device

// A kernel NAME with or without scales: `CALL` is an expression of a[at], b[at], c[at] and, with scales,
// scale_a[at] and scale_b[at].
#define LOCKSTEP_PLAIN(NAME, LANES, ACC, A, B, CALL)                                          \
  extern "C" __global__ __attribute__((amdgpu_flat_work_group_size(LANES, LANES))) void NAME( \
      lockstep::device::ACC* d, const A* a, const B* b, const lockstep::device::ACC* c) {     \
    const int at = lockstep::device::element(LANES);                                          \
    d[at] = CALL;                                                                             \
  }
#define LOCKSTEP_SCALED(NAME, LANES, ACC, A, B, SCALE, CALL)                                  \
  extern "C" __global__ __attribute__((amdgpu_flat_work_group_size(LANES, LANES))) void NAME( \
      lockstep::device::ACC* d, const A* a, const B* b, const lockstep::device::ACC* c,       \
      const SCALE* scale_a, const SCALE* scale_b) {                                           \
    const int at = lockstep::device::element(LANES);                                          \
    d[at] = CALL;                                                                             \
  }

using lockstep::device::Int8;

#if defined(__gfx950__)
// Both scales a literal 0 select the unscaled instruction.
#define LOCKSTEP_F8F6F4(SHAPE, ACC, FORMAT)                                                                \
  LOCKSTEP_SCALED(scaled_##SHAPE##_format##FORMAT, 64, ACC, Int8, Int8, int,                               \
                  __builtin_amdgcn_mfma_scale_f32_##SHAPE##_f8f6f4(a[at], b[at], c[at], FORMAT, FORMAT, 0, \
                                                                   scale_a[at], 0, scale_b[at]))           \
  LOCKSTEP_PLAIN(                                                                                          \
      plain_##SHAPE##_format##FORMAT, 64, ACC, Int8, Int8,                                                 \
      __builtin_amdgcn_mfma_scale_f32_##SHAPE##_f8f6f4(a[at], b[at], c[at], FORMAT, FORMAT, 0, 0, 0, 0))
#define LOCKSTEP_F8F6F4_SHAPES(FORMAT)       \
  LOCKSTEP_F8F6F4(16x16x128, Float4, FORMAT) \
  LOCKSTEP_F8F6F4(32x32x64, Float16, FORMAT)

LOCKSTEP_F8F6F4_SHAPES(0)  // e4m3fn
LOCKSTEP_F8F6F4_SHAPES(1)  // e5m2
LOCKSTEP_F8F6F4_SHAPES(4)  // e2m1fn
#endif

#if defined(__gfx942__)
using lockstep::device::Float2;
using lockstep::device::Half4;
using lockstep::device::Short4;

LOCKSTEP_PLAIN(mfma_16x16x32_fp8, 64, Float4, long, long,
               __builtin_amdgcn_mfma_f32_16x16x32_fp8_fp8(a[at], b[at], c[at], 0, 0, 0))
LOCKSTEP_PLAIN(mfma_16x16x32_bf8, 64, Float4, long, long,
               __builtin_amdgcn_mfma_f32_16x16x32_bf8_bf8(a[at], b[at], c[at], 0, 0, 0))
LOCKSTEP_PLAIN(mfma_32x32x16_fp8, 64, Float16, long, long,
               __builtin_amdgcn_mfma_f32_32x32x16_fp8_fp8(a[at], b[at], c[at], 0, 0, 0))
LOCKSTEP_PLAIN(mfma_32x32x16_bf8, 64, Float16, long, long,
               __builtin_amdgcn_mfma_f32_32x32x16_bf8_bf8(a[at], b[at], c[at], 0, 0, 0))
LOCKSTEP_PLAIN(mfma_16x16x16_f16, 64, Float4, Half4, Half4,
               __builtin_amdgcn_mfma_f32_16x16x16f16(a[at], b[at], c[at], 0, 0, 0))
LOCKSTEP_PLAIN(mfma_32x32x8_f16, 64, Float16, Half4, Half4,
               __builtin_amdgcn_mfma_f32_32x32x8f16(a[at], b[at], c[at], 0, 0, 0))
LOCKSTEP_PLAIN(mfma_16x16x16_bf16, 64, Float4, Short4, Short4,
               __builtin_amdgcn_mfma_f32_16x16x16bf16_1k(a[at], b[at], c[at], 0, 0, 0))
LOCKSTEP_PLAIN(mfma_32x32x8_bf16, 64, Float16, Short4, Short4,
               __builtin_amdgcn_mfma_f32_32x32x8bf16_1k(a[at], b[at], c[at], 0, 0, 0))
LOCKSTEP_PLAIN(mfma_16x16x8_xf32, 64, Float4, Float2, Float2,
               __builtin_amdgcn_mfma_f32_16x16x8_xf32(a[at], b[at], c[at], 0, 0, 0))
LOCKSTEP_PLAIN(mfma_32x32x4_xf32, 64, Float16, Float2, Float2,
               __builtin_amdgcn_mfma_f32_32x32x4_xf32(a[at], b[at], c[at], 0, 0, 0))
#endif

#if defined(__gfx1250__)
using lockstep::device::Int16;

// The scales' format is e8m0 (0), e5m3 (1) or e4m3 (2).
#define LOCKSTEP_WMMA(FORMAT, SCALES)                                                                       \
  LOCKSTEP_SCALED(                                                                                          \
      wmma_scale_16x16x128_scales##SCALES##_format##FORMAT, 32, Float8, Int16, Int16, int,                  \
      __builtin_amdgcn_wmma_scale_f32_16x16x128_f8f6f4(FORMAT, a[at], FORMAT, b[at], 0, c[at], 0, SCALES,   \
                                                       scale_a[at], 0, SCALES, scale_b[at], false, false))  \
  LOCKSTEP_SCALED(                                                                                          \
      wmma_scale16_16x16x128_scales##SCALES##_format##FORMAT, 32, Float8, Int16, Int16, long,               \
      __builtin_amdgcn_wmma_scale16_f32_16x16x128_f8f6f4(FORMAT, a[at], FORMAT, b[at], 0, c[at], 0, SCALES, \
                                                         scale_a[at], 0, SCALES, scale_b[at], false, false))
#define LOCKSTEP_WMMA_F4(SCALES)                                                                             \
  LOCKSTEP_SCALED(wmma_scale_32x16x128_scales##SCALES##_format4, 32, Float16, Int16, Int8, int,              \
                  __builtin_amdgcn_wmma_scale_f32_32x16x128_f4(                                              \
                      a[at], b[at], 0, c[at], 0, SCALES, scale_a[at], 0, SCALES, scale_b[at], false, false)) \
  LOCKSTEP_SCALED(wmma_scale16_32x16x128_scales##SCALES##_format4, 32, Float16, Int16, Int8, long,           \
                  __builtin_amdgcn_wmma_scale16_f32_32x16x128_f4(                                            \
                      a[at], b[at], 0, c[at], 0, SCALES, scale_a[at], 0, SCALES, scale_b[at], false, false))

LOCKSTEP_WMMA(0, 0)  // e4m3fn
LOCKSTEP_WMMA(1, 0)  // e5m2
LOCKSTEP_WMMA(4, 0)  // e2m1fn
LOCKSTEP_WMMA(4, 1)
LOCKSTEP_WMMA(4, 2)
LOCKSTEP_WMMA_F4(0)
LOCKSTEP_WMMA_F4(1)
LOCKSTEP_WMMA_F4(2)
#endif
