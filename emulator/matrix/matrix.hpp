// Everything the layer offers: the models, the multiplication, and where its operands lie in registers.
#pragma once

#include "emulator/matrix/decoded.hpp"
#include "emulator/matrix/gather.hpp"
#include "emulator/matrix/instruction_unit.hpp"
#include "emulator/matrix/lane_map.hpp"
#include "emulator/matrix/model.hpp"
#include "emulator/matrix/multiplication.hpp"
#include "emulator/matrix/multiply.hpp"
#include "emulator/matrix/operand_format.hpp"
#include "emulator/matrix/shape.hpp"
