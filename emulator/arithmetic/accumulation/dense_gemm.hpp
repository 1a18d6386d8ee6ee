// Expected sums of D = A B^T, in the orders that libraries have on NVIDIA's tensor cores (docs/silicon.md):
//
//   per `length` of k, ascending, the last shorter:
//     r = +0
//     per as many k as one instruction takes, ascending, zeros past the end: r = one wgmma, C = r
//     sum = the first r; then sum = sum + r, in binary32
//
// No machine code takes part: only the operator's data and a matrix model.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "emulator/arithmetic/matrix/models/model.hpp"
#include "reference/formats/format.hpp"

namespace lockstep::accumulation {

struct DenseProduct {
  const formats::Format* format;  ///< format of A and B, of 16 bits or of 8
  std::int64_t m, n, k;
  std::span<const std::uint32_t> a, b;  ///< codes [m][k] and [n][k]
  std::int64_t length;                  ///< k of a chain; 0: all
};

/// [m][n]. The model must be of an arch with warpgroups.
std::vector<float> chained_sums(const matrix::Model& model, const DenseProduct& product);

}  // namespace lockstep::accumulation
