// How the waves of a workgroup hand LDS to one another.
//
// The waits are explicit. A wave that arrives at the barrier has finished its own LDS traffic: DMA into LDS
// is counted by vmcnt, reads and writes of LDS by lgkmcnt. Past the barrier everything any wave staged is
// visible to all, and nothing that any wave wanted to read can be overwritten too early.
#pragma once

#include "kernels/primitives/device.hpp"

namespace lockstep::device::workgroup {

// s_waitcnt of gfx9: vmcnt in bits 15:14 and 3:0, expcnt in 6:4, lgkmcnt in 11:8; all ones: do not wait.
inline constexpr int kVmcntZero = 0x0f70;
inline constexpr int kLgkmcntZero = 0xc07f;

/// Keeps the compiler from moving memory accesses across; emits nothing.
__device__ inline void compiler_fence() {
  asm volatile("" ::: "memory");
}

__device__ inline void wait_for_own_lds_traffic() {
  __builtin_amdgcn_s_waitcnt(kVmcntZero & kLgkmcntZero);
}

__device__ inline void hand_over_lds() {
  compiler_fence();
  wait_for_own_lds_traffic();
  __builtin_amdgcn_s_barrier();
  compiler_fence();
}

}  // namespace lockstep::device::workgroup
