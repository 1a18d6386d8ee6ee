// A producer, a number of wait states, a consumer. Each body comes with as many as it needs and with one less; `one`
// is 1.0 in the arch's 8-bit format, four times.
.if .amdgcn.gfx_generation_minor == 4
  .set one, 0x40404040
.else
  .set one, 0x38383838
.endif
.macro gap states
.if \states > 0
  s_nop \states-1
.endif
.endm

.macro dpp states
  begin
  v_mov_b32_e32 v2, 7
  v_mov_b32_e32 v3, v0
  s_nop 7
  v_mov_b32_e32 v2, v3
  gap \states
  v_mov_b32_dpp v4, v2 quad_perm:[0,0,0,0] row_mask:0xf bank_mask:0xf
  put v4, 0
  finish
.endm
kernel dpp_short
  dpp 1
kernel dpp_enough
  dpp 2
kernel dpp_at_once
  dpp 0

// Only the first source of DPP crosses lanes: lane 5 adds lane 4 of v3 and its own v2.
kernel dpp_second_source
  begin
  v_mov_b32_e32 v2, 7
  v_mov_b32_e32 v3, v0
  s_nop 7
  v_mov_b32_e32 v2, v3
  v_add_u32_dpp v4, v3, v2 quad_perm:[0,0,0,0] row_mask:0xf bank_mask:0xf
  put v4, 0
  finish

// The store's base is row 0 before and row 1 after.
.macro store_base states
  begin
  s_add_u32 s20, s8, 256
  v_mov_b32_e32 v3, s20
  s_mov_b64 s[20:21], s[8:9]
  v_mov_b32_e32 v4, 5
  s_nop 7
  v_readfirstlane_b32 s20, v3
  gap \states
  global_store_dword v1, v4, s[20:21]
  finish
.endm
kernel store_base_short
  store_base 4
kernel store_base_enough
  store_base 5

.macro lane_select states
  begin
  s_mov_b32 s20, 3
  v_mov_b32_e32 v3, 9
  s_nop 7
  v_readfirstlane_b32 s20, v3
  gap \states
  v_readlane_b32 s21, v0, s20
  s_nop 7
  put_scalar s21, 0
  finish
.endm
kernel lane_select_short
  lane_select 3
kernel lane_select_enough
  lane_select 4

.macro trans states
  begin
  v_mov_b32_e32 v2, 1.0
  v_mov_b32_e32 v3, 4.0
  v_exp_f32_e32 v2, v3
  gap \states
  v_mov_b32_e32 v4, v2
  put v4, 0
  finish
.endm
kernel trans_short
  trans 0
kernel trans_enough
  trans 1

// VALU that takes an SGPR written by VALU.
.macro scalar_source states
  begin
  s_mov_b32 s20, 3
  v_mov_b32_e32 v3, 9
  s_nop 7
  v_readfirstlane_b32 s20, v3
  gap \states
  v_mov_b32_e32 v4, s20
  put v4, 0
  finish
.endm
kernel scalar_source_short
  scalar_source 1
kernel scalar_source_enough
  scalar_source 2

.macro matrix_start
  begin
  v_mov_b32_e32 v8, one
  v_mov_b32_e32 v9, one
  v_mov_b32_e32 v10, one
  v_mov_b32_e32 v11, one
.set i, 0
.rept 4
  v_mov_b32_e32 v[4+i], 0x1111
  v_mov_b32_e32 v[12+i], 1.0
  .set i, i+1
.endr
  s_nop 7
  v_mfma_f32_16x16x32_fp8_fp8 v[4:7], v[8:9], v[10:11], v[12:15]
.endm

// Four passes: the result is 32 * 1 * 1 + 1.
.macro matrix_read states
  matrix_start
  gap \states
  v_mov_b32_e32 v16, v7
  s_nop 15
  put v16, 0
  put v7, 1
  finish
.endm
kernel matrix_read_2
  matrix_read 2
kernel matrix_read_3
  matrix_read 3
kernel matrix_read_6
  matrix_read 6
kernel matrix_read_7
  matrix_read 7
kernel matrix_read_8
  matrix_read 8

// A barrier of two waves is one wait state, as every instruction between is.
.macro matrix_read_over_barrier states
  matrix_start
  gap \states
  s_barrier
  v_mov_b32_e32 v16, v7
  s_nop 15
  put v16, 0
  finish
.endm
kernel matrix_read_over_barrier_1
  matrix_read_over_barrier 1
kernel matrix_read_over_barrier_2
  matrix_read_over_barrier 2

// Another matrix instruction waits for four passes of the first, and a third for its own: eight wait states in two
// instructions. One alone is five.
.macro matrix_behind_matrix others
  matrix_start
.set i, 0
.rept \others
  v_mfma_f32_16x16x32_fp8_fp8 v[20+4*i:23+4*i], v[8:9], v[10:11], v[12:15]
  .set i, i+1
.endr
  v_mov_b32_e32 v16, v7
  s_nop 15
  put v16, 0
  put v7, 1
  finish
.endm
kernel matrix_behind_one
  matrix_behind_matrix 1
kernel matrix_behind_two
  matrix_behind_matrix 2

.macro matrix_store states
  matrix_start
  gap \states
  put v4, 0
  s_nop 15
  put v4, 1
  finish
.endm
kernel matrix_store_6
  matrix_store 6
kernel matrix_store_8
  matrix_store 8

.macro matrix_overwritten states
  matrix_start
  gap \states
  v_mov_b32_e32 v5, 5
  s_nop 15
  put v5, 0
  put v4, 1
  finish
.endm
kernel matrix_overwritten_2
  matrix_overwritten 2
kernel matrix_overwritten_3
  matrix_overwritten 3
