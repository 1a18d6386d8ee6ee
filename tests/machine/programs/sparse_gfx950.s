// The sparse matrix instructions that came with gfx950.
.include "sparse.inc"
kernel f32_16x16x64_f16, vgprs=112, accum=112
  sparse v_smfmac_f32_16x16x64_f16, 4, 8, 4
kernel f32_32x32x32_f16, vgprs=112, accum=112
  sparse v_smfmac_f32_32x32x32_f16, 4, 8, 16
kernel f32_16x16x64_bf16, vgprs=112, accum=112
  sparse v_smfmac_f32_16x16x64_bf16, 4, 8, 4
kernel f32_32x32x32_bf16, vgprs=112, accum=112
  sparse v_smfmac_f32_32x32x32_bf16, 4, 8, 16
kernel i32_16x16x128_i8, vgprs=112, accum=112
  sparse v_smfmac_i32_16x16x128_i8, 4, 8, 4
kernel i32_32x32x64_i8, vgprs=112, accum=112
  sparse v_smfmac_i32_32x32x64_i8, 4, 8, 16
kernel f32_16x16x128_fp8_fp8, vgprs=112, accum=112
  sparse v_smfmac_f32_16x16x128_fp8_fp8, 4, 8, 4
kernel f32_32x32x64_fp8_fp8, vgprs=112, accum=112
  sparse v_smfmac_f32_32x32x64_fp8_fp8, 4, 8, 16
kernel f32_16x16x128_fp8_bf8, vgprs=112, accum=112
  sparse v_smfmac_f32_16x16x128_fp8_bf8, 4, 8, 4
kernel f32_32x32x64_fp8_bf8, vgprs=112, accum=112
  sparse v_smfmac_f32_32x32x64_fp8_bf8, 4, 8, 16
kernel f32_16x16x128_bf8_fp8, vgprs=112, accum=112
  sparse v_smfmac_f32_16x16x128_bf8_fp8, 4, 8, 4
kernel f32_32x32x64_bf8_fp8, vgprs=112, accum=112
  sparse v_smfmac_f32_32x32x64_bf8_fp8, 4, 8, 16
kernel f32_16x16x128_bf8_bf8, vgprs=112, accum=112
  sparse v_smfmac_f32_16x16x128_bf8_bf8, 4, 8, 4
kernel f32_32x32x64_bf8_bf8, vgprs=112, accum=112
  sparse v_smfmac_f32_32x32x64_bf8_bf8, 4, 8, 16
kernel f32_16x16x64_f16__1, vgprs=112, accum=112
  sparse v_smfmac_f32_16x16x64_f16, 4, 8, 4, abid:1
