// The dense matrix instructions that gfx942 and gfx950 share.
.include "dense.inc"
kernel f32_32x32x1_2b_f32, vgprs=112, accum=112
  dense v_mfma_f32_32x32x1_2b_f32, 1, 1, 32
kernel f32_16x16x1_4b_f32, vgprs=112, accum=112
  dense v_mfma_f32_16x16x1_4b_f32, 1, 1, 16
kernel f32_4x4x1_16b_f32, vgprs=112, accum=112
  dense v_mfma_f32_4x4x1_16b_f32, 1, 1, 4
kernel f32_32x32x2_f32, vgprs=112, accum=112
  dense v_mfma_f32_32x32x2_f32, 1, 1, 16
kernel f32_16x16x4_f32, vgprs=112, accum=112
  dense v_mfma_f32_16x16x4_f32, 1, 1, 4
kernel f32_32x32x4_2b_f16, vgprs=112, accum=112
  dense v_mfma_f32_32x32x4_2b_f16, 2, 2, 32
kernel f32_16x16x4_4b_f16, vgprs=112, accum=112
  dense v_mfma_f32_16x16x4_4b_f16, 2, 2, 16
kernel f32_4x4x4_16b_f16, vgprs=112, accum=112
  dense v_mfma_f32_4x4x4_16b_f16, 2, 2, 4
kernel f32_32x32x8_f16, vgprs=112, accum=112
  dense v_mfma_f32_32x32x8_f16, 2, 2, 16
kernel f32_16x16x16_f16, vgprs=112, accum=112
  dense v_mfma_f32_16x16x16_f16, 2, 2, 4
kernel f32_32x32x4_2b_bf16, vgprs=112, accum=112
  dense v_mfma_f32_32x32x4_2b_bf16, 2, 2, 32
kernel f32_16x16x4_4b_bf16, vgprs=112, accum=112
  dense v_mfma_f32_16x16x4_4b_bf16, 2, 2, 16
kernel f32_4x4x4_16b_bf16, vgprs=112, accum=112
  dense v_mfma_f32_4x4x4_16b_bf16, 2, 2, 4
kernel f32_32x32x8_bf16, vgprs=112, accum=112
  dense v_mfma_f32_32x32x8_bf16, 2, 2, 16
kernel f32_16x16x16_bf16, vgprs=112, accum=112
  dense v_mfma_f32_16x16x16_bf16, 2, 2, 4
kernel i32_32x32x4_2b_i8, vgprs=112, accum=112
  dense v_mfma_i32_32x32x4_2b_i8, 1, 1, 32
kernel i32_16x16x4_4b_i8, vgprs=112, accum=112
  dense v_mfma_i32_16x16x4_4b_i8, 1, 1, 16
kernel i32_4x4x4_16b_i8, vgprs=112, accum=112
  dense v_mfma_i32_4x4x4_16b_i8, 1, 1, 4
kernel i32_32x32x16_i8, vgprs=112, accum=112
  dense v_mfma_i32_32x32x16_i8, 2, 2, 16
kernel i32_16x16x32_i8, vgprs=112, accum=112
  dense v_mfma_i32_16x16x32_i8, 2, 2, 4
kernel f64_16x16x4_f64, vgprs=112, accum=112
  dense v_mfma_f64_16x16x4_f64, 2, 2, 8
kernel f64_4x4x4_4b_f64, vgprs=112, accum=112
  dense v_mfma_f64_4x4x4_4b_f64, 2, 2, 2
kernel f32_32x32x16_fp8_fp8, vgprs=112, accum=112
  dense v_mfma_f32_32x32x16_fp8_fp8, 2, 2, 16
kernel f32_32x32x16_fp8_bf8, vgprs=112, accum=112
  dense v_mfma_f32_32x32x16_fp8_bf8, 2, 2, 16
kernel f32_32x32x16_bf8_fp8, vgprs=112, accum=112
  dense v_mfma_f32_32x32x16_bf8_fp8, 2, 2, 16
