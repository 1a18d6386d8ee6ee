#include <vector>

#include "emulator/code_object/metadata.hpp"

namespace lockstep::code_object {
namespace {

/// What one MessagePack tag announces: `skip` bytes of its own, then `children` values.
struct Shape {
  std::uint64_t skip = 0, children = 0;
  bool valid = true;
};

/// A tag whose length field has `width` bytes. An element counts `per_element` children, or that many bytes.
struct Sized {
  std::uint8_t tag, width;
  std::uint8_t extra;     ///< bytes after the length field that it does not count
  std::uint8_t children;  ///< values per element; 0 when elements are bytes
};
// MessagePack specification, "Formats".
constexpr Sized kSized[] = {
    {0xC4, 1, 0, 0}, {0xC5, 2, 0, 0}, {0xC6, 4, 0, 0}, {0xC7, 1, 1, 0}, {0xC8, 2, 1, 0},
    {0xC9, 4, 1, 0}, {0xD9, 1, 0, 0}, {0xDA, 2, 0, 0}, {0xDB, 4, 0, 0}, {0xDC, 2, 0, 1},
    {0xDD, 4, 0, 1}, {0xDE, 2, 0, 2}, {0xDF, 4, 0, 2},
};
/// Bytes that follow the tags 0xCA to 0xD8 of fixed size: floats, integers, fixext.
constexpr std::uint8_t kFixed[] = {4, 8, 1, 2, 4, 8, 1, 2, 4, 8, 2, 3, 5, 9, 17};

Shape shape_of(Bytes bytes, std::uint64_t at) {
  const auto tag = std::to_integer<std::uint8_t>(bytes[at]);
  if (tag <= 0x7F || tag >= 0xE0) return {};
  if (tag <= 0x8F) return {0, std::uint64_t(tag & 0xF) * 2, true};
  if (tag <= 0x9F) return {0, std::uint64_t(tag & 0xF), true};
  if (tag <= 0xBF) return {std::uint64_t(tag & 0x1F), 0, true};
  if (tag == 0xC1) return {0, 0, false};
  if (tag <= 0xC3) return {};
  if (tag >= 0xCA && tag <= 0xD8) return {kFixed[tag - 0xCA], 0, true};
  for (const Sized& row : kSized) {
    if (row.tag != tag) continue;
    if (!contains(bytes.size(), at + 1, row.width)) return {0, 0, false};
    std::uint64_t length = 0;
    for (int i = 0; i < row.width; ++i)
      length = length << 8 | std::to_integer<std::uint8_t>(bytes[at + 1 + i]);
    if (row.children != 0) return {row.width, length * row.children, true};
    return {row.width + row.extra + length, 0, true};
  }
  return {0, 0, false};
}

}  // namespace

bool is_shallow(Bytes bytes, int limit) {
  std::vector<std::uint64_t> open{1};  // values still to come, outermost first
  std::uint64_t at = 0;
  while (!open.empty()) {
    if (open.back() == 0) {
      open.pop_back();
      continue;
    }
    --open.back();
    if (at >= bytes.size()) return false;
    const Shape shape = shape_of(bytes, at);
    if (!shape.valid || !contains(bytes.size(), at + 1, shape.skip)) return false;
    at += 1 + shape.skip;
    if (shape.children == 0) continue;
    open.push_back(shape.children);
    if (open.size() > std::size_t(limit)) return false;
  }
  return true;
}

}  // namespace lockstep::code_object
