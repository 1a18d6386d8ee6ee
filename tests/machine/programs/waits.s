// Registers that memory operations fill, used in time and too early. What is too early need not show in a
// value: every schedule is to find it.

kernel read_and_overwritten
  begin
  get v3, 0
  v_add_u32_e32 v3, 1, v3
  finish

kernel missing
  begin
  get v3, 0
  v_mov_b32_e32 v4, v3
  s_waitcnt vmcnt(0)
  put v4, 0
  finish

// What is read too early is used by nobody.
kernel hidden
  begin
  get v3, 0
  v_mov_b32_e32 v4, v3
  s_waitcnt vmcnt(0)
  put v3, 0
  finish

kernel too_weak
  begin
  get v3, 0
  get v4, 1
  s_waitcnt vmcnt(1)
  put v4, 0
  finish

kernel other_counter
  begin
  get v3, 0
  s_waitcnt lgkmcnt(0)
  put v3, 0
  finish

kernel overwritten
  begin
  get v3, 0
  v_mov_b32_e32 v3, 7
  s_waitcnt vmcnt(0)
  put v1, 0
  finish

// Loads of two counters arrive in any order.
kernel overwritten_by_lds, lds=256
  begin
  ds_write_b32 v1, v0
  s_waitcnt lgkmcnt(0)
  get v3, 0
  ds_read_b32 v3, v1
  s_waitcnt vmcnt(0) lgkmcnt(0)
  put v1, 0
  finish

kernel lds_too_weak, lds=512
  begin
  ds_write_b32 v1, v0
  ds_write_b32 v1, v0 offset:256
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v3, v1
  ds_read_b32 v4, v1 offset:256
  s_waitcnt lgkmcnt(1)
  put v4, 0
  finish

kernel scalar_missing
  begin
  s_load_dword s20, s[10:11], 0x0
  s_add_u32 s21, s20, 1
  s_waitcnt lgkmcnt(0)
  finish

// Scalar loads arrive in any order: a partial wait says nothing.
kernel scalar_partial
  begin
  s_load_dword s20, s[10:11], 0x0
  s_load_dword s21, s[10:11], 0x4
  s_waitcnt lgkmcnt(1)
  s_add_u32 s22, s20, 1
  s_waitcnt lgkmcnt(0)
  finish

// ... of the younger one neither.
kernel scalar_partial_younger
  begin
  s_load_dword s20, s[10:11], 0x0
  s_load_dword s21, s[10:11], 0x4
  s_waitcnt lgkmcnt(1)
  s_add_u32 s22, s21, 1
  s_waitcnt lgkmcnt(0)
  finish

// The read from LDS may be what is outstanding; or the scalar load, which need not wait for it.
kernel scalar_beside_lds, lds=256
  begin
  s_load_dword s20, s[10:11], 0x0
  ds_read_b32 v3, v1
  s_waitcnt lgkmcnt(1)
  s_add_u32 s22, s20, 1
  s_waitcnt lgkmcnt(0)
  finish

kernel lds_before_scalar, lds=256
  begin
  ds_read_b32 v3, v1
  s_load_dword s20, s[10:11], 0x0
  s_waitcnt lgkmcnt(1)
  v_mov_b32_e32 v4, v3
  s_waitcnt lgkmcnt(0)
  finish

// Two reads from LDS and a scalar load: one of the three is outstanding at most, and not the first read.
kernel lds_before_lds, lds=512
  begin
  ds_read_b32 v3, v1
  ds_read_b32 v4, v1 offset:256
  s_load_dword s20, s[10:11], 0x0
  s_waitcnt lgkmcnt(1)
  v_mov_b32_e32 v5, v3
  s_waitcnt lgkmcnt(0)
  finish

kernel scalar_loaded_twice
  begin
  s_load_dword s20, s[10:11], 0x0
  s_load_dword s20, s[10:11], 0x4
  s_waitcnt lgkmcnt(0)
  finish

kernel address_of_load
  begin
  v_mov_b32_e32 v3, v1
  get v3, 0
  global_load_dword v4, v3, s[10:11]
  s_waitcnt vmcnt(0)
  finish

