// Pairs of programs for each kind of finding: `\wrong` is 1 in the one that must be found, 0 in its twin, which differs
// in what makes it right. The output is 4096 bytes at s[8:9], the input 1024 at s[10:11], the kernel's own LDS 256.

// An operand that is `a` where the program is wrong, else `b`.
.macro either name, wrong, a, b
  .if \wrong
    .set \name, \a
  .else
    .set \name, \b
  .endif
.endm

// ---- bounds: global

.macro global_past wrong
  begin
  either o, \wrong, 772, 768
  global_load_dword v2, v1, s[10:11] offset:o
  finish
.endm
kernel global_past_wrong
  global_past 1
kernel global_past_right
  global_past 0

.macro global_before wrong
  begin
  either o, \wrong, -4, 0
  global_store_dword v1, v0, s[8:9] offset:o
  finish
.endm
kernel global_before_wrong
  global_before 1
kernel global_before_right
  global_before 0

// 16 bytes a lane of which the last lane's last dword lies past the end.
.macro global_wide wrong
  begin
  either o, \wrong, 4, 0
  v_lshlrev_b32_e32 v2, 4, v0
  global_load_dwordx4 v[4:7], v2, s[10:11] offset:o
  finish
.endm
kernel global_wide_wrong
  global_wide 1
kernel global_wide_right
  global_wide 0

.macro global_read_only wrong
  begin
  .if \wrong
  global_store_dword v1, v0, s[10:11]
  .else
  global_store_dword v1, v0, s[8:9]
  .endif
  finish
.endm
kernel global_read_only_wrong
  global_read_only 1
kernel global_read_only_right
  global_read_only 0

// ---- bounds: buffers

// The descriptor promises more than the allocation has.
.macro buffer_promise wrong
  begin
  either n, \wrong, 2048, 1024
  s_movk_i32 s12, n
  s_mov_b32 s14, s12
  s_mov_b32 s12, s10
  s_mov_b32 s13, s11
  s_mov_b32 s15, 0x20000
  buffer_load_dword v2, v1, s[12:15], 0 offen offset:772
  finish
.endm
kernel buffer_promise_wrong
  buffer_promise 1
kernel buffer_promise_right
  buffer_promise 0

.macro buffer_write wrong
  begin
  s_mov_b32 s12, s8
  s_mov_b32 s13, s9
  .if \wrong
  s_mov_b32 s12, s10
  s_mov_b32 s13, s11
  .endif
  s_movk_i32 s14, 0x400
  s_mov_b32 s15, 0x20000
  buffer_store_dword v0, v1, s[12:15], 0 offen
  finish
.endm
kernel buffer_write_wrong
  buffer_write 1
kernel buffer_write_right
  buffer_write 0

// A scalar offset that leads out of the allocation, below num_records.
.macro buffer_scalar_offset wrong
  begin
  either o, \wrong, 0x304, 0x300
  s_mov_b32 s12, s10
  s_mov_b32 s13, s11
  s_brev_b32 s14, 1
  s_mov_b32 s15, 0x20000
  s_movk_i32 s16, o
  buffer_load_dword v2, v1, s[12:15], s16 offen
  finish
.endm
kernel buffer_scalar_offset_wrong
  buffer_scalar_offset 1
kernel buffer_scalar_offset_right
  buffer_scalar_offset 0

// ---- bounds: flat. v[4:5] = base + 4 * thread

.macro flat_at low, high
  begin
  v_mov_b32_e32 v5, \high
  v_add_co_u32_e32 v4, vcc, \low, v1
  v_addc_co_u32_e32 v5, vcc, 0, v5, vcc
.endm
.macro flat_aperture base
  begin
  s_mov_b64 s[12:13], \base
  v_mov_b32_e32 v5, s13
.endm

.macro flat_past wrong
  flat_at s10, s11
  either o, \wrong, 772, 768
  flat_load_dword v6, v[4:5] offset:o
  finish
.endm
kernel flat_past_wrong
  flat_past 1
kernel flat_past_right
  flat_past 0

