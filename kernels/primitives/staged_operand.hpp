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
/// well. What it adds there is taken from the scalar offset, so the second to fourth of them must be at least
/// kBytes apart in memory.
template <int kExtent>
struct StageCopies {
  static constexpr int kBytes = kWaveSize * staging::kChunk;
  static constexpr int kWaveBytes = kExtent * kTileK / kWaves;
  static constexpr int kCopies = kWaveBytes / kBytes;
  static constexpr int kPerBase = 4;

  /// voffset(copy): offset of the lane's chunk, but for apart(copy), what the copy is from the first one.
  template <int kCopy = 0, class Voffset, class Apart>
  __device__ static void run(Buffer from, Stage<kExtent>& to, int wave, Voffset voffset, Apart apart) {
    constexpr int kFurther = kCopy % kPerBase * kBytes;
    std::uint8_t* base = to.bytes + (wave * kWaveBytes + kCopy / kPerBase * kPerBase * kBytes);
    from.copy_to_lds<kFurther>(base, voffset(kCopy), apart(kCopy) - kFurther);
    if constexpr (kCopy + 1 < kCopies) run<kCopy + 1>(from, to, wave, voffset, apart);
  }
};

/// k runs fastest: chunk c of row r lies in slot c ^ swizzle(r) of its 128 bytes. k must be at least 128.
template <int kExtent>
class KFastest {
 public:
  using Copies = StageCopies<kExtent>;

  /// The k blocks from `block` on, of `rows` rows of k bytes. Fragments are counted from `piece`.
  __device__ KFastest(const std::uint8_t* first, int rows, int k, int block, int piece, Thread thread)
      : rows_(first, rows * k), k_(k), wave_(thread.wave), first_(block * kTileK), reader_(thread, piece) {
    const int row = thread.wave * kExtent / kWaves + thread.lane / staging::kChunksPerRow;
    for (int parity = 0; parity < 2; ++parity) {
      const int chunk = thread.lane % staging::kChunksPerRow ^ staging::swizzle(row + parity * kRowsPerCopy);
      byte_[parity] = chunk * staging::kChunk;
      voffset_[parity] = row * k + byte_[parity] + first_;
    }
  }

  /// Whether k goes on past the block or ends with it.
  __device__ bool fills() const { return first_ + kTileK <= k_; }

  /// Copies a block and goes on to the next. kFilled: the block is known to be filled.
  template <bool kFilled>
  __device__ void copy(Stage<kExtent>& to) {
    std::uint32_t voffset[2] = {voffset_[0], voffset_[1]};
    if constexpr (!kFilled) {
      for (int i = 0; i < 2; ++i) voffset[i] = first_ + byte_[i] < k_ ? voffset[i] : kNowhere;
    }
    Copies::run(
        rows_, to, wave_, [&](int copy) { return voffset[copy % 2]; },
        [&](int copy) { return copy * kRowsPerCopy * k_; });
    first_ += kTileK;
    for (std::uint32_t& at : voffset_) at += kTileK;
  }

  static constexpr int kReadsPerFragment = 2;
  __device__ void renew() {}
  __device__ Arch::Fragment fragment(const Stage<kExtent>& from, int piece) const {
    return reader_.fragment(from, piece);
  }

 private:
  static constexpr int kRowsPerCopy = kWaveSize / staging::kChunksPerRow;

  Buffer rows_;
  int k_;
  int wave_;
  int first_;  ///< k of the next block to be copied
  // Where the lane's chunk lies, in even and odd copies, which differ by the swizzle.
  int byte_[2];  ///< k inside the block
  std::uint32_t voffset_[2];
  RowReader reader_;
};

template <int kExtent>
inline constexpr int kChunksPerThread = kExtent * kTileK / (kThreads * staging::kChunk);

/// KFastest through registers, for rows of any length.
template <int kExtent>
class KFastestUnaligned {
 public:
  __device__ KFastestUnaligned(const std::uint8_t* first, int rows, int k, int block, int piece,
                               Thread thread)
      : rows_(first, rows * k), k_(k), first_(block * kTileK), thread_(thread), reader_(thread, piece) {}

  __device__ bool fills() const { return true; }  // even where it does not: past the end zeros are read

  template <bool>
  __device__ void copy(Stage<kExtent>& to) {
    const int row = thread_.index / staging::kChunksPerRow;
    const int first =
        first_ + (thread_.index % staging::kChunksPerRow ^ staging::swizzle(row)) * staging::kChunk;
    for (int copy = 0; copy < kChunksPerThread<kExtent>; ++copy) {
      const Uint4 bytes = rows_.load((row + copy * staging::kRowsPerCopy) * k_ + first);
      std::uint8_t* slot = to.bytes + (copy * kThreads + thread_.index) * staging::kChunk;
      *reinterpret_cast<Uint4*>(slot) = keep_bytes(bytes, k_ - first);
    }
    first_ += kTileK;
  }

