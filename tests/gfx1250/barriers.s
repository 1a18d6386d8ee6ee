// Named barriers and clusters. Arguments: out, in.

// ---- named barriers: two waves exchange dwords of LDS; each is lane l of 64

.macro named_begin members
  begin
  v_readfirstlane_b32 s12, v0
  s_cmp_lg_u32 s12, 0
  s_cbranch_scc1 others\@
  s_mov_b32 m0, 1 | \members << 16
  s_barrier_init m0
others\@:
  s_barrier_signal -1
  s_barrier_wait -1
  s_mov_b32 m0, 1
.endm
.macro named_end
  v_xor_b32 v3, 0x80, v1
  ds_load_b32 v3, v3
  s_wait_dscnt 0x0
  global_store_b32 v1, v3, s[4:5]
.endm
.macro own_to_lds
  ds_store_b32 v1, v2
  s_wait_dscnt 0x0
.endm
program named
  named_begin 2
  s_barrier_join m0
  own_to_lds
  s_barrier_signal m0
  s_barrier_wait 1
  named_end
done named, 512
// One signal too few completes it: nobody waits for the other.
program named_for_one
  named_begin 1
  s_barrier_join m0
  own_to_lds
  s_barrier_signal m0
  s_barrier_wait 1
  named_end
done named_for_one, 512
program named_for_three
  named_begin 3
  s_barrier_join m0
  own_to_lds
  s_barrier_signal m0
  s_barrier_wait 1
  named_end
done named_for_three, 512
program named_unjoined
  named_begin 2
  own_to_lds
  s_barrier_signal m0
  s_barrier_wait 1
  named_end
done named_unjoined, 512
program named_uninitialised
  named_begin 2
  s_mov_b32 m0, 2
  s_barrier_join m0
  own_to_lds
  s_barrier_signal m0
  named_end
done named_uninitialised, 512
// The second wave leaves: one signal completes it then.
program named_left
  named_begin 2
  s_barrier_join m0
  v_readfirstlane_b32 s12, v0
  s_cmp_lg_u32 s12, 0
  s_cbranch_scc0 stays
  s_barrier_leave
  s_branch all_of_left
stays:
  s_barrier_signal m0
  s_barrier_wait 1
all_of_left:
  global_store_b32 v1, v2, s[4:5]
done named_left, 512
// Which wave is the first to signal: exactly one. Lane 0's of both add up.
program named_first
  named_begin 2
  v_mov_b32 v4, 0
  s_cmp_lg_u32 s12, 0
  s_cbranch_scc1 not_zeroed
  ds_store_b32 v4, v4
  s_wait_dscnt 0x0
not_zeroed:
  s_barrier_signal -1
  s_barrier_wait -1
  s_barrier_join m0
  s_barrier_signal_isfirst m0
  s_cselect_b32 s14, 1, 0
  v_mov_b32 v3, s14
  s_barrier_wait 1
  s_mov_b32 exec_lo, 1
  ds_add_u32 v4, v3
  s_mov_b32 exec_lo, -1
  s_wait_dscnt 0x0
  s_barrier_signal -1
  s_barrier_wait -1
  ds_load_b32 v3, v4
  s_wait_dscnt 0x0
  global_store_b32 v1, v3, s[4:5]
done named_first, 512
// Three waves, two of which have the barrier for themselves; the third reads what they wrote.
program named_outsider
  begin
  v_readfirstlane_b32 s12, v0
  s_cmp_lg_u32 s12, 0
  s_cbranch_scc1 others_of_outsider
  s_mov_b32 m0, 1 | 2 << 16
  s_barrier_init m0
others_of_outsider:
  s_barrier_signal -1
  s_barrier_wait -1
  s_mov_b32 m0, 1
  s_cmp_lg_u32 s12, 64
  s_cbranch_scc0 third
  own_to_lds
  s_barrier_join m0
  s_barrier_signal m0
  s_barrier_wait 1
third:
  v_and_b32 v3, 0x7f, v1
  ds_load_b32 v3, v3
  s_wait_dscnt 0x0
  v_cmp_eq_u32 vcc_lo, 0, v3                // what is read is used
  s_cbranch_vccz used_by_outsider
used_by_outsider:
  global_store_b32 v1, v2, s[4:5]
done named_outsider, 512

.macro nothing
  s_nop 0
.endm

// ---- clusters of two: v0 the lane, s12 the rank, s13 the cluster; a workgroup has dwords of its own of both

.macro cluster_begin
  s_load_b128 s[4:7], s[0:1], 0x0
  s_and_b32 s12, ttmp6, 15
  s_mov_b32 s13, ttmp9
  s_lshl_b32 s14, s13, 1
  s_add_co_i32 s14, s14, s12
  v_lshlrev_b32 v1, 2, v0
  v_lshl_add_u32 v3, s14, 7, v1
  s_wait_kmcnt 0x0
  global_load_b32 v2, v3, s[6:7]
  s_wait_loadcnt 0x0
.endm
.macro cluster_barrier
  s_barrier_signal -3
  s_barrier_wait -3
