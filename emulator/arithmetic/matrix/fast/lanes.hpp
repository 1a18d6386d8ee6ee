// Vectors of columns, and operands decoded for them, that the kernels share.
//
// A kernel is one text over the vector types below and is compiled once per SIMD level. On a vector, a
// comparison gives all-ones or all-zeros lanes, and std::bit_cast reinterprets. GCC splits a comparison into
// lanes unless it is the condition of a ?: or added at once, so conditions are nested, not combined.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "emulator/arithmetic/matrix/layouts/shape.hpp"
#include "emulator/arithmetic/matrix/models/facts.hpp"
#include "host/simd_levels.hpp"

#pragma GCC diagnostic ignored "-Wpsabi"  // vectors are only passed to functions that are inlined

namespace lockstep::matrix {

/// The vector types of a level whose registers hold `kFloats` floats. A kernel works on a strip of columns at
/// once, on half of it where arithmetic is in double. The strip fills one register of the level: GCC keeps it
/// there only then.
template <int kFloats>
struct Columns {
  static constexpr int kStrip = kFloats, kHalf = kFloats / 2;
  using StripFloats [[gnu::vector_size(4 * kStrip)]] = float;
  using StripInts [[gnu::vector_size(4 * kStrip)]] = std::int32_t;
  using StripDoubles [[gnu::vector_size(8 * kStrip)]] = double;
  using StripLongs [[gnu::vector_size(8 * kStrip)]] = std::int64_t;
  using Doubles [[gnu::vector_size(8 * kHalf)]] = double;
  using Longs [[gnu::vector_size(8 * kHalf)]] = std::int64_t;
  using UnsignedLongs [[gnu::vector_size(8 * kHalf)]] = std::uint64_t;
  using Floats [[gnu::vector_size(4 * kHalf)]] = float;
  using Ints [[gnu::vector_size(4 * kHalf)]] = std::int32_t;
};
using Columns16 = Columns<16>;
using Columns8 = Columns<8>;
using Columns4 = Columns<4>;

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

/// A strip with elements of twice the size, as two halves.
template <typename V>
using WideFloats = std::array<Doubles<V>, 2>;
template <typename V>
using WideInts = std::array<Longs<V>, 2>;

// Conversions of strips: GCC has one instruction per register for them as long as they are of whole strips,
// and keeps halves in registers as long as they are shuffled out: reinterpreting a strip as an array goes
// through memory.
template <typename Half, typename Strip>
LOCKSTEP_INLINE std::array<Half, 2> halves(const Strip& strip) {
  return [&]<std::size_t... i>(std::index_sequence<i...>) __attribute__((always_inline)) {
    return std::array<Half, 2>{__builtin_shufflevector(strip, strip, i...),
                               __builtin_shufflevector(strip, strip, (i + sizeof...(i))...)};
  }(std::make_index_sequence<sizeof(Half) / sizeof(strip[0])>{});
}
template <typename V>
LOCKSTEP_INLINE WideFloats<V> widen(const StripFloats<V>& strip) {
  return halves<Doubles<V>>(convert<typename V::StripDoubles>(strip));
}
template <typename V>
LOCKSTEP_INLINE WideInts<V> widen(const StripInts<V>& strip) {
  return halves<Longs<V>>(convert<typename V::StripLongs>(strip));
}
template <typename V>
LOCKSTEP_INLINE StripFloats<V> narrow(const WideFloats<V>& wide) {
  return [&]<std::size_t... i>(std::index_sequence<i...>) __attribute__((always_inline)) {
    return convert<StripFloats<V>>(__builtin_shufflevector(wide[0], wide[1], i...));
  }(std::make_index_sequence<V::kStrip>{});
}

template <typename V>
LOCKSTEP_INLINE WideFloats<V> widen_to_doubles(const StripInts<V>& strip) {
  return halves<Doubles<V>>(convert<typename V::StripDoubles>(strip));
}

template <typename V>
LOCKSTEP_INLINE StripInts<V> at_most(const StripInts<V>& x, int limit) {
  return x > limit ? StripInts<V>{} + limit : x;
}
template <typename V>
LOCKSTEP_INLINE StripInts<V> at_least(const StripInts<V>& x, int limit) {
  return x > limit ? x : StripInts<V>{} + limit;
}

/// 2^exponent, for -1022 <= exponent <= 1023.
LOCKSTEP_INLINE double power_of_two(int exponent) {
  return std::bit_cast<double>(std::uint64_t(exponent + 1023) << 52);
}
template <typename V>
LOCKSTEP_INLINE Doubles<V> power_of_two(const Ints<V>& exponent) {
  return std::bit_cast<Doubles<V>>((convert<Longs<V>>(exponent) + 1023) << 52);
}

/// x * 2^exponent, for -1022 <= exponent <= 1023.
template <typename V>
LOCKSTEP_INLINE WideFloats<V> times_power(WideFloats<V> x, const StripInts<V>& exponent) {
  const WideInts<V> upper_words = widen<V>((exponent + 1023) << 20);
  for (std::size_t h = 0; h < 2; ++h) x[h] *= std::bit_cast<Doubles<V>>(upper_words[h] << 32);
  return x;
}

/// Rounds to an integer in direction `toward`; |v| < 2^51. Adding and subtracting 1.5 * 2^52 rounds to
/// nearest, the rest corrects that.
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

/// sum + rest, where sum is the nearest double, rounded to odd: its last bit says that more follows, so that
/// a second rounding to f32 does not mistake it for a tie.
template <typename V>
LOCKSTEP_INLINE Doubles<V> to_odd(const Doubles<V>& sum, const Doubles<V>& rest) {
  const Longs<V> bits = std::bit_cast<Longs<V>>(sum);
  const Longs<V> none{}, one = none + 1;
  const Longs<V> upward = rest > 0 ? one : (rest < 0 ? -one : none);
  const Longs<V> outward = sum > 0 ? upward : -upward;
  return std::bit_cast<Doubles<V>>(bits + ((bits & 1) == 0 ? outward : none));
}

/// a + b; what the addition lost, unless it is not finite, in `error`.
template <typename V>
LOCKSTEP_INLINE Doubles<V> add_exactly(const Doubles<V>& a, const Doubles<V>& b, Doubles<V>& error) {
  const Doubles<V> sum = a + b;
  const Doubles<V> added = sum - a;
  error = (a - (sum - added)) + (b - added);
  return sum;
}

/// The exact dot + c, rounded once.
template <typename V>
LOCKSTEP_INLINE Floats<V> round_sum(const Doubles<V>& dot, const Floats<V>& c) {
  Doubles<V> error;
  const Doubles<V> sum = add_exactly<V>(dot, convert<Doubles<V>>(c), error);
  const Floats<V> rounded = convert<Floats<V>>(to_odd<V>(sum, error));
  return rounded == rounded ? rounded : Floats<V>{} + kNaN;
}

/// The value of an e8m0 code.
LOCKSTEP_INLINE double scale_value(std::uint8_t code) {
  return code == 0xFF ? std::numeric_limits<double>::quiet_NaN() : power_of_two(code - 127);
}

/// Decodes scales to rows[row][block] and columns[block][column].
LOCKSTEP_INLINE void decode_row_scales(const std::uint8_t* codes, double* rows) {
  for (int i = 0; i < kOperandScales; ++i) rows[i] = scale_value(codes[i]);
}
template <Shape kShape>
LOCKSTEP_INLINE void decode_column_scales(const std::uint8_t* codes, double* columns) {
  constexpr int kBlocks = kShape.blocks();
  for (int block = 0; block < kBlocks; ++block)
    for (int j = 0; j < kShape.n; ++j)
      columns[block * kShape.n + j] = scale_value(codes[j * kBlocks + block]);
}

/// Scales as powers of two: what a product's exponent grows by. NaN for the code of NaN. Free of branches, so
/// that it vectorises.
LOCKSTEP_INLINE float scale_exponent(std::uint8_t code) {
  const std::int32_t is_nan = -std::int32_t{code == 0xFF};
  const auto exponent = std::bit_cast<std::int32_t>(float(code - 127));
  return std::bit_cast<float>((exponent & ~is_nan) | (std::bit_cast<std::int32_t>(kNaN) & is_nan));
}
LOCKSTEP_INLINE void decode_exponents(const std::uint8_t* codes, float* rows) {
  for (int i = 0; i < kOperandScales; ++i) rows[i] = scale_exponent(codes[i]);
}
/// Decodes scales [column][block], without loads of single bytes, so that it vectorises.
template <Shape kShape>
LOCKSTEP_INLINE std::uint8_t column_code(const std::uint8_t* codes, int block, int column) {
  using OfColumn = std::conditional_t<kShape.blocks() == 4, std::uint32_t, std::uint16_t>;
  static_assert(sizeof(OfColumn) == kShape.blocks());
  OfColumn all;
  std::memcpy(&all, codes + column * kShape.blocks(), sizeof all);
  return std::uint8_t(all >> (8 * block));
}
template <Shape kShape>
LOCKSTEP_INLINE void decode_column_exponents(const std::uint8_t* codes, float* columns) {
  for (int block = 0; block < kShape.blocks(); ++block)
    for (int j = 0; j < kShape.n; ++j)
      columns[block * kShape.n + j] = scale_exponent(column_code<kShape>(codes, block, j));
}

}  // namespace lockstep::matrix