  static constexpr int kReadsPerFragment = 2;
  __device__ void renew() {}
  __device__ Arch::Fragment fragment(const Stage<kExtent>& from, int piece) const {
    return reader_.fragment(from, piece);
  }

 private:
  UnalignedBytes rows_;
  int k_;
  int first_;  ///< k of the next block to be copied
  Thread thread_;
  RowReader reader_;
};

/// The stage where k is the row: panels of 64 columns, each [128 lines][64]. A line is a k row, with bits 3
/// and 4 of the row exchanged; chunk c of a line lies in slot c ^ swizzle(line).
///
/// A transposing read touches 8 rows of each of four 16-row groups at one chunk. Halves of a wave read one
/// after the other; the 16 rows of a half are 16 neighbouring lines, whose swizzle spreads the chunk over all
/// 64 banks. Lanes that copy one line read 64 bytes in a row from memory. And the place of a chunk in the
/// next panel, or 8 or 64 rows further, is a constant further.
namespace panel {

inline constexpr int kLineBytes = 64, kChunksPerLine = kLineBytes / staging::kChunk;
inline constexpr int kBytes = kTileK * kLineBytes;
inline constexpr int kPieces = kLineBytes / kFragment;

/// The line of a row, and the row of a line.
__device__ constexpr int line(int row) {
  return (row & ~0x18) | (row & 0x08) << 1 | (row & 0x10) >> 1;
}
__device__ constexpr int swizzle(int line) {
  return line / kChunksPerLine % kChunksPerLine;
}

/// What chunk number `at` of a stage holds.
struct Chunk {
  int row, byte;  ///< byte: the column of its first
};
__device__ constexpr Chunk chunk(int at) {
  const int of_line = at / kChunksPerLine % kTileK, slot = at % kChunksPerLine;
  return {line(of_line),
          at * staging::kChunk / kBytes * kLineBytes + (slot ^ swizzle(of_line)) * staging::kChunk};
}

}  // namespace panel

/// Reads 16 columns of a stage as the matrix instruction wants them. kBefore: bytes of LDS in front of the
/// first of the stages that are read. It does not show in what is read, but told the truth, the compiler
/// reaches all stages from one register, by the instruction's own 16 bits of offset.
template <int kExtent, int kBefore>
class TransposingReader {
 public:
  /// Pieces are counted from `first`, a multiple of panel::kPieces.
  __device__ TransposingReader(Thread thread, int first) {
    const int line = panel::line(thread.lane / kFragment * 16 + thread.lane % kFragment / 2);
    const int at = first / panel::kPieces * panel::kBytes + line * panel::kLineBytes + thread.lane % 2 * 8;
    for (int piece = 0; piece < panel::kPieces; ++piece)
      byte_[piece] = at + (piece ^ panel::swizzle(line)) * staging::kChunk + kBefore;
  }

  /// Hides the places from the compiler: it would otherwise add what differs between stages before the loop,
  /// and hold all sums, where the instruction's own offset does it for nothing.
  __device__ void renew() {
    for (int& byte : byte_) asm volatile("" : "+v"(byte));
  }

  __device__ Arch::Fragment fragment(const Stage<kExtent>& from, int piece) const {
    const int at = byte_[piece % panel::kPieces] - kBefore + piece / panel::kPieces * panel::kBytes;
    const auto read = [&](int row) {
      return Arch::read_transposed(from.bytes + (at + panel::line(row) * panel::kLineBytes));
    };
    const Uint2 k0 = read(0), k8 = read(8), k64 = read(64), k72 = read(72);
    return Arch::fragment(__builtin_shufflevector(k0, k8, 0, 1, 2, 3),
                          __builtin_shufflevector(k64, k72, 0, 1, 2, 3));
  }

 private:
  int byte_[panel::kPieces];  ///< byte that the lane points at, in the first of four reads
};

/// The k rows of a group under a tile: `columns` bytes of each are the tile's.
struct KRows {
  const std::uint8_t* first;
  int columns;
  int stride;  ///< bytes from one k to the next
  int depth;   ///< k rows

