// Two waves, of which the first stores row 0; the second loads the same row, and what it loads reaches something or not.
.macro store_or_load
  begin
  v_and_b32_e32 v1, 0xff, v1
  v_add_u32_e32 v3, 1, v0
  v_readfirstlane_b32 s20, v0
  v_mov_b32_e32 v6, 0xF00
  v_mov_b32_e32 v7, 1
  s_cmp_eq_u32 s20, 0
  s_cbranch_scc0 1f
  global_store_dword v1, v3, s[8:9]
  finish
1:
  global_load_dword v4, v1, s[8:9]
  s_waitcnt vmcnt(0)
.endm
kernel overwritten
  store_or_load
  v_mov_b32_e32 v4, 0
  put v4, 1
  finish
kernel masked_bits
  store_or_load
  v_and_b32_e32 v4, 0, v4
  put v4, 1
  finish
kernel stored
  store_or_load
  v_add_u32_e32 v4, 1, v4
  put v4, 1
  finish
kernel added
  store_or_load
  global_atomic_add v6, v4, s[8:9]
  finish
kernel branched
  store_or_load
  v_readfirstlane_b32 s20, v4
  s_cmp_eq_u32 s20, 0
  s_cbranch_scc1 2f
  s_nop 0
2:
  finish
kernel addressed
  store_or_load
  v_and_b32_e32 v4, 0xfc, v4
  global_store_dword v4, v7, s[8:9] offset:256
  finish
// The second wave loads two dwords of row 0 into scalar registers, as compilers widen loads, and uses one of them; the first
// wave stores the first.
.macro scalar_beside used
  begin
  v_readfirstlane_b32 s20, v0
  v_mov_b32_e32 v6, 0
  v_mov_b32_e32 v7, 1
  s_cmp_eq_u32 s20, 0
  s_cbranch_scc0 1f
  s_mov_b64 exec, 1
  global_store_dword v6, v7, s[8:9]
  finish
1:
  s_load_dwordx2 s[20:21], s[8:9], 0x0
  s_waitcnt lgkmcnt(0)
  v_and_b32_e32 v1, 0xff, v1
  v_mov_b32_e32 v4, s\used
  put v4, 1
  finish
.endm
kernel scalar_stored
  scalar_beside 20
kernel scalar_unused
  scalar_beside 21
kernel through_lds, lds=512
  store_or_load
  ds_write_b32 v1, v4
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v5, v1
  s_waitcnt lgkmcnt(0)
  put v5, 1
  finish
kernel left_in_lds, lds=512
  store_or_load
  ds_write_b32 v1, v4
  finish

// Each wave adds 1 to the same row, in place; EXEC leaves the stores of all but the first out.
kernel in_place
  begin
  v_and_b32_e32 v1, 0xff, v1
  global_load_dword v4, v1, s[8:9]
  s_waitcnt vmcnt(0)
  v_add_u32_e32 v4, 1, v4
  v_cmp_gt_u32_e32 vcc, 64, v0
  s_and_saveexec_b64 s[20:21], vcc
  global_store_dword v1, v4, s[8:9]
  finish
kernel all_in_place
  begin
  v_and_b32_e32 v1, 0xff, v1
  global_load_dword v4, v1, s[8:9]
  s_waitcnt vmcnt(0)
  v_add_u32_e32 v4, v4, v0
  global_store_dword v1, v4, s[8:9]
  finish

// A dead load and one whose value is stored: a store races with each.
kernel one_of_two
  begin
  v_and_b32_e32 v1, 0xff, v1
  v_add_u32_e32 v3, 1, v0
  v_readfirstlane_b32 s20, v0
  s_cmp_eq_u32 s20, 0
  s_cbranch_scc0 1f
  global_store_dword v1, v3, s[8:9]
  global_store_dword v1, v3, s[8:9] offset:256
  finish
1:
  global_load_dword v4, v1, s[8:9]
  global_load_dword v5, v1, s[8:9] offset:256
  s_waitcnt vmcnt(0)
  put v5, 2
  finish

