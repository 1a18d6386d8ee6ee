// Vector ALU on f16, f32 and f64.
#include <array>

#include "emulator/isa/tables/approximate_lanes.hpp"
#include "emulator/isa/tables/arithmetic.hpp"
#include "emulator/isa/tables/directed.hpp"
#include "emulator/isa/tables/division_lanes.hpp"
#include "emulator/isa/tables/float_lanes.hpp"
#include "emulator/isa/tables/half_lanes.hpp"
#include "emulator/isa/tables/lanes.hpp"
#include "emulator/isa/tables/order_lanes.hpp"
#include "emulator/isa/tables/rounding.hpp"
#include "emulator/isa/tables/sources.hpp"

namespace lockstep::isa {
namespace {

using I16 = std::int16_t;
using I32 = std::int32_t;

/// DX9 rules: 0 times anything is +0.
float multiply_legacy(float a, float b) {
  return a == 0 || b == 0 ? 0.0f : multiply(a, b);
}

constexpr std::string_view kDivision =
    "CDNA4 ISA, VOP3A and VOP3B instructions; ranges as found on RDNA 3 and 4: inferred (division.hpp)";

constexpr std::array kRows{
    // clang-format off
    vector<add<float>>("v_add_f32", kVop2, rounds<directed::add<float>>()),
    vector<subtract<float>>("v_sub_f32", kVop2, rounds<directed::subtract<float>>()),
    vector<subtract_reversed<float>>("v_subrev_f32", kVop2, rounds<directed::subtract_reversed<float>>()),
    vector<multiply<float>>("v_mul_f32", kVop2, rounds<directed::multiply<float>>()),
    vector<multiply_legacy>("v_mul_legacy_f32", kVop3),
    vector<accumulate<float>>("v_fmac_f32", kVop2, rounds<directed::accumulate<float>>()),
    vector<fused_multiply_add<float>>("v_fmamk_f32", kVop2, rounds<directed::fused_multiply_add<float>>()),
    vector<fused_multiply_add<float>>("v_fmaak_f32", kVop2, rounds<directed::fused_multiply_add<float>>()),
    vector<fused_multiply_add<float>>("v_fma_f32", kVop3, rounds<directed::fused_multiply_add<float>>()),
    vector<minimum<float>>("v_min_f32", kVop2, exact()),
    vector<maximum<float>>("v_max_f32", kVop2, exact()),
    vector<minimum_of_three<float>>("v_min3_f32", kVop3, exact()),
    vector<maximum_of_three<float>>("v_max3_f32", kVop3, exact()),
    vector<median<float>>("v_med3_f32", kVop3, exact()),
    on(kGfx950, vector<propagating_minimum<float>>("v_minimum3_f32", kVop3, exact())),
    on(kGfx950, vector<propagating_maximum<float>>("v_maximum3_f32", kVop3, exact())),
    vector<truncate<float>>("v_trunc_f32", kVop1, exact()),
    vector<round_up<float>>("v_ceil_f32", kVop1, exact()),
    vector<round_even<float>>("v_rndne_f32", kVop1, exact()),
    vector<round_down<float>>("v_floor_f32", kVop1, exact()),
    vector<fraction<float>>("v_fract_f32", kVop1),
    vector<scale<float, I32>>("v_ldexp_f32", kVop3),
    vector<mantissa<float>>("v_frexp_mant_f32", kVop1, exact()),
    vector<exponent<float, I32>>("v_frexp_exp_i32_f32", kVop1),
    vector<scale_for_division<float>>("v_div_scale_f32", kDivision),
    vector<fused_and_scaled_back<float>>("v_div_fmas_f32", kDivision, {.keeps_denormals = 0b111}),
    vector<fix_division<float>>("v_div_fixup_f32", kDivision, {.keeps_denormals = 0b001}),
    vector<approximate<float, reciprocal, true>>("v_rcp_f32", kApproximate),
    vector<approximate<float, reciprocal, true>>("v_rcp_iflag_f32", kApproximate),
    vector<approximate<float, reciprocal_root, true>>("v_rsq_f32", kApproximate),
    vector<approximate<float, root, false>>("v_sqrt_f32", kApproximate),
    vector<approximate<float, power_of_2, true>>("v_exp_f32", kApproximate),
    vector<approximate<float, logarithm_2, true>>("v_log_f32", kApproximate),
    vector<approximate<float, sine, false>>("v_sin_f32", kApproximate),
    vector<approximate<float, cosine, false>>("v_cos_f32", kApproximate),

    vector<add<double>>("v_add_f64", kVop3, rounds<directed::add<double>>()),
    vector<multiply<double>>("v_mul_f64", kVop3, rounds<directed::multiply<double>>()),
    vector<accumulate<double>>("v_fmac_f64", kVop2, rounds<directed::accumulate<double>>()),
    vector<fused_multiply_add<double>>("v_fma_f64", kVop3, rounds<directed::fused_multiply_add<double>>()),
    vector<minimum<double>>("v_min_f64", kVop3, exact()),
    vector<maximum<double>>("v_max_f64", kVop3, exact()),
    vector<truncate<double>>("v_trunc_f64", kVop1, exact()),
    vector<round_up<double>>("v_ceil_f64", kVop1, exact()),
    vector<round_even<double>>("v_rndne_f64", kVop1, exact()),
    vector<round_down<double>>("v_floor_f64", kVop1, exact()),
    vector<fraction<double>>("v_fract_f64", kVop1),
    vector<approximate<double, reciprocal, false>>("v_rcp_f64", kRough),
    vector<approximate<double, reciprocal_root_of_double, false>>("v_rsq_f64", kRough),
    vector<approximate<double, root, false>>("v_sqrt_f64", kRough),
    vector<scale<double, I32>>("v_ldexp_f64", kVop3),
    vector<mantissa<double>>("v_frexp_mant_f64", kVop1, exact()),
    vector<exponent<double, I32>>("v_frexp_exp_i32_f64", kVop1),
    vector<scale_for_division<double>>("v_div_scale_f64", kDivision),
    vector<fused_and_scaled_back<double>>("v_div_fmas_f64", kDivision, {.keeps_denormals = 0b111}),
    vector<fix_division<double>>("v_div_fixup_f64", kDivision, {.keeps_denormals = 0b001}),

    vector<add<Half>>("v_add_f16", kVop2, rounds<directed::add<Half>>()),
    vector<subtract<Half>>("v_sub_f16", kVop2, rounds<directed::subtract<Half>>()),
    vector<subtract_reversed<Half>>("v_subrev_f16", kVop2, rounds<directed::subtract_reversed<Half>>()),
    vector<multiply<Half>>("v_mul_f16", kVop2, rounds<directed::multiply<Half>>()),
    vector<fused_multiply_add<Half>>("v_fma_f16", kVop3, rounds<directed::fused_multiply_add<Half>>(kOpSel)),
    vector<fused_multiply_add<Half>>("v_fma_legacy_f16", kVop3),
    vector<minimum<Half>>("v_min_f16", kVop2, exact()),
    vector<maximum<Half>>("v_max_f16", kVop2, exact()),
    vector<minimum_of_three<Half>>("v_min3_f16", kVop3, exact(kOpSel)),
    vector<maximum_of_three<Half>>("v_max3_f16", kVop3, exact(kOpSel)),
    vector<median<Half>>("v_med3_f16", kVop3, exact(kOpSel)),
    vector<truncate<Half>>("v_trunc_f16", kVop1, exact()),
    vector<round_up<Half>>("v_ceil_f16", kVop1, exact()),
    vector<round_even<Half>>("v_rndne_f16", kVop1, exact()),
    vector<round_down<Half>>("v_floor_f16", kVop1, exact()),
    vector<fraction<Half>>("v_fract_f16", kVop1),
    vector<scale<Half, I16>>("v_ldexp_f16", kVop2, {.numbers = {Type::none, Type::f16}}),
    vector<mantissa<Half>>("v_frexp_mant_f16", kVop1, exact()),
    vector<exponent<Half, I16>>("v_frexp_exp_i16_f16", kVop1),
    vector<fix_division<Half>>("v_div_fixup_f16", kVop3, kOpSel),
    vector<fix_division<Half>>("v_div_fixup_legacy_f16", kVop3),
    vector<approximate<Half, reciprocal, false>>("v_rcp_f16", kApproximate),
    vector<approximate<Half, reciprocal_root, false>>("v_rsq_f16", kApproximate),
    vector<approximate<Half, root, false>>("v_sqrt_f16", kApproximate),
    vector<approximate<Half, power_of_2, false>>("v_exp_f16", kApproximate),
    vector<approximate<Half, logarithm_2, false>>("v_log_f16", kApproximate),
    vector<approximate<Half, sine, false>>("v_sin_f16", kApproximate),
    vector<approximate<Half, cosine, false>>("v_cos_f16", kApproximate),
    // clang-format on
};

}  // namespace

std::span<const Semantics> vector_float_table() {
  return kRows;
}

}  // namespace lockstep::isa
