#include "emulator/observe/lane_text.hpp"

#include "tests/catch.hpp"

using namespace lockstep::observe;

namespace {

constexpr std::uint64_t kAll = ~std::uint64_t{0};

template <typename Value>
LaneValues lanes(const Value& value) {
  LaneValues v;
  for (std::uint64_t l = 0; l < 64; ++l) v[l].value = value(l);
  return v;
}

}  // namespace

TEST_CASE("equal lanes and even steps are said once") {
  CHECK(text(lanes([](std::uint64_t) { return 7u; }), kAll) == "0x7");
  CHECK(text(lanes([](std::uint64_t l) { return 0x100 + 4 * l; }), kAll) == "0x100 +0x4");
  CHECK(text(lanes([](std::uint64_t l) { return 0x100 - l; }), kAll) == "0x100 -0x1");
  CHECK(text(lanes([](std::uint64_t l) { return l < 16 ? 1 : 0x40 + 2 * l; }), kAll) ==
        "[0-15] 0x1 [16-63] 0x60 +0x2");
  CHECK(text(lanes([](std::uint64_t l) { return l == 5 ? 9u : 3u; }), kAll) ==
        "[0-4] 0x3 [5] 0x9 [6-63] 0x3");
}

TEST_CASE("all lanes of a narrow wave need not be named") {
  using lockstep::isa::WaveWidth;
  const auto seven = lanes([](std::uint64_t) { return 7u; });
  CHECK(text(seven, 0xFFFF'FFFF, WaveWidth::lanes32) == "0x7");
  CHECK(text(seven, 0x7FFF'FFFF, WaveWidth::lanes32) == "[0-30] 0x7");
  CHECK(text(seven, 0xFFFF'FFFF) == "[0-31] 0x7");
}

TEST_CASE("lanes with nothing in common are listed") {
  const auto odd = lanes([](std::uint64_t l) { return l * l * l; });
  CHECK(text(odd, 0xF0) == "[4-7] 0x40 0x7d 0xd8 0x157");
  CHECK(text(odd, 0x21) == "[0] 0x0 [5] 0x7d");
  CHECK(text(odd, 0x3) == "[0-1] 0x0 0x1");
  CHECK(text(odd, 0) == "no lane");
}

TEST_CASE("a step does not cross a lane that is not in the mask") {
  CHECK(text(lanes([](std::uint64_t l) { return l; }), 0xF7) == "[0-2] 0x0 +0x1 [4-7] 0x4 +0x1");
}

TEST_CASE("undefined bits show as such, and their value does not") {
  CHECK(text(LaneValue{0x1234, 0xFFFF'FFFF}) == "?");
  CHECK(text(LaneValue{0x12FF, 0xFF}) == "0x1200?ff");
  LaneValues v = lanes([](std::uint64_t l) { return l; });
  v[1].undefined = 0xFFFF'FFFF;
  CHECK(text(v, 0x7) == "[0-2] 0x0 ? 0x2");
}
