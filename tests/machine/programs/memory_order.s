// Workgroups that tell each other through memory what they have done; each right program stands beside the same one
// with something missing. Row 15 has the words that they tell it with: each 0xEEEEEEEE at first.
.set kFree, 0xEEEEEEEE

// v6: the address of a word of row 15.
.macro word n
  v_mov_b32_e32 v6, 0xF00+4*\n
.endm
.macro one_lane
  s_mov_b64 exec, 1
.endm
.macro all_lanes
  s_mov_b64 exec, -1
.endm
.macro nothing
.endm
.macro waits
  s_waitcnt vmcnt(0)
.endm
// What clang makes of fences at agent scope.
.macro releases
  buffer_wbl2 sc1
  s_waitcnt vmcnt(0)
.endm
.macro acquires
  s_waitcnt vmcnt(0)
  buffer_inv sc1
.endm

// The first workgroup stores row 0 and raises a flag; the second waits for the flag and copies the row.
.macro message release, acquire
  begin
  word 0
  s_cmp_eq_u32 s2, 0
  s_cbranch_scc0 1f
  global_store_dword v1, v0, s[8:9]
  \release
  one_lane
  v_mov_b32_e32 v7, 1
  global_store_dword v6, v7, s[8:9] sc1
  s_endpgm
1:
  global_load_dword v4, v6, s[8:9] sc1
  s_waitcnt vmcnt(0)
  v_readfirstlane_b32 s20, v4
  s_cmp_eq_u32 s20, 1
  s_cbranch_scc0 1b
  \acquire
  global_load_dword v5, v1, s[8:9]
  s_waitcnt vmcnt(0)
  put v5, 1
  finish
.endm
kernel message
  message releases, acquires
kernel flag_before_message
  message nothing, acquires
kernel flag_before_write_back
  message "buffer_wbl2 sc1", acquires
kernel message_not_written_back
  message waits, acquires
kernel message_not_invalidated
  message releases, nothing

// The same, but the flag is polled by scalar loads past the scalar cache, as stream-K's are.
.macro message_to_scalars release
  begin
  word 0
  s_cmp_eq_u32 s2, 0
  s_cbranch_scc0 1f
  global_store_dword v1, v0, s[8:9]
  \release
  one_lane
  v_mov_b32_e32 v7, 1
  global_store_dword v6, v7, s[8:9] sc1
  s_endpgm
1:
  s_load_dword s20, s[8:9], 0xF00 glc
  s_waitcnt lgkmcnt(0)
  s_cmp_eq_u32 s20, 1
  s_cbranch_scc0 1b
  acquires
  global_load_dword v5, v1, s[8:9]
  s_waitcnt vmcnt(0)
  put v5, 1
  finish
.endm
kernel message_to_scalars
  message_to_scalars releases
kernel flag_before_message_to_scalars
  message_to_scalars nothing

// The same, the row stored and loaded at device scope: no cache needs to be told.
kernel message_at_device_scope
  begin
  word 0
  s_cmp_eq_u32 s2, 0
  s_cbranch_scc0 1f
  global_store_dword v1, v0, s[8:9] sc1
  s_waitcnt vmcnt(0)
  one_lane
  v_mov_b32_e32 v7, 1
  global_atomic_swap v6, v7, s[8:9]
  finish
1:
  global_load_dword v4, v6, s[8:9] sc1
  s_waitcnt vmcnt(0)
  v_readfirstlane_b32 s20, v4
  s_cmp_eq_u32 s20, 1
  s_cbranch_scc0 1b
  global_load_dword v5, v1, s[8:9] sc1
  s_waitcnt vmcnt(0)
  put v5, 1
  finish

// The first tells the second, which tells the third: what the first stored it reads.
kernel message_passed_on
  begin
  v_mov_b32_e32 v7, 1
  s_cmp_eq_u32 s2, 0
  s_cbranch_scc0 1f
  global_store_dword v1, v0, s[8:9]
  releases
  s_branch 3f
1:
  s_sub_u32 s21, s2, 1
  s_lshl_b32 s21, s21, 2
  s_add_u32 s21, s21, 0xF00
  v_mov_b32_e32 v6, s21
