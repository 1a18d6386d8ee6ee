// The smallest tile in all pairs of formats: what format_pairs.sh has compiled whole, and compiled once and derived.
#include "kernels/tensorwise_gemm/tensorwise_gemm.hpp"

#define LOCKSTEP_FORMATS(NAME, A, B) \
  LOCKSTEP_TENSORWISE_KERNEL(tensorwise_nt_any_##NAME, nt, 128, 128, false, A, B)

LOCKSTEP_FORMATS(e4m3_e5m2, kE4m3fn, kE5m2)
#ifndef LOCKSTEP_ONE_PAIR
LOCKSTEP_FORMATS(e4m3_e4m3, kE4m3fn, kE4m3fn)
LOCKSTEP_FORMATS(e5m2_e4m3, kE5m2, kE4m3fn)
LOCKSTEP_FORMATS(e5m2_e5m2, kE5m2, kE5m2)
#endif
LOCKSTEP_TENSORWISE_REDUCE(tensorwise_nt_reduce, nt)
