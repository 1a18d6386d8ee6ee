// Two matrix instructions on the same operands, with a write to one register between them: of A (v33 or a1), or of B (v41
// or a5) where the second argument is not 0. Where the first argument is 0, there is no first product. Input: rows 0 to 3
// A, 4 to 7 B, 8 to 23 what is written. Output: rows 0 to 3 the second product, 4 to 7 the first.
.macro fragment_operands
  begin
  s_load_dwordx2 s[22:23], s[0:1], 0x10
.set i, 0
.rept 4
  get v[32+i], i
  get v[36+i], i
  get v[40+i], 4+i
  get v[44+i], 4+i
  .set i, i+1
.endr
  s_add_u32 s12, s10, 2048
  s_addc_u32 s13, s11, 0
.set i, 0
.rept 16
  global_load_dword v[48+i], v1, s[12:13] offset:256*i
  .set i, i+1
.endr
  s_mov_b32 s20, 0x12345678
  s_mov_b32 s21, 1
  v_lshlrev_b32_e32 v3, 3, v0
  v_mov_b32_e32 v4, 1.0
  s_waitcnt vmcnt(0) lgkmcnt(0)
.set i, 0
.rept 4
  v_accvgpr_write_b32 a[i], v[32+i]
  v_accvgpr_write_b32 a[4+i], v[40+i]
  v_accvgpr_write_b32 a[8+i], v[48+i]
  ds_write_b32 v1, v[48+i] offset:256*i
  .set i, i+1
.endr
  s_waitcnt lgkmcnt(0)
.endm

.macro settle
  s_nop 15
  s_nop 15
.endm

.macro write_between way, register_a, register_b, a, b, waits
  fragment_operands
  s_cmp_eq_u32 s22, 0
  s_cbranch_scc1 without_first\@
  v_mfma_f32_16x16x128_f8f6f4 v[16:19], \a, \b, 0 cbsz:4 blgp:4
  settle
without_first\@:
  s_cmp_eq_u32 s23, 0
  s_cbranch_scc1 write_a\@
  \way \register_b
  s_branch written\@
write_a\@:
  \way \register_a
written\@:
  .if \waits
  s_waitcnt vmcnt(0) lgkmcnt(0)
  .endif
  settle
  v_mfma_f32_16x16x128_f8f6f4 v[20:23], \a, \b, 0 cbsz:4 blgp:4
  settle
  s_waitcnt vmcnt(0)
.set i, 0
.rept 4
  put v[20+i], i
  put v[16+i], 4+i
  .set i, i+1
.endr
  finish
.endm
// `waits`: the second product waits for the write.
.macro fragments way, waits=1
  write_between \way, 33, 41, v[32:35], v[40:43], \waits
.endm
.macro accumulators way
  write_between \way, 1, 5, a[0:3], a[4:7], 1
.endm

// ---- vector ALU
.macro write_whole r
  v_xor_b32_e32 v[\r], v48, v[\r]
.endm
kernel whole, vgprs=96, accum=64, lds=8192
  fragments write_whole

.macro write_whole64 r
  v_lshlrev_b64 v[\r-1:\r], 3, v[48:49]
.endm
kernel whole64, vgprs=96, accum=64, lds=8192
  fragments write_whole64

.macro write_pairs r
  v_pk_mul_f32 v[\r-1:\r], v[48:49], v[50:51]
.endm
kernel pairs, vgprs=96, accum=64, lds=8192
  fragments write_pairs

.macro write_masked r
  s_mov_b32 exec_hi, 0xf0f00
  v_mov_b32_e32 v[\r], v48
  s_mov_b64 exec, -1
.endm
kernel masked, vgprs=96, accum=64, lds=8192
  fragments write_masked

.macro write_sdwa r
  v_mov_b32_sdwa v[\r], v48 dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3
.endm
kernel sdwa, vgprs=96, accum=64, lds=8192
  fragments write_sdwa

