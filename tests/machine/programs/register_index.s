// Under s_set_gpr_idx_on with index 3, register n of an operand that M0[15:12] names is register n + 3. v20 to v27
// hold 100 to 107, a0 to a7 hold 200 to 207, s40 to s47 hold 300 to 307. Of each form are stored v2, v5, a8 and
// a11: its destination, and where the index moves it to.
.macro integers
.set i, 0
.rept 8
  v_mov_b32_e32 v28, 200+i
  v_accvgpr_write_b32 a[i], v28
  v_mov_b32_e32 v[20+i], 100+i
  s_movk_i32 s[40+i], 300+i
  .set i, i+1
.endr
.endm

// A is 1, or 2 behind the index; B 1 or 3; C 0, two that nobody looks at, 5, and 6 three behind.
.macro floats
  v_mov_b32_e32 v40, 1.0
  v_mov_b32_e32 v43, 2.0
  v_mov_b32_e32 v50, 1.0
  v_mov_b32_e32 v53, 0x40400000
.set i, 0
.rept 7
  v_mov_b32_e32 v[60+i], 0
  .set i, i+1
.endr
  v_mov_b32_e32 v63, 0x40a00000
  v_mov_b32_e32 v66, 0x40c00000
.irp i, 40, 43, 50, 53, 60, 61, 62, 63, 64, 65, 66
  v_accvgpr_write_b32 a\i, v\i
.endr
.endm

.macro form mode, instruction:vararg
  v_mov_b32_e32 v2, 0
  v_mov_b32_e32 v5, 0
  v_accvgpr_write_b32 a8, 0
  v_accvgpr_write_b32 a11, 0
  s_nop 7
  s_set_gpr_idx_on s20, gpr_idx(\mode)
  \instruction
  s_set_gpr_idx_off
  s_nop 15
  v_accvgpr_read_b32 v12, a8
  v_accvgpr_read_b32 v13, a11
  put v2, 0
  put v5, 1
  put v12, 2
  put v13, 3
  s_add_u32 s8, s8, 4*256
  s_addc_u32 s9, s9, 0
.endm

.macro all_forms mode
  begin
  integers
  floats
  s_mov_b32 s20, 3
  form \mode, v_mov_b32_e32 v2, v20
  form \mode, v_mov_b32_e32 v2, s40
  form \mode, v_mov_b32_e32 v2, 7
  form \mode, v_add_u32_e32 v2, v20, v21
  form \mode, v_add_u32_e32 v2, s40, v21
  form \mode, v_add_u32_e64 v2, v20, s41
  form \mode, v_add3_u32 v2, v20, v21, v22
  form \mode, v_add3_u32 v2, s40, v21, 5
  form \mode, v_pk_add_u16 v2, v20, v21
  form \mode, v_pk_mad_u16 v2, v20, 1, v22
  form \mode, v_mov_b32_sdwa v2, v20 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0
  form \mode, v_add_u32_sdwa v2, v20, v21 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_0 src1_sel:DWORD
  form \mode, v_mov_b32_dpp v2, v20 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
  form \mode, v_add_u32_dpp v2, v20, v21 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
  form \mode, v_accvgpr_read_b32 v2, a0
  form \mode, v_accvgpr_write_b32 a8, v20
  form \mode, v_accvgpr_write_b32 a8, s40
  form \mode, v_accvgpr_write_b32 a8, 7
  form \mode, v_accvgpr_mov_b32 a8, a1
  form \mode, v_mfma_f32_4x4x1_16b_f32 v[2:5], v40, v50, v[60:63]
  form \mode, v_mfma_f32_4x4x1_16b_f32 a[8:11], a40, a50, a[60:63]
  s_endpgm
.endm
kernel index_source_0, vgprs=168, accum=96
  all_forms SRC0
kernel index_source_1, vgprs=168, accum=96
  all_forms SRC1
kernel index_source_2, vgprs=168, accum=96
  all_forms SRC2
kernel index_destination, vgprs=168, accum=96
  all_forms DST
