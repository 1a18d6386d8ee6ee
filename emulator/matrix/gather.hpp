// Whole operands between registers and matrices; the lane map applied to all lanes at once.
//
// A register is an array of 64 lanes of 32 bits; `registers` points to as many of them as the operand has.
#pragma once

#include <cstdint>

#include "emulator/matrix/operand_format.hpp"
#include "emulator/matrix/shape.hpp"

namespace lockstep::matrix {

/// codes [m][k], one code per byte. Reads operand_registers(format) registers.
void gather_operand(Shape shape, const formats::Format& format, const std::uint32_t* const* registers,
                    std::uint8_t* codes);

/// scales [m][k/32], taken from byte `byte_select` (0..3) of each lane.
void gather_scales(Shape shape, const std::uint32_t* lanes, int byte_select, std::uint8_t* scales);

/// c [m][n]. Reads accumulator_registers(shape) registers.
void gather_accumulator(Shape shape, const std::uint32_t* const* registers, float* c);

/// d [m][n].
void scatter_accumulator(Shape shape, const float* d, std::uint32_t* const* registers);

}  // namespace lockstep::matrix
