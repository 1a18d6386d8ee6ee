// The dense GEMM as anybody's kernel may mean it: D[i, j] = sum over p of A[i, p] * B[j, p], each operand's
// elements under scales that cover some rows and some of k. Layouts are the caller's affair: operands come as
// codes in order.
#pragma once

#include <cstdint>
#include <vector>

#include "reference/formats/format.hpp"
#include "reference/operators/output.hpp"

namespace lockstep::operators {

struct ScaledOperand {
  const formats::Format* format = nullptr;
  std::int64_t rows = 0;             ///< m of A, n of B
  std::vector<std::uint32_t> codes;  ///< [rows][k]
  std::int64_t scale_rows = 1;       ///< rows under one scale
  std::int64_t scale_k = 1;          ///< consecutive k under one scale
  std::vector<double> scales;        ///< [ceil(rows / scale_rows)][ceil(k / scale_k)]; empty: 1 everywhere

  double scale(std::int64_t row, std::int64_t p, std::int64_t k) const {
    return scales.empty()
               ? 1
               : scales[std::size_t(row / scale_rows * ((k + scale_k - 1) / scale_k) + p / scale_k)];
  }
};

struct ScaledGemm {
  std::int64_t m = 0, n = 0, k = 0;
  ScaledOperand a, b;
};

/// Per element of D, [m][n], and not rounded to any format; NaN and infinities as in IEEE 754. Computed in
/// double, where each product and each of k additions is one rounding: values are within
/// magnitude * exact_error(k) of the exact sum.
ExactOutput exact(const ScaledGemm& problem);
constexpr double exact_error(std::int64_t k) {
  return double(k + 4) * 0x1p-53;
}

}  // namespace lockstep::operators
