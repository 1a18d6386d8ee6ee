// The table of benchmarks: names are unique, what a row is held against is a row of the same unit, and what
// is run is what bench/README.md says.
#include <algorithm>
#include <map>

#include <fmt/format.h>

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

// Speeds of two releases compare only while these stay as they are.
TEST_CASE("benchmarks: each kernel is timed by the same case, and held against the same limit, as ever") {
  struct Row {
    std::string_view name, limit, keys;
  };
  constexpr Row kRows[] = {
      {"grouped_gemm_contiguous", "model/fma_post", "groups=1 n=1024 k=2048 m=256"},
      {"grouped_gemm_masked", "model/fma_post", "groups=1 n=1024 k=2048 m=256 m_max=256"},
      {"grouped_gemm_contiguous@gfx942", "model/cdna3", "groups=1 n=1024 k=2048 m=256"},
      {"grouped_gemm_masked@gfx942", "model/cdna3", "groups=1 n=1024 k=2048 m=256 m_max=256"},
      {"grouped_gemm_contiguous@gfx1250", "model/wmma_functional", "groups=1 n=1024 k=2048 m=256"},
      {"grouped_gemm_masked@gfx1250", "model/wmma_functional", "groups=1 n=1024 k=2048 m=256 m_max=256"},
      {"grouped_gemm_k", "model/fma_post", "groups=1 n=1024 k=256 m=2048 out=f32"},
      {"grouped_gemm_k@gfx942", "model/cdna3", "groups=1 n=1024 k=256 m=2048 out=f32"},
      {"small_m_mfma", "model/fma_post", "groups=1 n=1024 k=8192 m=64 columns=4"},
      {"small_m_gemv", "", "groups=1 n=1024 k=2048 m=16"},
      {"small_m_moe", "", "groups=1 n=1024 k=2048 m=16"},
      {"small_m_mfma@gfx1250", "model/wmma_functional", "groups=1 n=1024 k=8192 m=64 columns=4"},
      {"small_m_gemv@gfx1250", "", "groups=1 n=1024 k=2048 m=16"},
      {"small_m_moe@gfx1250", "", "groups=1 n=1024 k=2048 m=16"},
      {"tensorwise_nt", "model/fma_post", "groups=1 n=1024 k=2048 m=256"},
      {"tensorwise_nn", "model/fma_post", "groups=1 n=1024 k=2048 m=256"},
      {"tensorwise_tn", "model/fma_post", "groups=1 n=1024 k=256 m=2048"},
      {"moe_down_added", "model/fma_post/fp4", "groups=1 n=1024 k=2048 m=256 block=64"},
      {"moe_down_flat", "model/fma_post/fp4", "groups=1 n=1024 k=2048 m=256 block=128"},
      {"moe_gate_up", "model/fma_post/fp4", "groups=1 n=1024 k=7168 m=256 block=128"},
      {"moe_two_stage", "model/fma_post/fp4", "groups=1 n=1024 k=7168 m=64 block=64 inter=2048"},
      {"moe_down_mxfp4", "model/fma_post/fp4", "groups=1 n=1024 k=2048 m=256 block=128"},
      {"moe_down_added@gfx1250", "model/wmma_functional/fp4", "groups=1 n=1024 k=2048 m=256 block=64"},
      {"moe_down_flat@gfx1250", "model/wmma_functional/fp4", "groups=1 n=1024 k=2048 m=256 block=128"},
      {"moe_gate_up@gfx1250", "model/wmma_functional/fp4", "groups=1 n=1024 k=7168 m=256 block=128"},
      {"moe_two_stage@gfx1250", "model/wmma_functional/fp4",
       "groups=1 n=1024 k=7168 m=64 block=64 inter=2048"},
      {"moe_down_mxfp4@gfx1250", "model/wmma_functional/fp4", "groups=1 n=1024 k=2048 m=256 block=128"},
      {"mx_gemm@gfx1250", "model/wmma_functional", "groups=1 n=1024 k=2048 m=256 stages=3 tile=128x256"},
  };
  const std::vector<bench::Benchmark> all = bench::benchmarks();
  for (const Row& row : kRows) {
    const std::string kernel(row.name.find('@') == row.name.npos ? std::string(row.name) + "@gfx950"
                                                                 : std::string(row.name));
    for (const char* checks : {"checked", "bare"}) {
      const std::string name = fmt::format("emulate/{}/{}", row.name, checks);
      INFO(name);
      const auto found = std::ranges::find(all, name, &bench::Benchmark::name);
      REQUIRE(found != all.end());
      CHECK(found->limit == row.limit);
      CHECK(found->case_line == fmt::format("{} {} data=codes scales=distinct seed=0x1", kernel, row.keys));
    }
  }
  CHECK(std::size(kRows) == kernels::kernels().size());
}
