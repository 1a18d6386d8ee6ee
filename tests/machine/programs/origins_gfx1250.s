// What is stored to LDS undefined, and copied from there to the output.
kernel copied_from_lds, lds=256
  begin
  ds_store_b32 v1, v7
  s_wait_dscnt 0x0
  global_store_async_from_lds_b32 v1, v1, s[8:9]
  s_wait_asynccnt 0x0
  finish
