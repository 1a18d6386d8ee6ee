// grouped_gemm_k: groups cut the reduction, as the gradient of the weights wants it: D[g] = C[g] + A[rows of
// g] transposed . B[rows of g], block-scaled along k, in f32.
//
// Grid (ceil(n / 128), ceil(m / 128), groups), 256 threads. ks[group] is a group's length along k, a multiple
// of 128. c may be null (nothing to add), d itself, or another tensor. A group without k stores zeros,
// nothing, or c's bits.
//
// Declared order, k ascending into f32 accumulators that start at zero: on gfx950 one scaled 16x16x128 matrix
// instruction per 128 of k; on gfx942, per 64 of k, two 16x16x32 matrix instructions from zero, the result
// times A's scale, then fused with B's scale into the accumulator. Then one addition of c.
//
// What limits it: on gfx950 the transposing LDS reads, on gfx942 the 32 byte permutations per operand and
// block, and the packed arithmetic that applies the scales.
#include "kernels/primitives/group_scan.hpp"
#include "kernels/primitives/k_outer_loop.hpp"

namespace lockstep::device {

struct KGrouped {
  float* d;
  const float* c;
  const std::uint8_t* a;
  const Scale* a_scale;
  const std::uint8_t* b;
  const Scale* b_scale;
  const std::int32_t* ks;
  int m, n;
};

/// A tile's part of D or C: which of it exists, and where a lane's four columns of a piece are.
class F32Tile {
 public:
  __device__ F32Tile(int rows, int columns, int n, Thread thread)
      : rows_(rows),
        columns_(columns),
        n_(n),
        row_(wave_row(thread) + thread.lane % kFragment),
        column_(wave_column(thread) + thread.lane / kFragment * 4) {}

  __device__ Buffer at(const float* first) const {
    return Buffer(first, ((rows_ - 1) * n_ + columns_) * static_cast<int>(sizeof(float)));
  }
  __device__ std::uint32_t offset(int i, int j) const {
    const int row = row_ + i * kFragment, column = column_ + j * kFragment;
    const bool exists = row < rows_ && column < columns_;
    return exists ? (row * n_ + column) * static_cast<int>(sizeof(float)) : kNowhere;
  }

 private:
  int rows_, columns_, n_;
  int row_, column_;  ///< of the lane's first four
};

/// add(i, j, c): what to store, as bits, given C's bits.
template <class Add>
__device__ void store(const F32Tile& tile, float* d, const float* c, Add add) {
  const Buffer to = tile.at(d), from = tile.at(c == nullptr ? d : c);
  for (int i = 0; i < kPieces; ++i)
    for (int j = 0; j < kPieces; ++j) {
      const std::uint32_t offset = tile.offset(i, j);
      to.store_16_bytes(add(i, j, c == nullptr ? Uint4{} : from.load_16_bytes(offset)), offset);
    }
}

__device__ inline int least(int x, int y) {
  return x < y ? x : y;
}

__device__ void grouped_gemm_k(const KGrouped& p, KOuterStages& even, KOuterStages& odd) {
  const Thread thread = this_thread();
  const Tile at = this_tile();
  const int column = at.column_block * kTileN;
  const int rows = least(p.m - at.row, kTileM), columns = least(p.n - column, kTileN);
  const F32Tile tile(rows, columns, p.n, thread);
  const std::int64_t first = (std::int64_t{at.group} * p.m + at.row) * p.n + column;
  const float* c = p.c == nullptr ? nullptr : p.c + first;

  const int depth = p.ks[at.group];
  if (depth == 0) {
    if (p.c != p.d) store(tile, p.d + first, c, [](int, int, Uint4 bits) { return bits; });
    return;
  }

  const std::int64_t k = total_tiles(at.group, thread.lane, [&](int group) { return p.ks[group]; });
  const std::int64_t k_block = k / kTileK;
  KOuterLoop loop({p.a + k * p.m + at.row, rows, p.m, depth}, {p.a_scale + k_block * p.m + at.row, rows, p.m},
                  {p.b + k * p.n + column, columns, p.n, depth},
                  {p.b_scale + k_block * p.n + column, columns, p.n}, thread);
  const KOuterSum sum = loop.run(scale_blocks(depth), even, odd);
  store(tile, p.d + first, c, [&](int i, int j, Uint4 bits) {
    const Float4 x = sum.acc[i][j];
    return __builtin_bit_cast(Uint4, c == nullptr ? x : __builtin_bit_cast(Float4, bits) + x);
  });
}

}  // namespace lockstep::device

/// The two stages are all the LDS that a compute unit of gfx942 has: one workgroup there, two on gfx950.
#define LOCKSTEP_K_OUTER_WORKGROUP                                                                    \
  __attribute__((amdgpu_flat_work_group_size(lockstep::device::kThreads, lockstep::device::kThreads), \
                 amdgpu_waves_per_eu(1, 2)))

extern "C" __global__ LOCKSTEP_K_OUTER_WORKGROUP void grouped_gemm_k_f32(
    float* d, const float* c, const std::uint8_t* a, const lockstep::device::Scale* a_scale,
    const std::uint8_t* b, const lockstep::device::Scale* b_scale, const std::int32_t* ks, std::int32_t m,
    std::int32_t n, [[maybe_unused]] std::int32_t groups) {
  __shared__ lockstep::device::KOuterStages even, odd;
  lockstep::device::grouped_gemm_k({d, c, a, a_scale, b, b_scale, ks, m, n}, even, odd);
}
