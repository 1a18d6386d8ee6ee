// What clang 22 compiles wrongly (LLVM #176206): a switch of banks that is needed right behind a barrier is placed before the
// instruction that comes before the barrier, which then uses registers of the wrong bank.
#include "device.hpp"

constexpr int kMany = 300;  ///< numbers of a lane: more than the first bank has registers

extern "C" __attribute__((global)) __attribute__((amdgpu_flat_work_group_size(64, 64), amdgpu_waves_per_eu(1, 1)))
void across_a_barrier(int* out, const int* x) {
  const int lane = thread();
  int many[kMany];
#pragma unroll
  for (int i = 0; i < kMany; ++i) many[i] = x[64 * i + lane];
  __builtin_amdgcn_sched_barrier(0);
#pragma unroll
  for (int i = 0; i < kMany; ++i) many[i] += lane;
  __builtin_amdgcn_s_barrier_signal(-1);
  __builtin_amdgcn_s_barrier_wait(-1);
#pragma unroll
  for (int i = 0; i < kMany; ++i) out[64 * i + lane] = many[i] * many[(i * 7 + 3) % kMany];
}
