// Summation::aligned for operands without block scales of any format, in registers: like aligned.cpp, but
// from vectors of rows and columns. Infinities and NaNs are not accepted, nor values whose product may reach
// 2^128.
#include "emulator/arithmetic/matrix/fast/aligned_products.hpp"
#include "emulator/arithmetic/matrix/fast/dense_decode.hpp"

namespace lockstep::matrix {
namespace {

/// While all exponents are within this of 0, products of two values, and every cut of them, are normal
/// floats.
constexpr int kFarthest = 50;
/// Limit of the sum of two operands' largest exponents: no product reaches 2^128.
constexpr int kMostTogether = 126;

/// The values of an operand, and the exponents of their unnormalised significands.
struct Side {
  alignas(64) float value[kMostDenseElements];
  alignas(64) std::int32_t exponent[kMostDenseElements];
};

/// The range of exponents of the numbers that are not zero; infinities and NaNs have 128.
struct Range {
  int least = 0, most = 0;
};

template <typename V>
LOCKSTEP_INLINE Range find_exponents(const formats::Format& format, int count, Side& side) {
  StripInts<V> least{}, most{};
  for (int i = 0; i < count; i += V::kStrip) {
    const StripInts<V> magnitude = load<StripInts<V>>(side.value + i) & 0x7FFFFFFF;
    const StripInts<V> own = at_least<V>((magnitude >> 23) - 127, format.emin());
    const StripInts<V> counts = magnitude == 0 ? StripInts<V>{} : own;
    least = counts < least ? counts : least;
    most = counts > most ? counts : most;
    store(side.exponent + i, magnitude == 0 ? StripInts<V>{} + kNoExponent : own);
  }
  Range range;
  for (int j = 0; j < V::kStrip; ++j) {
    range.least = std::min(range.least, least[j]);
    range.most = std::max(range.most, most[j]);
  }
  return range;
}

/// Divides values by powers of two to make them significands: exponents up to 126, 0x1p-126 is the least
/// normal.
template <typename V>
LOCKSTEP_INLINE void to_significands(int count, Side& side) {
  for (int i = 0; i < count; i += V::kStrip) {
    const auto exponent = load<StripInts<V>>(side.exponent + i);
    const StripInts<V> own = exponent == kNoExponent ? StripInts<V>{} : exponent;
    store(side.value + i,
          load<StripFloats<V>>(side.value + i) * std::bit_cast<StripFloats<V>>((127 - own) << 23));
  }
}

/// What a step multiplies: values, or significands with separate exponents.
enum class Factors { values, significands };

/// Sums of this many products are unrolled: steps have a multiple, of each parity if those are summed apart.
constexpr int kUnrolled = 4;

/// The product of one k, in units of the last bit that is kept.
template <typename V, Factors kFactors>
LOCKSTEP_INLINE StripFloats<V> in_units(const Products& at, int k, const StripInts<V>& largest, int bits) {
  const StripFloats<V> product = at.a[k] * load<StripFloats<V>>(at.b + k);
  StripInts<V> exponent = at_most<V>(bits - largest, 127);
  if constexpr (kFactors == Factors::significands)
    exponent = at_least<V>(at.a_exponent[k] + load<StripInts<V>>(at.b_exponent + k) - largest + bits, -127);
  return product * std::bit_cast<StripFloats<V>>((exponent + 127) << 23);
}

template <typename V, int kSide, Factors kFactors>
LOCKSTEP_INLINE Group<V> sum_side_by_side(int bits, const Products& at, int first, int count, int stride) {
  StripInts<V> largest = StripInts<V>{} + kNone;
  for (int base = 0; base < count; base += kUnrolled)
#pragma GCC unroll 4
    for (int i = 0; i < kUnrolled; ++i) {
      const int k = (first + (base + i) * stride) * kSide;
      const StripInts<V> exponent = at.a_exponent[k] + load<StripInts<V>>(at.b_exponent + k);
      largest = exponent > largest ? exponent : largest;
    }
  StripInts<V> sum{};
  for (int base = 0; base < count; base += kUnrolled)
#pragma GCC unroll 4
    for (int i = 0; i < kUnrolled; ++i) {
      const int k = (first + (base + i) * stride) * kSide;
      sum += convert<StripInts<V>>(in_units<V, kFactors>(at, k, largest, bits));
    }
  return {sum, largest};
}

/// Adds one step of one row to a strip of columns.
template <typename V, int kSide, Factors kFactors>
LOCKSTEP_INLINE StripFloats<V> add_step(const Facts& facts, const AlignedAdd<V>& add, const Products& at,
                                        const StripFloats<V>& acc) {
  const int bits = facts.product.fraction_bits, count = facts.step;
  const Group<V> sum = facts.parity_split
                           ? merge<V>(sum_side_by_side<V, kSide, kFactors>(bits, at, 0, count / 2, 2),
                                      sum_side_by_side<V, kSide, kFactors>(bits, at, 1, count / 2, 2))
                           : sum_side_by_side<V, kSide, kFactors>(bits, at, 0, count, 1);
  return add({widen<V>(sum.sum), sum.exponent}, acc);
}

/// Multiplies a block: rows inside steps, because a row's next step has to wait for its last.
template <typename V, int kSide, Factors kFactors>
LOCKSTEP_INLINE void add_block(const DensePlan& plan, const Side& a, const Side& b, int block,
                               const DenseRegisters& registers) {
  const int k = plan.instruction->k, first = block * k * kSide;
  const VectorPlace* const rows = &plan.places->c[std::size_t(block * kSide)];
  const AlignedAdd<V> add(plan.facts);
  for (int begin = 0; begin < k; begin += plan.facts.step)
    for (int row = 0; row < kSide; ++row)
      for (int column = 0; column < kSide; column += V::kStrip) {
        const int at = first + begin * kSide;
        const Products products{a.value + at + row, b.value + at + column, a.exponent + at + row,
                                b.exponent + at + column};
        const std::size_t place = rows[row].dword + std::size_t(column);
        const auto acc = load<StripFloats<V>>((begin == 0 ? registers.c : registers.d) + place);
        const StripFloats<V> sum = add_step<V, kSide, kFactors>(plan.facts, add, products, acc);
        store(registers.d + place, sum == sum ? sum : StripFloats<V>{} + kNaN);
      }
}

template <typename V, Factors kFactors>
LOCKSTEP_INLINE void add_blocks(const DensePlan& plan, const Side& a, const Side& b,
                                const DenseRegisters& registers) {
  const MatrixInstruction& i = *plan.instruction;
  for (int block = 0; block < i.blocks; ++block)
    i.m == 16 ? add_block<V, 16, kFactors>(plan, a, b, block, registers)
              : add_block<V, 32, kFactors>(plan, a, b, block, registers);
}

template <typename V>
LOCKSTEP_INLINE bool multiply(const DensePlan& plan, const DenseRegisters& registers) {
  const MatrixInstruction& i = *plan.instruction;
  Side a, b;
  decode_operands<V>(plan, registers, a.value, b.value);
  const int count = i.blocks * i.k * i.m;
  const Range of_a = find_exponents<V>(*plan.a, count, a), of_b = find_exponents<V>(*plan.b, count, b);
  const int most = std::max(of_a.most, of_b.most), least = std::min(of_a.least, of_b.least);
  if (most <= kFarthest && least >= -kFarthest) {
    add_blocks<V, Factors::values>(plan, a, b, registers);
    return true;
  }
  if (most > kMostTogether || of_a.most + of_b.most > kMostTogether) return false;
  to_significands<V>(count, a);
  to_significands<V>(count, b);
  add_blocks<V, Factors::significands>(plan, a, b, registers);
  return true;
}

}  // namespace

bool dense_aligned_baseline(const DensePlan& plan, const DenseRegisters& registers) {
  return multiply<Columns4>(plan, registers);
}
LOCKSTEP_V3 bool dense_aligned_v3(const DensePlan& plan, const DenseRegisters& registers) {
  return multiply<Columns8>(plan, registers);
}
LOCKSTEP_V4 bool dense_aligned_v4(const DensePlan& plan, const DenseRegisters& registers) {
  return multiply<Columns16>(plan, registers);
}

}  // namespace lockstep::matrix
