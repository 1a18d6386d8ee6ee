kernel call
  begin
  s_movk_i32 s20, 1
  s_getpc_b64 s[22:23]
1:
  s_add_u32 s22, s22, 3f-1b
  s_addc_u32 s23, s23, 0
  s_swappc_b64 s[24:25], s[22:23]
  s_add_u32 s20, s20, 100
  s_branch 4f
  .fill 20, 4, 0xbf800000
3:
  s_mulk_i32 s20, 7
  s_setpc_b64 s[24:25]
4:
  put_scalar s20, 0
  finish

// The assembler keeps the literal though an inline constant would do: the line then says lit(0x1c).
kernel literal
  begin
  s_add_u32 s20, 3, 2f-1f
1:
  .fill 7, 4, 0xbf800000
2:
  put_scalar s20, 0
  finish

// Sums 1 to 10.
kernel loop
  begin
  s_mov_b32 s20, 0
  s_mov_b32 s21, 10
1:
  s_add_u32 s20, s20, s21
  s_sub_u32 s21, s21, 1
  s_cmp_gt_i32 s21, 0
  s_cbranch_scc1 1b
  put_scalar s20, 0
  finish

// Bit i of the result: condition i held.
kernel conditions
  begin
  s_mov_b32 s20, 0
  s_mov_b64 vcc, 0
  s_cbranch_vccnz 1f
  s_or_b32 s20, s20, 1
1:
  s_cbranch_vccz 1f
  s_or_b32 s20, s20, 0x100
1:
  s_mov_b32 vcc_hi, 4
  s_cbranch_vccz 1f
  s_or_b32 s20, s20, 2
1:
  s_cbranch_vccnz 1f
  s_or_b32 s20, s20, 0x200
1:
  s_cbranch_execz 1f
  s_or_b32 s20, s20, 4
1:
  s_mov_b64 s[22:23], exec
  s_mov_b64 exec, 0
  s_cbranch_execnz 1f
  s_or_b32 s20, s20, 8
1:
  s_cbranch_execz 1f
  s_or_b32 s20, s20, 0x400
1:
  s_mov_b64 exec, s[22:23]
  s_cmp_eq_u32 s20, s20
  s_cbranch_scc0 1f
  s_or_b32 s20, s20, 16
1:
  put_scalar s20, 0
  finish

// Vector work with EXEC 0 changes nothing, not even in memory.
kernel nobody
  begin
  v_mov_b32_e32 v2, 1
  s_mov_b64 exec, 0
  v_mov_b32_e32 v2, 2
  put v2, 0
  s_mov_b64 exec, -1
  put v2, 1
  finish

kernel endless
1:
  s_nop 0
  s_branch 1b

// Reads a dword of each page of what begins at kData.
kernel walks
  begin
  s_mov_b32 s20, 0
  s_mov_b32 s21, 3
1:
  s_load_dword s22, s[20:21], 0x0
  s_waitcnt lgkmcnt(0)
  s_add_u32 s20, s20, 0x4000
  s_addc_u32 s21, s21, 0
  s_branch 1b

kernel unknown
  begin
  s_sethalt 1
  finish

kernel trapping
  begin
  s_trap 2
  finish

// An instruction that is decoded and has no semantics.
kernel foreign, vgprs=64, accum=64
  begin
  v_trig_preop_f64 v[8:9], v[2:3], v4
  finish

kernel no_instruction
  begin
  .long 0xffffffff
  finish

kernel wild_jump
  s_mov_b64 s[20:21], 64
  s_setpc_b64 s[20:21]

// Into the literal of s_mov_b32.
kernel into_literal
  s_branch 1
  s_mov_b32 s20, 0x12345678
  s_endpgm

kernel vector_beyond
  v_mov_b32_e32 v32, 0
  s_endpgm

kernel vector_source_beyond
  v_mov_b32_e32 v0, v32
  s_endpgm

// v[accum] is a0, too, as far as the allocation goes.
kernel vector_into_accumulators, vgprs=64, accum=32
  begin
  v_mov_b32_e32 v33, v0
  v_accvgpr_read_b32 v2, a1
  v_accvgpr_write_b32 a31, v1
  put v2, 0
  put v63, 1
  finish
kernel vector_beyond_accumulators, vgprs=64, accum=32
  v_mov_b32_e32 v63, 0
  v_mov_b32_e32 v64, 0
  s_endpgm

kernel accumulator_beyond, vgprs=64, accum=32
  v_accvgpr_write_b32 a31, 1
  v_accvgpr_write_b32 a32, 1
  s_endpgm

kernel load_beyond
  begin
  get v2, 0
  global_load_dwordx4 v[30:33], v1, s[10:11]
  finish

// Half of the waves go to another barrier.
kernel two_barriers
  begin
  v_readfirstlane_b32 s20, v0
  s_cmp_eq_u32 s20, 0
  s_cbranch_scc1 1f
  s_barrier
  s_endpgm
