// The tensor-wise GEMM where 32 bits do not reach: A, B, D and the rows of k past 2^31 elements and 4 GiB, a
// few tiles of each problem computed and compared whole.
#include <utility>

#include "properties/problems/tensorwise_gemm/problem.hpp"
#include "tests/properties/harness.hpp"

namespace lockstep::tests {

namespace {

constexpr std::int64_t kGib = std::int64_t{1} << 30;

struct Sizes {
  std::int64_t a, b, d, traversal;  // bytes; of the longest group's rows of k
};

Sizes sizes_of(const cases::Case& c) {
  const auto layout = kernels::layout_of(c.kernel);
  const auto p = *problems::tensorwise_problem_of(c, layout);
  const bool tn = layout == operators::Layout::tn, nt = layout == operators::Layout::nt;
  std::int64_t depth = nt ? 0 : p.k;
  if (tn) {
    depth = 0;
    for (std::int64_t g = 0; g < p.groups(); ++g) depth = std::max(depth, p.group_size(g));
  }
  return {p.m * p.k, tn ? p.k * p.n : p.groups() * p.n * p.k, 2 * (tn ? p.groups() * p.m : p.m) * p.n,
          depth * p.n};
}

operators::Codes output_of(const std::string& line, laws::CodeCache& cache) {
  auto e = laws::Experiment::prepare(*cases::parse(line), cache, {});
  INFO(line << (e ? std::string() : e.error()));
  REQUIRE(e.has_value());
  const laws::Run& run = (*e)->first_run();
  CHECK_FALSE(run.outcome.stop.has_value());
  return run.output;
}

const std::vector<const laws::Law*> kOneRun{laws::find_law("bits"), laws::find_law("clean"),
                                            laws::find_law("untouched")};

}  // namespace

TEST_CASE("tensor-wise: every tensor of every layout past 4 GiB, and past 2^31 elements") {
  laws::CodeCache cache;
  struct Row {
    const char* line;
    std::int64_t Sizes::* far;
  };
  for (const Row& row : {
           Row{"tensorwise_nt@gfx950 n=512 k=2048 m=2097300,131 sample=2 data=codes scales=near seed=0x1",
               &Sizes::a},
           Row{"tensorwise_nn@gfx950 n=512 k=2048 m=2097300,131 sample=2 data=codes scales=near seed=0x2",
               &Sizes::a},
           Row{"tensorwise_tn@gfx950 n=256 k=2096896 m=2049,131 sample=2 data=codes scales=near seed=0x3",
               &Sizes::a},
           Row{"tensorwise_nt@gfx950 n=1048576 k=256 m=0*20,37 sample=2 data=codes scales=near seed=0x4",
               &Sizes::b},
           Row{"tensorwise_nn@gfx950 n=1048576 k=256 m=0*20,37 sample=2 data=codes scales=near seed=0x5",
               &Sizes::b},
           Row{"tensorwise_tn@gfx950 n=2096896 k=256 m=2049,131 sample=2 data=codes scales=near seed=0x6",
               &Sizes::b},
           Row{"tensorwise_nt@gfx950 n=16384 k=256 m=131100,70 sample=2 data=codes scales=near beta=1 "
               "seed=0x7",
               &Sizes::d},
           Row{"tensorwise_nn@gfx950 n=16384 k=256 m=131100,70 sample=2 data=codes scales=near split_k=2 "
               "seed=0x8",
               &Sizes::d},
           Row{"tensorwise_tn@gfx950 n=16384 k=1024 m=0*129,70 sample=2 data=codes scales=near beta=1 "
               "seed=0x9",
               &Sizes::d},
           Row{"tensorwise_nn@gfx950 n=1048576 k=4096 m=0,5 sample=2 data=codes scales=near seed=0xa",
               &Sizes::traversal},
           Row{"tensorwise_nn@gfx950 n=1048576 k=4099 m=0,5 sample=2 data=codes scales=near seed=0xb",
               &Sizes::traversal},
           Row{"tensorwise_tn@gfx950 n=1048576 k=256 m=1,4096 sample=2 data=codes scales=near seed=0xc",
               &Sizes::traversal},
       }) {
    INFO(row.line);
    CHECK(sizes_of(*cases::parse(row.line)).*row.far >= 4 * kGib);
    const laws::CaseResult r = run(row.line, kOneRun, cache);
    INFO(text(r));
    CHECK(r.verdict == verdict::Verdict::holds);
  }
}

TEST_CASE("tensor-wise: a sampled group without rows of k hides no operands of the next one") {
  laws::CodeCache cache;  // its tile lies behind the next group's
  const laws::CaseResult r =
      run("tensorwise_tn@gfx950 n=128 k=516222 m=0,154 sample=2 seed=0x1", kOneRun, cache);
  INFO(text(r));
  CHECK(r.verdict == verdict::Verdict::holds);
}

TEST_CASE("tensor-wise: both traversals of k give the same bits up to the last block that 32 bits reach") {
  laws::CodeCache cache;
  const std::string tail = " sample=2 data=opposed scales=near seed=0x5";
  for (const std::string& line : {"tensorwise_nn@gfx950 n=1048576 k=3968 m=0,5" + tail,
                                  "tensorwise_tn@gfx950 n=1048576 k=256 m=1,3968" + tail}) {
    CHECK(sizes_of(*cases::parse(line)).traversal >= 31 * (kGib / 8));
    CHECK(output_of(line, cache) == output_of(line + " wide=1", cache));
  }
}

}  // namespace lockstep::tests