.macro flat_scratch_past wrong
  flat_aperture src_private_base
  either o, \wrong, 13, 12
  v_mov_b32_e32 v4, o
  flat_store_dword v[4:5], v0
  finish
.endm
kernel flat_scratch_past_wrong, private=16
  flat_scratch_past 1
kernel flat_scratch_past_right, private=16
  flat_scratch_past 0

// The aperture's high dword, off by one.
.macro flat_nowhere wrong
  flat_aperture src_shared_base
  v_mov_b32_e32 v4, 0
  .if \wrong
  v_add_u32_e32 v5, 2, v5
  .endif
  flat_store_dword v[4:5], v1
  finish
.endm
kernel flat_nowhere_wrong, lds=256
  flat_nowhere 1
kernel flat_nowhere_right, lds=256
  flat_nowhere 0

// ---- bounds: scratch

.macro scratch_access wrong, line, a, b
  begin
  either o, \wrong, \a, \b
  v_mov_b32_e32 v3, 0
  \line
  finish
.endm
kernel scratch_load_wrong, private=16
  scratch_access 1, "scratch_load_dword v4, v3, off offset:o", 13, 12
kernel scratch_load_right, private=16
  scratch_access 0, "scratch_load_dword v4, v3, off offset:o", 13, 12
kernel scratch_store_wrong, private=16
  scratch_access 1, "scratch_store_dwordx2 v3, v[0:1], off offset:o", 12, 8
kernel scratch_store_right, private=16
  scratch_access 0, "scratch_store_dwordx2 v3, v[0:1], off offset:o", 12, 8
kernel scratch_before_wrong, private=16
  scratch_access 1, "scratch_store_dword off, v0, off offset:o", -4, 0
kernel scratch_before_right, private=16
  scratch_access 0, "scratch_store_dword off, v0, off offset:o", -4, 0

// ---- bounds: scalar

.macro scalar_access wrong, line, a, b
  begin
  s_mov_b32 s12, s10
  s_mov_b32 s13, s11
  s_brev_b32 s14, 1
  s_mov_b32 s15, 0x20000
  either o, \wrong, \a, \b
  \line
  s_waitcnt lgkmcnt(0)
  finish
.endm
kernel scalar_load_wrong
  scalar_access 1, "s_load_dwordx4 s[20:23], s[10:11], o", 0x3f4, 0x3f0
kernel scalar_load_right
  scalar_access 0, "s_load_dwordx4 s[20:23], s[10:11], o", 0x3f4, 0x3f0
kernel scalar_store_wrong
  scalar_access 1, "s_store_dword s20, s[8:9], o", 0x1000, 0xffc
kernel scalar_store_right
  scalar_access 0, "s_store_dword s20, s[8:9], o", 0x1000, 0xffc
kernel scalar_buffer_wrong
  scalar_access 1, "s_buffer_load_dword s20, s[12:15], o", 0x400, 0x3fc
kernel scalar_buffer_right
  scalar_access 0, "s_buffer_load_dword s20, s[12:15], o", 0x400, 0x3fc

// ---- lds-bounds

.macro lds_access wrong, line, a, b
  begin
  either o, \wrong, \a, \b
  v_mov_b32_e32 v3, v0
  s_mov_b32 m0, o
  s_nop 0
  \line
  finish
.endm
kernel lds_read_wrong, lds=256
  lds_access 1, "ds_read_b32 v4, v1 offset:o", 4, 0
kernel lds_read_right, lds=256
  lds_access 0, "ds_read_b32 v4, v1 offset:o", 4, 0
kernel lds_pair_wrong, lds=512
  lds_access 1, "ds_write2_b32 v1, v0, v3 offset1:o", 65, 64
kernel lds_pair_right, lds=512
  lds_access 0, "ds_write2_b32 v1, v0, v3 offset1:o", 65, 64
kernel lds_copy_wrong, lds=512
  lds_access 1, "global_load_lds_dword v1, s[10:11]", 260, 256
kernel lds_copy_right, lds=512
  lds_access 0, "global_load_lds_dword v1, s[10:11]", 260, 256
