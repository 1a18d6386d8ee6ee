// Copies into LDS: what must be said, and what can't be without knowing the bytes.
#include "tests/lint/rig.hpp"

namespace lockstep::tests {
namespace {

using Kind = findings::FindingKind;

TEST_CASE("LDS read before any copy into it is done") {
  const char* const read = "ds_read_b32 v2, v3";
  const char* const copy = "buffer_load_dword v1";
  const char* const needed = "s_waitcnt vmcnt(0), and s_barrier where other waves copied";
  const auto expected = std::to_array<Expected>({
      {"weak", Kind::lds_copy, read, copy, "",
       "s_waitcnt vmcnt(1) or lower, and s_barrier where other waves copied"},
      {"not_waited_for", Kind::lds_copy, read, copy, "", needed},
      {"barrier_without_wait", Kind::lds_copy, read, copy, "", needed},
      {"barriers_without_wait", Kind::lds_copy, read, copy, "", needed},
      {"first_turn", Kind::lds_copy, read, copy, "", needed},
  });
  for (const Expected& e : expected) check("copies", e);
}

TEST_CASE("bytes that thread 0 uses while its wave copies into them") {
  const char* const read = "ds_read_b32 v2, v1 offset:256";
  const char* const other = "reads LDS 0x100, which buffer_load_dword v1, s[8:11], 0 offen offset:256 lds";
  const char* const needed = "s_waitcnt vmcnt(0)";
  const auto expected = std::to_array<Expected>({
      {"second_of_two", Kind::lds_copy, read, other, "", needed},
      {"both_of_two", Kind::lds_copy, "ds_read2_b32", other, "", needed},
      {"written_early", Kind::lds_copy, "ds_write_b32 v1, v0 offset:256", "writes LDS 0x100, which", "",
       needed},
      {"base_by_wave", Kind::lds_copy, read, other, "", needed},
      {"this_wave", Kind::lds_copy, read, other, "", needed},
      {"this_lane", Kind::lds_copy, read, other, "", needed},
      {"lanes_again", Kind::lds_copy, read, other, "", needed},
  });
  for (const Expected& e : expected) check("copies", e);
}

TEST_CASE("bytes that other threads use while their wave copies into them") {
  const char* const read = "ds_read_b32 v2, v1 offset:256";
  const char* const apart = "buffer_load_dword v1, s[8:11], 0 offen offset:256 lds";
  const char* const needed = "s_waitcnt vmcnt(0)";
  check("copies", {"without_first_early", Kind::lds_copy, read, "reads LDS 0x104, which buffer", "", needed});
  check("copies", {"without_first_early", Kind::lds_copy, read, "of thread 1", "", needed});
  check("copies",
        {"without_first_by_wave", Kind::lds_copy, "ds_read_b32 v2, v1", "reads LDS 0x4, which", "", needed});
  check("copies", {"second_wave_early", Kind::lds_copy, "ds_read_b32 v2, v3 offset:256", apart, "", needed});
  check("copies", {"second_wave_early", Kind::lds_copy, "ds_read_b32 v2, v3", "of thread 64", "", needed});
  check("copies",
        {"numbered_early", Kind::lds_copy, "ds_read_b32 v2, v3", "reads LDS 0x104, which", "", needed});
  for (const char* kernel : {"numbered_covered", "numbered_apart", "without_first_covered",
                             "without_first_apart", "second_wave_covered"})
    check_clean("copies", kernel);
}

TEST_CASE("bytes that thread 0 copies into while it reads them") {
  const char* const copy = "buffer_load_dword v1, s[8:11], 0 offen lds";
  const char* const other = "fills LDS 0x0, which ds_read_b32 v2, v1 @";
  check("copies", {"refilled", Kind::lds_copy, copy, other, "", "s_waitcnt lgkmcnt(1) or lower"});
  check("copies", {"refilled_weak", Kind::lds_copy, copy, other, "", "s_waitcnt lgkmcnt(1) or lower"});
}

TEST_CASE("bytes that thread 0 copies into while it writes them") {
  const char* const copy = "buffer_load_dword v1, s[8:11], 0 offen";
  check("copies", {"cleared_early", Kind::lds_copy, copy, "fills LDS 0x0, which ds_write_b32 v1, v2 @", "",
                   "s_waitcnt lgkmcnt(1) or lower"});
  check("copies", {"cleared_early", Kind::lds_copy, copy, "may still be writing, of thread 0", "",
                   "s_waitcnt lgkmcnt(1) or lower"});
  check("copies", {"cleared_weak", Kind::lds_copy, copy,
                   "fills LDS 0x100, which ds_write_b32 v1, v2 offset:256 @", "", "s_waitcnt lgkmcnt(0)"});
  check_clean("copies", "cleared_covered");
}

TEST_CASE("bytes apart, waves and lanes apart, turns apart") {
  for (const char* kernel : {"first_of_two", "not_this_wave", "not_this_lane", "some_lanes",
                             "refilled_covered", "refilled_apart", "toggled_enough"})
    check_clean("copies", kernel);
}

TEST_CASE("the first turn of two buffers is followed, the rest is not") {
  const lint::KernelReport report = lint_kernel("copies", "toggled_weak");
  INFO(lines(report));
  REQUIRE(report.findings.size() == 1);
  CHECK(report.findings[0].kind == Kind::lds_copy);
  CHECK(report.findings[0].needed.starts_with("s_waitcnt vmcnt(1) or lower"));
}

TEST_CASE("M0 without a value") {
  check("copies", {"no_base", Kind::undefined_address, "buffer_load_dword v1", "M0", "m0", ""});
  check("copies", {"base_on_one_arm", Kind::undefined_address, "buffer_load_dword v1", "M0", "m0", ""});
}

TEST_CASE("M0 written a wait state too late") {
  check("copies",
        {"base_too_late", Kind::nop, "buffer_load_dword v1", "s_mov_b32 m0, 0", "m0", "s_nop 0 between"});
}

TEST_CASE("copies that are covered, or that nothing can be said of") {
  for (const char* kernel :
       {"covered", "partly", "no_barrier_but_wait", "written_too", "by_others", "first_turn_covered"})
    check_clean("copies", kernel);
}

}  // namespace
}  // namespace lockstep::tests
