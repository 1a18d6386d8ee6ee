// block_gemm() as Eigen is compiled for every host, and for x86-64 hosts with AVX2 and with AVX-512.
#pragma once

#include <cstdint>

#include "host/simd_levels.hpp"

namespace lockstep::operators::versions {

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
