// Whole files, read and written at once. Errors are complete sentences: "PATH: can't be opened: No such file
// or directory".
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace lockstep::host {

tl::expected<std::vector<std::byte>, std::string> read_file(const std::string& path);
/// Like read_file(), as text.
tl::expected<std::string, std::string> read_text(const std::string& path);

/// Leaves the file whole or absent: written beside its place, then moved there. An empty string, or what went
/// wrong: "PATH: No space left on device".
std::string write_whole(const std::string& path, std::string_view contents);

/// Takes one more piece of a file; false when it can't be written, or nothing is wanted any more.
using Piece = std::function<bool(std::string_view)>;
/// Hands the pieces over in order; false when one was refused.
using Contents = std::function<bool(const Piece&)>;
/// Writes contents that come piece by piece.
std::string write_whole(const std::string& path, const Contents& contents);

/// Where what can be made again is kept: $LOCKSTEP_CACHE, $XDG_CACHE_HOME/lockstep or ~/.cache/lockstep.
/// Empty: nowhere.
std::string cache_folder();

/// FNV-1a, by which bytes are told from others on every machine. `from`: the digest of what stands before
/// them.
constexpr std::uint64_t digest(std::span<const std::byte> bytes, std::uint64_t from = 0xCBF29CE484222325u) {
  for (const std::byte byte : bytes) from = (from ^ std::uint64_t(byte)) * 0x100000001B3u;
  return from;
}

}  // namespace lockstep::host
