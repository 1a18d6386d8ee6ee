// Which instructions are not known as the manual has them.
#include "emulator/isa/fidelity.hpp"

#include <algorithm>

#include "emulator/isa/semantics.hpp"

namespace lockstep::isa {

namespace {

constexpr auto kInferred = Fidelity::inferred, kApproximateValue = Fidelity::approximate;
constexpr std::string_view kNearest = "the manual gives an error bound and no bits; here the nearest value";
constexpr std::string_view kSeed = "how the seed rounds: no public source";
constexpr std::string_view kSumOfHalves =
    "two fused multiply-adds, low halves first; RDNA 3 and 4 were measured to sum otherwise, CDNA was not";
constexpr std::string_view kRanges = "ranges as found on RDNA 3 and 4 (division.hpp)";

constexpr std::string_view kClock = "counts what the wave issues: waits and sleeps take no time";

constexpr FidelityRow kRows[] = {
    // clang-format off
    {"s_memtime", kCdna34, kApproximateValue, kClock},
    {"s_memrealtime", kCdna34, kApproximateValue, kClock},
    {"s_get_shader_cycles_u64", kGfx1250, kApproximateValue, kClock},
    {"s_sendmsg_rtn_b64", kGfx1250, kApproximateValue, kClock},
    {"v_rcp_*", kEmulated, kApproximateValue, kNearest},
    {"v_rsq_*", kEmulated, kApproximateValue, kNearest},
    {"v_sqrt_*", kEmulated, kApproximateValue, kNearest},
    {"v_exp_*", kEmulated, kApproximateValue, kNearest},
    {"v_log_*", kEmulated, kApproximateValue, kNearest},
    {"v_sin_*", kEmulated, kApproximateValue, kNearest},
    {"v_cos_*", kEmulated, kApproximateValue, kNearest},
    {"v_div_scale_*", kCdna34, kInferred, kRanges},
    {"v_div_fmas_*", kCdna34, kInferred, kRanges},
    {"v_div_fixup_f32", kCdna34, kInferred, kRanges},
    {"v_div_fixup_f64", kCdna34, kInferred, kRanges},
    {"v_fma_mixlo_f16", kCdna34, kInferred, "two roundings, as LLVM assumes when it folds that pair into one"},
    {"v_fma_mixhi_f16", kCdna34, kInferred, "two roundings, as LLVM assumes when it folds that pair into one"},
    {"v_dot2_f32_*", kCdna34, Fidelity::hypothesis, kSumOfHalves},
    {"v_dot2c_f32_*", kCdna34, Fidelity::hypothesis, kSumOfHalves},
    {"v_cvt_sr_*", kCdna34, kInferred, kSeed},
    {"v_cvt_scalef32_sr_*", kCdna34, kInferred, kSeed},
    {"v_cvt_scalef32_*", kCdna34, kInferred, "of a scale that is NaN, and of overflow (scaled.hpp)"},
    {"v_cvt_pk_u8_f32", kCdna34, kInferred, "that MODE rounds"},
    {"v_cvt_pkaccum_u8_f32", kCdna34, kInferred, "that MODE rounds"},
    {"v_cvt_pknorm_*", kCdna34, kInferred, "how it rounds, and what numbers below -1 become"},
    {"v_cvt_pk_u16_u32", kCdna34, kInferred, "that it saturates, as v_cvt_pk_i16_i32 does"},
    {"ds_read_b64_tr_b16", kCdna34, Fidelity::measured, "ROCm/rocm-systems#10175"},
    {"ds_read_b64_tr_*", kCdna34, kInferred, "places follow from the b16 form, which is measured"},
    {"ds_read_b96_tr_b6", kCdna34, kInferred, "places follow from the b16 form, which is measured"},
    {"v_mfma_i32_*", kCdna34, Fidelity::documented, "sums modulo 2^32"},
    {"v_smfmac_i32_*", kCdna34, Fidelity::documented, "sums modulo 2^32"},
    {"v_mfma_f64_*", kGfx942, Fidelity::measured, "fused multiply-adds in ascending k (unit cdna3_f64)"},
    {"v_mfma_f64_*", kGfx950, Fidelity::hypothesis, "as on gfx942 (unit cdna4_f64/fma)"},
    {"v_smfmac_*", kGfx942, kInferred, "the sums of the dense instruction on the stored half"},
    {"v_smfmac_*", kGfx950, std::nullopt, "the matrix model, as of the dense instruction on the stored half"},
    {"v_mfma_*", kCdna34, std::nullopt, "the matrix model"},

    // No manual of gfx1250 is public: what is not approximate is inferred from gfx950, RDNA 4 and LLVM.
    {"v_wmma_*", kGfx1250, std::nullopt, "the matrix model"},
    {"v_swmmac_*", kGfx1250, Fidelity::hypothesis,
     "places of indices, as in rocjitsu; the dense instruction's sums"},
    {"v_s_*", kGfx1250, kApproximateValue, kNearest},
    {"v_tanh_*", kGfx1250, kApproximateValue, kNearest},
    {"v_permlane_idx_gen_b32", kGfx1250, Fidelity::hypothesis,
     "the address that ds_bpermute wants, in a group of lanes; AMD's rocjitsu has a xor of both operands"},
    {"*", kGfx1250, kInferred,
     "no manual was at hand, only what others quote of it: as gfx950, RDNA 4 or LLVM has it"},
    // clang-format on
};

constexpr std::string_view kNames[kFidelities] = {"documented", "measured", "inferred", "approximate",
                                                  "hypothesis"};

bool matches(std::string_view pattern, std::string_view mnemonic) {
  return pattern.ends_with('*') ? mnemonic.starts_with(pattern.substr(0, pattern.size() - 1))
                                : mnemonic == pattern;
}

}  // namespace

std::string_view name(Fidelity fidelity) {
  return kNames[std::size_t(fidelity)];
}

std::span<const FidelityRow> fidelity_rows() {
  return kRows;
}

const FidelityRow* find_fidelity(const Semantics& row, arch::Set archs) {
  const auto names = [&](const FidelityRow& r) { return matches(r.mnemonics, row.mnemonic); };
  const auto found =
      std::ranges::find_if(kRows, [&](const FidelityRow& r) { return (r.archs & archs) != 0 && names(r); });
  return found == std::end(kRows) ? nullptr : found;
}

}  // namespace lockstep::isa
