// block_gemm() as Eigen is compiled for every x86-64 host, and for those with AVX2.
#pragma once

#include <cstdint>

namespace lockstep::operators::versions {

void baseline(const double* a, std::int64_t rows, const double* b, std::int64_t columns, double* out);
void baseline(const float* a, std::int64_t rows, const float* b, std::int64_t columns, float* out);
/// Only for those hosts; where the host is no x86-64, the same as `baseline`.
void wide(const double* a, std::int64_t rows, const double* b, std::int64_t columns, double* out);
void wide(const float* a, std::int64_t rows, const float* b, std::int64_t columns, float* out);

}  // namespace lockstep::operators::versions
