#include "tests/isa_semantics/harness.hpp"

namespace lockstep::tests {

/// Packed rows see one element at a time, mixed ones three floats.
std::vector<VectorCase> packed_cases() {
  return {
      v("v_pk_add_f32", {f(1), f(2)}, f(3)),
      v("v_pk_mul_f32", {f(-3), f(0.5f)}, f(-1.5f)),
      v("v_pk_mul_f32", {0, 0x7F800000}, 0x7FC00000),
      v("v_pk_fma_f32", {f(1 + 0x1p-12f), f(1 + 0x1p-12f), f(-(1 + 0x1p-11f))}, f(0x1p-24f)),
      v("v_pk_mov_b32", {0x11111111, 0x22222222}, 0x2222222211111111),
      v("v_pk_add_f16", {0x3C00, 0x4000}, 0x4200),
      v("v_pk_mul_f16", {0x4200, 0xC000}, 0xC600),
      v("v_pk_fma_f16", {0x4000, 0x4200, 0x3C00}, 0x4700),
      v("v_pk_min_f16", {0x3C00, 0xC000}, 0xC000),
      v("v_pk_min_f16", {0x4200, 0x4000}, 0x4000),
      v("v_pk_max_f16", {0x3C00, 0x7E00}, 0x3C00),
      v("v_pk_max_f16", {0x4200, 0x4000}, 0x4200),
      v("v_pk_minimum3_f16", {0x4200, 0x3C00, 0x4000}, 0x3C00),
      v("v_pk_minimum3_f16", {0x4200, 0x7E00, 0x4000}, 0x7E00),
      v("v_pk_maximum3_f16", {0x4200, 0x3C00, 0x4000}, 0x4200),
      v("v_pk_maximum3_f16", {0x3C00, 0x4200, 0x4000}, 0x4200),
      v("v_pk_maximum3_f16", {0x4200, 0x7E00, 0x4000}, 0x7E00),
      v("v_pk_mad_i16", {0xFFFF, 3, 1}, 0xFFFE),
      v("v_pk_mad_u16", {0xFFFF, 0xFFFF, 5}, 6),
      v("v_pk_mul_lo_u16", {0xFFFF, 0xFFFF}, 1),
      v("v_pk_mul_lo_u16", {3, 5}, 15),
      v("v_pk_add_i16", {0x7FFF, 1}, 0x8000),
      v("v_pk_sub_i16", {0, 1}, 0xFFFF),
      v("v_pk_add_u16", {0xFFFF, 3}, 2),
      v("v_pk_sub_u16", {2, 3}, 0xFFFF),
      v("v_pk_lshlrev_b16", {17, 0x8003}, 0x0006),
      v("v_pk_lshrrev_b16", {15, 0x8000}, 1),
      v("v_pk_ashrrev_i16", {15, 0x8000}, 0xFFFF),
      v("v_pk_min_i16", {0xFFFF, 1}, 0xFFFF),
      v("v_pk_max_i16", {0xFFFF, 1}, 1),
      v("v_pk_min_u16", {0xFFFF, 1}, 1),
      v("v_pk_max_u16", {0xFFFF, 1}, 0xFFFF),
      v("v_pk_max_u16", {2, 3}, 3),
      // In f32, 1 + 2^-11 + 2^-30 is 1 + 2^-11, half way between two halves; rounded once it were 0x3C01.
      v("v_fma_mix_f32", {f(1 + 0x1p-12f), f(1 + 0x1p-12f), f(-(1 + 0x1p-11f))}, f(0x1p-24f)),
      v("v_fma_mixlo_f16", {f(3), f(0.5f), f(-2)}, 0xB800),
      v("v_fma_mixlo_f16", {f(0x1p-15f), f(0x1p-15f), f(1 + 0x1p-11f)}, 0x3C00),
      v("v_fma_mixhi_f16", {f(256), f(256), f(0)}, 0x7C00),
      v("v_fma_mixhi_f16", {f(1), f(1), f(0x1.8p-11f)}, 0x3C01),
      // 1 * 2 + 3 * 4 + 0.5; the smallest half times 1, twice; the low products are added first: 2^24 - 2^24
      // + 1, where the other order rounds 2^24 + 1 to 2^24.
      v("v_dot2_f32_f16", {0x42003C00, 0x44004000, f(0.5f)}, f(14.5f)),
      v("v_dot2_f32_f16", {0x00010001, 0x3C003C00, 0}, f(0x1p-23f)),
      v("v_dot2_f32_f16", {0x3C006C00, 0x3C00EC00, f(0x1p24f)}, f(1)),
      v("v_dot2_f32_f16", {0x7C000000, 0, f(1)}, 0x7FC00000),
      v("v_dot2c_f32_f16", {0x42003C00, 0x44004000}, f(14.5f)).old(f(0.5f)),
      v("v_dot2c_f32_f16", {0x3C006C00, 0x3C00EC00}, f(1)).old(f(0x1p24f)),
      v("v_dot2_f32_bf16", {0x40403F80, 0x40804000, f(0.5f)}, f(14.5f)).on(isa::kGfx950),
      v("v_dot2_f32_bf16", {0x3F804580, 0x3F80C580, f(0x1p24f)}, f(1)).on(isa::kGfx950),
      v("v_dot2c_f32_bf16", {0x40403F80, 0x40804000}, f(14.5f)).old(f(0.5f)).on(isa::kGfx950),
  };
}

}  // namespace lockstep::tests
