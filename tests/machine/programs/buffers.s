// Buffer accesses: s[12:15] the descriptor, s16 the scalar offset, input row 0 the vector offset (row 1 the index).
.macro offsets
  begin
  arguments
  get v2, 0
  s_waitcnt vmcnt(0)
.endm

.macro put4
  put v4, 0
  put v5, 1
  put v6, 2
  put v7, 3
  finish
.endm

.macro preset
  v_mov_b32_e32 v4, 0x55555555
  v_mov_b32_e32 v5, v4
  v_mov_b32_e32 v6, v4
  v_mov_b32_e32 v7, v4
.endm

kernel load4
  offsets
  preset
  buffer_load_dwordx4 v[4:7], v2, s[12:15], s16 offen
  s_waitcnt vmcnt(0)
  put4

kernel load4_imm
  offsets
  preset
  buffer_load_dwordx4 v[4:7], v2, s[12:15], s16 offen offset:4092
  s_waitcnt vmcnt(0)
  put4

kernel load3
  offsets
  preset
  buffer_load_dwordx3 v[4:6], v2, s[12:15], s16 offen
  s_waitcnt vmcnt(0)
  put4

kernel load_short
  offsets
  preset
  buffer_load_ushort v4, v2, s[12:15], s16 offen
  s_waitcnt vmcnt(0)
  put4

kernel load_byte
  offsets
  preset
  buffer_load_sbyte v4, v2, s[12:15], s16 offen
  s_waitcnt vmcnt(0)
  put4

kernel store4
  offsets
  v_lshlrev_b32_e32 v4, 24, v0
  v_or_b32_e32 v4, 0x00a0b0c0, v4
  v_add_u32_e32 v5, 1, v4
  v_add_u32_e32 v6, 2, v4
  v_add_u32_e32 v7, 3, v4
  buffer_store_dwordx4 v[4:7], v2, s[12:15], s16 offen
  finish

kernel add
  offsets
  preset
  buffer_atomic_add_x2 v[4:5], v2, s[12:15], s16 offen sc0
  s_waitcnt vmcnt(0)
  put4

kernel to_lds, lds=1024
  offsets
  preset
  v_lshlrev_b32_e32 v3, 4, v0
  ds_write_b128 v3, v[4:7]
  s_waitcnt lgkmcnt(0)
  s_mov_b32 m0, 0
  s_nop 0
  buffer_load_dwordx4 v2, s[12:15], s16 offen lds
  s_waitcnt vmcnt(0)
  ds_read_b128 v[4:7], v3
  s_waitcnt lgkmcnt(0)
  put4

kernel indexed
  offsets
  preset
  get v3, 1
  s_waitcnt vmcnt(0)
  buffer_load_dwordx2 v[4:5], v3, s[12:15], s16 idxen offset:4
  v_mov_b32_e32 v9, v2
  v_mov_b32_e32 v8, v3
  buffer_load_dwordx2 v[6:7], v[8:9], s[12:15], 0 idxen offen
  s_waitcnt vmcnt(0)
  put4

// One dword per lane at an offset, the index the lane's: by idxen, or by the descriptor.
kernel add_lane
  offsets
  s_or_b32 s15, s15, 0x800000
  buffer_load_dword v4, v2, s[12:15], s16 offen
  v_mov_b32_e32 v5, 0x77
  buffer_atomic_swap v5, v2, s[12:15], s16 offen offset:64 sc0
  s_waitcnt vmcnt(0)
  put v4, 0
  put v5, 1
  finish

kernel swizzled
  offsets
  get v3, 1
  s_waitcnt vmcnt(0)
  v_mov_b32_e32 v8, v3
  v_mov_b32_e32 v9, v2
  buffer_load_dword v4, v[8:9], s[12:15], s16 idxen offen
  s_or_b32 s15, s15, 0x800000
  buffer_load_dword v5, v2, s[12:15], s16 offen
  s_waitcnt vmcnt(0)
  put v4, 0
  put v5, 1
  finish
