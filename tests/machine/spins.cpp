// Waves and workgroups that wait for each other: right wherever hardware runs them side by side, and a
// deadlock where nobody is left who could end the waiting, found after thousands of instructions.
#include "emulator/checks/checked_dispatch.hpp"
#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

namespace lockstep::tests {
namespace {

using findings::FindingKind;
using Order = machine::Settings::Order;

const std::vector<machine::Schedule> kSchedules{kEarliest,          kLatest,           kVmemLate, kLdsLate,
                                                random_schedule(1), random_schedule(2)};
constexpr std::uint32_t kMinusOne = ~0u;

Setup setup_of(std::uint32_t groups, std::vector<std::uint32_t> arguments) {
  Setup setup;
  setup.launch.grid[0] = groups;
  setup.arguments = std::move(arguments);
  setup.order = Order::scheduled;
  setup.step_limit = 10'000'000;
  setup.prepare = [](machine::Memory& memory) { memory.add("flags", kData, 4096, true, fill_constant(0)); };
  return setup;
}

void check_output(const Ran& ran, const std::vector<std::uint32_t>& expected) {
  INFO(ran.complaints());
  CHECK(ran.clean());
  CHECK(std::vector(ran.output.begin(), ran.output.begin() + std::ptrdiff_t(expected.size())) == expected);
}

TEST_CASE("workgroups wait for those behind them and before them") {
  for (const machine::Schedule& schedule : kSchedules)
    for (const int threads : {1, 3}) {
      INFO(machine::to_string(schedule) << ", threads: " << threads);
      Setup behind = setup_of(5, {5, 1}), before = setup_of(5, {kMinusOne, kMinusOne});
      for (Setup* const setup : {&behind, &before}) setup->schedule = schedule, setup->threads = threads;
      check_output(run("spins", "in_turn", behind), {5, 4, 3, 2, 1});
      check_output(run("spins", "in_turn", before), {1, 2, 3, 4, 5});
      behind.order = Order::together;
      check_output(run("spins", "in_turn", behind), {5, 4, 3, 2, 1});
    }
}

TEST_CASE("workgroups wait for all others, as many as fit on the device") {
  constexpr std::uint32_t kUnits = 256;  // of gfx950; each workgroup has all LDS of one
  for (const machine::Schedule& schedule : {kEarliest, random_schedule(1)}) {
    INFO(machine::to_string(schedule));
    Setup setup = setup_of(kUnits, {kUnits});
    setup.schedule = schedule;
    check_output(run("spins", "all_meet", setup), std::vector<std::uint32_t>(kUnits, kUnits));
  }
  const Ran ran = run("spins", "all_meet", setup_of(kUnits + 1, {kUnits + 1}));
  REQUIRE(ran.outcome.stop);
  INFO(ran.complaints());
  CHECK(ran.outcome.stop->kind == FindingKind::deadlock);
  CHECK_THAT(ran.outcome.stop->text,
             Catch::Matchers::Contains("256 of 257 workgroups are under way, and all of their waves wait") &&
                 Catch::Matchers::Contains("no more fit on the device; 256 waves at global_load_dword"));
}

TEST_CASE("who polls by an atomic waits, too") {
  for (const machine::Schedule& schedule : kSchedules)
    for (const int threads : {1, 2}) {
      INFO(machine::to_string(schedule) << ", threads: " << threads);
      Setup setup = setup_of(3, {3});
      setup.schedule = schedule;
      setup.threads = threads;
      check_output(run("spins", "all_meet_by_atomics", setup), {6, 6, 6});
    }
}

TEST_CASE("a store that nobody waits for arrives while its wave waits for something else") {
  for (const machine::Schedule& schedule : kSchedules) {
    INFO(machine::to_string(schedule));
    Setup setup = setup_of(2, {});
    setup.schedule = schedule;
    check_output(run("spins", "store_not_waited_for", setup), {1});
  }
}

TEST_CASE("waves of a workgroup wait for each other in LDS") {
  for (const machine::Schedule& schedule : kSchedules) {
    INFO(machine::to_string(schedule));
    Setup setup = setup_of(1, {3});
    setup.launch.block[0] = 256;
    setup.schedule = schedule;
    const Ran ran = run("spins", "waves_in_turn", setup);
    CHECK(ran.outcome.instructions < 100'000);
    INFO(ran.complaints());
    CHECK(ran.clean());
    for (std::uint32_t wave = 0; wave < 4; ++wave) CHECK(ran.output[64 * wave] == 4 - wave);
  }
}

TEST_CASE("a deadlock is found soon, under every schedule, with any number of threads") {
  for (const machine::Schedule& schedule : kSchedules)
    for (const int threads : {1, 4}) {
      INFO(machine::to_string(schedule) << ", threads: " << threads);
      Setup setup = setup_of(3, {});
      setup.launch.block[0] = 128;
      setup.schedule = schedule;
      setup.threads = threads;
      const Ran ran = run("spins", "never", setup);
      REQUIRE(ran.outcome.stop);
      INFO(ran.complaints());
      CHECK(ran.outcome.stop->kind == FindingKind::deadlock);
      CHECK_THAT(ran.outcome.stop->text,
                 Catch::Matchers::Contains("3 of 3 workgroups are under way") &&
                     Catch::Matchers::Contains("6 waves at global_load_dword v5, v3, s[18:19]"));
      CHECK(ran.outcome.instructions < 200'000);
    }
}

TEST_CASE("a wave that stores what is there already does not go on by that") {
  for (const machine::Schedule& schedule : kSchedules) {
    INFO(machine::to_string(schedule));
    const auto stop = [&](const char* kernel) {
      Setup setup = setup_of(1, {});
      setup.schedule = schedule;
      const Ran ran = run("spins", kernel, setup);
      REQUIRE(ran.outcome.stop);
      CHECK(ran.outcome.instructions < 200'000);
      return ran.outcome.stop->kind;
    };
    CHECK(stop("never_but_alive") == FindingKind::deadlock);
    CHECK(stop("stores_for_ever") == FindingKind::endless_loop);
    Setup told = setup_of(2, {20'000});
    told.schedule = schedule;
    check_output(run("spins", "alive_until_told", told), {1});
  }
}

TEST_CASE("waves that meet at a barrier each time they look wait, too") {
  for (const machine::Schedule& schedule : kSchedules)
    for (const int threads : {1, 3}) {
      INFO(machine::to_string(schedule) << ", threads: " << threads);
      Setup setup = setup_of(3, {3});
      setup.launch.block[0] = 128;
      setup.schedule = schedule;
      setup.threads = threads;
      const Ran never = run("spins", "never_at_barriers", setup);
      REQUIRE(never.outcome.stop);
      INFO(never.complaints());
      CHECK(never.outcome.stop->kind == FindingKind::deadlock);
      CHECK(never.outcome.instructions < 1'000'000);
      const Ran told = run("spins", "told_in_lds", setup);
      INFO(told.complaints());
      CHECK(told.clean());
      CHECK(told.output[0] == 1);
      CHECK(told.outcome.instructions < 1'000'000);
    }
}

TEST_CASE(
    "a wave that meets others at barriers while it counts waits for nobody, nor do they wait for ever") {
  for (const machine::Schedule& schedule : kSchedules) {
    INFO(machine::to_string(schedule));
    Setup setup = setup_of(1, {20'000});
    setup.launch.block[0] = 128;
    setup.schedule = schedule;
    check_output(run("spins", "raised_late", setup), {1});
  }
}

TEST_CASE("the checks see workgroups that wait for each other on one thread") {
  for (const machine::Schedule& schedule : {kEarliest, kLatest, random_schedule(3)}) {
    INFO(machine::to_string(schedule));
    const Setup setup = setup_of(4, {4});
    const auto outcome = [&](int threads) {
      const auto code = program("spins");
      machine::Memory memory;
      memory.add("output", kOutput, 4096, true, fill_constant(0));
      memory.add("arguments", kArguments, 64, false,
                 fill_with({std::uint32_t(kOutput), std::uint32_t(kOutput >> 32), 0, 0, 4}));
      setup.prepare(memory);
      machine::Settings settings;
      settings.model = matrix::find_model("exact");
      settings.schedule = schedule;
      settings.order = Order::scheduled;
      settings.threads = threads;
      return checks::checked_dispatch(*code, *code->object().find("all_meet"), setup.launch, memory,
                                      settings);
    };
    const machine::Outcome one = outcome(1);
    CHECK_FALSE(one.stop);
    CHECK(one.workgroups == 4);
    CHECK(outcome(4).instructions == one.instructions);
  }
}

TEST_CASE("a loop that counts ends, however long it is, and is no deadlock") {
  for (const machine::Schedule& schedule : {kEarliest, random_schedule(1)}) {
    INFO(machine::to_string(schedule));
    Setup setup = setup_of(1, {schedule == kEarliest ? 1'000'000u : 400'000u});
    setup.schedule = schedule;
    check_output(run("spins", "counts", setup), {1});
  }
}

TEST_CASE("a loop that a clock ends is no deadlock, though its state comes back") {
  for (const machine::Schedule& schedule : {kEarliest, kLatest, random_schedule(1)}) {
    INFO(machine::to_string(schedule));
    Setup setup = setup_of(1, {2});
    setup.schedule = schedule;
    check_output(run("spins", "until_time", setup), {1});
  }
}

TEST_CASE("who looks so often and then gives up sees what others do meanwhile") {
  for (const machine::Schedule& schedule : {kEarliest, kLatest, random_schedule(1)}) {
    INFO(machine::to_string(schedule));
    Setup setup = setup_of(2, {400'000});
    setup.schedule = schedule;
    setup.order = Order::ascending;
    check_output(run("spins", "gives_up", setup), {1});
  }
}

}  // namespace
}  // namespace lockstep::tests
