// What orders workgroups over memory: waits, atomics and cache operations as the memory models of gfx942
// and gfx950 have them (LLVM AMDGPUUsage). What is missing is found under every schedule.
#include <set>
#include <utility>

#include "emulator/checks/checked_dispatch.hpp"
#include "emulator/checks/sanitizers.hpp"
#include "emulator/code_object/arguments.hpp"
#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

using namespace lockstep;
using namespace lockstep::tests;
using findings::FindingKind, findings::Severity;

namespace {

struct Shape {
  std::uint32_t groups = 2, threads = 64;
  /// ascending: of those that wait for one another in turn, as some schedules run one without end.
  machine::Settings::Order order = machine::Settings::Order::together;
};

const std::vector<machine::Schedule> kSchedules{kEarliest,          kLatest,           kVmemLate, kLdsLate,
                                                random_schedule(1), random_schedule(2)};

std::vector<findings::Finding> races(const std::string& kernel, Shape shape, machine::Schedule schedule) {
  checks::Sanitizers sanitizers(*program("memory_order"), nullptr);
  Setup setup;
  setup.input = ramp(1, 3, 2 * kRow);
  setup.launch = {{shape.groups, 1, 1}, {shape.threads, 1, 1}, 0, kArguments};
  setup.schedule = schedule;
  setup.order = shape.order;
  setup.observer = &sanitizers;
  setup.prepare = [](machine::Memory& memory) {
    memory.add("calls of the host", code_object::kHostCallBuffer, 4096, true, fill_constant(0));
  };
  const Ran ran = run("memory_order", kernel, setup);
  INFO(ran.complaints());
  REQUIRE_FALSE(ran.outcome.stop);
  return sanitizers.findings();
}

/// Each schedule finds that one race, which names both instructions and what is missing.
void expect(const std::string& kernel, Severity severity, const std::string& mine, const std::string& theirs,
            const std::string& missing, Shape shape = {}) {
  for (const machine::Schedule& schedule : kSchedules) {
    INFO(kernel << " under " << machine::to_string(schedule));
    const auto found = races(kernel, shape, schedule);
    REQUIRE_FALSE(found.empty());
    bool named = false;
    for (const findings::Finding& f : found) {
      INFO(f.line());
      CHECK(f.kind == FindingKind::memory_race);
      CHECK(f.severity == severity);
      named |= f.instruction.find(mine) != std::string::npos && f.text.find(theirs) != std::string::npos &&
               f.text.find(missing) != std::string::npos;
    }
    CHECK(named);
  }
}

void expect_none(const std::string& kernel, Shape shape = {}) {
  for (const machine::Schedule& schedule : kSchedules) {
    const auto found = races(kernel, shape, schedule);
    INFO(kernel << " under " << machine::to_string(schedule)
                << (found.empty() ? "" : ": " + found[0].line()));
    CHECK(found.empty());
  }
}

}  // namespace

TEST_CASE("memory order: a message that was waited for before its flag is raised is ordered") {
  expect_none("message");
  expect_none("message_at_device_scope");
  expect_none("message_to_scalars");
  expect_none("message_passed_on", {3, 64, machine::Settings::Order::ascending});
}

TEST_CASE("memory order: packets for the host pass through lists without locks, whose readers begin again") {
  expect_none("row_of_host_calls");
  expect("row_of_output", Severity::wrong, "_dword v", "_dword v", "nothing orders the two");
}

TEST_CASE("memory order: a flag may overtake a message that was not waited for") {
  const char* const kEarly = "comes to the atomic between without a wait for it";
  expect("flag_before_message", Severity::wrong, "global_load_dword v5", "global_store_dword v1, v0", kEarly);
  expect("flag_before_message_to_scalars", Severity::wrong, "global_load_dword v5",
         "global_store_dword v1, v0", kEarly);
  expect("flag_before_write_back", Severity::wrong, "global_load_dword v5", "global_store_dword v1, v0",
         kEarly);
}

TEST_CASE("memory order: of workgroups that race both are named, in whichever order they begin") {
  for (const auto order : {machine::Settings::Order::together, machine::Settings::Order::scheduled})
    expect("flag_before_message", Severity::wrong, "global_load_dword v5",
           "which workgroup 0,0,0 writes by global_store_dword v1, v0", "without a wait", {2, 64, order});
}

TEST_CASE("memory order: what another XCD may not see is a risk") {
  expect("message_not_written_back", Severity::risk, "global_load_dword v5", "global_store_dword v1, v0",
         "no buffer_wbl2 sc1 lies behind it");
  expect("message_not_invalidated", Severity::risk, "global_load_dword v5", "global_store_dword v1, v0",
         "no buffer_inv sc1 lies before");
}

TEST_CASE("memory order: a counter of tiles orders no stores to tiles that overlap") {
  expect_none("tiles");
  expect_none("tiles", {8});
  expect("overlapping_tiles", Severity::wrong, "global_store_dword v5", "global_store_dword v5",
         "nothing orders the two");
}

TEST_CASE("memory order: a lock orders what was waited for before it was given back") {
  expect_none("locked");
  expect_none("locked", {5});
  expect("given_back_early", Severity::wrong, "global_load_dword v3", "global_store_dword v1, v3",
         "comes to the atomic between without a wait for it");
}

