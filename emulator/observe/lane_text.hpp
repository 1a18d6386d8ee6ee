// The lanes of a register in few characters: equal lanes and even steps are said once.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "emulator/isa/wave_width.hpp"

namespace lockstep::observe {

/// What one lane holds, as text compares it. Bits that are undefined show as such, and their value does not.
struct LaneValue {
  std::uint64_t value = 0, undefined = 0;
  bool operator==(const LaneValue&) const = default;
};
using LaneValues = std::array<LaneValue, isa::kMaxLanes>;

/// "0x3f800000", "?" (undefined), "0x12?ff00" (of these bits, ff00 are undefined and shown as 0)
std::string text(const LaneValue& value);

/// The lanes of `mask`: "0x1" when all of a wave's are alike, else pieces such as "[0-15] 0x1", "[16-63] 0x40
/// +0x4" (each 4 more than the one before) or "[5-7] 0x3 0x9 0x2". Nothing in the mask: "no lane".
std::string text(const LaneValues& lanes, std::uint64_t mask, isa::WaveWidth width = isa::WaveWidth::lanes64);

}  // namespace lockstep::observe
