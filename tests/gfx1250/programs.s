// What clang's kernels do not reach: the banks of vector registers, pairs whose halves depend on each other, halves of
// registers, counters.
// v256 = in + 1, v2 stays: registers of the second bank are others.
program banks
  begin
  s_set_vgpr_msb 0x40                      // what is written
  v_add_nc_u32 v2 /*v258*/, v2, 1
  s_set_vgpr_msb 0x4001                    // source 0
  v_lshlrev_b32 v3, 4, v2
  v_add_nc_u32 v3, v2 /*v258*/, v3         // v258 + 16 * v2
  s_set_vgpr_msb 0x0100
  v_nop
  global_store_b32 v1, v3, s[4:5]
done banks, 0, 512

// Behind a literal, too, the second source has a bank of its own, and the sign's modifiers change nothing: v259 = 400, v3 = 0.
program banks_behind_a_literal
  begin
  v_mov_b32 v3, 0
  s_set_vgpr_msb 0x40
  v_mov_b32 v3 /*v259*/, 0x43c80000
  s_set_vgpr_msb 0x4004                                      // source 1
  v_cmp_nlt_f32_e64 s8, 0x43480000, |v3 /*v259*/|            // 200 < 400: 0
  s_set_vgpr_msb 0x401                                       // source 0, which is no register
  v_cmp_nlt_f32_e64 s9, 0x43480000, |v3|                     // 200 < 0: the other
  s_set_vgpr_msb 0x100
  s_and_not1_b32 s8, s9, s8
  v_and_b32 v2, s8, v2
  global_store_b32 v1, v2, s[4:5]
done banks_behind_a_literal, 0, 512

// A literal written to MODE, whichever field, sets the banks from its bits 19:12; an s_set_vgpr_msb directly behind it
// does nothing.
program clobber
  begin
  s_setreg_imm32_b32 hwreg(HW_REG_WAVE_MODE, 25, 1), 0x1001   // written registers: bank 1
  v_mov_b32 v2 /*v258*/, 7
  s_setreg_imm32_b32 hwreg(HW_REG_WAVE_MODE, 25, 1), 0x1
  s_set_vgpr_msb 0x40                                         // dropped
  v_mov_b32 v3, v2
  global_store_b32 v1, v3, s[4:5]
done clobber, 0, 512

// Y reads what X writes: the old value.
program pair_y_reads
  begin
  v_mov_b32 v4, 5
  v_mov_b32 v5, 6
  v_dual_mov_b32 v4, v2 :: v_dual_add_nc_u32 v5, v4, v5       // v5 = 5 + 6
  v_lshl_add_u32 v6, v5, 8, v4
  global_store_b32 v1, v6, s[4:5]
done pair_y_reads

// X reads what Y writes.
program pair_x_reads
  begin
  v_mov_b32 v4, 5
  v_dual_mov_b32 v5, v4 :: v_dual_mov_b32 v4, v2
  v_lshl_add_u32 v6, v5, 8, v4
  global_store_b32 v1, v6, s[4:5]
done pair_x_reads

// Each reads what the other writes: no order of two instructions does that.
program pair_swap
  begin
  v_mov_b32 v5, 5
  v_dual_mov_b32 v4, v5 :: v_dual_mov_b32 v5, v4
  global_store_b32 v1, v5, s[4:5]
done pair_swap

// Registers that M0 chooses: from v2 + 1, to v8 + 2, both by one index, each by its own, and a swap.
program relative
  begin
  v_add_nc_u32 v3, 1, v2
  s_mov_b32 m0, 1
  v_movrels_b32 v4, v2                     // v4 = v3
  s_mov_b32 m0, 2
  v_movreld_b32 v8, v4                     // v10 = v4
  s_mov_b32 m0, 3
  v_movrelsd_b32 v9, v7                    // v12 = v10
  s_mov_b32 m0, 0x5000a                    // from v2 + 10, to v9 + 5
  v_movrelsd_2_b32 v9, v2                  // v14 = v12
  v_mov_b32 v16, 0
  s_mov_b32 m0, 0x20001                    // v15 + 1 and v12 + 2
  v_swaprel_b32 v12, v15                   // v14 and v16
  v_add_nc_u32 v16, v16, v14
  global_store_b32 v1, v16, s[4:5]
done relative
// Only lanes that are on, and from a bank: v256 + 3 of v259.
program relative_in_bank
  begin
  s_set_vgpr_msb 0x40
  v_add_nc_u32 v3 /*v259*/, 5, v2
  s_set_vgpr_msb 0x4001
  v_mov_b32 v4, 0
  s_mov_b32 m0, 3
  s_mov_b32 exec_lo, 0xffff
  v_movrels_b32 v4, v0 /*v256*/
  s_mov_b32 exec_lo, -1
  s_set_vgpr_msb 0x0100
  v_nop
  global_store_b32 v1, v4, s[4:5]
