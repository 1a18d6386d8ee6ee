// Eigen chooses its vectors where it is compiled. On x86-64 this file is compiled for AVX2, and Eigen goes by
// another name in it, so that the linker never takes one's functions for the other's. A test sees to it that
// the object leaves no function to the rest of the program, which must run on every host.
#include "block_gemm_versions.hpp"

#if defined(LOCKSTEP_WIDE_EIGEN)
#define Eigen WideEigen
#endif

#include <Eigen/Core>

#include "block_gemm_eigen.hpp"

namespace lockstep::operators {

void versions::wide(const double* a, std::int64_t rows, const double* b, std::int64_t columns, double* out) {
  multiply(a, rows, b, columns, out);
}
void versions::wide(const float* a, std::int64_t rows, const float* b, std::int64_t columns, float* out) {
  multiply(a, rows, b, columns, out);
}

}  // namespace lockstep::operators
