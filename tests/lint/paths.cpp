// What holds on one path and not on another is found on that other, and the line says by which branch.
#include <algorithm>

#include "tests/lint/rig.hpp"

namespace lockstep::tests {
namespace {

using Kind = findings::FindingKind;

const char* const kUse = "v_mov_b32_e32 v3, v2";

std::string path(const char* kernel) {
  const lint::KernelReport report = lint_kernel("paths", kernel);
  INFO(lines(report));
  REQUIRE(report.findings.size() == 1);
  return report.findings[0].path;
}

TEST_CASE("waits that one path lacks") {
  const auto expected = std::to_array<Expected>({
      {"one_arm", Kind::wait, kUse, "global_load_dword v2", "v2", "s_waitcnt vmcnt(0)"},
      {"wait_on_one_arm", Kind::wait, kUse, "global_load_dword v2", "v2", "s_waitcnt vmcnt(0)"},
      {"uneven_weak", Kind::wait, kUse, "(s_waitcnt vmcnt(2) @", "v2", "s_waitcnt vmcnt(1) or lower"},
      {"back_edge", Kind::wait, "v_add_u32_e32 v3, v3, v2", "global_load_dword v2", "v2",
       "s_waitcnt vmcnt(0)"},
      {"pipeline_weak", Kind::wait, "v_add_u32_e32 v3, v3, v4", "global_load_dword v4", "v4",
       "s_waitcnt vmcnt(1) or lower"},
      {"used_twice", Kind::wait, kUse, "global_load_dword v2", "v2", "s_waitcnt vmcnt(0)"},
      {"narrowed", Kind::wait, kUse, "global_load_dword v2", "v2", "s_waitcnt vmcnt(0)"},
      {"other_lanes_crossed", Kind::wait, "v_readfirstlane_b32 s20, v2", "global_load_dword v2", "v2",
       "s_waitcnt vmcnt(0)"},
      {"called", Kind::wait, kUse, "global_load_dword v2", "v2", "s_waitcnt vmcnt(0)"},
      {"called_directly", Kind::wait, kUse, "global_load_dword v2", "v2", "s_waitcnt vmcnt(0)"},
  });
  for (const Expected& e : expected) check("paths", e);
}

TEST_CASE("waits that every path has") {
  for (const char* kernel : {"one_arm_covered", "uneven_enough", "back_edge_covered", "pipeline_enough",
                             "unreachable", "called_covered"})
    check_clean("paths", kernel);
}

TEST_CASE("paths whose branches contradict each other are none") {
  // Where the load is issued, its use is behind the wait.
  for (const char* kernel : {"same_parity", "same_comparison"}) check_clean("paths", kernel);
  for (const char* kernel :
       {"opposite_comparison", "another_parity", "another_sign", "changed_between", "starts_in_a_loop"})
    check("paths", {kernel, Kind::wait, kUse, "global_load_dword v2", "v2", "s_waitcnt vmcnt(0)"});
}

TEST_CASE("paths that a loop's counter rules out are none") {
  for (const char* kernel : {"turns_up", "turns_down", "turns_until_equal"}) check_clean("paths", kernel);
  for (const char* kernel :
       {"turns_up_confused", "turns_up_unguarded", "turns_down_confused", "turns_until_equal_confused"}) {
    const lint::KernelReport report = lint_kernel("paths", kernel);
    INFO(kernel << "\n" << lines(report));
    CHECK(std::ranges::any_of(report.findings, [](const findings::Finding& f) {
      return f.kind == Kind::wait && f.severity == findings::Severity::manual;
    }));
  }
}

TEST_CASE("paths that a loop's counter rules out are none on gfx1250") {
  const auto found = [](const char* start, const char* count, const char* compare, const char* parity) {
    return lint_lines("gfx1250", {"s_max_i32 s8, s8, 1",
                                  start,
                                  "global_load_b32 v2, v1, s[4:5]",
                                  "global_load_b32 v4, v1, s[4:5]",  // the loop
                                  "s_wait_loadcnt 0x1",
                                  "v_mov_b32_e32 v5, v2",
                                  count,
                                  compare,
                                  "s_cbranch_scc0 6",
                                  "global_load_b32 v2, v1, s[4:5]",
                                  "s_wait_loadcnt 0x1",
                                  "v_mov_b32_e32 v5, v4",
                                  count,
                                  compare,
                                  "s_cbranch_scc1 65524",
                                  parity,
                                  "s_cbranch_scc1 2",
                                  "v_mov_b32_e32 v3, v4",
                                  "s_endpgm",
                                  "v_mov_b32_e32 v3, v2",
                                  "s_endpgm"})
        .findings.size();
  };
  const char *const odd = "s_bitcmp1_b32 s8, 0", *const even = "s_bitcmp0_b32 s8, 0";
  for (const char* const count :
       {"s_add_co_u32 s7, s7, 1", "s_add_co_i32 s7, 1, s7", "s_addk_co_i32 s7, 0x1"}) {
    INFO(count);
    CHECK(found("s_mov_b32 s7, 0", count, "s_cmp_lt_i32 s7, s8", odd) == 0);
    CHECK(found("s_mov_b32 s7, 0", count, "s_cmp_lt_i32 s7, s8", even) == 2);
  }
  for (const char* const count : {"s_sub_co_u32 s7, s7, 1", "s_sub_co_i32 s7, s7, 1"}) {
    CHECK(found("s_mov_b32 s7, s8", count, "s_cmp_lg_u32 s7, 0", odd) == 0);
    CHECK(found("s_mov_b32 s7, s8", count, "s_cmp_lg_u32 s7, 0", even) == 2);
  }
}

TEST_CASE("a number of which all bits are known is that number") {
  const auto found = [](const char* shift) {
    return lint_lines("gfx950",
                      {"s_bitcmp1_b32 s2, 0", "s_cbranch_scc1 1", "global_load_dword v2, v1, s[4:5]", shift,
                       "s_cmp_lg_u32 s9, 0", "s_cbranch_scc0 1", "v_mov_b32_e32 v3, v2", "s_endpgm"})
        .findings.size();
  };
  CHECK(found("s_lshl_b32 s9, s2, 31") == 0);
  CHECK(found("s_lshl_b32 s9, s2, 30") == 1);
}

TEST_CASE("a condition kept as one of two numbers is the same condition later") {
  const auto found = [](const char* kept) {
    return lint_lines("gfx950", {"s_cmp_gt_i32 s2, 3", kept, "s_cmp_lg_u32 s9, 0", "s_cbranch_scc0 1",
                                 "global_load_dword v2, v1, s[4:5]", "s_cmp_eq_u32 s9, 1", "s_cbranch_scc1 1",
                                 "v_mov_b32_e32 v3, v2", "s_endpgm"})
        .findings.size();
  };
  CHECK(found("s_cselect_b32 s9, 1, 0") == 0);
  CHECK(found("s_cselect_b32 s9, 2, 0") == 1);
  CHECK(found("s_cselect_b32 s9, s3, 0") == 1);
}

TEST_CASE("the branches of the path are named") {
  CHECK(path("one_arm").empty());  // the load is on the arm
  CHECK(path("wait_on_one_arm").ends_with(" not taken"));
  CHECK(path("uneven_weak").starts_with("s_cbranch_scc1"));
  CHECK(path("uneven_weak").find("not taken") == std::string::npos);
  CHECK(path("back_edge").starts_with("s_cbranch_scc1"));
  CHECK(path("back_edge").ends_with(" taken"));
  CHECK(path("used_twice").empty());
}

TEST_CASE("what the code does not say is neither right nor wrong") {
  const auto expected = std::to_array<Expected>({
      {"other_lanes", Kind::undecided, "v_mov_b32_e32 v2, 0", "if any lane executes both", "v2",
       "s_waitcnt vmcnt(0)"},
      {"widened_then_narrowed", Kind::undecided, kUse, "if any lane executes both", "v2",
       "s_waitcnt vmcnt(0)"},
      {"jumps_anywhere", Kind::undecided, "s_setpc_b64", "jumps to the address in s[10:11]", "", ""},
      {"indexed", Kind::undecided, kUse, "if the index chooses it", "v2", "s_waitcnt vmcnt(0)"},
      {"skipped_by_two", Kind::undecided, kUse, "if s_setvskip skips", "v2", "s_waitcnt vmcnt(0)"},
      {"foreign", Kind::undecided, "v_trig_preop_f64", "nothing is known", "", ""},
      {"no_end", Kind::undecided, ".long 0xffffffff", "no instruction", "", ""},
  });
  for (const Expected& e : expected) {
    check("paths", e);
    CHECK(lint_kernel("paths", e.kernel).verdict() == lint::Verdict::inconclusive);
  }
}

TEST_CASE("registers chosen by an index are those that lie behind the line's") {
  for (const char* kernel : {"indexed_covered", "indexed_below", "indexed_other_side", "indexed_no_more"})
    check_clean("paths", kernel);
}

TEST_CASE("vector instructions that s_setvskip skips, or perhaps does") {
  for (const char* kernel : {"skip_never", "skip_always", "skip_together", "skip_covered"})
    check_clean("paths", kernel);
  for (const char* kernel : {"skip_off_again", "skip_load_or_not", "skip_use_or_not", "skip_weak_together"})
    check("paths", {kernel, Kind::wait, kUse, "global_load_dword v2", "v2",
                    std::string_view(kernel) == "skip_weak_together" ? "s_waitcnt vmcnt(1) or lower"
                                                                     : "s_waitcnt vmcnt(0)"});
}

TEST_CASE("behind a call of unknown code the rest is checked") {
  const lint::KernelReport report = lint_kernel("paths", "calls_anybody");
  INFO(lines(report));
  REQUIRE(report.findings.size() == 2);
  CHECK(report.findings[0].kind == Kind::undecided);
  CHECK(report.findings[0].text.find("calls the address in s[10:11]") != std::string::npos);
  CHECK(report.findings[1].kind == Kind::wait);
  CHECK(report.verdict() == lint::Verdict::falsified);
}

}  // namespace
}  // namespace lockstep::tests
