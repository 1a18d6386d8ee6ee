// A matrix instruction without block scales, multiplied as its operands lie in registers: chosen once for a model and
// an instruction. dot_products() does what has no kernel here, and is the twin.
#pragma once

#include <optional>

#include "emulator/arithmetic/matrix/fast/dense_plan.hpp"
#include "emulator/arithmetic/matrix/models/model.hpp"

namespace lockstep::matrix {

class DenseMultiplication {
 public:
  /// None where there is no kernel for the model, the instruction or the level, and without places. BLGP, which
  /// concerns lanes, is the caller's.
  static std::optional<DenseMultiplication> of(host::SimdLevel level, const Model& model,
                                               const MatrixInstruction& instruction,
                                               std::shared_ptr<const DensePlaces> places);

  /// False: the values are not of those that the kernel takes, and nothing is written.
  bool operator()(const DenseRegisters& registers) const { return kernel_(plan_, registers); }

 private:
  DenseMultiplication(DensePlan plan, DenseKernel* kernel) : plan_(std::move(plan)), kernel_(kernel) {}

  DensePlan plan_;
  DenseKernel* kernel_;
};

}  // namespace lockstep::matrix