// Each wave reads the LDS of the other, which stores to it again, and no barrier lies between.
.macro load_beside_store
  begin
  v_xor_b32_e32 v8, 0x100, v1
  v_mov_b32_e32 v3, 5
  ds_write_b32 v1, v3
  s_waitcnt lgkmcnt(0)
  s_barrier
  ds_read_b32 v6, v8
  v_add_u32_e32 v2, v3, v0
  s_waitcnt lgkmcnt(0)
  ds_write_b32 v1, v2
.endm
kernel lds_overwritten, lds=512
  load_beside_store
  v_mov_b32_e32 v6, 0
  put v6, 1
  finish
kernel lds_stored, lds=512
  load_beside_store
  put v6, 1
  finish
// The last turn of two reads what nobody uses; the first does not race.
kernel lds_last_turn, lds=512
  begin
  v_xor_b32_e32 v8, 0x100, v1
  v_mov_b32_e32 v3, 5
  ds_write_b32 v1, v3
  s_mov_b32 s20, 2
  v_mov_b32_e32 v7, 0
1:
  s_waitcnt lgkmcnt(0)
  s_barrier
  ds_read_b32 v6, v8
  s_sub_u32 s20, s20, 1
  s_cmp_eq_u32 s20, 0
  s_cbranch_scc1 2f
  s_waitcnt lgkmcnt(0)
  v_add_u32_e32 v7, v7, v6
  s_branch 1b
2:
  s_waitcnt lgkmcnt(0)
  v_add_u32_e32 v2, v3, v0
  ds_write_b32 v1, v2
  put v7, 1
  finish

// Each wave reads what its own copy into LDS fills, before a wait for it.
.macro load_under_copy
  begin
  ds_write_b32 v1, v0
  v_readfirstlane_b32 s20, v0
  s_lshl_b32 s20, s20, 2
  s_mov_b32 m0, s20
  v_and_b32_e32 v8, 0xff, v1
  s_waitcnt lgkmcnt(0)
  global_load_lds_dword v8, s[10:11]
  ds_read_b32 v6, v1
  s_waitcnt vmcnt(0) lgkmcnt(0)
.endm
kernel copy_overwritten, lds=512
  load_under_copy
  v_mov_b32_e32 v6, 0
  put v6, 1
  finish
kernel copy_stored, lds=512
  load_under_copy
  put v6, 1
  finish

// Six rows of the output, dealt out by the counter in row 15. Both waves of a workgroup load a row and add to it; the
// first stores it. `other`: what the second does.
.macro tiles other:vararg
  begin
  v_and_b32_e32 v2, 0xfc, v1
  v_mov_b32_e32 v6, 0xF00
  v_mov_b32_e32 v7, 1
  v_mov_b32_e32 v8, 0
  v_readfirstlane_b32 s22, v0
1:
  s_barrier
  s_cmp_eq_u32 s22, 0
  s_cbranch_scc0 2f
  s_mov_b64 exec, 1
  global_atomic_add v4, v6, v7, s[8:9] sc0
  s_waitcnt vmcnt(0)
  ds_write_b32 v8, v4
  s_mov_b64 exec, -1
  s_waitcnt lgkmcnt(0)
2:
  s_barrier
  ds_read_b32 v4, v8
  s_waitcnt lgkmcnt(0)
  v_readfirstlane_b32 s20, v4
  s_sub_u32 s20, s20, 0xEEEEEEEE
  s_cmp_lt_u32 s20, 6
  s_cbranch_scc0 4f
  s_lshl_b32 s20, s20, 8
  v_add_u32_e32 v5, s20, v2
  global_load_dword v3, v5, s[8:9]
  s_waitcnt vmcnt(0)
  v_add_u32_e32 v3, 1, v3
  s_cmp_eq_u32 s22, 0
  s_cbranch_scc0 3f
  global_store_dword v5, v3, s[8:9]
  s_branch 1b
3:
  \other
  s_branch 1b
4:
  finish
.endm
kernel tiles_in_place, lds=64
  tiles s_nop 0
kernel tiles_copied, lds=64
  tiles global_store_dword v5, v3, s[8:9] offset:256*6
