// What is on its way depends on the path.

// Loaded on one arm only, and waited for on none.
.macro arm wait
  begin
  s_cmp_lg_u32 s2, 0
  s_cbranch_scc1 1f
  global_load_dword v2, v1, s[10:11]
.if \wait
  s_waitcnt vmcnt(0)
.endif
1:
  v_mov_b32_e32 v3, v2
  finish
.endm
kernel one_arm
  arm 0
kernel one_arm_covered
  arm 1

// Waited for on the arm that is taken, not where it falls through.
kernel wait_on_one_arm
  begin
  global_load_dword v2, v1, s[10:11]
  s_cmp_lg_u32 s2, 0
  s_cbranch_scc0 1f
  s_nop 0
  s_branch 2f
1:
  s_waitcnt vmcnt(0)
2:
  v_mov_b32_e32 v3, v2
  finish

// The arms issue one load and two: the wait has to hold for the arm that issues fewer.
.macro uneven allowed
  begin
  global_load_dword v2, v1, s[10:11]
  s_cmp_lg_u32 s2, 0
  s_cbranch_scc1 1f
  global_load_dword v4, v1, s[10:11]
1:
  global_load_dword v5, v1, s[10:11]
  s_waitcnt vmcnt(\allowed)
  v_mov_b32_e32 v3, v2
  finish
.endm
kernel uneven_weak
  uneven 2
kernel uneven_enough
  uneven 1

// The load at the end of a turn is used at the beginning of the next.
.macro around wait
  begin
  v_mov_b32_e32 v2, 0
  s_mov_b32 s20, 4
1:
  v_add_u32_e32 v3, v3, v2
  global_load_dword v2, v1, s[10:11]
  s_sub_u32 s20, s20, 1
.if \wait
  s_waitcnt vmcnt(0)
.endif
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 1b
  finish
.endm
kernel back_edge
  around 0
kernel back_edge_covered
  around 1

// Two loads on their way in turns; one may be left at either wait.
.macro pipeline allowed
  begin
  s_mov_b32 s20, 4
  global_load_dword v2, v1, s[10:11]
1:
  global_load_dword v4, v1, s[10:11]
  s_waitcnt vmcnt(1)
  v_add_u32_e32 v3, v3, v2
  global_load_dword v2, v1, s[10:11]
  s_waitcnt vmcnt(\allowed)
  v_add_u32_e32 v3, v3, v4
  s_sub_u32 s20, s20, 1
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 1b
  finish
.endm
kernel pipeline_weak
  pipeline 2
kernel pipeline_enough
  pipeline 1

kernel unreachable
  begin
  s_branch 1f
  global_load_dword v2, v1, s[10:11]
  v_mov_b32_e32 v3, v2
1:
  finish

// A scalar load that a later use meets first on one path and that another use met before on the other.
kernel used_twice
  begin
  global_load_dword v2, v1, s[10:11]
  v_mov_b32_e32 v3, v2
  v_mov_b32_e32 v4, v2
  finish

// Lanes: EXEC made smaller still meets the load's lanes; put in its place by another mask perhaps not.
kernel narrowed
  begin
  global_load_dword v2, v1, s[10:11]
  s_and_saveexec_b64 s[20:21], s[12:13]
  v_mov_b32_e32 v3, v2
  finish
kernel other_lanes
  begin
  global_load_dword v2, v1, s[10:11]
  s_mov_b64 exec, s[12:13]
  v_mov_b32_e32 v2, 0
  finish
kernel other_lanes_crossed
  begin
  global_load_dword v2, v1, s[10:11]
  s_mov_b64 exec, s[12:13]
  v_readfirstlane_b32 s20, v2
  finish
kernel widened_then_narrowed
  begin
  global_load_dword v2, v1, s[10:11]
  s_or_b64 exec, exec, s[12:13]
  s_and_b64 exec, exec, s[14:15]
  v_mov_b32_e32 v3, v2
  finish

// A function, named as compilers name it.
.macro calls function
  begin
  global_load_dword v2, v1, s[10:11]
  s_getpc_b64 s[20:21]
  s_add_u32 s20, s20, \function@rel32@lo+4
  s_addc_u32 s21, s21, \function@rel32@hi+12
  s_swappc_b64 s[30:31], s[20:21]
  v_mov_b32_e32 v3, v2
  finish
.endm
kernel called
  calls leaves
kernel called_covered
  calls waits
