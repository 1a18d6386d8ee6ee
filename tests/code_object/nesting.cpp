#include <string>

#include "emulator/code_object/metadata.hpp"
#include "tests/code_object/objects.hpp"

using namespace lockstep::code_object;

namespace {

bool shallow(const std::string& bytes, int limit = 4) {
  return is_shallow(std::as_bytes(std::span(bytes)), limit);
}

}  // namespace

TEST_CASE("MessagePack values of every size are walked to their end") {
  // Each value is the first element of an array of two; the second, a byte, shows that the walk is in step.
  const std::string values[] = {
      std::string("\x05"),
      std::string("\xE0"),
      std::string("\xC0"),
      std::string("\xC3"),
      std::string("\xA3"
                  "abc"),
      std::string("\xD9\x02"
                  "ab"),
      std::string("\xDA\x00\x02"
                  "ab",
                  5),
      std::string("\xDB\x00\x00\x00\x02"
                  "ab",
                  7),
      std::string("\xC4\x02"
                  "ab"),
      std::string("\xC7\x02\x01"
                  "ab"),
      std::string("\xD4\x01"
                  "a"),
      std::string("\xD8\x01"
                  "0123456789abcdef"),
      std::string("\xCA\x00\x00\x00\x00", 5),
      std::string("\xCF\x00\x00\x00\x00\x00\x00\x00\x00", 9),
      std::string("\xD1\x00\x00", 3),
      std::string("\x81\x01\x02"),
      std::string("\xDC\x00\x02\x01\x02", 5),
      std::string("\xDE\x00\x01\x01\x02", 5),
  };
  for (const std::string& value : values) {
    INFO("tag " << unsigned(std::uint8_t(value[0])));
    const std::string whole = std::string("\x92") + value + "\x01";
    CHECK(shallow(whole));
    for (std::size_t cut = 0; cut < whole.size(); ++cut) CHECK_FALSE(shallow(whole.substr(0, cut)));
  }
}

TEST_CASE("nesting is bounded and lengths are not believed") {
  CHECK(shallow("\x91\x91\x91\x01"));
  CHECK_FALSE(shallow("\x91\x91\x91\x91\x01"));
  CHECK_FALSE(shallow(std::string(10'000'000, '\x91')));
  CHECK_FALSE(shallow("\xDD\xFF\xFF\xFF\xFF"));
  CHECK_FALSE(shallow("\xDF\xFF\xFF\xFF\xFF"));
  CHECK_FALSE(shallow("\xDB\xFF\xFF\xFF\xFF"));
  CHECK_FALSE(shallow("\xC1"));
  CHECK_FALSE(shallow(""));
}
