// Pieces shared by the kernels: vectors of columns, and operands decoded for them.
//
// A kernel is one text over the vector types below and is compiled once per instruction set. On a vector, a
// comparison gives all-ones or all-zeros lanes, and std::bit_cast reinterprets. GCC takes a comparison apart
// lane by lane unless it is the condition of a ?: or added at once, so conditions are nested, not combined.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>

#include "emulator/matrix/facts.hpp"
#include "emulator/matrix/kernels.hpp"

#pragma GCC diagnostic ignored "-Wpsabi"  // vectors are only passed to functions that are inlined

namespace lockstep::matrix {

/// A kernel works on a strip of columns at once, on half of it where arithmetic is in double. The strip fills
/// one register of the instruction set, which GCC needs to keep it there.
struct Columns16 {
  static constexpr int kStrip = 16, kHalf = 8;
  using StripFloats = float __attribute__((vector_size(64)));
  using StripInts = std::int32_t __attribute__((vector_size(64)));
  using Doubles = double __attribute__((vector_size(64)));
  using Longs = std::int64_t __attribute__((vector_size(64)));
  using Floats = float __attribute__((vector_size(32)));
  using Ints = std::int32_t __attribute__((vector_size(32)));
};
struct Columns8 {
  static constexpr int kStrip = 8, kHalf = 4;
  using StripFloats = float __attribute__((vector_size(32)));
  using StripInts = std::int32_t __attribute__((vector_size(32)));
  using Doubles = double __attribute__((vector_size(32)));
  using Longs = std::int64_t __attribute__((vector_size(32)));
  using Floats = float __attribute__((vector_size(16)));
  using Ints = std::int32_t __attribute__((vector_size(16)));
};
struct Columns4 {
  static constexpr int kStrip = 4, kHalf = 2;
  using StripFloats = float __attribute__((vector_size(16)));
  using StripInts = std::int32_t __attribute__((vector_size(16)));
  using Doubles = double __attribute__((vector_size(16)));
  using Longs = std::int64_t __attribute__((vector_size(16)));
  using Floats = float __attribute__((vector_size(8)));
  using Ints = std::int32_t __attribute__((vector_size(8)));
};

template <typename V>
using StripFloats = typename V::StripFloats;
template <typename V>
using StripInts = typename V::StripInts;
template <typename V>
using Doubles = typename V::Doubles;
template <typename V>
using Longs = typename V::Longs;
template <typename V>
using Floats = typename V::Floats;
template <typename V>
using Ints = typename V::Ints;

inline constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
static_assert(std::bit_cast<std::uint32_t>(kNaN) == 0x7FC00000);

template <typename Vector, typename T>
LOCKSTEP_INLINE Vector load(const T* from) {
  Vector v;
  std::memcpy(&v, from, sizeof v);
  return v;
}

template <typename Vector, typename T>
LOCKSTEP_INLINE void store(T* to, const Vector& v) {
  std::memcpy(to, &v, sizeof v);
}

template <typename To, typename From>
LOCKSTEP_INLINE To convert(const From& v) {
  return __builtin_convertvector(v, To);
}

/// rows[row][k] = table[code].
template <typename T>
LOCKSTEP_INLINE void decode_rows(const std::array<T, 256>& table, const std::uint8_t* codes, T* rows) {
  for (int i = 0; i < kOperandElements; ++i) rows[i] = table[codes[i]];
}

/// columns[k][column] = table[code]: the transposition lets a kernel work on all columns of one k.
template <int Dim, typename T, typename Column>
LOCKSTEP_INLINE void decode_columns(const std::array<T, 256>& table, const std::uint8_t* codes,
                                    Column* columns) {
  constexpr int kK = kOperandElements / Dim;
  for (int k = 0; k < kK; ++k)
    for (int j = 0; j < Dim; ++j) columns[k * Dim + j] = table[codes[j * kK + k]];
}

/// 2^exponent, for -1022 <= exponent <= 1023.
LOCKSTEP_INLINE double power_of_two(int exponent) {
  return std::bit_cast<double>(std::uint64_t(exponent + 1023) << 52);
}
template <typename V>
LOCKSTEP_INLINE Doubles<V> power_of_two(const Ints<V>& exponent) {
  return std::bit_cast<Doubles<V>>((convert<Longs<V>>(exponent) + 1023) << 52);
}

/// To an integer; |v| < 2^51. Adding and subtracting 1.5 * 2^52 rounds to nearest, the rest corrects that.
template <typename V>
LOCKSTEP_INLINE Doubles<V> cut(const Doubles<V>& v, Toward toward) {
  constexpr double kShift = 6755399441055744.0;
  const Doubles<V> one = Doubles<V>{} + 1.0;
  const Doubles<V> nearest = (v + kShift) - kShift;
  const Doubles<V> floor = nearest > v ? nearest - one : nearest;
  if (toward == Toward::minus_infinity) return floor;
  const Doubles<V> ceiling = nearest < v ? nearest + one : nearest;
  return v < 0 ? ceiling : floor;
}

/// floor(log2|v|); far below any exponent here for 0.
template <typename V>
LOCKSTEP_INLINE Ints<V> exponent_of(const Doubles<V>& v) {
  return convert<Ints<V>>(std::bit_cast<Longs<V>>(v) >> 52 & 0x7FF) - 1023;
}

template <typename V>
LOCKSTEP_INLINE Ints<V> larger(const Ints<V>& x, const Ints<V>& y) {
  return x > y ? x : y;
}

/// The exact dot + c rounded once: the double sum is rounded to odd (its last bit says that more follows),
/// which a second rounding to f32 cannot mistake for a tie.
template <typename V>
LOCKSTEP_INLINE Floats<V> round_sum(const Doubles<V>& dot, const Floats<V>& c_) {
  const Doubles<V> c = convert<Doubles<V>>(c_);
  const Doubles<V> sum = dot + c;
  const Doubles<V> from_c = sum - dot;
  const Doubles<V> error = (dot - (sum - from_c)) + (c - from_c);  // NaN when sum is not finite
  const Longs<V> bits = std::bit_cast<Longs<V>>(sum);
  const Longs<V> none{}, one = none + 1;
  const Longs<V> upward = error > 0 ? one : (error < 0 ? -one : none);
  const Longs<V> outward = sum > 0 ? upward : -upward;
  const Longs<V> odd = bits + ((bits & 1) == 0 ? outward : none);
  const Floats<V> rounded = convert<Floats<V>>(std::bit_cast<Doubles<V>>(odd));
  return rounded == rounded ? rounded : Floats<V>{} + kNaN;
}

/// The value of an e8m0 code.
LOCKSTEP_INLINE double scale_value(std::uint8_t code) {
  return code == 0xFF ? std::numeric_limits<double>::quiet_NaN() : power_of_two(code - 127);
}

/// rows[row][block] and columns[block][column].
LOCKSTEP_INLINE void decode_row_scales(const std::uint8_t* codes, double* rows) {
  for (int i = 0; i < kOperandScales; ++i) rows[i] = scale_value(codes[i]);
}
template <int Dim>
LOCKSTEP_INLINE void decode_column_scales(const std::uint8_t* codes, double* columns) {
  constexpr int kBlocks = kOperandScales / Dim;
  for (int block = 0; block < kBlocks; ++block)
    for (int j = 0; j < Dim; ++j) columns[block * Dim + j] = scale_value(codes[j * kBlocks + block]);
}

}  // namespace lockstep::matrix
