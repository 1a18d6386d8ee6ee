// Bits of the MODE register that change how instructions execute as a whole.
#pragma once

#include <cstdint>

namespace lockstep::machine {

/// Bits of MODE: CDNA3 ISA, "MODE register"; AMD's ROCdbgapi has the same.
inline constexpr std::uint32_t kModeGprIndex = 1u << 27, kModeSkip = 1u << 28;
inline constexpr std::uint32_t kUnusualModes = kModeGprIndex | kModeSkip;

}  // namespace lockstep::machine
