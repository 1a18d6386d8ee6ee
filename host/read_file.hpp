// Whole files, read at once. Errors are complete sentences: "PATH: can't be opened: No such file or directory".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace lockstep::host {

tl::expected<std::vector<std::byte>, std::string> read_file(const std::string& path);
/// The same for text.
tl::expected<std::string, std::string> read_text(const std::string& path);

/// FNV-1a, by which bytes are told from others on every machine. `from`: the digest of what stands before them.
constexpr std::uint64_t digest(std::span<const std::byte> bytes, std::uint64_t from = 0xCBF29CE484222325u) {
  for (const std::byte byte : bytes) from = (from ^ std::uint64_t(byte)) * 0x100000001B3u;
  return from;
}

}  // namespace lockstep::host
