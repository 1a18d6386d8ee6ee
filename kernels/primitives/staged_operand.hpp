// One operand of a GEMM tile on its way through LDS: kExtent rows of A (or columns of B) by 128 of k, bytes.
//
// Memory has it in one of two ways. Where k runs fastest the stage is [kExtent][128]; where k is the row the
// stage is [128][kExtent], as memory has it, and the transposing LDS read turns it on the way to the matrix
// instruction. Both stages are in 16-byte chunks, filled in lane order by DMA; the bank swizzle is applied on
// the side of memory. Each way comes in two forms: by DMA, for rows that are multiples of 16 bytes, and
// through registers, byte by byte exact, for all others.
//
// Whatever lies past the end of k arrives as zeros, in both operands: no byte of a neighbouring row ever
// meets the other operand's zeros as a NaN.
#pragma once

#include "kernels/primitives/staged_rows.hpp"
#include "kernels/primitives/unaligned_bytes.hpp"

namespace lockstep::device {

template <int kExtent>
struct alignas(16) Stage {
  std::uint8_t bytes[kExtent * kTileK];
};

/// A wave fills a quarter of the stage, front to back, with kCopies DMA instructions of 1024 bytes.
///
/// Four of them share one base in LDS: the instruction's own offset takes them further, but in memory as
/// well. What it adds there is taken from the scalar offset, so two neighbouring copies must be at least
/// kBytes apart in memory.
template <int kExtent>
struct StageCopies {
  static constexpr int kBytes = kWaveSize * staging::kChunk;
  static constexpr int kWaveBytes = kExtent * kTileK / kWaves;
  static constexpr int kCopies = kWaveBytes / kBytes;
  static constexpr int kPerBase = 4;

  /// voffset(copy): of the lane's chunk, but for what copies are apart: `apart` bytes each.
  template <int kCopy = 0, class Voffset>
  __device__ static void run(Buffer from, Stage<kExtent>& to, int wave, int apart, Voffset voffset) {
    constexpr int kFurther = kCopy % kPerBase * kBytes;
    std::uint8_t* base = to.bytes + wave * kWaveBytes + kCopy / kPerBase * kPerBase * kBytes;
    from.copy_to_lds<kFurther>(base, voffset(kCopy), kCopy * apart - kFurther);
    if constexpr (kCopy + 1 < kCopies) run<kCopy + 1>(from, to, wave, apart, voffset);
  }
};

/// k runs fastest: chunk c of row r lies in slot c ^ swizzle(r) of its 128 bytes. k must be at least 128.
template <int kExtent>
class KFastest {
 public:
  using Copies = StageCopies<kExtent>;

  __device__ KFastest(const std::uint8_t* first, int rows, int k, Thread thread)
      : rows_(first, rows * k), k_(k), wave_(thread.wave), reader_(thread) {
    const int row = thread.wave * kExtent / kWaves + thread.lane / staging::kChunksPerRow;
    for (int parity = 0; parity < 2; ++parity) {
      const int chunk = thread.lane % staging::kChunksPerRow ^ staging::swizzle(row + parity * kRowsPerCopy);
      byte_[parity] = chunk * staging::kChunk;
      voffset_[parity] = row * k + byte_[parity];
    }
  }

  /// Whether k goes on past the block or ends with it.
  __device__ bool fills(int k_block) const { return (k_block + 1) * kTileK <= k_; }

  /// kFilled: the block is known to be filled.
  template <bool kFilled>
  __device__ void copy(int k_block, Stage<kExtent>& to) const {
    const int first = __builtin_amdgcn_readfirstlane(k_block * kTileK);
    std::uint32_t voffset[2] = {voffset_[0] + first, voffset_[1] + first};
    if constexpr (!kFilled) {
      for (int i = 0; i < 2; ++i) voffset[i] = first + byte_[i] < k_ ? voffset[i] : kNowhere;
    }
    Copies::run(rows_, to, wave_, kRowsPerCopy * k_, [&](int copy) { return voffset[copy % 2]; });
  }

  static constexpr int kReadsPerFragment = 2;
  __device__ Arch::Fragment fragment(const Stage<kExtent>& from, int tile) const {
    return reader_.fragment(from, tile);
  }

 private:
  static constexpr int kRowsPerCopy = kWaveSize / staging::kChunksPerRow;

