#include <algorithm>

#include <fmt/format.h>

#include "cli/launches/launch_keys.hpp"
#include "emulator/launch/element.hpp"
#include "emulator/launch/read_value.hpp"
#include "host/number.hpp"
#include "reference/formats/packing.hpp"

namespace lockstep::cli {

std::optional<std::vector<std::uint8_t>> parse_hex(std::string_view text) {
  if (text.starts_with("0x")) text.remove_prefix(2);
  if (text.empty() || text.size() % 2 != 0) return std::nullopt;
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const auto byte = host::parse_number<std::uint8_t>("0x" + std::string(text.substr(i, 2)));
    if (!byte) return std::nullopt;
    bytes.push_back(*byte);
  }
  return bytes;
}

namespace {

using host::JsonReader;

constexpr std::uint64_t kLargestValues = 1 << 20;  // elements that a file may spell out

std::optional<launch::Element> element_of(JsonReader& r, const std::string& name) {
  const auto found = launch::find_element(name);
  if (!found) r.complain(fmt::format("no type '{}'; there are {}", name, launch::element_names()));
  return found;
}

launch::Contents fill_of(JsonReader& r, const std::string& text) {
  if (text == "undefined") return launch::Undefined{};
  if (text == "zero") return launch::Pattern{{0}};
  auto bytes = parse_hex(text);
  if (!bytes) r.complain("fill must be zero, undefined, or bytes in hexadecimal as in ff or 0000803f");
  return launch::Pattern{bytes.value_or(std::vector<std::uint8_t>{0})};
}

launch::Contents values_of(JsonReader& r, const std::vector<std::string>& list, const std::string& as,
                           std::optional<std::uint64_t>& natural) {
  const auto e = element_of(r, as);
  if (!e) return launch::Undefined{};
  if (list.empty() || list.size() > kLargestValues) {
    r.complain(fmt::format("values must be an array of 1 to {} numbers", kLargestValues));
    return launch::Undefined{};
  }
  const auto width = std::size_t(e->bits);
  std::vector<std::uint8_t> bytes(formats::packed_bytes(list.size(), e->bits));
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto bits = launch::encode(*e, list[i]);
    if (!bits) {
      r.complain(fmt::format("values[{}]: {}", i, bits.error()));
      break;
    }
    for (std::size_t b = 0; b < width; ++b)
      bytes[(i * width + b) / 8] |= std::uint8_t(((*bits >> b) & 1) << ((i * width + b) % 8));
  }
  natural = bytes.size();
  return launch::Given{[held = std::move(bytes)](std::uint64_t offset, std::span<std::uint8_t> data) {
    std::copy_n(held.begin() + std::ptrdiff_t(offset), data.size(), data.begin());
  }};
}

/// `natural` becomes the size that the contents themselves have, where they have one.
launch::Contents read_contents(JsonReader& r, LaunchFiles& files, std::uint64_t default_seed,
                               std::optional<std::uint64_t> size, std::optional<std::uint64_t>& natural) {
  const auto fill = r.text("fill"), random = r.text("random"), path = r.text("file"), as = r.text("as");
  const auto values = r.list("values");
  const auto low = r.real("low"), high = r.real("high");
  const auto seed = r.number("seed"), offset = r.number("file_offset");
  if (fill.has_value() + random.has_value() + path.has_value() + values.has_value() > 1)
    r.complain("more than one of fill, random, file and values");
  else if (!random && (low || high || (seed && fill.value_or("") != "undefined")))
    r.complain("low, high and seed belong to random");
  else if (low.has_value() != high.has_value())
    r.complain("low and high belong together");
  else if (!path && offset)
    r.complain("file_offset belongs to file");
  else if (values.has_value() != as.has_value())
    r.complain("values and as (their type) belong together");
  if (!r.ok()) return {};
  if (fill && seed) return launch::Undefined{seed};
  if (fill) return fill_of(r, *fill);
  if (values) return values_of(r, *values, as.value_or(""), natural);
  if (path) return files.contents(r, *path, offset.value_or(0), size, natural);
  if (!random) return {};
  const auto e = element_of(r, *random);
  if (!e) return {};
  launch::Random drawn{*e, seed.value_or(default_seed), {}};
  if (low) drawn.range = {*low, high.value_or(*low)};
  return drawn;
}

}  // namespace

launch::Buffer read_buffer(JsonReader& r, LaunchFiles& files, std::uint64_t seed) {
  launch::Buffer buffer;
  buffer.name = r.text("name").value_or("");
  if (buffer.name.empty() || buffer.name == "null") r.complain("needs a name, other than null");
  const auto size = r.number("size");
  buffer.alignment = r.number("align").value_or(buffer.alignment);
  buffer.address = r.number("address");
  const std::string access = r.text("access").value_or("write");
  if (access != "read" && access != "write") r.complain("access must be read or write");
  buffer.writable = access == "write";
  std::optional<std::uint64_t> natural;
  buffer.contents = read_contents(r, files, seed, size, natural);
  if (!size && !natural) r.complain("needs a size in bytes");
  buffer.bytes = size.value_or(natural.value_or(0));
  if (natural && buffer.bytes != *natural)
    r.complain(fmt::format("{} bytes, but the contents have {}", buffer.bytes, *natural));
  buffer.undefined = read_ranges(r, "undefined", buffer.bytes).value_or(std::vector<launch::Range>{});
  buffer.untouched = read_ranges(r, "untouched", buffer.bytes).value_or(std::vector<launch::Range>{});
  return buffer;
}

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
  if (const auto* const pointer = r.find("pointer"); pointer != nullptr && pointer->is_null()) {
    found.emplace_back(launch::Pointer{});
  } else if (const auto buffer = r.text("pointer")) {
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
