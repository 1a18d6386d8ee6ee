// Matrices in the registers of a wave: to Elements and back, with the definedness of rows and columns.
#pragma once

#include "dense_arithmetic.hpp"
#include "emulator/matrix/layout.hpp"
#include "wave.hpp"

namespace lockstep::machine {

constexpr int kMaxMatrixRegisters = 32;  ///< of an accumulator

/// A lane's registers as bytes.
using MatrixLane = std::array<std::uint8_t, 4 * kMaxMatrixRegisters>;

/// The registers of one operand.
struct MatrixRegisters {
  int first = -1, count = 0;
  std::array<const std::uint32_t*, kMaxMatrixRegisters> value{};
  std::array<const std::uint32_t*, kMaxMatrixRegisters> undefined{};  ///< nullptr: all defined

  /// False when the operand is no register, too short, or beyond those of the kernel.
  bool open(Wave& wave, const isa::Operand& operand, int registers);
  MatrixLane lane(int l) const;
  bool any_undefined(int l, int from_byte, int bytes) const;
};

/// Reads A or B; a set bit of the result is a row or column, of all blocks, with an undefined element.
/// `pattern`: BLGP.
std::uint64_t gather(const matrix::Layout& layout, const MatrixRegisters& registers, int pattern,
                     Elements& out);

using MatrixShadow = std::array<Lanes, kMaxMatrixRegisters>;

/// Writes D to the registers from `first` on. `undefined`: nullptr where everything is defined.
void write_back(Wave& wave, const matrix::Layout& layout, int first, const Elements& d,
                const MatrixShadow* undefined);

/// An output element is undefined when its row of A, its column of B or its C is. False: all are defined.
bool carry_definedness(const matrix::MatrixInstruction& i, const matrix::Layout& layout, std::uint64_t rows,
                       std::uint64_t columns, const MatrixRegisters* c, MatrixShadow& out);

}  // namespace lockstep::machine
