// What the race checks say of small programs that race, and of their neighbours that don't.
#include "catch.hpp"
#include "emulator/checks/sanitizers.hpp"
#include "rig.hpp"

using namespace lockstep;
using namespace lockstep::tests;
using machine::FindingKind;

namespace {

std::vector<machine::Finding> races(const std::string& kernel, const machine::Launch& launch,
                                    machine::Schedule schedule) {
  checks::Sanitizers sanitizers(nullptr);
  Setup setup;
  setup.input = ramp(1, 3, 2 * kRow);
  setup.launch = launch;
  setup.launch.kernarg = kArguments;
  setup.schedule = schedule;
  setup.observer = &sanitizers;
  const Ran ran = run("races", kernel, setup);
  INFO(ran.complaints());
  REQUIRE_FALSE(ran.outcome.stop);
  return sanitizers.findings();
}

constexpr machine::Launch kTwoWaves{{1, 1, 1}, {128, 1, 1}, 0, 0};
constexpr machine::Launch kTwoGroups{{2, 1, 1}, {64, 1, 1}, 0, 0};

void expect(const std::string& kernel, const machine::Launch& launch, FindingKind kind,
            const std::string& mine, const std::string& theirs) {
  const std::vector<machine::Finding> found = races(kernel, launch, kLatest);
  INFO(kernel);
  const auto meant = [&](const machine::Finding& f) {
    return f.kind == kind && f.instruction.find(mine) != std::string::npos &&
           f.text.find(theirs) != std::string::npos;
  };
  CHECK(std::any_of(found.begin(), found.end(), meant));
  CHECK(std::all_of(found.begin(), found.end(), [&](const machine::Finding& f) { return f.kind == kind; }));
}

void expect_none(const std::string& kernel, const machine::Launch& launch) {
  for (const machine::Schedule& schedule : {kEarliest, kLatest, random_schedule(1), random_schedule(2)}) {
    const std::vector<machine::Finding> found = races(kernel, launch, schedule);
    INFO(kernel << (found.empty() ? "" : ": " + found[0].line()));
    CHECK(found.empty());
  }
}

}  // namespace

TEST_CASE("races: waves that nothing orders are named with both instructions") {
  expect("no_barrier", kTwoWaves, FindingKind::lds_race, "ds_", "ds_");
  expect("no_wait_before_barrier", kTwoWaves, FindingKind::lds_race, "ds_", "ds_");
  expect("written_again", kTwoWaves, FindingKind::lds_race, "ds_write_b32", "ds_read_b32");
  expect("dma_no_wait", kTwoWaves, FindingKind::lds_race, "", "_lds_dword");
  expect("different_values", kTwoWaves, FindingKind::lds_race, "ds_write_b32", "ds_write_b32");
  expect("atomic_and_read", kTwoWaves, FindingKind::lds_race, "ds_add_u32", "ds_read_b32");
}

TEST_CASE("races: barriers, atomics, other bytes and equal values are no races between waves") {
  for (const char* kernel : {"ordered", "written_again_in_turn", "dma", "halves", "same_value", "atomics"})
    expect_none(kernel, kTwoWaves);
}

TEST_CASE("races: workgroups that use the same bytes are named with both instructions") {
  expect("same_row", kTwoGroups, FindingKind::memory_race, "global_store_dword", "global_store_dword");
  expect("read_after_write", kTwoGroups, FindingKind::memory_race, "global_load_dword",
         "writes by global_store_dword");
  expect("write_after_read", kTwoGroups, FindingKind::memory_race, "global_store_dword",
         "reads by global_load_dword");
}

TEST_CASE("races: rows apart, halves of dwords, equal values and atomics are no races between workgroups") {
  for (const char* kernel : {"apart", "same_row_same_value", "halves_of_dwords", "added", "last_arrival"})
    expect_none(kernel, kTwoGroups);
}

TEST_CASE("races: what a launch left behind is not held against the next workgroup's waves") {
  expect_none("ordered", {{5, 1, 1}, {128, 1, 1}, 0, 0});
}
