// Operands decoded ahead, for who multiplies one with many others: a wave keeps a fragment of A for a row of
// tiles, and half of a product's time is decoding.
#pragma once

#include <array>
#include <cstdint>

#include "emulator/matrix/multiply.hpp"

namespace lockstep::matrix {

/// In which form a kernel reads its operands.
enum class Decoding : std::uint8_t {
  none,     ///< as codes
  values,   ///< as floats
  integers  ///< as bytes, in units of the smallest subnormal
};

enum class Side : std::uint8_t { rows, columns };  ///< A, B

struct DecodedOperand {
  /// values: A [row][k], B [k][column].
  alignas(64) std::array<float, kOperandElements> values;
  /// integers: A [row][k]; B [k / 4][column][k % 4], each with kIntegerBias added.
  alignas(64) std::array<std::uint8_t, kOperandElements> integers;
  /// integers, A: [row][block], kIntegerBias times the sum of the block.
  std::array<std::int32_t, kOperandScales> excess;
};

inline constexpr int kIntegerBias = 64;

/// Fills the part of `out` that `decoding`, a Multiplication's on the same `set`, names; nothing for `none`.
/// Scales are not looked at.
void decode(InstructionSet set, Decoding decoding, Shape shape, Side side, const Operand& operand,
            DecodedOperand& out);

/// What decode() does for `integers`, on a host with VNNI.
void decode_integers(Shape shape, Side side, const Operand& operand, DecodedOperand& out);

}  // namespace lockstep::matrix
