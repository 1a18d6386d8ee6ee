// The corners of the tensor-wise GEMM are all drawn.
#include <algorithm>
#include <map>

#include "kernels/tensorwise_gemm/launch.hpp"
#include "properties/problems/generate.hpp"
#include "properties/problems/tensorwise_gemm/problem.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {

TEST_CASE("the corners of the tensor-wise GEMM are all visited within two thousand cases") {
  problems::Space space;
  space.kernels = {"tensorwise_nt", "tensorwise_nn", "tensorwise_tn"};
  std::map<std::string, int> seen;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const cases::Case c = problems::draw(space, 5, i);
    const kernels::Kernel& kernel = *kernels::find_kernel(c.kernel, c.arch);
    const auto problem = problems::tensorwise_problem_of(c, kernels::layout_of(c.kernel));
    REQUIRE(problem.has_value());
    const kernels::TensorwiseTuning tuning = problems::tuning_of(c);
    const auto launches = kernels::plan(kernel, *problem, tuning, {});
    REQUIRE(launches.has_value());
    for (const kernels::LaunchPlan& plan : *launches) ++seen["symbol " + plan.symbol];
    const std::string kind = "_" + c.kernel.substr(c.kernel.size() - 2);
    const auto empty = std::count(c.m.begin(), c.m.end(), 0);
    seen["empty group" + kind] += empty > 0;
    seen["only empty groups" + kind] += empty == std::int64_t(c.m.size());
    seen["more than 64 groups" + kind] += c.m.size() > 64;
    seen["tail" + kind] += c.options[problems::tensorwise_gemm::kTail] > 0;
    seen["added to D" + kind] += problem->accumulate;
    seen["odd k" + kind] += problem->k % 2 == 1;
    seen["k below a block" + kind] += problem->k < 128;
    seen["odd n" + kind] += problem->n % 2 == 1;
    seen["more splits than blocks" + kind] += tuning.splits > (problem->k + 127) / 128;
    seen["persistent" + kind] += tuning.num_cu > 0;
    seen["fewer workgroups than XCDs" + kind] += tuning.num_cu > 0 && tuning.num_cu < tuning.xcds;
    seen["bands of rows" + kind] += tuning.group_m > 0;
    seen["bands of columns" + kind] += tuning.group_n > 0;
    if (kind != "_nt") seen["64-bit traversal" + kind] += tuning.wide;
    if (kind != "_tn")
      for (const int bits : {31, 32, 33})
        seen["B past 2^" + std::to_string(bits) + kind] +=
            c.groups() * problem->n * problem->k >= std::int64_t{1} << bits;
  }
  // Three tiles of four pairs of formats and a reduction, per layout.
  CHECK(std::count_if(seen.begin(), seen.end(),
                      [](const auto& s) { return s.first.starts_with("symbol"); }) == 3 * 13);
  for (const auto& [what, count] : seen) {
    INFO(what);
    CHECK(count > 0);
  }
}

}  // namespace lockstep::tests
