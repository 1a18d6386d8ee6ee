// The table of benchmarks: names are unique, what a row is held against is a row of the same unit, and what is run
// is what docs/json.md says.
#include <map>

#include "bench/bench.hpp"
#include "properties/laws/experiment.hpp"
#include "tests/catch.hpp"

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

TEST_CASE("benchmarks: the cases that are run are long ones, and their kernels take them") {
  int cases = 0;
  for (const bench::Benchmark& b : bench::benchmarks()) {
    CHECK(b.case_line.empty() == !b.name.starts_with("emulate/"));
    if (!b.name.ends_with("/checked")) continue;
    INFO(b.case_line);
    const auto parsed = cases::parse(b.case_line);
    REQUIRE(parsed);
    laws::CodeCache cache;
    const auto experiment = laws::Experiment::prepare(*parsed, cache, {});
    REQUIRE(experiment);
    const bool by_lanes = parsed->kernel == "small_m_gemv" || parsed->kernel == "small_m_moe";
    CHECK((*experiment)->macs() >= (by_lanes ? 1 << 25 : 1 << 29));
    ++cases;
  }
  CHECK(cases > 15);
}