  Buffer rows_;
  int k_;
  int wave_;
  // Of the lane's chunk, in even and odd copies, which differ by the swizzle.
  int byte_[2];  ///< k inside the block
  std::uint32_t voffset_[2];
  RowReader reader_;
};

template <int kExtent>
inline constexpr int kChunksPerThread = kExtent * kTileK / (kThreads * staging::kChunk);

/// The same through registers.
template <int kExtent>
class KFastestUnaligned {
 public:
  __device__ KFastestUnaligned(const std::uint8_t* first, int rows, int k, Thread thread)
      : rows_(first, rows * k), k_(k), thread_(thread), reader_(thread) {}

  __device__ bool fills(int) const { return true; }  // or not: what is past the end reads as zero anyway

  template <bool>
  __device__ void copy(int k_block, Stage<kExtent>& to) const {
    const int row = thread_.index / staging::kChunksPerRow;
    const int first =
        k_block * kTileK + (thread_.index % staging::kChunksPerRow ^ staging::swizzle(row)) * staging::kChunk;
    for (int copy = 0; copy < kChunksPerThread<kExtent>; ++copy) {
      const Uint4 bytes = rows_.load((row + copy * staging::kRowsPerCopy) * k_ + first);
      std::uint8_t* slot = to.bytes + (copy * kThreads + thread_.index) * staging::kChunk;
      *reinterpret_cast<Uint4*>(slot) = keep_bytes(bytes, k_ - first);
    }
  }

  static constexpr int kReadsPerFragment = 2;
  __device__ Arch::Fragment fragment(const Stage<kExtent>& from, int tile) const {
    return reader_.fragment(from, tile);
  }

 private:
  UnalignedBytes rows_;
  int k_;
  Thread thread_;
  RowReader reader_;
};

/// Chunk c of k row r lies in slot c ^ swizzle(r). A transposing read touches 8 rows of each of four 16-row
/// groups at one chunk; halves of a wave read one after the other, and each half then touches all 64 banks.
template <int kExtent>
struct KSlowestStage {
  static constexpr int kChunksPerRow = kExtent / staging::kChunk;
  static constexpr int kRowsPerCopy = kThreads / kChunksPerRow;
  static_assert(kChunksPerRow == 8 || kChunksPerRow == 16);

  __device__ static constexpr int swizzle(int row) {
    return kChunksPerRow == 16 ? row % 8 + row / 16 % 2 * 8 : row / 2 % 4 + row / 16 % 2 * 4;
  }
};

/// Reads 16 columns of a stage [128][kExtent] as the matrix instruction wants them.
template <int kExtent>
class TransposingReader {
 public:
  __device__ explicit TransposingReader(Thread thread)
      : row_(thread.lane / kFragment * 16 + thread.lane % kFragment / 2), half_(thread.lane % 2 * 8) {}

  __device__ Arch::Fragment fragment(const Stage<kExtent>& from, int tile) const {
    const int slot = tile ^ KSlowestStage<kExtent>::swizzle(row_);
    const std::uint8_t* at = from.bytes + row_ * kExtent + slot * staging::kChunk + half_;
    const Uint2 k0 = Arch::read_transposed(at), k8 = Arch::read_transposed(at + 8 * kExtent),
                k64 = Arch::read_transposed(at + 64 * kExtent),
                k72 = Arch::read_transposed(at + 72 * kExtent);
    return Arch::fragment(__builtin_shufflevector(k0, k8, 0, 1, 2, 3),
                          __builtin_shufflevector(k64, k72, 0, 1, 2, 3));
  }

 private:
  int row_;  ///< k row the lane points at, in the first of four reads; the others are multiples of 8 further,
             ///< which the swizzle does not see
  int half_;  ///< byte inside the chunk
};

/// The k rows of a group under a tile: `columns` bytes of each are the tile's.
struct KRows {
  const std::uint8_t* first;
  int columns;
  int stride;  ///< bytes from one k to the next
  int depth;   ///< k rows
  bool wide;   ///< the traversal of k is wider than 32 bits: move the base instead of the scalar offset

