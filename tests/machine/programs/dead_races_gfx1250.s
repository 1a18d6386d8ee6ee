// Each of two waves reads the LDS of the other, which stores to it again, and no barrier lies between.
.macro load_beside_store
  begin
  v_xor_b32_e32 v8, 0x80, v1
  v_mov_b32_e32 v3, 5
  ds_store_b32 v1, v3
  s_wait_dscnt 0x0
  s_barrier_signal -1
  s_barrier_wait -1
  ds_load_b32 v6, v8
  v_add_nc_u32_e32 v2, v3, v0
  s_wait_dscnt 0x0
  ds_store_b32 v1, v2
.endm
kernel lds_overwritten, lds=256
  load_beside_store
  v_mov_b32_e32 v6, 0
  put v6, 1
  finish
kernel lds_stored, lds=256
  load_beside_store
  put v6, 1
  finish
// The comparison writes EXEC and no other mask.
kernel lds_compared, lds=256
  load_beside_store
  v_cmpx_gt_u32_e32 6, v6
  put v3, 1
  finish

// Waves load the same bytes several times, and use one of the values; the second wave stores to its own.
.macro in_turn
  begin
  v_xor_b32_e32 v8, 0x80, v1
  v_mov_b32_e32 v3, 5
  ds_store_b32 v1, v3
  s_wait_dscnt 0x0
  s_barrier_signal -1
  s_barrier_wait -1
.endm
.macro store_of used
  v_mov_b32_e32 v6, 0
  v_add_nc_u32_e32 v2, v3, v0
  v_readfirstlane_b32 s21, v0
  s_cmp_eq_u32 s21, 0
  s_cbranch_scc1 3f
  ds_store_b32 v1, v2
3:
  put \used, 1
  finish
.endm
.macro turns turns, used
  in_turn
  s_mov_b32 s20, \turns
  v_mov_b32_e32 v7, 0
1:
  ds_load_b32 v6, v8
  s_sub_co_u32 s20, s20, 1
  s_wait_dscnt 0x0
  s_cmp_eq_u32 s20, \used
  s_cbranch_scc0 2f
  v_mov_b32_e32 v7, v6
2:
  s_cmp_eq_u32 s20, 0
  s_cbranch_scc0 1b
  store_of v7
.endm
kernel lds_first_turn, lds=256
  turns 2, 1
kernel lds_last_turn, lds=256
  turns 2, 0
kernel lds_no_turn, lds=256
  turns 2, 2
kernel lds_first_of_many, lds=256
  turns 1025, 1024
kernel lds_first_of_two, lds=256
  in_turn
  ds_load_b32 v7, v8
  ds_load_b32 v6, v8
  s_wait_dscnt 0x0
  store_of v7
// What lies elsewhere races with nothing and is used.
kernel lds_elsewhere, lds=512
  in_turn
  ds_store_b32 v1, v3 offset:256
  ds_load_b32 v7, v1 offset:256
  ds_load_b32 v6, v8
  s_wait_dscnt 0x0
  store_of v7
// The used one is told of by a barrier.
kernel lds_told, lds=256
  in_turn
  ds_load_b32 v7, v8
  s_wait_dscnt 0x0
  s_barrier_signal -1
  s_barrier_wait -1
  ds_load_b32 v6, v8
  s_wait_dscnt 0x0
  store_of v7
// The first wave stores, and the second, which mostly comes later, loads.
kernel lds_behind, lds=256
  in_turn
  v_readfirstlane_b32 s21, v0
  s_cmp_eq_u32 s21, 0
  s_cbranch_scc0 4f
  v_add_nc_u32_e32 v2, v3, v0
  ds_store_b32 v1, v2
  finish
4:
  ds_load_b32 v6, v8
  s_wait_dscnt 0x0
  v_mov_b32_e32 v6, 0
  put v6, 1
  finish
// What is loaded goes to memory by a copy from LDS.
.macro copied_out from
  load_beside_store
  ds_store_b32 v1, v6 offset:256
  ds_store_b32 v1, v3 offset:512
  s_wait_dscnt 0x0
  v_add_nc_u32_e32 v9, \from, v1
  global_store_async_from_lds_b32 v1, v9, s[8:9]
  s_wait_asynccnt 0x0
  finish
.endm
kernel lds_copied_out, lds=768
  copied_out 0x100
kernel lds_not_copied_out, lds=768
  copied_out 0x200
// What a copy brings while the other wave reads is in LDS already.
kernel lds_copied_again, lds=256
  begin
  v_xor_b32_e32 v8, 0x80, v1
  global_load_async_to_lds_b32 v1, v1, s[10:11]
  s_wait_asynccnt 0x0
  s_barrier_signal -1
  s_barrier_wait -1
  global_load_async_to_lds_b32 v1, v1, s[10:11]
  ds_load_b32 v6, v8
  s_wait_dscnt 0x0
  s_wait_asynccnt 0x0
  put v6, 1
  finish

// Each wave stores a row and loads the other's behind a barrier.
.macro over_barrier wait:vararg
  begin
  v_xor_b32_e32 v8, 0x80, v1
  global_store_b32 v1, v0, s[8:9]
  \wait
  s_barrier_signal -1
  s_barrier_wait -1
  global_load_b32 v6, v8, s[8:9]
  s_wait_loadcnt 0x0
  put v6, 1
  finish
.endm
kernel memory_waited
  over_barrier s_wait_storecnt 0x0
kernel memory_no_wait
  over_barrier
// Both waves copy from LDS to the same bytes of memory: the same, or each wave its own. What they
// store to LDS last lies elsewhere.
.macro copied_to_one_place value
  begin
  v_mov_b32_e32 v3, 5
  v_mov_b32_e32 v4, 7
  v_and_b32_e32 v5, 0x7c, v1
  ds_store_b32 v1, \value
  ds_store_b32 v1, v4 offset:256
  s_wait_dscnt 0x0
  global_store_async_from_lds_b32 v5, v1, s[8:9]
  s_wait_asynccnt 0x0
  finish
.endm
kernel copied_out_alike, lds=512
  copied_to_one_place v3
kernel copied_out_apart, lds=512
  copied_to_one_place v0
