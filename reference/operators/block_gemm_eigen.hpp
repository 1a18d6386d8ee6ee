// The product itself, for whichever Eigen the including file made visible.
#include <cstdint>

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
}  // namespace lockstep::operators
