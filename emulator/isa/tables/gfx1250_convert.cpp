// Narrowing divides by a scale of its lane, the power of two in the exponent of a binary32, as gfx950's
// conversions have it; widening multiplies by a byte of a register of scales (e8m0), which the machine has
// made such a binary32.

#include <array>

#include "emulator/isa/tables/bit_fields.hpp"
#include "emulator/isa/tables/scaled.hpp"

namespace lockstep::isa {
namespace {

constexpr int kEight = 8;
template <typename T>
inline constexpr int kWideBits = static_cast<int>(sizeof(T)) * 8;
template <typename Format>
inline constexpr int kNarrowBits = std::is_same_v<Format, Fp4> ? 4 : 8;

template <typename Format, typename From>
void narrow_eight(const BlockInputs& in, std::uint32_t* out) {
  for (int d = 0; d < kEight * kNarrowBits<Format> / 32; ++d) out[d] = 0;
  for (int e = 0; e < kEight; ++e) {
    const From x = from_bits<From>(take<kWideBits<From>>(in.source[0], e));
    put<kNarrowBits<Format>>(out, e, narrowed<Format>(x, in.scale, Mode{in.mode}));
  }
}
template <typename Format, typename To>
void widen_eight(const BlockInputs& in, std::uint32_t* out) {
  for (int d = 0; d < kEight * kWideBits<To> / 32; ++d) out[d] = 0;
  for (int e = 0; e < kEight; ++e) {
    const auto code = static_cast<std::uint8_t>(take<kNarrowBits<Format>>(in.source[0], e));
    put<kWideBits<To>>(
        out, e, static_cast<std::uint32_t>(to_bits(widened<Format, To>(code, in.scale, Mode{in.mode}))));
  }
}

constexpr std::string_view kNarrowing =
    "LLVM 22, gfx1250's packed scaled conversions, which CK and aiter use; NaN scale inferred, see "
    "scaled.hpp";
constexpr std::string_view kWidening =
    "LLVM 22, gfx1250's packed scaled conversions; which scale scale_sel means inferred from aiter's opus";

template <typename Format, typename From>
constexpr Semantics narrowing(std::string_view mnemonic) {
  return {
      mnemonic,
      BlockConvert{
          &narrow_eight<Format, From>, {kEight * kWideBits<From> / 32, 0}, kEight * kNarrowBits<Format> / 32},
      kNarrowing};
}
template <typename Format, typename To>
constexpr Semantics widening(std::string_view mnemonic) {
  return {mnemonic,
          BlockConvert{
              &widen_eight<Format, To>, {kEight * kNarrowBits<Format> / 32, 0}, kEight * kWideBits<To> / 32},
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
    widening<Fp8, float>("v_cvt_scale_pk8_f32_fp8"),
    widening<Fp8, Half>("v_cvt_scale_pk8_f16_fp8"),
    widening<Fp8, Bfloat>("v_cvt_scale_pk8_bf16_fp8"),
    widening<Bf8, float>("v_cvt_scale_pk8_f32_bf8"),
    widening<Bf8, Half>("v_cvt_scale_pk8_f16_bf8"),
    widening<Bf8, Bfloat>("v_cvt_scale_pk8_bf16_bf8"),
    widening<Fp4, float>("v_cvt_scale_pk8_f32_fp4"),
    widening<Fp4, Half>("v_cvt_scale_pk8_f16_fp4"),
    widening<Fp4, Bfloat>("v_cvt_scale_pk8_bf16_fp4"),
                                        // clang-format on
                                    });

}  // namespace

std::span<const Semantics> gfx1250_convert_rows() {
  return kRows;
}

}  // namespace lockstep::isa
