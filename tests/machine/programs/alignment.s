// Operations that have to be aligned, off by a little and not, and those that need not be.

kernel atomic_in_memory
  begin
  global_atomic_add v1, v0, s[8:9] offset:2
  finish

kernel wide_atomic_in_memory
  begin
  v_lshlrev_b32_e32 v1, 3, v0
  v_mov_b32_e32 v2, v0
  v_mov_b32_e32 v3, 0
  global_atomic_add_x2 v1, v[2:3], s[8:9] offset:4
  finish

kernel atomic_in_lds, lds=512
  begin
  ds_add_u32 v1, v0 offset:1
  finish

kernel wide_atomic_in_lds, lds=1024
  begin
  v_lshlrev_b32_e32 v1, 3, v0
  v_mov_b32_e32 v2, v0
  v_mov_b32_e32 v3, 0
  ds_add_u64 v1, v[2:3] offset:4
  finish

kernel transposing, lds=1024
  begin
  v_lshlrev_b32_e32 v1, 3, v0
  ds_read_b64_tr_b16 v[2:3], v1 offset:4
  finish

kernel load_to_lds, lds=512
  begin
  s_mov_b32 m0, 2
  s_nop 0
  global_load_lds_dword v1, s[10:11]
  finish

kernel scalar_load
  begin
  s_load_dword s20, s[10:11], 0x2
  finish

kernel scalar_base
  begin
  s_or_b32 s10, s10, 1
  s_load_dwordx2 s[20:21], s[10:11], 0x10
  finish

kernel aligned, lds=1024
  begin
  v_lshlrev_b32_e32 v4, 3, v0
  v_mov_b32_e32 v2, v0
  v_mov_b32_e32 v3, 0
  global_atomic_add v1, v0, s[8:9] offset:4
  global_atomic_add_x2 v4, v[2:3], s[8:9] offset:1024
  ds_add_u32 v1, v0 offset:4
  ds_add_u64 v4, v[2:3] offset:8
  ds_read_b64_tr_b16 v[6:7], v4 offset:8
  s_mov_b32 m0, 4
  s_nop 0
  global_load_lds_dword v1, s[10:11]
  s_load_dword s20, s[10:11], 0x4
  finish

// Lanes that are off may hold anything.
kernel lanes_off
  begin
  v_mov_b32_e32 v2, 3
  s_mov_b64 exec, 0xffffffff
  v_mov_b32_e32 v2, v1
  global_atomic_add v2, v0, s[8:9]
  s_mov_b64 exec, -1
  finish

kernel anywhere, lds=2048
  begin
  v_lshlrev_b32_e32 v1, 4, v0
  global_load_dwordx2 v[4:5], v0, s[10:11] offset:1
  global_load_ushort v6, v0, s[10:11] offset:3
  ds_read_b128 v[8:11], v1 offset:4
  ds_read_b64 v[12:13], v1 offset:1
  s_waitcnt vmcnt(0) lgkmcnt(0)
  global_store_dword v1, v6, s[8:9] offset:2
  finish
