// 64 rows by 128 columns of a grouped GEMM on sm_90, e4m3fn under float32 scales: what both kernels compute.
//
// Declared order: per 128 of k, ascending, a chain of four wgmma m64nNk32 from nothing, k ascending; the
// result times A's scale, rounded; then fused with B's scale into f32 from +0. Then one rounding to the
// output format, nearest even.
#pragma once

#include "kernels/primitives/warpgroup.hpp"

#pragma clang fp contract(off)

namespace lockstep::device::block_scaled {

using namespace warpgroup;

inline constexpr int kTileRows = 128, kColumns = 128;

struct Operands {
  const std::uint8_t* a;  ///< the first row
  const float* a_scale;
  const std::uint8_t* b;  ///< the column block, whose 16 x 32 tiles lie as (half of 16 bytes, row, byte)
  const float* b_scale;
  int rows;  ///< of A that may be read
  int k, a_scale_stride;
};

/// The product of the operands, scaled.
LOCKSTEP_DEVICE Sums<kColumns> product(const Operands& p) {
  LOCKSTEP_SHARED Operand<kRows> a;
  LOCKSTEP_SHARED Operand<kColumns> b;
  Sums<kColumns> sum = {}, part = {};
  for (int block = 0; block < p.k / kStep; ++block) {
    const std::int64_t first = static_cast<std::int64_t>(block) * kStep;
    stage(a, [&](int line, int chunk) {
      return line < p.rows ? *reinterpret_cast<const Chunk*>(p.a + line * static_cast<std::int64_t>(p.k) +
                                                             first + chunk * kChunk)
                           : Chunk{};
    });
    stage(b, [&](int line, int chunk) {
      const std::int64_t tile = line / 16 * static_cast<std::int64_t>(p.k / 32) + first / 32 + chunk / 2;
      return *reinterpret_cast<const Chunk*>(p.b + tile * 512 + chunk % 2 * 256 + line % 16 * kChunk);
    });
    publish();
    multiply<Element::e4m3, Element::e4m3>(a, b, 0, kInstructions, /*accumulate=*/false, part);
    const float b_scale = p.b_scale[block];
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      if (row(half) >= p.rows) continue;
      const float a_scale = p.a_scale[block * static_cast<std::int64_t>(p.a_scale_stride) + row(half)];
#pragma unroll
      for (int j = 0; j < kColumns / kWide; ++j)
#pragma unroll
        for (int i = 2 * half; i < 2 * half + 2; ++i)
          sum.d[j][i] = __builtin_fmaf(part.d[j][i] * a_scale, b_scale, sum.d[j][i]);
    }
    meet();  // the next step overwrites shared memory
  }
  return sum;
}

}  // namespace lockstep::device::block_scaled
