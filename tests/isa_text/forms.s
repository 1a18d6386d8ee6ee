// One line of every form that the reader of lines knows, for gfx950. Assembled, decoded again and held against the encoding.
v_mfma_scale_f32_16x16x128_f8f6f4 v[0:3], v[4:11], v[12:19], v[20:23], v24, v25
v_mfma_scale_f32_16x16x128_f8f6f4 v[0:3], v[4:11], v[12:19], v[20:23], v24, v25 op_sel:[1,0,0] op_sel_hi:[0,0,0]
v_mfma_scale_f32_16x16x128_f8f6f4 v[0:3], v[4:11], v[12:15], 0, v24, v25 op_sel:[1,1,0] op_sel_hi:[0,1,0] blgp:4
v_mfma_scale_f32_16x16x128_f8f6f4 a[0:3], v[4:11], v[12:19], a[0:3], v24, v25 op_sel_hi:[0,0,0]
v_pk_add_f32 v[0:1], v[2:3], v[4:5]
v_pk_add_f32 v[0:1], v[2:3], v[4:5] op_sel:[0,1] op_sel_hi:[1,0]
v_pk_mul_f32 v[0:1], s[2:3], v[4:5] op_sel_hi:[0,1] neg_lo:[1,0]
v_add_u32_sdwa v0, v1, v2 dst_sel:BYTE_0 dst_unused:UNUSED_PAD src0_sel:WORD_1 src1_sel:DWORD
v_add_f32_dpp v0, v1, v2 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:0
v_mov_b32_dpp v0, v1 quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf
v_mov_b32_dpp v0, v1 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_add_f32_e64 v0, -v1, |v2| clamp mul:2
v_fma_f32 v0, -|v1|, v2, 1.0
v_add_f16 v0, 1.0, v1
v_fma_f64 v[0:1], v[2:3], 1.0, -2
v_cmp_lt_f32 vcc, 0.15915494, v1
v_add_co_u32 v0, vcc, v1, v2
v_addc_co_u32_e64 v0, s[2:3], v1, v2, s[4:5]
v_cndmask_b32 v0, v1, v2, vcc
v_cvt_f32_u32_sdwa v0, sext(v1) dst_sel:DWORD dst_unused:UNUSED_PRESERVE src0_sel:BYTE_2
buffer_load_dwordx4 v[0:3], v4, s[0:3], s5 offen offset:16
buffer_load_dwordx4 v4, s[0:3], 0 offen lds
buffer_load_dword v5, s[0:3], s7 offen offset:4 lds
buffer_load_dwordx4 v[0:3], v[4:5], s[0:3], 0 idxen offen sc0 nt
buffer_store_short_d16_hi v0, v1, s[0:3], 0 offen
global_load_dwordx2 v[0:1], v2, s[4:5] offset:-8
global_load_dwordx2 v[0:1], v[2:3], off offset:8 sc1
global_load_lds_dwordx4 v[2:3], off
flat_load_dword v0, v[2:3]
scratch_load_dword v0, off, s3 offset:4
scratch_store_dword v1, v0, off
ds_read_b128 v[0:3], v4 offset:16
ds_write2_b32 v0, v1, v2 offset0:1 offset1:2
ds_read2st64_b64 v[0:3], v4 offset1:3
ds_bpermute_b32 v0, v1, v2
s_load_dwordx4 s[0:3], s[4:5], 0x10
s_load_dword s0, s[4:5], s6
s_load_dwordx8 s[8:15], s[4:5], s6 offset:0x10
s_buffer_load_dword s0, s[4:7], 0x10
s_waitcnt vmcnt(3) lgkmcnt(0)
s_waitcnt lgkmcnt(0)
s_waitcnt 0
s_cbranch_scc1 16
s_cbranch_execz 65535
s_branch 3
s_mov_b32 s0, 0x3f800000
s_mov_b64 s[0:1], -1
s_mov_b32 m0, s2
s_mov_b64 exec, vcc
s_mov_b32 s0, src_shared_base
s_getreg_b32 s0, hwreg(HW_REG_MODE, 0, 4)
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 4), 3
s_addk_i32 s0, 0x64
s_movk_i32 s0, 0xff9c
s_cmpk_eq_u32 s0, 0x64
s_and_saveexec_b64 s[0:1], vcc
s_setprio 1
s_nop 3
s_sleep 1
s_barrier
s_sendmsg sendmsg(MSG_INTERRUPT)
v_readfirstlane_b32 s0, v1
v_readlane_b32 s0, v1, s2
v_writelane_b32 v0, s1, 3
v_accvgpr_read_b32 v0, a1
v_accvgpr_write_b32 a0, 0
v_permlane32_swap_b32 v0, v1
v_cvt_pk_bf16_f32 v0, v1, v2
v_cvt_f16_f32 v0, v1
v_cvt_pk_f16_f32 v0, v1, v2
v_pack_b32_f16 v0, v1, v2 op_sel:[1,0,0]
v_perm_b32 v0, v1, v2, v3
v_mad_u64_u32 v[0:1], s[0:1], v2, v3, v[4:5]
v_mad_u64_u32 v[0:1], vcc, v2, 4, 0
v_lshl_add_u64 v[0:1], v[2:3], 1, s[4:5]
v_bfe_u32 v0, v1, 0, 8
global_atomic_pk_add_bf16 v0, v1, s[0:1]
v_mfma_f32_16x16x128_f8f6f4 v[0:3], v[4:11], v[12:19], v[20:23]
v_mfma_f32_16x16x32_bf16 v[0:3], v[4:7], v[8:11], 0
v_fmamk_f32 v0, v1, 0x41200000, v2
v_fmac_f32 v0, v1, v2
v_div_scale_f32 v0, vcc, v1, v2, v3
v_swap_b32 v0, v1
v_mov_b64 v[0:1], s[0:1]
v_mbcnt_lo_u32_b32 v0, -1, 0
v_lshlrev_b16 v0, 1, v1
v_dot2_f32_f16 v0, v1, v2, v3
s_endpgm
ds_swizzle_b32 v0, v1 offset:swizzle(QUAD_PERM,0,1,2,3)
ds_swizzle_b32 v0, v1 offset:swizzle(BITMASK_PERM,"01pip")
ds_swizzle_b32 v0, v1 offset:swizzle(BROADCAST,2,0)
ds_swizzle_b32 v0, v1 offset:swizzle(REVERSE,8)
ds_swizzle_b32 v0, v1 offset:swizzle(SWAP,16)
ds_swizzle_b32 v0, v1 offset:swizzle(ROTATE,0,5)
ds_swizzle_b32 v0, v1 offset:swizzle(FFT,3)
ds_swizzle_b32 v0, v1 offset:0xffff
ds_swizzle_b32 v0, v1 offset:0x1234
s_set_gpr_idx_on s0, gpr_idx(SRC0,DST)
s_set_gpr_idx_mode gpr_idx(SRC0)
s_set_gpr_idx_mode gpr_idx()
s_set_gpr_idx_off
s_setvskip s0, s1
s_getreg_b32 s0, hwreg(HW_REG_MODE)
s_getreg_b32 s0, hwreg(40, 1, 2)
s_getreg_b32 s0, hwreg(20)
s_setreg_b32 hwreg(HW_REG_MODE, 0, 2), s3
s_mov_b64 s[0:1], src_shared_base
s_mov_b64 s[0:1], src_private_base
s_mov_b64 s[0:1], 1.0
s_mov_b64 s[0:1], 0x12345678
s_mov_b64 s[0:1], 0xffffffff
s_mov_b32 s0, 0.15915494
s_mov_b64 s[0:1], flat_scratch
s_mov_b64 vcc, ttmp[2:3]
s_mov_b32 s0, ttmp3
s_mov_b32 vcc_lo, exec_hi
s_mov_b32 s0, src_scc
s_mov_b64 s[0:1], src_vccz
s_mov_b64 s[0:1], src_execz
s_mov_b32 flat_scratch_lo, xnack_mask_lo
s_mov_b32 s0, src_pops_exiting_wave_id
v_mul_f64 v[0:1], 0.15915494309189532, v[2:3]
v_mul_f64 v[0:1], 0x40000000, v[2:3]
v_mul_f64 v[0:1], -v[2:3], |v[4:5]|
v_mul_f16 v0, 0.15915494, v1
v_add_u16 v0, 1.0, v1
v_add_u16 v0, 0x3c00, v1
v_add_u16 v0, -1, v1
v_add_f16 v0, 0x1234, v1
v_add_f16 v0, -4.0, v1
v_pk_add_f16 v0, 1.0, v1
v_pk_add_f16 v0, -1, v1 neg_lo:[1,0] neg_hi:[0,1] clamp
v_pk_add_u16 v0, 1.0, v1
v_pk_add_u16 v0, 5, v1
v_dot2_f32_bf16 v0, v1, 1.0, v3
v_dot2c_f32_bf16 v0, 1.0, v1
v_bitop3_b32 v0, v1, v2, v3 bitop3:0x5a
v_bitop3_b16 v0, v1, v2, v3 bitop3:0x5a op_sel:[0,0,1,1]
v_mfma_f64_16x16x4_f64 v[0:7], v[8:9], v[10:11], v[0:7] neg:[1,0,1]
v_mfma_f64_16x16x4_f64 v[0:7], v[8:9], v[10:11], v[0:7] cbsz:1 abid:2
v_mfma_f32_32x32x1_2b_f32 a[0:31], v0, v1, a[0:31] cbsz:1 abid:1 blgp:2
v_smfmac_f32_16x16x64_bf16 v[0:3], v[4:7], v[8:15], v16 cbsz:1 abid:1
v_add_f32_e64 v0, neg(1.0), v1
v_add_f32_e64 v0, -v1, neg(2)
v_add_f32_e64 v0, |v1|, -|v2| div:2
v_cmp_eq_u32_sdwa vcc, v0, v1 src0_sel:BYTE_0 src1_sel:DWORD
v_cmp_eq_f32_sdwa s[2:3], -v0, |v1| src0_sel:BYTE_0 src1_sel:DWORD
v_add_f32_sdwa v0, v1, v2 clamp mul:2 dst_sel:BYTE_1 dst_unused:UNUSED_SEXT src0_sel:WORD_0 src1_sel:WORD_1
v_add_f32_dpp v0, -v1, |v2| row_bcast:15 row_mask:0xa bank_mask:0xf
v_mov_b32_dpp v0, v1 wave_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:0
v_mov_b32_dpp v0, v1 wave_rol:1 row_mask:0xf bank_mask:0xf
v_mov_b32_dpp v0, v1 wave_shr:1 row_mask:0xf bank_mask:0xf
v_mov_b32_dpp v0, v1 wave_ror:1 row_mask:0xf bank_mask:0xf
v_mov_b32_dpp v0, v1 row_bcast:31 row_mask:0xf bank_mask:0xf
v_mov_b32_dpp v0, v1 row_mirror row_mask:0xf bank_mask:0xf
v_mov_b32_dpp v0, v1 row_half_mirror row_mask:0xf bank_mask:0xf
v_mov_b32_dpp v0, v1 row_ror:3 row_mask:0x3 bank_mask:0x5
v_add_co_u32_dpp v0, vcc, v1, v2 row_shl:3 row_mask:0x3 bank_mask:0x5
v_addc_co_u32_sdwa v0, vcc, v1, v2, vcc dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1 src1_sel:BYTE_3
v_cndmask_b32_dpp v0, v1, v2, vcc row_shr:3 row_mask:0xf bank_mask:0xf
v_cndmask_b32_e64 v0, -v1, v2, s[0:1]
v_fma_mix_f32 v0, v1, -v2, |v3| op_sel:[1,0,0] op_sel_hi:[0,1,0]
v_fma_mixhi_f16 v0, v1, v2, v3 op_sel_hi:[1,0,1] clamp
v_mad_u16 v0, v1, v2, v3 op_sel:[0,1,0,1]
v_cvt_pk_fp8_f32 v0, v1, v2 op_sel:[0,0,1]
v_cvt_scalef32_pk_fp4_f32 v0, v1, v2, v3 op_sel:[0,0,1,1]
v_cvt_scalef32_pk_f32_fp4 v[0:1], v2, v3 op_sel:[1,1,0]
v_cvt_scalef32_f32_fp8 v0, v2, v3 op_sel:[0,1,0]
v_cvt_scalef32_f16_fp8 v0, v2, v3 op_sel:[0,1,1]
v_cvt_scalef32_sr_fp8_f32 v0, v2, v3, v4 op_sel:[0,0,1,1]
v_cvt_scalef32_2xpk16_fp6_f32 v[0:5], v[6:21], v[22:37], v40
v_cvt_sr_fp8_f32 v0, v1, v2 op_sel:[0,0,1,1]
v_permlane16_swap_b32 v0, v1
v_cvt_f32_fp8 v0, v1
v_cvt_f32_fp8_sdwa v0, v1 src0_sel:BYTE_2
v_cvt_f32_fp8_e64 v0, v1
v_cvt_pk_f32_fp8_e64 v[0:1], v1
v_cmp_class_f32 s[0:1], v1, v2
v_cmpx_lt_f32 vcc, v1, v2
v_cmpx_lt_f32_e64 s[0:1], v1, v2 clamp
v_nop
v_madak_f16 v0, v1, v2, 0x1234
v_fmaak_f32 v0, v1, v2, 0x1234
v_readlane_b32 vcc_lo, v1, 63
v_accvgpr_mov_b32 a0, a1
v_accvgpr_write_b32 a0, 1.0
buffer_load_format_xyzw v[0:3], off, s[0:3], 0
buffer_load_dword off, s[0:3], s4 lds
buffer_load_dword v0, off, ttmp[0:3], m0 offset:4095
buffer_atomic_cmpswap v[0:1], off, s[0:3], 0 sc0
buffer_atomic_pk_add_bf16 v0, v1, s[0:3], 0 offen offset:4
buffer_load_dword a0, off, s[0:3], 0
buffer_load_ubyte_d16 v0, off, s[0:3], 0
buffer_wbl2 sc0 sc1
buffer_inv sc1
global_load_dword a0, v1, s[0:1] offset:4095
global_atomic_add_f64 v[0:1], v[2:3], off
global_load_lds_dwordx4 v2, s[4:5] offset:16 sc0 nt sc1
scratch_load_dwordx4 v[0:3], v4, off offset:-4
scratch_load_dwordx4 v[0:3], v4, s5
scratch_load_dwordx4 v[0:3], off, off
scratch_load_lds_dword v0, off
scratch_store_dword off, v0, s3
ds_write_b64 v0, a[2:3]
ds_read_addtid_b32 v0 offset:4
ds_nop
ds_gws_init v0 gds
ds_append v0 offset:4
ds_read_b64_tr_b16 v[0:1], v2 offset:8
ds_condxchg32_rtn_b64 v[0:1], v2, v[4:5]
s_load_dword s0, s[4:5], 0x10 glc
s_load_dword s0, s[4:5], -4
s_load_dword s0, s[4:5], s6 offset:-0x4
s_store_dword s0, s[4:5], 0x0 glc
s_atomic_add s0, s[2:3], 0x0 glc
s_scratch_load_dword s0, s[2:3], 0x4
s_dcache_wb
s_dcache_inv
s_memtime s[0:1]
s_memrealtime s[0:1]
s_atc_probe 1, s[0:1], 0
s_waitcnt vmcnt(63) expcnt(7) lgkmcnt(15)
s_waitcnt expcnt(0)
s_trap 2
s_sethalt 1
s_icache_inv
s_incperflevel 3
s_ttracedata
s_endpgm_saved
s_decperflevel 1
s_sendmsg sendmsg(MSG_GET_DOORBELL)
s_sendmsg sendmsg(2, 1, 0)
s_sendmsg 0x44
s_call_b64 s[0:1], 4
s_getpc_b64 s[0:1]
s_setpc_b64 s[0:1]
s_swappc_b64 s[0:1], s[2:3]
s_rfe_b64 s[0:1]
s_cbranch_g_fork s[0:1], s[2:3]
s_cbranch_i_fork s[0:1], 4
s_cbranch_join s1
s_bitset0_b32 s0, s1
s_mulk_i32 s0, 0xffff
s_movk_i32 s0, 5
s_cmpk_eq_i32 s0, 0xfff0
s_bfe_u32 s0, s1, 0x10008
s_cmp_eq_u64 s[0:1], 0
s_movrels_b32 s0, s1
s_nop 0
v_mov_b32 v255, s101
v_mov_b64 v[254:255], -16
v_screen_partition_4se_b32 v0, v1
v_prng_b32 v0, v1
v_ashr_pk_i8_i32 v0, v1, v2, v3
v_dot4_i32_i8 v0, v1, v2, v3 clamp
v_dot8_i32_i4 v0, v1, v2, v3 
v_pk_mov_b32 v[0:1], v[2:3], v[4:5] op_sel:[1,0]
v_xor_b32 v0, 0xdeadbeef, v1
v_lshl_add_u32 v0, v1, 3, v2
v_div_fmas_f32 v0, v1, v2, v3
v_div_scale_f64 v[0:1], s[2:3], v[2:3], v[4:5], v[6:7]
v_mqsad_u32_u8 v[0:3], v[2:3], s0, v[4:7]
v_minimum3_f32 v0, v1, v2, v3
v_pk_minimum3_f16 v0, v1, v2, v3
