// Copies into LDS.

.macro copy
  buffer_load_dword v1, s[8:11], 0 offen lds
.endm
.macro copied wait, barrier
  begin
  s_mov_b32 m0, 0
  s_nop 0
  copy
  copy
  s_waitcnt vmcnt(\wait)
.if \barrier
  s_barrier
.endif
  ds_read_b32 v2, v1
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
  s_mov_b32 m0, 0
  s_nop 0
  copy
  ds_read_b32 v2, v1
  finish
kernel barrier_without_wait, lds=256
  begin
  s_mov_b32 m0, 0
  s_nop 0
  copy
  s_barrier
  ds_read_b32 v2, v1
  finish
kernel barriers_without_wait, lds=256
  begin
  s_mov_b32 m0, 0
  s_nop 0
  copy
  s_barrier
  s_barrier
  s_barrier
  ds_read_b32 v2, v1
  finish

// LDS that something else has written holds something.
kernel written_too, lds=256
  begin
  ds_write_b32 v1, v0
  s_mov_b32 m0, 0
  s_nop 0
  copy
  ds_read_b32 v2, v1
  finish

// Some waves copy and wait, the others copy what comes next: they may read what the first have filled.
kernel by_others, lds=256
  begin
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
  ds_read_b32 v2, v1
  finish

// The wait at the end of a turn covers the next one's copies, not the first's.
.macro turns wait
  begin
  s_mov_b32 m0, 0
  s_mov_b32 s20, 4
  copy
.if \wait
  s_waitcnt vmcnt(0)
.endif
  s_barrier
1:
  ds_read_b32 v2, v1
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
