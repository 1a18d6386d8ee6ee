// A kernel whose metadata say all, and one whose metadata say a size.
  .text
  .globl described
  .p2align 8
described:
  s_load_dwordx2 s[2:3], s[0:1], 0x8
  s_waitcnt lgkmcnt(0)
  s_endpgm
  v_trig_preop_f64 v[0:1], v[2:3], v4 // nobody comes here

  .globl bare
  .p2align 8
bare:
  s_load_dwordx4 s[4:7], s[0:1], 0x10
  s_cbranch_scc0 1f
  s_load_dword s8, s[0:1], 0x40
  s_mov_b64 s[10:11], s[0:1]
1:
  s_load_dword s9, s[0:1], 0x20
  v_trig_preop_f64 v[0:1], v[2:3], v4
  v_trig_preop_f64 v[0:1], v[2:3], v4
  s_mov_b32 s0, 0
  s_load_dword s9, s[0:1], 0x80     // through another address
  s_endpgm

  .section .rodata, "a"
  .globl described.kd
  .globl bare.kd
  .p2align 6
  .amdhsa_kernel described
    .amdhsa_group_segment_fixed_size 40960
    .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .amdhsa_next_free_vgpr 136
    .amdhsa_next_free_sgpr 16
    .amdhsa_accum_offset 72
  .end_amdhsa_kernel
  .amdhsa_kernel bare
    .amdhsa_private_segment_fixed_size 16
    .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .amdhsa_next_free_vgpr 24
    .amdhsa_next_free_sgpr 96
    .amdhsa_accum_offset 24
  .end_amdhsa_kernel

  .amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.target: amdgcn-amd-amdhsa--gfx950
amdhsa.kernels:
  - .name: described
    .symbol: described.kd
    .args:
      - {.name: out, .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}
      - {.name: layout, .offset: 8, .size: 12, .value_kind: by_value}
      - {.offset: 24, .size: 4, .value_kind: hidden_block_count_x}
      - {.offset: 28, .size: 4, .value_kind: hidden_dynamic_lds_size}
      - {.offset: 32, .size: 8, .value_kind: hidden_heap_v1}
      - {.offset: 40, .size: 8, .value_kind: hidden_private_base}
    .kernarg_segment_size: 40
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 40960
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 16
    .vgpr_count: 136
    .agpr_count: 64
    .reqd_workgroup_size: [32, 8, 1]
    .max_flat_workgroup_size: 256
  - {.name: bare, .symbol: bare.kd, .kernarg_segment_size: 320, .kernarg_segment_align: 16, .group_segment_fixed_size: 0,
     .private_segment_fixed_size: 16, .wavefront_size: 64, .sgpr_count: 102, .vgpr_count: 24, .max_flat_workgroup_size: 512}
...
  .end_amdgpu_metadata
