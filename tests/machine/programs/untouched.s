// An allocation (s[20:21]) whose bytes 256 to 511 are not to be written.
.macro kept records=1024
  begin
  s_mov_b32 s20, 0x100000
  s_mov_b32 s21, 3
  s_mov_b32 s22, \records
  s_mov_b32 s23, 0x20000
  v_mov_b32_e32 v2, 0
  v_mov_b32_e32 v3, 0
.endm

kernel store_right
  kept
  global_store_dword v1, v2, s[20:21]
  finish

// Lane 63 alone, and it writes what is there already.
kernel store_wrong
  kept
  global_store_dword v1, v2, s[20:21] offset:4
  finish

// The second half of lane 31's store.
kernel wide_right
  kept
  v_lshlrev_b32_e32 v4, 3, v0
  v_add_u32_e32 v4, 512, v4
  global_store_dwordx2 v4, v[2:3], s[20:21]
  finish
kernel wide_wrong
  kept
  v_lshlrev_b32_e32 v4, 3, v0
  v_cmp_gt_u32_e32 vcc, 32, v0
  s_and_saveexec_b64 s[26:27], vcc
  global_store_dwordx2 v4, v[2:3], s[20:21] offset:4
  finish

kernel buffer_right
  kept 256
  buffer_store_dword v2, v1, s[20:23], 0 offen offset:4
  finish
kernel buffer_wrong
  kept 512
  buffer_store_dword v2, v1, s[20:23], 0 offen offset:4
  finish

kernel atomic_right
  kept
  global_atomic_add v1, v2, s[20:21]
  finish
kernel atomic_wrong
  kept
  global_atomic_add v1, v2, s[20:21] offset:4
  finish

kernel flat_right
  kept
  v_mov_b32_e32 v7, s21
  v_add_u32_e32 v6, s20, v1
  flat_store_byte v[6:7], v2
  finish
kernel flat_wrong
  kept
  v_mov_b32_e32 v7, s21
  v_add_u32_e32 v6, s20, v1
  flat_store_byte v[6:7], v2 offset:4
  finish

// Reading is no writing.
kernel load_right
  kept
  global_load_dword v4, v1, s[20:21] offset:256
  finish
