// Operands decoded ahead, for who multiplies one with many others: a wave keeps a fragment of A for a row of
// tiles, and half of a product's time is decoding.
#pragma once

#include <array>
#include <cstdint>

#include "emulator/arithmetic/matrix/fast/operand.hpp"

namespace lockstep::matrix {

/// In which form a kernel reads its operands.
enum class Decoding : std::uint8_t {
  none,     ///< as codes
  values,   ///< as floats
  integers  ///< as bytes, in units of the smallest subnormal
};

enum class Side : std::uint8_t { rows, columns };  ///< A, B

/// Elements of few k side by side, for as many rows of A or columns of B.
struct DecodedOperand {
  /// values: A [k / 4][row][k % 4], of which one is read at a time, B [k][column].
  alignas(64) std::array<float, kOperandElements> values;
  /// integers: [k / 4][row or column][k % 4], B's with kIntegerBias added.
  alignas(64) std::array<std::uint8_t, kOperandElements> integers;
  /// integers, A: [block][row], what a block's sum begins with to take B's bias off again.
  alignas(64) std::array<std::int32_t, kOperandScales> start;
};

inline constexpr int kIntegerBias = 64;

/// Fills the part of `out` that `decoding`, a Multiplication's on the same level, names; nothing for `none`.
/// Scales are not looked at.
void decode(SimdLevel level, Decoding decoding, Shape shape, Side side, const Operand& operand,
            DecodedOperand& out);

/// decode() of an operand of a shape with scales in registers, which are read as gather_operand() does.
void decode_registers(SimdLevel level, Decoding decoding, Shape shape, Side side,
                      const formats::Format& format, const std::uint32_t* const* registers,
                      DecodedOperand& out);

/// What decode() does for `values` and, on a host with AVX2 or VNNI, for `integers`.
void decode_values(SimdLevel level, Shape shape, Side side, const Operand& operand, DecodedOperand& out);
void decode_integers(SimdLevel level, Shape shape, Side side, const Operand& operand, DecodedOperand& out);

/// ... and decode_registers(), where a register's lanes are in order as they are. False, and nothing is done,
/// for formats and codes of which that is not so.
bool decode_values(SimdLevel level, Shape shape, Side side, const formats::Format& format,
                   const std::uint32_t* const* registers, DecodedOperand& out);
bool decode_integers(SimdLevel level, Shape shape, Side side, const formats::Format& format,
                     const std::uint32_t* const* registers, DecodedOperand& out);

/// Both operands of a product, decoded here where they are not yet.
struct DecodedPair {
  const DecodedOperand *a, *b;

  DecodedPair(SimdLevel level, Decoding decoding, Shape shape, const Operand& of_a, const Operand& of_b);
  DecodedPair(const DecodedPair&) = delete;
  DecodedPair& operator=(const DecodedPair&) = delete;

 private:
  DecodedOperand own_a_, own_b_;
};

/// Of the product of two integers.
inline int unit_exponent(const formats::Format& a, const formats::Format& b) {
  return a.emin() - a.mantissa_bits + b.emin() - b.mantissa_bits;
}

}  // namespace lockstep::matrix
