// What data reaches, and what else decides it: each pair of results is alike but for one thing.

// The same sum of data, without a carry and with one.
kernel carries
  begin
  get v2, 0
  s_waitcnt vmcnt(0)
  s_mov_b64 s[20:21], 0
  s_mov_b64 s[22:23], -1
  v_addc_co_u32_e64 v3, s[24:25], v2, v2, s[20:21]
  v_addc_co_u32_e64 v4, s[24:25], v2, v2, s[22:23]
  v_addc_co_u32_e64 v5, s[24:25], v2, v2, s[20:21]
  put v3, 0
  put v4, 1
  put v5, 2
  finish

// Data times a known number, and times its negative.
kernel signs
  begin
  get v2, 0
  s_waitcnt vmcnt(0)
  v_mov_b32_e32 v3, v2
  v_mov_b32_e32 v6, 2.0
  v_mov_b32_e32 v7, 2.0
  v_pk_mul_f32 v[8:9], v[2:3], v[6:7]
  v_pk_mul_f32 v[10:11], v[2:3], v[6:7] neg_lo:[0,1]
  v_pk_mul_f32 v[12:13], v[6:7], v[2:3]
  put v8, 0
  put v10, 1
  put v12, 2
  finish

// The number of a lane counts.
kernel lane_numbers
  begin
  get v2, 0
  s_waitcnt vmcnt(0)
  v_mbcnt_lo_u32_b32 v3, v2, 0
  put v3, 0
  finish

// The second workgroup reads what the first wrote.
kernel handed_on
  begin
  s_cmp_lg_u32 s2, 0
  s_cbranch_scc1 1f
  get v2, 0
  s_waitcnt vmcnt(0)
  put v2, 0
  finish
1:
  global_load_dword v3, v1, s[8:9]
  s_waitcnt vmcnt(0)
  put v3, 1
  finish

// Where a wave runs: no data, but not the same everywhere.
kernel hardware_id
  begin
  s_getreg_b32 s20, hwreg(HW_REG_HW_ID)
  v_mov_b32_e32 v3, s20
  put v3, 0
  finish

// MODE is part of the launch.
kernel mode
  begin
  s_getreg_b32 s20, hwreg(HW_REG_MODE, 4, 4)
  v_mov_b32_e32 v3, s20
  put v3, 0
  finish

// Another clock each time.
kernel clock
  begin
  s_memtime s[20:21]
  s_waitcnt lgkmcnt(0)
  v_mov_b32_e32 v3, s20
  put v3, 0
  finish
