// v2 holds 2 below and 3 above, as halves; v3 is 0.5 as a float, v4 holds -4 below and 8 above.
kernel mixed
  begin
  v_mov_b32_e32 v2, 0x42004000
  v_mov_b32_e32 v3, 0x3f000000
  v_mov_b32_e32 v4, 0x4800c400
  v_mov_b32_e32 v5, 0x11112222
  v_mov_b32_e32 v6, 0x11112222
  v_fma_mix_f32 v7, v2, v3, v4 op_sel_hi:[1,0,1]
  put v7, 0
  v_fma_mix_f32 v7, v2, v3, v4 op_sel:[1,0,1] op_sel_hi:[1,0,1]
  put v7, 1
  v_fma_mix_f32 v7, -v2, v3, |v4| op_sel:[1,0,0] op_sel_hi:[1,0,1]
  put v7, 2
  v_fma_mix_f32 v7, v3, v3, 1.0 op_sel_hi:[0,0,1]
  put v7, 3
  v_fma_mixlo_f16 v5, v2, v3, v4 op_sel_hi:[1,0,1]
  put v5, 4
  v_fma_mixhi_f16 v6, v2, v3, v4 op_sel:[1,0,1] op_sel_hi:[1,0,1]
  put v6, 5
  v_fma_mixlo_f16 v5, v2, v3, v4 op_sel_hi:[1,0,1] clamp
  put v5, 6
  finish

// A source that is a half is one half of its register: the other may be undefined. A float is all of it.
kernel mixed_undefined
  begin
  v_mov_b32_e32 v3, 1.0
  v_fma_mixlo_f16 v20, v3, v3, 0
  v_fma_mix_f32 v7, v20, v3, v3 op_sel_hi:[1,0,0]
  put v7, 0
  v_fma_mix_f32 v7, v20, v3, v3 op_sel:[1,0,0] op_sel_hi:[1,0,0]
  put v7, 1
  v_fma_mix_f32 v7, v20, v3, v3
  put v7, 2
  finish

// 1/(2 pi) is one number as a half and another as a float.
kernel mixed_constant
  begin
  v_mov_b32_e32 v3, 1.0
  v_fma_mix_f32 v7, v3, v3, 0.15915494
  put v7, 0
  finish

// v2 holds 1 below and 3 above, as halves, v3 2 and 4. A constant is a half whose upper half is 0.
kernel dots
  begin
  v_mov_b32_e32 v2, 0x42003c00
  v_mov_b32_e32 v3, 0x44004000
  v_mov_b32_e32 v4, 0.5
  v_mov_b32_e32 v5, 0.5
  v_dot2_f32_f16 v7, v2, v3, v4
  s_nop 2
  put v7, 0
  v_dot2_f32_f16 v7, v2, v3, v4 neg_lo:[1,0,0]
  s_nop 2
  put v7, 1
  v_dot2_f32_f16 v7, v2, v3, v4 neg_lo:[0,1,0] neg_hi:[1,0,0]
  s_nop 2
  put v7, 2
  v_dot2_f32_f16 v7, 1.0, v3, v4
  s_nop 2
  put v7, 3
  v_dot2_f32_f16 v7, v2, v3, v4 clamp
  s_nop 2
  put v7, 4
  v_dot2c_f32_f16_e32 v5, v2, v3
  s_nop 2
  put v5, 5
  finish

kernel dot_sign
  begin
  v_dot2c_f32_f16_e64 v5, -v2, v3
  finish

kernel dot_integer_sign
  begin
  v_dot4_i32_i8 v5, v2, v3, v4 neg_lo:[1,0,0]
  finish
