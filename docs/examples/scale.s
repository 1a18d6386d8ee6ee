// out = factor * in, 64 floats a workgroup. A kernel as hand-written ones are: its argument structure is its own
// affair, the metadata only knows how large it is.
//
//   byte 0   pointer out
//   byte 8   pointer in
//   byte 24  f32 factor
  .text
  .globl scale
  .p2align 8
  .type scale,@function
scale:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  s_load_dword s8, s[0:1], 0x18
  s_lshl_b32 s3, s2, 8
  v_lshl_add_u32 v1, v0, 2, s3
  s_waitcnt lgkmcnt(0)
  global_load_dword v2, v1, s[6:7]
  s_waitcnt vmcnt(0)
  v_mul_f32_e32 v2, s8, v2
  global_store_dword v1, v2, s[4:5]
  s_endpgm

  .rodata
  .p2align 6
  .amdhsa_kernel scale
    .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .amdhsa_kernarg_size 32
    .amdhsa_next_free_vgpr 8
    .amdhsa_next_free_sgpr 16
    .amdhsa_accum_offset 8
  .end_amdhsa_kernel

  .amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.kernels:
  - {.name: scale, .symbol: scale.kd, .kernarg_segment_size: 32, .kernarg_segment_align: 8,
     .group_segment_fixed_size: 0, .private_segment_fixed_size: 0, .wavefront_size: 64,
     .sgpr_count: 16, .vgpr_count: 8, .max_flat_workgroup_size: 64}
...
  .end_amdgpu_metadata
