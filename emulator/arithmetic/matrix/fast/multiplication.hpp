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

}  // namespace lockstep::matrix