done relative_in_bank, 0, 512
// The register that M0 means is on its way, the one that the line names is not.
program relative_too_early
  begin
  v_mov_b32 v8, v2
  global_load_b32 v9, v1, s[6:7]
  s_mov_b32 m0, 1
  v_movrels_b32 v4, v8
  s_wait_loadcnt 0x0
  global_store_b32 v1, v4, s[4:5]
done relative_too_early
program relative_overwrites
  begin
  global_load_b32 v9, v1, s[6:7]
  s_mov_b32 m0, 1
  v_movreld_b32 v8, v2
  s_wait_loadcnt 0x0
  global_store_b32 v1, v9, s[4:5]
done relative_overwrites
// The other way round.
program relative_in_time
  begin
  v_mov_b32 v9, v2
  global_load_b32 v8, v1, s[6:7]
  s_mov_b32 m0, 1
  v_movrels_b32 v4, v8
  s_wait_loadcnt 0x0
  global_store_b32 v1, v4, s[4:5]
done relative_in_time
program relative_beyond
  begin
  s_movk_i32 m0, 0x7fff
  v_movrels_b32 v4, v2
  global_store_b32 v1, v4, s[4:5]
done relative_beyond
program relative_nowhere
  begin
  v_readfirstlane_b32 s8, v20              // never written
  s_mov_b32 m0, s8
  v_movrels_b32 v4, v2
  global_store_b32 v1, v4, s[4:5]
done relative_nowhere

// Scalar floats as MODE starts, and where it rounds towards plus infinity or flushes denormals: 1 + 2^-24, half way between
// two floats, and 2^-126 / 4, which is denormal.
.macro scalar_sum
  s_mov_b32 s8, 1.0
  s_add_f32 s8, s8, 0x33800000
  s_mov_b32 s9, 0x00800000
  s_mul_f32 s9, s9, 0x3e800000
  s_xor_b32 s8, s8, s9
  v_mov_b32 v3, s8
  global_store_b32 v1, v3, s[4:5]
.endm
program scalar_float
  begin
  scalar_sum
done scalar_float
program scalar_float_rounded
  begin
  s_setreg_imm32_b32 hwreg(HW_REG_WAVE_MODE, 0, 2), 1
  scalar_sum
done scalar_float_rounded
program scalar_float_flushed
  begin
  s_setreg_imm32_b32 hwreg(HW_REG_WAVE_MODE, 4, 2), 0
  scalar_sum
done scalar_float_flushed
// Denormals are kept as results alone: the source of the second sum is one, and is taken for +0.
program scalar_float_kept
  begin
  s_setreg_imm32_b32 hwreg(HW_REG_WAVE_MODE, 4, 2), 2
  s_mov_b32 s10, 0x00400001
  s_add_f32 s10, s10, 0
  s_lshl_b32 s10, s10, 4
  scalar_sum
  v_xor_b32 v3, s10, v3
  global_store_b32 v1, v3, s[4:5]
done scalar_float_kept
// The instructions that say the same of MODE, and f16: 1 + 2^-11.
program scalar_float_modes
  begin
  s_round_mode 0x5
  s_denorm_mode 0xc
  scalar_sum
  s_mov_b32 s9, 0x3c00
  s_add_f16 s9, s9, 0x1000
  s_lshl_b32 s9, s9, 16
  v_xor_b32 v3, s9, v3
  global_store_b32 v1, v3, s[4:5]
done scalar_float_modes
// How much it is off by is not known of other roundings.
program scalar_float_estimate
  begin
  s_setreg_imm32_b32 hwreg(HW_REG_WAVE_MODE, 0, 2), 1
  s_mov_b32 s8, 4.0
  v_s_rcp_f32 s8, s8
  v_mov_b32 v3, s8
  global_store_b32 v1, v3, s[4:5]
done scalar_float_estimate

// The halves of a register.
program halves
  begin
  v_mov_b32 v3, 0x11112222
  .long 0x7f063902                         // v_mov_b16_e32 v3.h, v2.l
  .long 0xd7031803, 0x00020503             // v_add_nc_u16 v3.l, v3.h, v2.h
  global_store_b32 v1, v3, s[4:5]
done halves

program loads_too_early
  s_load_b128 s[4:7], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_wait_kmcnt 0x0
  global_load_b32 v2, v1, s[6:7]
  global_store_b32 v1, v2, s[4:5]
done loads_too_early

program scalars_too_early
  s_load_b128 s[4:7], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  global_load_b32 v2, v1, s[6:7]
  s_wait_loadcnt 0x0
  global_store_b32 v1, v2, s[4:5]
done scalars_too_early

