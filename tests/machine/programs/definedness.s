// v20 and above, s50 and above, and LDS are never written first: undefined.
// Twice through the same instruction: one finding.
kernel address
  begin
  s_movk_i32 s20, 2
1:
  v_and_b32_e32 v2, 0xfc, v20
  global_load_dword v3, v2, s[10:11]
  s_waitcnt vmcnt(0)
  s_sub_u32 s20, s20, 1
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 1b
  put v3, 0
  finish

// Often through one instruction: the next one's finding still finds room.
kernel address_often
  begin
  s_movk_i32 s20, 100
1:
  v_and_b32_e32 v2, 0xfc, v20
  global_load_dword v3, v2, s[10:11]
  s_sub_u32 s20, s20, 1
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 1b
  global_load_dword v3, v2, s[10:11]
  finish

// Lanes 5 and 9 keep an undefined address.
kernel address_in_lane
  begin
  v_and_b32_e32 v2, 0xfc, v20
  s_movk_i32 s20, 0x220
  s_not_b32 s20, s20
  s_mov_b32 exec_lo, s20
  v_mov_b32_e32 v2, v1
  s_mov_b32 exec_lo, -1
  global_load_dword v3, v2, s[10:11]
  s_waitcnt vmcnt(0)
  put v3, 0
  finish

kernel store_address
  begin
  v_and_b32_e32 v2, 0xfc, v20
  global_store_dword v2, v1, s[8:9]
  finish

kernel lds_address, lds=256
  begin
  v_and_b32_e32 v2, 0xfc, v20
  ds_write_b32 v2, v1
  finish

kernel scalar_base
  begin
  s_and_b32 s20, s50, 0xfc
  s_load_dword s21, s[10:11], s20
  s_waitcnt lgkmcnt(0)
  put_scalar s21, 0
  finish

kernel branch
  begin
  s_cmp_eq_u32 s50, 0
  s_cbranch_scc1 1f
1:
  finish

kernel branch_vcc
  begin
  v_cmp_eq_u32_e32 vcc, v20, v1
  s_cbranch_vccz 1f
1:
  finish

kernel exec
  begin
  s_mov_b64 exec, s[50:51]
  finish

kernel exec_saved
  begin
  s_and_saveexec_b64 s[20:21], s[50:51]
  finish

kernel exec_read_lane
  begin
  v_readfirstlane_b32 exec_lo, v20
  finish

kernel exec_compare
  begin
  v_cmpx_eq_u32_e32 vcc, v20, v1
  finish

// One flag of MODE.
kernel mode
  begin
  s_setreg_b32 hwreg(HW_REG_MODE, 8, 1), s50
  finish

kernel m0, lds=1024
  begin
  s_and_b32 m0, s50, 0xfc
  s_nop 0
  global_load_lds_dword v1, s[10:11]
  finish

kernel descriptor
  begin
  s_mov_b64 s[12:13], s[10:11]
  s_and_b32 s14, s50, 0xff
  s_mov_b32 s15, 0x20000
  buffer_load_dword v2, v1, s[12:15], 0 offen
  finish

kernel scalar_offset
  begin
  s_mov_b64 s[12:13], s[10:11]
  s_movk_i32 s14, 0x100
  s_mov_b32 s15, 0x20000
  s_and_b32 s16, s50, 0xfc
  buffer_load_dword v2, v1, s[12:15], s16 offen
  finish

kernel lane_number
  begin
  s_and_b32 s20, s50, 63
  v_readlane_b32 s21, v1, s20
  finish


// Nothing here but moves and stores, and what they leave of an undefined value.
kernel moved, lds=1024
  begin
  v_mov_b32_e32 v2, v20
  put v2, 0
  v_and_b32_e32 v3, 0xff00, v20
  put v3, 1
  v_lshlrev_b32_e32 v4, 8, v20
  put v4, 2
  v_bfe_u32 v5, v3, 0, 8
  put v5, 3
  v_bfe_u32 v6, v3, 4, 8
  put v6, 4
  s_mov_b32 s20, 0x07060100
  v_perm_b32 v7, v1, v20, s20
  put v7, 5
  s_mov_b32 s20, 0x07060504
  v_perm_b32 v8, v1, v20, s20
  put v8, 6
  v_add_u32_e32 v9, v3, v1
  put v9, 7
  v_or_b32_e32 v10, 0xffff, v20
  put v10, 8
  ds_read_b32 v11, v1
  s_waitcnt lgkmcnt(0)
  put v11, 9
  v_readfirstlane_b32 s21, v20
  s_nop 1
  put_scalar s21, 10
  ds_write_b32 v1, v3 offset:256
  ds_read_b32 v12, v1 offset:256
  s_waitcnt lgkmcnt(0)
  put v12, 11
  v_cndmask_b32_e32 v13, v1, v20, vcc
  put v13, 12
  v_mov_b32_e32 v14, v20
  v_mov_b32_e32 v14, v1
  put v14, 13
  v_mov_b32_e32 v22, v1
  v_add_f64 v[16:17], v[22:23], 1.0
  put v16, 14
  v_mov_b32_e32 v25, v1
  v_add_f64 v[16:17], v[24:25], 1.0
  put v16, 15
  finish

// Row 0 of the input is undefined memory.
kernel memory
  begin
  get v2, 0
  s_waitcnt vmcnt(0)
  put v2, 0
  v_and_b32_e32 v2, 0xfc, v2
  global_load_dword v3, v2, s[10:11]
  finish

kernel scalar_memory
  begin
  s_load_dword s20, s[10:11], 0x0
  s_waitcnt lgkmcnt(0)
  s_cmp_eq_u32 s20, 0
  s_cbranch_scc0 1f
1:
  finish

// Lane 3 of A's first register is undefined: row 3.
kernel matrix, vgprs=64, accum=64
  begin
.set r, 32
.rept 16
  v_mov_b32_e32 v[r], 0
  .set r, r+1
.endr
  s_mov_b64 s[20:21], exec
  s_mov_b64 exec, 8
  v_mov_b32_e32 v32, v20
  s_mov_b64 exec, s[20:21]
  s_nop 0
  v_mfma_f32_16x16x128_f8f6f4 v[4:7], v[32:39], v[40:47], 0
  s_nop 15
  put v4, 0
  put v5, 1
  put v6, 2
  put v7, 3
  finish

// Lane 21 of B's scales is undefined: column 5.
kernel matrix_scale, vgprs=64, accum=64
  begin
.set r, 32
.rept 16
  v_mov_b32_e32 v[r], 0
  .set r, r+1
.endr
  v_mov_b32_e32 v2, 0x7f7f7f7f
  v_mov_b32_e32 v3, v2
  s_mov_b64 s[20:21], exec
  s_mov_b32 exec_hi, 0
  s_mov_b32 exec_lo, 0x200000
  v_and_b32_e32 v3, 0xff, v20
  v_or_b32_e32 v3, 0x7f7f7f00, v3
  s_mov_b64 exec, s[20:21]
  s_nop 0
  v_mfma_scale_f32_16x16x128_f8f6f4 v[4:7], v[32:39], v[40:47], 0, v2, v3 op_sel_hi:[0,0,0]
  s_nop 15
  put v4, 0
  put v5, 1
  put v6, 2
  put v7, 3
  v_mfma_scale_f32_16x16x128_f8f6f4 v[4:7], v[32:39], v[40:47], 0, v2, v3 op_sel:[0,1,0] op_sel_hi:[0,0,0]
  s_nop 15
  put v4, 4
  finish
