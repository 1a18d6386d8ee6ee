// Fused multiply-adds whose sources are halves or floats, each its own.
#include <bit>

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

TEST_CASE("mixed: dot products of halves, whose signs neg_lo and neg_hi change") {
  const Ran ran = run("mixed", "dots");
  INFO(ran.complaints());
  REQUIRE(ran.clean());
  // 2 + 12 + 0.5, -2 + 12 + 0.5, -2 - 12 + 0.5, 2 + 0 + 0.5; clamped to 1; and the first again.
  constexpr float kExpected[] = {14.5f, 10.5f, -13.5f, 2.5f, 1.0f, 14.5f};
  for (int row = 0; row < 6; ++row) {
    INFO("row " << row);
    CHECK(ran.at(row, 5) == std::bit_cast<std::uint32_t>(kExpected[row]));
  }
}

TEST_CASE("mixed: signs of a dot product's operands that no source explains stop the wave") {
  for (const char* kernel : {"dot_sign", "dot_integer_sign"}) {
    CAPTURE(kernel);
    const Ran ran = run("mixed", kernel);
    REQUIRE(ran.outcome.stop);
    CHECK(ran.outcome.stop->kind == findings::FindingKind::unsupported);
    CHECK(ran.outcome.stop->text.find("neg") != std::string::npos);
  }
}

}  // namespace
}  // namespace lockstep::tests
