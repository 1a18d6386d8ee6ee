// Two waves of 64, or two workgroups, that use the same bytes. v1 = 4 * thread, v2 = that of the thread 64 away.
.macro both
  begin
  v_xor_b32_e32 v2, 0x100, v1
  v_mov_b32_e32 v3, v0
.endm

kernel ordered, lds=512
  both
  ds_write_b32 v1, v3
  s_waitcnt lgkmcnt(0)
  s_barrier
  ds_read_b32 v4, v2
  s_waitcnt lgkmcnt(0)
  finish

kernel no_barrier, lds=512
  both
  ds_write_b32 v1, v3
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v4, v2
  s_waitcnt lgkmcnt(0)
  finish

// The write may still be on its way when the barrier has been passed.
kernel no_wait_before_barrier, lds=512
  both
  ds_write_b32 v1, v3
  s_barrier
  ds_read_b32 v4, v2
  s_waitcnt lgkmcnt(0)
  finish

// A buffer that is filled again while the other wave may still read it.
kernel written_again, lds=512
  both
  ds_write_b32 v1, v3
  s_waitcnt lgkmcnt(0)
  s_barrier
  ds_read_b32 v4, v2
  s_waitcnt lgkmcnt(0)
  v_add_u32_e32 v3, 1, v3
  ds_write_b32 v1, v3
  s_waitcnt lgkmcnt(0)
  finish

kernel written_again_in_turn, lds=512
  both
  ds_write_b32 v1, v3
  s_waitcnt lgkmcnt(0)
  s_barrier
  ds_read_b32 v4, v2
  s_waitcnt lgkmcnt(0)
  s_barrier
  v_add_u32_e32 v3, 1, v3
  ds_write_b32 v1, v3
  s_waitcnt lgkmcnt(0)
  finish

// Each wave has the rows that it loads to LDS; the other reads them. M0 is the wave's.
.macro load_to_lds wait, behind
  both
  v_readfirstlane_b32 s20, v1
  s_mov_b32 m0, s20
  s_nop 0
  global_load_lds_dword v1, s[10:11]
  \wait
  s_barrier
  \behind
  ds_read_b32 v4, v2
  s_waitcnt lgkmcnt(0)
  finish
.endm

kernel dma, lds=512
  load_to_lds "s_waitcnt vmcnt(0)"

kernel dma_no_wait, lds=512
  load_to_lds "s_waitcnt lgkmcnt(0)"

// Each wave waits for its copy, behind the barrier: too late for the other.
kernel dma_late_wait, lds=512
  load_to_lds "s_nop 0", "s_waitcnt vmcnt(0)"

// The first wave reads the second half of LDS, which the second one changes behind a barrier. `wait` is all that tells the
// first that its read is over.
.macro changed_after_read wait, change:vararg
  both
  v_readfirstlane_b32 s20, v0
  ds_write_b32 v1, v3
  s_waitcnt lgkmcnt(0)
  s_barrier
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 1f
  ds_read_b32 v4, v2
  ds_read_b32 v5, v1
  s_waitcnt lgkmcnt(\wait)
  s_barrier
  s_waitcnt lgkmcnt(0)
  finish
1:
  s_barrier
  s_mov_b32 m0, 0x100
  v_mov_b32_e32 v6, 0x309
  \change
  finish
.endm

kernel written_while_read, lds=512
  changed_after_read 2, ds_write_b32 v1, v6
kernel written_once_read, lds=512
  changed_after_read 1, ds_write_b32 v1, v6
kernel loaded_while_read, lds=512
  changed_after_read 2, global_load_lds_dword v1, s[10:11]
kernel loaded_once_read, lds=512
  changed_after_read 1, global_load_lds_dword v1, s[10:11]

