// A failure is made small, and stays the same failure.
#include "properties/fuzzing/minimise.hpp"
#include "properties/problems/operator.hpp"
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

// Of a sample n is a multiple of its parts, or of a tile, which few of the sizes on the way down are.
TEST_CASE("a sample is dropped with the size that asked for it") {
  const auto fails_from = [](std::int32_t rows) {
    return [rows](const cases::Case& tried) {
      laws::CaseResult r;
      if (problems::launches_of(tried, *kernels::find_kernel(tried.kernel, tried.arch)) && tried.m[0] >= rows)
        r.laws = {{"bits", verdict::Verdict::falsified}};
      return r;
    };
  };
  const auto c = cases::parse(
      "small_m_mfma@gfx950 n=8388608 k=1024 m=17 sample=2 columns=2 data=codes scales=near seed=0x5");
  REQUIRE(c.has_value());
  const auto fails_from_five_rows = fails_from(5);
  const fuzzing::Minimised least = fuzzing::minimise(*c, fails_from_five_rows, nullptr);
  CHECK(cases::print(least.smallest) == "small_m_mfma@gfx950 groups=1 n=1 k=128 m=5 data=one_hot seed=0x1");
  CHECK_FALSE(least.out_of_tries);

  const auto tiled = cases::parse("grouped_gemm_k@gfx942 n=3670016 k=768 m=1024 sample=1 out=f32 seed=0x5");
  REQUIRE(tiled.has_value());
  CHECK(cases::print(fuzzing::minimise(*tiled, fails_from(640), nullptr).smallest) ==
        "grouped_gemm_k@gfx942 groups=1 n=128 k=128 m=640 out=f32 data=one_hot seed=0x1");

  const auto now = std::chrono::steady_clock::now();
  const fuzzing::Minimised late = fuzzing::minimise(*c, fails_from_five_rows, nullptr, 300, now);
  CHECK(late.out_of_time);
  CHECK(late.attempts == 0);
  CHECK(fuzzing::found_text(0, false, late) == "case 1   shrunk 0x in 0 tries, out of time");
}

}  // namespace lockstep::tests