// Neither counter waits for LDS.
program lds_too_early
  begin
  ds_store_b32 v1, v2
  s_wait_dscnt 0x0
  ds_load_b32 v3, v1
  s_wait_loadcnt 0x0
  s_wait_storecnt 0x0
  global_store_b32 v1, v3, s[4:5]
done lds_too_early, 256

program lds_in_time
  begin
  ds_store_b32 v1, v2
  s_wait_dscnt 0x0
  ds_load_b32 v3, v1
  s_wait_loadcnt_dscnt 0x3f00
  global_store_b32 v1, v3, s[4:5]
done lds_in_time, 256

// A flat load counts on dscnt in order: LLVM 22 lets it stay outstanding where what was read before is used.
.macro flat_behind_lds allowed
  begin
  ds_store_b32 v1, v2
  s_wait_dscnt 0x0
  ds_load_b32 v3, v1
  flat_load_b32 v4, v1, s[6:7]
  s_wait_dscnt \allowed
  v_add_nc_u32 v3, 1, v3
  s_wait_loadcnt_dscnt 0x0
  v_sub_nc_u32 v4, v4, v2
  v_add_nc_u32 v3, v3, v4
  global_store_b32 v1, v3, s[4:5]
.endm
program flat_in_order
  flat_behind_lds 1
done flat_in_order, 256
program flat_too_early
  flat_behind_lds 2
done flat_too_early, 256

// Loads and stores count apart, and one wave's of the same bytes keep their order all the same.
program store_then_load
  begin
  global_store_b32 v1, v2, s[4:5]
  global_load_b32 v3, v1, s[4:5]
  s_wait_loadcnt 0x0
  v_add_nc_u32 v3, 1, v3
  global_store_b32 v1, v3, s[4:5]
done store_then_load

// Two waves: the first waits at a barrier that the second never signals.
program barrier_alone
  begin
  v_cmp_gt_u32 vcc_lo, 32, v0
  s_cbranch_vccz second
  s_barrier_signal -1
  s_barrier_wait -1
second:
  s_cbranch_vccnz together
  s_barrier_wait -1
together:
  global_store_b32 v1, v2, s[4:5]
done barrier_alone

// ... ends without: the first passes.
program barrier_ended
  begin
  global_store_b32 v1, v2, s[4:5]
  v_cmp_gt_u32 vcc_lo, 32, v0
  s_cbranch_vccz over
  s_barrier_signal -1
  s_barrier_wait -1
over:
done barrier_ended

// What another wave stored to LDS, with the barrier and without.
program exchange
  begin
  ds_store_b32 v1, v2
  s_wait_dscnt 0x0
  s_barrier_signal -1
  s_barrier_wait -1
  v_xor_b32 v3, 0x80, v1
  ds_load_b32 v3, v3
  s_wait_dscnt 0x0
  global_store_b32 v1, v3, s[4:5]
done exchange, 256
program exchange_without_wait
  begin
  ds_store_b32 v1, v2
  s_wait_dscnt 0x0
  s_barrier_signal -1
  v_xor_b32 v3, 0x80, v1
  ds_load_b32 v3, v3
  s_wait_dscnt 0x0
  s_barrier_wait -1
  global_store_b32 v1, v3, s[4:5]
done exchange_without_wait, 256

// The same without a barrier, behind more reads than the check keeps accesses.
program exchange_after_many
  begin
  ds_store_b32 v1, v2
  s_wait_dscnt 0x0
  s_mov_b32 s8, 70000
more:
  ds_load_b32 v3, v1
  s_sub_co_u32 s8, s8, 1
  s_cmp_lg_u32 s8, 0
  s_cbranch_scc1 more
  s_wait_dscnt 0x0
  v_xor_b32 v3, 0x80, v1
  ds_load_b32 v3, v3
  s_wait_dscnt 0x0
  global_store_b32 v1, v3, s[4:5]
done exchange_after_many, 256
// The first wave reads sixteen bytes a lane of the second's, which overwrites them long after, with no barrier between, and behind
// more reads than the check keeps accesses.
program overwritten_after_read
  begin
  v_lshlrev_b32 v12, 4, v0
  v_mov_b32 v4, v2
  v_mov_b32 v5, v2
  v_mov_b32 v6, v2
  v_mov_b32 v7, v2
  ds_store_b128 v12, v[4:7]
  s_wait_dscnt 0x0
  s_barrier_signal -1
  s_barrier_wait -1
  v_readfirstlane_b32 s8, v0
  s_cmp_lg_u32 s8, 0
  s_cbranch_scc1 overwrites
  v_xor_b32 v13, 0x200, v12
  ds_load_b128 v[8:11], v13
  s_wait_dscnt 0x0
  v_cmp_eq_u32 vcc_lo, 0, v8                                 // what is read is used
  s_cbranch_vccz both
  s_branch both
