// What a region held before the first launch, and what of it nobody looks at afterwards.
#include <algorithm>

#include <fmt/format.h>

#include "devices/program.hpp"

namespace lockstep::devices {

std::string Overwritten::text() const {
  return fmt::format("byte {} of {} was overwritten, which is nobody's to write", offset, region);
}

void contents_before(const Region& region, std::uint64_t offset, std::span<std::uint8_t> bytes) {
  std::ranges::fill(bytes, region.filler);
  const std::uint64_t end = offset + bytes.size();
  auto piece = std::ranges::partition_point(
      region.pieces, [&](const Piece& p) { return p.offset + p.bytes.size() <= offset; });
  for (; piece != region.pieces.end() && piece->offset < end; ++piece) {
    const std::uint64_t from = std::max(offset, piece->offset),
                        to = std::min(end, piece->offset + piece->bytes.size());
    std::copy_n(piece->bytes.begin() + std::ptrdiff_t(from - piece->offset), to - from,
                bytes.begin() + std::ptrdiff_t(from - offset));
  }
}

void forget_ignored(const Region& region, std::uint64_t offset, std::span<const std::uint8_t> before,
                    std::span<std::uint8_t> now) {
  const std::uint64_t end = offset + now.size();
  for (auto r = std::ranges::upper_bound(region.ignored, offset, {}, &Range::end);
       r != region.ignored.end() && r->begin < end; ++r) {
    const std::uint64_t from = std::max(offset, r->begin) - offset, to = std::min(end, r->end) - offset;
    std::copy_n(before.begin() + std::ptrdiff_t(from), to - from, now.begin() + std::ptrdiff_t(from));
  }
}

bool is_ignored(const Region& region, std::uint64_t begin, std::uint64_t end) {
  const auto r = std::ranges::upper_bound(region.ignored, begin, {}, &Range::end);
  return r != region.ignored.end() && r->begin <= begin && r->end >= end;
}

}  // namespace lockstep::devices
