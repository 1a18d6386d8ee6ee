// Random numbers are those of SplitMix64, as published: a seed means the same data on every machine.
#include "host/random.hpp"

#include "tests/catch.hpp"

using namespace lockstep;

TEST_CASE("hashes are SplitMix64's published values") {
  CHECK(host::hash(0) == 0xE220A8397B1DCDAFull);
  // Of seed 1234567, from the reference program (Vigna, prng.di.unimi.it/splitmix64.c).
  CHECK(host::hash(1234567) == 6457827717110365317ull);
}

TEST_CASE("numbers below a bound are, and reach both ends") {
  host::Random random(1);
  bool least = false, most = false;
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t x = random.below(7);
    REQUIRE(x < 7);
    least |= x == 0;
    most |= x == 6;
  }
  CHECK((least && most));
  CHECK(random.below(1) == 0);
}
