// Fused multiply-adds whose sources are halves or floats, each its own.
#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

namespace lockstep::tests {
namespace {

TEST_CASE("mixed: op_sel_hi says which source is a half, op_sel which half") {
  const Ran ran = run("mixed", "mixed");
  INFO(ran.complaints());
  REQUIRE(ran.clean());
  // 2 * 0.5 - 4, 3 * 0.5 + 8, -3 * 0.5 + |-4|, 0.5 * 0.5 + 1; the first two as halves, and the first clamped.
  constexpr std::uint32_t kExpected[] = {0xC040'0000, 0x4118'0000, 0x4020'0000, 0x3FA0'0000,
                                         0x1111'C200, 0x48C0'2222, 0x1111'0000};
  for (int row = 0; row < 7; ++row) {
    INFO("row " << row);
    CHECK(ran.at(row, 5) == kExpected[row]);
  }
}

TEST_CASE("mixed: the half that is not taken may be undefined") {
  const Ran ran = run("mixed", "mixed_undefined");
  CHECK(ran.undefined_at(0, 5) == 0);
  CHECK(ran.undefined_at(1, 5) == 0xF);
  CHECK(ran.undefined_at(2, 5) == 0xF);
}

TEST_CASE("mixed: a constant that is another number as a half stops the wave") {
  const Ran ran = run("mixed", "mixed_constant");
  REQUIRE(ran.outcome.stop);
  CHECK(ran.outcome.stop->kind == findings::FindingKind::unsupported);
  CHECK(ran.outcome.stop->text.find("constant") != std::string::npos);
}

}  // namespace
}  // namespace lockstep::tests
