// Where a workgroup is in its cluster, as clang reads it.
#include "device.hpp"

extern "C" __attribute__((global)) __attribute__((cluster_dims(2, 2, 1))) void where_in_cluster(unsigned* out) {
  const int at = (group_z() * 4 + group_y()) * 4 + group_x();
  out[at * 32 + thread()] = unsigned(__builtin_amdgcn_cluster_workgroup_id_x() | __builtin_amdgcn_cluster_workgroup_id_y() << 4 |
                                     __builtin_amdgcn_cluster_workgroup_id_z() << 8 | __builtin_amdgcn_cluster_id_x() << 12 |
                                     __builtin_amdgcn_cluster_id_y() << 16 | group_x() << 20 | group_y() << 24);
}

/// Each workgroup adds up what all of its cluster stored.
extern "C" __attribute__((global)) __attribute__((cluster_dims(4, 1, 1))) void sum_of_cluster(const unsigned* x, unsigned* out) {
  const int group = group_x(), first = group & ~3, t = thread();
  out[group * 64 + t] = x[group * 64 + t];
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "cluster");
  __builtin_amdgcn_s_cluster_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "cluster");
  unsigned sum = 0;
  for (int i = 0; i < 4; ++i) sum += __builtin_nontemporal_load(out + (first + i) * 64 + t);
  out[1024 + group * 64 + t] = sum;
}
