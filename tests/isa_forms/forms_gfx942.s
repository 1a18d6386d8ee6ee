// Every mnemonic of used_mnemonics.csv in every encoding and under every modifier that the assembler of gfx942, not of gfx950, takes,
// one line each; operands are as good as any.
ds_add_rtn_u32 v8, v16, v24
ds_add_rtn_u32 v8, v16, v24 offset:8
ds_add_u32 v8, v16
ds_add_u32 v8, v16 offset:8
ds_or_b32 v8, v16
ds_or_b32 v8, v16 offset:8
ds_permute_b32 v8, v16, v24
ds_permute_b32 v8, v16, v24 offset:8
ds_read2_b32 v[8:9], v16
ds_read2_b32 v[8:9], v16 offset0:1 offset1:2
ds_read2_b32 a[8:9], v16
ds_read2_b64 v[8:11], v16
ds_read2_b64 v[8:11], v16 offset0:1 offset1:2
ds_read2_b64 a[8:11], v16
ds_read2st64_b32 v[8:9], v16
ds_read2st64_b32 v[8:9], v16 offset0:1 offset1:2
ds_read2st64_b32 a[8:9], v16
ds_write2_b32 v8, v16, v24
ds_write2_b32 v8, v16, v24 offset0:1 offset1:2
ds_write2_b64 v8, v[16:17], v[24:25]
ds_write2_b64 v8, v[16:17], v[24:25] offset0:1 offset1:2
ds_write2st64_b32 v8, v16, v24
ds_write2st64_b32 v8, v16, v24 offset0:1 offset1:2
flat_store_byte v[40:41], v8
flat_store_byte v[40:41], v8 offset:16
flat_store_byte v[40:41], v8 sc0
flat_store_byte v[40:41], v8 sc1
flat_store_byte v[40:41], v8 nt
flat_store_byte v[40:41], a8
global_store_dwordx4 v[40:41], v[8:11], off
global_store_dwordx4 v[40:41], v[8:11], off offset:16
global_store_dwordx4 v[40:41], v[8:11], off sc0
global_store_dwordx4 v[40:41], v[8:11], off sc1
global_store_dwordx4 v[40:41], v[8:11], off nt
global_store_dwordx4 v[40:41], a[8:11], off
global_store_dwordx4 v40, v[8:11], s[8:9]
global_store_dwordx4 v40, v[8:11], s[8:9] offset:16
global_store_dwordx4 v40, v[8:11], s[8:9] sc0
global_store_dwordx4 v40, v[8:11], s[8:9] sc1
global_store_dwordx4 v40, v[8:11], s[8:9] nt
global_store_dwordx4 v40, a[8:11], s[8:9]
s_andn2_b32 s20, s6, s7
s_atomic_inc s20, s[6:7]
s_atomic_inc s20, s[6:7] glc
s_atomic_inc s20, s[6:7], s8
s_atomic_inc s20, s[6:7], s8 glc
s_atomic_inc s20, s[6:7], s8 offset:0x4
s_atomic_inc s20, s[8:9], 0x10
s_atomic_inc s20, s[8:9], 0x10 glc
s_atomic_inc s20, s[8:9], s6
s_atomic_inc s20, s[8:9], s6 glc
s_atomic_inc s20, s[8:9], s6 offset:0x4
s_bcnt1_i32_b64 s20, 0x10
s_bcnt1_i32_b64 s20, s[6:7]
s_brev_b32 s20, 0x10
s_brev_b32 s20, s6
s_brev_b32 s6, s7
s_cmpk_lt_u32 s20, 0x10
s_nor_b32 s20, s6, s7
s_or_saveexec_b64 s[20:21], 0x10
s_or_saveexec_b64 s[20:21], s[6:7]
s_or_saveexec_b64 s[6:7], s[8:9]
s_orn2_b64 s[20:21], s[6:7], s[8:9]
s_orn2_b64 s[20:21], s[8:9], 0x10
s_trap 1
s_trap 0
v_bcnt_u32_b32 v8, v40, s3
v_bcnt_u32_b32 v8, 1.0, s3
v_bfrev_b32 v8, v40
v_bfrev_b32 v8, v40 clamp
v_bfrev_b32 v8, sext(v40)
v_bfrev_b32 v8, 1.0
v_bfrev_b32 v8, 0x3f123456
v_bfrev_b32 v8, s40
v_bfrev_b32_e64 v8, v40
v_bfrev_b32_e64 v8, 1.0
v_bfrev_b32_e64 v8, s40
v_bfrev_b32_dpp v8, v40 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_bfrev_b32_dpp v8, v40 row_shl:1 row_mask:0xf bank_mask:0xf
v_bfrev_b32_dpp v8, v40 row_shr:3 row_mask:0xf bank_mask:0xf
v_bfrev_b32_dpp v8, v40 row_ror:5 row_mask:0xf bank_mask:0xf
v_bfrev_b32_dpp v8, v40 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_bfrev_b32_dpp v8, v40 row_bcast:15 row_mask:0xf bank_mask:0xf
v_bfrev_b32_dpp v8, v40 row_bcast:31 row_mask:0xf bank_mask:0xf
v_bfrev_b32_dpp v8, v40 row_mirror row_mask:0xf bank_mask:0xf
v_bfrev_b32_dpp v8, v40 row_half_mirror row_mask:0xf bank_mask:0xf
v_bfrev_b32_dpp v8, v40 wave_shl:1 row_mask:0xf bank_mask:0xf
v_bfrev_b32_dpp v8, v40 wave_ror:1 row_mask:0xf bank_mask:0xf
v_bfrev_b32_dpp v8, v40 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_bfrev_b32_sdwa v8, v40
v_bfrev_b32_sdwa v8, v40 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_bfrev_b32_sdwa v8, v40 src0_sel:BYTE_2
v_bfrev_b32_sdwa v8, 1.0
v_bfrev_b32_sdwa v8, s40
v_cmp_eq_u16 v8, v40
v_cmp_eq_u16 s[12:13], v40, s3
v_cmp_eq_u16 s[12:13], sext(v40), s3
v_cmp_eq_u16 s[12:13], 1.0, s3
v_cmp_eq_u16_e32 vcc, v40, v44
v_cmp_eq_u16_e32 vcc, 1.0, v44
v_cmp_eq_u16_e32 vcc, s40, v44
v_cmp_eq_u16_e64 s[12:13], v40, v44
v_cmp_eq_u16_e64 s[12:13], 1.0, v44
v_cmp_eq_u16_e64 s[12:13], s40, v44
v_cmp_eq_u16_e64 s[12:13], v40, 1.0
v_cmp_eq_u16_e64 s[12:13], v40, s40
v_cmp_eq_u16_sdwa s[12:13], v40, s3
v_cmp_eq_u16_sdwa s[12:13], v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_eq_u16_sdwa s[12:13], v40, s3 src0_sel:BYTE_2
v_cmp_eq_u16_sdwa s[12:13], 1.0, s3
v_cmp_eq_u16_sdwa s[12:13], v40, v44
v_cmp_eq_u16_sdwa s[12:13], v40, v44 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_eq_u16_sdwa s[12:13], v40, v44 src0_sel:BYTE_2
v_cmp_eq_u16_sdwa s[12:13], sext(v40), v44
v_cmp_eq_u16_sdwa s[12:13], 1.0, v44
v_cmp_eq_u16_sdwa s[12:13], s40, v44
v_cmp_eq_u16_sdwa s[12:13], v40, sext(v44)
v_cmp_eq_u16_sdwa s[12:13], v40, 1.0
v_cmp_eq_u16_sdwa s[12:13], v40, s40
v_cmp_gt_i16 v8, v40
v_cmp_gt_i16 s[12:13], v40, s3
v_cmp_gt_i16 s[12:13], sext(v40), s3
v_cmp_gt_i16 s[12:13], 1.0, s3
v_cmp_gt_i16_e32 vcc, v40, v44
v_cmp_gt_i16_e32 vcc, 1.0, v44
v_cmp_gt_i16_e32 vcc, s40, v44
v_cmp_gt_i16_e64 s[12:13], v40, v44
v_cmp_gt_i16_e64 s[12:13], 1.0, v44
v_cmp_gt_i16_e64 s[12:13], s40, v44
v_cmp_gt_i16_e64 s[12:13], v40, 1.0
v_cmp_gt_i16_e64 s[12:13], v40, s40
v_cmp_gt_i16_sdwa s[12:13], v40, s3
v_cmp_gt_i16_sdwa s[12:13], v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_gt_i16_sdwa s[12:13], v40, s3 src0_sel:BYTE_2
v_cmp_gt_i16_sdwa s[12:13], 1.0, s3
v_cmp_gt_i16_sdwa s[12:13], v40, v44
v_cmp_gt_i16_sdwa s[12:13], v40, v44 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_gt_i16_sdwa s[12:13], v40, v44 src0_sel:BYTE_2
v_cmp_gt_i16_sdwa s[12:13], sext(v40), v44
v_cmp_gt_i16_sdwa s[12:13], 1.0, v44
v_cmp_gt_i16_sdwa s[12:13], s40, v44
v_cmp_gt_i16_sdwa s[12:13], v40, sext(v44)
v_cmp_gt_i16_sdwa s[12:13], v40, 1.0
v_cmp_gt_i16_sdwa s[12:13], v40, s40
v_cmp_gt_i64 v[8:9], v[40:41]
v_cmp_gt_i64 s[12:13], v[40:41]
v_cmp_gt_i64_e64 s[12:13], v[40:41], v[44:45]
v_cmp_gt_i64_e64 s[12:13], 1.0, v[44:45]
v_cmp_gt_i64_e64 s[12:13], s[40:41], v[44:45]
v_cmp_gt_i64_e64 s[12:13], v[40:41], 1.0
v_cmp_gt_i64_e64 s[12:13], v[40:41], s[40:41]
v_cmp_gt_i64_e64 vcc, v[40:41], v[44:45]
v_cmp_gt_i64_e64 vcc, 1.0, v[44:45]
v_cmp_gt_i64_e64 vcc, s[40:41], v[44:45]
v_cmp_gt_i64_e64 vcc, v[40:41], 1.0
v_cmp_gt_i64_e64 vcc, v[40:41], s[40:41]
v_cmp_ne_u16 v8, v40
v_cmp_ne_u16 s[12:13], v40, s3
v_cmp_ne_u16 s[12:13], sext(v40), s3
v_cmp_ne_u16 s[12:13], 1.0, s3
v_cmp_ne_u16_e32 vcc, v40, v44
v_cmp_ne_u16_e32 vcc, 1.0, v44
v_cmp_ne_u16_e32 vcc, s40, v44
v_cmp_ne_u16_e64 s[12:13], v40, v44
v_cmp_ne_u16_e64 s[12:13], 1.0, v44
v_cmp_ne_u16_e64 s[12:13], s40, v44
v_cmp_ne_u16_e64 s[12:13], v40, 1.0
v_cmp_ne_u16_e64 s[12:13], v40, s40
v_cmp_ne_u16_sdwa s[12:13], v40, s3
v_cmp_ne_u16_sdwa s[12:13], v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_ne_u16_sdwa s[12:13], v40, s3 src0_sel:BYTE_2
v_cmp_ne_u16_sdwa s[12:13], 1.0, s3
v_cmp_ne_u16_sdwa s[12:13], v40, v44
v_cmp_ne_u16_sdwa s[12:13], v40, v44 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_ne_u16_sdwa s[12:13], v40, v44 src0_sel:BYTE_2
v_cmp_ne_u16_sdwa s[12:13], sext(v40), v44
v_cmp_ne_u16_sdwa s[12:13], 1.0, v44
v_cmp_ne_u16_sdwa s[12:13], s40, v44
v_cmp_ne_u16_sdwa s[12:13], v40, sext(v44)
v_cmp_ne_u16_sdwa s[12:13], v40, 1.0
v_cmp_ne_u16_sdwa s[12:13], v40, s40
v_cmp_ne_u64 v[8:9], v[40:41]
v_cmp_ne_u64 s[12:13], v[40:41]
v_cmp_ne_u64_e64 s[12:13], v[40:41], v[44:45]
v_cmp_ne_u64_e64 s[12:13], 1.0, v[44:45]
v_cmp_ne_u64_e64 s[12:13], s[40:41], v[44:45]
v_cmp_ne_u64_e64 s[12:13], v[40:41], 1.0
v_cmp_ne_u64_e64 s[12:13], v[40:41], s[40:41]
v_cmp_ne_u64_e64 vcc, v[40:41], v[44:45]
v_cmp_ne_u64_e64 vcc, 1.0, v[44:45]
v_cmp_ne_u64_e64 vcc, s[40:41], v[44:45]
v_cmp_ne_u64_e64 vcc, v[40:41], 1.0
v_cmp_ne_u64_e64 vcc, v[40:41], s[40:41]
v_cmp_ngt_f32 v8, v40
v_cmp_ngt_f32 s[12:13], v40, s3
v_cmp_ngt_f32 s[12:13], v40, s3 clamp
v_cmp_ngt_f32 s[12:13], -v40, s3
v_cmp_ngt_f32 s[12:13], |v40|, s3
v_cmp_ngt_f32 s[12:13], 1.0, s3
v_cmp_ngt_f32_e32 vcc, v40, v44
v_cmp_ngt_f32_e32 vcc, 1.0, v44
v_cmp_ngt_f32_e32 vcc, 0x3f123456, v44
v_cmp_ngt_f32_e32 vcc, s40, v44
v_cmp_ngt_f32_e64 s[12:13], v40, v44
v_cmp_ngt_f32_e64 s[12:13], v40, v44 clamp
v_cmp_ngt_f32_e64 s[12:13], -v40, v44
v_cmp_ngt_f32_e64 s[12:13], |v40|, v44
v_cmp_ngt_f32_e64 s[12:13], 1.0, v44
v_cmp_ngt_f32_e64 s[12:13], s40, v44
v_cmp_ngt_f32_e64 s[12:13], v40, -v44
v_cmp_ngt_f32_e64 s[12:13], v40, |v44|
v_cmp_ngt_f32_e64 s[12:13], v40, 1.0
v_cmp_ngt_f32_e64 s[12:13], v40, s40
v_cmp_ngt_f32_sdwa s[12:13], v40, s3
v_cmp_ngt_f32_sdwa s[12:13], v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_ngt_f32_sdwa s[12:13], v40, s3 src0_sel:BYTE_2
v_cmp_ngt_f32_sdwa s[12:13], -v40, s3
v_cmp_ngt_f32_sdwa s[12:13], |v40|, s3
v_cmp_ngt_f32_sdwa s[12:13], 1.0, s3
v_cmp_ngt_f32_sdwa s[12:13], v40, v44
v_cmp_ngt_f32_sdwa s[12:13], v40, v44 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_ngt_f32_sdwa s[12:13], v40, v44 src0_sel:BYTE_2
v_cmp_ngt_f32_sdwa s[12:13], -v40, v44
v_cmp_ngt_f32_sdwa s[12:13], |v40|, v44
v_cmp_ngt_f32_sdwa s[12:13], 1.0, v44
v_cmp_ngt_f32_sdwa s[12:13], s40, v44
v_cmp_ngt_f32_sdwa s[12:13], v40, -v44
v_cmp_ngt_f32_sdwa s[12:13], v40, |v44|
v_cmp_ngt_f32_sdwa s[12:13], v40, 1.0
v_cmp_ngt_f32_sdwa s[12:13], v40, s40
v_cvt_f16_f32 v8, v40
v_cvt_f16_f32 v8, v40 clamp
v_cvt_f16_f32 v8, v40 mul:2
v_cvt_f16_f32 v8, v40 mul:4
v_cvt_f16_f32 v8, v40 div:2
v_cvt_f16_f32 v8, v40 clamp mul:2
v_cvt_f16_f32 v8, -v40
v_cvt_f16_f32 v8, |v40|
v_cvt_f16_f32 v8, 1.0
v_cvt_f16_f32 v8, 0x3f123456
v_cvt_f16_f32 v8, s40
v_cvt_f16_f32_e64 v8, v40
v_cvt_f16_f32_e64 v8, 1.0
v_cvt_f16_f32_e64 v8, s40
v_cvt_f16_f32_dpp v8, v40 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_cvt_f16_f32_dpp v8, v40 row_shl:1 row_mask:0xf bank_mask:0xf
v_cvt_f16_f32_dpp v8, v40 row_shr:3 row_mask:0xf bank_mask:0xf
v_cvt_f16_f32_dpp v8, v40 row_ror:5 row_mask:0xf bank_mask:0xf
v_cvt_f16_f32_dpp v8, v40 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_cvt_f16_f32_dpp v8, v40 row_bcast:15 row_mask:0xf bank_mask:0xf
v_cvt_f16_f32_dpp v8, v40 row_bcast:31 row_mask:0xf bank_mask:0xf
v_cvt_f16_f32_dpp v8, v40 row_mirror row_mask:0xf bank_mask:0xf
v_cvt_f16_f32_dpp v8, v40 row_half_mirror row_mask:0xf bank_mask:0xf
v_cvt_f16_f32_dpp v8, v40 wave_shl:1 row_mask:0xf bank_mask:0xf
v_cvt_f16_f32_dpp v8, v40 wave_ror:1 row_mask:0xf bank_mask:0xf
v_cvt_f16_f32_dpp v8, v40 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_cvt_f16_f32_dpp v8, -v40 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_cvt_f16_f32_dpp v8, |v40| quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_cvt_f16_f32_sdwa v8, v40
v_cvt_f16_f32_sdwa v8, v40 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_cvt_f16_f32_sdwa v8, v40 src0_sel:BYTE_2
v_cvt_f16_f32_sdwa v8, v40 clamp
v_cvt_f16_f32_sdwa v8, v40 mul:2
v_cvt_f16_f32_sdwa v8, -v40
v_cvt_f16_f32_sdwa v8, |v40|
v_cvt_f16_f32_sdwa v8, 1.0
v_cvt_f16_f32_sdwa v8, s40
v_cvt_off_f32_i4 v8, v40
v_cvt_off_f32_i4 v8, v40 clamp
v_cvt_off_f32_i4 v8, v40 mul:2
v_cvt_off_f32_i4 v8, v40 mul:4
v_cvt_off_f32_i4 v8, v40 div:2
v_cvt_off_f32_i4 v8, v40 clamp mul:2
v_cvt_off_f32_i4 v8, sext(v40)
v_cvt_off_f32_i4 v8, 1.0
v_cvt_off_f32_i4 v8, 0x3f123456
v_cvt_off_f32_i4 v8, s40
v_cvt_off_f32_i4_e64 v8, v40
v_cvt_off_f32_i4_e64 v8, 1.0
v_cvt_off_f32_i4_e64 v8, s40
v_cvt_off_f32_i4_dpp v8, v40 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_cvt_off_f32_i4_dpp v8, v40 row_shl:1 row_mask:0xf bank_mask:0xf
v_cvt_off_f32_i4_dpp v8, v40 row_shr:3 row_mask:0xf bank_mask:0xf
v_cvt_off_f32_i4_dpp v8, v40 row_ror:5 row_mask:0xf bank_mask:0xf
v_cvt_off_f32_i4_dpp v8, v40 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_cvt_off_f32_i4_dpp v8, v40 row_bcast:15 row_mask:0xf bank_mask:0xf
v_cvt_off_f32_i4_dpp v8, v40 row_bcast:31 row_mask:0xf bank_mask:0xf
v_cvt_off_f32_i4_dpp v8, v40 row_mirror row_mask:0xf bank_mask:0xf
v_cvt_off_f32_i4_dpp v8, v40 row_half_mirror row_mask:0xf bank_mask:0xf
v_cvt_off_f32_i4_dpp v8, v40 wave_shl:1 row_mask:0xf bank_mask:0xf
v_cvt_off_f32_i4_dpp v8, v40 wave_ror:1 row_mask:0xf bank_mask:0xf
v_cvt_off_f32_i4_dpp v8, v40 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_cvt_off_f32_i4_sdwa v8, v40
v_cvt_off_f32_i4_sdwa v8, v40 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_cvt_off_f32_i4_sdwa v8, v40 src0_sel:BYTE_2
v_cvt_off_f32_i4_sdwa v8, v40 clamp
v_cvt_off_f32_i4_sdwa v8, v40 mul:2
v_cvt_off_f32_i4_sdwa v8, 1.0
v_cvt_off_f32_i4_sdwa v8, s40
v_fmac_f32 v8, v40, s3
v_fmac_f32 v8, v40, s3 clamp
v_fmac_f32 v8, v40, s3 mul:2
v_fmac_f32 v8, v40, s3 mul:4
v_fmac_f32 v8, v40, s3 div:2
v_fmac_f32 v8, v40, s3 clamp mul:2
v_fmac_f32 v8, -v40, s3
v_fmac_f32 v8, |v40|, s3
v_fmac_f32 v8, 1.0, s3
v_fmac_f32_e32 v8, v40, v44
v_fmac_f32_e32 v8, 1.0, v44
v_fmac_f32_e32 v8, 0x3f123456, v44
v_fmac_f32_e32 v8, s40, v44
v_fmac_f32_dpp v8, v40, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_fmac_f32_dpp v8, v40, v44 row_shl:1 row_mask:0xf bank_mask:0xf
v_fmac_f32_dpp v8, v40, v44 row_shr:3 row_mask:0xf bank_mask:0xf
v_fmac_f32_dpp v8, v40, v44 row_ror:5 row_mask:0xf bank_mask:0xf
v_fmac_f32_dpp v8, v40, v44 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_fmac_f32_dpp v8, v40, v44 row_bcast:15 row_mask:0xf bank_mask:0xf
v_fmac_f32_dpp v8, v40, v44 row_bcast:31 row_mask:0xf bank_mask:0xf
v_fmac_f32_dpp v8, v40, v44 row_mirror row_mask:0xf bank_mask:0xf
v_fmac_f32_dpp v8, v40, v44 row_half_mirror row_mask:0xf bank_mask:0xf
v_fmac_f32_dpp v8, v40, v44 wave_shl:1 row_mask:0xf bank_mask:0xf
v_fmac_f32_dpp v8, v40, v44 wave_ror:1 row_mask:0xf bank_mask:0xf
v_fmac_f32_dpp v8, v40, v44 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_fmac_f32_dpp v8, -v40, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_fmac_f32_dpp v8, |v40|, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_fmac_f32_dpp v8, v40, -v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_fmac_f32_dpp v8, v40, |v44| quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_fmamk_f32 v8, v40, 0x41200000, v50
v_fmamk_f32 v8, 1.0, 0x41200000, v50
v_max_i32 v8, v40, s3
v_max_i32 v8, v40, s3 clamp
v_max_i32 v8, sext(v40), s3
v_max_i32 v8, 1.0, s3
v_max_i32_e32 v8, v40, v44
v_max_i32_e32 v8, 1.0, v44
v_max_i32_e32 v8, 0x3f123456, v44
v_max_i32_e32 v8, s40, v44
v_max_i32_dpp v8, v40, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_max_i32_dpp v8, v40, v44 row_shl:1 row_mask:0xf bank_mask:0xf
v_max_i32_dpp v8, v40, v44 row_shr:3 row_mask:0xf bank_mask:0xf
v_max_i32_dpp v8, v40, v44 row_ror:5 row_mask:0xf bank_mask:0xf
v_max_i32_dpp v8, v40, v44 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_max_i32_dpp v8, v40, v44 row_bcast:15 row_mask:0xf bank_mask:0xf
v_max_i32_dpp v8, v40, v44 row_bcast:31 row_mask:0xf bank_mask:0xf
v_max_i32_dpp v8, v40, v44 row_mirror row_mask:0xf bank_mask:0xf
v_max_i32_dpp v8, v40, v44 row_half_mirror row_mask:0xf bank_mask:0xf
v_max_i32_dpp v8, v40, v44 wave_shl:1 row_mask:0xf bank_mask:0xf
v_max_i32_dpp v8, v40, v44 wave_ror:1 row_mask:0xf bank_mask:0xf
v_max_i32_dpp v8, v40, v44 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_max_i32_sdwa v8, v40, s3
v_max_i32_sdwa v8, v40, s3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_3
v_max_i32_sdwa v8, v40, s3 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_max_i32_sdwa v8, v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_max_i32_sdwa v8, v40, s3 src0_sel:BYTE_2
v_max_i32_sdwa v8, 1.0, s3
v_mfma_f32_32x32x16_fp8_fp8 v[8:23], v[40:41], v[48:49], v[8:23]
v_mfma_f32_32x32x16_fp8_fp8 v[8:23], v[40:41], v[48:49], v[8:23] blgp:1
v_mfma_f32_32x32x16_fp8_fp8 v[8:23], v[40:41], v[48:49], v[8:23] blgp:4
v_mfma_f32_32x32x16_fp8_fp8 v[8:23], v[40:41], v[48:49], v[8:23] abid:1
v_mfma_f32_32x32x16_fp8_fp8 a[8:23], v[40:41], v[48:49], a[8:23]
v_mfma_f32_32x32x16_fp8_fp8 v[8:23], a[40:41], a[48:49], v[8:23]
v_mfma_f32_32x32x16_fp8_fp8 v[8:23], v[40:41], v[48:49], 0
v_mfma_f32_32x32x16_fp8_fp8 v[8:23], v[40:41], v[48:49], 1.0
v_mfma_i32_32x32x16_i8 v[8:23], v[40:41], v[48:49], v[8:23]
v_mfma_i32_32x32x16_i8 v[8:23], v[40:41], v[48:49], v[8:23] blgp:1
v_mfma_i32_32x32x16_i8 v[8:23], v[40:41], v[48:49], v[8:23] blgp:4
v_mfma_i32_32x32x16_i8 v[8:23], v[40:41], v[48:49], v[8:23] abid:1
v_mfma_i32_32x32x16_i8 a[8:23], v[40:41], v[48:49], a[8:23]
v_mfma_i32_32x32x16_i8 v[8:23], a[40:41], a[48:49], v[8:23]
v_mfma_i32_32x32x16_i8 v[8:23], v[40:41], v[48:49], 0
v_mfma_i32_32x32x16_i8 v[8:23], v[40:41], v[48:49], 1.0
v_min_i32 v8, v40, s3
v_min_i32 v8, v40, s3 clamp
v_min_i32 v8, sext(v40), s3
v_min_i32 v8, 1.0, s3
v_min_i32_e32 v8, v40, v44
v_min_i32_e32 v8, 1.0, v44
v_min_i32_e32 v8, 0x3f123456, v44
v_min_i32_e32 v8, s40, v44
v_min_i32_dpp v8, v40, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_min_i32_dpp v8, v40, v44 row_shl:1 row_mask:0xf bank_mask:0xf
v_min_i32_dpp v8, v40, v44 row_shr:3 row_mask:0xf bank_mask:0xf
v_min_i32_dpp v8, v40, v44 row_ror:5 row_mask:0xf bank_mask:0xf
v_min_i32_dpp v8, v40, v44 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_min_i32_dpp v8, v40, v44 row_bcast:15 row_mask:0xf bank_mask:0xf
v_min_i32_dpp v8, v40, v44 row_bcast:31 row_mask:0xf bank_mask:0xf
v_min_i32_dpp v8, v40, v44 row_mirror row_mask:0xf bank_mask:0xf
v_min_i32_dpp v8, v40, v44 row_half_mirror row_mask:0xf bank_mask:0xf
v_min_i32_dpp v8, v40, v44 wave_shl:1 row_mask:0xf bank_mask:0xf
v_min_i32_dpp v8, v40, v44 wave_ror:1 row_mask:0xf bank_mask:0xf
v_min_i32_dpp v8, v40, v44 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_min_i32_sdwa v8, v40, s3
v_min_i32_sdwa v8, v40, s3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_3
v_min_i32_sdwa v8, v40, s3 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_min_i32_sdwa v8, v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_min_i32_sdwa v8, v40, s3 src0_sel:BYTE_2
v_min_i32_sdwa v8, 1.0, s3
v_pack_b32_f16 v8, v40, s3
v_pack_b32_f16 v8, v40, s3 clamp
v_pack_b32_f16 v8, v40, s3 op_sel:[1]
v_pack_b32_f16 v8, v40, s3 op_sel:[1,1]
v_pack_b32_f16 v8, v40, s3 op_sel:[0,1,0]
v_pack_b32_f16 v8, v40, s3 op_sel:[0,0,1]
v_pack_b32_f16 v8, v40, s3 op_sel:[1,1,1]
v_pack_b32_f16 v8, v40, s3 op_sel:[1,0,1,1]
v_pack_b32_f16 v8, -v40, s3
v_pack_b32_f16 v8, |v40|, s3
v_pack_b32_f16 v8, 1.0, s3
v_pk_mov_b32 v[8:9], v[40:41], v[44:45]
v_pk_mov_b32 v[8:9], v[40:41], v[44:45] clamp
v_pk_mov_b32 v[8:9], v[40:41], v[44:45] op_sel:[1]
v_pk_mov_b32 v[8:9], v[40:41], v[44:45] op_sel:[1,1]
v_pk_mov_b32 v[8:9], v[40:41], v[44:45] op_sel:[0,1,0]
v_pk_mov_b32 v[8:9], v[40:41], v[44:45] op_sel:[0,1] op_sel_hi:[1,0]
v_pk_mov_b32 v[8:9], v[40:41], v[44:45] op_sel:[1,0,1] op_sel_hi:[0,1,0]
v_pk_mov_b32 v[8:9], v[40:41], v[44:45] op_sel_hi:[0,0,0]
v_pk_mov_b32 v[8:9], 1.0, v[44:45]
v_pk_mov_b32 v[8:9], s[40:41], v[44:45]
v_pk_mov_b32 v[8:9], v[40:41], 1.0
v_pk_mov_b32 v[8:9], v[40:41], s[40:41]
v_rsq_f32 v8, v40
v_rsq_f32 v8, v40 clamp
v_rsq_f32 v8, v40 mul:2
v_rsq_f32 v8, v40 mul:4
v_rsq_f32 v8, v40 div:2
v_rsq_f32 v8, v40 clamp mul:2
v_rsq_f32 v8, -v40
v_rsq_f32 v8, |v40|
v_rsq_f32 v8, 1.0
v_rsq_f32 v8, 0x3f123456
v_rsq_f32 v8, s40
v_rsq_f32_e64 v8, v40
v_rsq_f32_e64 v8, 1.0
v_rsq_f32_e64 v8, s40
v_rsq_f32_dpp v8, v40 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_rsq_f32_dpp v8, v40 row_shl:1 row_mask:0xf bank_mask:0xf
v_rsq_f32_dpp v8, v40 row_shr:3 row_mask:0xf bank_mask:0xf
v_rsq_f32_dpp v8, v40 row_ror:5 row_mask:0xf bank_mask:0xf
v_rsq_f32_dpp v8, v40 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_rsq_f32_dpp v8, v40 row_bcast:15 row_mask:0xf bank_mask:0xf
v_rsq_f32_dpp v8, v40 row_bcast:31 row_mask:0xf bank_mask:0xf
v_rsq_f32_dpp v8, v40 row_mirror row_mask:0xf bank_mask:0xf
v_rsq_f32_dpp v8, v40 row_half_mirror row_mask:0xf bank_mask:0xf
v_rsq_f32_dpp v8, v40 wave_shl:1 row_mask:0xf bank_mask:0xf
v_rsq_f32_dpp v8, v40 wave_ror:1 row_mask:0xf bank_mask:0xf
v_rsq_f32_dpp v8, v40 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_rsq_f32_dpp v8, -v40 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_rsq_f32_dpp v8, |v40| quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_rsq_f32_sdwa v8, v40
v_rsq_f32_sdwa v8, v40 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_rsq_f32_sdwa v8, v40 src0_sel:BYTE_2
v_rsq_f32_sdwa v8, v40 clamp
v_rsq_f32_sdwa v8, v40 mul:2
v_rsq_f32_sdwa v8, -v40
v_rsq_f32_sdwa v8, |v40|
v_rsq_f32_sdwa v8, 1.0
v_rsq_f32_sdwa v8, s40
v_sub_co_u32 v8, v40, v44
v_sub_co_u32 v8, 1.0, v44
v_sub_co_u32 v8, 0x3f123456, v44
v_sub_co_u32 v8, s40, v44
v_sub_co_u32_e64 v8, vcc, v40, v44
v_sub_co_u32_e64 v8, vcc, v40, v44 clamp
v_sub_co_u32_e64 v8, s[40:41], v40, v44
v_sub_co_u32_e64 v8, vcc, 1.0, v44
v_sub_co_u32_e64 v8, vcc, s40, v44
v_sub_co_u32_e64 v8, vcc, v40, 1.0
v_sub_co_u32_e64 v8, vcc, v40, s40
v_sub_co_u32_dpp v8, vcc, v40, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_sub_co_u32_dpp v8, vcc, v40, v44 row_shl:1 row_mask:0xf bank_mask:0xf
v_sub_co_u32_dpp v8, vcc, v40, v44 row_shr:3 row_mask:0xf bank_mask:0xf
v_sub_co_u32_dpp v8, vcc, v40, v44 row_ror:5 row_mask:0xf bank_mask:0xf
v_sub_co_u32_dpp v8, vcc, v40, v44 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_sub_co_u32_dpp v8, vcc, v40, v44 row_bcast:15 row_mask:0xf bank_mask:0xf
v_sub_co_u32_dpp v8, vcc, v40, v44 row_bcast:31 row_mask:0xf bank_mask:0xf
v_sub_co_u32_dpp v8, vcc, v40, v44 row_mirror row_mask:0xf bank_mask:0xf
v_sub_co_u32_dpp v8, vcc, v40, v44 row_half_mirror row_mask:0xf bank_mask:0xf
v_sub_co_u32_dpp v8, vcc, v40, v44 wave_shl:1 row_mask:0xf bank_mask:0xf
v_sub_co_u32_dpp v8, vcc, v40, v44 wave_ror:1 row_mask:0xf bank_mask:0xf
v_sub_co_u32_dpp v8, vcc, v40, v44 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_sub_co_u32_sdwa v8, vcc, v40, v44
v_sub_co_u32_sdwa v8, vcc, v40, v44 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_3
v_sub_co_u32_sdwa v8, vcc, v40, v44 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_sub_co_u32_sdwa v8, vcc, v40, v44 src0_sel:WORD_1 src1_sel:BYTE_3
v_sub_co_u32_sdwa v8, vcc, v40, v44 src0_sel:BYTE_2
v_sub_co_u32_sdwa v8, vcc, v40, v44 clamp
v_sub_co_u32_sdwa v8, vcc, sext(v40), v44
v_sub_co_u32_sdwa v8, vcc, 1.0, v44
v_sub_co_u32_sdwa v8, vcc, s40, v44
v_sub_co_u32_sdwa v8, vcc, v40, sext(v44)
v_sub_co_u32_sdwa v8, vcc, v40, 1.0
v_sub_co_u32_sdwa v8, vcc, v40, s40
v_subrev_co_u32 v8, v40, v44
v_subrev_co_u32 v8, 1.0, v44
v_subrev_co_u32 v8, 0x3f123456, v44
v_subrev_co_u32 v8, s40, v44
v_subrev_co_u32_e64 v8, vcc, v40, v44
v_subrev_co_u32_e64 v8, vcc, v40, v44 clamp
v_subrev_co_u32_e64 v8, s[40:41], v40, v44
v_subrev_co_u32_e64 v8, vcc, 1.0, v44
v_subrev_co_u32_e64 v8, vcc, s40, v44
v_subrev_co_u32_e64 v8, vcc, v40, 1.0
v_subrev_co_u32_e64 v8, vcc, v40, s40
v_subrev_co_u32_dpp v8, vcc, v40, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_subrev_co_u32_dpp v8, vcc, v40, v44 row_shl:1 row_mask:0xf bank_mask:0xf
v_subrev_co_u32_dpp v8, vcc, v40, v44 row_shr:3 row_mask:0xf bank_mask:0xf
v_subrev_co_u32_dpp v8, vcc, v40, v44 row_ror:5 row_mask:0xf bank_mask:0xf
v_subrev_co_u32_dpp v8, vcc, v40, v44 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_subrev_co_u32_dpp v8, vcc, v40, v44 row_bcast:15 row_mask:0xf bank_mask:0xf
v_subrev_co_u32_dpp v8, vcc, v40, v44 row_bcast:31 row_mask:0xf bank_mask:0xf
v_subrev_co_u32_dpp v8, vcc, v40, v44 row_mirror row_mask:0xf bank_mask:0xf
v_subrev_co_u32_dpp v8, vcc, v40, v44 row_half_mirror row_mask:0xf bank_mask:0xf
v_subrev_co_u32_dpp v8, vcc, v40, v44 wave_shl:1 row_mask:0xf bank_mask:0xf
v_subrev_co_u32_dpp v8, vcc, v40, v44 wave_ror:1 row_mask:0xf bank_mask:0xf
v_subrev_co_u32_dpp v8, vcc, v40, v44 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_subrev_co_u32_sdwa v8, vcc, v40, v44
v_subrev_co_u32_sdwa v8, vcc, v40, v44 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_3
v_subrev_co_u32_sdwa v8, vcc, v40, v44 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_subrev_co_u32_sdwa v8, vcc, v40, v44 src0_sel:WORD_1 src1_sel:BYTE_3
v_subrev_co_u32_sdwa v8, vcc, v40, v44 src0_sel:BYTE_2
v_subrev_co_u32_sdwa v8, vcc, v40, v44 clamp
v_subrev_co_u32_sdwa v8, vcc, sext(v40), v44
v_subrev_co_u32_sdwa v8, vcc, 1.0, v44
v_subrev_co_u32_sdwa v8, vcc, s40, v44
v_subrev_co_u32_sdwa v8, vcc, v40, sext(v44)
v_subrev_co_u32_sdwa v8, vcc, v40, 1.0
v_subrev_co_u32_sdwa v8, vcc, v40, s40
v_xad_u32 v8, v40, v44, v48
v_xad_u32 v8, 1.0, v44, v48
v_xad_u32 v8, s40, v44, v48
v_xad_u32 v8, v40, 1.0, v48
v_xad_u32 v8, v40, s40, v48
v_xad_u32 v8, v40, v44, 1.0
v_xad_u32 v8, v40, v44, s40
