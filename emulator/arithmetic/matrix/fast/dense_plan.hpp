// What the kernels of instructions without block scales are given, once per instruction and once per execution.
#pragma once

#include "emulator/arithmetic/matrix/fast/dense_places.hpp"
#include "emulator/arithmetic/matrix/models/facts.hpp"
#include "host/simd_levels.hpp"
#include "reference/formats/format.hpp"

namespace lockstep::matrix {

struct DensePlan {
  const MatrixInstruction* instruction;
  std::shared_ptr<const DensePlaces> places;
  Facts facts;                                       ///< of what a model has a word in
  const formats::Format *a = nullptr, *b = nullptr;  ///< likewise
};

/// What registers hold, one behind the other, 64 lanes each. d may be c, or apart from it; a and b are read before d is
/// written.
struct DenseRegisters {
  const std::uint32_t *a, *b, *c;
  std::uint32_t* d;
};

/// False: the values are not of those that the kernel takes, and nothing is written.
using DenseKernel = bool(const DensePlan& plan, const DenseRegisters& registers);

/// acc = fma(a, b, acc) in f32.
DenseKernel dense_chain_v3, dense_chain_v4;
/// Summation::aligned.
DenseKernel dense_aligned_baseline, dense_aligned_v3, dense_aligned_v4;
/// i8, and f64.
DenseKernel dense_integers_v3, dense_integers_v4;
DenseKernel dense_doubles_v3, dense_doubles_v4;

inline constexpr int kMostVectors = 128;         ///< blocks * k: 64 of i8, most
inline constexpr int kMostDenseElements = 2048;  ///< blocks * m * k of A

}  // namespace lockstep::matrix
