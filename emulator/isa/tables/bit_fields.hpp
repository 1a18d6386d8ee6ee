// Elements of any width, one behind the other in dwords.
#pragma once

#include <cstdint>

namespace lockstep::isa {

/// Elements of `kBits` bits, one behind the other from the lowest bit of the first dword on.
template <int kBits>
std::uint32_t take(const std::uint32_t* dwords, int index) {
  const int bit = kBits * index, dword = bit / 32, shift = bit % 32;
  std::uint64_t two = dwords[dword];
  if (shift + kBits > 32) two |= std::uint64_t{dwords[dword + 1]} << 32;
  const std::uint64_t field = (std::uint64_t{1} << kBits) - 1;
  return static_cast<std::uint32_t>(two >> shift & field);
}
template <int kBits>
void put(std::uint32_t* dwords, int index, std::uint32_t code) {
  const int bit = kBits * index, dword = bit / 32, shift = bit % 32;
  dwords[dword] |= code << shift;
  if (shift + kBits > 32) dwords[dword + 1] |= code >> (32 - shift);
}

}  // namespace lockstep::isa
