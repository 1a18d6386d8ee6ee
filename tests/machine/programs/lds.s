// LDS: 4096 bytes, of which every kernel first writes {lane * 0x01010101} at 16 * lane, four times.
.macro filled
  begin
  v_mov_b32_e32 v2, 0x01010101
  v_mul_lo_u32 v4, v0, v2
  v_xor_b32_e32 v5, 0x80, v4
  v_xor_b32_e32 v6, 0x8000, v4
  v_xor_b32_e32 v7, 0x80000000, v4
  v_lshlrev_b32_e32 v3, 4, v0
  ds_write_b128 v3, v[4:7]
  s_waitcnt lgkmcnt(0)
.endm

kernel widths, lds=4096
  filled
  ds_read_b32 v8, v3 offset:4
  ds_read_b64 v[10:11], v3 offset:8
  ds_read_b96 v[12:14], v3
  ds_read_u8 v15, v3 offset:4
  ds_read_i8 v16, v3 offset:4
  ds_read_u16 v17, v3 offset:8
  ds_read_i16 v18, v3 offset:8
  s_waitcnt lgkmcnt(0)
  put v8, 0
  put v10, 1
  put v11, 2
  put v12, 3
  put v13, 4
  put v14, 5
  put v15, 6
  put v16, 7
  put v17, 8
  put v18, 9
  finish

kernel halves, lds=4096
  filled
  v_mov_b32_e32 v8, 0x11112222
  v_mov_b32_e32 v9, v8
  v_mov_b32_e32 v10, v8
  v_mov_b32_e32 v11, v8
  v_mov_b32_e32 v12, v8
  ds_read_u16_d16 v8, v3 offset:14
  ds_read_u16_d16_hi v9, v3 offset:14
  ds_read_i8_d16 v10, v3 offset:15
  ds_read_u8_d16_hi v11, v3 offset:15
  s_waitcnt lgkmcnt(0)
  put v8, 0
  put v9, 1
  put v10, 2
  put v11, 3
  ds_write_b16_d16_hi v3, v12
  ds_write_b8_d16_hi v3, v12 offset:5
  ds_write_b8 v3, v12 offset:6
  ds_write_b16 v3, v12 offset:8
  ds_read_b96 v[14:16], v3
  s_waitcnt lgkmcnt(0)
  put v14, 4
  put v15, 5
  put v16, 6
  finish

kernel pairs, lds=4096
  filled
  ds_read2_b32 v[8:9], v3 offset0:3 offset1:1
  ds_read2_b64 v[10:13], v3 offset0:1 offset1:0
  ds_read2st64_b32 v[14:15], v1 offset0:2 offset1:1
  s_waitcnt lgkmcnt(0)
  put v8, 0
  put v9, 1
  put v10, 2
  put v11, 3
  put v12, 4
  put v13, 5
  put v14, 6
  put v15, 7
  v_mov_b32_e32 v16, 61
  v_mov_b32_e32 v17, 62
  ds_write2_b32 v3, v16, v17 offset0:2 offset1:0
  ds_write2st64_b32 v1, v0, v1 offset0:8 offset1:7
  ds_read_b128 v[8:11], v3
  v_add_u32_e32 v18, 2048, v1
  v_add_u32_e32 v19, 1792, v1
  ds_read_b32 v12, v18
  ds_read_b32 v13, v19
  s_waitcnt lgkmcnt(0)
  put v8, 8
  put v9, 9
  put v10, 10
  put v11, 11
  put v12, 12
  put v13, 13
  finish

// All lanes on the same dword, which begins at 1000.
.macro shared
  begin
  v_mov_b32_e32 v2, 0
  v_mov_b32_e32 v3, 1000
  ds_write_b32 v2, v3
  s_waitcnt lgkmcnt(0)
.endm
.macro shared_end
  ds_read_b32 v5, v2
  s_waitcnt lgkmcnt(0)
  put v4, 0
  put v5, 1
  finish
.endm

kernel add, lds=64
  shared
  ds_add_rtn_u32 v4, v2, v0
  shared_end
