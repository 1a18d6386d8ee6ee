// Counts to three, then goes the way that the first further argument says.
kernel choices
  begin
  arguments
  s_mov_b32 s20, 0
1:
  s_add_u32 s20, s20, 1
  s_cmp_lt_u32 s20, 3
  s_cbranch_scc1 1b
  s_cmp_eq_u32 s12, 1
  s_cbranch_scc1 2f
  put_scalar s20, 0
  s_branch 3f
2:
  put_scalar s20, 1
3:
  finish

kernel unused
  begin
  finish

kernel unused_too
  begin
  finish
