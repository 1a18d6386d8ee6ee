// A, B and D all past 4 GiB, D past 8 GiB, in less than 2 GiB of memory.
#include <sys/resource.h>

#include "host/sanitizers.hpp"
#include "properties/problems/grouped_gemm/problem.hpp"
#include "properties/problems/mx_gemm/problem.hpp"
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

/// Of 200 cases, those that compute elements past 2^31 of D, stored by lanes, and of partial sums.
struct Far {
  int rows_of_d = 0, partial_sums = 0;
};
Far far_cases(const char* build) {
  constexpr std::int64_t kFar = std::int64_t{1} << 31;
  problems::Space space;
  space.kernels = {"mx_gemm@gfx1250"};
  space.builds = {build};
  Far far;
  for (std::uint64_t i = 0; i < 200; ++i) {
    const cases::Case c = problems::draw(space, 1, i);
    const auto p = problems::mx_gemm_problem(c);
    if (!p) continue;
    const auto part = problems::mx_gemm_part(c, *p);
    const kernels::MxGemmTuning tuning = problems::mx_gemm_tuning(c);
    if (!part) continue;
    const std::int64_t last_row = part->row + part->problem.m - 1;
    far.rows_of_d += tuning.splits == 1 && !tuning.by_copy && last_row * p->n > kFar;
    far.partial_sums += (tuning.splits - 1) * p->m * p->n > kFar;
  }
  return far;
}

// Planted bugs of that kind lived for 200 cases before so many were drawn.
TEST_CASE("D and partial sums of the block-scaled product are computed past 2^31 elements") {
  for (const char* build : {"O3", "mx_rows_of_d_in_32_bits", "mx_partial_sums_in_32_bits"}) {
    const Far far = far_cases(build);
    CAPTURE(build, far.rows_of_d, far.partial_sums);
    CHECK(far.rows_of_d >= 1);
    CHECK(far.partial_sums >= 2);
  }
}

}  // namespace lockstep::tests