  /// Bytes that a descriptor of `rows` of them covers.
  __device__ std::uint32_t records(int rows) const {
    return (static_cast<std::uint32_t>(rows) - 1u) * static_cast<std::uint32_t>(stride) +
           static_cast<std::uint32_t>(columns);
  }
  __device__ const std::uint8_t* row(int r) const { return first + std::int64_t{r} * stride; }
  __device__ int rows_from(int r) const { return depth - r < kTileK ? depth - r : kTileK; }
};

/// How k is traversed where it is the row: with 32-bit offsets into one descriptor, where the rows of a group
/// leave room for that, or with a descriptor of its own for each block.
enum class Traversal { narrow, wide };

/// Whether so many k rows, filled up to whole blocks, are too many for the narrow one.
__device__ inline bool leaves_32_bits(int rows, int stride) {
  const std::uint64_t blocks = (static_cast<std::uint32_t>(rows) + kTileK - 1u) / kTileK;
  return blocks * kTileK * static_cast<std::uint32_t>(stride) >> 32 != 0;
}

/// k is the row. The stride must be at least 128.
template <int kExtent, int kBefore, Traversal kTraversal>
class KSlowest {
 public:
  using Copies = StageCopies<kExtent>;

  /// The k blocks from `block` on. Fragments are counted from `piece`.
  __device__ KSlowest(const KRows& rows, int block, int piece, Thread thread)
      : rows_(rows), wave_(thread.wave), first_(block * kTileK), reader_(thread, piece) {
    const panel::Chunk mine =
        panel::chunk(thread.wave * (Copies::kWaveBytes / staging::kChunk) + thread.lane);
    voffset_ = mine.row * rows.stride + mine.byte;
    if constexpr (kTraversal == Traversal::narrow)
      voffset_ += static_cast<std::uint32_t>(first_) * static_cast<std::uint32_t>(rows.stride);
  }

  __device__ bool fills() const { return true; }  // even where it does not: past the end zeros are read

  /// Copies a block and goes on to the next.
  template <bool>
  __device__ void copy(Stage<kExtent>& to) {
    if constexpr (kTraversal == Traversal::wide) {
      copy(Buffer(rows_.row(first_), rows_.records(rows_.rows_from(first_))), to);
      first_ += kTileK;
    } else {
      copy(Buffer(rows_.first, rows_.records(rows_.depth)), to);
      voffset_ += kTileK * rows_.stride;
      asm volatile("" : "+v"(voffset_));  // one register, not one for each unrolled block
    }
  }

  static constexpr int kReadsPerFragment = 4;
  __device__ void renew() { reader_.renew(); }
  __device__ Arch::Fragment fragment(const Stage<kExtent>& from, int piece) const {
    return reader_.fragment(from, piece);
  }

 private:
  __device__ void copy(Buffer from, Stage<kExtent>& to) const {
    constexpr int kLines = Copies::kBytes / panel::kLineBytes;
    Copies::run(
        from, to, wave_, [&](int) { return voffset_; },
        [&](int copy) { return panel::line(copy * kLines) * rows_.stride; });
  }

  KRows rows_;
  int wave_;
  int first_;              ///< k of the next block to be copied
  std::uint32_t voffset_;  ///< offset of the lane's chunk, but for what copies are apart
  TransposingReader<kExtent, kBefore> reader_;
};

/// KSlowest through registers, for strides of any length; always wide.
template <int kExtent, int kBefore>
class KSlowestUnaligned {
 public:
  __device__ KSlowestUnaligned(const KRows& rows, int block, int piece, Thread thread)
      : rows_(rows), first_(block * kTileK), thread_(thread), reader_(thread, piece) {}

  __device__ bool fills() const { return true; }  // even where it does not: past the end zeros are read

  template <bool>
  __device__ void copy(Stage<kExtent>& to) {
    const UnalignedBytes from(rows_.row(first_), rows_.records(rows_.rows_from(first_)));
    for (int copy = 0; copy < kChunksPerThread<kExtent>; ++copy) {
      const int at = copy * kThreads + thread_.index;
      const panel::Chunk chunk = panel::chunk(at);
      *reinterpret_cast<Uint4*>(to.bytes + at * staging::kChunk) =
          from.load(chunk.row * rows_.stride + chunk.byte);
    }
    first_ += kTileK;
  }

  static constexpr int kReadsPerFragment = 4;
  __device__ void renew() { reader_.renew(); }
  __device__ Arch::Fragment fragment(const Stage<kExtent>& from, int piece) const {
    return reader_.fragment(from, piece);
  }

 private:
  KRows rows_;
  int first_;  ///< k of the next block to be copied
  Thread thread_;
  TransposingReader<kExtent, kBefore> reader_;
};

}  // namespace lockstep::device
