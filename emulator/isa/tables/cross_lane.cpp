// Operations between lanes, between a lane and a scalar, and between the two halves of the register file.
#include <array>

#include "emulator/isa/semantics.hpp"
#include "emulator/isa/tables/sources.hpp"

namespace lockstep::isa {
namespace {

constexpr std::array kRows{
    Semantics{"v_nop", CrossLane::nop, kVop1},
    Semantics{"v_readfirstlane_b32", CrossLane::readfirstlane, kVop1},
    Semantics{"v_readlane_b32", CrossLane::readlane, kVop3},
    Semantics{"v_writelane_b32", CrossLane::writelane, kVop3},
    Semantics{"v_swap_b32", CrossLane::swap, kVop1},
    on(kGfx950 | kGfx1250, Semantics{"v_permlane16_swap_b32", CrossLane::permlane16_swap, kVop1}),
    on(kGfx950, Semantics{"v_permlane32_swap_b32", CrossLane::permlane32_swap, kVop1}),
    on(kCdna34, Semantics{"v_accvgpr_read_b32", CrossLane::accvgpr_read, kVop3p}),
    on(kCdna34, Semantics{"v_accvgpr_write_b32", CrossLane::accvgpr_write, kVop3p}),
    on(kCdna34, Semantics{"v_accvgpr_mov_b32", CrossLane::accvgpr_mov, kVop1}),
};

}  // namespace

std::span<const Semantics> cross_lane_table() {
  return kRows;
}

}  // namespace lockstep::isa