.macro write_dpp r
  v_mov_b32_dpp v[\r], v48 row_shr:5 row_mask:0xf bank_mask:0xf
.endm
kernel dpp, vgprs=96, accum=64, lds=8192
  fragments write_dpp

.macro write_half r
  v_fma_f16 v[\r], v48, v49, v50 op_sel:[0,0,0,1]
.endm
kernel half, vgprs=96, accum=64, lds=8192
  fragments write_half

.macro write_indexed r
  s_set_gpr_idx_on s21, gpr_idx(DST)
  v_mov_b32_e32 v[\r-1], v48
  s_set_gpr_idx_off
.endm
kernel indexed, vgprs=96, accum=64, lds=8192
  fragments write_indexed

.macro write_block r
  v_cvt_scalef32_pk32_fp6_f16 v[\r-1:\r+4], v[48:63], v4
.endm
kernel block, vgprs=96, accum=64, lds=8192
  fragments write_block

// ---- between lanes and files
.macro write_swap r
  v_swap_b32 v[\r], v48
.endm
kernel swap, vgprs=96, accum=64, lds=8192
  fragments write_swap

.macro write_swapped r
  v_swap_b32 v48, v[\r]
.endm
kernel swapped, vgprs=96, accum=64, lds=8192
  fragments write_swapped

.macro write_permlane16 r
  v_permlane16_swap_b32_e32 v[\r], v48
.endm
kernel permlane16, vgprs=96, accum=64, lds=8192
  fragments write_permlane16

.macro write_permlane32 r
  v_permlane32_swap_b32_e32 v[\r], v48
.endm
kernel permlane32, vgprs=96, accum=64, lds=8192
  fragments write_permlane32

.macro write_writelane r
  v_writelane_b32 v[\r], s20, 17
.endm
kernel writelane, vgprs=96, accum=64, lds=8192
  fragments write_writelane

.macro write_accread r
  v_accvgpr_read_b32 v[\r], a8
.endm
kernel accread, vgprs=96, accum=64, lds=8192
  fragments write_accread

.macro write_accwrite r
  v_accvgpr_write_b32 a[\r], v48
.endm
kernel accwrite, vgprs=96, accum=64, lds=8192
  accumulators write_accwrite

.macro write_accmov r
  v_accvgpr_mov_b32 a[\r], a8
.endm
kernel accmov, vgprs=96, accum=64, lds=8192
  accumulators write_accmov

// ---- matrix results
.macro write_product r
  v_mfma_f32_16x16x128_f8f6f4 v[\r-1:\r+2], v[48:51], v[52:55], 0 cbsz:4 blgp:4
.endm
kernel product, vgprs=96, accum=64, lds=8192
  fragments write_product

.macro write_dense r
  v_mfma_i32_16x16x64_i8 v[\r-1:\r+2], v[48:51], v[52:55], 0
.endm
kernel dense, vgprs=96, accum=64, lds=8192
  fragments write_dense

.macro write_sparse r
  v_smfmac_i32_16x16x64_i8 v[\r-1:\r+2], v[48:49], v[52:55], v56
.endm
kernel sparse, vgprs=96, accum=64, lds=8192
  fragments write_sparse

.macro write_accproduct r
  v_mfma_f32_16x16x128_f8f6f4 a[\r-1:\r+2], v[48:51], v[52:55], 0 cbsz:4 blgp:4
.endm
kernel accproduct, vgprs=96, accum=64, lds=8192
  accumulators write_accproduct

// ---- memory and LDS
.macro write_global1 r
  global_load_dword v[\r], v1, s[12:13]
.endm
kernel global1, vgprs=96, accum=64, lds=8192
  fragments write_global1

.macro write_global4 r
  global_load_dwordx4 v[\r-1:\r+2], v3, s[12:13]
.endm
kernel global4, vgprs=96, accum=64, lds=8192
  fragments write_global4

.macro write_global_high r
  global_load_short_d16_hi v[\r], v1, s[12:13]
