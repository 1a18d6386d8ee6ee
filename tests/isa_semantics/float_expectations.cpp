#include "tests/isa_semantics/harness.hpp"

namespace lockstep::tests {
namespace {

constexpr std::uint64_t kNan = 0x7FC00000, kInfinity = 0x7F800000, kMinusInfinity = 0xFF800000,
                        kMinusZero = 0x80000000;
constexpr std::uint64_t kSignalling = 0x7F800001, kQuieted = 0x7FC00001, kLeastDenormal = 1;
constexpr std::uint64_t kNan64 = 0x7FF8000000000000, kInfinity64 = 0x7FF0000000000000;
constexpr std::uint64_t kSignalling64 = 0x7FF0000000000001;

std::vector<VectorCase> single_cases() {
  return {
      // clang-format off
      v("v_add_f32", {f(1), f(2)}, f(3)), v("v_add_f32", {kInfinity, kMinusInfinity}, kNan), v("v_add_f32", {f(1), kSignalling}, kQuieted),
      v("v_add_f32", {0xFFC00055, 0x7FC00066}, 0xFFC00055), v("v_add_f32", {kLeastDenormal, kLeastDenormal}, 2), v("v_add_f32", {f(0x1p24f), f(1)}, f(0x1p24f)),
      v("v_add_f32", {f(0x1p24f), f(3)}, f(0x1p24f + 4)), v("v_add_f32", {f(1), f(-1)}, 0), v("v_add_f32", {0x7F7FFFFF, 0x7F7FFFFF}, kInfinity),
      v("v_sub_f32", {f(1), f(3)}, f(-2)), v("v_sub_f32", {kInfinity, kInfinity}, kNan),
      v("v_subrev_f32", {f(1), f(3)}, f(2)),
      v("v_mul_f32", {f(-3), f(0.5f)}, f(-1.5f)), v("v_mul_f32", {0, kInfinity}, kNan), v("v_mul_f32", {kMinusZero, f(5)}, kMinusZero), v("v_mul_f32", {0x00800000, f(0.5f)}, 0x00400000),
      v("v_mul_legacy_f32", {0, kInfinity}, 0), v("v_mul_legacy_f32", {kMinusZero, kNan}, 0), v("v_mul_legacy_f32", {f(2), f(3)}, f(6)),
      v("v_fmac_f32", {f(2), f(3)}, f(10)).old(f(4)),
      v("v_fmamk_f32", {f(2), f(3), f(4)}, f(10)),
      v("v_fmaak_f32", {f(2), f(3), f(4)}, f(10)),
      // (1 + 2^-12)^2 - (1 + 2^-11) = 2^-24: an intermediate rounding would lose it.
      v("v_fma_f32", {f(1 + 0x1p-12f), f(1 + 0x1p-12f), f(-(1 + 0x1p-11f))}, f(0x1p-24f)), v("v_fma_f32", {0, kInfinity, f(1)}, kNan),
      v("v_fma_f32", {f(2), f(3), kSignalling}, kQuieted), v("v_fma_f32", {f(1), kMinusZero, kMinusZero}, kMinusZero),
      v("v_min_f32", {f(1), f(-2)}, f(-2)), v("v_min_f32", {kNan, f(1)}, f(1)), v("v_min_f32", {f(1), kNan}, f(1)), v("v_min_f32", {0, kMinusZero}, kMinusZero),
      v("v_min_f32", {kMinusZero, 0}, kMinusZero), v("v_min_f32", {kSignalling, f(1)}, kQuieted).mode(kIeeeMode), v("v_min_f32", {kSignalling, f(1)}, f(1)),
      v("v_max_f32", {f(1), f(-2)}, f(1)), v("v_max_f32", {kNan, f(1)}, f(1)), v("v_max_f32", {0, kMinusZero}, 0), v("v_max_f32", {kMinusZero, 0}, 0),
      v("v_max_f32", {f(1), kSignalling}, kQuieted).mode(kIeeeMode), v("v_max_f32", {kMinusInfinity, f(1)}, f(1)),
      v("v_min3_f32", {f(3), f(1), f(2)}, f(1)), v("v_min3_f32", {kNan, f(1), kNan}, f(1)),
      v("v_max3_f32", {f(3), f(1), f(2)}, f(3)), v("v_max3_f32", {kNan, f(1), f(2)}, f(2)),
      v("v_med3_f32", {f(3), f(1), f(2)}, f(2)), v("v_med3_f32", {f(1), f(1), f(5)}, f(1)), v("v_med3_f32", {kNan, f(7), f(5)}, f(5)),
      v("v_minimum3_f32", {f(3), f(1), f(2)}, f(1)), v("v_minimum3_f32", {f(3), kNan, f(2)}, kNan),
      v("v_maximum3_f32", {f(3), f(1), f(2)}, f(3)), v("v_maximum3_f32", {f(1), f(3), f(2)}, f(3)), v("v_maximum3_f32", {f(3), f(1), kSignalling}, kQuieted),
      v("v_trunc_f32", {f(-1.75f)}, f(-1)), v("v_trunc_f32", {f(-0.5f)}, kMinusZero), v("v_trunc_f32", {f(1.75f)}, f(1)),
      v("v_ceil_f32", {f(1.25f)}, f(2)), v("v_ceil_f32", {f(-0.5f)}, kMinusZero),
      v("v_rndne_f32", {f(2.5f)}, f(2)), v("v_rndne_f32", {f(3.5f)}, f(4)), v("v_rndne_f32", {f(-0.25f)}, kMinusZero),
      v("v_floor_f32", {f(-1.25f)}, f(-2)), v("v_floor_f32", {kSignalling}, kQuieted),
      v("v_fract_f32", {f(-1.25f)}, f(0.75f)), v("v_fract_f32", {f(-0x1p-40f)}, 0x3F7FFFFF),
      v("v_ldexp_f32", {f(1.5f), 4}, f(24)), v("v_ldexp_f32", {f(1), 0xFFFFFF6B}, kLeastDenormal), v("v_ldexp_f32", {f(1), 1000}, kInfinity), v("v_ldexp_f32", {f(-1), 0x80000000}, kMinusZero),
      v("v_frexp_mant_f32", {f(-6)}, f(-0.75f)), v("v_frexp_mant_f32", {kInfinity}, kInfinity), v("v_frexp_mant_f32", {kLeastDenormal}, f(0.5f)),
      v("v_frexp_exp_i32_f32", {f(6)}, 3), v("v_frexp_exp_i32_f32", {kInfinity}, 0), v("v_frexp_exp_i32_f32", {f(0.25f)}, 0xFFFFFFFF),
      // Numerator 6, denominator 3: nothing to scale. 2^100 over 2^-20: the denominator moves by 2^64.
      v("v_div_scale_f32", {f(3), f(3), f(6)}, f(3)).mask(false), v("v_div_scale_f32", {f(0x1p-20f), f(0x1p-20f), f(0x1p100f)}, f(0x1p44f)).mask(true),
      v("v_div_scale_f32", {f(0x1p100f), f(0x1p-20f), f(0x1p100f)}, f(0x1p100f)).mask(true), v("v_div_scale_f32", {f(0), f(0), f(6)}, 0xFFC00000).mask(true),
      v("v_div_scale_f32", {0x00400000, 0x00400000, f(0x1p-100f)}, f(0x1p-63f)).mask(false), v("v_div_scale_f32", {f(0x1p-120f), f(0x1p20f), f(0x1p-120f)}, f(0x1p-56f)).mask(true),
      // A denominator whose reciprocal is denormal moves down, the numerator with it unless the quotient is tiny. The last tiny numerator has exponent field 24.
      v("v_div_scale_f32", {f(0x1p126f), f(0x1p126f), f(0x1p100f)}, f(0x1p62f)).mask(false), v("v_div_scale_f32", {f(0x1p100f), f(0x1p126f), f(0x1p100f)}, f(0x1p36f)).mask(false),
      v("v_div_scale_f32", {f(0x1p126f), f(0x1p126f), f(0x1p30f)}, f(0x1p62f)).mask(true), v("v_div_scale_f32", {f(0x1p30f), f(0x1p126f), f(0x1p30f)}, f(0x1p30f)).mask(true),
      v("v_div_scale_f32", {f(0x1p-103f), f(0x1p-103f), f(0x1p-103f)}, f(0x1p-39f)).mask(false), v("v_div_scale_f32", {f(0x1p-102f), f(0x1p-102f), f(0x1p-102f)}, f(0x1p-102f)).mask(false),
      // 2^-63 (1 + 2^-23) scaled by 2^-64 lies half way between the denormals 2^-127 and 2^-127 + 2^-149: the product, too small for any sum, decides.
      v("v_div_fmas_f32", {f(0x1p-149f), f(0x1p-100f), f(0x1p-63f + 0x1p-86f)}, 0x00400001).carry(), v("v_div_fmas_f32", {f(-0x1p-149f), f(0x1p-100f), f(0x1p-63f + 0x1p-86f)}, 0x00400000).carry(),
      v("v_div_fixup_f32", {kNan, f(0x1p-149f), f(-0x1p100f)}, kMinusInfinity), v("v_div_fixup_f32", {kInfinity, f(3), f(6)}, kInfinity),
      v("v_div_fmas_f32", {f(2), f(3), f(4)}, f(10)), v("v_div_fmas_f32", {f(1), f(0x1p32f), f(0x1p32f)}, f(0x1p97f)).carry(), v("v_div_fmas_f32", {f(0), f(0), f(0x1p-62f)}, f(0x1p-126f)).carry(),
      v("v_div_fixup_f32", {f(2), f(3), f(-6)}, f(-2)), v("v_div_fixup_f32", {f(2), 0, 0}, 0xFFC00000), v("v_div_fixup_f32", {f(2), 0, f(-1)}, kMinusInfinity),
      v("v_div_fixup_f32", {f(2), kInfinity, f(-1)}, kMinusZero), v("v_div_fixup_f32", {f(2), f(1), kSignalling}, kQuieted), v("v_div_fixup_f32", {f(2), kInfinity, kMinusInfinity}, 0xFFC00000),
      v("v_rcp_f32", {f(-4)}, f(-0.25f)), v("v_rcp_f32", {kMinusZero}, kMinusInfinity), v("v_rcp_f32", {kInfinity}, 0), v("v_rcp_f32", {kLeastDenormal}, kInfinity),
      v("v_rcp_iflag_f32", {f(8)}, f(0.125f)),
      v("v_rsq_f32", {f(16)}, f(0.25f)), v("v_rsq_f32", {f(-1)}, kNan), v("v_rsq_f32", {0}, kInfinity),
      v("v_sqrt_f32", {f(16)}, f(4)), v("v_sqrt_f32", {f(-1)}, kNan), v("v_sqrt_f32", {kMinusZero}, kMinusZero),
      v("v_exp_f32", {f(-3)}, f(0.125f)), v("v_exp_f32", {kMinusInfinity}, 0), v("v_exp_f32", {kMinusZero}, f(1)), v("v_exp_f32", {kInfinity}, kInfinity), v("v_exp_f32", {f(-140)}, 0),
      v("v_log_f32", {f(8)}, f(3)), v("v_log_f32", {0}, kMinusInfinity), v("v_log_f32", {f(-1)}, kNan), v("v_log_f32", {f(1)}, 0),
      v("v_sin_f32", {f(0.25f)}, f(1)), v("v_sin_f32", {f(0.5f)}, 0), v("v_sin_f32", {kInfinity}, kNan), v("v_sin_f32", {f(0.75f)}, f(-1)),
      v("v_cos_f32", {f(0.5f)}, f(-1)), v("v_cos_f32", {f(0.25f)}, 0), v("v_cos_f32", {0}, f(1)),
      // clang-format on
  };
}

std::vector<VectorCase> double_cases() {
  return {
      // clang-format off
      v("v_add_f64", {d(1), d(0x1p-52)}, d(1 + 0x1p-52)), v("v_add_f64", {d(1), kSignalling64}, kSignalling64 | 1ull << 51),
      v("v_mul_f64", {d(-3), d(0.5)}, d(-1.5)), v("v_mul_f64", {0, kInfinity64}, kNan64),
      v("v_fmac_f64", {d(2), d(3)}, d(10)).old(d(4)),
      v("v_fma_f64", {d(1 + 0x1p-27), d(1 + 0x1p-27), d(-(1 + 0x1p-26))}, d(0x1p-54)),
      v("v_min_f64", {d(1), d(-2)}, d(-2)), v("v_min_f64", {kNan64, d(1)}, d(1)),
      v("v_max_f64", {d(1), d(-2)}, d(1)), v("v_max_f64", {d(-0.0), 0}, 0),
      v("v_trunc_f64", {d(-1.75)}, d(-1)), v("v_trunc_f64", {d(1.75)}, d(1)),
      v("v_ceil_f64", {d(1.25)}, d(2)),
      v("v_rcp_f64", {d(-4)}, d(-0.25)), v("v_rcp_f64", {d(-0.0)}, d(-1) | kInfinity64), v("v_rcp_f64", {kInfinity64}, 0),
      v("v_rsq_f64", {d(16)}, d(0.25)), v("v_rsq_f64", {d(-1)}, kNan64), v("v_rsq_f64", {0}, kInfinity64),
      v("v_sqrt_f64", {d(16)}, d(4)), v("v_sqrt_f64", {d(-1)}, kNan64), v("v_sqrt_f64", {d(2)}, 0x3FF6A09E667F3BCD),
      v("v_rndne_f64", {d(2.5)}, d(2)), v("v_rndne_f64", {d(3.5)}, d(4)),
      v("v_floor_f64", {d(-1.25)}, d(-2)),
      v("v_fract_f64", {d(-1.25)}, d(0.75)), v("v_fract_f64", {d(-0x1p-80)}, 0x3FEFFFFFFFFFFFFF),
      v("v_ldexp_f64", {d(1.5), 4}, d(24)), v("v_ldexp_f64", {d(1), 0xFFFFFBCE}, 1),
      v("v_frexp_mant_f64", {d(-6)}, d(-0.75)),
      v("v_frexp_exp_i32_f64", {d(6)}, 3),
      v("v_div_scale_f64", {d(3), d(3), d(6)}, d(3)).mask(false), v("v_div_scale_f64", {d(0x1p-20), d(0x1p-20), d(0x1p900)}, d(0x1p108)).mask(true),
      v("v_div_fmas_f64", {d(2), d(3), d(4)}, d(10)), v("v_div_fmas_f64", {d(1), d(0x1p32), d(0x1p32)}, d(0x1p161)).carry(),
      v("v_div_fixup_f64", {d(2), d(3), d(-6)}, d(-2)), v("v_div_fixup_f64", {d(2), 0, 0}, 0xFFF8000000000000),
      // clang-format on
  };
}

/// Halves: 1 is 3C00, 2 is 4000, 3 is 4200, the largest 7BFF, infinity 7C00, the least 0001.
std::vector<VectorCase> half_cases() {
  return {
      // clang-format off
      v("v_add_f16", {0x3C00, 0x4000}, 0x4200), v("v_add_f16", {0xABCD3C00, 0xEF014000}, 0x4200), v("v_add_f16", {0x7C00, 0xFC00}, 0x7E00), v("v_add_f16", {0x7BFF, 0x7BFF}, 0x7C00),
      v("v_add_f16", {0x3C00, 0x1000}, 0x3C00), v("v_add_f16", {0x3C01, 0x1000}, 0x3C02), v("v_add_f16", {0x7C01, 0x3C00}, 0x7E01),
      v("v_sub_f16", {0x3C00, 0x4200}, 0xC000),
      v("v_subrev_f16", {0x3C00, 0x4200}, 0x4000),
      v("v_mul_f16", {0x4200, 0xC000}, 0xC600), v("v_mul_f16", {0x0001, 0x3800}, 0x0000), v("v_mul_f16", {0x0003, 0x3800}, 0x0002),
      v("v_fma_f16", {0x4000, 0x4200, 0x3C00}, 0x4700), v("v_fma_f16", {0x3C01, 0x3C01, 0xBC02}, 0x0010),
      v("v_fma_legacy_f16", {0x4000, 0x4200, 0x3C00}, 0x4700),
      v("v_min_f16", {0x3C00, 0xC000}, 0xC000), v("v_min_f16", {0x7E00, 0x3C00}, 0x3C00), v("v_min_f16", {0x7C01, 0x3C00}, 0x7E01).mode(kIeeeMode),
      v("v_max_f16", {0x3C00, 0xC000}, 0x3C00), v("v_max_f16", {0x8000, 0x0000}, 0x0000),
      v("v_min3_f16", {0x4200, 0x3C00, 0x4000}, 0x3C00), v("v_min3_f16", {0x4200, 0x7E00, 0x4000}, 0x4000),
      v("v_max3_f16", {0x4200, 0x3C00, 0x4000}, 0x4200), v("v_max3_f16", {0x3C00, 0x4000, 0x7E00}, 0x4000),
      v("v_med3_f16", {0x4200, 0x3C00, 0x4000}, 0x4000),
      v("v_trunc_f16", {0xBF00}, 0xBC00), v("v_trunc_f16", {0x3F00}, 0x3C00),
      v("v_ceil_f16", {0x3D00}, 0x4000),
      v("v_rndne_f16", {0x4100}, 0x4000), v("v_rndne_f16", {0x4300}, 0x4400),
      v("v_floor_f16", {0xBD00}, 0xC000),
      v("v_fract_f16", {0xBD00}, 0x3A00), v("v_fract_f16", {0x8001}, 0x3BFF),
      v("v_ldexp_f16", {0x3E00, 4}, 0x4E00), v("v_ldexp_f16", {0x3C00, 0xFFE8}, 0x0001),
      v("v_frexp_mant_f16", {0xC600}, 0xBA00),
      v("v_frexp_exp_i16_f16", {0x4600}, 3), v("v_frexp_exp_i16_f16", {0x3400}, 0xFFFF),
      v("v_div_fixup_f16", {0x4000, 0x4200, 0xC600}, 0xC000), v("v_div_fixup_f16", {0x4000, 0, 0}, 0xFE00),
      v("v_div_fixup_legacy_f16", {0x4000, 0, 0x3C00}, 0x7C00),
      v("v_rcp_f16", {0xC400}, 0xB400), v("v_rcp_f16", {0x4200}, 0x3555),
      v("v_rsq_f16", {0x4C00}, 0x3400),
      v("v_sqrt_f16", {0x4C00}, 0x4400), v("v_sqrt_f16", {0x5400}, 0x4800),
      v("v_exp_f16", {0xC200}, 0x3000),
      v("v_log_f16", {0x4800}, 0x4200),
      v("v_sin_f16", {0x3400}, 0x3C00), v("v_sin_f16", {0x3A00}, 0xBC00),
      v("v_cos_f16", {0x3800}, 0xBC00), v("v_cos_f16", {0x3C00}, 0x3C00),
      // clang-format on
  };
}

}  // namespace

std::vector<VectorCase> float_cases() {
  std::vector<VectorCase> all = single_cases();
  for (const auto& more : {double_cases(), half_cases()}) all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace lockstep::tests
