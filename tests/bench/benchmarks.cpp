// The table of benchmarks: names are unique, and what a row is held against is a row of the same unit.
#include "bench/bench.hpp"

#include <map>

#include "catch.hpp"

using namespace lockstep;

TEST_CASE("benchmarks: each limit is a benchmark of the same unit") {
  std::map<std::string, std::string> units;
  const std::vector<bench::Benchmark> all = bench::benchmarks();
  for (const bench::Benchmark& b : all) REQUIRE(units.emplace(b.name, b.unit).second);
  int limits = 0;
  for (const bench::Benchmark& b : all) {
    if (b.limit.empty()) continue;
    INFO(b.name << " is held against " << b.limit);
    REQUIRE(units.contains(b.limit));
    CHECK(units.at(b.limit) == b.unit);
    ++limits;
  }
  CHECK(limits > 30);
}