// 62 operations fit behind the first one.
.macro behind count
  begin
  get v3, 0
  .rept \count
  get v4, 1
  .endr
  v_mov_b32_e32 v5, v3
  s_waitcnt vmcnt(0)
  put v5, 0
  finish
.endm

kernel counter_not_full
  behind 62

// ---- and those that wait

kernel waited
  begin
  get v3, 0
  s_waitcnt vmcnt(0)
  put v3, 0
  finish

kernel just_enough
  begin
  get v3, 0
  get v4, 1
  s_waitcnt vmcnt(1)
  put v3, 0
  s_waitcnt vmcnt(0)
  put v4, 1
  finish

// Stores count, and are waited for like loads.
kernel stores_count
  begin
  put v0, 0
  s_waitcnt vmcnt(0)
  get v3, 0
  put v0, 1
  put v0, 2
  s_waitcnt vmcnt(2)
  put v3, 3
  finish

kernel loaded_twice, lds=512
  begin
  ds_write_b32 v1, v0
  ds_write_b32 v1, v0 offset:256
  s_waitcnt lgkmcnt(0)
  get v3, 0
  get v3, 1
  ds_read_b32 v4, v1
  ds_read_b32 v4, v1 offset:256
  s_waitcnt vmcnt(0) lgkmcnt(0)
  put v3, 0
  put v4, 1
  finish

// Lanes whose load is on its way are not those that go on.
kernel other_lanes
  begin
  v_mov_b32_e32 v3, 5
  s_mov_b64 exec, 0xffff
  get v3, 0
  s_not_b64 exec, exec
  v_mov_b32_e32 v4, v3
  put v4, 0
  s_mov_b64 exec, -1
  finish

// The counter holds 63: the 64th operation waits for the first.
kernel counter_full
  behind 63

// The halves of a register are two.
kernel other_half
  begin
  v_mov_b32_e32 v3, 5
  global_load_short_d16_hi v3, v1, s[10:11]
  v_and_b32_e32 v4, 0xffff, v3
  s_waitcnt vmcnt(0)
  put v3, 0
  finish

// Bytes of LDS that the wave's own copies fill: dwords 0 to 63, then 64 to 127.
.macro own_copies, wait, use
  begin
  v_mov_b32_e32 v4, 9
  s_mov_b32 m0, 0
  s_nop 0
  global_load_lds_dword v1, s[10:11]
  global_load_lds_dword v1, s[10:11] offset:256
  \wait
  \use
  s_waitcnt vmcnt(0) lgkmcnt(0)
  finish
.endm
kernel copy_read, lds=768
  own_copies "", "ds_read_b32 v5, v1"
kernel copy_other_counter, lds=768
  own_copies "s_waitcnt lgkmcnt(0)", "ds_read_b32 v5, v1"
kernel copy_too_weak, lds=768
  own_copies "s_waitcnt vmcnt(1)", "ds_read_b32 v5, v1 offset:256"
kernel copy_overwritten, lds=768
  own_copies "s_waitcnt vmcnt(1)", "ds_write_b32 v1, v4 offset:256"
kernel copy_read_in_pair, lds=768
  own_copies "s_waitcnt vmcnt(1)", "ds_read2_b32 v[6:7], v1 offset1:64"
// With lanes off, whose address counts as 0, and the second element below the first.
.macro some_lanes_read_pair_back
  s_mov_b64 exec, 0xf0
  ds_read2_b32 v[6:7], v1 offset0:128 offset1:64
  s_mov_b64 exec, -1
.endm
kernel copy_read_in_pair_back, lds=768
  own_copies "s_waitcnt vmcnt(1)", some_lanes_read_pair_back
kernel copy_waited, lds=768
  own_copies "s_waitcnt vmcnt(0)", "ds_read2_b32 v[6:7], v1 offset1:64"
kernel copy_just_enough, lds=768
  own_copies "s_waitcnt vmcnt(1)", "ds_read_b32 v5, v1"
kernel copy_other_bytes, lds=768
  own_copies "", "ds_write_b32 v1, v4 offset:512"

