// The scalar ALU's floats, which gfx1250 has from RDNA 3.5 on: what clang makes of floats that are the same
// in all lanes. A result of 16 bits has zeros above. MODE rounds them and flushes denormals, as it does
// vectors (inferred: LLVM selects them for whatever MODE it sets).
#include <array>
#include <cmath>

#include "emulator/isa/tables/arithmetic.hpp"
#include "emulator/isa/tables/directed.hpp"
#include "emulator/isa/tables/host_lanes.hpp"
#include "emulator/isa/tables/rounding.hpp"
#include "emulator/isa/tables/scalars.hpp"
#include "emulator/isa/tables/to_half.hpp"

namespace lockstep::isa {
namespace {

using U32 = std::uint32_t;

constexpr std::string_view kSop1 = "RDNA4 ISA, SOP1 instructions", kSop2 = "RDNA4 ISA, SOP2 instructions",
                           kSopc = "RDNA4 ISA, SOPC instructions";
constexpr Mode kNoMode{0};

template <typename T, auto kRelation>
constexpr Semantics compared(std::string_view mnemonic) {
  return scalar<[](T a, T b) { return kRelation(wide(a), wide(b)); }>(mnemonic, kSopc);
}
template <typename T>
T smaller_number(T a, T b) {
  return minimum(a, b, kNoMode);
}
template <typename T>
T larger_number(T a, T b) {
  return maximum(a, b, kNoMode);
}
inline float from_half(Half a) {
  return static_cast<float>(widen(a));
}
/// The high half of a dword, which the machine does not see as a float.
inline float from_high_half(U32 a, Mode mode) {
  constexpr std::uint32_t kKeepsHalves = 1u << 6;  // denormals as sources
  const Half half{static_cast<std::uint16_t>(a >> 16)};
  return from_half((mode.bits & kKeepsHalves) == 0 && is_denormal(half) ? with_sign(Half{}, is_negative(half))
                                                                        : half);
}
inline Half directed_half(float a, Mode mode) {
  const bool clamps = mode.saturates() && std::isfinite(a);
  const Half half = directed::converted(narrow_half(a), a, mode);
  return clamps && is_infinite(half) ? with_sign(Half{0x7BFF}, is_negative(half)) : half;
}
/// A pair of halves rounded towards zero, their denormals flushed where MODE says so.
inline std::uint32_t truncated_pair(float a, float b, Mode mode) {
  constexpr std::uint32_t kKeepsHalves = 1u << 7;
  const auto kept = [&](Half x) {
    return (mode.bits & kKeepsHalves) == 0 && is_denormal(x) ? with_sign(Half{}, is_negative(x)) : x;
  };
  return pair_of(kept(narrow_half(a, Rounding::toward_zero)), kept(narrow_half(b, Rounding::toward_zero)));
}

constexpr auto kRows =
    on(kGfx1250, std::array{
                     // clang-format off
    compared<float, [](double a, double b) { return a < b; }>("s_cmp_lt_f32"),
    compared<float, [](double a, double b) { return a == b; }>("s_cmp_eq_f32"),
    compared<float, [](double a, double b) { return a <= b; }>("s_cmp_le_f32"),
    compared<float, [](double a, double b) { return b < a; }>("s_cmp_gt_f32"),
    compared<float, [](double a, double b) { return a < b || b < a; }>("s_cmp_lg_f32"),
    compared<float, [](double a, double b) { return b <= a; }>("s_cmp_ge_f32"),
    compared<float, [](double a, double b) { return a == a && b == b; }>("s_cmp_o_f32"),
    compared<float, [](double a, double b) { return a != a || b != b; }>("s_cmp_u_f32"),
    compared<float, [](double a, double b) { return !(b <= a); }>("s_cmp_nge_f32"),
    compared<float, [](double a, double b) { return !(a < b || b < a); }>("s_cmp_nlg_f32"),
    compared<float, [](double a, double b) { return !(b < a); }>("s_cmp_ngt_f32"),
    compared<float, [](double a, double b) { return !(a <= b); }>("s_cmp_nle_f32"),
    compared<float, [](double a, double b) { return !(a == b); }>("s_cmp_neq_f32"),
    compared<float, [](double a, double b) { return !(a < b); }>("s_cmp_nlt_f32"),
    compared<Half, [](double a, double b) { return a < b; }>("s_cmp_lt_f16"),
    compared<Half, [](double a, double b) { return a == b; }>("s_cmp_eq_f16"),
    compared<Half, [](double a, double b) { return a <= b; }>("s_cmp_le_f16"),
    compared<Half, [](double a, double b) { return b < a; }>("s_cmp_gt_f16"),
    compared<Half, [](double a, double b) { return a < b || b < a; }>("s_cmp_lg_f16"),
    compared<Half, [](double a, double b) { return b <= a; }>("s_cmp_ge_f16"),
    compared<Half, [](double a, double b) { return a == a && b == b; }>("s_cmp_o_f16"),
    compared<Half, [](double a, double b) { return a != a || b != b; }>("s_cmp_u_f16"),
    compared<Half, [](double a, double b) { return !(b <= a); }>("s_cmp_nge_f16"),
    compared<Half, [](double a, double b) { return !(a < b || b < a); }>("s_cmp_nlg_f16"),
    compared<Half, [](double a, double b) { return !(b < a); }>("s_cmp_ngt_f16"),
    compared<Half, [](double a, double b) { return !(a <= b); }>("s_cmp_nle_f16"),
    compared<Half, [](double a, double b) { return !(a == b); }>("s_cmp_neq_f16"),
    compared<Half, [](double a, double b) { return !(a < b); }>("s_cmp_nlt_f16"),

    scalar<smaller_number<float>>("s_min_num_f32", kSop2, exact()),
    scalar<larger_number<float>>("s_max_num_f32", kSop2, exact()),
    scalar<smaller_or_nan<float>>("s_minimum_f32", kSop2, exact()),
    scalar<larger_or_nan<float>>("s_maximum_f32", kSop2, exact()),
    scalar<[](float a, float b, float c) { return fused_multiply_add<float>(a, b, c); }, directed::fused_multiply_add<float>>("s_fmaak_f32", kSop2),
    scalar<[](float a, float b, float c) { return fused_multiply_add<float>(a, b, c); }, directed::fused_multiply_add<float>>("s_fmamk_f32", kSop2),
    scalar<truncate<float>>("s_trunc_f32", kSop1, exact()),
    scalar<round_up<float>>("s_ceil_f32", kSop1, exact()),
    scalar<round_even<float>>("s_rndne_f32", kSop1, exact()),
    scalar<round_down<float>>("s_floor_f32", kSop1, exact()),

    scalar<add<Half>, directed::add<Half>>("s_add_f16", kSop2),
    scalar<subtract<Half>, directed::subtract<Half>>("s_sub_f16", kSop2),
    scalar<multiply<Half>, directed::multiply<Half>>("s_mul_f16", kSop2),
    scalar<[](Half a, Half b, Old<Half> d) { return fused_multiply_add<Half>(a, b, d.value); }, directed::accumulate<Half>>("s_fmac_f16", kSop2),
    scalar<smaller_number<Half>>("s_min_num_f16", kSop2, exact()),
    scalar<larger_number<Half>>("s_max_num_f16", kSop2, exact()),
    scalar<smaller_or_nan<Half>>("s_minimum_f16", kSop2, exact()),
    scalar<larger_or_nan<Half>>("s_maximum_f16", kSop2, exact()),
    scalar<truncate<Half>>("s_trunc_f16", kSop1, exact()),
    scalar<round_up<Half>>("s_ceil_f16", kSop1, exact()),
    scalar<round_even<Half>>("s_rndne_f16", kSop1, exact()),
    scalar<round_down<Half>>("s_floor_f16", kSop1, exact()),

    scalar<to_half, directed_half>("s_cvt_f16_f32", kSop1),
    scalar<from_half>("s_cvt_f32_f16", kSop1, exact()),
    scalar<from_high_half>("s_cvt_hi_f32_f16", kSop1, exact()),
    scalar<truncated_pair>("s_cvt_pk_rtz_f16_f32", kSop2),
                     // clang-format on
                 });

}  // namespace

std::span<const Semantics> gfx1250_scalar_floats() {
  return kRows;
}

}  // namespace lockstep::isa
