// What is the same at every execution of a matrix instruction without block scales.
#pragma once

#include <optional>
#include <string>

#include "emulator/arithmetic/matrix/fast/dense_multiplication.hpp"
#include "emulator/machine/matrix/dense_arithmetic.hpp"
#include "emulator/machine/matrix/matrix_registers.hpp"

namespace lockstep::machine {

/// Where the operands of a mnemonic lie.
struct DenseRoutes {
  const matrix::MatrixInstruction* instruction;
  MatrixRoute a, b, c;
  std::shared_ptr<const matrix::DensePlaces> places;  ///< without CBSZ

  explicit DenseRoutes(const matrix::MatrixInstruction& i);
};

struct DensePlan {
  DensePlan(const matrix::Model& model, const DenseRoutes& routes_, const isa::Instruction& instruction_);

  const isa::Instruction* instruction;  ///< whose plan this is
  const DenseRoutes& routes;
  DenseProduct product;
  std::string refused;  ///< why this form is not executed; empty when it is
  /// On what registers hold; none where an operand is no such register, too.
  std::optional<matrix::DenseMultiplication> in_registers;
  int first_a = -1, first_b = -1, first_c = -1, first_d = -1;  ///< unified registers; C: -1, a constant
  bool as_they_lie = false;  ///< in_registers takes A, B and C where they are
};

/// nullptr: no such instruction.
const DensePlan* dense_plan(Wave& wave, const PreparedInstruction& prepared);

/// The usual way: all operands of a kind that in_registers takes. False: nothing is changed.
bool multiply_in_registers(Wave& wave, const DensePlan& plan);

}  // namespace lockstep::machine