overwrites:
  s_mov_b32 s9, 70000
reads_its_own:
  ds_load_b128 v[8:11], v12
  s_sub_co_u32 s9, s9, 1
  s_cmp_lg_u32 s9, 0
  s_cbranch_scc1 reads_its_own
  v_not_b32 v4, v2
  ds_store_b128 v12, v[4:7]
  s_wait_dscnt 0x0
both:
  global_store_b32 v1, v2, s[4:5]
done overwritten_after_read, 1024

// A copy fills what an LDS operation may still read: nothing but its wait orders them.
program async_over_read
  begin
  ds_store_b32 v1, v2
  s_wait_dscnt 0x0
  ds_load_b32 v3, v1
  global_load_async_to_lds_b32 v1, v1, s[6:7]
  s_wait_asynccnt 0x0
  s_wait_dscnt 0x0
  global_store_b32 v1, v3, s[4:5]
done async_over_read, 128
program async_behind_read
  begin
  ds_store_b32 v1, v2
  s_wait_dscnt 0x0
  ds_load_b32 v3, v1
  s_wait_dscnt 0x0
  global_load_async_to_lds_b32 v1, v1, s[6:7]
  s_wait_asynccnt 0x0
  global_store_b32 v1, v3, s[4:5]
done async_behind_read, 128
// From memory to LDS, with a wait for it and without.
program async_in_time
  s_load_b128 s[4:7], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_wait_kmcnt 0x0
  global_load_async_to_lds_b32 v1, v1, s[6:7]
  s_wait_asynccnt 0x0
  ds_load_b32 v3, v1
  s_wait_dscnt 0x0
  global_store_b32 v1, v3, s[4:5]
done async_in_time, 256
program async_too_early
  s_load_b128 s[4:7], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_wait_kmcnt 0x0
  global_load_async_to_lds_b32 v1, v1, s[6:7]
  s_wait_loadcnt 0x0
  ds_load_b32 v3, v1
  s_wait_dscnt 0x0
  global_store_b32 v1, v3, s[4:5]
done async_too_early, 256

// Loads from memory write registers in any order, loads from LDS in theirs.
program load_over_load
  begin
  global_load_b32 v3, v1, s[6:7]
  global_load_b32 v3, v1, s[6:7]
  s_wait_loadcnt 0x0
  global_store_b32 v1, v3, s[4:5]
done load_over_load
program load_behind_load
  begin
  global_load_b32 v3, v1, s[6:7]
  ds_load_b32 v4, v1
  ds_load_b32 v4, v1
  s_wait_loadcnt 0x0
  global_load_b32 v3, v1, s[6:7]
  s_wait_loadcnt_dscnt 0x0
  global_store_b32 v1, v3, s[4:5]
done load_behind_load, 128
// 8 halfwords a lane, of which each 8 lanes exchange a square.
program transposed
  s_load_b128 s[4:7], s[0:1], 0x0
  v_lshlrev_b32 v1, 4, v0
  s_wait_kmcnt 0x0
  global_load_b128 v[4:7], v1, s[6:7]
  s_wait_loadcnt 0x0
  ds_store_b128 v1, v[4:7]
  s_wait_dscnt 0x0
  ds_load_tr16_b128 v[8:11], v1
  s_wait_dscnt 0x0
  global_store_b128 v1, v[8:11], s[4:5]
done transposed, 512

// Expert mode: what is read by memory operations is theirs once va_vdst says so, and theirs alone until vm_vsrc does.
.macro expert
  begin
  s_setreg_imm32_b32 hwreg(HW_REG_WAVE_SCHED_MODE, 0, 2), 2
.endm
program expert_in_order
  expert
  v_add_nc_u32 v3, 1, v2
  s_wait_alu depctr_va_vdst(0)
  global_store_b32 v1, v3, s[4:5]
  s_wait_alu depctr_vm_vsrc(0)
  v_mov_b32 v3, 0
done expert_in_order
program expert_reads_early
  expert
  v_add_nc_u32 v3, 1, v2
  s_wait_alu depctr_vm_vsrc(0)
  global_store_b32 v1, v3, s[4:5]
done expert_reads_early
program expert_overwrites_early
  expert
  v_add_nc_u32 v3, 1, v2
  s_wait_alu depctr_va_vdst(0)
  global_store_b32 v1, v3, s[4:5]
  s_wait_alu depctr_va_vdst(0)
  v_mov_b32 v3, 0
done expert_overwrites_early
// One younger write may be outstanding: v3 is done, v4 is not.
program expert_younger
  expert
  v_add_nc_u32 v3, 1, v2
  v_add_nc_u32 v4, 2, v2
  s_wait_alu depctr_va_vdst(1)
  global_store_b32 v1, v3, s[4:5]
