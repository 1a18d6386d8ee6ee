// One matrix instruction per kernel. A workgroup takes 34 rows of the input: 0 to 7 the registers of A, 8 to 15 of B, 16 to
// 31 of C, 32 and 33 the scales of A and B; and writes 16 rows of the output.
.macro matrix_body registers, instruction, modifiers:vararg
  begin
  s_mul_i32 s20, s2, 34*256
  s_add_u32 s10, s10, s20
  s_addc_u32 s11, s11, 0
  s_lshl_b32 s20, s2, 12
  s_add_u32 s8, s8, s20
  s_addc_u32 s9, s9, 0
.set i, 0
.rept 8
  global_load_dword v[32+i], v1, s[10:11] offset:256*i
  global_load_dword v[40+i], v1, s[10:11] offset:256*(8+i)
  .set i, i+1
.endr
  s_add_u32 s10, s10, 4096
  s_addc_u32 s11, s11, 0
.set i, 0
.rept 16
  global_load_dword v[48+i], v1, s[10:11] offset:256*i
  .set i, i+1
.endr
  s_add_u32 s10, s10, 4096
  s_addc_u32 s11, s11, 0
  global_load_dword v2, v1, s[10:11]
  global_load_dword v3, v1, s[10:11] offset:256
  s_waitcnt vmcnt(0)
  s_nop 0
  \instruction v[4:3+\registers], \modifiers
  s_nop 15
  s_nop 15
.set i, 0
.rept \registers
  put v[4+i], i
  .set i, i+1
.endr
  finish
.endm
kernel scaled16_fp8_fp8, vgprs=64, accum=64
  matrix_body 4, v_mfma_scale_f32_16x16x128_f8f6f4, v[32:39], v[40:47], v[48:51], v2, v3 op_sel:[0,1,0] op_sel_hi:[0,0,0] cbsz:0 blgp:0
kernel scaled16_bf8_bf8, vgprs=64, accum=64
  matrix_body 4, v_mfma_scale_f32_16x16x128_f8f6f4, v[32:39], v[40:47], v[48:51], v2, v3 op_sel:[1,0,0] op_sel_hi:[0,0,0] cbsz:1 blgp:1
kernel scaled16_fp6_fp6, vgprs=64, accum=64
  matrix_body 4, v_mfma_scale_f32_16x16x128_f8f6f4, v[32:37], v[40:45], v[48:51], v2, v3 op_sel:[0,1,0] op_sel_hi:[1,1,0] cbsz:2 blgp:2
kernel scaled16_bf6_bf6, vgprs=64, accum=64
  matrix_body 4, v_mfma_scale_f32_16x16x128_f8f6f4, v[32:37], v[40:45], v[48:51], v2, v3 op_sel:[1,0,0] op_sel_hi:[1,1,0] cbsz:3 blgp:3
kernel scaled16_fp4_fp4, vgprs=64, accum=64
  matrix_body 4, v_mfma_scale_f32_16x16x128_f8f6f4, v[32:35], v[40:43], v[48:51], v2, v3 op_sel:[0,1,0] op_sel_hi:[0,0,0] cbsz:4 blgp:4
kernel scaled16_fp8_fp4, vgprs=64, accum=64
  matrix_body 4, v_mfma_scale_f32_16x16x128_f8f6f4, v[32:39], v[40:43], v[48:51], v2, v3 op_sel:[1,0,0] op_sel_hi:[0,0,0] cbsz:0 blgp:4
kernel scaled16_fp4_fp6, vgprs=64, accum=64
  matrix_body 4, v_mfma_scale_f32_16x16x128_f8f6f4, v[32:35], v[40:45], v[48:51], v2, v3 op_sel:[0,1,0] op_sel_hi:[1,1,0] cbsz:4 blgp:2
kernel scaled16_bf6_fp8, vgprs=64, accum=64
  matrix_body 4, v_mfma_scale_f32_16x16x128_f8f6f4, v[32:37], v[40:47], v[48:51], v2, v3 op_sel:[1,0,0] op_sel_hi:[1,1,0] cbsz:3 blgp:0
kernel scaled16_fp6_bf8, vgprs=64, accum=64
  matrix_body 4, v_mfma_scale_f32_16x16x128_f8f6f4, v[32:37], v[40:47], v[48:51], v2, v3 op_sel:[0,1,0] op_sel_hi:[0,0,0] cbsz:2 blgp:1
kernel plain16_fp8_fp4, vgprs=64, accum=64
  matrix_body 4, v_mfma_f32_16x16x128_f8f6f4, v[32:39], v[40:43], v[48:51] cbsz:0 blgp:4
