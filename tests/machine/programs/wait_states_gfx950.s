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

// What lanes 32 to 63 of v4 hold goes to lanes 0 to 31 of v5.
.macro permlane states
  begin
  v_mov_b32_e32 v4, 7
  v_mov_b32_e32 v5, v0
  s_nop 7
  v_mov_b32_e32 v4, v0
  s_nop \states-1
  v_permlane32_swap_b32 v4, v5
  s_nop 7
  put v5, 0
  finish
.endm
kernel permlane_short
  permlane 1
kernel permlane_enough
  permlane 2

// Lane 19 of v5 is lane 51 of v4 behind the first, and lane 3 of v6 behind the second.
kernel permlane_behind_permlane
  begin
  v_mov_b32_e32 v4, v0
  v_add_u32_e32 v5, 100, v0
  v_add_u32_e32 v6, 200, v0
  s_nop 7
  v_permlane32_swap_b32 v4, v5
  v_permlane16_swap_b32 v5, v6
  s_nop 7
  put v6, 0
  finish

kernel packed_erratum
  begin
  v_pk_fma_f32 v[4:5], v[6:7], v[8:9], v[10:11] op_sel:[0,1,0]
  finish

// A wide store with a scalar offset, then a new value for one of its dwords.
.macro wide_store_offset register
  begin
  s_mov_b64 s[12:13], s[8:9]
  s_mov_b32 s14, 0x1000
  s_mov_b32 s15, 0x20000
  s_mov_b32 s20, 0
  v_lshlrev_b32_e32 v2, 4, v0
.set i, 0
.rept 4
  v_mov_b32_e32 v[4+i], 1+i
  .set i, i+1
.endr
  buffer_store_dwordx4 v[4:7], v2, s[12:15], s20 offen
  v_mov_b32_e32 \register, 9
  finish
.endm
kernel wide_store_offset_first
  wide_store_offset v4
kernel wide_store_offset_second
  wide_store_offset v5
