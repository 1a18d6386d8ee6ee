// What happens between the issue of a memory operation and its wait.
kernel no_wait
  begin
  v_mov_b32_e32 v2, 0x1111
  get v2, 0
  v_mov_b32_e32 v3, v2
  s_waitcnt vmcnt(0)
  put v3, 0
  put v2, 1
  finish

// The loaded dword is an offset into the input.
kernel address_without_wait
  begin
  v_mov_b32_e32 v2, 0
  get v2, 0
  global_load_dword v3, v2, s[10:11]
  s_waitcnt vmcnt(0)
  put v3, 0
  finish

kernel partial
  begin
  v_mov_b32_e32 v2, 0x1111
  v_mov_b32_e32 v3, 0x1111
  v_mov_b32_e32 v4, 0x1111
  get v2, 0
  get v3, 1
  get v4, 2
  s_waitcnt vmcnt(1)
  v_mov_b32_e32 v5, v2
  v_mov_b32_e32 v6, v3
  v_mov_b32_e32 v7, v4
  s_waitcnt vmcnt(0)
  put v5, 0
  put v6, 1
  put v7, 2
  put v4, 3
  finish

// 65 loads over a counter of 63: two had to be done, a third had not.
kernel vm_full, vgprs=128, accum=128
  begin
.set r, 32
.rept 65
  v_mov_b32_e32 v[r], 0x1111
  .set r, r+1
.endr
.set r, 32
.rept 65
  global_load_dword v[r], v1, s[10:11]
  .set r, r+1
.endr
  v_mov_b32_e32 v2, v32
  v_mov_b32_e32 v3, v33
  v_mov_b32_e32 v4, v34
  s_waitcnt vmcnt(0)
  put v2, 0
  put v3, 1
  put v4, 2
  put v96, 3
  finish

// 16 reads over a counter of 15.
kernel lgkm_full, vgprs=64, accum=64, lds=256
  begin
  v_add_u32_e32 v2, 100, v0
  ds_write_b32 v1, v2
  s_waitcnt lgkmcnt(0)
.set r, 32
.rept 16
  v_mov_b32_e32 v[r], 0x1111
  .set r, r+1
.endr
.set r, 32
.rept 16
  ds_read_b32 v[r], v1
  .set r, r+1
.endr
  v_mov_b32_e32 v3, v32
  v_mov_b32_e32 v4, v33
  s_waitcnt lgkmcnt(0)
  put v3, 0
  put v4, 1
  put v47, 2
  finish

kernel scalar_order
  begin
  s_movk_i32 s20, 0x1111
  s_movk_i32 s21, 0x1111
  s_load_dword s20, s[10:11], 0x0
  s_load_dword s21, s[10:11], 0x4
  s_waitcnt lgkmcnt(1)
  s_mov_b32 s22, s20
  s_mov_b32 s23, s21
  s_waitcnt lgkmcnt(0)
  put_scalar s22, 0
  put_scalar s23, 1
  put_scalar s20, 2
  put_scalar s21, 3
  finish

// A read of LDS, then a scalar load: waiting for one of two does not cover the read.
kernel mixed_order, lds=256
  begin
  v_mov_b32_e32 v2, 0x2222
  ds_write_b32 v1, v2
  v_mov_b32_e32 v3, 0x1111
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v3, v1
  s_load_dword s20, s[10:11], 0x0
  s_waitcnt lgkmcnt(1)
  v_mov_b32_e32 v4, v3
  s_waitcnt lgkmcnt(0)
  put v4, 0
  put v3, 1
  finish

// A multi-dword scalar load counts twice.
kernel scalar_weight
  begin
  s_movk_i32 s20, 0x1111
  s_movk_i32 s21, 0x1111
  s_load_dwordx2 s[20:21], s[10:11], 0x0
  s_waitcnt lgkmcnt(2)
  s_mov_b32 s22, s20
  s_waitcnt lgkmcnt(1)
  s_mov_b32 s23, s20
  s_waitcnt lgkmcnt(0)
  put_scalar s22, 0
  put_scalar s23, 1
  finish

// Wave 0 writes row 1; wave 1 reads it beyond the barrier and copies it to row 2.
.macro message wait
  begin
  v_readfirstlane_b32 s20, v0
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 1f
  v_mov_b32_e32 v2, 42
  put v2, 1
.if \wait
  s_waitcnt vmcnt(0)
.endif
1:
  s_barrier
  s_cmp_eq_u32 s20, 0
  s_cbranch_scc1 2f
  v_and_b32_e32 v0, 63, v0
  v_lshlrev_b32_e32 v1, 2, v0
  global_load_dword v3, v1, s[8:9] offset:256
  s_waitcnt vmcnt(0)
  put v3, 2
2:
  finish
.endm

kernel store_then_barrier
  message 0

kernel store_wait_barrier
  message 1

