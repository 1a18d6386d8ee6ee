// Where a work-item is in its launch, and the time: the functions of ROCm's device library ockl that plain kernels call.
//
// Sizes come from the hidden arguments behind a kernel's own, as code objects of version 5 and later have
// them (LLVM AMDGPUUsage, "Code Object V5 Metadata"): three block counts of 4 bytes, then three group sizes
// of 2. HIP launches no partial workgroups.
typedef unsigned int u32;
typedef unsigned short u16;
typedef unsigned long u64;
#define CONSTANT __attribute__((address_space(4)))
#define INLINED __attribute__((always_inline))

u64 __ockl_get_num_groups(u32 dim);
u64 __ockl_get_local_size(u32 dim);
u64 __ockl_get_group_id(u32 dim);
u64 __ockl_get_local_id(u32 dim);
u64 __ockl_get_global_id(u32 dim);
u64 __ockl_get_global_size(u32 dim);
u64 __ockl_steadyctr_u64(void);

INLINED u64 __ockl_get_num_groups(u32 dim) {
  return dim < 3 ? ((const CONSTANT u32*)__builtin_amdgcn_implicitarg_ptr())[dim] : 1;
}
INLINED u64 __ockl_get_local_size(u32 dim) {
  return dim < 3 ? ((const CONSTANT u16*)__builtin_amdgcn_implicitarg_ptr())[6 + dim] : 1;
}
INLINED u64 __ockl_get_group_id(u32 dim) {
  switch (dim) {
    case 0:
      return __builtin_amdgcn_workgroup_id_x();
    case 1:
      return __builtin_amdgcn_workgroup_id_y();
    case 2:
      return __builtin_amdgcn_workgroup_id_z();
    default:
      return 0;
  }
}
INLINED u64 __ockl_get_local_id(u32 dim) {
  switch (dim) {
    case 0:
      return __builtin_amdgcn_workitem_id_x();
    case 1:
      return __builtin_amdgcn_workitem_id_y();
    case 2:
      return __builtin_amdgcn_workitem_id_z();
    default:
      return 0;
  }
}
INLINED u64 __ockl_get_global_id(u32 dim) {
  return __ockl_get_group_id(dim) * __ockl_get_local_size(dim) + __ockl_get_local_id(dim);
}
INLINED u64 __ockl_get_global_size(u32 dim) {
  return __ockl_get_num_groups(dim) * __ockl_get_local_size(dim);
}
INLINED u64 __ockl_steadyctr_u64(void) {
  return __builtin_readsteadycounter();
}
