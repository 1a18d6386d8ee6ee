// Where the matrices of an instruction without block scales lie in registers, as vectors: one k of A in all
// rows of a block, one k of B in all columns, a row of C or D in all columns, each in consecutive lanes.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "emulator/arithmetic/matrix/layouts/layout_table.hpp"

namespace lockstep::matrix {

/// Where the first element of a vector lies: the others have the same bits of the following lanes. Elements
/// of 64 bits continue in the next register.
struct VectorPlace {
  std::uint16_t dword;  ///< index into the operand's registers of 64 lanes each
  std::uint8_t shift;   ///< bit position of the element in the dword
};

struct DensePlaces {
  std::vector<VectorPlace> a, b;  ///< [block][k]
  std::vector<VectorPlace> c;     ///< [block][row]
};

/// nullptr where elements lie otherwise, or blocks are not squares of 16 or 32. `cbsz` and `abid` select the
/// block of A that each block multiplies with.
std::shared_ptr<const DensePlaces> dense_places(const MatrixInstruction& instruction, int cbsz, int abid);

}  // namespace lockstep::matrix
