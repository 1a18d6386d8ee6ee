// grouped_gemm_masked: every group has room for m rows, of which the first masked_m[group] take part.
//
// Grid (n / 128, ceil(m / 128), groups), 256 threads. A workgroup whose first row is not below masked_m
// leaves at once; rows at or past masked_m are neither read nor written: they lie behind the end of the
// descriptors.
//
// Declared order, k ascending into f32 accumulators that start at zero: on gfx950 one scaled 16x16x128 matrix
// instruction per 128 of k; on gfx942, per 64 of k, two 16x16x32 matrix instructions from zero, the result
// times A's scale, then fused with B's scale into the accumulator. Then one rounding to the output format,
// nearest even.
#include "kernels/primitives/epilogue.hpp"

namespace lockstep::device {

template <class Out>
__device__ void grouped_gemm_masked(void* d, const std::uint8_t* a, const Scale* a_scale,
                                    const std::uint8_t* b, const Scale* b_scale, const std::int32_t* masked_m,
                                    std::int32_t m, std::int32_t n, std::int32_t k) {
  const Tile tile = this_tile();
  const int end = masked_m[tile.group];
  if (tile.row >= end) return;

  const Thread thread = this_thread();
  const int rows = rows_from(tile.row, end);
  const std::int64_t row = std::int64_t{tile.group} * m + tile.row;
  const std::int64_t column_block = std::int64_t{tile.group} * scale_blocks(n) + tile.column_block;
  const BlockScaledOperands operands = {
      .a = a + row * k,
      .a_scale = a_scale + std::int64_t{tile.group} * m * scale_blocks(k) + tile.row,
      .a_scale_stride = m,
      .b = b + column_block * kTileN * k,
      .b_scale = b_scale + column_block * scale_blocks(k),
      .rows = rows,
      .k = k,
  };
  __shared__ StagedRows even, odd;
  const TileAccumulator sum = BlockScaledLoop(operands, thread).run(even, odd);

  const auto* first = static_cast<std::uint16_t*>(d) + row * n + tile.column_block * kTileN;
  const Buffer out(first, ((rows - 1) * n + kTileN) * epilogue::kOutBytes);
  store_tile<Out>(sum, even, odd, out, n, thread, [](int) { return true; });
}

}  // namespace lockstep::device

#define LOCKSTEP_KERNEL(NAME, OUT)                                                                          \
  extern "C" __global__ LOCKSTEP_WORKGROUP void NAME(                                                       \
      void* d, const std::uint8_t* a, const lockstep::device::Scale* a_scale, const std::uint8_t* b,        \
      const lockstep::device::Scale* b_scale, const std::int32_t* masked_m, std::int32_t m, std::int32_t n, \
      std::int32_t k, [[maybe_unused]] std::int32_t groups) {                                               \
    lockstep::device::grouped_gemm_masked<OUT>(d, a, a_scale, b, b_scale, masked_m, m, n, k);               \
  }

LOCKSTEP_KERNEL(grouped_gemm_masked_bf16, lockstep::device::Bf16)
LOCKSTEP_KERNEL(grouped_gemm_masked_f16, lockstep::device::F16)
