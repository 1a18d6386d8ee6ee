// Summation::aligned: cuts and sums the products of a step, for a strip of columns at a time.
#pragma once

#include <algorithm>

#include "emulator/arithmetic/matrix/fast/tile.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::matrix {

// Summation::aligned: adds a step's sum to the accumulator, for a strip of columns at a time.

/// A shift by this turns any number here, |value| < 2^kMaxShift, into 0 or -1.
inline constexpr int kMaxShift = 61;

/// value >> count, for counts up to kMaxShift. AVX2 has only the unsigned 64-bit shift.
template <typename V>
LOCKSTEP_INLINE Longs<V> shift_down(const Longs<V>& value, const Longs<V>& count) {
  if constexpr (V::kStrip == 16) return value >> count;
  using Unsigned = typename V::UnsignedLongs;
  constexpr std::int64_t kOffset = std::int64_t{1} << kMaxShift;
  const auto positive = std::bit_cast<Unsigned>(value + kOffset), by = std::bit_cast<Unsigned>(count);
  return std::bit_cast<Longs<V>>(positive >> by) - std::bit_cast<Longs<V>>((Unsigned{} + kOffset) >> by);
}

/// Converts an integer with |value| < 2^51 to double.
template <typename V>
LOCKSTEP_INLINE Doubles<V> to_double(const Longs<V>& value) {
  constexpr double kShift = 6755399441055744.0;  // 1.5 * 2^52: the last bit has weight one
  return std::bit_cast<Doubles<V>>(value + std::bit_cast<std::int64_t>(kShift)) - kShift;
}

/// The sum of a step's products, scaled: value * 2^(exponent - product fraction bits). The exponent is below
/// that of any number when all are zero.
template <typename V>
struct AlignedSum {
  WideInts<V> value;
  StripInts<V> exponent;
};

/// Adds an AlignedSum to accumulators. The facts are broadcast to vectors once.
template <typename V>
class AlignedAdd {
 public:
  LOCKSTEP_INLINE explicit AlignedAdd(const Facts& facts)
      : accumulator_shift_(facts.accumulator.fraction_bits - 23),
        spare_(facts.dot.fraction_bits - facts.product.fraction_bits),
        accumulator_bits_(StripInts<V>{} + facts.accumulator.fraction_bits),
        window_(StripInts<V>{} + facts.accumulator_window),
        dot_bits_(StripInts<V>{} + facts.dot.fraction_bits),
        least_unit_(StripInts<V>{} + (formats::float32.emin() - facts.normalised.fraction_bits)),
        lost_(Longs<V>{} + ((std::int64_t{1} << (52 - std::min(facts.normalised.fraction_bits, 52))) - 1)) {}

  /// The new accumulators. Infinities and NaNs in acc stay; the caller handles those among products.
  LOCKSTEP_INLINE StripFloats<V> operator()(const AlignedSum<V>& dot, const StripFloats<V>& acc) const {
    const auto code = std::bit_cast<StripInts<V>>(acc);
    const StripInts<V> field = code >> 23 & 0xFF;
    const StripInts<V> magnitude = (code & 0x7FFFFF) | at_most<V>(field, 1) << 23;
    const StripInts<V> sign = code >> 31;
    const StripInts<V> acc_exponent = at_least<V>(field, 1) - 127;
    const StripInts<V> exponent = dot.exponent > acc_exponent ? dot.exponent : acc_exponent;

    const StripInts<V> behind = exponent - acc_exponent;
    const StripInts<V> significand = ((magnitude ^ sign) - sign) << accumulator_shift_;
    const StripInts<V> shifted = significand >> at_most<V>(behind, 31);
    const StripInts<V> kept = behind > window_ ? StripInts<V>{} : shifted;

    // Both in units of 2^unit, the unit of the dot's cut, without bits that the last floor cuts off a
    // subnormal.
    const StripInts<V> cut = exponent - dot_bits_;
    const StripInts<V> unit = cut > least_unit_ ? cut : least_unit_;
    const WideInts<V> down = widen<V>(at_most<V>(unit + dot_bits_ - dot.exponent, kMaxShift));
    const WideInts<V> up = widen<V>(exponent - accumulator_bits_ - unit);
    const WideInts<V> wide_kept = widen<V>(kept);
    WideFloats<V> sums;
    for (std::size_t h = 0; h < 2; ++h) {
      const Longs<V> total = shift_down<V>(dot.value[h] << spare_, down[h]) + (wide_kept[h] << up[h]);
      sums[h] = floor_significand(to_double<V>(total));
    }
    const StripFloats<V> rounded = narrow<V>(times_power<V>(sums, unit));
    return field == 0xFF ? acc : rounded;
  }

 private:
  /// The largest multiple of 2^(exponent - normalised bits) not above v, whose leading bit has that exponent.
  LOCKSTEP_INLINE Doubles<V> floor_significand(const Doubles<V>& v) const {
    const auto code = std::bit_cast<Longs<V>>(v);
    return std::bit_cast<Doubles<V>>((code + (code < 0 ? lost_ : Longs<V>{})) & ~lost_);
  }

  int accumulator_shift_, spare_;
  StripInts<V> accumulator_bits_, window_, dot_bits_, least_unit_;
  Longs<V> lost_;
};

