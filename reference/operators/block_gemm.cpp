#include "block_gemm.hpp"

#include <Eigen/Core>

#include "grouped_gemm.hpp"

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

void block_gemm(const double* a, std::int64_t rows, const double* b, std::int64_t columns, double* out) {
  multiply(a, rows, b, columns, out);
}

void block_gemm(const float* a, std::int64_t rows, const float* b, std::int64_t columns, float* out) {
  multiply(a, rows, b, columns, out);
}

}  // namespace lockstep::operators