done expert_younger
program expert_too_young
  expert
  v_add_nc_u32 v4, 2, v2
  v_add_nc_u32 v3, 1, v2
  s_wait_alu depctr_va_vdst(1)
  global_store_b32 v1, v3, s[4:5]
done expert_too_young
// A wait for all stores says that they have read.
program expert_store_done
  expert
  v_add_nc_u32 v3, 1, v2
  s_wait_alu depctr_va_vdst(0)
  global_store_b32 v1, v3, s[4:5]
  s_wait_storecnt 0x0
  v_mov_b32 v3, 0
done expert_store_done
// Registers of another bank are others.
program expert_banks
  expert
  v_add_nc_u32 v3, 1, v2
  s_wait_alu depctr_va_vdst(0)
  global_store_b32 v1, v3, s[4:5]
  s_set_vgpr_msb 0x40
  v_mov_b32 v3 /*v259*/, 0
  s_set_vgpr_msb 0x4000
done expert_banks, 0, 512
// What is stored where the wait is left out: old data, at an old address (lanes the other way round), data that came
// later, and old data of another bank.
program expert_old_data
  expert
  v_mov_b32 v3, v2
  s_wait_alu depctr_va_vdst(0)
  v_add_nc_u32 v3, 1, v2
  global_store_b32 v1, v3, s[4:5]
done expert_old_data
program expert_old_address
  expert
  v_add_nc_u32 v3, 1, v2
  v_sub_nc_u32 v4, 124, v1
  s_wait_alu depctr_va_vdst(0)
  v_mov_b32 v4, v1
  global_store_b32 v4, v3, s[4:5]
done expert_old_address
program expert_new_data
  expert
  v_add_nc_u32 v3, 1, v2
  s_wait_alu depctr_va_vdst(0)
  global_store_b32 v1, v3, s[4:5]
  v_mov_b32 v3, 0x5a
done expert_new_data
program expert_old_bank
  expert
  s_set_vgpr_msb 0x40
  v_mov_b32 v3 /*v259*/, v2
  s_wait_alu depctr_va_vdst(0)
  v_add_nc_u32 v3 /*v259*/, 1, v2
  s_set_vgpr_msb 0x4004
  global_store_b32 v1, v3 /*v259*/, s[4:5]
  s_set_vgpr_msb 0x0400
done expert_old_bank, 0, 512
// What a load overwrites: a register that a vector instruction reads or writes, or that a store of another kind does.
program expert_load_over_source
  expert
  v_mov_b32 v3, v1
  s_wait_alu depctr_va_vdst(0)
  v_add_nc_u32 v4, 1, v2
  v_add_nc_u32 v5, 1, v3
  v_add_nc_u32 v6, 1, v2
  s_wait_alu depctr_va_vdst(2)
  global_load_b32 v3, v1, s[6:7]
  s_wait_loadcnt 0x0
  global_store_b32 v1, v4, s[4:5]
done expert_load_over_source
program expert_load_behind_source
  expert
  v_mov_b32 v3, v1
  s_wait_alu depctr_va_vdst(0)
  v_add_nc_u32 v4, 1, v2
  v_add_nc_u32 v5, 1, v3
  v_add_nc_u32 v6, 1, v2
  s_wait_alu depctr_va_vdst(1)
  global_load_b32 v3, v1, s[6:7]
  s_wait_loadcnt 0x0
  global_store_b32 v1, v4, s[4:5]
done expert_load_behind_source
program expert_load_over_matrix
  expert
  v_add_nc_u32 v3, 1, v2
  v_wmma_f32_16x16x32_f16 v[16:23], v[4:11], v[4:11], 0
  s_wait_alu depctr_va_vdst(1)
  ds_load_b32 v4, v1
  s_wait_dscnt 0x0
  global_store_b32 v1, v3, s[4:5]
done expert_load_over_matrix, 128
program expert_load_over_result
  expert
  v_add_nc_u32 v3, 1, v2
  global_load_b32 v3, v1, s[6:7]
  s_wait_loadcnt 0x0
  global_store_b32 v1, v3, s[4:5]
done expert_load_over_result
program expert_load_over_data
  expert
  v_add_nc_u32 v3, 1, v2
  s_wait_alu depctr_va_vdst(0)
  global_store_b32 v1, v3, s[4:5]
  ds_load_b32 v3, v1
  s_wait_dscnt 0x0
done expert_load_over_data, 128
program expert_load_behind_store
  expert
  v_add_nc_u32 v3, 1, v2
  s_wait_alu depctr_va_vdst(0)
  global_store_b32 v1, v3, s[4:5]
  global_load_b32 v3, v1, s[6:7]
  s_wait_loadcnt 0x0
