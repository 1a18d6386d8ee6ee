// Registers and the waits they need: what is wrong, and beside it what is right.

kernel vm_missing
  begin
  global_load_dword v2, v1, s[10:11]
  v_mov_b32_e32 v3, v2
  finish
kernel vm_covered
  begin
  global_load_dword v2, v1, s[10:11]
  s_waitcnt vmcnt(0)
  v_mov_b32_e32 v3, v2
  finish

// Two are younger than the load of v2: at most two may be left.
.macro third allowed
  begin
  global_load_dword v2, v1, s[10:11]
  global_load_dword v4, v1, s[10:11] offset:256
  global_store_dword v1, v1, s[8:9]
  s_waitcnt vmcnt(\allowed)
  v_add_u32_e32 v3, 1, v2
  finish
.endm
kernel vm_weak
  third 3
kernel vm_enough
  third 2

// An invalidation counts, too.
.macro before_invalidation allowed
  begin
  global_load_dword v2, v1, s[10:11]
  buffer_inv sc1
  s_waitcnt vmcnt(\allowed)
  v_add_u32_e32 v3, 1, v2
  finish
.endm
kernel invalidation_weak
  before_invalidation 2
kernel invalidation_enough
  before_invalidation 1

.macro lds_second allowed
  begin
  ds_read_b32 v2, v1
  ds_write_b32 v1, v1
  s_waitcnt lgkmcnt(\allowed)
  v_mov_b32_e32 v3, v2
  finish
.endm
kernel lds_weak, lds=256
  lds_second 2
kernel lds_enough, lds=256
  lds_second 1

// Scalar loads return in any order.
.macro scalars allowed
  begin
  s_load_dword s20, s[10:11], 0x0
  s_load_dword s21, s[10:11], 0x4
  s_waitcnt lgkmcnt(\allowed)
  s_add_u32 s22, s20, 1
  finish
.endm
kernel scalar_weak
  scalars 1
kernel scalar_enough
  scalars 0

// A scalar load beside an LDS read: only 0 covers the read, for the scalar load may be the one that is done.
.macro mixed allowed
  begin
  ds_read_b32 v2, v1
  s_load_dword s20, s[10:11], 0x0
  s_waitcnt lgkmcnt(\allowed)
  v_mov_b32_e32 v3, v2
  finish
.endm
kernel mixed_weak, lds=256
  mixed 1
kernel mixed_enough, lds=256
  mixed 0

// A flat load counts on both counters; its data is there when vmcnt says so.
kernel flat_wrong_counter
  begin
  v_mov_b32_e32 v4, s10
  v_mov_b32_e32 v5, s11
  flat_load_dword v2, v[4:5]
  s_waitcnt lgkmcnt(0)
  v_mov_b32_e32 v3, v2
  finish
kernel flat_covered
  begin
  v_mov_b32_e32 v4, s10
  v_mov_b32_e32 v5, s11
  flat_load_dword v2, v[4:5]
  s_waitcnt vmcnt(0)
  v_mov_b32_e32 v3, v2
  finish
// … and its count on lgkmcnt covers no LDS read.
kernel flat_beside_lds, lds=256
  begin
  v_mov_b32_e32 v4, s10
  v_mov_b32_e32 v5, s11
  ds_read_b32 v6, v1
  flat_load_dword v2, v[4:5]
  s_waitcnt lgkmcnt(1)
  v_mov_b32_e32 v3, v6
  finish

kernel overwritten
  begin
  global_load_dword v2, v1, s[10:11]
  v_mov_b32_e32 v2, 0
  finish
// Loads of one counter arrive in order.
kernel loaded_twice
  begin
  global_load_dword v2, v1, s[10:11]
  buffer_load_dword v2, v1, s[8:11], 0 offen
  s_waitcnt vmcnt(0)
  v_mov_b32_e32 v3, v2
  finish
kernel loaded_across, lds=256
  begin
  global_load_dword v2, v1, s[10:11]
  ds_read_b32 v2, v1
  finish
kernel scalar_twice
  begin
  s_load_dword s20, s[10:11], 0x0
  s_load_dword s20, s[10:11], 0x4
  finish

