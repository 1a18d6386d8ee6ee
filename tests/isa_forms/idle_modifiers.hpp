// Modifiers that LLVM decodes and that change nothing, and why.
#pragma once

#include <algorithm>
#include <string>

#include <fnmatch.h>

namespace lockstep::tests {

struct IdleModifier {
  const char* mnemonic;  ///< a pattern, with the suffix of the encoding
  const char* what;      ///< a pattern: the words that the line has more, or "less"
  const char* reason;
};

inline constexpr const char kNoRange[] =
    "no result leaves the range of its type, or bits are moved (CDNA3 ISA, CLAMP)",
                            kIntegers[] =
                                "output modifiers are for floats of 32 and 64 bits (CDNA3 ISA, OMOD)",
                            kWide[] = "op_sel is for operands of 16 bits (CDNA3 ISA, OP_SEL)",
                            kSign[] = "the sign of this operand has no part in the result",
                            kWhole[] =
                                "nothing of the register is unused, or no sign extended (CDNA3 ISA, SDWA)",
                            kByte[] = "a byte, taken for a float, is denormal or near zero, whichever it is",
                            kCount[] = "only the lowest bits of this operand count";

inline constexpr IdleModifier kIdleModifiers[] = {
    {"v_cmp*_e64", "clamp",
     "it says whether a quiet NaN signals, and no exception is modelled (CDNA3 ISA, VOP3A)"},
    {"v_align*", "clamp", kNoRange},
    {"v_cndmask_b32_sdwa", "clamp", kNoRange},
    {"v_cvt_[iu]*", "clamp", kNoRange},
    {"v_cvt_[iu]*_e64", "less", kNoRange},
    {"v_cvt_pk_u8_f32", "clamp", kNoRange},
    {"v_cvt_pk*norm_*", "clamp", kNoRange},
    {"v_m[aie][xnd]3_[iu]16", "clamp", kNoRange},
    {"v_pack_b32_f16", "clamp", kNoRange},
    {"v_pk_add_m??_[iu]16", "clamp", "the sum saturates without it (LLVM 22, gfx1250's saturating sums)"},
    {"v_pk_m??3_[iu]16", "clamp", kNoRange},
    {"v_pk_mov_b32", "clamp", kNoRange},
    {"v_pk_mov_b32", "op_sel_hi:*", "op_sel alone chooses (LLVM, V_PK_MOV_B32)"},
    {"v_cvt_[iu]*", "mul:*", kIntegers},
    {"v_cvt_pk*", "mul:*", kIntegers},
    {"v_cvt_pk_fp8_f32", "op_sel:*", kWide},
    {"v_cvt_scalef32_pk_*", "op_sel:*", kWide},
    {"v_fma_mix*", "op_sel:*", kWide},
    {"v_pack_b32_f16", "op_sel:[[]0,0,1*", kWide},
    {"v_cvt_pknorm_*_f16", "op_sel:[[]0,0,1*", kWide},
    {"v_align*", "op_sel:*", kWide},
    {"v_ashr_pk_*", "op_sel:*", kWide},
    {"v_mad_[iu]32_[iu]16", "op_sel:*", kWide},
    {"*", "|0x1234|*", "the constant is positive"},
    {"v_cmp_eq_f32_e64", "|v24|", "the other side is a constant, which no operand is"},
    {"v_div_fixup_*", "|v*20*|,", kSign},
    {"v_cubesc_f32", "*v?4*", kSign},
    {"v_cubetc_f32", "*v?0*", kSign},
    {"v_cmp_u_f32_*", "*", "whether an operand is a NaN; neither signs nor bytes are"},
    {"v_cvt_scalef32_*", "*s3*", "the exponent of the scale counts (CDNA4 ISA)"},
    {"v_cvt_scalef32_*", "*v48*", "the exponent of the scale counts (CDNA4 ISA)"},
    {"*_sdwa", "dst_unused:*", kWhole},
    {"*_sdwa", "dst_sel:WORD_0", kByte},
    {"*_sdwa", "src0_sel:BYTE_3", kByte},
    {"*_sdwa", "src1_sel:BYTE_2", kByte},
    {"*_sdwa", "less", kWhole},
    {"*_sdwa", "sext(s3)", kWhole},
    {"v_*sh*_sdwa", "sext(*", kCount},
    {"v_cvt_f32_ubyte0_sdwa", "v40", kCount},
    {"v_cvt_off_f32_i4_sdwa", "v40", kCount},
    {"v_cvt_[iu]*_sdwa", "dst_*", kByte},
    {"v_nop", "*", "v_nop reads and writes nothing"},
};

/// `line`: "v_mov_b32_dpp: bound_ctrl:1"
inline bool is_known_to_be_idle(const std::string& line) {
  const std::size_t colon = line.find(": ");
  const std::string mnemonic = line.substr(0, colon), what = line.substr(colon + 2);
  return std::ranges::any_of(kIdleModifiers, [&](const IdleModifier& row) {
    return fnmatch(row.mnemonic, mnemonic.c_str(), 0) == 0 && fnmatch(row.what, what.c_str(), 0) == 0;
  });
}

}  // namespace lockstep::tests
