#include "block_gemm.hpp"

#include <Eigen/Core>

#include "block_gemm_eigen.hpp"
#include "block_gemm_versions.hpp"

namespace lockstep::operators {

namespace {

bool takes_wide() {
#if defined(LOCKSTEP_WIDE_EIGEN)
  return __builtin_cpu_supports("x86-64-v3");
#else
  return false;
#endif
}

}  // namespace

void versions::baseline(const double* a, std::int64_t rows, const double* b, std::int64_t columns,
                        double* out) {
  multiply(a, rows, b, columns, out);
}
void versions::baseline(const float* a, std::int64_t rows, const float* b, std::int64_t columns, float* out) {
  multiply(a, rows, b, columns, out);
}

void block_gemm(const double* a, std::int64_t rows, const double* b, std::int64_t columns, double* out) {
  takes_wide() ? versions::wide(a, rows, b, columns, out) : versions::baseline(a, rows, b, columns, out);
}

void block_gemm(const float* a, std::int64_t rows, const float* b, std::int64_t columns, float* out) {
  takes_wide() ? versions::wide(a, rows, b, columns, out) : versions::baseline(a, rows, b, columns, out);
}

}  // namespace lockstep::operators
