#include "emulator/launch/arguments.hpp"

#include <cstring>

#include "tests/catch.hpp"

using namespace lockstep;
using namespace lockstep::launch;

namespace {

constexpr std::uint64_t kBases[] = {0x1000'0000, 0x2'0000'0000};

code_object::Kernel typed() {
  code_object::Kernel k;
  k.name = "typed";
  k.kernarg_bytes = 64;
  k.arguments = {{"out", 0, 8, "global_buffer"},
                 {"n", 8, 4, "by_value"},
                 {"params", 16, 24, "by_value"},
                 {"hidden", 40, 4, "hidden_block_count_y"},
                 {"hidden", 44, 2, "hidden_group_size_x"}};
  return k;
}

Number number(const char* type, const char* text) {
  const Element e = *find_element(type);
  return {type, e, *encode(e, text)};
}

Description described() {
  Description d;
  d.buffers.resize(2);
  d.buffers[0].name = "a";
  d.buffers[0].bytes = 100;
  d.buffers[1].name = "b";
  d.buffers[1].bytes = 100;
  d.geometry.grid = {7, 5, 1};
  d.geometry.block = {256, 1, 1};
  d.arguments = {
      {"out", {}, Pointer{"b", 16}},
      {"", {}, number("i32", "-2")},
      {"", {}, Structure{{{0, Pointer{"a", 0}}, {8, number("f32", "1")}, {20, number("u8", "7")}}}}};
  return d;
}

template <class T>
T at(const Segment& s, std::size_t offset) {
  T value;
  std::memcpy(&value, &s.bytes[offset], sizeof value);
  return value;
}

std::string why_not(const Description& d, const code_object::Kernel& k = typed()) {
  const auto packed = pack(d, k, kBases);
  REQUIRE_FALSE(packed);
  return packed.error();
}

}  // namespace

TEST_CASE("values in order land where the metadata says") {
  const auto s = pack(described(), typed(), kBases);
  REQUIRE(s);
  CHECK(at<std::uint64_t>(*s, 0) == kBases[1] + 16);
  CHECK(at<std::int32_t>(*s, 8) == -2);
  CHECK(at<std::uint64_t>(*s, 16) == kBases[0]);
  CHECK(at<float>(*s, 24) == 1.0f);
  CHECK(at<std::uint8_t>(*s, 36) == 7);
  CHECK(at<std::uint32_t>(*s, 40) == 5);
  CHECK(at<std::uint16_t>(*s, 44) == 256);
  const auto defined = [&](std::size_t i) { return s->undefined[i] == 0; };
  for (std::size_t i = 0; i < 64; ++i) {
    const bool holds_value = i < 12 || (i >= 16 && i < 28) || i == 36 || (i >= 40 && i < 46);
    INFO(i);
    CHECK(defined(i) == holds_value);
  }
}

TEST_CASE("values at offsets need no metadata") {
  code_object::Kernel bare;
  bare.name = "bare";
  bare.kernarg_bytes = 32;
  Description d = described();
  d.arguments = {{"", 8, Pointer{"a", 100}}, {"", 0, Raw{{std::byte{1}, std::byte{2}}}}};
  auto s = pack(d, bare, kBases);
  REQUIRE(s);
  CHECK(s->bytes.size() == 32);
  CHECK(at<std::uint64_t>(*s, 8) == kBases[0] + 100);
  CHECK(at<std::uint16_t>(*s, 0) == 0x0201);
  CHECK(s->undefined[2] == 1);
  d.argument_bytes = 320;
  s = pack(d, bare, kBases);
  REQUIRE(s);
  CHECK(s->bytes.size() == 320);
  REQUIRE(s->notes.size() == 1);
  CHECK(s->notes[0] == "the arguments take 320 bytes, of 32 that the metadata of bare says: passed as given");
}

TEST_CASE("values behind the metadata's segment are passed, with a note") {
  Description d = described();
  d.arguments = {{"", 0, Pointer{"a", 0}}, {"", 72, number("i32", "-9")}};
  const auto s = pack(d, typed(), kBases);
  REQUIRE(s);
  REQUIRE(s->bytes.size() == 76);
  CHECK(at<std::int32_t>(*s, 72) == -9);
  CHECK(s->undefined[68] == 1);
  CHECK(at<std::uint32_t>(*s, 40) == 5);  // hidden arguments as ever
  REQUIRE(s->notes.size() == 1);
  CHECK(s->notes[0] == "the arguments take 76 bytes, of 64 that the metadata of typed says: passed as given");
  d.argument_bytes = 72;  // the launch says itself how many there are
  CHECK(why_not(d) == "argument 1 takes bytes 72 to 76 of a segment of 72 bytes");
  CHECK(pack(described(), typed(), kBases)->notes.empty());
}

TEST_CASE("a number of another kind than the kernel's name says is refused") {
  code_object::Kernel k = typed();
  k.name = "_Z5typedPvf1S";  // n is a float
  Description d = described();
  CHECK(why_not(d, k) == "argument 1 'n' has type float (f32), i32 is given; give bits as bytes");
  d.arguments[1].name = "n", d.arguments[2].name = "params", std::swap(d.arguments[0], d.arguments[1]);
  CHECK(why_not(d, k) == "argument 0 'n' has type float (f32), i32 is given; give bits as bytes");
  d.arguments = {{"", 8, number("u32", "1")}};
  CHECK(why_not(d, k) == "argument 0 has type float (f32), u32 is given; give bits as bytes");
  d.arguments = {{"", 8, Raw{std::vector<std::byte>(4)}}, {"", 24, number("i32", "1")}};
  CHECK(pack(d, k, kBases));
  d = described();
  d.arguments[1].value = number("f32", "1");
  const auto s = pack(d, k, kBases);
  REQUIRE(s);
  CHECK(at<float>(*s, 8) == 1.0f);
}

TEST_CASE("values by name come in any order, and parts of an argument beside each other") {
  Description d = described();
  d.arguments = {{"params", {}, number("f32", "1"), 8},
                 {"n", {}, number("i32", "-2")},
                 {"params", {}, Pointer{"a", 4}, 0},
                 {"out", {}, Pointer{"b", 16}},
                 {"params", {}, number("u32", "7"), 20}};
  const auto s = pack(d, typed(), kBases);
  REQUIRE(s);
  CHECK(at<std::uint64_t>(*s, 0) == kBases[1] + 16);
  CHECK(at<std::int32_t>(*s, 8) == -2);
  CHECK(at<std::uint64_t>(*s, 16) == kBases[0] + 4);
  CHECK(at<float>(*s, 24) == 1.0f);
  CHECK(at<std::uint32_t>(*s, 36) == 7);
  for (std::size_t i = 16; i < 40; ++i) CHECK(s->undefined[i] == (i >= 28 && i < 36 ? 1 : 0));
}

TEST_CASE("a name, or a part, that is wrong is named") {
  const auto with = [](std::vector<Argument> arguments) {
    Description d = described();
    d.arguments = std::move(arguments);
    return why_not(d);
  };
  const Argument out{"out", {}, Pointer{"b", 16}}, n{"n", {}, number("i32", "5")};
  const Argument params{"params", {}, Raw{std::vector<std::byte>(24)}};
  CHECK(with({out, n, {"params.stride", {}, number("i32", "5")}}) ==
        "argument 'params.stride': the metadata of typed names nothing inside 'params', which has 24 bytes: "
        "say at which "
        "byte of it, as in 'params+8'");
  CHECK(with({out, n, {"layout", {}, number("i32", "5")}}) ==
        "typed takes no argument 'layout'; it takes out, n, params");
  CHECK(with({out, {"params", {}, number("i32", "5"), 8}}) ==
        "typed takes 3 arguments (out, n, params), no value is given for n");
  CHECK(with({out, n, {"params", {}, number("i32", "5"), 21}}) ==
        "argument 2 'params+21' takes bytes 21 to 25 of an argument of 24 bytes");
  CHECK(with({out, n, params, {"params", {}, number("i32", "5"), 8}}) ==
        "argument 3 'params' has a value already");
  CHECK(with({out, n, params, n}) == "argument 3 'n' has a value already");
  CHECK(with({out, {"", {}, number("i32", "5")}, {"params", {}, number("i32", "5"), 8}}) ==
        "with parts of arguments (NAME+OFFSET), every argument needs its name");
}

TEST_CASE("at offsets, hidden arguments are still filled") {
  Description d = described();
  d.arguments = {{"", 0, Pointer{"a", 0}}, {"", 44, number("u16", "9")}};
  const auto s = pack(d, typed(), kBases);
  REQUIRE(s);
  CHECK(at<std::uint32_t>(*s, 40) == 5);
  CHECK(at<std::uint16_t>(*s, 44) == 9);
}

TEST_CASE("a wrong argument is named, with what it should be") {
  Description d = described();
  d.arguments.pop_back();
  CHECK(why_not(d) == "typed takes 3 arguments (out, n, params), 2 are given");
  d = described();
  d.arguments[0].value = number("i64", "5");
  CHECK(why_not(d) == "argument 0 'out' is a pointer (global_buffer), i64 is given");
  d = described();
  d.arguments[0].name = "in";
  CHECK(why_not(d) == "argument 0 'out' is called 'in' here");
  d = described();
  d.arguments[1].value = number("i64", "5");
  CHECK(why_not(d) == "argument 1 'n' has 4 bytes (by_value), i64 has 8");
  d = described();
  d.arguments[2].value = Raw{std::vector<std::byte>(23)};
  CHECK(why_not(d) == "argument 2 'params' has 24 bytes (by_value), bytes has 23");
  d = described();
  d.arguments[2].value = Structure{{{20, Pointer{"a", 0}}}};
  CHECK(why_not(d) == "argument 2 'params' has 24 bytes (by_value), struct has 28");
  d.arguments[2].value = Structure{{{0, Pointer{"a", 0}}, {4, number("i32", "1")}}};
  CHECK(why_not(d) == "argument 2 'params': the field at 4 overlaps another");
  d = described();
  d.arguments[0].value = Pointer{"c", 0};
  CHECK(why_not(d) == "argument 0 'out': no buffer 'c'");
  d.arguments[0].value = Pointer{"a", 101};
  CHECK(why_not(d) == "argument 0 'out': offset 101 lies outside buffer 'a' of 100 bytes");
  d = described();
  d.arguments[1].at = 8;
  CHECK(why_not(d) == "either every argument has an offset (at), or none has");
  d.arguments = {{"", 60, Pointer{"a", 0}}};
  d.argument_bytes = 64;
  CHECK(why_not(d) == "argument 0 takes bytes 60 to 68 of a segment of 64 bytes");
  d.arguments = {{"", 0, Pointer{"a", 0}}, {"", 4, Pointer{"a", 0}}};
  CHECK(why_not(d) == "argument 1 at 4 overlaps another");
  code_object::Kernel future = typed();
  future.arguments.back().value_kind = "hidden_from_the_future";
  CHECK(why_not(described(), future) == "no value is known for hidden_from_the_future");
  code_object::Kernel image = typed();
  image.arguments[1].value_kind = "image";
  CHECK(why_not(described(), image) == "argument 1 'n' is of kind image, which no launch here has");
  code_object::Kernel bare;
  bare.name = "bare";
  CHECK(why_not(described(), bare) ==
        "the metadata of bare names no arguments: give each its byte offset (at)");
}
