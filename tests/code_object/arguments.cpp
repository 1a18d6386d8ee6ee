#include "emulator/code_object/arguments.hpp"

#include <array>

#include "tests/code_object/objects.hpp"

using namespace lockstep;
using namespace lockstep::code_object;
using namespace lockstep::tests;

namespace {

constexpr std::uint64_t kPointer = 0x1234'5678'9ABC'DEF0;
const Geometry kGeometry{{70000, 5, 3}, {256, 2, 1}, 4096};

std::string why_not(const Kernel& kernel, const std::vector<NamedValue>& values) {
  const auto packed = pack_arguments(kernel, values, kGeometry);
  REQUIRE_FALSE(packed);
  return packed.error();
}

}  // namespace

TEST_CASE("arguments land at their offsets, hidden ones from the geometry") {
  const auto object = parse_object("two_kernels.co");
  const std::vector<NamedValue> values{{"count", 0xFFFFFFFF}, {"2", std::uint64_t(-2)}, {"out", kPointer}};
  const auto packed = pack_arguments(*object.find("plain"), values, kGeometry);
  REQUIRE(packed);
  REQUIRE(packed->size() == 56);
  CHECK(field<std::uint64_t>(*packed, 0) == kPointer);
  CHECK(field<std::uint32_t>(*packed, 8) == 0xFFFFFFFF);
  CHECK(field<std::uint16_t>(*packed, 12) == 0xFFFE);
  CHECK(field<std::uint16_t>(*packed, 14) == 0);
  CHECK(field<std::uint32_t>(*packed, 16) == 70000);
  CHECK(field<std::uint32_t>(*packed, 20) == 5);
  CHECK(field<std::uint32_t>(*packed, 24) == 3);
  CHECK(field<std::uint16_t>(*packed, 28) == 256);
  CHECK(field<std::uint16_t>(*packed, 30) == 2);
  CHECK(field<std::uint16_t>(*packed, 32) == 1);
  CHECK(field<std::uint16_t>(*packed, 34) == 0);
  CHECK(field<std::uint16_t>(*packed, 36) == 3);
  CHECK(field<std::uint32_t>(*packed, 40) == 4096);
  CHECK(field<std::uint64_t>(*packed, 48) == code_object::kHostCallBuffer);
}

TEST_CASE("a structure goes by its bytes") {
  const auto object = parse_object("two_kernels.co");
  std::array<std::byte, 40> parameters{};
  parameters.fill(std::byte{0xA5});
  const std::vector<NamedValue> values{{"parameters", 0, parameters}, {"p", kPointer}};
  const auto packed = pack_arguments(*object.find("loaded"), values, kGeometry);
  REQUIRE(packed);
  CHECK(field<std::uint64_t>(*packed, 32) == 0xA5A5A5A5A5A5A5A5);
  CHECK(field<std::uint64_t>(*packed, 40) == kPointer);
}

TEST_CASE("what is missing, unknown or does not fit is said") {
  const auto object = parse_object("two_kernels.co");
  const Kernel& plain = *object.find("plain");
  const Kernel& loaded = *object.find("loaded");
  const std::array<std::byte, 39> narrow{};
  CHECK(why_not(plain, {{"out", 0}, {"2", 0}}) == "kernel plain: no value for argument count");
  CHECK(why_not(plain, {{"out", 0}, {"2", 0}, {"count", 0}, {"more", 0}}) ==
        "kernel plain: no argument takes the value more");
  CHECK(why_not(plain, {{"out", 0}, {"2", 0}, {"count", 0}, {"count", 0}}) ==
        "kernel plain: no argument takes the value count");
  CHECK(why_not(plain, {{"out", 0}, {"2", 0x10000}, {"count", 0}}).find("too few for 0x10000") !=
        std::string::npos);
  CHECK(why_not(loaded, {{"parameters", 1}, {"p", 0}}).find("give it as bytes") != std::string::npos);
  CHECK(why_not(loaded, {{"parameters", 0, narrow}, {"p", 0}}).find("has 40 bytes, not 39") !=
        std::string::npos);

  Kernel unknown = plain;
  unknown.arguments.back().value_kind = "hidden_from_the_future";
  CHECK(why_not(unknown, {{"out", 0}, {"2", 0}, {"count", 0}}) ==
        "kernel plain: no value for hidden_from_the_future");
}
