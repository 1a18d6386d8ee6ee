// Operands of gfx1250's matrix instructions as matrices of bit patterns, from registers and back.
#pragma once

#include <cstdint>
#include <vector>

#include "emulator/arithmetic/matrix/layouts/layout.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// A matrix of bit patterns as [across][along]: `across` counts the rows of A, the columns of the others.
struct Codes {
  std::vector<std::uint32_t> code;
  std::vector<bool> undefined;          ///< [across]: an element of it is undefined
  std::vector<bool> undefined_codes{};  ///< [across][along]; empty: all are defined
  int length = 0;

  std::uint32_t& at(int across, int along) { return code[std::size_t(across * length + along)]; }
};

/// Reads an operand from registers; false where there are too few of them.
bool read_codes(Wave& wave, const isa::Operand& operand, const matrix::Layout& layout, Codes& out);
/// Reads an operand from a scalar register or a pair, which every lane reads as a vector's: rows or columns
/// of `length` 8-bit elements.
bool read_scalar_codes(Wave& wave, const isa::Operand& operand, int across, int length, Codes& out);
/// Fills a matrix with a constant: `columns` of `rows` elements for C; for scales, a row's or a column's.
void fill_codes(std::uint32_t code, int rows, int columns, Codes& out);

/// Applies neg_lo and neg_hi to C, bit 2 of each: neg_lo negates, neg_hi takes the magnitude before that.
/// `bits` of an element.
void change_signs(const isa::Modifiers& modifiers, Codes& c, int bits);

/// Whether neg_lo and neg_hi are meaningful for A and B, bits 0 and 1: of 16-bit pairs neg_lo negates the
/// first element, neg_hi the second; of 32-bit elements neg_lo negates all, as LLVM has no neg_hi there
/// (inferred).
bool has_known_signs(const isa::Modifiers& modifiers, int bits);
/// Applies neg_lo and neg_hi to A (operand 0) or B (operand 1).
void negate(const isa::Modifiers& modifiers, int operand, Codes& codes, int bits);

/// The definedness of D: an element is undefined where its row of A, column of B or element of C is.
struct CodesShadow {
  std::vector<bool> rows, columns;

  void add(const Codes& of_rows, const Codes& of_columns);
};
/// Writes D, which has replaced C in `d`; `d.undefined` still describes C.
void write_codes(Wave& wave, const isa::Instruction& instruction, const matrix::MatrixInstruction& shape,
                 Codes& d, const CodesShadow& shadow, const matrix::Layout& layout);

}  // namespace lockstep::machine
