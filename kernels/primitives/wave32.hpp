// The device language where waves have 32 lanes: gfx1250.
#pragma once

#include "kernels/primitives/device.hpp"

namespace lockstep::device {

using Int4 = int __attribute__((ext_vector_type(4)));
using Int16 = int __attribute__((ext_vector_type(16)));
using Float8 = float __attribute__((ext_vector_type(8)));
using Float16 = float __attribute__((ext_vector_type(16)));

namespace wave32 {

inline constexpr int kLanes = 32;
inline constexpr int kThreads = kWaves * kLanes;

/// Where a thread stands in a workgroup of kThreads. The wave number is uniform, and held in a scalar
/// register.
__device__ inline Thread this_thread() {
  const int index = static_cast<int>(__builtin_amdgcn_workitem_id_x());
  __builtin_assume(index < kThreads);
  return {index, __builtin_amdgcn_readfirstlane(index / kLanes), index % kLanes};
}

using LdsBytes = __attribute__((address_space(3))) std::uint8_t*;

/// A byte's address in LDS, as descriptors have it.
__device__ inline std::uint32_t address_of(LdsBytes lds) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(lds));
}

/// Returns when this wave's own reads and writes of LDS are done.
__device__ inline void wait_for_lds() {
  asm volatile("s_wait_dscnt 0x0" ::: "memory");
}

/// A barrier past which everything that waves of the workgroup did to LDS before is done.
__device__ inline void hand_over_lds() {
  wait_for_lds();
  __builtin_amdgcn_s_barrier();
  asm volatile("" ::: "memory");
}

}  // namespace wave32

}  // namespace lockstep::device

/// Attributes of a kernel of wave32::kThreads.
#define LOCKSTEP_WAVE32_WORKGROUP                                                                          \
  __attribute__((                                                                                          \
      amdgpu_flat_work_group_size(lockstep::device::wave32::kThreads, lockstep::device::wave32::kThreads), \
      amdgpu_waves_per_eu(1, 1)))

/// Where a function takes a wave's sums: not inlined, they would lie in memory.
#define LOCKSTEP_IN_REGISTERS __attribute__((always_inline))
