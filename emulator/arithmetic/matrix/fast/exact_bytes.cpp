// Summation::exact of operands that are small integers times a power of two; and Summation::fma_chain over
// whole blocks of them, in which no partial sum needs more than 24 bits, so that no addition of the chain
// rounds.
//
// VPDPBUSD multiplies bytes, unsigned by signed, and adds four products to an integer of 32 bits. B's
// integers are made unsigned by adding kIntegerBias; what that adds to a sum, the sum begins below zero.
#include "emulator/arithmetic/matrix/fast/decoded.hpp"
#include "emulator/arithmetic/matrix/fast/exact_tile.hpp"
#include "emulator/arithmetic/matrix/fast/kernels.hpp"
#include "emulator/arithmetic/matrix/fast/near_scales.hpp"

#if LOCKSTEP_X86_64

namespace lockstep::matrix {
namespace {

constexpr int kColumns = 16, kFours = kScaleBlock / 4;
constexpr int kRows = 8;  // computed together: a sum waits for its last four products, another row's does not

/// Adds the products of four k, of 16 columns with one row. Assembly, because GCC 12 makes three instructions
/// of the intrinsic, a broadcast and a move among them.
LOCKSTEP_INLINE LOCKSTEP_V4_VNNI void add_four(__m512i& sums, __m512i columns, const std::uint8_t* of_row) {
  asm("vpdpbusd %2%{1to16%}, %1, %0"
      : "+v"(sums)
      : "v"(columns), "m"(*reinterpret_cast<const std::uint8_t (*)[4]>(of_row)));
}

/// The sums of a block over kRows rows from `row` on, each with 16 columns.
template <Shape kShape>
LOCKSTEP_INLINE LOCKSTEP_V4_VNNI void sum_block(const DecodedPair& pair, int row, int column, int block,
                                                __m512i* sums) {
  const std::int32_t* start = &pair.a->start[std::size_t(block * kShape.m + row)];
#pragma GCC unroll 8
  for (int i = 0; i < kRows; ++i) sums[i] = _mm512_set1_epi32(start[i]);
  for (int four = block * kFours; four < (block + 1) * kFours; ++four) {
    const std::uint8_t* of_rows = &pair.a->integers[std::size_t(4 * (four * kShape.m + row))];
    const __m512i columns =
        _mm512_loadu_si512(&pair.b->integers[std::size_t(4 * (four * kShape.n + column))]);
#pragma GCC unroll 8
    for (int i = 0; i < kRows; ++i) add_four(sums[i], columns, of_rows + std::ptrdiff_t{4} * i);
  }
}

template <Shape kShape>
struct ByteBlocks {
  static constexpr int kParts = 1, kRows = 1, kBlocks = kShape.blocks();
  bool exact = true;
  double unit;
  alignas(64) std::int32_t sums[kShape.n / kColumns][kBlocks][kShape.m][kColumns];

  LOCKSTEP_INLINE void sum(int row, int column, int block, WideFloats<Columns16> (*wide)[1]) const {
    const auto strip = load<StripInts<Columns16>>(sums[column / kColumns][block][row]);
    wide[0][0] = widen_to_doubles<Columns16>(strip);
  }
};

template <Shape kShape>
LOCKSTEP_V4_VNNI void multiply_tile(const Operand& a, const Operand& b, const float* c, float* d) {
  const DecodedPair pair(SimdLevel::v4_vnni, Decoding::integers, kShape, a, b);
  ByteBlocks<kShape> blocks;
  blocks.unit = power_of_two(unit_exponent(*a.format, *b.format));
  for (int column = 0; column < kShape.n; column += kColumns)
    for (int block = 0; block < kShape.blocks(); ++block)
      for (int row = 0; row < kShape.m; row += kRows) {
        __m512i sums[kRows];
        sum_block<kShape>(pair, row, column, block, sums);
        for (int i = 0; i < kRows; ++i)
          _mm512_storeu_si512(blocks.sums[column / kColumns][block][row + i], sums[i]);
      }
  multiply_blocks<Columns16, kShape>(a, b, blocks, c, d);
}

/// Adds sums under scales of any size: VSCALEFPS rounds a block's sum times its scales, adding rounds again.
template <Shape kShape, Order kOrder>
class AnyScales {
 public:
  LOCKSTEP_V4_VNNI AnyScales(const Operand& a, const Operand& b) {
    decode_exponents(a.scales, rows_);
    if constexpr (kOrder == Order::registers)
      decode_exponents(b.scales, columns_);
    else
      decode_column_exponents<kShape>(b.scales, columns_);
    const auto unit = float(unit_exponent(*a.format, *b.format));
    for (float& exponent : rows_) exponent += unit;
  }
  LOCKSTEP_INLINE LOCKSTEP_V4_VNNI __m512 add(__m512 acc, __m512i sum, int row, int column, int block) const {
    const __m512 exponent = _mm512_add_ps(_mm512_set1_ps(rows_[scale_place<kShape, kOrder>(row, block)]),
                                          _mm512_loadu_ps(columns_ + block * kShape.n + column));
    return _mm512_add_ps(acc, _mm512_scalef_ps(_mm512_cvtepi32_ps(sum), exponent));
  }

