// Loads from a buffer, s[12:15], whose offset v20 nobody wrote in lanes from 20 on.
.macro only_lanes low, high
  s_mov_b32 exec_lo, \low
  .if .amdgcn.gfx_generation_number < 12
  s_mov_b32 exec_hi, \high
  .endif
.endm
.macro load
  begin
  .if .amdgcn.gfx_generation_number < 12
  s_load_dwordx4 s[12:15], s[0:1], 0x10
  s_waitcnt lgkmcnt(0)
  .else
  s_load_b128 s[12:15], s[0:1], 0x10
  s_wait_kmcnt 0x0
  .endif
  v_mov_b32_e32 v2, 0
  only_lanes 0xfffff, 0
  v_mov_b32_e32 v20, v1
  only_lanes -1, -1
.endm
.macro loads dwords, wide
  .if .amdgcn.gfx_generation_number < 12
  buffer_load_\dwords v\wide, v20, s[12:15], 0 offen
  s_waitcnt vmcnt(0)
  .else
  .ifc \dwords, dword
  buffer_load_b32 v\wide, v20, s[12:15], null offen
  .endif
  .ifc \dwords, dwordx2
  buffer_load_b64 v\wide, v20, s[12:15], null offen
  .endif
  .ifc \dwords, ubyte
  buffer_load_u8 v\wide, v20, s[12:15], null offen
  .endif
  s_wait_loadcnt 0x0
  .endif
.endm

kernel thrown_away
  load
  loads dword, 2
  v_mov_b32_e32 v2, 7
  put v2, 0
  finish
kernel of_other_lanes
  load
  loads dword, 2
  only_lanes 0xfffff, 0
  put v2, 0
  finish
kernel wide_of_other_lanes
  load
  loads dwordx2, "[2:3]"
  only_lanes 0xfffff, 0
  put v3, 0
  finish
kernel stored
  load
  loads dword, 2
  put v2, 0
  finish
kernel byte_stored
  load
  loads ubyte, 2
  put v2, 0
  finish
kernel an_address
  load
  loads dword, 2
  v_and_b32_e32 v2, 0xfc, v2
  put v1, 0
  .if .amdgcn.gfx_generation_number < 12
  global_load_dword v3, v2, s[10:11]
  .else
  global_load_b32 v3, v2, s[10:11]
  .endif
  finish
kernel a_branch
  load
  loads dword, 2
  v_readlane_b32 s20, v2, 25
  .if .amdgcn.gfx_generation_number < 12
  s_nop 4
  .endif
  s_cmp_eq_u32 s20, 0
  s_cbranch_scc1 1f
1:
  finish
kernel a_store
  load
  .if .amdgcn.gfx_generation_number < 12
  buffer_store_dword v1, v20, s[12:15], 0 offen
  .else
  buffer_store_b32 v1, v20, s[12:15], null offen
  .endif
  finish
