// Tensor copies. Arguments: out, x, descriptors of 20 dwords, of which workgroup i takes the i-th; its address counts from
// the buffer that is copied. LDS has 8192 bytes.
.macro tensor_begin
  s_load_b128 s[4:7], s[0:1], 0x0
  s_load_b64 s[8:9], s[0:1], 0x10
  s_mul_i32 s10, ttmp9, 80
  s_mov_b32 s11, 0
  v_and_b32 v0, 0x3ff, v0
  v_lshlrev_b32 v1, 4, v0
  s_wait_kmcnt 0x0
  s_add_nc_u64 s[8:9], s[8:9], s[10:11]
  s_load_b512 s[16:31], s[8:9], 0x0
  s_load_b128 s[32:35], s[8:9], 0x40
  s_lshl_b32 s10, ttmp9, 13
  s_add_nc_u64 s[4:5], s[4:5], s[10:11]
  s_wait_kmcnt 0x0
.endm
.macro to_all_lds
  .set at, 0
  .rept 16
  ds_store_b128 v1, v[4:7] offset:at
  .set at, at + 512
  .endr
  s_wait_dscnt 0x0
.endm

// All of LDS, with what the copy left as it was.
.macro load_tile what:vararg
  tensor_begin
  s_add_nc_u64 s[18:19], s[18:19], s[6:7]
  v_mov_b32 v4, 0xa5a5a5a5
  v_mov_b32 v5, 0xa5a5a5a5
  v_mov_b32 v6, 0xa5a5a5a5
  v_mov_b32 v7, 0xa5a5a5a5
  to_all_lds
  s_mov_b32 exec_lo, 0
  tensor_load_to_lds \what
  s_wait_tensorcnt 0x0
  s_mov_b32 exec_lo, -1
  .set at, 0
  .rept 16
  ds_load_b128 v[4:7], v1 offset:at
  s_wait_dscnt 0x0
  global_store_b128 v1, v[4:7], s[4:5] offset:at
  .set at, at + 512
  .endr
.endm
program load_all
  load_tile s[16:19], s[20:27], s[28:31], s[32:35]
done load_all, 8192, 48
program load_two
  load_tile s[16:19], s[20:27]
done load_two, 8192, 48

// LDS is x; the tile goes to the workgroup's part of out.
program store_all
  tensor_begin
  .set at, 0
  .rept 16
  global_load_b128 v[4:7], v1, s[6:7] offset:at
  s_wait_loadcnt 0x0
  ds_store_b128 v1, v[4:7] offset:at
  .set at, at + 512
  .endr
  s_wait_dscnt 0x0
  s_add_nc_u64 s[18:19], s[18:19], s[4:5]
  tensor_store_from_lds s[16:19], s[20:27], s[28:31], s[32:35]
  s_wait_tensorcnt 0x0
done store_all, 8192, 48

// ---- waits: a tile of 512 bytes at LDS 0, of which lane l reads 16 bytes

.macro tile_begin
  tensor_begin
  s_add_nc_u64 s[18:19], s[18:19], s[6:7]
.endm
.macro tile_end at=0
  ds_load_b128 v[4:7], v1 offset:\at
  s_wait_dscnt 0x0
  global_store_b128 v1, v[4:7], s[4:5]
.endm
program tile_in_time
  tile_begin
  tensor_load_to_lds s[16:19], s[20:27]
  s_wait_tensorcnt 0x0
  tile_end
done tile_in_time, 8192, 48
program tile_too_early
  tile_begin
  tensor_load_to_lds s[16:19], s[20:27]
  s_wait_asynccnt 0x0
  s_wait_loadcnt 0x0
  tile_end
done tile_too_early, 8192, 48

// Two tiles, the second at LDS 512: the counter lets the second be outstanding.
.macro two_tiles wait, at
  tile_begin
  tensor_load_to_lds s[16:19], s[20:27]
  s_addk_co_i32 s17, 512
  tensor_load_to_lds s[16:19], s[20:27]
  s_wait_tensorcnt \wait
  tile_end \at
.endm
program first_of_two
  two_tiles 1, 0
done first_of_two, 8192, 48
program second_of_two
  two_tiles 1, 512
done second_of_two, 8192, 48
program second_after_all
  two_tiles 0, 512
done second_after_all, 8192, 48

// What macros take is a word each.
.macro tensors_done
  s_wait_tensorcnt 0x0
.endm
.macro lds_done
  s_wait_dscnt 0x0
.endm
.macro nothing
  s_nop 0
.endm

// What a store reads is overwritten while it may still be read.
.macro stored_tile wait
  tensor_begin
  global_load_b128 v[4:7], v1, s[6:7]
  s_wait_loadcnt 0x0
  ds_store_b128 v1, v[4:7]
  s_wait_dscnt 0x0
  s_add_nc_u64 s[18:19], s[18:19], s[4:5]
  tensor_store_from_lds s[16:19], s[20:27]
  \wait
  v_mov_b32 v4, 0
  ds_store_b32 v1, v4
.endm
program kept_for_store
  stored_tile tensors_done
