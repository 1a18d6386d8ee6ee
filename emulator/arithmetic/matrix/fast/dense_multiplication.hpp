// A matrix instruction without block scales, multiplied as its operands lie in registers: chosen once for a
// model and an instruction. dot_products() computes what has no kernel here, and is the reference
// implementation.
#pragma once

#include <optional>

#include "emulator/arithmetic/matrix/fast/dense_plan.hpp"
#include "emulator/arithmetic/matrix/models/model.hpp"

namespace lockstep::matrix {

class DenseMultiplication {
 public:
  /// Empty where there is no kernel for the model, the instruction or the level, or no places. The caller
  /// handles BLGP, which permutes lanes.
  static std::optional<DenseMultiplication> of(host::SimdLevel level, const Model& model,
                                               const MatrixInstruction& instruction,
                                               std::shared_ptr<const DensePlaces> places);

  /// Multiplies. False: the kernel does not accept the values, and nothing is written.
  bool operator()(const DenseRegisters& registers) const { return kernel_(plan_, registers); }

 private:
  DenseMultiplication(DensePlan plan, DenseKernel* kernel) : plan_(std::move(plan)), kernel_(kernel) {}

  DensePlan plan_;
  DenseKernel* kernel_;
};

}  // namespace lockstep::matrix