.endm
// What the other workgroup stored.
.macro cluster_exchange meet:vararg
  cluster_begin
  global_store_b32 v3, v2, s[4:5]
  s_wait_storecnt 0x0
  \meet
  v_xor_b32 v4, 0x80, v3
  global_load_b32 v5, v4, s[4:5]
  s_wait_loadcnt 0x0
  v_add_nc_u32 v3, 0x400, v3
  global_store_b32 v3, v5, s[4:5]
.endm
program cluster_meets
  cluster_exchange cluster_barrier
done cluster_meets
// cluster cluster_meets: 2, 1, 1
program cluster_apart
  cluster_exchange nothing
done cluster_apart
// cluster cluster_apart: 2, 1, 1
program cluster_absent
  cluster_begin
  s_cmp_eq_u32 s12, 1
  s_cbranch_scc1 leaves
  cluster_barrier
leaves:
  global_store_b32 v3, v2, s[4:5]
done cluster_absent
// cluster cluster_absent: 2, 1, 1
program cluster_twice
  cluster_begin
  s_barrier_signal -3
  s_cmp_eq_u32 s12, 1
  s_cbranch_scc1 once
  s_barrier_signal -3
once:
  s_barrier_wait -3
  global_store_b32 v3, v2, s[4:5]
done cluster_twice
// cluster cluster_twice: 2, 1, 1
// Two rounds, for which wave 0 signals; the next one only when the other wave has come to the wait of the first, or before.
.macro two_rounds between:vararg
  v_and_b32 v0, 31, v0
  cluster_begin
  s_bfe_u32 s15, ttmp8, 0x50019
  .irp round, 1, 2
    s_cmp_lg_u32 s15, 0
    s_cbranch_scc1 1f
    s_barrier_signal -3
1:
    s_barrier_wait -3
    \between
  .endr
  s_cmp_lg_u32 s15, 0
  s_cbranch_scc1 1f
  global_store_b32 v3, v2, s[4:5]
1:
.endm
.macro workgroup_barrier
  s_barrier_signal -1
  s_barrier_wait -1
.endm
program cluster_in_turn
  two_rounds workgroup_barrier
done cluster_in_turn
// cluster cluster_in_turn: 2, 1, 1
program cluster_ahead
  two_rounds nothing
done cluster_ahead
// cluster cluster_ahead: 2, 1, 1
// Without a cluster the barrier does nothing.
program cluster_of_none
  begin
  cluster_barrier
  global_store_b32 v1, v2, s[4:5]
done cluster_of_none

// ---- multicast: both ask for the first 128 bytes

.macro multicast mask, load:vararg
  cluster_begin
  s_mov_b32 m0, \mask
  \load
.endm
.macro load_first
  cluster_load_b32 v5, v1, s[6:7]
  s_wait_loadcnt 0x0
  global_store_b32 v3, v5, s[4:5]
.endm
program multicast_loads
  multicast 3, load_first
done multicast_loads
// cluster multicast_loads: 2, 1, 1
program multicast_alone
  cluster_begin
  s_mov_b32 m0, 3
  s_cmp_eq_u32 s12, 1
  s_cbranch_scc1 no_load
  cluster_load_b32 v5, v1, s[6:7]
  s_wait_loadcnt 0x0
no_load:
  global_store_b32 v3, v2, s[4:5]
done multicast_alone
// cluster multicast_alone: 2, 1, 1
program multicast_beyond
  multicast 7, load_first
done multicast_beyond
// cluster multicast_beyond: 2, 1, 1
program multicast_without_itself
  multicast 2, load_first
done multicast_without_itself
// cluster multicast_without_itself: 2, 1, 1
program multicast_to_lds
  cluster_begin
  s_mov_b32 m0, 3
  cluster_load_async_to_lds_b32 v1, v1, s[6:7]
  s_wait_asynccnt 0x0
  ds_load_b32 v5, v1
  s_wait_dscnt 0x0
  global_store_b32 v3, v5, s[4:5]
done multicast_to_lds, 512
// cluster multicast_to_lds: 2, 1, 1
// Of four workgroups two and two ask for the same, twice, to the same bytes of LDS: 0 and 2, or 0 and 1.
.macro multicast_again mask, select, meet:vararg
  cluster_begin
  s_and_b32 s15, s12, \select
  s_lshl_b32 m0, \mask, s15
  cluster_load_async_to_lds_b32 v1, v1, s[6:7]
  s_wait_asynccnt 0x0
  ds_load_b32 v5, v1
  s_wait_dscnt 0x0
  \meet
  v_add_nc_u32 v6, 0x80, v1
  cluster_load_async_to_lds_b32 v1, v6, s[6:7]
  s_wait_asynccnt 0x0
  ds_load_b32 v6, v1
  s_wait_dscnt 0x0
  v_add_nc_u32 v5, v5, v6
  global_store_b32 v3, v5, s[4:5]
.endm
program multicast_again_meets
  multicast_again 5, 1, cluster_barrier
done multicast_again_meets, 512
// cluster multicast_again_meets: 4, 1, 1
program multicast_again_apart
  multicast_again 5, 1, nothing
done multicast_again_apart, 512
// cluster multicast_again_apart: 4, 1, 1
program multicast_again_neighbours
  multicast_again 3, 2, nothing
done multicast_again_neighbours, 512
// cluster multicast_again_neighbours: 4, 1, 1