kernel lds_atomic_wrong, lds=256
  lds_access 1, "ds_add_u32 v1, v0 offset:o", 4, 0
kernel lds_atomic_right, lds=256
  lds_access 0, "ds_add_u32 v1, v0 offset:o", 4, 0

.macro lds_flat wrong
  flat_aperture src_shared_base
  either o, \wrong, 4, 0
  v_add_u32_e32 v4, o, v1
  flat_store_dword v[4:5], v0
  finish
.endm
kernel lds_flat_wrong, lds=256
  lds_flat 1
kernel lds_flat_right, lds=256
  lds_flat 0

// ---- register-bounds: 24 VGPRs, then 8 AGPRs

.macro one_line line
  begin
  \line
  finish
.endm
kernel vector_beyond_wrong, vgprs=32, accum=24
  one_line "v_mov_b32_e32 v32, 0"
kernel vector_beyond_right, vgprs=32, accum=24
  one_line "v_mov_b32_e32 v31, 0"
kernel accumulator_beyond_wrong, vgprs=32, accum=24
  one_line "v_accvgpr_write_b32 a8, 1"
kernel accumulator_beyond_right, vgprs=32, accum=24
  one_line "v_accvgpr_write_b32 a7, 1"
kernel load_beyond_wrong, vgprs=32, accum=24
  one_line "global_load_dwordx4 v[30:33], v1, s[8:9]"
kernel load_beyond_right, vgprs=32, accum=24
  one_line "global_load_dwordx4 v[28:31], v1, s[8:9]"

// ---- misaligned

.macro misaligned_atomic wrong, line
  begin
  either o, \wrong, 2, 4
  v_mov_b32_e32 v2, 0
  \line
  finish
.endm
kernel global_atomic_wrong
  misaligned_atomic 1, "global_atomic_add v1, v0, s[8:9] offset:o"
kernel global_atomic_right
  misaligned_atomic 0, "global_atomic_add v1, v0, s[8:9] offset:o"
kernel lds_atomic_odd_wrong, lds=512
  misaligned_atomic 1, "ds_add_u32 v1, v0 offset:o"
kernel lds_atomic_odd_right, lds=512
  misaligned_atomic 0, "ds_add_u32 v1, v0 offset:o"
kernel scalar_odd_wrong
  scalar_access 1, "s_load_dword s20, s[10:11], o", 6, 8
kernel scalar_odd_right
  scalar_access 0, "s_load_dword s20, s[10:11], o", 6, 8

// ---- undefined values. s50 is nobody's, s51 and v20 and v21 neither; right programs give them a value first.

.macro undefined_use wrong, line, second=""
  begin
  .if \wrong == 0
  s_mov_b64 s[50:51], 0
  v_mov_b32_e32 v20, 0
  s_nop 0
  .endif
  \line
  \second
  finish
.endm
kernel undefined_vector_address_wrong
  undefined_use 1, "v_and_b32_e32 v20, 0xfc, v20", "global_load_dword v2, v20, s[10:11]"
kernel undefined_vector_address_right
  undefined_use 0, "v_and_b32_e32 v20, 0xfc, v20", "global_load_dword v2, v20, s[10:11]"
kernel undefined_lds_address_wrong, lds=256
  undefined_use 1, "v_and_b32_e32 v20, 0xfc, v20", "ds_write_b32 v20, v0"
kernel undefined_lds_address_right, lds=256
  undefined_use 0, "v_and_b32_e32 v20, 0xfc, v20", "ds_write_b32 v20, v0"
kernel undefined_scalar_address_wrong
  undefined_use 1, "s_and_b32 s20, s50, 0xfc", "s_load_dword s21, s[10:11], s20"
kernel undefined_scalar_address_right
  undefined_use 0, "s_and_b32 s20, s50, 0xfc", "s_load_dword s21, s[10:11], s20"

// To the next line, whatever the condition.
.macro undefined_jump wrong, line, branch
  undefined_use \wrong, "\line", "\branch 0"
