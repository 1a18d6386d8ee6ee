// Takes two symbols from other objects, and one that may be missing.
  .text
  .globl k
  .p2align 8
k:
  s_endpgm

  .data
  .globl table
table:
.ifdef NEEDS
  .quad __ockl_get_local_size
  .quad mine
.endif
  .weak perhaps
  .quad perhaps + 8

  .section .rodata, "a"
  .globl k.kd
  .p2align 6
  .amdhsa_kernel k
    .amdhsa_next_free_vgpr 8
    .amdhsa_next_free_sgpr 8
    .amdhsa_accum_offset 8
  .end_amdhsa_kernel
  .amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.kernels:
  - {.name: k, .symbol: k.kd, .kernarg_segment_size: 0, .kernarg_segment_align: 8, .group_segment_fixed_size: 0,
     .private_segment_fixed_size: 0, .wavefront_size: 64, .sgpr_count: 8, .vgpr_count: 8, .max_flat_workgroup_size: 64}
...
  .end_amdgpu_metadata
