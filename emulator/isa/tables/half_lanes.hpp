// Arithmetic on f16 in 64 lanes as floats, which hosts convert from and to. A float holds products of two halves, and
// sums so well that rounding them again to halves gives what one rounding would (Figueroa, 1995: 24 bits are two more
// than twice 11). The lane functions are the twins, and do the rest: NaNs, and what MODE asks of conversions.
#pragma once

#include "emulator/isa/tables/arithmetic.hpp"
#include "emulator/isa/tables/lanes.hpp"
#include "emulator/isa/tables/to_half.hpp"

namespace lockstep::isa {

// NOLINTBEGIN(bugprone-macro-parentheses): names
/// On hosts with AVX2 and with AVX-512.
#define LOCKSTEP_HALVES(NAME, FUNCTION)                   \
  void NAME##_v3(const LaneInputs& in, LaneOutputs& out); \
  void NAME##_v4(const LaneInputs& in, LaneOutputs& out); \
  template <>                                             \
  struct ByHost<FUNCTION> : HostLanes<&NAME##_v3, &NAME##_v4> {};
// NOLINTEND(bugprone-macro-parentheses)
LOCKSTEP_HALVES(half_sums, add<Half>)
LOCKSTEP_HALVES(half_differences, subtract<Half>)
LOCKSTEP_HALVES(half_reversed_differences, subtract_reversed<Half>)
LOCKSTEP_HALVES(half_products, multiply<Half>)
LOCKSTEP_HALVES(half_fused, fused_multiply_add<Half>)
LOCKSTEP_HALVES(fused_halves, fused_to_half)
LOCKSTEP_HALVES(halves, to_half)
LOCKSTEP_HALVES(half_pairs, to_half_pair)
LOCKSTEP_HALVES(half_pairs_truncating, to_half_pair_truncating)
#undef LOCKSTEP_HALVES

}  // namespace lockstep::isa
