// Whether a branch on an empty EXEC may find one: the one after `1:` in each.

// The lanes that were kept come back.
kernel brought_back
  begin
  v_cmp_gt_u32_e32 vcc, 3, v0
  s_and_saveexec_b64 s[20:21], vcc
  s_cbranch_execz 1f
  v_mov_b32_e32 v3, v1
1:
  s_or_b64 exec, exec, s[20:21]
  s_cbranch_execz 2f
  v_mov_b32_e32 v3, v1
2:
  finish

// Lanes that a branch found are kept and come back. The two branches before may find none, and so does the last.
kernel kept_behind_branch
  begin
  v_cmp_gt_u32_e32 vcc, 3, v0
  s_and_saveexec_b64 s[20:21], vcc
  s_cbranch_execz 2f
  v_cmp_gt_u32_e32 vcc, 2, v0
  s_and_saveexec_b64 s[22:23], vcc
  s_cbranch_execz 1f
  v_mov_b32_e32 v3, v1
1:
  s_or_b64 exec, exec, s[22:23]
  s_cbranch_execnz 2f
  v_mov_b32_e32 v3, v1
2:
  s_cbranch_execz 3f
  v_mov_b32_e32 v3, v1
3:
  finish

// Something else is in the registers that kept them.
kernel kept_no_longer
  begin
  v_cmp_gt_u32_e32 vcc, 3, v0
  s_and_saveexec_b64 s[20:21], vcc
  s_mov_b32 s21, s9
1:
  s_or_b64 exec, exec, s[20:21]
  s_cbranch_execz 2f
  v_mov_b32_e32 v3, v1
2:
  finish

// On one of two paths EXEC is anything.
kernel replaced_on_one_path
  begin
  s_cmp_lg_u32 s2, 0
  s_cbranch_scc0 1f
  s_mov_b64 exec, s[8:9]
1:
  s_cbranch_execnz 2f
  v_mov_b32_e32 v3, v1
2:
  finish

// Nothing changes EXEC.
kernel untouched
  begin
1:
  s_cbranch_execnz 2f
  v_mov_b32_e32 v3, v1
2:
  finish
