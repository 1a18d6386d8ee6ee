#include "emulator/launch/number_types.hpp"

#include <cstring>

#include "tests/catch.hpp"

using namespace lockstep::launch;

namespace {

/// As the argument's bytes, little-endian.
std::uint64_t encoded(const char* type, std::uint64_t size, const char* number) {
  INFO(type << " " << number);
  const auto bytes = encode_untyped(type, size, number);
  REQUIRE(bytes);
  REQUIRE(bytes->size() == size);
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes->data(), size);
  return bits;
}

std::string why_not(const char* type, std::uint64_t size, const char* number) {
  const auto bytes = encode_untyped(type, size, number);
  REQUIRE_FALSE(bytes);
  return bytes.error();
}

}  // namespace

TEST_CASE("a number without a type becomes one of the argument's") {
  CHECK(encoded("float", 4, "1") == 0x3F80'0000);  // IEEE 754
  CHECK(encoded("float", 4, "-0.5") == 0xBF00'0000);
  CHECK(encoded("double", 8, "1") == 0x3FF0'0000'0000'0000);
  CHECK(encoded("_Float16", 2, "1") == 0x3C00);
  CHECK(encoded("__bf16", 2, "1") == 0x3F80);
  CHECK(encoded("int", 4, "1") == 1);
  CHECK(encoded("int", 4, "-1") == 0xFFFF'FFFF);
  CHECK(encoded("int", 4, "4294967295") == 0xFFFF'FFFF);  // a mask
  CHECK(encoded("unsigned long", 8, "2.0") == 2);
  CHECK(encoded("long", 8, "-1e+18") == std::uint64_t(-1'000'000'000'000'000'000));
  CHECK(why_not("int", 4, "0.5") == "has type int: 0.5 is no integer");
  CHECK(why_not("unsigned int", 4, "nan") == "has type unsigned int: nan is no integer");
  CHECK(why_not("long", 8, "1e+300") == "has type long: 1e+300 is no integer");
  CHECK(why_not("int", 4, "4294967296") == "has 4 bytes: 4294967296 does not fit");
  CHECK(why_not("float", 4, "1e+39") == "has 4 bytes: 1e+39 does not fit");
  CHECK(why_not("double", 8, std::string(400, '9').c_str()).ends_with("does not fit"));
}

TEST_CASE("where the type is unknown an integer stays one, and a float is of the argument's size") {
  for (const char* type : {"", "S", "unsigned short", "double"}) {  // which a value of 4 bytes is none of
    CHECK(encoded(type, 4, "1") == 1);
    CHECK(encoded(type, 4, "1.0") == 0x3F80'0000);
  }
  CHECK(encoded("", 8, "1.0") == 0x3FF0'0000'0000'0000);
  CHECK(encoded("unsigned short", 2, "65535") == 0xFFFF);
  CHECK(why_not("", 2, "0.5") == "has 2 bytes: 0.5 may be of several types; give a number that says its own");
  CHECK(why_not("", 16, "1") == "has 16 bytes: 1 may be of several types; give a number that says its own");
  CHECK(why_not("", 1, "256") == "has 1 bytes: 256 does not fit");
}

TEST_CASE("a number with a type must be of the argument's") {
  CHECK(mismatch("float", "i32") == "has type float (f32), i32 is given; give bits as bytes");
  CHECK(mismatch("int", "f32") == "has type int (i32), f32 is given; give bits as bytes");
  CHECK(mismatch("__bf16", "f16") == "has type __bf16 (bf16), f16 is given; give bits as bytes");
  CHECK(mismatch("double", "i64") == "has type double (f64), i64 is given; give bits as bytes");
  for (const char* integer : {"i32", "u32", "u8"}) CHECK(mismatch("unsigned int", integer).empty());
  CHECK(mismatch("float", "f32").empty());
  CHECK(mismatch("float", "float32").empty());
  CHECK(mismatch("double", "f64").empty());
  // Kernels take the bits of small floats as integers.
  CHECK(mismatch("unsigned short", "bf16").empty());
  CHECK(mismatch("", "i32").empty());
  CHECK(mismatch("S", "f32").empty());
  CHECK(mismatch("float", "complex128").empty());
}
