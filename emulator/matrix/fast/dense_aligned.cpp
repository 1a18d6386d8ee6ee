// Summation::aligned for operands without block scales of any format, in registers: as aligned.cpp, from vectors of
// rows and columns. What has no common float form is not taken: infinities, NaNs, and values of a far exponent.
#include "emulator/matrix/fast/aligned_add.hpp"
#include "emulator/matrix/fast/aligned_products.hpp"
#include "emulator/matrix/fast/dense_decode.hpp"

namespace lockstep::matrix {
namespace {

/// Between these exponents every product of two values, and every cut of it, is a float and normal.
constexpr int kFarthest = 50;

/// Values and exponents of unnormalised significands.
struct Side {
  alignas(64) float value[kMostDenseElements];
  alignas(64) std::int32_t exponent[kMostDenseElements];
};

/// False: some value is special or too far from one.
template <typename V>
LOCKSTEP_INLINE bool find_exponents(const formats::Format& format, int count, Side& side) {
  StripInts<V> far{};
  for (int i = 0; i < count; i += V::kStrip) {
    const StripInts<V> magnitude = load<StripInts<V>>(side.value + i) & 0x7FFFFFFF;
    const StripInts<V> own = at_least<V>((magnitude >> 23) - 127, format.emin());
    const StripInts<V> distance = own > 0 ? own : -own;
    far |= distance > kFarthest ? magnitude : StripInts<V>{};
    store(side.exponent + i, magnitude == 0 ? StripInts<V>{} + kNoExponent : own);
  }
  std::int32_t any = 0;
  for (int j = 0; j < V::kStrip; ++j) any |= far[j];
  return any == 0;
}

/// Sums of this many products are unrolled: every step has a multiple of them, of each parity if those are apart.
constexpr int kUnrolled = 4;

template <typename V, int kSide>
LOCKSTEP_INLINE Group<V> sum_side_by_side(int bits, const Products& at, int first, int count, int stride) {
  StripInts<V> largest = StripInts<V>{} + kNone;
  for (int base = 0; base < count; base += kUnrolled)
#pragma GCC unroll 4
    for (int i = 0; i < kUnrolled; ++i) {
      const int k = (first + (base + i) * stride) * kSide;
      const StripInts<V> exponent = at.a_exponent[k] + load<StripInts<V>>(at.b_exponent + k);
      largest = exponent > largest ? exponent : largest;
    }
  const auto unit = std::bit_cast<StripFloats<V>>((at_most<V>(bits - largest, 127) + 127) << 23);
  StripInts<V> sum{};
  for (int base = 0; base < count; base += kUnrolled)
#pragma GCC unroll 4
    for (int i = 0; i < kUnrolled; ++i) {
      const int k = (first + (base + i) * stride) * kSide;
      sum += convert<StripInts<V>>(at.a[k] * load<StripFloats<V>>(at.b + k) * unit);
    }
  return {sum, largest};
}

/// One step of one row with a strip of columns.
template <typename V, int kSide>
LOCKSTEP_INLINE StripFloats<V> add_step(const Facts& facts, const AlignedAdd<V>& add, const Products& at,
                                        const StripFloats<V>& acc) {
  const int bits = facts.product.fraction_bits, count = facts.step;
  const Group<V> sum =
      facts.parity_split
          ? merge<V>(sum_side_by_side<V, kSide>(bits, at, 0, count / 2, 2),
                     sum_side_by_side<V, kSide>(bits, at, 1, count / 2, 2))
          : sum_side_by_side<V, kSide>(bits, at, 0, count, 1);
  return add({widen<V>(sum.sum), sum.exponent}, acc);
}

/// A block: rows inside steps, as a row's next step has to wait for its last.
template <typename V, int kSide>
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
        const StripFloats<V> sum = add_step<V, kSide>(plan.facts, add, products, acc);
        store(registers.d + place, sum == sum ? sum : StripFloats<V>{} + kNaN);
      }
}

template <typename V>
LOCKSTEP_INLINE bool multiply(const DensePlan& plan, const DenseRegisters& registers) {
  const MatrixInstruction& i = *plan.instruction;
  Side a, b;
  decode_operands<V>(plan, registers, a.value, b.value);
  const int count = i.blocks * i.k * i.m;
  if (!find_exponents<V>(*plan.a, count, a) || !find_exponents<V>(*plan.b, count, b)) return false;
  for (int block = 0; block < i.blocks; ++block)
    i.m == 16 ? add_block<V, 16>(plan, a, b, block, registers) : add_block<V, 32>(plan, a, b, block, registers);
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
