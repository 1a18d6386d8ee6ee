// Waves and workgroups that wait for each other by reading memory or LDS until it changes. Arguments: s12 and s13 as
// each says. The flags are zeros at 0x3'0000'0000.
.macro flags
  begin
  arguments
  s_mov_b32 s18, 0
  s_mov_b32 s19, 3
  v_mov_b32_e32 v3, 0
  v_mov_b32_e32 v4, 1
.endm

// Each workgroup counts itself and waits until s12 have.
kernel all_meet, lds=163840
  flags
  s_mov_b64 exec, 1
  global_atomic_add v3, v4, s[18:19]
  s_waitcnt vmcnt(0)
1:
  global_load_dword v5, v3, s[18:19] sc1
  s_waitcnt vmcnt(0)
  v_readfirstlane_b32 s20, v5
  s_cmp_lt_u32 s20, s12
  s_cbranch_scc1 1b
  s_lshl_b32 s2, s2, 2
  v_mov_b32_e32 v1, s2
  put v5, 0
  finish

// The same, twice, and polling by an atomic that changes nothing.
kernel all_meet_by_atomics
  flags
  s_mov_b64 exec, 1
  s_mov_b32 s21, 0
1:
  s_add_u32 s21, s21, s12
  global_atomic_add v3, v4, s[18:19]
  s_waitcnt vmcnt(0)
2:
  global_atomic_or v5, v3, v3, s[18:19] sc0
  s_waitcnt vmcnt(0)
  v_readfirstlane_b32 s20, v5
  s_cmp_lt_u32 s20, s21
  s_cbranch_scc1 2b
  s_lshl_b32 s22, s12, 1
  s_cmp_lt_u32 s21, s22
  s_cbranch_scc1 1b
  s_lshl_b32 s2, s2, 2
  v_mov_b32_e32 v1, s2
  put v5, 0
  finish

// Each workgroup waits for its neighbour at the distance s13, but for the one whose neighbour is s12, and passes on one
// more than it was told.
kernel in_turn
  flags
  s_mov_b64 exec, 1
  s_add_u32 s20, s2, s13
  v_mov_b32_e32 v5, 0
  s_cmp_eq_u32 s20, s12
  s_cbranch_scc1 2f
  s_lshl_b32 s21, s20, 2
  v_mov_b32_e32 v6, s21
1:
  global_load_dword v5, v6, s[18:19] sc1
  s_waitcnt vmcnt(0)
  v_cmp_eq_u32_e32 vcc, 0, v5
  s_cbranch_vccnz 1b
2:
  v_add_u32_e32 v5, v5, v4
  s_lshl_b32 s2, s2, 2
  v_mov_b32_e32 v1, s2
  global_store_dword v1, v5, s[18:19] sc1
  put v5, 0
  finish

// The first of two workgroups raises its flag without a wait for the store, and waits for the other's by scalar loads.
kernel store_not_waited_for
  flags
  s_mov_b64 exec, 1
  s_cmp_eq_u32 s2, 0
  s_cbranch_scc0 2f
  global_store_dword v3, v4, s[18:19] sc1
1:
  s_load_dword s20, s[18:19], 0x4
  s_waitcnt lgkmcnt(0)
  s_cmp_eq_u32 s20, 0
  s_cbranch_scc1 1b
  put v4, 0
  finish
2:
  global_load_dword v5, v3, s[18:19] sc1
  s_waitcnt vmcnt(0)
  v_cmp_eq_u32_e32 vcc, 0, v5
  s_cbranch_vccnz 2b
  global_store_dword v3, v4, s[18:19] offset:4 sc1
  finish

// Each wave waits in LDS for the next one, but for wave s12.
kernel waves_in_turn, lds=64
  flags
  v_lshrrev_b32_e32 v6, 6, v0
  s_nop 1
  v_readfirstlane_b32 s20, v6
  v_lshlrev_b32_e32 v6, 2, v6
  v_add_u32_e32 v7, 4, v6
  ds_write_b32 v6, v3
  s_waitcnt lgkmcnt(0)
  s_barrier
  v_mov_b32_e32 v5, 0
  s_cmp_eq_u32 s20, s12
  s_cbranch_scc1 2f
1:
  ds_read_b32 v5, v7
  s_waitcnt lgkmcnt(0)
  v_cmp_eq_u32_e32 vcc, 0, v5
  s_cbranch_vccnz 1b
2:
  v_add_u32_e32 v5, v5, v4
  ds_write_b32 v6, v5
  put v5, 0
  finish

// The flag is never raised.
kernel never
  flags
1:
  global_load_dword v5, v3, s[18:19] sc1
  s_waitcnt vmcnt(0)
  s_sleep 1
  v_cmp_eq_u32_e32 vcc, 0, v5
  s_cbranch_vccnz 1b
  put v5, 0
  finish

// A loop of s12 iterations.
kernel counts
  flags
