#include "bench/programs/multiply.hpp"

namespace lockstep::bench {

LOCKSTEP_WHOLE(Bf16Square16, Float4, Bfloats8, __builtin_amdgcn_mfma_f32_16x16x32_bf16, 0)
LOCKSTEP_WHOLE(Bf16Square32, Float16, Bfloats8, __builtin_amdgcn_mfma_f32_32x32x16_bf16, 0)
LOCKSTEP_HELD(Bf16Held, Float16, "v_mfma_f32_32x32x16_bf16")
LOCKSTEP_WHOLE(F16Square16, Float4, Halves8, __builtin_amdgcn_mfma_f32_16x16x32_f16, 0)
LOCKSTEP_WHOLE(F16Square32, Float16, Halves8, __builtin_amdgcn_mfma_f32_32x32x16_f16, 0)
LOCKSTEP_WHOLE(F16Rotated, Float16, Halves8, __builtin_amdgcn_mfma_f32_32x32x16_f16, 3)
LOCKSTEP_HALF(F16Broadcast, Float16, Halves4, __builtin_amdgcn_mfma_f32_16x16x4f16, 2, 1)
LOCKSTEP_WHOLE(I8Square16, Int4, Int4, __builtin_amdgcn_mfma_i32_16x16x64_i8, 0)
LOCKSTEP_HELD(I8Held, Int16, "v_mfma_i32_32x32x32_i8")
LOCKSTEP_HALF(F64Square16, Double4, double, __builtin_amdgcn_mfma_f64_16x16x4f64, 0, 0)
LOCKSTEP_HALF(Fp8Square16, Float4, long, __builtin_amdgcn_mfma_f32_16x16x32_fp8_fp8, 0, 0)
LOCKSTEP_HALF_HELD(Fp8Held, Float16, "v_mfma_f32_32x32x16_fp8_fp8")

/// FP8 with a scale per row of A and one for all of B, every 128 of k: a fresh sum, scaled by vector
/// instructions and added to the accumulators.
__device__ void block_scaled_loop(std::uint8_t* out, const std::uint8_t* in, int steps) {
  constexpr int kRows = 2, kColumns = 2, kParts = 2;  // fragments hold 64 k
  __shared__ __attribute__((aligned(16))) std::uint8_t lds[kStageBytes<kRows>];
  const device::Thread thread = device::this_thread();
  Float4 sum[kRows][kColumns] = {};
  for (int step = 0; step < steps; ++step) {
    stage<kRows>(in + step * kStageBytes<kRows>, lds, thread.index);
    Uint4 a[kRows][kParts], b[kColumns][kParts];
    for (int i = 0; i < kRows; ++i)
      for (int p = 0; p < kParts; ++p)
        a[i][p] = fragment(lds, (thread.wave % 2 * kRows + i) * kParts + p, thread.lane);
    for (int j = 0; j < kColumns; ++j)
      for (int p = 0; p < kParts; ++p)
        b[j][p] = fragment(lds, 8 + (thread.wave / 2 * kColumns + j) * kParts + p, thread.lane);
    const float of_columns = reinterpret_cast<const float*>(out)[step];
    for (int i = 0; i < kRows; ++i) {
      const Float4 of_rows = reinterpret_cast<const Float4*>(out)[(step * kRows + i) * 4 + thread.lane / 16];
      for (int j = 0; j < kColumns; ++j) {
        Float4 dot = {};
        for (int p = 0; p < kParts; ++p) dot = Fp8Square16::multiply(a[i][p], b[j][p], dot);
        sum[i][j] += dot * (of_rows * of_columns);
      }
    }
  }
  auto* const own = reinterpret_cast<Float4*>(out + 65536) + thread.index;
  for (int i = 0; i < kRows; ++i)
    for (int j = 0; j < kColumns; ++j) own[(i * kColumns + j) * device::kThreads] = sum[i][j];
}

}  // namespace lockstep::bench

LOCKSTEP_MULTIPLY(bf16_16x16x32, Bf16Square16, 4, false)
LOCKSTEP_MULTIPLY(bf16_32x32x16, Bf16Square32, 2, false)
LOCKSTEP_MULTIPLY(bf16_32x32x16_in_agprs, Bf16Held, 2, true)
LOCKSTEP_MULTIPLY(f16_16x16x32, F16Square16, 4, false)
LOCKSTEP_MULTIPLY(f16_32x32x16_blgp, F16Rotated, 2, false)
LOCKSTEP_MULTIPLY(f16_16x16x4_4b_cbsz_blgp, F16Broadcast, 2, false)
LOCKSTEP_MULTIPLY(i8_16x16x64, I8Square16, 4, false)
LOCKSTEP_MULTIPLY(i8_32x32x32_in_agprs, I8Held, 2, true)
LOCKSTEP_MULTIPLY(f64_16x16x4, F64Square16, 4, false)
LOCKSTEP_MULTIPLY(fp8_16x16x32, Fp8Square16, 4, false)
LOCKSTEP_MULTIPLY(fp8_32x32x16_in_agprs, Fp8Held, 2, true)
// 128 rows and columns of sums a wave: the largest tiles of GEMM libraries.
LOCKSTEP_MULTIPLY(bf16_16x16x32_256x256, Bf16Square16, 8, false)
LOCKSTEP_MULTIPLY(bf16_32x32x16_256x256, Bf16Square32, 4, false)
LOCKSTEP_MULTIPLY(f16_16x16x32_256x256, F16Square16, 8, false)
LOCKSTEP_MULTIPLY(f16_32x32x16_256x256, F16Square32, 4, false)
LOCKSTEP_MULTIPLY(fp8_16x16x32_256x256, Fp8Square16, 8, false)
extern "C" __global__ LOCKSTEP_LONE_WORKGROUP void fp8_block_scaled(std::uint8_t* out, const std::uint8_t* in,
                                                                    int steps) {
  lockstep::bench::block_scaled_loop(out, in, steps);
}
