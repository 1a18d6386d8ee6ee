#include "emulator/fingerprints/vector_functions.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace lockstep::fingerprint {

namespace {

constexpr std::array kShared{
    SharedFunction{"v_add_f32", Function::add_f32},
    SharedFunction{"v_sub_f32", Function::add_f32, true},
    SharedFunction{"v_mul_f32", Function::mul_f32},
    SharedFunction{"v_fma_f32", Function::fma_f32},
    SharedFunction{"v_fmac_f32", Function::fma_f32},
    SharedFunction{"v_fmaak_f32", Function::fma_f32},
    SharedFunction{"v_fmamk_f32", Function::fma_f32},
    SharedFunction{"v_pk_add_f32", Function::add_f32},
    SharedFunction{"v_pk_mul_f32", Function::mul_f32},
    SharedFunction{"v_pk_fma_f32", Function::fma_f32},
    SharedFunction{"v_cvt_pk_bf16_f32", Function::to_bf16},
    SharedFunction{"v_cvt_pk_f16_f32", Function::to_f16},
    SharedFunction{"v_cvt_f16_f32", Function::to_f16},
    SharedFunction{"v_cvt_f32_f16", Function::from_f16},
    SharedFunction{"v_cvt_f32_fp8", Function::from_fp8},
    SharedFunction{"v_cvt_pk_f32_fp8", Function::from_fp8},
    SharedFunction{"v_ldexp_f32", Function::ldexp_f32},
    SharedFunction{"v_rndne_f32", Function::rint_f32},
    SharedFunction{"v_cvt_i32_f32", Function::to_i32},
};

constexpr std::array kUnordered{
    SharedFunction{"v_add_u32", Function::add_u32},  SharedFunction{"v_add_nc_u32", Function::add_u32},
    SharedFunction{"v_add3_u32", Function::add_u32}, SharedFunction{"v_max_u32", Function::max_u32},
    SharedFunction{"v_max3_u32", Function::max_u32},
};

constexpr std::array kComparisons{
    Comparison{"v_cmp_eq_u32", Function::equal_u32},
    Comparison{"v_cmp_eq_i32", Function::equal_u32},
    Comparison{"v_cmp_ne_u32", Function::equal_u32, false, true},
    Comparison{"v_cmp_ne_i32", Function::equal_u32, false, true},
    Comparison{"v_cmp_lt_u32", Function::less_u32},
    Comparison{"v_cmp_gt_u32", Function::less_u32, true},
    Comparison{"v_cmp_ge_u32", Function::less_u32, false, true},
    Comparison{"v_cmp_le_u32", Function::less_u32, true, true},
    Comparison{"v_cmp_lt_u16", Function::less_u32},
    Comparison{"v_cmp_gt_u16", Function::less_u32, true},
    Comparison{"v_cmp_ge_u16", Function::less_u32, false, true},
    Comparison{"v_cmp_le_u16", Function::less_u32, true, true},
    Comparison{"v_cmp_lt_f32", Function::less_f32},
    Comparison{"v_cmp_gt_f32", Function::less_f32, true},
    Comparison{"v_cmp_nlt_f32", Function::less_f32, false, true},
    Comparison{"v_cmp_ngt_f32", Function::less_f32, true, true},
};

const SharedFunction* find_in(std::span<const SharedFunction> table, std::string_view instruction) {
  const auto row = std::ranges::find_if(
      table, [&](const SharedFunction& shared) { return is_named(instruction, shared.mnemonic); });
  return row == table.end() ? nullptr : &*row;
}

}  // namespace

bool is_named(std::string_view instruction, std::string_view mnemonic) {
  constexpr std::string_view kPlain = "v_", kHalf = "v_dual_";
  return instruction == mnemonic || (instruction.starts_with(kHalf) &&
                                     instruction.substr(kHalf.size()) == mnemonic.substr(kPlain.size()));
}

const SharedFunction* find_shared(std::string_view instruction) {
  return find_in(kShared, instruction);
}

std::optional<Function> find_unordered(std::string_view instruction) {
  const SharedFunction* const row = find_in(kUnordered, instruction);
  return row == nullptr ? std::nullopt : std::optional(row->function);
}

const Comparison* find_comparison(std::string_view instruction) {
  const auto* const row = std::ranges::find(kComparisons, instruction, &Comparison::mnemonic);
  return row == kComparisons.end() ? nullptr : &*row;
}

}  // namespace lockstep::fingerprint
