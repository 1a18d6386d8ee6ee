// Conversions between number formats.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>

#include "emulator/isa/tables/arithmetic.hpp"
#include "emulator/isa/tables/directed.hpp"
#include "emulator/isa/tables/float8.hpp"
#include "emulator/isa/tables/float8_lanes.hpp"
#include "emulator/isa/tables/half.hpp"
#include "emulator/isa/tables/host_lanes.hpp"
#include "emulator/isa/tables/lanes.hpp"
#include "emulator/isa/tables/saturating.hpp"
#include "emulator/isa/tables/scaled.hpp"
#include "emulator/isa/tables/sources.hpp"
#include "emulator/isa/tables/to_half.hpp"

namespace lockstep::isa {
namespace {

using U32 = std::uint32_t;
using I32 = std::int32_t;
using U16 = std::uint16_t;
using I16 = std::int16_t;

/// The integer nearest in the integer type's range; `whole` is already rounded. NaN gives 0.
template <typename T>
T to_integer(double whole) {
  if (std::isnan(whole)) return 0;
  if (whole <= static_cast<double>(std::numeric_limits<T>::min())) return std::numeric_limits<T>::min();
  if (whole >= static_cast<double>(std::numeric_limits<T>::max())) return std::numeric_limits<T>::max();
  return static_cast<T>(whole);
}
template <typename T, typename From>
T truncated(From a) {
  return to_integer<T>(std::trunc(static_cast<double>(a)));
}
template <typename To, typename From>
To to_float(From a) {
  return static_cast<To>(a);
}

template <int kByte>
float byte_to_float(U32 a) {
  return static_cast<float>(a >> (8 * kByte) & 0xFF);
}

U32 pair(U16 low, U16 high) {
  return U32{high} << 16 | low;
}
template <typename To, typename From>
U32 saturated_pair(From low, From high) {
  return pair(static_cast<U16>(saturated<To>(low)), static_cast<U16>(saturated<To>(high)));
}

// Conversions to float where MODE does not round to nearest even.
template <typename From>
float directed_float(From a, Mode mode) {
  const auto nearest = static_cast<float>(a);
  return settle_nan(directed::converted(nearest, static_cast<double>(a), mode), nearest);
}
template <typename From>
Half directed_half_of(From a, Mode mode) {
  return directed::converted(narrow_half(a), a, mode);
}
Half directed_half(float a, Mode mode) {
  const bool clamps = mode.saturates() && std::isfinite(a);
  const Half half = directed_half_of(a, mode);
  return clamps && is_infinite(half) ? with_sign(Half{0x7BFF}, is_negative(half)) : half;
}
U32 directed_half_pair(float a, float b, Mode mode) {
  return pair(directed_half(a, mode).bits, directed_half(b, mode).bits);
}

U32 to_bfloat_pair(float a, float b) {
  return pair(narrow_bfloat(a).bits, narrow_bfloat(b).bits);
}

/// `a` as a byte, in the place of byte `index` of `others`.
U32 v_cvt_pk_u8_f32(float a, U32 index, U32 others) {
  const U32 at = 8 * (index & 3);
  return (others & ~(0xFFu << at)) | U32{to_integer<std::uint8_t>(std::nearbyint(a))} << at;
}

Half to_half_stochastically(float a, U32 seed, Mode mode) {
  const Half half = narrow_half(a, stochastic(seed, kMantissaBits<float> - kMantissaBits<Half>));
  return mode.saturates() && std::isfinite(a) && is_infinite(half)
             ? with_sign(Half{0x7BFF}, is_negative(half))
             : half;
}
Bfloat to_bfloat_stochastically(float a, U32 seed) {
  const U32 bits = bits_of(a);
  const U32 rounded = is_nan_value(a) ? bits | 0x400000 : is_infinite(a) ? bits : bits + (seed >> 16);
  return {static_cast<U16>(rounded >> 16)};
}

/// Maps [-1, 1] to signed 16-bit integers, [0, 1] to unsigned ones; 1 becomes the largest. NaN gives 0.
template <typename T>
U16 normalised(double a) {
  constexpr double kMost = std::numeric_limits<T>::max(), kLeast = std::is_signed_v<T> ? -kMost : 0;
  return static_cast<U16>(to_integer<T>(std::clamp(std::nearbyint(a * kMost), kLeast, kMost)));
}
template <typename T, typename From>
U32 normalised_pair(From a, From b) {
  return pair(normalised<T>(wide(a)), normalised<T>(wide(b)));
}

U32 to_half_pair_stochastically(float a, float b, U32 seed, Mode mode) {
  return pair(to_half_stochastically(a, seed, mode).bits,
              to_half_stochastically(b, next_seed(seed), mode).bits);
}
U32 to_bfloat_pair_stochastically(float a, float b, U32 seed) {
  return pair(to_bfloat_stochastically(a, seed).bits, to_bfloat_stochastically(b, next_seed(seed)).bits);
}

constexpr std::string_view kNormalised =
    "CDNA4 ISA, VOP3A and VOP3B instructions; to nearest even, and -1 for less, as in Direct3D: inferred";
constexpr std::string_view kStochasticPair =
    "LLVM 22, gfx1250's conversions of pairs; that the second seed is v_prng_b32 of the first inferred from "
    "AMD's rocjitsu emulator";
constexpr std::string_view kStochastic =
    "CDNA4 ISA, VOP3A and VOP3B instructions; how the seed rounds inferred, see minifloat.hpp";

// Pairs of floats in one destination.
constexpr Traits kHalfPair{.definedness = Definedness::halves, .pair = Type::f16};
constexpr Traits kBfloatPair{.definedness = Definedness::halves, .pair = Type::bf16};
constexpr Traits kFloatPair{.op_sel_source = SourceSelect::half, .pair = Type::f32};
constexpr Traits kNormalisedHalves{.definedness = Definedness::halves, .op_sel_halves = true};
constexpr Traits kOfByte{.op_sel_source = SourceSelect::byte};

constexpr std::string_view kByteSource = "CDNA4 ISA, VOP3A and VOP3B instructions; rounding by MODE inferred";

constexpr std::array kRows{
    // clang-format off
    lane_op<to_float<float, I32>>("v_cvt_f32_i32", kVop1, rounds<directed_float<I32>>()),
    lane_op<to_float<float, U32>>("v_cvt_f32_u32", kVop1, rounds<directed_float<U32>>()),
    lane_op<truncated<I32, float>>("v_cvt_i32_f32", kVop1),
    lane_op<truncated<U32, float>>("v_cvt_u32_f32", kVop1),
    lane_op<[](float a) { return to_integer<I32>(std::floor(a)); }>({"v_cvt_flr_i32_f32", "v_cvt_floor_i32_f32"}, kVop1),
    lane_op<to_float<double, I32>>("v_cvt_f64_i32", kVop1, exact()),
    lane_op<to_float<double, U32>>("v_cvt_f64_u32", kVop1, exact()),
    lane_op<truncated<I32, double>>("v_cvt_i32_f64", kVop1),
    lane_op<truncated<U32, double>>("v_cvt_u32_f64", kVop1),
    lane_op<[](double a) { return settle_nan(static_cast<float>(a), static_cast<float>(a)); }>("v_cvt_f32_f64", kVop1, rounds<directed_float<double>>()),
    lane_op<[](float a) { return settle_nan(static_cast<double>(a), static_cast<double>(a)); }>("v_cvt_f64_f32", kVop1, exact()),
    lane_op<byte_to_float<0>>("v_cvt_f32_ubyte0", kVop1, exact()),
    lane_op<byte_to_float<1>>("v_cvt_f32_ubyte1", kVop1, exact()),
    lane_op<byte_to_float<2>>("v_cvt_f32_ubyte2", kVop1, exact()),
    lane_op<byte_to_float<3>>("v_cvt_f32_ubyte3", kVop1, exact()),
    lane_op<[](U32 a) { return static_cast<float>(static_cast<I32>(a << 28) >> 28) / 16; }>("v_cvt_off_f32_i4", kVop1, exact()),

    lane_op<to_half>("v_cvt_f16_f32", kVop1, rounds<directed_half>()),
    lane_op<[](Half a) { return static_cast<float>(widen(a)); }>("v_cvt_f32_f16", kVop1, exact()),
    lane_op<[](U16 a) { return narrow_half(a); }>("v_cvt_f16_u16", kVop1, rounds<directed_half_of<U16>>()),
    lane_op<[](I16 a) { return narrow_half(a); }>("v_cvt_f16_i16", kVop1, rounds<directed_half_of<I16>>()),
    lane_op<[](Half a) { return truncated<U16>(widen(a)); }>("v_cvt_u16_f16", kVop1),
    lane_op<[](Half a) { return truncated<I16>(widen(a)); }>("v_cvt_i16_f16", kVop1),
    lane_op<saturated_pair<U16, U32>>("v_cvt_pk_u16_u32", "CDNA4 ISA, VOP3A and VOP3B instructions; saturates: inferred from v_cvt_pk_i16_i32", kHalves),
    lane_op<saturated_pair<I16, I32>>("v_cvt_pk_i16_i32", "CDNA4 ISA, VOP3A and VOP3B instructions; saturates: LLVM AMDGPUPreLegalizerCombiner, ClampI64ToI16", kHalves),
    on(kGfx950 | kGfx1250, lane_op<[](Bfloat a) { return widen(a); }>("v_cvt_f32_bf16", kVop1, exact(kMoves))),
    on(kGfx950 | kGfx1250, lane_op<to_half_pair>("v_cvt_pk_f16_f32", kVop3, rounds<directed_half_pair>(kHalfPair))),
    lane_op<to_half_pair_truncating>({"v_cvt_pkrtz_f16_f32", "v_cvt_pk_rtz_f16_f32"}, kVop3, exact(kHalfPair)),
    on(kGfx950 | kGfx1250, lane_op<to_bfloat_pair>("v_cvt_pk_bf16_f32", kVop3, kBfloatPair)),

    on(kGfx950 | kGfx1250, lane_op<to_float8_pair<Fp8>>("v_cvt_pk_fp8_f32", kVop3, kOpSel)),
    on(kGfx950 | kGfx1250, lane_op<to_float8_pair<Bf8>>("v_cvt_pk_bf8_f32", kVop3, kOpSel)),
    on(kGfx950 | kGfx1250, lane_op<from_float8<Fp8>>("v_cvt_f32_fp8", kVop1, exact(kOfByte))),
    on(kGfx950 | kGfx1250, lane_op<from_float8<Bf8>>("v_cvt_f32_bf8", kVop1, exact(kOfByte))),
    on(kGfx950 | kGfx1250, lane_op<from_float8_pair<Fp8>>("v_cvt_pk_f32_fp8", kVop1, exact(kFloatPair))),
    on(kGfx950 | kGfx1250, lane_op<from_float8_pair<Bf8>>("v_cvt_pk_f32_bf8", kVop1, exact(kFloatPair))),
    on(kGfx942, lane_op<to_float8_pair<FnuzFp8>>("v_cvt_pk_fp8_f32", kCdna3Vop3, kOpSel)),
    on(kGfx942, lane_op<to_float8_pair<FnuzBf8>>("v_cvt_pk_bf8_f32", kCdna3Vop3, kOpSel)),
    on(kGfx942, lane_op<from_float8<FnuzFp8>>("v_cvt_f32_fp8", kCdna3Vop1, exact(kOfByte))),
    on(kGfx942, lane_op<from_float8<FnuzBf8>>("v_cvt_f32_bf8", kCdna3Vop1, exact(kOfByte))),
    on(kGfx942, lane_op<from_float8_pair<FnuzFp8>>("v_cvt_pk_f32_fp8", kCdna3Vop1, exact(kFloatPair))),
    on(kGfx942, lane_op<from_float8_pair<FnuzBf8>>("v_cvt_pk_f32_bf8", kCdna3Vop1, exact(kFloatPair))),
    on(kGfx950 | kGfx1250, lane_op<to_float8_stochastically<Fp8>>("v_cvt_sr_fp8_f32", kStochastic, kToByte)),
    on(kGfx950 | kGfx1250, lane_op<to_float8_stochastically<Bf8>>("v_cvt_sr_bf8_f32", kStochastic, kToByte)),
    on(kGfx942, lane_op<to_float8_stochastically<FnuzFp8>>("v_cvt_sr_fp8_f32", kStochastic, kToByte)),
    on(kGfx942, lane_op<to_float8_stochastically<FnuzBf8>>("v_cvt_sr_bf8_f32", kStochastic, kToByte)),
    on(kGfx950, lane_op<to_half_stochastically>("v_cvt_sr_f16_f32", kStochastic, kOpSel)),
    on(kGfx950, lane_op<to_bfloat_stochastically>("v_cvt_sr_bf16_f32", kStochastic, kOpSel)),
    on(kGfx1250, lane_op<to_half_pair_stochastically>("v_cvt_sr_pk_f16_f32", kStochasticPair, {.pair = Type::f16})),
    on(kGfx1250, lane_op<to_bfloat_pair_stochastically>("v_cvt_sr_pk_bf16_f32", kStochasticPair, {.pair = Type::bf16})),
    lane_op<normalised_pair<I16, float>>({"v_cvt_pknorm_i16_f32", "v_cvt_pk_norm_i16_f32"}, kNormalised, kHalves),
    lane_op<normalised_pair<U16, float>>({"v_cvt_pknorm_u16_f32", "v_cvt_pk_norm_u16_f32"}, kNormalised, kHalves),
    lane_op<normalised_pair<I16, Half>>({"v_cvt_pknorm_i16_f16", "v_cvt_pk_norm_i16_f16"}, kNormalised, kNormalisedHalves),
    lane_op<normalised_pair<U16, Half>>({"v_cvt_pknorm_u16_f16", "v_cvt_pk_norm_u16_f16"}, kNormalised, kNormalisedHalves),
    lane_op<v_cvt_pk_u8_f32>("v_cvt_pk_u8_f32", kByteSource),
    on(kCdna34, lane_op<[](float a, U32 b, Old<U32> d) { return v_cvt_pk_u8_f32(a, b, d.value); }>("v_cvt_pkaccum_u8_f32", kByteSource)),
    // clang-format on
};

}  // namespace

std::span<const Semantics> vector_convert_table() {
  return kRows;
}

}  // namespace lockstep::isa
