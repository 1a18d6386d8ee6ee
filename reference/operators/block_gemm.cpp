#include "reference/operators/block_gemm.hpp"

#define LOCKSTEP_LEVEL baseline
#include "reference/operators/block_gemm_eigen.hpp"

namespace lockstep::operators {

namespace {

template <typename Scalar>
using Version = void(const Scalar* a, std::int64_t rows, const Scalar* b, std::int64_t columns, Scalar* out);

template <typename Scalar>
Version<Scalar>* best_version() {
#if defined(LOCKSTEP_EIGEN_LEVELS)
  if (__builtin_cpu_supports("x86-64-v4")) return versions::v4;
  if (__builtin_cpu_supports("x86-64-v3")) return versions::v3;
#endif
  return versions::baseline;
}

}  // namespace

void block_gemm(const double* a, std::int64_t rows, const double* b, std::int64_t columns, double* out) {
  best_version<double>()(a, rows, b, columns, out);
}

void block_gemm(const float* a, std::int64_t rows, const float* b, std::int64_t columns, float* out) {
  best_version<float>()(a, rows, b, columns, out);
}

}  // namespace lockstep::operators