leaves:
  s_nop 0
  s_setpc_b64 s[30:31]
waits:
  s_waitcnt vmcnt(0)
  s_setpc_b64 s[30:31]
kernel called_directly
  begin
  global_load_dword v2, v1, s[10:11]
  s_call_b64 s[30:31], leaves
  v_mov_b32_e32 v3, v2
  finish

// What the code does not say.
kernel jumps_anywhere
  begin
  s_setpc_b64 s[10:11]
kernel calls_anybody
  begin
  s_swappc_b64 s[30:31], s[10:11]
  global_load_dword v2, v1, s[10:11]
  v_mov_b32_e32 v3, v2
  finish
kernel indexed
  begin
  global_load_dword v2, v1, s[10:11]
  s_set_gpr_idx_on s20, gpr_idx(SRC0)
  v_mov_b32_e32 v3, v2
  s_set_gpr_idx_off
  finish
kernel foreign
  begin
  v_trig_preop_f64 v[8:9], v[2:3], v4
  finish
kernel no_end
  s_nop 0
  .long 0xffffffff

// A load in the loop's last turn of an odd count, and its use behind a test of the same parity: never both without the wait.
.macro parity test1, test2
  begin
  \test1
  s_cbranch_scc1 1f
  global_load_dword v2, v1, s[10:11]
1:
  v_mov_b32_e32 v4, 0
  \test2
  s_cbranch_scc1 2f
  s_waitcnt vmcnt(0)
2:
  v_mov_b32_e32 v3, v2
  finish
.endm
kernel same_parity
  parity "s_bitcmp1_b32 s20, 0", "s_and_b32 s21, s20, 1"
kernel same_comparison
  parity "s_cmp_lt_u32 s20, s21", "s_cmp_gt_u32 s21, s20"
kernel opposite_comparison
  parity "s_cmp_lt_u32 s20, s21", "s_cmp_ge_u32 s20, s21"
kernel another_parity
  parity "s_bitcmp1_b32 s20, 0", "s_and_b32 s21, s20, 2"
kernel another_sign
  parity "s_cmp_lt_u32 s20, s21", "s_cmp_lt_i32 s20, s21"
kernel changed_between
  begin
  s_bitcmp1_b32 s20, 0
  s_cbranch_scc1 1f
  global_load_dword v2, v1, s[10:11]
1:
  s_add_u32 s20, s20, 1
  s_bitcmp1_b32 s20, 0
  s_cbranch_scc1 2f
  s_waitcnt vmcnt(0)
2:
  v_mov_b32_e32 v3, v2
  finish
// A wave starts in the loop: what its branch back says of s20 does not hold of the first turn.
kernel starts_in_a_loop
1:
  global_load_dword v2, v1, s[10:11]
  s_cmp_eq_u32 s20, 0
  s_cbranch_scc1 2f
  s_waitcnt vmcnt(0)
2:
  v_mov_b32_e32 v3, v2
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 1b
  s_endpgm

// An index of vector registers reaches those behind the line's, on the sides that are enabled.
.macro by_index loaded, used, side
  begin
  global_load_dword \loaded, v1, s[10:11]
  s_set_gpr_idx_on s20, gpr_idx(\side)
  \used
  s_set_gpr_idx_off
  finish
.endm
kernel indexed_covered
  begin
  global_load_dword v2, v1, s[10:11]
  s_waitcnt vmcnt(0)
  s_set_gpr_idx_on s20, gpr_idx(SRC0)
  v_mov_b32_e32 v3, v2
  s_set_gpr_idx_off
  finish
kernel indexed_below
  by_index v2, "v_mov_b32_e32 v5, v3", SRC0
kernel indexed_other_side
  by_index v6, "v_mov_b32_e32 v7, v5", DST
kernel indexed_no_more
  begin
  global_load_dword v5, v1, s[10:11]
  s_set_gpr_idx_on s20, gpr_idx(SRC0)
  s_set_gpr_idx_off
  v_mov_b32_e32 v3, v2
  finish

// s_setvskip by constants.
kernel skip_never
  begin
  global_load_dword v2, v1, s[10:11]
  s_setvskip 0, 0
  s_waitcnt vmcnt(0)
  v_mov_b32_e32 v3, v2
  finish
kernel skip_always
  begin
  global_load_dword v2, v1, s[10:11]
  s_setvskip 4, 2
  v_mov_b32_e32 v3, v2
  s_waitcnt vmcnt(0)
  s_setvskip 4, 3
  v_mov_b32_e32 v3, v2
  finish
