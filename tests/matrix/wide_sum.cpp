#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "emulator/arithmetic/matrix/fast/exact_bits.hpp"
#include "tests/catch.hpp"
#include "tests/property.hpp"

using lockstep::matrix::WideSum;

namespace {

std::uint32_t bits(float x) {
  return std::bit_cast<std::uint32_t>(x);
}

}  // namespace

TEST_CASE("a wide sum spans all exponents and rounds once") {
  WideSum sum;
  CHECK(bits(sum.round()) == 0);
  sum.add(false, 1, 290);
  CHECK(std::isinf(sum.round()));
  sum.add(false, 1, -320);
  sum.add(true, 1, 290);
  CHECK(bits(sum.round()) == 0);  // far below the smallest float
  sum.add(false, 3, -150);
  CHECK(bits(sum.round()) == 2);  // 1.5 steps and a little: up
  sum.add(true, 2, -320);
  CHECK(bits(sum.round()) == 1);  // a little below 1.5 steps: down
}

TEST_CASE("a wide sum of floats is their exact sum") {
  lockstep::tests::check_property("wide sum of two floats", [](std::int32_t x, std::int32_t y) {
    const float a = std::ldexp(float(x), int(x % 40));
    const float b = std::ldexp(float(y), int(y % 40));
    WideSum sum;
    sum.add(a);
    sum.add(b);
    // IEEE addition of two floats is the correctly rounded exact sum; zero is +0 here.
    RC_ASSERT(bits(sum.round()) == bits(a + b + 0.0f));
    sum.add(-b);
    RC_ASSERT(bits(sum.round()) == bits(a + 0.0f));
  });
}
