// Matrices in the registers of a wave: to Elements and back, with the definedness of rows and columns.
#pragma once

#include "emulator/arithmetic/matrix/layouts/layout.hpp"
#include "emulator/machine/matrix/dense_arithmetic.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

constexpr int kMaxMatrixRegisters = 32;  ///< registers of the largest accumulator

/// A layout of whole dwords, worked out once: where each lane of each register goes in Elements.
class MatrixRoute {
 public:
  /// `layout`: that of A, B, C or D of an instruction without block scales.
  explicit MatrixRoute(const matrix::Layout& layout);

  struct Location {
    std::uint16_t dword;  ///< index of the dword in Elements
    /// Row of A, or column of B, C or D, counted over all blocks.
    std::uint8_t across;
    /// Row of C or D, counted over all blocks.
    std::uint8_t along;
  };
  using Register = std::array<Location, kMaxLanes>;

  int registers() const { return int(registers_.size()); }
  const Register& operator[](int r) const { return registers_[std::size_t(r)]; }
  /// How many registers, 1, 2 or 4, of every group hold dwords of a lane that are contiguous in Elements.
  std::size_t together() const { return together_; }

 private:
  std::size_t together_ = 4;
  std::vector<Register> registers_;
};

/// Finds the first unified registers of operands.
struct OperandPlaces {
  const Wave& wave;
  bool ok = true;  ///< false once an operand was too short or beyond the kernel's registers

  int operator()(const isa::Operand& operand, int registers) {
    const int first = unified_register(wave, operand);
    ok &= first >= 0 && operand.count >= registers;
    return first;
  }
};

/// The registers of one operand.
struct MatrixRegisters {
  int first = -1, count = 0;
  std::array<const std::uint32_t*, kMaxMatrixRegisters> value;
  std::array<const std::uint32_t*, kMaxMatrixRegisters> undefined;  ///< nullptr: all bits are defined

  /// Opens an operand's registers. False when it is no register, too short, or beyond those of the kernel.
  bool open(Wave& wave, const isa::Operand& operand, int registers);
};

/// Reads A, B or C. The result has a bit for each row of A, or column, of all blocks, that has an undefined
/// element. `pattern`: BLGP.
std::uint64_t gather(const MatrixRoute& route, const MatrixRegisters& registers, int pattern, Elements& out);

/// The rows of A, or columns, of all blocks, that have an undefined element, one bit each. `pattern`: BLGP.
std::uint64_t undefined_in(const MatrixRoute& route, const MatrixRegisters& registers, int pattern);

/// The rows of A with an undefined element, under the broadcast of blocks that CBSZ and ABID select.
std::uint64_t broadcast_rows(const matrix::MatrixInstruction& i, int cbsz, int abid, std::uint64_t rows);

using MatrixShadow = std::array<Lanes, kMaxMatrixRegisters>;

/// Writes D to the registers from `first` on. `undefined`: nullptr where all elements are defined.
void write_back(Wave& wave, const MatrixRoute& route, int first, const Elements& d,
                const MatrixShadow* undefined);

/// Finds the undefined elements of D: those whose row of A, column of B or element of C is; false: there are
/// none.
bool carry_definedness(const MatrixRoute& route, std::uint64_t rows, std::uint64_t columns,
                       const MatrixRegisters* c, MatrixShadow& out);

}  // namespace lockstep::machine
