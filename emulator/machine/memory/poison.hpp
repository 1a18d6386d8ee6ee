// Poison: bytes for memory whose contents are undefined, a pure function of a seed and the offset.
#pragma once

#include <cstdint>
#include <span>

#include "host/random.hpp"

namespace lockstep::machine {

constexpr std::uint8_t poison_byte(std::uint64_t seed, std::uint64_t offset) {
  return std::uint8_t(host::hash(seed, offset / 8) >> (8 * (offset % 8)));
}

/// Fills `data` with the poison of [offset, offset + data.size()).
void fill_poison(std::uint64_t seed, std::uint64_t offset, std::span<std::uint8_t> data);

}  // namespace lockstep::machine
