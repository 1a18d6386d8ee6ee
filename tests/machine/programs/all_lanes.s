// Every memory operation s20 times, under EXEC = s[18:19] and then under that rotated by s21 and s21 again: among
// them each lane takes part once. s[12:15] the descriptor, s[16:17] the data's address, v2 an offset of the lane
// into the data, v3 one into LDS; of lanes that take no part they point elsewhere, at what nobody writes.
.macro parts_begin
  begin
  arguments
  s_load_dwordx2 s[18:19], s[0:1], 0x28
  s_load_dwordx2 s[20:21], s[0:1], 0x30
  get v2, 0
  get v3, 1
  v_mov_b32_e32 v4, 0x55555555
  v_mov_b32_e32 v5, v4
  v_mov_b32_e32 v6, v4
  v_mov_b32_e32 v7, v4
  s_mov_b32 m0, 64
  s_waitcnt vmcnt(0) lgkmcnt(0)
  v_lshlrev_b32_e32 v12, 4, v0
.endm

.macro in_parts instruction:vararg
  s_sub_i32 s22, 64, s21
part\@:
  s_mov_b64 exec, -1
  v_mov_b32_e32 v20, 16
  v_mov_b32_e32 v21, 16
  s_mov_b64 exec, s[18:19]
  v_mov_b32_e32 v20, v2
  v_mov_b32_e32 v21, v3
  \instruction
  s_lshl_b64 s[24:25], s[18:19], s21
  s_lshr_b64 s[18:19], s[18:19], s22
  s_or_b64 s[18:19], s[24:25], s[18:19]
  s_sub_i32 s20, s20, 1
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 part\@
  s_mov_b64 exec, -1
  s_waitcnt vmcnt(0) lgkmcnt(0)
.endm

.macro show
  put v4, 0
  put v5, 1
  put v6, 2
  put v7, 3
  finish
.endm

.macro load_case instruction:vararg
  parts_begin
  in_parts \instruction
  show
.endm

kernel buffer1, lds=8192
  load_case buffer_load_dword v4, v20, s[12:15], 0 offen offset:4

kernel buffer2, lds=8192
  load_case buffer_load_dwordx2 v[4:5], v20, s[12:15], 0 offen

kernel buffer3, lds=8192
  load_case buffer_load_dwordx3 v[4:6], v20, s[12:15], 0 offen offset:8

kernel buffer4, lds=8192
  load_case buffer_load_dwordx4 v[4:7], v20, s[12:15], 0 offen

kernel global1, lds=8192
  load_case global_load_dword v4, v20, s[16:17]

kernel global2, lds=8192
  load_case global_load_dwordx2 v[4:5], v20, s[16:17] offset:16

kernel global3, lds=8192
  load_case global_load_dwordx3 v[4:6], v20, s[16:17]

kernel global4, lds=8192
  load_case global_load_dwordx4 v[4:7], v20, s[16:17]

kernel buffer_byte, lds=8192
  load_case buffer_load_ubyte v4, v20, s[12:15], 0 offen offset:3

kernel buffer_short, lds=8192
  load_case buffer_load_sshort v4, v20, s[12:15], 0 offen

kernel buffer_short_high, lds=8192
  load_case buffer_load_short_d16_hi v4, v20, s[12:15], 0 offen offset:2

kernel global_byte, lds=8192
  load_case global_load_sbyte v4, v21, s[16:17]

kernel global_short, lds=8192
  load_case global_load_short_d16 v4, v21, s[16:17]

// What was read into LDS, or lay there, is read back by each lane under full EXEC.
.macro lds_case instruction:vararg
  parts_begin
  buffer_load_dwordx4 v[4:7], v2, s[12:15], 0 offen
  s_waitcnt vmcnt(0)
  in_parts \instruction
  ds_read2_b64 v[4:7], v12 offset0:8 offset1:9
  s_waitcnt lgkmcnt(0)
  show
.endm

kernel to_lds4, lds=8192
  lds_case buffer_load_dwordx4 v20, s[12:15], 0 offen lds

kernel to_lds1, lds=8192
  lds_case buffer_load_dword v20, s[12:15], 0 offen lds

kernel write4, lds=8192
  lds_case ds_write_b128 v21, v[4:7]

kernel write3, lds=8192
  lds_case ds_write_b96 v21, v[4:6]

kernel write2, lds=8192
  lds_case ds_write_b64 v21, v[4:5]

kernel write1, lds=8192
  lds_case ds_write_b32 v21, v4

kernel write_pair, lds=8192
  lds_case ds_write2_b64 v21, v[4:5], v[6:7] offset0:0 offset1:1