2:
  global_load_dword v4, v6, s[8:9] sc1
  s_waitcnt vmcnt(0)
  v_readfirstlane_b32 s20, v4
  s_cmp_eq_u32 s20, 1
  s_cbranch_scc0 2b
  acquires
3:
  s_cmp_eq_u32 s2, 2
  s_cbranch_scc1 4f
  s_lshl_b32 s21, s2, 2
  s_add_u32 s21, s21, 0xF00
  v_mov_b32_e32 v6, s21
  one_lane
  global_store_dword v6, v7, s[8:9] sc1
  finish
4:
  global_load_dword v5, v1, s[8:9]
  s_waitcnt vmcnt(0)
  put v5, 1
  finish

// Each workgroup takes a tile from a counter and stores a row there. Tiles that are `bytes` apart.
.macro counted bytes
  begin
  word 1
  v_mov_b32_e32 v7, 1
  one_lane
  global_atomic_add v8, v6, v7, s[8:9] sc0
  s_waitcnt vmcnt(0)
  all_lanes
  v_readfirstlane_b32 s20, v8
  s_sub_u32 s20, s20, kFree
  s_mul_i32 s20, s20, \bytes
  v_add_u32_e32 v5, s20, v1
  global_store_dword v5, v0, s[8:9]
  finish
.endm
kernel tiles
  counted 256
kernel overlapping_tiles
  counted 128

// A workgroup takes tiles from the counter until none is left.
.macro until_none step
  begin
  word 1
  v_mov_b32_e32 v7, 1
1:
  one_lane
  global_atomic_add v10, v6, v7, s[8:9] sc0
  s_waitcnt vmcnt(0)
  v_readfirstlane_b32 s20, v10
  all_lanes
  s_sub_u32 s20, s20, kFree
  s_cmp_lt_u32 s20, 6
  s_cbranch_scc0 2f
  s_mul_i32 s21, s20, \step
  v_add_u32_e32 v5, s21, v1
  v_add_u32_e32 v3, s20, v0
  global_store_dword v5, v3, s[8:9]
  s_branch 1b
2:
  finish
.endm
kernel tiles_until_none
  until_none 256
kernel overlapping_tiles_until_none
  until_none 128

// Each workgroup adds 1 to row 0 under a lock.
.macro locked release, acquire
  begin
  word 2
  v_mov_b32_e32 v8, 1
  v_mov_b32_e32 v9, kFree
1:
  one_lane
  global_atomic_cmpswap v10, v6, v[8:9], s[8:9] sc0
  s_waitcnt vmcnt(0)
  v_readfirstlane_b32 s20, v10
  s_cmp_eq_u32 s20, kFree
  s_cbranch_scc0 1b
  \acquire
  all_lanes
  global_load_dword v3, v1, s[8:9]
  s_waitcnt vmcnt(0)
  v_add_u32_e32 v3, 1, v3
  global_store_dword v1, v3, s[8:9]
  \release
  one_lane
  global_atomic_swap v6, v9, s[8:9]
  s_endpgm
.endm
kernel locked
  locked releases, acquires
kernel given_back_early
  locked nothing, acquires

// Two waves a workgroup store a row each; behind a barrier one of them counts the workgroup, and whoever was last adds up
// all rows (split-K).
.macro last_adds before_barrier
  begin
  s_lshl_b32 s20, s2, 9
  v_add_u32_e32 v5, s20, v1
  global_store_dword v5, v0, s[8:9]
  \before_barrier
  s_barrier
  v_cmp_eq_u32_e32 vcc, 0, v0
  s_and_saveexec_b64 s[22:23], vcc
  s_cbranch_execz 1f
  word 3
  v_mov_b32_e32 v7, 1
  releases
  global_atomic_add v8, v6, v7, s[8:9] sc0
  acquires
  v_mov_b32_e32 v6, 0
  ds_write_b32 v6, v8
  s_waitcnt lgkmcnt(0)
1:
  s_mov_b64 exec, s[22:23]
  s_barrier
  v_mov_b32_e32 v6, 0
  ds_read_b32 v8, v6
  s_waitcnt lgkmcnt(0)
  v_readfirstlane_b32 s20, v8
  s_sub_u32 s20, s20, kFree
  s_cmp_eq_u32 s20, 1
  s_cbranch_scc0 2f
  global_load_dword v9, v1, s[8:9]
  global_load_dword v10, v1, s[8:9] offset:512
  s_waitcnt vmcnt(0)
  v_add_u32_e32 v9, v9, v10
  global_store_dword v1, v9, s[8:9] offset:2048
