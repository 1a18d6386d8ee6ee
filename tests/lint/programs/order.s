// What two waves of 64 do to LDS on both sides of a barrier. v1 = 4 * thread, v2 = that of the thread 64 away, s20 the
// first byte of the wave's row.
.macro both
  begin
  v_xor_b32_e32 v2, 0x100, v1
  v_readfirstlane_b32 s20, v1
.endm
.macro copy_to base
  s_mov_b32 m0, \base
  s_nop 0
  buffer_load_dword v1, s[8:11], 0 offen lds
.endm

// Each wave fills its row and reads the other's.
.macro filled before, behind
  both
  copy_to s20
  \before
  s_barrier
  \behind
  ds_read_b32 v4, v2
  s_waitcnt lgkmcnt(0)
  put v4, 1
  finish
.endm
kernel waited_behind, lds=512
  filled "s_nop 0", "s_waitcnt vmcnt(0)"
kernel waited_before, lds=512
  filled "s_waitcnt vmcnt(0)", "s_nop 0"

// The first wave reads the second's row, which that one changes behind a barrier.
.macro changed_after_read wait, change:vararg
  both
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 1f
  ds_read_b32 v4, v2
  ds_read_b32 v5, v1
  s_waitcnt lgkmcnt(\wait)
  s_barrier
  s_waitcnt lgkmcnt(0)
  put v4, 1
  put v5, 2
  finish
1:
  s_barrier
  s_mov_b32 m0, s20
  s_nop 0
  \change
  finish
.endm
kernel written_while_read, lds=512
  changed_after_read 2, ds_write_b32 v1, v0
kernel written_once_read, lds=512
  changed_after_read 1, ds_write_b32 v1, v0
kernel loaded_while_read, lds=512
  changed_after_read 2, buffer_load_dword v1, s[8:11], 0 offen lds
kernel loaded_once_read, lds=512
  changed_after_read 1, buffer_load_dword v1, s[8:11], 0 offen lds

// Two buffers of a row for each wave take turns: one is filled while the other is read, as often as an argument says.
.macro in_turns wait
  both
  s_load_dword s23, s[0:1], 0x0
  s_waitcnt lgkmcnt(0)
  copy_to s20
  s_mov_b32 s21, 0
1:
  v_add_u32_e32 v3, s21, v2
  s_xor_b32 s21, s21, 0x200
  s_add_u32 s22, s20, s21
  copy_to s22
  s_waitcnt vmcnt(\wait)
  s_barrier
  ds_read_b32 v4, v3
  s_waitcnt lgkmcnt(0)
  put v4, 1
  s_barrier
  s_sub_u32 s23, s23, 1
  s_cmp_lg_u32 s23, 0
  s_cbranch_scc1 1b
  finish
.endm
kernel in_turns_early, lds=1024
  in_turns 2
kernel in_turns_right, lds=1024
  in_turns 1

// The copy is made if an argument says so, the read if it does not.
kernel either, lds=512
  both
  s_load_dword s23, s[0:1], 0x0
  s_waitcnt lgkmcnt(0)
  s_cmp_lg_u32 s23, 0
  s_cbranch_scc1 1f
  copy_to s20
1:
  s_barrier
  s_cmp_lg_u32 s23, 0
  s_cbranch_scc0 2f
  ds_read_b32 v4, v2
2:
  finish

// Each wave writes its row and reads the other's. Behind a barrier between the two, it changes its row again.
.macro exchanged between, again, behind, last:vararg
  both
  ds_write_b32 v1, v0
  s_waitcnt lgkmcnt(0)
  \between
  ds_read_b32 v4, v2
  s_waitcnt lgkmcnt(0)
  \again
  \behind
  \last
  finish
.endm
kernel no_barrier_before_read, lds=512
  exchanged "s_nop 0", "s_barrier", "s_nop 0", put v4, 1
kernel no_barrier_behind_read, lds=512
  exchanged "s_barrier", "s_nop 0", "ds_write_b32 v1, v0", put v4, 1
// The same, but nothing uses what was read.
kernel dead_read, lds=512
  exchanged "s_barrier", "s_nop 0", "ds_write_b32 v1, v0", v_mov_b32_e32 v4, 0
kernel barriers_on_both_sides, lds=512
  exchanged "s_barrier", "s_barrier", "ds_write_b32 v1, v0", put v4, 1

// Both waves write the same to the same bytes, and read it without a barrier.
kernel all_write_alike, lds=512
  both
  v_mov_b32_e32 v3, 0
  ds_write_b32 v3, v3
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v4, v3
  s_barrier
  finish

// The second wave waits until the first has written to a place; or learns by an atomic that it has.
.macro told wait:vararg
  both
  s_barrier
  v_mov_b32_e32 v3, 0
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 1f
  ds_write_b32 v3, v1 offset:256
  s_waitcnt lgkmcnt(0)
  ds_write_b32 v3, v0
  finish
1:
  \wait
  s_waitcnt lgkmcnt(0)
  v_readfirstlane_b32 s21, v4
  s_cmp_eq_u32 s21, 0
  s_cbranch_scc1 1b
  ds_read_b32 v5, v3 offset:256
  finish
.endm
kernel told_by_a_place, lds=512
  told ds_read_b32 v4, v3
kernel told_by_an_atomic, lds=512
  told ds_add_rtn_u32 v4, v3, v3
