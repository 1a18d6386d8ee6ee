// Accesses that clang makes of ordinary code, structured buffers, scratch of other lanes.

// Bytes and halfwords that all lanes share: at 5, 7, 6 = 4 + 2 * 1, 10; of a buffer of 16 bytes the last, and one past it.
.macro show register, at
  v_mov_b32 v3, \register
  global_store_b32 v1, v3, s[4:5] offset:\at
.endm
// s[12:15]: a buffer on the input.
.macro buffer records, word3
  s_mov_b32 s12, s6
  s_or_b32 s13, s7, (\records & 0x7f) << 25
  s_mov_b32 s14, \records >> 7
  s_mov_b32 s15, \word3
.endm
program parts
  begin
  s_mov_b32 s16, 1
  s_load_u8 s8, s[6:7], 0x5
  s_load_i8 s9, s[6:7], 0x7
  s_load_u16 s10, s[6:7], s16 offset:4 scale_offset
  s_load_i16 s11, s[6:7], 0xa
  buffer 16, 0
  s_buffer_load_u8 s17, s[12:15], 0xf
  s_buffer_load_i8 s18, s[12:15], 0x10
  s_buffer_load_u16 s19, s[12:15], 0xe
  s_buffer_load_i16 s20, s[12:15], 0xe
  s_wait_kmcnt 0x0
  show s8, 0
  show s9, 128
  show s10, 256
  show s11, 384
  show s17, 512
  show s18, 640
  show s19, 768
  show s20, 896
done parts
program part_astray
  begin
  s_load_u16 s8, s[6:7], 0x3
  s_wait_kmcnt 0x0
  show s8, 0
done part_astray
program part_outside
  begin
  s_load_u8 s8, s[6:7], 0x80
  s_wait_kmcnt 0x0
  show s8, 0
done part_outside

// Even lanes compare with what is there and store 7; odd ones do not. Then the same of two dwords.
program compare_store
  begin
  v_and_b32 v4, 1, v0
  v_add_nc_u32 v5, v2, v4
  v_mov_b32 v3, 7
  ds_store_b32 v1, v2
  s_wait_dscnt 0x0
  ds_cmpstore_rtn_b32 v6, v1, v3, v5
  s_wait_dscnt 0x0
  ds_load_b32 v7, v1
  s_wait_dscnt 0x0
  global_store_b32 v1, v7, s[4:5]
  global_store_b32 v1, v6, s[4:5] offset:128
  v_lshlrev_b32 v16, 3, v0
  v_mov_b32 v10, v2
  v_mov_b32 v11, v0
  v_mov_b32 v12, v2
  v_add_nc_u32 v13, v0, v4
  v_mov_b32 v14, 8
  v_mov_b32 v15, 9
  ds_store_b64 v16, v[10:11]
  s_wait_dscnt 0x0
  ds_cmpstore_b64 v16, v[14:15], v[12:13]
  s_wait_dscnt 0x0
  ds_load_b64 v[18:19], v16
  s_wait_dscnt 0x0
  global_store_b32 v1, v18, s[4:5] offset:256
  global_store_b32 v1, v19, s[4:5] offset:384
done compare_store, 256

program more_atomics
  begin
  v_and_b32 v3, 0xff, v2
  v_cvt_f32_u32 v5, v3
  global_store_b32 v1, v3, s[4:5]
  global_store_b32 v1, v3, s[4:5] offset:128
  global_store_b32 v1, v5, s[4:5] offset:256
  global_store_b32 v1, v5, s[4:5] offset:384
  v_mov_b32 v4, 100
  v_mov_b32 v6, 0x42c80000
  s_wait_storecnt 0x0
  global_atomic_cond_sub_u32 v1, v4, s[4:5]
  global_atomic_sub_clamp_u32 v1, v4, s[4:5] offset:128
  global_atomic_min_num_f32 v1, v6, s[4:5] offset:256
  global_atomic_max_num_f32 v1, v6, s[4:5] offset:384
done more_atomics

// Records of 12 bytes, 20 of them: three times a scale of 4.
program structured
  begin
  buffer 240, 3 << 12 | 1 << 26
  buffer_load_b32 v3, v0, s[12:15], null idxen offset:4
  s_wait_loadcnt 0x0
  global_store_b32 v1, v3, s[4:5]
done structured
// The second dword lies in the next record, unless the stride bounds the offset.
program unbounded
  begin
  buffer 240, 3 << 12 | 1 << 26
  buffer_load_b64 v[4:5], v0, s[12:15], null idxen offset:8
  s_wait_loadcnt 0x0
  global_store_b32 v1, v4, s[4:5]
  global_store_b32 v1, v5, s[4:5] offset:128
done unbounded
program bounded
  begin
  buffer 240, 3 << 12 | 1 << 26 | 1 << 29
  buffer_load_b64 v[4:5], v0, s[12:15], null idxen offset:8
  s_wait_loadcnt 0x0
  global_store_b32 v1, v4, s[4:5]
  global_store_b32 v1, v5, s[4:5] offset:128
done bounded
// An index and an offset in registers, and one in a scalar register: 12 * (lane + 1) + 4 - 8 + 8.
program indexed_offset
  begin
  buffer 240, 12 << 12
  v_add_nc_u32 v4, 1, v0
  v_mov_b32 v5, 4
  s_mov_b32 s8, 4
  buffer_load_b32 v3, v[4:5], s[12:15], s8 idxen offen offset:4
  s_wait_loadcnt 0x0
  global_store_b32 v1, v3, s[4:5]
