// Copies into LDS.

// v3: an address in LDS that the code does not say.
.macro somewhere
  global_load_dword v3, v1, s[10:11]
  s_waitcnt vmcnt(0)
.endm
.macro copy
  buffer_load_dword v1, s[8:11], 0 offen lds
.endm
.macro copied wait, barrier
  begin
  somewhere
  s_mov_b32 m0, 0
  s_nop 0
  copy
  copy
  s_waitcnt vmcnt(\wait)
.if \barrier
  s_barrier
.endif
  ds_read_b32 v2, v3
  finish
.endm
kernel covered, lds=256
  copied 0, 1
kernel weak, lds=256
  copied 2, 1
// One of two is done: which bytes it filled is not followed.
kernel partly, lds=256
  copied 1, 1
kernel no_barrier_but_wait, lds=256
  copied 0, 0

kernel not_waited_for, lds=256
  begin
  somewhere
  s_mov_b32 m0, 0
  s_nop 0
  copy
  ds_read_b32 v2, v3
  finish
kernel barrier_without_wait, lds=256
  begin
  somewhere
  s_mov_b32 m0, 0
  s_nop 0
  copy
  s_barrier
  ds_read_b32 v2, v3
  finish
kernel barriers_without_wait, lds=256
  begin
  somewhere
  s_mov_b32 m0, 0
  s_nop 0
  copy
  s_barrier
  s_barrier
  s_barrier
  ds_read_b32 v2, v3
  finish

// LDS that something else has written holds something.
kernel written_too, lds=256
  begin
  somewhere
  ds_write_b32 v1, v0
  s_waitcnt lgkmcnt(0)
  s_mov_b32 m0, 0
  s_nop 0
  copy
  ds_read_b32 v2, v3
  finish

// Some waves copy and wait, the others copy what comes next: they may read what the first have filled.
kernel by_others, lds=256
  begin
  somewhere
  s_mov_b32 m0, 0
  s_nop 0
  s_cmp_lg_u32 s2, 0
  s_cbranch_scc1 1f
  copy
  s_waitcnt vmcnt(0)
  s_branch 2f
1:
  copy
2:
  s_barrier
  ds_read_b32 v2, v3
  finish

// The wait at the end of a turn covers the next one's copies, not the first's.
.macro turns wait
  begin
  somewhere
  s_mov_b32 m0, 0
  s_mov_b32 s20, 4
  copy
.if \wait
  s_waitcnt vmcnt(0)
.endif
  s_barrier
1:
  ds_read_b32 v2, v3
  s_waitcnt lgkmcnt(0)
  s_barrier
  copy
  s_waitcnt vmcnt(0)
  s_barrier
  s_sub_u32 s20, s20, 1
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 1b
  finish
.endm
kernel first_turn, lds=256
  turns 0
kernel first_turn_covered, lds=256
  turns 1

kernel no_base, lds=256
  begin
  copy
  finish
kernel base_on_one_arm, lds=256
  begin
  s_cmp_lg_u32 s2, 0
  s_cbranch_scc1 1f
  s_mov_b32 m0, 0
1:
  s_nop 0
  copy
  finish
kernel base_too_late, lds=256
  begin
  s_mov_b32 m0, 0
  copy
  finish

// Thread 0's bytes are known: it reads 4 * 0 and its wave copies to M0.
.macro copy_apart
  buffer_load_dword v1, s[8:11], 0 offen offset:256 lds
.endm
.macro two_copied
  begin
  s_mov_b32 m0, 0
  s_nop 0
  copy
  copy_apart
  s_waitcnt vmcnt(1)
.endm
kernel first_of_two, lds=512
  two_copied
  ds_read_b32 v2, v1
  finish
kernel second_of_two, lds=512
  two_copied
  ds_read_b32 v2, v1 offset:256
  finish
kernel both_of_two, lds=512
  two_copied
  ds_read2_b32 v[2:3], v1 offset1:64
  finish
kernel written_early, lds=512
  two_copied
  ds_write_b32 v1, v0 offset:256
  finish

// The base is the wave's number times 256.
kernel base_by_wave, lds=512
  begin
  v_lshrrev_b32_e32 v3, 6, v0
  v_lshlrev_b32_e32 v3, 8, v3
  s_nop 0
  v_readfirstlane_b32 s20, v3
  s_mov_b32 m0, s20
  s_nop 0
  copy
  copy_apart
  s_waitcnt vmcnt(1)
  ds_read_b32 v2, v1 offset:256
  finish

// What one wave does and another does not.
.macro by_wave branch
  two_copied
  v_lshrrev_b32_e32 v3, 6, v0
  s_nop 0
  v_readfirstlane_b32 s20, v3
  s_cmp_eq_u32 s20, 0
  \branch 1f
  ds_read_b32 v2, v1 offset:256
1:
  finish
.endm
kernel not_this_wave, lds=512
  by_wave s_cbranch_scc1
kernel this_wave, lds=512
  by_wave s_cbranch_scc0

.macro by_lane compare
  two_copied
  v_\compare\()_u32_e32 vcc, 64, v0
  s_nop 4
  s_and_saveexec_b64 s[20:21], vcc
  ds_read_b32 v2, v1 offset:256
  finish
.endm
kernel not_this_lane, lds=512
  by_lane cmp_lt
