// mx_gemm: D = A B^T of MXFP8 and MXFP4 operands on gfx1250, both under a scale for each 32 of k.
//
// Grid (ceil(m / tile rows), ceil(n / tile columns), splits), the first two rounded up to whole clusters; 128 threads.
// A workgroup computes one tile, each of its four waves a quarter. Tensor copies fill `stages` stages of LDS in turn, each
// with one step of k; wave 0 asks for A, 1 for B, 2 and 3 for their scales. In a cluster, workgroups of the same rows share
// the copies of A, those of the same columns the copies of B. Tails of rows, columns and k are what descriptors leave out.
//
// Declared order: k in steps of 128, ascending, into f32 from +0, past k zeros under scales of 1; a step is one scaled
// matrix instruction whose first operand is B: 16x16x128, or, of 4-bit elements both, 32x16x128. With splits, split s sums
// the s-th share of the steps to an f32 partial sum; mx_gemm_sum adds the partial sums in ascending order. Then one
// rounding, nearest even.
//
// What limits it: matrix instructions; of a step, a wave of a 128 x 128 tile issues 16 to 20 reads of LDS of 16 bytes each
// per 16 instructions, while the copies of later steps are under way.
#include "kernels/mx_gemm/mx_gemm_loop.hpp"
#include "kernels/primitives/wmma_store.hpp"

namespace lockstep::device::mx_gemm {

extern __shared__ std::uint8_t stages_in_lds[];

struct Arguments {
  void* d;         ///< [m][n]
  float* partial;  ///< [splits][m][n], used with more than one split
  Operands operands;
  int splits, steps;  ///< of 128 of k in one split
  int stages, out;
  bool by_copy;
};

template <class S, class InCluster>
LOCKSTEP_IN_REGISTERS __device__ void gemm(const Arguments& o) {
  const Thread thread = wave32::this_thread();
  const auto lds = (wave32::LdsBytes)stages_in_lds;
  const int row = static_cast<int>(__builtin_amdgcn_workgroup_id_x()) * S::kTileRows;
  const int column = static_cast<int>(__builtin_amdgcn_workgroup_id_y()) * S::kTileColumns;
  const int split = static_cast<int>(__builtin_amdgcn_workgroup_id_z());
  wmma::Sums<S> sums;
  wmma::run<S, InCluster>(stream_of<S, InCluster>(thread.wave, o.operands, row, column, wave32::address_of(lds)), o.operands.k,
                    lds, thread, split * o.steps, o.steps, o.stages, sums);
  const int m = o.operands.m, n = o.operands.n;
  wmma::Destination to{static_cast<std::uint8_t*>(o.d), m, n, row + thread.wave / 2 * S::kWaveRows,
                 column + thread.wave % 2 * S::kWaveColumns};
  if (o.splits > 1) to.d = reinterpret_cast<std::uint8_t*>(o.partial + std::int64_t{split} * m * n);
  wmma::store(sums, to, o.splits > 1 ? static_cast<int>(wmma::Out::f32) : o.out, o.by_copy, lds, thread);
}

/// One element per thread.
template <wmma::Out kOut>
__device__ void sum(void* d, const float* partial, std::int64_t count, int splits) {
  const std::int64_t at = std::int64_t{__builtin_amdgcn_workgroup_id_x()} * wave32::kThreads + wave32::this_thread().index;
  if (at >= count) return;
  float total = partial[at];
  for (int split = 1; split < splits; ++split) total += partial[split * count + at];
  static_cast<typename wmma::Octet<kOut>::Element*>(d)[at] = static_cast<typename wmma::Octet<kOut>::Element>(total);
}

}  // namespace lockstep::device::mx_gemm

#define LOCKSTEP_MX_GEMM(A, B, ROWS, COLUMNS, X, Y, ATTRIBUTES)                                                          \
  extern "C" __global__ LOCKSTEP_WAVE32_WORKGROUP ATTRIBUTES void mx_gemm_##A##_##B##_##ROWS##x##COLUMNS##_c##X##x##Y(   \
      void* d, float* partial, const std::uint8_t* a, const std::uint8_t* b, const std::uint8_t* a_scale,                \
      const std::uint8_t* b_scale, std::int32_t m, std::int32_t n, std::int32_t k, std::int32_t splits,                  \
      std::int32_t steps, std::int32_t stages, std::int32_t out, std::int32_t by_copy) {                                 \
    using namespace lockstep::device;                                                                                    \
    mx_gemm::gemm<mx_gemm::Shape<Element::A, Element::B, ROWS, COLUMNS>, Cluster<X, Y>>(                                 \
        {d, partial, {a, b, a_scale, b_scale, m, n, k}, splits, steps, stages, out, by_copy != 0});                      \
  }

