// Workgroups that count in row 15, and one that uses the counter plainly behind all of them, as the last of split-K does to
// reset it; each right program stands beside the same one with something missing.
.set kFree, 0xEEEEEEEE  // what the words of row 15 are at first
.set kOld, .amdgcn.gfx_generation_number < 12

// v6, v12: two words of row 15; v7 is 1, and one lane goes on. s20: the workgroup's id.
.macro counting
  begin
  v_mov_b32_e32 v6, 0xF00
  v_mov_b32_e32 v12, 0xF40
  v_mov_b32_e32 v7, 1
  v_mov_b32_e32 v9, kFree
  .if kOld
  s_mov_b32 s20, s2
  s_mov_b64 exec, 1
  .else
  s_mov_b32 s20, ttmp9
  s_mov_b32 exec_lo, 1
  .endif
.endm
.macro waits
  .if kOld
  s_waitcnt vmcnt(0)
  .else
  s_wait_loadcnt 0x0
  s_wait_storecnt 0x0
  .endif
.endm
.macro nothing
.endm
.macro releases
  .if kOld
  buffer_wbl2 sc1
  .else
  global_wb scope:SCOPE_DEV
  .endif
  waits
.endm
.macro acquires
  .if kOld
  buffer_inv sc1
  .else
  global_inv scope:SCOPE_DEV
  .endif
.endm
// Adds 1 to a word; v8: what it held.
.macro adds address
  .if kOld
  global_atomic_add v8, \address, v7, s[8:9] sc0
  .else
  global_atomic_add_u32 v8, \address, v7, s[8:9] th:TH_ATOMIC_RETURN scope:SCOPE_DEV
  .endif
.endm
.macro resets
  .if kOld
  global_store_dword v6, v9, s[8:9]
  .else
  global_store_b32 v6, v9, s[8:9]
  .endif
.endm
.macro reads
  .if kOld
  global_load_dword v10, v6, s[8:9]
  .else
  global_load_b32 v10, v6, s[8:9]
  .endif
.endm
// All but the last of two workgroups, by v8, end.
.macro last_of_two
  waits
  v_readfirstlane_b32 s21, v8
  s_cmp_eq_u32 s21, kFree+1
  s_cbranch_scc0 1f
.endm
.macro ends
  waits
1:
  finish
.endm

.macro counted acquire, use
  counting
  releases
  adds v6
  last_of_two
  \acquire
  \use
  ends
.endm
kernel counter_reset
  counted acquires, resets
kernel counter_read
  counted acquires, reads
kernel counter_not_invalidated
  counted nothing, reads

// The first workgroup counts; the second does, too, and does not wait to learn what the counter held.
kernel counter_not_waited_for
  counting
  adds v6
  s_cmp_eq_u32 s20, 0
  s_cbranch_scc1 1f
  resets
  ends

// Waits until a word is `value`, then resets v6's; the first workgroup went elsewhere.
.macro polls_and_resets address, value
2:
  .if kOld
  global_load_dword v8, \address, s[8:9] sc1
  .else
  global_load_b32 v8, \address, s[8:9] scope:SCOPE_DEV
  .endif
  waits
  v_readfirstlane_b32 s21, v8
  s_cmp_eq_u32 s21, \value
  s_cbranch_scc0 2b
  acquires
  resets
  ends
.endm

// The first workgroup raises a flag, the second polls it and lowers it.
kernel flag_reset
  counting
  s_cmp_eq_u32 s20, 0
  s_cbranch_scc0 2f
  releases
  .if kOld
  global_store_dword v6, v7, s[8:9] sc1
  .else
  global_store_b32 v6, v7, s[8:9] scope:SCOPE_DEV
  .endif
  s_branch 1f
  polls_and_resets v6, 1

// Two lanes add to a word each, and the other lane's tells: the first addition may still be on its way when it does.
kernel told_by_another_word
  counting
  s_cmp_eq_u32 s20, 0
  s_cbranch_scc0 2f
  .if kOld
  s_mov_b64 exec, 3
  .else
  s_mov_b32 exec_lo, 3
  .endif
  v_lshl_add_u32 v6, v0, 6, v6
  releases
  adds v6
  s_branch 1f
  polls_and_resets v12, kFree+1
