// gfx1250's own rows: what RDNA 4's manual and LLVM say of them, by hand. A row of the vector or the scalar ALU without
// an expectation fails.
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
      // clang-format off
      v("v_add_nc_u64", {kMinusOne, 1}, std::uint64_t{1} << 32), v("v_add_nc_u64", {kAll, 2}, 1),
      v("v_sub_nc_u64", {std::uint64_t{1} << 32, 1}, kMinusOne), v("v_sub_nc_u64", {0, 1}, kAll),
      v("v_mul_u64", {kMinusOne, kMinusOne}, 0xFFFFFFFE00000001), v("v_mul_u64", {std::uint64_t{1} << 63, 2}, 0), v("v_mul_u64", {kAll, 3}, kAll - 2),
      v("v_min_u64", {kAll, 2}, 2), v("v_max_u64", {kAll, 2}, kAll), v("v_min_i64", {kAll, 2}, kAll), v("v_max_i64", {kAll, 2}, 2),
      v("v_min_u64", {std::uint64_t{1} << 32, kMinusOne}, kMinusOne), v("v_max_i64", {std::uint64_t{1} << 63, 0}, 0),
      v("v_fma_mix_f32_bf16", {f(1.5f), f(2), f(-1)}, f(2)),
      v("v_mad_u32", {0x10000, 0x10000, 7}, 7), v("v_mad_u32", {3, 5, kMinusOne}, 14),
      v("v_xor3_b32", {0xF0, 0x3C, 0x01}, 0xCD),
      v("v_mov_b16", {0xBEEF}, 0xBEEF), v("v_not_b16", {0x00FF}, 0xFF00),
      v("v_and_b16", {0xF0F0, 0xFF00}, 0xF000), v("v_or_b16", {0xF0F0, 0xFF00}, 0xFFF0), v("v_xor_b16", {0xF0F0, 0xFF00}, 0x0FF0),
      v("v_cndmask_b16", {1, 2}, 1), v("v_cndmask_b16", {1, 2}, 2).carry(),
      v("v_dual_bitop2_b32", {0xFF00, 0xF0F0}, 0xF000).table(0x40), v("v_dual_bitop2_b32", {0xFF00, 0xF0F0}, 0xFFF0).table(0x54),
      v("v_dual_bitop2_b32", {0xFF00, 0xF0F0}, 0x0FF0).table(0x14), v("v_dual_bitop2_b32", {0xFF00, 0xF0F0}, 0xFFFF0F0F).table(0x11),
      v("v_fmaak_f16", {0x3C00, 0x4000, 0x4200}, 0x4500), v("v_fmamk_f16", {0x3C00, 0x4000, 0x4200}, 0x4500),  // 1 * 2 + 3
      v("v_fmac_f16", {0x3C00, 0x4000}, 0x4500).old(0x4200),
      // 1 * 1 + 2^-8 + 2^-9: halfway between two bfloats and a bit, 1.0078; 1 * 1 + 2^-8: halfway, to even.
      v("v_fma_mixlo_bf16", {f(1), f(1), f(0.005859375f)}, 0x3F81), v("v_fma_mixlo_bf16", {f(1), f(1), f(0.00390625f)}, 0x3F80),
      v("v_fma_mixhi_bf16", {f(1.5f), f(2), f(-1)}, 0x4000), v("v_fma_mixhi_bf16", {f(3e38f), f(2), f(1)}, 0x7F80),
      v("v_rcp_bf16", {0x4080}, 0x3E80), v("v_rsq_bf16", {0x4080}, 0x3F00), v("v_sqrt_bf16", {0x4110}, 0x4040), v("v_exp_bf16", {0x4040}, 0x4100),
      v("v_log_bf16", {0x4100}, 0x4040), v("v_sin_bf16", {0x3E80}, 0x3F80), v("v_cos_bf16", {0x3F00}, 0xBF80),
      v("v_fmaak_f64", {d(1.5), d(2), d(-1)}, d(2)), v("v_fmamk_f64", {d(1.5), d(2), d(-1)}, d(2)),
      // clang-format on
  };
}

