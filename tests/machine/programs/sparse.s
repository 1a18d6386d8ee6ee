// The sparse matrix instructions that gfx942 and gfx950 share; after "__" the set of indices that is chosen.
.include "sparse.inc"
kernel f32_16x16x32_f16, vgprs=112, accum=112
  sparse v_smfmac_f32_16x16x32_f16, 2, 4, 4
kernel f32_32x32x16_f16, vgprs=112, accum=112
  sparse v_smfmac_f32_32x32x16_f16, 2, 4, 16
kernel f32_16x16x32_bf16, vgprs=112, accum=112
  sparse v_smfmac_f32_16x16x32_bf16, 2, 4, 4
kernel f32_32x32x16_bf16, vgprs=112, accum=112
  sparse v_smfmac_f32_32x32x16_bf16, 2, 4, 16
kernel i32_16x16x64_i8, vgprs=112, accum=112
  sparse v_smfmac_i32_16x16x64_i8, 2, 4, 4
kernel i32_32x32x32_i8, vgprs=112, accum=112
  sparse v_smfmac_i32_32x32x32_i8, 2, 4, 16
kernel f32_16x16x64_fp8_fp8, vgprs=112, accum=112
  sparse v_smfmac_f32_16x16x64_fp8_fp8, 2, 4, 4
kernel f32_32x32x32_fp8_fp8, vgprs=112, accum=112
  sparse v_smfmac_f32_32x32x32_fp8_fp8, 2, 4, 16
kernel f32_16x16x64_fp8_bf8, vgprs=112, accum=112
  sparse v_smfmac_f32_16x16x64_fp8_bf8, 2, 4, 4
kernel f32_32x32x32_fp8_bf8, vgprs=112, accum=112
  sparse v_smfmac_f32_32x32x32_fp8_bf8, 2, 4, 16
kernel f32_16x16x64_bf8_fp8, vgprs=112, accum=112
  sparse v_smfmac_f32_16x16x64_bf8_fp8, 2, 4, 4
kernel f32_32x32x32_bf8_fp8, vgprs=112, accum=112
  sparse v_smfmac_f32_32x32x32_bf8_fp8, 2, 4, 16
kernel f32_16x16x64_bf8_bf8, vgprs=112, accum=112
  sparse v_smfmac_f32_16x16x64_bf8_bf8, 2, 4, 4
kernel f32_32x32x32_bf8_bf8, vgprs=112, accum=112
  sparse v_smfmac_f32_32x32x32_bf8_bf8, 2, 4, 16
kernel f32_16x16x32_f16__2, vgprs=112, accum=112
  sparse v_smfmac_f32_16x16x32_f16, 2, 4, 4, abid:2
kernel f32_32x32x32_fp8_bf8__1, vgprs=112, accum=112
  sparse v_smfmac_f32_32x32x32_fp8_bf8, 2, 4, 16, abid:1
kernel f32_16x16x32_f16__0, vgprs=112, accum=112
  sparse v_smfmac_f32_16x16x32_f16, 2, 4, 4, cbsz:1 abid:3
