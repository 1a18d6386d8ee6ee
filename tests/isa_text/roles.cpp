// Which operand is what, by hand for each family of rows; and lines that a family does not take.
#include "emulator/isa/roles.hpp"

#include <string>
#include <vector>

#include "emulator/isa/line_parser.hpp"
#include "emulator/isa/semantics.hpp"
#include "tests/catch.hpp"

using namespace lockstep::isa;

namespace {

Instruction bound(const std::string& line) {
  Instruction i = read_line(line, 0, 8);
  bind_semantics(i, kGfx950);
  REQUIRE(i.semantics != nullptr);
  return i;
}

/// The roles of each operand in the order of the line.
std::string roles_of(const Instruction& i) {
  std::string all;
  for (std::size_t at = 0; at < i.operands.size(); ++at) {
    if (at > 0) all += ", ";
    std::string own;
    for (std::size_t r = 0; r < kOperandRoles; ++r)
      if (i.roles[OperandRole(r)] == int(at))
        own += (own.empty() ? "" : "+") + std::string(name(OperandRole(r)));
    all += own;
  }
  return all;
}

struct Line {
  const char* text;
  const char* roles;
};
constexpr Line kLines[] = {
    {"v_add_f32_e32 v1, s2, v3", "destination, source 0, source 1"},
    {"v_fmac_f32_e32 v1, v2, v3", "destination, source 0, source 1"},
    {"v_fma_f32 v1, v2, v3, 1.0", "destination, source 0, source 1, source 2"},
    {"v_cmp_lt_f32_e32 vcc, v1, v2", "mask, source 0, source 1"},
    {"v_addc_co_u32_e32 v1, vcc, v2, v3, vcc", "destination, mask, source 0, source 1, carry"},
    {"v_div_fmas_f32 v1, v2, v3, v4", "destination, source 0, source 1, source 2"},
    {"v_cvt_scalef32_pk32_f32_fp6 v[0:31], v[40:45], v46", "destination, source 0, scale 0"},
    {"v_cvt_scalef32_sr_pk32_fp6_f32 v[0:5], v[40:71], v6, v7", "destination, source 0, seed, scale 0"},
    {"v_cvt_scalef32_2xpk16_fp6_f32 v[0:5], v[8:23], v[24:39], v7",
     "destination, source 0, source 1, scale 0"},
    {"v_readlane_b32 s1, v2, s3", "destination, source 0, lane select"},
    {"v_writelane_b32 v1, s2, 3", "destination, source 0, lane select"},
    {"v_readfirstlane_b32 s1, v2", "destination, source 0"},
    {"v_swap_b32 v1, v2", "destination, source 0"},
    {"v_accvgpr_read_b32 v1, a2", "destination, source 0"},
    {"s_add_u32 s1, s2, s3", "destination, source 0, source 1"},
    {"s_cmp_eq_u32 s2, 7", "source 0, source 1"},
    {"s_addk_i32 s2, 0x7", "destination, source 0"},
    {"s_nop 3", "immediate"},
    {"s_getreg_b32 s1, hwreg(HW_REG_MODE)", "destination, immediate"},
    {"s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s1", "immediate, source 0"},
    {"s_swappc_b64 s[0:1], s[2:3]", "destination, source 0"},
    {"s_call_b64 s[0:1], 4", "destination, immediate"},
    {"s_set_gpr_idx_on s1, gpr_idx(SRC0)", "source 0, immediate"},
    {"s_load_dwordx2 s[4:5], s[2:3], 0x10", "destination, base, offset"},
    {"s_store_dword s4, s[2:3], s6", "data 0, base, offset"},
    {"s_atomic_add s4, s[2:3], 0x0", "data 0, base, offset"},
    {"buffer_load_dword v1, off, s[8:11], s6", "destination, address, base, offset"},
    {"buffer_load_dword v2, s[8:11], s6 offen lds", "address, base, offset"},
    {"buffer_store_dword v1, v2, s[8:11], 0 offen", "data 0, address, base, offset"},
    {"buffer_atomic_add v1, off, s[8:11], 0", "data 0, address, base, offset"},
    {"buffer_atomic_add v1, off, s[8:11], 0 sc0", "destination+data 0, address, base, offset"},
    {"global_load_dword v1, v[2:3], off", "destination, address, base"},
    {"global_load_lds_dword v2, s[4:5]", "address, base"},
    {"global_store_dword v2, v1, s[4:5]", "address, data 0, base"},
    {"global_atomic_add v1, v[2:3], v4, off sc0", "destination, address, data 0, base"},
    {"flat_load_dword v1, v[2:3]", "destination, address"},
    {"flat_store_dword v[2:3], v1", "address, data 0"},
    {"scratch_load_dword v1, off, s4", "destination, address, base"},
    {"scratch_store_dword v2, v1, off", "address, data 0, base"},
    {"ds_read_b32 v1, v2", "destination, address"},
    {"ds_write2_b32 v1, v2, v3", "address, data 0, data 1"},
    {"ds_cmpst_rtn_b32 v1, v2, v3, v4", "destination, address, data 0, data 1"},
    {"ds_add_rtn_u32 v1, v2, v3", "destination, address, data 0"},
    {"ds_write_addtid_b32 v1 offset:4", "data 0"},
    {"ds_bpermute_b32 v1, v2, v3", "destination, lane select, data 0"},
    {"ds_swizzle_b32 v1, v2 offset:swizzle(SWAP,1)", "destination, data 0"},
    {"v_mfma_f32_16x16x32_fp8_fp8 v[0:3], v[4:5], v[6:7], 0", "destination, source 0, source 1, source 2"},
    {"v_mfma_scale_f32_16x16x128_f8f6f4 v[0:3], v[8:15], v[16:23], v[0:3], v4, v5",
     "destination, source 0, source 1, source 2, scale 0, scale 1"},
    {"v_smfmac_f32_16x16x64_fp8_fp8 v[0:3], v[4:7], v[8:15], v16", "destination, source 0, source 1, index"},
    {"buffer_inv sc1", ""},
};

/// Too few, too many, or of another kind.
constexpr const char* kWrong[] = {
    "v_add_f32_e32 v1, v2",
    "v_add_f32_e32 v1, v2, v3, v4",
    "v_add_f32_e32 s1, v2, v3",
    "v_cmp_lt_f32_e32 vcc, v1",
    "v_cmp_lt_f32_e32 v0, v1, v2",
    "v_cvt_scalef32_pk32_f32_fp6 v[0:31], v[40:45]",
    "v_cvt_scalef32_pk32_f32_fp6 v[0:31], v[40:45], v46, v47",
    "v_readlane_b32 s1, v2",
    "v_readlane_b32 s1, v2, s3, s4",
    "v_readlane_b32 s1, s2, s3",
    "v_swap_b32 v1",
    "v_nop v1",
    "s_add_u32 s1, s2",
    "s_add_u32 s1, s2, s3, s4",
    "s_add_u32 v1, s2, s3",
    "s_branch",
    "s_branch 1, 2",
    "s_nop",
    "s_setreg_b32 hwreg(HW_REG_MODE, 0, 4)",
    "s_barrier 1",
    "s_load_dword s4, s[2:3]",
    "s_load_dword s4, s[2:3], s5, s6",
    "s_load_dword v4, s[2:3], 0x0",
    "buffer_load_dword v1, off, s[8:11]",
    "buffer_load_dword v1, off, s[8:11], 0, v2",
    "buffer_load_dword v1, off, v[8:11], 0",
    "buffer_load_dword v1, off, s[8:11], s6 lds",
    "global_load_dword v1, v[2:3]",
    "global_load_dword v1, v[2:3], s[4:5], off",
    "global_atomic_add v1, v[2:3], v4, off",
    "flat_load_dword v1",
    "flat_store_dword v[2:3], v1, off",
    "scratch_load_dword v1, off",
    "scratch_load_dword v1, off, s4, s5",
    "ds_read_b32 v1",
    "ds_read_b32 v1, v2, v3",
    "ds_write2_b32 v1, v2",
    "ds_cmpst_b32 v1, v2",
    "ds_bpermute_b32 v1, v2",
    "ds_swizzle_b32 v1, v2, v3",
    "v_mfma_f32_16x16x32_fp8_fp8 v[0:3], v[4:5], v[6:7]",
    "v_mfma_f32_16x16x32_fp8_fp8 v[0:3], v[4:5], v[6:7], 0, v8",
    "v_mfma_f32_16x16x32_fp8_fp8 v[0:3], s[4:5], v[6:7], 0",
    "v_smfmac_f32_16x16x64_fp8_fp8 v[0:3], v[4:7], v[8:15]",
    "buffer_inv v1",
};

}  // namespace

