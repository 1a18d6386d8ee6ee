#include "emulator/isa/line_parser.hpp"
#include "tests/catch.hpp"

using namespace lockstep::isa;

namespace {

Instruction read(std::string_view line) {
  return read_line(line, 0x100, 8);
}

struct Form {
  std::string_view line;
  std::string_view mnemonic;
  Encoding encoding;
  std::size_t operands;
  bool (*holds)(const Instruction&);
};

using I = const Instruction&;

constexpr Form kForms[] = {
    {"\ts_endpgm", "s_endpgm", Encoding::base, 0, [](I) { return true; }},
    {"s_nop 3", "s_nop", Encoding::base, 1, [](I i) { return i.operands[0].integer == 3; }},
    {"s_branch 65535", "s_branch", Encoding::base, 1, [](I i) { return i.operands[0].integer == 65535; }},
    {"s_movk_i32 s0, 0xff9c", "s_movk_i32", Encoding::base, 2,
     [](I i) { return i.operands[1].integer == 0xFF9C && i.operands[1].is_literal; }},
    {"v_cndmask_b32_e32 v0, v1, v2, vcc", "v_cndmask_b32", Encoding::e32, 4,
     [](I i) { return i.operands[3].index == scalar::kVcc && i.operands[3].count == 2; }},
    {"v_add_f32_e64 v0, -v1, |v2| clamp mul:2", "v_add_f32", Encoding::e64, 3,
     [](I i) {
       return i.modifiers.clamp && i.modifiers.omod == 1 && i.operands[1].negate && i.operands[2].absolute;
     }},
    {"v_add_f32_e64 v0, v1, v2 mul:4", "v_add_f32", Encoding::e64, 3,
     [](I i) { return i.modifiers.omod == 2; }},
    {"v_add_f32_e64 v0, v1, v2 div:2", "v_add_f32", Encoding::e64, 3,
     [](I i) { return i.modifiers.omod == 3; }},
    {"s_waitcnt vmcnt(3) lgkmcnt(0)", "s_waitcnt", Encoding::base, 0,
     [](I i) { return i.modifiers.vmcnt == 3 && i.modifiers.lgkmcnt == 0 && !i.modifiers.expcnt; }},
    {"s_waitcnt vmcnt(63) expcnt(7) lgkmcnt(15)", "s_waitcnt", Encoding::base, 0,
     [](I i) { return i.modifiers.vmcnt == 63 && i.modifiers.lgkmcnt == 15 && i.modifiers.expcnt == 7; }},
    {"buffer_load_dwordx4 v[0:3], v4, s[0:3], s5 offen offset:16", "buffer_load_dwordx4", Encoding::base, 4,
     [](I i) { return i.modifiers.offen && !i.modifiers.idxen && i.modifiers.offset == 16; }},
    {"buffer_load_dwordx4 v4, s[0:3], 0 idxen sc0 sc1 nt lds", "buffer_load_dwordx4", Encoding::base, 3,
     [](I i) {
       const Modifiers& m = i.modifiers;
       return m.idxen && m.sc0 && m.sc1 && m.nt && m.lds && !m.offen;
     }},
    {"buffer_inv sc0 sc1", "buffer_inv", Encoding::base, 0,
     [](I i) { return i.modifiers.sc0 && i.modifiers.sc1; }},
    {"global_load_dwordx2 v[0:1], v2, s[4:5] offset:-8", "global_load_dwordx2", Encoding::base, 3,
     [](I i) { return i.modifiers.offset == -8; }},
    {"scratch_load_dword v0, off, s3 offset:4", "scratch_load_dword", Encoding::base, 3,
     [](I i) { return i.operands[1].kind == Operand::Kind::off && i.modifiers.offset == 4; }},
    {"s_load_dword s0, s[4:5], s6 offset:-0x4", "s_load_dword", Encoding::base, 3,
     [](I i) { return i.modifiers.offset == -4; }},
    {"s_load_dword s0, s[4:5], -0x4 glc", "s_load_dword", Encoding::base, 3,
     [](I i) { return i.operands[2].integer == -4 && i.modifiers.sc0; }},
    {"ds_write2_b32 v0, v1, v2 offset0:1 offset1:255", "ds_write2_b32", Encoding::base, 3,
     [](I i) { return i.modifiers.offset0 == 1 && i.modifiers.offset1 == 255; }},
    {"ds_gws_init v0 gds", "ds_gws_init", Encoding::base, 1, [](I i) { return i.modifiers.gds; }},
    {"s_getreg_b32 s0, hwreg(HW_REG_MODE, 4, 2)", "s_getreg_b32", Encoding::base, 2,
     [](I i) { return i.modifiers.offset == 1 && i.modifiers.offset0 == 4 && i.modifiers.offset1 == 2; }},
    {"s_getreg_b32 s0, hwreg(HW_REG_XCC_ID)", "s_getreg_b32", Encoding::base, 2,
     [](I i) { return i.modifiers.offset == 20 && i.modifiers.offset0 == 0 && i.modifiers.offset1 == 32; }},
    {"s_setreg_imm32_b32 hwreg(40, 1, 2), 3", "s_setreg_imm32_b32", Encoding::base, 2,
     [](I i) { return i.modifiers.offset == 40 && i.operands[1].integer == 3; }},
    {"v_mfma_scale_f32_16x16x128_f8f6f4 v[0:3], v[4:11], v[12:15], 0, v24, v25 op_sel:[1,1,0] "
     "op_sel_hi:[0,1,0] cbsz:2 blgp:4",
     "v_mfma_scale_f32_16x16x128_f8f6f4", Encoding::base, 6,
     [](I i) {
       const Modifiers& m = i.modifiers;
       return m.op_sel == 3 && (m.op_sel_hi & 7) == 2 && m.cbsz == 2 && m.blgp == 4 &&
              i.operands[1].count == 8;
     }},
    {"v_mfma_f64_16x16x4_f64 v[0:7], v[8:9], v[10:11], v[0:7] neg:[1,0,1]", "v_mfma_f64_16x16x4_f64",
     Encoding::base, 4, [](I i) { return i.modifiers.neg_lo == 5; }},
    {"v_pk_add_f32 v[0:1], v[2:3], v[4:5]", "v_pk_add_f32", Encoding::base, 3,
     [](I i) { return i.modifiers.op_sel == 0 && i.modifiers.op_sel_hi == 0xFF; }},
    {"v_pk_mul_f32 v[0:1], s[2:3], v[4:5] op_sel:[0,1] op_sel_hi:[0,1] neg_lo:[1,0] neg_hi:[0,1]",
     "v_pk_mul_f32", Encoding::base, 3,
     [](I i) {
       const Modifiers& m = i.modifiers;
       return m.op_sel == 2 && (m.op_sel_hi & 3) == 2 && m.neg_lo == 1 && m.neg_hi == 2;
     }},
    {"v_cvt_pk_fp8_f32 v0, v1, v2 op_sel:[0,0,1]", "v_cvt_pk_fp8_f32", Encoding::base, 3,
     [](I i) { return i.modifiers.op_sel == 8; }},
    {"v_fma_mix_f32 v0, v1, v2, v3", "v_fma_mix_f32", Encoding::base, 4,
     [](I i) { return i.modifiers.op_sel_hi == 0; }},
    {"v_bitop3_b32 v0, v1, v2, v3 bitop3:0x5a", "v_bitop3_b32", Encoding::base, 4,
     [](I i) { return i.modifiers.bitop3 == 0x5A; }},
    {"v_mov_b32_dpp v0, v1 quad_perm:[3,2,1,0] row_mask:0xa bank_mask:0x5", "v_mov_b32", Encoding::dpp, 2,
     [](I i) {
       const Dpp& d = i.modifiers.dpp.value();
       return d.control == Dpp::Control::quad_perm && d.quad == std::array<std::uint8_t, 4>{3, 2, 1, 0} &&
              d.row_mask == 0xA && d.bank_mask == 5 && !d.bound_control;
     }},
    {"v_add_f32_dpp v0, v1, v2 row_shr:7 row_mask:0xf bank_mask:0xf bound_ctrl:1", "v_add_f32", Encoding::dpp,
     3,
     [](I i) {
       const Dpp& d = i.modifiers.dpp.value();
       return d.control == Dpp::Control::row_shr && d.amount == 7 && d.bound_control;
     }},
    {"v_mov_b32_dpp v0, v1 row_newbcast:3 row_mask:0xf bank_mask:0xf", "v_mov_b32", Encoding::dpp, 2,
     [](I i) {
       return i.modifiers.dpp->control == Dpp::Control::row_newbcast && i.modifiers.dpp->amount == 3;
     }},
    {"v_mov_b32_dpp v0, v1 row_bcast:31 row_mask:0xf bank_mask:0xf", "v_mov_b32", Encoding::dpp, 2,
     [](I i) {
       return i.modifiers.dpp->control == Dpp::Control::row_bcast && i.modifiers.dpp->amount == 31;
     }},
    {"v_mov_b32_dpp v0, v1 row_half_mirror row_mask:0xf bank_mask:0xf", "v_mov_b32", Encoding::dpp, 2,
     [](I i) { return i.modifiers.dpp->control == Dpp::Control::row_half_mirror; }},
    {"v_mov_b32_dpp v0, v1 wave_ror:1 row_mask:0xf bank_mask:0xf", "v_mov_b32", Encoding::dpp, 2,
     [](I i) { return i.modifiers.dpp->control == Dpp::Control::wave_ror; }},
    {"v_add_f32_sdwa v0, sext(v1), v2 dst_sel:BYTE_1 dst_unused:UNUSED_SEXT src0_sel:WORD_1 src1_sel:DWORD",
     "v_add_f32", Encoding::sdwa, 3,
     [](I i) {
       const Sdwa& s = i.modifiers.sdwa.value();
       return s.dst == Select::byte1 && s.unused == Unused::sext && s.src0 == Select::word1 &&
              s.src1 == Select::dword && i.operands[1].sign_extend;
     }},
    {"ds_swizzle_b32 v0, v1 offset:0x1234", "ds_swizzle_b32", Encoding::base, 2,
     [](I i) { return i.modifiers.offset == 0x1234; }},
};

constexpr std::string_view kUnreadable[] = {
    "v_mov_b32 v0, nonsense",
    "v_mov_b32 v0, v1 nonsense",
    "v_mov_b32 v0, v1, v2 clamp, v3",
    "v_add_f32_e64 v0, v1, v2 mul:3",
    "v_pk_add_f16 v0, v1, v2 op_sel:[0,2]",
    "v_pk_add_f16 v0, v1, v2 op_sel:[0,1,0,1,0]",
    "v_pk_add_f16 v0, v1, v2 op_sel:[]",
    "v_mov_b32_dpp v0, v1 row_shr:16 row_mask:0xf bank_mask:0xf",
    "v_mov_b32_dpp v0, v1 row_bcast:16 row_mask:0xf bank_mask:0xf",
    "v_mov_b32_dpp v0, v1 quad_perm:[0,1,2] row_mask:0xf bank_mask:0xf",
    "v_mov_b32_dpp v0, v1 dpp8:[0,1,2,3,4,5,6]",
    "v_mov_b32_sdwa v0, v1 dst_sel:BYTE_4",
    "s_waitcnt vmcnt(64)",
    "s_waitcnt vmcnt(",
    "s_getreg_b32 s0, hwreg(HW_REG_UNHEARD_OF)",
    "s_getreg_b32 s0, hwreg(HW_REG_MODE, 32, 1)",
    "ds_read_b32 v0, v1 offset:",
    "ds_read_b32 v0, v1 offset:99999999999",
    "ds_swizzle_b32 v0, v1 offset:swizzle(QUAD_PERM,0,1,2,4)",
    "ds_swizzle_b32 v0, v1 offset:swizzle(BITMASK_PERM,\"01pi\")",
    "buffer_load_dword v0, off, s[0:3], 0 tfe",
    "v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v2, v3",
};

}  // namespace

TEST_CASE("every form of line is read into its fields") {
  for (const Form& form : kForms) {
    INFO(form.line);
    const Instruction i = read(form.line);
    CHECK(i.unreadable == "");
    CHECK(i.mnemonic == form.mnemonic);
    CHECK(i.encoding == form.encoding);
    CHECK(i.address == 0x100);
    CHECK(i.size == 8);
    REQUIRE(i.operands.size() == form.operands);
    CHECK(form.holds(i));
  }
}

TEST_CASE("what cannot be read is named") {
  for (const std::string_view line : kUnreadable) {
    INFO(line);
    CHECK(read(line).unreadable.starts_with("cannot read '"));
  }
}
