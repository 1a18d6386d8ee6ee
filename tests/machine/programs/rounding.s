// 1 and -1 with what is too little to change them to nearest even, as MODE.round says: f32's field three times, then the
// other types'.
.macro rounded slot
  v_add_f32_e32 v7, v2, v3
  put v7, \slot
  v_sub_f32_e64 v7, -v2, v3
  put v7, (\slot+1)
  v_fma_f32 v7, v3, v4, v2
  put v7, (\slot+2)
  v_add_f16_e32 v7, v5, v6
  put v7, (\slot+3)
.endm

kernel rounding
  begin
  v_mov_b32_e32 v2, 1.0
  v_mov_b32_e32 v3, 0x30000000
  v_mov_b32_e32 v4, -1.0
  v_mov_b32_e32 v5, 0x3c00
  v_mov_b32_e32 v6, 1
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 1
  rounded 0
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 2
  rounded 4
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 3
  rounded 8
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 4
  rounded 12
  finish

// What only moves or compares has nothing to round; of the reciprocal nobody says what it does.
kernel rounding_unknown
  begin
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 1
  v_mov_b32_e32 v2, 1.0
  v_max_f32_e32 v3, v2, v2
  v_rcp_f16_e32 v3, v2
  v_rcp_f32_e32 v3, v2
  finish