kernel matrix_overwritten_6
  matrix_overwritten 6
kernel matrix_overwritten_8
  matrix_overwritten 8

// Packed f32 runs in the matrix pipe: it waits until the matrix instruction has left it.
kernel packed_reads
  matrix_start
  v_pk_mul_f32 v[16:17], v[6:7], v[12:13]
  put v17, 0
  finish
kernel packed_overwrites
  matrix_start
  v_pk_mov_b32 v[6:7], v[12:13], v[12:13]
  s_nop 15
  put v7, 0
  finish
// Packed halves do not.
kernel packed_halves_read
  matrix_start
  v_pk_mul_f16 v16, v7, v7
  put v16, 0
  finish
// One that has nothing to do with the result holds back who reads it behind: four wait states.
kernel packed_between
  matrix_start
  v_pk_mul_f32 v[16:17], v[12:13], v[12:13]
  v_mov_b32_e32 v18, v7
  put v18, 0
  finish

// C is read for as long as there are passes, but one.
.macro accumulator_overwritten states
  matrix_start
  gap \states
  v_mov_b32_e32 v13, 3.0
  s_nop 15
  put v4, 0
  put v5, 1
  put v13, 2
  finish
.endm
kernel accumulator_overwritten_short
  accumulator_overwritten 2
kernel accumulator_overwritten_enough
  accumulator_overwritten 3

// The same registers as C are forwarded; as A they are not.
kernel matrix_chain
  matrix_start
  v_mfma_f32_16x16x32_fp8_fp8 v[4:7], v[8:9], v[10:11], v[4:7]
  s_nop 15
  put v4, 0
  finish

kernel matrix_other_c
  matrix_start
  v_mfma_f32_16x16x32_fp8_fp8 v[16:19], v[8:9], v[10:11], v[6:9]
  s_nop 15
  put v16, 0
  finish

.macro wide_store states
  begin
  v_lshlrev_b32_e32 v2, 4, v0
.set i, 0
.rept 4
  v_mov_b32_e32 v[4+i], 1+i
  .set i, i+1
.endr
  global_store_dwordx4 v2, v[4:7], s[8:9]
  gap \states
  v_mov_b32_e32 v5, 9
  finish
.endm
kernel wide_store_short
  wide_store 1
kernel wide_store_enough
  wide_store 2

// The instruction behind the store overwrites its first dword, and its first two.
.macro wide_store_head instruction:vararg
  begin
  v_lshlrev_b32_e32 v2, 4, v0
  v_mov_b32_e32 v8, 9
  v_mov_b32_e32 v9, 9
.set i, 0
.rept 4
  v_mov_b32_e32 v[4+i], 1+i
  .set i, i+1
.endr
  global_store_dwordx4 v2, v[4:7], s[8:9]
  \instruction
  finish
.endm
kernel wide_store_first
  wide_store_head v_mov_b32_e32 v4, 9
kernel wide_store_first_two
  wide_store_head v_lshlrev_b64 v[4:5], 0, v[8:9]

.macro lds_base states
  begin
  v_mov_b32_e32 v2, 0
  ds_write_b32 v1, v2
  ds_write_b32 v1, v2 offset:256
  s_mov_b32 m0, 0
  s_waitcnt lgkmcnt(0)
  s_mov_b32 m0, 256
  gap \states
  global_load_lds_dword v1, s[10:11]
  s_waitcnt vmcnt(0)
  ds_read_b32 v3, v1
  ds_read_b32 v4, v1 offset:256
  s_waitcnt lgkmcnt(0)
  put v3, 0
  put v4, 1
  finish
.endm
kernel lds_base_short, lds=512
  lds_base 0
kernel lds_base_enough, lds=512
  lds_base 1

// Lanes below 8 only, once EXEC has arrived.
.macro exec_dpp states
  begin
  v_mov_b32_e32 v4, 0
  s_nop 7
  v_cmpx_gt_u32_e32 vcc, 8, v0
  gap \states
  v_mov_b32_dpp v4, v0 quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf
  s_mov_b64 exec, -1
  put v4, 0
  finish
.endm
kernel exec_dpp_short
  exec_dpp 4
kernel exec_dpp_enough
  exec_dpp 5

.macro mode_read states
  begin
  s_nop 7
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 3
  gap \states
  s_getreg_b32 s20, hwreg(HW_REG_MODE, 4, 2)
  put_scalar s20, 0
  finish
.endm
kernel mode_read_short
  mode_read 1
kernel mode_read_enough
  mode_read 2

// Too close only for a wave that does not take the branch: EXEC is never zero.
kernel path_not_taken
  matrix_start
  s_cbranch_execnz 1f
  put v4, 0
1:
  s_nop 15
  put v4, 1
  finish

// The consumer is at the loop's head, its producer at the end; a branch that is taken is worth four states.
.macro back_edge states
  begin
  v_mov_b32_e32 v8, one
  v_mov_b32_e32 v9, one
  v_mov_b32_e32 v10, one
  v_mov_b32_e32 v11, one
.set i, 0
.rept 4
  v_mov_b32_e32 v[4+i], 0x1111
  v_mov_b32_e32 v[12+i], 1.0
  .set i, i+1
.endr
  s_mov_b32 s20, 0
1:
  v_mov_b32_e32 v16, v4
  s_add_u32 s20, s20, 1
  s_nop 7
  v_mfma_f32_16x16x32_fp8_fp8 v[4:7], v[8:9], v[10:11], v[12:15]
  gap \states
  s_cmp_lt_u32 s20, 2
  s_cbranch_scc1 1b
  s_nop 15
  put v16, 0
  finish
.endm
kernel back_edge_short
  back_edge 1
kernel back_edge_enough
  back_edge 3
