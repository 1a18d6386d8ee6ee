// Shrinking always ends: every candidate is strictly lighter and none is the case itself.
#include "catch.hpp"
#include "properties/cases/generate.hpp"
#include "properties/cases/problem.hpp"
#include "properties/cases/shrink.hpp"
#include "property.hpp"

namespace lockstep::tests {

TEST_CASE("candidates are lighter than the case, and are cases") {
  check_property("simpler", [](std::uint64_t seed) {
    const cases::Case c = cases::draw({}, seed, 2);
    for (const cases::Case& next : cases::simpler(c)) {
      RC_ASSERT(cases::weight(next) < cases::weight(c));
      RC_ASSERT(!(next == c));
      RC_ASSERT(*cases::parse(cases::print(next)) == next);
      RC_ASSERT(!next.m.empty());
    }
  });
}

TEST_CASE("always taking the first candidate reaches the plainest case") {
  cases::Case c = cases::draw({}, 77, 5);
  int steps = 0;
  for (std::vector<cases::Case> next = cases::simpler(c); !next.empty() && steps < 10'000;
       next = cases::simpler(c)) {
    c = next.front();
    ++steps;
  }
  CHECK(cases::simpler(c).empty());
  CHECK(c.m == std::vector<std::int32_t>{0});
  CHECK(c.n == 128);
  CHECK(c.k == 128);
}

}  // namespace lockstep::tests
