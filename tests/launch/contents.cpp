#include "emulator/launch/contents.hpp"

#include <algorithm>

#include "host/random.hpp"
#include "reference/formats/formats.hpp"
#include "reference/formats/packing.hpp"
#include "tests/catch.hpp"

using namespace lockstep;
using namespace lockstep::launch;

namespace {

struct Bytes {
  std::vector<std::uint8_t> data, undefined;
};

Bytes window(const Contents& contents, std::uint64_t offset, std::size_t size) {
  Bytes bytes{std::vector<std::uint8_t>(size, 0xCC), std::vector<std::uint8_t>(size, 0)};
  fill(contents, 99)(offset, bytes.data, bytes.undefined);
  return bytes;
}

Random random(const char* type, std::optional<Random::Range> range = {}) {
  return {*find_element(type), 5, range};
}

}  // namespace

TEST_CASE("a window holds what the whole holds there") {
  const Contents all[] = {Undefined{},    Pattern{{1, 2, 3}}, random("e2m1"),
                          random("e2m3"), random("f32"),      random("i8", Random::Range{-3, 3})};
  for (const Contents& contents : all) {
    const Bytes whole = window(contents, 0, 240);
    for (const std::size_t offset : {1, 2, 3, 7, 48, 101}) {
      INFO("kind " << contents.index() << " offset " << offset);
      const Bytes part = window(contents, offset, 50);
      CHECK(std::equal(part.data.begin(), part.data.end(), whole.data.begin() + std::ptrdiff_t(offset)));
    }
  }
}

TEST_CASE("only undefined contents are undefined, and their noise hangs on the seed") {
  CHECK(window(Undefined{}, 0, 9).undefined == std::vector<std::uint8_t>(9, 1));
  CHECK(window(Pattern{{0}}, 0, 9).undefined == std::vector<std::uint8_t>(9, 0));
  CHECK(window(Pattern{{0}}, 0, 9).data == std::vector<std::uint8_t>(9, 0));
  Bytes other = window(Undefined{}, 0, 9);
  fill(Undefined{}, 100)(0, other.data, other.undefined);
  CHECK(other.data != window(Undefined{}, 0, 9).data);
}

TEST_CASE("a pattern repeats from the buffer's start") {
  CHECK(window(Pattern{{1, 2, 3}}, 4, 5).data == std::vector<std::uint8_t>{2, 3, 1, 2, 3});
}

TEST_CASE("narrow elements are packed as the formats are") {
  for (const char* name : {"e2m1", "e2m3", "e3m2", "e4m3fn"}) {
    const Random drawn = random(name, Random::Range{-2, 2});
    const formats::Format& f = *drawn.element.format;
    const Bytes bytes = window(drawn, 0, 96);
    std::vector<std::uint8_t> codes(96 * 8 / std::size_t(f.bits));
    formats::unpack(bytes.data, f.bits, codes);
    INFO(name);
    double low = 0, high = 0;
    for (const std::uint8_t code : codes) {
      low = std::min(low, formats::to_double(f, code));
      high = std::max(high, formats::to_double(f, code));
    }
    CHECK(low >= -2);
    CHECK(low < -1);
    CHECK(high <= 2);
    CHECK(high > 1);
  }
}

TEST_CASE("integers fill their range, both ends included") {
  const Bytes bytes = window(random("i8", Random::Range{-1, 2}), 0, 400);
  for (const std::uint8_t value : {0xFF, 0, 1, 2}) CHECK(std::ranges::count(bytes.data, value) > 20);
  CHECK(std::ranges::count_if(bytes.data, [](std::uint8_t b) { return b > 2 && b != 0xFF; }) == 0);
}
