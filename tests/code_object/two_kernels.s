// Two kernels whose every descriptor field differs from its default in one of them.
  .text
  .globl plain
  .p2align 8
plain:
  s_load_dwordx2 s[2:3], s[0:1], 0x8
  s_endpgm

  .globl loaded
  .p2align 8
loaded:
  s_branch 62
  .fill 62, 4, 0xbf800000
  s_endpgm

  .section .rodata, "a"
  .globl plain.kd
  .globl loaded.kd
  .p2align 6
  .amdhsa_kernel plain
    .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .amdhsa_next_free_vgpr 24
    .amdhsa_next_free_sgpr 16
    .amdhsa_accum_offset 24
  .end_amdhsa_kernel
  .amdhsa_kernel loaded
    .amdhsa_group_segment_fixed_size 163840
    .amdhsa_private_segment_fixed_size 16
    .amdhsa_kernarg_size 48
    .amdhsa_user_sgpr_dispatch_ptr 1
    .amdhsa_user_sgpr_queue_ptr 1
    .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .amdhsa_user_sgpr_dispatch_id 1
    .amdhsa_user_sgpr_kernarg_preload_length 5
    .amdhsa_user_sgpr_kernarg_preload_offset 3
    .amdhsa_system_sgpr_workgroup_id_x 1
    .amdhsa_system_sgpr_workgroup_id_y 0
    .amdhsa_system_sgpr_workgroup_id_z 1
    .amdhsa_system_sgpr_workgroup_info 1
    .amdhsa_system_vgpr_workitem_id 2
    .amdhsa_enable_private_segment 1
    .amdhsa_next_free_vgpr 512
    .amdhsa_next_free_sgpr 96
    .amdhsa_accum_offset 256
    .amdhsa_float_round_mode_32 1
    .amdhsa_float_round_mode_16_64 2
    .amdhsa_float_denorm_mode_32 0
    .amdhsa_float_denorm_mode_16_64 3
    .amdhsa_dx10_clamp 0
    .amdhsa_ieee_mode 0
    .amdhsa_fp16_overflow 1
    .amdhsa_tg_split 1
    .amdhsa_exception_fp_ieee_div_zero 1
  .end_amdhsa_kernel

  .amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: plain
    .symbol: plain.kd
    .args:
      - {.name: out.coerce, .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}
      - {.name: count, .offset: 8, .size: 4, .value_kind: by_value}
      - {.offset: 12, .size: 2, .value_kind: by_value}
      - {.offset: 16, .size: 4, .value_kind: hidden_block_count_x}
      - {.offset: 20, .size: 4, .value_kind: hidden_block_count_y}
      - {.offset: 24, .size: 4, .value_kind: hidden_block_count_z}
      - {.offset: 28, .size: 2, .value_kind: hidden_group_size_x}
      - {.offset: 30, .size: 2, .value_kind: hidden_group_size_y}
      - {.offset: 32, .size: 2, .value_kind: hidden_group_size_z}
      - {.offset: 34, .size: 2, .value_kind: hidden_remainder_x}
      - {.offset: 36, .size: 2, .value_kind: hidden_grid_dims}
      - {.offset: 40, .size: 4, .value_kind: hidden_dynamic_lds_size}
      - {.offset: 48, .size: 8, .value_kind: hidden_hostcall_buffer}
    .kernarg_segment_size: 56
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 22
    .vgpr_count: 24
    .agpr_count: 0
    .max_flat_workgroup_size: 1024
  - .name: loaded
    .symbol: loaded.kd
    .args:
      - {.name: parameters, .offset: 0, .size: 40, .value_kind: by_value}
      - {.name: p, .offset: 40, .size: 8, .value_kind: global_buffer, .address_space: global}
    .kernarg_segment_size: 48
    .kernarg_segment_align: 16
    .group_segment_fixed_size: 163840
    .private_segment_fixed_size: 16
    .wavefront_size: 64
    .sgpr_count: 100
    .vgpr_count: 512
    .agpr_count: 256
    .max_flat_workgroup_size: 256
...
  .end_amdgpu_metadata
