// Flat operations whose lanes go to different address spaces, as the input says: row 0 which (0 the output, 1 LDS,
// 2 scratch, 3 past LDS's aperture), row 1 the offset there. v[4:5] the flat address, v3 the offset, s[16:17] the lanes
// in LDS, s[18:19] those in scratch, v7 = 100 + thread.
.macro places
  begin
  s_mov_b64 s[12:13], src_shared_base
  s_mov_b64 s[14:15], src_private_base
  get v2, 0
  get v3, 1
  s_waitcnt vmcnt(0)
  v_mov_b32_e32 v5, s9
  v_add_co_u32_e32 v4, vcc, s8, v3
  v_addc_co_u32_e32 v5, vcc, 0, v5, vcc
  v_cmp_lt_u32_e64 s[20:21], 0, v2
  v_cndmask_b32_e64 v4, v4, v3, s[20:21]
  v_mov_b32_e32 v6, s13
  v_cmp_eq_u32_e64 s[16:17], 1, v2
  v_cndmask_b32_e64 v5, v5, v6, s[16:17]
  v_mov_b32_e32 v6, s15
  v_cmp_eq_u32_e64 s[18:19], 2, v2
  v_cndmask_b32_e64 v5, v5, v6, s[18:19]
  v_mov_b32_e32 v6, s13
  v_add_u32_e32 v6, 1, v6
  v_cmp_eq_u32_e64 s[20:21], 3, v2
  v_cndmask_b32_e64 v5, v5, v6, s[20:21]
  v_add_u32_e32 v7, 100, v0
.endm

.macro arrived
  s_waitcnt vmcnt(0) lgkmcnt(0)
.endm

// What one instruction writes, another reads; each space's own instructions find it, too.
kernel spaces, lds=256, private=16
  places
  v_mov_b32_e32 v9, 0
  v_mov_b32_e32 v10, 0
  flat_store_dword v[4:5], v7
  arrived
  flat_load_dword v8, v[4:5]
  s_mov_b64 exec, s[16:17]
  ds_read_b32 v9, v3
  s_mov_b64 exec, s[18:19]
  scratch_load_dword v10, v3, off
  s_mov_b64 exec, -1
  arrived
  put v8, 1
  put v9, 2
  put v10, 3
  finish

// 16 bytes at an instruction offset; then parts of them.
kernel sizes, lds=1040, private=32
  places
  v_mov_b32_e32 v20, 0x11
  v_mov_b32_e32 v21, 0x8822
  v_mov_b32_e32 v22, 0x83
  v_add_u32_e32 v23, 0x44000, v0
  flat_store_dwordx4 v[4:5], v[20:23] offset:16
  arrived
  flat_load_dwordx4 v[8:11], v[4:5] offset:16
  flat_load_sbyte v12, v[4:5] offset:24
  v_mov_b32_e32 v13, 0x77
  flat_load_short_d16_hi v13, v[4:5] offset:20
  arrived
  put v8, 8
  put v11, 9
  put v12, 10
  put v13, 11
  flat_store_byte v[4:5], v7 offset:17
  arrived
  flat_load_dword v14, v[4:5] offset:16
  arrived
  put v14, 12
  finish

kernel atomics, lds=256, private=16
  places
  v_mov_b32_e32 v8, 7
  flat_store_dword v[4:5], v8
  arrived
  flat_atomic_add v9, v[4:5], v7 sc0
  arrived
  v_mov_b32_e32 v10, 5
  v_add_u32_e32 v11, 7, v7
  flat_atomic_cmpswap v12, v[4:5], v[10:11] sc0
  arrived
  flat_atomic_add v[4:5], v7
  arrived
  flat_load_dword v13, v[4:5]
  arrived
  put v9, 1
  put v12, 2
  put v13, 3
  finish

kernel atomic_of_two_dwords, lds=512, private=16
  places
  v_mov_b32_e32 v8, 1
  v_mov_b32_e32 v9, 2
  flat_store_dwordx2 v[4:5], v[8:9]
  arrived
  flat_atomic_add_x2 v[10:11], v[4:5], v[8:9] sc0
  arrived
  flat_load_dwordx2 v[12:13], v[4:5]
  arrived
  put v11, 4
  put v13, 5
  finish

kernel store, lds=256, private=16
  places
  flat_store_dword v[4:5], v7
  finish

kernel load, lds=256, private=16
  places
  flat_load_dword v8, v[4:5]
  arrived
  put v8, 1
  finish

// An address that the kernel loads from LDS or scratch, where nobody wrote one; and where somebody did.
.macro address_from_space, written
  places
  .if \written
  v_mov_b32_e32 v8, 0
  flat_store_dword v[4:5], v8
  arrived
  .endif
  flat_load_dword v8, v[4:5]
  arrived
  global_load_dword v9, v8, s[10:11]
  finish
.endm
kernel undefined_address, lds=256, private=16
  address_from_space 0
kernel defined_address, lds=256, private=16
  address_from_space 1

kernel undefined_half, lds=256, private=16
  places
  flat_load_dword v8, v[4:5]
  v_mov_b32_e32 v30, v4
  flat_load_dword v9, v[30:31]
  finish

// Half the wait: enough or not, as the lanes lie.
.macro half_the_wait counter
  places
  flat_store_dword v[4:5], v7
  arrived
  v_mov_b32_e32 v8, 0
  flat_load_dword v8, v[4:5]
  s_waitcnt \counter\()(0)
  v_mov_b32_e32 v9, v8
  arrived
  put v9, 1
  finish
.endm
kernel wait_vm, lds=256, private=16
  half_the_wait vmcnt
kernel wait_lgkm, lds=256, private=16
  half_the_wait lgkmcnt

// LDS works in order, whichever instruction asks: no wait between.
kernel in_order, lds=512, private=16
  places
  v_mov_b32_e32 v9, 1
  ds_write_b32 v3, v9
  flat_store_dword v[4:5], v7
  ds_read_b32 v8, v3
  ds_write_b32 v3, v9
  flat_load_dword v10, v[4:5]
  arrived
  put v8, 1
  put v10, 2
  finish

// Two waves. Each stores its own dwords of LDS by flat instructions and reads the other's; or stores to its scratch.
.macro own_place base
  begin
  s_mov_b64 s[12:13], \base
  v_mov_b32_e32 v5, s13
  v_mov_b32_e32 v4, v1
  v_xor_b32_e32 v6, 0x100, v1
  v_add_u32_e32 v7, 100, v0
  flat_store_dword v[4:5], v7
  arrived
.endm
kernel race, lds=512
  own_place src_shared_base
  ds_read_b32 v8, v6
  finish
kernel race_by_flat, lds=512
  own_place src_shared_base
  v_mov_b32_e32 v7, v5
  flat_load_dword v8, v[6:7]
  finish
kernel ordered, lds=512
  own_place src_shared_base
  s_barrier
  v_mov_b32_e32 v7, v5
  flat_load_dword v8, v[6:7]
  arrived
  put v8, 0
  finish
kernel own_scratch, private=512
  own_place src_private_base
  flat_load_dword v8, v[4:5]
  arrived
  put v8, 0
  finish
