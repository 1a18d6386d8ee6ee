// How elements narrower than a byte lie in memory: a stream of bits, the first element in the lowest ones.
//
//   4 bits: two in a byte, the lower-indexed in the low nibble
//   6 bits: four in three bytes; element i takes bits 6i … 6i + 5 of the little-endian stream
//
// The same holds in registers: their dwords are the stream's dwords.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace lockstep::formats {

constexpr std::size_t packed_bytes(std::size_t count, int bits) {
  return (count * std::size_t(bits) + 7) / 8;
}

/// The code of element i, of 4, 6 or 8 bits.
constexpr std::uint8_t packed_code(std::span<const std::uint8_t> packed, std::size_t i, int bits) {
  const std::size_t first = i * std::size_t(bits), byte = first / 8;
  const std::uint32_t high = byte + 1 < packed.size() ? packed[byte + 1] : 0u;
  return std::uint8_t((packed[byte] | high << 8) >> (first % 8) & ((1u << bits) - 1u));
}

/// pack() of 4 bits: bytes are made whole, so that many are made at once.
constexpr void pack_nibbles(std::span<const std::uint8_t> codes, std::span<std::uint8_t> packed) {
  const std::size_t pairs = codes.size() / 2;
  for (std::size_t i = 0; i < pairs; ++i)
    packed[i] = std::uint8_t((codes[2 * i] & 0xFu) | unsigned{codes[2 * i + 1]} << 4);
  if (codes.size() % 2 != 0) packed[pairs] = codes[2 * pairs] & 0xFu;
}

/// codes[i] uses its low `bits`; packed holds packed_bytes(codes.size(), bits), and unused bits become zero.
constexpr void pack(std::span<const std::uint8_t> codes, int bits, std::span<std::uint8_t> packed) {
  if (bits == 4) return pack_nibbles(codes, packed);
  for (std::uint8_t& byte : packed) byte = 0;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const std::size_t first = i * std::size_t(bits), byte = first / 8;
    const std::uint32_t shifted = (codes[i] & ((1u << bits) - 1u)) << (first % 8);
    packed[byte] = std::uint8_t(packed[byte] | shifted);
    if (shifted > 0xFF) packed[byte + 1] = std::uint8_t(packed[byte + 1] | shifted >> 8);
  }
}

constexpr void unpack(std::span<const std::uint8_t> packed, int bits, std::span<std::uint8_t> codes) {
  for (std::size_t i = 0; i < codes.size(); ++i) codes[i] = packed_code(packed, i, bits);
}

}  // namespace lockstep::formats
