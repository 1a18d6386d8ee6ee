// Run as waves of 32 lanes. The assembler knows no such waves of this arch: it names masks by pairs of registers, of
// which a narrow wave has the lower one.

// Of each wave, at 4 * its number: EXEC; in the next row its upper register, which nobody set.
kernel start, ids=0
  begin
  v_readfirstlane_b32 s20, v0
  s_lshr_b32 s20, s20, 3
  v_mov_b32_e32 v2, s20
  v_mov_b32_e32 v3, exec_lo
  v_mov_b32_e32 v4, exec_hi
  global_store_dword v2, v3, s[8:9]
  global_store_dword v2, v4, s[8:9] offset:256
  finish

kernel threads, ids=0
  begin
  put v0, 0
  finish

// Every mask is written over a pair of which the upper register holds something.
kernel masks, ids=0
  begin
  v_and_b32_e32 v2, 31, v0
  s_mov_b32 vcc_lo, -1
  s_mov_b32 vcc_hi, 0x1111
  s_mov_b32 s21, 0x2222
  s_mov_b32 s23, 0x3333
  s_mov_b32 s25, 0x4444
  v_cmp_gt_u32_e32 vcc, 5, v2
  v_cmp_le_u32_e64 s[20:21], 30, v2
  v_add_co_u32_e64 v3, s[22:23], -8, v2
  s_mov_b32 exec_lo, 0xff00ff
  v_cmp_gt_u32_e64 s[24:25], 64, v2
  s_mov_b32 exec_lo, -1
  put_scalar vcc_lo, 0
  put_scalar vcc_hi, 1
  put_scalar s20, 2
  put_scalar s21, 3
  put_scalar s22, 4
  put_scalar s23, 5
  put_scalar s24, 6
  put_scalar s25, 7
  v_cndmask_b32_e64 v4, 50, 60, s[20:21]
  put v4, 8
  s_mov_b32 exec_hi, 0x5555
  v_cmpx_gt_u32_e64 s[26:27], 20, v2
  s_mov_b32 s28, exec_lo
  s_mov_b32 s29, exec_hi
  s_mov_b32 exec_lo, -1
  put_scalar s28, 9
  put_scalar s29, 10
  finish

// The upper register of VCC was never written: who reads VCC does not read it.
kernel carry, ids=0
  begin
  v_and_b32_e32 v2, 31, v0
  v_cmp_gt_u32_e32 vcc, 5, v2
  v_cndmask_b32_e32 v3, v2, v1, vcc
  v_addc_co_u32_e32 v4, vcc, 0, v2, vcc
  put v3, 0
  put v4, 1
  s_cbranch_vccnz carry_end
  put v2, 2
carry_end:
  finish

// The upper registers of VCC and EXEC say that there are lanes.
kernel branches, ids=0
  begin
  v_mov_b32_e32 v2, 1
  s_mov_b32 vcc_lo, 0
  s_mov_b32 vcc_hi, -1
  s_mov_b32 exec_hi, -1
  s_cbranch_vccz branches_no_vcc
  s_endpgm
branches_no_vcc:
  put v2, 0
  s_mov_b32 exec_lo, 0
  s_cbranch_execz branches_no_exec
  s_mov_b32 exec_lo, -1
  s_endpgm
branches_no_exec:
  put v2, 1
  s_mov_b32 exec_lo, -1
  put v2, 2
  finish

kernel saved_exec, ids=0
  begin
  s_mov_b32 exec_hi, 0x5555
  s_mov_b32 s20, 0xff
  s_mov_b32 s21, -1
  s_and_saveexec_b64 s[22:23], s[20:21]
  v_mov_b32_e32 v2, 1
  put v2, 0
  s_mov_b32 s24, exec_hi
  s_mov_b32 exec_lo, s22
  put_scalar s24, 1
  finish

// s60 and v20 are undefined. What lies behind EXEC may be, too.
kernel beside_exec, ids=0
  begin
  s_mov_b32 exec_hi, s60
  v_readfirstlane_b32 exec_hi, v20
  put v0, 0
  finish

kernel into_exec, ids=0
  begin
  s_mov_b32 exec_lo, s60
  finish

.macro narrow_dpp slot, control:vararg
  v_mov_b32_e32 v3, 0x55
  s_nop 1
  v_mov_b32_dpp v3, v2 \control row_mask:0xf bank_mask:0xf
  put v3, \slot
.endm

