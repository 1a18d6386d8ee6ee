// MODE.round: of f32, of the other types, and of rows of which nobody says what they do then.
#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

namespace lockstep::tests {
namespace {

TEST_CASE("rounding: as the type's field of MODE says") {
  const Ran ran = run("rounding", "rounding");
  INFO(ran.complaints());
  REQUIRE(ran.clean());
  // 1 + 2^-31, -1 - 2^-31, 1 - 2^-31, and 1 + 2^-24 in f16.
  constexpr std::uint32_t kExpected[4][4] = {
      {0x3F80'0001, 0xBF80'0000, 0x3F80'0000, 0x3C00},  // f32 up
      {0x3F80'0000, 0xBF80'0001, 0x3F7F'FFFF, 0x3C00},  // f32 down
      {0x3F80'0000, 0xBF80'0000, 0x3F7F'FFFF, 0x3C00},  // f32 toward zero
      {0x3F80'0000, 0xBF80'0000, 0x3F80'0000, 0x3C01},  // f16 up
  };
  for (int way = 0; way < 4; ++way)
    for (int i = 0; i < 4; ++i) {
      INFO("way " << way << ", sum " << i);
      CHECK(ran.at(4 * way + i, 17) == kExpected[way][i]);
    }
}

TEST_CASE(
    "rounding: a row of which nobody says what it does stops the wave, where its own field is another") {
  const Ran ran = run("rounding", "rounding_unknown");
  REQUIRE(ran.outcome.stop);
  CHECK(ran.outcome.stop->kind == findings::FindingKind::unsupported);
  CHECK(ran.outcome.stop->instruction == "v_rcp_f32_e32 v3, v2");
  CHECK(ran.outcome.stop->text.find("MODE.round") != std::string::npos);
}

}  // namespace
}  // namespace lockstep::tests
