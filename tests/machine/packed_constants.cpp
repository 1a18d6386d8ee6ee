// Inline constants of packed instructions on halves: 32 bits, whichever half is taken of them.
#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

namespace lockstep::tests {

TEST_CASE("packed instructions take halves of a constant's 32 bits") {
  constexpr std::uint32_t kExpected[] = {
      0x000F'001F,  // + -1: both halves of 0xFFFFFFFF
      0x0010'0023,  // + 3: the high half of 3 is 0
      0x0013'0023,  // ... unless it takes the low one
      0x3F10'3F20,  // + 0.5 as binary32, its high half twice
      0x3F90'0020,  // + 1.0 as binary32, half by half
      0xC090'C0A0,  // + -4.0 as binary32, its high half twice
      0xFFE0'FFC0,  // * -2
      0x0010'0200,  // << 4, and << 0
      0x0100'0200,  // << 4 twice
      0xFFFF'FFFB,  // min -5, and min -1: its high half
      0xFFFF'003F,  // * 2 - 1, and * 0 - 1
      0x3C00'4000,  // 1.0 + 1.0, and + 0
      0x4000'4000,  // 1.0 + 1.0, twice
      0xBC00'3C00,  // 1.0 + 0, the high half of the constant, and 1.0 - 2.0
      0x3C00'3C00,  // max NaN 1.0, twice: -1 is 0xFFFF in both halves
      0x3C00'BC00,  // * 1.0, the low product negated
  };
  const Ran ran = run("packed_constants", "packed_constants");
  INFO(ran.complaints());
  REQUIRE(ran.clean());
  for (int i = 0; i < int(std::size(kExpected)); ++i) {
    INFO("result " << i);
    CHECK(ran.at(i, 17) == kExpected[i]);
  }
}

}  // namespace lockstep::tests