TEST_CASE("memory order: one wave counts its workgroup, whose other waves waited before the barrier") {
  expect_none("last_adds", {2, 128});
  expect("last_adds_too_early", Severity::wrong, "global_load_dword", "global_store_dword v5",
         "without a wait", {2, 128});
}

TEST_CASE("memory order: workgroups that have met know what each of them had waited for") {
  expect_none("all_meet");
  expect("all_meet_too_early", Severity::wrong, "global_load_dword v9", "global_store_dword v5, v0",
         "comes to the atomic between without a wait for it");
}

namespace {

/// What is found of three workgroups that begin as a schedule has it.
std::vector<findings::Finding> checked(const std::string& kernel, const machine::Schedule& schedule,
                                       machine::Settings::Order order, std::uint32_t threads = 64) {
  const auto code = program("memory_order");
  machine::Memory memory;
  memory.add("output", kOutput, 4 * 16 * kRow, true, fill_constant(0xEE));
  std::vector<std::uint32_t> arguments(16);
  arguments[0] = std::uint32_t(kOutput), arguments[1] = std::uint32_t(kOutput >> 32);
  memory.add("arguments", kArguments, 64, false, fill_with(arguments));
  machine::Settings settings;
  settings.schedule = schedule;
  settings.order = order;
  const machine::Launch launch{{3, 1, 1}, {threads, 1, 1}, 0, kArguments};
  const machine::Outcome outcome =
      checks::checked_dispatch(*code, *code->object().find(kernel), launch, memory, settings);
  REQUIRE_FALSE(outcome.stop);
  return outcome.findings;
}

}  // namespace

TEST_CASE("memory order: overlapping tiles are found though one workgroup may take them all") {
  using Order = machine::Settings::Order;
  for (const machine::Schedule& schedule : kSchedules)
    for (const Order order : {Order::ascending, Order::scheduled}) {
      INFO(machine::to_string(schedule));
      CHECK(checked("tiles_until_none", schedule, order).empty());
      const auto found = checked("overlapping_tiles_until_none", schedule, order);
      REQUIRE(found.size() == 1);
      CHECK(found[0].kind == FindingKind::memory_race);
      CHECK(found[0].severity == Severity::wrong);
      CHECK(found[0].instruction.starts_with("global_store_dword v5, v3"));
    }
}

TEST_CASE("memory order: loads that raced before workgroups shared the tiles are judged as they were") {
  for (const machine::Schedule& schedule : {kEarliest, kLatest}) {
    INFO(machine::to_string(schedule));
    std::set<std::pair<FindingKind, Severity>> found;
    for (const findings::Finding& f :
         checked("all_tiles_and_lds", schedule, machine::Settings::Order::ascending, 128))
      found.emplace(f.kind, f.severity);
    CHECK(found == std::set<std::pair<FindingKind, Severity>>{{FindingKind::memory_race, Severity::wrong},
                                                              {FindingKind::lds_race, Severity::note}});
  }
}

namespace {

/// What is found, under each schedule and on each arch, of a counter of two workgroups that one uses plainly.
void expect_of_counter(const std::string& kernel, const std::set<Severity>& severities) {
  struct Target {
    const char *program, *model;
    std::uint32_t lanes;
  };
  for (const Target& target : {Target{"counter_reset.gfx942", "cdna3", 64},
                               {"counter_reset.gfx950", "exact", 64},
                               {"counter_reset.gfx1250", "wmma_functional", 32}})
    for (const machine::Schedule& schedule : kSchedules) {
      INFO(target.program << ", " << kernel << " under " << machine::to_string(schedule));
      checks::Sanitizers sanitizers(*program(target.program), nullptr);
      Setup setup;
      setup.launch = {{2, 1, 1}, {target.lanes, 1, 1}, 0, kArguments};
      setup.schedule = schedule;
      setup.order = machine::Settings::Order::together;
      setup.model = target.model;
      setup.observer = &sanitizers;
      const Ran ran = run(target.program, kernel, setup);
      INFO(ran.complaints());
      REQUIRE_FALSE(ran.outcome.stop);
      std::set<Severity> found;
      for (const findings::Finding& f : sanitizers.findings()) {
        UNSCOPED_INFO(f.line());
        CHECK(f.kind == FindingKind::memory_race);
        found.insert(f.severity);
      }
      CHECK(found == severities);
    }
}

}  // namespace

TEST_CASE("memory order: who learns from a word who wrote it atomically may use it plainly") {
  for (const char* kernel : {"counter_reset", "counter_read", "flag_reset"}) expect_of_counter(kernel, {});
}

TEST_CASE("memory order: a counter may change for whoever did not learn from itself that it was counted") {
  for (const char* kernel : {"counter_not_waited_for", "told_by_another_word"})
    expect_of_counter(kernel, {Severity::wrong});
}

TEST_CASE("memory order: a counter that is read behind no invalidation is a risk") {
  expect_of_counter("counter_not_invalidated", {Severity::risk});
}

TEST_CASE("memory order: a store wider than any atomic is none that a wave may wait for") {
  expect_none("word_for_a_wave", {1, 128});
  expect("four_words_for_a_wave", Severity::risk, "global_load_dword v4", "global_store_dwordx4",
         "a store of more than 8 bytes is not atomic", {1, 128});
}
