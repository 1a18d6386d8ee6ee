// Summation::aligned: cuts and sums the products of a step, for a strip of columns at a time.
#pragma once

#include "emulator/arithmetic/matrix/fast/aligned_add.hpp"

namespace lockstep::matrix {

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
