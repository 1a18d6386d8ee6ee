// Shrinking always ends: every candidate is strictly lighter and none is the case itself.
#include "properties/problems/generate.hpp"
#include "properties/problems/operator.hpp"
#include "tests/catch.hpp"
#include "tests/property.hpp"

namespace lockstep::tests {

TEST_CASE("candidates are lighter than the case, and are cases") {
  check_property("simpler", [](std::uint64_t seed) {
    const cases::Case c = problems::draw({}, seed, 2);
    const cases::Grammar& grammar = problems::grammar_of(c);
    for (const cases::Case& next : cases::simpler(c, grammar)) {
      RC_ASSERT(cases::weight(next, grammar) < cases::weight(c, grammar));
      RC_ASSERT(!(next == c));
      RC_ASSERT(*cases::parse(cases::print(next)) == next);
      RC_ASSERT(!next.m.empty());
    }
  });
}

TEST_CASE("a part of a problem becomes the whole only where that is little") {
  const auto drops = [](const char* from, const char* to) {
    const cases::Case c = *cases::parse(from);
    return cases::drops_part(c, *cases::parse(to), problems::grammar_of(c));
  };
  CHECK(
      drops("small_m_gemv@gfx950 n=8388608 k=1024 m=3 sample=2", "small_m_gemv@gfx950 n=8388608 k=1024 m=3"));
  CHECK_FALSE(
      drops("small_m_gemv@gfx950 n=8388608 k=1024 m=3 sample=2", "small_m_gemv@gfx950 n=64 k=1024 m=3"));
  CHECK_FALSE(drops("small_m_gemv@gfx950 n=8388608 k=1024 m=3 sample=2",
                    "small_m_gemv@gfx950 n=8388608 k=1024 m=3 sample=1"));
  CHECK_FALSE(drops("small_m_gemv@gfx950 n=8388608 k=1024 m=3", "small_m_gemv@gfx950 n=8388600 k=1024 m=3"));
  CHECK(drops("grouped_gemm_k@gfx950 n=65536 k=65536 m=128 out=f32 sample=1",
              "grouped_gemm_k@gfx950 n=65536 k=65536 m=128 out=f32"));
}

TEST_CASE("always taking the first candidate reaches the plainest case") {
  cases::Case c = problems::draw({}, 77, 5);
  const cases::Grammar& grammar = problems::grammar_of(c);
  int steps = 0;
  for (std::vector<cases::Case> next = cases::simpler(c, grammar); !next.empty() && steps < 10'000;
       next = cases::simpler(c, grammar)) {
    c = next.front();
    ++steps;
  }
  CHECK(cases::simpler(c, grammar).empty());
  CHECK(c.m == std::vector<std::int32_t>{0});
  CHECK(c.n == 1);
  CHECK(c.k == 1);
  CHECK(c.options.all().empty());
}

}  // namespace lockstep::tests