// Two rows are under way while waves meet: of the first both have waited, which the other then reads.
kernel pipelined, lds=1024
  both
  v_readfirstlane_b32 s20, v1
  s_mov_b32 m0, s20
  s_nop 0
  global_load_lds_dword v1, s[10:11]
  s_add_u32 m0, s20, 0x200
  s_nop 0
  global_load_lds_dword v1, s[10:11]
  s_waitcnt vmcnt(1)
  s_barrier
  ds_read_b32 v4, v2
  s_waitcnt vmcnt(0) lgkmcnt(0)
  s_barrier
  ds_read_b32 v4, v2 offset:512
  s_waitcnt lgkmcnt(0)
  finish

// The end of a wave waits for what it has issued.
kernel written_and_ended, lds=512
  both
  v_readfirstlane_b32 s20, v0
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 1f
  ds_write_b32 v1, v3
  s_endpgm
1:
  s_barrier
  ds_read_b32 v4, v2
  s_waitcnt lgkmcnt(0)
  finish

// Both waves load to the same place: the same row, or each its own.
.macro load_to_same_place row
  both
  v_and_b32_e32 v5, 0xff, v1
  s_mov_b32 m0, 0
  s_nop 0
  global_load_lds_dword \row, s[10:11]
  s_waitcnt vmcnt(0)
  s_barrier
  ds_read_b32 v4, v5
  s_waitcnt lgkmcnt(0)
  finish
.endm

kernel dma_same_row, lds=512
  load_to_same_place v5

kernel dma_own_row, lds=512
  load_to_same_place v1

// The second wave loads half of what the first one does, to where that does, and more; or other bytes there.
.macro load_overlapping, other=0
  both
  v_and_b32_e32 v5, 0xff, v1
  v_readfirstlane_b32 s20, v1
  s_lshr_b32 s20, s20, 1
  s_mov_b32 m0, s20
  v_add_u32_e32 v5, s20, v5
  s_lshr_b32 s21, s20, 7
  s_mul_i32 s21, s21, \other
  v_add_u32_e32 v6, s21, v5
  s_nop 0
  global_load_lds_dword v6, s[10:11]
  s_waitcnt vmcnt(0)
  s_barrier
  ds_read_b32 v4, v5
  s_waitcnt lgkmcnt(0)
  finish
.endm

kernel dma_half_the_row, lds=512
  load_overlapping

kernel dma_half_of_another, lds=512
  load_overlapping 4

// Halves of the same dwords.
kernel halves, lds=256
  both
  v_and_b32_e32 v5, 63, v0
  v_lshlrev_b32_e32 v5, 2, v5
  v_lshrrev_b32_e32 v6, 6, v0
  v_lshl_or_b32 v5, v6, 1, v5
  ds_write_b16 v5, v3
  s_waitcnt lgkmcnt(0)
  finish

// Both waves write the same thing to the same place.
kernel same_value, lds=512
  both
  v_mov_b32_e32 v3, 7
  v_and_b32_e32 v5, 0xff, v1
  ds_write_b32 v5, v3
  s_waitcnt lgkmcnt(0)
  finish

kernel different_values, lds=512
  both
  v_and_b32_e32 v5, 0xff, v1
  ds_write_b32 v5, v3
  s_waitcnt lgkmcnt(0)
  finish

kernel atomics, lds=512
  both
  v_and_b32_e32 v5, 0xff, v1
  ds_add_u32 v5, v3
  s_waitcnt lgkmcnt(0)
  finish

kernel atomic_and_read, lds=512
  both
  v_and_b32_e32 v5, 0xff, v1
  ds_add_u32 v5, v3
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v4, v5
  s_waitcnt lgkmcnt(0)
  finish

// One lane of the first wave writes across a multiple of 64, one of the second reads behind that.
.macro across_64 offset
  both
  v_mov_b32_e32 v8, 0
  v_mov_b32_e32 v4, 1
  v_mov_b32_e32 v5, 2
  v_mov_b32_e32 v6, 3
  v_mov_b32_e32 v7, 4
  s_mov_b64 s[18:19], exec
  v_cmp_eq_u32_e32 vcc, 0, v0
  s_mov_b64 exec, vcc
  ds_write_b128 v8, v[4:7] offset:56
  s_mov_b64 exec, s[18:19]
  v_cmp_eq_u32_e32 vcc, 64, v0
  s_mov_b64 exec, vcc
  ds_read_b32 v9, v8 offset:\offset
  s_mov_b64 exec, s[18:19]
  s_waitcnt lgkmcnt(0)
  finish
