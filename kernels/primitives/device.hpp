// The device language: attributes, vectors, and where a thread stands. Under a real ROCm this is
// hip/hip_runtime.h; under a plain clang the few attributes below stand in for it, so the same sources
// compile in both.
#pragma once

#include <cstdint>

#if __has_include(<hip/hip_runtime.h>) && !defined(LOCKSTEP_PLAIN_CLANG)
#include <hip/hip_runtime.h>
#else
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#endif

namespace lockstep::device {

using Float2 = float __attribute__((ext_vector_type(2)));
using Float4 = float __attribute__((ext_vector_type(4)));
using Uint2 = std::uint32_t __attribute__((ext_vector_type(2)));
using Uint4 = std::uint32_t __attribute__((ext_vector_type(4)));
using Int8 = int __attribute__((ext_vector_type(8)));

/// The float of these bits, by value: clang's __builtin_bit_cast of an element of a vector (v.y, v[i])
/// reads element 0 (llvm/llvm-project#219531, open in clang 22).
__device__ inline float as_float(std::uint32_t bits) {
  return __builtin_bit_cast(float, bits);
}
__device__ inline std::uint32_t as_bits(float x) {
  return __builtin_bit_cast(std::uint32_t, x);
}

#if defined(__gfx1250__)
inline constexpr int kWaveSize = 32;
#else
inline constexpr int kWaveSize = 64;
#endif
inline constexpr int kWaves = 4;  ///< per workgroup
inline constexpr int kThreads = kWaves * kWaveSize;

/// Attributes of a kernel of kThreads: the compiler may use registers as if two workgroups share a compute
/// unit.
#define LOCKSTEP_WORKGROUP                                                                            \
  __attribute__((amdgpu_flat_work_group_size(lockstep::device::kThreads, lockstep::device::kThreads), \
                 amdgpu_waves_per_eu(2, 2)))

/// Attributes of a kernel of kThreads each of whose workgroups has a compute unit for itself.
#define LOCKSTEP_LONE_WORKGROUP                                                                       \
  __attribute__((amdgpu_flat_work_group_size(lockstep::device::kThreads, lockstep::device::kThreads), \
                 amdgpu_waves_per_eu(1, 1)))

/// Where a thread stands in its workgroup. The wave number is uniform, and held in a scalar register.
struct Thread {
  int index;  ///< 0 .. kThreads - 1
  int wave;
  int lane;
};

__device__ inline Thread this_thread() {
  const int index = static_cast<int>(__builtin_amdgcn_workitem_id_x());
  __builtin_assume(index < kThreads);
  return {index, __builtin_amdgcn_readfirstlane(index / kWaveSize), index % kWaveSize};
}

/// Bit l: lane l's `choice`; the same in every lane.
__device__ inline std::uint64_t ballot(bool choice) {
  if constexpr (kWaveSize == 32) {
    return __builtin_amdgcn_ballot_w32(choice);
  } else {
    return __builtin_amdgcn_ballot_w64(choice);
  }
}

/// `thread`, hidden from the compiler: what is computed from it inside a loop is not computed before, and
/// held in registers through, the loop. Without optimisation nothing is, and a wave number that lies in
/// memory has no scalar register to say so of.
__device__ inline Thread anew(Thread thread) {
#ifdef __OPTIMIZE__
  asm volatile("" : "+v"(thread.index), "+s"(thread.wave), "+v"(thread.lane));
#endif
  return thread;
}

}  // namespace lockstep::device
