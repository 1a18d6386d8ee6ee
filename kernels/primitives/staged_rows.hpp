// A's tile on its way through LDS: kTileM rows of one 128-byte k block, row-major, in 16-byte chunks.
//
// The DMA fills LDS in lane order, so the bank swizzle is applied on the side of memory: chunk c of row r
// lies in slot c ^ swizzle(r) of its row. Lanes that read one chunk of as many rows as fill all banks (16 of
// gfx950's 64 banks, 8 of gfx942's 32) then touch every bank once.
#pragma once

#include "kernels/primitives/buffer_descriptor.hpp"
#include "kernels/primitives/tile.hpp"

namespace lockstep::device {

struct alignas(16) StagedRows {
  std::uint8_t bytes[kTileM * kTileK];
};

namespace staging {

inline constexpr int kChunk = 16;
inline constexpr int kChunksPerRow = kTileK / kChunk;
inline constexpr int kLanesPerChunk = kChunk / Arch::kDmaBytes;
inline constexpr int kLanesPerRow = kChunksPerRow * kLanesPerChunk;
inline constexpr int kRowsPerCopy = kThreads / kLanesPerRow;  ///< by one DMA instruction in each wave
inline constexpr int kCopies = kTileM / kRowsPerCopy;
inline constexpr int kBytesPerWaveCopy = kWaveSize * Arch::kDmaBytes;
inline constexpr int kRowsPerWaveCopy = kWaveSize / kLanesPerRow;

/// A row's swizzle is 0 .. 7, the same for kRowsPerSwizzle rows and for rows kSwizzlePeriod apart.
inline constexpr int kRowsPerSwizzle = Arch::kLdsBankBytes / kTileK;
inline constexpr int kSwizzlePeriod = kRowsPerSwizzle * kChunksPerRow;
static_assert(kRowsPerCopy % kSwizzlePeriod == 0 && kFragment % kSwizzlePeriod == 0);
__device__ constexpr int swizzle(int row) {
  return row / kRowsPerSwizzle % kChunksPerRow;
}

}  // namespace staging

/// Memory to LDS. Rows past the descriptor's end arrive as zeros.
///
/// A wave fills a quarter of the stage, front to back: its copies share one base in LDS, from where the
/// instruction's own offset takes them further. That moves the address in memory as well, so what it adds
/// there is taken from the lanes' offsets, where k rows of at least 128 bytes leave room for it.
class RowStager {
 public:
  /// rows: descriptor of the tile's rows of A, k bytes each.
  __device__ RowStager(Buffer rows, int k, Thread thread) : rows_(rows), wave_(thread.wave) {
    const int first = thread.wave * (kTileM / kWaves) + thread.lane / staging::kLanesPerRow;
    const int slot = thread.index % staging::kLanesPerRow / staging::kLanesPerChunk;
    const int byte = thread.index % staging::kLanesPerChunk * Arch::kDmaBytes;
    for (int copy = 0; copy < staging::kCopies; ++copy) {
      const int row = first + copy * staging::kRowsPerWaveCopy;
      const int chunk = slot ^ staging::swizzle(row);
      voffset_[copy] = row * k + chunk * staging::kChunk + byte - copy * staging::kBytesPerWaveCopy;
    }
  }

  __device__ void copy(int k_block, StagedRows& to) const {
    // Said to be uniform: the compiler would otherwise issue one copy per distinct value it finds in the
    // lanes.
    const int soffset = __builtin_amdgcn_readfirstlane(k_block * kTileK);
    copy_rest<0>(to.bytes + wave_ * (sizeof(to.bytes) / kWaves), soffset);
  }

 private:
  template <int kCopy>
  __device__ void copy_rest(std::uint8_t* quarter, int soffset) const {
    rows_.copy_to_lds<kCopy * staging::kBytesPerWaveCopy>(quarter, voffset_[kCopy], soffset);
    if constexpr (kCopy + 1 < staging::kCopies) copy_rest<kCopy + 1>(quarter, soffset);
  }

  Buffer rows_;
  int wave_;
  std::uint32_t voffset_[staging::kCopies];
};

/// LDS to the matrix instruction's operand: rows kFragment * row_tile and on.
class RowReader {
 public:
  /// Tiles are counted from `first`.
  __device__ explicit RowReader(Thread thread, int first = 0) {
    const int row = thread.lane % kFragment;
    const int quarter = thread.lane / kFragment;
    const int at = (first * kFragment + row) * kTileK;
    low_ = at + (quarter ^ staging::swizzle(row)) * staging::kChunk;
    high_ = at + ((quarter + 4) ^ staging::swizzle(row)) * staging::kChunk;
  }

  /// from: a stage of any number of rows of kTileK bytes.
  template <class Rows>
  __device__ Arch::Fragment fragment(const Rows& from, int row_tile) const {
    const int at = row_tile * kFragment * kTileK;
    return Arch::fragment(*reinterpret_cast<const Uint4*>(from.bytes + (low_ + at)),
                          *reinterpret_cast<const Uint4*>(from.bytes + (high_ + at)));
  }

 private:
  int low_;
  int high_;
};

}  // namespace lockstep::device
