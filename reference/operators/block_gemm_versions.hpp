// block_gemm() as Eigen is compiled for every host, and for x86-64 hosts with AVX2 and with AVX-512.
#pragma once

#include <cstdint>

namespace lockstep::operators::versions {

void baseline(const double* a, std::int64_t rows, const double* b, std::int64_t columns, double* out);
void baseline(const float* a, std::int64_t rows, const float* b, std::int64_t columns, float* out);
/// Defined where the host is x86-64, for those of that level.
void v3(const double* a, std::int64_t rows, const double* b, std::int64_t columns, double* out);
void v3(const float* a, std::int64_t rows, const float* b, std::int64_t columns, float* out);
void v4(const double* a, std::int64_t rows, const double* b, std::int64_t columns, double* out);
void v4(const float* a, std::int64_t rows, const float* b, std::int64_t columns, float* out);

}  // namespace lockstep::operators::versions
