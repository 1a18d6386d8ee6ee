// Traffic between lanes. v2 = 100 + lane.
.macro lanes
  begin
  v_add_u32_e32 v2, 100, v0
.endm

kernel scalars
  lanes
  s_nop 0
  v_readfirstlane_b32 s20, v2
  v_readlane_b32 s21, v2, 37
  s_movk_i32 s22, 64+5
  v_readlane_b32 s23, v2, s22
  s_mov_b64 s[30:31], exec
  s_mov_b64 exec, 0x30
  v_readfirstlane_b32 s24, v2
  v_writelane_b32 v2, s21, 40
  v_writelane_b32 v2, 7, s22
  s_mov_b64 exec, 0
  v_readfirstlane_b32 s25, v2
  s_mov_b64 exec, s[30:31]
  put_scalar s20, 0
  put_scalar s21, 1
  put_scalar s23, 2
  put_scalar s24, 3
  put_scalar s25, 4
  put v2, 5
  finish

// v3 = -2.5 in even lanes, 4 in odd ones.
kernel sign_modifiers
  lanes
  s_mov_b32 s20, 0x55555555
  s_mov_b32 s21, s20
  v_mov_b32_e32 v3, 4.0
  v_mov_b32_e32 v4, 0xc0200000
  v_cndmask_b32_e64 v3, v3, v4, s[20:21]
  v_cndmask_b32_e64 v5, -v3, |v3|, s[20:21]
  v_cndmask_b32_e64 v6, 0, -|v3|, s[20:21]
  put v5, 0
  put v6, 1
  finish

.macro dpp slot, control:vararg
  v_mov_b32_e32 v3, 0x55
  s_nop 1
  v_mov_b32_dpp v3, v2 \control
  put v3, \slot
.endm

kernel dpp_rows
  lanes
  dpp 0, quad_perm:[1,1,3,0] row_mask:0xf bank_mask:0xf
  dpp 1, row_shl:3 row_mask:0xf bank_mask:0xf
  dpp 2, row_shl:3 row_mask:0xf bank_mask:0xf bound_ctrl:0
  dpp 3, row_shr:5 row_mask:0xf bank_mask:0xf
  dpp 4, row_ror:5 row_mask:0xf bank_mask:0xf
  dpp 5, row_mirror row_mask:0xf bank_mask:0xf
  dpp 6, row_half_mirror row_mask:0xf bank_mask:0xf
  dpp 7, row_bcast:15 row_mask:0xf bank_mask:0xf
  dpp 8, row_bcast:31 row_mask:0xf bank_mask:0xf
  dpp 9, wave_shl:1 row_mask:0xf bank_mask:0xf
  dpp 10, wave_rol:1 row_mask:0xf bank_mask:0xf
  dpp 11, wave_shr:1 row_mask:0xf bank_mask:0xf
  dpp 12, wave_ror:1 row_mask:0xf bank_mask:0xf
  dpp 13, row_newbcast:6 row_mask:0xf bank_mask:0xf
  dpp 14, row_mirror row_mask:0x5 bank_mask:0x6
  finish

// Lanes 0 and 1 are off: who reads them is not written, or gets 0.
kernel dpp_exec
  lanes
  v_mov_b32_e32 v3, 0x55
  v_mov_b32_e32 v4, 0x55
  v_mov_b32_e32 v5, 1
  s_mov_b64 s[30:31], exec
  s_mov_b64 exec, -4
  v_mov_b32_dpp v3, v2 row_shr:2 row_mask:0xf bank_mask:0xf
  v_mov_b32_dpp v4, v2 row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:0
  v_add_u32_dpp v5, v2, v2 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
  s_mov_b64 exec, s[30:31]
  put v3, 0
  put v4, 1
  put v5, 2
  finish

kernel sdwa
  lanes
  v_mov_b32_e32 v3, 0x8899aabb
  v_mov_b32_e32 v4, 0x11223344
  v_mov_b32_e32 v5, 0x55667788
  v_mov_b32_e32 v6, v5
  v_mov_b32_e32 v7, v5
  v_add_u32_sdwa v8, v3, v4 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1 src1_sel:WORD_1
  put v8, 0
  v_add_u32_sdwa v8, sext(v3), v4 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_0 src1_sel:BYTE_3
  put v8, 1
  v_mov_b32_sdwa v5, v3 dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3
  put v5, 2
  v_mov_b32_sdwa v6, v3 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:WORD_0
  put v6, 3
  v_mov_b32_sdwa v7, v3 dst_sel:BYTE_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
  put v7, 4
  v_mov_b32_sdwa v8, sext(v3) dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1
  put v8, 5
  finish

