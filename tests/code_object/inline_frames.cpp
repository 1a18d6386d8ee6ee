// Calls through which inlined code came to where it stands: the lines are those of inlined.hip.
#include "emulator/code_object/source_lines.hpp"
#include "tests/code_object/objects.hpp"

using namespace lockstep;
using namespace lockstep::tests;

namespace {

/// The addresses of `s_nop n`.
std::vector<std::uint64_t> nops(const code_object::CodeObject& object, std::uint32_t n) {
  std::vector<std::uint64_t> all;
  for (std::size_t at = 0; at + 4 <= object.text.size(); at += 4)
    if (field<std::uint32_t>(object.text, at) == (0xBF800000u | n)) all.push_back(object.text_address + at);
  return all;
}

std::string text(const std::vector<code_object::Frame>& frames) {
  std::string all;
  for (const code_object::Frame& f : frames) all += f.function + " " + f.source + "; ";
  return all;
}

}  // namespace

TEST_CASE("frames lead from the innermost function to the kernel") {
  const auto object = parse_object("inlined.co");
  const auto bytes = read_object("inlined.co");
  const code_object::InlineFrames frames(bytes);
  const auto of = [&](std::uint32_t n, std::size_t which) {
    const auto at = nops(object, n);
    REQUIRE(which < at.size());
    return text(frames.at(at[which], object.lines));
  };
  REQUIRE(nops(object, 3).size() == 2);
  CHECK(of(3, 0) == "inner inlined.hip:4; outer inlined.hip:8; first inlined.hip:12; ");
  CHECK(of(3, 1) == "inner inlined.hip:4; second inlined.hip:15; ");
  CHECK(of(4, 0) == "outer inlined.hip:7; first inlined.hip:12; ");
  CHECK(of(5, 0) == "first inlined.hip:11; ");
  CHECK(of(6, 0) == "second inlined.hip:16; ");
  CHECK(frames.at(0, object.lines).empty());
}

TEST_CASE("without debug sections there are no frames, and damage is no error") {
  CHECK(code_object::InlineFrames(read_object("two_kernels.co")).at(0x1000, {}).empty());
  const auto whole = read_object("inlined.co");
  const auto object = parse_object("inlined.co");
  for (std::size_t size = 0; size < whole.size(); size += 97)
    code_object::InlineFrames(std::span(whole).first(size)).at(object.text_address, object.lines);
  for (std::size_t at = 64; at < whole.size(); at += 5)
    for (const std::uint8_t value : {0x00, 0x7F, 0x80, 0xFF}) {
      auto bytes = whole;
      bytes[at] = std::byte{value};
      code_object::InlineFrames(bytes).at(object.text_address, object.lines);
    }
}
