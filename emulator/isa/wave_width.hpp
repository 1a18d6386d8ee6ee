// How many lanes a wave has: 64 on CDNA, 32 or 64 on RDNA, 32 on gfx1250.
//
// Arrays over lanes are as long as the widest wave, so that loops over them have a constant length and are
// vectorised. Which of those lanes exist is the width's to say: EXEC never has a bit of any other.
#pragma once

#include <cstdint>

#include "emulator/arch/arch.hpp"

namespace lockstep::isa {

inline constexpr int kMaxLanes = 64;

enum class WaveWidth : std::uint8_t { lanes32 = 32, lanes64 = 64 };

constexpr int lane_count(WaveWidth width) {
  return int(width);
}
/// EXEC with every lane on.
constexpr std::uint64_t every_lane(WaveWidth width) {
  return ~std::uint64_t{0} >> (kMaxLanes - lane_count(width));
}
/// Scalar registers of a mask with one bit per lane: EXEC, VCC, the result of a comparison.
constexpr int mask_registers(WaveWidth width) {
  return lane_count(width) / 32;
}

/// The widths that an arch has.
struct WaveWidths {
  bool lanes32 = false, lanes64 = false;

  bool has(WaveWidth width) const { return width == WaveWidth::lanes32 ? lanes32 : lanes64; }
  /// The only one, or 64.
  WaveWidth widest() const { return lanes64 ? WaveWidth::lanes64 : WaveWidth::lanes32; }
};

inline WaveWidths wave_widths(const arch::Arch& arch) {
  return {arch.has(arch::Feature::wave32), arch.has(arch::Feature::wave64)};
}

}  // namespace lockstep::isa