kernel swaps
  lanes
  v_add_u32_e32 v3, 200, v0
  v_mov_b32_e32 v4, v2
  v_mov_b32_e32 v5, v3
  v_mov_b32_e32 v6, v2
  v_mov_b32_e32 v7, v3
  v_permlane16_swap_b32_e32 v2, v3
  v_permlane32_swap_b32_e32 v4, v5
  v_swap_b32 v6, v7
  put v2, 0
  put v3, 1
  put v4, 2
  put v5, 3
  put v6, 4
  put v7, 5
  finish

// The selector is 4 * (lane * 5 + 3), permuted over 64 lanes; lane 10 is off.
kernel permutes
  lanes
  v_mul_u32_u24_e32 v3, 20, v0
  v_add_u32_e32 v3, 12, v3
  v_mov_b32_e32 v4, 0x55
  v_mov_b32_e32 v5, 0x55
  v_mov_b32_e32 v6, 0x55
  v_lshrrev_b32_e32 v9, 1, v0
  v_lshlrev_b32_e32 v9, 2, v9
  s_mov_b64 s[30:31], exec
  s_mov_b32 exec_lo, 0xfffffbff
  ds_bpermute_b32 v4, v3, v2
  ds_permute_b32 v5, v3, v2
  ds_permute_b32 v6, v9, v2
  ds_bpermute_b32 v7, v3, v2 offset:8
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, s[30:31]
  put v4, 0
  put v5, 1
  put v6, 2
  put v7, 3
  finish

.macro swizzle slot, pattern:vararg
  ds_swizzle_b32 v3, v2 \pattern
  s_waitcnt lgkmcnt(0)
  put v3, \slot
.endm
kernel swizzles
  lanes
  swizzle 0, offset:swizzle(QUAD_PERM,3,0,2,1)
  swizzle 1, offset:swizzle(SWAP,8)
  swizzle 2, offset:swizzle(BROADCAST,8,3)
  swizzle 3, offset:swizzle(REVERSE,16)
  swizzle 4, offset:swizzle(BITMASK_PERM,"01pip")
  swizzle 5, offset:swizzle(ROTATE,0,5)
  swizzle 6, offset:swizzle(ROTATE,1,5)
  swizzle 7, offset:swizzle(FFT,0)
  swizzle 8, offset:swizzle(FFT,31)
  swizzle 9, offset:swizzle(FFT,1)
  finish

// AGPRs under EXEC, and as the data of memory operations.
kernel accumulators, vgprs=64, accum=32
  lanes
  v_accvgpr_write_b32 a0, v2
  v_accvgpr_write_b32 a1, 9
  s_mov_b64 s[30:31], exec
  s_mov_b64 exec, 2
  v_accvgpr_write_b32 a0, 33
  s_mov_b64 exec, s[30:31]
  v_accvgpr_mov_b32 a31, a0
  v_accvgpr_read_b32 v3, a31
  v_accvgpr_read_b32 v4, a1
  put v3, 0
  put v4, 1
  put a0, 2
  global_load_dword a5, v1, s[8:9] offset:512
  s_waitcnt vmcnt(0)
  put a5, 3
  finish

// What op_sel chooses of the source and the destination of scaled conversions; v3 = 2, v4 = 1 in every lane.
kernel scaled_selects, vgprs=48, accum=48
  lanes
  v_mov_b32_e32 v3, 2.0
  v_mov_b32_e32 v4, 1.0
  v_mov_b32_e32 v5, 0x11223344
  v_mov_b32_e32 v6, v5
  v_mov_b32_e32 v7, v5
  v_mov_b32_e32 v8, v5
  v_mov_b32_e32 v9, 0x38404850
  v_cvt_scalef32_pk_fp8_f32 v5, v4, -v3, v4 op_sel:[0,0,0,1]
  v_cvt_scalef32_sr_fp8_f32 v6, v3, v4, v4 op_sel:[0,0,0,1]
  v_cvt_scalef32_pk_fp4_f32 v7, v4, v3, v4 op_sel:[0,0,1,0]
  v_cvt_scalef32_f16_fp8 v8, v9, v3 op_sel:[1,1,1]
  v_cvt_scalef32_pk_f32_fp8 v[10:11], v9, v3 op_sel:[1,0,0]
  v_cvt_scalef32_f32_fp8 v12, v9, v3 op_sel:[0,1,0]
  v_cvt_scalef32_pk_f16_fp4 v13, v9, v3 op_sel:[1,0,0]
  put v5, 0
  put v6, 1
  put v7, 2
  put v8, 3
  put v10, 4
  put v11, 5
  put v12, 6
  put v13, 7
  // 32 elements a lane: 1 in e2m3 is 8, and its double is 0x10.
  .set i, 0
  .rept 16
    v_mov_b32_e32 v[14+i], v4
    .set i, i+1
  .endr
  s_mov_b64 s[30:31], exec
  v_mov_b32_e32 v35, 0
  s_mov_b64 exec, 1
  v_cvt_scalef32_2xpk16_fp6_f32 v[30:35], v[14:29], v[14:29], v4
  s_mov_b64 exec, s[30:31]
  put v35, 8
  finish