.endm

kernel across_64_and_there, lds=512
  across_64 68

kernel across_64_and_beside, lds=512
  across_64 72

// ---- workgroups; s2 is the workgroup's number

kernel apart
  begin
  s_lshl_b32 s20, s2, 8
  v_add_u32_e32 v5, s20, v1
  global_store_dword v5, v0, s[8:9]
  finish

kernel same_row
  begin
  v_add_u32_e32 v3, s2, v0
  global_store_dword v1, v3, s[8:9]
  finish

kernel same_row_same_value
  begin
  global_store_dword v1, v0, s[8:9]
  finish

// Workgroup 0 stores to odd lanes' dwords what is there, workgroup 1 reads those.
kernel unchanged_beside
  begin
  s_cmp_eq_u32 s2, 0
  s_cbranch_scc0 1f
  v_mov_b32_e32 v3, 0xeeeeeeee
  v_and_b32_e32 v5, 1, v0
  v_cmp_eq_u32_e32 vcc, 0, v5
  v_cndmask_b32_e32 v3, v3, v0, vcc
  global_store_dword v1, v3, s[8:9]
  finish
1:
  v_or_b32_e32 v5, 4, v1
  global_load_dword v4, v5, s[8:9]
  s_waitcnt vmcnt(0)
  finish

// The same of bytes.
.macro bytes_beside first
  begin
  s_cmp_eq_u32 s2, 0
  s_cbranch_scc0 1f
  v_mov_b32_e32 v3, 0xee
  v_and_b32_e32 v5, 1, v0
  v_cmp_eq_u32_e32 vcc, 0, v5
  v_cndmask_b32_e32 v3, v3, v0, vcc
  global_store_byte v0, v3, s[8:9]
  finish
1:
  v_and_b32_e32 v5, 62, v0
  global_load_ubyte v4, v5, s[8:9] offset:\first
  s_waitcnt vmcnt(0)
  finish
.endm

kernel unchanged_bytes_beside
  bytes_beside 1

kernel changed_bytes_beside
  bytes_beside 0

// Every fourth lane stores a byte, the last of them of workgroup 0 another than workgroup 1.
kernel scales
  begin
  s_mov_b32 exec_lo, 0x11111111
  s_mov_b32 exec_hi, exec_lo
  v_lshrrev_b32_e32 v5, 2, v0
  v_add_u32_e32 v3, 7, v5
  v_cmp_eq_u32_e32 vcc, 15, v5
  v_mov_b32_e32 v6, s2
  v_cndmask_b32_e32 v3, v3, v6, vcc
  global_store_byte v5, v3, s[8:9]
  finish

kernel same_scales
  begin
  s_mov_b32 exec_lo, 0x11111111
  s_mov_b32 exec_hi, exec_lo
  v_lshrrev_b32_e32 v5, 2, v0
  v_add_u32_e32 v3, 7, v5
  global_store_byte v5, v3, s[8:9]
  finish

// Of two dwords the first is what is there.
kernel second_changes
  begin
  v_add_u32_e32 v5, v1, v1
  s_cmp_eq_u32 s2, 0
  s_cbranch_scc0 1f
  v_mov_b32_e32 v6, 0xeeeeeeee
  v_mov_b32_e32 v7, v0
  global_store_dwordx2 v5, v[6:7], s[8:9]
  finish
1:
  global_load_dword v4, v5, s[8:9] offset:4
  s_waitcnt vmcnt(0)
  finish

// One workgroup stores what is there, the other something else: the second may be overwritten.
kernel one_changes
  begin
  v_mov_b32_e32 v6, 0xeeeeeeee
  s_cmp_eq_u32 s2, 0
  s_cbranch_scc0 1f
  global_store_dword v1, v6, s[8:9]
  finish
1:
  global_store_dword v1, v0, s[8:9]
  finish

