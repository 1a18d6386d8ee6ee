// As block_gemm_v3, for AVX-512.
#define Eigen EigenV4
#include <Eigen/Core>

#include "block_gemm_eigen.hpp"
#include "block_gemm_versions.hpp"

namespace lockstep::operators {

void versions::v4(const double* a, std::int64_t rows, const double* b, std::int64_t columns, double* out) {
  multiply(a, rows, b, columns, out);
}
void versions::v4(const float* a, std::int64_t rows, const float* b, std::int64_t columns, float* out) {
  multiply(a, rows, b, columns, out);
}

}  // namespace lockstep::operators
