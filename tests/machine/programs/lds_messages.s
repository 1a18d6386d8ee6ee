// Waves of a workgroup that tell each other something through LDS, and the same with something missing. v1 = 4 * thread,
// s20 the wave. A flag, a counter and another flag are at 0x300, 0 at first; rows of 64 dwords lie below.
.macro starts
  begin
  v_readfirstlane_b32 s20, v0
  s_lshr_b32 s20, s20, 6
  v_and_b32_e32 v2, 0xfc, v1
  v_mov_b32_e32 v10, 0x300
  v_mov_b32_e32 v11, 0
  v_mov_b32_e32 v12, 1
  v_mov_b32_e32 v13, 5
  ds_write_b64 v10, v[20:21]
  ds_write_b64 v10, v[20:21] offset:8
  s_waitcnt lgkmcnt(0)
  s_barrier
.endm
.macro clear
  v_mov_b32_e32 v20, 0
  v_mov_b32_e32 v21, 0
.endm
.macro to_wave n, label
  s_cmp_eq_u32 s20, \n
  s_cbranch_scc1 \label
.endm
.macro spin offset=0
7:
  ds_read_b32 v4, v10 offset:\offset
  s_waitcnt lgkmcnt(0)
  v_cmp_eq_u32_e32 vcc, 0, v4
  s_cbranch_vccnz 7b
.endm
.macro ends
  s_waitcnt vmcnt(0) lgkmcnt(0)
  s_endpgm
.endm

// ---- what a wave waits by: each kernel has one load or atomic of interest, of LDS, by which it waits or does not

kernel waits_in_loop, lds=1024
  clear
  starts
  spin
  ends

// The first look is ahead of the loop.
kernel waits_asleep, lds=1024
  clear
  starts
  ds_read_b32 v4, v10
  s_waitcnt lgkmcnt(0)
  v_cmp_ne_u32_e32 vcc, 0, v4
  s_cbranch_vccnz 8f
6:
  s_sleep 1
  ds_read_b32 v4, v10
  s_waitcnt lgkmcnt(0)
  v_readfirstlane_b32 s21, v4
  s_cmp_eq_u32 s21, 0
  s_cbranch_scc1 6b
8:
  ends

// Where it looks is made anew in each turn, and is the same.
kernel waits_at_constant, lds=1024
  clear
  starts
6:
  v_mov_b32_e32 v10, 0x300
  v_mov_b32_e32 v12, 0
  ds_or_rtn_b32 v4, v10, v12
  s_waitcnt lgkmcnt(0)
  v_cmp_eq_u32_e32 vcc, 0, v4
  s_cbranch_vccnz 6b
  ends

// Another place in each turn: a search.
kernel walks, lds=1024
  clear
  starts
6:
  ds_read_b32 v4, v2
  v_add_u32_e32 v2, 4, v2
  s_waitcnt lgkmcnt(0)
  v_cmp_eq_u32_e32 vcc, 0, v4
  s_cbranch_vccnz 6b
  ends

// What is read decides nothing.
kernel counts, lds=1024
  clear
  starts
  s_mov_b32 s21, 4
6:
  ds_read_b32 v4, v2
  s_waitcnt lgkmcnt(0)
  v_add_u32_e32 v5, v5, v4
  s_sub_u32 s21, s21, 1
  s_cmp_lg_u32 s21, 0
  s_cbranch_scc1 6b
  ends

// A loop that stores, too, does more than wait.
kernel works, lds=1024
  clear
  starts
6:
  ds_read_b32 v4, v10
  s_waitcnt lgkmcnt(0)
  v_add_u32_e32 v5, v5, v4
  ds_write_b32 v2, v5
  v_cmp_eq_u32_e32 vcc, 0, v4
  s_cbranch_vccnz 6b
  ends

// An update that is tried until nobody came between.
.macro update
  ds_read_b32 v4, v10 offset:4
  s_waitcnt lgkmcnt(0)
6:
  v_mov_b32_e32 v5, v4
  v_add_u32_e32 v6, v5, v5
  v_add_u32_e32 v6, 1, v6
  ds_cmpst_rtn_b32 v4, v10, v5, v6 offset:4
  s_waitcnt lgkmcnt(0)
  v_cmp_ne_u32_e32 vcc, v4, v5
  s_cbranch_vccnz 6b
.endm
kernel updates, lds=1024
  clear
  starts
  s_mov_b64 exec, 1
  update
  ends

// ---- what orders waves

.macro handed_over release
  clear
  starts
  to_wave 1, 1f
  ds_write_b32 v2, v1
  \release
  ds_write_b32 v10, v12
  ends
1:
  spin
  ds_read_b32 v5, v2
  ends
.endm
kernel flag, lds=1024
  handed_over "s_waitcnt lgkmcnt(0)"
kernel flag_early, lds=1024
  handed_over "s_nop 0"

// The reader does not wait for the flag, which it looks at.
kernel flag_not_awaited, lds=1024
  clear
  starts
  to_wave 1, 1f
  ds_write_b32 v2, v1
  s_waitcnt lgkmcnt(0)
  ds_write_b32 v10, v12
  ends
1:
6:
  ds_read_b32 v4, v10
  ds_read_b32 v5, v2
  s_waitcnt lgkmcnt(0)
  v_cmp_eq_u32_e32 vcc, 0, v4
  s_cbranch_vccnz 6b
  ends

kernel not_initialised, lds=1024
  clear
  starts
  s_mov_b64 exec, 1
  to_wave 1, 1f
  ds_write_b32 v10, v13 offset:4
  ends
1:
  ds_add_rtn_u32 v4, v10, v12 offset:4
  ends

kernel updated_by_both, lds=1024
  clear
  starts
  s_mov_b64 exec, 1
  update
  ends

kernel updated_and_stored, lds=1024
  clear
  starts
  s_mov_b64 exec, 1
  to_wave 1, 1f
  update
  ends
1:
  ds_write_b32 v10, v13 offset:4
  ends

// Two waves add, and one of them tells the third.
.macro added_by_two first, third
  clear
  starts
  to_wave 2, 2f
  to_wave 1, 1f
  s_mov_b64 exec, 1
  ds_add_rtn_u32 v4, v10, v12 offset:4
  s_waitcnt lgkmcnt(0)
  \first
  ends
1:
  s_mov_b64 exec, 1
  ds_add_rtn_u32 v4, v10, v12 offset:4
  s_waitcnt lgkmcnt(0)
  ds_write_b32 v10, v12
  ends
2:
  spin
  \third
  ds_read_b32 v5, v10 offset:4
  ends
.endm
kernel both_tell, lds=1024
  added_by_two "ds_write_b32 v10, v12 offset:8", "spin 8"
kernel one_tells, lds=1024
  added_by_two "s_nop 0", "s_nop 0"

// One of them stores what is there already.
kernel stored_and_repeated, lds=1024
  clear
  starts
  s_mov_b64 exec, 1
  to_wave 1, 1f
  ds_write_b32 v10, v11 offset:4
  ends
1:
  ds_write_b32 v10, v13 offset:4
  ends

// Sixteen bytes at once, the flag among them.
kernel flag_stored_widely, lds=1024
  clear
  starts
  to_wave 1, 1f
  s_mov_b64 exec, 1
  v_mov_b32_e32 v22, 1
  v_mov_b32_e32 v23, 1
  ds_write_b128 v10, v[20:23]
  ends
1:
  spin 8
  ends
