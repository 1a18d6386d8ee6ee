// One version of block_gemm(): Eigen chooses its vectors where it is compiled. A file that includes this says
// which version it is by LOCKSTEP_LEVEL. On x86-64 there are three: for every host, for AVX2 and for AVX-512;
// in the latter two Eigen goes by another name, so that the linker never takes one's functions for another's.
// A test sees to it that their objects leave no function to the rest of the program, which must run on every
// host.
#include <Eigen/Core>

#include "reference/operators/block_gemm.hpp"
#include "reference/operators/grouped_gemm.hpp"

namespace lockstep::operators {

namespace {

template <typename Scalar>
void multiply(const Scalar* a, std::int64_t rows, const Scalar* b, std::int64_t columns, Scalar* out) {
  using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Eigen::Map<Matrix>(out, rows, columns).noalias() =
      Eigen::Map<const Matrix>(a, rows, kScaleBlock) *
      Eigen::Map<const Matrix>(b, columns, kScaleBlock).transpose();
}

}  // namespace

// NOLINTBEGIN(misc-definitions-in-headers): each level's file includes this one, under its own name.
void versions::LOCKSTEP_LEVEL(const double* a, std::int64_t rows, const double* b, std::int64_t columns,
                              double* out) {
  multiply(a, rows, b, columns, out);
}
void versions::LOCKSTEP_LEVEL(const float* a, std::int64_t rows, const float* b, std::int64_t columns,
                              float* out) {
  multiply(a, rows, b, columns, out);
}
// NOLINTEND(misc-definitions-in-headers)

}  // namespace lockstep::operators
