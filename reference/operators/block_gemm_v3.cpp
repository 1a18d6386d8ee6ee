// Eigen chooses its vectors where it is compiled. On x86-64 this file is compiled for AVX2 and block_gemm_v4
// for AVX-512, and Eigen goes by another name in each, so that the linker never takes one's functions for the
// other's. A test sees to it that their objects leave no function to the rest of the program, which must run
// on every host.
#define Eigen EigenV3
#include <Eigen/Core>

#include "block_gemm_eigen.hpp"
#include "block_gemm_versions.hpp"

namespace lockstep::operators {

void versions::v3(const double* a, std::int64_t rows, const double* b, std::int64_t columns, double* out) {
  multiply(a, rows, b, columns, out);
}
void versions::v3(const float* a, std::int64_t rows, const float* b, std::int64_t columns, float* out) {
  multiply(a, rows, b, columns, out);
}

}  // namespace lockstep::operators
