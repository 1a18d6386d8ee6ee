// The corners of the grouped GEMM are all drawn.
#include <algorithm>
#include <map>

#include "kernels/grouped_gemm/launch.hpp"
#include "properties/problems/generate.hpp"
#include "properties/problems/grouped_gemm/problem.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {

TEST_CASE("the corners of the grouped GEMM are all visited within a thousand cases") {
  problems::Space space;
  space.kernels = {"grouped_gemm_contiguous@gfx950", "grouped_gemm_masked@gfx950"};
  std::map<std::string, int> seen;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const cases::Case c = problems::draw(space, 5, i);
    const auto problem = problems::problem_of(c, *kernels::find_kernel(c.kernel, c.arch));
    REQUIRE(problem.has_value());
    const bool masked = problem->grouping == operators::Grouping::masked;
    const bool ends = problem->groups_as == operators::GroupsAs::ends;
    if (!masked && !ends) ++seen["pad " + c.options.text(problems::grouped_gemm::kPad)];
    const std::int64_t most = *std::max_element(c.m.begin(), c.m.end());
    bool empty = false, ragged16 = false, small = false, full = false;
    for (const std::int32_t m : c.m) {
      empty |= m == 0;
      ragged16 |= m % 16 != 0;
      small |= m > 0 && m < 32;
      full |= masked && m == problem->m;
    }
    seen["empty group"] += empty;
    seen["m%16"] += ragged16;
    seen["m<32"] += small;
    seen["masked_m full"] += full;
    seen["gap"] += c.options[problems::grouped_gemm::kGap] > 0;
    seen["ragged"] += c.options[problems::grouped_gemm::kRagged];
    seen["ends"] += ends;
    seen["ends, no multiple of 16"] += ends && problem->alignment % 16 != 0;
    seen["zeroed rows"] += !operators::zeroed_rows(*problem).empty();
    seen["guess too small"] += c.options[problems::grouped_gemm::kExpectedM] > 0 &&
                               most > c.options[problems::grouped_gemm::kExpectedM];
    seen["guess too large"] += c.options[problems::grouped_gemm::kExpectedM] > most;
    seen["padded scales"] += problem->scale_stride() != problem->m;
    seen["more groups than lanes"] += c.groups() > 64;
    seen["no k"] += c.k == 0 && problem->rows() > 0 && c.n > 0;
    seen["no n"] += c.n == 0;
    seen["no rows"] += most == 0;
    seen["k = 128"] += c.k == 128;
    seen["odd k blocks"] += c.k > 128 && (c.k / 128) % 2 == 1;
    const std::int64_t rows = problem->rows();
    for (const int bits : {31, 32, 33}) {
      const std::int64_t limit = std::int64_t{1} << bits;
      seen["A past 2^" + std::to_string(bits)] += rows * c.k >= limit;
      seen["B past 2^" + std::to_string(bits)] += c.groups() * c.n * c.k >= limit;
      seen["D past 2^" + std::to_string(bits)] += rows * c.n * 2 >= limit;
    }
  }
  CHECK(seen.size() == 4 + 18 + 9);
  for (const auto& [what, count] : seen) {
    INFO(what);
    CHECK(count > 0);
  }
}

}  // namespace lockstep::tests