std::vector<ScalarCase> new_scalar_cases() {
  return {
      // clang-format off
      s("s_and_saveexec_b32", {0xF0}, 0x3C).exec(0x3C, 0x30), s("s_or_saveexec_b32", {0xF0}, 0x3C).exec(0x3C, 0xFC), s("s_xor_saveexec_b32", {0xF0}, 0x3C).exec(0x3C, 0xCC),
      s("s_nand_saveexec_b32", {kMinusOne}, 0xFF).exec(0xFF, 0xFFFFFF00), s("s_nor_saveexec_b32", {0xF0}, 0x0F).exec(0x0F, 0xFFFFFF00),
      s("s_xnor_saveexec_b32", {0xF0}, 0x0F).exec(0x0F, 0xFFFFFF00), s("s_xnor_saveexec_b32", {0}, kMinusOne).exec(kMinusOne, 0),
      s("s_and_not0_saveexec_b32", {0xF0}, 0x3C).exec(0x3C, 0x0C), s("s_or_not0_saveexec_b32", {0xFFFFFFF0}, 0x30).exec(0x30, 0x3F),
      s("s_and_not1_saveexec_b32", {0xF0}, 0x3C).exec(0x3C, 0xC0), s("s_or_not1_saveexec_b32", {0x01}, 0xFFFFFF00).exec(0xFFFFFF00, 0xFF),
      s("s_and_not0_wrexec_b32", {0xF0}, 0x0C).exec(0x3C, 0x0C), s("s_and_not1_wrexec_b32", {0xF0}, 0xC0).exec(0x3C, 0xC0),
      s("s_add_nc_u64", {kAll, 2}, 1), s("s_sub_nc_u64", {0, 1}, kAll), s("s_mul_u64", {kMinusOne, kMinusOne}, 0xFFFFFFFE00000001),
      s("s_cvt_f32_i32", {kMinusOne}, f(-1)), s("s_cvt_f32_i32", {16777217}, f(16777216)), s("s_cvt_f32_u32", {kMinusOne}, f(4294967296.0f)),
      s("s_cvt_i32_f32", {f(-1.9f)}, kMinusOne), s("s_cvt_i32_f32", {f(3e9f)}, 0x7FFFFFFF), s("s_cvt_i32_f32", {0x7FC00000}, 0),
      s("s_cvt_u32_f32", {f(-1)}, 0), s("s_cvt_u32_f32", {f(1e10f)}, kMinusOne), s("s_cvt_u32_f32", {f(2.75f)}, 2),
      s("s_add_f32", {f(1.5f), f(2)}, f(3.5f)), s("s_sub_f32", {f(1.5f), f(2)}, f(-0.5f)), s("s_mul_f32", {f(1.5f), f(2)}, f(3)),
      s("s_fmac_f32", {f(1.5f), f(2)}, f(13)).old(f(10)),
      s("v_s_rcp_f32", {f(4)}, f(0.25f)), s("v_s_rsq_f32", {f(4)}, f(0.5f)), s("v_s_sqrt_f32", {f(9)}, f(3)), s("v_s_exp_f32", {f(3)}, f(8)), s("v_s_log_f32", {f(8)}, f(3)),
      s("v_s_rcp_f16", {0x4400}, 0x3400), s("v_s_rsq_f16", {0x4400}, 0x3800), s("v_s_sqrt_f16", {0x4880}, 0x4200), s("v_s_exp_f16", {0x4200}, 0x4800), s("v_s_log_f16", {0x4800}, 0x4200),
      // clang-format on
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
  const std::uint64_t one = half ? kOneHalf : f(1), two = half ? kTwoHalf : f(2), nan = half ? kNanHalf : kQuietNan;
  const std::uint64_t minus_zero = half ? 0x8000 : 0x80000000;
  for (const Relation& r : kRelations) {
    if (r.name != name) continue;
    for (const auto& [a, b, holds] : {std::tuple{one, two, r.less}, std::tuple{two, one, r.greater}, std::tuple{one, one, r.equal},
                                      std::tuple{minus_zero, std::uint64_t{0}, r.equal}, std::tuple{nan, one, r.unordered},
                                      std::tuple{one, nan, r.unordered}, std::tuple{nan, nan, r.unordered}})
      if (std::string wrong = check(alu, s(row.mnemonic, {a, b}).scc(holds)); !wrong.empty()) return wrong;
    return {};
  }
  return "no such relation";
}

std::vector<ScalarCase> scalar_float_cases() {
  return {
      // clang-format off
      s("s_min_num_f32", {f(1), f(2)}, f(1)), s("s_min_num_f32", {kQuietNan, f(2)}, f(2)), s("s_min_num_f32", {f(0), f(-0.0f)}, f(-0.0f)),
      s("s_max_num_f32", {f(1), f(2)}, f(2)), s("s_max_num_f32", {f(1), kQuietNan}, f(1)), s("s_max_num_f32", {f(-0.0f), f(0)}, f(0)),
      s("s_minimum_f32", {f(1), f(2)}, f(1)), s("s_minimum_f32", {kQuietNan, f(2)}, kQuietNan), s("s_minimum_f32", {f(1), kQuietNan}, kQuietNan),
      s("s_maximum_f32", {f(1), f(2)}, f(2)), s("s_maximum_f32", {f(1), kQuietNan}, kQuietNan), s("s_maximum_f32", {kQuietNan, f(1)}, kQuietNan),
      s("s_fmaak_f32", {f(1.5f), f(2), f(10)}, f(13)), s("s_fmamk_f32", {f(1.5f), f(2), f(10)}, f(13)),
      s("s_trunc_f32", {f(-1.5f)}, f(-1)), s("s_ceil_f32", {f(1.25f)}, f(2)), s("s_floor_f32", {f(-1.25f)}, f(-2)),
      s("s_rndne_f32", {f(2.5f)}, f(2)), s("s_rndne_f32", {f(3.5f)}, f(4)),
      s("s_add_f16", {kOneHalf, kTwoHalf}, 0x4200), s("s_sub_f16", {kOneHalf, kTwoHalf}, 0xBC00), s("s_mul_f16", {kTwoHalf, kTwoHalf}, 0x4400),
      s("s_add_f16", {0x7BFF, 0x7BFF}, 0x7C00), s("s_fmac_f16", {kTwoHalf, kTwoHalf}, 0x4500).old(kOneHalf),
      s("s_min_num_f16", {kOneHalf, kTwoHalf}, kOneHalf), s("s_min_num_f16", {kNanHalf, kTwoHalf}, kTwoHalf),
      s("s_max_num_f16", {kOneHalf, kTwoHalf}, kTwoHalf), s("s_max_num_f16", {kOneHalf, kNanHalf}, kOneHalf),
      s("s_minimum_f16", {kOneHalf, kTwoHalf}, kOneHalf), s("s_minimum_f16", {kNanHalf, kTwoHalf}, kNanHalf),
      s("s_maximum_f16", {kOneHalf, kTwoHalf}, kTwoHalf), s("s_maximum_f16", {kOneHalf, kNanHalf}, kNanHalf),
      s("s_trunc_f16", {0xBE00}, 0xBC00), s("s_ceil_f16", {0x3D00}, kTwoHalf), s("s_floor_f16", {0xBD00}, 0xC000), s("s_rndne_f16", {0x4100}, kTwoHalf),
      s("s_cvt_f16_f32", {f(1)}, kOneHalf), s("s_cvt_f16_f32", {f(65520)}, 0x7C00), s("s_cvt_f16_f32", {f(1.00048828125f)}, kOneHalf),
      s("s_cvt_f32_f16", {0xABCD0000 | kOneHalf}, f(1)), s("s_cvt_hi_f32_f16", {kTwoHalf << 16 | kOneHalf}, f(2)),
      s("s_cvt_pk_rtz_f16_f32", {f(1.99999f), f(2)}, kTwoHalf << 16 | 0x3FFF),
      // clang-format on
  };
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
  isa::VectorAlu wrong = std::get<isa::VectorAlu>(isa::find("v_sub_u32")->operation);
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
    CHECK((compares ? comparison_complaint(row, alu) : complaint(row.mnemonic, alu, scalar_float_cases())) == "");
  }
  CHECK(comparisons == 2 * int(std::size(kRelations)));
  const auto& less = std::get<isa::ScalarAlu>(isa::find("s_cmp_lt_f32", "gfx1250")->operation);
  isa::Semantics misnamed = *isa::find("s_cmp_nge_f32", "gfx1250");
  CHECK(comparison_complaint(misnamed, less) != "");
}

TEST_CASE("gfx1250: lanes of its own rows do not depend on each other") {
  std::mt19937 random(1250);
  for (const isa::Semantics& row : isa::gfx1250_new_rows())
    if (const auto* vector = std::get_if<isa::VectorAlu>(&row.operation)) {
      INFO(row.mnemonic);
      for (int i = 0; i < 8; ++i) CHECK(lanes_agree(*vector, random_registers(random)));
    }
}

}  // namespace lockstep::tests