// One workgroup stores what is there, the other loads it.
kernel none_changes
  begin
  v_mov_b32_e32 v6, 0xeeeeeeee
  s_cmp_eq_u32 s2, 0
  s_cbranch_scc0 1f
  global_store_dword v1, v6, s[8:9]
  finish
1:
  global_load_dword v4, v1, s[8:9]
  s_waitcnt vmcnt(0)
  finish

// The same, of two waves.
kernel memory_none_changes
  both
  v_mov_b32_e32 v6, 0xeeeeeeee
  v_and_b32_e32 v5, 0xff, v1
  v_readfirstlane_b32 s20, v0
  s_cmp_eq_u32 s20, 0
  s_cbranch_scc0 1f
  global_store_dword v5, v6, s[8:9]
  finish
1:
  global_load_dword v4, v5, s[8:9]
  s_waitcnt vmcnt(0)
  finish

// Only odd lanes write.
kernel odd_lanes_write
  begin
  s_cmp_eq_u32 s2, 0
  s_cbranch_scc0 1f
  s_mov_b32 exec_lo, 0xaaaaaaaa
  s_mov_b32 exec_hi, exec_lo
  global_store_dword v1, v0, s[8:9]
  finish
1:
  global_load_dword v4, v1, s[8:9]
  s_waitcnt vmcnt(0)
  finish

// Lane 0 lies past the eight records, where lane 1, which does not, has its bytes: index 8 - lane, byte 4 * lane.
kernel past_the_records
  begin
  s_cmp_eq_u32 s2, 0
  s_cbranch_scc0 1f
  global_store_dword v1, v0, s[8:9]
  finish
1:
  s_mov_b32 s12, s8
  s_or_b32 s13, s9, 0x40000
  s_mov_b32 s14, 8
  s_mov_b32 s15, 0x20000
  v_sub_u32_e32 v6, 8, v0
  v_lshlrev_b32_e32 v7, 2, v0
  s_mov_b64 exec, 3
  buffer_load_dword v4, v[6:7], s[12:15], 0 idxen offen
  s_waitcnt vmcnt(0)
  finish

kernel halves_of_dwords
  begin
  s_lshl_b32 s20, s2, 1
  v_add_u32_e32 v5, s20, v1
  v_add_u32_e32 v3, 1, v0
  global_store_short v5, v3, s[8:9]
  finish

// Workgroup 1 reads what workgroup 0 writes; the other way round when `turned` adds 1.
.macro handed_over turned
  begin
  s_add_u32 s20, s2, \turned
  s_and_b32 s20, s20, 1
  s_cmp_eq_u32 s20, 0
  s_cbranch_scc1 1f
  global_load_dword v4, v1, s[8:9]
  s_waitcnt vmcnt(0)
  s_endpgm
1:
  global_store_dword v1, v0, s[8:9]
  finish
.endm

kernel read_after_write
  handed_over 0

kernel write_after_read
  handed_over 1

// The first workgroup stores a row, then, at device scope, a word behind it; the second reads a word and then the row.
.macro message word, scope:vararg
  begin
  v_mov_b32_e32 v6, \word
  s_cmp_eq_u32 s2, 0
  s_cbranch_scc1 1f
  global_load_dword v4, v6, s[8:9] \scope
  s_waitcnt vmcnt(0)
  buffer_inv sc1
  global_load_dword v5, v1, s[8:9]
  s_waitcnt vmcnt(0)
  s_endpgm
1:
  global_store_dword v1, v0, s[8:9]
  buffer_wbl2 sc1
  s_waitcnt vmcnt(0)
  v_mov_b32_e32 v6, 512
  global_store_dword v6, v0, s[8:9] sc1
  finish
.endm

kernel told_by_message
  message 512, sc1

kernel message_without_scope
  message 512

kernel other_message
  message 516, sc1

kernel added
  begin
  global_atomic_add v1, v0, s[8:9]
  finish

