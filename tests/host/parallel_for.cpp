// What parallel_for promises, held against it and against loops that break one promise each.
#include "host/parallel_for.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <sched.h>

#include "tests/catch.hpp"

using namespace lockstep;
using host::Then;

namespace {

using Loop = std::function<void(std::uint64_t count, int threads, const host::Iteration&)>;

constexpr std::uint64_t kCount = 2000;

// Every iteration once, begun in ascending order by each thread, on a thread that has nothing else to do.
bool runs_each_once(const Loop& loop, std::uint64_t count, int threads) {
  std::vector<std::atomic<int>> runs(count);
  std::vector<std::int64_t> last(std::size_t(std::max(threads, 1)), -1);
  std::vector<std::atomic<bool>> busy(last.size());
  std::atomic<bool> in_order{true}, alone{true};
  loop(count, threads, [&](std::uint64_t i, int thread) {
    const auto t = std::size_t(thread);
    if (t >= last.size() || busy[t].exchange(true)) {
      alone = false;
      return Then::stop;
    }
    if (std::int64_t(i) < last[t]) in_order = false;
    last[t] = std::int64_t(i);
    if (i < count) ++runs[i];
    busy[t] = false;
    return Then::go_on;
  });
  bool once = true;
  for (const std::atomic<int>& n : runs) once &= n == 1;
  return once && in_order && alone;
}

// Stopped by several, the lowest of which is `first`: all before it run, and not all behind it.
bool stops(const Loop& loop, int threads, std::uint64_t first) {
  std::vector<std::atomic<int>> runs(kCount);
  loop(kCount, threads, [&](std::uint64_t i, int) {
    ++runs[i];
    return i >= first ? Then::stop : Then::go_on;
  });
  std::uint64_t behind = 0;
  for (std::uint64_t i = 0; i < kCount; ++i) {
    if (i <= first && runs[i] != 1) return false;
    if (i > first) behind += std::uint64_t(runs[i]);
  }
  return behind < std::uint64_t(threads);  // each other thread may have begun one
}

// The exception that reaches the caller, when every iteration from `first` on throws its number.
std::string thrown(const Loop& loop, int threads, std::uint64_t first) {
  try {
    loop(kCount, threads, [&](std::uint64_t i, int) -> Then {
      if (i < first) return Then::go_on;
      if (i == first) std::this_thread::yield();  // others throw meanwhile
      throw std::runtime_error(std::to_string(i));
    });
  } catch (const std::runtime_error& e) {
    return e.what();
  }
  return "nothing";
}

std::string broken_promise(const Loop& loop) {
  for (const int threads : {-1, 0, 1, 2, 3, 8}) {
    for (const std::uint64_t count : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{3}, kCount})
      if (!runs_each_once(loop, count, threads)) return "each once";
    if (threads < 1) continue;
    for (const std::uint64_t first : {std::uint64_t{0}, std::uint64_t{5}, kCount - 1}) {
      if (!stops(loop, threads, first)) return "stops";
      if (thrown(loop, threads, first) != std::to_string(first)) return "throws";
    }
  }
  return "";
}

}  // namespace

TEST_CASE("parallel_for keeps its promises for any number of threads") {
  for (int round = 0; round < 20; ++round) REQUIRE(broken_promise(host::parallel_for) == "");
}

TEST_CASE("a loop that breaks a promise is caught") {
  using host::Iteration, host::parallel_for;
  const Loop drops_the_last = [](std::uint64_t count, int threads, const Iteration& iteration) {
    parallel_for(count == 0 ? 0 : count - 1, threads, iteration);
  };
  const Loop runs_one_twice = [](std::uint64_t count, int threads, const Iteration& iteration) {
    parallel_for(count, threads, [&](std::uint64_t i, int thread) {
      return i == 2 && iteration(i, thread) == Then::stop ? Then::stop : iteration(i, thread);
    });
  };
  const Loop goes_backwards = [](std::uint64_t count, int threads, const Iteration& iteration) {
    parallel_for(count, threads,
                 [&](std::uint64_t i, int thread) { return iteration(count - 1 - i, thread); });
  };
  const Loop has_one_thread_index = [](std::uint64_t count, int threads, const Iteration& iteration) {
    parallel_for(count, threads, [&](std::uint64_t i, int) { return iteration(i, threads); });
  };
  const Loop never_stops = [](std::uint64_t count, int threads, const Iteration& iteration) {
    parallel_for(count, threads, [&](std::uint64_t i, int thread) {
      iteration(i, thread);
      return Then::go_on;
    });
  };
  const Loop loses_exceptions = [](std::uint64_t count, int threads, const Iteration& iteration) {
    try {
      parallel_for(count, threads, iteration);
    } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): the planted bug
    }
  };
  CHECK(broken_promise(drops_the_last) == "each once");
  CHECK(broken_promise(runs_one_twice) == "each once");
  CHECK(broken_promise(goes_backwards) == "each once");
  CHECK(broken_promise(has_one_thread_index) == "each once");
  CHECK(broken_promise(never_stops) == "stops");
  CHECK(broken_promise(loses_exceptions) == "throws");
}

TEST_CASE("more than one thread takes part, the caller's among them") {
  std::atomic<int> inside{0};
  std::vector<std::thread::id> ids(2);
  // Each of the two iterations waits for the other: one thread alone would never end.
  host::parallel_for(2, 2, [&](std::uint64_t, int thread) {
    ids[std::size_t(thread)] = std::this_thread::get_id();
    ++inside;
    while (inside < 2) std::this_thread::yield();
    return Then::go_on;
  });
  CHECK(ids[0] == std::this_thread::get_id());
  CHECK(ids[1] != ids[0]);
}

TEST_CASE("a sum over threads is the sum") {
  std::vector<std::uint64_t> sums(4);
  host::parallel_for(kCount, 4, [&](std::uint64_t i, int thread) {
    sums[std::size_t(thread)] += i;
    return Then::go_on;
  });
  CHECK(std::accumulate(sums.begin(), sums.end(), std::uint64_t{0}) == kCount * (kCount - 1) / 2);
}

TEST_CASE("as many threads as asked for, or one for each processor") {
  CHECK(host::thread_count(3) == 3);
  CHECK(host::thread_count(-1) == host::thread_count(0));
  cpu_set_t allowed, one;
  REQUIRE(::sched_getaffinity(0, sizeof allowed, &allowed) == 0);
  CHECK(host::thread_count(0) == CPU_COUNT(&allowed));
  CPU_ZERO(&one);
  for (int processor = 0; CPU_COUNT(&one) == 0; ++processor)
    if (CPU_ISSET(processor, &allowed)) CPU_SET(processor, &one);
  REQUIRE(::sched_setaffinity(0, sizeof one, &one) == 0);
  CHECK(host::thread_count(0) == 1);
  REQUIRE(::sched_setaffinity(0, sizeof allowed, &allowed) == 0);
}