kernel add_silent, lds=64
  shared
  v_mov_b32_e32 v4, 0
  ds_add_u32 v2, v0
  shared_end
kernel minimum, lds=64
  shared
  v_sub_u32_e32 v6, 1020, v0
  ds_min_rtn_i32 v4, v2, v6
  shared_end
kernel compare_swap, lds=64
  shared
  v_add_u32_e32 v6, 1000, v0
  v_add_u32_e32 v7, 1001, v0
  ds_cmpst_rtn_b32 v4, v2, v6, v7
  shared_end
kernel exchange, lds=64
  shared
  ds_wrxchg_rtn_b32 v4, v2, v0
  shared_end
kernel increment, lds=64
  shared
  v_mov_b32_e32 v6, 1010
  ds_inc_rtn_u32 v4, v2, v6
  shared_end
kernel decrement, lds=64
  begin
  v_mov_b32_e32 v2, 0
  v_mov_b32_e32 v3, 2
  ds_write_b32 v2, v3
  v_mov_b32_e32 v6, 9
  s_waitcnt lgkmcnt(0)
  ds_dec_rtn_u32 v4, v2, v6
  shared_end
kernel add_float, lds=64
  begin
  v_mov_b32_e32 v2, 0
  v_mov_b32_e32 v3, 0.5
  ds_write_b32 v2, v3
  v_mov_b32_e32 v6, 2.0
  s_waitcnt lgkmcnt(0)
  ds_add_rtn_f32 v4, v2, v6
  shared_end
kernel add_wide, lds=64
  begin
  v_mov_b32_e32 v2, 0
  v_mov_b32_e32 v6, -1
  v_mov_b32_e32 v7, 0
  ds_write_b64 v2, v[6:7]
  v_mov_b32_e32 v6, 1
  s_waitcnt lgkmcnt(0)
  ds_add_rtn_u64 v[4:5], v2, v[6:7]
  s_waitcnt lgkmcnt(0)
  put v4, 2
  put v5, 3
  shared_end

// Lane 20 lies past the end; the undefined address of lane 0 must not hide it.
kernel past_the_end, lds=256
  begin
  v_mov_b32_e32 v2, 0
  s_mov_b64 s[20:21], exec
  s_mov_b64 exec, 1
  v_and_b32_e32 v2, 0xfc, v20
  s_mov_b32 exec_lo, 0x100000
  v_mov_b32_e32 v2, 0x7ffffff0
  s_mov_b64 exec, s[20:21]
  ds_read_b32 v3, v2
  finish

kernel pair_past_the_end, lds=256
  begin
  ds_write_b32 v1, v0
  s_waitcnt lgkmcnt(0)
  v_mov_b32_e32 v2, 0
  ds_read2_b32 v[4:5], v2 offset0:63 offset1:64
  s_waitcnt lgkmcnt(0)
  put v4, 0
  finish

kernel store_past_the_end, lds=256
  begin
  ds_write_b32 v1, v0 offset:8
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v3, v1
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, 0xfffffffffffffffc  // the first two dwords were never written
  put v3, 0
  finish

kernel half_a_store_past_the_end, lds=256
  begin
  ds_write2_b32 v1, v0, v0 offset0:0 offset1:1
  finish

kernel reads_past_the_end_in_vain, lds=256
  begin
  ds_write_b32 v1, v0
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v3, v1 offset:16
  s_waitcnt lgkmcnt(0)
  v_cmp_gt_u32_e32 vcc, 60, v0
  v_cndmask_b32_e32 v3, 0, v3, vcc
  put v3, 0
  finish

kernel reads_past_the_end, lds=256
  begin
  ds_write_b32 v1, v0
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v3, v1 offset:16
  s_waitcnt lgkmcnt(0)
  put v3, 0
  finish

kernel load_past_the_end, lds=256
  begin
  s_mov_b32 m0, 4
  s_nop 0
  global_load_lds_dword v1, s[10:11]
  s_waitcnt vmcnt(0)
  ds_read_b32 v2, v1
  s_waitcnt lgkmcnt(0)
  put v2, 0
  finish

