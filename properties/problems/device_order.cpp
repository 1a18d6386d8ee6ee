#include "properties/problems/device_order.hpp"

#include <algorithm>
#include <cstring>

#include "properties/problems/tensors.hpp"

namespace lockstep::problems {

namespace {

// Turns by squares whose rows stay in the cache.
template <typename Element>
void turn_elements(std::int64_t width, std::int64_t depth, const std::uint8_t* source, std::uint8_t* out) {
  constexpr std::int64_t kSide = 64;
  for (std::int64_t k0 = 0; k0 < depth; k0 += kSide)
    for (std::int64_t c0 = 0; c0 < width; c0 += kSide)
      for (std::int64_t k = k0; k < std::min(k0 + kSide, depth); ++k)
        for (std::int64_t c = c0; c < std::min(c0 + kSide, width); ++c)
          std::memcpy(out + (k * width + c) * std::int64_t(sizeof(Element)),
                      source + (c * depth + k) * std::int64_t(sizeof(Element)), sizeof(Element));
}

// A tile of the shuffle: 2 halves of 32 bytes along k, in each 16 rows of 16 bytes. Pages are multiples of
// it.
constexpr std::uint64_t kRun = 16, kShuffledRows = 16, kTileBytes = 2 * kShuffledRows * kRun;
static_assert(machine::kPageBytes % kTileBytes == 0);

void fill_tile(const std::uint8_t* from, std::int64_t row_bytes, std::uint8_t* to) {
  for (std::uint64_t half = 0; half < 2; ++half)
    for (std::uint64_t row = 0; row < kShuffledRows; ++row, to += kRun)
      std::memcpy(to, from + std::int64_t(row) * row_bytes + std::int64_t(half * kRun), kRun);
}

}  // namespace

void turn(std::int64_t width, std::int64_t depth, std::int64_t bytes, const std::uint8_t* source,
          std::uint8_t* out) {
  (bytes == 1 ? turn_elements<std::uint8_t> : turn_elements<float>)(width, depth, source, out);
}

std::vector<std::uint8_t> turned(const GroupsAlongK& groups, const std::vector<std::uint8_t>& source) {
  const auto& [starts, width, bytes] = groups;
  std::vector<std::uint8_t> out(std::size_t(starts.back() * width * bytes));
  for (std::size_t g = 0; g + 1 < starts.size(); ++g) {
    const std::int64_t first = starts[g] * width * bytes, depth = starts[g + 1] - starts[g];
    if (depth == 0) continue;
    turn(width, depth, bytes, &source[std::size_t(first)], &out[std::size_t(first)]);
  }
  return out;
}

machine::Fill fill_shuffled_planes(layouts::WeightPlane shape, const std::vector<int>& plane_of,
                                   std::span<const std::uint8_t> logical) {
  return [shape, &plane_of, logical](std::uint64_t offset, Bytes data, Bytes undefined) {
    const auto plane_bytes = std::uint64_t(shape.bytes());
    for (std::uint64_t at = offset; at < offset + data.size(); at += kTileBytes) {
      const int plane = plane_of[at / plane_bytes];
      if (plane < 0) continue;
      const layouts::WeightByte from = layouts::unshuffled(shape, {std::int64_t(at % plane_bytes)});
      fill_tile(&logical[std::size_t(plane) * plane_bytes + std::size_t(from.n * shape.kb + from.kb)],
                shape.kb, &data[at - offset]);
      std::memset(&undefined[at - offset], 0, kTileBytes);
    }
  };
}

}  // namespace lockstep::problems
