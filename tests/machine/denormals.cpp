// Which sources keep their denormals under a MODE that flushes those of sources.
#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

namespace lockstep::tests {
namespace {

TEST_CASE("denormals: the last steps of a division and the class of a number keep those of sources") {
  const Ran ran = run("denormals", "denormals_kept");
  INFO(ran.complaints());
  REQUIRE(ran.clean());
  // Of x = 2^-127: x * 1 + x, the same in a division, x as a quotient, x as a numerator, and whether x is
  // denormal.
  constexpr std::uint32_t kExpected[] = {0, 0x0080'0000, 0x0040'0000, 0, 1};
  for (int row = 0; row < 5; ++row) {
    INFO("row " << row);
    CHECK(ran.at(row, 9) == kExpected[row]);
  }
}

}  // namespace
}  // namespace lockstep::tests
