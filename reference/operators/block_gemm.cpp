#include "reference/operators/block_gemm.hpp"

#define LOCKSTEP_LEVEL baseline
#include "reference/operators/block_gemm_eigen.hpp"

namespace lockstep::operators {

void block_gemm(const double* a, std::int64_t rows, const double* b, std::int64_t columns, double* out) {
  versions::kBlockGemm<double>.best()(a, rows, b, columns, out);
}

void block_gemm(const float* a, std::int64_t rows, const float* b, std::int64_t columns, float* out) {
  versions::kBlockGemm<float>.best()(a, rows, b, columns, out);
}

}  // namespace lockstep::operators