1:
  s_sub_u32 s12, s12, 1
  s_cmp_eq_u32 s12, 0
  s_cbranch_scc0 1b
  put v4, 0
  finish

// The first workgroup looks s12 times for the flag that the second one raises.
kernel gives_up
  flags
  s_cmp_eq_u32 s2, 0
  s_cbranch_scc0 2f
1:
  global_load_dword v5, v3, s[18:19] sc1
  s_waitcnt vmcnt(0)
  s_sub_u32 s12, s12, 1
  s_cbranch_scc1 3f
  v_cmp_eq_u32_e32 vcc, 0, v5
  s_cbranch_vccnz 1b
3:
  put v5, 0
  finish
2:
  s_mov_b64 exec, 1
  global_store_dword v3, v4, s[18:19] sc1
  finish

// A loop that the clock ends, of which it keeps the high bits only: for long they are what they were.
kernel until_time
  flags
  s_memtime s[22:23]
  s_waitcnt lgkmcnt(0)
1:
  s_memtime s[20:21]
  s_waitcnt lgkmcnt(0)
  s_sub_u32 s20, s20, s22
  s_lshr_b32 s20, s20, 16
  s_mov_b32 s21, 0
  s_cmp_eq_u32 s20, s12
  s_cbranch_scc0 1b
  put v4, 0
  finish

// The waves meet at a barrier each time they have looked for the flag, which is never raised.
kernel never_at_barriers
  flags
1:
  global_load_dword v5, v3, s[18:19] sc1
  s_waitcnt vmcnt(0)
  s_barrier
  v_cmp_eq_u32_e32 vcc, 0, v5
  s_cbranch_vccnz 1b
  put v5, 0
  finish

// The first workgroup looks for the flag that the last one raises: one wave loads it, and all read it in LDS.
kernel told_in_lds, lds=64
  flags
  s_sub_u32 s20, s12, 1
  s_cmp_eq_u32 s2, s20
  s_cbranch_scc1 2f
1:
  v_cmp_gt_u32_e32 vcc, 64, v0
  s_and_saveexec_b64 s[20:21], vcc
  global_load_dword v5, v3, s[18:19] sc1
  s_waitcnt vmcnt(0)
  ds_write_b32 v3, v5
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, s[20:21]
  s_barrier
  ds_read_b32 v5, v3
  s_waitcnt lgkmcnt(0)
  s_barrier
  v_cmp_eq_u32_e32 vcc, 0, v5
  s_cbranch_vccnz 1b
  s_cmp_eq_u32 s2, 0
  s_cbranch_scc0 3f
  put v5, 0
3:
  finish
2:
  s_mov_b64 exec, 1
  global_store_dword v3, v4, s[18:19] sc1
  finish

// The second wave raises a flag in LDS once it has met the first at s12 barriers, which looks for the flag behind each.
kernel raised_late, lds=64
  flags
  ds_write_b32 v3, v3
  s_waitcnt lgkmcnt(0)
  s_barrier
  v_cmp_gt_u32_e32 vcc, 64, v0
  s_cbranch_vccz 2f
1:
  ds_read_b32 v5, v3
  s_waitcnt lgkmcnt(0)
  s_barrier
  s_barrier
  v_cmp_eq_u32_e32 vcc, 0, v5
  s_cbranch_vccnz 1b
  put v5, 0
  finish
2:
  s_barrier
  s_sub_u32 s12, s12, 1
  s_cmp_eq_u32 s12, 0
  s_cbranch_scc1 3f
  s_barrier
  s_branch 2b
3:
  ds_write_b32 v3, v4
  s_waitcnt lgkmcnt(0)
  s_barrier
  s_barrier
  s_barrier
  finish

// Looks for the flag that is never raised, and says each time that it lives.
kernel never_but_alive
  flags
1:
  global_store_dword v3, v4, s[18:19] offset:4
  global_load_dword v5, v3, s[18:19] sc1
  s_waitcnt vmcnt(0)
  v_cmp_eq_u32_e32 vcc, 0, v5
  s_cbranch_vccnz 1b
  put v5, 0
  finish

// Stores the same for ever.
kernel stores_for_ever
  flags
1:
  global_store_dword v3, v4, s[18:19]
  s_waitcnt vmcnt(0)
  s_branch 1b

// The first workgroup says that it lives until the second, which takes s12 rounds, raises the flag.
kernel alive_until_told
  flags
  s_mov_b64 exec, 1
  s_cmp_eq_u32 s2, 0
  s_cbranch_scc0 2f
1:
  global_store_dword v3, v4, s[18:19] offset:4
  global_load_dword v5, v3, s[18:19] sc1
  s_waitcnt vmcnt(0)
  v_cmp_eq_u32_e32 vcc, 0, v5
  s_cbranch_vccnz 1b
  put v5, 0
  finish
2:
  s_sub_u32 s12, s12, 1
  s_cmp_eq_u32 s12, 0
  s_cbranch_scc0 2b
  global_store_dword v3, v4, s[18:19] sc1
  finish
