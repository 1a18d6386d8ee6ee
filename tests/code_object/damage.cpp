// A damaged file gives an error or an object, never a crash, a hang or a big allocation. Run under
// sanitizers, these cases also show that no byte outside the file is read.
#include <limits>

#include "emulator/code_object/arguments.hpp"
#include "objects.hpp"
#include "property.hpp"

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
