// What an inline constant is to a packed instruction on halves: 32 bits, of which op_sel and op_sel_hi take halves. An
// integer is sign-extended to them. A floating-point number is its binary32 encoding to an integer instruction, and its
// f16 encoding in the low half to one on f16. LLVM: AMDGPU::getInlineEncodingV216.
.macro result slot, operation:vararg
  \operation
  put v7, \slot
.endm

kernel packed_constants
  begin
  v_mov_b32_e32 v2, 0x00100020
  result 0, v_pk_add_u16 v7, v2, -1
  result 1, v_pk_add_u16 v7, v2, 3
  result 2, v_pk_add_u16 v7, v2, 3 op_sel_hi:[1,0]
  result 3, v_pk_add_u16 v7, v2, 0.5 op_sel:[0,1]
  result 4, v_pk_add_u16 v7, v2, 1.0
  result 5, v_pk_add_u16 v7, v2, -4.0 op_sel:[0,1]
  result 6, v_pk_mul_lo_u16 v7, v2, -2 op_sel_hi:[1,0]
  result 7, v_pk_lshlrev_b16 v7, 4, v2
  result 8, v_pk_lshlrev_b16 v7, 4, v2 op_sel_hi:[0,1]
  result 9, v_pk_min_i16 v7, v2, -5
  result 10, v_pk_mad_u16 v7, v2, 2, -1
  v_mov_b32_e32 v2, 0x3c003c00
  result 11, v_pk_add_f16 v7, v2, 1.0
  result 12, v_pk_add_f16 v7, v2, 1.0 op_sel_hi:[1,0]
  result 13, v_pk_add_f16 v7, v2, -2.0 op_sel:[0,1] op_sel_hi:[1,0]
  result 14, v_pk_max_f16 v7, v2, -1
  result 15, v_pk_mul_f16 v7, v2, 1.0 op_sel_hi:[1,0] neg_lo:[0,1]
  finish
