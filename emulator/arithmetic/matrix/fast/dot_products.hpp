// The dot products of a unit, many at once.
#pragma once

#include "emulator/arithmetic/matrix/units/unit.hpp"
#include "host/simd_levels.hpp"

namespace lockstep::matrix {

using host::SimdLevel;

void dot_products(const Unit& unit, const DotBatch& batch);
void dot_products(const Unit& unit, const WideDotBatch& batch);
/// dot_products() on a given level; all levels give the same bits.
void dot_products_with(SimdLevel level, const Unit& unit, const DotBatch& batch);
void dot_products_with(SimdLevel level, const Unit& unit, const WideDotBatch& batch);

}  // namespace lockstep::matrix
