// The table of wait states against LLVM's hazard recogniser: where LLVM has put wait states, the table must
// ask for as many. One fewer is too few, and as many are enough.
#include "emulator/isa/wait_states.hpp"

#include <algorithm>
#include <utility>

#include "emulator/isa/disassembler.hpp"
#include "emulator/isa/line_parser.hpp"
#include "emulator/isa/roles.hpp"
#include "emulator/isa/semantics.hpp"
#include "host/files.hpp"
#include "tests/catch.hpp"

namespace lockstep::isa {
namespace {

Program decoded(const std::string& arch, const std::string& file) {
  const auto bytes = host::read_file(std::string(LOCKSTEP_WAIT_STATES) + "/" + file + "." + arch + ".bin");
  REQUIRE(bytes.has_value());
  REQUIRE(!bytes->empty());
  auto program = disassemble(arch, 0, *bytes);
  REQUIRE(program.has_value());
  return std::move(*program);
}

/// A function of the file: instructions up to its end, in a program of their own.
std::vector<Program> functions(const Program& all) {
  std::vector<Program> parts;
  Program part{all.arch, all.width, 0, {}, {}};
  bool between = true;
  for (const Instruction& i : all.instructions) {
    between &= i.mnemonic == "s_nop" && i.operands[0].integer == 0;  // padding
    if (between) continue;
    part.instructions.push_back(i);
    if (i.mnemonic != "s_endpgm") continue;
    parts.push_back(std::exchange(part, Program{all.arch, all.width, 0, {}, {}}));
    between = true;
  }
  return parts;
}

std::string text(const Program& p) {
  std::string all(p.arch->name);
  for (const Instruction& i : p.instructions) all += "\n  " + i.text;
  return all;
}

int placed(const Program& p) {
  int states = 0;
  for (const Instruction& i : p.instructions)
    if (i.mnemonic == "s_nop") states += int(i.operands[0].integer) + 1;
  return states;
}

/// One wait state fewer.
Program without_one(Program p) {
  auto nop = std::ranges::find(p.instructions, "s_nop", &Instruction::mnemonic);
  if (nop->operands[0].integer > 0)
    --nop->operands[0].integer;
  else
    p.instructions.erase(nop);
  return p;
}

TEST_CASE("the table asks for what LLVM places, neither more nor less") {
  int functions_seen = 0, with_states = 0;
  for (const auto& [arch, file] : {std::pair{"gfx942", "wait_states"}, std::pair{"gfx950", "wait_states"},
                                   std::pair{"gfx950", "wait_states_gfx950"}})
    for (const Program& f : functions(decoded(arch, file))) {
      INFO(text(f));
      ++functions_seen;
      CHECK(too_close(f).pairs.empty());
      if (placed(f) == 0) continue;
      ++with_states;
      CHECK(!too_close(without_one(f)).pairs.empty());
    }
  CHECK(functions_seen > 280);
  CHECK(with_states > 240);
}

TEST_CASE("a rule that asks for another number is noticed") {
  // The same check with every number off by one, up or down, must fail somewhere for every rule that LLVM's
  // output exercises: here for the XDL rules, whose numbers differ between the archs.
  for (const Program& f : functions(decoded("gfx942", "wait_states"))) {
    if (f.instructions[0].mnemonic != "v_mfma_f32_16x16x32_fp8_fp8" || placed(f) != 7) continue;
    Program newer = f;
    newer.arch = lockstep::arch::find("gfx950");
    CHECK(too_close(newer).pairs.size() == 1);
    return;
  }
  FAIL("no XDL of four passes");
}

TEST_CASE("code made of branches is read in little time") {
  // Behind each producer two million paths, were all of them followed.
  Program p{lockstep::arch::find("gfx950"), WaveWidth::lanes64, 0, {}, {}};
  const auto append = [&](const std::string& line) {
    Instruction i = read_line(line, p.instructions.size() * 4, 4);
    bind_semantics(i, kGfx950);
    p.index_of_dword.push_back(std::int32_t(p.instructions.size()));
    p.instructions.push_back(std::move(i));
  };
  for (int n = 0; n < 2000; ++n) {
    append("v_mfma_f32_16x16x128_f8f6f4 v[0:3], v[8:15], v[16:23], v[0:3]");
    for (int b = 0; b < 20; ++b) append("s_cbranch_scc0 1");
  }
  append("s_endpgm");
  CHECK(too_close(p).pairs.empty());
}

TEST_CASE("of a pair of SGPRs only the half that nobody has written since counts") {
  const auto pairs = [](const char* reader) {
    Program p{lockstep::arch::find("gfx950"), WaveWidth::lanes64, 0, {}, {}};
    for (const char* line :
         {"v_mad_u64_u32 v[6:7], s[2:3], s20, v5, v[2:3]", "s_mul_i32 s2, s17, 0xa0", reader})
      p.instructions.push_back(read_line(line, 8 * p.instructions.size(), 8));
    for (Instruction& i : p.instructions) bind_semantics(i, p.arch->instructions);
    return too_close(p).pairs;
  };
  CHECK(pairs("v_add_u32_e32 v5, s2, v4").empty());
  REQUIRE(pairs("v_add_u32_e32 v5, s3, v4").size() == 1);
  CHECK(name(pairs("v_add_u32_e32 v5, s3, v4")[0].at) == "s[2:3]");
}

TEST_CASE("every rule names a source and says what it is about") {
  for (const WaitRule& rule : wait_rules()) {
    CAPTURE(rule.name);
    CHECK(!rule.source.empty());
    CHECK(rule.archs != 0);
    CHECK(rule.producer != 0);
    CHECK(rule.consumer != 0);
    // T11 and MX are tables of the manuals.
    const bool in_manual =
        rule.source.find("T11") != std::string_view::npos || rule.source.find("MX") != std::string_view::npos;
    CHECK((rule.evidence == Evidence::manual) == in_manual);
    if (rule.evidence == Evidence::measured) CHECK(rule.source.find("silicon") != std::string_view::npos);
  }
}

TEST_CASE("only what the manual states or silicon showed, and nothing contradicts, is felt unasked") {
  WaitRule rule;
  TooClose pair;
  pair.rule = &rule;
  pair.needed = 2;
  using findings::Severity;
  CHECK(is_felt(pair, 1, WaitStateMode::evidence));
  CHECK(severity(pair, 1) == Severity::manual);
  rule.evidence = Evidence::measured;
  CHECK(is_felt(pair, 1, WaitStateMode::evidence));
  CHECK(severity(pair, 1) == Severity::manual);
  rule.evidence = Evidence::compiler;
  CHECK_FALSE(is_felt(pair, 1, WaitStateMode::evidence));
  CHECK(severity(pair, 1) == Severity::risk);
  rule.evidence = Evidence::manual;
  rule.contradicted = "kernels that ship";
  rule.contradicted_from = {1};
  CHECK_FALSE(is_felt(pair, 1, WaitStateMode::evidence));
  CHECK(severity(pair, 1) == Severity::note);
  CHECK(is_felt(pair, 0, WaitStateMode::evidence));
  CHECK(severity(pair, 0) == Severity::manual);
  CHECK(is_felt(pair, 1, WaitStateMode::enforce));
  CHECK_FALSE(is_felt(pair, 0, WaitStateMode::report));
  rule.contradicted_from = {-1, true};
  pair.passes = 8;
  CHECK(severity(pair, 6) == Severity::manual);
  CHECK(severity(pair, 7) == Severity::note);
}

TEST_CASE("vector code comes to an XDL result from the last pass on") {
  struct Producer {
    const char* text;
    int passes;
  };
  constexpr Producer kProducers[] = {{"v_mfma_f32_16x16x32_fp8_fp8 v[0:3], v[32:33], v[36:37], 0", 4},
                                     {"v_mfma_f32_32x32x16_f16 v[0:15], v[32:35], v[36:39], 0", 8},
                                     {"v_mfma_f32_32x32x64_f8f6f4 v[0:15], v[32:39], v[40:47], 0", 16}};
  const auto severity_of = [](const char* producer, int states, const char* consumer) {
    Program p{lockstep::arch::find("gfx950"), WaveWidth::lanes64, 0, {}, {}};
    const auto append = [&](const std::string& line) {
      p.instructions.push_back(read_line(line, 8 * p.instructions.size(), 8));
      bind_semantics(p.instructions.back(), p.arch->instructions);
    };
    append(producer);
    for (int i = 0; i < states; ++i) append("v_mov_b32_e32 v60, v61");
    append(consumer);
    const auto pairs = too_close(p).pairs;
    REQUIRE(pairs.size() == 1);
    return severity(pairs[0], pairs[0].found);
  };
  using findings::Severity;
  for (const Producer& p : kProducers)
    for (const char* consumer : {"v_add_f32_e32 v62, v3, v63", "v_mov_b32_e32 v1, v63"}) {
      CAPTURE(p.text, consumer);
      CHECK(severity_of(p.text, p.passes - 2, consumer) == Severity::manual);
      CHECK(severity_of(p.text, p.passes - 1, consumer) == Severity::note);
    }
  CHECK(severity_of(kProducers[0].text, 3, "global_store_dword v63, v3, s[2:3]") == Severity::manual);
}

TEST_CASE("matrix instructions between the two count as the passes they wait for") {
  const auto found = [](int others) {
    Program p{lockstep::arch::find("gfx950"), WaveWidth::lanes64, 0, {}, {}};
    const auto append = [&](const std::string& line) {
      p.instructions.push_back(read_line(line, 8 * p.instructions.size(), 8));
      bind_semantics(p.instructions.back(), p.arch->instructions);
    };
    append("v_mfma_f32_32x32x16_f16 v[0:15], v[32:35], v[36:39], v[0:15]");  // 8 passes
    for (int i = 0; i < others; ++i)
      append("v_mfma_f32_16x16x32_f16 v[" + std::to_string(40 + 4 * i) + ":" + std::to_string(43 + 4 * i) +
             "], v[32:35], v[36:39], 0");  // 4 passes
    append("v_mov_b32_e32 v60, v0");
    const auto pairs = too_close(p).pairs;
    return pairs.empty() ? -1 : pairs[0].found;
  };
  CHECK(found(0) == 0);
  CHECK(found(1) == 8);   // of 12: it waits for 8 passes
  CHECK(found(2) == -1);  // and the next for 4 more
}

}  // namespace
}  // namespace lockstep::isa