done expert_load_behind_store
// Kinds of vector instructions overtake each other, but for a matrix instruction of eight registers.
program expert_kinds
  expert
  v_add_nc_u32 v3, 1, v2
  v_exp_f32 v4, v2
  s_wait_alu depctr_va_vdst(1)
  global_store_b32 v1, v3, s[4:5]
done expert_kinds
program expert_doubles
  expert
  v_add_nc_u32 v3, 1, v2
  v_add_f64 v[4:5], v[2:3], v[2:3]
  s_wait_alu depctr_va_vdst(1)
  global_store_b32 v1, v3, s[4:5]
done expert_doubles
program expert_fence
  expert
  v_add_nc_u32 v3, 1, v2
  v_exp_f32 v24, v2
  v_wmma_f32_16x16x32_f16 v[16:23], v[4:11], v[4:11], 0
  s_wait_alu depctr_va_vdst(1)
  global_store_b32 v1, v3, s[4:5]
done expert_fence
program expert_no_fence
  expert
  v_add_nc_u32 v3, 1, v2
  v_exp_f32 v24, v2
  v_wmma_f16_16x16x32_f16 v[16:19], v[4:11], v[4:11], 0
  s_wait_alu depctr_va_vdst(1)
  global_store_b32 v1, v3, s[4:5]
done expert_no_fence
// A matrix instruction with scales counts twice.
program expert_twice
  expert
  v_add_nc_u32 v3, 1, v2
  v_wmma_scale_f32_16x16x128_f8f6f4 v[8:15], v[16:31], v[32:47], v[8:15], v4, v5
  s_wait_alu depctr_va_vdst(2)
  global_store_b32 v1, v3, s[4:5]
done expert_twice, 0, 64
program expert_thrice
  expert
  v_add_nc_u32 v3, 1, v2
  v_wmma_scale_f32_16x16x128_f8f6f4 v[8:15], v[16:31], v[32:47], v[8:15], v4, v5
  s_wait_alu depctr_va_vdst(3)
  global_store_b32 v1, v3, s[4:5]
done expert_thrice, 0, 64
// Who has been loaded has read its address.
program expert_first_loaded
  expert
  v_add_nc_u32 v3, 1, v2
  v_lshlrev_b32 v6, 2, v0
  s_wait_alu depctr_va_vdst(0)
  ds_load_b32 v4, v6
  ds_load_b32 v5, v1
  s_wait_dscnt 0x1
  v_mov_b32 v6, 7
  global_store_b32 v1, v3, s[4:5]
done expert_first_loaded, 128
program expert_none_loaded
  expert
  v_add_nc_u32 v3, 1, v2
  v_lshlrev_b32 v6, 2, v0
  s_wait_alu depctr_va_vdst(0)
  ds_load_b32 v4, v6
  ds_load_b32 v5, v1
  s_wait_dscnt 0x2
  v_mov_b32 v6, 7
  global_store_b32 v1, v3, s[4:5]
done expert_none_loaded, 128
// Out of the mode again before the two meet.
program expert_mode_left
  expert
  v_mov_b32 v3, v2
  s_wait_alu depctr_va_vdst(0)
  v_add_nc_u32 v3, 1, v2
  s_setreg_imm32_b32 hwreg(HW_REG_WAVE_SCHED_MODE, 0, 2), 0
  global_store_b32 v1, v3, s[4:5]
done expert_mode_left
// The one path that lacks the wait is not taken.
program expert_on_a_path
  expert
  v_mov_b32 v3, v2
  s_wait_alu depctr_va_vdst(0)
  v_add_nc_u32 v3, 1, v2
  s_cmp_eq_u32 s4, s4
  s_cbranch_scc0 0f
  s_wait_alu depctr_va_vdst(0)
0:
  global_store_b32 v1, v3, s[4:5]
done expert_on_a_path
// A load into the second bank, and a use of the same number in the first.
program load_to_bank
  begin
  s_set_vgpr_msb 0x40
  global_load_b32 v3 /*v259*/, v1, s[6:7]
  s_set_vgpr_msb 0x4000
  v_add_nc_u32 v3, 1, v2
  s_wait_loadcnt 0x0
  global_store_b32 v1, v3, s[4:5]
done load_to_bank, 0, 512
// A use in the second bank, behind one of another register there.
program banked_too_early
  begin
  s_set_vgpr_msb 0x40
  global_load_b32 v3 /*v259*/, v1, s[6:7]
  v_mov_b32 v5 /*v261*/, 0
  s_set_vgpr_msb 0x4001
  v_mov_b32 v6, v5 /*v261*/
  v_mov_b32 v7, v3 /*v259*/
  s_set_vgpr_msb 0x0100
  s_wait_loadcnt 0x0
  global_store_b32 v1, v2, s[4:5]