kernel skip_off_again
  begin
  global_load_dword v2, v1, s[10:11]
  s_setvskip -1, 0
  s_setvskip 0, 0
  v_mov_b32_e32 v3, v2
  finish
// ... by a value: what stands between two of them is executed or skipped together.
.macro skipped wait
  begin
  s_setvskip s20, 0
  global_load_dword v2, v1, s[10:11]
  global_load_dword v4, v1, s[10:11]
  s_waitcnt vmcnt(\wait)
  v_mov_b32_e32 v3, v2
  s_setvskip 0, 0
  finish
.endm
kernel skip_together
  skipped 1
kernel skip_weak_together
  skipped 2
kernel skip_covered
  begin
  s_setvskip s20, 0
  global_load_dword v2, v1, s[10:11]
  s_setvskip 0, 0
  s_waitcnt vmcnt(0)
  v_mov_b32_e32 v3, v2
  finish
kernel skip_use_or_not
  begin
  global_load_dword v2, v1, s[10:11]
  s_setvskip s20, 0
  v_mov_b32_e32 v3, v2
  s_setvskip 0, 0
  finish
kernel skip_load_or_not
  begin
  global_load_dword v2, v1, s[10:11]
  s_setvskip s20, 0
  v_mov_b32_e32 v5, 0
  s_setvskip 0, 0
  v_mov_b32_e32 v3, v2
  finish
// Two regions, which are perhaps skipped by the same value.
kernel skipped_by_two
  begin
  global_load_dword v2, v1, s[10:11]
  s_setvskip s20, 0
  global_load_dword v4, v1, s[10:11]
  s_setvskip s21, 0
  global_load_dword v5, v1, s[10:11]
  s_setvskip 0, 0
  s_waitcnt vmcnt(1)
  v_mov_b32_e32 v3, v2
  finish

// A loop of two halves: v2 is on its way behind the first, v4 behind the second. The code behind it asks whether the
// number of turns in s22 is odd. `behind`: what SCC is on the way that uses v4, 1 if the turns were odd.
.macro halves exit
  global_load_dword v4, v1, s[10:11]
1:
  global_load_dword v2, v1, s[10:11]
  s_waitcnt vmcnt(1)
  v_mov_b32_e32 v5, v4
  \exit
  s_cbranch_scc0 2f
  global_load_dword v4, v1, s[10:11]
  s_waitcnt vmcnt(1)
  v_mov_b32_e32 v6, v2
  \exit
  s_cbranch_scc1 1b
2:
.endm
.macro turns_in_s22 least
  begin
  s_load_dword s22, s[10:11], 0x0
  s_waitcnt lgkmcnt(0)
  s_max_i32 s22, s22, \least
.endm
.macro use_by_scc behind
  s_cbranch_scc\behind 3f
  v_mov_b32_e32 v3, v2
  s_waitcnt vmcnt(0)
  finish
3:
  v_mov_b32_e32 v3, v4
  s_waitcnt vmcnt(0)
  finish
.endm
.macro one_more
  s_add_u32 s20, s20, 1
  s_cmp_lt_i32 s20, s22
.endm
.macro one_less
  s_add_i32 s20, s20, -1
  s_cmp_gt_i32 s20, 0
.endm
.macro until_equal
  s_addk_i32 s20, 1
  s_cmp_lg_u32 s20, s22
.endm
.macro counted_up least, behind
  turns_in_s22 \least
  s_mov_b32 s20, 0
  halves one_more
  s_bitcmp1_b32 s22, 0
  use_by_scc \behind
.endm
kernel turns_up
  counted_up 1, 1
kernel turns_up_confused
  counted_up 1, 0
// Without a turn at least, none is as good as one.
kernel turns_up_unguarded
  counted_up 0, 1
.macro counted_down behind
  turns_in_s22 1
  s_and_b32 s23, s22, 1
  s_mov_b32 s20, s22
  halves one_less
  s_cmp_eq_u32 s23, 1
  use_by_scc \behind
.endm
kernel turns_down
  counted_down 1
kernel turns_down_confused
  counted_down 0
.macro counted_until behind
  turns_in_s22 1
  s_mov_b32 s20, 0
  halves until_equal
  s_and_b32 s23, s22, 1
  use_by_scc \behind
.endm
kernel turns_until_equal
  counted_until 1
kernel turns_until_equal_confused
  counted_until 0