.endm
kernel undefined_scc_wrong
  undefined_jump 1, "s_cmp_eq_u32 s50, 0", s_cbranch_scc1
kernel undefined_scc_right
  undefined_jump 0, "s_cmp_eq_u32 s50, 0", s_cbranch_scc1
kernel undefined_vcc_wrong
  undefined_jump 1, "v_cmp_eq_u32_e32 vcc, v20, v1", s_cbranch_vccz
kernel undefined_vcc_right
  undefined_jump 0, "v_cmp_eq_u32_e32 vcc, v20, v1", s_cbranch_vccz
kernel undefined_vccnz_wrong
  undefined_jump 1, "v_cmp_lt_f32_e64 vcc, v1, v20", s_cbranch_vccnz
kernel undefined_vccnz_right
  undefined_jump 0, "v_cmp_lt_f32_e64 vcc, v1, v20", s_cbranch_vccnz
kernel undefined_skip_wrong
  undefined_use 1, "s_setvskip s50, 0", "s_setvskip 0, 0"
kernel undefined_skip_right
  undefined_use 0, "s_setvskip s50, 0", "s_setvskip 0, 0"

kernel undefined_exec_move_wrong
  undefined_use 1, "s_mov_b64 exec, s[50:51]"
kernel undefined_exec_move_right
  undefined_use 0, "s_mov_b64 exec, s[50:51]"
kernel undefined_exec_saved_wrong
  undefined_use 1, "s_or_saveexec_b64 s[20:21], s[50:51]"
kernel undefined_exec_saved_right
  undefined_use 0, "s_or_saveexec_b64 s[20:21], s[50:51]"
kernel undefined_exec_compare_wrong
  undefined_use 1, "v_cmpx_ne_u32_e32 vcc, v20, v1"
kernel undefined_exec_compare_right
  undefined_use 0, "v_cmpx_ne_u32_e32 vcc, v20, v1"

// MODE: a field of one bit, of several; of a value whose other bits alone are undefined; through a lane.
kernel undefined_mode_wrong
  undefined_use 1, "s_setreg_b32 hwreg(HW_REG_MODE, 8, 1), s50"
kernel undefined_mode_right
  undefined_use 0, "s_setreg_b32 hwreg(HW_REG_MODE, 8, 1), s50"
kernel undefined_mode_field_wrong
  undefined_use 1, "s_or_b32 s52, s50, 0xf", "s_setreg_b32 hwreg(HW_REG_MODE, 4, 5), s52"
kernel undefined_mode_field_right
  undefined_use 1, "s_or_b32 s52, s50, 0xf", "s_setreg_b32 hwreg(HW_REG_MODE, 4, 4), s52"
kernel undefined_mode_lane_wrong
  undefined_use 1, "v_readfirstlane_b32 s52, v20", "s_setreg_b32 hwreg(HW_REG_MODE, 23, 1), s52"
kernel undefined_mode_lane_right
  undefined_use 0, "v_readfirstlane_b32 s52, v20", "s_setreg_b32 hwreg(HW_REG_MODE, 23, 1), s52"

// ---- divergent-barrier: two waves. s20 is the first thread, 0 or 64

.macro which
  begin
  v_readfirstlane_b32 s20, v0
  s_nop 1
  s_cmp_eq_u32 s20, 0
.endm

// Ping-pong: the second wave meets barriers before the loop, so that the two take turns, and the first one behind it.
.macro barrier_out_of_step before, behind
  which
  s_cbranch_scc1 1f
  .rept \before
  s_barrier
  .endr
1:
  s_movk_i32 s21, 3
2:
  s_barrier
  s_sub_u32 s21, s21, 1
  s_cmp_lg_u32 s21, 0
  s_cbranch_scc1 2b
  s_cmp_eq_u32 s20, 0
  s_cbranch_scc0 3f
  .rept \behind
  s_barrier
  .endr
3:
  finish
.endm
kernel barrier_out_of_step_wrong
  barrier_out_of_step 2, 0
kernel barrier_out_of_step_right
  barrier_out_of_step 1, 1
