// Conversions of 8 or 16 elements a lane under a scale. Narrowing divides by a scale of its lane, the power
// of two in the exponent of a binary32, as gfx950's conversions have it, and rounds to nearest even or by a
// seed; widening multiplies by a byte of a register of scales (e8m0), which the machine has made such a
// binary32. Formats of six bits have 16 elements, which fill three registers; the others have eight.

#include <array>

#include "emulator/isa/tables/bit_fields.hpp"
#include "emulator/isa/tables/scaled.hpp"

namespace lockstep::isa {
namespace {

template <typename T>
inline constexpr int kWideBits = static_cast<int>(sizeof(T)) * 8;
template <typename Format>
inline constexpr int kNarrowBits = 8;
template <>
inline constexpr int kNarrowBits<Fp4> = 4;
template <>
inline constexpr int kNarrowBits<Fp6> = 6;
template <>
inline constexpr int kNarrowBits<Bf6> = 6;
template <typename Format>
inline constexpr int kElements = kNarrowBits<Format> == 6 ? 16 : 8;
template <typename Format>
inline constexpr int kNarrowDwords = kElements<Format> * kNarrowBits<Format> / 32;
template <typename Format, typename T>
inline constexpr int kWideDwords = kElements<Format> * kWideBits<T> / 32;

template <typename Format, typename From, bool kStochastic>
void narrow(const BlockInputs& in, std::uint32_t* out) {
  for (int d = 0; d < kNarrowDwords<Format>; ++d) out[d] = 0;
  std::uint32_t seed = in.seed;
  for (int e = 0; e < kElements<Format>; ++e, seed = next_seed(seed)) {
    const From x = from_bits<From>(take<kWideBits<From>>(in.source[0], e));
    put<kNarrowBits<Format>>(out, e,
                             kStochastic ? narrowed_stochastically<Format>(x, seed, in.scale, Mode{in.mode})
                                         : narrowed<Format>(x, in.scale, Mode{in.mode}));
  }
}
template <typename Format, typename To>
void widen(const BlockInputs& in, std::uint32_t* out) {
  for (int d = 0; d < kWideDwords<Format, To>; ++d) out[d] = 0;
  for (int e = 0; e < kElements<Format>; ++e) {
    const auto code = static_cast<std::uint8_t>(take<kNarrowBits<Format>>(in.source[0], e));
    put<kWideBits<To>>(
        out, e, static_cast<std::uint32_t>(to_bits(widened<Format, To>(code, in.scale, Mode{in.mode}))));
  }
}

constexpr std::string_view kNarrowing =
    "LLVM 22, gfx1250's packed scaled conversions, which CK and aiter use; NaN scale inferred, see "
    "scaled.hpp";
constexpr std::string_view kStochastic =
    "LLVM 22, gfx1250's packed scaled conversions; how the seed rounds, and that each element's is "
    "v_prng_b32 of the one before, inferred from CDNA4's, see minifloat.hpp";
constexpr std::string_view kWidening =
    "LLVM 22, gfx1250's packed scaled conversions; which scale scale_sel means inferred from aiter's opus";

template <typename Format, typename From>
constexpr Semantics narrowing(std::string_view mnemonic) {
  return {mnemonic,
          BlockConvert{&narrow<Format, From, false>, {kWideDwords<Format, From>, 0}, kNarrowDwords<Format>},
          kNarrowing};
}
template <typename Format, typename From>
constexpr Semantics by_seed(std::string_view mnemonic) {
  return {
      mnemonic,
      BlockConvert{&narrow<Format, From, true>, {kWideDwords<Format, From>, 0}, kNarrowDwords<Format>, true},
      kStochastic};
}
template <typename Format, typename To>
constexpr Semantics widening(std::string_view mnemonic) {
  return {mnemonic, BlockConvert{&widen<Format, To>, {kNarrowDwords<Format>, 0}, kWideDwords<Format, To>},
          kWidening};
}

constexpr auto kRows = on(kGfx1250, std::array{
                                        // clang-format off
    narrowing<Fp8, float>("v_cvt_scalef32_pk8_fp8_f32"),
    narrowing<Fp8, Half>("v_cvt_scalef32_pk8_fp8_f16"),
    narrowing<Fp8, Bfloat>("v_cvt_scalef32_pk8_fp8_bf16"),
    narrowing<Bf8, float>("v_cvt_scalef32_pk8_bf8_f32"),
    narrowing<Bf8, Half>("v_cvt_scalef32_pk8_bf8_f16"),
    narrowing<Bf8, Bfloat>("v_cvt_scalef32_pk8_bf8_bf16"),
    narrowing<Fp4, float>("v_cvt_scalef32_pk8_fp4_f32"),
    narrowing<Fp4, Half>("v_cvt_scalef32_pk8_fp4_f16"),
    narrowing<Fp4, Bfloat>("v_cvt_scalef32_pk8_fp4_bf16"),
    narrowing<Fp6, float>("v_cvt_scalef32_pk16_fp6_f32"),
    narrowing<Fp6, Half>("v_cvt_scalef32_pk16_fp6_f16"),
    narrowing<Fp6, Bfloat>("v_cvt_scalef32_pk16_fp6_bf16"),
    narrowing<Bf6, float>("v_cvt_scalef32_pk16_bf6_f32"),
    narrowing<Bf6, Half>("v_cvt_scalef32_pk16_bf6_f16"),
    narrowing<Bf6, Bfloat>("v_cvt_scalef32_pk16_bf6_bf16"),
    by_seed<Fp8, float>("v_cvt_scalef32_sr_pk8_fp8_f32"),
    by_seed<Fp8, Half>("v_cvt_scalef32_sr_pk8_fp8_f16"),
    by_seed<Fp8, Bfloat>("v_cvt_scalef32_sr_pk8_fp8_bf16"),
    by_seed<Bf8, float>("v_cvt_scalef32_sr_pk8_bf8_f32"),
    by_seed<Bf8, Half>("v_cvt_scalef32_sr_pk8_bf8_f16"),
    by_seed<Bf8, Bfloat>("v_cvt_scalef32_sr_pk8_bf8_bf16"),
    by_seed<Fp4, float>("v_cvt_scalef32_sr_pk8_fp4_f32"),
    by_seed<Fp4, Half>("v_cvt_scalef32_sr_pk8_fp4_f16"),
    by_seed<Fp4, Bfloat>("v_cvt_scalef32_sr_pk8_fp4_bf16"),
    by_seed<Fp6, float>("v_cvt_scalef32_sr_pk16_fp6_f32"),
    by_seed<Fp6, Half>("v_cvt_scalef32_sr_pk16_fp6_f16"),
    by_seed<Fp6, Bfloat>("v_cvt_scalef32_sr_pk16_fp6_bf16"),
    by_seed<Bf6, float>("v_cvt_scalef32_sr_pk16_bf6_f32"),
    by_seed<Bf6, Half>("v_cvt_scalef32_sr_pk16_bf6_f16"),
    by_seed<Bf6, Bfloat>("v_cvt_scalef32_sr_pk16_bf6_bf16"),
    widening<Fp8, float>("v_cvt_scale_pk8_f32_fp8"),
    widening<Fp8, Half>("v_cvt_scale_pk8_f16_fp8"),
    widening<Fp8, Bfloat>("v_cvt_scale_pk8_bf16_fp8"),
    widening<Bf8, float>("v_cvt_scale_pk8_f32_bf8"),
    widening<Bf8, Half>("v_cvt_scale_pk8_f16_bf8"),
    widening<Bf8, Bfloat>("v_cvt_scale_pk8_bf16_bf8"),
    widening<Fp4, float>("v_cvt_scale_pk8_f32_fp4"),
    widening<Fp4, Half>("v_cvt_scale_pk8_f16_fp4"),
    widening<Fp4, Bfloat>("v_cvt_scale_pk8_bf16_fp4"),
    widening<Fp6, float>("v_cvt_scale_pk16_f32_fp6"),
    widening<Fp6, Half>("v_cvt_scale_pk16_f16_fp6"),
    widening<Fp6, Bfloat>("v_cvt_scale_pk16_bf16_fp6"),
    widening<Bf6, float>("v_cvt_scale_pk16_f32_bf6"),
    widening<Bf6, Half>("v_cvt_scale_pk16_f16_bf6"),
    widening<Bf6, Bfloat>("v_cvt_scale_pk16_bf16_bf6"),
                                        // clang-format on
                                    });

}  // namespace

std::span<const Semantics> gfx1250_convert_rows() {
  return kRows;
}

}  // namespace lockstep::isa
