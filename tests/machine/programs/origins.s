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
