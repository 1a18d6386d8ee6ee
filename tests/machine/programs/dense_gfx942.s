// The dense matrix instructions that only gfx942 has, and the words of instructions that it lacks.
.include "dense.inc"
kernel f32_32x32x4_xf32, vgprs=112, accum=112
  dense v_mfma_f32_32x32x4_xf32, 2, 2, 16
kernel f32_16x16x8_xf32, vgprs=112, accum=112
  dense v_mfma_f32_16x16x8_xf32, 2, 2, 4
// v_mfma_f32_16x16x32_f16
kernel absent_v_mfma_f32_16x16x32_f16
  .long 0xd3d40050, 0x04c25120
  s_endpgm
// v_mfma_f32_16x16x32_bf16
kernel absent_v_mfma_f32_16x16x32_bf16
  .long 0xd3b50050, 0x04c25120
  s_endpgm
// v_mfma_i32_16x16x64_i8
kernel absent_v_mfma_i32_16x16x64_i8
  .long 0xd3b60050, 0x04c25120
  s_endpgm
// v_mfma_f32_16x16x128_f8f6f4
kernel absent_v_mfma_f32_16x16x128_f8f6f4
  .long 0xd3ad0050, 0x04c25120
  s_endpgm
// v_mfma_scale_f32_16x16x128_f8f6f4
kernel absent_v_mfma_scale_f32_16x16x128_f8f6f4
  .long 0xd3ac0000, 0x00020702, 0xd3ad0850, 0x04c25120
  s_endpgm
// v_permlane16_swap_b32
kernel absent_v_permlane16_swap_b32
  .long 0x7e04b303
  s_endpgm
// v_permlane32_swap_b32
kernel absent_v_permlane32_swap_b32
  .long 0x7e04b503
  s_endpgm
// v_prng_b32
kernel absent_v_prng_b32
  .long 0x7e04b103
  s_endpgm
// v_bitop3_b32
kernel absent_v_bitop3_b32
  .long 0xd2340001, 0x0c120702
  s_endpgm
// v_cvt_pk_bf16_f32
kernel absent_v_cvt_pk_bf16_f32
  .long 0xd2680001, 0x00020702
  s_endpgm
// v_cvt_pk_f16_f32
kernel absent_v_cvt_pk_f16_f32
  .long 0xd2670001, 0x00020702
  s_endpgm
// v_minimum3_f32
kernel absent_v_minimum3_f32
  .long 0xd2a80001, 0x04120702
  s_endpgm
// v_ashr_pk_u8_i32
kernel absent_v_ashr_pk_u8_i32
  .long 0xd2660001, 0x04120702
  s_endpgm
// v_cvt_scalef32_pk_fp4_f32
kernel absent_v_cvt_scalef32_pk_fp4_f32
  .long 0xd23d0001, 0x04120702
  s_endpgm
// ds_read_b64_tr_b16
kernel absent_ds_read_b64_tr_b16
  .long 0xd9c60000, 0x02000004
  s_endpgm
// buffer_load_dwordx4
kernel absent_buffer_load_dwordx4
  .long 0xe05d1000, 0x80020002
  s_endpgm
// global_load_lds_dwordx4
kernel absent_global_load_lds_dwordx4
  .long 0xddf48000, 0x007f0002
  s_endpgm
// buffer_atomic_pk_add_bf16
kernel absent_buffer_atomic_pk_add_bf16
  .long 0xe1481000, 0x80020102
  s_endpgm