1:
  s_barrier
  s_endpgm

// One wave ends before the barrier: the others pass.
kernel one_leaves
  begin
  v_readfirstlane_b32 s20, v0
  s_cmp_eq_u32 s20, 0
  s_cbranch_scc1 1f
  s_barrier
1:
  put v0, 0
  finish

// Registers relative to M0: v20 to v27 hold 100 to 107; each slot names what it reads or writes.
kernel relative_registers
  begin
.set i, 0
.rept 8
  v_mov_b32_e32 v[20+i], 100+i
  .set i, i+1
.endr
  v_mov_b32_e32 v29, 0
  s_mov_b32 m0, 0xabcd0f00
  s_mov_b32 s20, 0x13
  s_set_gpr_idx_on s20, gpr_idx(SRC0)
  s_nop 0
  s_mov_b32 s21, m0
  s_set_gpr_idx_off
  s_mov_b32 s22, m0
  s_mov_b32 s20, 3
  s_set_gpr_idx_on s20, gpr_idx(SRC0)
  v_mov_b32_e32 v2, v20
  v_add_u32_e32 v3, v21, v20
  v_sub_u32_e32 v4, 1000, v20
  s_set_gpr_idx_mode gpr_idx(SRC1)
  v_add_u32_e32 v5, v20, v21
  s_set_gpr_idx_mode gpr_idx(SRC2)
  v_add3_u32 v6, v20, v20, v21
  s_set_gpr_idx_mode gpr_idx(DST)
  v_mov_b32_e32 v5, v27
  s_set_gpr_idx_idx 5
  s_set_gpr_idx_mode gpr_idx(SRC0,DST)
  v_mov_b32_e32 v4, v20
  v_cmp_eq_u32_e32 vcc, v20, v29
  s_set_gpr_idx_off
  v_mov_b32_e32 v10, v20
  put v2, 0
  put v3, 1
  put v4, 2
  put v5, 3
  put v6, 4
  put v8, 5
  put v9, 6
  put v10, 7
  put_scalar s21, 8
  put_scalar s22, 9
  put_scalar vcc_lo, 10
  finish

// v_writelane with its destination relative to M0: lane 5 of v12, not of v10; the source and the lane are scalar.
kernel relative_writelane
  begin
  v_mov_b32_e32 v10, 1
  v_mov_b32_e32 v12, 2
  s_mov_b32 s20, 2
  s_mov_b32 s24, 77
  s_set_gpr_idx_on s20, gpr_idx(DST)
  v_writelane_b32 v10, s24, 5
  s_set_gpr_idx_mode gpr_idx(SRC0)
  v_writelane_b32 v10, s24, 6
  s_set_gpr_idx_off
  v_writelane_b32 v10, s24, 7
  put v10, 0
  put v12, 1
  finish

// What VSKIP skips: vector ALU, LDS, buffer and global instructions; scalar ones run.
kernel skipping, lds=256
  begin
  v_mov_b32_e32 v2, 1
  s_mov_b32 s20, 1
  s_mov_b32 s23, 4
  ds_write_b32 v1, v2
  s_waitcnt lgkmcnt(0)
  s_setvskip s23, 2
  v_mov_b32_e32 v2, 2
  v_readfirstlane_b32 s20, v2
  ds_write_b32 v1, v1
  global_store_dword v1, v1, s[8:9] offset:0
  s_add_u32 s21, s20, 41
  s_setvskip s23, 3
  ds_read_b32 v3, v1
  s_waitcnt lgkmcnt(0)
  put v2, 1
  put v3, 2
  put_scalar s21, 3
  finish

kernel relative_scalars
  begin
  s_mov_b32 s30, 7
  s_mov_b32 s31, 8
  s_mov_b32 s32, 9
  s_mov_b32 m0, 2
  s_nop 0
  s_movrels_b32 s20, s30
  s_movrels_b64 s[22:23], s[30:31]
  s_movreld_b32 s34, s30
  s_mov_b32 m0, 0
  s_call_b64 s[40:41], 1
  s_branch 3
  s_add_u32 s20, s20, 100
  s_setpc_b64 s[40:41]
  put_scalar s20, 0
  put_scalar s22, 1
  put_scalar s36, 2
  finish

// Time between two readings of each clock.
kernel clocks
  begin
  s_memtime s[20:21]
  s_memrealtime s[22:23]
  s_waitcnt lgkmcnt(0)
  .rept 100
  s_nop 0
  .endr
  s_memtime s[24:25]
  s_memrealtime s[26:27]
  s_waitcnt lgkmcnt(0)
  s_sub_u32 s24, s24, s20
  s_sub_u32 s26, s26, s22
  put_scalar s24, 0
  put_scalar s26, 1
  finish

kernel interrupts
  begin
  s_sendmsg sendmsg(MSG_INTERRUPT)
  v_mov_b32_e32 v2, 1
  put v2, 0
  finish

// The code ends here.
kernel past_the_end
  s_nop 0
