// Where the result of v_exp_f32, v4, gets to.

.macro computed
  begin
  get v2, 0
  s_waitcnt vmcnt(0)
  v_exp_f32_e32 v4, v2
.endm
kernel to_output
  computed
  v_add_f32_e32 v5, v4, v2
  put v5, 0
  finish
kernel to_nothing
  computed
  put v2, 0
  finish
kernel to_branch
  computed
  v_readfirstlane_b32 s20, v4
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 1f
  s_nop 0
1:
  finish
kernel to_lanes
  computed
  v_cmp_lt_f32_e32 vcc, 0, v4
  s_and_saveexec_b64 s[20:21], vcc
  put v2, 0
  finish
kernel to_address
  computed
  v_and_b32_e32 v5, 0xfc, v4
  global_load_dword v6, v5, s[10:11]
  finish
kernel through_lds, lds=256
  computed
  ds_write_b32 v1, v4
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v5, v1
  s_waitcnt lgkmcnt(0)
  put v5, 0
  finish
kernel overwritten
  computed
  v_mov_b32_e32 v4, v2
  put v4, 0
  finish
// Overwritten in some lanes, or in lanes that came to it by another way: the others keep it.
kernel overwritten_in_some_lanes
  computed
  s_and_saveexec_b64 s[20:21], s[12:13]
  v_mov_b32_e32 v4, v2
  s_or_b64 exec, exec, s[20:21]
  put v4, 0
  finish
kernel used_where_it_was_overwritten
  computed
  s_and_saveexec_b64 s[20:21], s[12:13]
  v_mov_b32_e32 v4, v2
  put v4, 0
  finish
kernel around_a_loop
  computed
  s_mov_b32 s20, 4
  v_mov_b32_e32 v5, v2
1:
  put v5, 0
  v_mov_b32_e32 v5, v4
  s_sub_u32 s20, s20, 1
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 1b
  finish
kernel on_an_arm
  computed
  v_mov_b32_e32 v5, v2
  s_cmp_lg_u32 s2, 0
  s_cbranch_scc1 1f
  v_mov_b32_e32 v5, v4
1:
  put v5, 0
  finish
kernel chosen_by_an_index
  computed
  s_set_gpr_idx_on s20, gpr_idx(SRC0)
  v_mov_b32_e32 v5, v2
  s_set_gpr_idx_off
  put v5, 0
  finish