// LDS direct loads of parts: a byte or half takes a dword, extended.
kernel narrow_loads, lds=1024
  begin
  s_mov_b32 m0, 0
  s_nop 0
  global_load_lds_sbyte v1, s[10:11]
  s_movk_i32 m0, 256
  s_nop 0
  global_load_lds_ushort v1, s[10:11] offset:0
  s_movk_i32 m0, 500
  s_nop 0
  global_load_lds_dword v1, s[10:11] offset:12
  s_waitcnt vmcnt(0)
  ds_read_b32 v2, v1
  ds_read_b32 v3, v1 offset:256
  ds_read_b32 v4, v1 offset:512
  s_waitcnt lgkmcnt(0)
  put v2, 0
  put v3, 1
  put v4, 2
  finish

// Byte b of LDS holds b mod 256. Every lane points at its own 8 bytes.
kernel transposed, lds=1024
  begin
  v_lshlrev_b32_e32 v2, 3, v0
  v_and_b32_e32 v3, 0xff, v2
  v_mov_b32_e32 v5, 0x01010101
  v_mul_lo_u32 v4, v3, v5
  v_add_u32_e32 v6, 0x03020100, v4
  v_add_u32_e32 v7, 0x07060504, v4
  ds_write_b64 v2, v[6:7]
  s_waitcnt lgkmcnt(0)
  ds_read_b64_tr_b8 v[8:9], v2
  ds_read_b64_tr_b16 v[10:11], v2
  s_waitcnt lgkmcnt(0)
  put v8, 0
  put v9, 1
  put v10, 2
  put v11, 3
  finish

kernel transposed_undefined, lds=1024
  begin
  v_lshlrev_b32_e32 v2, 3, v0
  v_mov_b32_e32 v4, 0
  v_mov_b32_e32 v5, 0
  s_mov_b64 s[20:21], exec
  s_mov_b32 exec_lo, 0xfffffffe
  ds_write_b64 v2, v[4:5]
  s_mov_b64 exec, s[20:21]
  s_waitcnt lgkmcnt(0)
  ds_read_b64_tr_b8 v[8:9], v2
  s_waitcnt lgkmcnt(0)
  put v8, 0
  put v9, 1
  finish

// Every lane writes 8 bytes, twice; lane 17 is off while they are read.
.macro lanes_off read, lanes=0xfffdffff
  begin
  v_lshlrev_b32_e32 v2, 3, v0
  v_mul_u32_u24_e32 v3, 12, v0
  v_mov_b32_e32 v4, 0
  v_mov_b32_e32 v5, 0
  ds_write_b64 v2, v[4:5]
  ds_write_b64 v2, v[4:5] offset:512
  v_mov_b32_e32 v8, 0
  s_mov_b32 exec_lo, \lanes
  s_waitcnt lgkmcnt(0)
  \read
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
  put v8, 0
  finish
.endm
kernel lanes_off_tr_b8, lds=1024
  lanes_off "ds_read_b64_tr_b8 v[8:9], v2"
kernel lanes_off_tr_b16, lds=1024
  lanes_off "ds_read_b64_tr_b16 v[8:9], v2"
kernel lanes_off_tr_b4, lds=1024
  lanes_off "ds_read_b64_tr_b4 v[8:9], v2"
kernel lanes_off_tr_b6, lds=1024
  lanes_off "ds_read_b96_tr_b6 v[8:10], v3"
kernel all_lanes_on, lds=1024
  lanes_off "ds_read_b64_tr_b8 v[8:9], v2", -1

// Elements of 4 and of 6 bits: input rows 0 to 2 hold what each lane writes.
kernel transposed_narrow, lds=1024
  begin
  get v4, 0
  get v5, 1
  get v6, 2
  v_lshlrev_b32_e32 v2, 4, v0
  s_waitcnt vmcnt(0)
  ds_write_b96 v2, v[4:6]
  s_waitcnt lgkmcnt(0)
  ds_read_b64_tr_b4 v[8:9], v2
  ds_read_b96_tr_b6 v[10:12], v2
  s_waitcnt lgkmcnt(0)
  put v8, 0
  put v9, 1
  put v10, 2
  put v11, 3
  put v12, 4
  finish

