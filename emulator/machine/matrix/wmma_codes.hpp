// Operands of gfx1250's matrix instructions as matrices of codes, from registers and back.
#pragma once

#include <cstdint>
#include <vector>

#include "emulator/arithmetic/matrix/layouts/layout.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// [across][along]: across counts the rows of A, the columns of the others.
struct Codes {
  std::vector<std::uint32_t> code;
  std::vector<bool> undefined;          ///< [across]: one along it is
  std::vector<bool> undefined_codes{};  ///< [across][along]; empty: none is
  int length = 0;

  std::uint32_t& at(int across, int along) { return code[std::size_t(across * length + along)]; }
};

/// False where the registers are too few.
bool read_codes(Wave& wave, const isa::Operand& operand, const matrix::Layout& layout, Codes& out);
/// Of a scalar register or a pair, which every lane reads as a vector's: rows or columns of `length` codes of 8 bits.
bool read_scalar_codes(Wave& wave, const isa::Operand& operand, int across, int length, Codes& out);
/// Of a constant: `columns` of `rows` codes, as C has them; of scales, those of a row or a column.
void fill_codes(std::uint32_t code, int rows, int columns, Codes& out);

/// What neg_lo and neg_hi say of C: of bit 2 the first negates, the other takes the magnitude before that. `bits` of an
/// element.
void change_signs(const isa::Modifiers& modifiers, Codes& c, int bits);

/// What they say of A and B, bits 0 and 1: of each two elements of 16 bits neg_lo negates the first, neg_hi the second; of
/// 32 bits neg_lo all, as LLVM has no neg_hi there (inferred). False where that says nothing.
bool has_known_signs(const isa::Modifiers& modifiers, int bits);
/// Operand 0 or 1 so.
void negate(const isa::Modifiers& modifiers, int operand, Codes& codes, int bits);

/// An element of D is undefined where its row or its column is, or its C.
struct CodesShadow {
  std::vector<bool> rows, columns;

  void add(const Codes& of_rows, const Codes& of_columns);
};
/// `d` has taken the place of C, and still says what of that was undefined.
void write_codes(Wave& wave, const isa::Instruction& instruction, const matrix::MatrixInstruction& shape,
                 Codes& d, const CodesShadow& shadow, const matrix::Layout& layout);

}  // namespace lockstep::machine
