// What two waves do to the same bytes of LDS on both sides of a barrier.
#include "tests/lint/rig.hpp"

namespace lockstep::tests {
namespace {

using Kind = findings::FindingKind;

std::vector<findings::Finding> races(const std::string& kernel) {
  std::vector<findings::Finding> all = lint_kernel("order", kernel).findings;
  std::erase_if(all, [](const findings::Finding& f) { return f.kind != Kind::lds_race; });
  return all;
}

TEST_CASE("LDS that a wave still uses behind a barrier is found where another uses it there") {
  struct Row {
    const char *kernel, *at, *text, *needed;
  };
  const auto rows = std::to_array<Row>({
      {"waited_behind", "ds_read_b32 v4, v2", "may still be filling", "s_waitcnt vmcnt(0) before it"},
      {"written_while_read", "ds_write_b32 v1, v0", "may still be reading",
       "s_waitcnt lgkmcnt(1) or lower before it"},
      {"loaded_while_read", "buffer_load_dword v1", "may still be reading",
       "s_waitcnt lgkmcnt(1) or lower before it"},
      {"in_turns_early", "ds_read_b32 v4, v3", "may still be filling",
       "s_waitcnt vmcnt(1) or lower before it"},
  });
  for (const Row& row : rows) {
    const std::vector<findings::Finding> found = races(row.kernel);
    CAPTURE(row.kernel);
    REQUIRE_FALSE(found.empty());
    CHECK(found[0].instruction.starts_with(row.at));
    CHECK(found[0].text.find(row.text) != std::string::npos);
    CHECK(found[0].needed == row.needed);
    CHECK(found[0].severity == findings::Severity::manual);
  }
}

TEST_CASE("two waves use the same bytes of LDS, and no barrier lies between") {
  struct Row {
    const char *kernel, *at, *text;
  };
  const auto rows = std::to_array<Row>({
      {"no_barrier_before_read", "ds_read_b32 v4, v2", "no barrier lies between the two"},
      {"no_barrier_behind_read", "ds_read_b32 v4, v2", "no barrier lies between the two"},
  });
  for (const Row& row : rows) {
    const std::vector<findings::Finding> found = races(row.kernel);
    CAPTURE(row.kernel);
    REQUIRE(found.size() == 1);
    CHECK(found[0].instruction.starts_with(row.at));
    CHECK(found[0].text.find(row.text) != std::string::npos);
    CHECK(found[0].needed == "s_barrier between");
    CHECK(found[0].severity == findings::Severity::manual);
  }
  const std::vector<findings::Finding> dead = races("dead_read");
  REQUIRE(dead.size() == 1);
  CHECK(dead[0].severity == findings::Severity::note);
  for (const char* kernel :
       {"barriers_on_both_sides", "all_write_alike", "told_by_a_place", "told_by_an_atomic"}) {
    CAPTURE(kernel);
    CHECK(races(kernel).empty());
  }
}

TEST_CASE("waits before the barrier, and branches that the code does not decide, leave nothing to say") {
  for (const char* kernel :
       {"waited_before", "written_once_read", "loaded_once_read", "in_turns_right", "either"}) {
    CAPTURE(kernel);
    CHECK(races(kernel).empty());
  }
}

}  // namespace
}  // namespace lockstep::tests