/// A sum of products of one row with a strip of columns, in units of 2^(exponent - fraction bits); `exponent`
/// is the largest of the products, kNone when all are zero.
template <typename V>
struct Group {
  StripInts<V> sum, exponent;
};

/// One row of A, and the strip's columns of B, from some k on.
struct Products {
  const float *a, *b;
  const std::int32_t *a_exponent, *b_exponent;
};

/// Every sum has a multiple of this many products: loops over them are unrolled by it.
inline constexpr int kTogether = 8;

/// The largest exponent of the products of k = begin, begin + stride, ... below end.
template <typename V, Shape kShape>
LOCKSTEP_INLINE StripInts<V> largest_exponent(const Products& at, int begin, int end, int stride) {
  StripInts<V> largest = StripInts<V>{} + kNone;
  for (int base = begin; base < end; base += kTogether * stride)
#pragma GCC unroll 8
    for (int i = 0; i < kTogether; ++i) {
      const int k = base + i * stride;
      const StripInts<V> exponent = at.a_exponent[k] + load<StripInts<V>>(at.b_exponent + k * kShape.n);
      largest = exponent > largest ? exponent : largest;
    }
  return largest;
}

/// The sum of products of k = begin, begin + stride, ... below end, each truncated to a multiple of 1 / unit.
template <typename V, Shape kShape>
LOCKSTEP_INLINE StripInts<V> cut_sum(const Products& at, int begin, int end, int stride,
                                     const StripInts<V>& unit_exponent) {
  const auto unit = std::bit_cast<StripFloats<V>>((unit_exponent + 127) << 23);
  StripInts<V> sum{};
  for (int base = begin; base < end; base += kTogether * stride)
#pragma GCC unroll 8
    for (int i = 0; i < kTogether; ++i) {
      const int k = base + i * stride;
      sum += convert<StripInts<V>>(at.a[k] * load<StripFloats<V>>(at.b + k * kShape.n) * unit);
    }
  return sum;
}

template <typename V, Shape kShape>
LOCKSTEP_INLINE Group<V> sum_products(int bits, const Products& at, int begin, int end, int stride) {
  const StripInts<V> largest = largest_exponent<V, kShape>(at, begin, end, stride);
  return {cut_sum<V, kShape>(at, begin, end, stride, at_most<V>(bits - largest, 127)), largest};
}

/// Merges the sums of even and of odd products on their common grid.
template <typename V>
LOCKSTEP_INLINE Group<V> merge(const Group<V>& even, const Group<V>& odd) {
  const StripInts<V> exponent = even.exponent > odd.exponent ? even.exponent : odd.exponent;
  return {(even.sum >> at_most<V>(exponent - even.exponent, 31)) +
              (odd.sum >> at_most<V>(exponent - odd.exponent, 31)),
          exponent};
}

/// Sums the products of one row with a strip of columns, of all k or those of one parity, blocks with scales.
template <typename V, Shape kShape>
LOCKSTEP_INLINE AlignedSum<V> sum_blocks(int bits, const Products& at, const std::uint8_t* a_scale,
                                         const std::int32_t* b_scale, int first, int stride) {
  constexpr int kBlocks = kShape.blocks();
  StripInts<V> scale[kBlocks], exponent = StripInts<V>{} + 2 * kNone;
  for (int block = 0; block < kBlocks; ++block) {
    const int begin = block * kScaleBlock;
    const StripInts<V> largest =
        largest_exponent<V, kShape>(at, begin + first, begin + kShape.block_k(), stride);
    scale[block] = load<StripInts<V>>(b_scale + block * kShape.n) + (a_scale[block] - 254);
    const StripInts<V> scaled = largest + scale[block];
    exponent = scaled > exponent ? scaled : exponent;
  }
  WideInts<V> sum{};
  for (int block = 0; block < kBlocks; ++block) {
    const int begin = block * kScaleBlock;
    StripInts<V> unit = bits - exponent + scale[block];
    unit = unit > kNegligible ? unit : StripInts<V>{} + kNegligible;
    unit = at_most<V>(unit, 127);  // the whole block is zeros
    const WideInts<V> of_block =
        widen<V>(cut_sum<V, kShape>(at, begin + first, begin + kShape.block_k(), stride, unit));
    for (std::size_t h = 0; h < 2; ++h) sum[h] += of_block[h];
  }
  return {sum, exponent};
}

template <typename V>
LOCKSTEP_INLINE AlignedSum<V> merge(const AlignedSum<V>& even, const AlignedSum<V>& odd) {
  const StripInts<V> exponent = even.exponent > odd.exponent ? even.exponent : odd.exponent;
  const WideInts<V> of_even = widen<V>(at_most<V>(exponent - even.exponent, kMaxShift));
  const WideInts<V> of_odd = widen<V>(at_most<V>(exponent - odd.exponent, kMaxShift));
  WideInts<V> sum;
  for (std::size_t h = 0; h < 2; ++h)
    sum[h] = shift_down<V>(even.value[h], of_even[h]) + shift_down<V>(odd.value[h], of_odd[h]);
  return {sum, exponent};
}

}  // namespace lockstep::matrix