kernel this_lane, lds=512
  by_lane cmp_gt
kernel some_lanes, lds=512
  two_copied
  s_mov_b64 exec, s[12:13]
  ds_read_b32 v2, v1 offset:256
  finish
// EXEC as it was.
kernel lanes_again, lds=512
  two_copied
  s_and_saveexec_b64 s[20:21], s[12:13]
  s_nop 0
  s_or_b64 exec, exec, s[20:21]
  ds_read_b32 v2, v1 offset:256
  finish

// Copied over what is being read.
.macro refill wait, copy
  begin
  s_mov_b32 m0, 0
  s_nop 0
  copy
  s_waitcnt vmcnt(0)
  ds_read_b32 v2, v1
  ds_read_b32 v3, v1 offset:4
.if \wait < 15
  s_waitcnt lgkmcnt(\wait)
.endif
  \copy
  finish
.endm
kernel refilled, lds=512
  refill 15, copy
kernel refilled_weak, lds=512
  refill 2, copy
kernel refilled_covered, lds=512
  refill 1, copy
kernel refilled_apart, lds=512
  refill 15, copy_apart

// Copied over what is being written.
.macro cleared wait, copy
  begin
  s_mov_b32 m0, 0
  v_mov_b32_e32 v2, 0
  ds_write_b32 v1, v2
  ds_write_b32 v1, v2 offset:256
.if \wait < 15
  s_waitcnt lgkmcnt(\wait)
.endif
  \copy
  finish
.endm
kernel cleared_early, lds=512
  cleared 15, copy
kernel cleared_weak, lds=512
  cleared 1, copy_apart
kernel cleared_covered, lds=512
  cleared 1, copy

// Two buffers in turns.
.macro toggled wait
  begin
  s_mov_b32 s20, 0
  s_mov_b32 s21, 4
  v_mov_b32_e32 v4, v1
  s_mov_b32 m0, s20
  s_nop 0
  copy
1:
  s_xor_b32 s20, s20, 0x100
  s_mov_b32 m0, s20
  s_nop 0
  copy
  s_waitcnt vmcnt(\wait)
  ds_read_b32 v2, v4
  s_waitcnt lgkmcnt(0)
  v_xor_b32_e32 v4, 0x100, v4
  s_sub_u32 s21, s21, 1
  s_cmp_lg_u32 s21, 0
  s_cbranch_scc1 1b
  finish
.endm
kernel toggled_enough, lds=512
  toggled 1
kernel toggled_weak, lds=512
  toggled 2

// What thread 0 takes no part in.
.macro without_first wait
  two_copied
  v_cmp_ne_u32_e32 vcc, 0, v0
  s_nop 4
  s_and_saveexec_b64 s[20:21], vcc
  s_waitcnt vmcnt(\wait)
  ds_read_b32 v2, v1 offset:256
  finish
.endm
kernel without_first_early, lds=512
  without_first 1
kernel without_first_covered, lds=512
  without_first 0
// ... as the others, who number their lanes by v_mbcnt, read what they copied, or what lies far behind it.
.macro numbered shift, offset, wait
  two_copied
  v_mbcnt_lo_u32_b32 v3, -1, 0
  v_mbcnt_hi_u32_b32 v3, -1, v3
  v_lshlrev_b32_e32 v3, \shift, v3
  v_cmp_ne_u32_e32 vcc, 0, v0
  s_nop 4
  s_and_saveexec_b64 s[20:21], vcc
  s_waitcnt vmcnt(\wait)
  ds_read_b32 v2, v3 offset:\offset
  finish
.endm
kernel numbered_early, lds=512
  numbered 2, 256, 1
kernel numbered_covered, lds=512
  numbered 2, 256, 0
kernel numbered_apart, lds=17024
  numbered 8, 260, 1
// ... and the base is the wave's number times 256, which lane 0 knows.
kernel without_first_by_wave, lds=1024
  begin
  v_lshrrev_b32_e32 v3, 6, v0
  v_lshlrev_b32_e32 v3, 8, v3
  s_nop 0
  v_readfirstlane_b32 s20, v3
  s_mov_b32 m0, s20
  s_nop 0
  copy
  v_cmp_ne_u32_e32 vcc, 0, v0
  s_nop 4
  s_and_saveexec_b64 s[20:21], vcc
  ds_read_b32 v2, v1
  finish
// ... as the second wave alone copies and reads.
.macro by_second_wave wait
  begin
  v_lshrrev_b32_e32 v3, 6, v0
  s_nop 0
  v_readfirstlane_b32 s20, v3
  s_cmp_eq_u32 s20, 0
  s_cbranch_scc1 1f
  v_and_b32_e32 v3, 0xfc, v1
  s_mov_b32 m0, 0
  s_nop 0
  copy
  copy_apart
  s_waitcnt vmcnt(\wait)
  ds_read_b32 v2, v3 offset:256
1:
  finish
.endm
kernel second_wave_early, lds=512
  by_second_wave 1
kernel second_wave_covered, lds=512
  by_second_wave 0
// The next lane's bytes are another matter.
kernel without_first_apart, lds=768
  two_copied
  v_cmp_ne_u32_e32 vcc, 0, v0
  s_nop 4
  s_and_saveexec_b64 s[20:21], vcc
  ds_read_b32 v2, v1
  finish