kernel write_pair_back, lds=8192
  lds_case ds_write2_b64 v21, v[4:5], v[6:7] offset0:1 offset1:0

.macro read_case instruction:vararg
  parts_begin
  buffer_load_dwordx4 v[8:11], v2, s[12:15], 0 offen
  s_waitcnt vmcnt(0)
  s_mov_b32 exec_lo, 0xfffffffb
  ds_write_b128 v12, v[8:11] offset:64
  s_mov_b64 exec, -1
  s_waitcnt lgkmcnt(0)
  in_parts \instruction
  show
.endm

kernel read4, lds=8192
  read_case ds_read_b128 v[4:7], v21

kernel read3, lds=8192
  read_case ds_read_b96 v[4:6], v21

kernel read2, lds=8192
  read_case ds_read_b64 v[4:5], v21

kernel read1, lds=8192
  read_case ds_read_b32 v4, v21

kernel read_pair, lds=8192
  read_case ds_read2st64_b64 v[4:7], v21 offset0:1 offset1:2

// The second element lies below the first.
kernel read_pair_back, lds=8192
  read_case ds_read2st64_b64 v[4:7], v21 offset0:2 offset1:1

// The same where nothing is undefined: more of LDS was written than is read.
.macro whole_case instruction:vararg
  parts_begin
  buffer_load_dwordx4 v[8:11], v2, s[12:15], 0 offen
  s_waitcnt vmcnt(0)
  .irp at, 0, 512, 1024, 1536, 2048, 2560
  ds_write_b128 v12, v[8:11] offset:\at
  .endr
  s_waitcnt lgkmcnt(0)
  in_parts \instruction
  show
.endm

kernel whole4, lds=8192
  whole_case ds_read_b128 v[4:7], v21

kernel whole3, lds=8192
  whole_case ds_read_b96 v[4:6], v21

kernel whole2, lds=8192
  whole_case ds_read_b64 v[4:5], v21

kernel whole1, lds=8192
  whole_case ds_read_b32 v4, v21

kernel whole_pair, lds=8192
  whole_case ds_read2st64_b64 v[4:7], v21 offset0:1 offset1:2

kernel whole_pair_back, lds=8192
  whole_case ds_read2st64_b64 v[4:7], v21 offset0:2 offset1:1

.macro store_case instruction:vararg
  parts_begin
  v_lshl_or_b32 v4, v0, 24, v0
  v_not_b32_e32 v5, v4
  v_add_u32_e32 v6, 1, v4
  v_add_u32_e32 v7, 2, v4
  in_parts \instruction
  s_endpgm
.endm

kernel store4
  store_case buffer_store_dwordx4 v[4:7], v21, s[12:15], 0 offen

kernel store2
  store_case buffer_store_dwordx2 v[4:5], v21, s[12:15], 0 offen offset:4

kernel global_store4
  store_case global_store_dwordx4 v21, v[4:7], s[16:17]

kernel global_store1
  store_case global_store_dword v21, v4, s[16:17]

kernel store_byte
  store_case buffer_store_byte v4, v21, s[12:15], 0 offen

kernel store_short
  store_case buffer_store_short v4, v21, s[12:15], 0 offen

kernel store_byte_high
  store_case buffer_store_byte_d16_hi v5, v21, s[12:15], 0 offen

kernel global_store_byte
  store_case global_store_byte v21, v4, s[16:17]

kernel global_store_short
  store_case global_store_short v21, v4, s[16:17]

// An operand that was loaded, and what was there before.
.macro atomic_case instruction:vararg
  parts_begin
  buffer_load_dword v4, v2, s[12:15], 0 offen
  s_waitcnt vmcnt(0)
  in_parts \instruction
  show
.endm

kernel atomic1, lds=8192
  atomic_case global_atomic_add v6, v21, v4, s[16:17] sc0

kernel atomic2, lds=8192
  atomic_case buffer_atomic_swap_x2 v[4:5], v21, s[12:15], 0 offen sc0

kernel atomic_compare, lds=8192
  atomic_case global_atomic_cmpswap v6, v21, v[4:5], s[16:17] sc0

kernel atomic_halves, lds=8192
  atomic_case global_atomic_pk_add_bf16 v6, v21, v4, s[16:17] sc0

// The operand of lane 2 was never written.
kernel atomic_undefined, lds=8192
  parts_begin
  v_mov_b32_e32 v4, 1
  s_mov_b64 exec, 4
  v_mov_b32_e32 v4, v13
  s_mov_b64 exec, -1
  in_parts global_atomic_add v6, v21, v4, s[16:17] sc0
  show
