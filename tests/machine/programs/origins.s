// Rows of the output that are left undefined in different ways.

kernel never_written
  begin
  put v0, 1
  finish
kernel from_register
  begin
  v_add_u32_e32 v4, v7, v0
  v_lshlrev_b32_e32 v4, 1, v4
  put v4, 1
  finish
kernel from_lds, lds=512
  begin
  ds_read_b32 v5, v1
  s_waitcnt lgkmcnt(0)
  v_mov_b32_e32 v4, v5
  put v4, 1
  finish
kernel not_waited_for
  begin
  global_load_dword v5, v1, s[10:11]
  v_mov_b32_e32 v4, v5
  put v4, 1
  finish
kernel overwritten
  begin
  v_add_u32_e32 v4, v7, v0
  v_mov_b32_e32 v4, v0
  put v4, 1
  finish
kernel loaded_over
  begin
  v_add_u32_e32 v5, v7, v0
  global_load_dword v5, v1, s[10:11]
  v_mov_b32_e32 v4, v5
  put v4, 1
  finish
kernel stored_twice
  begin
  put v7, 1
  put v8, 1
  finish
// Each of two waves stores what the other reads.
kernel from_other_wave, lds=512
  begin
  ds_write_b32 v1, v7
  s_waitcnt lgkmcnt(0)
  s_barrier
  v_xor_b32_e32 v2, 0x100, v1
  ds_read_b32 v5, v2
  s_waitcnt lgkmcnt(0)
  put v5, 1
  finish
kernel second_of_pair, lds=512
  begin
  ds_write2_b32 v1, v0, v7 offset0:0 offset1:64
  s_waitcnt lgkmcnt(0)
  ds_read2_b32 v[4:5], v1 offset0:0 offset1:64
  s_waitcnt lgkmcnt(0)
  put v5, 1
  finish
// From what begins at kData.
.macro copy_to_lds waits
  begin
  s_mov_b32 s20, 0x100
  s_mov_b32 s21, 3
  s_mov_b32 m0, 0
  s_nop 0
  global_load_lds_dword v1, s[20:21]
  .if \waits
  s_waitcnt vmcnt(0)
  .endif
  ds_read_b32 v5, v1
  s_waitcnt lgkmcnt(0)
  put v5, 1
  finish
.endm
kernel copied_to_lds, lds=512
  copy_to_lds 1
kernel copy_not_waited_for, lds=512
  copy_to_lds 0
