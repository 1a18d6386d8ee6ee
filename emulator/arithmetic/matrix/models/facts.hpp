// The parameters of the one algorithm behind every matrix model and unit.
//
//   acc = C
//   for each step of `step` consecutive k, ascending:
//     acc = round(sum of the step's products, and acc)
//
// What varies is how many products a step takes, what is lost while it is summed, and how the sum is rounded.
#pragma once

#include <initializer_list>

namespace lockstep::matrix {

/// What is lost inside a step.
enum class Summation {
  exact,      ///< nothing: products, scales and acc are summed exactly and rounded once
  fma_chain,  ///< s = fma(a, b, s) in f32 from +0 in k order; x = f32(s * scales); acc = f32(acc + x)
  aligned,    ///< products are cut under their largest exponent, their sum and acc again, then rounded
  fused,      ///< products and acc are cut under the one largest exponent of all, summed, rounded
  pairwise,   ///< products and every sum of two are f32 operations; acc is added last
  grid,       ///< pairs of products are floored to their own grid, then all to the coarsest; see `grid`
};

enum class Toward { zero, minus_infinity };

/// A cut: a value v in units of 2^e becomes a multiple of 2^(e - fraction_bits).
struct Cut {
  int fraction_bits = 0;
  Toward toward = Toward::zero;
  constexpr bool operator==(const Cut&) const = default;
};

/// No cut: every bit is kept.
inline constexpr Cut kUncut{1000, Toward::zero};

/// Whether a scaled product of magnitude 2^128 or more counts as infinite.
enum class Oversized { infinite, kept };

/// Where the block scales act.
enum class ScaleAt {
  /// On every product's exponent, so before anything is lost.
  product,
  /// On the step's sum after it was rounded to f32 without acc: one multiplication by both scales, rounded,
  /// then one f32 addition to acc.
  sum,
  sum_twice,  ///< like sum, but times the scale of A, then that of B: two roundings
  group,      ///< significands on the exact sum of a group, exponents on its exponent (Facts::group)
};

/// How a step's sum becomes acc, and the last acc the result.
enum class Rounding {
  nearest_even,
  toward_zero,   ///< a value of 2^128 or more is infinite
  bfloat16_cut,  ///< the upper half of the nearest f32
};

/// The bits of a NaN result, and which of several NaNs wins.
enum class NanBits {
  /// Not known: results are compared as a class; the format's canonical quiet NaN is written.
  any,
  ones,  ///< 0x7FFFFFFF, f16: 0x7FFF
  rdna,  ///< NaN operand: 0xFFC00A3D; else an invalid product: 0xFFC00000; else a NaN acc, quieted
};

/// The grid of Summation::grid. Its exponent is 24 below a pair's larger product; all terms are then aligned
/// to the coarsest of the pairs' grids and of the grid 26 below the leading bit of acc.
enum class Grid {
  /// Floors; acc's leading bit counts as at least the format's emin; a negative acc that vanishes counts as 0
  /// when the grid is above that.
  gfx12,
  /// Both products and acc on one grid, 26 below the leading bits of products too; magnitudes are cut, and
  /// each term whose sign acc does not have counts one unit more (even a zero); an f32 or bf16 acc and
  /// results below the smallest normal are zero; an f16 acc keeps its subnormals and its leading bit counts
  /// as at least f16's emin.
  gfx11,
};

/// The parameters of a unit. Exponents below are those of unnormalised significands: a product of
/// significands in [1, 2) has the sum of its factors' exponents, a subnormal operand has the format's
/// smallest exponent, and a zero product has none. The scales' exponents are added to each product's.
struct Facts {
  Summation summation = Summation::exact;
  int step = 0;  ///< products per step; 0: all of the instruction's

  // Summation::aligned, in the order in which they act.
  /// Products of even and of odd k are summed apart, each with its own largest exponent.
  bool parity_split = false;
  /// Cut of each product, under the largest exponent of its sum; up to 24 bits (fused: 35).
  Cut product{};
  /// With parity_split: cut of the even and the odd sum, under the larger exponent.
  Cut merge{};
  /// Cut of the products' sum, under the larger of its exponent and acc's.
  Cut dot{};
  /// Cut of acc, under the same exponent as `dot`; a zero or subnormal acc has exponent -126.
  Cut accumulator{};
  /// Acc counts as 0 when its exponent is more than this below the larger one.
  int accumulator_window = 0;
  /// Cut of the total, under its own leading bit but not below 2^-126.
  Cut normalised{};
  Oversized oversized = Oversized::infinite;

  // Summation::fused. Facts::product cuts every term.
  int zero_exponent = 0;  ///< the exponent of a zero product or acc
  /// Consecutive products whose exact sum is one term, with ScaleAt::group.
  int group = 1;
  /// The k with k % 4 < 2, then the others, are each fused from +0; acc is added last.
  bool halves = false;

  // Summation::grid.
  Grid grid = Grid::gfx12;
  int pair = 2;                 ///< products that share a grid of their own
  bool middle_swapped = false;  ///< the second and third of every four steps change places

  // All summations.
  ScaleAt scale_at = ScaleAt::product;
  /// Subnormal operands become zeros; pairwise: also results of every operation.
  bool flush = false;
  bool through_half = false;  ///< 8-bit operands are converted to float16 first
  int ignored_bits = 0;       ///< low bits of an f32 operand that are cut off
  bool signed_zero = false;   ///< a sum of negative zeros is -0

  // aligned, fused and grid; the others round to nearest, as IEEE operations do.
  bool negative_underflow = true;
  Rounding rounding = Rounding::nearest_even;
  int result_bits = 0;  ///< fraction bits of a result; 0: those of its format

  // All summations.
  NanBits nan = NanBits::any;

  constexpr bool operator==(const Facts&) const = default;
};

/// Whether negated products and a negated acc give the negated result, except for the signs of zeros: all
/// cuts are toward zero.
constexpr bool treats_signs_alike(const Facts& f) {
  if (f.summation == Summation::grid) return false;
  for (const Cut& cut : {f.product, f.merge, f.dot, f.accumulator, f.normalised})
    if (cut.toward != Toward::zero) return false;
  return true;
}

}  // namespace lockstep::matrix