.endm
kernel global_high, vgprs=96, accum=64, lds=8192
  fragments write_global_high

.macro write_global_masked r
  s_mov_b32 exec_lo, 0xff0
  global_load_dword v[\r], v1, s[12:13]
  s_mov_b64 exec, -1
.endm
kernel global_masked, vgprs=96, accum=64, lds=8192
  fragments write_global_masked

.macro write_global_acc r
  global_load_dword a[\r], v1, s[12:13]
.endm
kernel global_acc, vgprs=96, accum=64, lds=8192
  accumulators write_global_acc

.macro write_atomic r
  global_atomic_add v[\r], v1, v48, s[8:9] offset:3072 sc0
.endm
kernel atomic, vgprs=96, accum=64, lds=8192
  fragments write_atomic

.macro write_lds1 r
  ds_read_b32 v[\r], v1
.endm
kernel lds1, vgprs=96, accum=64, lds=8192
  fragments write_lds1

.macro write_lds2 r
  ds_read2st64_b32 v[\r-1:\r], v1 offset0:1 offset1:2
.endm
kernel lds2, vgprs=96, accum=64, lds=8192
  fragments write_lds2

.macro write_lds_exchange r
  ds_wrxchg_rtn_b32 v[\r], v1, v48
.endm
kernel lds_exchange, vgprs=96, accum=64, lds=8192
  fragments write_lds_exchange

.macro write_lds_transposed r
  ds_read_b64_tr_b8 v[\r-1:\r], v3
.endm
kernel lds_transposed, vgprs=96, accum=64, lds=8192
  fragments write_lds_transposed

.macro write_permuted r
  ds_bpermute_b32 v[\r], v1, v48
.endm
kernel permuted, vgprs=96, accum=64, lds=8192
  fragments write_permuted

// ---- too early: the load is outstanding at the second product; the product is used before it has arrived
.macro write_outstanding r
  global_load_dword v[\r], v1, s[12:13]
.endm
kernel outstanding, vgprs=96, accum=64, lds=8192
  fragments write_outstanding, 0

.macro write_outstanding_masked r
  s_mov_b32 exec_lo, 0xff0
  global_load_dword v[\r], v1, s[12:13]
  s_mov_b64 exec, -1
.endm
kernel outstanding_masked, vgprs=96, accum=64, lds=8192
  fragments write_outstanding_masked, 0

.macro write_early r
  write_product \r
  v_mov_b32_e32 v57, v[\r]
.endm
kernel early, vgprs=96, accum=64, lds=8192
  fragments write_early

// The registers of A and B as fp8, after they were read as fp4 where the first argument is not 0.
kernel other_format, vgprs=96, accum=64, lds=8192
  fragment_operands
  s_cmp_eq_u32 s22, 0
  s_cbranch_scc1 other_format_alone
  v_mfma_f32_16x16x128_f8f6f4 v[16:19], v[32:35], v[40:43], 0 cbsz:4 blgp:4
  settle
other_format_alone:
  v_mfma_f32_16x16x128_f8f6f4 v[20:23], v[32:39], v[40:47], 0
  settle
.set i, 0
.rept 4
  put v[20+i], i
  .set i, i+1
.endr
  finish

// The second workgroup of a wave finds its registers undefined, whatever the first put into them.
kernel next_workgroup, vgprs=96, accum=64, lds=8192
  s_cmp_lg_u32 s2, 0
  s_cbranch_scc1 next_workgroup_product
  fragment_operands
next_workgroup_product:
  v_mfma_f32_16x16x128_f8f6f4 v[20:23], v[32:35], v[40:43], 0 cbsz:4 blgp:4
  settle
  begin
  s_lshl_b32 s2, s2, 10
  s_add_u32 s8, s8, s2
  s_addc_u32 s9, s9, 0
.set i, 0
.rept 4
  put v[20+i], i
  .set i, i+1
.endr
  finish
