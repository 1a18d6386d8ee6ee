// grouped_gemm_masked without matrix instructions, for GPUs that have others or none: a build of the kernel for gfx950
// and, as PTX, for sm_90. It takes the same launches: the same grid, 256 threads, the same arguments.
//
// One thread adds up one element of D at a time, in the order that the kernel declares, with each scaled 16x16x128 matrix
// instruction written out as the matrix model fma_post has it: per 32 of k a chain of fused multiply-adds from +0, the sum
// times both scales with one rounding, that added to the accumulator. Under that model, and no other, law `bits` holds.
//
// It is slow by design: nothing in it is there for speed.
#include "kernels/primitives/scalar.hpp"

#pragma clang fp contract(off)

namespace {

using namespace lockstep::device::scalar;

constexpr int kTileM = 128, kScaleBlock = 128, kMxBlock = 32;

struct Operands {
  const std::uint8_t *a, *a_scale, *b, *b_scale;
  std::int64_t m, n, k, a_scale_stride;
};

/// Byte (column, at) of a plane of B, whose 16 x 32 tiles lie as (half of 16 bytes, row, byte).
LOCKSTEP_DEVICE std::int64_t shuffled(std::int64_t column, std::int64_t at, std::int64_t k) {
  return (column / 16 * (k / 32) + at / 32) * 512 + at / 16 % 2 * 256 + column % 16 * 16 + at % 16;
}

LOCKSTEP_DEVICE float element(const Operands& p, std::int64_t group, std::int64_t row, std::int64_t column) {
  const std::int64_t blocks = p.k / kScaleBlock;
  const std::uint8_t* const a = p.a + (group * p.m + row) * p.k;
  const std::uint8_t* const b = p.b + group * p.n * p.k;
  float sum = 0;
  for (std::int64_t block = 0; block < blocks; ++block) {
    const double scale =
        product_of_e8m0(p.a_scale[(group * blocks + block) * p.a_scale_stride + row],
                        p.b_scale[(group * (p.n / kScaleBlock) + column / kScaleBlock) * blocks + block]);
    for (std::int64_t first = block * kScaleBlock; first < (block + 1) * kScaleBlock; first += kMxBlock) {
      float chain = 0;
      for (std::int64_t at = first; at < first + kMxBlock; ++at)
        chain = __builtin_fmaf(e4m3fn(a[at]), e4m3fn(b[shuffled(column, at, p.k)]), chain);
      sum = sum + static_cast<float>(static_cast<double>(chain) * scale);
    }
  }
  return sum;
}

template <class Out, int kColumns>
LOCKSTEP_DEVICE void multiply(std::uint16_t* d, const Operands& p, const std::int32_t* masked_m,
                              int row_tiles) {
  const std::int64_t group = workgroup_z(),
                     first_column = static_cast<std::int64_t>(workgroup_x()) * kColumns;
  const std::int64_t end = masked_m[group];
  for (std::int64_t first = static_cast<std::int64_t>(workgroup_y()) * kTileM; first < end;
       first += static_cast<std::int64_t>(row_tiles) * kTileM)
    for (int i = thread_index(); i < kTileM * kColumns; i += kThreads) {
      const std::int64_t row = first + i / kColumns, column = first_column + i % kColumns;
      if (row >= end || column >= p.n) continue;
      d[(group * p.m + row) * p.n + column] = Out::code(element(p, group, row, column));
    }
}

}  // namespace

#define LOCKSTEP_SCALAR(NAME, ...)                                                                    \
  extern "C" __attribute__((global)) void NAME(                                                       \
      std::uint16_t* d, const std::uint8_t* a, const std::uint8_t* a_scale, const std::uint8_t* b,    \
      const std::uint8_t* b_scale, const std::int32_t* masked_m, std::int32_t m, std::int32_t n,      \
      std::int32_t k, [[maybe_unused]] std::int32_t groups, std::int32_t a_scale_stride,              \
      std::int32_t row_tiles) {                                                                       \
    multiply<__VA_ARGS__>(d, {a, a_scale, b, b_scale, m, n, k, a_scale_stride}, masked_m, row_tiles); \
  }

LOCKSTEP_SCALAR(grouped_gemm_masked_bf16, Bf16, 128)
LOCKSTEP_SCALAR(grouped_gemm_masked_bf16_large, Bf16, 512)
LOCKSTEP_SCALAR(grouped_gemm_masked_f16, F16, 128)
LOCKSTEP_SCALAR(grouped_gemm_masked_f16_large, F16, 512)
