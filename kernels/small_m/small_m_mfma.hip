// small_m_mfma: up to 64 rows of A against row-major MXFP8 weights, with matrix instructions; for decoding.
//
// Grid (ceil(n / (4 * 16 * kColumnTiles)), splits), 256 threads. A wave takes 16 * kColumnTiles columns of D,
// all rows, and its split's share of k: every byte of the weights is loaded once, straight into the registers
// that multiply it, and the few rows of A come from the cache that the four waves share. Nothing goes through
// LDS and no wave waits for another. Rows and columns past the end lie behind the descriptors.
//
// Declared order: k in steps of 128, ascending, into f32 from +0; a step is one scaled 16x16x128 matrix
// instruction (together), or four of them, one per 32-block, ascending (apart). With splits, split s sums the
// s-th share of the steps to a f32 partial sum; small_m_sum adds the partial sums in ascending order. Then
// one rounding to bf16, nearest even.
//
// What limits it: the weights' way from memory; a step of k gives a wave 2 KiB of them per column tile to
// wait for and kRowTiles instructions (apart: four times that) to issue.
#include "kernels/primitives/mx_rows.hpp"
#include "kernels/small_m/small_m_product.hpp"

namespace lockstep::device {

template <int kRowTiles, int kColumnTiles, class Blocks>
class SmallMLoop {
 public:
  __device__ SmallMLoop(const SmallMOperands& o, int first_column, int columns, int lane)
      : rows_(o.a, o.a_scale, o.m, o.k, lane),
        columns_(o.b + std::int64_t{first_column} * o.k,
                 o.b_scale + std::int64_t{first_column} * (o.k / mx::kBlock), columns, o.k, lane) {}

  /// Steps first .. end - 1; at least one. While one multiplies the next is on its way.
  __device__ void run(int first, int end) {
    Registers even, odd;
    int step = first;
    fetch(step, even);
    for (; step + 2 < end; step += 2) {
      fetch(step + 1, odd);
      accumulate(even);
      fetch(step + 2, even);
      accumulate(odd);
    }
    if (step + 1 < end) {
      fetch(step + 1, odd);
      accumulate(even);
      accumulate(odd);
    } else {
      accumulate(even);
    }
  }

  /// sum[j][i]: row 16 i + lane % 16, columns 16 j + 4 (lane / 16) + 0..3 of the wave's.
  Arch::Accumulator sum[kColumnTiles][kRowTiles] = {};

 private:
  struct Registers {
    mx::Fragment rows[kRowTiles], columns[kColumnTiles];
  };

  __device__ void fetch(int step, Registers& to) const {
#pragma unroll
    for (int j = 0; j < kColumnTiles; ++j) to.columns[j] = columns_.load(j, step);
#pragma unroll
    for (int i = 0; i < kRowTiles; ++i) to.rows[i] = rows_.load(i, step);
  }

  // The instruction computes the transpose: the weights' columns are its rows.
  __device__ void accumulate(const Registers& from) {
#pragma unroll
    for (int j = 0; j < kColumnTiles; ++j)
      Blocks::accumulate(from.columns[j], from.rows, sum[j], columns_.quarter());
  }

  mx::Rows<Blocks> rows_, columns_;
};

template <int kRowTiles, int kColumnTiles, class Blocks>
__device__ void small_m_mfma(const SmallMOperands& o) {
  constexpr int kColumns = kColumnTiles * mx::kFragment;
  const Thread thread = this_thread();
  const int first_column =
      (static_cast<int>(__builtin_amdgcn_workgroup_id_x()) * kWaves + thread.wave) * kColumns;
  if (first_column >= o.n) return;
  const int columns = o.n - first_column < kColumns ? o.n - first_column : kColumns;

  const int split = static_cast<int>(__builtin_amdgcn_workgroup_id_y());
  SmallMLoop<kRowTiles, kColumnTiles, Blocks> loop(o, first_column, columns, thread.lane);
  loop.run(split * o.steps, split * o.steps + o.steps);

  const std::int64_t first = o.splits == 1 ? first_column : std::int64_t{split} * o.m * o.n + first_column;
  const small_m::Place place{o.m, columns, o.n};
#pragma unroll
  for (int i = 0; i < kRowTiles; ++i) {
#pragma unroll
    for (int j = 0; j < kColumnTiles; ++j) {
      const int row = i * mx::kFragment + thread.lane % mx::kFragment;
      const int column = j * mx::kFragment + thread.lane / mx::kFragment * 4;
      if (o.splits == 1) {
        small_m::store_bf16(static_cast<std::uint16_t*>(o.d) + first, place, row, column, loop.sum[j][i]);
      } else {
        small_m::store_f32(o.partial + first, place, row, column, loop.sum[j][i]);
      }
    }
  }
}

}  // namespace lockstep::device

LOCKSTEP_SMALL_M_MFMA_INSTANCES(LOCKSTEP_WORKGROUP)
