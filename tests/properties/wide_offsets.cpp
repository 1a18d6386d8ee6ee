// A, B and D all past 4 GiB, D past 8 GiB, in less than 2 GiB of memory.
#include <sys/resource.h>

#include "host/sanitizers.hpp"
#include "properties/problems/grouped_gemm/problem.hpp"
#include "tests/properties/harness.hpp"

namespace lockstep::tests {

namespace {

long peak_kilobytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

}  // namespace

TEST_CASE("a masked case whose A, B and D are past 4 GiB holds in less than 2 GiB") {
  // 1100 groups of 2048 x 2048 weights, room for 2176 rows each, four of them in use.
  const std::string line =
      "grouped_gemm_masked@gfx950 groups=1100 m_max=2176 n=2048 k=2048 m=3,0*500,17,0*597,1 data=codes "
      "scales=distinct place=straddle_4g seed=0x9 schedule=latest";
  const auto c = cases::parse(line);
  REQUIRE(c.has_value());
  const auto p = problems::problem_of(*c, *kernels::find_kernel(c->kernel, c->arch));
  REQUIRE(p.has_value());
  const std::int64_t four_gib = std::int64_t{1} << 32;
  REQUIRE(p->rows() * p->k > four_gib);
  REQUIRE(p->groups * p->n * p->k > four_gib);
  REQUIRE(p->rows() * p->n * 2 > 2 * four_gib);
  laws::CodeCache cache;
  const laws::CaseResult r = run(line, all_laws(), cache);
  INFO(text(r));
  CHECK(r.verdict == verdict::Verdict::holds);
#if !LOCKSTEP_SANITIZED  // shadow memory of the sanitizers counts too
  CHECK(peak_kilobytes() < 2 * 1024 * 1024);
#endif
  std::printf("peak %ld MiB\n", peak_kilobytes() / 1024);
}

}  // namespace lockstep::tests
