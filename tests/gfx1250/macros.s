// What programs of these tests have in common: (out, in) as arguments; a wave's lane l has dword l of both.
.macro program name, lds=0
  .text
  .globl \name
  .p2align 8
  .type \name, @function
  \name:
.endm
.macro done name, lds=0, vgprs=32, scratch=0
  s_endpgm
  .section .rodata,"a"
  .p2align 6
  .amdhsa_kernel \name
    .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .amdhsa_user_sgpr_count 2
    .amdhsa_next_free_vgpr \vgprs
    .amdhsa_next_free_sgpr 32
    .amdhsa_group_segment_fixed_size \lds
    .amdhsa_private_segment_fixed_size \scratch
    .amdhsa_float_denorm_mode_32 3           // denormals stay, as clang has it
  .end_amdhsa_kernel
.endm
// s[4:5] out, s[6:7] in, v0 the lane, v1 = 4 * lane, v2 = in[lane]
.macro begin
  s_load_b128 s[4:7], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_wait_kmcnt 0x0
  global_load_b32 v2, v1, s[6:7]
  s_wait_loadcnt 0x0
.endm
