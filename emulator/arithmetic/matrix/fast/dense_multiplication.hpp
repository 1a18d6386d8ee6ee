// A matrix instruction without block scales, multiplied as its operands lie in registers: chosen once for a
// model and an instruction. dot_products() computes what has no kernel here, and is the reference
// implementation.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "emulator/arithmetic/matrix/layouts/layout_table.hpp"
#include "emulator/arithmetic/matrix/models/facts.hpp"
#include "emulator/arithmetic/matrix/models/model.hpp"
#include "host/simd_levels.hpp"
#include "reference/formats/format.hpp"

namespace lockstep::matrix {

// What the kernels of instructions without block scales are given: where operands lie, once per instruction,
// and their registers, once per execution.

/// Where the first element of a vector lies: the others have the same bits of the following lanes. Elements
/// of 64 bits continue in the next register.
struct VectorPlace {
  std::uint16_t dword;  ///< index into the operand's registers of 64 lanes each
  std::uint8_t shift;   ///< bit position of the element in the dword
};

struct DensePlaces {
  std::vector<VectorPlace> a, b;  ///< [block][k]
  std::vector<VectorPlace> c;     ///< [block][row]
};

/// nullptr where elements lie otherwise, or blocks are not squares of 16 or 32. `cbsz` and `abid` select the
/// block of A that each block multiplies with.
std::shared_ptr<const DensePlaces> dense_places(const MatrixInstruction& instruction, int cbsz, int abid);

struct DensePlan {
  const MatrixInstruction* instruction;
  std::shared_ptr<const DensePlaces> places;
  Facts facts;  ///< where the result depends on the model
  /// Operand formats, where the result depends on the model.
  const formats::Format *a = nullptr, *b = nullptr;
};

/// Contents of an instruction's registers, contiguous, 64 lanes each. d may be c, or disjoint from it; a and
/// b are read before d is written.
struct DenseRegisters {
  const std::uint32_t *a, *b, *c;
  std::uint32_t* d;
};

/// Multiplies. False: the kernel does not accept the values, and nothing is written.
using DenseKernel = bool(const DensePlan& plan, const DenseRegisters& registers);

/// Kernels of acc = fma(a, b, acc) in f32.
DenseKernel dense_chain_v3, dense_chain_v4;
/// Kernels of Summation::aligned.
DenseKernel dense_aligned_baseline, dense_aligned_v3, dense_aligned_v4;
/// Kernels of i8, and of f64.
DenseKernel dense_integers_v3, dense_integers_v4;
DenseKernel dense_doubles_v3, dense_doubles_v4;

inline constexpr int kMostDenseElements = 2048;  ///< most blocks * m * k of A

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