TEST_CASE("every operand has its role") {
  for (const Line& line : kLines) {
    INFO(line.text);
    const Instruction i = bound(line.text);
    CHECK(i.unreadable == "");
    CHECK(roles_of(i) == line.roles);
  }
}

TEST_CASE("a line with too few, too many or odd operands is refused") {
  for (const char* line : kWrong) {
    INFO(line);
    const Instruction i = bound(line);
    CHECK(i.unreadable.starts_with(i.mnemonic + " takes "));
    CHECK(i.roles == Roles());
  }
  CHECK(bound("v_add_f32_e32 v1, s2").unreadable ==
        "v_add_f32 takes destination, source 0, source 1; the line has vector registers, scalar registers");
  CHECK(bound("s_branch").unreadable == "s_branch takes immediate; the line has no operands");
}

TEST_CASE("a line that could not be read keeps its reason and has no roles") {
  const Instruction i = bound("v_add_f32_e32 v1, v2, strange");
  CHECK(i.unreadable == "cannot read 'strange'");
  CHECK(i.roles == Roles());
}

TEST_CASE("bound again, an instruction has the roles of its new row") {
  Instruction i = bound("v_swap_b32 v1, v2");
  bind_semantics(i, find("v_readfirstlane_b32", kGfx950));
  CHECK(i.roles == Roles());
  CHECK(i.unreadable != "");
}

TEST_CASE("what an instruction reads and writes of its operands") {
  const auto uses = [](const char* line) {
    std::string all;
    const Instruction i = bound(line);
    for (const OperandUse& use : operand_uses(i))
      all += use.read ? use.written ? 'b' : 'r' : use.written ? 'w' : '-';
    return all;
  };
  CHECK(uses("v_add_f32_e32 v1, v2, v3") == "wrr");
  CHECK(uses("v_fmac_f32_e32 v1, v2, v3") == "brr");
  CHECK(uses("v_addc_co_u32_e32 v1, vcc, v2, v3, vcc") == "wwrrr");
  CHECK(uses("v_swap_b32 v1, v2") == "bb");
  CHECK(uses("s_addk_i32 s2, 0x7") == "br");
  CHECK(uses("buffer_atomic_add v1, off, s[8:11], 0 sc0") == "brrr");
  CHECK(uses("global_atomic_add v1, v[2:3], v4, off sc0") == "wrrr");
  CHECK(uses("v_smfmac_f32_16x16x64_fp8_fp8 v[0:3], v[4:7], v[8:15], v16") == "brrr");
  CHECK(uses("v_add_f32_e32 v1, v2") == "rr");
}
