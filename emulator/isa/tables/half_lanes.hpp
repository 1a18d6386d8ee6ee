// Arithmetic on f16 in 64 lanes as floats, which hosts convert from and to. A float holds products of two
// halves, and sums so well that rounding them again to halves gives what one rounding would (Figueroa, 1995:
// 24 bits are two more than twice 11). The lane functions are the twins, and do the rest: NaNs, and what MODE
// asks of conversions.
#pragma once

#include "emulator/isa/tables/arithmetic.hpp"
#include "emulator/isa/tables/lanes.hpp"
#include "emulator/isa/tables/to_half.hpp"

namespace lockstep::isa {

LOCKSTEP_HOST_LANES(half_sums, add<Half>)
LOCKSTEP_HOST_LANES(half_differences, subtract<Half>)
LOCKSTEP_HOST_LANES(half_reversed_differences, subtract_reversed<Half>)
LOCKSTEP_HOST_LANES(half_products, multiply<Half>)
LOCKSTEP_HOST_LANES(half_fused, fused_multiply_add<Half>)
LOCKSTEP_HOST_LANES(fused_halves, fused_to_half)
LOCKSTEP_HOST_LANES(halves, to_half)
LOCKSTEP_HOST_LANES(half_pairs, to_half_pair)
LOCKSTEP_HOST_LANES(half_pairs_truncating, to_half_pair_truncating)

}  // namespace lockstep::isa
