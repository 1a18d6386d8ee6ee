// Launches that share memory, as data: what a case is on a GPU. Regions stand between red zones; what kernels
// do to those, and to bytes that are nobody's to write, is found afterwards.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lockstep::devices {

struct Piece {
  std::uint64_t offset = 0;  ///< in its region
  std::vector<std::uint8_t> bytes;
};

/// Bytes [begin, end) of a region.
struct Range {
  std::uint64_t begin = 0, end = 0;
};

struct Region {
  std::string name;
  std::uint64_t bytes = 0;
  bool written = false;       ///< by kernels; else it must be afterwards as it was
  std::uint8_t filler = 0;    ///< what all bytes outside the pieces hold before the first launch
  std::vector<Piece> pieces;  ///< ascending, apart
  std::vector<Range>
      ignored{};  ///< bytes of a written region: what kernels do there is not told; ascending, apart
};

/// An argument that points into a region.
struct Pointer {
  std::uint32_t at = 0;  ///< byte of the argument segment
  std::uint32_t region = 0;
  std::uint64_t offset = 0;  ///< bytes from the region's start
};

struct Step {
  std::string kernel;
  std::array<std::uint32_t, 3> grid{1, 1, 1};   ///< workgroups
  std::array<std::uint32_t, 3> block{1, 1, 1};  ///< threads
  std::uint32_t dynamic_lds = 0;
  std::vector<std::uint8_t> arguments;  ///< the explicit ones, packed
  std::vector<Pointer> pointers;
};

struct Program {
  std::vector<std::uint8_t> image;  ///< a code object for the device's arch, or PTX
  std::vector<Region> regions;
  std::vector<Step> steps;
  std::uint32_t copies = 0;  ///< copies from place to place, on a stream of their own beside each step
  std::uint32_t timed = 0;   ///< runs more for their time alone, as many: nothing is read back then
};

/// A byte that no kernel was to write.
struct Overwritten {
  std::string region;
  std::int64_t offset = 0;  ///< from the region's start; negative, or past its end: in a red zone

  std::string text() const;
};

struct Ran {
  std::optional<Overwritten> overwritten;   ///< the first
  std::vector<std::vector<Piece>> changed;  ///< what is no longer as it was, of each region that is written
  std::vector<double> seconds{};            ///< seconds of all steps, each time, by the device's clock
};

/// What the region holds before the first launch at [offset, offset + bytes.size()).
void contents_before(const Region& region, std::uint64_t offset, std::span<std::uint8_t> bytes);

/// Makes of `now`, what [offset, offset + now.size()) of the region holds, what it held before, where that is
/// ignored.
void forget_ignored(const Region& region, std::uint64_t offset, std::span<const std::uint8_t> before,
                    std::span<std::uint8_t> now);

/// Whether nothing of [begin, end) is looked at.
bool is_ignored(const Region& region, std::uint64_t begin, std::uint64_t end);

/// Calls change(offset, bytes, count) for every run of bytes of `now` that the region held otherwise before.
template <typename Change>
void for_each_change(const Region& region, const Piece& now, Change change) {
  std::vector<std::uint8_t> before(now.bytes.size());
  contents_before(region, now.offset, before);
  for (std::size_t begin = 0, end = 0; begin < before.size(); begin = end) {
    const bool differs = before[begin] != now.bytes[begin];
    for (end = begin; end < before.size() && (before[end] != now.bytes[end]) == differs; ++end) {
    }
    if (differs) change(now.offset + begin, &now.bytes[begin], end - begin);
  }
}

}  // namespace lockstep::devices
