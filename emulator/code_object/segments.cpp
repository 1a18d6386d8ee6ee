#include <algorithm>

#include <fmt/core.h>

#include "emulator/code_object/elf.hpp"

namespace lockstep::code_object {
namespace {

constexpr std::uint32_t kLoad = 1, kExecute = 1, kWrite = 2;

}  // namespace

tl::expected<std::vector<Segment>, Error> read_segments(const Image& image, const Elf& elf) {
  std::vector<Segment> segments;
  std::uint64_t next = 0;
  std::uint64_t copied = 0;
  for (const ProgramHeader& row : elf.program) {
    if (row.type != kLoad) continue;
    const auto bytes = image.slice(row.offset, row.file_bytes, "a loadable segment");
    if (!bytes) return tl::unexpected(bytes.error());
    if (row.memory_bytes < row.file_bytes || row.memory_bytes > ~row.address) {
      return tl::unexpected(image.error(
          row.at + 40, fmt::format("a memory size of at least {}, not past the last address", row.file_bytes),
          std::to_string(row.memory_bytes)));
    }
    if (row.address < next) {
      return tl::unexpected(image.error(row.at + 16, fmt::format("a segment at {:#x} or above", next),
                                        fmt::format("{:#x}", row.address)));
    }
    // Segments that share file bytes would let a small file ask for much memory.
    copied += row.file_bytes;
    if (copied > image.bytes.size()) {
      return tl::unexpected(
          image.error(row.at + 32, "segments no larger than the file together", std::to_string(copied)));
    }
    next = row.address + row.memory_bytes;
    segments.push_back({row.address,
                        row.memory_bytes,
                        {bytes->begin(), bytes->end()},
                        (row.flags & kWrite) != 0,
                        (row.flags & kExecute) != 0});
  }
  return segments;
}

}  // namespace lockstep::code_object
