// The dense matrix instructions that came with gfx950, and the words of those that went.
.include "dense.inc"
kernel f32_32x32x16_f16, vgprs=112, accum=112
  dense v_mfma_f32_32x32x16_f16, 4, 4, 16
kernel f32_16x16x32_f16, vgprs=112, accum=112
  dense v_mfma_f32_16x16x32_f16, 4, 4, 4
kernel f32_32x32x16_bf16, vgprs=112, accum=112
  dense v_mfma_f32_32x32x16_bf16, 4, 4, 16
kernel f32_16x16x32_bf16, vgprs=112, accum=112
  dense v_mfma_f32_16x16x32_bf16, 4, 4, 4
kernel i32_32x32x32_i8, vgprs=112, accum=112
  dense v_mfma_i32_32x32x32_i8, 4, 4, 16
kernel i32_16x16x64_i8, vgprs=112, accum=112
  dense v_mfma_i32_16x16x64_i8, 4, 4, 4
// v_mfma_f32_16x16x8_xf32
kernel absent_v_mfma_f32_16x16x8_xf32
  .long 0xd3be0050, 0x04c25120
  s_endpgm
// v_mfma_f32_32x32x4_xf32
kernel absent_v_mfma_f32_32x32x4_xf32
  .long 0xd3bf0050, 0x04c25120
  s_endpgm