kernel barrier_taking_turns
  barrier_out_of_step 1, 0

// The first wave goes through the loop twice more than the other, which meets it at the barrier behind the loop.
.macro barrier_in_loop wrong
  which
  s_movk_i32 s21, 3
  .if \wrong
  s_cselect_b32 s21, 5, 3
  .endif
1:
  s_barrier
  s_sub_u32 s21, s21, 1
  s_cmp_lg_u32 s21, 0
  s_cbranch_scc1 1b
  s_barrier
  finish
.endm
kernel barrier_in_loop_wrong
  barrier_in_loop 1
kernel barrier_in_loop_right
  barrier_in_loop 0

// One wave leaves out the first two of three barriers.
.macro barrier_left_out wrong
  which
  .if \wrong
  s_cbranch_scc1 1f
  .endif
  s_barrier
  s_barrier
1:
  s_nop 0
  s_barrier
  finish
.endm
kernel barrier_left_out_wrong
  barrier_left_out 1
kernel barrier_left_out_right
  barrier_left_out 0

// ---- illegal-instruction

.macro jump wrong, line
  begin
  s_getpc_b64 s[20:21]
1:
  either by, \wrong, 18, 12
  s_add_u32 s20, s20, by
  s_addc_u32 s21, s21, 0
  \line s[20:21]
  s_endpgm
.endm
kernel jump_odd_wrong
  jump 1, s_setpc_b64
kernel jump_odd_right
  jump 0, "s_setpc_b64"

.macro into_literal wrong
  begin
  either by, \wrong, 1, 2
  s_branch by
  s_mov_b32 s20, 0x12345678
  s_endpgm
.endm
kernel into_literal_wrong
  into_literal 1
kernel into_literal_right
  into_literal 0

.macro far wrong
  begin
  either by, \wrong, 0x7000, 0
  s_branch by
  s_endpgm
.endm
kernel far_wrong
  far 1
kernel far_right
  far 0

// ---- step-limit: two waves

.macro endless wrong
  begin
1:
  s_nop 0
  .if \wrong
  s_branch 1b
  .endif
  finish
.endm
kernel endless_wrong
  endless 1
kernel endless_right
  endless 0

.macro endless_sleep wrong
  begin
1:
  s_sleep 2
  s_mov_b32 s20, 7
  s_cmp_eq_u32 s20, 8 - \wrong
  s_cbranch_scc1 1b
  finish
.endm
kernel endless_sleep_wrong
  endless_sleep 1
kernel endless_sleep_right
  endless_sleep 0

// s20 goes round among four values.
.macro endless_turns wrong
  begin
  s_mov_b32 s20, 0
1:
  s_add_u32 s20, s20, 1
  s_and_b32 s20, s20, 3
  s_cmp_eq_u32 s20, 3 + \wrong
  s_cbranch_scc0 1b
  finish
.endm
kernel endless_turns_wrong
  endless_turns 1
kernel endless_turns_right
  endless_turns 0

// Loops that end, but later than any kernel of this size should.
.macro counts wrong
  begin
  s_mov_b32 s20, 1000 + \wrong * 1000000
1:
  s_sub_u32 s20, s20, 1
  s_cmp_eq_u32 s20, 0
  s_cbranch_scc0 1b
  finish
.endm
kernel counts_wrong
  counts 1
kernel counts_right
  counts 0

.macro counts_in_vector wrong
  begin
  v_mov_b32_e32 v2, 1000 + \wrong * 1000000
1:
  v_subrev_u32_e32 v2, 1, v2
  v_cmp_eq_u32_e32 vcc, 0, v2
  s_cbranch_vccz 1b
  finish
.endm
kernel counts_in_vector_wrong
  counts_in_vector 1
kernel counts_in_vector_right
  counts_in_vector 0

.macro counts_in_memory wrong
  begin
  v_mov_b32_e32 v2, 1
  v_mov_b32_e32 v3, 0
  v_mov_b32_e32 v6, 0
  s_mov_b64 exec, 1
  global_store_dword v3, v6, s[8:9]
  s_waitcnt vmcnt(0)
