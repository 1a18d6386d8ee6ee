// What is free between instructions of different waves and workgroups, and between operations on different
// bytes.
#include <algorithm>
#include <set>

#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

namespace lockstep::tests {
namespace {

Ran with(const char* kernel, machine::Schedule schedule, std::uint32_t waves) {
  Setup setup;
  setup.schedule = schedule;
  setup.launch.block[0] = 64 * waves;
  setup.step_limit = 2'000'000;
  return run("asynchrony", kernel, setup);
}

TEST_CASE("a flag may arrive before the message stored before it, unless that was waited for") {
  int stale = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Ran ran = with("flag_at_once", random_schedule(seed), 2);
    CHECK(ran.clean());
    for (int l = 0; l < 64; ++l) stale += ran.at(3, l) != 42;
  }
  CHECK(stale > 0);
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Ran ran = with("flag_after_wait", random_schedule(seed), 2);
    CHECK(ran.clean());
    for (int l = 0; l < 64; ++l) CHECK(ran.at(3, l) == 42);
  }
}

TEST_CASE("operations of a wave at a barrier go on") {
  for (const machine::Schedule schedule : {kEarliest, kLatest, random_schedule(1), random_schedule(2)}) {
    const Ran ran = with("flag_before_barrier", schedule, 2);
    INFO(machine::to_string(schedule) << "\n" << ran.complaints());
    CHECK(ran.clean());
  }
}

std::vector<std::uint32_t> arrivals(machine::Schedule schedule, machine::Settings::Order order) {
  Setup setup;
  setup.schedule = schedule;
  setup.order = order;
  setup.launch.grid[0] = 16;
  const Ran ran = run("asynchrony", "arrival", setup);
  CHECK(ran.clean());
  std::vector<std::uint32_t> numbers;
  for (int i = 0; i < 16; ++i) numbers.push_back(ran.at(1, i));
  return numbers;
}

TEST_CASE("workgroups run in ascending, descending or any order") {
  using Order = machine::Settings::Order;
  std::vector<std::uint32_t> ascending(16);
  for (std::uint32_t i = 0; i < 16; ++i) ascending[i] = i;
  const std::vector<std::uint32_t> descending(ascending.rbegin(), ascending.rend());
  CHECK(arrivals(kEarliest, Order::scheduled) == ascending);
  CHECK(arrivals(kLatest, Order::scheduled) == descending);
  CHECK(arrivals(kLatest, Order::ascending) == ascending);
  std::set<std::vector<std::uint32_t>> orders;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    std::vector<std::uint32_t> order = arrivals(random_schedule(seed), Order::scheduled);
    orders.insert(order);
    std::ranges::sort(order);
    CHECK(order == ascending);
  }
  CHECK(orders.size() > 4);
}

}  // namespace
}  // namespace lockstep::tests
