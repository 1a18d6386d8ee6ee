#include "bench/programs/multiply.hpp"

namespace lockstep::bench {

LOCKSTEP_HALF(Bf16Square16, Float4, Shorts4, __builtin_amdgcn_mfma_f32_16x16x16bf16_1k, 0, 0)
LOCKSTEP_HALF_HELD(Bf16Held, Float16, "v_mfma_f32_32x32x8_bf16")
LOCKSTEP_HALF(F16Square16, Float4, Halves4, __builtin_amdgcn_mfma_f32_16x16x16f16, 0, 0)
LOCKSTEP_HALF(F16Square32, Float16, Halves4, __builtin_amdgcn_mfma_f32_32x32x8f16, 0, 0)
LOCKSTEP_HALF(I8Square16, Int4, long, __builtin_amdgcn_mfma_i32_16x16x32_i8, 0, 0)
LOCKSTEP_HALF(I8Square32, Int16, long, __builtin_amdgcn_mfma_i32_32x32x16_i8, 0, 0)
LOCKSTEP_HALF(Xf32Square16, Float4, Float2, __builtin_amdgcn_mfma_f32_16x16x8_xf32, 0, 0)
LOCKSTEP_HALF(Xf32Square32, Float16, Float2, __builtin_amdgcn_mfma_f32_32x32x4_xf32, 0, 0)
LOCKSTEP_HALF(Fp8Square16, Float4, long, __builtin_amdgcn_mfma_f32_16x16x32_fp8_fp8, 0, 0)
LOCKSTEP_HALF(Fp8Square32, Float16, long, __builtin_amdgcn_mfma_f32_32x32x16_fp8_fp8, 0, 0)

}  // namespace lockstep::bench

LOCKSTEP_MULTIPLY(bf16_16x16x16, Bf16Square16, 4, false)
LOCKSTEP_MULTIPLY(bf16_32x32x8_in_agprs, Bf16Held, 2, true)
LOCKSTEP_MULTIPLY(f16_16x16x16, F16Square16, 4, false)
LOCKSTEP_MULTIPLY(f16_32x32x8, F16Square32, 2, false)
LOCKSTEP_MULTIPLY(i8_16x16x32, I8Square16, 4, false)
LOCKSTEP_MULTIPLY(i8_32x32x16, I8Square32, 2, false)
LOCKSTEP_MULTIPLY(xf32_16x16x8, Xf32Square16, 4, false)
LOCKSTEP_MULTIPLY(xf32_32x32x4, Xf32Square32, 2, false)
LOCKSTEP_MULTIPLY(fp8_16x16x32, Fp8Square16, 4, false)
LOCKSTEP_MULTIPLY(fp8_32x32x16, Fp8Square32, 2, false)
