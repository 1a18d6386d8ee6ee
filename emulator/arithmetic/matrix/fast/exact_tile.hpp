// Results of a tile from exact sums of blocks. What sums a block is a type with
//
//   static constexpr int kParts;        a sum comes as that many doubles, to be added
//   static constexpr int kRows;         rows computed together
//   bool exact;                         whether no sum has lost a bit
//   double unit;                        the unit of the sums
//   void sum(int row, int column, int block, WideFloats<V> (*sums)[kParts]) const;
//                                       unscaled sums, of kRows rows with a strip of columns
#pragma once

#include "emulator/arithmetic/matrix/fast/exact_bits.hpp"
#include "emulator/arithmetic/matrix/fast/lanes.hpp"

namespace lockstep::matrix {

/// Scales as doubles, [row][block] and [block][column].
struct Scales {
  alignas(64) double rows[kOperandScales];
  alignas(64) double columns[kOperandScales];
};

template <typename V>
LOCKSTEP_INLINE void note(const Doubles<V>& error, Doubles<V>& lost) {
  lost = error != 0 ? Doubles<V>{} + 1.0 : lost;
}

/// A dot product in one double, or in two; with `watch`, `lost` is not 0 where they lost a bit.
template <typename V, int kParts>
struct ExactDot;

template <typename V>
struct ExactDot<V, 1> {
  Doubles<V> value{}, lost{};

  LOCKSTEP_INLINE void add(const Doubles<V>& term, bool watch) {
    if (!watch) {
      value += term;
      return;
    }
    Doubles<V> error;
    value = add_exactly<V>(value, term, error);
    note<V>(error, lost);
  }
  /// The sum with c, which the caller rounds once more.
  LOCKSTEP_INLINE Doubles<V> with(const Doubles<V>& c) const {
    Doubles<V> error;
    const Doubles<V> sum = add_exactly<V>(value, c, error);
    return to_odd<V>(sum, error);
  }
};

template <typename V>
struct ExactDot<V, 2> {
  Doubles<V> value{}, rest{}, lost{};

  LOCKSTEP_INLINE void add(const Doubles<V>& term, bool) {
    Doubles<V> error, lost_now;
    value = add_exactly<V>(value, term, error);
    rest = add_exactly<V>(rest, error, lost_now);
    note<V>(lost_now, lost);
  }
  LOCKSTEP_INLINE Doubles<V> with(const Doubles<V>& c) {
    Doubles<V> of_value, of_rest, small, smaller_still, left;
    const Doubles<V> large = add_exactly<V>(value, c, of_value);
    const Doubles<V> medium = add_exactly<V>(of_value, rest, of_rest);
    const Doubles<V> sum = add_exactly<V>(large, medium, small);
    const Doubles<V> tail = add_exactly<V>(small, of_rest, smaller_still);
    note<V>(smaller_still, lost);
    const Doubles<V> nearest = add_exactly<V>(sum, tail, left);
    return large - large == 0 ? to_odd<V>(nearest, left) : large;
  }
};

template <typename V, Shape kShape, typename Blocks>
LOCKSTEP_INLINE void dot_strip(const Blocks& blocks, const Scales& scales, int row, int column, bool watch,
                               ExactDot<V, Blocks::kParts> (*dot)[2]) {
  constexpr int kBlocks = kShape.blocks(), kRows = Blocks::kRows;
  for (int block = 0; block < kBlocks; ++block) {
    WideFloats<V> sums[kRows][Blocks::kParts];
    blocks.sum(row, column, block, sums);
    for (int h = 0; h < 2; ++h) {
      const auto b_scale = load<Doubles<V>>(scales.columns + block * kShape.n + column + h * V::kHalf);
      for (int i = 0; i < kRows; ++i)
        for (int part = 0; part < Blocks::kParts; ++part)
          dot[i][h].add(sums[i][part][h] * (scales.rows[(row + i) * kBlocks + block] * b_scale), watch);
    }
  }
}

template <typename V, Shape kShape, typename Blocks>
LOCKSTEP_INLINE void multiply_blocks(const Operand& a, const Operand& b, const Blocks& blocks, const float* c,
                                     float* d) {
  constexpr int kRows = Blocks::kRows;
  Scales scales;
  decode_row_scales(a.scales, scales.rows);
  for (double& scale : scales.rows) scale *= blocks.unit;
  decode_column_scales<kShape>(b.scales, scales.columns);
  const WideOutputs wide(kShape, a, b);
  for (int i = 0; i < kShape.m; i += kRows)
    for (int j = 0; j < kShape.n; j += V::kStrip) {
      ExactDot<V, Blocks::kParts> dot[kRows][2];
      dot_strip<V, kShape>(blocks, scales, i, j, wide.any(), dot);
      for (int row = i; row < i + kRows; ++row) {
        ExactDot<V, Blocks::kParts>* sums = dot[row - i];
        const auto in = load<StripFloats<V>>(c + row * kShape.n + j);
        const WideFloats<V> wide_in = widen<V>(in);
        const StripFloats<V> rounded = narrow<V>({sums[0].with(wide_in[0]), sums[1].with(wide_in[1])});
        StripFloats<V> out = rounded == rounded ? rounded : StripFloats<V>{} + kNaN;
        for (int at = 0; at < V::kStrip && wide.in(row); ++at) {
          const auto& sum = sums[at / V::kHalf];
          const int lane = at % V::kHalf;
          const bool finite = sum.value[lane] - sum.value[lane] == 0 && in[at] - in[at] == 0;
          if (finite && (sum.lost[lane] != 0 || !blocks.exact) && wide.at(row, j + at))
            out[at] = multiply_one(kShape, a, b, row, j + at, in[at]);
        }
        store(d + row * kShape.n + j, out);
      }
    }
}

}  // namespace lockstep::matrix
