// gfx1250: workgroups of a cluster run at the same time, and a tensor copy that several of them ask for is
// read from memory once.
#pragma once

#include "kernels/primitives/wave32.hpp"

namespace lockstep::device {

/// kX by kY workgroups; their numbers count x first.
template <int kX, int kY>
struct Cluster {
  static constexpr bool kAlone = kX * kY == 1;

  /// The workgroups that have this one's x, or y, as copies name them: one bit each. 0: it is alone.
  __device__ static std::uint32_t of_same_x() {
    if constexpr (kY == 1) return 0;
    std::uint32_t mask = 0;
#pragma unroll
    for (int y = 0; y < kY; ++y) mask |= 1u << y * kX;
    return mask << __builtin_amdgcn_cluster_workgroup_id_x();
  }
  __device__ static std::uint32_t of_same_y() {
    if constexpr (kX == 1) return 0;
    return ((1u << kX) - 1) << __builtin_amdgcn_cluster_workgroup_id_y() * kX;
  }

  /// All workgroups have come here; of this one all waves have, by the workgroup's own barrier before. It
  /// orders no memory: copies are waited for before.
  __device__ static void meet(int wave) {
    if constexpr (kAlone) return;
    constexpr int kBarrier = -3;
    if (wave == 0) __builtin_amdgcn_s_barrier_signal(kBarrier);
    __builtin_amdgcn_s_barrier_wait(kBarrier);
    asm volatile("" ::: "memory");
  }
};

}  // namespace lockstep::device