// Four waves load 1 KiB each straight into LDS and read what the next wave loaded.
.macro relay wait, barrier
  begin
  v_readfirstlane_b32 s20, v0
  s_lshr_b32 s20, s20, 6
  s_lshl_b32 m0, s20, 10
  v_lshlrev_b32_e32 v2, 4, v0
  v_mov_b32_e32 v4, 0x1111
  v_mov_b32_e32 v5, v4
  v_mov_b32_e32 v6, v4
  v_mov_b32_e32 v7, v4
  ds_write_b128 v2, v[4:7]
  s_waitcnt lgkmcnt(0)
  s_barrier
  global_load_lds_dwordx4 v2, s[10:11]
.if \wait
  s_waitcnt vmcnt(0)
.endif
.if \barrier
  s_barrier
.endif
  v_add_u32_e32 v3, 1024, v2
  v_and_b32_e32 v3, 4095, v3
  ds_read_b128 v[4:7], v3
  s_waitcnt lgkmcnt(0)
  global_store_dwordx4 v2, v[4:7], s[8:9]
  finish
.endm

kernel relay, lds=4096
  relay 1, 1

kernel relay_no_wait, lds=4096
  relay 0, 1

kernel relay_no_barrier, lds=4096
  relay 1, 0

// Every wave adds 1 to the same dword twenty times, without an atomic.
kernel racy
  begin
  v_mov_b32_e32 v2, 0
  s_movk_i32 s20, 20
1:
  global_load_dword v3, v2, s[8:9]
  s_waitcnt vmcnt(0)
  v_add_u32_e32 v3, 1, v3
  global_store_dword v2, v3, s[8:9]
  s_waitcnt vmcnt(0)
  s_sub_u32 s20, s20, 1
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 1b
  finish

// One row of output per workgroup; odd ones use an undefined address.
kernel many
  begin
  v_mov_b32_e32 v2, s2
  s_lshl_b32 s20, s2, 8
  s_add_u32 s8, s8, s20
  s_addc_u32 s9, s9, 0
  s_bitcmp1_b32 s2, 0
  s_cbranch_scc0 1f
  v_and_b32_e32 v4, 0xfc, v20
  global_load_dword v3, v4, s[10:11]
1:
  s_waitcnt vmcnt(0)
  put v2, 0
  finish

// All workgroups from 20 on stop, and 20 takes long: threads that run ahead find something and
// stop before it does.
kernel one_stops
  begin
  s_cmp_lt_u32 s2, 20
  s_cbranch_scc1 3f
  s_movk_i32 s20, 20000
  s_cmp_eq_u32 s2, 20
  s_cbranch_scc0 2f
1:
  s_sub_u32 s20, s20, 1
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 1b
  s_trap 2
2:
  s_cmp_eq_u32 s50, 0
  s_cbranch_scc1 4f
4:
  s_trap 2
3:
  finish

// Ends with a store and an LDS write on their way.
kernel unfinished, lds=256
  begin
  v_mov_b32_e32 v2, 42
  ds_write_b32 v1, v2
  put v2, 0
  s_endpgm

// A load that a VALU write overtakes: the pending load must win when it comes late.
kernel overtaken
  begin
  get v2, 0
  v_mov_b32_e32 v2, 7
  s_waitcnt vmcnt(0)
  put v2, 0
  finish

// A load from memory and a read of LDS fill one register: two counters, no order.
kernel overtaken_by_lds, lds=256
  begin
  v_mov_b32_e32 v3, 7
  ds_write_b32 v1, v3
  s_waitcnt lgkmcnt(0)
  get v2, 0
  ds_read_b32 v2, v1
  s_waitcnt vmcnt(0) lgkmcnt(0)
  put v2, 0
  finish
// … of one counter, the second comes later.
kernel loaded_again
  begin
  get v2, 0
  get v2, 1
  s_waitcnt vmcnt(0)
  put v2, 0
  finish

// One may be left of a dword between two pairs of dwords: it may be the dword.
kernel scalar_light
  begin
  s_movk_i32 s20, 0x1111
  s_load_dwordx2 s[22:23], s[10:11], 0x8
  s_load_dword s20, s[10:11], 0x0
  s_load_dwordx2 s[24:25], s[10:11], 0x10
  s_waitcnt lgkmcnt(1)
  s_mov_b32 s26, s20
  s_waitcnt lgkmcnt(0)
  put_scalar s26, 0
  put_scalar s20, 1
  finish

// Fifteen reads of LDS fill lgkmcnt; a flat load that counts on it, too, has to wait for the first of them.
kernel flat_full, vgprs=64, accum=64, lds=256
  begin
  v_add_u32_e32 v2, 100, v0
  ds_write_b32 v1, v2
  v_mov_b32_e32 v5, s11
  v_add_co_u32_e32 v4, vcc, s10, v1
  v_addc_co_u32_e32 v5, vcc, 0, v5, vcc
  s_waitcnt lgkmcnt(0)
