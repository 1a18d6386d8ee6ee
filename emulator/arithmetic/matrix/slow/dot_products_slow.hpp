// Dot products of a unit in exact arithmetic, step by step: the reference implementation of the fast ones.
#pragma once

#include "emulator/arithmetic/matrix/units/unit.hpp"

namespace lockstep::matrix {

void dot_products_slow(const Unit& unit, const DotBatch& batch);
void dot_products_slow(const Unit& unit, const WideDotBatch& batch);

}  // namespace lockstep::matrix
