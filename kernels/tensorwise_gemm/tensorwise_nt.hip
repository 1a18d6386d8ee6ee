// tensorwise_nt: the forward GEMM, D[r] = s * A[r] . B[group of r] transposed. k runs fastest in both
// operands.
//
// For each pair of formats: a tile of 256x256 (large), one of 128x256 for few rows (small), and one of
// 128x128 for rows that are no multiples of 16 bytes (any).
#include "kernels/tensorwise_gemm/tensorwise_gemm.hpp"

#define LOCKSTEP_FORMATS(NAME, A, B)                                               \
  LOCKSTEP_TENSORWISE_KERNEL(tensorwise_nt_large_##NAME, nt, 256, 256, true, A, B) \
  LOCKSTEP_TENSORWISE_KERNEL(tensorwise_nt_small_##NAME, nt, 128, 256, true, A, B) \
  LOCKSTEP_TENSORWISE_KERNEL(tensorwise_nt_any_##NAME, nt, 128, 128, false, A, B)

LOCKSTEP_FORMATS(e4m3_e5m2, kE4m3fn, kE5m2)
#ifndef LOCKSTEP_ONE_PAIR
LOCKSTEP_FORMATS(e4m3_e4m3, kE4m3fn, kE4m3fn)
LOCKSTEP_FORMATS(e5m2_e4m3, kE5m2, kE4m3fn)
LOCKSTEP_FORMATS(e5m2_e5m2, kE5m2, kE5m2)
#endif
LOCKSTEP_TENSORWISE_REDUCE(tensorwise_nt_reduce, nt)