 private:
  alignas(64) float rows_[kOperandScales], columns_[kOperandScales];
};

/// Adds sums under scales near 1. A sum of bytes is below 2^17 in units of at least 2^-6.
template <Shape kShape, Order kOrder>
using Near = NearScales<kShape, kOrder, 55>;

template <Shape kShape, Order kOrder>
class FusedScales {
 public:
  LOCKSTEP_V4_VNNI FusedScales(const Operand& a, const Operand& b)
      : near_(a, b, unit_exponent(*a.format, *b.format)) {}
  LOCKSTEP_INLINE LOCKSTEP_V4_VNNI __m512 add(__m512 acc, __m512i sum, int row, int column, int block) const {
    const __m512 of_row = _mm512_mul_ps(_mm512_cvtepi32_ps(sum), _mm512_set1_ps(near_.row(row, block)));
    return _mm512_fmadd_ps(of_row, _mm512_loadu_ps(near_.columns(column, block)), acc);
  }

 private:
  Near<kShape, kOrder> near_;
};

template <template <Shape, Order> typename Scales, Shape kShape, Order kOrder>
LOCKSTEP_INLINE LOCKSTEP_V4_VNNI void chain_blocks(const Operand& a, const Operand& b, const float* c,
                                                   float* d) {
  const DecodedPair pair(SimdLevel::v4_vnni, Decoding::integers, kShape, a, b);
  const Scales<kShape, kOrder> scales(a, b);
  for (int column = 0; column < kShape.n; column += kColumns)
    for (int row = 0; row < kShape.m; row += kRows) {
      __m512 acc[kRows];
#pragma GCC unroll 8
      for (int i = 0; i < kRows; ++i)
        acc[i] = _mm512_loadu_ps(c + row_start<kShape, kOrder>(row + i) + column);
      for (int block = 0; block < kShape.blocks(); ++block) {
        __m512i sums[kRows];
        sum_block<kShape>(pair, row, column, block, sums);
#pragma GCC unroll 8
        for (int i = 0; i < kRows; ++i) acc[i] = scales.add(acc[i], sums[i], row + i, column, block);
      }
#pragma GCC unroll 8
      for (int i = 0; i < kRows; ++i)
        _mm512_storeu_ps(d + row_start<kShape, kOrder>(row + i) + column, canonical(acc[i]));
    }
}

template <Shape kShape, Order kOrder>
LOCKSTEP_V4_VNNI void chain_tile(const Operand& a, const Operand& b, const float* c, float* d) {
  if (Near<kShape, kOrder>::are_near(a, b)) return chain_blocks<FusedScales, kShape, kOrder>(a, b, c, d);
  return chain_blocks<AnyScales, kShape, kOrder>(a, b, c, d);
}

template <Order kOrder>
LOCKSTEP_V4_VNNI void chain_tile(Shape shape, const Operand& a, const Operand& b, const float* c, float* d) {
  if (shape == k16x16x128) return chain_tile<k16x16x128, kOrder>(a, b, c, d);
  return chain_tile<k32x32x64, kOrder>(a, b, c, d);
}

}  // namespace

void multiply_exact_vnni(const Facts& facts, Shape shape, const Operand& a, const Operand& b, const float* c,
                         float* d) {
  if (is_narrow(shape) || !are_integers(*a.format, *b.format))
    return multiply_exact_v4(facts, shape, a, b, c, d);
  if (shape == k16x16x128) return multiply_tile<k16x16x128>(a, b, c, d);
  return multiply_tile<k32x32x64>(a, b, c, d);
}

void multiply_byte_chain_vnni(const Facts& facts, Shape shape, const Operand& a, const Operand& b,
                              const float* c, float* d) {
  if (is_narrow(shape) || !are_integers(*a.format, *b.format) || !sums_blocks_as_bytes(facts))
    return multiply_fma_chain_v4(facts, shape, a, b, c, d);
  return chain_tile<Order::matrices>(shape, a, b, c, d);
}

void multiply_byte_chain_vnni_registers(const Facts& facts, Shape shape, const Operand& a, const Operand& b,
                                        const float* c, float* d) {
  if (!are_integers(*a.format, *b.format) || !sums_blocks_as_bytes(facts))
    return multiply_fma_chain_v4_registers(facts, shape, a, b, c, d);
  return chain_tile<Order::registers>(shape, a, b, c, d);
}

}  // namespace lockstep::matrix
#endif
