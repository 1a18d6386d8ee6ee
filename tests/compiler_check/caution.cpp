// What explains a wait that is not needed, or one that the compiler forgets: on programs where it does, and
// on those that differ in what makes it so.
#include "properties/compiler_check/caution.hpp"

#include <algorithm>
#include <utility>

#include "emulator/isa/line_parser.hpp"
#include "emulator/isa/roles.hpp"
#include "emulator/isa/semantics.hpp"
#include "tests/catch.hpp"

namespace lockstep::compiler_check {
namespace {

using Lines = std::vector<std::string>;
using Kind = wait_mutation::CodeMutant::Kind;

isa::Program program_of(const Lines& lines, const char* arch) {
  isa::Program p{arch::find(arch), isa::WaveWidth::lanes64, 0, {}, {}};
  for (const std::string& line : lines) {
    isa::Instruction i = isa::read_line(line, p.instructions.size() * 4, 4);
    isa::bind_semantics(i, p.arch->instructions);
    INFO(line);
    REQUIRE(i.semantics != nullptr);
    REQUIRE(i.unreadable.empty());
    p.index_of_dword.push_back(std::int32_t(p.instructions.size()));
    p.instructions.push_back(std::move(i));
  }
  return p;
}

/// The condition of what explains the removal of the wait, `>` before it; empty: nothing does.
std::string explained(Kind kind, Lines lines, const char* arch) {
  const auto wait = std::ranges::find_if(lines, [](const std::string& l) { return l[0] == '>'; });
  REQUIRE(wait != lines.end());
  wait->erase(0, 1);
  wait_mutation::CodeMutant mutant;
  mutant.kind = kind;
  mutant.instruction = std::uint32_t(wait - lines.begin());
  const isa::Program program = program_of(lines, arch);
  if (kind == Kind::drop_nop) {
    std::swap(wait[0], wait[1]);
  } else if (kind == Kind::weaken_nop) {
    *wait = "s_nop " + std::to_string(std::stoi(wait->substr(6)) - 1);
  } else {
    mutant.counter = "lgkmcnt";
    *wait = "s_waitcnt lgkmcnt(1)";
  }
  const isa::Program mutated = program_of(lines, arch);
  const Caution* const caution = caution_of({mutant, program, mutated});
  return caution == nullptr ? "" : std::string(caution->condition);
}

struct Case {
  std::string_view condition;
  Kind kind;
  Lines lines, not_so;  ///< it explains the one, nothing explains the other
  const char* arch = "gfx950";
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all{
      {"a matrix instruction stands between the two",
       Kind::weaken_nop,
       {"v_mfma_f64_4x4x4_4b_f64 v[12:13], v[22:23], v[22:23], v[38:39]",
        "v_mfma_f64_4x4x4_4b_f64 v[44:45], v[28:29], v[42:43], v[46:47]", ">s_nop 4",
        "v_cmp_lt_u32_e32 vcc, v31, v12"},
       {"v_mfma_f64_4x4x4_4b_f64 v[12:13], v[22:23], v[22:23], v[38:39]", "v_mov_b32_e32 v44, v45",
        ">s_nop 4", "v_cmp_lt_u32_e32 vcc, v31, v12"}},
      {"before packed f32, behind a matrix instruction",
       Kind::drop_nop,
       {"v_mfma_f32_16x16x16_f16 v[0:3], v[4:5], v[6:7], 0", ">s_nop 6",
        "v_pk_add_f32 v[8:9], v[0:1], v[10:11]"},
       {"v_mfma_f32_16x16x16_f16 v[0:3], v[4:5], v[6:7], 0", ">s_nop 6", "v_add_f32_e32 v8, v0, v10"},
       "gfx942"},
      {"before packed f32, behind a matrix instruction",
       Kind::drop_nop,
       {"v_mfma_f64_16x16x4_f64 v[18:25], v[42:43], v[14:15], v[18:25]", ">s_nop 10",
        "v_pk_add_f32 v[24:25], v[48:49], v[42:43]"},
       {"v_mfma_f64_16x16x4_f64 v[18:25], v[42:43], v[14:15], v[18:25]", ">s_nop 10",
        "v_mov_b32_e32 v24, v48"}},
      {"behind a packed operation",
       Kind::drop_nop,
       {"v_pk_fma_f16 v8, v1, v2, v3", ">s_nop 0", "v_add_u32_e32 v9, v8, v1"},
       {"v_pk_fma_f16 v8, v1, v2, v3 op_sel_hi:[0,1,1]", ">s_nop 0", "v_add_u32_e32 v9, v8, v1"}},
      {"before a carry or a mask",
       Kind::drop_nop,
       {"v_cmp_lt_f32_e32 vcc, v1, v2", ">s_nop 1", "v_cndmask_b32_e32 v3, v4, v5, vcc"},
       {"v_cmp_lt_f32_e32 vcc, v1, v2", ">s_nop 1", "v_mov_b32_e32 v3, vcc_lo"}},
      {"between VALU that writes EXEC and a memory operation",
       Kind::drop_nop,
       {"v_cmpx_lt_u32_e32 vcc, v1, v2", ">s_nop 4", "global_load_dword v3, v0, s[4:5]"},
       {"v_readfirstlane_b32 s4, v1", ">s_nop 4", "global_load_dword v3, v0, s[4:5]"}},
      {"another instruction has written the registers since",
       Kind::weaken_nop,
       {"v_cmpx_lt_u32_e32 vcc, v1, v2", "s_mov_b64 exec, -1", ">s_nop 2",
        "v_mfma_f32_4x4x4_16b_f16 v[8:11], v[4:5], v[6:7], v[8:11]"},
       {"v_cmpx_lt_u32_e32 vcc, v1, v2", "s_mov_b64 s[4:5], -1", ">s_nop 2",
        "v_mfma_f32_4x4x4_16b_f16 v[8:11], v[4:5], v[6:7], v[8:11]"}},
      {"before an instruction that writes some lanes, or a part of its register",
       Kind::weaken_nop,
       {"v_mfma_f64_16x16x4_f64 v[36:43], v[48:49], v[10:11], v[36:43]", "s_nop 15", ">s_nop 2",
        "v_writelane_b32 v40, s26, 16"},
       {"v_mfma_f64_16x16x4_f64 v[36:43], v[48:49], v[10:11], v[36:43]", "s_nop 15", ">s_nop 2",
        "v_mov_b32_e32 v1, v40"}},
      {"1 covers what is used before the next wait",
       Kind::weaken_wait,
       {"s_load_dword s9, s[0:1], 0x8", "s_endpgm", "s_load_dword s8, s[0:1], 0x8",
        "s_load_dwordx2 s[4:5], s[0:1], 0x0", ">s_waitcnt lgkmcnt(0)", "s_mov_b32 s2, s9",
        "s_mov_b32 s9, s4"},
       {"s_load_dword s8, s[0:1], 0x8", "s_load_dwordx2 s[4:5], s[0:1], 0x0", ">s_waitcnt lgkmcnt(0)",
        "s_mov_b32 s9, s8"}},
      {"1 covers what is used before the next wait",
       Kind::weaken_wait,
       {"ds_read_b32 v1, v2", "ds_read_b32 v3, v4", "s_load_dword s4, s[0:1], 0x0", ">s_waitcnt lgkmcnt(0)",
        "v_mov_b32_e32 v5, v1"},
       {"ds_read_b32 v1, v2", "ds_read_b32 v3, v4", "s_load_dword s4, s[0:1], 0x0", ">s_waitcnt lgkmcnt(0)",
        "v_mov_b32_e32 v5, v3"}},
      {"before an LDS operation",
       Kind::weaken_wait,
       {"ds_read_b32 v1, v2", ">s_waitcnt lgkmcnt(0)", "s_nop 1", "ds_write_b32 v3, v4"},
       {"ds_read_b32 v1, v2", ">s_waitcnt lgkmcnt(0)", "s_nop 1", "v_mov_b32_e32 v3, v1"}},
      {"before an LDS operation",
       Kind::weaken_wait,
       {"ds_read_b32 v1, v2", ">s_waitcnt lgkmcnt(0)", "s_waitcnt vmcnt(0)", "ds_write_b32 v3, v4"},
       {"ds_read_b32 v1, v2", ">s_waitcnt lgkmcnt(0)", "v_mov_b32_e32 v5, v1", "ds_write_b32 v3, v4"}},
      {"before a copy into LDS",
       Kind::weaken_wait,
       {"ds_write_b32 v1, v2", ">s_waitcnt lgkmcnt(0)", "s_mov_b32 m0, 0", "s_nop 0",
        "global_load_lds_dword v0, s[4:5]"},
       {"ds_write_b32 v1, v2", ">s_waitcnt lgkmcnt(0)", "s_mov_b32 m0, 0", "s_nop 0",
        "global_load_dword v1, v0, s[4:5]"}},
  };
  return all;
}

TEST_CASE("a caution explains what it is about, and nothing else") {
  for (const Case& c : cases()) {
    CAPTURE(c.condition);
    CHECK(explained(c.kind, c.lines, c.arch) == c.condition);
    CHECK(explained(c.kind, c.not_so, c.arch).empty());
  }
}

TEST_CASE("the compiler forwards a matrix result to another operation's C") {
  const auto bug = [](const char* second) {
    const isa::Program p =
        program_of({"v_mfma_f32_16x16x16_f16 v[0:3], v[4:5], v[6:7], 0", second}, "gfx942");
    findings::Finding f;
    f.kind = findings::FindingKind::nop;
    f.index = 1;
    const Bug* const found = bug_of(f, p);
    return found == nullptr ? "" : std::string(found->source);
  };
  CHECK(bug("v_mfma_i32_16x16x32_i8 v[0:3], v[8:9], v[10:11], v[0:3]").find("#218363") != std::string::npos);
  CHECK(bug("v_smfmac_f32_16x16x32_f16 v[0:3], v[8:9], v[12:15], v20").find("#218363") != std::string::npos);
  CHECK(bug("v_mfma_f32_16x16x16_f16 v[0:3], v[8:9], v[10:11], v[0:3]").empty());
  CHECK(bug("v_mfma_i32_16x16x32_i8 v[2:5], v[8:9], v[10:11], v[2:5]").empty());
}

TEST_CASE("of several matrix results that a read overlaps the compiler minds the last only") {
  const auto bug = [](const char* between, const char* used = "v[32:35]") {
    const isa::Program p =
        program_of({"s_nop 0", "v_mfma_f64_16x16x4_f64 v[32:39], v[22:23], v[12:13], v[32:39]", between,
                    std::string("global_store_dwordx4 v0, ") + used + ", s[6:7]"},
                   "gfx942");
    findings::Finding f;
    f.kind = findings::FindingKind::nop;
    f.other_address = 4;
    f.index = 3;
    return bug_of(f, p) != nullptr;
  };
  CHECK(bug("v_smfmac_f32_16x16x32_f16 v[30:33], v[26:27], v[42:45], v41"));
  CHECK_FALSE(bug("v_smfmac_f32_16x16x32_f16 v[28:31], v[26:27], v[42:45], v41"));
  CHECK_FALSE(bug("v_smfmac_f32_16x16x32_f16 v[30:33], v[26:27], v[42:45], v41", "v[30:33]"));
  CHECK_FALSE(bug("v_mov_b32_e32 v32, v41"));
}

TEST_CASE("the compiler counts copies into LDS on lgkmcnt") {
  const auto bug = [](const char* between) {
    const isa::Program p =
        program_of({"s_nop 0", "ds_read_b32 v1, v2", between, "v_mov_b32_e32 v3, v1"}, "gfx942");
    findings::Finding f;
    f.needed = "s_waitcnt lgkmcnt(0)";
    f.other_address = 4;
    f.index = 3;
    return bug_of(f, p) != nullptr;
  };
  CHECK(bug("global_load_lds_dword v0, s[4:5]"));
  CHECK_FALSE(bug("global_load_dword v4, v0, s[4:5]"));
}

TEST_CASE("the compiler's scan ends behind 19 wait states") {
  const auto bug = [](const char* producer, const char* text) {
    const isa::Program p = program_of({producer, "global_store_dword v60, v0, s[4:5]"}, "gfx950");
    findings::Finding f;
    f.kind = findings::FindingKind::nop;
    f.index = 1;
    f.text = text;
    return bug_of(f, p) != nullptr;
  };
  constexpr const char* kOf16Passes = "v_mfma_f32_32x32x64_f8f6f4 v[0:15], v[32:39], v[40:47], 0";
  CHECK(bug(kOf16Passes, "XDL result read: 19 wait states after"));
  CHECK_FALSE(bug(kOf16Passes, "XDL result read: 18 wait states after"));
  CHECK_FALSE(
      bug("v_mfma_f32_32x32x16_f16 v[0:15], v[32:35], v[36:39], 0", "XDL result read: 19 wait states"));
}

TEST_CASE("every caution and every bug has a source") {
  for (const Caution& c : cautions()) {
    CAPTURE(c.condition);
    CHECK_FALSE(c.reason.empty());
    CHECK_FALSE(c.source.empty());
  }
}

}  // namespace
}  // namespace lockstep::compiler_check
