// The matrix instructions whose register layouts are known: one row each.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/arch/arch.hpp"
#include "emulator/arithmetic/matrix/models/model.hpp"

namespace lockstep::matrix {

using namespace arch::sets;

/// An element type by its name in the mnemonic. `bits` is 0 for f8f6f4, where a selector decides.
struct ElementType {
  std::string_view name;
  int bits;
};

struct LayoutSource {
  Label label;
  std::string_view text;
};

/// D = A * B + C in `blocks` independent blocks; A is m x k, B is k x n, C and D are m x n.
struct MatrixInstruction {
  /// The mnemonic as the assembler of the newest arch that has it spells it.
  std::string_view name;
  /// The mnemonic as gfx908 and gfx90a spell it; empty where they lack it.
  std::string_view classic;
  arch::Set archs;
  int m, n, k, blocks;
  ElementType a, b, d;
  /// Consecutive k under one scale; 0: no scale operands.
  int scale_block;
  LayoutSource source;
  ElementType c{};  ///< type of C where it differs from D's

  const ElementType& addend() const { return c.bits != 0 ? c : d; }
  constexpr int lanes() const { return arch::lanes_of(archs); }
};

std::span<const MatrixInstruction> matrix_instructions();

/// The instruction of that name, in either spelling; nullptr when there is none.
const MatrixInstruction* find_matrix_instruction(std::string_view name);

}  // namespace lockstep::matrix
