// The registers a wave begins with. Nothing here uses `begin`.
.macro output
  s_load_dwordx2 s[8:9], s[0:1], 0x0
  s_waitcnt lgkmcnt(0)
.endm

// {id x, y, z, v0} of every thread, in dispatch order; a grid of 3 × 2 × 2 workgroups of 24 threads.
kernel ids
  output
  s_mul_i32 s20, s3, 3
  s_mul_i32 s21, s4, 6
  s_add_u32 s20, s20, s21
  s_add_u32 s20, s20, s2
  s_mul_i32 s20, s20, 384
  v_mbcnt_lo_u32_b32 v1, -1, 0
  v_lshlrev_b32_e32 v1, 4, v1
  v_add_u32_e32 v1, s20, v1
  v_mov_b32_e32 v4, s2
  v_mov_b32_e32 v5, s3
  v_mov_b32_e32 v6, s4
  v_mov_b32_e32 v7, v0
  global_store_dwordx4 v1, v[4:7], s[8:9]
  finish

// The same v0, when the kernel asks for x, and for x and y.
.macro own_id
  output
  v_mbcnt_lo_u32_b32 v1, -1, 0
  v_lshlrev_b32_e32 v1, 2, v1
  put v0, 0
  finish
.endm
kernel x_only, ids=0
  own_id
kernel x_and_y, ids=1
  own_id

// {exec_lo, exec_hi} of each wave, at 8 * wave.
kernel live
  output
  s_mov_b64 s[20:21], exec
  v_lshrrev_b32_e32 v1, 6, v0
  v_lshlrev_b32_e32 v1, 3, v1
  v_mov_b32_e32 v4, s20
  v_mov_b32_e32 v5, s21
  global_store_dwordx2 v1, v[4:5], s[8:9]
  finish

kernel argument_pointer
  output
  v_lshlrev_b32_e32 v1, 2, v0
  put_scalar s0, 0
  put_scalar s1, 1
  finish

// Arguments 4 to 6 are preloaded to s[2:4]; the workgroup's id follows. Without preload a wave would enter the first
// 256 bytes, which load other values.
kernel preloaded, preload=3, preload_at=4
  s_movk_i32 s2, 0xbad
  s_movk_i32 s3, 0xbad
  s_movk_i32 s4, 0xbad
  s_branch 60
  .fill 60, 4, 0xbf800000
  s_mov_b32 s20, s5
  output
  v_lshlrev_b32_e32 v1, 2, v0
  put_scalar s2, 0
  put_scalar s3, 1
  put_scalar s4, 2
  put_scalar s20, 3
  finish

.macro mode_out
  output
  v_lshlrev_b32_e32 v1, 2, v0
  s_getreg_b32 s20, hwreg(HW_REG_MODE)
  put_scalar s20, 0
  s_getreg_b32 s20, hwreg(HW_REG_MODE, 4, 4)
  put_scalar s20, 1
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 0
  s_nop 1
  s_getreg_b32 s20, hwreg(HW_REG_MODE)
  put_scalar s20, 2
  finish
.endm
// The pointer to the dispatch packet comes first.
kernel packet, ids=0, lds=128, private=16, packet=1
  s_load_dwordx4 s[8:11], s[2:3], 0x0
  s_load_dwordx4 s[12:15], s[0:1], 0x0
  s_load_dwordx4 s[16:19], s[0:1], 0x10
  s_load_dwordx2 s[20:21], s[0:1], 0x28
  s_waitcnt lgkmcnt(0)
  v_lshlrev_b32_e32 v1, 2, v0
  put_scalar s12, 0
  put_scalar s13, 1
  put_scalar s14, 2
  put_scalar s15, 3
  put_scalar s16, 4
  put_scalar s17, 5
  put_scalar s18, 6
  put_scalar s19, 7
  put_scalar s20, 8
  put_scalar s21, 9
  finish

kernel mode_default
  mode_out
kernel mode_flushing, denormals=0, ieee=0, dx10=0
  mode_out

// Each lane has its own scratch: {lane + 1000} at 8, read back; then a byte and its neighbours.
kernel scratch, private=64
  output
  v_lshlrev_b32_e32 v1, 2, v0
  v_add_u32_e32 v2, 1000, v0
  s_movk_i32 s20, 4
  scratch_store_dword off, v2, s20 offset:4
  v_mov_b32_e32 v3, 8
  s_waitcnt vmcnt(0)
  scratch_load_dword v4, v3, off
  scratch_load_ubyte v5, v3, off offset:1
  s_waitcnt vmcnt(0)
  put v4, 0
  put v5, 1
  scratch_load_dword v6, off, off offset:60
  s_waitcnt vmcnt(0)
  put v6, 2
  finish

kernel scratch_past, private=64
  v_mov_b32_e32 v3, 4
  scratch_load_dword v4, v3, off offset:60
  finish

// 4 bytes that begin 4 bytes before the lane's first: the sum of offset and size is 0 in 64 bits.
kernel scratch_before, private=64
  v_mov_b32_e32 v3, 0
  scratch_load_dword v4, v3, off offset:-4
  finish

kernel lds_end, lds=64
  output
  v_lshlrev_b32_e32 v1, 2, v0
  v_mov_b32_e32 v2, 5
  ds_write_b32 v1, v2
  s_waitcnt lgkmcnt(0)
  put v2, 0
  finish