.set r, 32
.rept 16
  v_mov_b32_e32 v[r], 0x1111
  .set r, r+1
.endr
.set r, 32
.rept 15
  ds_read_b32 v[r], v1
  .set r, r+1
.endr
  flat_load_dword v47, v[4:5]
  v_mov_b32_e32 v6, v32
  v_mov_b32_e32 v7, v33
  s_waitcnt lgkmcnt(0)
  v_mov_b32_e32 v8, v46
  v_mov_b32_e32 v9, v47
  s_waitcnt vmcnt(0)
  put v6, 0
  put v7, 1
  put v8, 2
  put v9, 3
  put v47, 4
  finish

// One wave of two spins until the other has written a flag to LDS: wave 0 waits, or wave 1.
.macro spin waiting
  begin
  v_mov_b32_e32 v2, 0
  v_mov_b32_e32 v3, 7
  v_lshrrev_b32_e32 v4, 6, v0
  s_nop 0
  v_readfirstlane_b32 s20, v4
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 1f
  ds_write_b32 v2, v2
  s_waitcnt lgkmcnt(0)
1:
  s_barrier
  s_cmp_lg_u32 s20, \waiting
  s_cbranch_scc1 3f
2:
  ds_read_b32 v5, v2
  s_waitcnt lgkmcnt(0)
  v_readfirstlane_b32 s21, v5
  s_cmp_eq_u32 s21, 0
  s_cbranch_scc1 2b
  put v5, 0
  finish
3:
  ds_write_b32 v2, v3
  put v3, 0
  finish
.endm
kernel spin_first, lds=16
  spin 0
kernel spin_second, lds=16
  spin 1

// Wave 0 stores a message to row 1 and then a flag to row 2, with or without a wait between; wave 1 waits for the flag
// and copies the message to row 3.
.macro flagged wait
  begin
  v_readfirstlane_b32 s20, v0
  v_and_b32_e32 v0, 63, v0
  v_lshlrev_b32_e32 v1, 2, v0
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 1f
  v_mov_b32_e32 v2, 42
  v_mov_b32_e32 v3, 1
  put v2, 1
.if \wait
  s_waitcnt vmcnt(0)
.endif
  put v3, 2
.rept 100
  s_nop 0
.endr
  finish
1:
  global_load_dword v4, v1, s[8:9] offset:512
  s_waitcnt vmcnt(0)
  v_cmp_ne_u32_e32 vcc, 1, v4
  s_cbranch_vccnz 1b
  global_load_dword v5, v1, s[8:9] offset:256
  s_waitcnt vmcnt(0)
  put v5, 3
  finish
.endm

kernel flag_at_once
  flagged 0

kernel flag_after_wait
  flagged 1

// Wave 1 waits for what wave 0 stored before its barrier, without a wait.
kernel flag_before_barrier
  begin
  v_readfirstlane_b32 s20, v0
  v_and_b32_e32 v0, 63, v0
  v_lshlrev_b32_e32 v1, 2, v0
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 1f
  v_mov_b32_e32 v3, 1
  put v3, 2
  s_branch 2f
1:
  global_load_dword v4, v1, s[8:9] offset:512
  s_waitcnt vmcnt(0)
  v_cmp_ne_u32_e32 vcc, 1, v4
  s_cbranch_vccnz 1b
2:
  s_barrier
  finish

// Every workgroup appends its number: a counter in row 0, the numbers behind it.
kernel arrival
  begin
  v_mov_b32_e32 v2, 0
  v_mov_b32_e32 v3, 1
  v_mov_b32_e32 v6, 0xeeeeeeee
  s_mov_b64 exec, 1
  global_atomic_add v4, v2, v3, s[8:9] sc0
  s_waitcnt vmcnt(0)
  v_sub_u32_e32 v4, v4, v6
  v_lshlrev_b32_e32 v4, 2, v4
  v_mov_b32_e32 v5, s2
  global_store_dword v4, v5, s[8:9] offset:256
  finish

// LDS is 7; a load to LDS brings the input's row. One that is read before its wait, and one that overwrites what is still
// to be read: each is right under `latest`, where the other counter's wait comes first.
.macro copied
  begin
  v_mov_b32_e32 v2, 7
  ds_write_b32 v1, v2
  s_mov_b32 m0, 0
  s_waitcnt lgkmcnt(0)
.endm
kernel read_before_copied, lds=256
  copied
  global_load_lds_dword v1, s[10:11]
  ds_read_b32 v3, v1
  s_waitcnt vmcnt(0)
  s_waitcnt lgkmcnt(0)
  put v3, 0
  finish
kernel copied_before_read, lds=256
  copied
  ds_read_b32 v3, v1
  global_load_lds_dword v1, s[10:11]
  s_waitcnt lgkmcnt(0)
  s_waitcnt vmcnt(0)
  put v3, 0
  finish
