// Bits of the MODE register that change how instructions execute as a whole.
#pragma once

#include <cstdint>

namespace lockstep::machine {

/// Bits of MODE: CDNA3 ISA, "MODE register"; AMD's ROCdbgapi has the same.
inline constexpr std::uint32_t kModeGprIndex = 1u << 27, kModeSkip = 1u << 28;
inline constexpr std::uint32_t kUnusualModes = kModeGprIndex | kModeSkip;

/// gfx1250: which 256 of the vector registers operands count from, two bits each: [13:12] what is written, [15:14]
/// source 0, [17:16] source 1, [19:18] source 2 (LLVM 22, AMDGPULowerVGPREncoding). Zero when a wave starts.
inline constexpr int kModeBanksShift = 12;
inline constexpr std::uint32_t kModeBanks = 0xFFu << kModeBanksShift;

/// Of gfx9, DX10_CLAMP: the clamp modifier makes a NaN 0. gfx1250 has no such bit and does so always.
inline constexpr std::uint32_t kClampsNans = 1u << 8;

/// The bits that make an instruction another one while any is set.
constexpr std::uint32_t unusual_modes(bool gfx1250) {
  return gfx1250 ? kModeBanks : kUnusualModes;
}

}  // namespace lockstep::machine
