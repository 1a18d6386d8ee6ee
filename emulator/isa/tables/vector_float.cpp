// Vector ALU on f16, f32 and f64.
#include <array>
#include <cmath>

#include "emulator/isa/tables/arithmetic.hpp"
#include "emulator/isa/tables/directed.hpp"
#include "emulator/isa/tables/host_lanes.hpp"
#include "emulator/isa/tables/lanes.hpp"
#include "emulator/isa/tables/rounding.hpp"
#include "emulator/isa/tables/sources.hpp"

namespace lockstep::isa {
namespace {

using I16 = std::int16_t;
using I32 = std::int32_t;

// Faces of a cube map: which one a direction meets, and where.
namespace cube {

enum class Axis : std::uint8_t { x, y, z };

/// The axis of the largest component; of equal ones z goes before y, and y before x.
Axis major(float x, float y, float z) {
  const float ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
  return az >= ax && az >= ay ? Axis::z : ay >= ax ? Axis::y : Axis::x;
}
float component(Axis axis, float x, float y, float z) {
  return axis == Axis::x ? x : axis == Axis::y ? y : z;
}

/// Faces are numbered +x, -x, +y, -y, +z, -z.
float face(float x, float y, float z) {
  const Axis axis = major(x, y, z);
  return 2.0f * static_cast<float>(axis) + (component(axis, x, y, z) < 0 ? 1.0f : 0.0f);
}
float s(float x, float y, float z) {
  switch (major(x, y, z)) {
    case Axis::x:
      return x < 0 ? z : -z;
    case Axis::y:
      return x;
    default:
      return z < 0 ? -x : x;
  }
}
float t(float x, float y, float z) {
  if (major(x, y, z) != Axis::y) return -y;
  return y < 0 ? -z : z;
}
/// Twice the largest component.
float twice_major(float x, float y, float z) {
  return multiply(2.0f, component(major(x, y, z), x, y, z));
}

}  // namespace cube

/// DX9 rules: 0 times anything is +0.
float multiply_legacy(float a, float b) {
  return a == 0 || b == 0 ? 0.0f : multiply(a, b);
}

constexpr std::string_view kDivision =
    "CDNA4 ISA, VOP3A and VOP3B instructions; ranges as found on RDNA 3 and 4: inferred (division.hpp)";

constexpr std::array kRows{
    // clang-format off
    lane_op<add<float>>({"v_add_f32", "v_add_f32 v_dual_add_f32"}, kVop2, rounds<directed::add<float>>()),
    lane_op<subtract<float>>({"v_sub_f32", "v_sub_f32 v_dual_sub_f32"}, kVop2, rounds<directed::subtract<float>>()),
    lane_op<subtract_reversed<float>>({"v_subrev_f32", "v_subrev_f32 v_dual_subrev_f32"}, kVop2, rounds<directed::subtract_reversed<float>>()),
    lane_op<multiply<float>>({"v_mul_f32", "v_mul_f32 v_dual_mul_f32"}, kVop2, rounds<directed::multiply<float>>()),
    lane_op<multiply_legacy>({"v_mul_legacy_f32", "v_mul_dx9_zero_f32 v_dual_mul_dx9_zero_f32"}, kVop3),
    lane_op<accumulate<float>>({"v_fmac_f32", "v_fmac_f32 v_dual_fmac_f32"}, kVop2, rounds<directed::accumulate<float>>()),
    lane_op<fused_multiply_add<float>>({"v_fmamk_f32", "v_fmamk_f32 v_dual_fmamk_f32"}, kVop2, rounds<directed::fused_multiply_add<float>>()),
    lane_op<fused_multiply_add<float>>({"v_fmaak_f32", "v_fmaak_f32 v_dual_fmaak_f32"}, kVop2, rounds<directed::fused_multiply_add<float>>()),
    lane_op<fused_multiply_add<float>>({"v_fma_f32", "v_fma_f32 v_dual_fma_f32"}, kVop3, rounds<directed::fused_multiply_add<float>>()),
    lane_op<minimum<float>>({"v_min_f32", "v_min_num_f32 v_dual_min_num_f32"}, kVop2, exact()),
    lane_op<maximum<float>>({"v_max_f32", "v_max_num_f32 v_dual_max_num_f32"}, kVop2, exact()),
    lane_op<minimum_of_three<float>>({"v_min3_f32", "v_min3_num_f32"}, kVop3, exact()),
    lane_op<maximum_of_three<float>>({"v_max3_f32", "v_max3_num_f32"}, kVop3, exact()),
    lane_op<median<float>>({"v_med3_f32", "v_med3_num_f32"}, kVop3, exact()),
    on(kGfx950 | kGfx1250, lane_op<propagating_minimum<float>>("v_minimum3_f32", kVop3, exact())),
    on(kGfx950 | kGfx1250, lane_op<propagating_maximum<float>>("v_maximum3_f32", kVop3, exact())),
    lane_op<truncate<float>>("v_trunc_f32", kVop1, exact()),
    lane_op<round_up<float>>("v_ceil_f32", kVop1, exact()),
    lane_op<round_even<float>>("v_rndne_f32", kVop1, exact()),
    lane_op<round_down<float>>("v_floor_f32", kVop1, exact()),
    lane_op<fraction<float>>("v_fract_f32", kVop1),
    lane_op<scale<float, I32>>("v_ldexp_f32", kVop3),
    lane_op<mantissa<float>>("v_frexp_mant_f32", kVop1, exact()),
    lane_op<exponent<float, I32>>("v_frexp_exp_i32_f32", kVop1),
    lane_op<scale_for_division<float>>("v_div_scale_f32", kDivision),
    lane_op<v_div_fmas<float>>("v_div_fmas_f32", kDivision, {.keeps_denormals = 0b111}),
    lane_op<v_div_fixup<float>>("v_div_fixup_f32", kDivision, {.keeps_denormals = 0b001}),
    lane_op<cube::face>("v_cubeid_f32", kVop3, exact()),
    lane_op<cube::s>("v_cubesc_f32", kVop3, exact()),
    lane_op<cube::t>("v_cubetc_f32", kVop3, exact()),
    lane_op<cube::twice_major>("v_cubema_f32", kVop3),
    lane_op<approximate<float, reciprocal, true>>("v_rcp_f32", kApproximate),
    lane_op<approximate<float, reciprocal, true>>("v_rcp_iflag_f32", kApproximate),
    lane_op<approximate<float, reciprocal_root, true>>("v_rsq_f32", kApproximate),
    lane_op<approximate<float, root, false>>("v_sqrt_f32", kApproximate),
    lane_op<approximate<float, power_of_2, true>>("v_exp_f32", kApproximate),
    lane_op<approximate<float, logarithm_2, true>>("v_log_f32", kApproximate),
    lane_op<approximate<float, sine, false>>("v_sin_f32", kApproximate),
    lane_op<approximate<float, cosine, false>>("v_cos_f32", kApproximate),

    lane_op<add<double>>({"v_add_f64", "v_add_f64 v_dual_add_f64"}, kVop3, rounds<directed::add<double>>()),
    lane_op<multiply<double>>({"v_mul_f64", "v_mul_f64 v_dual_mul_f64"}, kVop3, rounds<directed::multiply<double>>()),
    lane_op<accumulate<double>>("v_fmac_f64", kVop2, rounds<directed::accumulate<double>>()),
    lane_op<fused_multiply_add<double>>({"v_fma_f64", "v_fma_f64 v_dual_fma_f64"}, kVop3, rounds<directed::fused_multiply_add<double>>()),
    lane_op<minimum<double>>({"v_min_f64", "v_min_num_f64 v_dual_min_num_f64"}, kVop3, exact()),
    lane_op<maximum<double>>({"v_max_f64", "v_max_num_f64 v_dual_max_num_f64"}, kVop3, exact()),
    lane_op<truncate<double>>("v_trunc_f64", kVop1, exact()),
    lane_op<round_up<double>>("v_ceil_f64", kVop1, exact()),
    lane_op<round_even<double>>("v_rndne_f64", kVop1, exact()),
    lane_op<round_down<double>>("v_floor_f64", kVop1, exact()),
    lane_op<fraction<double>>("v_fract_f64", kVop1),
    lane_op<approximate<double, reciprocal, false>>("v_rcp_f64", kRough),
    lane_op<approximate<double, reciprocal_root_of_double, false>>("v_rsq_f64", kRough),
    lane_op<approximate<double, root, false>>("v_sqrt_f64", kRough),
    lane_op<scale<double, I32>>("v_ldexp_f64", kVop3),
    lane_op<mantissa<double>>("v_frexp_mant_f64", kVop1, exact()),
    lane_op<exponent<double, I32>>("v_frexp_exp_i32_f64", kVop1),
    lane_op<scale_for_division<double>>("v_div_scale_f64", kDivision),
    lane_op<v_div_fmas<double>>("v_div_fmas_f64", kDivision, {.keeps_denormals = 0b111}),
    lane_op<v_div_fixup<double>>("v_div_fixup_f64", kDivision, {.keeps_denormals = 0b001}),

    lane_op<add<Half>>("v_add_f16", kVop2, rounds<directed::add<Half>>()),
    lane_op<subtract<Half>>("v_sub_f16", kVop2, rounds<directed::subtract<Half>>()),
    lane_op<subtract_reversed<Half>>("v_subrev_f16", kVop2, rounds<directed::subtract_reversed<Half>>()),
    lane_op<multiply<Half>>("v_mul_f16", kVop2, rounds<directed::multiply<Half>>()),
    lane_op<fused_multiply_add<Half>>("v_fma_f16", kVop3, rounds<directed::fused_multiply_add<Half>>(kOpSel)),
    on(kCdna34, lane_op<fused_multiply_add<Half>>("v_fma_legacy_f16", kVop3)),
    lane_op<minimum<Half>>({"v_min_f16", "v_min_num_f16"}, kVop2, exact()),
    lane_op<maximum<Half>>({"v_max_f16", "v_max_num_f16"}, kVop2, exact()),
    lane_op<minimum_of_three<Half>>({"v_min3_f16", "v_min3_num_f16"}, kVop3, exact(kOpSel)),
    lane_op<maximum_of_three<Half>>({"v_max3_f16", "v_max3_num_f16"}, kVop3, exact(kOpSel)),
    lane_op<median<Half>>({"v_med3_f16", "v_med3_num_f16"}, kVop3, exact(kOpSel)),
    lane_op<truncate<Half>>("v_trunc_f16", kVop1, exact()),
    lane_op<round_up<Half>>("v_ceil_f16", kVop1, exact()),
    lane_op<round_even<Half>>("v_rndne_f16", kVop1, exact()),
    lane_op<round_down<Half>>("v_floor_f16", kVop1, exact()),
    lane_op<fraction<Half>>("v_fract_f16", kVop1),
    lane_op<scale<Half, I16>>("v_ldexp_f16", kVop2, {.numbers = {Type::none, Type::f16}}),
    lane_op<mantissa<Half>>("v_frexp_mant_f16", kVop1, exact()),
    lane_op<exponent<Half, I16>>("v_frexp_exp_i16_f16", kVop1),
    lane_op<v_div_fixup<Half>>("v_div_fixup_f16", kVop3, kOpSel),
    on(kCdna34, lane_op<v_div_fixup<Half>>("v_div_fixup_legacy_f16", kVop3)),
    lane_op<approximate<Half, reciprocal, false>>("v_rcp_f16", kApproximate),
    lane_op<approximate<Half, reciprocal_root, false>>("v_rsq_f16", kApproximate),
    lane_op<approximate<Half, root, false>>("v_sqrt_f16", kApproximate),
    lane_op<approximate<Half, power_of_2, false>>("v_exp_f16", kApproximate),
    lane_op<approximate<Half, logarithm_2, false>>("v_log_f16", kApproximate),
    lane_op<approximate<Half, sine, false>>("v_sin_f16", kApproximate),
    lane_op<approximate<Half, cosine, false>>("v_cos_f16", kApproximate),
    // clang-format on
};

}  // namespace

std::span<const Semantics> vector_float_table() {
  return kRows;
}

}  // namespace lockstep::isa