// The copy of lanes 0 to 31 fills dwords 0 to 31; the wave uses the others.
kernel copy_other_lanes, lds=768
  begin
  v_mov_b32_e32 v4, 9
  s_mov_b32 m0, 0
  s_mov_b32 exec_hi, 0
  global_load_lds_dword v1, s[10:11]
  s_mov_b32 exec_hi, -1
  s_mov_b32 exec_lo, 0
  ds_write_b32 v1, v4
  s_waitcnt vmcnt(0) lgkmcnt(0)
  finish

// The use stands amid instructions that only compute.
kernel amid_others
  begin
  get v3, 0
  v_mov_b32_e32 v5, 1
  v_mov_b32_e32 v6, 2
  v_add_u32_e32 v4, v3, v5
  v_mov_b32_e32 v7, 3
  s_waitcnt vmcnt(0)
  put v4, 0
  finish

// ... and only on the way that jumps in among them is it too early.
kernel amid_after_jump
  begin
  s_mov_b32 s20, 0
amid_again:
  s_cmp_eq_u32 s20, 0
  s_cbranch_scc1 amid_first
  get v3, 0
  s_branch amid_use
amid_first:
  v_mov_b32_e32 v3, 1
  v_mov_b32_e32 v5, 1
amid_use:
  v_mov_b32_e32 v6, 2
  v_add_u32_e32 v4, v3, v6
  s_add_u32 s20, s20, 1
  s_cmp_lt_u32 s20, 2
  s_cbranch_scc1 amid_again
  s_waitcnt vmcnt(0)
  put v4, 0
  finish

// Two turns; the input says of each whether it loads and whether it waits.
kernel on_two_arms
  begin
  s_load_dwordx4 s[20:23], s[10:11], 0x0
  v_mov_b32_e32 v2, 0
  s_mov_b32 s24, 2
  s_waitcnt lgkmcnt(0)
1:
  s_cmp_eq_u32 s20, 0
  s_cbranch_scc1 2f
  global_load_dword v2, v1, s[10:11]
2:
  s_cmp_eq_u32 s21, 0
  s_cbranch_scc1 3f
  s_waitcnt vmcnt(0)
3:
  v_mov_b32_e32 v3, v2
  s_mov_b64 s[20:21], s[22:23]
  s_sub_u32 s24, s24, 1
  s_cmp_lg_u32 s24, 0
  s_cbranch_scc1 1b
  finish

// Registers that an index chooses, and instructions that VSKIP skips.
.macro by_index used, side
  begin
  v_mov_b32_e32 v2, 0
  v_mov_b32_e32 v4, 0
  global_load_dword v4, v1, s[10:11]
  s_mov_b32 s20, 2
  s_set_gpr_idx_on s20, gpr_idx(\side)
  \used
  s_set_gpr_idx_off
  finish
.endm
kernel index_reads_loaded
  by_index "v_mov_b32_e32 v3, v2", SRC0
kernel index_writes_loaded
  by_index "v_mov_b32_e32 v2, v0", DST
kernel index_passes_by
  by_index "v_mov_b32_e32 v3, v4", SRC0
kernel index_of_other_side
  by_index "v_mov_b32_e32 v3, v2", DST
.macro under_skip skip
  begin
  v_mov_b32_e32 v4, 0
  s_setvskip \skip, 0
  global_load_dword v4, v1, s[10:11]
  s_setvskip 0, 0
  v_mov_b32_e32 v3, v4
  finish
.endm
kernel load_skipped
  under_skip 1
kernel load_not_skipped
  under_skip 2
kernel use_skipped
  begin
  global_load_dword v4, v1, s[10:11]
  s_setvskip 1, 0
  v_mov_b32_e32 v3, v4
  s_setvskip 0, 0
  finish

// An invalidation counts on vmcnt, as a load does.
.macro invalidation allowed
  begin
  global_load_dword v3, v1, s[10:11]
  buffer_inv sc1
  s_waitcnt vmcnt(\allowed)
  v_mov_b32_e32 v4, v3
  s_waitcnt vmcnt(0)
  put v4, 0
  finish
.endm
kernel before_invalidation
  invalidation 2
kernel before_invalidation_enough
  invalidation 1
