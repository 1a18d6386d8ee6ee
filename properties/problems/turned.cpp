#include "properties/problems/turned.hpp"

#include <algorithm>
#include <cstring>

namespace lockstep::problems {

namespace {

// By squares whose rows stay in the cache.
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

}  // namespace lockstep::problems
