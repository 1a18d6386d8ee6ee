// Bits of the MODE register that change how instructions execute as a whole.
#pragma once

#include <cstdint>

#include "emulator/arch/arch.hpp"

namespace lockstep::machine {

/// Bits of MODE: CDNA3 ISA, "MODE register"; AMD's ROCdbgapi has the same.
inline constexpr std::uint32_t kModeGprIndex = 1u << 27, kModeSkip = 1u << 28;
inline constexpr std::uint32_t kUnusualModes = kModeGprIndex | kModeSkip;

/// The bits of MODE by which gfx1250's operands select one of four banks of 256 vector registers: [13:12] the
/// destination, [15:14] source 0, [17:16] source 1, [19:18] source 2 (LLVM 22, AMDGPULowerVGPREncoding). Zero
/// when a wave starts.
inline constexpr int kModeBanksShift = 12;
inline constexpr std::uint32_t kModeBanks = 0xFFu << kModeBanksShift;

/// DX10_CLAMP of gfx9: the clamp modifier makes a NaN 0. gfx1250 has no such bit and always does so.
inline constexpr std::uint32_t kClampsNans = 1u << 8;

/// Hardware registers by the numbers that s_getreg and s_setreg take.
inline constexpr std::int64_t kHwRegMode = 1, kHwRegScheduleMode = 26, kHwRegIbStatus2 = 28;
/// Whether a field of a hardware register says if ids in trap registers are those of clusters (LLVM
/// SIISelLowering, lowerWorkgroupId).
constexpr bool tells_of_clusters(std::int64_t hwreg, std::uint32_t first, std::uint32_t width) {
  return hwreg == kHwRegIbStatus2 && first == 6 && width == 4;
}

/// The bits of MODE that change which instruction executes while any is set.
constexpr std::uint32_t unusual_modes(const arch::Arch& arch) {
  return arch.has(arch::Feature::vgpr_banks) ? kModeBanks : kUnusualModes;
}

}  // namespace lockstep::machine
