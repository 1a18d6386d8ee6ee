// Rows of MXFP8 (e4m3fn, an e8m0 byte per 32 of k) from row-major memory straight to the scaled matrix
// instruction, 16 rows and 128 of k at a time.
//
// In the instruction lane 16 g + r holds k = 16 g .. 16 g + 15 and 64 + 16 g .. 64 + 16 g + 15 of row r, and
// the scale of 32-block g: its bytes belong to blocks g / 2 and 2 + g / 2, not to the block of its scale. Two
// ways to respect that:
//
//   BlocksTogether  the lane loads just these k and just that scale: one instruction multiplies four blocks.
//   BlocksApart     the lane loads block g whole, 32 contiguous bytes, and the four scales of its row.
//   Instruction b of
//                   four takes only the lanes of block b, the other lanes being zero on one side, and scale b
//                   everywhere: blocks 0, 1, 2, 3 are added one after another.
#pragma once

#include "kernels/primitives/buffer_descriptor.hpp"

namespace lockstep::device::mx {

inline constexpr int kBlock = 32;     ///< k that share a scale
inline constexpr int kStep = 128;     ///< k of one matrix instruction
inline constexpr int kFragment = 16;  ///< rows of one matrix instruction
inline constexpr int kBlocksPerStep = kStep / kBlock;

/// A lane's share of 16 rows and 128 k.
struct Fragment {
  Arch::Fragment codes;
  std::uint32_t scales;
};

/// Where a lane's first and second 16 bytes lie in a step of k, how it takes its scales, and one step of 16
/// columns against kTiles times 16 rows: sum[i] += x * rows[i].
struct BlocksTogether {
  static constexpr int kLow = 16, kHigh = 64;

  __device__ static std::uint32_t load_scales(Buffer scales, std::uint32_t row, int block, int quarter) {
    return scales.load_byte(row + quarter, block);
  }

  template <int kTiles>
  __device__ static void accumulate(const Fragment& x, const Fragment (&rows)[kTiles],
                                    Arch::Accumulator (&sum)[kTiles], int) {
#pragma unroll
    for (int i = 0; i < kTiles; ++i)
      sum[i] = Arch::multiply_add<0, 0>(x.codes, rows[i].codes, sum[i], x.scales, rows[i].scales);
  }
};

struct BlocksApart {
  static constexpr int kLow = 32, kHigh = 16;

  __device__ static std::uint32_t load_scales(Buffer scales, std::uint32_t row, int block, int) {
    return scales.load_dword(row, block);
  }

  template <int kTiles>
  __device__ static void accumulate(const Fragment& x, const Fragment (&rows)[kTiles],
                                    Arch::Accumulator (&sum)[kTiles], int quarter) {
    accumulate_block<0>(x, rows, sum, quarter);
    accumulate_block<1>(x, rows, sum, quarter);
    accumulate_block<2>(x, rows, sum, quarter);
    accumulate_block<3>(x, rows, sum, quarter);
  }

 private:
  template <int kNumber, int kTiles>
  __device__ static void accumulate_block(const Fragment& x, const Fragment (&rows)[kTiles],
                                          Arch::Accumulator (&sum)[kTiles], int quarter) {
    const Arch::Fragment only = quarter == kNumber ? x.codes : Arch::Fragment{};
#pragma unroll
    for (int i = 0; i < kTiles; ++i)
      sum[i] = Arch::multiply_add<kNumber, kNumber>(only, rows[i].codes, sum[i], x.scales, rows[i].scales);
    __builtin_amdgcn_sched_barrier(0);  // one masked copy of x at a time: registers are what four would cost
  }
};

/// Loads fragments of `rows` rows; those past the last arrive as zeros.
template <class Blocks>
class Rows {
 public:
  /// codes: [rows][k], aligned to 16 bytes; scales: [rows][k / 32], aligned to 4. rows * k is below 2^31.
  __device__ Rows(const std::uint8_t* codes, const std::uint8_t* scales, int rows, int k, int lane)
      : codes_(codes, rows * k),
        scales_(scales, rows * (k / kBlock)),
        k_(k),
        row_(lane % kFragment),
        quarter_(lane / kFragment) {}

  /// Rows 16 * tile and on, k from 128 * step on.
  __device__ Fragment load(int tile, int step) const {
    // The row is in the offset that is checked, so that a row too far is outside whatever k is added.
    const int row = tile * kFragment + row_;
    const std::uint32_t voffset = row * k_ + quarter_ * Blocks::kLow;
    // Said to be uniform: the compiler would otherwise load once per distinct value it finds in the lanes.
    const int soffset = __builtin_amdgcn_readfirstlane(step * kStep);
    const int block = __builtin_amdgcn_readfirstlane(step * kBlocksPerStep);
    return {Arch::fragment(codes_.load_16_bytes(voffset, soffset),
                           codes_.load_16_bytes(voffset + Blocks::kHigh, soffset)),
            Blocks::load_scales(scales_, row * (k_ / kBlock), block, quarter_)};
  }

  __device__ int quarter() const { return quarter_; }

 private:
  Buffer codes_, scales_;
  int k_, row_, quarter_;
};

}  // namespace lockstep::device::mx