kernel scaled32_fp8_fp8, vgprs=64, accum=64
  matrix_body 16, v_mfma_scale_f32_32x32x64_f8f6f4, v[32:39], v[40:47], v[48:63], v2, v3 op_sel:[0,1,0] op_sel_hi:[0,0,0] cbsz:0 blgp:0
kernel scaled32_bf8_bf8, vgprs=64, accum=64
  matrix_body 16, v_mfma_scale_f32_32x32x64_f8f6f4, v[32:39], v[40:47], v[48:63], v2, v3 op_sel:[1,0,0] op_sel_hi:[0,0,0] cbsz:1 blgp:1
kernel scaled32_fp6_fp6, vgprs=64, accum=64
  matrix_body 16, v_mfma_scale_f32_32x32x64_f8f6f4, v[32:37], v[40:45], v[48:63], v2, v3 op_sel:[0,1,0] op_sel_hi:[1,1,0] cbsz:2 blgp:2
kernel scaled32_bf6_bf6, vgprs=64, accum=64
  matrix_body 16, v_mfma_scale_f32_32x32x64_f8f6f4, v[32:37], v[40:45], v[48:63], v2, v3 op_sel:[1,0,0] op_sel_hi:[1,1,0] cbsz:3 blgp:3
kernel scaled32_fp4_fp4, vgprs=64, accum=64
  matrix_body 16, v_mfma_scale_f32_32x32x64_f8f6f4, v[32:35], v[40:43], v[48:63], v2, v3 op_sel:[0,1,0] op_sel_hi:[0,0,0] cbsz:4 blgp:4
kernel scaled32_fp8_fp4, vgprs=64, accum=64
  matrix_body 16, v_mfma_scale_f32_32x32x64_f8f6f4, v[32:39], v[40:43], v[48:63], v2, v3 op_sel:[1,0,0] op_sel_hi:[0,0,0] cbsz:0 blgp:4
kernel scaled32_fp4_fp6, vgprs=64, accum=64
  matrix_body 16, v_mfma_scale_f32_32x32x64_f8f6f4, v[32:35], v[40:45], v[48:63], v2, v3 op_sel:[0,1,0] op_sel_hi:[1,1,0] cbsz:4 blgp:2
kernel scaled32_bf6_fp8, vgprs=64, accum=64
  matrix_body 16, v_mfma_scale_f32_32x32x64_f8f6f4, v[32:37], v[40:47], v[48:63], v2, v3 op_sel:[1,0,0] op_sel_hi:[1,1,0] cbsz:3 blgp:0
kernel scaled32_fp6_bf8, vgprs=64, accum=64
  matrix_body 16, v_mfma_scale_f32_32x32x64_f8f6f4, v[32:37], v[40:47], v[48:63], v2, v3 op_sel:[0,1,0] op_sel_hi:[0,0,0] cbsz:2 blgp:1
kernel plain32_fp8_fp4, vgprs=64, accum=64
  matrix_body 16, v_mfma_f32_32x32x64_f8f6f4, v[32:39], v[40:43], v[48:63] cbsz:0 blgp:4

// Rows 0 to 3 of the input: A; 4 to 7: B.
.macro get_operands
.set i, 0
.rept 4
  get v[32+i], i
  get v[40+i], 4+i
  .set i, i+1
.endr
.endm

// The same product added to the same C three times: D apart from C, two registers above it, two below. Input: after
// A and B, rows 8 to 11 C. Output: four rows of each. Results of sixteen lanes and four registers may lie across C.
.macro accumulator_at c, d, slot
.set i, 0
.rept 4
  get v[\c+i], 8+i
  .set i, i+1
.endr
  s_waitcnt vmcnt(0)
  v_mfma_f32_16x16x128_f8f6f4 v[\d:\d+3], v[32:35], v[40:43], v[\c:\c+3] cbsz:4 blgp:4
  s_nop 15
  s_nop 15
.set i, 0
.rept 4
  put v[\d+i], \slot+i
  .set i, i+1
.endr
  s_waitcnt vmcnt(0)
.endm
kernel across_accumulator, vgprs=64, accum=64
  begin
  get_operands
  accumulator_at 16, 48, 0
  accumulator_at 16, 18, 4
  accumulator_at 16, 14, 8
  finish

// Register 1 of C was never written, of register 2 the upper half of the lanes. Input and output as above, one product.
kernel undefined_accumulator, vgprs=64, accum=64
  begin
  get_operands
  get v16, 8
  get v19, 11
  s_mov_b32 exec_hi, 0
  get v18, 10
  s_mov_b32 exec_hi, -1
  s_waitcnt vmcnt(0)
  v_mfma_f32_16x16x128_f8f6f4 v[48:51], v[32:35], v[40:43], v[16:19] cbsz:4 blgp:4
  s_nop 15
  s_nop 15
.set i, 0
.rept 4
  put v[48+i], i
  .set i, i+1
.endr
  finish