done banked_too_early, 0, 512

// What LLVM keeps apart: lint reports it, and values are as ever.
program wmma_apart
  begin
  v_wmma_f32_16x16x32_f16 v[16:23], v[4:11], v[4:11], 0
  v_nop
  v_nop
  v_nop
  v_nop
  v_nop
  v_wmma_f32_16x16x32_f16 v[24:31], v[16:23], v[4:11], 0
done wmma_apart
program wmma_close
  begin
  v_wmma_f32_16x16x32_f16 v[16:23], v[4:11], v[4:11], 0
  v_nop
  v_nop
  s_nop 7
  v_nop
  v_nop
  v_wmma_f32_16x16x32_f16 v[24:31], v[16:23], v[4:11], 0
done wmma_close
program wmma_accumulates
  begin
  v_wmma_f32_16x16x32_f16 v[16:23], v[4:11], v[4:11], 0
  v_wmma_f32_16x16x32_f16 v[16:23], v[4:11], v[4:11], v[16:23]
done wmma_accumulates
program wmma_overwritten
  begin
  v_wmma_f32_16x16x32_f16 v[16:23], v[4:11], v[4:11], 0
  v_nop
  v_nop
  v_nop
  v_mov_b32 v4, 0
done wmma_overwritten
program wmma_sum_overwritten
  begin
  v_wmma_f32_16x16x32_f16 v[16:23], v[4:11], v[4:11], v[24:31]
  v_nop
  v_nop
  v_nop
  v_mov_b32 v24, 0
done wmma_sum_overwritten
program wmma_sum_reused
  begin
  v_wmma_f32_16x16x32_f16 v[16:23], v[4:11], v[4:11], v[24:31]
  v_nop
  v_nop
  v_nop
  v_nop
  v_mov_b32 v24, 0
done wmma_sum_reused
program trans_source_overwritten
  begin
  v_rcp_f32 v3, v2
  v_mov_b32 v2, 0
done trans_source_overwritten
program trans_close
  begin
  v_rcp_f32 v3, v2
  v_add_f32 v3, v3, v2
done trans_close

// What LLVM keeps apart by one certain instruction.
program permlane_close
  begin
  v_cmpx_eq_u32 v2, v2
  v_nop
  s_nop 7
  v_permlane16_b32 v3, v2, s8, s9
done permlane_close
program permlane_apart
  begin
  v_cmpx_eq_u32 v2, v2
  v_mov_b32 v2, v2
  v_permlane16_b32 v3, v2, s8, s9
done permlane_apart
// One of two paths has nothing between.
program permlane_on_a_path
  begin
  v_cmpx_eq_u32 v2, v2
  s_cbranch_execz 0f
  v_mov_b32 v2, v2
0:
  v_permlane16_b32 v3, v2, s8, s9
done permlane_on_a_path
program state_close
  begin
  s_wait_alu 0
  v_mov_b32 v3, v2
  s_wait_alu depctr_va_vdst(0)
  s_getreg_b32 s8, hwreg(HW_REG_WAVE_STATE_PRIV)
done state_close
program state_apart
  begin
  v_mov_b32 v3, v2
  s_wait_alu 0
  s_getreg_b32 s8, hwreg(HW_REG_WAVE_STATE_PRIV)
  v_mov_b32 v3, v2
  s_getreg_b32 s8, hwreg(HW_REG_WAVE_MODE)
done state_apart
program arrive_behind
  begin
  v_mov_b32 v3, 0
  global_store_b32 v1, v2, s[4:5]
  s_wait_alu depctr_vm_vsrc(1)
  ds_atomic_async_barrier_arrive_b64 v3
done arrive_behind, 128
program arrive_before
  begin
  v_mov_b32 v3, 0
  ds_atomic_async_barrier_arrive_b64 v3
  v_mov_b32 v4, 0
done arrive_before, 128
program arrive_in_clause
  begin
  v_mov_b32 v3, 0
  s_clause 0x1
  s_nop 0
  ds_atomic_async_barrier_arrive_b64 v3
done arrive_in_clause, 128
program arrive_apart
  begin
  v_mov_b32 v3, 0
  global_store_b32 v1, v2, s[4:5]
  s_clause 0x1
  s_wait_alu depctr_vm_vsrc(0)
  s_nop 0
  ds_atomic_async_barrier_arrive_b64 v3
  s_wait_alu depctr_vm_vsrc(0)
  v_mov_b32 v4, 0
done arrive_apart, 128
.macro nine_scalars
  .rept 9
  s_mov_b32 s9, 1
  .endr
.endm
program base_close
  begin
  s_mov_b32 s103, 1
  nine_scalars
  s_wait_alu depctr_va_sdst(0)
  s_mov_b32 s8, src_flat_scratch_base_lo