1:
  global_atomic_add v4, v3, v2, s[8:9] sc0
  s_waitcnt vmcnt(0)
  v_readfirstlane_b32 s20, v4
  s_cmp_lt_u32 s20, 100 + \wrong * 1000000
  s_cbranch_scc1 1b
  finish
.endm
kernel counts_in_memory_wrong
  counts_in_memory 1
kernel counts_in_memory_right
  counts_in_memory 0

// The first workgroup waits for the second one, which sets the flag only if it is right.
.macro waits_for_group wrong
  begin
  v_mov_b32_e32 v2, 1
  v_mov_b32_e32 v3, 0
  s_mov_b64 exec, 1
  s_cmp_eq_u32 s2, 0
  s_cbranch_scc0 2f
1:
  global_atomic_or v4, v3, v3, s[8:9] sc0
  s_waitcnt vmcnt(0)
  v_readfirstlane_b32 s20, v4
  s_bitcmp1_b32 s20, 0
  s_cbranch_scc0 1b
  finish
2:
  .if \wrong == 0
  global_atomic_or v3, v2, s[8:9]
  .endif
  finish
.endm
kernel waits_for_group_wrong
  waits_for_group 1
kernel waits_for_group_right
  waits_for_group 0

// The first wave waits for a flag in LDS that the other sets behind one more barrier, at which it waits for the first.
.macro waits_for_flag wrong
  which
  s_cselect_b32 s22, 1, 0
  v_mov_b32_e32 v2, 0
  v_mov_b32_e32 v3, 1
  v_mov_b32_e32 v6, 0
  s_cbranch_scc0 2f
  ds_write_b32 v2, v6
  s_waitcnt lgkmcnt(0)
2:
  s_barrier
  s_cmp_eq_u32 s22, 0
  s_cbranch_scc1 4f
1:
  ds_or_rtn_b32 v4, v2, v6
  s_waitcnt lgkmcnt(0)
  v_readfirstlane_b32 s21, v4
  s_cmp_eq_u32 s21, 0
  s_cbranch_scc1 1b
  s_branch 3f
4:
  .if \wrong
  s_barrier
  .endif
  ds_or_b32 v2, v3
3:
  finish
.endm
kernel waits_for_flag_wrong, lds=4
  waits_for_flag 1
kernel waits_for_flag_right, lds=4
  waits_for_flag 0

// Each wave waits for the other's flag before it sets its own.
.macro each_waits wrong
  which
  v_mov_b32_e32 v2, s20
  v_lshrrev_b32_e32 v2, 4, v2
  v_xor_b32_e32 v5, 4, v2
  v_mov_b32_e32 v3, 1
  v_mov_b32_e32 v6, 0
  ds_write_b32 v2, v6
  s_waitcnt lgkmcnt(0)
  s_barrier
  .if \wrong == 0
  ds_or_b32 v2, v3
  .endif
1:
  ds_or_rtn_b32 v4, v5, v6
  s_waitcnt lgkmcnt(0)
  v_readfirstlane_b32 s21, v4
  s_cmp_eq_u32 s21, 0
  s_cbranch_scc1 1b
  ds_or_b32 v2, v3
  finish
.endm
kernel each_waits_wrong, lds=8
  each_waits 1
kernel each_waits_right, lds=8
  each_waits 0

// ---- trap: an assertion of the kernel's own

.macro asserts wrong, line
  begin
  either x, \wrong, 1, 0
  s_cmp_lg_u32 x, 0
  s_cbranch_scc0 1f
  \line
1:
  finish
.endm
kernel trap_handled_wrong
  asserts 1, "s_trap 2"
kernel trap_handled_right
  asserts 0, "s_trap 2"
kernel trap_debug_wrong
  asserts 1, "s_trap 3"
kernel trap_debug_right
  asserts 0, "s_trap 3"
kernel trap_other_wrong
  asserts 1, "s_trap 1"
kernel trap_other_right
  asserts 0, "s_trap 1"