// Input rows 0 and 1 hold what is in LDS, 2 and 3 the first operand, 4 and 5 the second. Rows 0 to 3 of the output
// are what came back and what LDS then holds.
.macro lane_atomic instruction:vararg
  begin
  get v2, 0
  get v3, 1
  get v4, 2
  get v5, 3
  get v6, 4
  get v7, 5
  v_lshlrev_b32_e32 v8, 4, v0
  v_mov_b32_e32 v12, 0
  v_mov_b32_e32 v13, 0
  s_waitcnt vmcnt(0)
  ds_write_b64 v8, v[2:3]
  s_waitcnt lgkmcnt(0)
  \instruction
  s_waitcnt lgkmcnt(0)
  ds_read_b64 v[10:11], v8
  s_waitcnt lgkmcnt(0)
  put v12, 0
  put v13, 1
  put v10, 2
  put v11, 3
  finish
.endm
kernel min_f32, lds=1024
  lane_atomic ds_min_rtn_f32 v12, v8, v4
kernel max_f32, lds=1024
  lane_atomic ds_max_rtn_f32 v12, v8, v4
kernel silent_max_f32, lds=1024
  lane_atomic ds_max_f32 v8, v4
kernel rsub_u32, lds=1024
  lane_atomic ds_rsub_rtn_u32 v12, v8, v4
kernel mskor_b32, lds=1024
  lane_atomic ds_mskor_rtn_b32 v12, v8, v4, v6
kernel wrap_b32, lds=1024
  lane_atomic ds_wrap_rtn_b32 v12, v8, v4, v6
kernel cmpst_f32, lds=1024
  lane_atomic ds_cmpst_rtn_f32 v12, v8, v4, v6
kernel min_f64, lds=1024
  lane_atomic ds_min_rtn_f64 v[12:13], v8, v[4:5]
kernel max_f64, lds=1024
  lane_atomic ds_max_rtn_f64 v[12:13], v8, v[4:5]
kernel rsub_u64, lds=1024
  lane_atomic ds_rsub_rtn_u64 v[12:13], v8, v[4:5]
kernel mskor_b64, lds=1024
  lane_atomic ds_mskor_rtn_b64 v[12:13], v8, v[4:5], v[6:7]
kernel cmpst_f64, lds=1024
  lane_atomic ds_cmpst_rtn_f64 v[12:13], v8, v[4:5], v[6:7]
kernel exchange_two, lds=1024
  lane_atomic ds_wrxchg2_rtn_b32 v[12:13], v8, v4, v6 offset1:1

// Each lane's place is M0 plus four times its number.
kernel by_thread, lds=1024
  begin
  v_add_u32_e32 v2, 1000, v0
  s_mov_b32 m0, 256
  s_nop 0
  ds_write_addtid_b32 v2 offset:4
  s_waitcnt lgkmcnt(0)
  v_lshlrev_b32_e32 v3, 2, v0
  ds_read_b32 v4, v3 offset:260
  s_mov_b32 m0, 260
  s_nop 0
  ds_read_addtid_b32 v5
  s_waitcnt lgkmcnt(0)
  put v4, 0
  put v5, 1
  finish

// Register and offset together wrap at 32 bits: lane l uses byte 252 - 4 l, its register -4 l.
kernel below_zero, lds=256
  begin
  v_lshlrev_b32_e32 v2, 2, v0
  v_sub_u32_e32 v2, 0, v2
  ds_write_b32 v2, v0 offset:252
  s_waitcnt lgkmcnt(0)
  v_lshlrev_b32_e32 v3, 2, v0
  ds_read_b32 v4, v3
  ds_read2_b32 v[6:7], v2 offset0:63 offset1:63
  s_waitcnt lgkmcnt(0)
  put v4, 0
  put v7, 1
  finish