done base_close
program base_close_to_vector
  begin
  v_readfirstlane_b32 s102, v2
  s_wait_alu depctr_sa_sdst(0)
  s_mov_b64 s[8:9], src_flat_scratch_base_lo
done base_close_to_vector
program base_apart
  begin
  s_mov_b32 s101, 1
  s_mov_b32 s8, src_flat_scratch_base_lo
  s_mov_b32 s102, 1
  s_wait_alu depctr_sa_sdst(0)
  s_mov_b32 s8, src_flat_scratch_base_lo
  s_mov_b32 s103, 1
  nine_scalars
  s_mov_b32 s9, 1
  s_mov_b32 s8, src_flat_scratch_base_hi
  v_readfirstlane_b32 s102, v2
  s_wait_alu depctr_va_sdst(0)
  s_mov_b32 s8, src_flat_scratch_base_hi
done base_apart
program mode_close
  begin
  v_mov_b32 v3, v2
  v_nop
  s_nop 7
  s_setreg_imm32_b32 hwreg(HW_REG_WAVE_MODE, 0, 1), 1
done mode_close
program mode_apart
  begin
  v_mov_b32 v3, v2
  s_setreg_imm32_b32 hwreg(HW_REG_WAVE_MODE, 23, 1), 0
  v_nop
  s_nop 7
  v_nop
  s_setreg_imm32_b32 hwreg(HW_REG_WAVE_MODE, 0, 1), 1
done mode_apart

// The same from memory; lanes that are off take part.
program transposed_from_memory
  s_load_b128 s[4:7], s[0:1], 0x0
  v_lshlrev_b32 v1, 4, v0
  s_wait_kmcnt 0x0
  s_mov_b32 exec_lo, 1
  global_load_tr16_b128 v[8:11], v1, s[6:7]
  s_wait_loadcnt 0x0
  s_mov_b32 exec_lo, -1
  global_store_b128 v1, v[8:11], s[4:5]
done transposed_from_memory
// 8 bytes a lane.
program transposed_bytes
  s_load_b128 s[4:7], s[0:1], 0x0
  v_lshlrev_b32 v1, 3, v0
  s_wait_kmcnt 0x0
  global_load_tr8_b64 v[8:9], v1, s[6:7]
  s_wait_loadcnt 0x0
  global_store_b64 v1, v[8:9], s[4:5]
done transposed_bytes
// 16 elements of 4 bits a lane, and 16 of 6: both from memory and from LDS.
program transposed_nibbles
  s_load_b128 s[4:7], s[0:1], 0x0
  v_lshlrev_b32 v1, 3, v0
  s_wait_kmcnt 0x0
  global_load_b64 v[4:5], v1, s[6:7]
  global_load_tr4_b64 v[8:9], v1, s[6:7]
  s_wait_loadcnt 0x0
  ds_store_b64 v1, v[4:5]
  s_wait_dscnt 0x0
  ds_load_tr4_b64 v[10:11], v1
  global_store_b64 v1, v[8:9], s[4:5]
  s_wait_dscnt 0x0
  global_store_b64 v1, v[10:11], s[4:5] offset:256
done transposed_nibbles, 256
program transposed_sixes
  s_load_b128 s[4:7], s[0:1], 0x0
  v_mul_u32_u24 v1, 12, v0
  s_wait_kmcnt 0x0
  global_load_b96 v[4:6], v1, s[6:7]
  global_load_tr6_b96 v[8:10], v1, s[6:7]
  s_wait_loadcnt 0x0
  ds_store_b96 v1, v[4:6]
  s_wait_dscnt 0x0
  ds_load_tr6_b96 v[12:14], v1
  global_store_b96 v1, v[8:10], s[4:5]
  s_wait_dscnt 0x0
  global_store_b96 v1, v[12:14], s[4:5] offset:384
done transposed_sixes, 384

// Pairs of numbers of 64 bits: x * 4 + 1, and a move beside it.
program pair_of_doubles
  begin
  v_cvt_f64_u32 v[4:5], v2
  v_mov_b64 v[6:7], 4.0
  v_mov_b64 v[8:9], 1.0
  v_dual_fma_f64 v[10:11], v[4:5], v[6:7], v[8:9] :: v_dual_mov_b32 v13, v2
  v_dual_add_f64 v[14:15], v[10:11], v[8:9] :: v_dual_mov_b32 v12, v13
  v_add_f64 v[10:11], v[14:15], -v[4:5]
  v_cvt_u32_f64 v3, v[10:11]
  v_add_nc_u32 v3, v3, v12
  global_store_b32 v1, v3, s[4:5]
done pair_of_doubles

program unknown
  begin
  s_sendmsg sendmsg(MSG_INTERRUPT)
  global_store_b32 v1, v2, s[4:5]
done unknown
