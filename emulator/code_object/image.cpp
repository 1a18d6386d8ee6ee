#include "emulator/code_object/image.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace lockstep::code_object {

std::string Error::text() const {
  return fmt::format("{}: at offset {:#x}: expected {}, found {}", file, offset, expected, found);
}

tl::expected<Bytes, Error> Image::slice(std::uint64_t offset, std::uint64_t size,
                                        std::string_view what) const {
  if (contains(bytes.size(), offset, size)) return bytes.subspan(offset, size);
  return tl::unexpected(error(offset, fmt::format("{} of {} bytes", what, size),
                              fmt::format("a file of {} bytes", bytes.size())));
}

std::string_view Image::name(Bytes table, std::uint64_t at) {
  if (at >= table.size()) return {};
  constexpr std::size_t kLongest = 64 * 1024;
  const auto* first = reinterpret_cast<const char*>(table.data()) + at;
  const std::size_t room = std::min<std::size_t>(table.size() - at, kLongest);
  const void* end = std::memchr(first, 0, room);
  if (end == nullptr) return {};
  return {first, std::size_t(static_cast<const char*>(end) - first)};
}

}  // namespace lockstep::code_object
