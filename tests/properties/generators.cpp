// The generator looks where it says it looks, draws only what kernels accept, and does so reproducibly.
#include <map>

#include "catch.hpp"
#include "emulator/matrix/matrix.hpp"
#include "kernels/kernel.hpp"
#include "properties/cases/data.hpp"
#include "properties/cases/generate.hpp"
#include "properties/cases/problem.hpp"

namespace lockstep::tests {

TEST_CASE("every drawn case is one its kernel accepts") {
  for (std::uint64_t i = 0; i < 400; ++i) {
    const cases::Case c = cases::draw({}, 11, i);
    INFO(cases::print(c));
    const auto problem = cases::problem_of(c);
    REQUIRE(problem.has_value());
    const kernels::Kernel* kernel = kernels::find_kernel(c.kernel, c.arch);
    REQUIRE(kernel != nullptr);
    const auto plan = kernels::plan(*kernel, *problem, {});
    INFO((plan ? std::string() : plan.error().text()));
    CHECK(plan.has_value());
  }
}

TEST_CASE("the corners are all visited within a thousand cases") {
  std::map<std::string, int> seen;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const cases::Case c = cases::draw({}, 5, i);
    ++seen["data " + std::string(cases::name(c.data))];
    ++seen["scales " + std::string(cases::name(c.scales))];
    ++seen["place " + std::string(cases::name(c.place))];
    ++seen["model " + c.model];
    ++seen["build " + c.build];
    ++seen["out " + c.out];
    if (!c.masked()) ++seen["pad " + std::string(cases::name(c.pad))];
    bool empty = false, ragged16 = false, small = false, full = false;
    for (const std::int32_t m : c.m) {
      empty |= m == 0;
      ragged16 |= m % 16 != 0;
      small |= m > 0 && m < 32;
      full |= c.masked() && m == c.m_max;
    }
    seen["empty group"] += empty;
    seen["m%16"] += ragged16;
    seen["m<32"] += small;
    seen["masked_m full"] += full;
    seen["k = 128"] += c.k == 128;
    seen["odd k blocks"] += c.k > 128 && (c.k / 128) % 2 == 1;
    const auto problem = cases::problem_of(c);
    const std::int64_t rows = problem->rows();
    for (const int bits : {31, 32, 33}) {
      const std::int64_t limit = std::int64_t{1} << bits;
      seen["A past 2^" + std::to_string(bits)] += rows * c.k >= limit;
      seen["B past 2^" + std::to_string(bits)] += c.groups() * c.n * c.k >= limit;
      seen["D past 2^" + std::to_string(bits)] += rows * c.n * 2 >= limit;
    }
  }
  for (const auto& [what, count] : seen) {
    INFO(what);
    CHECK(count > 0);
  }
  CHECK(seen.size() > 40);
}

TEST_CASE("a case depends on seed and index alone") {
  const cases::Case ninth = cases::draw({}, 3, 9);
  for (std::uint64_t i = 0; i < 9; ++i) cases::draw({}, 3, i);
  CHECK(cases::draw({}, 3, 9) == ninth);
  CHECK_FALSE(cases::draw({}, 3, 8) == ninth);
  CHECK_FALSE(cases::draw({}, 4, 9) == ninth);
}

TEST_CASE("a space that asks for the exact grid gets nothing else") {
  cases::Space space;
  space.exact_grid_only = true;
  for (std::uint64_t i = 0; i < 300; ++i) CHECK(cases::on_exact_grid(cases::draw(space, 1, i)));
}

}  // namespace lockstep::tests