kernel accumulator, vgprs=64, accum=32
  begin
  global_load_dwordx2 a[2:3], v1, s[10:11]
  v_accvgpr_read_b32 v3, a3
  finish
kernel vcc_branch
  begin
  s_load_dwordx2 vcc, s[10:11], 0x0
  s_cbranch_vccnz 1f
1:
  finish
kernel descriptor
  begin
  s_load_dwordx4 s[12:15], s[10:11], 0x0
  buffer_load_dword v2, v1, s[12:15], 0 offen
  finish
kernel stored
  begin
  global_load_dwordx4 v[4:7], v1, s[10:11]
  global_store_dwordx2 v1, v[6:7], s[8:9]
  finish
// A store has read its data when it is issued.
kernel stored_then_overwritten
  begin
  global_store_dword v1, v1, s[8:9]
  v_mov_b32_e32 v1, 0
  finish
kernel address
  begin
  global_load_dword v2, v1, s[10:11]
  global_load_dword v3, v2, s[10:11]
  finish
kernel atomic
  begin
  global_atomic_add v2, v1, v0, s[8:9] sc0
  v_mov_b32_e32 v3, v2
  finish
kernel permuted
  begin
  ds_bpermute_b32 v2, v1, v0
  v_mov_b32_e32 v3, v2
  finish

// A counter that is full holds the next back: of 64 loads the first is done, of 63 none needs to be.
.macro many loads
  begin
.set r, 32
.rept \loads
  global_load_dword v[r], v1, s[10:11]
  .set r, r+1
.endr
  v_mov_b32_e32 v3, v32
  finish
.endm
kernel full, vgprs=128, accum=128
  many 64
kernel not_full, vgprs=128, accum=128
  many 63

// The half that a load leaves alone may be used, the other may not.
kernel half_used
  begin
  global_load_short_d16 v2, v1, s[10:11]
  v_add_u32_e32 v3, 1, v2
  finish
kernel other_half_used
  begin
  global_load_short_d16 v2, v1, s[10:11]
  v_add_u16_sdwa v3, v0, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
  finish

// gfx950's erratum: op_sel takes source 1's high half for the low result, and those of the others not.
kernel packed_erratum
  begin
  v_pk_fma_f32 v[4:5], v[6:7], v[8:9], v[10:11] op_sel:[0,1,0]
  finish
kernel packed_spared
  begin
  v_pk_fma_f32 v[4:5], v[6:7], v[8:9], v[10:11] op_sel:[0,1,1]
  v_pk_mul_f32 v[4:5], v[6:7], v[8:9] op_sel:[0,1]
  finish

// gfx950's erratum of packed f32 beside a matrix instruction whose A or B the next one reads again, at two or more
// waves per SIMD.
.macro packed_beside_matrix a, between:vararg
  begin
  v_mfma_f32_16x16x32_f16 v[4:7], v[8:11], v[12:15], v[4:7]
  \between
  s_nop 1
  v_mfma_f32_16x16x32_f16 v[16:19], v[\a:\a+3], v[20:23], v[16:19]
  s_nop 15
  v_pk_mul_f32 v[24:25], v[26:27], v[28:29]
  v_pk_add_f32 v[24:25], v[26:27], v[28:29]
  finish
.endm
kernel packed_beside_reused
  packed_beside_matrix 8, s_nop 0
kernel packed_beside_others
  packed_beside_matrix 26, s_nop 0
kernel packed_beside_written
  packed_beside_matrix 8, v_mov_b32_e32 v9, 0
kernel packed_alone, vgprs=512, accum=256
  packed_beside_matrix 8, s_nop 0

// M0 directly before a load to LDS, as shipping assembly has it.
kernel base_at_once, lds=512
  begin
  s_mov_b32 m0, 256
  global_load_lds_dword v1, s[10:11]
  s_waitcnt vmcnt(0)
  finish

kernel many_missing
  begin
.set i, 0
.rept 5
  global_load_dword v2, v1, s[10:11]
  v_mov_b32_e32 v3, v2
  s_waitcnt vmcnt(0)
  .set i, i+1
.endr
  finish