  /// The descriptor of 128 of them, or, not wide, of all.
  __device__ std::uint32_t records(int rows) const {
    return (static_cast<std::uint32_t>(rows) - 1u) * static_cast<std::uint32_t>(stride) +
           static_cast<std::uint32_t>(columns);
  }
  __device__ const std::uint8_t* row(int r) const { return first + std::int64_t{r} * stride; }
  __device__ int rows_from(int r) const { return depth - r < kTileK ? depth - r : kTileK; }
};

/// k is the row. The stride must be at least kExtent.
template <int kExtent>
class KSlowest {
 public:
  using Copies = StageCopies<kExtent>;
  using Shape = KSlowestStage<kExtent>;

  __device__ KSlowest(const KRows& rows, Thread thread) : rows_(rows), wave_(thread.wave), reader_(thread) {
    const int row = thread.wave * (kTileK / kWaves) + thread.lane / Shape::kChunksPerRow;
    for (int copy = 0; copy < Copies::kCopies; ++copy) {
      const int swizzle = Shape::swizzle(row + copy * kRowsPerCopy);
      voffset_[variant(copy)] =
          row * rows.stride + (thread.lane % Shape::kChunksPerRow ^ swizzle) * staging::kChunk;
    }
  }

  __device__ bool fills(int) const { return true; }  // or not: what is past the end reads as zero anyway

  template <bool>
  __device__ void copy(int k_block, Stage<kExtent>& to) const {
    const int first = __builtin_amdgcn_readfirstlane(k_block * kTileK);
    if (rows_.wide)
      copy(Buffer(rows_.row(first), rows_.records(rows_.rows_from(first))), 0, to);
    else
      copy(Buffer(rows_.first, rows_.records(rows_.depth)),
           static_cast<std::uint32_t>(first) * static_cast<std::uint32_t>(rows_.stride), to);
  }

  static constexpr int kReadsPerFragment = 4;
  __device__ Arch::Fragment fragment(const Stage<kExtent>& from, int tile) const {
    return reader_.fragment(from, tile);
  }

 private:
  static constexpr int kRowsPerCopy = kWaveSize / Shape::kChunksPerRow;
  static constexpr int kVariants = Shape::kChunksPerRow / 4;

  /// Copies that see the same swizzle: 4 rows further its bit 2 changes, 16 rows further its highest.
  __device__ static constexpr int variant(int copy) {
    return kVariants == 4 ? copy % 2 + copy / 4 * 2 : copy / 2;
  }

  /// `further`: bytes from the descriptor's base to the block.
  __device__ void copy(Buffer from, std::uint32_t further, Stage<kExtent>& to) const {
    std::uint32_t voffset[kVariants];
    for (int i = 0; i < kVariants; ++i) voffset[i] = voffset_[i] + further;
    Copies::run(from, to, wave_, kRowsPerCopy * rows_.stride,
                [&](int copy) { return voffset[variant(copy)]; });
  }

  KRows rows_;
  int wave_;
  std::uint32_t voffset_[kVariants];  ///< of the lane's chunk, but for what copies are apart
  TransposingReader<kExtent> reader_;
};

/// The same through registers.
template <int kExtent>
class KSlowestUnaligned {
 public:
  using Shape = KSlowestStage<kExtent>;

  __device__ KSlowestUnaligned(const KRows& rows, Thread thread)
      : rows_(rows), thread_(thread), reader_(thread) {}

  __device__ bool fills(int) const { return true; }  // or not: what is past the end reads as zero anyway

  template <bool>
  __device__ void copy(int k_block, Stage<kExtent>& to) const {
    const int first = __builtin_amdgcn_readfirstlane(k_block * kTileK);
    const UnalignedBytes from(rows_.row(first), rows_.records(rows_.rows_from(first)));
    for (int copy = 0; copy < kChunksPerThread<kExtent>; ++copy) {
      const int row = thread_.index / Shape::kChunksPerRow + copy * Shape::kRowsPerCopy;
      const int chunk = thread_.index % Shape::kChunksPerRow ^ Shape::swizzle(row);
      std::uint8_t* slot = to.bytes + (copy * kThreads + thread_.index) * staging::kChunk;
      *reinterpret_cast<Uint4*>(slot) = from.load(row * rows_.stride + chunk * staging::kChunk);
    }
  }

  static constexpr int kReadsPerFragment = 4;
  __device__ Arch::Fragment fragment(const Stage<kExtent>& from, int tile) const {
    return reader_.fragment(from, tile);
  }

 private:
  KRows rows_;
  Thread thread_;
  TransposingReader<kExtent> reader_;
};

}  // namespace lockstep::device
