// Elements taken out of an output's bytes: narrow ones, and ones that a page cuts in two.
#include <cstring>

#include "emulator/launch/outputs.hpp"
#include "tests/launch/example.hpp"

using namespace lockstep;
using namespace lockstep::launch;
using namespace lockstep::tests;

namespace {

using ByteVector = std::vector<std::uint8_t>;

Given given(ByteVector bytes) {
  return {[held = std::move(bytes)](std::uint64_t offset, std::span<std::uint8_t> data) {
    std::copy_n(held.begin() + std::ptrdiff_t(offset), data.size(), data.begin());
  }};
}

/// In pieces of so many bytes.
exact::Deviation compared(const char* format, const ByteVector& got, const ByteVector& want,
                          std::size_t piece) {
  const Element element = *find_element(format);
  exact::Deviation deviation(*element.format, {});
  ElementPairs pairs(element);
  for (std::size_t at = 0; at < got.size(); at += piece) {
    const std::size_t size = std::min(piece, got.size() - at);
    pairs.add(std::span(got).subspan(at, size), std::span(want).subspan(at, size), deviation);
  }
  return deviation;
}

Description with_format(const char* format) {
  Description d = scale_launch();
  d.outputs[0].element = find_element(format);
  return d;
}

tl::expected<OutputResult, std::string> result_of(const Description& d) {
  const auto code = scale_code();
  const auto p = place(d, *code);
  if (!p) return tl::unexpected(p.error());
  REQUIRE_FALSE(dispatched(**p, *code).stop);
  return judge(**p, d, d.outputs[0]);
}

/// 128 floats that are 6, as the launch writes them, but for one.
ByteVector floats_of_six(std::size_t wrong = 128) {
  std::vector<float> values(128, 6.0f);
  if (wrong < 128) values[wrong] = 7.0f;
  ByteVector bytes(512);
  std::memcpy(bytes.data(), values.data(), 512);
  return bytes;
}

}  // namespace

TEST_CASE("elements are the same in pieces of any size") {
  ByteVector got(48), want(48);
  for (std::size_t i = 0; i < 48; ++i) want[i] = got[i] = std::uint8_t(i);
  got[29] ^= 0x10;
  for (const std::size_t piece : {1, 2, 3, 5, 7, 48}) {
    CHECK(compared("f32", got, want, piece).elements == 12);
    CHECK(compared("f32", got, want, piece).absolute.at.element == 7);
    CHECK(compared("bf16", got, want, piece).absolute.at.element == 14);
    CHECK(compared("e2m1", got, want, piece).elements == 96);
    CHECK(compared("e2m1", got, want, piece).absolute.at.element == 59);  // the high nibble of byte 29
    CHECK(compared("e2m1", got, want, piece).ulp.size == 1);
    CHECK(compared("e3m2", got, want, piece).elements == 64);
    CHECK(compared("e3m2", got, want, piece).absolute.at.element == 39);  // bits 234 to 239
  }
}

TEST_CASE("tf32 lies in memory as a register does") {
  const exact::Deviation d = compared("tf32", {0, 0x20, 0x80, 0x3F}, {0xFF, 0x1F, 0x80, 0x3F}, 4);
  CHECK(d.elements == 1);
  CHECK(d.ulp.size == 1);
  CHECK(d.absolute.size == 0x1p-10);
}

TEST_CASE("an output within its tolerance differs in bits, and is right") {
  Description d = with_format("f32");
  d.outputs[0].expected = given(floats_of_six(100));
  auto r = result_of(d);
  REQUIRE(r);
  CHECK(r->mismatch);  // no tolerance: bits
  REQUIRE(r->deviation);
  CHECK(r->deviation->absolute.at.element == 100);
  CHECK(r->deviation->elements == 128);
  d.outputs[0].tolerance.absolute = 1;
  r = result_of(d);
  REQUIRE(r);
  CHECK_FALSE(r->mismatch);
  CHECK(r->deviation->holds());
  d.outputs[0].tolerance.absolute = 0.99;
  r = result_of(d);
  REQUIRE(r);
  CHECK_FALSE(r->deviation->holds());
}

TEST_CASE("an element that a page cuts in two is one element") {
  Description d = with_format("f32");
  d.buffers[1].bytes = 2 * machine::kPageBytes;
  d.arguments[0].value = Pointer{"out", machine::kPageBytes - 256};
  d.outputs[0].offset = machine::kPageBytes - 258;  // two bytes that nobody writes, then the floats
  d.outputs[0].bytes = 516;
  d.outputs[0].may_be_undefined = true;
  ByteVector want{0, 0};
  const ByteVector floats = floats_of_six();
  want.insert(want.end(), floats.begin(), floats.end());
  want.resize(516);
  d.outputs[0].expected = given(want);
  const auto r = result_of(d);
  REQUIRE(r);
  CHECK(r->deviation->elements == 129);
  CHECK(r->undefined_bytes == 4);
  d.outputs[0].offset += 2;
  d.outputs[0].bytes = 512;
  d.outputs[0].expected = given(floats);
  CHECK(result_of(d)->deviation->ulp.size == 0);
}

TEST_CASE("bytes that are no whole number of elements are refused") {
  Description d = with_format("f32");
  d.outputs[0].bytes = 510;
  const auto r = result_of(d);
  REQUIRE_FALSE(r);
  CHECK(r.error() == "output: 510 bytes of buffer 'out' are no whole number of elements of float32");
  d = with_format("e3m2");  // of 6 bits: may leave some over
  d.outputs[0].bytes = 511;
  CHECK(result_of(d));
}

TEST_CASE("an output without bytes deviates from nothing") {
  Description d = with_format("f32");
  d.outputs[0].offset = 512;
  d.outputs[0].expected = given({});
  d.outputs[0].tolerance.snr = 100;
  const auto r = result_of(d);
  REQUIRE(r);
  CHECK(r->deviation->elements == 0);
  CHECK(r->deviation->holds());
}
