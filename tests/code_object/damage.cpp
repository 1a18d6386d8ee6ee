// A damaged file gives an error or an object, never a crash, a hang or a big allocation. Run under
// sanitizers, these cases also show that no byte outside the file is read.
#include <limits>
#include <tuple>

#include "emulator/code_object/arguments.hpp"
#include "emulator/code_object/image.hpp"
#include "tests/code_object/objects.hpp"
#include "tests/property.hpp"

using namespace lockstep;
using namespace lockstep::tests;

namespace {

/// Parses a copy of exactly the file's size, so that a sanitizer sees every read past its end.
bool survives(const std::vector<std::byte>& bytes) {
  const std::vector<std::byte> exact(bytes.begin(), bytes.end());
  const auto object = code_object::parse("damaged", exact);
  if (!object) return !object.error().expected.empty() && !object.error().found.empty();
  std::size_t loaded = 0;
  for (const auto& segment : object->segments) loaded += segment.bytes.size();
  bool sound = loaded <= bytes.size() && object->text.size() <= bytes.size();
  for (const auto& kernel : object->kernels) {
    const std::uint64_t end = object->text_address + object->text.size();
    sound = sound && kernel.entry >= object->text_address && kernel.entry < end;
    initial_scalars(kernel.descriptor);
    sound = sound && (code_object::pack_arguments(kernel, {}, {}) || true);
  }
  return sound;
}

}  // namespace

TEST_CASE("a file cut short anywhere is refused where its headers need the rest") {
  for (const std::string name : {"two_kernels.co", "relocated.co"}) {
    auto bytes = read_object(name);
    std::size_t refused = 0;
    const std::size_t whole = bytes.size();
    while (!bytes.empty()) {
      bytes.pop_back();
      REQUIRE(survives(bytes));
      refused += code_object::parse("cut", bytes) ? 0 : 1;
    }
    CHECK(refused == whole);  // the section header table or the strings end every object
  }
}

TEST_CASE("one wrong byte anywhere does no harm") {
  for (const std::string name : {"two_kernels.co", "relocated.co"}) {
    const auto whole = read_object(name);
    for (std::size_t at = 0; at < whole.size(); ++at) {
      for (const unsigned flip : {0x01u, 0x80u, 0xFFu}) {
        auto bytes = whole;
        bytes[at] ^= std::byte(flip);
        REQUIRE(survives(bytes));
      }
    }
  }
}

TEST_CASE("several wrong bytes do no harm") {
  const auto whole = read_object("two_kernels.co");
  check_property("damage is survived",
                 [&](const std::vector<std::tuple<std::uint16_t, std::uint8_t, std::uint8_t>>& damage) {
                   auto bytes = whole;
                   for (const auto& [at, kind, value] : damage) {
                     const std::size_t place = at % (bytes.size() - 8);
                     if (kind % 4 == 0)
                       set_field<std::uint64_t>(bytes, place,
                                                std::numeric_limits<std::uint64_t>::max() - value);
                     if (kind % 4 == 1) set_field<std::uint32_t>(bytes, place, 0xFFFFFFFFu - value);
                     if (kind % 4 == 2) set_field<std::uint64_t>(bytes, place, value);
                     if (kind % 4 == 3) bytes[place] = std::byte{value};
                   }
                   RC_ASSERT(survives(bytes));
                 });
}

TEST_CASE("extreme header fields are refused, not computed with") {
  // Every 8-byte field of the ELF header and of the program headers, set to values that overflow sums.
  const auto whole = read_object("two_kernels.co");
  const std::size_t end = 64 + field<std::uint16_t>(whole, 56) * std::size_t{56};
  for (std::size_t at = 24; at + 8 <= end; at += 4) {
    for (const std::uint64_t value : {~0ull, ~0ull - 63, 1ull << 63, 1ull << 32, whole.size() + 0ull}) {
      auto bytes = whole;
      set_field(bytes, at, value);
      REQUIRE(survives(bytes));
    }
  }
}

TEST_CASE("a range is inside only without wrapping") {
  using code_object::contains;
  constexpr std::uint64_t kMost = ~std::uint64_t{0};
  CHECK(contains(10, 0, 10));
  CHECK(contains(10, 10, 0));
  CHECK_FALSE(contains(10, 1, 10));
  CHECK_FALSE(contains(10, 11, 0));
  CHECK_FALSE(contains(10, kMost, 2));
  CHECK_FALSE(contains(10, 2, kMost));
}

TEST_CASE("segments cannot multiply the file") {
  auto bytes = read_object("two_kernels.co");
  for (std::size_t i = 0; i < field<std::uint16_t>(bytes, 56); ++i) {
    const std::size_t row = 64 + i * 56;
    if (field<std::uint32_t>(bytes, row) != 1) continue;  // PT_LOAD
    set_field<std::uint64_t>(bytes, row + 8, 0);
    set_field<std::uint64_t>(bytes, row + 16, i << 32);
    set_field<std::uint64_t>(bytes, row + 32, bytes.size());
    set_field<std::uint64_t>(bytes, row + 40, bytes.size());
  }
  const auto object = code_object::parse("x", bytes);
  REQUIRE_FALSE(object);
  CHECK(object.error().expected == "segments no larger than the file together");
}

TEST_CASE("a note that claims more than its segment is refused") {
  const auto whole = read_object("two_kernels.co");
  for (std::size_t i = 0; i < field<std::uint16_t>(whole, 56); ++i) {
    const std::size_t row = 64 + i * 56;
    if (field<std::uint32_t>(whole, row) != 4) continue;  // PT_NOTE
    const auto note = field<std::uint64_t>(whole, row + 8);
    for (const std::size_t length : {0, 4}) {  // of the name, of the body
      for (const std::uint32_t value : {0xFFFFFFFFu, 0xFFFFFFFCu, 0x10000u}) {
        auto bytes = whole;
        set_field(bytes, note + length, value);
        const auto object = code_object::parse("x", bytes);
        REQUIRE_FALSE(object);
        CHECK(object.error().offset == note);
        CHECK(object.error().expected.starts_with("a note within"));
      }
    }
  }
}
