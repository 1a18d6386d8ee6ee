// The inner product of the exact reference: one 128-block of k, for many rows and columns at once.
#pragma once

#include <cstdint>

namespace lockstep::operators {

/// out[row][column] = sum over i < 128 of a[row][i] * b[column][i]; all row-major and contiguous. The order
/// of the additions is unspecified: callers pass operands whose partial sums are exact, or allow for 127
/// roundings.
void block_gemm(const double* a, std::int64_t rows, const double* b, std::int64_t columns, double* out);
void block_gemm(const float* a, std::int64_t rows, const float* b, std::int64_t columns, float* out);

}  // namespace lockstep::operators