// v2 = 100 + thread.
kernel crossing, ids=0
  begin
  v_add_u32_e32 v2, 100, v0
  s_nop 0
  v_readlane_b32 s20, v2, 37
  v_mov_b32_e32 v5, v2
  v_writelane_b32 v5, 7, 33
  s_mov_b32 exec_hi, -1
  s_mov_b32 exec_lo, 0
  v_readfirstlane_b32 s21, v2
  s_mov_b32 exec_lo, -1
  put_scalar s20, 0
  put_scalar s21, 1
  put v5, 2
  narrow_dpp 3, wave_shl:1
  narrow_dpp 4, wave_rol:1
  narrow_dpp 5, wave_shr:1
  narrow_dpp 6, wave_ror:1
  narrow_dpp 7, row_bcast:31
  v_mbcnt_lo_u32_b32 v6, -1, 0
  v_mbcnt_hi_u32_b32 v6, -1, v6
  put v6, 8
  v_lshlrev_b32_e32 v7, 2, v2
  v_add_u32_e32 v7, 36, v7
  ds_bpermute_b32 v8, v7, v2
  ds_permute_b32 v9, v7, v2
  s_waitcnt lgkmcnt(0)
  put v8, 9
  put v9, 10
  v_mov_b32_e32 v10, v2
  v_mov_b32_e32 v11, v0
  s_nop 1
  v_permlane32_swap_b32_e32 v10, v11
  put v10, 11
  put v11, 12
  v_permlane16_swap_b32_e32 v10, v11
  put v10, 13
  finish

// Each kind of instruction that writes vector registers. LDS has room for the 32 lanes of one wave, no more.
kernel every_kind, lds=128, private=16, ids=0
  begin
  v_and_b32_e32 v12, 0x7c, v1
  v_add_f32_e32 v2, 1.0, v0
  v_add_f64 v[4:5], v[2:3], 1.0
  v_pk_add_f32 v[6:7], v[4:5], v[4:5]
  v_pk_add_f16 v8, v2, v2
  v_cvt_f16_f32_sdwa v9, v2 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:DWORD
  v_mov_b32_dpp v10, v2 wave_rol:1 row_mask:0xf bank_mask:0xf
  v_mov_b32_dpp v10, v2 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:0
  v_swap_b32 v2, v10
  v_permlane32_swap_b32_e32 v2, v10
  v_permlane16_swap_b32_e32 v2, v10
  v_writelane_b32 v2, 9, 40
  ds_write_b32 v12, v0
  ds_read_b32 v13, v12
  ds_swizzle_b32 v14, v2 offset:swizzle(BROADCAST,32,3)
  ds_bpermute_b32 v15, v12, v2
  ds_add_rtn_u32 v16, v12, v0
  get v17, 0
  global_load_ubyte v18, v1, s[10:11]
  global_load_short_d16_hi v19, v1, s[10:11]
  scratch_store_dword off, v0, off offset:4
  scratch_load_dword v20, off, off offset:4
  s_waitcnt vmcnt(0) lgkmcnt(0)
  s_mov_b32 m0, 0
  s_nop 0
  global_load_lds_dword v12, s[10:11]
  s_waitcnt vmcnt(0)
  ds_read_b32 v21, v12
  v_and_b32_e32 v22, 0x78, v12
  ds_read_b64_tr_b16 v[22:23], v22
  s_waitcnt lgkmcnt(0)
  put v13, 0
  put v20, 1
  put v21, 2
  v_cvt_scalef32_pk32_fp6_bf16 v[24:29], v[8:23], v2
  finish

// Each wave reads what the other wrote: v2 = 4 * the thread 32 away.
.macro other_wave
  begin
  v_xor_b32_e32 v2, 0x80, v1
  v_add_u32_e32 v3, 100, v0
.endm

kernel exchange, lds=256, ids=0
  other_wave
  ds_write_b32 v1, v3
  s_waitcnt lgkmcnt(0)
  s_barrier
  ds_read_b32 v4, v2
  s_waitcnt lgkmcnt(0)
  put v4, 0
  finish

kernel exchange_without_barrier, lds=256, ids=0
  other_wave
  ds_write_b32 v1, v3
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v4, v2
  s_waitcnt lgkmcnt(0)
  finish

kernel memory_without_barrier, ids=0
  other_wave
  put v3, 0
  s_waitcnt vmcnt(0)
  global_load_dword v4, v2, s[8:9]
  finish

// Of v2 half of the lanes are written, of v3 all, in two steps.
kernel undefined_lanes, ids=0
  begin
  s_mov_b32 exec_lo, 0xffff
  v_mov_b32_e32 v2, 1
  v_mov_b32_e32 v3, 1
  s_not_b32 exec_lo, exec_lo
  v_mov_b32_e32 v3, 2
  s_mov_b32 exec_lo, -1
  v_add_u32_e32 v4, v2, v0
  v_add_u32_e32 v5, v3, v0
  put v4, 0
  put v5, 1
  finish

kernel transposed, lds=256, ids=0
  begin
  v_and_b32_e32 v2, 31, v0
  v_lshlrev_b32_e32 v2, 3, v2
  ds_write_b64 v2, v[0:1]
  s_waitcnt lgkmcnt(0)
  ds_read_b64_tr_b16 v[4:5], v2
  s_waitcnt lgkmcnt(0)
  put v4, 0
  s_mov_b32 exec_lo, 0x7fffffff
  ds_read_b64_tr_b16 v[4:5], v2
  s_waitcnt lgkmcnt(0)
  finish

kernel matrix, ids=0
  begin
  v_mfma_f32_16x16x4_f32 v[4:7], v0, v0, 0
  finish
