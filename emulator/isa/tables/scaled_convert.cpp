// Conversions under a scale, one or two elements a lane.
#include <array>

#include "emulator/isa/tables/scaled.hpp"
#include "emulator/isa/tables/sources.hpp"

namespace lockstep::isa {
namespace {

using U16 = std::uint16_t;
using U32 = std::uint32_t;
using U64 = std::uint64_t;

/// Element `index` of a register, or pair of registers, of two.
template <typename T, typename Two>
T element(Two two, int index) {
  return from_bits<T>(two >> (8 * static_cast<int>(sizeof(T)) * index));
}
template <typename Two, typename T>
Two pair_of(T low, T high) {
  return static_cast<Two>(static_cast<Two>(to_bits(high)) << (8 * sizeof(T)) |
                          static_cast<Two>(to_bits(low)));
}
template <typename From>
using TwoOf = std::conditional_t<sizeof(From) == 2, U32, U64>;

// ---- narrower

template <typename Format>
U16 two_bytes(float a, float b, float scale, Mode mode) {
  return static_cast<U16>(narrowed_to_nearest<Format>(b, scale, mode) << 8 |
                          narrowed_to_nearest<Format>(a, scale, mode));
}
template <typename Format, typename From>
U16 two_bytes_of(U32 two, float scale, Mode mode) {
  return static_cast<U16>(narrowed_to_nearest<Format>(element<From>(two, 1), scale, mode) << 8 |
                          narrowed_to_nearest<Format>(element<From>(two, 0), scale, mode));
}
template <typename Format, typename From>
U32 stochastic_byte(From a, U32 seed, float scale, Mode mode) {
  return narrowed_stochastically<Format>(a, seed, scale, mode);
}
U32 two_nibbles(float a, float b, float scale, Mode mode) {
  return static_cast<U32>(narrowed_to_nearest<Fp4>(b, scale, mode) << 4 |
                          narrowed_to_nearest<Fp4>(a, scale, mode));
}
template <typename From>
U32 two_nibbles_of(U32 two, float scale, Mode mode) {
  return static_cast<U32>(narrowed_to_nearest<Fp4>(element<From>(two, 1), scale, mode) << 4 |
                          narrowed_to_nearest<Fp4>(element<From>(two, 0), scale, mode));
}
template <typename From>
U32 two_stochastic_nibbles(TwoOf<From> two, U32 seed, float scale, Mode mode) {
  const U32 low = narrowed_stochastically<Fp4>(element<From>(two, 0), seed, scale, mode);
  const U32 high = narrowed_stochastically<Fp4>(element<From>(two, 1), next_seed(seed), scale, mode);
  return high << 4 | low;
}

// ---- wider; the machine has shifted the byte or half that op_sel chose to the low end

template <typename Format, typename To>
To from_byte(U32 code, float scale, Mode mode) {
  return widened<Format, To>(static_cast<std::uint8_t>(code), scale, mode);
}
template <typename Format, typename To>
TwoOf<To> from_two_bytes(U32 codes, float scale, Mode mode) {
  return pair_of<TwoOf<To>>(from_byte<Format, To>(codes, scale, mode),
                            from_byte<Format, To>(codes >> 8 & 0xFF, scale, mode));
}
template <typename To>
TwoOf<To> from_two_nibbles(U32 codes, float scale, Mode mode) {
  return pair_of<TwoOf<To>>(from_byte<Fp4, To>(codes & 15, scale, mode),
                            from_byte<Fp4, To>(codes >> 4 & 15, scale, mode));
}

constexpr std::string_view kScaled =
    "CDNA4 ISA, VOP3A and VOP3B instructions; NaN scale and overflow inferred, see scaled.hpp";
constexpr std::string_view kStochastic =
    "CDNA4 ISA, VOP3A and VOP3B instructions; how the seed rounds inferred, see minifloat.hpp";

// What op_sel chooses of source 0, and of the destination.
constexpr Traits kFromByte{.op_sel_source = SourceSelect::byte};
constexpr Traits kFromHalf{.op_sel_source = SourceSelect::half};
// Two elements in source 0.
constexpr Traits with_pair(Traits traits, Type element) {
  traits.numbers = {element};
  return traits;
}
constexpr Traits kPairOfHalves = with_pair(kOpSel, Type::f16), kPairOfBrains = with_pair(kOpSel, Type::bf16);
constexpr Traits kPairOfHalvesToByte = with_pair(kToByte, Type::f16),
                 kPairOfBrainsToByte = with_pair(kToByte, Type::bf16);
constexpr Traits kByteToHalf{.op_sel_halves = true, .keeps_half = true, .op_sel_source = SourceSelect::byte};

constexpr std::array kRows{
    // clang-format off
    on(kGfx950, lane_op<two_bytes<Fp8>>("v_cvt_scalef32_pk_fp8_f32", kScaled, kOpSel)),
    on(kGfx950, lane_op<two_bytes_of<Fp8, Half>>("v_cvt_scalef32_pk_fp8_f16", kScaled, kPairOfHalves)),
    on(kGfx950, lane_op<two_bytes_of<Fp8, Bfloat>>("v_cvt_scalef32_pk_fp8_bf16", kScaled, kPairOfBrains)),
    on(kGfx950, lane_op<stochastic_byte<Fp8, float>>("v_cvt_scalef32_sr_fp8_f32", kStochastic, kToByte)),
    on(kGfx950, lane_op<stochastic_byte<Fp8, Half>>("v_cvt_scalef32_sr_fp8_f16", kStochastic, kToByte)),
    on(kGfx950, lane_op<stochastic_byte<Fp8, Bfloat>>("v_cvt_scalef32_sr_fp8_bf16", kStochastic, kToByte)),
    on(kGfx950, lane_op<from_two_bytes<Fp8, float>>("v_cvt_scalef32_pk_f32_fp8", kScaled, kFromHalf)),
    on(kGfx950, lane_op<from_two_bytes<Fp8, Half>>("v_cvt_scalef32_pk_f16_fp8", kScaled, kFromHalf)),
    on(kGfx950, lane_op<from_two_bytes<Fp8, Bfloat>>("v_cvt_scalef32_pk_bf16_fp8", kScaled, kFromHalf)),
    on(kGfx950, lane_op<from_byte<Fp8, float>>("v_cvt_scalef32_f32_fp8", kScaled, kFromByte)),
    on(kGfx950, lane_op<from_byte<Fp8, Half>>("v_cvt_scalef32_f16_fp8", kScaled, kByteToHalf)),

    on(kGfx950, lane_op<two_bytes<Bf8>>("v_cvt_scalef32_pk_bf8_f32", kScaled, kOpSel)),
    on(kGfx950, lane_op<two_bytes_of<Bf8, Half>>("v_cvt_scalef32_pk_bf8_f16", kScaled, kPairOfHalves)),
    on(kGfx950, lane_op<two_bytes_of<Bf8, Bfloat>>("v_cvt_scalef32_pk_bf8_bf16", kScaled, kPairOfBrains)),
    on(kGfx950, lane_op<stochastic_byte<Bf8, float>>("v_cvt_scalef32_sr_bf8_f32", kStochastic, kToByte)),
    on(kGfx950, lane_op<stochastic_byte<Bf8, Half>>("v_cvt_scalef32_sr_bf8_f16", kStochastic, kToByte)),
    on(kGfx950, lane_op<stochastic_byte<Bf8, Bfloat>>("v_cvt_scalef32_sr_bf8_bf16", kStochastic, kToByte)),
    on(kGfx950, lane_op<from_two_bytes<Bf8, float>>("v_cvt_scalef32_pk_f32_bf8", kScaled, kFromHalf)),
    on(kGfx950, lane_op<from_two_bytes<Bf8, Half>>("v_cvt_scalef32_pk_f16_bf8", kScaled, kFromHalf)),
    on(kGfx950, lane_op<from_two_bytes<Bf8, Bfloat>>("v_cvt_scalef32_pk_bf16_bf8", kScaled, kFromHalf)),
    on(kGfx950, lane_op<from_byte<Bf8, float>>("v_cvt_scalef32_f32_bf8", kScaled, kFromByte)),
    on(kGfx950, lane_op<from_byte<Bf8, Half>>("v_cvt_scalef32_f16_bf8", kScaled, kByteToHalf)),

    on(kGfx950, lane_op<two_nibbles>("v_cvt_scalef32_pk_fp4_f32", kScaled, kToByte)),
    on(kGfx950, lane_op<two_nibbles_of<Half>>("v_cvt_scalef32_pk_fp4_f16", kScaled, kPairOfHalvesToByte)),
    on(kGfx950, lane_op<two_nibbles_of<Bfloat>>("v_cvt_scalef32_pk_fp4_bf16", kScaled, kPairOfBrainsToByte)),
    on(kGfx950, lane_op<two_stochastic_nibbles<float>>("v_cvt_scalef32_sr_pk_fp4_f32", kStochastic, kToByte)),
    on(kGfx950, lane_op<two_stochastic_nibbles<Half>>("v_cvt_scalef32_sr_pk_fp4_f16", kStochastic, kPairOfHalvesToByte)),
    on(kGfx950, lane_op<two_stochastic_nibbles<Bfloat>>("v_cvt_scalef32_sr_pk_fp4_bf16", kStochastic, kPairOfBrainsToByte)),
    on(kGfx950, lane_op<from_two_nibbles<float>>("v_cvt_scalef32_pk_f32_fp4", kScaled, kFromByte)),
    on(kGfx950, lane_op<from_two_nibbles<Half>>("v_cvt_scalef32_pk_f16_fp4", kScaled, kFromByte)),
    on(kGfx950, lane_op<from_two_nibbles<Bfloat>>("v_cvt_scalef32_pk_bf16_fp4", kScaled, kFromByte)),
    // clang-format on
};

}  // namespace

std::span<const Semantics> scaled_convert_table() {
  return kRows;
}

}  // namespace lockstep::isa
