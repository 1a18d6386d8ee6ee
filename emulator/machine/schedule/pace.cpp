#include "emulator/machine/schedule/pace.hpp"

#include <array>

namespace lockstep::machine {

Pace draw_pace(std::uint64_t draw) {
  constexpr std::array<std::uint8_t, 4> kChances{1, 6, 48, 200};
  return {kChances[draw & 3], kChances[draw >> 2 & 3]};
}

}  // namespace lockstep::machine
