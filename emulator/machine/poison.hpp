// Bytes for memory whose contents are nobody's to use: a pure function of a seed and the offset.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>

#include "random.hpp"

namespace lockstep::machine {

constexpr std::uint8_t poison_byte(std::uint64_t seed, std::uint64_t offset) {
  return std::uint8_t(scatter(seed, offset / 8) >> (8 * (offset % 8)));
}

/// Writes the bytes [offset, offset + data.size()).
inline void fill_poison(std::uint64_t seed, std::uint64_t offset, std::span<std::uint8_t> data) {
  std::size_t i = 0;
  for (; offset % 8 == 0 && i + 8 <= data.size(); i += 8) {
    const std::uint64_t word = scatter(seed, (offset + i) / 8);
    std::memcpy(&data[i], &word, sizeof word);
  }
  while (i < data.size()) {
    const std::uint64_t word = scatter(seed, (offset + i) / 8);
    for (std::uint64_t b = (offset + i) % 8; b < 8 && i < data.size(); ++b, ++i)
      data[i] = std::uint8_t(word >> (8 * b));
  }
}

}  // namespace lockstep::machine
