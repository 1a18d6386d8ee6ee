#include "emulator/launch/outputs.hpp"

#include <cstring>

#include "emulator/launch/digest.hpp"
#include "tests/launch/example.hpp"

using namespace lockstep;
using namespace lockstep::launch;
using namespace lockstep::tests;

namespace {

/// 128 floats that are 6, but for one.
Given sixes(std::size_t wrong = 128) {
  std::vector<float> values(128, 6.0f);
  if (wrong < 128) values[wrong] = 7.0f;
  return {[values](std::uint64_t offset, std::span<std::uint8_t> data) {
    std::memcpy(data.data(), reinterpret_cast<const std::uint8_t*>(values.data()) + offset, data.size());
  }};
}

OutputResult judged(Description d, std::uint32_t groups = 2) {
  d.geometry.grid[0] = groups;
  const auto code = scale_code();
  const auto p = place(d, *code);
  REQUIRE(p);
  REQUIRE_FALSE(dispatched(**p, *code).stop);
  return judge(**p, d, d.outputs[0]);
}

}  // namespace

TEST_CASE("an output equal to the expected bytes is right, and one bit makes it wrong") {
  Description d = scale_launch();
  d.outputs[0].expected = sixes();
  OutputResult r = judged(d);
  CHECK(r.bytes == 512);
  CHECK(r.undefined_bytes == 0);
  CHECK_FALSE(r.mismatch);
  d.outputs[0].expected = sixes(100);
  r = judged(d);
  REQUIRE(r.mismatch);
  CHECK(r.mismatch->offset == 402);  // 6.0f and 7.0f differ in one bit of the third byte
  CHECK(r.mismatch->bytes == 1);
  CHECK(r.mismatch->expected == 0xE0);
  CHECK(r.mismatch->found == 0xC0);
}

TEST_CASE("bytes that may be undefined are not counted, those beside them are") {
  Description d = scale_launch();  // of one workgroup: the second half stays undefined
  const auto undefined = [&](std::vector<Range> allowed) {
    d.outputs[0].undefined = std::move(allowed);
    const OutputResult r = judged(d, 1);
    return std::pair(r.undefined_bytes, r.first_undefined);
  };
  CHECK(undefined({}) == std::pair<std::uint64_t, std::uint64_t>(256, 256));
  CHECK(undefined({{256, 512}}).first == 0);
  CHECK(undefined({{0, 300}, {304, 512}}) == std::pair<std::uint64_t, std::uint64_t>(4, 300));
  d.outputs[0].offset = 128;  // ranges are of the buffer, wherever the output begins
  CHECK(undefined({{256, 508}}) == std::pair<std::uint64_t, std::uint64_t>(4, 508 - 128));
}

TEST_CASE("the digest is of the output's bytes alone") {
  Description d = scale_launch();
  std::vector<std::uint8_t> six(256);
  sixes().read(0, six);
  Sha256 sha;
  sha.add(six);
  const std::string right = sha.finish();
  d.outputs[0].offset = 128;
  d.outputs[0].bytes = 256;
  d.outputs[0].expected_sha256 = right;
  CHECK(judged(d).sha256 == right);
  CHECK_FALSE(judged(d).wrong_digest);
  d.outputs[0].expected_sha256.back() ^= 1;
  CHECK(judged(d).wrong_digest);
}

TEST_CASE("bytes that no workgroup wrote are undefined, and counted") {
  const OutputResult r = judged(scale_launch(), 1);
  CHECK(r.undefined_bytes == 256);
  CHECK(r.first_undefined == 256);
}

TEST_CASE("looking at an output touches nothing") {
  Description d = scale_launch();
  d.buffers[1].bytes = 100 * machine::kPageBytes;
  const auto code = scale_code();
  const auto p = place(d, *code);
  REQUIRE(p);
  REQUIRE_FALSE(dispatched(**p, *code).stop);
  const std::uint64_t before = (*p)->memory.touched_bytes();
  CHECK(judge(**p, d, d.outputs[0]).undefined_bytes == 100 * machine::kPageBytes - 512);
  CHECK((*p)->memory.touched_bytes() == before);
}
