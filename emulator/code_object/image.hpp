// The bytes of a file nobody vouches for, and what is said where they are wrong. A range is checked once, by
// slice(); within the slice, fields are loaded at offsets the caller knows to lie inside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <tl/expected.hpp>

namespace lockstep::code_object {

/// Why a file could not be loaded: where, what was expected there, and what was found.
struct Error {
  std::string file;
  std::uint64_t offset = 0;  ///< bytes into the file
  std::string expected;
  std::string found;

  /// "FILE: at offset 0x…: expected …, found …"
  std::string text() const;
};

using Bytes = std::span<const std::byte>;

/// A little-endian field at `at`, which the caller has checked to lie inside. Hosts are little-endian.
template <class T>
T load(Bytes bytes, std::size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof(T));
  return value;
}

/// Whether [offset, offset + size) lies in [0, limit), without overflow.
constexpr bool contains(std::uint64_t limit, std::uint64_t offset, std::uint64_t size) {
  return offset <= limit && size <= limit - offset;
}

struct Image {
  std::string file;
  Bytes bytes;

  Error error(std::uint64_t offset, std::string expected, std::string found) const {
    return {file, offset, std::move(expected), std::move(found)};
  }

  /// The bytes [offset, offset + size), or an error that calls them `what`.
  tl::expected<Bytes, Error> slice(std::uint64_t offset, std::uint64_t size, std::string_view what) const;

  /// The NUL-terminated name at `at` of a string table; empty when it has no end within 64 KiB.
  static std::string_view name(Bytes table, std::uint64_t at);
};

}  // namespace lockstep::code_object
