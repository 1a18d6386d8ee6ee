// The schedule decides everything that is free, and nothing else does: not the host, not the number of its
// threads.
#include <set>

#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

namespace lockstep::tests {
namespace {

std::uint32_t race(std::uint64_t seed) {
  Setup setup;
  setup.schedule = random_schedule(seed);
  setup.launch.block[0] = 256;
  return run("asynchrony", "racy", setup).output[0] - kUntouched;
}

TEST_CASE("a seed reproduces, and seeds explore") {
  std::set<std::uint32_t> sums;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const std::uint32_t sum = race(seed);
    CHECK(sum == race(seed));
    CHECK(sum >= 2);  // twenty additions of four waves: the fewest that can survive is two, the most all
    CHECK(sum <= 80);
    sums.insert(sum);
  }
  CHECK(sums.size() >= 4);
}

struct Seen {
  std::vector<std::string> lines;
  std::string stop;
  std::uint64_t instructions, workgroups;
  std::vector<std::uint32_t> output, undefined;
  bool operator==(const Seen&) const = default;
};

Seen see(const char* kernel, int threads, machine::Schedule schedule) {
  Setup setup;
  setup.schedule = schedule;
  setup.threads = threads;
  setup.launch.grid[0] = 61;
  setup.output_dwords = 61 * kRow;
  setup.input = ramp(0, 1, 64);
  const Ran ran = run("asynchrony", kernel, setup);
  Seen seen{{}, "", ran.outcome.instructions, ran.outcome.workgroups, ran.output, ran.undefined};
  for (const auto& finding : ran.outcome.findings) seen.lines.push_back(finding.line());
  if (ran.outcome.stop) seen.stop = ran.outcome.stop->line();
  return seen;
}

TEST_CASE("any number of host threads gives the same outcome") {
  for (const auto& schedule : {kEarliest, kLatest, random_schedule(3)})
    for (const char* kernel : {"many", "one_stops"}) {
      const Seen one = see(kernel, 1, schedule);
      for (int threads : {2, 3, 8}) CHECK(see(kernel, threads, schedule) == one);
      if (std::string(kernel) == "many") {
        CHECK(one.workgroups == 61);
        REQUIRE(one.lines.size() == 1);
        CHECK_THAT(one.lines[0], Catch::Matchers::Contains("undefined-address"));
        for (std::uint32_t g = 0; g < 61; ++g) CHECK(one.output[g * 64 + 7] == g);
      } else {
        CHECK(one.workgroups == 21);
        // Twenty run 3 + 2 + 2 instructions; the first that stops 3 + 2 + 3, a loop of 3, and the trap.
        CHECK(one.instructions == 20 * 7 + 8 + 3 * 20000 + 1);
      }
    }
}

TEST_CASE("one counter's operations late, the other's early, show what latest hides") {
  struct Row {
    const char* kernel;
    std::uint32_t right;
    machine::Schedule shows, hides;
  };
  for (const Row& row : {Row{"read_before_copied", 100, kVmemLate, kLdsLate},
                         Row{"copied_before_read", 7, kLdsLate, kVmemLate}}) {
    CAPTURE(row.kernel);
    Setup setup;
    setup.input = ramp(100, 0, 64);
    const auto under = [&](machine::Schedule schedule) {
      setup.schedule = schedule;
      return run("asynchrony", row.kernel, setup).at(0, 5);
    };
    CHECK(under(kLatest) == row.right);
    CHECK(under(row.hides) == row.right);
    CHECK(under(row.shows) == 107 - row.right);
  }
}

TEST_CASE("workgroups that run at once see each other's stores between their own instructions") {
  std::set<std::uint32_t> sums;
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    Setup setup;
    setup.schedule = random_schedule(seed);
    setup.order = machine::Settings::Order::scheduled;
    setup.launch.grid[0] = 4;
    const auto sum = [&] { return run("asynchrony", "racy", setup).output[0] - kUntouched; };
    sums.insert(sum());
    CHECK(sum() == sum());
    setup.order = machine::Settings::Order::ascending;
    CHECK(sum() == 80);  // one after the other
  }
  CHECK(sums.contains(80));
  CHECK(sums.size() >= 4);
}

TEST_CASE("a wave that waits for another in a loop does not keep it from running") {
  for (const char* kernel : {"spin_first", "spin_second"})
    for (const auto& schedule : {kEarliest, kLatest, random_schedule(3)}) {
      Setup setup;
      setup.schedule = schedule;
      setup.input = ramp(0, 1, 64);
      setup.launch.block[0] = 128;
      const Ran ran = run("asynchrony", kernel, setup);
      INFO(kernel << " " << machine::to_string(schedule) << ": " << ran.complaints());
      REQUIRE(ran.clean());
      for (std::size_t thread = 0; thread < 128; ++thread) CHECK(ran.output[thread] == 7);
    }
}

TEST_CASE("schedules are spelt as they are read") {
  for (const auto& schedule :
       {kEarliest, kLatest, kVmemLate, kLdsLate, random_schedule(0), random_schedule(~std::uint64_t{0})})
    CHECK(machine::parse_schedule(machine::to_string(schedule)) == schedule);
  for (const char* bad : {"", "early", "random", "random:", "random:x", "random:1 ",
                          "random:18446744073709551616", "latest ", "vmem_late", "late"})
    CHECK_FALSE(machine::parse_schedule(bad));
}

TEST_CASE("several schedules are spelt in one word") {
  using Schedules = std::vector<machine::Schedule>;
  CHECK(machine::parse_schedules("latest") == Schedules{kLatest});
  CHECK(machine::parse_schedules("random:7,earliest") == Schedules{random_schedule(7), kEarliest});
  CHECK(machine::parse_schedules("several") ==
        Schedules{kEarliest, kLatest, kVmemLate, kLdsLate, random_schedule(1)});
  CHECK(machine::parse_schedules("hunt")->size() == 12);
  for (const char* bad : {"", ",", "latest,", "latest,soon", "several,latest"})
    CHECK_FALSE(machine::parse_schedules(bad));
}

TEST_CASE("poison decides what undefined registers hold, and only that") {
  Setup setup;
  setup.input = ramp(0, 1, 64);
  setup.launch.grid[0] = 1;
  const Ran a = run("definedness", "moved", setup);
  CHECK(a.output == run("definedness", "moved", setup).output);
  setup.poison = 1;
  const Ran b = run("definedness", "moved", setup);
  CHECK(a.at(0, 0) != b.at(0, 0));
  CHECK(a.undefined == b.undefined);
}

}  // namespace
}  // namespace lockstep::tests
