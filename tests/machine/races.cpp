// What the race checks say of small programs that race, and of their neighbours that don't.
#include <set>
#include <tuple>

#include "emulator/checks/sanitizers.hpp"
#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

using namespace lockstep;
using namespace lockstep::tests;
using findings::FindingKind;

namespace {

using Run = Ran (*)(const std::string& program, const std::string& kernel, const Setup& setup);

std::vector<findings::Finding> races(const std::string& kernel, const machine::Launch& launch,
                                     machine::Schedule schedule, int threads = 1, Run how = run) {
  checks::Sanitizers sanitizers(*program("races"), nullptr);
  Setup setup;
  setup.input = ramp(1, 3, 2 * kRow);
  setup.launch = launch;
  setup.launch.kernarg = kArguments;
  setup.schedule = schedule;
  setup.observer = &sanitizers;
  setup.threads = threads;
  const Ran ran = how("races", kernel, setup);
  INFO(ran.complaints());
  REQUIRE_FALSE(ran.outcome.stop);
  return sanitizers.findings();
}

constexpr machine::Launch kTwoWaves{{1, 1, 1}, {128, 1, 1}, 0, 0};
constexpr machine::Launch kTwoGroups{{2, 1, 1}, {64, 1, 1}, 0, 0};

void expect(const std::string& kernel, const machine::Launch& launch, FindingKind kind,
            const std::string& mine, const std::string& theirs) {
  const std::vector<findings::Finding> found = races(kernel, launch, kLatest);
  INFO(kernel << (found.empty() ? "" : ": " + found[0].line()));
  const auto meant = [&](const findings::Finding& f) {
    return f.kind == kind && f.instruction.find(mine) != std::string::npos &&
           f.text.find(theirs) != std::string::npos;
  };
  CHECK(std::any_of(found.begin(), found.end(), meant));
  CHECK(std::all_of(found.begin(), found.end(), [&](const findings::Finding& f) { return f.kind == kind; }));
}

void expect_none(const std::string& kernel, const machine::Launch& launch) {
  for (const machine::Schedule& schedule : {kEarliest, kLatest, random_schedule(1), random_schedule(2)}) {
    const std::vector<findings::Finding> found = races(kernel, launch, schedule);
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
  expect("atomic_and_read", kTwoWaves, FindingKind::lds_race, "ds_read_b32", "ds_add_u32");
  expect("across_64_and_there", kTwoWaves, FindingKind::lds_race, "ds_", "ds_");
}

TEST_CASE("races: barriers, atomics, other bytes and equal values are no races between waves") {
  for (const char* kernel :
       {"ordered", "written_again_in_turn", "dma", "halves", "same_value", "atomics", "across_64_and_beside",
        "written_once_read", "loaded_once_read", "pipelined", "written_and_ended"})
    expect_none(kernel, kTwoWaves);
}

namespace {

/// Severity and addresses of both instructions.
using Pair = std::tuple<findings::Severity, std::uint64_t, std::uint64_t>;

std::set<Pair> pairs(const std::string& kernel, machine::Schedule schedule) {
  std::set<Pair> all;
  for (const findings::Finding& f : races(kernel, kTwoWaves, schedule))
    all.emplace(f.severity, f.address, f.other_address);
  return all;
}

}  // namespace

TEST_CASE("races: waves that race in LDS do so under every schedule, by the same pairs of instructions") {
  for (const char* kernel :
       {"no_barrier", "no_wait_before_barrier", "written_again", "dma_no_wait", "dma_late_wait",
        "written_while_read", "loaded_while_read", "dma_same_row", "dma_own_row", "dma_half_the_row",
        "dma_half_of_another", "different_values", "atomic_and_read", "across_64_and_there"}) {
    const std::set<Pair> under_latest = pairs(kernel, kLatest);
    CAPTURE(kernel);
    CHECK_FALSE(under_latest.empty());
    for (const machine::Schedule& schedule : machine::several_schedules(1, 4)) {
      CAPTURE(machine::to_string(schedule));
      CHECK(pairs(kernel, schedule) == under_latest);
    }
  }
}

namespace {

std::set<Pair> checked_pairs(const std::string& kernel, const machine::Launch& launch,
                             machine::Schedule schedule, int threads) {
  Setup setup;
  setup.input = ramp(1, 3, 2 * kRow);
  setup.launch = launch;
  setup.launch.kernarg = kArguments;
  setup.schedule = schedule;
  setup.order = machine::Settings::Order::scheduled;
  setup.threads = threads;
  setup.all_checks = true;
  const Ran ran = run("races", kernel, setup);
  REQUIRE_FALSE(ran.outcome.stop);
  std::set<Pair> all;
  for (const findings::Finding& f : ran.outcome.findings)
    if (f.kind == FindingKind::memory_race) all.emplace(f.severity, f.address, f.other_address);
  return all;
}

void expect_same_checked(const std::string& kernel, const machine::Launch& launch) {
  const std::set<Pair> under_earliest = checked_pairs(kernel, launch, kEarliest, 1);
  CAPTURE(kernel);
  CHECK_FALSE(under_earliest.empty());
  for (const machine::Schedule& schedule : machine::several_schedules(1, 6))
    for (const int threads : {1, 2}) {
      CAPTURE(machine::to_string(schedule), threads);
      CHECK(checked_pairs(kernel, launch, schedule, threads) == under_earliest);
    }
}

}  // namespace

TEST_CASE("races: over memory they are the same under every schedule, by pairs of instructions") {
  for (const char* kernel :
       {"memory_no_barrier", "memory_no_wait", "memory_written_again", "memory_late_load",
        "memory_same_value", "memory_atomic_and_load", "memory_rows_meet", "memory_loaded_twice",
        "memory_stored_twice", "memory_both_store_twice"})
    expect_same_checked(kernel, kTwoWaves);
  for (const char* kernel :
       {"same_row", "read_after_write", "write_after_read", "second_changes", "one_changes",
        "odd_lanes_write", "same_row_same_value", "same_scales", "scales", "changed_bytes_beside",
        "half_then_dword", "dword_then_byte", "across_dwords", "message_without_scope", "other_message"})
    for (const std::uint32_t groups : {2u, 5u})
      expect_same_checked(kernel, {{groups, 1, 1}, {64, 1, 1}, 0, 0});
}

TEST_CASE("races: what is missing between two waves is said: a barrier, or a wait before it") {
  const auto says = [](const char* kernel, const std::string& words) {
    const auto found = races(kernel, kTwoWaves, kEarliest);
    INFO(kernel << (found.empty() ? "" : ": " + found[0].line()));
    REQUIRE(found.size() == 1);
    CHECK(found[0].text.find(words) != std::string::npos);
  };
  says("no_barrier", "; no barrier lies between");
  says("dma_late_wait", "its own: s_waitcnt vmcnt(0) is missing there");
  says("written_while_read", "wave 0 has waited for its own: s_waitcnt lgkmcnt(1) is missing there");
  says("loaded_while_read", "wave 0 has waited for its own: s_waitcnt lgkmcnt(1) is missing there");
}

TEST_CASE("races: workgroups that use the same bytes are named with both instructions") {
  expect("same_row", kTwoGroups, FindingKind::memory_race, "global_store_dword", "global_store_dword");
  expect("read_after_write", kTwoGroups, FindingKind::memory_race, "global_load_dword",
         "writes by global_store_dword");
  expect("write_after_read", kTwoGroups, FindingKind::memory_race, "global_store_dword",
         "reads by global_load_dword");
  expect("second_changes", kTwoGroups, FindingKind::memory_race, "global_", "global_");
  expect("message_without_scope", kTwoGroups, FindingKind::memory_race, "global_load_dword",
         "global_store_dword");
  expect("other_message", kTwoGroups, FindingKind::memory_race, "global_load_dword", "global_store_dword");
}

TEST_CASE("races: a store of what is there races with one that changes it, whichever comes first") {
  for (const machine::Schedule& schedule : {kEarliest, kLatest}) {
    CAPTURE(machine::to_string(schedule));
    const std::vector<findings::Finding> found = races("one_changes", kTwoGroups, schedule);
    REQUIRE(found.size() == 1);
    CHECK(found[0].severity == findings::Severity::wrong);
  }
  expect_none("none_changes", kTwoGroups);
  expect_none("memory_none_changes", kTwoWaves);
}

TEST_CASE("races: what a workgroup stores at device scope tells another that it is done") {
  expect_none("told_by_message", kTwoGroups);
}

TEST_CASE("races: of equal bytes they are a risk, of different ones wrong") {
  const auto severities = [](const char* kernel, const machine::Launch& launch = kTwoWaves) {
    std::set<findings::Severity> all;
    for (const findings::Finding& f : races(kernel, launch, kLatest)) all.insert(f.severity);
    return all;
  };
  using Set = std::set<findings::Severity>;
  CHECK(severities("dma_same_row") == Set{findings::Severity::risk});
  CHECK(severities("dma_half_the_row") == Set{findings::Severity::risk});
  CHECK(severities("dma_half_of_another") == Set{findings::Severity::wrong});
  CHECK(severities("dma_own_row") == Set{findings::Severity::wrong});
  CHECK(severities("memory_same_value") == Set{findings::Severity::risk});
  CHECK(severities("same_row_same_value", kTwoGroups) == Set{findings::Severity::risk});
  CHECK(severities("same_scales", kTwoGroups) == Set{findings::Severity::risk});
  CHECK(severities("scales", kTwoGroups) == Set{findings::Severity::risk, findings::Severity::wrong});
}

TEST_CASE("races: vector memory operations of a workgroup keep their order over a barrier without a wait") {
  for (const char* kernel : {"memory_no_wait", "memory_late_load"})
    for (const machine::Schedule& schedule : {kEarliest, kLatest, kVmemLate, random_schedule(1)}) {
      CAPTURE(kernel, machine::to_string(schedule));
      const std::vector<findings::Finding> found = races(kernel, kTwoWaves, schedule);
      REQUIRE_FALSE(found.empty());
      for (const findings::Finding& f : found) CHECK(f.severity == findings::Severity::note);
    }
}

TEST_CASE("races: a barrier is called so where the program has an atomic, too") {
  for (const machine::Schedule& schedule : {kEarliest, kLatest, kVmemLate, random_schedule(1)}) {
    const std::vector<findings::Finding> found = races("memory_no_wait_beside_atomic", kTwoWaves, schedule);
    REQUIRE_FALSE(found.empty());
    for (const findings::Finding& f : found)
      CHECK_THAT(f.text, Catch::Matchers::Contains("comes to the barrier between without a wait for it"));
  }
}

TEST_CASE("races: behind a barrier waves load what others stored before, without a wait") {
  for (const machine::Schedule& schedule : {kEarliest, kLatest, kVmemLate, random_schedule(1)}) {
    Setup setup;
    setup.launch = kTwoWaves;
    setup.launch.kernarg = kArguments;
    setup.schedule = schedule;
    const Ran ran = run("races", "memory_no_wait_kept", setup);
    INFO(ran.complaints());
    for (int thread = 0; thread < 128; ++thread)
      CHECK(ran.output[128 + std::size_t(thread)] == std::uint32_t(thread ^ 64));
  }
}

TEST_CASE("races: the lane is named whose bytes they are") {
  for (const char* kernel : {"odd_lanes_write", "past_the_records"}) {
    CAPTURE(kernel);
    const std::vector<findings::Finding> found = races(kernel, kTwoGroups, kLatest);
    REQUIRE(found.size() == 1);
    CHECK(found[0].lane == 1);
  }
}

TEST_CASE("races: rows apart, halves of dwords, and atomics are no races between workgroups") {
  for (const char* kernel :
       {"apart", "unchanged_beside", "unchanged_bytes_beside", "halves_of_dwords", "added", "last_arrival"})
    expect_none(kernel, kTwoGroups);
}

TEST_CASE("races: bytes that lanes store one behind the other are judged one by one") {
  expect("changed_bytes_beside", kTwoGroups, FindingKind::memory_race, "global_load_ubyte",
         "global_store_byte");
  for (const findings::Finding& f : races("scales", kTwoGroups, kLatest))
    CHECK((f.severity == findings::Severity::risk || f.lane == 60));
}

TEST_CASE("races: parts of dwords are told apart, whatever was used whole before") {
  constexpr machine::Launch kThreeGroups{{3, 1, 1}, {64, 1, 1}, 0, 0};
  for (const machine::Launch& launch : {kTwoGroups, kThreeGroups}) {
    expect("half_then_dword", launch, FindingKind::memory_race, "global_store", "global_store");
    expect("dword_then_byte", launch, FindingKind::memory_race, "global_store", "global_store");
    expect("across_dwords", launch, FindingKind::memory_race, "global_store", "global_store");
    expect_none("beside_across_dwords", launch);
  }
  expect("half_of_the_first", kThreeGroups, FindingKind::memory_race, "global_", "global_");
  expect_none("half_of_the_first", kTwoGroups);
}

TEST_CASE("races: waves that use the same bytes of memory are named with both instructions") {
  constexpr FindingKind kKind = FindingKind::memory_race;
  expect("memory_no_barrier", kTwoWaves, kKind, "global_", "no barrier lies between");
  expect("memory_no_wait", kTwoWaves, kKind, "global_", "comes to the barrier between without a wait for it");
  expect("memory_written_again", kTwoWaves, kKind, "global_store_dword", "reads by global_load_dword v4");
  expect("memory_late_load", kTwoWaves, kKind, "global_",
         "comes to the barrier between without a wait for it");
  expect("memory_same_value", kTwoWaves, kKind, "global_store_dword", "writes by global_store_dword");
  expect("memory_atomic_and_load", kTwoWaves, kKind, "global_", "no barrier lies between");
}

TEST_CASE("races: rows of waves that meet in a dword, of 64 lanes and of 32") {
  const auto found = races("memory_rows_meet", kTwoWaves, kLatest);
  REQUIRE(found.size() == 1);
  CHECK((found[0].kind == FindingKind::memory_race && (found[0].lane == 0 || found[0].lane == 63)));
  const auto narrow = races("memory_rows_meet_narrow", {{1, 1, 1}, {64, 1, 1}, 0, 0}, kLatest, 1, run_narrow);
  CHECK(races("memory_rows_beside", {{1, 1, 1}, {64, 1, 1}, 0, 0}, kLatest, 1, run_narrow).empty());
  REQUIRE(narrow.size() == 1);
  CHECK((narrow[0].kind == FindingKind::memory_race && (narrow[0].lane == 0 || narrow[0].lane == 31)));
}

TEST_CASE("races: barriers, atomics, own rows and other bytes are no races between waves over memory") {
  for (const char* kernel :
       {"memory_ordered", "memory_written_again_in_turn", "memory_bytes", "memory_atomics", "memory_own"})
    expect_none(kernel, kTwoWaves);
}

TEST_CASE("races: what a launch left behind is not held against the next workgroup's waves") {
  expect_none("ordered", {{5, 1, 1}, {128, 1, 1}, 0, 0});
}

TEST_CASE("races: several host threads see what one sees") {
  const machine::Launch many{{16, 1, 1}, {64, 1, 1}, 0, 0};
  for (const int threads : {2, 3, 5}) {
    CHECK(races("apart", {{12, 1, 1}, {64, 1, 1}, 0, 0}, kLatest, threads).empty());
    CHECK(races("added", many, kLatest, threads).empty());
    CHECK(races("ordered", {{9, 1, 1}, {128, 1, 1}, 0, 0}, kLatest, threads).empty());
    const std::vector<findings::Finding> found = races("same_row", many, kLatest, threads);
    REQUIRE_FALSE(found.empty());
    CHECK(found[0].kind == FindingKind::memory_race);
    CHECK_FALSE(races("no_barrier", {{9, 1, 1}, {128, 1, 1}, 0, 0}, kLatest, threads).empty());
  }
}

TEST_CASE("races: many findings of another kind hide none") {
  const std::vector<findings::Finding> found = races("behind_many_waits", kTwoWaves, kEarliest);
  const auto count = [&](FindingKind kind) {
    return std::ranges::count(found, kind, &findings::Finding::kind);
  };
  CHECK(count(FindingKind::wait) == checks::Findings::kLimit);
  CHECK(count(FindingKind::lds_race) > 0);
}
