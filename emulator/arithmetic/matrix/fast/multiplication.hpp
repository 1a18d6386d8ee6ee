// A multiplication chosen once for a model, a shape and two formats; a wave keeps it with an instruction.
#pragma once

#include "emulator/arithmetic/matrix/fast/decoded.hpp"
#include "emulator/arithmetic/matrix/fast/operand.hpp"
#include "emulator/arithmetic/matrix/models/model.hpp"

namespace lockstep::matrix {

class Multiplication {
 public:
  /// `a` and `b`: formats as in Operand.
  Multiplication(SimdLevel level, const Model& model, Shape shape, const formats::Format& a,
                 const formats::Format& b);

  /// The form in which operands may be passed decoded.
  Decoding decoding() const { return decoding_; }
  /// Whether codes are read even if the operands are decoded.
  bool needs_codes() const;
  /// Multiplies like multiply(); operands must have the formats that the multiplication was chosen for.
  void operator()(Operand a, Operand b, const float* c, float* d) const;
  /// Multiplies operands as registers hold them, in the shapes with scales, which come as [k/32][row or
  /// column]; C and D are contiguous registers of 64 lanes each; operands are decoded, with codes only if
  /// needs_codes(). d may be c, or disjoint from it.
  void in_registers(const Operand& a, const Operand& b, const float* c, float* d) const;

 private:
  SimdLevel level_;
  Shape shape_;
  Facts facts_;
  Kernel* kernel_ = nullptr;           // nullptr: every output is a dot product of its own
  Kernel* register_kernel_ = nullptr;  // nullptr: registers are moved to matrices and back
  Decoding decoding_ = Decoding::none;
};

// One matrix instruction on operands of 8 bits and fewer: D = C + A * B as a model adds, with a scale per 32
// consecutive k or, in the unscaled shapes, without.

/// Multiplies; c and d are [m][n]; d may be c. Under every model:
///  - a scale of 0xFF makes its whole row or column NaN; a scale of 0 is 2^-127;
///  - a NaN operand, 0 * Inf and Inf - Inf give NaN, written as 0x7FC00000;
///  - otherwise an infinite term gives that infinity, and a result that rounds past the largest float
///    overflows to it;
///  - subnormals are kept, in and out; a sum that is exactly zero is +0, except that fma_chain's last
///    addition follows IEEE: -0 + -0 stays -0;
///  - a negative result too small for any float becomes -0, under gfx12_dot4 and nv_st +0;
///  - results are rounded to nearest, ties to even, under nv_st toward zero.
void multiply(const Model& model, Shape shape, const Operand& a, const Operand& b, const float* c, float* d);

/// multiply() on a given level.
void multiply_with(SimdLevel level, const Model& model, Shape shape, const Operand& a, const Operand& b,
                   const float* c, float* d);

}  // namespace lockstep::matrix
