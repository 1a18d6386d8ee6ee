// A failure is made small, and stays the same failure.
#include "properties/fuzzing/minimise.hpp"
#include "tests/properties/harness.hpp"

namespace lockstep::tests {

TEST_CASE("a large failing case becomes a small one that fails the same law") {
  laws::CodeCache cache;
  const auto c = cases::parse(
      "grouped_gemm_masked@gfx950 m_max=300 n=256 k=640 m=200,17,128 data=codes scales=distinct "
      "schedule=random:5 seed=0x77 build=b_scale_never_advances");
  REQUIRE(c.has_value());
  const laws::Law* bits = laws::find_law("bits");
  const fuzzing::Minimised least = fuzzing::minimise(*c, *bits, cache, {});
  INFO(cases::print(least.smallest));
  CHECK(least.steps > 3);
  CHECK(least.smallest.m.size() == 1);
  CHECK(least.smallest.m[0] <= 2);
  CHECK(least.smallest.n == 128);
  CHECK(least.smallest.k <= 384);
  const laws::Law* const only[] = {bits};
  CHECK(laws::evaluate(least.smallest, only, cache, {}).first_falsified() != nullptr);
}

TEST_CASE("sizes are bisected: a large case takes few tries") {
  laws::CodeCache cache;
  const auto c = cases::parse(
      "grouped_gemm_masked@gfx950 m_max=3000 n=1280 k=4096 m=0*30,700,0*30 data=codes scales=distinct "
      "schedule=random:5 seed=0x77 build=b_scale_never_advances");
  REQUIRE(c.has_value());
  const fuzzing::Minimised least = fuzzing::minimise(*c, *laws::find_law("bits"), cache, {});
  INFO(cases::print(least.smallest));
  CHECK_FALSE(least.out_of_tries);
  CHECK(least.attempts < 120);
  CHECK(least.smallest.m.size() == 1);
  CHECK(least.smallest.m[0] <= 2);
  CHECK(least.smallest.n == 128);
  CHECK(least.smallest.k <= 384);
}

TEST_CASE("shrinking respects its budget") {
  laws::CodeCache cache;
  const auto c = cases::parse(
      "grouped_gemm_masked@gfx950 m_max=300 n=256 k=640 m=200 data=codes build=b_scale_never_advances "
      "scales=distinct");
  REQUIRE(c.has_value());
  const fuzzing::Minimised none = fuzzing::minimise(*c, *laws::find_law("bits"), cache, {}, 0);
  CHECK(none.out_of_tries);
  CHECK(none.attempts == 0);
  CHECK(none.smallest == *c);
  const fuzzing::Minimised few = fuzzing::minimise(*c, *laws::find_law("bits"), cache, {}, 5);
  CHECK(few.attempts == 5);
  CHECK(few.smallest == fuzzing::minimise(*c, *laws::find_law("bits"), cache, {}, 5).smallest);
}

}  // namespace lockstep::tests
