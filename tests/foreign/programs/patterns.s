// What kernels that ship do, a few lines each: patterns.py says how each must run.

// s[12:15]: the input as a buffer of 4096 bytes.
.macro input_buffer
  s_mov_b32 s12, s10
  s_mov_b32 s13, s11
  s_movk_i32 s14, 0x1000
  s_mov_b32 s15, 0x00027000
.endm
// s20: the wave's number.
.macro wave_number
  v_lshrrev_b32_e32 v3, 6, v0
  s_nop 1
  v_readfirstlane_b32 s20, v3
.endm

// Eight waves in two halves, which meet at different barriers, always one apart.
kernel ping_pong, lds=2048
  begin
  wave_number
  s_cmp_lt_u32 s20, 4
  s_cbranch_scc1 1f
  s_barrier
1:
  ds_write_b32 v1, v0
  s_waitcnt lgkmcnt(0)
  s_barrier
  ds_read_b32 v2, v1
  s_waitcnt lgkmcnt(0)
  s_barrier
  s_cmp_ge_u32 s20, 4
  s_cbranch_scc1 2f
  s_barrier
2:
  put v2, 0
  finish

// M0 written directly before the copy that takes it: with the value that it has.
kernel m0_before_copy, lds=256
  begin
  input_buffer
  s_mov_b32 m0, 0
  s_nop 3
  s_mov_b32 m0, 0
  buffer_load_dword v1, s[12:15], 0 offen lds
  s_waitcnt vmcnt(0)
  ds_read_b32 v2, v1
  s_waitcnt lgkmcnt(0)
  put v2, 0
  finish

.macro dpp slots
  begin
  v_add_u32_e32 v2, 5, v0
  .if \slots
    s_nop \slots-1
  .endif
  v_mov_b32_dpp v3, v2 quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf
  put v3, 0
  finish
.endm
kernel dpp_one_short
  dpp 1
kernel dpp_two_short
  dpp 0
kernel dpp_in_time
  dpp 2

// The result of a matrix instruction read behind others, each of which holds the pipe for its passes.
.macro matrix_then slots, third
  begin
  v_mov_b32_e32 v8, 0
  v_mov_b32_e32 v9, 0
  .irp r, 4, 5, 6, 7, 12, 13, 14, 15, 16, 17, 18, 19
    v_mov_b32_e32 v\r, 0
  .endr
  s_nop 3
  v_mfma_f32_16x16x16_f16 v[4:7], v[8:9], v[8:9], 0
  v_mfma_f32_16x16x16_f16 v[12:15], v[8:9], v[8:9], 0
  .if \third
    v_mfma_f32_16x16x16_f16 v[16:19], v[8:9], v[8:9], 0
  .endif
  .if \slots
    s_nop \slots-1
  .endif
  v_add_u32_e32 v2, v4, v0
  put v2, 0
  finish
.endm
kernel matrix_result_early
  matrix_then 0, 0
kernel matrix_result_in_time
  matrix_then 0, 1

// All waves copy the same bytes to the same place.
kernel copied_by_all, lds=256
  begin
  input_buffer
  v_and_b32_e32 v4, 0xfc, v1
  s_mov_b32 m0, 0
  s_nop 0
  buffer_load_dword v4, s[12:15], 0 offen lds
  s_waitcnt vmcnt(0)
  s_barrier
  ds_read_b32 v2, v4
  s_waitcnt lgkmcnt(0)
  put v2, 0
  finish

// The tile behind the last is loaded, and nobody reads it.
kernel prefetched_past_the_end
  begin
  get v2, 0
  get v3, 1
  s_waitcnt vmcnt(1)
  put v2, 0
  s_endpgm

// Two tiles on their way; each is waited for as if another one were behind it.
.macro tiles last
  begin
  input_buffer
  s_mov_b32 m0, 0
  s_nop 0
  buffer_load_dword v1, s[12:15], 0 offen lds
  s_movk_i32 m0, 0x100
  s_nop 0
  buffer_load_dword v1, s[12:15], 0 offen offset:256 lds
  s_waitcnt vmcnt(1)
  ds_read_b32 v2, v1
  s_waitcnt vmcnt(\last)
  ds_read_b32 v3, v1 offset:512
  s_waitcnt lgkmcnt(0)
  v_add_u32_e32 v2, v2, v3
  put v2, 0
  finish
.endm
kernel last_tile_early, lds=768
  tiles 1
kernel last_tile_in_time, lds=768
  tiles 0

// The epilogue stages its results where other waves still read the last tile.
.macro reused barrier
  begin
  ds_write_b32 v1, v0
  s_waitcnt lgkmcnt(0)
  s_barrier
  v_xor_b32_e32 v4, 0x100, v1
  ds_read_b32 v2, v4
  s_waitcnt lgkmcnt(0)
  .if \barrier
    s_barrier
  .endif
  v_add_u32_e32 v3, 7, v0
  ds_write_b32 v1, v3
  s_waitcnt lgkmcnt(0)
  put v2, 0
  finish
.endm
kernel lds_reused_early, lds=512
  reused 0
kernel lds_reused_in_time, lds=512
  reused 1

// A tile of 64 rows, of which the group has 48 and may write 32: the rest belongs to the next group, or to nobody.
.macro rows bound
  begin
  .if \bound
    v_cmp_gt_u32_e32 vcc, \bound, v0
    s_and_saveexec_b64 s[20:21], vcc
  .endif
  put v0, 0
  finish
.endm
kernel rows_past_max
  rows 0
kernel rows_up_to_m
  rows 32

// Every workgroup stores the same number.
kernel stored_by_all
  begin
  v_mov_b32_e32 v2, 7
  put v2, 0
  finish

// An f16 is added to by compare-and-swap of the dword that it is in; of an odd number the last one's is half outside.
kernel last_half
  begin
  v_mov_b32_e32 v4, 8
  global_load_dword v3, v4, s[8:9]
  s_waitcnt vmcnt(0)
  v_and_b32_e32 v2, 0xffff0000, v3
  v_or_b32_e32 v2, 0x3c00, v2
  v_cmp_eq_u32_e32 vcc, 0, v0
  s_and_saveexec_b64 s[20:21], vcc
  global_atomic_cmpswap v4, v[2:3], s[8:9]
  finish

// A load whose result is never used, and another into the same register.
kernel loaded_twice
  begin
  get v2, 1
  get v2, 0
  s_waitcnt vmcnt(0)
  put v2, 0
  finish
// ... and a number, which the load then overwrites.
kernel loaded_then_written
  begin
  get v2, 1
  v_mov_b32_e32 v2, v0
  put v2, 0
  finish

// A softmax's exponential, and a division: what they give is stored, and the exponential decides as well.
kernel exponential_decides
  begin
  get v2, 0
  s_waitcnt vmcnt(0)
  v_mov_b32_e32 v2, 0
  v_exp_f32_e32 v3, v2
  v_rcp_f32_e32 v4, v3
  s_nop 0
  v_cmp_lt_f32_e32 vcc, 0, v3
  s_and_saveexec_b64 s[20:21], vcc
  v_add_u32_e32 v4, v4, v0
  put v4, 0
  finish
