// Every mnemonic of used_mnemonics.csv in every encoding and under every modifier that the assembler of gfx950, not of gfx942, takes,
// one line each; operands are as good as any.
buffer_atomic_pk_add_bf16 v8, off, s[8:11], s6
buffer_atomic_pk_add_bf16 v8, off, s[8:11], s6 offset:16
buffer_atomic_pk_add_bf16 v8, off, s[8:11], s6 sc0
buffer_atomic_pk_add_bf16 v8, off, s[8:11], s6 nt
buffer_atomic_pk_add_bf16 v8, off, s[8:11], s6 sc1
buffer_atomic_pk_add_bf16 v8, off, s[8:11], s6 sc0 sc1 nt
buffer_atomic_pk_add_bf16 v8, v40, s[8:11], s6 offen
buffer_atomic_pk_add_bf16 a8, v40, s[8:11], s6 offen
buffer_atomic_pk_add_bf16 v8, v40, s[8:11], s6 idxen
buffer_atomic_pk_add_bf16 a8, v40, s[8:11], s6 idxen
buffer_atomic_pk_add_bf16 v8, v[40:41], s[8:11], s6 idxen offen
buffer_atomic_pk_add_bf16 a8, v[40:41], s[8:11], s6 idxen offen
buffer_atomic_pk_add_bf16 v8, v40, s[8:11], s6 offen offset:8 sc0
buffer_atomic_pk_add_bf16 a8, v40, s[8:11], s6 offen offset:8 sc0
buffer_inv
buffer_inv  sc0
buffer_inv  sc1
buffer_inv  sc0 sc1 nt
buffer_load_dwordx4 off, s[8:11], s6 lds
buffer_load_dwordx4 v40, s[8:11], s6 offen lds
buffer_load_dwordx4 v40, s[8:11], s6 idxen lds
buffer_load_dwordx4 v[40:41], s[8:11], s6 idxen offen lds
buffer_load_ubyte v8, off, s[8:11], s6
buffer_load_ubyte v8, off, s[8:11], s6 offset:16
buffer_load_ubyte v8, off, s[8:11], s6 sc0
buffer_load_ubyte v8, off, s[8:11], s6 nt
buffer_load_ubyte v8, off, s[8:11], s6 sc1
buffer_load_ubyte v8, off, s[8:11], s6 sc0 sc1 nt
buffer_load_ubyte v8, v40, s[8:11], s6 offen
buffer_load_ubyte a8, v40, s[8:11], s6 offen
buffer_load_ubyte v8, v40, s[8:11], s6 idxen
buffer_load_ubyte a8, v40, s[8:11], s6 idxen
buffer_load_ubyte v8, v[40:41], s[8:11], s6 idxen offen
buffer_load_ubyte a8, v[40:41], s[8:11], s6 idxen offen
buffer_load_ubyte v8, v40, s[8:11], s6 offen offset:8 sc0
buffer_load_ubyte a8, v40, s[8:11], s6 offen offset:8 sc0
buffer_load_ubyte off, s[8:11], s6 lds
buffer_load_ubyte v40, s[8:11], s6 offen lds
buffer_load_ubyte v40, s[8:11], s6 idxen lds
buffer_load_ubyte v[40:41], s[8:11], s6 idxen offen lds
buffer_load_ushort v8, off, s[8:11], s6
buffer_load_ushort v8, off, s[8:11], s6 offset:16
buffer_load_ushort v8, off, s[8:11], s6 sc0
buffer_load_ushort v8, off, s[8:11], s6 nt
buffer_load_ushort v8, off, s[8:11], s6 sc1
buffer_load_ushort v8, off, s[8:11], s6 sc0 sc1 nt
buffer_load_ushort v8, v40, s[8:11], s6 offen
buffer_load_ushort a8, v40, s[8:11], s6 offen
buffer_load_ushort v8, v40, s[8:11], s6 idxen
buffer_load_ushort a8, v40, s[8:11], s6 idxen
buffer_load_ushort v8, v[40:41], s[8:11], s6 idxen offen
buffer_load_ushort a8, v[40:41], s[8:11], s6 idxen offen
buffer_load_ushort v8, v40, s[8:11], s6 offen offset:8 sc0
buffer_load_ushort a8, v40, s[8:11], s6 offen offset:8 sc0
buffer_load_ushort off, s[8:11], s6 lds
buffer_load_ushort v40, s[8:11], s6 offen lds
buffer_load_ushort v40, s[8:11], s6 idxen lds
buffer_load_ushort v[40:41], s[8:11], s6 idxen offen lds
buffer_store_dwordx3 v[8:10], off, s[8:11], s6
buffer_store_dwordx3 v[8:10], off, s[8:11], s6 offset:16
buffer_store_dwordx3 v[8:10], off, s[8:11], s6 sc0
buffer_store_dwordx3 v[8:10], off, s[8:11], s6 nt
buffer_store_dwordx3 v[8:10], off, s[8:11], s6 sc1
buffer_store_dwordx3 v[8:10], off, s[8:11], s6 sc0 sc1 nt
buffer_store_dwordx3 v[8:10], v40, s[8:11], s6 offen
buffer_store_dwordx3 v[8:10], v40, s[8:11], s6 idxen
buffer_store_dwordx3 v[8:10], v[40:41], s[8:11], s6 idxen offen
buffer_store_dwordx3 v[8:10], v40, s[8:11], s6 offen offset:8 sc0
buffer_store_short v8, off, s[8:11], s6
buffer_store_short v8, off, s[8:11], s6 offset:16
buffer_store_short v8, off, s[8:11], s6 sc0
buffer_store_short v8, off, s[8:11], s6 nt
buffer_store_short v8, off, s[8:11], s6 sc1
buffer_store_short v8, off, s[8:11], s6 sc0 sc1 nt
buffer_store_short v8, v40, s[8:11], s6 offen
buffer_store_short a8, v40, s[8:11], s6 offen
buffer_store_short v8, v40, s[8:11], s6 idxen
buffer_store_short a8, v40, s[8:11], s6 idxen
buffer_store_short v8, v[40:41], s[8:11], s6 idxen offen
buffer_store_short a8, v[40:41], s[8:11], s6 idxen offen
buffer_store_short v8, v40, s[8:11], s6 offen offset:8 sc0
buffer_store_short a8, v40, s[8:11], s6 offen offset:8 sc0
buffer_wbl2
buffer_wbl2  sc0
buffer_wbl2  sc1
buffer_wbl2  sc0 sc1 nt
ds_read_b64_tr_b16 v[8:9], v16
ds_read_b64_tr_b16 v[8:9], v16 offset:8
ds_read_b64_tr_b16 a[8:9], v16
ds_read_b64_tr_b4 v[8:9], v16
ds_read_b64_tr_b4 v[8:9], v16 offset:8
ds_read_b64_tr_b4 a[8:9], v16
ds_read_b64_tr_b8 v[8:9], v16
ds_read_b64_tr_b8 v[8:9], v16 offset:8
ds_read_b64_tr_b8 a[8:9], v16
ds_read_u16 v8, v16
ds_read_u16 v8, v16 offset:8
ds_read_u16 a8, v16
ds_read_u8 v8, v16
ds_read_u8 v8, v16 offset:8
ds_read_u8 a8, v16
ds_write_b16 v8, v16
ds_write_b16 v8, v16 offset:8
ds_write_b8 v8, v16
ds_write_b8 v8, v16 offset:8
flat_atomic_add v[40:41], v8
flat_atomic_add v[40:41], v8 offset:16
flat_atomic_add v[40:41], v8 sc1
flat_atomic_add v[40:41], v8 nt
flat_atomic_add v[40:41], a8
flat_store_dword v[40:41], v8
flat_store_dword v[40:41], v8 offset:16
flat_store_dword v[40:41], v8 sc0
flat_store_dword v[40:41], v8 sc1
flat_store_dword v[40:41], v8 nt
flat_store_dword v[40:41], a8
global_load_lds_dword v[40:41], off
global_load_lds_dword v[40:41], off offset:16
global_load_lds_dword v[40:41], off sc0
global_load_lds_dword v[40:41], off sc1
global_load_lds_dword v[40:41], off nt
global_load_lds_dword v40, s[8:9]
global_load_lds_dword v40, s[8:9] offset:16
global_load_lds_dword v40, s[8:9] sc0
global_load_lds_dword v40, s[8:9] sc1
global_load_lds_dword v40, s[8:9] nt
global_load_lds_dwordx4 v[40:41], off
global_load_lds_dwordx4 v[40:41], off offset:16
global_load_lds_dwordx4 v[40:41], off sc0
global_load_lds_dwordx4 v[40:41], off sc1
global_load_lds_dwordx4 v[40:41], off nt
global_load_lds_dwordx4 v40, s[8:9]
global_load_lds_dwordx4 v40, s[8:9] offset:16
global_load_lds_dwordx4 v40, s[8:9] sc0
global_load_lds_dwordx4 v40, s[8:9] sc1
global_load_lds_dwordx4 v40, s[8:9] nt
global_load_ubyte v8, v[40:41], off
global_load_ubyte v8, v[40:41], off offset:16
global_load_ubyte v8, v[40:41], off sc0
global_load_ubyte v8, v[40:41], off sc1
global_load_ubyte v8, v[40:41], off nt
global_load_ubyte a8, v[40:41], off
global_load_ubyte v8, v40, s[8:9]
global_load_ubyte v8, v40, s[8:9] offset:16
global_load_ubyte v8, v40, s[8:9] sc0
global_load_ubyte v8, v40, s[8:9] sc1
global_load_ubyte v8, v40, s[8:9] nt
global_load_ubyte a8, v40, s[8:9]
global_load_ubyte v40, v8, s[8:9]
global_load_ubyte v40, v8, s[8:9] offset:16
global_load_ubyte v40, v8, s[8:9] sc0
global_load_ubyte v40, v8, s[8:9] sc1
global_load_ubyte v40, v8, s[8:9] nt
global_load_ubyte v40, v[8:9], off
global_load_ubyte v40, v[8:9], off offset:16
global_load_ubyte v40, v[8:9], off sc0
global_load_ubyte v40, v[8:9], off sc1
global_load_ubyte v40, v[8:9], off nt
global_store_short v[40:41], v8, off
global_store_short v[40:41], v8, off offset:16
global_store_short v[40:41], v8, off sc0
global_store_short v[40:41], v8, off sc1
global_store_short v[40:41], v8, off nt
global_store_short v[40:41], a8, off
global_store_short v8, v40, s[8:9]
global_store_short v8, v40, s[8:9] offset:16
global_store_short v8, v40, s[8:9] sc0
global_store_short v8, v40, s[8:9] sc1
global_store_short v8, v40, s[8:9] nt
global_store_short v40, v8, s[8:9]
global_store_short v40, v8, s[8:9] offset:16
global_store_short v40, v8, s[8:9] sc0
global_store_short v40, v8, s[8:9] sc1
global_store_short v40, v8, s[8:9] nt
global_store_short v40, a8, s[8:9]
global_store_short v[8:9], v40, off
global_store_short v[8:9], v40, off offset:16
global_store_short v[8:9], v40, off sc0
global_store_short v[8:9], v40, off sc1
global_store_short v[8:9], v40, off nt
s_abs_i32 s20, 0x10
s_abs_i32 s20, s6
s_abs_i32 s6, s7
s_bfe_u32 s20, s6, s7
s_bitcmp0_b32 s20, 0x10
s_bitcmp0_b32 s20, s6
s_bitcmp0_b32 s6, s7
s_bitset1_b32 s20, 0x10
s_bitset1_b32 s20, s6
s_bitset1_b32 s6, s7
s_cmpk_lg_i32 s20, 0x10
s_cmpk_lt_i32 s20, 0x10
s_ff1_i32_b32 s20, 0x10
s_ff1_i32_b32 s20, s6
s_ff1_i32_b32 s6, s7
s_lshl2_add_u32 s20, s6, s7
s_lshl3_add_u32 s20, s6, s7
s_lshl4_add_u32 s20, s6, s7
s_lshr_b64 s[20:21], s[6:7], s8
s_lshr_b64 s[20:21], s[8:9], 0x10
s_lshr_b64 s[20:21], s[8:9], s6
s_max_i32 s20, s6, s7
s_mul_hi_i32 s20, s6, s7
s_mulk_i32 s20, 0x10
scratch_load_dword v8, v40, off
scratch_load_dword v8, v40, off offset:16
scratch_load_dword v8, v40, off sc0
scratch_load_dword v8, v40, off sc1
scratch_load_dword v8, v40, off nt
scratch_load_dword a8, v40, off
scratch_load_dword v40, v8, off
scratch_load_dword v40, v8, off offset:16
scratch_load_dword v40, v8, off sc0
scratch_load_dword v40, v8, off sc1
scratch_load_dword v40, v8, off nt
scratch_load_dword v8, off, s6
scratch_load_dword v8, off, s6 offset:16
scratch_load_dword v8, off, s6 sc0
scratch_load_dword v8, off, s6 sc1
scratch_load_dword v8, off, s6 nt
scratch_load_dword a8, off, s6
scratch_load_dwordx2 v[40:41], v8, off
scratch_load_dwordx2 v[40:41], v8, off offset:16
scratch_load_dwordx2 v[40:41], v8, off sc0
scratch_load_dwordx2 v[40:41], v8, off sc1
scratch_load_dwordx2 v[40:41], v8, off nt
scratch_load_dwordx2 v[8:9], v40, off
scratch_load_dwordx2 v[8:9], v40, off offset:16
scratch_load_dwordx2 v[8:9], v40, off sc0
scratch_load_dwordx2 v[8:9], v40, off sc1
scratch_load_dwordx2 v[8:9], v40, off nt
scratch_load_dwordx2 a[8:9], v40, off
scratch_load_dwordx2 v[8:9], off, s6
scratch_load_dwordx2 v[8:9], off, s6 offset:16
scratch_load_dwordx2 v[8:9], off, s6 sc0
scratch_load_dwordx2 v[8:9], off, s6 sc1
scratch_load_dwordx2 v[8:9], off, s6 nt
scratch_load_dwordx2 a[8:9], off, s6
scratch_load_dwordx4 v[8:11], v40, off
scratch_load_dwordx4 v[8:11], v40, off offset:16
scratch_load_dwordx4 v[8:11], v40, off sc0
scratch_load_dwordx4 v[8:11], v40, off sc1
scratch_load_dwordx4 v[8:11], v40, off nt
scratch_load_dwordx4 a[8:11], v40, off
scratch_load_dwordx4 v[8:11], off, s6
scratch_load_dwordx4 v[8:11], off, s6 offset:16
scratch_load_dwordx4 v[8:11], off, s6 sc0
scratch_load_dwordx4 v[8:11], off, s6 sc1
scratch_load_dwordx4 v[8:11], off, s6 nt
scratch_load_dwordx4 a[8:11], off, s6
scratch_store_dword v8, v40, off
scratch_store_dword v8, v40, off offset:16
scratch_store_dword v8, v40, off sc0
scratch_store_dword v8, v40, off sc1
scratch_store_dword v8, v40, off nt
scratch_store_dword v40, v8, off
scratch_store_dword v40, v8, off offset:16
scratch_store_dword v40, v8, off sc0
scratch_store_dword v40, v8, off sc1
scratch_store_dword v40, v8, off nt
scratch_store_dword v40, a8, off
scratch_store_dword off, v8, s6
scratch_store_dword off, v8, s6 offset:16
scratch_store_dword off, v8, s6 sc0
scratch_store_dword off, v8, s6 sc1
scratch_store_dword off, v8, s6 nt
scratch_store_dword off, a8, s6
scratch_store_dwordx2 v8, v[40:41], off
scratch_store_dwordx2 v8, v[40:41], off offset:16
scratch_store_dwordx2 v8, v[40:41], off sc0
scratch_store_dwordx2 v8, v[40:41], off sc1
scratch_store_dwordx2 v8, v[40:41], off nt
scratch_store_dwordx2 v40, v[8:9], off
scratch_store_dwordx2 v40, v[8:9], off offset:16
scratch_store_dwordx2 v40, v[8:9], off sc0
scratch_store_dwordx2 v40, v[8:9], off sc1
scratch_store_dwordx2 v40, v[8:9], off nt
scratch_store_dwordx2 v40, a[8:9], off
scratch_store_dwordx2 off, v[8:9], s6
scratch_store_dwordx2 off, v[8:9], s6 offset:16
scratch_store_dwordx2 off, v[8:9], s6 sc0
scratch_store_dwordx2 off, v[8:9], s6 sc1
scratch_store_dwordx2 off, v[8:9], s6 nt
scratch_store_dwordx2 off, a[8:9], s6
scratch_store_dwordx4 v40, v[8:11], off
scratch_store_dwordx4 v40, v[8:11], off offset:16
scratch_store_dwordx4 v40, v[8:11], off sc0
scratch_store_dwordx4 v40, v[8:11], off sc1
scratch_store_dwordx4 v40, v[8:11], off nt
scratch_store_dwordx4 v40, a[8:11], off
scratch_store_dwordx4 off, v[8:11], s6
scratch_store_dwordx4 off, v[8:11], s6 offset:16
scratch_store_dwordx4 off, v[8:11], s6 sc0
scratch_store_dwordx4 off, v[8:11], s6 sc1
scratch_store_dwordx4 off, v[8:11], s6 nt
scratch_store_dwordx4 off, a[8:11], s6
v_accvgpr_mov_b32 a8, a1
v_cmp_class_f32 v8, v40
v_cmp_class_f32 s[12:13], v40, s3
v_cmp_class_f32 s[12:13], -v40, s3
v_cmp_class_f32 s[12:13], |v40|, s3
v_cmp_class_f32 s[12:13], 1.0, s3
v_cmp_class_f32_e32 vcc, v40, v44
v_cmp_class_f32_e32 vcc, 1.0, v44
v_cmp_class_f32_e32 vcc, 0x3f123456, v44
v_cmp_class_f32_e32 vcc, s40, v44
v_cmp_class_f32_e64 s[12:13], v40, v44
v_cmp_class_f32_e64 s[12:13], -v40, v44
v_cmp_class_f32_e64 s[12:13], |v40|, v44
v_cmp_class_f32_e64 s[12:13], 1.0, v44
v_cmp_class_f32_e64 s[12:13], s40, v44
v_cmp_class_f32_e64 s[12:13], v40, 1.0
v_cmp_class_f32_e64 s[12:13], v40, s40
v_cmp_class_f32_sdwa s[12:13], v40, s3
v_cmp_class_f32_sdwa s[12:13], v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_class_f32_sdwa s[12:13], v40, s3 src0_sel:BYTE_2
v_cmp_class_f32_sdwa s[12:13], -v40, s3
v_cmp_class_f32_sdwa s[12:13], |v40|, s3
v_cmp_class_f32_sdwa s[12:13], 1.0, s3
v_cmp_class_f32_sdwa s[12:13], v40, v44
v_cmp_class_f32_sdwa s[12:13], v40, v44 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_class_f32_sdwa s[12:13], v40, v44 src0_sel:BYTE_2
v_cmp_class_f32_sdwa s[12:13], -v40, v44
v_cmp_class_f32_sdwa s[12:13], |v40|, v44
v_cmp_class_f32_sdwa s[12:13], 1.0, v44
v_cmp_class_f32_sdwa s[12:13], s40, v44
v_cmp_class_f32_sdwa s[12:13], v40, sext(v44)
v_cmp_class_f32_sdwa s[12:13], v40, 1.0
v_cmp_class_f32_sdwa s[12:13], v40, s40
v_cmp_eq_u64 v[8:9], v[40:41]
v_cmp_eq_u64 s[12:13], v[40:41]
v_cmp_eq_u64_e64 s[12:13], v[40:41], v[44:45]
v_cmp_eq_u64_e64 s[12:13], 1.0, v[44:45]
v_cmp_eq_u64_e64 s[12:13], s[40:41], v[44:45]
v_cmp_eq_u64_e64 s[12:13], v[40:41], 1.0
v_cmp_eq_u64_e64 s[12:13], v[40:41], s[40:41]
v_cmp_eq_u64_e64 vcc, v[40:41], v[44:45]
v_cmp_eq_u64_e64 vcc, 1.0, v[44:45]
v_cmp_eq_u64_e64 vcc, s[40:41], v[44:45]
v_cmp_eq_u64_e64 vcc, v[40:41], 1.0
v_cmp_eq_u64_e64 vcc, v[40:41], s[40:41]
v_cmp_le_u64 v[8:9], v[40:41]
v_cmp_le_u64 s[12:13], v[40:41]
v_cmp_le_u64_e64 s[12:13], v[40:41], v[44:45]
v_cmp_le_u64_e64 s[12:13], 1.0, v[44:45]
v_cmp_le_u64_e64 s[12:13], s[40:41], v[44:45]
v_cmp_le_u64_e64 s[12:13], v[40:41], 1.0
v_cmp_le_u64_e64 s[12:13], v[40:41], s[40:41]
v_cmp_le_u64_e64 vcc, v[40:41], v[44:45]
v_cmp_le_u64_e64 vcc, 1.0, v[44:45]
v_cmp_le_u64_e64 vcc, s[40:41], v[44:45]
v_cmp_le_u64_e64 vcc, v[40:41], 1.0
v_cmp_le_u64_e64 vcc, v[40:41], s[40:41]
v_cmp_nge_f32 v8, v40
v_cmp_nge_f32 s[12:13], v40, s3
v_cmp_nge_f32 s[12:13], v40, s3 clamp
v_cmp_nge_f32 s[12:13], -v40, s3
v_cmp_nge_f32 s[12:13], |v40|, s3
v_cmp_nge_f32 s[12:13], 1.0, s3
v_cmp_nge_f32_e32 vcc, v40, v44
v_cmp_nge_f32_e32 vcc, 1.0, v44
v_cmp_nge_f32_e32 vcc, 0x3f123456, v44
v_cmp_nge_f32_e32 vcc, s40, v44
v_cmp_nge_f32_e64 s[12:13], v40, v44
v_cmp_nge_f32_e64 s[12:13], v40, v44 clamp
v_cmp_nge_f32_e64 s[12:13], -v40, v44
v_cmp_nge_f32_e64 s[12:13], |v40|, v44
v_cmp_nge_f32_e64 s[12:13], 1.0, v44
v_cmp_nge_f32_e64 s[12:13], s40, v44
v_cmp_nge_f32_e64 s[12:13], v40, -v44
v_cmp_nge_f32_e64 s[12:13], v40, |v44|
v_cmp_nge_f32_e64 s[12:13], v40, 1.0
v_cmp_nge_f32_e64 s[12:13], v40, s40
v_cmp_nge_f32_sdwa s[12:13], v40, s3
v_cmp_nge_f32_sdwa s[12:13], v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_nge_f32_sdwa s[12:13], v40, s3 src0_sel:BYTE_2
v_cmp_nge_f32_sdwa s[12:13], -v40, s3
v_cmp_nge_f32_sdwa s[12:13], |v40|, s3
v_cmp_nge_f32_sdwa s[12:13], 1.0, s3
v_cmp_nge_f32_sdwa s[12:13], v40, v44
v_cmp_nge_f32_sdwa s[12:13], v40, v44 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_nge_f32_sdwa s[12:13], v40, v44 src0_sel:BYTE_2
v_cmp_nge_f32_sdwa s[12:13], -v40, v44
v_cmp_nge_f32_sdwa s[12:13], |v40|, v44
v_cmp_nge_f32_sdwa s[12:13], 1.0, v44
v_cmp_nge_f32_sdwa s[12:13], s40, v44
v_cmp_nge_f32_sdwa s[12:13], v40, -v44
v_cmp_nge_f32_sdwa s[12:13], v40, |v44|
v_cmp_nge_f32_sdwa s[12:13], v40, 1.0
v_cmp_nge_f32_sdwa s[12:13], v40, s40
v_cvt_f32_bf16 v8, v40
v_cvt_f32_bf16 v8, v40 clamp
v_cvt_f32_bf16 v8, v40 mul:2
v_cvt_f32_bf16 v8, v40 mul:4
v_cvt_f32_bf16 v8, v40 div:2
v_cvt_f32_bf16 v8, v40 clamp mul:2
v_cvt_f32_bf16 v8, -v40
v_cvt_f32_bf16 v8, |v40|
v_cvt_f32_bf16 v8, 1.0
v_cvt_f32_bf16 v8, s40
v_cvt_f32_bf16_e64 v8, v40
v_cvt_f32_bf16_e64 v8, 1.0
v_cvt_f32_bf16_e64 v8, s40
v_cvt_f32_bf16_dpp v8, v40 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_cvt_f32_bf16_dpp v8, v40 row_shl:1 row_mask:0xf bank_mask:0xf
v_cvt_f32_bf16_dpp v8, v40 row_shr:3 row_mask:0xf bank_mask:0xf
v_cvt_f32_bf16_dpp v8, v40 row_ror:5 row_mask:0xf bank_mask:0xf
v_cvt_f32_bf16_dpp v8, v40 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_cvt_f32_bf16_dpp v8, v40 row_bcast:15 row_mask:0xf bank_mask:0xf
v_cvt_f32_bf16_dpp v8, v40 row_bcast:31 row_mask:0xf bank_mask:0xf
v_cvt_f32_bf16_dpp v8, v40 row_mirror row_mask:0xf bank_mask:0xf
v_cvt_f32_bf16_dpp v8, v40 row_half_mirror row_mask:0xf bank_mask:0xf
v_cvt_f32_bf16_dpp v8, v40 wave_shl:1 row_mask:0xf bank_mask:0xf
v_cvt_f32_bf16_dpp v8, v40 wave_ror:1 row_mask:0xf bank_mask:0xf
v_cvt_f32_bf16_dpp v8, v40 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_cvt_f32_bf16_dpp v8, -v40 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_cvt_f32_bf16_dpp v8, |v40| quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_cvt_f32_bf16_sdwa v8, v40
v_cvt_f32_bf16_sdwa v8, v40 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_cvt_f32_bf16_sdwa v8, v40 src0_sel:BYTE_2
v_cvt_f32_bf16_sdwa v8, v40 clamp
v_cvt_f32_bf16_sdwa v8, v40 mul:2
v_cvt_f32_bf16_sdwa v8, -v40
v_cvt_f32_bf16_sdwa v8, |v40|
v_cvt_f32_bf16_sdwa v8, 1.0
v_cvt_f32_bf16_sdwa v8, s40
v_cvt_f32_ubyte0 v8, v40
v_cvt_f32_ubyte0 v8, v40 clamp
v_cvt_f32_ubyte0 v8, v40 mul:2
v_cvt_f32_ubyte0 v8, v40 mul:4
v_cvt_f32_ubyte0 v8, v40 div:2
v_cvt_f32_ubyte0 v8, v40 clamp mul:2
v_cvt_f32_ubyte0 v8, sext(v40)
v_cvt_f32_ubyte0 v8, 1.0
v_cvt_f32_ubyte0 v8, 0x3f123456
v_cvt_f32_ubyte0 v8, s40
v_cvt_f32_ubyte0_e64 v8, v40
v_cvt_f32_ubyte0_e64 v8, 1.0
v_cvt_f32_ubyte0_e64 v8, s40
v_cvt_f32_ubyte0_dpp v8, v40 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_cvt_f32_ubyte0_dpp v8, v40 row_shl:1 row_mask:0xf bank_mask:0xf
v_cvt_f32_ubyte0_dpp v8, v40 row_shr:3 row_mask:0xf bank_mask:0xf
v_cvt_f32_ubyte0_dpp v8, v40 row_ror:5 row_mask:0xf bank_mask:0xf
v_cvt_f32_ubyte0_dpp v8, v40 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_cvt_f32_ubyte0_dpp v8, v40 row_bcast:15 row_mask:0xf bank_mask:0xf
v_cvt_f32_ubyte0_dpp v8, v40 row_bcast:31 row_mask:0xf bank_mask:0xf
v_cvt_f32_ubyte0_dpp v8, v40 row_mirror row_mask:0xf bank_mask:0xf
v_cvt_f32_ubyte0_dpp v8, v40 row_half_mirror row_mask:0xf bank_mask:0xf
v_cvt_f32_ubyte0_dpp v8, v40 wave_shl:1 row_mask:0xf bank_mask:0xf
v_cvt_f32_ubyte0_dpp v8, v40 wave_ror:1 row_mask:0xf bank_mask:0xf
v_cvt_f32_ubyte0_dpp v8, v40 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_cvt_f32_ubyte0_sdwa v8, v40
v_cvt_f32_ubyte0_sdwa v8, v40 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_cvt_f32_ubyte0_sdwa v8, v40 src0_sel:BYTE_2
v_cvt_f32_ubyte0_sdwa v8, v40 clamp
v_cvt_f32_ubyte0_sdwa v8, v40 mul:2
v_cvt_f32_ubyte0_sdwa v8, 1.0
v_cvt_f32_ubyte0_sdwa v8, s40
v_cvt_pk_bf16_f32 v8, v40, s3
v_cvt_pk_bf16_f32 v8, v40, s3 clamp
v_cvt_pk_bf16_f32 v8, v40, s3 mul:2
v_cvt_pk_bf16_f32 v8, v40, s3 mul:4
v_cvt_pk_bf16_f32 v8, v40, s3 div:2
v_cvt_pk_bf16_f32 v8, v40, s3 clamp mul:2
v_cvt_pk_bf16_f32 v8, -v40, s3
v_cvt_pk_bf16_f32 v8, |v40|, s3
v_cvt_pk_bf16_f32 v8, 1.0, s3
v_cvt_pk_f16_f32 v8, v40, s3
v_cvt_pk_f16_f32 v8, v40, s3 clamp
v_cvt_pk_f16_f32 v8, v40, s3 mul:2
v_cvt_pk_f16_f32 v8, v40, s3 mul:4
v_cvt_pk_f16_f32 v8, v40, s3 div:2
v_cvt_pk_f16_f32 v8, v40, s3 clamp mul:2
v_cvt_pk_f16_f32 v8, -v40, s3
v_cvt_pk_f16_f32 v8, |v40|, s3
v_cvt_pk_f16_f32 v8, 1.0, s3
v_cvt_pk_u8_f32 v8, v40, v44, v48
v_cvt_pk_u8_f32 v8, v40, v44, v48 clamp
v_cvt_pk_u8_f32 v8, -v40, v44, v48
v_cvt_pk_u8_f32 v8, |v40|, v44, v48
v_cvt_pk_u8_f32 v8, 1.0, v44, v48
v_cvt_pk_u8_f32 v8, s40, v44, v48
v_cvt_pk_u8_f32 v8, v40, 1.0, v48
v_cvt_pk_u8_f32 v8, v40, s40, v48
v_cvt_pk_u8_f32 v8, v40, v44, 1.0
v_cvt_pk_u8_f32 v8, v40, v44, s40
v_cvt_scalef32_pk_bf16_fp8 v8, v40, s3
v_cvt_scalef32_pk_bf16_fp8 v8, v40, s3 op_sel:[1]
v_cvt_scalef32_pk_bf16_fp8 v8, v40, s3 op_sel:[1,1]
v_cvt_scalef32_pk_bf16_fp8 v8, v40, s3 op_sel:[0,1,0]
v_cvt_scalef32_pk_bf16_fp8 v8, v40, s3 op_sel:[0,0,1]
v_cvt_scalef32_pk_bf16_fp8 v8, v40, s3 op_sel:[1,1,1]
v_cvt_scalef32_pk_bf16_fp8 v8, v40, s3 op_sel:[1,0,1,1]
v_cvt_scalef32_pk_bf16_fp8 v8, 1.0, s3
v_cvt_scalef32_pk_fp4_f32 v8, v40, v44, v48
v_cvt_scalef32_pk_fp4_f32 v8, v40, v44, v48 op_sel:[1]
v_cvt_scalef32_pk_fp4_f32 v8, v40, v44, v48 op_sel:[1,1]
v_cvt_scalef32_pk_fp4_f32 v8, v40, v44, v48 op_sel:[0,1,0]
v_cvt_scalef32_pk_fp4_f32 v8, v40, v44, v48 op_sel:[0,0,1]
v_cvt_scalef32_pk_fp4_f32 v8, v40, v44, v48 op_sel:[1,1,1]
v_cvt_scalef32_pk_fp4_f32 v8, v40, v44, v48 op_sel:[1,0,1,1]
v_cvt_scalef32_pk_fp4_f32 v8, v40, v44, v48 op_sel:[0,0,0,1]
v_cvt_scalef32_pk_fp4_f32 v8, v40, v44, v48 op_sel:[0,0,1,1]
v_cvt_scalef32_pk_fp4_f32 v8, -v40, v44, v48
v_cvt_scalef32_pk_fp4_f32 v8, |v40|, v44, v48
v_cvt_scalef32_pk_fp4_f32 v8, 1.0, v44, v48
v_cvt_scalef32_pk_fp4_f32 v8, s40, v44, v48
v_cvt_scalef32_pk_fp4_f32 v8, v40, -v44, v48
v_cvt_scalef32_pk_fp4_f32 v8, v40, |v44|, v48
v_cvt_scalef32_pk_fp4_f32 v8, v40, 1.0, v48
v_cvt_scalef32_pk_fp4_f32 v8, v40, s40, v48
v_cvt_scalef32_pk_fp4_f32 v8, v40, v44, -v48
v_cvt_scalef32_pk_fp4_f32 v8, v40, v44, |v48|
v_cvt_scalef32_pk_fp4_f32 v8, v40, v44, 1.0
v_cvt_scalef32_pk_fp4_f32 v8, v40, v44, s40
v_lshlrev_b64 v[8:9], v40, v[44:45]
v_lshlrev_b64 v[8:9], 1.0, v[44:45]
v_lshlrev_b64 v[8:9], s40, v[44:45]
v_lshlrev_b64 v[8:9], v40, 1.0
v_lshlrev_b64 v[8:9], v40, s[40:41]
v_mad_i64_i32 v[8:9], vcc, v40, v44, vcc
v_mad_i64_i32 v[8:9], vcc, v40, v44, vcc clamp
v_mad_i64_i32 v[8:9], s[40:41], v40, v44, vcc
v_mad_i64_i32 v[8:9], vcc, 1.0, v44, vcc
v_mad_i64_i32 v[8:9], vcc, v40, 1.0, vcc
v_mad_i64_i32 v[8:9], vcc, v40, v44, 1.0
v_mad_i64_i32 v[8:9], vcc, v40, v44, s[40:41]
v_mfma_f32_16x16x128_f8f6f4 v[8:11], v[40:47], v[48:55], v[8:11]
v_mfma_f32_16x16x128_f8f6f4 v[8:11], v[40:47], v[48:55], v[8:11] cbsz:1
v_mfma_f32_16x16x128_f8f6f4 v[8:11], v[40:47], v[48:55], v[8:11] blgp:1
v_mfma_f32_16x16x128_f8f6f4 a[8:11], v[40:47], v[48:55], a[8:11]
v_mfma_f32_16x16x128_f8f6f4 v[8:11], a[40:47], a[48:55], v[8:11]
v_mfma_f32_16x16x128_f8f6f4 v[8:11], v[40:47], v[48:55], 0
v_mfma_f32_16x16x128_f8f6f4 v[8:11], v[40:47], v[48:55], 1.0
v_mfma_f32_16x16x32_bf16 v[8:11], v[40:43], v[48:51], v[8:11]
v_mfma_f32_16x16x32_bf16 v[8:11], v[40:43], v[48:51], v[8:11] blgp:1
v_mfma_f32_16x16x32_bf16 v[8:11], v[40:43], v[48:51], v[8:11] blgp:4
v_mfma_f32_16x16x32_bf16 v[8:11], v[40:43], v[48:51], v[8:11] abid:1
v_mfma_f32_16x16x32_bf16 a[8:11], v[40:43], v[48:51], a[8:11]
v_mfma_f32_16x16x32_bf16 v[8:11], a[40:43], a[48:51], v[8:11]
v_mfma_f32_16x16x32_bf16 v[8:11], v[40:43], v[48:51], 0
v_mfma_f32_16x16x32_bf16 v[8:11], v[40:43], v[48:51], 1.0
v_mfma_f32_16x16x32_f16 v[8:11], v[40:43], v[48:51], v[8:11]
v_mfma_f32_16x16x32_f16 v[8:11], v[40:43], v[48:51], v[8:11] blgp:1
v_mfma_f32_16x16x32_f16 v[8:11], v[40:43], v[48:51], v[8:11] blgp:4
v_mfma_f32_16x16x32_f16 v[8:11], v[40:43], v[48:51], v[8:11] abid:1
v_mfma_f32_16x16x32_f16 a[8:11], v[40:43], v[48:51], a[8:11]
v_mfma_f32_16x16x32_f16 v[8:11], a[40:43], a[48:51], v[8:11]
v_mfma_f32_16x16x32_f16 v[8:11], v[40:43], v[48:51], 0
v_mfma_f32_16x16x32_f16 v[8:11], v[40:43], v[48:51], 1.0
v_mfma_f32_32x32x16_bf16 v[8:23], v[40:43], v[48:51], v[8:23]
v_mfma_f32_32x32x16_bf16 v[8:23], v[40:43], v[48:51], v[8:23] blgp:1
v_mfma_f32_32x32x16_bf16 v[8:23], v[40:43], v[48:51], v[8:23] blgp:4
v_mfma_f32_32x32x16_bf16 v[8:23], v[40:43], v[48:51], v[8:23] abid:1
v_mfma_f32_32x32x16_bf16 a[8:23], v[40:43], v[48:51], a[8:23]
v_mfma_f32_32x32x16_bf16 v[8:23], a[40:43], a[48:51], v[8:23]
v_mfma_f32_32x32x16_bf16 v[8:23], v[40:43], v[48:51], 0
v_mfma_f32_32x32x16_bf16 v[8:23], v[40:43], v[48:51], 1.0
v_mfma_f32_32x32x16_f16 v[8:23], v[40:43], v[48:51], v[8:23]
v_mfma_f32_32x32x16_f16 v[8:23], v[40:43], v[48:51], v[8:23] blgp:1
v_mfma_f32_32x32x16_f16 v[8:23], v[40:43], v[48:51], v[8:23] blgp:4
v_mfma_f32_32x32x16_f16 v[8:23], v[40:43], v[48:51], v[8:23] abid:1
v_mfma_f32_32x32x16_f16 a[8:23], v[40:43], v[48:51], a[8:23]
v_mfma_f32_32x32x16_f16 v[8:23], a[40:43], a[48:51], v[8:23]
v_mfma_f32_32x32x16_f16 v[8:23], v[40:43], v[48:51], 0
v_mfma_f32_32x32x16_f16 v[8:23], v[40:43], v[48:51], 1.0
v_mfma_f32_32x32x64_f8f6f4 v[8:23], v[40:47], v[48:55], v[8:23]
v_mfma_f32_32x32x64_f8f6f4 v[8:23], v[40:47], v[48:55], v[8:23] cbsz:1
v_mfma_f32_32x32x64_f8f6f4 v[8:23], v[40:47], v[48:55], v[8:23] blgp:1
v_mfma_f32_32x32x64_f8f6f4 a[8:23], v[40:47], v[48:55], a[8:23]
v_mfma_f32_32x32x64_f8f6f4 v[8:23], a[40:47], a[48:55], v[8:23]
v_mfma_f32_32x32x64_f8f6f4 v[8:23], v[40:47], v[48:55], 0
v_mfma_f32_32x32x64_f8f6f4 v[8:23], v[40:47], v[48:55], 1.0
v_mfma_i32_32x32x32_i8 v[8:23], v[40:43], v[48:51], v[8:23]
v_mfma_i32_32x32x32_i8 v[8:23], v[40:43], v[48:51], v[8:23] blgp:1
v_mfma_i32_32x32x32_i8 v[8:23], v[40:43], v[48:51], v[8:23] blgp:4
v_mfma_i32_32x32x32_i8 v[8:23], v[40:43], v[48:51], v[8:23] abid:1
v_mfma_i32_32x32x32_i8 a[8:23], v[40:43], v[48:51], a[8:23]
v_mfma_i32_32x32x32_i8 v[8:23], a[40:43], a[48:51], v[8:23]
v_mfma_i32_32x32x32_i8 v[8:23], v[40:43], v[48:51], 0
v_mfma_i32_32x32x32_i8 v[8:23], v[40:43], v[48:51], 1.0
v_mfma_scale_f32_16x16x128_f8f6f4 v[8:11], v[40:47], v[48:55], v[8:11], v60, v61
v_mfma_scale_f32_16x16x128_f8f6f4 v[8:11], v[40:47], v[48:55], v[8:11], v60, v61 cbsz:1
v_mfma_scale_f32_16x16x128_f8f6f4 v[8:11], v[40:47], v[48:55], v[8:11], v60, v61 blgp:1
v_mfma_scale_f32_16x16x128_f8f6f4 v[8:11], v[40:47], v[48:55], v[8:11], v60, v61 op_sel:[1,0,0] op_sel_hi:[0,1,0]
v_mfma_scale_f32_16x16x128_f8f6f4 a[8:11], v[40:47], v[48:55], a[8:11], v60, v61
v_mfma_scale_f32_16x16x128_f8f6f4 v[8:11], a[40:47], a[48:55], v[8:11], v60, v61
v_mfma_scale_f32_16x16x128_f8f6f4 v[8:11], v[40:47], v[48:55], 0, v60, v61
v_mfma_scale_f32_16x16x128_f8f6f4 v[8:11], v[40:47], v[48:55], 1.0, v60, v61
v_mfma_scale_f32_32x32x64_f8f6f4 v[8:23], v[40:47], v[48:55], v[8:23], v60, v61
v_mfma_scale_f32_32x32x64_f8f6f4 v[8:23], v[40:47], v[48:55], v[8:23], v60, v61 cbsz:1
v_mfma_scale_f32_32x32x64_f8f6f4 v[8:23], v[40:47], v[48:55], v[8:23], v60, v61 blgp:1
v_mfma_scale_f32_32x32x64_f8f6f4 v[8:23], v[40:47], v[48:55], v[8:23], v60, v61 op_sel:[1,0,0] op_sel_hi:[0,1,0]
v_mfma_scale_f32_32x32x64_f8f6f4 a[8:23], v[40:47], v[48:55], a[8:23], v60, v61
v_mfma_scale_f32_32x32x64_f8f6f4 v[8:23], a[40:47], a[48:55], v[8:23], v60, v61
v_mfma_scale_f32_32x32x64_f8f6f4 v[8:23], v[40:47], v[48:55], 0, v60, v61
v_mfma_scale_f32_32x32x64_f8f6f4 v[8:23], v[40:47], v[48:55], 1.0, v60, v61
v_permlane16_swap_b32 v8, v40
v_permlane16_swap_b32_e64 v8, v40
v_permlane32_swap_b32 v8, v40
v_permlane32_swap_b32_e64 v8, v40
v_smfmac_f32_16x16x128_fp8_fp8 v[8:11], v[40:43], v[48:55], v60
v_smfmac_f32_16x16x128_fp8_fp8 v[8:11], v[40:43], v[48:55], v60 cbsz:1
v_smfmac_f32_16x16x128_fp8_fp8 v[8:11], v[40:43], v[48:55], v60 cbsz:1 abid:1
v_smfmac_f32_16x16x128_fp8_fp8 v[8:11], v[40:43], v[48:55], v60 cbsz:2 abid:3
v_smfmac_f32_16x16x128_fp8_fp8 v[8:11], v[40:43], v[48:55], v60 abid:1
v_smfmac_f32_16x16x128_fp8_fp8 a[8:11], v[40:43], v[48:55], v60
v_smfmac_f32_16x16x128_fp8_fp8 v[8:11], a[40:43], a[48:55], v60
v_swap_b32 v8, v40
