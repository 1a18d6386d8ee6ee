// Rows that gfx1250 has and gfx950 lacks: minima and maxima, sums held in range by a third operand, and packed bf16.
#pragma once

#include <span>

#include "emulator/isa/semantics.hpp"

namespace lockstep::isa {

std::span<const Semantics> gfx1250_order_rows();
std::span<const Semantics> gfx1250_bfloat_rows();

}  // namespace lockstep::isa
