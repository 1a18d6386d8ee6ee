// The small algebras of the analyses, by what they stand for.
#include "emulator/isa/counters.hpp"
#include "emulator/isa/line_parser.hpp"
#include "emulator/isa/roles.hpp"
#include "emulator/lint/exec_lanes.hpp"
#include "tests/lint/rig.hpp"

namespace lockstep::tests {
namespace {

using lint::ExecChange;
using lint::Lanes;

constexpr auto kLanes =
    std::to_array({Lanes::same, Lanes::narrower, Lanes::wider, Lanes::overlapping, Lanes::unknown});

/// Whether a pair of masks of three lanes, both with a lane on, is one that `lanes` stands for.
bool stands_for(Lanes lanes, unsigned then, unsigned now) {
  switch (lanes) {
    case Lanes::same:
      return now == then;
    case Lanes::narrower:
      return (now & ~then) == 0;
    case Lanes::wider:
      return (then & ~now) == 0;
    case Lanes::overlapping:
      return (now & then) != 0;
    case Lanes::unknown:
      return true;
  }
  return false;
}

TEST_CASE("the relation of lanes covers every mask that EXEC may have become") {
  for (const Lanes lanes : kLanes)
    for (unsigned then = 1; then < 8; ++then)
      for (unsigned now = 1; now < 8; ++now) {
        if (!stands_for(lanes, then, now)) continue;
        for (unsigned mask = 0; mask < 8; ++mask) {
          if ((now & mask) != 0) CHECK(stands_for(after(lanes, ExecChange::narrows), then, now & mask));
          CHECK(stands_for(after(lanes, ExecChange::widens), then, now | mask));
          if (mask != 0) CHECK(stands_for(after(lanes, ExecChange::replaces), then, mask));
        }
        for (const Lanes other : kLanes) CHECK(stands_for(join(lanes, other), then, now));
      }
  CHECK(after(Lanes::same, ExecChange::narrows) != Lanes::unknown);
  CHECK(after(Lanes::narrower, ExecChange::widens) != Lanes::unknown);
  CHECK(join(Lanes::narrower, Lanes::wider) != Lanes::unknown);
}

isa::Instruction line(const char* text, arch::Set archs = arch::kGfx950) {
  isa::Instruction i = isa::read_line(text, 0, 8);
  isa::bind_semantics(i, archs);
  REQUIRE(i.semantics != nullptr);
  REQUIRE(i.unreadable.empty());
  return i;
}

TEST_CASE("what an instruction does to EXEC") {
  struct Row {
    const char* text;
    ExecChange change;
  };
  constexpr Row kRows[] = {{"s_and_saveexec_b64 s[2:3], vcc", ExecChange::narrows},
                           {"s_or_saveexec_b64 s[2:3], s[4:5]", ExecChange::widens},
                           {"s_andn2_saveexec_b64 s[2:3], s[4:5]", ExecChange::replaces},
                           {"s_andn2_b64 exec, exec, s[4:5]", ExecChange::narrows},
                           {"s_andn2_b64 exec, s[4:5], exec", ExecChange::replaces},
                           {"s_and_b64 exec, s[4:5], exec", ExecChange::narrows},
                           {"s_and_b64 exec, s[4:5], s[6:7]", ExecChange::replaces},
                           {"s_or_b64 exec, exec, s[4:5]", ExecChange::widens},
                           {"s_xor_b64 exec, exec, s[4:5]", ExecChange::replaces},
                           {"s_mov_b64 exec, -1", ExecChange::widens},
                           {"s_mov_b64 exec, s[4:5]", ExecChange::replaces},
                           {"s_mov_b64 s[4:5], exec", ExecChange::none},
                           {"v_cmpx_eq_u32_e32 vcc, v1, v2", ExecChange::narrows},
                           {"v_cmp_eq_u32_e32 vcc, v1, v2", ExecChange::none}};
  for (const Row& row : kRows) {
    INFO(row.text);
    CHECK(lint::exec_change(line(row.text), isa::WaveWidth::lanes64) == row.change);
  }
}

TEST_CASE("a narrow wave's EXEC is one register") {
  using isa::WaveWidth;
  const auto change = [](const char* text, WaveWidth width) { return lint::exec_change(line(text), width); };
  CHECK(change("s_mov_b32 exec_hi, 0", WaveWidth::lanes64) == ExecChange::replaces);
  CHECK(change("s_mov_b32 exec_hi, 0", WaveWidth::lanes32) == ExecChange::none);
  CHECK(change("s_mov_b32 exec_lo, 0", WaveWidth::lanes32) == ExecChange::replaces);
  CHECK(change("s_and_b64 exec, exec, s[4:5]", WaveWidth::lanes32) == ExecChange::narrows);
  CHECK(change("v_cmpx_eq_u32_e32 vcc_lo, v1, v2", WaveWidth::lanes32) == ExecChange::narrows);
}

TEST_CASE("a narrow wave's EXEC on gfx1250, where instructions have other names") {
  const std::pair<const char*, ExecChange> rows[] = {
      {"s_and_saveexec_b32 s2, vcc_lo", ExecChange::narrows},
      {"s_or_saveexec_b32 s2, s4", ExecChange::widens},
      {"s_and_not0_saveexec_b32 s2, s4", ExecChange::narrows},
      {"s_and_not1_saveexec_b32 s2, s4", ExecChange::replaces},
      {"s_and_b32 exec_lo, exec_lo, s4", ExecChange::narrows},
      {"s_and_b32 s2, exec_lo, s4", ExecChange::none},
      {"s_and_not1_b32 exec_lo, exec_lo, s4", ExecChange::narrows},
      {"s_and_not1_b32 exec_lo, s4, exec_lo", ExecChange::replaces},
      {"s_or_b32 exec_lo, exec_lo, s4", ExecChange::widens},
      {"s_xor_b32 exec_lo, exec_lo, s4", ExecChange::replaces},
      {"s_mov_b32 exec_lo, -1", ExecChange::widens},
      {"s_mov_b32 exec_lo, s4", ExecChange::replaces}};
  for (const auto& [text, change] : rows) {
    INFO(text);
    CHECK(lint::exec_change(line(text, arch::kGfx1250), isa::WaveWidth::lanes32) == change);
  }
  const auto report =
      lint_lines("gfx1250", {"global_load_b32 v2, v1, s[4:5]", "s_and_saveexec_b32 s10, vcc_lo",
                             "v_mov_b32_e32 v3, v2", "s_endpgm"});
  REQUIRE(report.findings.size() == 1);
  CHECK(report.findings[0].kind == findings::FindingKind::wait);
}

TEST_CASE("what operations add to the counters, and what covers them") {
  using isa::Counter;
  const auto counted = [](const char* text) { return *isa::issued(line(text)); };
  CHECK(counted("global_store_dword v1, v2, s[2:3]").counter == Counter::vm);
  CHECK(counted("buffer_wbl2 sc1").counter == Counter::vm);
  CHECK(counted("buffer_inv sc1").counter == Counter::vm);
  CHECK(!isa::issued(line("v_mov_b32_e32 v1, v2")));
  CHECK(counted("ds_read_b32 v1, v2").ordered);
  CHECK(!counted("s_load_dword s4, s[2:3], 0x0").ordered);
  CHECK(counted("s_load_dword s4, s[2:3], 0x0").weight == 1);
  CHECK(counted("s_load_dwordx8 s[4:11], s[2:3], 0x0").weight == 2);
  CHECK(counted("flat_load_dword v1, v[2:3]").on_lgkm == isa::Issued::OnLgkm::unordered);
  CHECK(isa::covered(counted("ds_read_b32 v1, v2"), 3, 3));
  CHECK(!isa::covered(counted("ds_read_b32 v1, v2"), 3, 4));
  CHECK(!isa::covered(counted("s_load_dword s4, s[2:3], 0x0"), 3, 1));
  CHECK(isa::covered(counted("s_load_dword s4, s[2:3], 0x0"), 0, 0));
}

}  // namespace
}  // namespace lockstep::tests
