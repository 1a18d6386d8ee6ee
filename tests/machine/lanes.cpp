// Traffic between lanes: every expectation is the manual's formula for the lane that is read.
#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

namespace lockstep::tests {
namespace {

constexpr std::uint32_t kOld = 0x55;
constexpr std::uint32_t own(int lane) {
  return 100u + std::uint32_t(lane);
}

TEST_CASE("lanes and scalars") {
  const Ran ran = run("lanes", "scalars");
  INFO(ran.complaints());
  REQUIRE(ran.clean());
  CHECK(ran.at(0, 0) == own(0));
  CHECK(ran.at(1, 0) == own(37));
  CHECK(ran.at(2, 0) == own(5));  // the lane number is taken modulo 64
  CHECK(ran.at(3, 0) == own(4));  // the lowest active
  CHECK(ran.at(4, 0) == own(0));  // none active: lane 0
  for (int l = 0; l < 64; ++l)
    CHECK(ran.at(5, l) == (l == 40 ? own(37) : l == 5 ? 7 : own(l)));  // EXEC is ignored
}

TEST_CASE("a selection between lanes takes the modifiers of floats") {
  const Ran ran = run("lanes", "sign_modifiers");
  INFO(ran.complaints());
  REQUIRE(ran.clean());
  for (int l = 0; l < 64; ++l) {
    CHECK(ran.at(0, l) == (l % 2 == 0 ? 0x40200000u : 0xC0800000u));  // 2.5 and -4
    CHECK(ran.at(1, l) == (l % 2 == 0 ? 0xC0200000u : 0u));
  }
}

TEST_CASE("DPP controls") {
  const Ran ran = run("lanes", "dpp_rows");
  INFO(ran.complaints());
  REQUIRE(ran.clean());
  for (int l = 0; l < 64; ++l) {
    INFO("lane " << l);
    const int row = l / 16 * 16, in = l % 16;
    constexpr int kQuad[] = {1, 1, 3, 0};
    CHECK(ran.at(0, l) == own(l / 4 * 4 + kQuad[l % 4]));
    CHECK(ran.at(1, l) == (in + 3 < 16 ? own(l + 3) : kOld));
    CHECK(ran.at(2, l) == (in + 3 < 16 ? own(l + 3) : 0));
    CHECK(ran.at(3, l) == (in >= 5 ? own(l - 5) : kOld));
    CHECK(ran.at(4, l) == own(row + (in + 11) % 16));
    CHECK(ran.at(5, l) == own(row + 15 - in));
    CHECK(ran.at(6, l) == own(l / 8 * 8 + 7 - l % 8));
    CHECK(ran.at(7, l) == (l < 16 ? kOld : own(row - 1)));
    CHECK(ran.at(8, l) == (l < 32 ? kOld : own(31)));
    CHECK(ran.at(9, l) == (l < 63 ? own(l + 1) : kOld));
    CHECK(ran.at(10, l) == own((l + 1) % 64));
    CHECK(ran.at(11, l) == (l > 0 ? own(l - 1) : kOld));
    CHECK(ran.at(12, l) == own((l + 63) % 64));
    CHECK(ran.at(13, l) == own(row + 6));
    const bool masked = (l / 16) % 2 == 0 && (l / 4 % 4 == 1 || l / 4 % 4 == 2);  // rows 0, 2; banks 1, 2
    CHECK(ran.at(14, l) == (masked ? own(row + 15 - in) : kOld));
  }
}

TEST_CASE("DPP from a lane that is off") {
  const Ran ran = run("lanes", "dpp_exec");
  REQUIRE(ran.clean());
  for (int l = 0; l < 64; ++l) {
    INFO("lane " << l);
    const bool written = l >= 2, readable = l % 16 >= 2 && l - 2 >= 2;
    CHECK(ran.at(0, l) == (written && readable ? own(l - 2) : kOld));
    CHECK(ran.at(1, l) == (!written ? kOld : readable ? own(l - 2) : 0));
    const int from = l / 4 * 4 + 3 - l % 4;  // lanes 2 and 3 would read 1 and 0
    CHECK(ran.at(2, l) == (written && from >= 2 ? own(from) + own(l) : 1));
  }
}

TEST_CASE("SDWA selects") {
  const Ran ran = run("lanes", "sdwa");
  INFO(ran.complaints());
  REQUIRE(ran.clean());
  CHECK(ran.at(0, 9) == 0xaa + 0x1122);
  CHECK(ran.at(1, 9) == 0xffffffbb + 0x11);
  CHECK(ran.at(2, 9) == 0x55887788);
  CHECK(ran.at(3, 9) == 0xaabb0000);
  CHECK(ran.at(4, 9) == 0xffff9900);
  CHECK(ran.at(5, 9) == 0xffff8899);
}

TEST_CASE("swaps between two registers") {
  const Ran ran = run("lanes", "swaps");
  INFO(ran.complaints());
  REQUIRE(ran.clean());
  const auto first = [](int l) { return own(l); };
  const auto second = [](int l) { return 200u + std::uint32_t(l); };
  for (int l = 0; l < 64; ++l) {
    INFO("lane " << l);
    // Odd rows of 16 of the first trade with the even rows below them of the second.
    CHECK(ran.at(0, l) == (l / 16 % 2 == 1 ? second(l - 16) : first(l)));
    CHECK(ran.at(1, l) == (l / 16 % 2 == 0 ? first(l + 16) : second(l)));
    CHECK(ran.at(2, l) == (l >= 32 ? second(l - 32) : first(l)));
    CHECK(ran.at(3, l) == (l < 32 ? first(l + 32) : second(l)));
    CHECK(ran.at(4, l) == second(l));
    CHECK(ran.at(5, l) == first(l));
  }
}

TEST_CASE("permutations through LDS") {
  for (const auto& schedule : {kEarliest, kLatest}) {
    Setup setup;
    setup.schedule = schedule;
    const Ran ran = run("lanes", "permutes", setup);
    INFO(ran.complaints());
    REQUIRE(ran.clean());
    std::array<std::uint32_t, 64> forward{}, pairs{};
    for (int l = 0; l < 64; ++l) {
      if (l == 10) continue;
      forward[std::size_t((l * 5 + 3) % 64)] = own(l);
      pairs[std::size_t(l / 2)] = own(l);  // two senders: the higher lane wins
    }
    for (int l = 0; l < 64; ++l) {
      INFO("lane " << l);
      const int from = (l * 5 + 3) % 64, shifted = (from + 2) % 64;
      CHECK(ran.at(0, l) == (l == 10 ? kOld : from == 10 ? 0 : own(from)));
      CHECK(ran.at(1, l) == (l == 10 ? kOld : forward[std::size_t(l)]));
      CHECK(ran.at(2, l) == (l == 10 ? kOld : pairs[std::size_t(l)]));
      if (l != 10) CHECK(ran.at(3, l) == (shifted == 10 ? 0 : own(shifted)));
    }
  }
}

int reversed(int five_bits) {
  int out = 0;
  for (int b = 0; b < 5; ++b)
    if ((five_bits >> b & 1) != 0) out |= 16 >> b;
  return out;
}

TEST_CASE("ds_swizzle patterns") {
  const Ran ran = run("lanes", "swizzles");
  INFO(ran.complaints());
  REQUIRE(ran.clean());
  for (int l = 0; l < 64; ++l) {
    INFO("lane " << l);
    constexpr int kQuad[] = {3, 0, 2, 1};
    const int half = l / 32 * 32, in = l % 32;
    CHECK(ran.at(0, l) == own(l / 4 * 4 + kQuad[l % 4]));
    CHECK(ran.at(1, l) == own(l ^ 8));
    CHECK(ran.at(2, l) == own(l / 8 * 8 + 3));
    CHECK(ran.at(3, l) == own(l / 16 * 16 + 15 - l % 16));
    CHECK(ran.at(4, l) ==
          own(half + (8 | (in & 7)) - (in & 2) + (~in & 2)));  // bits 4 to 0: 0, 1, keep, invert, keep
    CHECK(ran.at(5, l) == own(half + (in + 5) % 32));
    CHECK(ran.at(6, l) == own(half + (in + 27) % 32));
    CHECK(ran.at(7, l) == own(half + reversed(in)));
    CHECK(ran.at(8, l) == own(l));
    CHECK(ran.at(9, l) == own(half + (reversed(in) >> 1 | (in & 1))));
  }
}

TEST_CASE("accumulator registers") {
  const Ran ran = run("lanes", "accumulators");
  INFO(ran.complaints());
  REQUIRE(ran.clean());
  for (int l = 0; l < 64; ++l) {
    const std::uint32_t a0 = l == 1 ? 33 : own(l);
    CHECK(ran.at(0, l) == a0);
    CHECK(ran.at(1, l) == 9);
    CHECK(ran.at(2, l) == a0);
    CHECK(ran.at(3, l) == a0);
  }
}

TEST_CASE("op_sel of scaled conversions") {
  const Ran ran = run("lanes", "scaled_selects");
  INFO(ran.complaints());
  REQUIRE(ran.clean());
  const auto bits = [](float x) { return std::bit_cast<std::uint32_t>(x); };
  CHECK(ran.at(0, 3) == 0xC0383344);  // 1 and -2 in the upper half
  CHECK(ran.at(1, 3) == 0x11403344);  // 2 in byte 2
  CHECK(ran.at(2, 3) == 0x11224244);  // 1 and 2, four bits each, in byte 1
  CHECK(ran.at(3, 3) == 0x40003344);  // byte 3 is 1, twice that in the upper half
  CHECK(ran.at(4, 3) == bits(4));     // bytes 2 and 3: 2 and 1, twice that
  CHECK(ran.at(5, 3) == bits(2));
  CHECK(ran.at(6, 3) == bits(4));      // byte 2
  CHECK(ran.at(7, 3) == 0x4400'8000);  // byte 1: 0x48 in e2m1 is -0 and 2; twice that
  CHECK(ran.at(8, 0) == 0x20820820);   // elements 8 of six bits, from the upper end
  CHECK(ran.at(8, 3) == 0);
}

}  // namespace
}  // namespace lockstep::tests
