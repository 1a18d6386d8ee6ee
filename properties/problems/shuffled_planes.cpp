#include "properties/problems/shuffled_planes.hpp"

#include <cstring>

#include "properties/problems/tensors.hpp"

namespace lockstep::problems {

namespace {

// A tile of the shuffle: 2 halves of 32 bytes along k, in each 16 rows of 16 bytes. Pages are multiples of
// it.
constexpr std::uint64_t kRun = 16, kTileRows = 16, kTile = 2 * kTileRows * kRun;
static_assert(machine::kPageBytes % kTile == 0);

void fill_tile(const std::uint8_t* from, std::int64_t row_bytes, std::uint8_t* to) {
  for (std::uint64_t half = 0; half < 2; ++half)
    for (std::uint64_t row = 0; row < kTileRows; ++row, to += kRun)
      std::memcpy(to, from + std::int64_t(row) * row_bytes + std::int64_t(half * kRun), kRun);
}

}  // namespace

machine::Fill fill_shuffled_planes(layouts::WeightPlane shape, const std::vector<int>& plane_of,
                                   std::span<const std::uint8_t> logical) {
  return [shape, &plane_of, logical](std::uint64_t offset, Bytes data, Bytes undefined) {
    const auto plane_bytes = std::uint64_t(shape.bytes());
    for (std::uint64_t at = offset; at < offset + data.size(); at += kTile) {
      const int plane = plane_of[at / plane_bytes];
      if (plane < 0) continue;
      const layouts::WeightByte from = layouts::unshuffled(shape, {std::int64_t(at % plane_bytes)});
      fill_tile(&logical[std::size_t(plane) * plane_bytes + std::size_t(from.n * shape.kb + from.kb)],
                shape.kb, &data[at - offset]);
      std::memset(&undefined[at - offset], 0, kTile);
    }
  };
}

}  // namespace lockstep::problems