2:
  finish
.endm
kernel last_adds, lds=64
  last_adds waits
kernel last_adds_too_early, lds=64
  last_adds nothing

// All workgroups meet, by a count that returns nothing and is polled; each then reads the other's row.
.macro all_meet release
  begin
  word 4
  s_lshl_b32 s20, s2, 8
  v_add_u32_e32 v5, s20, v1
  global_store_dword v5, v0, s[8:9]
  \release
  one_lane
  v_mov_b32_e32 v7, 1
  global_atomic_add v6, v7, s[8:9]
1:
  global_load_dword v4, v6, s[8:9] sc1
  s_waitcnt vmcnt(0)
  v_readfirstlane_b32 s21, v4
  s_cmp_eq_u32 s21, kFree+2
  s_cbranch_scc0 1b
  all_lanes
  acquires
  v_xor_b32_e32 v5, 0x100, v5
  global_load_dword v9, v5, s[8:9]
  s_waitcnt vmcnt(0)
  global_store_dword v5, v9, s[8:9] offset:1024
  finish
.endm
kernel all_meet
  all_meet releases
kernel all_meet_too_early
  all_meet nothing

// The first of two waves stores a word for which the second waits, alone or with those beside it.
.macro word_for_a_wave store, words
  begin
  word 0
  v_mov_b32_e32 v8, 1
  v_mov_b32_e32 v9, 1
  v_mov_b32_e32 v10, 1
  v_mov_b32_e32 v11, 1
  v_readfirstlane_b32 s20, v0
  one_lane
  s_cmp_eq_u32 s20, 0
  s_cbranch_scc0 1f
  \store v6, \words, s[8:9]
  finish
1:
  global_load_dword v4, v6, s[8:9]
  s_waitcnt vmcnt(0)
  v_readfirstlane_b32 s20, v4
  s_cmp_eq_u32 s20, 1
  s_cbranch_scc0 1b
  finish
.endm
kernel word_for_a_wave
  word_for_a_wave global_store_dword, v8
kernel four_words_for_a_wave
  word_for_a_wave global_store_dwordx4, v[8:11]

// Workgroups take 24 tiles that overlap. The first wave of one that had all of them changes what the other loads from
// LDS and throws away.
kernel all_tiles_and_lds, lds=512
  begin
  word 1
  v_mov_b32_e32 v7, 1
  v_and_b32_e32 v2, 0xfc, v1
  v_readfirstlane_b32 s20, v0
  s_mov_b32 s22, 0
  s_cmp_eq_u32 s20, 0
  s_cbranch_scc0 3f
1:
  one_lane
  global_atomic_add v10, v6, v7, s[8:9] sc0
  s_waitcnt vmcnt(0)
  v_readfirstlane_b32 s20, v10
  all_lanes
  s_sub_u32 s20, s20, kFree
  s_cmp_lt_u32 s20, 24
  s_cbranch_scc0 2f
  s_add_u32 s22, s22, 1
  s_mul_i32 s21, s20, 128
  v_add_u32_e32 v5, s21, v1
  v_add_u32_e32 v3, s20, v0
  global_store_dword v5, v3, s[8:9]
  s_branch 1b
2:
  s_cmp_eq_u32 s22, 24
  s_cbranch_scc0 4f
  ds_write_b32 v2, v0
4:
  finish
3:
  ds_read_b32 v12, v2
  finish

// The second workgroup reads a row of what is at s[12:13] while the first stores to it.
.macro row_of low, high
  begin
  s_mov_b32 s12, \low
  s_mov_b32 s13, \high
  s_cmp_eq_u32 s2, 0
  s_cbranch_scc0 1f
  global_store_dword v1, v0, s[12:13]
  finish
1:
  global_load_dword v5, v1, s[12:13] sc0 sc1
  s_waitcnt vmcnt(0)
  put v5, 1
  finish
.endm
kernel row_of_host_calls
  row_of 0, 0x7c00
kernel row_of_output
  row_of s8, s9
