// gfx1250's vector registers beyond the first 256: an instruction names registers of a bank of 256, and
// MODE[19:12] says which bank each of its operands counts from: two bits each, what is written, then sources
// 0, 1 and 2.
#pragma once

#include <cstdint>

#include "emulator/isa/instruction.hpp"

namespace lockstep::isa {

/// Banks of vector registers, as MODE[19:12] has them.
using Banks = std::uint8_t;

/// s_set_vgpr_msb's immediate: two bits of source 0, 1 and 2, and of what is written; imm[15:8] is a note of
/// what was there.
constexpr Banks banks_of_immediate(std::int64_t immediate) {
  const auto bits = std::uint32_t(immediate);
  return Banks((bits & 0x3F) << 2 | (bits >> 6 & 3));
}

/// Whether it has operands that count from a bank.
bool names_vectors(const Instruction& instruction);
/// The instruction with the registers that are meant.
Instruction in_banks(Instruction instruction, Banks banks);

}  // namespace lockstep::isa