// The last to arrive reads everybody's row: the counter, in row 2, orders them.
kernel last_arrival
  begin
  s_lshl_b32 s20, s2, 8
  v_add_u32_e32 v5, s20, v1
  global_store_dword v5, v0, s[8:9]
  buffer_wbl2 sc1
  s_waitcnt vmcnt(0)
  v_mov_b32_e32 v6, 512
  v_mov_b32_e32 v7, 1
  global_atomic_add v8, v6, v7, s[8:9] sc0
  s_waitcnt vmcnt(0)
  buffer_inv sc1
  v_cmp_le_u32_e32 vcc, 0xEEEEEEEE+64, v8
  s_mov_b64 exec, vcc
  global_load_dword v9, v1, s[8:9]
  global_load_dword v9, v1, s[8:9] offset:256
  finish

// A half alone, then the whole: of what was written by halves, each is remembered.
.macro by_group
  begin
  v_add_u32_e32 v3, 1, v0
  s_cmp_eq_u32 s2, 1
  s_cbranch_scc1 1f
  s_cmp_eq_u32 s2, 2
  s_cbranch_scc1 2f
.endm

kernel half_then_dword
  by_group
  global_store_short v1, v3, s[8:9] offset:2
  finish
1:
  global_store_dword v1, v3, s[8:9]
2:
  finish

kernel dword_then_byte
  by_group
  global_store_dword v1, v3, s[8:9]
  finish
1:
  global_store_byte v1, v3, s[8:9] offset:3
2:
  finish

// The third reads the half of the first; the second wrote the other half in between.
kernel half_of_the_first
  by_group
  global_store_short v1, v3, s[8:9]
  finish
1:
  global_store_short v1, v3, s[8:9] offset:2
  finish
2:
  global_load_ushort v4, v1, s[8:9]
  finish

// All four bytes from an odd address: the last byte of one dword, three of the next.
kernel across_dwords
  by_group
  global_store_dword v1, v3, s[8:9] offset:259
  finish
1:
  global_store_byte v1, v3, s[8:9] offset:262
2:
  finish

kernel beside_across_dwords
  by_group
  v_lshlrev_b32_e32 v1, 3, v0
  global_store_dword v1, v3, s[8:9] offset:259
  finish
1:
  v_lshlrev_b32_e32 v1, 3, v0
  global_store_byte v1, v3, s[8:9] offset:263
  global_store_byte v1, v3, s[8:9] offset:258
2:
  finish

// ---- two waves of a workgroup over device memory

.macro own_row
  global_store_dword v1, v3, s[8:9]
.endm
.macro other_row
  global_load_dword v4, v2, s[8:9]
  s_waitcnt vmcnt(0)
.endm

kernel memory_ordered
  both
  own_row
  s_waitcnt vmcnt(0)
  s_barrier
  other_row
  finish

kernel memory_no_barrier
  both
  own_row
  s_waitcnt vmcnt(0)
  other_row
  finish

// One wave loads twice what the other stores, stores twice what it loads, or both store twice: two pairs at least.
.macro of_wave wave, label
  v_readfirstlane_b32 s20, v0
  s_lshr_b32 s20, s20, 6
  s_cmp_lg_u32 s20, \wave
  s_cbranch_scc1 \label
.endm

kernel memory_loaded_twice
  both
  of_wave 0, .Lloaded_store
  global_load_dword v4, v1, s[8:9]
  global_load_dword v5, v1, s[8:9]
  s_waitcnt vmcnt(0)
  v_add_u32_e32 v4, v4, v5
  global_store_dword v1, v4, s[8:9] offset:1024
  s_endpgm
.Lloaded_store:
  v_add_u32_e32 v3, 7, v0
  global_store_dword v2, v3, s[8:9]
  finish

kernel memory_stored_twice
  both
  of_wave 0, .Lstored_load
  global_store_dword v1, v3, s[8:9]
  v_add_u32_e32 v3, 7, v0
  s_waitcnt vmcnt(0)
  global_store_dword v1, v3, s[8:9]
  s_endpgm
.Lstored_load:
  global_load_dword v4, v2, s[8:9]
  s_waitcnt vmcnt(0)
  global_store_dword v1, v4, s[8:9] offset:1024
  finish

