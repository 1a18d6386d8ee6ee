// The little that kernels of these tests need of a device library.
#pragma once

#define KERNEL extern "C" __attribute__((global)) __attribute__((amdgpu_flat_work_group_size(1, 256)))
#define DEVICE __attribute__((device)) inline
#define SHARED __attribute__((shared)) static

using Half = _Float16;
using Half2 = Half __attribute__((ext_vector_type(2)));
using Half16 = Half __attribute__((ext_vector_type(16)));
using Bfloat16 = __bf16 __attribute__((ext_vector_type(16)));
using Int16 = int __attribute__((ext_vector_type(16)));
using Float8 = float __attribute__((ext_vector_type(8)));

DEVICE int thread() {
  return int(__builtin_amdgcn_workitem_id_x());
}
DEVICE int group_x() {
  return int(__builtin_amdgcn_workgroup_id_x());
}
DEVICE int group_y() {
  return int(__builtin_amdgcn_workgroup_id_y());
}
DEVICE int group_z() {
  return int(__builtin_amdgcn_workgroup_id_z());
}
DEVICE void barrier() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
