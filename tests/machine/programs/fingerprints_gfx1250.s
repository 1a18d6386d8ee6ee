// The comparison writes EXEC and no other mask.
kernel exec_compared
  begin
  global_load_b32 v3, v1, s[10:11]
  s_wait_loadcnt 0x0
  v_cmpx_gt_u32_e32 6, v3
  global_store_b32 v1, v1, s[8:9]
  finish

// A cluster of two workgroups of a wave: each keeps a row of its own in LDS, and both ask for a third row.
kernel in_cluster, lds=512
  begin
  s_and_b32 s12, ttmp6, 15
  s_lshl_b32 s12, s12, 8
  v_add_nc_u32_e32 v2, s12, v1
  global_load_b32 v3, v2, s[10:11]
  s_wait_loadcnt 0x0
  ds_store_b32 v1, v3
  v_add_nc_u32_e32 v4, 0x80, v1
  v_add_nc_u32_e32 v5, 0x200, v1
  s_mov_b32 m0, 3
  cluster_load_async_to_lds_b32 v4, v5, s[10:11]
  s_wait_asynccnt 0x0
  s_wait_dscnt 0x0
  s_barrier_signal -3
  s_barrier_wait -3
  ds_load_b32 v6, v1
  ds_load_b32 v7, v4
  s_wait_dscnt 0x0
  global_store_b32 v2, v6, s[8:9]
  global_store_b32 v2, v7, s[8:9] offset:512
  finish
