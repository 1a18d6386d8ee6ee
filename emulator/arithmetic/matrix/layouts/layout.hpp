// Register layouts of the matrix instructions: matrix element to lane and register bits, and back.
//
//   const auto a = layout(*find_matrix_instruction("v_mfma_f32_16x16x32_f16"), Role::a);
//   a->place({.block = 0, .row = 3, .col = 17})   // lane 35, bit 16
#pragma once

#include <optional>
#include <string>

#include <tl/expected.hpp>

#include "emulator/arithmetic/matrix/layouts/layout_dealing.hpp"
#include "emulator/arithmetic/matrix/layouts/layout_table.hpp"

namespace lockstep::matrix {

/// An operand of a matrix instruction; index: of a sparse one.
enum class Role { a, b, c, d, scale_a, scale_b, index };

/// An element of an operand's own matrix: A is m x k, B k x n, C and D m x n; the scales of A are m x (k /
/// scale_block), those of B (k / scale_block) x n.
struct MatrixElement {
  int block, row, col;
  constexpr bool operator==(const MatrixElement&) const = default;
};

struct Layout {
  int rows, cols, blocks;
  bool along_rows;  ///< dealt along its rows (B, C, D), not along its columns (A)
  Dealing dealing;

  int elements() const { return blocks * rows * cols; }
  int registers() const;  ///< 32-bit registers per lane

  /// Where an element lies; it must be in range.
  RegisterBit place(MatrixElement element) const;

  /// The element that a bit belongs to; empty where the operand has none: in lanes and bytes that a selector
  /// leaves out, and out of range.
  std::optional<MatrixElement> element(RegisterBit at) const;
};

/// What the instruction's modifiers select.
struct LayoutChoice {
  const formats::Format* format = nullptr;  ///< format of an f8f6f4 operand; nullptr: e4m3fn
  /// Scales: on gfx950 the byte of the register (0 to 3), on gfx1250 the upper lanes (0 or 1). Indices of
  /// v_smfmac_*: which set of the register (ABID).
  int select = 0;
};

/// The layout of an operand. Errors: a scale of an instruction without scales, a format the operand cannot
/// have, a selector out of range.
tl::expected<Layout, std::string> layout(const MatrixInstruction& instruction, Role operand,
                                         LayoutChoice choice = {});

}  // namespace lockstep::matrix
