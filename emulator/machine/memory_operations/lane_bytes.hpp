// The bytes of one lane of an operation, with a shadow byte each.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "emulator/machine/memory/shadow.hpp"
#include "emulator/machine/waves/pending.hpp"

namespace lockstep::machine {

struct LaneBytes {
  std::array<std::uint8_t, 16> data{}, undefined{};
};

inline void to_lane(const LaneBytes& bytes, int dwords, int l, Pending& p) {
  for (int d = 0; d < dwords; ++d) {
    std::memcpy(&p.data[d][l], &bytes.data[4 * d], 4);
    std::uint32_t u = 0;
    std::memcpy(&u, &bytes.undefined[4 * d], 4);
    p.undefined[d][l] = bits_of_bytes(u);
  }
}

inline void from_lane(const Pending& p, int dwords, int l, LaneBytes& bytes) {
  for (int d = 0; d < dwords; ++d) {
    std::memcpy(&bytes.data[4 * d], &p.data[d][l], 4);
    const std::uint32_t u = bytes_of_bits(p.undefined_bits(std::size_t(d), std::size_t(l)));
    std::memcpy(&bytes.undefined[4 * d], &u, 4);
  }
}

}  // namespace lockstep::machine
