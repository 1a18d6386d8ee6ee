// Conversions under a scale and stochastic rounding, worked out by hand from the formats: e4m3 1 is 0x38,
// e5m2 1 is 0x3C, e2m1 1 is 2.
#include "tests/isa_semantics/harness.hpp"

namespace lockstep::tests {

std::vector<VectorCase> scaled_cases() {
  using isa::kGfx942, isa::kGfx950;
  constexpr std::uint64_t kNan = 0x7FC00000, kHalfUp = 0x80000000, kHalfDown = 0x7FFFFFFF;
  return {
      v("v_cvt_scalef32_pk_fp8_f32", {f(2), f(-4), f(2)}, 0xC038),
      v("v_cvt_scalef32_pk_fp8_f32", {f(2), f(-4), f(-3)}, 0xC038),
      v("v_cvt_scalef32_pk_fp8_f32", {f(1000), kNan, f(1)}, 0x7F7F),
      v("v_cvt_scalef32_pk_fp8_f32", {f(1000), kNan, f(1)}, 0x7F7E).mode(kF16Overflow),
      v("v_cvt_scalef32_pk_fp8_f32", {f(1), f(-1), 0x7F800000}, 0xFF7F),
      v("v_cvt_scalef32_pk_fp8_f32", {f(0x1p-127f), f(0x1p-126f), 0}, 0x4038),
      v("v_cvt_scalef32_pk_bf8_f32", {f(2), f(-4), f(2)}, 0xC03C),
      v("v_cvt_scalef32_pk_bf8_f32", {f(61440), f(-61440), f(1)}, 0xFC7C),
      v("v_cvt_scalef32_pk_fp8_f16", {0x44003C00, f(2)}, 0x4030),
      v("v_cvt_scalef32_pk_bf8_f16", {0x44003C00, f(2)}, 0x4038),
      v("v_cvt_scalef32_pk_fp8_bf16", {0x40803F80, f(2)}, 0x4030),
      v("v_cvt_scalef32_pk_bf8_bf16", {0x40803F80, f(2)}, 0x4038),
      v("v_cvt_scalef32_pk_f32_fp8", {0xC038, f(4)}, f(-8) << 32 | f(4)),
      v("v_cvt_scalef32_pk_f32_bf8", {0xC03C, f(4)}, f(-8) << 32 | f(4)),
      v("v_cvt_scalef32_pk_f32_fp8", {0x3838, 0x7F800000}, kNan << 32 | kNan),
      v("v_cvt_scalef32_pk_f32_bf8", {0x7C3C, f(1)}, 0x7F800000'3F800000),
      v("v_cvt_scalef32_pk_f16_fp8", {0xC038, f(4)}, 0xC8004400),
      v("v_cvt_scalef32_pk_f16_bf8", {0xC03C, f(4)}, 0xC8004400),
      v("v_cvt_scalef32_pk_bf16_fp8", {0xC038, f(4)}, 0xC1004080),
      v("v_cvt_scalef32_pk_bf16_bf8", {0xC03C, f(4)}, 0xC1004080),
      v("v_cvt_scalef32_f32_fp8", {0x38, f(0.5f)}, f(0.5f)),
      v("v_cvt_scalef32_f32_fp8", {0x38, 0}, f(0x1p-127f)),
      v("v_cvt_scalef32_f32_bf8", {0x3C, f(-3)}, f(2)),
      v("v_cvt_scalef32_f16_fp8", {0x38, f(0.5f)}, 0x3800),
      v("v_cvt_scalef32_f16_fp8", {0x7E, f(256)}, 0x7C00),
      v("v_cvt_scalef32_f16_fp8", {0x7E, f(256)}, 0x7BFF).mode(kF16Overflow),
      v("v_cvt_scalef32_f16_bf8", {0x3C, f(0x1p-25f)}, 0),
      v("v_cvt_scalef32_f16_bf8", {0x3D, f(0x1p-25f)}, 1),

      v("v_cvt_scalef32_pk_fp4_f16", {0x44003C00, f(1)}, 0x62),
      v("v_cvt_scalef32_pk_fp4_bf16", {0x40803F80, f(1)}, 0x62),
      v("v_cvt_scalef32_pk_fp4_f32", {f(1), f(-1), 0x7F800000}, 0xF7),
      v("v_cvt_scalef32_pk_f32_fp4", {0xF2, f(2)}, f(-12) << 32 | f(2)),
      v("v_cvt_scalef32_pk_f16_fp4", {0xF2, f(2)}, 0xCA004000),
      v("v_cvt_scalef32_pk_bf16_fp4", {0xF2, f(2)}, 0xC1404000),

      // Midway between two codes half of the seeds round up; what a seed adds carries into the exponent.
      v("v_cvt_scalef32_sr_fp8_f32", {f(2.125f), kHalfUp, f(2)}, 0x39),
      v("v_cvt_scalef32_sr_fp8_f32", {f(2.125f), kHalfDown, f(2)}, 0x38),
      v("v_cvt_scalef32_sr_fp8_f32", {f(1.9375f), kHalfUp, f(1)}, 0x40),
      v("v_cvt_scalef32_sr_fp8_f32", {f(-0x1p-10f), kHalfUp, f(1)}, 0x81),
      v("v_cvt_scalef32_sr_fp8_f32", {f(0x1p-10f), kHalfDown, f(1)}, 0),
      v("v_cvt_scalef32_sr_fp8_f32", {f(464), kHalfUp, f(1)}, 0x7F),
      v("v_cvt_scalef32_sr_fp8_f32", {f(464), kHalfUp, f(1)}, 0x7E).mode(kF16Overflow),
      v("v_cvt_scalef32_sr_fp8_f32", {f(464), kHalfDown, f(1)}, 0x7E),
      v("v_cvt_scalef32_sr_bf8_f32", {f(2.25f), kHalfUp, f(2)}, 0x3D),
      v("v_cvt_scalef32_sr_bf8_f32", {f(2.25f), kHalfDown, f(2)}, 0x3C),
      v("v_cvt_scalef32_sr_fp8_f16", {0x3C40, kHalfUp, f(1)}, 0x39),
      v("v_cvt_scalef32_sr_fp8_f16", {0x3C40, kHalfDown, f(1)}, 0x38),
      v("v_cvt_scalef32_sr_bf8_f16", {0x3C80, kHalfUp, f(1)}, 0x3D),
      v("v_cvt_scalef32_sr_bf8_f16", {0x3C80, kHalfDown, f(1)}, 0x3C),
      v("v_cvt_scalef32_sr_fp8_bf16", {0x3F88, kHalfUp, f(1)}, 0x39),
      v("v_cvt_scalef32_sr_fp8_bf16", {0x3F88, kHalfDown, f(1)}, 0x38),
      v("v_cvt_scalef32_sr_bf8_bf16", {0x3F90, kHalfUp, f(1)}, 0x3D),
      v("v_cvt_scalef32_sr_bf8_bf16", {0x3F90, kHalfDown, f(1)}, 0x3C),
      // The second element's seed is the first's successor: 0x80000000 gives 197, which rounds down.
      v("v_cvt_scalef32_sr_pk_fp4_f32", {f(1.25f) << 32 | f(1.25f), kHalfUp, f(1)}, 0x23),
      v("v_cvt_scalef32_sr_pk_fp4_f32", {f(1.25f) << 32 | f(1.25f), 0x40000000, f(1)}, 0x32),
      v("v_cvt_scalef32_sr_pk_fp4_f16", {0x3D003D00, kHalfUp, f(1)}, 0x23),
      v("v_cvt_scalef32_sr_pk_fp4_bf16", {0x3FA03FA0, kHalfUp, f(1)}, 0x23),

      v("v_cvt_sr_fp8_f32", {f(1.0625f), kHalfUp}, 0x39).on(kGfx950),
      v("v_cvt_sr_fp8_f32", {f(1.0625f), kHalfDown}, 0x38).on(kGfx950),
      v("v_cvt_sr_fp8_f32", {kNan, 0}, 0x7F).on(kGfx950),
      v("v_cvt_sr_bf8_f32", {f(1.125f), kHalfUp}, 0x3D).on(kGfx950),
      v("v_cvt_sr_bf8_f32", {f(1.125f), kHalfDown}, 0x3C).on(kGfx950),
      v("v_cvt_sr_fp8_f32", {f(1.0625f), kHalfUp}, 0x41).on(kGfx942),
      v("v_cvt_sr_fp8_f32", {f(1.0625f), kHalfDown}, 0x40).on(kGfx942),
      v("v_cvt_sr_fp8_f32", {f(-0x1p-30f), 0}, 0).on(kGfx942),
      v("v_cvt_sr_bf8_f32", {f(1.125f), kHalfUp}, 0x41).on(kGfx942),
      v("v_cvt_sr_bf8_f32", {f(1.125f), kHalfDown}, 0x40).on(kGfx942),
      v("v_cvt_sr_f16_f32", {f(1 + 0x1p-11f), kHalfUp}, 0x3C01),
      v("v_cvt_sr_f16_f32", {f(1 + 0x1p-11f), kHalfDown}, 0x3C00),
      v("v_cvt_sr_f16_f32", {f(65535), 0xFFFFFFFF}, 0x7C00),
      // Seeds 0x80000000 and 197, 0x40000000 and 0x80000000: the first of a pair goes up, or the second.
      v("v_cvt_sr_pk_f16_f32", {f(1 + 0x1p-11f), f(1 + 0x1p-11f), 0x80000000}, 0x3C003C01).on(isa::kGfx1250),
      v("v_cvt_sr_pk_f16_f32", {f(1 + 0x1p-11f), f(-1 - 0x1p-11f), 0x40000000}, 0xBC013C00).on(isa::kGfx1250),
      v("v_cvt_sr_pk_f16_f32", {f(1e6f), f(2), 0}, 0x40007BFF).mode(kF16Overflow).on(isa::kGfx1250),
      v("v_cvt_sr_pk_bf16_f32", {f(1 + 0x1p-8f), f(1 + 0x1p-8f), 0x80000000}, 0x3F803F81).on(isa::kGfx1250),
      v("v_cvt_sr_pk_bf16_f32", {f(1 + 0x1p-8f), f(-1 - 0x1p-8f), 0x40000000}, 0xBF813F80).on(isa::kGfx1250),
      v("v_cvt_sr_pk_bf16_f32", {0x7F800001, 0xFF800000, 0xFFFFFFFF}, 0xFF807FC0).on(isa::kGfx1250),
      v("v_cvt_sr_bf16_f32", {f(1 + 0x1p-8f), kHalfUp}, 0x3F81),
      v("v_cvt_sr_bf16_f32", {f(1 + 0x1p-8f), kHalfDown}, 0x3F80),
      v("v_cvt_sr_bf16_f32", {0x7F800001, 0xFFFFFFFF}, 0x7FC0),
  };
}

}  // namespace lockstep::tests