kernel f32_32x32x16_bf8_bf8, vgprs=112, accum=112
  dense v_mfma_f32_32x32x16_bf8_bf8, 2, 2, 16
kernel f32_16x16x32_fp8_fp8, vgprs=112, accum=112
  dense v_mfma_f32_16x16x32_fp8_fp8, 2, 2, 4
kernel f32_16x16x32_fp8_bf8, vgprs=112, accum=112
  dense v_mfma_f32_16x16x32_fp8_bf8, 2, 2, 4
kernel f32_16x16x32_bf8_fp8, vgprs=112, accum=112
  dense v_mfma_f32_16x16x32_bf8_fp8, 2, 2, 4
kernel f32_16x16x32_bf8_bf8, vgprs=112, accum=112
  dense v_mfma_f32_16x16x32_bf8_bf8, 2, 2, 4
kernel broadcast_a, vgprs=112, accum=112
  dense v_mfma_f32_16x16x4_4b_f16, 2, 2, 16, cbsz:2 abid:1
kernel broadcast_some, vgprs=112, accum=112
  dense v_mfma_f32_16x16x4_4b_f16, 2, 2, 16, cbsz:1 abid:1
kernel broadcast_undefined, vgprs=112, accum=112
  dense v_mfma_f32_16x16x4_4b_f16, 2, 2, 16, cbsz:3
kernel rotate_b, vgprs=112, accum=112
  dense v_mfma_f32_16x16x4_4b_f16, 2, 2, 16, blgp:3
kernel negate_f64, vgprs=112, accum=112
  dense v_mfma_f64_16x16x4_f64, 2, 2, 8, neg:[1,0,1]
kernel constant_c, vgprs=112, accum=112
  dense_load
  v_mfma_f32_16x16x16_f16 v[80:83], v[32:33], v[40:41], 1.0
  dense_store 4
kernel constant_c_f64, vgprs=112, accum=112
  dense_load
  v_mfma_f64_16x16x4_f64 v[80:87], v[32:33], v[40:41], -2.0
  dense_store 8
kernel constant_c_i32, vgprs=112, accum=112
  dense_load
  v_mfma_i32_16x16x32_i8 v[80:83], v[32:33], v[40:41], -3
  dense_store 4
kernel in_accumulators, vgprs=132, accum=112
  dense_load
.set i, 0
.rept 4
  v_accvgpr_write_b32 a[0+i], v[48+i]
  .set i, i+1
.endr
  v_accvgpr_write_b32 a8, v32
  v_accvgpr_write_b32 a9, v33
  s_nop 1
  v_mfma_f32_16x16x16_f16 a[4:7], a[8:9], v[40:41], a[0:3]
  s_nop 15
  s_nop 15
.set i, 0
.rept 4
  v_accvgpr_read_b32 v[80+i], a[4+i]
  .set i, i+1
.endr
  dense_store 4
// D begins in the midst of C.
kernel overlapping_c, vgprs=112, accum=112
  dense_load
  v_mfma_f32_16x16x16_f16 v[50:53], v[32:33], v[40:41], v[48:51]
  s_nop 15
  s_nop 15
.set i, 0
.rept 4
  v_mov_b32_e32 v[80+i], v[50+i]
  .set i, i+1
.endr
  dense_store 4
// v[32:35] to 8-bit floats, two to a register; and back.
kernel conversions, vgprs=112, accum=112
  dense_load
  v_cvt_pk_fp8_f32 v80, v32, v33
  v_cvt_pk_fp8_f32 v80, v34, v35 op_sel:[0,0,1]
  v_cvt_pk_bf8_f32 v81, v32, v33
  v_cvt_pk_bf8_f32 v81, v34, v35 op_sel:[0,0,1]
  v_cvt_f32_fp8_e32 v82, v40
  v_cvt_f32_fp8_sdwa v83, v40 src0_sel:BYTE_1
  v_cvt_pk_f32_fp8_e32 v[84:85], v40
  v_cvt_f32_bf8_e32 v86, v40
  v_cvt_pk_f32_bf8_sdwa v[88:89], v40 src0_sel:WORD_1
  dense_store 10
