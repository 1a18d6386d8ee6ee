// Definedness in its two shapes: registers have a bit for every bit, memory has a byte, 0 or 1, for each.
#pragma once

#include <cstdint>

namespace lockstep::machine {

/// Four memory shadow bytes to 32 register shadow bits.
constexpr std::uint32_t bits_of_bytes(std::uint32_t bytes) {
  return bytes * 0xFFu;
}

/// Register shadow bits to four memory shadow bytes: a byte with any undefined bit is undefined.
constexpr std::uint32_t bytes_of_bits(std::uint32_t bits) {
  const std::uint32_t any = ((bits & 0x7F7F7F7Fu) + 0x7F7F7F7Fu) | bits;
  return (any >> 7) & 0x01010101u;
}

static_assert(bits_of_bytes(0x01000100u) == 0xFF00FF00u);
static_assert(bytes_of_bits(0x80004001u) == 0x01000101u);

}  // namespace lockstep::machine