kernel memory_both_store_twice
  both
  of_wave 0, .Lboth_store
  global_store_dword v1, v3, s[8:9]
  v_add_u32_e32 v3, 7, v0
  s_waitcnt vmcnt(0)
  global_store_dword v1, v3, s[8:9]
  s_endpgm
.Lboth_store:
  v_add_u32_e32 v3, 9, v0
  global_store_dword v2, v3, s[8:9]
  v_add_u32_e32 v3, 11, v0
  s_waitcnt vmcnt(0)
  global_store_dword v2, v3, s[8:9]
  finish

// The store may still be on its way when the barrier has been passed, and keeps its turn.
kernel memory_no_wait
  both
  own_row
  s_barrier
  other_row
  finish

// The same in a program whose waves could tell each other something by an atomic of LDS.
kernel memory_no_wait_beside_atomic, lds=512
  both
  v_mov_b32_e32 v20, 0
  ds_add_rtn_u32 v21, v20, v1
  s_waitcnt lgkmcnt(0)
  own_row
  s_barrier
  other_row
  finish

kernel memory_no_wait_kept
  both
  own_row
  s_barrier
  other_row
  global_store_dword v1, v4, s[8:9] offset:512
  finish

kernel memory_written_again
  both
  own_row
  s_waitcnt vmcnt(0)
  s_barrier
  other_row
  v_add_u32_e32 v3, 1, v3
  own_row
  finish

kernel memory_written_again_in_turn
  both
  own_row
  s_waitcnt vmcnt(0)
  s_barrier
  other_row
  s_barrier
  v_add_u32_e32 v3, 1, v3
  own_row
  finish

// A load that is under way when the other wave, past the barrier, stores.
kernel memory_late_load
  both
  own_row
  s_waitcnt vmcnt(0)
  s_barrier
  global_load_dword v4, v2, s[8:9]
  s_barrier
  v_add_u32_e32 v3, 1, v3
  own_row
  finish

kernel memory_same_value
  both
  v_mov_b32_e32 v3, 7
  v_and_b32_e32 v5, 0xff, v1
  global_store_dword v5, v3, s[8:9]
  finish

kernel memory_bytes
  both
  v_and_b32_e32 v5, 63, v0
  v_lshlrev_b32_e32 v5, 2, v5
  v_lshrrev_b32_e32 v6, 6, v0
  v_add_u32_e32 v5, v5, v6
  global_store_byte v5, v3, s[8:9]
  finish

kernel memory_atomics
  both
  v_and_b32_e32 v5, 0xff, v1
  global_atomic_add v5, v3, s[8:9]
  finish

kernel memory_atomic_and_load
  both
  v_and_b32_e32 v5, 0xff, v1
  global_atomic_add v5, v3, s[8:9]
  s_waitcnt vmcnt(0)
  global_load_dword v4, v5, s[8:9]
  finish

// Both waves read and write their own row, again and again.
kernel memory_own
  both
  own_row
  s_waitcnt vmcnt(0)
  global_load_dword v3, v1, s[8:9]
  s_waitcnt vmcnt(0)
  v_add_u32_e32 v3, 1, v3
  own_row
  finish

// Each wave's row begins at the last dword of the row before; waves of 64 lanes, and of 32.
.macro rows_meet shift
  begin
  v_lshrrev_b32_e32 v2, \shift, v0
  v_lshlrev_b32_e32 v2, 2, v2
  v_sub_u32_e32 v1, v1, v2
  v_add_u32_e32 v3, 1, v0
  own_row
  finish
.endm
kernel memory_rows_meet
  rows_meet 6
kernel memory_rows_meet_narrow
  rows_meet 5
kernel memory_rows_beside
  begin
  v_add_u32_e32 v3, 1, v0
  own_row
  finish

// More early uses than one kind of finding has room for, and then a race.
kernel behind_many_waits, lds=512
  both
  .rept 40
  get v4, 0
  v_mov_b32_e32 v5, v4
  s_waitcnt vmcnt(0)
  .endr
  ds_write_b32 v1, v3
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v4, v2
  s_waitcnt lgkmcnt(0)
  finish
