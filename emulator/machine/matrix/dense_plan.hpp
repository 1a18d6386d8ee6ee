// What is the same for every execution of a matrix instruction without block scales.
#pragma once

#include <optional>
#include <string>

#include "emulator/arithmetic/matrix/fast/dense_multiplication.hpp"
#include "emulator/machine/matrix/dense_arithmetic.hpp"
#include "emulator/machine/matrix/matrix_registers.hpp"

namespace lockstep::machine {

/// Where the operands of a mnemonic lie in registers.
struct DenseRoutes {
  const matrix::MatrixInstruction* instruction;
  MatrixRoute a, b, c;
  std::shared_ptr<const matrix::DensePlaces> places;  ///< element places without CBSZ

  explicit DenseRoutes(const matrix::MatrixInstruction& i);
};

struct DensePlan {
  DensePlan(const matrix::Model& model, const DenseRoutes& routes_, const isa::Instruction& instruction_);

  const isa::Instruction* instruction;  ///< the instruction that this plans
  const DenseRoutes& routes;
  DenseProduct product;
  std::string refused;  ///< why this form is not executed; empty when it is
  /// The multiplication on registers; empty, too, where an operand is not in registers that it takes.
  std::optional<matrix::DenseMultiplication> in_registers;
  /// Unified registers; first_c -1: C is a constant.
  int first_a = -1, first_b = -1, first_c = -1, first_d = -1;
  bool as_they_lie = false;  ///< in_registers takes A, B and C where they lie
};

/// The plan of an instruction, made at its first execution; nullptr: no such instruction.
const DensePlan* dense_plan(Wave& wave, const PreparedInstruction& prepared);

/// Multiplies in registers, if all operands are of a kind that in_registers takes. False: nothing changed.
bool multiply_in_registers(Wave& wave, const DensePlan& plan);

}  // namespace lockstep::machine
