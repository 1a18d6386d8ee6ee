// Denormal sources are flushed, denormal results kept. The last steps of a division see denormals all the same, and the
// numbers' classes do.
kernel denormals_kept
  begin
  v_mov_b32_e32 v2, 0x00400000
  v_mov_b32_e32 v3, 1.0
  s_mov_b64 vcc, 0
  s_movk_i32 s22, 0x80
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 2
  v_fma_f32 v7, v2, v3, v2
  put v7, 0
  v_div_fmas_f32 v7, v2, v3, v2
  put v7, 1
  v_div_fixup_f32 v7, v2, v3, v3
  put v7, 2
  v_div_fixup_f32 v7, v3, v3, v2
  put v7, 3
  v_cmp_class_f32_e64 s[20:21], v2, s22
  v_cndmask_b32_e64 v7, 0, 1, s[20:21]
  put v7, 4
  finish