done kept_for_store, 8192, 48
program overwritten_under_store
  stored_tile lds_done
done overwritten_under_store, 8192, 48

// ---- waves: the first copies, the second reads

.macro first_wave label
  v_readfirstlane_b32 s12, v0
  s_cmp_lg_u32 s12, 0
  s_cbranch_scc1 \label
.endm
.macro barrier
  s_barrier_signal -1
  s_barrier_wait -1
.endm
.macro handed_over wait, meet:vararg
  tile_begin
  v_and_b32 v1, 0x1ff, v1
  first_wave over\@
  tensor_load_to_lds s[16:19], s[20:27]
  \wait
over\@:
  \meet
  first_wave reads\@
  s_endpgm
reads\@:
  tile_end
.endm
program handed
  handed_over tensors_done, barrier
done handed, 8192, 48
program handed_without_wait
  handed_over nothing, barrier
done handed_without_wait, 8192, 48
program handed_without_barrier
  handed_over tensors_done, nothing
done handed_without_barrier, 8192, 48

// One lane of the second wave reads of the tile, the others what their wave stored; a lane that there is not: none does.
.macro one_lane_reads lane
  tile_begin
  v_and_b32 v1, 0x1ff, v1
  first_wave reads\@
  tensor_load_to_lds s[16:19], s[20:27]
  s_wait_tensorcnt 0x0
  s_endpgm
reads\@:
  v_mov_b32 v4, 0
  v_mov_b32 v5, 0
  v_mov_b32 v6, 0
  v_mov_b32 v7, 0
  v_add_nc_u32 v9, 0x400, v1
  ds_store_b128 v9, v[4:7]
  s_wait_dscnt 0x0
  v_cmp_eq_u32 vcc_lo, 16 * \lane, v1
  v_cndmask_b32 v9, v9, v1, vcc_lo
  ds_load_b128 v[4:7], v9
  s_wait_dscnt 0x0
  v_cmp_eq_u32 vcc_lo, 0, v4                // what is read is used
  s_cbranch_vccz used\@
used\@:
.endm
program first_lane_reads
  one_lane_reads 0
done first_lane_reads, 8192, 48
program middle_lane_reads
  one_lane_reads 13
done middle_lane_reads, 8192, 48
program last_lane_reads
  one_lane_reads 31
done last_lane_reads, 8192, 48
program no_lane_reads
  one_lane_reads 32
done no_lane_reads, 8192, 48

// A stage is filled, read by the second wave, filled again.
.macro refilled meet:vararg
  tile_begin
  v_and_b32 v1, 0x1ff, v1
  first_wave other\@
  tensor_load_to_lds s[16:19], s[20:27]
  s_wait_tensorcnt 0x0
  barrier
  \meet
  s_addk_co_i32 s18, 16
  tensor_load_to_lds s[16:19], s[20:27]
  s_wait_tensorcnt 0x0
  s_endpgm
other\@:
  barrier
  tile_end
  \meet
.endm
program refilled_in_turn
  refilled barrier
done refilled_in_turn, 8192, 48
program refilled_while_read
  refilled nothing
done refilled_while_read, 8192, 48

// ---- barriers in LDS: at 4096, complete after one arrival

.macro init_lds_barrier
  v_mov_b32 v8, 0x1000
  v_mov_b32 v10, 0
  v_mov_b32 v11, 0
  first_wave init\@
  s_mov_b32 exec_lo, 1
  ds_store_b64 v8, v[10:11]
  s_mov_b32 exec_lo, -1
  s_wait_dscnt 0x0
init\@:
  barrier
.endm
// Until the phase's lowest bit is set.
.macro await_phase
again\@:
  ds_load_b32 v12, v8
  s_wait_dscnt 0x0
  v_readfirstlane_b32 s13, v12
  s_bitcmp1_b32 s13, 29
  s_cbranch_scc0 again\@
.endm
.macro announced poll:vararg
  tile_begin
  v_and_b32 v1, 0x1ff, v1
  init_lds_barrier
  first_wave consumer\@
  tensor_load_to_lds s[16:19], s[20:27]
  s_endpgm
consumer\@:
  \poll
  tile_end
.endm
program announced_tile
  announced await_phase
done announced_tile, 8192, 48
program announced_unheard
  announced nothing
done announced_unheard, 8192, 48

// A copy of lanes, announced by an arrival behind it.
.macro announced_copy arrival:vararg
  tile_begin
  v_and_b32 v1, 0x1ff, v1
  init_lds_barrier
  first_wave consumer\@
  global_load_async_to_lds_b128 v1, v1, s[6:7]
  s_mov_b32 exec_lo, 1
  \arrival
  s_endpgm
consumer\@:
  await_phase
  tile_end
.endm
.macro arrive_now
  v_mov_b32 v10, 1
  ds_atomic_barrier_arrive_rtn_b64 v[12:13], v8, v[10:11]
  s_wait_dscnt 0x0
.endm
program announced_lanes
  announced_copy ds_atomic_async_barrier_arrive_b64 v8
done announced_lanes, 8192, 48
program announced_too_early
  announced_copy arrive_now
done announced_too_early, 8192, 48
