// Stores that miss a dword of the output in different ways: the thread's dword is at 4 * thread of it.

// s[12:15]: a buffer of the output's first bytes.
.macro buffer_of bytes
  s_mov_b64 s[12:13], s[8:9]
  s_mov_b32 s14, \bytes
  s_mov_b32 s15, 0x20000
.endm
.macro only_first_ten
  s_mov_b64 exec, 0x3ff
.endm

kernel all_stored
  begin
  put v0, 0
  finish
// Loads that are off or dropped are nobody's stores.
kernel lane_off
  begin
  only_first_ten
  global_load_dword v5, v1, s[8:9]
  put v0, 0
  s_mov_b64 exec, -1
  finish
kernel past_records
  begin
  buffer_of 40
  buffer_load_dword v5, v1, s[12:15], 0 offen
  buffer_store_dword v0, v1, s[12:15], 0 offen
  finish
// Its own offset is nowhere: no operation has the address of what is missing.
kernel nowhere
  begin
  buffer_of 0x1000
  v_cmp_gt_u32_e32 vcc, 10, v0
  v_mov_b32_e32 v2, -1
  v_cndmask_b32_e32 v2, v2, v1, vcc
  buffer_store_dword v0, v2, s[12:15], 0 offen
  finish
kernel all_nowhere
  begin
  buffer_of 0x1000
  v_mov_b32_e32 v2, -1
  buffer_store_dword v0, v2, s[12:15], 0 offen
  finish
// All waves but the first leave.
kernel second_wave_leaves
  begin
  v_readfirstlane_b32 s20, v0
  s_cmp_gt_u32 s20, 63
  s_cbranch_scc1 past
  put v0, 0
past:
  finish
// The second workgroup leaves.
kernel second_workgroup_leaves
  begin
  s_cmp_eq_u32 s2, 1
  s_cbranch_scc1 beyond
  put v0, 0
beyond:
  finish
kernel no_store, lds=256
  begin
  ds_write_b32 v1, v0
  finish
