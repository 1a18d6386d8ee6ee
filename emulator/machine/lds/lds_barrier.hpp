// gfx1250's barriers in LDS: 64 bits that count arrivals and number phases.
//
// [28:0] how many more may arrive before the arrival that completes the phase, [31:29] the phase, [47:32] the
// initial count of the next phase. An arrival for which too few are pending starts the next phase. (CDNA5 ISA
// manual, 11.2.2; the width of 29 bits is the one that Triton and HipKittens use, the manual has others.)
#pragma once

#include <cstdint>

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

constexpr std::uint64_t after_arrival(std::uint64_t cell, std::uint32_t count) {
  constexpr int kPendingBits = 29;
  constexpr std::uint64_t kPending = (std::uint64_t{1} << kPendingBits) - 1, kLow = 0xFFFF'FFFF;
  const std::uint64_t pending = cell & kPending;
  if (count <= pending) return (cell & ~kPending) | (pending - count);
  const std::uint64_t phase = (cell >> kPendingBits) + 1, reload = cell >> 32 & 0xFFFF;
  return (cell & ~kLow) | (phase << kPendingBits & kLow) | reload;
}
constexpr bool is_last_arrival(std::uint64_t cell, std::uint32_t count) {
  return ((cell ^ after_arrival(cell, count)) >> 29 & 7) != 0;
}

/// Arrives at the barrier in LDS for the wave, or for one of its copies; returns the previous value. An
/// undefined barrier stays undefined.
std::uint64_t arrive(Wave& wave, std::uint64_t address, std::uint32_t count);

}  // namespace lockstep::machine
