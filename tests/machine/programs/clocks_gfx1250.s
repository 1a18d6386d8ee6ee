// Time between two readings of each clock, and between the two clocks' instructions: the cycles are there at once.
kernel clocks
  begin
  s_get_shader_cycles_u64 s[20:21]
  s_sendmsg_rtn_b64 s[22:23], sendmsg(MSG_RTN_GET_REALTIME)
  s_wait_kmcnt 0x0
  .rept 100
  s_nop 0
  .endr
  s_get_shader_cycles_u64 s[24:25]
  s_sendmsg_rtn_b64 s[26:27], sendmsg(MSG_RTN_GET_REALTIME)
  s_wait_kmcnt 0x0
  s_sub_co_u32 s24, s24, s20
  s_sub_co_u32 s26, s26, s22
  v_mov_b32_e32 v2, s24
  v_mov_b32_e32 v3, s26
  put v2, 0
  put v3, 1
  finish

kernel not_waited
  begin
  s_mov_b64 s[22:23], 0
  s_sendmsg_rtn_b64 s[22:23], sendmsg(MSG_RTN_GET_REALTIME)
  v_mov_b32_e32 v2, s22
  put v2, 0
  s_wait_kmcnt 0x0
  finish

kernel another_message
  begin
  s_sendmsg_rtn_b64 s[22:23], sendmsg(MSG_RTN_GET_DOORBELL)
  s_wait_kmcnt 0x0
  finish
