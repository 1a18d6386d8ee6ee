// tensorwise_tn: the gradient of the weights, D[g] = s * A[rows of g] transposed . B[rows of g]. The rows of
// a group are its k, which runs slowest in both operands.
//
// For each pair of formats: a tile of 256x256 (large), one of 128x256 for few rows (small), and one of
// 128x128 for rows that are no multiples of 16 bytes (any).
#include "kernels/tensorwise_gemm/tensorwise_gemm.hpp"

#define LOCKSTEP_FORMATS(NAME, A, B)                                               \
  LOCKSTEP_TENSORWISE_KERNEL(tensorwise_tn_large_##NAME, tn, 256, 256, true, A, B) \
  LOCKSTEP_TENSORWISE_KERNEL(tensorwise_tn_small_##NAME, tn, 128, 256, true, A, B) \
  LOCKSTEP_TENSORWISE_KERNEL(tensorwise_tn_any_##NAME, tn, 128, 128, false, A, B)

LOCKSTEP_FORMATS(e4m3_e5m2, kE4m3fn, kE5m2)
#ifndef LOCKSTEP_ONE_PAIR
LOCKSTEP_FORMATS(e4m3_e4m3, kE4m3fn, kE4m3fn)
LOCKSTEP_FORMATS(e5m2_e4m3, kE5m2, kE4m3fn)
LOCKSTEP_FORMATS(e5m2_e5m2, kE5m2, kE5m2)
#endif
LOCKSTEP_TENSORWISE_REDUCE(tensorwise_tn_reduce, tn)
