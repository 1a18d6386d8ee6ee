// Operands decoded in advance, for multiplying one with many others: a wave keeps a fragment of A for a row
// of tiles, and half of a product's time is decoding.
#pragma once

#include <array>
#include <cstdint>

#include "emulator/arithmetic/matrix/fast/operand.hpp"

namespace lockstep::matrix {

/// The form in which a kernel reads its operands.
enum class Decoding : std::uint8_t {
  none,     ///< read as bit patterns
  values,   ///< read as floats
  integers  ///< read as bytes, in units of the smallest subnormal
};

enum class Side : std::uint8_t { rows, columns };  ///< A, B

/// A decoded operand. Elements of a few consecutive k are contiguous, for as many rows of A or columns of B.
struct DecodedOperand {
  /// Decoding::values: A as [k / 4][row][k % 4], read one k at a time, B as [k][column].
  alignas(64) std::array<float, kOperandElements> values;
  /// Decoding::integers: [k / 4][row or column][k % 4]; B's have kIntegerBias added.
  alignas(64) std::array<std::uint8_t, kOperandElements> integers;
  /// Decoding::integers of A: [block][row], the initial value of a block's sum that cancels B's bias.
  alignas(64) std::array<std::int32_t, kOperandScales> start;
};

inline constexpr int kIntegerBias = 64;

/// Fills the part of `out` that `decoding`, a Multiplication's on the same level, names; nothing for `none`.
/// Scales are not read.
void decode(SimdLevel level, Decoding decoding, Shape shape, Side side, const Operand& operand,
            DecodedOperand& out);

/// decode() for an operand with scales in registers, laid out as gather_operand() reads them.
void decode_registers(SimdLevel level, Decoding decoding, Shape shape, Side side,
                      const formats::Format& format, const std::uint32_t* const* registers,
                      DecodedOperand& out);

/// decode() to Decoding::values and, on a host with AVX2 or VNNI, to Decoding::integers.
void decode_values(SimdLevel level, Shape shape, Side side, const Operand& operand, DecodedOperand& out);
void decode_integers(SimdLevel level, Shape shape, Side side, const Operand& operand, DecodedOperand& out);

/// decode_registers() to one Decoding, where a register's lanes are in the right order. False, and nothing is
/// done, for formats and elements of which that is not so.
bool decode_values(SimdLevel level, Shape shape, Side side, const formats::Format& format,
                   const std::uint32_t* const* registers, DecodedOperand& out);
bool decode_integers(SimdLevel level, Shape shape, Side side, const formats::Format& format,
                     const std::uint32_t* const* registers, DecodedOperand& out);

/// Both operands of a product; those that are not decoded yet are decoded here.
struct DecodedPair {
  const DecodedOperand *a, *b;

  DecodedPair(SimdLevel level, Decoding decoding, Shape shape, const Operand& of_a, const Operand& of_b);
  DecodedPair(const DecodedPair&) = delete;
  DecodedPair& operator=(const DecodedPair&) = delete;

 private:
  DecodedOperand own_a_, own_b_;
};

/// The exponent of the unit of a product of two integers.
inline int unit_exponent(const formats::Format& a, const formats::Format& b) {
  return a.emin() - a.mantissa_bits + b.emin() - b.mantissa_bits;
}

}  // namespace lockstep::matrix
