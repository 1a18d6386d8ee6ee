// Dot products of MXFP8 rows (e4m3fn, an e8m0 byte per 32 of k) with ordinary arithmetic, a whole wave to
// each: lane l of 64 takes k = 16 l .. 16 l + 15 of every 1024. Where waves have 32 lanes each stands for two
// of them, l and 32 + l, with a sum for each: the order, and so the bits, are those of 64.
//
// Declared order. A lane's partial sum of 16 products runs through k upwards, each product and sum in f32
// (products of e4m3fn values are exact, so that fused or not is the same); ldexp brings it to the two scales;
// f32 addition to the lane's sum, which starts at +0. In the end the lanes add each other's sums over the
// distances 1, 2, 4, 8, 16, 32. A row whose k ends early has fewer lanes at work, the others add +0.
//
// A scale byte of 255 is NaN, for which ldexp has no value: the largest byte of each row is kept, and a NaN
// takes the place of the sum.
#pragma once

#include "kernels/primitives/buffer_descriptor.hpp"

namespace lockstep::device::lane_dot {

inline constexpr int kBlock = 32;                       ///< k that share a scale
inline constexpr int kChunk = 16;                       ///< k of one lane
inline constexpr int kOrderLanes = 64;                  ///< lanes that the order knows
inline constexpr int kParts = kOrderLanes / kWaveSize;  ///< lanes of the order for which a lane stands
inline constexpr int kPartSpan = kChunk * kWaveSize, kSpan = kParts * kPartSpan;
inline constexpr std::uint32_t kNanScale = 255;

/// What a lane has of one row.
struct Chunk {
  Uint4 codes;
  std::uint32_t scale;
};

/// Rows beside one another, [rows][k]. A chunk past k is zeros, and so is its scale.
class Rows {
 public:
  /// rows * k is below 2^31.
  __device__ Rows(const std::uint8_t* codes, const std::uint8_t* scales, int rows, int k)
      : codes_(codes, rows * k), scales_(scales, rows * (k / kBlock)), last_(rows - 1), k_(k) {}

  /// `first`: the lane's first k. Rows past the last give the last.
  __device__ Chunk load(int row, int first) const {
    const int there = __builtin_amdgcn_readfirstlane(row < last_ ? row : last_);
    const bool inside = first < k_;
    return {codes_.load_16_bytes(inside ? first : kNowhere, there * k_),
            scales_.load_byte(inside ? first / kBlock : kNowhere, there * (k_ / kBlock))};
  }

 private:
  Buffer codes_, scales_;
  int last_, k_;
};

struct Values {
  Float2 pair[kChunk / 2];
};

__device__ inline Values values(Uint4 codes) {
  Values v;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const std::uint32_t word = codes[i];
    v.pair[2 * i] = Arch::to_floats<false>(word);
    v.pair[2 * i + 1] = Arch::to_floats<true>(word);
  }
  return v;
}

/// The products of 16 elements, added in order.
__device__ inline float chain(const Values& x, const Values& y) {
  float sum = x.pair[0].x * y.pair[0].x;
  sum = __builtin_fmaf(x.pair[0].y, y.pair[0].y, sum);
#pragma unroll
  for (int i = 1; i < kChunk / 2; ++i) {
    sum = __builtin_fmaf(x.pair[i].x, y.pair[i].x, sum);
    sum = __builtin_fmaf(x.pair[i].y, y.pair[i].y, sum);
  }
  return sum;
}

/// The sums of all lanes, in every lane. The order of the two operands of an addition does not matter.
template <class A = Arch>
__device__ float butterfly(float x) {
  x += Arch::across<1>(x);
  x += Arch::across<2>(x);
  x += Arch::across<4>(x);
  x += Arch::across<8>(x);
  const Uint2 rows = Arch::swap_odd_even_16(as_bits(x), as_bits(x));
  x = as_float(rows.x) + as_float(rows.y);
  if constexpr (kWaveSize == 32) {
    return x;
  } else {
    const Uint2 halves = A::swap_halves_32(as_bits(x), as_bits(x));
    return as_float(halves.x) + as_float(halves.y);
  }
}

/// kRows rows against kColumns columns over all of k.
template <int kRows, int kColumns>
class Sums {
 public:
  /// rows.load(i, first) and columns.load(j, first) give chunks.
  template <class RowSource>
  __device__ void run(const RowSource& rows, const Rows& columns, int k, int lane) {
    Chunk next[kColumns];
    fetch(columns, lane * kChunk, next);
    for (int start = 0; start < k; start += kSpan) {
#pragma unroll
      for (int part = 0; part < kParts; ++part) {
        const int first = start + part * kPartSpan + lane * kChunk;
        Values y[kColumns];
        std::uint32_t y_scale[kColumns];
#pragma unroll
        for (int j = 0; j < kColumns; ++j) {
          y[j] = values(next[j].codes);
          y_scale[j] = next[j].scale;
          column_scale_[j] = max(column_scale_[j], y_scale[j]);
        }
        fetch(columns, first + kPartSpan, next);
        add(rows, first, y, y_scale, sum_[part]);
      }
    }
  }

  /// Adds up the lanes; the result of row i and column j is then in every lane.
  __device__ float total(int i, int j) const {
    const bool nan = max(row_scale_[i], column_scale_[j]) == kNanScale;
    float sum = butterfly(nan ? __builtin_nanf("") : sum_[0][i][j]);
#pragma unroll
    for (int part = 1; part < kParts; ++part) sum += butterfly(sum_[part][i][j]);
    return sum;
  }

 private:
  __device__ static std::uint32_t max(std::uint32_t a, std::uint32_t b) { return a < b ? b : a; }

  __device__ static void fetch(const Rows& columns, int first, Chunk (&to)[kColumns]) {
#pragma unroll
    for (int j = 0; j < kColumns; ++j) to[j] = columns.load(j, first);
  }

  /// A chunk of every row against those of the columns.
  template <class RowSource>
  __device__ void add(const RowSource& rows, int first, const Values (&y)[kColumns],
                      const std::uint32_t (&y_scale)[kColumns], float (&sum)[kRows][kColumns]) {
#pragma unroll
    for (int i = 0; i < kRows; ++i) {
      const Chunk chunk = rows.load(i, first);
      const Values x = values(chunk.codes);
      row_scale_[i] = max(row_scale_[i], chunk.scale);
#pragma unroll
      for (int j = 0; j < kColumns; ++j)
        sum[i][j] += __builtin_ldexpf(chain(x, y[j]), static_cast<int>(chunk.scale + y_scale[j]) - 2 * 127);
    }
  }

  float sum_[kParts][kRows][kColumns] = {};
  std::uint32_t row_scale_[kRows] = {}, column_scale_[kColumns] = {};
};

}  // namespace lockstep::device::lane_dot
