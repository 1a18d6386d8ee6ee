// The dot products of a unit, many at once.
#pragma once

#include "emulator/matrix/units/unit.hpp"
#include "host/instruction_set.hpp"

namespace lockstep::matrix {

using host::InstructionSet;

void dot_products(const Unit& unit, const DotBatch& batch);
void dot_products(const Unit& unit, const WideDotBatch& batch);
/// On an instruction set of one's choice: all give the same bits.
void dot_products_with(InstructionSet set, const Unit& unit, const DotBatch& batch);
void dot_products_with(InstructionSet set, const Unit& unit, const WideDotBatch& batch);

}  // namespace lockstep::matrix
