// Scales of a wave's part of a tile, where each row of A and each column of B has its own: kPieces pieces of
// 16 rows against kPieces of 16 columns, one 128-block of k.
//
// Both halves offer LoadedWaveScales, WaveScales, load_wave_scales, spread and multiply_add; the declared
// order is that of block_scales.hpp.
#pragma once

#include "kernels/primitives/block_scales.hpp"

namespace lockstep::device {

inline constexpr int kPieces = 4;

#if defined(__gfx950__)

/// Scales as loaded: lane l has the bytes of row l and of column l.
struct LoadedWaveScales {
  std::uint32_t rows, columns;
};

struct WaveScales {
  RowScales rows, columns;
};

/// rows, columns: descriptors of the tile's scales in one k block; first_row, first_column: the wave's first.
__device__ inline LoadedWaveScales load_wave_scales(Buffer rows, Buffer columns, int first_row,
                                                    int first_column, int lane) {
  return {rows.load_byte(first_row + lane), columns.load_byte(first_column + lane)};
}

__device__ inline WaveScales spread(LoadedWaveScales loaded) {
  return {spread(LoadedRowScales{loaded.rows, 0}), spread(LoadedRowScales{loaded.columns, 0})};
}

/// One 16 x 16 x 128 step.
template <int kRow, int kColumn>
__device__ Arch::Accumulator multiply_add(Arch::Fragment columns, Arch::Fragment rows, Arch::Accumulator sum,
                                          const WaveScales& scales) {
  return Arch::multiply_add<RowScales::byte_of(kColumn), RowScales::byte_of(kRow)>(
      columns, rows, sum, scales.columns.word[RowScales::word_of(kColumn)],
      scales.rows.word[RowScales::word_of(kRow)]);
}

#else

/// Scales: lane l has those of row 16 * i + l % 16, and of columns 16 * j + 4 * (l / 16) + 0..3.
struct WaveScales {
  float row[kPieces];
  Float4 column[kPieces];
};
using LoadedWaveScales = WaveScales;

__device__ inline LoadedWaveScales load_wave_scales(Buffer rows, Buffer columns, int first_row,
                                                    int first_column, int lane) {
  LoadedWaveScales scales;
  for (int i = 0; i < kPieces; ++i) {
    const int row = first_row + i * kFragment + lane % kFragment;
    const int column = first_column + i * kFragment + lane / kFragment * 4;
    scales.row[i] = as_float(rows.load_dword(row * sizeof(Scale)));
    scales.column[i] = __builtin_bit_cast(Float4, columns.load_16_bytes(column * sizeof(Scale)));
  }
  return scales;
}

__device__ inline const WaveScales& spread(const LoadedWaveScales& loaded) {
  return loaded;
}

/// One 16 x 16 x 128 step.
template <int kRow, int kColumn>
__device__ Arch::Accumulator multiply_add(Arch::Fragment columns, Arch::Fragment rows, Arch::Accumulator sum,
                                          const WaveScales& scales) {
  const Arch::Accumulator low = Arch::multiply_half<0>(columns, rows) * scales.row[kRow];
  const Arch::Accumulator half = __builtin_elementwise_fma(low, scales.column[kColumn], sum);
  const Arch::Accumulator high = Arch::multiply_half<1>(columns, rows) * scales.row[kRow];
  return __builtin_elementwise_fma(high, scales.column[kColumn], half);
}

#endif

}  // namespace lockstep::device