#define LOCKSTEP_MX_GEMM_TILES(A, B)       \
  LOCKSTEP_MX_GEMM(A, B, 32, 128, 1, 1, )  \
  LOCKSTEP_MX_GEMM(A, B, 128, 128, 1, 1, )
#define LOCKSTEP_MX_GEMM_CLUSTER(A, B, X, Y) LOCKSTEP_MX_GEMM(A, B, 32, 128, X, Y, __attribute__((cluster_dims(X, Y, 1))))
#define LOCKSTEP_MX_GEMM_CLUSTERS(A, B) \
  LOCKSTEP_MX_GEMM_CLUSTER(A, B, 2, 2)  \
  LOCKSTEP_MX_GEMM_CLUSTER(A, B, 4, 1)  \
  LOCKSTEP_MX_GEMM_CLUSTER(A, B, 1, 2)  \
  LOCKSTEP_MX_GEMM_CLUSTER(A, B, 4, 4)

// What planted bugs are built into; properties/problems/mx_gemm/operator.cpp draws no more for them.
LOCKSTEP_MX_GEMM_TILES(e4m3fn, e4m3fn)
LOCKSTEP_MX_GEMM_TILES(e4m3fn, e2m1)
LOCKSTEP_MX_GEMM_TILES(e2m1, e2m1)
LOCKSTEP_MX_GEMM_CLUSTER(e4m3fn, e4m3fn, 2, 2)
#ifndef LOCKSTEP_ONE_PAIR
LOCKSTEP_MX_GEMM_TILES(e5m2, e5m2)
LOCKSTEP_MX_GEMM_TILES(e4m3fn, e5m2)
LOCKSTEP_MX_GEMM_TILES(e5m2, e4m3fn)
LOCKSTEP_MX_GEMM_TILES(e5m2, e2m1)
LOCKSTEP_MX_GEMM(e4m3fn, e4m3fn, 128, 256, 1, 1, )
LOCKSTEP_MX_GEMM(e5m2, e5m2, 128, 256, 1, 1, )
LOCKSTEP_MX_GEMM(e4m3fn, e5m2, 128, 256, 1, 1, )
LOCKSTEP_MX_GEMM(e5m2, e4m3fn, 128, 256, 1, 1, )
LOCKSTEP_MX_GEMM(e4m3fn, e2m1, 128, 256, 1, 1, )
LOCKSTEP_MX_GEMM(e5m2, e2m1, 128, 256, 1, 1, )
LOCKSTEP_MX_GEMM(e2m1, e2m1, 128, 256, 1, 1, )
LOCKSTEP_MX_GEMM_CLUSTER(e4m3fn, e4m3fn, 4, 1)
LOCKSTEP_MX_GEMM_CLUSTER(e4m3fn, e4m3fn, 1, 2)
LOCKSTEP_MX_GEMM_CLUSTER(e4m3fn, e4m3fn, 4, 4)
LOCKSTEP_MX_GEMM_CLUSTERS(e4m3fn, e2m1)
LOCKSTEP_MX_GEMM_CLUSTERS(e2m1, e2m1)
#endif

#define LOCKSTEP_MX_GEMM_SUM(OUT)                                                                                    \
  extern "C" __global__ LOCKSTEP_WAVE32_WORKGROUP void mx_gemm_sum_##OUT(void* d, const float* partial,              \
                                                                         std::int64_t count, std::int32_t splits) {  \
    lockstep::device::mx_gemm::sum<lockstep::device::wmma::Out::OUT>(d, partial, count, splits);                  \
  }
LOCKSTEP_MX_GEMM_SUM(bf16)
LOCKSTEP_MX_GEMM_SUM(f16)
LOCKSTEP_MX_GEMM_SUM(f32)
