// A multiplication chosen once for a model, a shape and two formats: what a wave keeps of an instruction.
#pragma once

#include "emulator/arithmetic/matrix/fast/decoded.hpp"
#include "emulator/arithmetic/matrix/fast/operand.hpp"
#include "emulator/arithmetic/matrix/models/model.hpp"

namespace lockstep::matrix {

class Multiplication {
 public:
  /// Formats as in Operand.
  Multiplication(SimdLevel level, const Model& model, Shape shape, const formats::Format& a,
                 const formats::Format& b);

  /// The form in which operands may come decoded.
  Decoding decoding() const { return decoding_; }
  /// Whether the codes are looked at even so.
  bool needs_codes() const;
  /// As multiply(); the operands are of the formats that were chosen for.
  void operator()(Operand a, Operand b, const float* c, float* d) const;
  /// The same as registers hold it, in the shapes with scales: those come [k/32][row or column], C and D
  /// register after register, 64 lanes each; operands decoded, their codes only if needs_codes(). d may be c,
  /// or apart from it.
  void in_registers(const Operand& a, const Operand& b, const float* c, float* d) const;

 private:
  SimdLevel level_;
  Shape shape_;
  Facts facts_;
  Kernel* kernel_ = nullptr;           // none: every output is a dot product of its own
  Kernel* register_kernel_ = nullptr;  // none: what is in registers is moved to matrices and back
  Decoding decoding_ = Decoding::none;
};

}  // namespace lockstep::matrix
