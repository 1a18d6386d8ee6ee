// Every mnemonic of used_mnemonics.csv in every encoding and under every modifier that the assembler of gfx942 and gfx950 takes,
// one line each; operands are as good as any.
buffer_atomic_add_f32 v8, off, s[8:11], s6
buffer_atomic_add_f32 v8, off, s[8:11], s6 offset:16
buffer_atomic_add_f32 v8, off, s[8:11], s6 sc0
buffer_atomic_add_f32 v8, off, s[8:11], s6 nt
buffer_atomic_add_f32 v8, off, s[8:11], s6 sc1
buffer_atomic_add_f32 v8, off, s[8:11], s6 sc0 sc1 nt
buffer_atomic_add_f32 v8, v40, s[8:11], s6 offen
buffer_atomic_add_f32 a8, v40, s[8:11], s6 offen
buffer_atomic_add_f32 v8, v40, s[8:11], s6 idxen
buffer_atomic_add_f32 a8, v40, s[8:11], s6 idxen
buffer_atomic_add_f32 v8, v[40:41], s[8:11], s6 idxen offen
buffer_atomic_add_f32 a8, v[40:41], s[8:11], s6 idxen offen
buffer_atomic_add_f32 v8, v40, s[8:11], s6 offen offset:8 sc0
buffer_atomic_add_f32 a8, v40, s[8:11], s6 offen offset:8 sc0
buffer_atomic_pk_add_f16 v8, off, s[8:11], s6
buffer_atomic_pk_add_f16 v8, off, s[8:11], s6 offset:16
buffer_atomic_pk_add_f16 v8, off, s[8:11], s6 sc0
buffer_atomic_pk_add_f16 v8, off, s[8:11], s6 nt
buffer_atomic_pk_add_f16 v8, off, s[8:11], s6 sc1
buffer_atomic_pk_add_f16 v8, off, s[8:11], s6 sc0 sc1 nt
buffer_atomic_pk_add_f16 v8, v40, s[8:11], s6 offen
buffer_atomic_pk_add_f16 a8, v40, s[8:11], s6 offen
buffer_atomic_pk_add_f16 v8, v40, s[8:11], s6 idxen
buffer_atomic_pk_add_f16 a8, v40, s[8:11], s6 idxen
buffer_atomic_pk_add_f16 v8, v[40:41], s[8:11], s6 idxen offen
buffer_atomic_pk_add_f16 a8, v[40:41], s[8:11], s6 idxen offen
buffer_atomic_pk_add_f16 v8, v40, s[8:11], s6 offen offset:8 sc0
buffer_atomic_pk_add_f16 a8, v40, s[8:11], s6 offen offset:8 sc0
buffer_load_dword v8, off, s[8:11], s6
buffer_load_dword v8, off, s[8:11], s6 offset:16
buffer_load_dword v8, off, s[8:11], s6 sc0
buffer_load_dword v8, off, s[8:11], s6 nt
buffer_load_dword v8, off, s[8:11], s6 sc1
buffer_load_dword v8, off, s[8:11], s6 sc0 sc1 nt
buffer_load_dword v8, v40, s[8:11], s6 offen
buffer_load_dword a8, v40, s[8:11], s6 offen
buffer_load_dword v8, v40, s[8:11], s6 idxen
buffer_load_dword a8, v40, s[8:11], s6 idxen
buffer_load_dword v8, v[40:41], s[8:11], s6 idxen offen
buffer_load_dword a8, v[40:41], s[8:11], s6 idxen offen
buffer_load_dword v8, v40, s[8:11], s6 offen offset:8 sc0
buffer_load_dword a8, v40, s[8:11], s6 offen offset:8 sc0
buffer_load_dword off, s[8:11], s6 lds
buffer_load_dword v40, s[8:11], s6 offen lds
buffer_load_dword v40, s[8:11], s6 idxen lds
buffer_load_dword v[40:41], s[8:11], s6 idxen offen lds
buffer_load_dwordx2 v[8:9], off, s[8:11], s6
buffer_load_dwordx2 v[8:9], off, s[8:11], s6 offset:16
buffer_load_dwordx2 v[8:9], off, s[8:11], s6 sc0
buffer_load_dwordx2 v[8:9], off, s[8:11], s6 nt
buffer_load_dwordx2 v[8:9], off, s[8:11], s6 sc1
buffer_load_dwordx2 v[8:9], off, s[8:11], s6 sc0 sc1 nt
buffer_load_dwordx2 v[8:9], v40, s[8:11], s6 offen
buffer_load_dwordx2 v[8:9], v40, s[8:11], s6 idxen
buffer_load_dwordx2 v[8:9], v[40:41], s[8:11], s6 idxen offen
buffer_load_dwordx2 v[8:9], v40, s[8:11], s6 offen offset:8 sc0
buffer_load_dwordx4 v[8:11], off, s[8:11], s6
buffer_load_dwordx4 v[8:11], off, s[8:11], s6 offset:16
buffer_load_dwordx4 v[8:11], off, s[8:11], s6 sc0
buffer_load_dwordx4 v[8:11], off, s[8:11], s6 nt
buffer_load_dwordx4 v[8:11], off, s[8:11], s6 sc1
buffer_load_dwordx4 v[8:11], off, s[8:11], s6 sc0 sc1 nt
buffer_load_dwordx4 v[8:11], v40, s[8:11], s6 offen
buffer_load_dwordx4 v[8:11], v40, s[8:11], s6 idxen
buffer_load_dwordx4 v[8:11], v[40:41], s[8:11], s6 idxen offen
buffer_load_dwordx4 v[8:11], v40, s[8:11], s6 offen offset:8 sc0
buffer_load_short_d16 v8, off, s[8:11], s6
buffer_load_short_d16 v8, off, s[8:11], s6 offset:16
buffer_load_short_d16 v8, off, s[8:11], s6 sc0
buffer_load_short_d16 v8, off, s[8:11], s6 nt
buffer_load_short_d16 v8, off, s[8:11], s6 sc1
buffer_load_short_d16 v8, off, s[8:11], s6 sc0 sc1 nt
buffer_load_short_d16 v8, v40, s[8:11], s6 offen
buffer_load_short_d16 a8, v40, s[8:11], s6 offen
buffer_load_short_d16 v8, v40, s[8:11], s6 idxen
buffer_load_short_d16 a8, v40, s[8:11], s6 idxen
buffer_load_short_d16 v8, v[40:41], s[8:11], s6 idxen offen
buffer_load_short_d16 a8, v[40:41], s[8:11], s6 idxen offen
buffer_load_short_d16 v8, v40, s[8:11], s6 offen offset:8 sc0
buffer_load_short_d16 a8, v40, s[8:11], s6 offen offset:8 sc0
buffer_store_dword v8, off, s[8:11], s6
buffer_store_dword v8, off, s[8:11], s6 offset:16
buffer_store_dword v8, off, s[8:11], s6 sc0
buffer_store_dword v8, off, s[8:11], s6 nt
buffer_store_dword v8, off, s[8:11], s6 sc1
buffer_store_dword v8, off, s[8:11], s6 sc0 sc1 nt
buffer_store_dword v8, v40, s[8:11], s6 offen
buffer_store_dword a8, v40, s[8:11], s6 offen
buffer_store_dword v8, v40, s[8:11], s6 idxen
buffer_store_dword a8, v40, s[8:11], s6 idxen
buffer_store_dword v8, v[40:41], s[8:11], s6 idxen offen
buffer_store_dword a8, v[40:41], s[8:11], s6 idxen offen
buffer_store_dword v8, v40, s[8:11], s6 offen offset:8 sc0
buffer_store_dword a8, v40, s[8:11], s6 offen offset:8 sc0
buffer_store_dwordx2 v[8:9], off, s[8:11], s6
buffer_store_dwordx2 v[8:9], off, s[8:11], s6 offset:16
buffer_store_dwordx2 v[8:9], off, s[8:11], s6 sc0
buffer_store_dwordx2 v[8:9], off, s[8:11], s6 nt
buffer_store_dwordx2 v[8:9], off, s[8:11], s6 sc1
buffer_store_dwordx2 v[8:9], off, s[8:11], s6 sc0 sc1 nt
buffer_store_dwordx2 v[8:9], v40, s[8:11], s6 offen
buffer_store_dwordx2 v[8:9], v40, s[8:11], s6 idxen
buffer_store_dwordx2 v[8:9], v[40:41], s[8:11], s6 idxen offen
buffer_store_dwordx2 v[8:9], v40, s[8:11], s6 offen offset:8 sc0
buffer_store_dwordx4 v[8:11], off, s[8:11], s6
buffer_store_dwordx4 v[8:11], off, s[8:11], s6 offset:16
buffer_store_dwordx4 v[8:11], off, s[8:11], s6 sc0
buffer_store_dwordx4 v[8:11], off, s[8:11], s6 nt
buffer_store_dwordx4 v[8:11], off, s[8:11], s6 sc1
buffer_store_dwordx4 v[8:11], off, s[8:11], s6 sc0 sc1 nt
buffer_store_dwordx4 v[8:11], v40, s[8:11], s6 offen
buffer_store_dwordx4 v[8:11], v40, s[8:11], s6 idxen
buffer_store_dwordx4 v[8:11], v[40:41], s[8:11], s6 idxen offen
buffer_store_dwordx4 v[8:11], v40, s[8:11], s6 offen offset:8 sc0
ds_bpermute_b32 v8, v16, v24
ds_bpermute_b32 v8, v16, v24 offset:8
ds_read_b128 v[8:11], v16
ds_read_b128 v[8:11], v16 offset:8
ds_read_b128 a[8:11], v16
ds_read_b32 v8, v16
ds_read_b32 v8, v16 offset:8
ds_read_b32 a8, v16
ds_read_b64 v[8:9], v16
ds_read_b64 v[8:9], v16 offset:8
ds_read_b64 a[8:9], v16
ds_write_b128 v8, v[16:19]
ds_write_b128 v8, v[16:19] offset:8
ds_write_b32 v8, v16
ds_write_b32 v8, v16 offset:8
ds_write_b64 v8, v[16:17]
ds_write_b64 v8, v[16:17] offset:8
flat_load_dword v8, v[40:41]
flat_load_dword v8, v[40:41] offset:16
flat_load_dword v8, v[40:41] sc0
flat_load_dword v8, v[40:41] sc1
flat_load_dword v8, v[40:41] nt
flat_load_dword a8, v[40:41]
global_atomic_add_f32 v[40:41], v8, off
global_atomic_add_f32 v[40:41], v8, off offset:16
global_atomic_add_f32 v[40:41], v8, off sc1
global_atomic_add_f32 v[40:41], v8, off nt
global_atomic_add_f32 v[40:41], a8, off
global_atomic_add_f32 v8, v40, s[8:9]
global_atomic_add_f32 v8, v40, s[8:9] offset:16
global_atomic_add_f32 v8, v40, s[8:9] sc1
global_atomic_add_f32 v8, v40, s[8:9] nt
global_atomic_add_f32 v40, v8, s[8:9]
global_atomic_add_f32 v40, v8, s[8:9] offset:16
global_atomic_add_f32 v40, v8, s[8:9] sc1
global_atomic_add_f32 v40, v8, s[8:9] nt
global_atomic_add_f32 v40, a8, s[8:9]
global_atomic_add_f32 v[8:9], v40, off
global_atomic_add_f32 v[8:9], v40, off offset:16
global_atomic_add_f32 v[8:9], v40, off sc1
global_atomic_add_f32 v[8:9], v40, off nt
global_atomic_cmpswap_x2 v[40:41], v[8:11], off
global_atomic_cmpswap_x2 v[40:41], v[8:11], off offset:16
global_atomic_cmpswap_x2 v[40:41], v[8:11], off sc1
global_atomic_cmpswap_x2 v[40:41], v[8:11], off nt
global_atomic_cmpswap_x2 v[40:41], a[8:11], off
global_atomic_cmpswap_x2 v40, v[8:11], s[8:9]
global_atomic_cmpswap_x2 v40, v[8:11], s[8:9] offset:16
global_atomic_cmpswap_x2 v40, v[8:11], s[8:9] sc1
global_atomic_cmpswap_x2 v40, v[8:11], s[8:9] nt
global_atomic_cmpswap_x2 v40, a[8:11], s[8:9]
global_atomic_pk_add_bf16 v[40:41], v8, off
global_atomic_pk_add_bf16 v[40:41], v8, off offset:16
global_atomic_pk_add_bf16 v[40:41], v8, off sc1
global_atomic_pk_add_bf16 v[40:41], v8, off nt
global_atomic_pk_add_bf16 v[40:41], a8, off
global_atomic_pk_add_bf16 v8, v40, s[8:9]
global_atomic_pk_add_bf16 v8, v40, s[8:9] offset:16
global_atomic_pk_add_bf16 v8, v40, s[8:9] sc1
global_atomic_pk_add_bf16 v8, v40, s[8:9] nt
global_atomic_pk_add_bf16 v40, v8, s[8:9]
global_atomic_pk_add_bf16 v40, v8, s[8:9] offset:16
global_atomic_pk_add_bf16 v40, v8, s[8:9] sc1
global_atomic_pk_add_bf16 v40, v8, s[8:9] nt
global_atomic_pk_add_bf16 v40, a8, s[8:9]
global_atomic_pk_add_bf16 v[8:9], v40, off
global_atomic_pk_add_bf16 v[8:9], v40, off offset:16
global_atomic_pk_add_bf16 v[8:9], v40, off sc1
global_atomic_pk_add_bf16 v[8:9], v40, off nt
global_atomic_pk_add_f16 v[40:41], v8, off
global_atomic_pk_add_f16 v[40:41], v8, off offset:16
global_atomic_pk_add_f16 v[40:41], v8, off sc1
global_atomic_pk_add_f16 v[40:41], v8, off nt
global_atomic_pk_add_f16 v[40:41], a8, off
global_atomic_pk_add_f16 v8, v40, s[8:9]
global_atomic_pk_add_f16 v8, v40, s[8:9] offset:16
global_atomic_pk_add_f16 v8, v40, s[8:9] sc1
global_atomic_pk_add_f16 v8, v40, s[8:9] nt
global_atomic_pk_add_f16 v40, v8, s[8:9]
global_atomic_pk_add_f16 v40, v8, s[8:9] offset:16
global_atomic_pk_add_f16 v40, v8, s[8:9] sc1
global_atomic_pk_add_f16 v40, v8, s[8:9] nt
global_atomic_pk_add_f16 v40, a8, s[8:9]
global_atomic_pk_add_f16 v[8:9], v40, off
global_atomic_pk_add_f16 v[8:9], v40, off offset:16
global_atomic_pk_add_f16 v[8:9], v40, off sc1
global_atomic_pk_add_f16 v[8:9], v40, off nt
global_load_dword v8, v[40:41], off
global_load_dword v8, v[40:41], off offset:16
global_load_dword v8, v[40:41], off sc0
global_load_dword v8, v[40:41], off sc1
global_load_dword v8, v[40:41], off nt
global_load_dword a8, v[40:41], off
global_load_dword v8, v40, s[8:9]
global_load_dword v8, v40, s[8:9] offset:16
global_load_dword v8, v40, s[8:9] sc0
global_load_dword v8, v40, s[8:9] sc1
global_load_dword v8, v40, s[8:9] nt
global_load_dword a8, v40, s[8:9]
global_load_dword v40, v8, s[8:9]
global_load_dword v40, v8, s[8:9] offset:16
global_load_dword v40, v8, s[8:9] sc0
global_load_dword v40, v8, s[8:9] sc1
global_load_dword v40, v8, s[8:9] nt
global_load_dword v40, v[8:9], off
global_load_dword v40, v[8:9], off offset:16
global_load_dword v40, v[8:9], off sc0
global_load_dword v40, v[8:9], off sc1
global_load_dword v40, v[8:9], off nt
global_load_dwordx2 v[8:9], v[40:41], off
global_load_dwordx2 v[8:9], v[40:41], off offset:16
global_load_dwordx2 v[8:9], v[40:41], off sc0
global_load_dwordx2 v[8:9], v[40:41], off sc1
global_load_dwordx2 v[8:9], v[40:41], off nt
global_load_dwordx2 a[8:9], v[40:41], off
global_load_dwordx2 v[40:41], v[8:9], off
global_load_dwordx2 v[40:41], v[8:9], off offset:16
global_load_dwordx2 v[40:41], v[8:9], off sc0
global_load_dwordx2 v[40:41], v[8:9], off sc1
global_load_dwordx2 v[40:41], v[8:9], off nt
global_load_dwordx2 v[8:9], v40, s[8:9]
global_load_dwordx2 v[8:9], v40, s[8:9] offset:16
global_load_dwordx2 v[8:9], v40, s[8:9] sc0
global_load_dwordx2 v[8:9], v40, s[8:9] sc1
global_load_dwordx2 v[8:9], v40, s[8:9] nt
global_load_dwordx2 a[8:9], v40, s[8:9]
global_load_dwordx4 v[8:11], v[40:41], off
global_load_dwordx4 v[8:11], v[40:41], off offset:16
global_load_dwordx4 v[8:11], v[40:41], off sc0
global_load_dwordx4 v[8:11], v[40:41], off sc1
global_load_dwordx4 v[8:11], v[40:41], off nt
global_load_dwordx4 a[8:11], v[40:41], off
global_load_dwordx4 v[8:11], v40, s[8:9]
global_load_dwordx4 v[8:11], v40, s[8:9] offset:16
global_load_dwordx4 v[8:11], v40, s[8:9] sc0
global_load_dwordx4 v[8:11], v40, s[8:9] sc1
global_load_dwordx4 v[8:11], v40, s[8:9] nt
global_load_dwordx4 a[8:11], v40, s[8:9]
global_store_dword v[40:41], v8, off
global_store_dword v[40:41], v8, off offset:16
global_store_dword v[40:41], v8, off sc0
global_store_dword v[40:41], v8, off sc1
global_store_dword v[40:41], v8, off nt
global_store_dword v[40:41], a8, off
global_store_dword v8, v40, s[8:9]
global_store_dword v8, v40, s[8:9] offset:16
global_store_dword v8, v40, s[8:9] sc0
global_store_dword v8, v40, s[8:9] sc1
global_store_dword v8, v40, s[8:9] nt
global_store_dword v40, v8, s[8:9]
global_store_dword v40, v8, s[8:9] offset:16
global_store_dword v40, v8, s[8:9] sc0
global_store_dword v40, v8, s[8:9] sc1
global_store_dword v40, v8, s[8:9] nt
global_store_dword v40, a8, s[8:9]
global_store_dword v[8:9], v40, off
global_store_dword v[8:9], v40, off offset:16
global_store_dword v[8:9], v40, off sc0
global_store_dword v[8:9], v40, off sc1
global_store_dword v[8:9], v40, off nt
global_store_dwordx2 v[8:9], v[40:41], off
global_store_dwordx2 v[8:9], v[40:41], off offset:16
global_store_dwordx2 v[8:9], v[40:41], off sc0
global_store_dwordx2 v[8:9], v[40:41], off sc1
global_store_dwordx2 v[8:9], v[40:41], off nt
global_store_dwordx2 v[40:41], v[8:9], off
global_store_dwordx2 v[40:41], v[8:9], off offset:16
global_store_dwordx2 v[40:41], v[8:9], off sc0
global_store_dwordx2 v[40:41], v[8:9], off sc1
global_store_dwordx2 v[40:41], v[8:9], off nt
global_store_dwordx2 v[40:41], a[8:9], off
global_store_dwordx2 v40, v[8:9], s[8:9]
global_store_dwordx2 v40, v[8:9], s[8:9] offset:16
global_store_dwordx2 v40, v[8:9], s[8:9] sc0
global_store_dwordx2 v40, v[8:9], s[8:9] sc1
global_store_dwordx2 v40, v[8:9], s[8:9] nt
global_store_dwordx2 v40, a[8:9], s[8:9]
s_add_i32 s20, s6, s7
s_add_u32 s20, s6, s7
s_addc_u32 s20, s6, s7
s_addk_i32 s20, 0x10
s_and_b32 s20, s6, s7
s_and_b64 s[20:21], s[6:7], s[8:9]
s_and_b64 s[20:21], s[8:9], 0x10
s_and_saveexec_b64 s[20:21], 0x10
s_and_saveexec_b64 s[20:21], s[6:7]
s_and_saveexec_b64 s[6:7], s[8:9]
s_andn2_b64 s[20:21], s[6:7], s[8:9]
s_andn2_b64 s[20:21], s[8:9], 0x10
s_andn2_saveexec_b64 s[20:21], 0x10
s_andn2_saveexec_b64 s[20:21], s[6:7]
s_andn2_saveexec_b64 s[6:7], s[8:9]
s_ashr_i32 s20, s6, s7
s_atomic_dec s20, s[6:7]
s_atomic_dec s20, s[6:7] glc
s_atomic_dec s20, s[6:7], s8
s_atomic_dec s20, s[6:7], s8 glc
s_atomic_dec s20, s[6:7], s8 offset:0x4
s_atomic_dec s20, s[8:9], 0x10
s_atomic_dec s20, s[8:9], 0x10 glc
s_atomic_dec s20, s[8:9], s6
s_atomic_dec s20, s[8:9], s6 glc
s_atomic_dec s20, s[8:9], s6 offset:0x4
s_barrier
s_bfm_b32 s20, s6, s7
s_bfm_b64 s[20:21], s6, s7
s_bitcmp1_b32 s20, 0x10
s_bitcmp1_b32 s20, s6
s_bitcmp1_b32 s6, s7
s_branch 1
s_branch 0
s_cbranch_execnz 1
s_cbranch_execnz 0
s_cbranch_execz 1
s_cbranch_execz 0
s_cbranch_scc0 1
s_cbranch_scc0 0
s_cbranch_scc1 1
s_cbranch_scc1 0
s_cbranch_vccnz 1
s_cbranch_vccnz 0
s_cbranch_vccz 1
s_cbranch_vccz 0
s_cmp_eq_i32 s20, 0x10
s_cmp_eq_i32 s20, s6
s_cmp_eq_i32 s6, s7
s_cmp_eq_u32 s20, 0x10
s_cmp_eq_u32 s20, s6
s_cmp_eq_u32 s6, s7
s_cmp_ge_i32 s20, 0x10
s_cmp_ge_i32 s20, s6
s_cmp_ge_i32 s6, s7
s_cmp_ge_u32 s20, 0x10
s_cmp_ge_u32 s20, s6
s_cmp_ge_u32 s6, s7
s_cmp_gt_i32 s20, 0x10
s_cmp_gt_i32 s20, s6
s_cmp_gt_i32 s6, s7
s_cmp_gt_u32 s20, 0x10
s_cmp_gt_u32 s20, s6
s_cmp_gt_u32 s6, s7
s_cmp_le_i32 s20, 0x10
s_cmp_le_i32 s20, s6
s_cmp_le_i32 s6, s7
s_cmp_le_u32 s20, 0x10
s_cmp_le_u32 s20, s6
s_cmp_le_u32 s6, s7
s_cmp_lg_u32 s20, 0x10
s_cmp_lg_u32 s20, s6
s_cmp_lg_u32 s6, s7
s_cmp_lg_u64 s[20:21], 0x10
s_cmp_lg_u64 s[20:21], s[6:7]
s_cmp_lg_u64 s[6:7], s[8:9]
s_cmp_lt_i32 s20, 0x10
s_cmp_lt_i32 s20, s6
s_cmp_lt_i32 s6, s7
s_cmp_lt_u32 s20, 0x10
s_cmp_lt_u32 s20, s6
s_cmp_lt_u32 s6, s7
s_cmpk_eq_u32 s20, 0x10
s_cmpk_gt_i32 s20, 0x10
s_cmpk_gt_u32 s20, 0x10
s_cselect_b32 s20, s6, s7
s_cselect_b64 s[20:21], s[6:7], s[8:9]
s_cselect_b64 s[20:21], s[8:9], 0x10
s_endpgm
s_endpgm 1
s_ff1_i32_b64 s20, 0x10
s_ff1_i32_b64 s20, s[6:7]
s_load_dword s20, s[6:7]
s_load_dword s20, s[6:7] glc
s_load_dword s20, s[6:7], s8
s_load_dword s20, s[6:7], s8 glc
s_load_dword s20, s[6:7], s8 offset:0x4
s_load_dword s20, s[8:9], 0x10
s_load_dword s20, s[8:9], 0x10 glc
s_load_dword s20, s[8:9], s6
s_load_dword s20, s[8:9], s6 glc
s_load_dword s20, s[8:9], s6 offset:0x4
s_load_dwordx2 s[20:21], s[6:7]
s_load_dwordx2 s[20:21], s[6:7] glc
s_load_dwordx2 s[20:21], s[6:7], s8
s_load_dwordx2 s[20:21], s[6:7], s8 glc
s_load_dwordx2 s[20:21], s[6:7], s8 offset:0x4
s_load_dwordx2 s[20:21], s[8:9], 0x10
s_load_dwordx2 s[20:21], s[8:9], 0x10 glc
s_load_dwordx2 s[20:21], s[8:9], s6
s_load_dwordx2 s[20:21], s[8:9], s6 glc
s_load_dwordx2 s[20:21], s[8:9], s6 offset:0x4
s_load_dwordx4 s[20:23], s[6:7]
s_load_dwordx4 s[20:23], s[6:7] glc
s_load_dwordx4 s[20:23], s[6:7], s8
s_load_dwordx4 s[20:23], s[6:7], s8 glc
s_load_dwordx4 s[20:23], s[6:7], s8 offset:0x4
s_load_dwordx4 s[20:23], s[8:9], 0x10
s_load_dwordx4 s[20:23], s[8:9], 0x10 glc
s_load_dwordx4 s[20:23], s[8:9], s6
s_load_dwordx4 s[20:23], s[8:9], s6 glc
s_load_dwordx4 s[20:23], s[8:9], s6 offset:0x4
s_load_dwordx8 s[20:27], s[6:7]
s_load_dwordx8 s[20:27], s[6:7] glc
s_load_dwordx8 s[20:27], s[6:7], s8
s_load_dwordx8 s[20:27], s[6:7], s8 glc
s_load_dwordx8 s[20:27], s[6:7], s8 offset:0x4
s_load_dwordx8 s[20:27], s[8:9], 0x10
s_load_dwordx8 s[20:27], s[8:9], 0x10 glc
s_load_dwordx8 s[20:27], s[8:9], s6
s_load_dwordx8 s[20:27], s[8:9], s6 glc
s_load_dwordx8 s[20:27], s[8:9], s6 offset:0x4
s_lshl1_add_u32 s20, s6, s7
s_lshl_b32 s20, s6, s7
s_lshl_b64 s[20:21], s[6:7], s8
s_lshl_b64 s[20:21], s[8:9], 0x10
s_lshl_b64 s[20:21], s[8:9], s6
s_lshr_b32 s20, s6, s7
s_min_i32 s20, s6, s7
s_min_u32 s20, s6, s7
s_mov_b32 s20, 0x10
s_mov_b32 s20, s6
s_mov_b32 s6, s7
s_mov_b64 s[20:21], 0x10
s_mov_b64 s[20:21], s[6:7]
s_mov_b64 s[6:7], s[8:9]
s_movk_i32 s20, 0x10
s_mul_hi_u32 s20, s6, s7
s_mul_i32 s20, s6, s7
s_nop 1
s_nop 0
s_or_b32 s20, s6, s7
s_or_b64 s[20:21], s[6:7], s[8:9]
s_or_b64 s[20:21], s[8:9], 0x10
s_set_gpr_idx_off
s_set_gpr_idx_on s6, gpr_idx(SRC0,DST)
s_setprio 1
s_setprio 0
s_setvskip s20, 0x10
s_setvskip s20, s6
s_setvskip s6, s7
s_sleep 1
s_sleep 0
s_store_dword s20, s[6:7]
s_store_dword s20, s[6:7] glc
s_store_dword s20, s[6:7], s8
s_store_dword s20, s[6:7], s8 glc
s_store_dword s20, s[6:7], s8 offset:0x4
s_store_dword s20, s[8:9], 0x10
s_store_dword s20, s[8:9], 0x10 glc
s_store_dword s20, s[8:9], s6
s_store_dword s20, s[8:9], s6 glc
s_store_dword s20, s[8:9], s6 offset:0x4
s_sub_i32 s20, s6, s7
s_sub_u32 s20, s6, s7
s_subb_u32 s20, s6, s7
s_waitcnt 1
s_waitcnt 0
s_waitcnt vmcnt(0) lgkmcnt(0)
s_xor_b32 s20, s6, s7
s_xor_b64 s[20:21], s[6:7], s[8:9]
s_xor_b64 s[20:21], s[8:9], 0x10
v_accvgpr_read_b32 v8, a1
v_accvgpr_write_b32 a8, v40
v_accvgpr_write_b32 a8, 1.0
v_accvgpr_write_b32 a8, s40
v_add3_u32 v8, v40, v44, v48
v_add3_u32 v8, 1.0, v44, v48
v_add3_u32 v8, s40, v44, v48
v_add3_u32 v8, v40, 1.0, v48
v_add3_u32 v8, v40, s40, v48
v_add3_u32 v8, v40, v44, 1.0
v_add3_u32 v8, v40, v44, s40
v_add_co_u32 v8, v40, v44
v_add_co_u32 v8, 1.0, v44
v_add_co_u32 v8, 0x3f123456, v44
v_add_co_u32 v8, s40, v44
v_add_co_u32_e64 v8, vcc, v40, v44
v_add_co_u32_e64 v8, vcc, v40, v44 clamp
v_add_co_u32_e64 v8, s[40:41], v40, v44
v_add_co_u32_e64 v8, vcc, 1.0, v44
v_add_co_u32_e64 v8, vcc, s40, v44
v_add_co_u32_e64 v8, vcc, v40, 1.0
v_add_co_u32_e64 v8, vcc, v40, s40
v_add_co_u32_dpp v8, vcc, v40, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_add_co_u32_dpp v8, vcc, v40, v44 row_shl:1 row_mask:0xf bank_mask:0xf
v_add_co_u32_dpp v8, vcc, v40, v44 row_shr:3 row_mask:0xf bank_mask:0xf
v_add_co_u32_dpp v8, vcc, v40, v44 row_ror:5 row_mask:0xf bank_mask:0xf
v_add_co_u32_dpp v8, vcc, v40, v44 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_add_co_u32_dpp v8, vcc, v40, v44 row_bcast:15 row_mask:0xf bank_mask:0xf
v_add_co_u32_dpp v8, vcc, v40, v44 row_bcast:31 row_mask:0xf bank_mask:0xf
v_add_co_u32_dpp v8, vcc, v40, v44 row_mirror row_mask:0xf bank_mask:0xf
v_add_co_u32_dpp v8, vcc, v40, v44 row_half_mirror row_mask:0xf bank_mask:0xf
v_add_co_u32_dpp v8, vcc, v40, v44 wave_shl:1 row_mask:0xf bank_mask:0xf
v_add_co_u32_dpp v8, vcc, v40, v44 wave_ror:1 row_mask:0xf bank_mask:0xf
v_add_co_u32_dpp v8, vcc, v40, v44 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_add_co_u32_sdwa v8, vcc, v40, v44
v_add_co_u32_sdwa v8, vcc, v40, v44 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_3
v_add_co_u32_sdwa v8, vcc, v40, v44 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_add_co_u32_sdwa v8, vcc, v40, v44 src0_sel:WORD_1 src1_sel:BYTE_3
v_add_co_u32_sdwa v8, vcc, v40, v44 src0_sel:BYTE_2
v_add_co_u32_sdwa v8, vcc, v40, v44 clamp
v_add_co_u32_sdwa v8, vcc, sext(v40), v44
v_add_co_u32_sdwa v8, vcc, 1.0, v44
v_add_co_u32_sdwa v8, vcc, s40, v44
v_add_co_u32_sdwa v8, vcc, v40, sext(v44)
v_add_co_u32_sdwa v8, vcc, v40, 1.0
v_add_co_u32_sdwa v8, vcc, v40, s40
v_add_f32 v8, v40, s3
v_add_f32 v8, v40, s3 clamp
v_add_f32 v8, v40, s3 mul:2
v_add_f32 v8, v40, s3 mul:4
v_add_f32 v8, v40, s3 div:2
v_add_f32 v8, v40, s3 clamp mul:2
v_add_f32 v8, -v40, s3
v_add_f32 v8, |v40|, s3
v_add_f32 v8, 1.0, s3
v_add_f32_e32 v8, v40, v44
v_add_f32_e32 v8, 1.0, v44
v_add_f32_e32 v8, 0x3f123456, v44
v_add_f32_e32 v8, s40, v44
v_add_f32_dpp v8, v40, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_add_f32_dpp v8, v40, v44 row_shl:1 row_mask:0xf bank_mask:0xf
v_add_f32_dpp v8, v40, v44 row_shr:3 row_mask:0xf bank_mask:0xf
v_add_f32_dpp v8, v40, v44 row_ror:5 row_mask:0xf bank_mask:0xf
v_add_f32_dpp v8, v40, v44 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_add_f32_dpp v8, v40, v44 row_bcast:15 row_mask:0xf bank_mask:0xf
v_add_f32_dpp v8, v40, v44 row_bcast:31 row_mask:0xf bank_mask:0xf
v_add_f32_dpp v8, v40, v44 row_mirror row_mask:0xf bank_mask:0xf
v_add_f32_dpp v8, v40, v44 row_half_mirror row_mask:0xf bank_mask:0xf
v_add_f32_dpp v8, v40, v44 wave_shl:1 row_mask:0xf bank_mask:0xf
v_add_f32_dpp v8, v40, v44 wave_ror:1 row_mask:0xf bank_mask:0xf
v_add_f32_dpp v8, v40, v44 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_add_f32_dpp v8, -v40, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_add_f32_dpp v8, |v40|, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_add_f32_dpp v8, v40, -v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_add_f32_dpp v8, v40, |v44| quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_add_f32_sdwa v8, v40, s3
v_add_f32_sdwa v8, v40, s3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_3
v_add_f32_sdwa v8, v40, s3 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_add_f32_sdwa v8, v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_add_f32_sdwa v8, v40, s3 src0_sel:BYTE_2
v_add_f32_sdwa v8, v40, s3 clamp
v_add_f32_sdwa v8, v40, s3 mul:2
v_add_f32_sdwa v8, -v40, s3
v_add_f32_sdwa v8, |v40|, s3
v_add_f32_sdwa v8, 1.0, s3
v_add_i32 v8, v40, s3
v_add_i32 v8, v40, s3 clamp
v_add_i32 v8, 1.0, s3
v_add_lshl_u32 v8, v40, v44, v48
v_add_lshl_u32 v8, 1.0, v44, v48
v_add_lshl_u32 v8, s40, v44, v48
v_add_lshl_u32 v8, v40, 1.0, v48
v_add_lshl_u32 v8, v40, s40, v48
v_add_lshl_u32 v8, v40, v44, 1.0
v_add_lshl_u32 v8, v40, v44, s40
v_add_u32 v8, v40, s3
v_add_u32 v8, v40, s3 clamp
v_add_u32 v8, sext(v40), s3
v_add_u32 v8, 1.0, s3
v_add_u32_e32 v8, v40, v44
v_add_u32_e32 v8, 1.0, v44
v_add_u32_e32 v8, 0x3f123456, v44
v_add_u32_e32 v8, s40, v44
v_add_u32_dpp v8, v40, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_add_u32_dpp v8, v40, v44 row_shl:1 row_mask:0xf bank_mask:0xf
v_add_u32_dpp v8, v40, v44 row_shr:3 row_mask:0xf bank_mask:0xf
v_add_u32_dpp v8, v40, v44 row_ror:5 row_mask:0xf bank_mask:0xf
v_add_u32_dpp v8, v40, v44 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_add_u32_dpp v8, v40, v44 row_bcast:15 row_mask:0xf bank_mask:0xf
v_add_u32_dpp v8, v40, v44 row_bcast:31 row_mask:0xf bank_mask:0xf
v_add_u32_dpp v8, v40, v44 row_mirror row_mask:0xf bank_mask:0xf
v_add_u32_dpp v8, v40, v44 row_half_mirror row_mask:0xf bank_mask:0xf
v_add_u32_dpp v8, v40, v44 wave_shl:1 row_mask:0xf bank_mask:0xf
v_add_u32_dpp v8, v40, v44 wave_ror:1 row_mask:0xf bank_mask:0xf
v_add_u32_dpp v8, v40, v44 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_add_u32_sdwa v8, v40, s3
v_add_u32_sdwa v8, v40, s3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_3
v_add_u32_sdwa v8, v40, s3 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_add_u32_sdwa v8, v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_add_u32_sdwa v8, v40, s3 src0_sel:BYTE_2
v_add_u32_sdwa v8, v40, s3 clamp
v_add_u32_sdwa v8, 1.0, s3
v_addc_co_u32 v8, vcc, v40, v44, vcc
v_addc_co_u32 v8, vcc, v40, v44, vcc clamp
v_addc_co_u32 v8, s[40:41], v40, v44, vcc
v_addc_co_u32 v8, vcc, sext(v40), v44, vcc
v_addc_co_u32 v8, vcc, 1.0, v44, vcc
v_addc_co_u32 v8, vcc, v40, sext(v44), vcc
v_addc_co_u32 v8, vcc, v40, 1.0, vcc
v_addc_co_u32 v8, vcc, v40, v44, s[40:41]
v_addc_co_u32_e64 v8, vcc, v40, v44, vcc
v_addc_co_u32_e64 v8, vcc, 1.0, v44, vcc
v_addc_co_u32_dpp v8, vcc, v40, v44, vcc quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_addc_co_u32_dpp v8, vcc, v40, v44, vcc row_shl:1 row_mask:0xf bank_mask:0xf
v_addc_co_u32_dpp v8, vcc, v40, v44, vcc row_shr:3 row_mask:0xf bank_mask:0xf
v_addc_co_u32_dpp v8, vcc, v40, v44, vcc row_ror:5 row_mask:0xf bank_mask:0xf
v_addc_co_u32_dpp v8, vcc, v40, v44, vcc row_newbcast:3 row_mask:0xf bank_mask:0xf
v_addc_co_u32_dpp v8, vcc, v40, v44, vcc row_bcast:15 row_mask:0xf bank_mask:0xf
v_addc_co_u32_dpp v8, vcc, v40, v44, vcc row_bcast:31 row_mask:0xf bank_mask:0xf
v_addc_co_u32_dpp v8, vcc, v40, v44, vcc row_mirror row_mask:0xf bank_mask:0xf
v_addc_co_u32_dpp v8, vcc, v40, v44, vcc row_half_mirror row_mask:0xf bank_mask:0xf
v_addc_co_u32_dpp v8, vcc, v40, v44, vcc wave_shl:1 row_mask:0xf bank_mask:0xf
v_addc_co_u32_dpp v8, vcc, v40, v44, vcc wave_ror:1 row_mask:0xf bank_mask:0xf
v_addc_co_u32_dpp v8, vcc, v40, v44, vcc row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_addc_co_u32_sdwa v8, vcc, v40, v44, vcc
v_addc_co_u32_sdwa v8, vcc, v40, v44, vcc dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_3
v_addc_co_u32_sdwa v8, vcc, v40, v44, vcc dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_addc_co_u32_sdwa v8, vcc, v40, v44, vcc src0_sel:WORD_1 src1_sel:BYTE_3
v_addc_co_u32_sdwa v8, vcc, v40, v44, vcc src0_sel:BYTE_2
v_addc_co_u32_sdwa v8, vcc, v40, v44, vcc clamp
v_addc_co_u32_sdwa v8, vcc, 1.0, v44, vcc
v_addc_co_u32_sdwa v8, vcc, v40, 1.0, vcc
v_and_b32 v8, v40, s3
v_and_b32 v8, v40, s3 clamp
v_and_b32 v8, sext(v40), s3
v_and_b32 v8, 1.0, s3
v_and_b32_e32 v8, v40, v44
v_and_b32_e32 v8, 1.0, v44
v_and_b32_e32 v8, 0x3f123456, v44
v_and_b32_e32 v8, s40, v44
v_and_b32_dpp v8, v40, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_and_b32_dpp v8, v40, v44 row_shl:1 row_mask:0xf bank_mask:0xf
v_and_b32_dpp v8, v40, v44 row_shr:3 row_mask:0xf bank_mask:0xf
v_and_b32_dpp v8, v40, v44 row_ror:5 row_mask:0xf bank_mask:0xf
v_and_b32_dpp v8, v40, v44 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_and_b32_dpp v8, v40, v44 row_bcast:15 row_mask:0xf bank_mask:0xf
v_and_b32_dpp v8, v40, v44 row_bcast:31 row_mask:0xf bank_mask:0xf
v_and_b32_dpp v8, v40, v44 row_mirror row_mask:0xf bank_mask:0xf
v_and_b32_dpp v8, v40, v44 row_half_mirror row_mask:0xf bank_mask:0xf
v_and_b32_dpp v8, v40, v44 wave_shl:1 row_mask:0xf bank_mask:0xf
v_and_b32_dpp v8, v40, v44 wave_ror:1 row_mask:0xf bank_mask:0xf
v_and_b32_dpp v8, v40, v44 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_and_b32_sdwa v8, v40, s3
v_and_b32_sdwa v8, v40, s3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_3
v_and_b32_sdwa v8, v40, s3 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_and_b32_sdwa v8, v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_and_b32_sdwa v8, v40, s3 src0_sel:BYTE_2
v_and_b32_sdwa v8, 1.0, s3
v_and_or_b32 v8, v40, v44, v48
v_and_or_b32 v8, 1.0, v44, v48
v_and_or_b32 v8, s40, v44, v48
v_and_or_b32 v8, v40, 1.0, v48
v_and_or_b32 v8, v40, s40, v48
v_and_or_b32 v8, v40, v44, 1.0
v_and_or_b32 v8, v40, v44, s40
v_ashrrev_i32 v8, v40, s3
v_ashrrev_i32 v8, v40, s3 clamp
v_ashrrev_i32 v8, sext(v40), s3
v_ashrrev_i32 v8, 1.0, s3
v_ashrrev_i32_e32 v8, v40, v44
v_ashrrev_i32_e32 v8, 1.0, v44
v_ashrrev_i32_e32 v8, 0x3f123456, v44
v_ashrrev_i32_e32 v8, s40, v44
v_ashrrev_i32_dpp v8, v40, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_ashrrev_i32_dpp v8, v40, v44 row_shl:1 row_mask:0xf bank_mask:0xf
v_ashrrev_i32_dpp v8, v40, v44 row_shr:3 row_mask:0xf bank_mask:0xf
v_ashrrev_i32_dpp v8, v40, v44 row_ror:5 row_mask:0xf bank_mask:0xf
v_ashrrev_i32_dpp v8, v40, v44 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_ashrrev_i32_dpp v8, v40, v44 row_bcast:15 row_mask:0xf bank_mask:0xf
v_ashrrev_i32_dpp v8, v40, v44 row_bcast:31 row_mask:0xf bank_mask:0xf
v_ashrrev_i32_dpp v8, v40, v44 row_mirror row_mask:0xf bank_mask:0xf
v_ashrrev_i32_dpp v8, v40, v44 row_half_mirror row_mask:0xf bank_mask:0xf
v_ashrrev_i32_dpp v8, v40, v44 wave_shl:1 row_mask:0xf bank_mask:0xf
v_ashrrev_i32_dpp v8, v40, v44 wave_ror:1 row_mask:0xf bank_mask:0xf
v_ashrrev_i32_dpp v8, v40, v44 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_ashrrev_i32_sdwa v8, v40, s3
v_ashrrev_i32_sdwa v8, v40, s3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_3
v_ashrrev_i32_sdwa v8, v40, s3 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_ashrrev_i32_sdwa v8, v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_ashrrev_i32_sdwa v8, v40, s3 src0_sel:BYTE_2
v_ashrrev_i32_sdwa v8, 1.0, s3
v_bfe_i32 v8, v40, v44, v48
v_bfe_i32 v8, 1.0, v44, v48
v_bfe_i32 v8, s40, v44, v48
v_bfe_i32 v8, v40, 1.0, v48
v_bfe_i32 v8, v40, s40, v48
v_bfe_i32 v8, v40, v44, 1.0
v_bfe_i32 v8, v40, v44, s40
v_bfe_u32 v8, v40, v44, v48
v_bfe_u32 v8, 1.0, v44, v48
v_bfe_u32 v8, s40, v44, v48
v_bfe_u32 v8, v40, 1.0, v48
v_bfe_u32 v8, v40, s40, v48
v_bfe_u32 v8, v40, v44, 1.0
v_bfe_u32 v8, v40, v44, s40
v_bfm_b32 v8, v40, s3
v_bfm_b32 v8, 1.0, s3
v_cmp_eq_f32 v8, v40
v_cmp_eq_f32 s[12:13], v40, s3
v_cmp_eq_f32 s[12:13], v40, s3 clamp
v_cmp_eq_f32 s[12:13], -v40, s3
v_cmp_eq_f32 s[12:13], |v40|, s3
v_cmp_eq_f32 s[12:13], 1.0, s3
v_cmp_eq_f32_e32 vcc, v40, v44
v_cmp_eq_f32_e32 vcc, 1.0, v44
v_cmp_eq_f32_e32 vcc, 0x3f123456, v44
v_cmp_eq_f32_e32 vcc, s40, v44
v_cmp_eq_f32_e64 s[12:13], v40, v44
v_cmp_eq_f32_e64 s[12:13], v40, v44 clamp
v_cmp_eq_f32_e64 s[12:13], -v40, v44
v_cmp_eq_f32_e64 s[12:13], |v40|, v44
v_cmp_eq_f32_e64 s[12:13], 1.0, v44
v_cmp_eq_f32_e64 s[12:13], s40, v44
v_cmp_eq_f32_e64 s[12:13], v40, -v44
v_cmp_eq_f32_e64 s[12:13], v40, |v44|
v_cmp_eq_f32_e64 s[12:13], v40, 1.0
v_cmp_eq_f32_e64 s[12:13], v40, s40
v_cmp_eq_f32_sdwa s[12:13], v40, s3
v_cmp_eq_f32_sdwa s[12:13], v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_eq_f32_sdwa s[12:13], v40, s3 src0_sel:BYTE_2
v_cmp_eq_f32_sdwa s[12:13], -v40, s3
v_cmp_eq_f32_sdwa s[12:13], |v40|, s3
v_cmp_eq_f32_sdwa s[12:13], 1.0, s3
v_cmp_eq_f32_sdwa s[12:13], v40, v44
v_cmp_eq_f32_sdwa s[12:13], v40, v44 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_eq_f32_sdwa s[12:13], v40, v44 src0_sel:BYTE_2
v_cmp_eq_f32_sdwa s[12:13], -v40, v44
v_cmp_eq_f32_sdwa s[12:13], |v40|, v44
v_cmp_eq_f32_sdwa s[12:13], 1.0, v44
v_cmp_eq_f32_sdwa s[12:13], s40, v44
v_cmp_eq_f32_sdwa s[12:13], v40, -v44
v_cmp_eq_f32_sdwa s[12:13], v40, |v44|
v_cmp_eq_f32_sdwa s[12:13], v40, 1.0
v_cmp_eq_f32_sdwa s[12:13], v40, s40
v_cmp_eq_u32 v8, v40
v_cmp_eq_u32 s[12:13], v40, s3
v_cmp_eq_u32 s[12:13], sext(v40), s3
v_cmp_eq_u32 s[12:13], 1.0, s3
v_cmp_eq_u32_e32 vcc, v40, v44
v_cmp_eq_u32_e32 vcc, 1.0, v44
v_cmp_eq_u32_e32 vcc, 0x3f123456, v44
v_cmp_eq_u32_e32 vcc, s40, v44
v_cmp_eq_u32_e64 s[12:13], v40, v44
v_cmp_eq_u32_e64 s[12:13], 1.0, v44
v_cmp_eq_u32_e64 s[12:13], s40, v44
v_cmp_eq_u32_e64 s[12:13], v40, 1.0
v_cmp_eq_u32_e64 s[12:13], v40, s40
v_cmp_eq_u32_sdwa s[12:13], v40, s3
v_cmp_eq_u32_sdwa s[12:13], v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_eq_u32_sdwa s[12:13], v40, s3 src0_sel:BYTE_2
v_cmp_eq_u32_sdwa s[12:13], 1.0, s3
v_cmp_eq_u32_sdwa s[12:13], v40, v44
v_cmp_eq_u32_sdwa s[12:13], v40, v44 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_eq_u32_sdwa s[12:13], v40, v44 src0_sel:BYTE_2
v_cmp_eq_u32_sdwa s[12:13], sext(v40), v44
v_cmp_eq_u32_sdwa s[12:13], 1.0, v44
v_cmp_eq_u32_sdwa s[12:13], s40, v44
v_cmp_eq_u32_sdwa s[12:13], v40, sext(v44)
v_cmp_eq_u32_sdwa s[12:13], v40, 1.0
v_cmp_eq_u32_sdwa s[12:13], v40, s40
v_cmp_ge_f32 v8, v40
v_cmp_ge_f32 s[12:13], v40, s3
v_cmp_ge_f32 s[12:13], v40, s3 clamp
v_cmp_ge_f32 s[12:13], -v40, s3
v_cmp_ge_f32 s[12:13], |v40|, s3
v_cmp_ge_f32 s[12:13], 1.0, s3
v_cmp_ge_f32_e32 vcc, v40, v44
v_cmp_ge_f32_e32 vcc, 1.0, v44
v_cmp_ge_f32_e32 vcc, 0x3f123456, v44
v_cmp_ge_f32_e32 vcc, s40, v44
v_cmp_ge_f32_e64 s[12:13], v40, v44
v_cmp_ge_f32_e64 s[12:13], v40, v44 clamp
v_cmp_ge_f32_e64 s[12:13], -v40, v44
v_cmp_ge_f32_e64 s[12:13], |v40|, v44
v_cmp_ge_f32_e64 s[12:13], 1.0, v44
v_cmp_ge_f32_e64 s[12:13], s40, v44
v_cmp_ge_f32_e64 s[12:13], v40, -v44
v_cmp_ge_f32_e64 s[12:13], v40, |v44|
v_cmp_ge_f32_e64 s[12:13], v40, 1.0
v_cmp_ge_f32_e64 s[12:13], v40, s40
v_cmp_ge_f32_sdwa s[12:13], v40, s3
v_cmp_ge_f32_sdwa s[12:13], v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_ge_f32_sdwa s[12:13], v40, s3 src0_sel:BYTE_2
v_cmp_ge_f32_sdwa s[12:13], -v40, s3
v_cmp_ge_f32_sdwa s[12:13], |v40|, s3
v_cmp_ge_f32_sdwa s[12:13], 1.0, s3
v_cmp_ge_f32_sdwa s[12:13], v40, v44
v_cmp_ge_f32_sdwa s[12:13], v40, v44 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_ge_f32_sdwa s[12:13], v40, v44 src0_sel:BYTE_2
v_cmp_ge_f32_sdwa s[12:13], -v40, v44
v_cmp_ge_f32_sdwa s[12:13], |v40|, v44
v_cmp_ge_f32_sdwa s[12:13], 1.0, v44
v_cmp_ge_f32_sdwa s[12:13], s40, v44
v_cmp_ge_f32_sdwa s[12:13], v40, -v44
v_cmp_ge_f32_sdwa s[12:13], v40, |v44|
v_cmp_ge_f32_sdwa s[12:13], v40, 1.0
v_cmp_ge_f32_sdwa s[12:13], v40, s40
v_cmp_ge_i32 v8, v40
v_cmp_ge_i32 s[12:13], v40, s3
v_cmp_ge_i32 s[12:13], sext(v40), s3
v_cmp_ge_i32 s[12:13], 1.0, s3
v_cmp_ge_i32_e32 vcc, v40, v44
v_cmp_ge_i32_e32 vcc, 1.0, v44
v_cmp_ge_i32_e32 vcc, 0x3f123456, v44
v_cmp_ge_i32_e32 vcc, s40, v44
v_cmp_ge_i32_e64 s[12:13], v40, v44
v_cmp_ge_i32_e64 s[12:13], 1.0, v44
v_cmp_ge_i32_e64 s[12:13], s40, v44
v_cmp_ge_i32_e64 s[12:13], v40, 1.0
v_cmp_ge_i32_e64 s[12:13], v40, s40
v_cmp_ge_i32_sdwa s[12:13], v40, s3
v_cmp_ge_i32_sdwa s[12:13], v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_ge_i32_sdwa s[12:13], v40, s3 src0_sel:BYTE_2
v_cmp_ge_i32_sdwa s[12:13], 1.0, s3
v_cmp_ge_i32_sdwa s[12:13], v40, v44
v_cmp_ge_i32_sdwa s[12:13], v40, v44 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_ge_i32_sdwa s[12:13], v40, v44 src0_sel:BYTE_2
v_cmp_ge_i32_sdwa s[12:13], sext(v40), v44
v_cmp_ge_i32_sdwa s[12:13], 1.0, v44
v_cmp_ge_i32_sdwa s[12:13], s40, v44
v_cmp_ge_i32_sdwa s[12:13], v40, sext(v44)
v_cmp_ge_i32_sdwa s[12:13], v40, 1.0
v_cmp_ge_i32_sdwa s[12:13], v40, s40
v_cmp_ge_u32 v8, v40
v_cmp_ge_u32 s[12:13], v40, s3
v_cmp_ge_u32 s[12:13], sext(v40), s3
v_cmp_ge_u32 s[12:13], 1.0, s3
v_cmp_ge_u32_e32 vcc, v40, v44
v_cmp_ge_u32_e32 vcc, 1.0, v44
v_cmp_ge_u32_e32 vcc, 0x3f123456, v44
v_cmp_ge_u32_e32 vcc, s40, v44
v_cmp_ge_u32_e64 s[12:13], v40, v44
v_cmp_ge_u32_e64 s[12:13], 1.0, v44
v_cmp_ge_u32_e64 s[12:13], s40, v44
v_cmp_ge_u32_e64 s[12:13], v40, 1.0
v_cmp_ge_u32_e64 s[12:13], v40, s40
v_cmp_ge_u32_sdwa s[12:13], v40, s3
v_cmp_ge_u32_sdwa s[12:13], v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_ge_u32_sdwa s[12:13], v40, s3 src0_sel:BYTE_2
v_cmp_ge_u32_sdwa s[12:13], 1.0, s3
v_cmp_ge_u32_sdwa s[12:13], v40, v44
v_cmp_ge_u32_sdwa s[12:13], v40, v44 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_ge_u32_sdwa s[12:13], v40, v44 src0_sel:BYTE_2
v_cmp_ge_u32_sdwa s[12:13], sext(v40), v44
v_cmp_ge_u32_sdwa s[12:13], 1.0, v44
v_cmp_ge_u32_sdwa s[12:13], s40, v44
v_cmp_ge_u32_sdwa s[12:13], v40, sext(v44)
v_cmp_ge_u32_sdwa s[12:13], v40, 1.0
v_cmp_ge_u32_sdwa s[12:13], v40, s40
v_cmp_gt_f32 v8, v40
v_cmp_gt_f32 s[12:13], v40, s3
v_cmp_gt_f32 s[12:13], v40, s3 clamp
v_cmp_gt_f32 s[12:13], -v40, s3
v_cmp_gt_f32 s[12:13], |v40|, s3
v_cmp_gt_f32 s[12:13], 1.0, s3
v_cmp_gt_f32_e32 vcc, v40, v44
v_cmp_gt_f32_e32 vcc, 1.0, v44
v_cmp_gt_f32_e32 vcc, 0x3f123456, v44
v_cmp_gt_f32_e32 vcc, s40, v44
v_cmp_gt_f32_e64 s[12:13], v40, v44
v_cmp_gt_f32_e64 s[12:13], v40, v44 clamp
v_cmp_gt_f32_e64 s[12:13], -v40, v44
v_cmp_gt_f32_e64 s[12:13], |v40|, v44
v_cmp_gt_f32_e64 s[12:13], 1.0, v44
v_cmp_gt_f32_e64 s[12:13], s40, v44
v_cmp_gt_f32_e64 s[12:13], v40, -v44
v_cmp_gt_f32_e64 s[12:13], v40, |v44|
v_cmp_gt_f32_e64 s[12:13], v40, 1.0
v_cmp_gt_f32_e64 s[12:13], v40, s40
v_cmp_gt_f32_sdwa s[12:13], v40, s3
v_cmp_gt_f32_sdwa s[12:13], v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_gt_f32_sdwa s[12:13], v40, s3 src0_sel:BYTE_2
v_cmp_gt_f32_sdwa s[12:13], -v40, s3
v_cmp_gt_f32_sdwa s[12:13], |v40|, s3
v_cmp_gt_f32_sdwa s[12:13], 1.0, s3
v_cmp_gt_f32_sdwa s[12:13], v40, v44
v_cmp_gt_f32_sdwa s[12:13], v40, v44 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_gt_f32_sdwa s[12:13], v40, v44 src0_sel:BYTE_2
v_cmp_gt_f32_sdwa s[12:13], -v40, v44
v_cmp_gt_f32_sdwa s[12:13], |v40|, v44
v_cmp_gt_f32_sdwa s[12:13], 1.0, v44
v_cmp_gt_f32_sdwa s[12:13], s40, v44
v_cmp_gt_f32_sdwa s[12:13], v40, -v44
v_cmp_gt_f32_sdwa s[12:13], v40, |v44|
v_cmp_gt_f32_sdwa s[12:13], v40, 1.0
v_cmp_gt_f32_sdwa s[12:13], v40, s40
v_cmp_gt_i32 v8, v40
v_cmp_gt_i32 s[12:13], v40, s3
v_cmp_gt_i32 s[12:13], sext(v40), s3
v_cmp_gt_i32 s[12:13], 1.0, s3
v_cmp_gt_i32_e32 vcc, v40, v44
v_cmp_gt_i32_e32 vcc, 1.0, v44
v_cmp_gt_i32_e32 vcc, 0x3f123456, v44
v_cmp_gt_i32_e32 vcc, s40, v44
v_cmp_gt_i32_e64 s[12:13], v40, v44
v_cmp_gt_i32_e64 s[12:13], 1.0, v44
v_cmp_gt_i32_e64 s[12:13], s40, v44
v_cmp_gt_i32_e64 s[12:13], v40, 1.0
v_cmp_gt_i32_e64 s[12:13], v40, s40
v_cmp_gt_i32_sdwa s[12:13], v40, s3
v_cmp_gt_i32_sdwa s[12:13], v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_gt_i32_sdwa s[12:13], v40, s3 src0_sel:BYTE_2
v_cmp_gt_i32_sdwa s[12:13], 1.0, s3
v_cmp_gt_i32_sdwa s[12:13], v40, v44
v_cmp_gt_i32_sdwa s[12:13], v40, v44 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_gt_i32_sdwa s[12:13], v40, v44 src0_sel:BYTE_2
v_cmp_gt_i32_sdwa s[12:13], sext(v40), v44
v_cmp_gt_i32_sdwa s[12:13], 1.0, v44
v_cmp_gt_i32_sdwa s[12:13], s40, v44
v_cmp_gt_i32_sdwa s[12:13], v40, sext(v44)
v_cmp_gt_i32_sdwa s[12:13], v40, 1.0
v_cmp_gt_i32_sdwa s[12:13], v40, s40
v_cmp_gt_u32 v8, v40
v_cmp_gt_u32 s[12:13], v40, s3
v_cmp_gt_u32 s[12:13], sext(v40), s3
v_cmp_gt_u32 s[12:13], 1.0, s3
v_cmp_gt_u32_e32 vcc, v40, v44
v_cmp_gt_u32_e32 vcc, 1.0, v44
v_cmp_gt_u32_e32 vcc, 0x3f123456, v44
v_cmp_gt_u32_e32 vcc, s40, v44
v_cmp_gt_u32_e64 s[12:13], v40, v44
v_cmp_gt_u32_e64 s[12:13], 1.0, v44
v_cmp_gt_u32_e64 s[12:13], s40, v44
v_cmp_gt_u32_e64 s[12:13], v40, 1.0
v_cmp_gt_u32_e64 s[12:13], v40, s40
v_cmp_gt_u32_sdwa s[12:13], v40, s3
v_cmp_gt_u32_sdwa s[12:13], v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_gt_u32_sdwa s[12:13], v40, s3 src0_sel:BYTE_2
v_cmp_gt_u32_sdwa s[12:13], 1.0, s3
v_cmp_gt_u32_sdwa s[12:13], v40, v44
v_cmp_gt_u32_sdwa s[12:13], v40, v44 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_gt_u32_sdwa s[12:13], v40, v44 src0_sel:BYTE_2
v_cmp_gt_u32_sdwa s[12:13], sext(v40), v44
v_cmp_gt_u32_sdwa s[12:13], 1.0, v44
v_cmp_gt_u32_sdwa s[12:13], s40, v44
v_cmp_gt_u32_sdwa s[12:13], v40, sext(v44)
v_cmp_gt_u32_sdwa s[12:13], v40, 1.0
v_cmp_gt_u32_sdwa s[12:13], v40, s40
v_cmp_le_i32 v8, v40
v_cmp_le_i32 s[12:13], v40, s3
v_cmp_le_i32 s[12:13], sext(v40), s3
v_cmp_le_i32 s[12:13], 1.0, s3
v_cmp_le_i32_e32 vcc, v40, v44
v_cmp_le_i32_e32 vcc, 1.0, v44
v_cmp_le_i32_e32 vcc, 0x3f123456, v44
v_cmp_le_i32_e32 vcc, s40, v44
v_cmp_le_i32_e64 s[12:13], v40, v44
v_cmp_le_i32_e64 s[12:13], 1.0, v44
v_cmp_le_i32_e64 s[12:13], s40, v44
v_cmp_le_i32_e64 s[12:13], v40, 1.0
v_cmp_le_i32_e64 s[12:13], v40, s40
v_cmp_le_i32_sdwa s[12:13], v40, s3
v_cmp_le_i32_sdwa s[12:13], v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_le_i32_sdwa s[12:13], v40, s3 src0_sel:BYTE_2
v_cmp_le_i32_sdwa s[12:13], 1.0, s3
v_cmp_le_i32_sdwa s[12:13], v40, v44
v_cmp_le_i32_sdwa s[12:13], v40, v44 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_le_i32_sdwa s[12:13], v40, v44 src0_sel:BYTE_2
v_cmp_le_i32_sdwa s[12:13], sext(v40), v44
v_cmp_le_i32_sdwa s[12:13], 1.0, v44
v_cmp_le_i32_sdwa s[12:13], s40, v44
v_cmp_le_i32_sdwa s[12:13], v40, sext(v44)
v_cmp_le_i32_sdwa s[12:13], v40, 1.0
v_cmp_le_i32_sdwa s[12:13], v40, s40
v_cmp_le_u32 v8, v40
v_cmp_le_u32 s[12:13], v40, s3
v_cmp_le_u32 s[12:13], sext(v40), s3
v_cmp_le_u32 s[12:13], 1.0, s3
v_cmp_le_u32_e32 vcc, v40, v44
v_cmp_le_u32_e32 vcc, 1.0, v44
v_cmp_le_u32_e32 vcc, 0x3f123456, v44
v_cmp_le_u32_e32 vcc, s40, v44
v_cmp_le_u32_e64 s[12:13], v40, v44
v_cmp_le_u32_e64 s[12:13], 1.0, v44
v_cmp_le_u32_e64 s[12:13], s40, v44
v_cmp_le_u32_e64 s[12:13], v40, 1.0
v_cmp_le_u32_e64 s[12:13], v40, s40
v_cmp_le_u32_sdwa s[12:13], v40, s3
v_cmp_le_u32_sdwa s[12:13], v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_le_u32_sdwa s[12:13], v40, s3 src0_sel:BYTE_2
v_cmp_le_u32_sdwa s[12:13], 1.0, s3
v_cmp_le_u32_sdwa s[12:13], v40, v44
v_cmp_le_u32_sdwa s[12:13], v40, v44 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_le_u32_sdwa s[12:13], v40, v44 src0_sel:BYTE_2
v_cmp_le_u32_sdwa s[12:13], sext(v40), v44
v_cmp_le_u32_sdwa s[12:13], 1.0, v44
v_cmp_le_u32_sdwa s[12:13], s40, v44
v_cmp_le_u32_sdwa s[12:13], v40, sext(v44)
v_cmp_le_u32_sdwa s[12:13], v40, 1.0
v_cmp_le_u32_sdwa s[12:13], v40, s40
v_cmp_lt_f32 v8, v40
v_cmp_lt_f32 s[12:13], v40, s3
v_cmp_lt_f32 s[12:13], v40, s3 clamp
v_cmp_lt_f32 s[12:13], -v40, s3
v_cmp_lt_f32 s[12:13], |v40|, s3
v_cmp_lt_f32 s[12:13], 1.0, s3
v_cmp_lt_f32_e32 vcc, v40, v44
v_cmp_lt_f32_e32 vcc, 1.0, v44
v_cmp_lt_f32_e32 vcc, 0x3f123456, v44
v_cmp_lt_f32_e32 vcc, s40, v44
v_cmp_lt_f32_e64 s[12:13], v40, v44
v_cmp_lt_f32_e64 s[12:13], v40, v44 clamp
v_cmp_lt_f32_e64 s[12:13], -v40, v44
v_cmp_lt_f32_e64 s[12:13], |v40|, v44
v_cmp_lt_f32_e64 s[12:13], 1.0, v44
v_cmp_lt_f32_e64 s[12:13], s40, v44
v_cmp_lt_f32_e64 s[12:13], v40, -v44
v_cmp_lt_f32_e64 s[12:13], v40, |v44|
v_cmp_lt_f32_e64 s[12:13], v40, 1.0
v_cmp_lt_f32_e64 s[12:13], v40, s40
v_cmp_lt_f32_sdwa s[12:13], v40, s3
v_cmp_lt_f32_sdwa s[12:13], v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_lt_f32_sdwa s[12:13], v40, s3 src0_sel:BYTE_2
v_cmp_lt_f32_sdwa s[12:13], -v40, s3
v_cmp_lt_f32_sdwa s[12:13], |v40|, s3
v_cmp_lt_f32_sdwa s[12:13], 1.0, s3
v_cmp_lt_f32_sdwa s[12:13], v40, v44
v_cmp_lt_f32_sdwa s[12:13], v40, v44 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_lt_f32_sdwa s[12:13], v40, v44 src0_sel:BYTE_2
v_cmp_lt_f32_sdwa s[12:13], -v40, v44
v_cmp_lt_f32_sdwa s[12:13], |v40|, v44
v_cmp_lt_f32_sdwa s[12:13], 1.0, v44
v_cmp_lt_f32_sdwa s[12:13], s40, v44
v_cmp_lt_f32_sdwa s[12:13], v40, -v44
v_cmp_lt_f32_sdwa s[12:13], v40, |v44|
v_cmp_lt_f32_sdwa s[12:13], v40, 1.0
v_cmp_lt_f32_sdwa s[12:13], v40, s40
v_cmp_lt_i32 v8, v40
v_cmp_lt_i32 s[12:13], v40, s3
v_cmp_lt_i32 s[12:13], sext(v40), s3
v_cmp_lt_i32 s[12:13], 1.0, s3
v_cmp_lt_i32_e32 vcc, v40, v44
v_cmp_lt_i32_e32 vcc, 1.0, v44
v_cmp_lt_i32_e32 vcc, 0x3f123456, v44
v_cmp_lt_i32_e32 vcc, s40, v44
v_cmp_lt_i32_e64 s[12:13], v40, v44
v_cmp_lt_i32_e64 s[12:13], 1.0, v44
v_cmp_lt_i32_e64 s[12:13], s40, v44
v_cmp_lt_i32_e64 s[12:13], v40, 1.0
v_cmp_lt_i32_e64 s[12:13], v40, s40
v_cmp_lt_i32_sdwa s[12:13], v40, s3
v_cmp_lt_i32_sdwa s[12:13], v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_lt_i32_sdwa s[12:13], v40, s3 src0_sel:BYTE_2
v_cmp_lt_i32_sdwa s[12:13], 1.0, s3
v_cmp_lt_i32_sdwa s[12:13], v40, v44
v_cmp_lt_i32_sdwa s[12:13], v40, v44 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_lt_i32_sdwa s[12:13], v40, v44 src0_sel:BYTE_2
v_cmp_lt_i32_sdwa s[12:13], sext(v40), v44
v_cmp_lt_i32_sdwa s[12:13], 1.0, v44
v_cmp_lt_i32_sdwa s[12:13], s40, v44
v_cmp_lt_i32_sdwa s[12:13], v40, sext(v44)
v_cmp_lt_i32_sdwa s[12:13], v40, 1.0
v_cmp_lt_i32_sdwa s[12:13], v40, s40
v_cmp_lt_u32 v8, v40
v_cmp_lt_u32 s[12:13], v40, s3
v_cmp_lt_u32 s[12:13], sext(v40), s3
v_cmp_lt_u32 s[12:13], 1.0, s3
v_cmp_lt_u32_e32 vcc, v40, v44
v_cmp_lt_u32_e32 vcc, 1.0, v44
v_cmp_lt_u32_e32 vcc, 0x3f123456, v44
v_cmp_lt_u32_e32 vcc, s40, v44
v_cmp_lt_u32_e64 s[12:13], v40, v44
v_cmp_lt_u32_e64 s[12:13], 1.0, v44
v_cmp_lt_u32_e64 s[12:13], s40, v44
v_cmp_lt_u32_e64 s[12:13], v40, 1.0
v_cmp_lt_u32_e64 s[12:13], v40, s40
v_cmp_lt_u32_sdwa s[12:13], v40, s3
v_cmp_lt_u32_sdwa s[12:13], v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_lt_u32_sdwa s[12:13], v40, s3 src0_sel:BYTE_2
v_cmp_lt_u32_sdwa s[12:13], 1.0, s3
v_cmp_lt_u32_sdwa s[12:13], v40, v44
v_cmp_lt_u32_sdwa s[12:13], v40, v44 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_lt_u32_sdwa s[12:13], v40, v44 src0_sel:BYTE_2
v_cmp_lt_u32_sdwa s[12:13], sext(v40), v44
v_cmp_lt_u32_sdwa s[12:13], 1.0, v44
v_cmp_lt_u32_sdwa s[12:13], s40, v44
v_cmp_lt_u32_sdwa s[12:13], v40, sext(v44)
v_cmp_lt_u32_sdwa s[12:13], v40, 1.0
v_cmp_lt_u32_sdwa s[12:13], v40, s40
v_cmp_ne_u32 v8, v40
v_cmp_ne_u32 s[12:13], v40, s3
v_cmp_ne_u32 s[12:13], sext(v40), s3
v_cmp_ne_u32 s[12:13], 1.0, s3
v_cmp_ne_u32_e32 vcc, v40, v44
v_cmp_ne_u32_e32 vcc, 1.0, v44
v_cmp_ne_u32_e32 vcc, 0x3f123456, v44
v_cmp_ne_u32_e32 vcc, s40, v44
v_cmp_ne_u32_e64 s[12:13], v40, v44
v_cmp_ne_u32_e64 s[12:13], 1.0, v44
v_cmp_ne_u32_e64 s[12:13], s40, v44
v_cmp_ne_u32_e64 s[12:13], v40, 1.0
v_cmp_ne_u32_e64 s[12:13], v40, s40
v_cmp_ne_u32_sdwa s[12:13], v40, s3
v_cmp_ne_u32_sdwa s[12:13], v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_ne_u32_sdwa s[12:13], v40, s3 src0_sel:BYTE_2
v_cmp_ne_u32_sdwa s[12:13], 1.0, s3
v_cmp_ne_u32_sdwa s[12:13], v40, v44
v_cmp_ne_u32_sdwa s[12:13], v40, v44 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_ne_u32_sdwa s[12:13], v40, v44 src0_sel:BYTE_2
v_cmp_ne_u32_sdwa s[12:13], sext(v40), v44
v_cmp_ne_u32_sdwa s[12:13], 1.0, v44
v_cmp_ne_u32_sdwa s[12:13], s40, v44
v_cmp_ne_u32_sdwa s[12:13], v40, sext(v44)
v_cmp_ne_u32_sdwa s[12:13], v40, 1.0
v_cmp_ne_u32_sdwa s[12:13], v40, s40
v_cmp_neq_f32 v8, v40
v_cmp_neq_f32 s[12:13], v40, s3
v_cmp_neq_f32 s[12:13], v40, s3 clamp
v_cmp_neq_f32 s[12:13], -v40, s3
v_cmp_neq_f32 s[12:13], |v40|, s3
v_cmp_neq_f32 s[12:13], 1.0, s3
v_cmp_neq_f32_e32 vcc, v40, v44
v_cmp_neq_f32_e32 vcc, 1.0, v44
v_cmp_neq_f32_e32 vcc, 0x3f123456, v44
v_cmp_neq_f32_e32 vcc, s40, v44
v_cmp_neq_f32_e64 s[12:13], v40, v44
v_cmp_neq_f32_e64 s[12:13], v40, v44 clamp
v_cmp_neq_f32_e64 s[12:13], -v40, v44
v_cmp_neq_f32_e64 s[12:13], |v40|, v44
v_cmp_neq_f32_e64 s[12:13], 1.0, v44
v_cmp_neq_f32_e64 s[12:13], s40, v44
v_cmp_neq_f32_e64 s[12:13], v40, -v44
v_cmp_neq_f32_e64 s[12:13], v40, |v44|
v_cmp_neq_f32_e64 s[12:13], v40, 1.0
v_cmp_neq_f32_e64 s[12:13], v40, s40
v_cmp_neq_f32_sdwa s[12:13], v40, s3
v_cmp_neq_f32_sdwa s[12:13], v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_neq_f32_sdwa s[12:13], v40, s3 src0_sel:BYTE_2
v_cmp_neq_f32_sdwa s[12:13], -v40, s3
v_cmp_neq_f32_sdwa s[12:13], |v40|, s3
v_cmp_neq_f32_sdwa s[12:13], 1.0, s3
v_cmp_neq_f32_sdwa s[12:13], v40, v44
v_cmp_neq_f32_sdwa s[12:13], v40, v44 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_neq_f32_sdwa s[12:13], v40, v44 src0_sel:BYTE_2
v_cmp_neq_f32_sdwa s[12:13], -v40, v44
v_cmp_neq_f32_sdwa s[12:13], |v40|, v44
v_cmp_neq_f32_sdwa s[12:13], 1.0, v44
v_cmp_neq_f32_sdwa s[12:13], s40, v44
v_cmp_neq_f32_sdwa s[12:13], v40, -v44
v_cmp_neq_f32_sdwa s[12:13], v40, |v44|
v_cmp_neq_f32_sdwa s[12:13], v40, 1.0
v_cmp_neq_f32_sdwa s[12:13], v40, s40
v_cmp_u_f32 v8, v40
v_cmp_u_f32 s[12:13], v40, s3
v_cmp_u_f32 s[12:13], v40, s3 clamp
v_cmp_u_f32 s[12:13], -v40, s3
v_cmp_u_f32 s[12:13], |v40|, s3
v_cmp_u_f32 s[12:13], 1.0, s3
v_cmp_u_f32_e32 vcc, v40, v44
v_cmp_u_f32_e32 vcc, 1.0, v44
v_cmp_u_f32_e32 vcc, 0x3f123456, v44
v_cmp_u_f32_e32 vcc, s40, v44
v_cmp_u_f32_e64 s[12:13], v40, v44
v_cmp_u_f32_e64 s[12:13], v40, v44 clamp
v_cmp_u_f32_e64 s[12:13], -v40, v44
v_cmp_u_f32_e64 s[12:13], |v40|, v44
v_cmp_u_f32_e64 s[12:13], 1.0, v44
v_cmp_u_f32_e64 s[12:13], s40, v44
v_cmp_u_f32_e64 s[12:13], v40, -v44
v_cmp_u_f32_e64 s[12:13], v40, |v44|
v_cmp_u_f32_e64 s[12:13], v40, 1.0
v_cmp_u_f32_e64 s[12:13], v40, s40
v_cmp_u_f32_sdwa s[12:13], v40, s3
v_cmp_u_f32_sdwa s[12:13], v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_u_f32_sdwa s[12:13], v40, s3 src0_sel:BYTE_2
v_cmp_u_f32_sdwa s[12:13], -v40, s3
v_cmp_u_f32_sdwa s[12:13], |v40|, s3
v_cmp_u_f32_sdwa s[12:13], 1.0, s3
v_cmp_u_f32_sdwa s[12:13], v40, v44
v_cmp_u_f32_sdwa s[12:13], v40, v44 src0_sel:WORD_1 src1_sel:BYTE_3
v_cmp_u_f32_sdwa s[12:13], v40, v44 src0_sel:BYTE_2
v_cmp_u_f32_sdwa s[12:13], -v40, v44
v_cmp_u_f32_sdwa s[12:13], |v40|, v44
v_cmp_u_f32_sdwa s[12:13], 1.0, v44
v_cmp_u_f32_sdwa s[12:13], s40, v44
v_cmp_u_f32_sdwa s[12:13], v40, -v44
v_cmp_u_f32_sdwa s[12:13], v40, |v44|
v_cmp_u_f32_sdwa s[12:13], v40, 1.0
v_cmp_u_f32_sdwa s[12:13], v40, s40
v_cndmask_b32 v8, v40, v44
v_cndmask_b32 v8, 1.0, v44
v_cndmask_b32_e64 v8, v40, v44, vcc
v_cndmask_b32_e64 v8, -v40, v44, vcc
v_cndmask_b32_e64 v8, |v40|, v44, vcc
v_cndmask_b32_e64 v8, 1.0, v44, vcc
v_cndmask_b32_e64 v8, v40, -v44, vcc
v_cndmask_b32_e64 v8, v40, |v44|, vcc
v_cndmask_b32_e64 v8, v40, 1.0, vcc
v_cndmask_b32_e64 v8, v40, v44, s[40:41]
v_cndmask_b32_dpp v8, v40, v44, vcc quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_cndmask_b32_dpp v8, v40, v44, vcc row_shl:1 row_mask:0xf bank_mask:0xf
v_cndmask_b32_dpp v8, v40, v44, vcc row_shr:3 row_mask:0xf bank_mask:0xf
v_cndmask_b32_dpp v8, v40, v44, vcc row_ror:5 row_mask:0xf bank_mask:0xf
v_cndmask_b32_dpp v8, v40, v44, vcc row_newbcast:3 row_mask:0xf bank_mask:0xf
v_cndmask_b32_dpp v8, v40, v44, vcc row_bcast:15 row_mask:0xf bank_mask:0xf
v_cndmask_b32_dpp v8, v40, v44, vcc row_bcast:31 row_mask:0xf bank_mask:0xf
v_cndmask_b32_dpp v8, v40, v44, vcc row_mirror row_mask:0xf bank_mask:0xf
v_cndmask_b32_dpp v8, v40, v44, vcc row_half_mirror row_mask:0xf bank_mask:0xf
v_cndmask_b32_dpp v8, v40, v44, vcc wave_shl:1 row_mask:0xf bank_mask:0xf
v_cndmask_b32_dpp v8, v40, v44, vcc wave_ror:1 row_mask:0xf bank_mask:0xf
v_cndmask_b32_dpp v8, v40, v44, vcc row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_cndmask_b32_dpp v8, -v40, v44, vcc quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_cndmask_b32_dpp v8, |v40|, v44, vcc quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_cndmask_b32_dpp v8, v40, -v44, vcc quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_cndmask_b32_dpp v8, v40, |v44|, vcc quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_cndmask_b32_sdwa v8, v40, v44, vcc
v_cndmask_b32_sdwa v8, v40, v44, vcc dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_3
v_cndmask_b32_sdwa v8, v40, v44, vcc dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_cndmask_b32_sdwa v8, v40, v44, vcc src0_sel:WORD_1 src1_sel:BYTE_3
v_cndmask_b32_sdwa v8, v40, v44, vcc src0_sel:BYTE_2
v_cndmask_b32_sdwa v8, v40, v44, vcc clamp
v_cndmask_b32_sdwa v8, -v40, v44, vcc
v_cndmask_b32_sdwa v8, |v40|, v44, vcc
v_cndmask_b32_sdwa v8, 1.0, v44, vcc
v_cndmask_b32_sdwa v8, v40, -v44, vcc
v_cndmask_b32_sdwa v8, v40, |v44|, vcc
v_cndmask_b32_sdwa v8, v40, 1.0, vcc
v_cvt_f32_f16 v8, v40
v_cvt_f32_f16 v8, v40 clamp
v_cvt_f32_f16 v8, v40 mul:2
v_cvt_f32_f16 v8, v40 mul:4
v_cvt_f32_f16 v8, v40 div:2
v_cvt_f32_f16 v8, v40 clamp mul:2
v_cvt_f32_f16 v8, -v40
v_cvt_f32_f16 v8, |v40|
v_cvt_f32_f16 v8, 1.0
v_cvt_f32_f16 v8, s40
v_cvt_f32_f16_e64 v8, v40
v_cvt_f32_f16_e64 v8, 1.0
v_cvt_f32_f16_e64 v8, s40
v_cvt_f32_f16_dpp v8, v40 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_cvt_f32_f16_dpp v8, v40 row_shl:1 row_mask:0xf bank_mask:0xf
v_cvt_f32_f16_dpp v8, v40 row_shr:3 row_mask:0xf bank_mask:0xf
v_cvt_f32_f16_dpp v8, v40 row_ror:5 row_mask:0xf bank_mask:0xf
v_cvt_f32_f16_dpp v8, v40 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_cvt_f32_f16_dpp v8, v40 row_bcast:15 row_mask:0xf bank_mask:0xf
v_cvt_f32_f16_dpp v8, v40 row_bcast:31 row_mask:0xf bank_mask:0xf
v_cvt_f32_f16_dpp v8, v40 row_mirror row_mask:0xf bank_mask:0xf
v_cvt_f32_f16_dpp v8, v40 row_half_mirror row_mask:0xf bank_mask:0xf
v_cvt_f32_f16_dpp v8, v40 wave_shl:1 row_mask:0xf bank_mask:0xf
v_cvt_f32_f16_dpp v8, v40 wave_ror:1 row_mask:0xf bank_mask:0xf
v_cvt_f32_f16_dpp v8, v40 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_cvt_f32_f16_dpp v8, -v40 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_cvt_f32_f16_dpp v8, |v40| quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_cvt_f32_f16_sdwa v8, v40
v_cvt_f32_f16_sdwa v8, v40 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_cvt_f32_f16_sdwa v8, v40 src0_sel:BYTE_2
v_cvt_f32_f16_sdwa v8, v40 clamp
v_cvt_f32_f16_sdwa v8, v40 mul:2
v_cvt_f32_f16_sdwa v8, -v40
v_cvt_f32_f16_sdwa v8, |v40|
v_cvt_f32_f16_sdwa v8, 1.0
v_cvt_f32_f16_sdwa v8, s40
v_cvt_f32_i32 v8, v40
v_cvt_f32_i32 v8, v40 clamp
v_cvt_f32_i32 v8, v40 mul:2
v_cvt_f32_i32 v8, v40 mul:4
v_cvt_f32_i32 v8, v40 div:2
v_cvt_f32_i32 v8, v40 clamp mul:2
v_cvt_f32_i32 v8, sext(v40)
v_cvt_f32_i32 v8, 1.0
v_cvt_f32_i32 v8, 0x3f123456
v_cvt_f32_i32 v8, s40
v_cvt_f32_i32_e64 v8, v40
v_cvt_f32_i32_e64 v8, 1.0
v_cvt_f32_i32_e64 v8, s40
v_cvt_f32_i32_dpp v8, v40 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_cvt_f32_i32_dpp v8, v40 row_shl:1 row_mask:0xf bank_mask:0xf
v_cvt_f32_i32_dpp v8, v40 row_shr:3 row_mask:0xf bank_mask:0xf
v_cvt_f32_i32_dpp v8, v40 row_ror:5 row_mask:0xf bank_mask:0xf
v_cvt_f32_i32_dpp v8, v40 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_cvt_f32_i32_dpp v8, v40 row_bcast:15 row_mask:0xf bank_mask:0xf
v_cvt_f32_i32_dpp v8, v40 row_bcast:31 row_mask:0xf bank_mask:0xf
v_cvt_f32_i32_dpp v8, v40 row_mirror row_mask:0xf bank_mask:0xf
v_cvt_f32_i32_dpp v8, v40 row_half_mirror row_mask:0xf bank_mask:0xf
v_cvt_f32_i32_dpp v8, v40 wave_shl:1 row_mask:0xf bank_mask:0xf
v_cvt_f32_i32_dpp v8, v40 wave_ror:1 row_mask:0xf bank_mask:0xf
v_cvt_f32_i32_dpp v8, v40 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_cvt_f32_i32_sdwa v8, v40
v_cvt_f32_i32_sdwa v8, v40 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_cvt_f32_i32_sdwa v8, v40 src0_sel:BYTE_2
v_cvt_f32_i32_sdwa v8, v40 clamp
v_cvt_f32_i32_sdwa v8, v40 mul:2
v_cvt_f32_i32_sdwa v8, 1.0
v_cvt_f32_i32_sdwa v8, s40
v_cvt_f32_u32 v8, v40
v_cvt_f32_u32 v8, v40 clamp
v_cvt_f32_u32 v8, v40 mul:2
v_cvt_f32_u32 v8, v40 mul:4
v_cvt_f32_u32 v8, v40 div:2
v_cvt_f32_u32 v8, v40 clamp mul:2
v_cvt_f32_u32 v8, sext(v40)
v_cvt_f32_u32 v8, 1.0
v_cvt_f32_u32 v8, 0x3f123456
v_cvt_f32_u32 v8, s40
v_cvt_f32_u32_e64 v8, v40
v_cvt_f32_u32_e64 v8, 1.0
v_cvt_f32_u32_e64 v8, s40
v_cvt_f32_u32_dpp v8, v40 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_cvt_f32_u32_dpp v8, v40 row_shl:1 row_mask:0xf bank_mask:0xf
v_cvt_f32_u32_dpp v8, v40 row_shr:3 row_mask:0xf bank_mask:0xf
v_cvt_f32_u32_dpp v8, v40 row_ror:5 row_mask:0xf bank_mask:0xf
v_cvt_f32_u32_dpp v8, v40 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_cvt_f32_u32_dpp v8, v40 row_bcast:15 row_mask:0xf bank_mask:0xf
v_cvt_f32_u32_dpp v8, v40 row_bcast:31 row_mask:0xf bank_mask:0xf
v_cvt_f32_u32_dpp v8, v40 row_mirror row_mask:0xf bank_mask:0xf
v_cvt_f32_u32_dpp v8, v40 row_half_mirror row_mask:0xf bank_mask:0xf
v_cvt_f32_u32_dpp v8, v40 wave_shl:1 row_mask:0xf bank_mask:0xf
v_cvt_f32_u32_dpp v8, v40 wave_ror:1 row_mask:0xf bank_mask:0xf
v_cvt_f32_u32_dpp v8, v40 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_cvt_f32_u32_sdwa v8, v40
v_cvt_f32_u32_sdwa v8, v40 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_cvt_f32_u32_sdwa v8, v40 src0_sel:BYTE_2
v_cvt_f32_u32_sdwa v8, v40 clamp
v_cvt_f32_u32_sdwa v8, v40 mul:2
v_cvt_f32_u32_sdwa v8, 1.0
v_cvt_f32_u32_sdwa v8, s40
v_cvt_i32_f32 v8, v40
v_cvt_i32_f32 v8, v40 clamp
v_cvt_i32_f32 v8, v40 mul:2
v_cvt_i32_f32 v8, v40 mul:4
v_cvt_i32_f32 v8, v40 div:2
v_cvt_i32_f32 v8, v40 clamp mul:2
v_cvt_i32_f32 v8, -v40
v_cvt_i32_f32 v8, |v40|
v_cvt_i32_f32 v8, 1.0
v_cvt_i32_f32 v8, 0x3f123456
v_cvt_i32_f32 v8, s40
v_cvt_i32_f32_e64 v8, v40
v_cvt_i32_f32_e64 v8, 1.0
v_cvt_i32_f32_e64 v8, s40
v_cvt_i32_f32_dpp v8, v40 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_cvt_i32_f32_dpp v8, v40 row_shl:1 row_mask:0xf bank_mask:0xf
v_cvt_i32_f32_dpp v8, v40 row_shr:3 row_mask:0xf bank_mask:0xf
v_cvt_i32_f32_dpp v8, v40 row_ror:5 row_mask:0xf bank_mask:0xf
v_cvt_i32_f32_dpp v8, v40 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_cvt_i32_f32_dpp v8, v40 row_bcast:15 row_mask:0xf bank_mask:0xf
v_cvt_i32_f32_dpp v8, v40 row_bcast:31 row_mask:0xf bank_mask:0xf
v_cvt_i32_f32_dpp v8, v40 row_mirror row_mask:0xf bank_mask:0xf
v_cvt_i32_f32_dpp v8, v40 row_half_mirror row_mask:0xf bank_mask:0xf
v_cvt_i32_f32_dpp v8, v40 wave_shl:1 row_mask:0xf bank_mask:0xf
v_cvt_i32_f32_dpp v8, v40 wave_ror:1 row_mask:0xf bank_mask:0xf
v_cvt_i32_f32_dpp v8, v40 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_cvt_i32_f32_dpp v8, -v40 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_cvt_i32_f32_dpp v8, |v40| quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_cvt_i32_f32_sdwa v8, v40
v_cvt_i32_f32_sdwa v8, v40 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_cvt_i32_f32_sdwa v8, v40 src0_sel:BYTE_2
v_cvt_i32_f32_sdwa v8, v40 clamp
v_cvt_i32_f32_sdwa v8, -v40
v_cvt_i32_f32_sdwa v8, |v40|
v_cvt_i32_f32_sdwa v8, 1.0
v_cvt_i32_f32_sdwa v8, s40
v_cvt_pk_f32_fp8 v[8:9], v40
v_cvt_pk_f32_fp8 v[8:9], v40 clamp
v_cvt_pk_f32_fp8 v[8:9], v40 mul:2
v_cvt_pk_f32_fp8 v[8:9], v40 mul:4
v_cvt_pk_f32_fp8 v[8:9], v40 div:2
v_cvt_pk_f32_fp8 v[8:9], v40 clamp mul:2
v_cvt_pk_f32_fp8 v[8:9], 1.0
v_cvt_pk_f32_fp8 v[8:9], 0x3f123456
v_cvt_pk_f32_fp8 v[8:9], s40
v_cvt_pk_f32_fp8_e64 v[8:9], v40
v_cvt_pk_f32_fp8_e64 v[8:9], 1.0
v_cvt_pk_f32_fp8_e64 v[8:9], s40
v_cvt_pk_f32_fp8_sdwa v[8:9], v40
v_cvt_pk_f32_fp8_sdwa v[8:9], v40 src0_sel:BYTE_2
v_cvt_pk_f32_fp8_sdwa v[8:9], v40 clamp
v_cvt_pk_f32_fp8_sdwa v[8:9], v40 mul:2
v_cvt_pk_f32_fp8_sdwa v[8:9], 1.0
v_cvt_pk_f32_fp8_sdwa v[8:9], s40
v_cvt_pk_fp8_f32 v8, v40, s3
v_cvt_pk_fp8_f32 v8, v40, s3 op_sel:[1]
v_cvt_pk_fp8_f32 v8, v40, s3 op_sel:[1,1]
v_cvt_pk_fp8_f32 v8, v40, s3 op_sel:[0,1,0]
v_cvt_pk_fp8_f32 v8, v40, s3 op_sel:[0,0,1]
v_cvt_pk_fp8_f32 v8, v40, s3 op_sel:[1,1,1]
v_cvt_pk_fp8_f32 v8, v40, s3 op_sel:[1,0,1,1]
v_cvt_pk_fp8_f32 v8, -v40, s3
v_cvt_pk_fp8_f32 v8, |v40|, s3
v_cvt_pk_fp8_f32 v8, 1.0, s3
v_cvt_pkrtz_f16_f32 v8, v40, s3
v_cvt_pkrtz_f16_f32 v8, v40, s3 clamp
v_cvt_pkrtz_f16_f32 v8, v40, s3 mul:2
v_cvt_pkrtz_f16_f32 v8, v40, s3 mul:4
v_cvt_pkrtz_f16_f32 v8, v40, s3 div:2
v_cvt_pkrtz_f16_f32 v8, v40, s3 clamp mul:2
v_cvt_pkrtz_f16_f32 v8, -v40, s3
v_cvt_pkrtz_f16_f32 v8, |v40|, s3
v_cvt_pkrtz_f16_f32 v8, 1.0, s3
v_cvt_u32_f32 v8, v40
v_cvt_u32_f32 v8, v40 clamp
v_cvt_u32_f32 v8, v40 mul:2
v_cvt_u32_f32 v8, v40 mul:4
v_cvt_u32_f32 v8, v40 div:2
v_cvt_u32_f32 v8, v40 clamp mul:2
v_cvt_u32_f32 v8, -v40
v_cvt_u32_f32 v8, |v40|
v_cvt_u32_f32 v8, 1.0
v_cvt_u32_f32 v8, 0x3f123456
v_cvt_u32_f32 v8, s40
v_cvt_u32_f32_e64 v8, v40
v_cvt_u32_f32_e64 v8, 1.0
v_cvt_u32_f32_e64 v8, s40
v_cvt_u32_f32_dpp v8, v40 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_cvt_u32_f32_dpp v8, v40 row_shl:1 row_mask:0xf bank_mask:0xf
v_cvt_u32_f32_dpp v8, v40 row_shr:3 row_mask:0xf bank_mask:0xf
v_cvt_u32_f32_dpp v8, v40 row_ror:5 row_mask:0xf bank_mask:0xf
v_cvt_u32_f32_dpp v8, v40 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_cvt_u32_f32_dpp v8, v40 row_bcast:15 row_mask:0xf bank_mask:0xf
v_cvt_u32_f32_dpp v8, v40 row_bcast:31 row_mask:0xf bank_mask:0xf
v_cvt_u32_f32_dpp v8, v40 row_mirror row_mask:0xf bank_mask:0xf
v_cvt_u32_f32_dpp v8, v40 row_half_mirror row_mask:0xf bank_mask:0xf
v_cvt_u32_f32_dpp v8, v40 wave_shl:1 row_mask:0xf bank_mask:0xf
v_cvt_u32_f32_dpp v8, v40 wave_ror:1 row_mask:0xf bank_mask:0xf
v_cvt_u32_f32_dpp v8, v40 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_cvt_u32_f32_dpp v8, -v40 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_cvt_u32_f32_dpp v8, |v40| quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_cvt_u32_f32_sdwa v8, v40
v_cvt_u32_f32_sdwa v8, v40 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_cvt_u32_f32_sdwa v8, v40 src0_sel:BYTE_2
v_cvt_u32_f32_sdwa v8, v40 clamp
v_cvt_u32_f32_sdwa v8, -v40
v_cvt_u32_f32_sdwa v8, |v40|
v_cvt_u32_f32_sdwa v8, 1.0
v_cvt_u32_f32_sdwa v8, s40
v_exp_f32 v8, v40
v_exp_f32 v8, v40 clamp
v_exp_f32 v8, v40 mul:2
v_exp_f32 v8, v40 mul:4
v_exp_f32 v8, v40 div:2
v_exp_f32 v8, v40 clamp mul:2
v_exp_f32 v8, -v40
v_exp_f32 v8, |v40|
v_exp_f32 v8, 1.0
v_exp_f32 v8, 0x3f123456
v_exp_f32 v8, s40
v_exp_f32_e64 v8, v40
v_exp_f32_e64 v8, 1.0
v_exp_f32_e64 v8, s40
v_exp_f32_dpp v8, v40 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_exp_f32_dpp v8, v40 row_shl:1 row_mask:0xf bank_mask:0xf
v_exp_f32_dpp v8, v40 row_shr:3 row_mask:0xf bank_mask:0xf
v_exp_f32_dpp v8, v40 row_ror:5 row_mask:0xf bank_mask:0xf
v_exp_f32_dpp v8, v40 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_exp_f32_dpp v8, v40 row_bcast:15 row_mask:0xf bank_mask:0xf
v_exp_f32_dpp v8, v40 row_bcast:31 row_mask:0xf bank_mask:0xf
v_exp_f32_dpp v8, v40 row_mirror row_mask:0xf bank_mask:0xf
v_exp_f32_dpp v8, v40 row_half_mirror row_mask:0xf bank_mask:0xf
v_exp_f32_dpp v8, v40 wave_shl:1 row_mask:0xf bank_mask:0xf
v_exp_f32_dpp v8, v40 wave_ror:1 row_mask:0xf bank_mask:0xf
v_exp_f32_dpp v8, v40 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_exp_f32_dpp v8, -v40 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_exp_f32_dpp v8, |v40| quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_exp_f32_sdwa v8, v40
v_exp_f32_sdwa v8, v40 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_exp_f32_sdwa v8, v40 src0_sel:BYTE_2
v_exp_f32_sdwa v8, v40 clamp
v_exp_f32_sdwa v8, v40 mul:2
v_exp_f32_sdwa v8, -v40
v_exp_f32_sdwa v8, |v40|
v_exp_f32_sdwa v8, 1.0
v_exp_f32_sdwa v8, s40
v_fma_f32 v8, v40, v44, v48
v_fma_f32 v8, v40, v44, v48 clamp
v_fma_f32 v8, v40, v44, v48 mul:2
v_fma_f32 v8, v40, v44, v48 mul:4
v_fma_f32 v8, v40, v44, v48 div:2
v_fma_f32 v8, v40, v44, v48 clamp mul:2
v_fma_f32 v8, -v40, v44, v48
v_fma_f32 v8, |v40|, v44, v48
v_fma_f32 v8, 1.0, v44, v48
v_fma_f32 v8, s40, v44, v48
v_fma_f32 v8, v40, -v44, v48
v_fma_f32 v8, v40, |v44|, v48
v_fma_f32 v8, v40, 1.0, v48
v_fma_f32 v8, v40, s40, v48
v_fma_f32 v8, v40, v44, -v48
v_fma_f32 v8, v40, v44, |v48|
v_fma_f32 v8, v40, v44, 1.0
v_fma_f32 v8, v40, v44, s40
v_log_f32 v8, v40
v_log_f32 v8, v40 clamp
v_log_f32 v8, v40 mul:2
v_log_f32 v8, v40 mul:4
v_log_f32 v8, v40 div:2
v_log_f32 v8, v40 clamp mul:2
v_log_f32 v8, -v40
v_log_f32 v8, |v40|
v_log_f32 v8, 1.0
v_log_f32 v8, 0x3f123456
v_log_f32 v8, s40
v_log_f32_e64 v8, v40
v_log_f32_e64 v8, 1.0
v_log_f32_e64 v8, s40
v_log_f32_dpp v8, v40 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_log_f32_dpp v8, v40 row_shl:1 row_mask:0xf bank_mask:0xf
v_log_f32_dpp v8, v40 row_shr:3 row_mask:0xf bank_mask:0xf
v_log_f32_dpp v8, v40 row_ror:5 row_mask:0xf bank_mask:0xf
v_log_f32_dpp v8, v40 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_log_f32_dpp v8, v40 row_bcast:15 row_mask:0xf bank_mask:0xf
v_log_f32_dpp v8, v40 row_bcast:31 row_mask:0xf bank_mask:0xf
v_log_f32_dpp v8, v40 row_mirror row_mask:0xf bank_mask:0xf
v_log_f32_dpp v8, v40 row_half_mirror row_mask:0xf bank_mask:0xf
v_log_f32_dpp v8, v40 wave_shl:1 row_mask:0xf bank_mask:0xf
v_log_f32_dpp v8, v40 wave_ror:1 row_mask:0xf bank_mask:0xf
v_log_f32_dpp v8, v40 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_log_f32_dpp v8, -v40 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_log_f32_dpp v8, |v40| quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_log_f32_sdwa v8, v40
v_log_f32_sdwa v8, v40 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_log_f32_sdwa v8, v40 src0_sel:BYTE_2
v_log_f32_sdwa v8, v40 clamp
v_log_f32_sdwa v8, v40 mul:2
v_log_f32_sdwa v8, -v40
v_log_f32_sdwa v8, |v40|
v_log_f32_sdwa v8, 1.0
v_log_f32_sdwa v8, s40
v_lshl_add_u32 v8, v40, v44, v48
v_lshl_add_u32 v8, 1.0, v44, v48
v_lshl_add_u32 v8, s40, v44, v48
v_lshl_add_u32 v8, v40, 1.0, v48
v_lshl_add_u32 v8, v40, s40, v48
v_lshl_add_u32 v8, v40, v44, 1.0
v_lshl_add_u32 v8, v40, v44, s40
v_lshl_add_u64 v[8:9], vcc, v40, v[44:45]
v_lshl_add_u64 v[8:9], 1.0, v40, v[44:45]
v_lshl_add_u64 v[8:9], s[40:41], v40, v[44:45]
v_lshl_add_u64 v[8:9], vcc, 1.0, v[44:45]
v_lshl_add_u64 v[8:9], vcc, v40, 1.0
v_lshl_or_b32 v8, v40, v44, v48
v_lshl_or_b32 v8, 1.0, v44, v48
v_lshl_or_b32 v8, s40, v44, v48
v_lshl_or_b32 v8, v40, 1.0, v48
v_lshl_or_b32 v8, v40, s40, v48
v_lshl_or_b32 v8, v40, v44, 1.0
v_lshl_or_b32 v8, v40, v44, s40
v_lshlrev_b32 v8, v40, s3
v_lshlrev_b32 v8, v40, s3 clamp
v_lshlrev_b32 v8, sext(v40), s3
v_lshlrev_b32 v8, 1.0, s3
v_lshlrev_b32_e32 v8, v40, v44
v_lshlrev_b32_e32 v8, 1.0, v44
v_lshlrev_b32_e32 v8, 0x3f123456, v44
v_lshlrev_b32_e32 v8, s40, v44
v_lshlrev_b32_dpp v8, v40, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_lshlrev_b32_dpp v8, v40, v44 row_shl:1 row_mask:0xf bank_mask:0xf
v_lshlrev_b32_dpp v8, v40, v44 row_shr:3 row_mask:0xf bank_mask:0xf
v_lshlrev_b32_dpp v8, v40, v44 row_ror:5 row_mask:0xf bank_mask:0xf
v_lshlrev_b32_dpp v8, v40, v44 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_lshlrev_b32_dpp v8, v40, v44 row_bcast:15 row_mask:0xf bank_mask:0xf
v_lshlrev_b32_dpp v8, v40, v44 row_bcast:31 row_mask:0xf bank_mask:0xf
v_lshlrev_b32_dpp v8, v40, v44 row_mirror row_mask:0xf bank_mask:0xf
v_lshlrev_b32_dpp v8, v40, v44 row_half_mirror row_mask:0xf bank_mask:0xf
v_lshlrev_b32_dpp v8, v40, v44 wave_shl:1 row_mask:0xf bank_mask:0xf
v_lshlrev_b32_dpp v8, v40, v44 wave_ror:1 row_mask:0xf bank_mask:0xf
v_lshlrev_b32_dpp v8, v40, v44 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_lshlrev_b32_sdwa v8, v40, s3
v_lshlrev_b32_sdwa v8, v40, s3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_3
v_lshlrev_b32_sdwa v8, v40, s3 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_lshlrev_b32_sdwa v8, v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_lshlrev_b32_sdwa v8, v40, s3 src0_sel:BYTE_2
v_lshlrev_b32_sdwa v8, 1.0, s3
v_lshrrev_b16 v8, v40, s3
v_lshrrev_b16 v8, v40, s3 clamp
v_lshrrev_b16 v8, sext(v40), s3
v_lshrrev_b16 v8, 1.0, s3
v_lshrrev_b16_e32 v8, v40, v44
v_lshrrev_b16_e32 v8, 1.0, v44
v_lshrrev_b16_e32 v8, s40, v44
v_lshrrev_b16_dpp v8, v40, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_lshrrev_b16_dpp v8, v40, v44 row_shl:1 row_mask:0xf bank_mask:0xf
v_lshrrev_b16_dpp v8, v40, v44 row_shr:3 row_mask:0xf bank_mask:0xf
v_lshrrev_b16_dpp v8, v40, v44 row_ror:5 row_mask:0xf bank_mask:0xf
v_lshrrev_b16_dpp v8, v40, v44 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_lshrrev_b16_dpp v8, v40, v44 row_bcast:15 row_mask:0xf bank_mask:0xf
v_lshrrev_b16_dpp v8, v40, v44 row_bcast:31 row_mask:0xf bank_mask:0xf
v_lshrrev_b16_dpp v8, v40, v44 row_mirror row_mask:0xf bank_mask:0xf
v_lshrrev_b16_dpp v8, v40, v44 row_half_mirror row_mask:0xf bank_mask:0xf
v_lshrrev_b16_dpp v8, v40, v44 wave_shl:1 row_mask:0xf bank_mask:0xf
v_lshrrev_b16_dpp v8, v40, v44 wave_ror:1 row_mask:0xf bank_mask:0xf
v_lshrrev_b16_dpp v8, v40, v44 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_lshrrev_b16_sdwa v8, v40, s3
v_lshrrev_b16_sdwa v8, v40, s3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_3
v_lshrrev_b16_sdwa v8, v40, s3 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_lshrrev_b16_sdwa v8, v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_lshrrev_b16_sdwa v8, v40, s3 src0_sel:BYTE_2
v_lshrrev_b16_sdwa v8, 1.0, s3
v_lshrrev_b32 v8, v40, s3
v_lshrrev_b32 v8, v40, s3 clamp
v_lshrrev_b32 v8, sext(v40), s3
v_lshrrev_b32 v8, 1.0, s3
v_lshrrev_b32_e32 v8, v40, v44
v_lshrrev_b32_e32 v8, 1.0, v44
v_lshrrev_b32_e32 v8, 0x3f123456, v44
v_lshrrev_b32_e32 v8, s40, v44
v_lshrrev_b32_dpp v8, v40, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_lshrrev_b32_dpp v8, v40, v44 row_shl:1 row_mask:0xf bank_mask:0xf
v_lshrrev_b32_dpp v8, v40, v44 row_shr:3 row_mask:0xf bank_mask:0xf
v_lshrrev_b32_dpp v8, v40, v44 row_ror:5 row_mask:0xf bank_mask:0xf
v_lshrrev_b32_dpp v8, v40, v44 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_lshrrev_b32_dpp v8, v40, v44 row_bcast:15 row_mask:0xf bank_mask:0xf
v_lshrrev_b32_dpp v8, v40, v44 row_bcast:31 row_mask:0xf bank_mask:0xf
v_lshrrev_b32_dpp v8, v40, v44 row_mirror row_mask:0xf bank_mask:0xf
v_lshrrev_b32_dpp v8, v40, v44 row_half_mirror row_mask:0xf bank_mask:0xf
v_lshrrev_b32_dpp v8, v40, v44 wave_shl:1 row_mask:0xf bank_mask:0xf
v_lshrrev_b32_dpp v8, v40, v44 wave_ror:1 row_mask:0xf bank_mask:0xf
v_lshrrev_b32_dpp v8, v40, v44 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_lshrrev_b32_sdwa v8, v40, s3
v_lshrrev_b32_sdwa v8, v40, s3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_3
v_lshrrev_b32_sdwa v8, v40, s3 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_lshrrev_b32_sdwa v8, v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_lshrrev_b32_sdwa v8, v40, s3 src0_sel:BYTE_2
v_lshrrev_b32_sdwa v8, 1.0, s3
v_mad_u32_u24 v8, v40, v44, v48
v_mad_u32_u24 v8, v40, v44, v48 clamp
v_mad_u32_u24 v8, 1.0, v44, v48
v_mad_u32_u24 v8, s40, v44, v48
v_mad_u32_u24 v8, v40, 1.0, v48
v_mad_u32_u24 v8, v40, s40, v48
v_mad_u32_u24 v8, v40, v44, 1.0
v_mad_u32_u24 v8, v40, v44, s40
v_mad_u64_u32 v[8:9], vcc, v40, v44, vcc
v_mad_u64_u32 v[8:9], vcc, v40, v44, vcc clamp
v_mad_u64_u32 v[8:9], s[40:41], v40, v44, vcc
v_mad_u64_u32 v[8:9], vcc, 1.0, v44, vcc
v_mad_u64_u32 v[8:9], vcc, v40, 1.0, vcc
v_mad_u64_u32 v[8:9], vcc, v40, v44, 1.0
v_mad_u64_u32 v[8:9], vcc, v40, v44, s[40:41]
v_max3_f32 v8, v40, v44, v48
v_max3_f32 v8, v40, v44, v48 clamp
v_max3_f32 v8, v40, v44, v48 mul:2
v_max3_f32 v8, v40, v44, v48 mul:4
v_max3_f32 v8, v40, v44, v48 div:2
v_max3_f32 v8, v40, v44, v48 clamp mul:2
v_max3_f32 v8, -v40, v44, v48
v_max3_f32 v8, |v40|, v44, v48
v_max3_f32 v8, 1.0, v44, v48
v_max3_f32 v8, s40, v44, v48
v_max3_f32 v8, v40, -v44, v48
v_max3_f32 v8, v40, |v44|, v48
v_max3_f32 v8, v40, 1.0, v48
v_max3_f32 v8, v40, s40, v48
v_max3_f32 v8, v40, v44, -v48
v_max3_f32 v8, v40, v44, |v48|
v_max3_f32 v8, v40, v44, 1.0
v_max3_f32 v8, v40, v44, s40
v_max_f32 v8, v40, s3
v_max_f32 v8, v40, s3 clamp
v_max_f32 v8, v40, s3 mul:2
v_max_f32 v8, v40, s3 mul:4
v_max_f32 v8, v40, s3 div:2
v_max_f32 v8, v40, s3 clamp mul:2
v_max_f32 v8, -v40, s3
v_max_f32 v8, |v40|, s3
v_max_f32 v8, 1.0, s3
v_max_f32_e32 v8, v40, v44
v_max_f32_e32 v8, 1.0, v44
v_max_f32_e32 v8, 0x3f123456, v44
v_max_f32_e32 v8, s40, v44
v_max_f32_dpp v8, v40, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_max_f32_dpp v8, v40, v44 row_shl:1 row_mask:0xf bank_mask:0xf
v_max_f32_dpp v8, v40, v44 row_shr:3 row_mask:0xf bank_mask:0xf
v_max_f32_dpp v8, v40, v44 row_ror:5 row_mask:0xf bank_mask:0xf
v_max_f32_dpp v8, v40, v44 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_max_f32_dpp v8, v40, v44 row_bcast:15 row_mask:0xf bank_mask:0xf
v_max_f32_dpp v8, v40, v44 row_bcast:31 row_mask:0xf bank_mask:0xf
v_max_f32_dpp v8, v40, v44 row_mirror row_mask:0xf bank_mask:0xf
v_max_f32_dpp v8, v40, v44 row_half_mirror row_mask:0xf bank_mask:0xf
v_max_f32_dpp v8, v40, v44 wave_shl:1 row_mask:0xf bank_mask:0xf
v_max_f32_dpp v8, v40, v44 wave_ror:1 row_mask:0xf bank_mask:0xf
v_max_f32_dpp v8, v40, v44 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_max_f32_dpp v8, -v40, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_max_f32_dpp v8, |v40|, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_max_f32_dpp v8, v40, -v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_max_f32_dpp v8, v40, |v44| quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_max_f32_sdwa v8, v40, s3
v_max_f32_sdwa v8, v40, s3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_3
v_max_f32_sdwa v8, v40, s3 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_max_f32_sdwa v8, v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_max_f32_sdwa v8, v40, s3 src0_sel:BYTE_2
v_max_f32_sdwa v8, v40, s3 clamp
v_max_f32_sdwa v8, v40, s3 mul:2
v_max_f32_sdwa v8, -v40, s3
v_max_f32_sdwa v8, |v40|, s3
v_max_f32_sdwa v8, 1.0, s3
v_mbcnt_hi_u32_b32 v8, v40, s3
v_mbcnt_hi_u32_b32 v8, 1.0, s3
v_mbcnt_lo_u32_b32 v8, v40, s3
v_mbcnt_lo_u32_b32 v8, 1.0, s3
v_mfma_f32_16x16x16_bf16 v[8:11], v[40:41], v[48:49], v[8:11]
v_mfma_f32_16x16x16_bf16 v[8:11], v[40:41], v[48:49], v[8:11] blgp:1
v_mfma_f32_16x16x16_bf16 v[8:11], v[40:41], v[48:49], v[8:11] blgp:4
v_mfma_f32_16x16x16_bf16 v[8:11], v[40:41], v[48:49], v[8:11] abid:1
v_mfma_f32_16x16x16_bf16 a[8:11], v[40:41], v[48:49], a[8:11]
v_mfma_f32_16x16x16_bf16 v[8:11], a[40:41], a[48:49], v[8:11]
v_mfma_f32_16x16x16_bf16 v[8:11], v[40:41], v[48:49], 0
v_mfma_f32_16x16x16_bf16 v[8:11], v[40:41], v[48:49], 1.0
v_mfma_f32_16x16x16_f16 v[8:11], v[40:41], v[48:49], v[8:11]
v_mfma_f32_16x16x16_f16 v[8:11], v[40:41], v[48:49], v[8:11] blgp:1
v_mfma_f32_16x16x16_f16 v[8:11], v[40:41], v[48:49], v[8:11] blgp:4
v_mfma_f32_16x16x16_f16 v[8:11], v[40:41], v[48:49], v[8:11] abid:1
v_mfma_f32_16x16x16_f16 a[8:11], v[40:41], v[48:49], a[8:11]
v_mfma_f32_16x16x16_f16 v[8:11], a[40:41], a[48:49], v[8:11]
v_mfma_f32_16x16x16_f16 v[8:11], v[40:41], v[48:49], 0
v_mfma_f32_16x16x16_f16 v[8:11], v[40:41], v[48:49], 1.0
v_mfma_f32_16x16x32_fp8_fp8 v[8:11], v[40:41], v[48:49], v[8:11]
v_mfma_f32_16x16x32_fp8_fp8 v[8:11], v[40:41], v[48:49], v[8:11] blgp:1
v_mfma_f32_16x16x32_fp8_fp8 v[8:11], v[40:41], v[48:49], v[8:11] blgp:4
v_mfma_f32_16x16x32_fp8_fp8 v[8:11], v[40:41], v[48:49], v[8:11] abid:1
v_mfma_f32_16x16x32_fp8_fp8 a[8:11], v[40:41], v[48:49], a[8:11]
v_mfma_f32_16x16x32_fp8_fp8 v[8:11], a[40:41], a[48:49], v[8:11]
v_mfma_f32_16x16x32_fp8_fp8 v[8:11], v[40:41], v[48:49], 0
v_mfma_f32_16x16x32_fp8_fp8 v[8:11], v[40:41], v[48:49], 1.0
v_mfma_f32_32x32x8_bf16 v[8:23], v[40:41], v[48:49], v[8:23]
v_mfma_f32_32x32x8_bf16 v[8:23], v[40:41], v[48:49], v[8:23] blgp:1
v_mfma_f32_32x32x8_bf16 v[8:23], v[40:41], v[48:49], v[8:23] blgp:4
v_mfma_f32_32x32x8_bf16 v[8:23], v[40:41], v[48:49], v[8:23] abid:1
v_mfma_f32_32x32x8_bf16 a[8:23], v[40:41], v[48:49], a[8:23]
v_mfma_f32_32x32x8_bf16 v[8:23], a[40:41], a[48:49], v[8:23]
v_mfma_f32_32x32x8_bf16 v[8:23], v[40:41], v[48:49], 0
v_mfma_f32_32x32x8_bf16 v[8:23], v[40:41], v[48:49], 1.0
v_mfma_i32_16x16x32_i8 v[8:11], v[40:41], v[48:49], v[8:11]
v_mfma_i32_16x16x32_i8 v[8:11], v[40:41], v[48:49], v[8:11] blgp:1
v_mfma_i32_16x16x32_i8 v[8:11], v[40:41], v[48:49], v[8:11] blgp:4
v_mfma_i32_16x16x32_i8 v[8:11], v[40:41], v[48:49], v[8:11] abid:1
v_mfma_i32_16x16x32_i8 a[8:11], v[40:41], v[48:49], a[8:11]
v_mfma_i32_16x16x32_i8 v[8:11], a[40:41], a[48:49], v[8:11]
v_mfma_i32_16x16x32_i8 v[8:11], v[40:41], v[48:49], 0
v_mfma_i32_16x16x32_i8 v[8:11], v[40:41], v[48:49], 1.0
v_min_u32 v8, v40, s3
v_min_u32 v8, v40, s3 clamp
v_min_u32 v8, sext(v40), s3
v_min_u32 v8, 1.0, s3
v_min_u32_e32 v8, v40, v44
v_min_u32_e32 v8, 1.0, v44
v_min_u32_e32 v8, 0x3f123456, v44
v_min_u32_e32 v8, s40, v44
v_min_u32_dpp v8, v40, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_min_u32_dpp v8, v40, v44 row_shl:1 row_mask:0xf bank_mask:0xf
v_min_u32_dpp v8, v40, v44 row_shr:3 row_mask:0xf bank_mask:0xf
v_min_u32_dpp v8, v40, v44 row_ror:5 row_mask:0xf bank_mask:0xf
v_min_u32_dpp v8, v40, v44 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_min_u32_dpp v8, v40, v44 row_bcast:15 row_mask:0xf bank_mask:0xf
v_min_u32_dpp v8, v40, v44 row_bcast:31 row_mask:0xf bank_mask:0xf
v_min_u32_dpp v8, v40, v44 row_mirror row_mask:0xf bank_mask:0xf
v_min_u32_dpp v8, v40, v44 row_half_mirror row_mask:0xf bank_mask:0xf
v_min_u32_dpp v8, v40, v44 wave_shl:1 row_mask:0xf bank_mask:0xf
v_min_u32_dpp v8, v40, v44 wave_ror:1 row_mask:0xf bank_mask:0xf
v_min_u32_dpp v8, v40, v44 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_min_u32_sdwa v8, v40, s3
v_min_u32_sdwa v8, v40, s3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_3
v_min_u32_sdwa v8, v40, s3 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_min_u32_sdwa v8, v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_min_u32_sdwa v8, v40, s3 src0_sel:BYTE_2
v_min_u32_sdwa v8, 1.0, s3
v_mov_b32 v8, v40
v_mov_b32 v8, v40 clamp
v_mov_b32 v8, sext(v40)
v_mov_b32 v8, 1.0
v_mov_b32 v8, 0x3f123456
v_mov_b32 v8, s40
v_mov_b32_e64 v8, v40
v_mov_b32_e64 v8, 1.0
v_mov_b32_e64 v8, s40
v_mov_b32_dpp v8, v40 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_mov_b32_dpp v8, v40 row_shl:1 row_mask:0xf bank_mask:0xf
v_mov_b32_dpp v8, v40 row_shr:3 row_mask:0xf bank_mask:0xf
v_mov_b32_dpp v8, v40 row_ror:5 row_mask:0xf bank_mask:0xf
v_mov_b32_dpp v8, v40 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_mov_b32_dpp v8, v40 row_bcast:15 row_mask:0xf bank_mask:0xf
v_mov_b32_dpp v8, v40 row_bcast:31 row_mask:0xf bank_mask:0xf
v_mov_b32_dpp v8, v40 row_mirror row_mask:0xf bank_mask:0xf
v_mov_b32_dpp v8, v40 row_half_mirror row_mask:0xf bank_mask:0xf
v_mov_b32_dpp v8, v40 wave_shl:1 row_mask:0xf bank_mask:0xf
v_mov_b32_dpp v8, v40 wave_ror:1 row_mask:0xf bank_mask:0xf
v_mov_b32_dpp v8, v40 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_mov_b32_sdwa v8, v40
v_mov_b32_sdwa v8, v40 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_mov_b32_sdwa v8, v40 src0_sel:BYTE_2
v_mov_b32_sdwa v8, 1.0
v_mov_b32_sdwa v8, s40
v_mov_b64 v[8:9], v[40:41]
v_mov_b64 v[8:9], 1.0
v_mov_b64 v[8:9], 0x3f123456
v_mov_b64 v[8:9], s[40:41]
v_mov_b64_e64 v[8:9], v[40:41]
v_mov_b64_e64 v[8:9], 1.0
v_mov_b64_e64 v[8:9], s[40:41]
v_mul_f32 v8, v40, s3
v_mul_f32 v8, v40, s3 clamp
v_mul_f32 v8, v40, s3 mul:2
v_mul_f32 v8, v40, s3 mul:4
v_mul_f32 v8, v40, s3 div:2
v_mul_f32 v8, v40, s3 clamp mul:2
v_mul_f32 v8, -v40, s3
v_mul_f32 v8, |v40|, s3
v_mul_f32 v8, 1.0, s3
v_mul_f32_e32 v8, v40, v44
v_mul_f32_e32 v8, 1.0, v44
v_mul_f32_e32 v8, 0x3f123456, v44
v_mul_f32_e32 v8, s40, v44
v_mul_f32_dpp v8, v40, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_mul_f32_dpp v8, v40, v44 row_shl:1 row_mask:0xf bank_mask:0xf
v_mul_f32_dpp v8, v40, v44 row_shr:3 row_mask:0xf bank_mask:0xf
v_mul_f32_dpp v8, v40, v44 row_ror:5 row_mask:0xf bank_mask:0xf
v_mul_f32_dpp v8, v40, v44 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_mul_f32_dpp v8, v40, v44 row_bcast:15 row_mask:0xf bank_mask:0xf
v_mul_f32_dpp v8, v40, v44 row_bcast:31 row_mask:0xf bank_mask:0xf
v_mul_f32_dpp v8, v40, v44 row_mirror row_mask:0xf bank_mask:0xf
v_mul_f32_dpp v8, v40, v44 row_half_mirror row_mask:0xf bank_mask:0xf
v_mul_f32_dpp v8, v40, v44 wave_shl:1 row_mask:0xf bank_mask:0xf
v_mul_f32_dpp v8, v40, v44 wave_ror:1 row_mask:0xf bank_mask:0xf
v_mul_f32_dpp v8, v40, v44 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_mul_f32_dpp v8, -v40, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_mul_f32_dpp v8, |v40|, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_mul_f32_dpp v8, v40, -v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_mul_f32_dpp v8, v40, |v44| quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_mul_f32_sdwa v8, v40, s3
v_mul_f32_sdwa v8, v40, s3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_3
v_mul_f32_sdwa v8, v40, s3 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_mul_f32_sdwa v8, v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_mul_f32_sdwa v8, v40, s3 src0_sel:BYTE_2
v_mul_f32_sdwa v8, v40, s3 clamp
v_mul_f32_sdwa v8, v40, s3 mul:2
v_mul_f32_sdwa v8, -v40, s3
v_mul_f32_sdwa v8, |v40|, s3
v_mul_f32_sdwa v8, 1.0, s3
v_mul_hi_u32 v8, v40, s3
v_mul_hi_u32 v8, 1.0, s3
v_mul_i32_i24 v8, v40, s3
v_mul_i32_i24 v8, v40, s3 clamp
v_mul_i32_i24 v8, sext(v40), s3
v_mul_i32_i24 v8, 1.0, s3
v_mul_i32_i24_e32 v8, v40, v44
v_mul_i32_i24_e32 v8, 1.0, v44
v_mul_i32_i24_e32 v8, 0x3f123456, v44
v_mul_i32_i24_e32 v8, s40, v44
v_mul_i32_i24_dpp v8, v40, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_mul_i32_i24_dpp v8, v40, v44 row_shl:1 row_mask:0xf bank_mask:0xf
v_mul_i32_i24_dpp v8, v40, v44 row_shr:3 row_mask:0xf bank_mask:0xf
v_mul_i32_i24_dpp v8, v40, v44 row_ror:5 row_mask:0xf bank_mask:0xf
v_mul_i32_i24_dpp v8, v40, v44 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_mul_i32_i24_dpp v8, v40, v44 row_bcast:15 row_mask:0xf bank_mask:0xf
v_mul_i32_i24_dpp v8, v40, v44 row_bcast:31 row_mask:0xf bank_mask:0xf
v_mul_i32_i24_dpp v8, v40, v44 row_mirror row_mask:0xf bank_mask:0xf
v_mul_i32_i24_dpp v8, v40, v44 row_half_mirror row_mask:0xf bank_mask:0xf
v_mul_i32_i24_dpp v8, v40, v44 wave_shl:1 row_mask:0xf bank_mask:0xf
v_mul_i32_i24_dpp v8, v40, v44 wave_ror:1 row_mask:0xf bank_mask:0xf
v_mul_i32_i24_dpp v8, v40, v44 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_mul_i32_i24_sdwa v8, v40, s3
v_mul_i32_i24_sdwa v8, v40, s3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_3
v_mul_i32_i24_sdwa v8, v40, s3 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_mul_i32_i24_sdwa v8, v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_mul_i32_i24_sdwa v8, v40, s3 src0_sel:BYTE_2
v_mul_i32_i24_sdwa v8, v40, s3 clamp
v_mul_i32_i24_sdwa v8, 1.0, s3
v_mul_lo_u32 v8, v40, s3
v_mul_lo_u32 v8, 1.0, s3
v_mul_u32_u24 v8, v40, s3
v_mul_u32_u24 v8, v40, s3 clamp
v_mul_u32_u24 v8, sext(v40), s3
v_mul_u32_u24 v8, 1.0, s3
v_mul_u32_u24_e32 v8, v40, v44
v_mul_u32_u24_e32 v8, 1.0, v44
v_mul_u32_u24_e32 v8, 0x3f123456, v44
v_mul_u32_u24_e32 v8, s40, v44
v_mul_u32_u24_dpp v8, v40, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_mul_u32_u24_dpp v8, v40, v44 row_shl:1 row_mask:0xf bank_mask:0xf
v_mul_u32_u24_dpp v8, v40, v44 row_shr:3 row_mask:0xf bank_mask:0xf
v_mul_u32_u24_dpp v8, v40, v44 row_ror:5 row_mask:0xf bank_mask:0xf
v_mul_u32_u24_dpp v8, v40, v44 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_mul_u32_u24_dpp v8, v40, v44 row_bcast:15 row_mask:0xf bank_mask:0xf
v_mul_u32_u24_dpp v8, v40, v44 row_bcast:31 row_mask:0xf bank_mask:0xf
v_mul_u32_u24_dpp v8, v40, v44 row_mirror row_mask:0xf bank_mask:0xf
v_mul_u32_u24_dpp v8, v40, v44 row_half_mirror row_mask:0xf bank_mask:0xf
v_mul_u32_u24_dpp v8, v40, v44 wave_shl:1 row_mask:0xf bank_mask:0xf
v_mul_u32_u24_dpp v8, v40, v44 wave_ror:1 row_mask:0xf bank_mask:0xf
v_mul_u32_u24_dpp v8, v40, v44 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_mul_u32_u24_sdwa v8, v40, s3
v_mul_u32_u24_sdwa v8, v40, s3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_3
v_mul_u32_u24_sdwa v8, v40, s3 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_mul_u32_u24_sdwa v8, v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_mul_u32_u24_sdwa v8, v40, s3 src0_sel:BYTE_2
v_mul_u32_u24_sdwa v8, v40, s3 clamp
v_mul_u32_u24_sdwa v8, 1.0, s3
v_nop
v_nop_e64
v_nop_dpp  quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_nop_dpp  row_shl:1 row_mask:0xf bank_mask:0xf
v_nop_dpp  row_shr:3 row_mask:0xf bank_mask:0xf
v_nop_dpp  row_ror:5 row_mask:0xf bank_mask:0xf
v_nop_dpp  row_newbcast:3 row_mask:0xf bank_mask:0xf
v_nop_dpp  row_bcast:15 row_mask:0xf bank_mask:0xf
v_nop_dpp  row_bcast:31 row_mask:0xf bank_mask:0xf
v_nop_dpp  row_mirror row_mask:0xf bank_mask:0xf
v_nop_dpp  row_half_mirror row_mask:0xf bank_mask:0xf
v_nop_dpp  wave_shl:1 row_mask:0xf bank_mask:0xf
v_nop_dpp  wave_ror:1 row_mask:0xf bank_mask:0xf
v_nop_dpp  row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_nop_sdwa
v_not_b32 v8, v40
v_not_b32 v8, v40 clamp
v_not_b32 v8, sext(v40)
v_not_b32 v8, 1.0
v_not_b32 v8, 0x3f123456
v_not_b32 v8, s40
v_not_b32_e64 v8, v40
v_not_b32_e64 v8, 1.0
v_not_b32_e64 v8, s40
v_not_b32_dpp v8, v40 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_not_b32_dpp v8, v40 row_shl:1 row_mask:0xf bank_mask:0xf
v_not_b32_dpp v8, v40 row_shr:3 row_mask:0xf bank_mask:0xf
v_not_b32_dpp v8, v40 row_ror:5 row_mask:0xf bank_mask:0xf
v_not_b32_dpp v8, v40 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_not_b32_dpp v8, v40 row_bcast:15 row_mask:0xf bank_mask:0xf
v_not_b32_dpp v8, v40 row_bcast:31 row_mask:0xf bank_mask:0xf
v_not_b32_dpp v8, v40 row_mirror row_mask:0xf bank_mask:0xf
v_not_b32_dpp v8, v40 row_half_mirror row_mask:0xf bank_mask:0xf
v_not_b32_dpp v8, v40 wave_shl:1 row_mask:0xf bank_mask:0xf
v_not_b32_dpp v8, v40 wave_ror:1 row_mask:0xf bank_mask:0xf
v_not_b32_dpp v8, v40 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_not_b32_sdwa v8, v40
v_not_b32_sdwa v8, v40 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_not_b32_sdwa v8, v40 src0_sel:BYTE_2
v_not_b32_sdwa v8, 1.0
v_not_b32_sdwa v8, s40
v_or3_b32 v8, v40, v44, v48
v_or3_b32 v8, 1.0, v44, v48
v_or3_b32 v8, s40, v44, v48
v_or3_b32 v8, v40, 1.0, v48
v_or3_b32 v8, v40, s40, v48
v_or3_b32 v8, v40, v44, 1.0
v_or3_b32 v8, v40, v44, s40
v_or_b32 v8, v40, s3
v_or_b32 v8, v40, s3 clamp
v_or_b32 v8, sext(v40), s3
v_or_b32 v8, 1.0, s3
v_or_b32_e32 v8, v40, v44
v_or_b32_e32 v8, 1.0, v44
v_or_b32_e32 v8, 0x3f123456, v44
v_or_b32_e32 v8, s40, v44
v_or_b32_dpp v8, v40, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_or_b32_dpp v8, v40, v44 row_shl:1 row_mask:0xf bank_mask:0xf
v_or_b32_dpp v8, v40, v44 row_shr:3 row_mask:0xf bank_mask:0xf
v_or_b32_dpp v8, v40, v44 row_ror:5 row_mask:0xf bank_mask:0xf
v_or_b32_dpp v8, v40, v44 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_or_b32_dpp v8, v40, v44 row_bcast:15 row_mask:0xf bank_mask:0xf
v_or_b32_dpp v8, v40, v44 row_bcast:31 row_mask:0xf bank_mask:0xf
v_or_b32_dpp v8, v40, v44 row_mirror row_mask:0xf bank_mask:0xf
v_or_b32_dpp v8, v40, v44 row_half_mirror row_mask:0xf bank_mask:0xf
v_or_b32_dpp v8, v40, v44 wave_shl:1 row_mask:0xf bank_mask:0xf
v_or_b32_dpp v8, v40, v44 wave_ror:1 row_mask:0xf bank_mask:0xf
v_or_b32_dpp v8, v40, v44 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_or_b32_sdwa v8, v40, s3
v_or_b32_sdwa v8, v40, s3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_3
v_or_b32_sdwa v8, v40, s3 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_or_b32_sdwa v8, v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_or_b32_sdwa v8, v40, s3 src0_sel:BYTE_2
v_or_b32_sdwa v8, 1.0, s3
v_perm_b32 v8, v40, v44, v48
v_perm_b32 v8, 1.0, v44, v48
v_perm_b32 v8, s40, v44, v48
v_perm_b32 v8, v40, 1.0, v48
v_perm_b32 v8, v40, s40, v48
v_perm_b32 v8, v40, v44, 1.0
v_perm_b32 v8, v40, v44, s40
v_pk_add_f32 v[8:9], v[40:41], v[44:45]
v_pk_add_f32 v[8:9], v[40:41], v[44:45] clamp
v_pk_add_f32 v[8:9], v[40:41], v[44:45] op_sel:[1]
v_pk_add_f32 v[8:9], v[40:41], v[44:45] op_sel:[1,1]
v_pk_add_f32 v[8:9], v[40:41], v[44:45] op_sel:[0,1,0]
v_pk_add_f32 v[8:9], v[40:41], v[44:45] op_sel:[0,1] op_sel_hi:[1,0]
v_pk_add_f32 v[8:9], v[40:41], v[44:45] op_sel:[1,0,1] op_sel_hi:[0,1,0]
v_pk_add_f32 v[8:9], v[40:41], v[44:45] neg_lo:[1,0]
v_pk_add_f32 v[8:9], v[40:41], v[44:45] neg_lo:[1,0] neg_hi:[0,1]
v_pk_add_f32 v[8:9], v[40:41], v[44:45] op_sel_hi:[0,0,0]
v_pk_add_f32 v[8:9], 1.0, v[44:45]
v_pk_add_f32 v[8:9], s[40:41], v[44:45]
v_pk_add_f32 v[8:9], v[40:41], 1.0
v_pk_add_f32 v[8:9], v[40:41], s[40:41]
v_fma_mix_f32 v8, v40, v44, v48
v_fma_mix_f32 v8, v40, v44, v48 op_sel_hi:[1,0,0]
v_fma_mix_f32 v8, v40, v44, v48 op_sel_hi:[1,1,1]
v_fma_mix_f32 v8, v40, v44, v48 op_sel:[1,0,1] op_sel_hi:[1,1,1]
v_fma_mix_f32 v8, v40, v44, v48 op_sel:[0,1,0] op_sel_hi:[0,1,1] clamp
v_fma_mix_f32 v8, -v40, |v44|, -|v48| op_sel:[0,1,0] op_sel_hi:[1,1,0]
v_fma_mix_f32 v8, s40, v44, 1.0 op_sel_hi:[1,0,1]
v_fma_mix_f32 v8, v40, s44, 0 op_sel:[0,1,0] op_sel_hi:[0,1,0]
v_fma_mixlo_f16 v8, v40, v44, v48
v_fma_mixlo_f16 v8, v40, v44, v48 op_sel_hi:[1,1,1]
v_fma_mixlo_f16 v8, v40, -v44, |v48| op_sel:[1,1,0] op_sel_hi:[0,1,1]
v_fma_mixlo_f16 v8, v40, s44, -0.5 op_sel_hi:[1,0,0] clamp
v_fma_mixhi_f16 v8, v40, v44, v48
v_fma_mixhi_f16 v8, v40, v44, v48 op_sel_hi:[1,1,1]
v_fma_mixhi_f16 v8, -|v40|, v44, v48 op_sel:[1,0,1] op_sel_hi:[1,0,1]
v_fma_mixhi_f16 v8, s40, v44, 4.0 op_sel_hi:[0,1,0] clamp
v_rcp_f64 v[8:9], v[40:41]
v_rcp_f64_e64 v[8:9], -|v[40:41]| clamp
v_rcp_f64_e64 v[8:9], -v[40:41]
v_rsq_f64 v[8:9], v[40:41]
v_sqrt_f64 v[8:9], v[40:41]
v_sqrt_f64_e64 v[8:9], |v[40:41]| mul:2
v_cvt_u16_f16 v8, v40
v_cvt_u16_f16_e64 v8, -v40
v_cvt_u16_f16_sdwa v8, v40 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1
v_cvt_u16_f16_dpp v8, v40 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_cvt_i16_f16 v8, v40
v_cvt_i16_f16_e64 v8, |v40|
v_cvt_i16_f16_sdwa v8, v40 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1
v_cvt_pk_u16_u32 v8, v40, v44
v_cvt_pk_u16_u32 v8, s40, 5
v_cvt_pk_i16_i32 v8, v40, v44
v_cvt_pk_i16_i32 v8, v40, -3
v_pk_fma_f32 v[8:9], vcc, v[40:41], v[44:45]
v_pk_fma_f32 v[8:9], vcc, v[40:41], v[44:45] clamp
v_pk_fma_f32 v[8:9], vcc, v[40:41], v[44:45] op_sel:[1]
v_pk_fma_f32 v[8:9], vcc, v[40:41], v[44:45] op_sel:[1,1]
v_pk_fma_f32 v[8:9], vcc, v[40:41], v[44:45] op_sel:[0,1,0]
v_pk_fma_f32 v[8:9], vcc, v[40:41], v[44:45] op_sel:[0,0,1]
v_pk_fma_f32 v[8:9], vcc, v[40:41], v[44:45] op_sel:[1,1,1]
v_pk_fma_f32 v[8:9], vcc, v[40:41], v[44:45] op_sel:[1,0,1,1]
v_pk_fma_f32 v[8:9], vcc, v[40:41], v[44:45] op_sel:[0,1] op_sel_hi:[1,0]
v_pk_fma_f32 v[8:9], vcc, v[40:41], v[44:45] op_sel:[1,0,1] op_sel_hi:[0,1,0]
v_pk_fma_f32 v[8:9], vcc, v[40:41], v[44:45] neg_lo:[1,0]
v_pk_fma_f32 v[8:9], vcc, v[40:41], v[44:45] neg_lo:[1,0] neg_hi:[0,1]
v_pk_fma_f32 v[8:9], vcc, v[40:41], v[44:45] neg_lo:[1,0,1] neg_hi:[0,1,0]
v_pk_fma_f32 v[8:9], vcc, v[40:41], v[44:45] op_sel_hi:[0,0,0]
v_pk_fma_f32 v[8:9], 1.0, v[40:41], v[44:45]
v_pk_fma_f32 v[8:9], s[40:41], v[40:41], v[44:45]
v_pk_fma_f32 v[8:9], vcc, 1.0, v[44:45]
v_pk_fma_f32 v[8:9], vcc, v[40:41], 1.0
v_pk_mul_f32 v[8:9], v[40:41], v[44:45]
v_pk_mul_f32 v[8:9], v[40:41], v[44:45] clamp
v_pk_mul_f32 v[8:9], v[40:41], v[44:45] op_sel:[1]
v_pk_mul_f32 v[8:9], v[40:41], v[44:45] op_sel:[1,1]
v_pk_mul_f32 v[8:9], v[40:41], v[44:45] op_sel:[0,1,0]
v_pk_mul_f32 v[8:9], v[40:41], v[44:45] op_sel:[0,1] op_sel_hi:[1,0]
v_pk_mul_f32 v[8:9], v[40:41], v[44:45] op_sel:[1,0,1] op_sel_hi:[0,1,0]
v_pk_mul_f32 v[8:9], v[40:41], v[44:45] neg_lo:[1,0]
v_pk_mul_f32 v[8:9], v[40:41], v[44:45] neg_lo:[1,0] neg_hi:[0,1]
v_pk_mul_f32 v[8:9], v[40:41], v[44:45] op_sel_hi:[0,0,0]
v_pk_mul_f32 v[8:9], 1.0, v[44:45]
v_pk_mul_f32 v[8:9], s[40:41], v[44:45]
v_pk_mul_f32 v[8:9], v[40:41], 1.0
v_pk_mul_f32 v[8:9], v[40:41], s[40:41]
v_rcp_f32 v8, v40
v_rcp_f32 v8, v40 clamp
v_rcp_f32 v8, v40 mul:2
v_rcp_f32 v8, v40 mul:4
v_rcp_f32 v8, v40 div:2
v_rcp_f32 v8, v40 clamp mul:2
v_rcp_f32 v8, -v40
v_rcp_f32 v8, |v40|
v_rcp_f32 v8, 1.0
v_rcp_f32 v8, 0x3f123456
v_rcp_f32 v8, s40
v_rcp_f32_e64 v8, v40
v_rcp_f32_e64 v8, 1.0
v_rcp_f32_e64 v8, s40
v_rcp_f32_dpp v8, v40 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_rcp_f32_dpp v8, v40 row_shl:1 row_mask:0xf bank_mask:0xf
v_rcp_f32_dpp v8, v40 row_shr:3 row_mask:0xf bank_mask:0xf
v_rcp_f32_dpp v8, v40 row_ror:5 row_mask:0xf bank_mask:0xf
v_rcp_f32_dpp v8, v40 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_rcp_f32_dpp v8, v40 row_bcast:15 row_mask:0xf bank_mask:0xf
v_rcp_f32_dpp v8, v40 row_bcast:31 row_mask:0xf bank_mask:0xf
v_rcp_f32_dpp v8, v40 row_mirror row_mask:0xf bank_mask:0xf
v_rcp_f32_dpp v8, v40 row_half_mirror row_mask:0xf bank_mask:0xf
v_rcp_f32_dpp v8, v40 wave_shl:1 row_mask:0xf bank_mask:0xf
v_rcp_f32_dpp v8, v40 wave_ror:1 row_mask:0xf bank_mask:0xf
v_rcp_f32_dpp v8, v40 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_rcp_f32_dpp v8, -v40 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_rcp_f32_dpp v8, |v40| quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_rcp_f32_sdwa v8, v40
v_rcp_f32_sdwa v8, v40 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_rcp_f32_sdwa v8, v40 src0_sel:BYTE_2
v_rcp_f32_sdwa v8, v40 clamp
v_rcp_f32_sdwa v8, v40 mul:2
v_rcp_f32_sdwa v8, -v40
v_rcp_f32_sdwa v8, |v40|
v_rcp_f32_sdwa v8, 1.0
v_rcp_f32_sdwa v8, s40
v_rcp_iflag_f32 v8, v40
v_rcp_iflag_f32 v8, v40 clamp
v_rcp_iflag_f32 v8, v40 mul:2
v_rcp_iflag_f32 v8, v40 mul:4
v_rcp_iflag_f32 v8, v40 div:2
v_rcp_iflag_f32 v8, v40 clamp mul:2
v_rcp_iflag_f32 v8, -v40
v_rcp_iflag_f32 v8, |v40|
v_rcp_iflag_f32 v8, 1.0
v_rcp_iflag_f32 v8, 0x3f123456
v_rcp_iflag_f32 v8, s40
v_rcp_iflag_f32_e64 v8, v40
v_rcp_iflag_f32_e64 v8, 1.0
v_rcp_iflag_f32_e64 v8, s40
v_rcp_iflag_f32_dpp v8, v40 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_rcp_iflag_f32_dpp v8, v40 row_shl:1 row_mask:0xf bank_mask:0xf
v_rcp_iflag_f32_dpp v8, v40 row_shr:3 row_mask:0xf bank_mask:0xf
v_rcp_iflag_f32_dpp v8, v40 row_ror:5 row_mask:0xf bank_mask:0xf
v_rcp_iflag_f32_dpp v8, v40 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_rcp_iflag_f32_dpp v8, v40 row_bcast:15 row_mask:0xf bank_mask:0xf
v_rcp_iflag_f32_dpp v8, v40 row_bcast:31 row_mask:0xf bank_mask:0xf
v_rcp_iflag_f32_dpp v8, v40 row_mirror row_mask:0xf bank_mask:0xf
v_rcp_iflag_f32_dpp v8, v40 row_half_mirror row_mask:0xf bank_mask:0xf
v_rcp_iflag_f32_dpp v8, v40 wave_shl:1 row_mask:0xf bank_mask:0xf
v_rcp_iflag_f32_dpp v8, v40 wave_ror:1 row_mask:0xf bank_mask:0xf
v_rcp_iflag_f32_dpp v8, v40 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_rcp_iflag_f32_dpp v8, -v40 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_rcp_iflag_f32_dpp v8, |v40| quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_rcp_iflag_f32_sdwa v8, v40
v_rcp_iflag_f32_sdwa v8, v40 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_rcp_iflag_f32_sdwa v8, v40 src0_sel:BYTE_2
v_rcp_iflag_f32_sdwa v8, v40 clamp
v_rcp_iflag_f32_sdwa v8, v40 mul:2
v_rcp_iflag_f32_sdwa v8, -v40
v_rcp_iflag_f32_sdwa v8, |v40|
v_rcp_iflag_f32_sdwa v8, 1.0
v_rcp_iflag_f32_sdwa v8, s40
v_readfirstlane_b32 s12, v40
v_readlane_b32 s12, v40, s3
v_sub_f32 v8, v40, s3
v_sub_f32 v8, v40, s3 clamp
v_sub_f32 v8, v40, s3 mul:2
v_sub_f32 v8, v40, s3 mul:4
v_sub_f32 v8, v40, s3 div:2
v_sub_f32 v8, v40, s3 clamp mul:2
v_sub_f32 v8, -v40, s3
v_sub_f32 v8, |v40|, s3
v_sub_f32 v8, 1.0, s3
v_sub_f32_e32 v8, v40, v44
v_sub_f32_e32 v8, 1.0, v44
v_sub_f32_e32 v8, 0x3f123456, v44
v_sub_f32_e32 v8, s40, v44
v_sub_f32_dpp v8, v40, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_sub_f32_dpp v8, v40, v44 row_shl:1 row_mask:0xf bank_mask:0xf
v_sub_f32_dpp v8, v40, v44 row_shr:3 row_mask:0xf bank_mask:0xf
v_sub_f32_dpp v8, v40, v44 row_ror:5 row_mask:0xf bank_mask:0xf
v_sub_f32_dpp v8, v40, v44 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_sub_f32_dpp v8, v40, v44 row_bcast:15 row_mask:0xf bank_mask:0xf
v_sub_f32_dpp v8, v40, v44 row_bcast:31 row_mask:0xf bank_mask:0xf
v_sub_f32_dpp v8, v40, v44 row_mirror row_mask:0xf bank_mask:0xf
v_sub_f32_dpp v8, v40, v44 row_half_mirror row_mask:0xf bank_mask:0xf
v_sub_f32_dpp v8, v40, v44 wave_shl:1 row_mask:0xf bank_mask:0xf
v_sub_f32_dpp v8, v40, v44 wave_ror:1 row_mask:0xf bank_mask:0xf
v_sub_f32_dpp v8, v40, v44 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_sub_f32_dpp v8, -v40, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_sub_f32_dpp v8, |v40|, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_sub_f32_dpp v8, v40, -v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_sub_f32_dpp v8, v40, |v44| quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_sub_f32_sdwa v8, v40, s3
v_sub_f32_sdwa v8, v40, s3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_3
v_sub_f32_sdwa v8, v40, s3 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_sub_f32_sdwa v8, v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_sub_f32_sdwa v8, v40, s3 src0_sel:BYTE_2
v_sub_f32_sdwa v8, v40, s3 clamp
v_sub_f32_sdwa v8, v40, s3 mul:2
v_sub_f32_sdwa v8, -v40, s3
v_sub_f32_sdwa v8, |v40|, s3
v_sub_f32_sdwa v8, 1.0, s3
v_sub_i32 v8, v40, s3
v_sub_i32 v8, v40, s3 clamp
v_sub_i32 v8, 1.0, s3
v_sub_u32 v8, v40, s3
v_sub_u32 v8, v40, s3 clamp
v_sub_u32 v8, sext(v40), s3
v_sub_u32 v8, 1.0, s3
v_sub_u32_e32 v8, v40, v44
v_sub_u32_e32 v8, 1.0, v44
v_sub_u32_e32 v8, 0x3f123456, v44
v_sub_u32_e32 v8, s40, v44
v_sub_u32_dpp v8, v40, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_sub_u32_dpp v8, v40, v44 row_shl:1 row_mask:0xf bank_mask:0xf
v_sub_u32_dpp v8, v40, v44 row_shr:3 row_mask:0xf bank_mask:0xf
v_sub_u32_dpp v8, v40, v44 row_ror:5 row_mask:0xf bank_mask:0xf
v_sub_u32_dpp v8, v40, v44 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_sub_u32_dpp v8, v40, v44 row_bcast:15 row_mask:0xf bank_mask:0xf
v_sub_u32_dpp v8, v40, v44 row_bcast:31 row_mask:0xf bank_mask:0xf
v_sub_u32_dpp v8, v40, v44 row_mirror row_mask:0xf bank_mask:0xf
v_sub_u32_dpp v8, v40, v44 row_half_mirror row_mask:0xf bank_mask:0xf
v_sub_u32_dpp v8, v40, v44 wave_shl:1 row_mask:0xf bank_mask:0xf
v_sub_u32_dpp v8, v40, v44 wave_ror:1 row_mask:0xf bank_mask:0xf
v_sub_u32_dpp v8, v40, v44 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_sub_u32_sdwa v8, v40, s3
v_sub_u32_sdwa v8, v40, s3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_3
v_sub_u32_sdwa v8, v40, s3 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_sub_u32_sdwa v8, v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_sub_u32_sdwa v8, v40, s3 src0_sel:BYTE_2
v_sub_u32_sdwa v8, v40, s3 clamp
v_sub_u32_sdwa v8, 1.0, s3
v_subrev_f32 v8, v40, s3
v_subrev_f32 v8, v40, s3 clamp
v_subrev_f32 v8, v40, s3 mul:2
v_subrev_f32 v8, v40, s3 mul:4
v_subrev_f32 v8, v40, s3 div:2
v_subrev_f32 v8, v40, s3 clamp mul:2
v_subrev_f32 v8, -v40, s3
v_subrev_f32 v8, |v40|, s3
v_subrev_f32 v8, 1.0, s3
v_subrev_f32_e32 v8, v40, v44
v_subrev_f32_e32 v8, 1.0, v44
v_subrev_f32_e32 v8, 0x3f123456, v44
v_subrev_f32_e32 v8, s40, v44
v_subrev_f32_dpp v8, v40, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_subrev_f32_dpp v8, v40, v44 row_shl:1 row_mask:0xf bank_mask:0xf
v_subrev_f32_dpp v8, v40, v44 row_shr:3 row_mask:0xf bank_mask:0xf
v_subrev_f32_dpp v8, v40, v44 row_ror:5 row_mask:0xf bank_mask:0xf
v_subrev_f32_dpp v8, v40, v44 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_subrev_f32_dpp v8, v40, v44 row_bcast:15 row_mask:0xf bank_mask:0xf
v_subrev_f32_dpp v8, v40, v44 row_bcast:31 row_mask:0xf bank_mask:0xf
v_subrev_f32_dpp v8, v40, v44 row_mirror row_mask:0xf bank_mask:0xf
v_subrev_f32_dpp v8, v40, v44 row_half_mirror row_mask:0xf bank_mask:0xf
v_subrev_f32_dpp v8, v40, v44 wave_shl:1 row_mask:0xf bank_mask:0xf
v_subrev_f32_dpp v8, v40, v44 wave_ror:1 row_mask:0xf bank_mask:0xf
v_subrev_f32_dpp v8, v40, v44 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_subrev_f32_dpp v8, -v40, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_subrev_f32_dpp v8, |v40|, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_subrev_f32_dpp v8, v40, -v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_subrev_f32_dpp v8, v40, |v44| quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_subrev_f32_sdwa v8, v40, s3
v_subrev_f32_sdwa v8, v40, s3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_3
v_subrev_f32_sdwa v8, v40, s3 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_subrev_f32_sdwa v8, v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_subrev_f32_sdwa v8, v40, s3 src0_sel:BYTE_2
v_subrev_f32_sdwa v8, v40, s3 clamp
v_subrev_f32_sdwa v8, v40, s3 mul:2
v_subrev_f32_sdwa v8, -v40, s3
v_subrev_f32_sdwa v8, |v40|, s3
v_subrev_f32_sdwa v8, 1.0, s3
v_subrev_u32 v8, v40, s3
v_subrev_u32 v8, v40, s3 clamp
v_subrev_u32 v8, sext(v40), s3
v_subrev_u32 v8, 1.0, s3
v_subrev_u32_e32 v8, v40, v44
v_subrev_u32_e32 v8, 1.0, v44
v_subrev_u32_e32 v8, 0x3f123456, v44
v_subrev_u32_e32 v8, s40, v44
v_subrev_u32_dpp v8, v40, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_subrev_u32_dpp v8, v40, v44 row_shl:1 row_mask:0xf bank_mask:0xf
v_subrev_u32_dpp v8, v40, v44 row_shr:3 row_mask:0xf bank_mask:0xf
v_subrev_u32_dpp v8, v40, v44 row_ror:5 row_mask:0xf bank_mask:0xf
v_subrev_u32_dpp v8, v40, v44 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_subrev_u32_dpp v8, v40, v44 row_bcast:15 row_mask:0xf bank_mask:0xf
v_subrev_u32_dpp v8, v40, v44 row_bcast:31 row_mask:0xf bank_mask:0xf
v_subrev_u32_dpp v8, v40, v44 row_mirror row_mask:0xf bank_mask:0xf
v_subrev_u32_dpp v8, v40, v44 row_half_mirror row_mask:0xf bank_mask:0xf
v_subrev_u32_dpp v8, v40, v44 wave_shl:1 row_mask:0xf bank_mask:0xf
v_subrev_u32_dpp v8, v40, v44 wave_ror:1 row_mask:0xf bank_mask:0xf
v_subrev_u32_dpp v8, v40, v44 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_subrev_u32_sdwa v8, v40, s3
v_subrev_u32_sdwa v8, v40, s3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_3
v_subrev_u32_sdwa v8, v40, s3 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_subrev_u32_sdwa v8, v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_subrev_u32_sdwa v8, v40, s3 src0_sel:BYTE_2
v_subrev_u32_sdwa v8, v40, s3 clamp
v_subrev_u32_sdwa v8, 1.0, s3
v_trunc_f32 v8, v40
v_trunc_f32 v8, v40 clamp
v_trunc_f32 v8, v40 mul:2
v_trunc_f32 v8, v40 mul:4
v_trunc_f32 v8, v40 div:2
v_trunc_f32 v8, v40 clamp mul:2
v_trunc_f32 v8, -v40
v_trunc_f32 v8, |v40|
v_trunc_f32 v8, 1.0
v_trunc_f32 v8, 0x3f123456
v_trunc_f32 v8, s40
v_trunc_f32_e64 v8, v40
v_trunc_f32_e64 v8, 1.0
v_trunc_f32_e64 v8, s40
v_trunc_f32_dpp v8, v40 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_trunc_f32_dpp v8, v40 row_shl:1 row_mask:0xf bank_mask:0xf
v_trunc_f32_dpp v8, v40 row_shr:3 row_mask:0xf bank_mask:0xf
v_trunc_f32_dpp v8, v40 row_ror:5 row_mask:0xf bank_mask:0xf
v_trunc_f32_dpp v8, v40 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_trunc_f32_dpp v8, v40 row_bcast:15 row_mask:0xf bank_mask:0xf
v_trunc_f32_dpp v8, v40 row_bcast:31 row_mask:0xf bank_mask:0xf
v_trunc_f32_dpp v8, v40 row_mirror row_mask:0xf bank_mask:0xf
v_trunc_f32_dpp v8, v40 row_half_mirror row_mask:0xf bank_mask:0xf
v_trunc_f32_dpp v8, v40 wave_shl:1 row_mask:0xf bank_mask:0xf
v_trunc_f32_dpp v8, v40 wave_ror:1 row_mask:0xf bank_mask:0xf
v_trunc_f32_dpp v8, v40 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_trunc_f32_dpp v8, -v40 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_trunc_f32_dpp v8, |v40| quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_trunc_f32_sdwa v8, v40
v_trunc_f32_sdwa v8, v40 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_trunc_f32_sdwa v8, v40 src0_sel:BYTE_2
v_trunc_f32_sdwa v8, v40 clamp
v_trunc_f32_sdwa v8, v40 mul:2
v_trunc_f32_sdwa v8, -v40
v_trunc_f32_sdwa v8, |v40|
v_trunc_f32_sdwa v8, 1.0
v_trunc_f32_sdwa v8, s40
v_xor_b32 v8, v40, s3
v_xor_b32 v8, v40, s3 clamp
v_xor_b32 v8, sext(v40), s3
v_xor_b32 v8, 1.0, s3
v_xor_b32_e32 v8, v40, v44
v_xor_b32_e32 v8, 1.0, v44
v_xor_b32_e32 v8, 0x3f123456, v44
v_xor_b32_e32 v8, s40, v44
v_xor_b32_dpp v8, v40, v44 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_xor_b32_dpp v8, v40, v44 row_shl:1 row_mask:0xf bank_mask:0xf
v_xor_b32_dpp v8, v40, v44 row_shr:3 row_mask:0xf bank_mask:0xf
v_xor_b32_dpp v8, v40, v44 row_ror:5 row_mask:0xf bank_mask:0xf
v_xor_b32_dpp v8, v40, v44 row_newbcast:3 row_mask:0xf bank_mask:0xf
v_xor_b32_dpp v8, v40, v44 row_bcast:15 row_mask:0xf bank_mask:0xf
v_xor_b32_dpp v8, v40, v44 row_bcast:31 row_mask:0xf bank_mask:0xf
v_xor_b32_dpp v8, v40, v44 row_mirror row_mask:0xf bank_mask:0xf
v_xor_b32_dpp v8, v40, v44 row_half_mirror row_mask:0xf bank_mask:0xf
v_xor_b32_dpp v8, v40, v44 wave_shl:1 row_mask:0xf bank_mask:0xf
v_xor_b32_dpp v8, v40, v44 wave_ror:1 row_mask:0xf bank_mask:0xf
v_xor_b32_dpp v8, v40, v44 row_shr:1 row_mask:0x5 bank_mask:0x3 bound_ctrl:0
v_xor_b32_sdwa v8, v40, s3
v_xor_b32_sdwa v8, v40, s3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_3
v_xor_b32_sdwa v8, v40, s3 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_xor_b32_sdwa v8, v40, s3 src0_sel:WORD_1 src1_sel:BYTE_3
v_xor_b32_sdwa v8, v40, s3 src0_sel:BYTE_2
v_xor_b32_sdwa v8, 1.0, s3
v_writelane_b32 v8, s3, 4
v_writelane_b32 v8, 1.0, 63
v_cubeid_f32 v8, v40, v44, v48
v_cubeid_f32 v8, s3, v44, v48
v_cubeid_f32 v8, v40, 1.0, v48
v_cubeid_f32 v8, -v40, |v44|, -|v48|
v_cubeid_f32 v8, v40, v44, v48 clamp
v_cubeid_f32 v8, v40, v44, v48 mul:2
v_cubesc_f32 v8, v40, v44, v48
v_cubesc_f32 v8, s3, v44, v48
v_cubesc_f32 v8, v40, 1.0, v48
v_cubesc_f32 v8, -v40, |v44|, -|v48|
v_cubesc_f32 v8, v40, v44, v48 clamp
v_cubesc_f32 v8, v40, v44, v48 mul:2
v_cubetc_f32 v8, v40, v44, v48
v_cubetc_f32 v8, s3, v44, v48
v_cubetc_f32 v8, v40, 1.0, v48
v_cubetc_f32 v8, -v40, |v44|, -|v48|
v_cubetc_f32 v8, v40, v44, v48 clamp
v_cubetc_f32 v8, v40, v44, v48 mul:2
v_cubema_f32 v8, v40, v44, v48
v_cubema_f32 v8, s3, v44, v48
v_cubema_f32 v8, v40, 1.0, v48
v_cubema_f32 v8, -v40, |v44|, -|v48|
v_cubema_f32 v8, v40, v44, v48 clamp
v_cubema_f32 v8, v40, v44, v48 mul:2
v_cvt_pknorm_i16_f32 v8, v40, v44
v_cvt_pknorm_i16_f32 v8, -v40, |v44|
v_cvt_pknorm_i16_f32 v8, s3, v44
v_cvt_pknorm_i16_f32 v8, v40, 0.5
v_cvt_pknorm_u16_f32 v8, v40, v44
v_cvt_pknorm_u16_f32 v8, -v40, |v44|
v_cvt_pknorm_u16_f32 v8, s3, v44
v_cvt_pknorm_u16_f32 v8, v40, 0.5
v_mqsad_u32_u8 v[8:11], v[40:41], v44, v[28:31]
v_mqsad_u32_u8 v[8:11], s[6:7], v44, v[28:31]
v_mqsad_u32_u8 v[8:11], v[40:41], s3, v[28:31]
v_mqsad_u32_u8 v[8:11], -4, v44, v[28:31]
v_mqsad_u32_u8 v[8:11], v[40:41], v44, v[28:31] clamp
v_cvt_pknorm_i16_f16 v8, v40, v44
v_cvt_pknorm_i16_f16 v8, -v40, |v44| op_sel:[1,0,0]
v_cvt_pknorm_i16_f16 v8, v40, v44 op_sel:[0,1,0]
v_cvt_pknorm_i16_f16 v8, s3, 0.5
v_cvt_pknorm_u16_f16 v8, v40, v44
v_cvt_pknorm_u16_f16 v8, -v40, |v44| op_sel:[1,0,0]
v_cvt_pknorm_u16_f16 v8, v40, v44 op_sel:[0,1,0]
v_cvt_pknorm_u16_f16 v8, s3, 0.5
