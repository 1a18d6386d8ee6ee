// v_permlane16_swap is gfx950's alone. v_cmpx leaves EXEC as it was.
.macro exec_permlane states
  begin
  v_mov_b32_e32 v4, 0
  v_mov_b32_e32 v5, 0
  s_nop 7
  v_cmpx_le_u32_e32 vcc, 0, v0
  s_nop \states-1
  v_permlane16_swap_b32 v4, v5
  put v0, 0
  finish
.endm
kernel exec_permlane_short
  exec_permlane 3
kernel exec_permlane_enough
  exec_permlane 4