done indexed_offset
// 16 bytes of each of 32 records side by side: those from 16 on of record l lie at 16 * 32 + 16 * l.
program swizzled
  begin
  buffer 1024, 32 << 12 | 1 << 28
  buffer_load_b128 v[4:7], v0, s[12:15], null idxen offset:16
  s_wait_loadcnt 0x0
  v_lshlrev_b32 v1, 4, v0
  global_store_b128 v1, v[4:7], s[4:5]
done swizzled
program swizzled_across
  begin
  buffer 1024, 32 << 12 | 1 << 28
  buffer_load_b128 v[4:7], v0, s[12:15], null idxen offset:8
  s_wait_loadcnt 0x0
  global_store_b32 v1, v4, s[4:5]
done swizzled_across
program other_type
  begin
  buffer 1024, 1 << 30
  buffer_load_b32 v4, v0, s[12:15], null offen
  s_wait_loadcnt 0x0
  global_store_b32 v1, v4, s[4:5]
done other_type
// Without an index the stride counts where offsets are held to it: three dwords of each record, and all of them where not.
.macro read_by_offset records, word3
  begin
  buffer \records, \word3
  buffer_load_b32 v3, v1, s[12:15], null offen
  s_wait_loadcnt 0x0
  global_store_b32 v1, v3, s[4:5]
.endm
program bounded_offset
  read_by_offset 240, 12 << 12 | 1 << 29
done bounded_offset
program unbounded_offset
  read_by_offset 120, 12 << 12
done unbounded_offset
// Offsets do not wrap: past the end.
program offset_past_4g
  begin
  buffer 1024, 0
  v_mov_b32 v5, -4
  buffer_load_b32 v3, v5, s[12:15], null offen offset:8
  s_wait_loadcnt 0x0
  global_store_b32 v1, v3, s[4:5]
done offset_past_4g

// v[4:5]: the address of dword 1 in the scratch of the lane in v3, of this wave or of another.
.macro address_of_lane other=0
  v_mov_b32 v4, src_flat_scratch_base_lo
  v_mov_b32 v6, src_flat_scratch_base_hi
  v_lshlrev_b32 v5, 20, v3
  v_add_nc_u32 v4, 4, v4
  v_xor_b32 v6, \other, v6
  v_add_nc_u32 v5, v6, v5
.endm
program other_lanes
  begin
  scratch_store_b32 off, v2, off offset:4
  s_wait_storecnt 0x0
  v_xor_b32 v3, 1, v0
  address_of_lane
  flat_load_b32 v7, v[4:5]
  s_wait_loadcnt_dscnt 0x0
  flat_store_b32 v[4:5], v0
  s_wait_storecnt_dscnt 0x0
  scratch_load_b32 v8, off, off offset:4
  s_wait_loadcnt 0x0
  v_add_nc_u32 v7, v7, v8
  global_store_b32 v1, v7, s[4:5]
done other_lanes, 0, 32, 16
program past_another_lane
  begin
  v_xor_b32 v3, 1, v0
  address_of_lane
  flat_load_b32 v7, v[4:5] offset:12
  s_wait_loadcnt_dscnt 0x0
  global_store_b32 v1, v7, s[4:5]
done past_another_lane, 0, 32, 16
program another_wave
  begin
  v_mov_b32 v3, v0
  address_of_lane 1
  flat_load_b32 v7, v[4:5]
  s_wait_loadcnt_dscnt 0x0
  global_store_b32 v1, v7, s[4:5]
done another_wave, 0, 32, 16

// The first workgroup stores a row and counts at a word behind it; the second waits for that and copies the row.
.macro message scope, release, acquire
  begin
  v_mov_b32 v3, 0
  v_mov_b32 v4, 1
  s_cmp_lg_u32 ttmp9, 0
  s_cbranch_scc1 1f
  global_store_b32 v1, v2, s[4:5]
  \release
  s_mov_b32 exec_lo, 1
  global_atomic_add_u32 v3, v4, s[4:5] offset:256 scope:SCOPE_DEV
  s_endpgm
1:
  global_load_b32 v5, v3, s[4:5] offset:256 \scope
  s_wait_loadcnt 0x0
  v_readfirstlane_b32 s8, v5
  s_cmp_eq_u32 s8, 0
  s_cbranch_scc1 1b
  \acquire
  global_load_b32 v6, v1, s[4:5]
  s_wait_loadcnt 0x0
  global_store_b32 v1, v6, s[4:5] offset:128
.endm
.macro no_fence
.endm
// What clang makes of fences at agent scope.
.macro releases
  global_wb scope:SCOPE_DEV
  s_wait_storecnt 0x0
.endm
.macro acquires
  global_inv scope:SCOPE_DEV
  s_wait_loadcnt 0x0
.endm
program message_of_device
  message scope:SCOPE_DEV, releases, acquires
done message_of_device
program message_of_system
  message scope:SCOPE_SYS, releases, acquires
done message_of_system
program message_of_engine
  message scope:SCOPE_SE, releases, acquires
done message_of_engine
program message_not_waited_for
  message scope:SCOPE_DEV, "global_wb scope:SCOPE_DEV", acquires
done message_not_waited_for
program message_not_written_back
  message scope:SCOPE_DEV, "s_wait_storecnt 0x0", acquires
done message_not_written_back
program message_not_invalidated
  message scope:SCOPE_DEV, releases, no_fence
done message_not_invalidated
