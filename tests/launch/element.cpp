#include "emulator/launch/element.hpp"

#include <cmath>
#include <vector>

#include "host/random.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"

using namespace lockstep;
using namespace lockstep::launch;

namespace {

std::uint64_t bits(const char* type, const char* number) {
  const auto encoded = encode(*find_element(type), number);
  INFO(type << " " << number);
  REQUIRE(encoded);
  return *encoded;
}

bool refused(const char* type, const char* number) {
  return !encode(*find_element(type), number);
}

}  // namespace

TEST_CASE("numbers become the bits that C and the specifications give them") {
  CHECK(bits("i32", "-1") == 0xFFFF'FFFF);
  CHECK(bits("i8", "-128") == 0x80);
  CHECK(bits("u8", "0xff") == 0xFF);
  CHECK(bits("i64", "-9223372036854775808") == 0x8000'0000'0000'0000);
  CHECK(bits("f32", "1.5") == 0x3FC0'0000);
  CHECK(bits("f32", "-inf") == 0xFF80'0000);
  CHECK(bits("f64", "0x1p-1074") == 1);
  CHECK(bits("f16", "65504") == 0x7BFF);
  CHECK(bits("bf16", "1") == 0x3F80);
  CHECK(bits("tf32", "1") == 0x3F80'0000);
  CHECK(bits("e4m3fn", "448") == 0x7E);
  CHECK(bits("e2m1", "6") == 7);
  CHECK(bits("e8m0", "0.5") == 126);
}

TEST_CASE("what a type can't hold is refused") {
  CHECK(refused("i8", "128"));
  CHECK(refused("i8", "-129"));
  CHECK(refused("u32", "-1"));
  CHECK(refused("u32", "4294967296"));
  CHECK(refused("i32", "1.5"));
  CHECK(refused("i32", ""));
  CHECK(refused("f32", "1,5"));
  CHECK(refused("f16", "70000"));
  CHECK(refused("f32", "1e400"));
  CHECK(refused("f64", "-1e400"));
  CHECK(refused("e4m3fn", "500"));
  CHECK(refused("e4m3fn", "inf"));
  CHECK(refused("e2m1", "7"));
  CHECK(refused("e2m1", "nan"));
  CHECK(refused("e8m0", "3"));
  CHECK(refused("e8m0", "0"));
  CHECK(refused("float8_ue4m3", "-1"));
  CHECK_FALSE(find_element("float7"));
}

TEST_CASE("every finite code is drawn, and no other") {
  for (const formats::Format* f : formats::kFormats) {
    if (f->bits > 8) continue;
    INFO(f->name);
    const Element e = *find_element(f->name);
    std::vector<int> seen(std::size_t{1} << f->bits);
    for (std::uint64_t i = 0; i < 8000; ++i) ++seen.at(any_finite(e, host::hash(i)));
    for (std::uint32_t code = 0; code < seen.size(); ++code) {
      const bool finite = !formats::is_nan(*f, code) && !formats::is_infinity(*f, code);
      INFO(code);
      CHECK((seen[code] != 0) == finite);
    }
  }
}

TEST_CASE("wide draws are finite") {
  for (const char* name : {"f16", "bf16", "f32", "f64"}) {
    const Element e = *find_element(name);
    for (const std::uint64_t draw : {~0ull, 0x7FF0'0000'0000'0000ull, 0x7F80'7C00'7F80'7F80ull}) {
      const std::uint64_t code = any_finite(e, draw);
      INFO(name << " " << code);
      if (e.kind == Element::Kind::float64) {
        CHECK((code >> 52 & 0x7FF) != 0x7FF);
      } else {
        CHECK_FALSE(formats::is_nan(*e.format, std::uint32_t(code)));
        CHECK_FALSE(formats::is_infinity(*e.format, std::uint32_t(code)));
      }
    }
  }
}
