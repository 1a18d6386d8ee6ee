// Register layouts of the matrix instructions: matrix element to lane and register bits, and back.
//
//   const auto a = layout(*find_matrix_instruction("v_mfma_f32_16x16x32_f16"), Role::a);
//   a->place({.block = 0, .row = 3, .col = 17})   // lane 35, bit 16
#pragma once

#include <optional>
#include <string>

#include <tl/expected.hpp>

#include "emulator/arithmetic/matrix/layouts/lane_map.hpp"
#include "emulator/arithmetic/matrix/layouts/layout_table.hpp"

namespace lockstep::matrix {

// One formula for where a matrix lies in the registers of a wave, and its inverse.
//
// Every operand of every AMD matrix instruction is dealt like cards. A matrix is seen as `along` by `across`:
// along K for A and B, along the rows for C and D. Consecutive `across` are in consecutive lanes, and
// consecutive `along` go to the lane groups in turn, `chunk` of them at a time:
//
//   lane group  G = lanes / span              how many there are
//   lane        across % span + span * (along / chunk % G)
//   element     chunk * (along / chunk / G) + along % chunk + (length / G) * (across / span)
//
// Element e of a lane starts at bit e * bits of the lane's registers, read as one little-endian number.
// `across` counts on through the blocks of a multi-block instruction: block * n + column, say. `across`
// beyond `span` goes into further registers.

struct DealtIndex {
  int across, along;
  constexpr bool operator==(const DealtIndex&) const = default;
};

struct Dealing {
  int lanes;   ///< lanes that hold the matrix
  int span;    ///< lanes of one group; divides `lanes`
  int length;  ///< size of `along`
  int chunk;   ///< consecutive `along` in one lane; chunk * groups() divides `length`
  int bits;    ///< bits of an element
  /// The lanes are first_lane ... first_lane + lanes - 1.
  int first_lane = 0;
  /// Bit position of element 0, where a selector picks one byte of a register.
  int first_bit = 0;

  constexpr int groups() const { return lanes / span; }
  /// Elements of one `across` in one lane.
  constexpr int per_lane() const { return length / groups(); }

  constexpr RegisterBit place(DealtIndex at) const {
    const int turn = at.along / chunk;
    const int lane = at.across % span + span * (turn % groups());
    const int element = chunk * (turn / groups()) + at.along % chunk + per_lane() * (at.across / span);
    return {first_lane + lane, first_bit + bits * element};
  }

  /// The inverse of place(), for any bit of an element.
  constexpr DealtIndex index(RegisterBit at) const {
    const int lane = at.lane - first_lane;
    const int element = (at.bit - first_bit) / bits;
    const int local = element % per_lane();
    const int turn = groups() * (local / chunk) + lane / span;
    return {span * (element / per_lane()) + lane % span, chunk * turn + local % chunk};
  }

  constexpr bool operator==(const Dealing&) const = default;
};

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
