// gfx1250's own rows: what RDNA 4's manual and LLVM say of them, by hand. A row of the vector or the scalar
// ALU without an expectation fails.
#include <algorithm>
#include <random>
#include <tuple>

#include "tests/catch.hpp"
#include "tests/isa_semantics/harness.hpp"

namespace lockstep::tests {
namespace {

constexpr std::uint64_t kAll = ~std::uint64_t{0}, kMinusOne = 0xFFFFFFFF;

std::vector<VectorCase> new_vector_cases() {
  return {
      v("v_add_nc_u64", {kMinusOne, 1}, std::uint64_t{1} << 32),
      v("v_add_nc_u64", {kAll, 2}, 1),
      v("v_sub_nc_u64", {std::uint64_t{1} << 32, 1}, kMinusOne),
      v("v_sub_nc_u64", {0, 1}, kAll),
      v("v_mul_u64", {kMinusOne, kMinusOne}, 0xFFFFFFFE00000001),
      v("v_mul_u64", {std::uint64_t{1} << 63, 2}, 0),
      v("v_mul_u64", {kAll, 3}, kAll - 2),
      v("v_min_u64", {kAll, 2}, 2),
      v("v_max_u64", {kAll, 2}, kAll),
      v("v_min_i64", {kAll, 2}, kAll),
      v("v_max_i64", {kAll, 2}, 2),
      v("v_min_u64", {std::uint64_t{1} << 32, kMinusOne}, kMinusOne),
      v("v_max_i64", {std::uint64_t{1} << 63, 0}, 0),
      v("v_fma_mix_f32_bf16", {f(1.5f), f(2), f(-1)}, f(2)),
      v("v_mad_u32", {0x10000, 0x10000, 7}, 7),
      v("v_mad_u32", {3, 5, kMinusOne}, 14),
      v("v_xor3_b32", {0xF0, 0x3C, 0x01}, 0xCD),
      v("v_mov_b16", {0xBEEF}, 0xBEEF),
      v("v_not_b16", {0x00FF}, 0xFF00),
      v("v_and_b16", {0xF0F0, 0xFF00}, 0xF000),
      v("v_or_b16", {0xF0F0, 0xFF00}, 0xFFF0),
      v("v_xor_b16", {0xF0F0, 0xFF00}, 0x0FF0),
      v("v_cndmask_b16", {1, 2}, 1),
      v("v_cndmask_b16", {1, 2}, 2).carry(),
      v("v_dual_bitop2_b32", {0xFF00, 0xF0F0}, 0xF000).table(0x40),
      v("v_dual_bitop2_b32", {0xFF00, 0xF0F0}, 0xFFF0).table(0x54),
      v("v_dual_bitop2_b32", {0xFF00, 0xF0F0}, 0x0FF0).table(0x14),
      v("v_dual_bitop2_b32", {0xFF00, 0xF0F0}, 0xFFFF0F0F).table(0x11),
      // 1 * 2 + 3
      v("v_fmaak_f16", {0x3C00, 0x4000, 0x4200}, 0x4500),
      v("v_fmamk_f16", {0x3C00, 0x4000, 0x4200}, 0x4500),
      v("v_fmac_f16", {0x3C00, 0x4000}, 0x4500).old(0x4200),
      // 1 * 1 + 2^-8 + 2^-9: halfway between two bfloats and a bit, 1.0078; 1 * 1 + 2^-8: halfway, to even.
      v("v_fma_mixlo_bf16", {f(1), f(1), f(0.005859375f)}, 0x3F81),
      v("v_fma_mixlo_bf16", {f(1), f(1), f(0.00390625f)}, 0x3F80),
      v("v_fma_mixhi_bf16", {f(1.5f), f(2), f(-1)}, 0x4000),
      v("v_fma_mixhi_bf16", {f(3e38f), f(2), f(1)}, 0x7F80),
      v("v_rcp_bf16", {0x4080}, 0x3E80),
      v("v_rsq_bf16", {0x4080}, 0x3F00),
      v("v_sqrt_bf16", {0x4110}, 0x4040),
      v("v_exp_bf16", {0x4040}, 0x4100),
      v("v_log_bf16", {0x4100}, 0x4040),
      v("v_sin_bf16", {0x3E80}, 0x3F80),
      v("v_cos_bf16", {0x3F00}, 0xBF80),
      v("v_fmaak_f64", {d(1.5), d(2), d(-1)}, d(2)),
      v("v_fmamk_f64", {d(1.5), d(2), d(-1)}, d(2)),
  };
}

std::vector<ScalarCase> new_scalar_cases() {
  return {
      s("s_and_saveexec_b32", {0xF0}, 0x3C).exec(0x3C, 0x30),
      s("s_or_saveexec_b32", {0xF0}, 0x3C).exec(0x3C, 0xFC),
      s("s_xor_saveexec_b32", {0xF0}, 0x3C).exec(0x3C, 0xCC),
      s("s_nand_saveexec_b32", {kMinusOne}, 0xFF).exec(0xFF, 0xFFFFFF00),
      s("s_nor_saveexec_b32", {0xF0}, 0x0F).exec(0x0F, 0xFFFFFF00),
      s("s_xnor_saveexec_b32", {0xF0}, 0x0F).exec(0x0F, 0xFFFFFF00),
      s("s_xnor_saveexec_b32", {0}, kMinusOne).exec(kMinusOne, 0),
      s("s_and_not0_saveexec_b32", {0xF0}, 0x3C).exec(0x3C, 0x0C),
      s("s_or_not0_saveexec_b32", {0xFFFFFFF0}, 0x30).exec(0x30, 0x3F),
      s("s_and_not1_saveexec_b32", {0xF0}, 0x3C).exec(0x3C, 0xC0),
      s("s_or_not1_saveexec_b32", {0x01}, 0xFFFFFF00).exec(0xFFFFFF00, 0xFF),
      s("s_and_not0_wrexec_b32", {0xF0}, 0x0C).exec(0x3C, 0x0C),
      s("s_and_not1_wrexec_b32", {0xF0}, 0xC0).exec(0x3C, 0xC0),
      s("s_add_nc_u64", {kAll, 2}, 1),
      s("s_sub_nc_u64", {0, 1}, kAll),
      s("s_mul_u64", {kMinusOne, kMinusOne}, 0xFFFFFFFE00000001),
      s("s_cvt_f32_i32", {kMinusOne}, f(-1)),
      s("s_cvt_f32_i32", {16777217}, f(16777216)),
      s("s_cvt_f32_u32", {kMinusOne}, f(4294967296.0f)),
      s("s_cvt_i32_f32", {f(-1.9f)}, kMinusOne),
      s("s_cvt_i32_f32", {f(3e9f)}, 0x7FFFFFFF),
      s("s_cvt_i32_f32", {0x7FC00000}, 0),
      s("s_cvt_u32_f32", {f(-1)}, 0),
      s("s_cvt_u32_f32", {f(1e10f)}, kMinusOne),
      s("s_cvt_u32_f32", {f(2.75f)}, 2),
      s("s_pack_hl_b32_b16", {0x11112222, 0x33334444}, 0x44441111),
      s("s_add_f32", {f(1.5f), f(2)}, f(3.5f)),
      s("s_sub_f32", {f(1.5f), f(2)}, f(-0.5f)),
      s("s_mul_f32", {f(1.5f), f(2)}, f(3)),
      s("s_fmac_f32", {f(1.5f), f(2)}, f(13)).old(f(10)),
      s("v_s_rcp_f32", {f(4)}, f(0.25f)),
      s("v_s_rsq_f32", {f(4)}, f(0.5f)),
      s("v_s_sqrt_f32", {f(9)}, f(3)),
      s("v_s_exp_f32", {f(3)}, f(8)),
      s("v_s_log_f32", {f(8)}, f(3)),
      s("v_s_rcp_f16", {0x4400}, 0x3400),
      s("v_s_rsq_f16", {0x4400}, 0x3800),
      s("v_s_sqrt_f16", {0x4880}, 0x4200),
      s("v_s_exp_f16", {0x4200}, 0x4800),
      s("v_s_log_f16", {0x4800}, 0x4200),
  };
}

constexpr std::uint64_t kQuietNan = 0x7FC00000, kNanHalf = 0x7E00, kOneHalf = 0x3C00, kTwoHalf = 0x4000;

/// Which of less, equal, greater and unordered satisfy a comparison (RDNA4 ISA, SOPC).
struct Relation {
  std::string_view name;
  bool less, equal, greater, unordered;
};
constexpr Relation kRelations[] = {
    {"lt", true, false, false, false}, {"eq", false, true, false, false}, {"le", true, true, false, false},
    {"gt", false, false, true, false}, {"lg", true, false, true, false},  {"ge", false, true, true, false},
    {"o", true, true, true, false},    {"u", false, false, false, true},  {"nge", true, false, false, true},
    {"nlg", false, true, false, true}, {"ngt", true, true, false, true},  {"nle", false, false, true, true},
    {"neq", true, false, true, true},  {"nlt", false, true, true, true}};

std::string comparison_complaint(const isa::Semantics& row, const isa::ScalarAlu& alu) {
  constexpr std::string_view kPrefix = "s_cmp_";
  const std::string_view name = row.mnemonic.substr(kPrefix.size(), row.mnemonic.size() - kPrefix.size() - 4);
  const bool half = row.mnemonic.ends_with("_f16");
  const std::uint64_t one = half ? kOneHalf : f(1), two = half ? kTwoHalf : f(2),
                      nan = half ? kNanHalf : kQuietNan;
  const std::uint64_t minus_zero = half ? 0x8000 : 0x80000000;
  for (const Relation& r : kRelations) {
    if (r.name != name) continue;
    for (const auto& [a, b, holds] :
         {std::tuple{one, two, r.less}, std::tuple{two, one, r.greater}, std::tuple{one, one, r.equal},
          std::tuple{minus_zero, std::uint64_t{0}, r.equal}, std::tuple{nan, one, r.unordered},
          std::tuple{one, nan, r.unordered}, std::tuple{nan, nan, r.unordered}})
      if (std::string wrong = check(alu, s(row.mnemonic, {a, b}).scc(holds)); !wrong.empty()) return wrong;
    return {};
  }
  return "no such relation";
}

std::vector<ScalarCase> scalar_float_cases() {
  return {
      s("s_min_num_f32", {f(1), f(2)}, f(1)),
      s("s_min_num_f32", {kQuietNan, f(2)}, f(2)),
      s("s_min_num_f32", {f(0), f(-0.0f)}, f(-0.0f)),
      s("s_max_num_f32", {f(1), f(2)}, f(2)),
      s("s_max_num_f32", {f(1), kQuietNan}, f(1)),
      s("s_max_num_f32", {f(-0.0f), f(0)}, f(0)),
      s("s_minimum_f32", {f(1), f(2)}, f(1)),
      s("s_minimum_f32", {kQuietNan, f(2)}, kQuietNan),
      s("s_minimum_f32", {f(1), kQuietNan}, kQuietNan),
      s("s_maximum_f32", {f(1), f(2)}, f(2)),
      s("s_maximum_f32", {f(1), kQuietNan}, kQuietNan),
      s("s_maximum_f32", {kQuietNan, f(1)}, kQuietNan),
      s("s_fmaak_f32", {f(1.5f), f(2), f(10)}, f(13)),
      s("s_fmamk_f32", {f(1.5f), f(2), f(10)}, f(13)),
      s("s_trunc_f32", {f(-1.5f)}, f(-1)),
      s("s_ceil_f32", {f(1.25f)}, f(2)),
      s("s_floor_f32", {f(-1.25f)}, f(-2)),
      s("s_rndne_f32", {f(2.5f)}, f(2)),
      s("s_rndne_f32", {f(3.5f)}, f(4)),
      s("s_add_f16", {kOneHalf, kTwoHalf}, 0x4200),
      s("s_sub_f16", {kOneHalf, kTwoHalf}, 0xBC00),
      s("s_mul_f16", {kTwoHalf, kTwoHalf}, 0x4400),
      s("s_add_f16", {0x7BFF, 0x7BFF}, 0x7C00),
      s("s_fmac_f16", {kTwoHalf, kTwoHalf}, 0x4500).old(kOneHalf),
      s("s_min_num_f16", {kOneHalf, kTwoHalf}, kOneHalf),
      s("s_min_num_f16", {kNanHalf, kTwoHalf}, kTwoHalf),
      s("s_max_num_f16", {kOneHalf, kTwoHalf}, kTwoHalf),
      s("s_max_num_f16", {kOneHalf, kNanHalf}, kOneHalf),
      s("s_minimum_f16", {kOneHalf, kTwoHalf}, kOneHalf),
      s("s_minimum_f16", {kNanHalf, kTwoHalf}, kNanHalf),
      s("s_maximum_f16", {kOneHalf, kTwoHalf}, kTwoHalf),
      s("s_maximum_f16", {kOneHalf, kNanHalf}, kNanHalf),
      s("s_trunc_f16", {0xBE00}, 0xBC00),
      s("s_ceil_f16", {0x3D00}, kTwoHalf),
      s("s_floor_f16", {0xBD00}, 0xC000),
      s("s_rndne_f16", {0x4100}, kTwoHalf),
      s("s_cvt_f16_f32", {f(1)}, kOneHalf),
      s("s_cvt_f16_f32", {f(65520)}, 0x7C00),
      s("s_cvt_f16_f32", {f(1.00048828125f)}, kOneHalf),
      s("s_cvt_f32_f16", {0xABCD0000 | kOneHalf}, f(1)),
      s("s_cvt_hi_f32_f16", {kTwoHalf << 16 | kOneHalf}, f(2)),
      s("s_cvt_pk_rtz_f16_f32", {f(1.99999f), f(2)}, kTwoHalf << 16 | 0x3FFF),
  };
}

constexpr std::uint64_t kThreeHalf = 0x4200, kMinusZeroHalf = 0x8000, kNanDouble = 0x7FF8000000000000;

/// Of numbers a NaN loses; else it wins. -0 is below +0 (IEEE 754-2019, 9.6). Sums are held in range before
/// the third operand is looked at: 0xFFFFFFF0 + 0x20 is 0xFFFFFFFF.
std::vector<VectorCase> order_cases() {
  return {
      v("v_add_max_i32", {0x7FFFFFFF, 1, 5}, 0x7FFFFFFF),
      v("v_add_max_i32", {3, kMinusOne, 5}, 5),
      v("v_add_max_i32", {3, kMinusOne, kMinusOne}, 2),
      v("v_add_max_u32", {0xFFFFFFF0, 0x20, 7}, kMinusOne),
      v("v_add_max_u32", {1, 2, kMinusOne}, kMinusOne),
      v("v_add_min_i32", {0x80000000, kMinusOne, 5}, 0x80000000),
      v("v_add_min_i32", {0x7FFFFFFF, 1, 0x7FFFFFFF}, 0x7FFFFFFF),
      v("v_add_min_i32", {3, 4, kMinusOne}, kMinusOne),
      v("v_add_min_u32", {0xFFFFFFF0, 0x20, 7}, 7),
      v("v_add_min_u32", {0xFFFFFFF0, 0x20, kMinusOne}, kMinusOne),
      v("v_add_min_u32", {1, 2, 7}, 3),
      v("v_minmax_i32", {kMinusOne, 2, 1}, 1),
      v("v_minmax_i32", {4, 3, 1}, 3),
      v("v_minmax_u32", {kMinusOne, 2, 1}, 2),
      v("v_minmax_u32", {1, 2, kMinusOne}, kMinusOne),
      v("v_maxmin_i32", {kMinusOne, 2, 3}, 2),
      v("v_maxmin_i32", {4, 3, kMinusOne}, kMinusOne),
      v("v_maxmin_u32", {kMinusOne, 2, 3}, 3),
      v("v_maxmin_u32", {1, 2, kMinusOne}, 2),
      v("v_minmax_num_f32", {f(1), f(2), f(-3)}, f(1)),
      v("v_minmax_num_f32", {kQuietNan, f(2), f(3)}, f(3)),
      v("v_minmax_num_f32", {f(4), kQuietNan, f(3)}, f(4)),
      v("v_minmax_num_f32", {f(1), f(2), kQuietNan}, f(1)),
      v("v_maxmin_num_f32", {f(1), f(2), f(3)}, f(2)),
      v("v_maxmin_num_f32", {kQuietNan, f(2), f(1)}, f(1)),
      v("v_maxmin_num_f32", {f(1), f(2), kQuietNan}, f(2)),
      v("v_minmax_num_f16", {kOneHalf, kTwoHalf, kNanHalf}, kOneHalf),
      v("v_minmax_num_f16", {kOneHalf, kTwoHalf, kThreeHalf}, kThreeHalf),
      v("v_maxmin_num_f16", {kOneHalf, kTwoHalf, kNanHalf}, kTwoHalf),
      v("v_maxmin_num_f16", {kThreeHalf, kTwoHalf, kOneHalf}, kOneHalf),
      v("v_minimum_f32", {f(1), f(2)}, f(1)),
      v("v_minimum_f32", {kQuietNan, f(2)}, kQuietNan),
      v("v_minimum_f32", {f(2), kQuietNan}, kQuietNan),
      v("v_minimum_f32", {f(0), f(-0.0f)}, f(-0.0f)),
      v("v_maximum_f32", {f(1), f(2)}, f(2)),
      v("v_maximum_f32", {kQuietNan, f(2)}, kQuietNan),
      v("v_maximum_f32", {f(2), kQuietNan}, kQuietNan),
      v("v_maximum_f32", {f(-0.0f), f(0)}, f(0)),
      v("v_minimum_f16", {kOneHalf, kTwoHalf}, kOneHalf),
      v("v_minimum_f16", {kTwoHalf, kNanHalf}, kNanHalf),
      v("v_minimum_f16", {0, kMinusZeroHalf}, kMinusZeroHalf),
      v("v_maximum_f16", {kOneHalf, kTwoHalf}, kTwoHalf),
      v("v_maximum_f16", {kNanHalf, kTwoHalf}, kNanHalf),
      v("v_maximum_f16", {0, kMinusZeroHalf}, 0),
      v("v_minimum_f64", {d(1), d(2)}, d(1)),
      v("v_minimum_f64", {d(1), kNanDouble}, kNanDouble),
      v("v_maximum_f64", {d(1), d(2)}, d(2)),
      v("v_maximum_f64", {kNanDouble, d(1)}, kNanDouble),
      v("v_minimum3_f16", {kTwoHalf, kOneHalf, kThreeHalf}, kOneHalf),
      v("v_minimum3_f16", {kOneHalf, kTwoHalf, kNanHalf}, kNanHalf),
      v("v_maximum3_f16", {kTwoHalf, kOneHalf, kThreeHalf}, kThreeHalf),
      v("v_maximum3_f16", {kNanHalf, kTwoHalf, kOneHalf}, kNanHalf),
      v("v_minimummaximum_f32", {f(1), f(2), f(-3)}, f(1)),
      v("v_minimummaximum_f32", {kQuietNan, f(2), f(3)}, kQuietNan),
      v("v_minimummaximum_f32", {f(1), f(2), f(3)}, f(3)),
      v("v_minimummaximum_f16", {kOneHalf, kTwoHalf, kThreeHalf}, kThreeHalf),
      v("v_minimummaximum_f16", {kOneHalf, kTwoHalf, kNanHalf}, kNanHalf),
      v("v_maximumminimum_f32", {f(1), f(2), f(3)}, f(2)),
      v("v_maximumminimum_f32", {f(1), kQuietNan, f(3)}, kQuietNan),
      v("v_maximumminimum_f32", {f(1), f(2), f(-3)}, f(-3)),
      v("v_maximumminimum_f16", {kOneHalf, kTwoHalf, kThreeHalf}, kTwoHalf),
      v("v_maximumminimum_f16", {kOneHalf, kTwoHalf, kNanHalf}, kNanHalf),
      v("v_pk_add_max_i16", {0x7FFF, 1, 5}, 0x7FFF),
      v("v_pk_add_max_i16", {0x8000, 0xFFFF, 5}, 5),
      v("v_pk_add_max_u16", {0xFFF0, 0x20, 7}, 0xFFFF),
      v("v_pk_add_max_u16", {1, 2, 7}, 7),
      v("v_pk_add_min_i16", {0x8000, 0xFFFF, 5}, 0x8000),
      v("v_pk_add_min_i16", {0x7FFF, 1, 5}, 5),
      v("v_pk_add_min_u16", {0xFFF0, 0x20, 0xFFFF}, 0xFFFF),
      v("v_pk_add_min_u16", {1, 2, 7}, 3),
      v("v_pk_max3_i16", {0xFFFF, 2, 1}, 2),
      v("v_pk_max3_u16", {0xFFFF, 2, 1}, 0xFFFF),
      v("v_pk_min3_i16", {0xFFFF, 2, 1}, 0xFFFF),
      v("v_pk_min3_u16", {0xFFFF, 2, 1}, 1),
      v("v_pk_max3_i16", {1, 2, 3}, 3),
      v("v_pk_min3_u16", {3, 2, 4}, 2),
      v("v_pk_min3_num_f16", {kNanHalf, kTwoHalf, kOneHalf}, kOneHalf),
      v("v_pk_max3_num_f16", {kNanHalf, kTwoHalf, kOneHalf}, kTwoHalf),
      v("v_pk_max3_num_f16", {kOneHalf, kTwoHalf, kThreeHalf}, kThreeHalf),
      v("v_pk_minimum_f16", {kOneHalf, kTwoHalf}, kOneHalf),
      v("v_pk_minimum_f16", {kOneHalf, kNanHalf}, kNanHalf),
      v("v_pk_maximum_f16", {kOneHalf, kTwoHalf}, kTwoHalf),
      v("v_pk_maximum_f16", {kNanHalf, kOneHalf}, kNanHalf),
      v("v_cvt_i32_i16", {0xFFFE}, 0xFFFFFFFE),
      v("v_cvt_i32_i16", {0x7FFF}, 0x7FFF),
      v("v_cvt_u32_u16", {0xFFFE}, 0xFFFE),
  };
}

/// bf16 keeps 8 bits: 1 + 2^-8 lies half way between 1 (0x3F80) and 1 + 2^-7 (0x3F81), and goes to the even
/// one.
std::vector<VectorCase> bfloat_cases() {
  return {
      v("v_pk_add_bf16", {0x3F80, 0x4000}, 0x4040),
      v("v_pk_add_bf16", {0x3F80, 0x3B80}, 0x3F80),
      v("v_pk_add_bf16", {0x3F81, 0x3B80}, 0x3F82),
      v("v_pk_add_bf16", {0x7F7F, 0x7F7F}, 0x7F80),
      v("v_pk_mul_bf16", {0x4040, 0x4000}, 0x40C0),
      v("v_pk_mul_bf16", {0x3F81, 0x3F81}, 0x3F82),
      v("v_pk_mul_bf16", {0x0080, 0x3F00}, 0x0040),
      v("v_pk_mul_bf16", {0x0001, 0x3F00}, 0),
      // (1 + 2^-7)(1 - 2^-8) = 1 + 2^-8 - 2^-15, below half way; with 2^-14 more, above. 1.5 * 1.5 + 2^-8:
      // 2.25 + ...
      v("v_pk_fma_bf16", {0x3F81, 0x3F7F, 0}, 0x3F80),
      v("v_pk_fma_bf16", {0x3F81, 0x3F7F, 0x3880}, 0x3F81),
      // 257 * 257 = 2^16 + 2^9 + 1, half way and a bit; less the bit, half way, to even; the bit may be as
      // small as 2^-133.
      v("v_pk_fma_bf16", {0x3F80, 0x3F80, 0x3B80}, 0x3F80),
      v("v_pk_fma_bf16", {0x3FC0, 0x3F83, 0x0001}, 0x3FC5),
      v("v_pk_fma_bf16", {0x3FC0, 0x3F83, 0x8001}, 0x3FC4),
      v("v_pk_fma_bf16", {0x3FC0, 0x3F83, 0}, 0x3FC4),
      v("v_pk_fma_bf16", {0x7F80, 0, 0x3F80}, 0x7FC0),
      v("v_pk_min_num_bf16", {0x3F80, 0x4000}, 0x3F80),
      v("v_pk_min_num_bf16", {0x7FC0, 0x4000}, 0x4000),
      v("v_pk_min_num_bf16", {0, 0x8000}, 0x8000),
      v("v_pk_max_num_bf16", {0x3F80, 0x4000}, 0x4000),
      v("v_pk_max_num_bf16", {0x3F80, 0x7FC0}, 0x3F80),
      v("v_pk_max_num_bf16", {0x8000, 0}, 0),
      v("v_tanh_f32", {f(0)}, f(0)),
      v("v_tanh_f32", {f(20)}, f(1)),
      v("v_tanh_f32", {f(0.5f)}, f(0.46211717f)),
      v("v_tanh_f32", {f(-0.5f)}, f(-0.46211717f)),
      v("v_tanh_f16", {0x3800}, 0x3765),
      v("v_tanh_f16", {0xFC00}, 0xBC00),
      v("v_tanh_bf16", {0x3F00}, 0x3EED),
  };
}

/// MODE.round 1, 2, 3: up, down, towards zero.
struct RoundedCase {
  std::string_view mnemonic;
  std::vector<std::uint64_t> sources;
  std::uint64_t old, up, down, zero;
};
/// 1 + 2^-24 lies half way between 1 and the next float, 1 - 2^-25 between 1 and the one before; of halves
/// 2^-11 and 2^-12.
std::vector<RoundedCase> rounded_cases() {
  constexpr std::uint64_t kOne = 0x3F800000, kNext = 0x3F800001, kBefore = 0x3F7FFFFF, kTiny = 0x33800000,
                          kMinusOneFloat = 0xBF800000;
  return {
      {"s_add_f32", {kOne, kTiny}, 0, kNext, kOne, kOne},
      {"s_add_f32", {kMinusOneFloat, kTiny | 0x80000000}, 0, kMinusOneFloat, 0xBF800001, kMinusOneFloat},
      {"s_add_f32", {kOne, kMinusOneFloat}, 0, 0, 0x80000000, 0},
      {"s_sub_f32", {kOne, 0x33000000}, 0, kOne, kBefore, kBefore},
      {"s_mul_f32", {kNext, kNext}, 0, 0x3F800003, 0x3F800002, 0x3F800002},
      {"s_fmac_f32", {kOne, kTiny}, kOne, kNext, kOne, kOne},
      {"s_fmaak_f32", {kOne, kTiny, kOne}, 0, kNext, kOne, kOne},
      {"s_fmamk_f32", {kOne, kTiny, kOne}, 0, kNext, kOne, kOne},
      {"s_cvt_f32_i32", {16777217}, 0, 0x4B800001, 0x4B800000, 0x4B800000},
      {"s_cvt_f32_i32", {0xFEFFFFFF}, 0, 0xCB800000, 0xCB800001, 0xCB800000},
      {"s_cvt_f32_u32", {kMinusOne}, 0, 0x4F800000, 0x4F7FFFFF, 0x4F7FFFFF},
      {"s_add_f16", {kOneHalf, 0x1000}, 0, 0x3C01, kOneHalf, kOneHalf},
      {"s_sub_f16", {kOneHalf, 0x0C00}, 0, kOneHalf, 0x3BFF, 0x3BFF},
      {"s_mul_f16", {0x3C01, 0x3C01}, 0, 0x3C03, 0x3C02, 0x3C02},
      {"s_fmac_f16", {kOneHalf, 0x1000}, kOneHalf, 0x3C01, kOneHalf, kOneHalf},
      {"s_cvt_f16_f32", {0x3F801000}, 0, 0x3C01, kOneHalf, kOneHalf},
      {"s_cvt_f16_f32", {f(65519)}, 0, 0x7C00, 0x7BFF, 0x7BFF},
  };
}

std::string rounded_complaint(const isa::ScalarAlu& row, const RoundedCase& c) {
  if (row.directed == nullptr) return "rounds to nearest alone";
  const std::uint64_t expected[] = {c.up, c.down, c.zero};
  for (std::uint32_t round = 1; round <= 3; ++round) {
    isa::ScalarInputs in;
    std::ranges::copy(c.sources, in.source.begin());
    in.old = c.old;
    in.mode = round | round << 2 | 0xF0;
    isa::ScalarOutputs out;
    row.directed(in, out);
    if (out.destination != expected[round - 1]) return "MODE.round " + std::to_string(round);
  }
  return {};
}

template <typename Alu, typename Case>
std::string complaint(std::string_view mnemonic, const Alu& alu, const std::vector<Case>& cases) {
  bool any = false;
  for (const Case& one : cases) {
    if (one.mnemonic != mnemonic) continue;
    any = true;
    if (std::string wrong = check(alu, one); !wrong.empty()) return wrong;
  }
  return any ? "" : "no expectation";
}

}  // namespace

TEST_CASE("gfx1250: every row of its own does what is said of its mnemonic") {
  for (const isa::Semantics& row : isa::gfx1250_new_rows()) {
    INFO(row.mnemonic);
    if (const auto* vector = std::get_if<isa::VectorAlu>(&row.operation))
      CHECK(complaint(row.mnemonic, *vector, new_vector_cases()) == "");
    if (const auto* scalar = std::get_if<isa::ScalarAlu>(&row.operation))
      CHECK(complaint(row.mnemonic, *scalar, new_scalar_cases()) == "");
  }
  isa::VectorAlu wrong = std::get<isa::VectorAlu>(isa::find("v_sub_u32", isa::kGfx950)->operation);
  wrong.source = {isa::Type::u32, isa::Type::u32};
  CHECK(complaint("v_mad_u32", wrong, new_vector_cases()) != "");
}

TEST_CASE("gfx1250: scalar floats do what is said of their mnemonics") {
  int comparisons = 0;
  for (const isa::Semantics& row : isa::gfx1250_scalar_floats()) {
    INFO(row.mnemonic);
    const auto& alu = std::get<isa::ScalarAlu>(row.operation);
    const bool compares = row.mnemonic.starts_with("s_cmp_");
    comparisons += compares ? 1 : 0;
    CHECK((compares ? comparison_complaint(row, alu) : complaint(row.mnemonic, alu, scalar_float_cases())) ==
          "");
  }
  CHECK(comparisons == 2 * int(std::size(kRelations)));
  const auto& less = std::get<isa::ScalarAlu>(isa::find("s_cmp_lt_f32", isa::kGfx1250)->operation);
  isa::Semantics misnamed = *isa::find("s_cmp_nge_f32", isa::kGfx1250);
  CHECK(comparison_complaint(misnamed, less) != "");
}

TEST_CASE("gfx1250: scalar floats round as MODE says, or are refused") {
  const std::vector<RoundedCase> cases = rounded_cases();
  for (const auto rows : {isa::gfx1250_new_rows(), isa::gfx1250_scalar_floats()})
    for (const isa::Semantics& row : rows) {
      const auto* alu = std::get_if<isa::ScalarAlu>(&row.operation);
      if (alu == nullptr || !alu->rounds) continue;
      INFO(row.mnemonic);
      const bool estimate = row.mnemonic.starts_with("v_s_");
      CHECK(estimate == (alu->directed == nullptr));
      CHECK(estimate == (std::ranges::find(cases, row.mnemonic, &RoundedCase::mnemonic) == cases.end()));
    }
  for (const RoundedCase& c : cases) {
    INFO(c.mnemonic);
    CHECK(rounded_complaint(std::get<isa::ScalarAlu>(isa::find(c.mnemonic, isa::kGfx1250)->operation), c) ==
          "");
  }
  // Planted: rounds to nearest after all.
  isa::ScalarAlu nearest = std::get<isa::ScalarAlu>(isa::find("s_add_f32", isa::kGfx1250)->operation);
  nearest.directed = nearest.evaluate;
  CHECK(rounded_complaint(nearest, cases.front()) != "");
}

TEST_CASE("gfx1250: minima, maxima and bf16 are what is said of their mnemonics") {
  for (const auto& [rows, cases] :
       {std::pair{isa::gfx1250_order_rows(), order_cases()}, {isa::gfx1250_bfloat_rows(), bfloat_cases()}})
    for (const isa::Semantics& row : rows) {
      INFO(row.mnemonic);
      CHECK(complaint(row.mnemonic, std::get<isa::VectorAlu>(row.operation), cases) == "");
    }
  // Planted: a sum that wraps, a NaN that wins, two roundings.
  const auto alu = [](std::string_view name) {
    return std::get<isa::VectorAlu>(isa::find(name, isa::kGfx1250)->operation);
  };
  CHECK(complaint("v_add_max_u32", alu("v_minmax_u32"), order_cases()) != "");
  CHECK(complaint("v_minmax_num_f32", alu("v_minimummaximum_f32"), order_cases()) != "");
  CHECK(complaint("v_minimum_f32", alu("v_min_num_f32"), order_cases()) != "");
}

TEST_CASE("gfx1250: a fused multiply-add of bf16 rounds once") {
  // In 113 bits, which hold it: the nearest bfloat, or with a tie the even one.
  const auto& alu = std::get<isa::VectorAlu>(isa::find("v_pk_fma_bf16", isa::kGfx1250)->operation);
  std::mt19937 random(16);
  const auto value = [](std::uint32_t code) { return __float128{std::bit_cast<float>(code << 16)}; };
  int ties = 0, twice = 0;
  for (int n = 0; n < 200000; ++n) {
    std::uint32_t x[3];
    // Exponents of -8 to 7, of the addend -88 to 71: less than 113 bits apart. Every second case of like
    // magnitudes.
    for (std::uint32_t& code : x) code = (random() & 0x807F) | (119 + random() % 16) << 7;
    if (n % 2 == 0) x[2] = (x[2] & 0x807F) | (39 + random() % 160) << 7;
    const __float128 exact = value(x[0]) * value(x[1]) + value(x[2]);
    const isa::Lanes zeros{};
    std::array<isa::Lanes, 3> in;
    isa::LaneInputs inputs;
    for (std::size_t s = 0; s < 3; ++s) {
      in[s].fill(x[s]);
      inputs.source[s] = {in[s].data(), zeros.data()};
    }
    isa::Lanes out;
    isa::LaneOutputs outputs{{out.data(), nullptr}, 0};
    alu.evaluate(inputs, outputs);
    const std::uint32_t got = out[0] & 0xFFFF;
    const auto distance = [&](std::uint32_t code) {
      const __float128 miss = exact - value(code);
      return miss < 0 ? -miss : miss;
    };
    const std::uint32_t sign = got & 0x8000, magnitude = got & 0x7FFF;
    const __float128 mine = distance(got), above = distance(sign | (magnitude + 1)),
                     below = magnitude == 0 ? mine + 1 : distance(sign | (magnitude - 1));
    INFO(std::hex << x[0] << ' ' << x[1] << ' ' << x[2] << " gives " << got);
    REQUIRE(mine <= above);
    REQUIRE(mine <= below);
    const bool tie = mine == above || mine == below;
    if (tie) REQUIRE((got & 1) == 0);
    ties += tie ? 1 : 0;
    const auto in_double = std::bit_cast<std::uint32_t>(static_cast<float>(static_cast<double>(exact)));
    const std::uint32_t rounded = (in_double + 0x7FFF + (in_double >> 16 & 1)) >> 16;
    twice += rounded != got ? 1 : 0;
  }
  CHECK(ties > 100);
  CHECK(twice > 0);  // two roundings are told apart
}

TEST_CASE("gfx1250: lanes of its own rows do not depend on each other") {
  std::mt19937 random(1250);
  std::vector<isa::Semantics> all;
  for (const auto rows : {isa::gfx1250_new_rows(), isa::gfx1250_order_rows(), isa::gfx1250_bfloat_rows(),
                          isa::gfx1250_small_integer_rows()})
    all.insert(all.end(), rows.begin(), rows.end());
  for (const isa::Semantics& row : all)
    if (const auto* vector = std::get_if<isa::VectorAlu>(&row.operation)) {
      INFO(row.mnemonic);
      for (int i = 0; i < 8; ++i) CHECK(lanes_agree(*vector, random_registers(random)));
    }
}

}  // namespace lockstep::tests
