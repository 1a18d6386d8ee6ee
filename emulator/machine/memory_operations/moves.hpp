// How memory operations move bytes: in device memory, in scratch, by flat addresses, from memory to LDS and
// back.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>

#include "emulator/machine/memory/shadow.hpp"
#include "emulator/machine/transfers/transfer.hpp"
#include "emulator/machine/waves/pending.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// Device memory: loads, stores and atomics on bytes whose owners are known.
extern const Moves kMemoryMoves;

/// The bytes of one lane of an operation, with a shadow byte each.
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

/// Scratch: a byte array per lane, addressed by offset from the lane's own base.
extern const Moves kScratchMoves;

/// Whether the lanes' bytes lie within the scratch that the kernel asked for; if not, `stop` says why.
bool inside_scratch(Wave& wave, const Pending& pending, Step& stop);

/// Issues a flat operation whose lane addresses, data and destination are set.
Step issue_flat(Wave& wave, std::unique_ptr<Pending> all);

/// Sets how a copy between memory and LDS that has an LDS address per lane (gfx1250) moves its bytes; its
/// addresses are set, lds_address among them. The LDS bytes of a load are undefined until it is done.
void set_copy_moves(Wave& wave, Pending& pending);

}  // namespace lockstep::machine
