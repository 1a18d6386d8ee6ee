// The data allocation (s[20:21]) has two rows of 64 dwords that may be read, then two that may not; the
// workspace (s[24:25]) is the kernel's own, and nothing of it defined.
.macro data
  begin
  s_mov_b32 s20, 0
  s_mov_b32 s21, 3
  s_mov_b32 s24, 0x10000
  s_mov_b32 s25, 3
.endm

kernel within
  data
  global_load_dword v3, v1, s[20:21] offset:256
  s_load_dwordx4 s[28:31], s[20:21], 0x1f0
  s_waitcnt vmcnt(0) lgkmcnt(0)
  put v3, 0
  finish

// What is read there is thrown away.
kernel beyond
  data
  global_load_dword v3, v1, s[20:21] offset:512
  finish

kernel across
  data
  v_lshlrev_b32_e32 v2, 3, v0
  global_load_dwordx4 v[4:7], v2, s[20:21]
  finish

kernel half
  data
  v_lshlrev_b32_e32 v2, 1, v0
  global_load_ushort v4, v2, s[20:21] offset:386
  finish

kernel by_scalar
  data
  s_load_dwordx4 s[28:31], s[20:21], 0x1f4
  finish

kernel to_lds, lds=1024
  data
  s_mov_b32 m0, 0
  s_nop 0
  global_load_lds_dword v1, s[20:21] offset:512
  finish

// Inside num_records, so that the hardware has no objection.
kernel by_buffer
  data
  s_mov_b32 s22, 1024
  s_mov_b32 s23, 0x20000
  buffer_load_dword v3, v1, s[20:23], 0 offen offset:768
  finish

// Past num_records nothing is read.
kernel clamped
  data
  s_mov_b32 s22, 512
  s_mov_b32 s23, 0x20000
  buffer_load_dword v3, v1, s[20:23], 0 offen offset:768
  finish

// As undefined as what may not be read.
kernel own_workspace
  data
  global_load_dword v3, v1, s[24:25]
  finish

// What is undefined there has nothing to do with what is loaded next.
kernel after_undefined
  data
  global_load_dword v3, v1, s[24:25]
  s_waitcnt vmcnt(0)
  global_load_dword v4, v1, s[20:21]
  finish
