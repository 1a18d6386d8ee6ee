// Accesses at an address that the host chooses: arguments s[12:13] address, s14 extent, s15 a value.
kernel load
  begin
  arguments
  global_load_dword v2, v1, s[12:13]
  s_waitcnt vmcnt(0)
  put v2, 0
  finish

kernel load4
  begin
  arguments
  v_lshlrev_b32_e32 v2, 4, v0
  global_load_dwordx4 v[4:7], v2, s[12:13]
  s_waitcnt vmcnt(0)
  put v7, 0
  finish

kernel store
  begin
  arguments
  v_add_u32_e32 v2, s15, v0
  global_store_dword v1, v2, s[12:13]
  finish

kernel scalar
  begin
  arguments
  s_load_dword s20, s[12:13], 0x0
  s_waitcnt lgkmcnt(0)
  put_scalar s20, 0
  finish

// A buffer at s[12:13] of s14 bytes; the thread's dword.
kernel buffer
  begin
  arguments
  s_mov_b32 s15, 0x20000
  buffer_load_dword v2, v1, s[12:15], 0 offen
  s_waitcnt vmcnt(0)
  put v2, 0
  finish

kernel scalar_buffer
  begin
  arguments
  s_mov_b32 s15, 0x20000
  s_buffer_load_dwordx2 s[20:21], s[12:15], s16
  s_waitcnt lgkmcnt(0)
  put_scalar s20, 0
  put_scalar s21, 1
  finish

// The thread's own 64-bit address, from the input: row 0 low, row 1 high.
kernel scatter
  begin
  get v2, 0
  get v3, 1
  s_waitcnt vmcnt(0)
  global_load_ubyte v4, v[2:3], off
  s_waitcnt vmcnt(0)
  put v4, 0
  finish

// Atomics on one dword of the output, at row 8: all lanes add 1 and get what was there; a compare-and-swap on row 9.
kernel atomics
  begin
  v_mov_b32_e32 v2, 0
  v_mov_b32_e32 v3, 1
  global_atomic_add v4, v2, v3, s[8:9] offset:2048 sc0
  s_waitcnt vmcnt(0)
  put v4, 0
  v_mov_b32_e32 v6, 77
  v_mov_b32_e32 v7, 0xeeeeeeee
  global_atomic_cmpswap v31, v2, v[6:7], s[8:9] offset:2304 sc0
  s_waitcnt vmcnt(0)
  put v31, 1
  v_mov_b32_e32 v8, 1.0
  global_atomic_add_f32 v1, v8, s[8:9] offset:2560
  finish

// Scalar atomics and stores on the output: dword 0 counts, 2 and 3 are swapped on comparison, a store beside them.
kernel scalar_atomics
  begin
  s_mov_b32 s20, 5
  s_mov_b32 s21, 1
  s_store_dword s20, s[8:9], 0x0
  s_mov_b64 s[22:23], 0x11
  s_store_dwordx2 s[22:23], s[8:9], 0x8
  s_waitcnt lgkmcnt(0)
  s_atomic_inc s21, s[8:9], 0x0 glc
  s_waitcnt lgkmcnt(0)
  s_mov_b32 s24, 5
  s_atomic_dec s24, s[8:9], 0x0 glc
  s_waitcnt lgkmcnt(0)
  s_mov_b32 s25, 100
  s_atomic_add s25, s[8:9], 0x0
  s_waitcnt lgkmcnt(0)
  s_mov_b64 s[28:29], 0x77
  s_mov_b64 s[30:31], 0x11
  s_atomic_cmpswap_x2 s[28:31], s[8:9], 0x8 glc
  s_waitcnt lgkmcnt(0)
  s_dcache_wb
  s_waitcnt lgkmcnt(0)
  put_scalar s21, 1
  put_scalar s24, 2
  put_scalar s25, 3
  put_scalar s28, 4
  put_scalar s29, 5
  finish

// A scalar buffer of 8 bytes: what lies past its end is not written and reads 0.
kernel scalar_buffer_end
  begin
  s_mov_b32 s12, s8
  s_and_b32 s13, s9, 0xffff
  s_mov_b32 s14, 8
  s_mov_b32 s15, 0x20000
  s_mov_b64 s[20:21], 0x55
  s_mov_b32 s22, 0x66
  s_mov_b32 s23, 0x66
  s_buffer_store_dword s20, s[12:15], 0x4
  s_buffer_store_dword s22, s[12:15], 0x8
  s_buffer_atomic_add s22, s[12:15], 0x8 glc
  s_waitcnt lgkmcnt(0)
  s_buffer_atomic_add s23, s[12:15], 0x4 glc
  s_waitcnt lgkmcnt(0)
  put_scalar s22, 1
  put_scalar s23, 2
  finish
