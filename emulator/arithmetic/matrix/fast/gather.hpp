// Moves whole operands between registers and matrices: the lane map applied to all lanes at once.
//
// A register is an array of 64 lanes of 32 bits; `registers` points to as many of them as the operand has.
#pragma once

#include <cstdint>

#include "emulator/arithmetic/matrix/layouts/lane_map.hpp"
#include "emulator/arithmetic/matrix/layouts/shape.hpp"

namespace lockstep::matrix {

/// Gathers an operand to codes [m][k], one per byte. Reads operand_registers(format) registers.
void gather_operand(Shape shape, const formats::Format& format, const std::uint32_t* const* registers,
                    std::uint8_t* codes);

/// Gathers scales to [k/32][row or column], the order of lanes: byte `byte_select` (0..3) of each of the 64.
void gather_scales(const std::uint32_t* lanes, int byte_select, std::uint8_t* scales);

/// Gathers c [m][n] from accumulator_registers(shape) contiguous registers.
void gather_accumulator(Shape shape, const float* registers, float* c);

/// Scatters d [m][n] to accumulator_registers(shape) contiguous registers.
void scatter_accumulator(Shape shape, const float* d, float* registers);

}  // namespace lockstep::matrix
