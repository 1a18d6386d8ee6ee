// Matrices in the registers of a wave: to Elements and back, with the definedness of rows and columns.
#pragma once

#include "emulator/arithmetic/matrix/layouts/layout.hpp"
#include "emulator/machine/matrix/dense_arithmetic.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

constexpr int kMaxMatrixRegisters = 32;  ///< of an accumulator

/// A layout of whole dwords, worked out once: where each lane of each register goes.
class MatrixRoute {
 public:
  /// `layout`: of A, B, C or D of an instruction without block scales.
  explicit MatrixRoute(const matrix::Layout& layout);

  struct Location {
    std::uint16_t dword;  ///< of Elements
    std::uint8_t across;  ///< row of A, column of B, C or D: of all blocks, one after another
    std::uint8_t along;   ///< row of C or D, of all blocks
  };
  using Register = std::array<Location, kMaxLanes>;

  int registers() const { return int(registers_.size()); }
  const Register& operator[](int r) const { return registers_[std::size_t(r)]; }
  /// Each lane's dwords of so many registers, from a multiple of it on, lie side by side in Elements: 1, 2 or
  /// 4.
  std::size_t together() const { return together_; }

 private:
  std::size_t together_ = 4;
  std::vector<Register> registers_;
};

/// The registers of one operand.
struct MatrixRegisters {
  int first = -1, count = 0;
  std::array<const std::uint32_t*, kMaxMatrixRegisters> value;
  std::array<const std::uint32_t*, kMaxMatrixRegisters> undefined;  ///< nullptr: all defined

  /// False when the operand is no register, too short, or beyond those of the kernel.
  bool open(Wave& wave, const isa::Operand& operand, int registers);
};

/// Reads A, B or C; a set bit of the result is a row of A or a column, of all blocks, with an undefined
/// element. `pattern`: BLGP.
std::uint64_t gather(const MatrixRoute& route, const MatrixRegisters& registers, int pattern, Elements& out);

/// The second of these alone.
std::uint64_t undefined_in(const MatrixRoute& route, const MatrixRegisters& registers, int pattern);

/// Rows of A with an undefined element as the blocks multiply with them that CBSZ and ABID choose.
std::uint64_t broadcast_rows(const matrix::MatrixInstruction& i, int cbsz, int abid, std::uint64_t rows);

using MatrixShadow = std::array<Lanes, kMaxMatrixRegisters>;

/// Writes D to the registers from `first` on. `undefined`: nullptr where everything is defined.
void write_back(Wave& wave, const MatrixRoute& route, int first, const Elements& d,
                const MatrixShadow* undefined);

/// An output element is undefined when its row of A, its column of B or its C is. False: all are defined.
bool carry_definedness(const MatrixRoute& route, std::uint64_t rows, std::uint64_t columns,
                       const MatrixRegisters* c, MatrixShadow& out);

}  // namespace lockstep::machine
