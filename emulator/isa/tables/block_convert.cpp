// Conversions under a scale, 32 elements a lane: six-bit formats, whose 32 elements fill six registers.
#include <array>

#include "emulator/isa/tables/bit_fields.hpp"
#include "emulator/isa/tables/scaled.hpp"
#include "emulator/isa/tables/sources.hpp"

namespace lockstep::isa {
namespace {

constexpr int kElements = 32, kSixBits = 6, kSixBitDwords = kElements * kSixBits / 32;

template <typename T>
inline constexpr int kBitsOf = static_cast<int>(sizeof(T)) * 8;
template <typename T>
constexpr std::uint8_t dwords_of() {
  return kElements * kBitsOf<T> / 32;
}

template <typename Format, typename From, bool kStochastic>
void narrow_block(const BlockInputs& in, std::uint32_t* out) {
  for (int d = 0; d < kSixBitDwords; ++d) out[d] = 0;
  std::uint32_t seed = in.seed;
  for (int e = 0; e < kElements; ++e, seed = next_seed(seed)) {
    const From x = from_bits<From>(take<kBitsOf<From>>(in.source[0], e));
    put<kSixBits>(out, e,
                  kStochastic ? narrowed_stochastically<Format>(x, seed, in.scale, Mode{in.mode})
                              : narrowed<Format>(x, in.scale, Mode{in.mode}));
  }
}

/// The elements of two sources by turns.
template <typename Format>
void narrow_two(const BlockInputs& in, std::uint32_t* out) {
  for (int d = 0; d < kSixBitDwords; ++d) out[d] = 0;
  for (int e = 0; e < kElements; ++e) {
    const auto x = std::bit_cast<float>(in.source[static_cast<std::size_t>(e % 2)][e / 2]);
    put<kSixBits>(out, e, narrowed<Format>(x, in.scale, Mode{in.mode}));
  }
}

template <typename Format, typename To>
void widen_block(const BlockInputs& in, std::uint32_t* out) {
  for (int d = 0; d < dwords_of<To>(); ++d) out[d] = 0;
  for (int e = 0; e < kElements; ++e) {
    const auto code = static_cast<std::uint8_t>(take<kSixBits>(in.source[0], e));
    put<kBitsOf<To>>(out, e,
                     static_cast<std::uint32_t>(to_bits(widened<Format, To>(code, in.scale, Mode{in.mode}))));
  }
}

constexpr std::string_view kScaled =
    "CDNA4 ISA, VOP3A and VOP3B instructions; NaN scale inferred, see scaled.hpp";
constexpr std::string_view kStochastic =
    "CDNA4 ISA, VOP3A and VOP3B instructions; how the seed rounds inferred, see minifloat.hpp";

constexpr Semantics row(std::string_view mnemonic, BlockConvert convert, std::string_view source) {
  return on(kGfx950, Semantics{mnemonic, convert, source});
}
template <typename Format>
constexpr Semantics two_sources(std::string_view mnemonic) {
  return row(mnemonic, {&narrow_two<Format>, {16, 16}, kSixBitDwords}, kScaled);
}
template <typename Format, typename From>
constexpr Semantics narrowing(std::string_view mnemonic) {
  return row(mnemonic, {&narrow_block<Format, From, false>, {dwords_of<From>(), 0}, kSixBitDwords}, kScaled);
}
template <typename Format, typename From>
constexpr Semantics stochastic_narrowing(std::string_view mnemonic) {
  return row(mnemonic, {&narrow_block<Format, From, true>, {dwords_of<From>(), 0}, kSixBitDwords, true},
             kStochastic);
}
template <typename Format, typename To>
constexpr Semantics widening(std::string_view mnemonic) {
  return row(mnemonic, {&widen_block<Format, To>, {kSixBitDwords, 0}, dwords_of<To>()}, kScaled);
}

constexpr std::array kRows{
    // clang-format off
    two_sources<Fp6>("v_cvt_scalef32_2xpk16_fp6_f32"),
    narrowing<Fp6, Half>("v_cvt_scalef32_pk32_fp6_f16"),
    narrowing<Fp6, Bfloat>("v_cvt_scalef32_pk32_fp6_bf16"),
    stochastic_narrowing<Fp6, float>("v_cvt_scalef32_sr_pk32_fp6_f32"),
    stochastic_narrowing<Fp6, Half>("v_cvt_scalef32_sr_pk32_fp6_f16"),
    stochastic_narrowing<Fp6, Bfloat>("v_cvt_scalef32_sr_pk32_fp6_bf16"),
    widening<Fp6, float>("v_cvt_scalef32_pk32_f32_fp6"),
    widening<Fp6, Half>("v_cvt_scalef32_pk32_f16_fp6"),
    widening<Fp6, Bfloat>("v_cvt_scalef32_pk32_bf16_fp6"),
    two_sources<Bf6>("v_cvt_scalef32_2xpk16_bf6_f32"),
    narrowing<Bf6, Half>("v_cvt_scalef32_pk32_bf6_f16"),
    narrowing<Bf6, Bfloat>("v_cvt_scalef32_pk32_bf6_bf16"),
    stochastic_narrowing<Bf6, float>("v_cvt_scalef32_sr_pk32_bf6_f32"),
    stochastic_narrowing<Bf6, Half>("v_cvt_scalef32_sr_pk32_bf6_f16"),
    stochastic_narrowing<Bf6, Bfloat>("v_cvt_scalef32_sr_pk32_bf6_bf16"),
    widening<Bf6, float>("v_cvt_scalef32_pk32_f32_bf6"),
    widening<Bf6, Half>("v_cvt_scalef32_pk32_f16_bf6"),
    widening<Bf6, Bfloat>("v_cvt_scalef32_pk32_bf16_bf6"),
    // clang-format on
};

}  // namespace

std::span<const Semantics> block_convert_table() {
  return kRows;
}

}  // namespace lockstep::isa
