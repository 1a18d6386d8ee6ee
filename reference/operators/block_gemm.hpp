// The inner product of the exact reference: one 128-block of k, for many rows and columns at once.
#pragma once

#include <cstdint>

#include "host/simd_levels.hpp"

namespace lockstep::operators::versions {

// block_gemm() as Eigen is compiled for every host, and for x86-64 hosts with AVX2 and with AVX-512.

void baseline(const double* a, std::int64_t rows, const double* b, std::int64_t columns, double* out);
void baseline(const float* a, std::int64_t rows, const float* b, std::int64_t columns, float* out);
/// Defined where the host is x86-64, for those of that level.
void v3(const double* a, std::int64_t rows, const double* b, std::int64_t columns, double* out);
void v3(const float* a, std::int64_t rows, const float* b, std::int64_t columns, float* out);
void v4(const double* a, std::int64_t rows, const double* b, std::int64_t columns, double* out);
void v4(const float* a, std::int64_t rows, const float* b, std::int64_t columns, float* out);

template <typename Scalar>
using BlockGemm = void(const Scalar* a, std::int64_t rows, const Scalar* b, std::int64_t columns,
                       Scalar* out);
template <typename Scalar>
inline constexpr host::PerLevel<BlockGemm<Scalar>> kBlockGemm{baseline, LOCKSTEP_IF_X86_64(v3),
                                                              LOCKSTEP_IF_X86_64(v4)};

}  // namespace lockstep::operators::versions

namespace lockstep::operators {

/// out[row][column] = sum over i < 128 of a[row][i] * b[column][i]; all row-major and contiguous. The order
/// of the additions is unspecified: callers pass operands whose partial sums are exact, or allow for 127
/// roundings.
void block_gemm(const double* a, std::int64_t rows, const double* b, std::int64_t columns, double* out);
void block_gemm(const float* a, std::int64_t rows, const float* b, std::int64_t columns, float* out);

}  // namespace lockstep::operators
