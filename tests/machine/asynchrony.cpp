// Waits: a missing one is felt under `latest`, a partial one covers exactly the oldest operations.
#include <set>

#include "emulator/checks/sanitizers.hpp"
#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

namespace lockstep::tests {
namespace {

using findings::FindingKind;

constexpr std::uint32_t kStale = 0x1111;

Setup with(machine::Schedule schedule, int waves = 1) {
  Setup setup;
  setup.schedule = schedule;
  setup.input = ramp(0x5000, 3, 1024);
  setup.launch.block[0] = std::uint32_t(64 * waves);
  return setup;
}

std::uint32_t input(int row, int lane) {
  return 0x5000u + 3u * std::uint32_t(64 * row + lane);
}

TEST_CASE("a value used before its wait is right early and stale late") {
  const Ran early = run("asynchrony", "no_wait", with(kEarliest));
  const Ran late = run("asynchrony", "no_wait", with(kLatest));
  CHECK(early.clean());
  CHECK(late.clean());  // it is only moved and stored: the value and its shadow tell
  for (int l = 0; l < 64; ++l) {
    CHECK(early.at(0, l) == input(0, l));
    CHECK(early.undefined_at(0, l) == 0);
    CHECK(late.at(0, l) == kStale);
    CHECK(late.undefined_at(0, l) == 0xF);
    CHECK(late.at(1, l) == input(0, l));
    CHECK(late.undefined_at(1, l) == 0);
  }
}

TEST_CASE("an address taken from a load before its wait is reported") {
  Setup setup = with(kLatest);
  setup.input = ramp(0, 4, 64);
  const Ran late = run("asynchrony", "address_without_wait", setup);
  CHECK(late.only().kind == FindingKind::undefined_address);
  CHECK(late.at(0, 5) == 0);
  setup.schedule = kEarliest;
  const Ran early = run("asynchrony", "address_without_wait", setup);
  CHECK(early.clean());
  CHECK(early.at(0, 5) == 20);
}

TEST_CASE("vmcnt(1) covers all but the newest") {
  const Ran ran = run("asynchrony", "partial", with(kLatest));
  CHECK(ran.clean());
  for (int l = 0; l < 64; ++l) {
    CHECK(ran.at(0, l) == input(0, l));
    CHECK(ran.at(1, l) == input(1, l));
    CHECK(ran.at(2, l) == kStale);
    CHECK(ran.at(3, l) == input(2, l));
  }
}

TEST_CASE("a flat load counts on both counters, and is done when vmcnt says so") {
  const Ran ran = run("asynchrony", "flat_full", with(kLatest));
  INFO(ran.complaints());
  CHECK(ran.clean());
  for (int l = 0; l < 64; ++l) {
    CHECK(ran.at(0, l) == 100u + std::uint32_t(l));  // made room on lgkmcnt
    CHECK(ran.at(1, l) == kStale);
    CHECK(ran.at(2, l) == 100u + std::uint32_t(l));
    CHECK(ran.at(3, l) == kStale);  // lgkmcnt(0) is not enough
    CHECK(ran.at(4, l) == input(0, l));
  }
}

TEST_CASE("a full counter completes the oldest and no other") {
  const Ran vector = run("asynchrony", "vm_full", with(kLatest));
  INFO(vector.complaints());
  CHECK(vector.clean());
  const Ran lds = run("asynchrony", "lgkm_full", with(kLatest));
  INFO(lds.complaints());
  CHECK(lds.clean());
  for (int l = 0; l < 64; ++l) {
    CHECK(vector.at(0, l) == input(0, l));
    CHECK(vector.at(1, l) == input(0, l));
    CHECK(vector.at(2, l) == kStale);
    CHECK(vector.at(3, l) == input(0, l));
    CHECK(lds.at(0, l) == 100u + std::uint32_t(l));
    CHECK(lds.at(1, l) == kStale);
    CHECK(lds.at(2, l) == 100u + std::uint32_t(l));
  }
}

TEST_CASE("a partial wait covers no scalar load, for they return in any order") {
  const Ran ran = run("asynchrony", "scalar_order", with(kLatest));
  CHECK(ran.at(0, 0) == kStale);
  CHECK(ran.undefined_at(0, 0) == 0xF);
  CHECK(ran.at(2, 0) == input(0, 0));
  CHECK(ran.at(3, 0) == input(0, 1));
  // At random, either may be the one that is done.
  std::set<std::pair<bool, bool>> seen;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Ran any = run("asynchrony", "scalar_order", with(random_schedule(seed)));
    seen.insert({any.at(0, 0) == kStale, any.at(1, 0) == kStale});
    CHECK(any.at(2, 0) == input(0, 0));
    CHECK(any.at(3, 0) == input(0, 1));
  }
  CHECK(seen.count({true, false}) == 1);
  CHECK(seen.count({false, true}) == 1);
  CHECK(seen.count({false, false}) == 1);
  CHECK(seen.count({true, true}) == 0);  // one of two had to be done
}

TEST_CASE("a partial lgkmcnt covers no LDS read with a scalar load behind it") {
  const Ran ran = run("asynchrony", "mixed_order", with(kLatest));
  CHECK(ran.at(0, 9) == kStale);
  CHECK(ran.at(1, 9) == 0x2222);
  CHECK(run("asynchrony", "mixed_order", with(kEarliest)).at(0, 9) == 0x2222);
}

TEST_CASE("a scalar load of two dwords counts two") {
  const Ran ran = run("asynchrony", "scalar_weight", with(kLatest));
  CHECK(ran.at(0, 0) == kStale);
  CHECK(ran.at(1, 0) == input(0, 0));
}

TEST_CASE("a store is seen by another wave of the workgroup behind a barrier, without a wait, too") {
  for (const char* kernel : {"store_then_barrier", "store_wait_barrier"})
    for (const auto& schedule :
         {kEarliest, kLatest, random_schedule(1), random_schedule(2), random_schedule(3)}) {
      const Ran ran = run("asynchrony", kernel, with(schedule, 2));
      INFO(ran.complaints());
      CHECK(ran.at(2, 3) == 42);
      CHECK(ran.at(1, 3) == 42);
    }
}

bool relayed(const Ran& ran) {
  for (int t = 0; t < 1024; ++t)
    if (ran.output[std::size_t(t)] != 0x5000u + 3u * std::uint32_t((t + 256) % 1024)) return false;
  return true;
}

TEST_CASE("loads to LDS reach the other waves through a wait and a barrier") {
  for (const auto& schedule :
       {kEarliest, kLatest, random_schedule(4), random_schedule(5), random_schedule(6)}) {
    const Ran ran = run("asynchrony", "relay", with(schedule, 4));
    INFO(to_string(schedule) << " " << ran.complaints());
    CHECK(ran.clean());
    CHECK(relayed(ran));
    CHECK(ran.undefined == std::vector<std::uint32_t>(1024, 0));
  }
  CHECK_FALSE(relayed(run("asynchrony", "relay_no_wait", with(kLatest, 4))));
  CHECK_FALSE(relayed(run("asynchrony", "relay_no_barrier", with(kLatest, 4))));
  CHECK_FALSE(relayed(run("asynchrony", "relay_no_barrier", with(kEarliest, 4))));
}

TEST_CASE("the end of a program completes what is on its way") {
  for (const auto& schedule : {kEarliest, kLatest, random_schedule(1)})
    CHECK(run("asynchrony", "unfinished", with(schedule)).at(0, 40) == 42);
}

TEST_CASE("a late load overwrites what was written after its issue") {
  CHECK(run("asynchrony", "overtaken", with(kEarliest)).at(0, 1) == 7);
  CHECK(run("asynchrony", "overtaken", with(kLatest)).at(0, 1) == input(0, 1));
}

std::string early_use(const char* kernel) {
  checks::Sanitizers sanitizers(*program("asynchrony"), nullptr);
  Setup setup = with(kLatest);
  setup.observer = &sanitizers;
  run("asynchrony", kernel, setup);
  const auto found = sanitizers.findings();
  return found.empty() ? std::string() : found.front().text;
}

TEST_CASE("a register that two operations fill is found unless one counter orders them") {
  CHECK(early_use("overtaken").starts_with("overwrites a register that global_load_dword"));
  CHECK(early_use("overtaken_by_lds").starts_with("overwrites a register that global_load_dword"));
  CHECK(early_use("loaded_again").empty());
}

TEST_CASE("a partial wait among scalar loads leaves the lightest") {
  const Ran ran = run("asynchrony", "scalar_light", with(kLatest));
  CHECK(ran.at(0, 0) == kStale);
  CHECK(ran.at(1, 0) == input(0, 0));
}

}  // namespace
}  // namespace lockstep::tests
