// The arguments of a launch.
#include <fmt/format.h>

#include "cli/launch_contents.hpp"
#include "emulator/launch/element.hpp"
#include "emulator/launch/read_value.hpp"
#include "host/number.hpp"

namespace lockstep::cli {

namespace {

using host::JsonReader;

constexpr const char* kNumberTypes[] = {"i8",  "u8",  "i16", "u16", "i32",  "u32",
                                        "i64", "u64", "f16", "f32", "bf16", "f64"};

launch::Raw raw_of(JsonReader& r, const std::string& hex) {
  launch::Raw raw;
  const auto bytes = parse_hex(hex);
  if (!bytes) r.complain("bytes must be in hexadecimal, two digits each");
  for (const std::uint8_t b : bytes.value_or(std::vector<std::uint8_t>{})) raw.bytes.push_back(std::byte{b});
  return raw;
}

void read_leaves(JsonReader& r, std::vector<launch::Value>& found) {
  if (const auto buffer = r.text("pointer")) {
    const std::uint64_t offset = r.number("offset").value_or(0);
    found.emplace_back(launch::Pointer{*buffer == "null" ? std::string() : *buffer, offset});
  }
  for (const char* type : kNumberTypes) {
    const auto number = r.spelt(type);
    const auto e = launch::find_element(type);
    if (!number || !e) continue;
    const auto bits = launch::encode(*e, *number);
    if (!bits) r.complain(bits.error());
    found.emplace_back(launch::Number{type, *e, bits.value_or(0)});
  }
  if (const auto hex = r.text("bytes")) found.emplace_back(raw_of(r, *hex));
}

constexpr launch::ValueReader<launch::Value, launch::Structure> kValues{
    read_leaves, "pointer, i8 to u64, f16, bf16, f32, f64, bytes"};

}  // namespace

launch::Argument read_argument(JsonReader& r) {
  launch::Argument argument;
  argument.name = r.text("name").value_or("");
  argument.at = r.number32("at");
  if (const std::size_t plus = argument.name.rfind('+'); plus != std::string::npos) {
    argument.part = host::parse_number<std::uint32_t>(std::string_view(argument.name).substr(plus + 1));
    argument.name.resize(plus);
    if (!argument.part || argument.name.empty())
      r.complain("a part of an argument is NAME+OFFSET, as in layout+8");
    if (argument.at)
      r.complain("at counts from the start of the segment; NAME+OFFSET says where in an argument");
  }
  argument.value = kValues.read(r);
  return argument;
}

}  // namespace lockstep::cli
