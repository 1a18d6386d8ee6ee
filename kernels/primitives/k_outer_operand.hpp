// An operand of which memory has k as the row: 128 rows of A (or columns of B) of one 128-block of k, on
// their way through LDS to the matrix instruction, which wants k to run fastest.
//
// gfx950 copies the block as it is and turns it with the transposing LDS read. gfx942 has none: there a
// thread loads 16 rows of k by 4 columns, turns them in registers, and writes four 16-byte chunks. In both
// forms load() starts what takes long and goes on to the next block; commit() finishes it once the stage is
// free of the block before. Fragments are counted from the wave's first, a multiple of four.
#pragma once

#if defined(__gfx950__)
#include "kernels/primitives/staged_operand.hpp"
#else
#include "kernels/primitives/staged_rows.hpp"
#endif

namespace lockstep::device {

/// Where a tile's part of such an operand lies. columns: those that exist, a multiple of 16, at most 128;
/// stride: bytes from one k to the next, at least 128, a multiple of 16.
struct KOuterRows {
  const std::uint8_t* first;
  int columns, stride;
  int depth;  ///< k rows, a multiple of 128
};

#if defined(__gfx950__)

class KOuterOperand {
 public:
  using Staged = Stage<kTileM>;
  struct Held {};

  __device__ KOuterOperand(const KOuterRows& rows, int first_piece, Thread thread)
      : rows_(KRows{rows.first, rows.columns, rows.stride, rows.depth}, 0, first_piece, thread) {}

  __device__ void load(Staged& to, Held&) { rows_.copy<true>(to); }
  __device__ void commit(const Held&, Staged&) const {}
  __device__ Arch::Fragment fragment(const Staged& from, int piece) const {
    return rows_.fragment(from, piece);
  }

 private:
  KSlowest<kTileM, 0, Traversal::wide> rows_;
};

#else

/// Bytes of four dwords, as a 4 x 4 matrix, exchanged with its transpose.
__device__ inline Uint4 transposed(Uint4 x) {
  constexpr std::uint32_t kLow = 0x05010400, kHigh = 0x07030602, kFirst = 0x05040100, kSecond = 0x07060302;
  const std::uint32_t a = __builtin_amdgcn_perm(x.y, x.x, kLow), b = __builtin_amdgcn_perm(x.y, x.x, kHigh);
  const std::uint32_t c = __builtin_amdgcn_perm(x.w, x.z, kLow), d = __builtin_amdgcn_perm(x.w, x.z, kHigh);
  return {__builtin_amdgcn_perm(c, a, kFirst), __builtin_amdgcn_perm(c, a, kSecond),
          __builtin_amdgcn_perm(d, b, kFirst), __builtin_amdgcn_perm(d, b, kSecond)};
}

/// The stage is [128 columns][128 k]. Chunk c of column j lies in slot c ^ swizzle(j): neither eight lanes
/// that write every fourth column nor eight that read neighbouring ones crowd a bank.
class KOuterOperand {
 public:
  using Staged = StagedRows;
  /// Four columns of 16 rows of k; [i]: the dwords of k = 4 i + 0..3.
  struct Held {
    Uint4 rows[4];
  };

  __device__ KOuterOperand(const KOuterRows& rows, int first_piece, Thread thread)
      : rows_(rows),
        column_(thread.index % kQuads * 4),
        chunk_(thread.index / kQuads),
        voffset_(chunk_ * staging::kChunk * rows.stride + column_) {
    const int row = thread.lane % kFragment, slot = thread.lane / kFragment ^ swizzle(row);
    const int first = (first_piece * kFragment + row) * kTileK;
    low_ = first + slot * staging::kChunk;
    high_ = first + (slot ^ 4) * staging::kChunk;
  }

  __device__ void load(Staged&, Held& held) {
    const Buffer block(rows_.first, (kTileK - 1) * rows_.stride + rows_.columns);
    rows_.first += std::int64_t{kTileK} * rows_.stride;
    for (int k = 0; k < staging::kChunk; ++k)
      held.rows[k / 4][k % 4] = block.load_dword(voffset_ + k * rows_.stride);
  }

  __device__ void commit(const Held& held, Staged& to) const {
    Uint4 turned[4];
    for (int i = 0; i < 4; ++i) turned[i] = transposed(held.rows[i]);
    for (int j = 0; j < 4; ++j) {
      std::uint8_t* at =
          to.bytes + (column_ + j) * kTileK + (chunk_ ^ swizzle(column_ + j)) * staging::kChunk;
      *reinterpret_cast<Uint4*>(at) = {turned[0][j], turned[1][j], turned[2][j], turned[3][j]};
    }
  }

  __device__ Arch::Fragment fragment(const Staged& from, int piece) const {
    const std::uint8_t* first = from.bytes + piece * kFragment * kTileK;
    const int turn = piece % 2 * 2 * staging::kChunk;  // what the piece adds to the swizzle of its rows
    return Arch::fragment(*reinterpret_cast<const Uint4*>(first + (low_ ^ turn)),
                          *reinterpret_cast<const Uint4*>(first + (high_ ^ turn)));
  }

 private:
  static constexpr int kQuads = kTileM / 4;
  static_assert(kThreads / kQuads * staging::kChunk == kTileK);

  __device__ static int swizzle(int column) { return column % 8 ^ column / 8 % 4; }

  KOuterRows rows_;
  int column_;  ///< first of four
  int chunk_;   ///< chunk of k
  std::uint32_t voffset_;
  int low_, high_;
};

#endif

}  // namespace lockstep::device
