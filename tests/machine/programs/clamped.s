// Buffers of two rows of 64 dwords, and accesses that end at their end or past it. v1 = 4 * thread.
.macro buffer base, records=512, stride=0
  begin
  s_mov_b32 s20, s\base
  s_add_u32 s21, s[\base+1], (\stride<<16)
  s_mov_b32 s22, \records
  s_mov_b32 s23, 0x20000
  v_mov_b32_e32 v3, 7
.endm

kernel load_right
  buffer 10
  buffer_load_dword v3, v1, s[20:23], 0 offen offset:256
  finish

// The last lane's.
kernel load_wrong
  buffer 10
  buffer_load_dword v3, v1, s[20:23], 0 offen offset:260
  finish

kernel part_right
  buffer 10, records=1024
  v_lshlrev_b32_e32 v2, 4, v0
  buffer_load_dwordx4 v[4:7], v2, s[20:23], 0 offen
  finish

// Half of the last lane's.
kernel part_wrong
  buffer 10, records=1016
  v_lshlrev_b32_e32 v2, 4, v0
  buffer_load_dwordx4 v[4:7], v2, s[20:23], 0 offen
  finish

kernel to_lds_right, lds=256
  buffer 10
  s_mov_b32 m0, 0
  s_movk_i32 s24, 256
  buffer_load_dword v1, s[20:23], s24 offen lds
  finish

kernel to_lds_wrong, lds=256
  buffer 10
  s_mov_b32 m0, 0
  s_movk_i32 s24, 512
  buffer_load_dword v1, s[20:23], s24 offen lds
  finish

// Lanes past the end that are off.
kernel store_right
  buffer 8
  s_mov_b64 exec, 0xffff
  buffer_store_dword v3, v1, s[20:23], 0 offen offset:448
  finish

kernel store_wrong
  buffer 8
  s_mov_b64 exec, 0x1ffff
  buffer_store_dword v3, v1, s[20:23], 0 offen offset:448
  finish

kernel atomic_right
  buffer 8
  buffer_atomic_add v3, v1, s[20:23], 0 offen offset:256
  finish

kernel atomic_wrong
  buffer 8
  buffer_atomic_add v3, v1, s[20:23], 0 offen offset:260
  finish

// Of a structured buffer num_records counts structures.
kernel indexed_right
  buffer 10, records=64, stride=8
  buffer_load_dword v3, v0, s[20:23], 0 idxen
  finish

kernel indexed_wrong
  buffer 10, records=63, stride=8
  buffer_load_dword v3, v0, s[20:23], 0 idxen
  finish

kernel scalar_right
  buffer 10
  s_buffer_load_dwordx4 s[24:27], s[20:23], 0x1f0
  finish

kernel scalar_wrong
  buffer 10
  s_buffer_load_dwordx4 s[24:27], s[20:23], 0x1f8
  finish
