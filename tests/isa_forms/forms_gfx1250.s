// Every mnemonic of used_mnemonics_gfx1250.csv in many encodings and under many modifiers that the assembler of gfx1250 takes,
// one line each, and one of every other mnemonic that is executed; operands are as good as any.
v_add3_u32 v8, v20, v24, v28
v_add3_u32_e64 v8, v20, v24, v28
v_add3_u32 v8, s6, v24, v28
v_add3_u32 v8, vcc_lo, v24, v28
v_add3_u32 v8, m0, v24, v28
v_add3_u32 v8, exec_lo, v24, v28
v_add3_u32 v8, null, v24, v28
v_add3_u32 v8, 1.0, v24, v28
v_add3_u32 v8, -4, v24, v28
v_add3_u32 v8, 0x1234, v24, v28
v_add3_u32 v8, 0x3f4ccccd, v24, v28
v_add3_u32 v8, src_scc, v24, v28
v_add3_u32 v8, v20, s6, v28
v_add3_u32 v8, v20, vcc_lo, v28
v_add3_u32 v8, v20, m0, v28
v_add3_u32 v8, v20, exec_lo, v28
v_add3_u32 v8, v20, null, v28
v_add3_u32 v8, v20, 1.0, v28
v_add3_u32 v8, v20, -4, v28
v_add3_u32 v8, v20, 0x1234, v28
v_add3_u32 v8, v20, 0x3f4ccccd, v28
v_add3_u32 v8, v20, src_scc, v28
v_add3_u32 v8, v20, v24, s6
v_add3_u32 v8, v20, v24, vcc_lo
v_add3_u32 v8, v20, v24, m0
v_add3_u32 v8, v20, v24, exec_lo
v_add3_u32 v8, v20, v24, null
v_add3_u32 v8, v20, v24, 1.0
v_add3_u32 v8, v20, v24, -4
v_add3_u32 v8, v20, v24, 0x1234
v_add3_u32 v8, v20, v24, 0x3f4ccccd
v_add3_u32 v8, v20, v24, src_scc
v_add_co_ci_u32 v8, v20, v24
v_add_co_ci_u32_e32 v8, v20, v24
v_add_co_ci_u32 v8, s6, v24
v_add_co_ci_u32 v8, vcc_lo, v24
v_add_co_ci_u32 v8, m0, v24
v_add_co_ci_u32 v8, exec_lo, v24
v_add_co_ci_u32 v8, null, v24
v_add_co_ci_u32 v8, 1.0, v24
v_add_co_ci_u32 v8, -4, v24
v_add_co_ci_u32 v8, 0x1234, v24
v_add_co_ci_u32 v8, 0x3f4ccccd, v24
v_add_co_ci_u32 v8, src_scc, v24
v_add_co_ci_u32 v8, v20, v24 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_add_co_ci_u32 v8, v20, v24 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_add_co_ci_u32 v8, v20, v24 row_shr:1 row_mask:0xf bank_mask:0xf
v_add_co_ci_u32 v8, v20, v24 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_add_co_ci_u32 v8, v20, v24 row_share:3 row_mask:0xf bank_mask:0xf
v_add_co_ci_u32 v8, v20, v24 row_xmask:5 row_mask:0xf bank_mask:0xf
v_add_co_ci_u32 v8, v20, v24 dpp8:[7,6,5,4,3,2,1,0]
v_add_co_ci_u32 v8, v20, v24 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_add_f16 v8, v20, v24
v_add_f32 v8, v20, v24
v_add_f32_e32 v8, v20, v24
v_add_f32_e64 v8, v20, v24
v_add_f32 v8, s6, v24
v_add_f32 v8, vcc_lo, v24
v_add_f32 v8, m0, v24
v_add_f32 v8, exec_lo, v24
v_add_f32 v8, null, v24
v_add_f32 v8, 1.0, v24
v_add_f32 v8, -4, v24
v_add_f32 v8, 0x1234, v24
v_add_f32 v8, 0x3f4ccccd, v24
v_add_f32 v8, src_scc, v24
v_add_f32 v8, -v20, v24
v_add_f32 v8, |v20|, v24
v_add_f32 v8, -|v20|, v24
v_add_f32 v8, v20, s6
v_add_f32 v8, v20, vcc_lo
v_add_f32 v8, v20, m0
v_add_f32 v8, v20, exec_lo
v_add_f32 v8, v20, null
v_add_f32 v8, v20, 1.0
v_add_f32 v8, v20, -4
v_add_f32 v8, v20, 0x1234
v_add_f32 v8, v20, 0x3f4ccccd
v_add_f32 v8, v20, src_scc
v_add_f32 v8, v20, -v24
v_add_f32 v8, v20, |v24|
v_add_f32 v8, v20, -|v24|
v_add_f32 v8, v20, v24 clamp
v_add_f32 v8, v20, v24 mul:2
v_add_f32 v8, v20, v24 mul:4
v_add_f64 v[8:9], v[20:21], v[24:25]
v_add_lshl_u32 v8, v20, v24, v28
v_add_lshl_u32_e64 v8, v20, v24, v28
v_add_lshl_u32 v8, s6, v24, v28
v_add_lshl_u32 v8, vcc_lo, v24, v28
v_add_lshl_u32 v8, m0, v24, v28
v_add_lshl_u32 v8, exec_lo, v24, v28
v_add_lshl_u32 v8, null, v24, v28
v_add_lshl_u32 v8, 1.0, v24, v28
v_add_lshl_u32 v8, -4, v24, v28
v_add_lshl_u32 v8, 0x1234, v24, v28
v_add_lshl_u32 v8, 0x3f4ccccd, v24, v28
v_add_lshl_u32 v8, src_scc, v24, v28
v_add_lshl_u32 v8, v20, s6, v28
v_add_lshl_u32 v8, v20, vcc_lo, v28
v_add_lshl_u32 v8, v20, m0, v28
v_add_lshl_u32 v8, v20, exec_lo, v28
v_add_lshl_u32 v8, v20, null, v28
v_add_lshl_u32 v8, v20, 1.0, v28
v_add_lshl_u32 v8, v20, -4, v28
v_add_lshl_u32 v8, v20, 0x1234, v28
v_add_lshl_u32 v8, v20, 0x3f4ccccd, v28
v_add_lshl_u32 v8, v20, src_scc, v28
v_add_lshl_u32 v8, v20, v24, s6
v_add_lshl_u32 v8, v20, v24, vcc_lo
v_add_lshl_u32 v8, v20, v24, m0
v_add_lshl_u32 v8, v20, v24, exec_lo
v_add_lshl_u32 v8, v20, v24, null
v_add_lshl_u32 v8, v20, v24, 1.0
v_add_lshl_u32 v8, v20, v24, -4
v_add_lshl_u32 v8, v20, v24, 0x1234
v_add_lshl_u32 v8, v20, v24, 0x3f4ccccd
v_add_lshl_u32 v8, v20, v24, src_scc
v_add_nc_i16 v8, v20, v24
v_add_nc_i32 v8, v20, v24
v_add_nc_i32_e64 v8, v20, v24
v_add_nc_i32 v8, s6, v24
v_add_nc_i32 v8, vcc_lo, v24
v_add_nc_i32 v8, m0, v24
v_add_nc_i32 v8, exec_lo, v24
v_add_nc_i32 v8, null, v24
v_add_nc_i32 v8, 1.0, v24
v_add_nc_i32 v8, -4, v24
v_add_nc_i32 v8, 0x1234, v24
v_add_nc_i32 v8, 0x3f4ccccd, v24
v_add_nc_i32 v8, src_scc, v24
v_add_nc_i32 v8, v20, s6
v_add_nc_i32 v8, v20, vcc_lo
v_add_nc_i32 v8, v20, m0
v_add_nc_i32 v8, v20, exec_lo
v_add_nc_i32 v8, v20, null
v_add_nc_i32 v8, v20, 1.0
v_add_nc_i32 v8, v20, -4
v_add_nc_i32 v8, v20, 0x1234
v_add_nc_i32 v8, v20, 0x3f4ccccd
v_add_nc_i32 v8, v20, src_scc
v_add_nc_i32 v8, v20, v24 clamp
v_add_nc_i32 v8, v20, v24 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_add_nc_i32 v8, v20, v24 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_add_nc_i32 v8, v20, v24 row_shr:1 row_mask:0xf bank_mask:0xf
v_add_nc_i32 v8, v20, v24 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_add_nc_i32 v8, v20, v24 row_share:3 row_mask:0xf bank_mask:0xf
v_add_nc_i32 v8, v20, v24 row_xmask:5 row_mask:0xf bank_mask:0xf
v_add_nc_i32 v8, v20, v24 dpp8:[7,6,5,4,3,2,1,0]
v_add_nc_i32 v8, v20, v24 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_add_nc_i32_e64_dpp v8, v20, v24 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_add_nc_u16 v8, v20, v24
v_add_nc_u32 v8, v20, v24
v_add_nc_u32_e32 v8, v20, v24
v_add_nc_u32_e64 v8, v20, v24
v_add_nc_u32 v8, s6, v24
v_add_nc_u32 v8, vcc_lo, v24
v_add_nc_u32 v8, m0, v24
v_add_nc_u32 v8, exec_lo, v24
v_add_nc_u32 v8, null, v24
v_add_nc_u32 v8, 1.0, v24
v_add_nc_u32 v8, -4, v24
v_add_nc_u32 v8, 0x1234, v24
v_add_nc_u32 v8, 0x3f4ccccd, v24
v_add_nc_u32 v8, src_scc, v24
v_add_nc_u32 v8, v20, s6
v_add_nc_u32 v8, v20, vcc_lo
v_add_nc_u32 v8, v20, m0
v_add_nc_u32 v8, v20, exec_lo
v_add_nc_u32 v8, v20, null
v_add_nc_u32 v8, v20, 1.0
v_add_nc_u32 v8, v20, -4
v_add_nc_u32 v8, v20, 0x1234
v_add_nc_u32 v8, v20, 0x3f4ccccd
v_add_nc_u32 v8, v20, src_scc
v_add_nc_u32 v8, v20, v24 clamp
v_add_nc_u32 v8, v20, v24 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_add_nc_u32 v8, v20, v24 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_add_nc_u32 v8, v20, v24 row_shr:1 row_mask:0xf bank_mask:0xf
v_add_nc_u32 v8, v20, v24 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_add_nc_u32 v8, v20, v24 row_share:3 row_mask:0xf bank_mask:0xf
v_add_nc_u32 v8, v20, v24 row_xmask:5 row_mask:0xf bank_mask:0xf
v_add_nc_u32 v8, v20, v24 dpp8:[7,6,5,4,3,2,1,0]
v_add_nc_u32 v8, v20, v24 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_add_nc_u64 v[8:9], v[20:21], v[24:25]
v_add_nc_u64_e32 v[8:9], v[20:21], v[24:25]
v_add_nc_u64_e64 v[8:9], v[20:21], v[24:25]
v_add_nc_u64 v[8:9], s[6:7], v[24:25]
v_add_nc_u64 v[8:9], null, v[24:25]
v_add_nc_u64 v[8:9], 1.0, v[24:25]
v_add_nc_u64 v[8:9], -4, v[24:25]
v_add_nc_u64 v[8:9], 0x1234, v[24:25]
v_add_nc_u64 v[8:9], 0x3f4ccccd, v[24:25]
v_add_nc_u64 v[8:9], src_scc, v[24:25]
v_add_nc_u64 v[8:9], v[20:21], s[6:7]
v_add_nc_u64 v[8:9], v[20:21], null
v_add_nc_u64 v[8:9], v[20:21], 1.0
v_add_nc_u64 v[8:9], v[20:21], -4
v_add_nc_u64 v[8:9], v[20:21], 0x1234
v_add_nc_u64 v[8:9], v[20:21], 0x3f4ccccd
v_add_nc_u64 v[8:9], v[20:21], src_scc
v_add_nc_u64 v[8:9], v[20:21], v[24:25] clamp
v_alignbit_b32 v8, v20, v24, v28
v_alignbyte_b32 v8, v20, v24, v28
v_and_b16 v8, v20, v24
v_and_b32 v8, v20, v24
v_and_b32_e32 v8, v20, v24
v_and_b32_e64 v8, v20, v24
v_and_b32 v8, s6, v24
v_and_b32 v8, vcc_lo, v24
v_and_b32 v8, m0, v24
v_and_b32 v8, exec_lo, v24
v_and_b32 v8, null, v24
v_and_b32 v8, 1.0, v24
v_and_b32 v8, -4, v24
v_and_b32 v8, 0x1234, v24
v_and_b32 v8, 0x3f4ccccd, v24
v_and_b32 v8, src_scc, v24
v_and_b32 v8, v20, s6
v_and_b32 v8, v20, vcc_lo
v_and_b32 v8, v20, m0
v_and_b32 v8, v20, exec_lo
v_and_b32 v8, v20, null
v_and_b32 v8, v20, 1.0
v_and_b32 v8, v20, -4
v_and_b32 v8, v20, 0x1234
v_and_b32 v8, v20, 0x3f4ccccd
v_and_b32 v8, v20, src_scc
v_and_b32 v8, v20, v24 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_and_b32 v8, v20, v24 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_and_b32 v8, v20, v24 row_shr:1 row_mask:0xf bank_mask:0xf
v_and_b32 v8, v20, v24 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_and_b32 v8, v20, v24 row_share:3 row_mask:0xf bank_mask:0xf
v_and_b32 v8, v20, v24 row_xmask:5 row_mask:0xf bank_mask:0xf
v_and_b32 v8, v20, v24 dpp8:[7,6,5,4,3,2,1,0]
v_and_b32 v8, v20, v24 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_and_b32_e64_dpp v8, v20, v24 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_and_or_b32 v8, v20, v24, v28
v_and_or_b32_e64 v8, v20, v24, v28
v_and_or_b32 v8, s6, v24, v28
v_and_or_b32 v8, vcc_lo, v24, v28
v_and_or_b32 v8, m0, v24, v28
v_and_or_b32 v8, exec_lo, v24, v28
v_and_or_b32 v8, null, v24, v28
v_and_or_b32 v8, 1.0, v24, v28
v_and_or_b32 v8, -4, v24, v28
v_and_or_b32 v8, 0x1234, v24, v28
v_and_or_b32 v8, 0x3f4ccccd, v24, v28
v_and_or_b32 v8, src_scc, v24, v28
v_and_or_b32 v8, v20, s6, v28
v_and_or_b32 v8, v20, vcc_lo, v28
v_and_or_b32 v8, v20, m0, v28
v_and_or_b32 v8, v20, exec_lo, v28
v_and_or_b32 v8, v20, null, v28
v_and_or_b32 v8, v20, 1.0, v28
v_and_or_b32 v8, v20, -4, v28
v_and_or_b32 v8, v20, 0x1234, v28
v_and_or_b32 v8, v20, 0x3f4ccccd, v28
v_and_or_b32 v8, v20, src_scc, v28
v_and_or_b32 v8, v20, v24, s6
v_and_or_b32 v8, v20, v24, vcc_lo
v_and_or_b32 v8, v20, v24, m0
v_and_or_b32 v8, v20, v24, exec_lo
v_and_or_b32 v8, v20, v24, null
v_and_or_b32 v8, v20, v24, 1.0
v_and_or_b32 v8, v20, v24, -4
v_and_or_b32 v8, v20, v24, 0x1234
v_and_or_b32 v8, v20, v24, 0x3f4ccccd
v_and_or_b32 v8, v20, v24, src_scc
v_ashr_pk_i8_i32 v8, v20, v24, v28
v_ashr_pk_u8_i32 v8, v20, v24, v28
v_ashrrev_i16 v8, v20, v24
v_ashrrev_i32 v8, v20, v24
v_ashrrev_i32_e32 v8, v20, v24
v_ashrrev_i32_e64 v8, v20, v24
v_ashrrev_i32 v8, s6, v24
v_ashrrev_i32 v8, vcc_lo, v24
v_ashrrev_i32 v8, m0, v24
v_ashrrev_i32 v8, exec_lo, v24
v_ashrrev_i32 v8, null, v24
v_ashrrev_i32 v8, 1.0, v24
v_ashrrev_i32 v8, -4, v24
v_ashrrev_i32 v8, 0x1234, v24
v_ashrrev_i32 v8, 0x3f4ccccd, v24
v_ashrrev_i32 v8, src_scc, v24
v_ashrrev_i32 v8, v20, s6
v_ashrrev_i32 v8, v20, vcc_lo
v_ashrrev_i32 v8, v20, m0
v_ashrrev_i32 v8, v20, exec_lo
v_ashrrev_i32 v8, v20, null
v_ashrrev_i32 v8, v20, 1.0
v_ashrrev_i32 v8, v20, -4
v_ashrrev_i32 v8, v20, 0x1234
v_ashrrev_i32 v8, v20, 0x3f4ccccd
v_ashrrev_i32 v8, v20, src_scc
v_ashrrev_i32 v8, v20, v24 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_ashrrev_i32 v8, v20, v24 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_ashrrev_i32 v8, v20, v24 row_shr:1 row_mask:0xf bank_mask:0xf
v_ashrrev_i32 v8, v20, v24 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_ashrrev_i32 v8, v20, v24 row_share:3 row_mask:0xf bank_mask:0xf
v_ashrrev_i32 v8, v20, v24 row_xmask:5 row_mask:0xf bank_mask:0xf
v_ashrrev_i32 v8, v20, v24 dpp8:[7,6,5,4,3,2,1,0]
v_ashrrev_i32 v8, v20, v24 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_ashrrev_i32_e64_dpp v8, v20, v24 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_ashrrev_i64 v[8:9], v20, v[24:25]
v_bcnt_u32_b32 v8, v20, v24
v_bfe_i32 v8, v20, v24, v28
v_bfe_i32_e64 v8, v20, v24, v28
v_bfe_i32 v8, s6, v24, v28
v_bfe_i32 v8, vcc_lo, v24, v28
v_bfe_i32 v8, m0, v24, v28
v_bfe_i32 v8, exec_lo, v24, v28
v_bfe_i32 v8, null, v24, v28
v_bfe_i32 v8, 1.0, v24, v28
v_bfe_i32 v8, -4, v24, v28
v_bfe_i32 v8, 0x1234, v24, v28
v_bfe_i32 v8, 0x3f4ccccd, v24, v28
v_bfe_i32 v8, src_scc, v24, v28
v_bfe_i32 v8, v20, s6, v28
v_bfe_i32 v8, v20, vcc_lo, v28
v_bfe_i32 v8, v20, m0, v28
v_bfe_i32 v8, v20, exec_lo, v28
v_bfe_i32 v8, v20, null, v28
v_bfe_i32 v8, v20, 1.0, v28
v_bfe_i32 v8, v20, -4, v28
v_bfe_i32 v8, v20, 0x1234, v28
v_bfe_i32 v8, v20, 0x3f4ccccd, v28
v_bfe_i32 v8, v20, src_scc, v28
v_bfe_i32 v8, v20, v24, s6
v_bfe_i32 v8, v20, v24, vcc_lo
v_bfe_i32 v8, v20, v24, m0
v_bfe_i32 v8, v20, v24, exec_lo
v_bfe_i32 v8, v20, v24, null
v_bfe_i32 v8, v20, v24, 1.0
v_bfe_i32 v8, v20, v24, -4
v_bfe_i32 v8, v20, v24, 0x1234
v_bfe_i32 v8, v20, v24, 0x3f4ccccd
v_bfe_i32 v8, v20, v24, src_scc
v_bfe_u32 v8, v20, v24, v28
v_bfe_u32_e64 v8, v20, v24, v28
v_bfe_u32 v8, s6, v24, v28
v_bfe_u32 v8, vcc_lo, v24, v28
v_bfe_u32 v8, m0, v24, v28
v_bfe_u32 v8, exec_lo, v24, v28
v_bfe_u32 v8, null, v24, v28
v_bfe_u32 v8, 1.0, v24, v28
v_bfe_u32 v8, -4, v24, v28
v_bfe_u32 v8, 0x1234, v24, v28
v_bfe_u32 v8, 0x3f4ccccd, v24, v28
v_bfe_u32 v8, src_scc, v24, v28
v_bfe_u32 v8, v20, s6, v28
v_bfe_u32 v8, v20, vcc_lo, v28
v_bfe_u32 v8, v20, m0, v28
v_bfe_u32 v8, v20, exec_lo, v28
v_bfe_u32 v8, v20, null, v28
v_bfe_u32 v8, v20, 1.0, v28
v_bfe_u32 v8, v20, -4, v28
v_bfe_u32 v8, v20, 0x1234, v28
v_bfe_u32 v8, v20, 0x3f4ccccd, v28
v_bfe_u32 v8, v20, src_scc, v28
v_bfe_u32 v8, v20, v24, s6
v_bfe_u32 v8, v20, v24, vcc_lo
v_bfe_u32 v8, v20, v24, m0
v_bfe_u32 v8, v20, v24, exec_lo
v_bfe_u32 v8, v20, v24, null
v_bfe_u32 v8, v20, v24, 1.0
v_bfe_u32 v8, v20, v24, -4
v_bfe_u32 v8, v20, v24, 0x1234
v_bfe_u32 v8, v20, v24, 0x3f4ccccd
v_bfe_u32 v8, v20, v24, src_scc
v_bfi_b32 v8, v20, v24, v28
v_bfm_b32 v8, v20, v24
v_bfrev_b32 v8, v20
v_bitop3_b16 v8, v20, v24, v28
v_bitop3_b16 v8, v20, v24, v28 bitop3:0x6a
v_bitop3_b32 v8, v20, v24, v28
v_bitop3_b32_e64 v8, v20, v24, v28
v_bitop3_b32 v8, s6, v24, v28
v_bitop3_b32 v8, vcc_lo, v24, v28
v_bitop3_b32 v8, m0, v24, v28
v_bitop3_b32 v8, exec_lo, v24, v28
v_bitop3_b32 v8, null, v24, v28
v_bitop3_b32 v8, 1.0, v24, v28
v_bitop3_b32 v8, -4, v24, v28
v_bitop3_b32 v8, 0x1234, v24, v28
v_bitop3_b32 v8, 0x3f4ccccd, v24, v28
v_bitop3_b32 v8, src_scc, v24, v28
v_bitop3_b32 v8, v20, s6, v28
v_bitop3_b32 v8, v20, vcc_lo, v28
v_bitop3_b32 v8, v20, m0, v28
v_bitop3_b32 v8, v20, exec_lo, v28
v_bitop3_b32 v8, v20, null, v28
v_bitop3_b32 v8, v20, 1.0, v28
v_bitop3_b32 v8, v20, -4, v28
v_bitop3_b32 v8, v20, 0x1234, v28
v_bitop3_b32 v8, v20, 0x3f4ccccd, v28
v_bitop3_b32 v8, v20, src_scc, v28
v_bitop3_b32 v8, v20, v24, s6
v_bitop3_b32 v8, v20, v24, vcc_lo
v_bitop3_b32 v8, v20, v24, m0
v_bitop3_b32 v8, v20, v24, exec_lo
v_bitop3_b32 v8, v20, v24, null
v_bitop3_b32 v8, v20, v24, 1.0
v_bitop3_b32 v8, v20, v24, -4
v_bitop3_b32 v8, v20, v24, 0x1234
v_bitop3_b32 v8, v20, v24, 0x3f4ccccd
v_bitop3_b32 v8, v20, v24, src_scc
v_ceil_f16 v8, v20
v_ceil_f32 v8, v20
v_ceil_f64 v[8:9], v[20:21]
v_cls_i32 v8, v20
v_clz_i32_u32 v8, v20
v_cmp_class_f16 v8, v20
v_cmp_class_f32 v8, v20
v_cmp_class_f64 v[8:9], v20
v_cmp_eq_f16 v8, v20
v_cmp_eq_f32 v8, v20
v_cmp_eq_f32_e32 v8, v20
v_cmp_eq_f32 v8, v20 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_cmp_eq_f32 v8, v20 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_cmp_eq_f32 v8, v20 row_shr:1 row_mask:0xf bank_mask:0xf
v_cmp_eq_f32 v8, v20 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_cmp_eq_f32 v8, v20 row_share:3 row_mask:0xf bank_mask:0xf
v_cmp_eq_f32 v8, v20 row_xmask:5 row_mask:0xf bank_mask:0xf
v_cmp_eq_f32 v8, v20 dpp8:[7,6,5,4,3,2,1,0]
v_cmp_eq_f32 v8, v20 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_cmp_eq_f32 s20, v20
v_cmp_eq_f32_e32 s20, v20
v_cmp_eq_f32 s20, v20, v24
v_cmp_eq_f32_e64 s20, v20, v24
v_cmp_eq_f32 s20, s6, v24
v_cmp_eq_f32 s20, vcc_lo, v24
v_cmp_eq_f32 s20, m0, v24
v_cmp_eq_f32 s20, exec_lo, v24
v_cmp_eq_f32 s20, null, v24
v_cmp_eq_f32 s20, 1.0, v24
v_cmp_eq_f32 s20, -4, v24
v_cmp_eq_f32 s20, 0x1234, v24
v_cmp_eq_f32 s20, 0x3f4ccccd, v24
v_cmp_eq_f32 s20, src_scc, v24
v_cmp_eq_f32 s20, -v20, v24
v_cmp_eq_f32 s20, |v20|, v24
v_cmp_eq_f32 s20, -|v20|, v24
v_cmp_eq_f32 s20, v20, s6
v_cmp_eq_f32 s20, v20, vcc_lo
v_cmp_eq_f32 s20, v20, m0
v_cmp_eq_f32 s20, v20, exec_lo
v_cmp_eq_f32 s20, v20, null
v_cmp_eq_f64 v[8:9], v[20:21]
v_cmp_eq_i16 v8, v20
v_cmp_eq_i32 v8, v20
v_cmp_eq_i64 v[8:9], v[20:21]
v_cmp_eq_u16 v8, v20
v_cmp_eq_u32 v8, v20
v_cmp_eq_u32_e32 v8, v20
v_cmp_eq_u32 v8, v20 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_cmp_eq_u32 v8, v20 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_cmp_eq_u32 v8, v20 row_shr:1 row_mask:0xf bank_mask:0xf
v_cmp_eq_u32 v8, v20 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_cmp_eq_u32 v8, v20 row_share:3 row_mask:0xf bank_mask:0xf
v_cmp_eq_u32 v8, v20 row_xmask:5 row_mask:0xf bank_mask:0xf
v_cmp_eq_u32 v8, v20 dpp8:[7,6,5,4,3,2,1,0]
v_cmp_eq_u32 v8, v20 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_cmp_eq_u32 s20, v20
v_cmp_eq_u32_e32 s20, v20
v_cmp_eq_u32 s20, v20 clamp
v_cmp_eq_u32 s20, v20, v24
v_cmp_eq_u32_e64 s20, v20, v24
v_cmp_eq_u32 s20, s6, v24
v_cmp_eq_u32 s20, vcc_lo, v24
v_cmp_eq_u32 s20, m0, v24
v_cmp_eq_u32 s20, exec_lo, v24
v_cmp_eq_u32 s20, null, v24
v_cmp_eq_u32 s20, 1.0, v24
v_cmp_eq_u32 s20, -4, v24
v_cmp_eq_u32 s20, 0x1234, v24
v_cmp_eq_u32 s20, 0x3f4ccccd, v24
v_cmp_eq_u32 s20, src_scc, v24
v_cmp_eq_u32 s20, v20, s6
v_cmp_eq_u32 s20, v20, vcc_lo
v_cmp_eq_u32 s20, v20, m0
v_cmp_eq_u32 s20, v20, exec_lo
v_cmp_eq_u32 s20, v20, null
v_cmp_eq_u32 s20, v20, 1.0
v_cmp_eq_u32 s20, v20, -4
v_cmp_eq_u64 v[8:9], v[20:21]
v_cmp_ge_f16 v8, v20
v_cmp_ge_f32 v8, v20
v_cmp_ge_f32_e32 v8, v20
v_cmp_ge_f32 v8, v20 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_cmp_ge_f32 v8, v20 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_cmp_ge_f32 v8, v20 row_shr:1 row_mask:0xf bank_mask:0xf
v_cmp_ge_f32 v8, v20 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_cmp_ge_f32 v8, v20 row_share:3 row_mask:0xf bank_mask:0xf
v_cmp_ge_f32 v8, v20 row_xmask:5 row_mask:0xf bank_mask:0xf
v_cmp_ge_f32 v8, v20 dpp8:[7,6,5,4,3,2,1,0]
v_cmp_ge_f32 v8, v20 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_cmp_ge_f32 s20, v20
v_cmp_ge_f32_e32 s20, v20
v_cmp_ge_f32 s20, v20, v24
v_cmp_ge_f32_e64 s20, v20, v24
v_cmp_ge_f32 s20, s6, v24
v_cmp_ge_f32 s20, vcc_lo, v24
v_cmp_ge_f32 s20, m0, v24
v_cmp_ge_f32 s20, exec_lo, v24
v_cmp_ge_f32 s20, null, v24
v_cmp_ge_f32 s20, 1.0, v24
v_cmp_ge_f32 s20, -4, v24
v_cmp_ge_f32 s20, 0x1234, v24
v_cmp_ge_f32 s20, 0x3f4ccccd, v24
v_cmp_ge_f32 s20, src_scc, v24
v_cmp_ge_f32 s20, -v20, v24
v_cmp_ge_f32 s20, |v20|, v24
v_cmp_ge_f32 s20, -|v20|, v24
v_cmp_ge_f32 s20, v20, s6
v_cmp_ge_f32 s20, v20, vcc_lo
v_cmp_ge_f32 s20, v20, m0
v_cmp_ge_f32 s20, v20, exec_lo
v_cmp_ge_f32 s20, v20, null
v_cmp_ge_f64 v[8:9], v[20:21]
v_cmp_ge_i16 v8, v20
v_cmp_ge_i32 v8, v20
v_cmp_ge_i32_e32 v8, v20
v_cmp_ge_i32 v8, v20 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_cmp_ge_i32 v8, v20 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_cmp_ge_i32 v8, v20 row_shr:1 row_mask:0xf bank_mask:0xf
v_cmp_ge_i32 v8, v20 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_cmp_ge_i32 v8, v20 row_share:3 row_mask:0xf bank_mask:0xf
v_cmp_ge_i32 v8, v20 row_xmask:5 row_mask:0xf bank_mask:0xf
v_cmp_ge_i32 v8, v20 dpp8:[7,6,5,4,3,2,1,0]
v_cmp_ge_i32 v8, v20 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_cmp_ge_i32 s20, v20
v_cmp_ge_i32_e32 s20, v20
v_cmp_ge_i32 s20, v20 clamp
v_cmp_ge_i32 s20, v20, v24
v_cmp_ge_i32_e64 s20, v20, v24
v_cmp_ge_i32 s20, s6, v24
v_cmp_ge_i32 s20, vcc_lo, v24
v_cmp_ge_i32 s20, m0, v24
v_cmp_ge_i32 s20, exec_lo, v24
v_cmp_ge_i32 s20, null, v24
v_cmp_ge_i32 s20, 1.0, v24
v_cmp_ge_i32 s20, -4, v24
v_cmp_ge_i32 s20, 0x1234, v24
v_cmp_ge_i32 s20, 0x3f4ccccd, v24
v_cmp_ge_i32 s20, src_scc, v24
v_cmp_ge_i32 s20, v20, s6
v_cmp_ge_i32 s20, v20, vcc_lo
v_cmp_ge_i32 s20, v20, m0
v_cmp_ge_i32 s20, v20, exec_lo
v_cmp_ge_i32 s20, v20, null
v_cmp_ge_i32 s20, v20, 1.0
v_cmp_ge_i32 s20, v20, -4
v_cmp_ge_i64 v[8:9], v[20:21]
v_cmp_ge_u16 v8, v20
v_cmp_ge_u32 v8, v20
v_cmp_ge_u64 v[8:9], v[20:21]
v_cmp_gt_f16 v8, v20
v_cmp_gt_f32 v8, v20
v_cmp_gt_f32_e32 v8, v20
v_cmp_gt_f32 v8, v20 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_cmp_gt_f32 v8, v20 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_cmp_gt_f32 v8, v20 row_shr:1 row_mask:0xf bank_mask:0xf
v_cmp_gt_f32 v8, v20 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_cmp_gt_f32 v8, v20 row_share:3 row_mask:0xf bank_mask:0xf
v_cmp_gt_f32 v8, v20 row_xmask:5 row_mask:0xf bank_mask:0xf
v_cmp_gt_f32 v8, v20 dpp8:[7,6,5,4,3,2,1,0]
v_cmp_gt_f32 v8, v20 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_cmp_gt_f32 s20, v20
v_cmp_gt_f32_e32 s20, v20
v_cmp_gt_f32 s20, v20, v24
v_cmp_gt_f32_e64 s20, v20, v24
v_cmp_gt_f32 s20, s6, v24
v_cmp_gt_f32 s20, vcc_lo, v24
v_cmp_gt_f32 s20, m0, v24
v_cmp_gt_f32 s20, exec_lo, v24
v_cmp_gt_f32 s20, null, v24
v_cmp_gt_f32 s20, 1.0, v24
v_cmp_gt_f32 s20, -4, v24
v_cmp_gt_f32 s20, 0x1234, v24
v_cmp_gt_f32 s20, 0x3f4ccccd, v24
v_cmp_gt_f32 s20, src_scc, v24
v_cmp_gt_f32 s20, -v20, v24
v_cmp_gt_f32 s20, |v20|, v24
v_cmp_gt_f32 s20, -|v20|, v24
v_cmp_gt_f32 s20, v20, s6
v_cmp_gt_f32 s20, v20, vcc_lo
v_cmp_gt_f32 s20, v20, m0
v_cmp_gt_f32 s20, v20, exec_lo
v_cmp_gt_f32 s20, v20, null
v_cmp_gt_f64 v[8:9], v[20:21]
v_cmp_gt_i16 v8, v20
v_cmp_gt_i32 v8, v20
v_cmp_gt_i32_e32 v8, v20
v_cmp_gt_i32 v8, v20 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_cmp_gt_i32 v8, v20 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_cmp_gt_i32 v8, v20 row_shr:1 row_mask:0xf bank_mask:0xf
v_cmp_gt_i32 v8, v20 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_cmp_gt_i32 v8, v20 row_share:3 row_mask:0xf bank_mask:0xf
v_cmp_gt_i32 v8, v20 row_xmask:5 row_mask:0xf bank_mask:0xf
v_cmp_gt_i32 v8, v20 dpp8:[7,6,5,4,3,2,1,0]
v_cmp_gt_i32 v8, v20 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_cmp_gt_i32 s20, v20
v_cmp_gt_i32_e32 s20, v20
v_cmp_gt_i32 s20, v20 clamp
v_cmp_gt_i32 s20, v20, v24
v_cmp_gt_i32_e64 s20, v20, v24
v_cmp_gt_i32 s20, s6, v24
v_cmp_gt_i32 s20, vcc_lo, v24
v_cmp_gt_i32 s20, m0, v24
v_cmp_gt_i32 s20, exec_lo, v24
v_cmp_gt_i32 s20, null, v24
v_cmp_gt_i32 s20, 1.0, v24
v_cmp_gt_i32 s20, -4, v24
v_cmp_gt_i32 s20, 0x1234, v24
v_cmp_gt_i32 s20, 0x3f4ccccd, v24
v_cmp_gt_i32 s20, src_scc, v24
v_cmp_gt_i32 s20, v20, s6
v_cmp_gt_i32 s20, v20, vcc_lo
v_cmp_gt_i32 s20, v20, m0
v_cmp_gt_i32 s20, v20, exec_lo
v_cmp_gt_i32 s20, v20, null
v_cmp_gt_i32 s20, v20, 1.0
v_cmp_gt_i32 s20, v20, -4
v_cmp_gt_i64 v[8:9], v[20:21]
v_cmp_gt_u16 v8, v20
v_cmp_gt_u32 v8, v20
v_cmp_gt_u32_e32 v8, v20
v_cmp_gt_u32 v8, v20 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_cmp_gt_u32 v8, v20 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_cmp_gt_u32 v8, v20 row_shr:1 row_mask:0xf bank_mask:0xf
v_cmp_gt_u32 v8, v20 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_cmp_gt_u32 v8, v20 row_share:3 row_mask:0xf bank_mask:0xf
v_cmp_gt_u32 v8, v20 row_xmask:5 row_mask:0xf bank_mask:0xf
v_cmp_gt_u32 v8, v20 dpp8:[7,6,5,4,3,2,1,0]
v_cmp_gt_u32 v8, v20 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_cmp_gt_u32 s20, v20
v_cmp_gt_u32_e32 s20, v20
v_cmp_gt_u32 s20, v20 clamp
v_cmp_gt_u32 s20, v20, v24
v_cmp_gt_u32_e64 s20, v20, v24
v_cmp_gt_u32 s20, s6, v24
v_cmp_gt_u32 s20, vcc_lo, v24
v_cmp_gt_u32 s20, m0, v24
v_cmp_gt_u32 s20, exec_lo, v24
v_cmp_gt_u32 s20, null, v24
v_cmp_gt_u32 s20, 1.0, v24
v_cmp_gt_u32 s20, -4, v24
v_cmp_gt_u32 s20, 0x1234, v24
v_cmp_gt_u32 s20, 0x3f4ccccd, v24
v_cmp_gt_u32 s20, src_scc, v24
v_cmp_gt_u32 s20, v20, s6
v_cmp_gt_u32 s20, v20, vcc_lo
v_cmp_gt_u32 s20, v20, m0
v_cmp_gt_u32 s20, v20, exec_lo
v_cmp_gt_u32 s20, v20, null
v_cmp_gt_u32 s20, v20, 1.0
v_cmp_gt_u32 s20, v20, -4
v_cmp_gt_u64 v[8:9], v[20:21]
v_cmp_le_f16 v8, v20
v_cmp_le_f32 v8, v20
v_cmp_le_f64 v[8:9], v[20:21]
v_cmp_le_i16 v8, v20
v_cmp_le_i32 v8, v20
v_cmp_le_i64 v[8:9], v[20:21]
v_cmp_le_u16 v8, v20
v_cmp_le_u32 v8, v20
v_cmp_le_u32_e32 v8, v20
v_cmp_le_u32 v8, v20 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_cmp_le_u32 v8, v20 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_cmp_le_u32 v8, v20 row_shr:1 row_mask:0xf bank_mask:0xf
v_cmp_le_u32 v8, v20 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_cmp_le_u32 v8, v20 row_share:3 row_mask:0xf bank_mask:0xf
v_cmp_le_u32 v8, v20 row_xmask:5 row_mask:0xf bank_mask:0xf
v_cmp_le_u32 v8, v20 dpp8:[7,6,5,4,3,2,1,0]
v_cmp_le_u32 v8, v20 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_cmp_le_u32 s20, v20
v_cmp_le_u32_e32 s20, v20
v_cmp_le_u32 s20, v20 clamp
v_cmp_le_u32 s20, v20, v24
v_cmp_le_u32_e64 s20, v20, v24
v_cmp_le_u32 s20, s6, v24
v_cmp_le_u32 s20, vcc_lo, v24
v_cmp_le_u32 s20, m0, v24
v_cmp_le_u32 s20, exec_lo, v24
v_cmp_le_u32 s20, null, v24
v_cmp_le_u32 s20, 1.0, v24
v_cmp_le_u32 s20, -4, v24
v_cmp_le_u32 s20, 0x1234, v24
v_cmp_le_u32 s20, 0x3f4ccccd, v24
v_cmp_le_u32 s20, src_scc, v24
v_cmp_le_u32 s20, v20, s6
v_cmp_le_u32 s20, v20, vcc_lo
v_cmp_le_u32 s20, v20, m0
v_cmp_le_u32 s20, v20, exec_lo
v_cmp_le_u32 s20, v20, null
v_cmp_le_u32 s20, v20, 1.0
v_cmp_le_u32 s20, v20, -4
v_cmp_le_u64 v[8:9], v[20:21]
v_cmp_lg_f16 v8, v20
v_cmp_lg_f32 v8, v20
v_cmp_lg_f64 v[8:9], v[20:21]
v_cmp_lt_f16 v8, v20
v_cmp_lt_f32 v8, v20
v_cmp_lt_f64 v[8:9], v[20:21]
v_cmp_lt_i16 v8, v20
v_cmp_lt_i32 v8, v20
v_cmp_lt_i32_e32 v8, v20
v_cmp_lt_i32 v8, v20 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_cmp_lt_i32 v8, v20 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_cmp_lt_i32 v8, v20 row_shr:1 row_mask:0xf bank_mask:0xf
v_cmp_lt_i32 v8, v20 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_cmp_lt_i32 v8, v20 row_share:3 row_mask:0xf bank_mask:0xf
v_cmp_lt_i32 v8, v20 row_xmask:5 row_mask:0xf bank_mask:0xf
v_cmp_lt_i32 v8, v20 dpp8:[7,6,5,4,3,2,1,0]
v_cmp_lt_i32 v8, v20 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_cmp_lt_i32 s20, v20
v_cmp_lt_i32_e32 s20, v20
v_cmp_lt_i32 s20, v20 clamp
v_cmp_lt_i32 s20, v20, v24
v_cmp_lt_i32_e64 s20, v20, v24
v_cmp_lt_i32 s20, s6, v24
v_cmp_lt_i32 s20, vcc_lo, v24
v_cmp_lt_i32 s20, m0, v24
v_cmp_lt_i32 s20, exec_lo, v24
v_cmp_lt_i32 s20, null, v24
v_cmp_lt_i32 s20, 1.0, v24
v_cmp_lt_i32 s20, -4, v24
v_cmp_lt_i32 s20, 0x1234, v24
v_cmp_lt_i32 s20, 0x3f4ccccd, v24
v_cmp_lt_i32 s20, src_scc, v24
v_cmp_lt_i32 s20, v20, s6
v_cmp_lt_i32 s20, v20, vcc_lo
v_cmp_lt_i32 s20, v20, m0
v_cmp_lt_i32 s20, v20, exec_lo
v_cmp_lt_i32 s20, v20, null
v_cmp_lt_i32 s20, v20, 1.0
v_cmp_lt_i32 s20, v20, -4
v_cmp_lt_i64 v[8:9], v[20:21]
v_cmp_lt_u16 v8, v20
v_cmp_lt_u32 v8, v20
v_cmp_lt_u32_e32 v8, v20
v_cmp_lt_u32 v8, v20 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_cmp_lt_u32 v8, v20 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_cmp_lt_u32 v8, v20 row_shr:1 row_mask:0xf bank_mask:0xf
v_cmp_lt_u32 v8, v20 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_cmp_lt_u32 v8, v20 row_share:3 row_mask:0xf bank_mask:0xf
v_cmp_lt_u32 v8, v20 row_xmask:5 row_mask:0xf bank_mask:0xf
v_cmp_lt_u32 v8, v20 dpp8:[7,6,5,4,3,2,1,0]
v_cmp_lt_u32 v8, v20 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_cmp_lt_u32 s20, v20
v_cmp_lt_u32_e32 s20, v20
v_cmp_lt_u32 s20, v20 clamp
v_cmp_lt_u32 s20, v20, v24
v_cmp_lt_u32_e64 s20, v20, v24
v_cmp_lt_u32 s20, s6, v24
v_cmp_lt_u32 s20, vcc_lo, v24
v_cmp_lt_u32 s20, m0, v24
v_cmp_lt_u32 s20, exec_lo, v24
v_cmp_lt_u32 s20, null, v24
v_cmp_lt_u32 s20, 1.0, v24
v_cmp_lt_u32 s20, -4, v24
v_cmp_lt_u32 s20, 0x1234, v24
v_cmp_lt_u32 s20, 0x3f4ccccd, v24
v_cmp_lt_u32 s20, src_scc, v24
v_cmp_lt_u32 s20, v20, s6
v_cmp_lt_u32 s20, v20, vcc_lo
v_cmp_lt_u32 s20, v20, m0
v_cmp_lt_u32 s20, v20, exec_lo
v_cmp_lt_u32 s20, v20, null
v_cmp_lt_u32 s20, v20, 1.0
v_cmp_lt_u32 s20, v20, -4
v_cmp_lt_u64 v[8:9], v[20:21]
v_cmp_ne_i16 v8, v20
v_cmp_ne_i32 v8, v20
v_cmp_ne_i64 v[8:9], v[20:21]
v_cmp_ne_u16 v8, v20
v_cmp_ne_u32 v8, v20
v_cmp_ne_u32_e32 v8, v20
v_cmp_ne_u32 v8, v20 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_cmp_ne_u32 v8, v20 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_cmp_ne_u32 v8, v20 row_shr:1 row_mask:0xf bank_mask:0xf
v_cmp_ne_u32 v8, v20 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_cmp_ne_u32 v8, v20 row_share:3 row_mask:0xf bank_mask:0xf
v_cmp_ne_u32 v8, v20 row_xmask:5 row_mask:0xf bank_mask:0xf
v_cmp_ne_u32 v8, v20 dpp8:[7,6,5,4,3,2,1,0]
v_cmp_ne_u32 v8, v20 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_cmp_ne_u32 s20, v20
v_cmp_ne_u32_e32 s20, v20
v_cmp_ne_u32 s20, v20 clamp
v_cmp_ne_u32 s20, v20, v24
v_cmp_ne_u32_e64 s20, v20, v24
v_cmp_ne_u32 s20, s6, v24
v_cmp_ne_u32 s20, vcc_lo, v24
v_cmp_ne_u32 s20, m0, v24
v_cmp_ne_u32 s20, exec_lo, v24
v_cmp_ne_u32 s20, null, v24
v_cmp_ne_u32 s20, 1.0, v24
v_cmp_ne_u32 s20, -4, v24
v_cmp_ne_u32 s20, 0x1234, v24
v_cmp_ne_u32 s20, 0x3f4ccccd, v24
v_cmp_ne_u32 s20, src_scc, v24
v_cmp_ne_u32 s20, v20, s6
v_cmp_ne_u32 s20, v20, vcc_lo
v_cmp_ne_u32 s20, v20, m0
v_cmp_ne_u32 s20, v20, exec_lo
v_cmp_ne_u32 s20, v20, null
v_cmp_ne_u32 s20, v20, 1.0
v_cmp_ne_u32 s20, v20, -4
v_cmp_ne_u64 v[8:9], v[20:21]
v_cmp_neq_f16 v8, v20
v_cmp_neq_f32 v8, v20
v_cmp_neq_f64 v[8:9], v[20:21]
v_cmp_nge_f16 v8, v20
v_cmp_nge_f32 v8, v20
v_cmp_nge_f64 v[8:9], v[20:21]
v_cmp_ngt_f16 v8, v20
v_cmp_ngt_f32 v8, v20
v_cmp_ngt_f64 v[8:9], v[20:21]
v_cmp_nle_f16 v8, v20
v_cmp_nle_f32 v8, v20
v_cmp_nle_f64 v[8:9], v[20:21]
v_cmp_nlg_f16 v8, v20
v_cmp_nlg_f32 v8, v20
v_cmp_nlg_f64 v[8:9], v[20:21]
v_cmp_nlt_f16 v8, v20
v_cmp_nlt_f32 v8, v20
v_cmp_nlt_f64 v[8:9], v[20:21]
v_cmp_o_f16 v8, v20
v_cmp_o_f32 v8, v20
v_cmp_o_f64 v[8:9], v[20:21]
v_cmp_u_f16 v8, v20
v_cmp_u_f32 v8, v20
v_cmp_u_f64 v[8:9], v[20:21]
v_cmpx_class_f16 v8, v20
v_cmpx_class_f32 v8, v20
v_cmpx_class_f64 v[8:9], v20
v_cmpx_eq_f16 v8, v20
v_cmpx_eq_f32 v8, v20
v_cmpx_eq_f64 v[8:9], v[20:21]
v_cmpx_eq_i16 v8, v20
v_cmpx_eq_i32 v8, v20
v_cmpx_eq_i64 v[8:9], v[20:21]
v_cmpx_eq_u16 v8, v20
v_cmpx_eq_u32 v8, v20
v_cmpx_eq_u64 v[8:9], v[20:21]
v_cmpx_ge_f16 v8, v20
v_cmpx_ge_f32 v8, v20
v_cmpx_ge_f64 v[8:9], v[20:21]
v_cmpx_ge_i16 v8, v20
v_cmpx_ge_i32 v8, v20
v_cmpx_ge_i64 v[8:9], v[20:21]
v_cmpx_ge_u16 v8, v20
v_cmpx_ge_u32 v8, v20
v_cmpx_ge_u64 v[8:9], v[20:21]
v_cmpx_gt_f16 v8, v20
v_cmpx_gt_f32 v8, v20
v_cmpx_gt_f64 v[8:9], v[20:21]
v_cmpx_gt_i16 v8, v20
v_cmpx_gt_i32 v8, v20
v_cmpx_gt_i32_e32 v8, v20
v_cmpx_gt_i32_e64 v8, v20
v_cmpx_gt_i32 v8, s6
v_cmpx_gt_i32 v8, vcc_lo
v_cmpx_gt_i32 v8, m0
v_cmpx_gt_i32 v8, exec_lo
v_cmpx_gt_i32 v8, null
v_cmpx_gt_i32 v8, 1.0
v_cmpx_gt_i32 v8, -4
v_cmpx_gt_i32 v8, 0x1234
v_cmpx_gt_i32 v8, 0x3f4ccccd
v_cmpx_gt_i32 v8, src_scc
v_cmpx_gt_i32 v8, v20 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_cmpx_gt_i32 v8, v20 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_cmpx_gt_i32 v8, v20 row_shr:1 row_mask:0xf bank_mask:0xf
v_cmpx_gt_i32 v8, v20 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_cmpx_gt_i32 v8, v20 row_share:3 row_mask:0xf bank_mask:0xf
v_cmpx_gt_i32 v8, v20 row_xmask:5 row_mask:0xf bank_mask:0xf
v_cmpx_gt_i32 v8, v20 dpp8:[7,6,5,4,3,2,1,0]
v_cmpx_gt_i32 v8, v20 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_cmpx_gt_i32_e64_dpp v8, v20 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_cmpx_gt_i32 s20, v20
v_cmpx_gt_i32_e32 s20, v20
v_cmpx_gt_i32_e64 s20, v20
v_cmpx_gt_i32 s20, s6
v_cmpx_gt_i32 s20, vcc_lo
v_cmpx_gt_i32 s20, m0
v_cmpx_gt_i32 s20, exec_lo
v_cmpx_gt_i32 s20, null
v_cmpx_gt_i32 s20, 1.0
v_cmpx_gt_i32 s20, -4
v_cmpx_gt_i64 v[8:9], v[20:21]
v_cmpx_gt_u16 v8, v20
v_cmpx_gt_u32 v8, v20
v_cmpx_gt_u64 v[8:9], v[20:21]
v_cmpx_le_f16 v8, v20
v_cmpx_le_f32 v8, v20
v_cmpx_le_f64 v[8:9], v[20:21]
v_cmpx_le_i16 v8, v20
v_cmpx_le_i32 v8, v20
v_cmpx_le_i64 v[8:9], v[20:21]
v_cmpx_le_u16 v8, v20
v_cmpx_le_u32 v8, v20
v_cmpx_le_u64 v[8:9], v[20:21]
v_cmpx_lg_f16 v8, v20
v_cmpx_lg_f32 v8, v20
v_cmpx_lg_f64 v[8:9], v[20:21]
v_cmpx_lt_f16 v8, v20
v_cmpx_lt_f32 v8, v20
v_cmpx_lt_f64 v[8:9], v[20:21]
v_cmpx_lt_i16 v8, v20
v_cmpx_lt_i32 v8, v20
v_cmpx_lt_i64 v[8:9], v[20:21]
v_cmpx_lt_u16 v8, v20
v_cmpx_lt_u32 v8, v20
v_cmpx_lt_u64 v[8:9], v[20:21]
v_cmpx_ne_i16 v8, v20
v_cmpx_ne_i32 v8, v20
v_cmpx_ne_i64 v[8:9], v[20:21]
v_cmpx_ne_u16 v8, v20
v_cmpx_ne_u32 v8, v20
v_cmpx_ne_u64 v[8:9], v[20:21]
v_cmpx_neq_f16 v8, v20
v_cmpx_neq_f32 v8, v20
v_cmpx_neq_f64 v[8:9], v[20:21]
v_cmpx_nge_f16 v8, v20
v_cmpx_nge_f32 v8, v20
v_cmpx_nge_f64 v[8:9], v[20:21]
v_cmpx_ngt_f16 v8, v20
v_cmpx_ngt_f32 v8, v20
v_cmpx_ngt_f64 v[8:9], v[20:21]
v_cmpx_nle_f16 v8, v20
v_cmpx_nle_f32 v8, v20
v_cmpx_nle_f64 v[8:9], v[20:21]
v_cmpx_nlg_f16 v8, v20
v_cmpx_nlg_f32 v8, v20
v_cmpx_nlg_f64 v[8:9], v[20:21]
v_cmpx_nlt_f16 v8, v20
v_cmpx_nlt_f32 v8, v20
v_cmpx_nlt_f64 v[8:9], v[20:21]
v_cmpx_o_f16 v8, v20
v_cmpx_o_f32 v8, v20
v_cmpx_o_f64 v[8:9], v[20:21]
v_cmpx_u_f16 v8, v20
v_cmpx_u_f32 v8, v20
v_cmpx_u_f64 v[8:9], v[20:21]
v_cndmask_b32 v8, v20, v24
v_cndmask_b32_e32 v8, v20, v24
v_cndmask_b32 v8, s6, v24
v_cndmask_b32 v8, vcc_lo, v24
v_cndmask_b32 v8, m0, v24
v_cndmask_b32 v8, exec_lo, v24
v_cndmask_b32 v8, null, v24
v_cndmask_b32 v8, 1.0, v24
v_cndmask_b32 v8, -4, v24
v_cndmask_b32 v8, 0x1234, v24
v_cndmask_b32 v8, 0x3f4ccccd, v24
v_cndmask_b32 v8, src_scc, v24
v_cndmask_b32 v8, v20, v24 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_cndmask_b32 v8, v20, v24 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_cndmask_b32 v8, v20, v24 row_shr:1 row_mask:0xf bank_mask:0xf
v_cndmask_b32 v8, v20, v24 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_cndmask_b32 v8, v20, v24 row_share:3 row_mask:0xf bank_mask:0xf
v_cndmask_b32 v8, v20, v24 row_xmask:5 row_mask:0xf bank_mask:0xf
v_cndmask_b32 v8, v20, v24 dpp8:[7,6,5,4,3,2,1,0]
v_cndmask_b32 v8, v20, v24 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_cos_f16 v8, v20
v_cos_f32 v8, v20
v_ctz_i32_b32 v8, v20
v_cvt_f16_f32 v8, v20
v_cvt_f16_i16 v8, v20
v_cvt_f16_u16 v8, v20
v_cvt_f32_bf16 v8, v20
v_cvt_f32_bf16_e32 v8, v20
v_cvt_f32_bf16_e64 v8, v20
v_cvt_f32_bf16 v8, s6
v_cvt_f32_bf16 v8, vcc_lo
v_cvt_f32_bf16 v8, m0
v_cvt_f32_bf16 v8, exec_lo
v_cvt_f32_bf16 v8, null
v_cvt_f32_bf16 v8, 1.0
v_cvt_f32_bf16 v8, -4
v_cvt_f32_bf16 v8, 0x1234
v_cvt_f32_bf16 v8, src_scc
v_cvt_f32_bf16 v8, v16.h
v_cvt_f32_bf16 v8, -v20
v_cvt_f32_bf16 v8, |v20|
v_cvt_f32_bf16 v8, -|v20|
v_cvt_f32_bf16 v8, v20 op_sel:[0,1]
v_cvt_f32_bf16 v8, v20 op_sel:[1,0]
v_cvt_f32_bf16 v8, v20 op_sel:[1,1,1]
v_cvt_f32_bf16 v8, v20 op_sel:[1,0,0]
v_cvt_f32_bf16 v8, v20 op_sel:[0,0,1]
v_cvt_f32_bf16 v8, v20 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_cvt_f32_bf16 v8, v20 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_cvt_f32_bf16 v8, v20 row_shr:1 row_mask:0xf bank_mask:0xf
v_cvt_f32_bf16 v8, v20 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_cvt_f32_bf16 v8, v20 row_share:3 row_mask:0xf bank_mask:0xf
v_cvt_f32_bf16 v8, v20 row_xmask:5 row_mask:0xf bank_mask:0xf
v_cvt_f32_bf16 v8, v20 dpp8:[7,6,5,4,3,2,1,0]
v_cvt_f32_bf16 v8, v20 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_cvt_f32_bf16_e64_dpp v8, v20 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_cvt_f32_bf16_e64_dpp v8, -|v20| quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_cvt_f32_bf16 v8, v20.l
v_cvt_f32_bf8 v8, v20
v_cvt_f32_f16 v8, v20
v_cvt_f32_f64 v8, v[20:21]
v_cvt_f32_fp8 v8, v20
v_cvt_f32_i32 v8, v20
v_cvt_f32_u32 v8, v20
v_cvt_f32_u32_e32 v8, v20
v_cvt_f32_u32_e64 v8, v20
v_cvt_f32_u32 v8, s6
v_cvt_f32_u32 v8, vcc_lo
v_cvt_f32_u32 v8, m0
v_cvt_f32_u32 v8, exec_lo
v_cvt_f32_u32 v8, null
v_cvt_f32_u32 v8, 1.0
v_cvt_f32_u32 v8, -4
v_cvt_f32_u32 v8, 0x1234
v_cvt_f32_u32 v8, 0x3f4ccccd
v_cvt_f32_u32 v8, src_scc
v_cvt_f32_u32 v8, v20 clamp
v_cvt_f32_u32 v8, v20 mul:2
v_cvt_f32_u32 v8, v20 mul:4
v_cvt_f32_u32 v8, v20 div:2
v_cvt_f32_u32 v8, v20 clamp mul:2
v_cvt_f32_u32 v8, v20 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_cvt_f32_u32 v8, v20 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_cvt_f32_u32 v8, v20 row_shr:1 row_mask:0xf bank_mask:0xf
v_cvt_f32_u32 v8, v20 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_cvt_f32_u32 v8, v20 row_share:3 row_mask:0xf bank_mask:0xf
v_cvt_f32_u32 v8, v20 row_xmask:5 row_mask:0xf bank_mask:0xf
v_cvt_f32_u32 v8, v20 dpp8:[7,6,5,4,3,2,1,0]
v_cvt_f32_u32 v8, v20 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_cvt_f32_u32_e64_dpp v8, v20 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_cvt_f32_ubyte0 v8, v20
v_cvt_f32_ubyte1 v8, v20
v_cvt_f32_ubyte2 v8, v20
v_cvt_f32_ubyte3 v8, v20
v_cvt_f64_f32 v[8:9], v20
v_cvt_f64_i32 v[8:9], v20
v_cvt_f64_u32 v[8:9], v20
v_cvt_i16_f16 v8, v20
v_cvt_i32_f32 v8, v20
v_cvt_i32_f64 v8, v[20:21]
v_cvt_off_f32_i4 v8, v20
v_cvt_pk_bf16_f32 v8, v20, v24
v_cvt_pk_bf16_f32_e64 v8, v20, v24
v_cvt_pk_bf16_f32 v8, s6, v24
v_cvt_pk_bf16_f32 v8, vcc_lo, v24
v_cvt_pk_bf16_f32 v8, m0, v24
v_cvt_pk_bf16_f32 v8, exec_lo, v24
v_cvt_pk_bf16_f32 v8, null, v24
v_cvt_pk_bf16_f32 v8, 1.0, v24
v_cvt_pk_bf16_f32 v8, -4, v24
v_cvt_pk_bf16_f32 v8, 0x1234, v24
v_cvt_pk_bf16_f32 v8, 0x3f4ccccd, v24
v_cvt_pk_bf16_f32 v8, src_scc, v24
v_cvt_pk_bf16_f32 v8, -v20, v24
v_cvt_pk_bf16_f32 v8, |v20|, v24
v_cvt_pk_bf16_f32 v8, -|v20|, v24
v_cvt_pk_bf16_f32 v8, v20, s6
v_cvt_pk_bf16_f32 v8, v20, vcc_lo
v_cvt_pk_bf16_f32 v8, v20, m0
v_cvt_pk_bf16_f32 v8, v20, exec_lo
v_cvt_pk_bf16_f32 v8, v20, null
v_cvt_pk_bf16_f32 v8, v20, 1.0
v_cvt_pk_bf16_f32 v8, v20, -4
v_cvt_pk_bf16_f32 v8, v20, 0x1234
v_cvt_pk_bf16_f32 v8, v20, 0x3f4ccccd
v_cvt_pk_bf16_f32 v8, v20, src_scc
v_cvt_pk_bf16_f32 v8, v20, -v24
v_cvt_pk_bf16_f32 v8, v20, |v24|
v_cvt_pk_bf16_f32 v8, v20, -|v24|
v_cvt_pk_bf16_f32 v8, v20, v24 clamp
v_cvt_pk_bf16_f32 v8, v20, v24 mul:2
v_cvt_pk_bf16_f32 v8, v20, v24 mul:4
v_cvt_pk_bf16_f32 v8, v20, v24 div:2
v_cvt_pk_bf8_f32 v8, v20, v24
v_cvt_pk_f16_f32 v8, v20, v24
v_cvt_pk_f16_f32_e64 v8, v20, v24
v_cvt_pk_f16_f32 v8, s6, v24
v_cvt_pk_f16_f32 v8, vcc_lo, v24
v_cvt_pk_f16_f32 v8, m0, v24
v_cvt_pk_f16_f32 v8, exec_lo, v24
v_cvt_pk_f16_f32 v8, null, v24
v_cvt_pk_f16_f32 v8, 1.0, v24
v_cvt_pk_f16_f32 v8, -4, v24
v_cvt_pk_f16_f32 v8, 0x1234, v24
v_cvt_pk_f16_f32 v8, 0x3f4ccccd, v24
v_cvt_pk_f16_f32 v8, src_scc, v24
v_cvt_pk_f16_f32 v8, -v20, v24
v_cvt_pk_f16_f32 v8, |v20|, v24
v_cvt_pk_f16_f32 v8, -|v20|, v24
v_cvt_pk_f16_f32 v8, v20, s6
v_cvt_pk_f16_f32 v8, v20, vcc_lo
v_cvt_pk_f16_f32 v8, v20, m0
v_cvt_pk_f16_f32 v8, v20, exec_lo
v_cvt_pk_f16_f32 v8, v20, null
v_cvt_pk_f16_f32 v8, v20, 1.0
v_cvt_pk_f16_f32 v8, v20, -4
v_cvt_pk_f16_f32 v8, v20, 0x1234
v_cvt_pk_f16_f32 v8, v20, 0x3f4ccccd
v_cvt_pk_f16_f32 v8, v20, src_scc
v_cvt_pk_f16_f32 v8, v20, -v24
v_cvt_pk_f16_f32 v8, v20, |v24|
v_cvt_pk_f16_f32 v8, v20, -|v24|
v_cvt_pk_f16_f32 v8, v20, v24 clamp
v_cvt_pk_f16_f32 v8, v20, v24 mul:2
v_cvt_pk_f16_f32 v8, v20, v24 mul:4
v_cvt_pk_f16_f32 v8, v20, v24 div:2
v_cvt_pk_f32_bf8 v[8:9], v20
v_cvt_pk_f32_fp8 v[8:9], v20
v_cvt_pk_fp8_f32 v8, v20, v24
v_cvt_pk_fp8_f32_e64 v8, v20, v24
v_cvt_pk_fp8_f32 v8, s6, v24
v_cvt_pk_fp8_f32 v8, vcc_lo, v24
v_cvt_pk_fp8_f32 v8, m0, v24
v_cvt_pk_fp8_f32 v8, exec_lo, v24
v_cvt_pk_fp8_f32 v8, null, v24
v_cvt_pk_fp8_f32 v8, 1.0, v24
v_cvt_pk_fp8_f32 v8, -4, v24
v_cvt_pk_fp8_f32 v8, 0x1234, v24
v_cvt_pk_fp8_f32 v8, 0x3f4ccccd, v24
v_cvt_pk_fp8_f32 v8, src_scc, v24
v_cvt_pk_fp8_f32 v8, -v20, v24
v_cvt_pk_fp8_f32 v8, |v20|, v24
v_cvt_pk_fp8_f32 v8, -|v20|, v24
v_cvt_pk_fp8_f32 v8, v20, s6
v_cvt_pk_fp8_f32 v8, v20, vcc_lo
v_cvt_pk_fp8_f32 v8, v20, m0
v_cvt_pk_fp8_f32 v8, v20, exec_lo
v_cvt_pk_fp8_f32 v8, v20, null
v_cvt_pk_fp8_f32 v8, v20, 1.0
v_cvt_pk_fp8_f32 v8, v20, -4
v_cvt_pk_fp8_f32 v8, v20, 0x1234
v_cvt_pk_fp8_f32 v8, v20, 0x3f4ccccd
v_cvt_pk_fp8_f32 v8, v20, src_scc
v_cvt_pk_fp8_f32 v8, v20, -v24
v_cvt_pk_fp8_f32 v8, v20, |v24|
v_cvt_pk_fp8_f32 v8, v20, -|v24|
v_cvt_pk_fp8_f32 v8, v20, v24 clamp
v_cvt_pk_fp8_f32 v8, v20, v24 op_sel:[0,1]
v_cvt_pk_fp8_f32 v8, v20, v24 op_sel:[1,0]
v_cvt_pk_fp8_f32 v8, v20, v24 op_sel:[1,1,1]
v_cvt_pk_i16_i32 v8, v20, v24
v_cvt_pk_rtz_f16_f32 v8, v20, v24
v_cvt_pk_u16_u32 v8, v20, v24
v_cvt_pk_u8_f32 v8, v20, v24, v28
v_cvt_scale_pk8_bf16_bf8 v[8:11], v[20:21], v24
v_cvt_scale_pk8_bf16_fp4 v[8:11], v20, v24
v_cvt_scale_pk8_bf16_fp8 v[8:11], v[20:21], v24
v_cvt_scale_pk8_bf16_fp8_e64 v[8:11], v[20:21], v24
v_cvt_scale_pk8_bf16_fp8 v[8:11], v[20:21], s6
v_cvt_scale_pk8_bf16_fp8 v[8:11], v[20:21], vcc_lo
v_cvt_scale_pk8_bf16_fp8 v[8:11], v[20:21], m0
v_cvt_scale_pk8_bf16_fp8 v[8:11], v[20:21], exec_lo
v_cvt_scale_pk8_bf16_fp8 v[8:11], v[20:21], null
v_cvt_scale_pk8_bf16_fp8 v[8:11], v[20:21], 1.0
v_cvt_scale_pk8_bf16_fp8 v[8:11], v[20:21], -4
v_cvt_scale_pk8_bf16_fp8 v[8:11], v[20:21], 0x1234
v_cvt_scale_pk8_bf16_fp8 v[8:11], v[20:21], 0x3f4ccccd
v_cvt_scale_pk8_bf16_fp8 v[8:11], v[20:21], src_scc
v_cvt_scale_pk8_bf16_fp8 v[8:11], v[20:21], v24 scale_sel:1
v_cvt_scale_pk8_bf16_fp8 v[8:11], v[20:21], v24 scale_sel:5
v_cvt_scale_pk8_f16_bf8 v[8:11], v[20:21], v24
v_cvt_scale_pk8_f16_fp4 v[8:11], v20, v24
v_cvt_scale_pk8_f16_fp8 v[8:11], v[20:21], v24
v_cvt_scale_pk8_f32_bf8 v[8:15], v[20:21], v24
v_cvt_scale_pk8_f32_fp4 v[8:15], v20, v24
v_cvt_scale_pk8_f32_fp8 v[8:15], v[20:21], v24
v_cvt_sr_bf8_f32 v8, v20, v24
v_cvt_sr_fp8_f32 v8, v20, v24
v_cvt_u16_f16 v8, v20
v_cvt_u32_f32 v8, v20
v_cvt_u32_f32_e32 v8, v20
v_cvt_u32_f32_e64 v8, v20
v_cvt_u32_f32 v8, s6
v_cvt_u32_f32 v8, vcc_lo
v_cvt_u32_f32 v8, m0
v_cvt_u32_f32 v8, exec_lo
v_cvt_u32_f32 v8, null
v_cvt_u32_f32 v8, 1.0
v_cvt_u32_f32 v8, -4
v_cvt_u32_f32 v8, 0x1234
v_cvt_u32_f32 v8, 0x3f4ccccd
v_cvt_u32_f32 v8, src_scc
v_cvt_u32_f32 v8, -v20
v_cvt_u32_f32 v8, |v20|
v_cvt_u32_f32 v8, -|v20|
v_cvt_u32_f32 v8, v20 clamp
v_cvt_u32_f32 v8, v20 mul:2
v_cvt_u32_f32 v8, v20 mul:4
v_cvt_u32_f32 v8, v20 div:2
v_cvt_u32_f32 v8, v20 clamp mul:2
v_cvt_u32_f32 v8, v20 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_cvt_u32_f32 v8, v20 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_cvt_u32_f32 v8, v20 row_shr:1 row_mask:0xf bank_mask:0xf
v_cvt_u32_f32 v8, v20 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_cvt_u32_f32 v8, v20 row_share:3 row_mask:0xf bank_mask:0xf
v_cvt_u32_f32 v8, v20 row_xmask:5 row_mask:0xf bank_mask:0xf
v_cvt_u32_f32 v8, v20 dpp8:[7,6,5,4,3,2,1,0]
v_cvt_u32_f32 v8, v20 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_cvt_u32_f32_e64_dpp v8, v20 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_cvt_u32_f32_e64_dpp v8, -|v20| quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_cvt_u32_f32 v8, -v20 clamp
v_cvt_u32_f64 v8, v[20:21]
v_div_fixup_f16 v8, v20, v24, v28
v_div_fixup_f32 v8, v20, v24, v28
v_div_fixup_f32_e64 v8, v20, v24, v28
v_div_fixup_f32 v8, s6, v24, v28
v_div_fixup_f32 v8, vcc_lo, v24, v28
v_div_fixup_f32 v8, m0, v24, v28
v_div_fixup_f32 v8, exec_lo, v24, v28
v_div_fixup_f32 v8, null, v24, v28
v_div_fixup_f32 v8, 1.0, v24, v28
v_div_fixup_f32 v8, -4, v24, v28
v_div_fixup_f32 v8, 0x1234, v24, v28
v_div_fixup_f32 v8, 0x3f4ccccd, v24, v28
v_div_fixup_f32 v8, src_scc, v24, v28
v_div_fixup_f32 v8, -v20, v24, v28
v_div_fixup_f32 v8, |v20|, v24, v28
v_div_fixup_f32 v8, -|v20|, v24, v28
v_div_fixup_f32 v8, v20, s6, v28
v_div_fixup_f32 v8, v20, vcc_lo, v28
v_div_fixup_f32 v8, v20, m0, v28
v_div_fixup_f32 v8, v20, exec_lo, v28
v_div_fixup_f32 v8, v20, null, v28
v_div_fixup_f32 v8, v20, 1.0, v28
v_div_fixup_f32 v8, v20, -4, v28
v_div_fixup_f32 v8, v20, 0x1234, v28
v_div_fixup_f32 v8, v20, 0x3f4ccccd, v28
v_div_fixup_f32 v8, v20, src_scc, v28
v_div_fixup_f32 v8, v20, -v24, v28
v_div_fixup_f32 v8, v20, |v24|, v28
v_div_fixup_f32 v8, v20, -|v24|, v28
v_div_fixup_f32 v8, v20, v24, s6
v_div_fixup_f32 v8, v20, v24, vcc_lo
v_div_fixup_f32 v8, v20, v24, m0
v_div_fixup_f32 v8, v20, v24, exec_lo
v_div_fixup_f64 v[8:9], v[20:21], v[24:25], v[28:29]
v_div_fmas_f32 v8, v20, v24, v28
v_div_fmas_f32_e64 v8, v20, v24, v28
v_div_fmas_f32 v8, s6, v24, v28
v_div_fmas_f32 v8, vcc_lo, v24, v28
v_div_fmas_f32 v8, m0, v24, v28
v_div_fmas_f32 v8, exec_lo, v24, v28
v_div_fmas_f32 v8, null, v24, v28
v_div_fmas_f32 v8, 1.0, v24, v28
v_div_fmas_f32 v8, -4, v24, v28
v_div_fmas_f32 v8, 0x1234, v24, v28
v_div_fmas_f32 v8, 0x3f4ccccd, v24, v28
v_div_fmas_f32 v8, src_scc, v24, v28
v_div_fmas_f32 v8, -v20, v24, v28
v_div_fmas_f32 v8, |v20|, v24, v28
v_div_fmas_f32 v8, -|v20|, v24, v28
v_div_fmas_f32 v8, v20, s6, v28
v_div_fmas_f32 v8, v20, vcc_lo, v28
v_div_fmas_f32 v8, v20, m0, v28
v_div_fmas_f32 v8, v20, exec_lo, v28
v_div_fmas_f32 v8, v20, null, v28
v_div_fmas_f32 v8, v20, 1.0, v28
v_div_fmas_f32 v8, v20, -4, v28
v_div_fmas_f32 v8, v20, 0x1234, v28
v_div_fmas_f32 v8, v20, 0x3f4ccccd, v28
v_div_fmas_f32 v8, v20, src_scc, v28
v_div_fmas_f32 v8, v20, -v24, v28
v_div_fmas_f32 v8, v20, |v24|, v28
v_div_fmas_f32 v8, v20, -|v24|, v28
v_div_fmas_f32 v8, v20, v24, s6
v_div_fmas_f32 v8, v20, v24, vcc_lo
v_div_fmas_f32 v8, v20, v24, m0
v_div_fmas_f32 v8, v20, v24, exec_lo
v_div_fmas_f64 v[8:9], v[20:21], v[24:25], v[28:29]
v_dot4_u32_u8 v8, v20, v24, v28
v_dot8_u32_u4 v8, v20, v24, v28
v_exp_f16 v8, v20
v_exp_f32 v8, v20
v_exp_f32_e32 v8, v20
v_exp_f32_e64 v8, v20
v_exp_f32 v8, s6
v_exp_f32 v8, vcc_lo
v_exp_f32 v8, m0
v_exp_f32 v8, exec_lo
v_exp_f32 v8, null
v_exp_f32 v8, 1.0
v_exp_f32 v8, -4
v_exp_f32 v8, 0x1234
v_exp_f32 v8, 0x3f4ccccd
v_exp_f32 v8, src_scc
v_exp_f32 v8, -v20
v_exp_f32 v8, |v20|
v_exp_f32 v8, -|v20|
v_exp_f32 v8, v20 clamp
v_exp_f32 v8, v20 mul:2
v_exp_f32 v8, v20 mul:4
v_exp_f32 v8, v20 div:2
v_exp_f32 v8, v20 clamp mul:2
v_exp_f32 v8, v20 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_exp_f32 v8, v20 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_exp_f32 v8, v20 row_shr:1 row_mask:0xf bank_mask:0xf
v_exp_f32 v8, v20 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_exp_f32 v8, v20 row_share:3 row_mask:0xf bank_mask:0xf
v_exp_f32 v8, v20 row_xmask:5 row_mask:0xf bank_mask:0xf
v_exp_f32 v8, v20 dpp8:[7,6,5,4,3,2,1,0]
v_exp_f32 v8, v20 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_exp_f32_e64_dpp v8, v20 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_exp_f32_e64_dpp v8, -|v20| quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_exp_f32 v8, -v20 clamp
v_floor_f16 v8, v20
v_floor_f32 v8, v20
v_floor_f64 v[8:9], v[20:21]
v_fma_f16 v8, v20, v24, v28
v_fma_f32 v8, v20, v24, v28
v_fma_f32_e64 v8, v20, v24, v28
v_fma_f32 v8, s6, v24, v28
v_fma_f32 v8, vcc_lo, v24, v28
v_fma_f32 v8, m0, v24, v28
v_fma_f32 v8, exec_lo, v24, v28
v_fma_f32 v8, null, v24, v28
v_fma_f32 v8, 1.0, v24, v28
v_fma_f32 v8, -4, v24, v28
v_fma_f32 v8, 0x1234, v24, v28
v_fma_f32 v8, 0x3f4ccccd, v24, v28
v_fma_f32 v8, src_scc, v24, v28
v_fma_f32 v8, -v20, v24, v28
v_fma_f32 v8, |v20|, v24, v28
v_fma_f32 v8, -|v20|, v24, v28
v_fma_f32 v8, v20, s6, v28
v_fma_f32 v8, v20, vcc_lo, v28
v_fma_f32 v8, v20, m0, v28
v_fma_f32 v8, v20, exec_lo, v28
v_fma_f32 v8, v20, null, v28
v_fma_f32 v8, v20, 1.0, v28
v_fma_f32 v8, v20, -4, v28
v_fma_f32 v8, v20, 0x1234, v28
v_fma_f32 v8, v20, 0x3f4ccccd, v28
v_fma_f32 v8, v20, src_scc, v28
v_fma_f32 v8, v20, -v24, v28
v_fma_f32 v8, v20, |v24|, v28
v_fma_f32 v8, v20, -|v24|, v28
v_fma_f32 v8, v20, v24, s6
v_fma_f32 v8, v20, v24, vcc_lo
v_fma_f32 v8, v20, v24, m0
v_fma_f32 v8, v20, v24, exec_lo
v_fma_f64 v[8:9], v[20:21], v[24:25], v[28:29]
v_fma_mix_f32 v8, v20, v24, v28
v_fma_mix_f32_bf16 v8, v20, v24, v28
v_fma_mix_f32_bf16_e64 v8, v20, v24, v28
v_fma_mix_f32_bf16 v8, s6, v24, v28
v_fma_mix_f32_bf16 v8, vcc_lo, v24, v28
v_fma_mix_f32_bf16 v8, m0, v24, v28
v_fma_mix_f32_bf16 v8, exec_lo, v24, v28
v_fma_mix_f32_bf16 v8, null, v24, v28
v_fma_mix_f32_bf16 v8, 1.0, v24, v28
v_fma_mix_f32_bf16 v8, src_scc, v24, v28
v_fma_mix_f32_bf16 v8, -v20, v24, v28
v_fma_mix_f32_bf16 v8, |v20|, v24, v28
v_fma_mix_f32_bf16 v8, -|v20|, v24, v28
v_fma_mix_f32_bf16 v8, v20, s6, v28
v_fma_mix_f32_bf16 v8, v20, vcc_lo, v28
v_fma_mix_f32_bf16 v8, v20, m0, v28
v_fma_mix_f32_bf16 v8, v20, exec_lo, v28
v_fma_mix_f32_bf16 v8, v20, null, v28
v_fma_mix_f32_bf16 v8, v20, 1.0, v28
v_fma_mix_f32_bf16 v8, v20, src_scc, v28
v_fma_mix_f32_bf16 v8, v20, -v24, v28
v_fma_mix_f32_bf16 v8, v20, |v24|, v28
v_fma_mix_f32_bf16 v8, v20, -|v24|, v28
v_fma_mix_f32_bf16 v8, v20, v24, s6
v_fma_mix_f32_bf16 v8, v20, v24, vcc_lo
v_fma_mix_f32_bf16 v8, v20, v24, m0
v_fma_mix_f32_bf16 v8, v20, v24, exec_lo
v_fma_mix_f32_bf16 v8, v20, v24, null
v_fma_mix_f32_bf16 v8, v20, v24, 1.0
v_fma_mixhi_f16 v8, v20, v24, v28
v_fma_mixlo_f16 v8, v20, v24, v28
v_fmac_f16 v8, v20, v24
v_fmac_f32 v8, v20, v24
v_fmac_f32_e32 v8, v20, v24
v_fmac_f32_e64 v8, v20, v24
v_fmac_f32 v8, s6, v24
v_fmac_f32 v8, vcc_lo, v24
v_fmac_f32 v8, m0, v24
v_fmac_f32 v8, exec_lo, v24
v_fmac_f32 v8, null, v24
v_fmac_f32 v8, 1.0, v24
v_fmac_f32 v8, -4, v24
v_fmac_f32 v8, 0x1234, v24
v_fmac_f32 v8, 0x3f4ccccd, v24
v_fmac_f32 v8, src_scc, v24
v_fmac_f32 v8, -v20, v24
v_fmac_f32 v8, |v20|, v24
v_fmac_f32 v8, -|v20|, v24
v_fmac_f32 v8, v20, s6
v_fmac_f32 v8, v20, vcc_lo
v_fmac_f32 v8, v20, m0
v_fmac_f32 v8, v20, exec_lo
v_fmac_f32 v8, v20, null
v_fmac_f32 v8, v20, 1.0
v_fmac_f32 v8, v20, -4
v_fmac_f32 v8, v20, 0x1234
v_fmac_f32 v8, v20, 0x3f4ccccd
v_fmac_f32 v8, v20, src_scc
v_fmac_f32 v8, v20, -v24
v_fmac_f32 v8, v20, |v24|
v_fmac_f32 v8, v20, -|v24|
v_fmac_f32 v8, v20, v24 clamp
v_fmac_f32 v8, v20, v24 mul:2
v_fmac_f32 v8, v20, v24 mul:4
v_fmac_f64 v[8:9], v[20:21], v[24:25]
v_fract_f16 v8, v20
v_fract_f32 v8, v20
v_fract_f64 v[8:9], v[20:21]
v_frexp_exp_i16_f16 v8, v20
v_frexp_exp_i32_f32 v8, v20
v_frexp_exp_i32_f64 v8, v[20:21]
v_frexp_mant_f16 v8, v20
v_frexp_mant_f32 v8, v20
v_frexp_mant_f64 v[8:9], v[20:21]
v_ldexp_f16 v8, v20, v24
v_ldexp_f32 v8, v20, v24
v_ldexp_f32_e64 v8, v20, v24
v_ldexp_f32 v8, s6, v24
v_ldexp_f32 v8, vcc_lo, v24
v_ldexp_f32 v8, m0, v24
v_ldexp_f32 v8, exec_lo, v24
v_ldexp_f32 v8, null, v24
v_ldexp_f32 v8, 1.0, v24
v_ldexp_f32 v8, -4, v24
v_ldexp_f32 v8, 0x1234, v24
v_ldexp_f32 v8, 0x3f4ccccd, v24
v_ldexp_f32 v8, src_scc, v24
v_ldexp_f32 v8, -v20, v24
v_ldexp_f32 v8, |v20|, v24
v_ldexp_f32 v8, -|v20|, v24
v_ldexp_f32 v8, v20, s6
v_ldexp_f32 v8, v20, vcc_lo
v_ldexp_f32 v8, v20, m0
v_ldexp_f32 v8, v20, exec_lo
v_ldexp_f32 v8, v20, null
v_ldexp_f32 v8, v20, 1.0
v_ldexp_f32 v8, v20, -4
v_ldexp_f32 v8, v20, 0x1234
v_ldexp_f32 v8, v20, 0x3f4ccccd
v_ldexp_f32 v8, v20, src_scc
v_ldexp_f32 v8, v20, v24 clamp
v_ldexp_f32 v8, v20, v24 mul:2
v_ldexp_f32 v8, v20, v24 mul:4
v_ldexp_f32 v8, v20, v24 div:2
v_ldexp_f32 v8, v20, v24 clamp mul:2
v_ldexp_f32 v8, v20, v24 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_ldexp_f32 v8, v20, v24 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_ldexp_f64 v[8:9], v[20:21], v24
v_lerp_u8 v8, v20, v24, v28
v_log_f16 v8, v20
v_log_f32 v8, v20
v_log_f32_e32 v8, v20
v_log_f32_e64 v8, v20
v_log_f32 v8, s6
v_log_f32 v8, vcc_lo
v_log_f32 v8, m0
v_log_f32 v8, exec_lo
v_log_f32 v8, null
v_log_f32 v8, 1.0
v_log_f32 v8, -4
v_log_f32 v8, 0x1234
v_log_f32 v8, 0x3f4ccccd
v_log_f32 v8, src_scc
v_log_f32 v8, -v20
v_log_f32 v8, |v20|
v_log_f32 v8, -|v20|
v_log_f32 v8, v20 clamp
v_log_f32 v8, v20 mul:2
v_log_f32 v8, v20 mul:4
v_log_f32 v8, v20 div:2
v_log_f32 v8, v20 clamp mul:2
v_log_f32 v8, v20 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_log_f32 v8, v20 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_log_f32 v8, v20 row_shr:1 row_mask:0xf bank_mask:0xf
v_log_f32 v8, v20 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_log_f32 v8, v20 row_share:3 row_mask:0xf bank_mask:0xf
v_log_f32 v8, v20 row_xmask:5 row_mask:0xf bank_mask:0xf
v_log_f32 v8, v20 dpp8:[7,6,5,4,3,2,1,0]
v_log_f32 v8, v20 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_log_f32_e64_dpp v8, v20 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_log_f32_e64_dpp v8, -|v20| quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_log_f32 v8, -v20 clamp
v_lshl_add_u32 v8, v20, v24, v28
v_lshl_add_u32_e64 v8, v20, v24, v28
v_lshl_add_u32 v8, s6, v24, v28
v_lshl_add_u32 v8, vcc_lo, v24, v28
v_lshl_add_u32 v8, m0, v24, v28
v_lshl_add_u32 v8, exec_lo, v24, v28
v_lshl_add_u32 v8, null, v24, v28
v_lshl_add_u32 v8, 1.0, v24, v28
v_lshl_add_u32 v8, -4, v24, v28
v_lshl_add_u32 v8, 0x1234, v24, v28
v_lshl_add_u32 v8, 0x3f4ccccd, v24, v28
v_lshl_add_u32 v8, src_scc, v24, v28
v_lshl_add_u32 v8, v20, s6, v28
v_lshl_add_u32 v8, v20, vcc_lo, v28
v_lshl_add_u32 v8, v20, m0, v28
v_lshl_add_u32 v8, v20, exec_lo, v28
v_lshl_add_u32 v8, v20, null, v28
v_lshl_add_u32 v8, v20, 1.0, v28
v_lshl_add_u32 v8, v20, -4, v28
v_lshl_add_u32 v8, v20, 0x1234, v28
v_lshl_add_u32 v8, v20, 0x3f4ccccd, v28
v_lshl_add_u32 v8, v20, src_scc, v28
v_lshl_add_u32 v8, v20, v24, s6
v_lshl_add_u32 v8, v20, v24, vcc_lo
v_lshl_add_u32 v8, v20, v24, m0
v_lshl_add_u32 v8, v20, v24, exec_lo
v_lshl_add_u32 v8, v20, v24, null
v_lshl_add_u32 v8, v20, v24, 1.0
v_lshl_add_u32 v8, v20, v24, -4
v_lshl_add_u32 v8, v20, v24, 0x1234
v_lshl_add_u32 v8, v20, v24, 0x3f4ccccd
v_lshl_add_u32 v8, v20, v24, src_scc
v_lshl_add_u64 v[8:9], v[20:21], v24, v[28:29]
v_lshl_add_u64_e64 v[8:9], v[20:21], v24, v[28:29]
v_lshl_add_u64 v[8:9], s[6:7], v24, v[28:29]
v_lshl_add_u64 v[8:9], null, v24, v[28:29]
v_lshl_add_u64 v[8:9], 1.0, v24, v[28:29]
v_lshl_add_u64 v[8:9], -4, v24, v[28:29]
v_lshl_add_u64 v[8:9], 0x1234, v24, v[28:29]
v_lshl_add_u64 v[8:9], 0x3f4ccccd, v24, v[28:29]
v_lshl_add_u64 v[8:9], src_scc, v24, v[28:29]
v_lshl_add_u64 v[8:9], v[20:21], s6, v[28:29]
v_lshl_add_u64 v[8:9], v[20:21], vcc_lo, v[28:29]
v_lshl_add_u64 v[8:9], v[20:21], m0, v[28:29]
v_lshl_add_u64 v[8:9], v[20:21], exec_lo, v[28:29]
v_lshl_add_u64 v[8:9], v[20:21], null, v[28:29]
v_lshl_add_u64 v[8:9], v[20:21], 1.0, v[28:29]
v_lshl_add_u64 v[8:9], v[20:21], -4, v[28:29]
v_lshl_add_u64 v[8:9], v[20:21], 0x1234, v[28:29]
v_lshl_add_u64 v[8:9], v[20:21], 0x3f4ccccd, v[28:29]
v_lshl_add_u64 v[8:9], v[20:21], src_scc, v[28:29]
v_lshl_add_u64 v[8:9], v[20:21], v24, s[6:7]
v_lshl_add_u64 v[8:9], v[20:21], v24, null
v_lshl_add_u64 v[8:9], v[20:21], v24, 1.0
v_lshl_add_u64 v[8:9], v[20:21], v24, -4
v_lshl_add_u64 v[8:9], v[20:21], v24, 0x1234
v_lshl_add_u64 v[8:9], v[20:21], v24, 0x3f4ccccd
v_lshl_add_u64 v[8:9], v[20:21], v24, src_scc
v_lshl_or_b32 v8, v20, v24, v28
v_lshl_or_b32_e64 v8, v20, v24, v28
v_lshl_or_b32 v8, s6, v24, v28
v_lshl_or_b32 v8, vcc_lo, v24, v28
v_lshl_or_b32 v8, m0, v24, v28
v_lshl_or_b32 v8, exec_lo, v24, v28
v_lshl_or_b32 v8, null, v24, v28
v_lshl_or_b32 v8, 1.0, v24, v28
v_lshl_or_b32 v8, -4, v24, v28
v_lshl_or_b32 v8, 0x1234, v24, v28
v_lshl_or_b32 v8, 0x3f4ccccd, v24, v28
v_lshl_or_b32 v8, src_scc, v24, v28
v_lshl_or_b32 v8, v20, s6, v28
v_lshl_or_b32 v8, v20, vcc_lo, v28
v_lshl_or_b32 v8, v20, m0, v28
v_lshl_or_b32 v8, v20, exec_lo, v28
v_lshl_or_b32 v8, v20, null, v28
v_lshl_or_b32 v8, v20, 1.0, v28
v_lshl_or_b32 v8, v20, -4, v28
v_lshl_or_b32 v8, v20, 0x1234, v28
v_lshl_or_b32 v8, v20, 0x3f4ccccd, v28
v_lshl_or_b32 v8, v20, src_scc, v28
v_lshl_or_b32 v8, v20, v24, s6
v_lshl_or_b32 v8, v20, v24, vcc_lo
v_lshl_or_b32 v8, v20, v24, m0
v_lshl_or_b32 v8, v20, v24, exec_lo
v_lshl_or_b32 v8, v20, v24, null
v_lshl_or_b32 v8, v20, v24, 1.0
v_lshl_or_b32 v8, v20, v24, -4
v_lshl_or_b32 v8, v20, v24, 0x1234
v_lshl_or_b32 v8, v20, v24, 0x3f4ccccd
v_lshl_or_b32 v8, v20, v24, src_scc
v_lshlrev_b16 v8, v20, v24
v_lshlrev_b32 v8, v20, v24
v_lshlrev_b32_e32 v8, v20, v24
v_lshlrev_b32_e64 v8, v20, v24
v_lshlrev_b32 v8, s6, v24
v_lshlrev_b32 v8, vcc_lo, v24
v_lshlrev_b32 v8, m0, v24
v_lshlrev_b32 v8, exec_lo, v24
v_lshlrev_b32 v8, null, v24
v_lshlrev_b32 v8, 1.0, v24
v_lshlrev_b32 v8, -4, v24
v_lshlrev_b32 v8, 0x1234, v24
v_lshlrev_b32 v8, 0x3f4ccccd, v24
v_lshlrev_b32 v8, src_scc, v24
v_lshlrev_b32 v8, v20, s6
v_lshlrev_b32 v8, v20, vcc_lo
v_lshlrev_b32 v8, v20, m0
v_lshlrev_b32 v8, v20, exec_lo
v_lshlrev_b32 v8, v20, null
v_lshlrev_b32 v8, v20, 1.0
v_lshlrev_b32 v8, v20, -4
v_lshlrev_b32 v8, v20, 0x1234
v_lshlrev_b32 v8, v20, 0x3f4ccccd
v_lshlrev_b32 v8, v20, src_scc
v_lshlrev_b32 v8, v20, v24 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_lshlrev_b32 v8, v20, v24 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_lshlrev_b32 v8, v20, v24 row_shr:1 row_mask:0xf bank_mask:0xf
v_lshlrev_b32 v8, v20, v24 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_lshlrev_b32 v8, v20, v24 row_share:3 row_mask:0xf bank_mask:0xf
v_lshlrev_b32 v8, v20, v24 row_xmask:5 row_mask:0xf bank_mask:0xf
v_lshlrev_b32 v8, v20, v24 dpp8:[7,6,5,4,3,2,1,0]
v_lshlrev_b32 v8, v20, v24 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_lshlrev_b32_e64_dpp v8, v20, v24 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_lshlrev_b64 v[8:9], v20, v[24:25]
v_lshlrev_b64_e32 v[8:9], v20, v[24:25]
v_lshlrev_b64_e64 v[8:9], v20, v[24:25]
v_lshlrev_b64 v[8:9], s6, v[24:25]
v_lshlrev_b64 v[8:9], vcc_lo, v[24:25]
v_lshlrev_b64 v[8:9], m0, v[24:25]
v_lshlrev_b64 v[8:9], exec_lo, v[24:25]
v_lshlrev_b64 v[8:9], null, v[24:25]
v_lshlrev_b64 v[8:9], 1.0, v[24:25]
v_lshlrev_b64 v[8:9], -4, v[24:25]
v_lshlrev_b64 v[8:9], 0x1234, v[24:25]
v_lshlrev_b64 v[8:9], 0x3f4ccccd, v[24:25]
v_lshlrev_b64 v[8:9], src_scc, v[24:25]
v_lshlrev_b64 v[8:9], v20, s[6:7]
v_lshlrev_b64 v[8:9], v20, null
v_lshlrev_b64 v[8:9], v20, 1.0
v_lshlrev_b64 v[8:9], v20, -4
v_lshlrev_b64 v[8:9], v20, 0x1234
v_lshlrev_b64 v[8:9], v20, 0x3f4ccccd
v_lshlrev_b64 v[8:9], v20, src_scc
v_lshrrev_b16 v8, v20, v24
v_lshrrev_b32 v8, v20, v24
v_lshrrev_b32_e32 v8, v20, v24
v_lshrrev_b32_e64 v8, v20, v24
v_lshrrev_b32 v8, s6, v24
v_lshrrev_b32 v8, vcc_lo, v24
v_lshrrev_b32 v8, m0, v24
v_lshrrev_b32 v8, exec_lo, v24
v_lshrrev_b32 v8, null, v24
v_lshrrev_b32 v8, 1.0, v24
v_lshrrev_b32 v8, -4, v24
v_lshrrev_b32 v8, 0x1234, v24
v_lshrrev_b32 v8, 0x3f4ccccd, v24
v_lshrrev_b32 v8, src_scc, v24
v_lshrrev_b32 v8, v20, s6
v_lshrrev_b32 v8, v20, vcc_lo
v_lshrrev_b32 v8, v20, m0
v_lshrrev_b32 v8, v20, exec_lo
v_lshrrev_b32 v8, v20, null
v_lshrrev_b32 v8, v20, 1.0
v_lshrrev_b32 v8, v20, -4
v_lshrrev_b32 v8, v20, 0x1234
v_lshrrev_b32 v8, v20, 0x3f4ccccd
v_lshrrev_b32 v8, v20, src_scc
v_lshrrev_b32 v8, v20, v24 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_lshrrev_b32 v8, v20, v24 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_lshrrev_b32 v8, v20, v24 row_shr:1 row_mask:0xf bank_mask:0xf
v_lshrrev_b32 v8, v20, v24 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_lshrrev_b32 v8, v20, v24 row_share:3 row_mask:0xf bank_mask:0xf
v_lshrrev_b32 v8, v20, v24 row_xmask:5 row_mask:0xf bank_mask:0xf
v_lshrrev_b32 v8, v20, v24 dpp8:[7,6,5,4,3,2,1,0]
v_lshrrev_b32 v8, v20, v24 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_lshrrev_b32_e64_dpp v8, v20, v24 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_lshrrev_b64 v[8:9], v20, v[24:25]
v_mad_i16 v8, v20, v24, v28
v_mad_i32_i16 v8, v20, v24, v28
v_mad_i32_i24 v8, v20, v24, v28
v_mad_nc_i64_i32 v[8:9], v20, v24, v[28:29]
v_mad_nc_i64_i32_e64 v[8:9], v20, v24, v[28:29]
v_mad_nc_i64_i32 v[8:9], s6, v24, v[28:29]
v_mad_nc_i64_i32 v[8:9], vcc_lo, v24, v[28:29]
v_mad_nc_i64_i32 v[8:9], m0, v24, v[28:29]
v_mad_nc_i64_i32 v[8:9], exec_lo, v24, v[28:29]
v_mad_nc_i64_i32 v[8:9], null, v24, v[28:29]
v_mad_nc_i64_i32 v[8:9], 1.0, v24, v[28:29]
v_mad_nc_i64_i32 v[8:9], -4, v24, v[28:29]
v_mad_nc_i64_i32 v[8:9], 0x1234, v24, v[28:29]
v_mad_nc_i64_i32 v[8:9], 0x3f4ccccd, v24, v[28:29]
v_mad_nc_i64_i32 v[8:9], src_scc, v24, v[28:29]
v_mad_nc_i64_i32 v[8:9], v20, s6, v[28:29]
v_mad_nc_i64_i32 v[8:9], v20, vcc_lo, v[28:29]
v_mad_nc_i64_i32 v[8:9], v20, m0, v[28:29]
v_mad_nc_i64_i32 v[8:9], v20, exec_lo, v[28:29]
v_mad_nc_i64_i32 v[8:9], v20, null, v[28:29]
v_mad_nc_i64_i32 v[8:9], v20, 1.0, v[28:29]
v_mad_nc_i64_i32 v[8:9], v20, -4, v[28:29]
v_mad_nc_i64_i32 v[8:9], v20, 0x1234, v[28:29]
v_mad_nc_i64_i32 v[8:9], v20, 0x3f4ccccd, v[28:29]
v_mad_nc_i64_i32 v[8:9], v20, src_scc, v[28:29]
v_mad_nc_i64_i32 v[8:9], v20, v24, s[6:7]
v_mad_nc_i64_i32 v[8:9], v20, v24, null
v_mad_nc_i64_i32 v[8:9], v20, v24, 1.0
v_mad_nc_i64_i32 v[8:9], v20, v24, -4
v_mad_nc_i64_i32 v[8:9], v20, v24, 0x1234
v_mad_nc_i64_i32 v[8:9], v20, v24, 0x3f4ccccd
v_mad_nc_i64_i32 v[8:9], v20, v24, src_scc
v_mad_nc_i64_i32 v[8:9], v20, v24, v[28:29] clamp
v_mad_nc_u64_u32 v[8:9], v20, v24, v[28:29]
v_mad_nc_u64_u32_e64 v[8:9], v20, v24, v[28:29]
v_mad_nc_u64_u32 v[8:9], s6, v24, v[28:29]
v_mad_nc_u64_u32 v[8:9], vcc_lo, v24, v[28:29]
v_mad_nc_u64_u32 v[8:9], m0, v24, v[28:29]
v_mad_nc_u64_u32 v[8:9], exec_lo, v24, v[28:29]
v_mad_nc_u64_u32 v[8:9], null, v24, v[28:29]
v_mad_nc_u64_u32 v[8:9], 1.0, v24, v[28:29]
v_mad_nc_u64_u32 v[8:9], -4, v24, v[28:29]
v_mad_nc_u64_u32 v[8:9], 0x1234, v24, v[28:29]
v_mad_nc_u64_u32 v[8:9], 0x3f4ccccd, v24, v[28:29]
v_mad_nc_u64_u32 v[8:9], src_scc, v24, v[28:29]
v_mad_nc_u64_u32 v[8:9], v20, s6, v[28:29]
v_mad_nc_u64_u32 v[8:9], v20, vcc_lo, v[28:29]
v_mad_nc_u64_u32 v[8:9], v20, m0, v[28:29]
v_mad_nc_u64_u32 v[8:9], v20, exec_lo, v[28:29]
v_mad_nc_u64_u32 v[8:9], v20, null, v[28:29]
v_mad_nc_u64_u32 v[8:9], v20, 1.0, v[28:29]
v_mad_nc_u64_u32 v[8:9], v20, -4, v[28:29]
v_mad_nc_u64_u32 v[8:9], v20, 0x1234, v[28:29]
v_mad_nc_u64_u32 v[8:9], v20, 0x3f4ccccd, v[28:29]
v_mad_nc_u64_u32 v[8:9], v20, src_scc, v[28:29]
v_mad_nc_u64_u32 v[8:9], v20, v24, s[6:7]
v_mad_nc_u64_u32 v[8:9], v20, v24, null
v_mad_nc_u64_u32 v[8:9], v20, v24, 1.0
v_mad_nc_u64_u32 v[8:9], v20, v24, -4
v_mad_nc_u64_u32 v[8:9], v20, v24, 0x1234
v_mad_nc_u64_u32 v[8:9], v20, v24, 0x3f4ccccd
v_mad_nc_u64_u32 v[8:9], v20, v24, src_scc
v_mad_nc_u64_u32 v[8:9], v20, v24, v[28:29] clamp
v_mad_u16 v8, v20, v24, v28
v_mad_u32 v8, v20, v24, v28
v_mad_u32_e64 v8, v20, v24, v28
v_mad_u32 v8, s6, v24, v28
v_mad_u32 v8, vcc_lo, v24, v28
v_mad_u32 v8, m0, v24, v28
v_mad_u32 v8, exec_lo, v24, v28
v_mad_u32 v8, null, v24, v28
v_mad_u32 v8, 1.0, v24, v28
v_mad_u32 v8, -4, v24, v28
v_mad_u32 v8, 0x1234, v24, v28
v_mad_u32 v8, 0x3f4ccccd, v24, v28
v_mad_u32 v8, src_scc, v24, v28
v_mad_u32 v8, v20, s6, v28
v_mad_u32 v8, v20, vcc_lo, v28
v_mad_u32 v8, v20, m0, v28
v_mad_u32 v8, v20, exec_lo, v28
v_mad_u32 v8, v20, null, v28
v_mad_u32 v8, v20, 1.0, v28
v_mad_u32 v8, v20, -4, v28
v_mad_u32 v8, v20, 0x1234, v28
v_mad_u32 v8, v20, 0x3f4ccccd, v28
v_mad_u32 v8, v20, src_scc, v28
v_mad_u32 v8, v20, v24, s6
v_mad_u32 v8, v20, v24, vcc_lo
v_mad_u32 v8, v20, v24, m0
v_mad_u32 v8, v20, v24, exec_lo
v_mad_u32 v8, v20, v24, null
v_mad_u32 v8, v20, v24, 1.0
v_mad_u32 v8, v20, v24, -4
v_mad_u32 v8, v20, v24, 0x1234
v_mad_u32 v8, v20, v24, 0x3f4ccccd
v_mad_u32 v8, v20, v24, src_scc
v_mad_u32_u16 v8, v20, v24, v28
v_mad_u32_u24 v8, v20, v24, v28
v_mad_u32_u24_e64 v8, v20, v24, v28
v_mad_u32_u24 v8, s6, v24, v28
v_mad_u32_u24 v8, vcc_lo, v24, v28
v_mad_u32_u24 v8, m0, v24, v28
v_mad_u32_u24 v8, exec_lo, v24, v28
v_mad_u32_u24 v8, null, v24, v28
v_mad_u32_u24 v8, 1.0, v24, v28
v_mad_u32_u24 v8, -4, v24, v28
v_mad_u32_u24 v8, 0x1234, v24, v28
v_mad_u32_u24 v8, 0x3f4ccccd, v24, v28
v_mad_u32_u24 v8, src_scc, v24, v28
v_mad_u32_u24 v8, v20, s6, v28
v_mad_u32_u24 v8, v20, vcc_lo, v28
v_mad_u32_u24 v8, v20, m0, v28
v_mad_u32_u24 v8, v20, exec_lo, v28
v_mad_u32_u24 v8, v20, null, v28
v_mad_u32_u24 v8, v20, 1.0, v28
v_mad_u32_u24 v8, v20, -4, v28
v_mad_u32_u24 v8, v20, 0x1234, v28
v_mad_u32_u24 v8, v20, 0x3f4ccccd, v28
v_mad_u32_u24 v8, v20, src_scc, v28
v_mad_u32_u24 v8, v20, v24, s6
v_mad_u32_u24 v8, v20, v24, vcc_lo
v_mad_u32_u24 v8, v20, v24, m0
v_mad_u32_u24 v8, v20, v24, exec_lo
v_mad_u32_u24 v8, v20, v24, null
v_mad_u32_u24 v8, v20, v24, 1.0
v_mad_u32_u24 v8, v20, v24, -4
v_mad_u32_u24 v8, v20, v24, 0x1234
v_mad_u32_u24 v8, v20, v24, 0x3f4ccccd
v_mad_u32_u24 v8, v20, v24, src_scc
v_max3_i16 v8, v20, v24, v28
v_max3_i32 v8, v20, v24, v28
v_max3_num_f16 v8, v20, v24, v28
v_max3_num_f32 v8, v20, v24, v28
v_max3_num_f32_e64 v8, v20, v24, v28
v_max3_num_f32 v8, s6, v24, v28
v_max3_num_f32 v8, vcc_lo, v24, v28
v_max3_num_f32 v8, m0, v24, v28
v_max3_num_f32 v8, exec_lo, v24, v28
v_max3_num_f32 v8, null, v24, v28
v_max3_num_f32 v8, 1.0, v24, v28
v_max3_num_f32 v8, -4, v24, v28
v_max3_num_f32 v8, 0x1234, v24, v28
v_max3_num_f32 v8, 0x3f4ccccd, v24, v28
v_max3_num_f32 v8, src_scc, v24, v28
v_max3_num_f32 v8, -v20, v24, v28
v_max3_num_f32 v8, |v20|, v24, v28
v_max3_num_f32 v8, -|v20|, v24, v28
v_max3_num_f32 v8, v20, s6, v28
v_max3_num_f32 v8, v20, vcc_lo, v28
v_max3_num_f32 v8, v20, m0, v28
v_max3_num_f32 v8, v20, exec_lo, v28
v_max3_num_f32 v8, v20, null, v28
v_max3_num_f32 v8, v20, 1.0, v28
v_max3_num_f32 v8, v20, -4, v28
v_max3_num_f32 v8, v20, 0x1234, v28
v_max3_num_f32 v8, v20, 0x3f4ccccd, v28
v_max3_num_f32 v8, v20, src_scc, v28
v_max3_num_f32 v8, v20, -v24, v28
v_max3_num_f32 v8, v20, |v24|, v28
v_max3_num_f32 v8, v20, -|v24|, v28
v_max3_num_f32 v8, v20, v24, s6
v_max3_num_f32 v8, v20, v24, vcc_lo
v_max3_num_f32 v8, v20, v24, m0
v_max3_num_f32 v8, v20, v24, exec_lo
v_max3_u16 v8, v20, v24, v28
v_max3_u32 v8, v20, v24, v28
v_max_i16 v8, v20, v24
v_max_i32 v8, v20, v24
v_max_i64 v[8:9], v[20:21], v[24:25]
v_max_num_f16 v8, v20, v24
v_max_num_f32 v8, v20, v24
v_max_num_f32_e32 v8, v20, v24
v_max_num_f32_e64 v8, v20, v24
v_max_num_f32 v8, s6, v24
v_max_num_f32 v8, vcc_lo, v24
v_max_num_f32 v8, m0, v24
v_max_num_f32 v8, exec_lo, v24
v_max_num_f32 v8, null, v24
v_max_num_f32 v8, 1.0, v24
v_max_num_f32 v8, -4, v24
v_max_num_f32 v8, 0x1234, v24
v_max_num_f32 v8, 0x3f4ccccd, v24
v_max_num_f32 v8, src_scc, v24
v_max_num_f32 v8, -v20, v24
v_max_num_f32 v8, |v20|, v24
v_max_num_f32 v8, -|v20|, v24
v_max_num_f32 v8, v20, s6
v_max_num_f32 v8, v20, vcc_lo
v_max_num_f32 v8, v20, m0
v_max_num_f32 v8, v20, exec_lo
v_max_num_f32 v8, v20, null
v_max_num_f32 v8, v20, 1.0
v_max_num_f32 v8, v20, -4
v_max_num_f32 v8, v20, 0x1234
v_max_num_f32 v8, v20, 0x3f4ccccd
v_max_num_f32 v8, v20, src_scc
v_max_num_f32 v8, v20, -v24
v_max_num_f32 v8, v20, |v24|
v_max_num_f32 v8, v20, -|v24|
v_max_num_f32 v8, v20, v24 clamp
v_max_num_f32 v8, v20, v24 mul:2
v_max_num_f32 v8, v20, v24 mul:4
v_max_num_f64 v[8:9], v[20:21], v[24:25]
v_max_u16 v8, v20, v24
v_max_u32 v8, v20, v24
v_max_u64 v[8:9], v[20:21], v[24:25]
v_maximum3_f32 v8, v20, v24, v28
v_mbcnt_hi_u32_b32 v8, v20, v24
v_mbcnt_lo_u32_b32 v8, v20, v24
v_med3_i16 v8, v20, v24, v28
v_med3_i32 v8, v20, v24, v28
v_med3_num_f16 v8, v20, v24, v28
v_med3_num_f32 v8, v20, v24, v28
v_med3_u16 v8, v20, v24, v28
v_med3_u32 v8, v20, v24, v28
v_min3_i16 v8, v20, v24, v28
v_min3_i32 v8, v20, v24, v28
v_min3_num_f16 v8, v20, v24, v28
v_min3_num_f32 v8, v20, v24, v28
v_min3_u16 v8, v20, v24, v28
v_min3_u32 v8, v20, v24, v28
v_min_i16 v8, v20, v24
v_min_i32 v8, v20, v24
v_min_i32_e32 v8, v20, v24
v_min_i32_e64 v8, v20, v24
v_min_i32 v8, s6, v24
v_min_i32 v8, vcc_lo, v24
v_min_i32 v8, m0, v24
v_min_i32 v8, exec_lo, v24
v_min_i32 v8, null, v24
v_min_i32 v8, 1.0, v24
v_min_i32 v8, -4, v24
v_min_i32 v8, 0x1234, v24
v_min_i32 v8, 0x3f4ccccd, v24
v_min_i32 v8, src_scc, v24
v_min_i32 v8, v20, s6
v_min_i32 v8, v20, vcc_lo
v_min_i32 v8, v20, m0
v_min_i32 v8, v20, exec_lo
v_min_i32 v8, v20, null
v_min_i32 v8, v20, 1.0
v_min_i32 v8, v20, -4
v_min_i32 v8, v20, 0x1234
v_min_i32 v8, v20, 0x3f4ccccd
v_min_i32 v8, v20, src_scc
v_min_i32 v8, v20, v24 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_min_i32 v8, v20, v24 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_min_i32 v8, v20, v24 row_shr:1 row_mask:0xf bank_mask:0xf
v_min_i32 v8, v20, v24 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_min_i32 v8, v20, v24 row_share:3 row_mask:0xf bank_mask:0xf
v_min_i32 v8, v20, v24 row_xmask:5 row_mask:0xf bank_mask:0xf
v_min_i32 v8, v20, v24 dpp8:[7,6,5,4,3,2,1,0]
v_min_i32 v8, v20, v24 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_min_i32_e64_dpp v8, v20, v24 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_min_i64 v[8:9], v[20:21], v[24:25]
v_min_num_f16 v8, v20, v24
v_min_num_f32 v8, v20, v24
v_min_num_f64 v[8:9], v[20:21], v[24:25]
v_min_u16 v8, v20, v24
v_min_u32 v8, v20, v24
v_min_u32_e32 v8, v20, v24
v_min_u32_e64 v8, v20, v24
v_min_u32 v8, s6, v24
v_min_u32 v8, vcc_lo, v24
v_min_u32 v8, m0, v24
v_min_u32 v8, exec_lo, v24
v_min_u32 v8, null, v24
v_min_u32 v8, 1.0, v24
v_min_u32 v8, -4, v24
v_min_u32 v8, 0x1234, v24
v_min_u32 v8, 0x3f4ccccd, v24
v_min_u32 v8, src_scc, v24
v_min_u32 v8, v20, s6
v_min_u32 v8, v20, vcc_lo
v_min_u32 v8, v20, m0
v_min_u32 v8, v20, exec_lo
v_min_u32 v8, v20, null
v_min_u32 v8, v20, 1.0
v_min_u32 v8, v20, -4
v_min_u32 v8, v20, 0x1234
v_min_u32 v8, v20, 0x3f4ccccd
v_min_u32 v8, v20, src_scc
v_min_u32 v8, v20, v24 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_min_u32 v8, v20, v24 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_min_u32 v8, v20, v24 row_shr:1 row_mask:0xf bank_mask:0xf
v_min_u32 v8, v20, v24 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_min_u32 v8, v20, v24 row_share:3 row_mask:0xf bank_mask:0xf
v_min_u32 v8, v20, v24 row_xmask:5 row_mask:0xf bank_mask:0xf
v_min_u32 v8, v20, v24 dpp8:[7,6,5,4,3,2,1,0]
v_min_u32 v8, v20, v24 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_min_u32_e64_dpp v8, v20, v24 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_min_u64 v[8:9], v[20:21], v[24:25]
v_minimum3_f32 v8, v20, v24, v28
v_mov_b16 v8.l, v20.l
v_mov_b16_e32 v8.l, v20.l
v_mov_b16_e64 v8.l, v20.l
v_mov_b16 v8.l, s6
v_mov_b16 v8.l, vcc_lo
v_mov_b16 v8.l, m0
v_mov_b16 v8.l, exec_lo
v_mov_b16 v8.l, null
v_mov_b16 v8.l, 1.0
v_mov_b16 v8.l, -4
v_mov_b16 v8.l, 0x1234
v_mov_b16 v8.l, src_scc
v_mov_b16 v8.l, v16.h
v_mov_b16 v8.l, v20.h
v_mov_b16 v8.h, v20.h
v_mov_b16 v8.l, v20.l op_sel:[0,0,1]
v_mov_b16 v8.l, v20.l quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_mov_b16 v8.l, v20.l quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_mov_b16 v8.l, v20.l row_shr:1 row_mask:0xf bank_mask:0xf
v_mov_b16 v8.l, v20.l row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_mov_b16 v8.l, v20.l row_share:3 row_mask:0xf bank_mask:0xf
v_mov_b16 v8.l, v20.l row_xmask:5 row_mask:0xf bank_mask:0xf
v_mov_b16 v8.l, v20.l dpp8:[7,6,5,4,3,2,1,0]
v_mov_b16 v8.l, v20.l dpp8:[1,1,2,3,4,5,6,7] fi:1
v_mov_b16_e64_dpp v8.l, v20.l quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_mov_b32 v8, v20
v_mov_b32_e32 v8, v20
v_mov_b32_e64 v8, v20
v_mov_b32 v8, s6
v_mov_b32 v8, vcc_lo
v_mov_b32 v8, m0
v_mov_b32 v8, exec_lo
v_mov_b32 v8, null
v_mov_b32 v8, 1.0
v_mov_b32 v8, -4
v_mov_b32 v8, 0x1234
v_mov_b32 v8, 0x3f4ccccd
v_mov_b32 v8, src_scc
v_mov_b32 v8, v20 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_mov_b32 v8, v20 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_mov_b32 v8, v20 row_shr:1 row_mask:0xf bank_mask:0xf
v_mov_b32 v8, v20 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_mov_b32 v8, v20 row_share:3 row_mask:0xf bank_mask:0xf
v_mov_b32 v8, v20 row_xmask:5 row_mask:0xf bank_mask:0xf
v_mov_b32 v8, v20 dpp8:[7,6,5,4,3,2,1,0]
v_mov_b32 v8, v20 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_mov_b32_e64_dpp v8, v20 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_mov_b64 v[8:9], v[20:21]
v_mov_b64_e32 v[8:9], v[20:21]
v_mov_b64_e64 v[8:9], v[20:21]
v_mov_b64 v[8:9], s[6:7]
v_mov_b64 v[8:9], null
v_mov_b64 v[8:9], 1.0
v_mov_b64 v[8:9], -4
v_mov_b64 v[8:9], 0x1234
v_mov_b64 v[8:9], 0x3f4ccccd
v_mov_b64 v[8:9], src_scc
v_movreld_b32 v8, v20
v_movrels_b32 v8, v20
v_movrelsd_2_b32 v8, v20
v_movrelsd_b32 v8, v20
v_msad_u8 v8, v20, v24, v28
v_mul_dx9_zero_f32 v8, v20, v24
v_mul_f16 v8, v20, v24
v_mul_f32 v8, v20, v24
v_mul_f32_e32 v8, v20, v24
v_mul_f32_e64 v8, v20, v24
v_mul_f32 v8, s6, v24
v_mul_f32 v8, vcc_lo, v24
v_mul_f32 v8, m0, v24
v_mul_f32 v8, exec_lo, v24
v_mul_f32 v8, null, v24
v_mul_f32 v8, 1.0, v24
v_mul_f32 v8, -4, v24
v_mul_f32 v8, 0x1234, v24
v_mul_f32 v8, 0x3f4ccccd, v24
v_mul_f32 v8, src_scc, v24
v_mul_f32 v8, -v20, v24
v_mul_f32 v8, |v20|, v24
v_mul_f32 v8, -|v20|, v24
v_mul_f32 v8, v20, s6
v_mul_f32 v8, v20, vcc_lo
v_mul_f32 v8, v20, m0
v_mul_f32 v8, v20, exec_lo
v_mul_f32 v8, v20, null
v_mul_f32 v8, v20, 1.0
v_mul_f32 v8, v20, -4
v_mul_f32 v8, v20, 0x1234
v_mul_f32 v8, v20, 0x3f4ccccd
v_mul_f32 v8, v20, src_scc
v_mul_f32 v8, v20, -v24
v_mul_f32 v8, v20, |v24|
v_mul_f32 v8, v20, -|v24|
v_mul_f32 v8, v20, v24 clamp
v_mul_f32 v8, v20, v24 mul:2
v_mul_f32 v8, v20, v24 mul:4
v_mul_f64 v[8:9], v[20:21], v[24:25]
v_mul_hi_i32 v8, v20, v24
v_mul_hi_i32_i24 v8, v20, v24
v_mul_hi_u32 v8, v20, v24
v_mul_hi_u32_e64 v8, v20, v24
v_mul_hi_u32 v8, s6, v24
v_mul_hi_u32 v8, vcc_lo, v24
v_mul_hi_u32 v8, m0, v24
v_mul_hi_u32 v8, exec_lo, v24
v_mul_hi_u32 v8, null, v24
v_mul_hi_u32 v8, 1.0, v24
v_mul_hi_u32 v8, -4, v24
v_mul_hi_u32 v8, 0x1234, v24
v_mul_hi_u32 v8, 0x3f4ccccd, v24
v_mul_hi_u32 v8, src_scc, v24
v_mul_hi_u32 v8, v20, s6
v_mul_hi_u32 v8, v20, vcc_lo
v_mul_hi_u32 v8, v20, m0
v_mul_hi_u32 v8, v20, exec_lo
v_mul_hi_u32 v8, v20, null
v_mul_hi_u32 v8, v20, 1.0
v_mul_hi_u32 v8, v20, -4
v_mul_hi_u32 v8, v20, 0x1234
v_mul_hi_u32 v8, v20, 0x3f4ccccd
v_mul_hi_u32 v8, v20, src_scc
v_mul_hi_u32_u24 v8, v20, v24
v_mul_i32_i24 v8, v20, v24
v_mul_i32_i24_e32 v8, v20, v24
v_mul_i32_i24_e64 v8, v20, v24
v_mul_i32_i24 v8, s6, v24
v_mul_i32_i24 v8, vcc_lo, v24
v_mul_i32_i24 v8, m0, v24
v_mul_i32_i24 v8, exec_lo, v24
v_mul_i32_i24 v8, null, v24
v_mul_i32_i24 v8, 1.0, v24
v_mul_i32_i24 v8, -4, v24
v_mul_i32_i24 v8, 0x1234, v24
v_mul_i32_i24 v8, 0x3f4ccccd, v24
v_mul_i32_i24 v8, src_scc, v24
v_mul_i32_i24 v8, v20, s6
v_mul_i32_i24 v8, v20, vcc_lo
v_mul_i32_i24 v8, v20, m0
v_mul_i32_i24 v8, v20, exec_lo
v_mul_i32_i24 v8, v20, null
v_mul_i32_i24 v8, v20, 1.0
v_mul_i32_i24 v8, v20, -4
v_mul_i32_i24 v8, v20, 0x1234
v_mul_i32_i24 v8, v20, 0x3f4ccccd
v_mul_i32_i24 v8, v20, src_scc
v_mul_i32_i24 v8, v20, v24 clamp
v_mul_i32_i24 v8, v20, v24 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_mul_i32_i24 v8, v20, v24 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_mul_i32_i24 v8, v20, v24 row_shr:1 row_mask:0xf bank_mask:0xf
v_mul_i32_i24 v8, v20, v24 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_mul_i32_i24 v8, v20, v24 row_share:3 row_mask:0xf bank_mask:0xf
v_mul_i32_i24 v8, v20, v24 row_xmask:5 row_mask:0xf bank_mask:0xf
v_mul_i32_i24 v8, v20, v24 dpp8:[7,6,5,4,3,2,1,0]
v_mul_i32_i24 v8, v20, v24 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_mul_lo_u16 v8, v20, v24
v_mul_lo_u32 v8, v20, v24
v_mul_lo_u32_e64 v8, v20, v24
v_mul_lo_u32 v8, s6, v24
v_mul_lo_u32 v8, vcc_lo, v24
v_mul_lo_u32 v8, m0, v24
v_mul_lo_u32 v8, exec_lo, v24
v_mul_lo_u32 v8, null, v24
v_mul_lo_u32 v8, 1.0, v24
v_mul_lo_u32 v8, -4, v24
v_mul_lo_u32 v8, 0x1234, v24
v_mul_lo_u32 v8, 0x3f4ccccd, v24
v_mul_lo_u32 v8, src_scc, v24
v_mul_lo_u32 v8, v20, s6
v_mul_lo_u32 v8, v20, vcc_lo
v_mul_lo_u32 v8, v20, m0
v_mul_lo_u32 v8, v20, exec_lo
v_mul_lo_u32 v8, v20, null
v_mul_lo_u32 v8, v20, 1.0
v_mul_lo_u32 v8, v20, -4
v_mul_lo_u32 v8, v20, 0x1234
v_mul_lo_u32 v8, v20, 0x3f4ccccd
v_mul_lo_u32 v8, v20, src_scc
v_mul_u32_u24 v8, v20, v24
v_mul_u32_u24_e32 v8, v20, v24
v_mul_u32_u24_e64 v8, v20, v24
v_mul_u32_u24 v8, s6, v24
v_mul_u32_u24 v8, vcc_lo, v24
v_mul_u32_u24 v8, m0, v24
v_mul_u32_u24 v8, exec_lo, v24
v_mul_u32_u24 v8, null, v24
v_mul_u32_u24 v8, 1.0, v24
v_mul_u32_u24 v8, -4, v24
v_mul_u32_u24 v8, 0x1234, v24
v_mul_u32_u24 v8, 0x3f4ccccd, v24
v_mul_u32_u24 v8, src_scc, v24
v_mul_u32_u24 v8, v20, s6
v_mul_u32_u24 v8, v20, vcc_lo
v_mul_u32_u24 v8, v20, m0
v_mul_u32_u24 v8, v20, exec_lo
v_mul_u32_u24 v8, v20, null
v_mul_u32_u24 v8, v20, 1.0
v_mul_u32_u24 v8, v20, -4
v_mul_u32_u24 v8, v20, 0x1234
v_mul_u32_u24 v8, v20, 0x3f4ccccd
v_mul_u32_u24 v8, v20, src_scc
v_mul_u32_u24 v8, v20, v24 clamp
v_mul_u32_u24 v8, v20, v24 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_mul_u32_u24 v8, v20, v24 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_mul_u32_u24 v8, v20, v24 row_shr:1 row_mask:0xf bank_mask:0xf
v_mul_u32_u24 v8, v20, v24 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_mul_u32_u24 v8, v20, v24 row_share:3 row_mask:0xf bank_mask:0xf
v_mul_u32_u24 v8, v20, v24 row_xmask:5 row_mask:0xf bank_mask:0xf
v_mul_u32_u24 v8, v20, v24 dpp8:[7,6,5,4,3,2,1,0]
v_mul_u32_u24 v8, v20, v24 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_mul_u64 v[8:9], v[20:21], v[24:25]
v_mul_u64_e32 v[8:9], v[20:21], v[24:25]
v_mul_u64_e64 v[8:9], v[20:21], v[24:25]
v_mul_u64 v[8:9], s[6:7], v[24:25]
v_mul_u64 v[8:9], null, v[24:25]
v_mul_u64 v[8:9], 1.0, v[24:25]
v_mul_u64 v[8:9], -4, v[24:25]
v_mul_u64 v[8:9], 0x1234, v[24:25]
v_mul_u64 v[8:9], 0x3f4ccccd, v[24:25]
v_mul_u64 v[8:9], src_scc, v[24:25]
v_mul_u64 v[8:9], v[20:21], s[6:7]
v_mul_u64 v[8:9], v[20:21], null
v_mul_u64 v[8:9], v[20:21], 1.0
v_mul_u64 v[8:9], v[20:21], -4
v_mul_u64 v[8:9], v[20:21], 0x1234
v_mul_u64 v[8:9], v[20:21], 0x3f4ccccd
v_mul_u64 v[8:9], v[20:21], src_scc
v_not_b16 v8, v20
v_not_b32 v8, v20
v_or3_b32 v8, v20, v24, v28
v_or3_b32_e64 v8, v20, v24, v28
v_or3_b32 v8, s6, v24, v28
v_or3_b32 v8, vcc_lo, v24, v28
v_or3_b32 v8, m0, v24, v28
v_or3_b32 v8, exec_lo, v24, v28
v_or3_b32 v8, null, v24, v28
v_or3_b32 v8, 1.0, v24, v28
v_or3_b32 v8, -4, v24, v28
v_or3_b32 v8, 0x1234, v24, v28
v_or3_b32 v8, 0x3f4ccccd, v24, v28
v_or3_b32 v8, src_scc, v24, v28
v_or3_b32 v8, v20, s6, v28
v_or3_b32 v8, v20, vcc_lo, v28
v_or3_b32 v8, v20, m0, v28
v_or3_b32 v8, v20, exec_lo, v28
v_or3_b32 v8, v20, null, v28
v_or3_b32 v8, v20, 1.0, v28
v_or3_b32 v8, v20, -4, v28
v_or3_b32 v8, v20, 0x1234, v28
v_or3_b32 v8, v20, 0x3f4ccccd, v28
v_or3_b32 v8, v20, src_scc, v28
v_or3_b32 v8, v20, v24, s6
v_or3_b32 v8, v20, v24, vcc_lo
v_or3_b32 v8, v20, v24, m0
v_or3_b32 v8, v20, v24, exec_lo
v_or3_b32 v8, v20, v24, null
v_or3_b32 v8, v20, v24, 1.0
v_or3_b32 v8, v20, v24, -4
v_or3_b32 v8, v20, v24, 0x1234
v_or3_b32 v8, v20, v24, 0x3f4ccccd
v_or3_b32 v8, v20, v24, src_scc
v_or_b16 v8, v20, v24
v_or_b32 v8, v20, v24
v_or_b32_e32 v8, v20, v24
v_or_b32_e64 v8, v20, v24
v_or_b32 v8, s6, v24
v_or_b32 v8, vcc_lo, v24
v_or_b32 v8, m0, v24
v_or_b32 v8, exec_lo, v24
v_or_b32 v8, null, v24
v_or_b32 v8, 1.0, v24
v_or_b32 v8, -4, v24
v_or_b32 v8, 0x1234, v24
v_or_b32 v8, 0x3f4ccccd, v24
v_or_b32 v8, src_scc, v24
v_or_b32 v8, v20, s6
v_or_b32 v8, v20, vcc_lo
v_or_b32 v8, v20, m0
v_or_b32 v8, v20, exec_lo
v_or_b32 v8, v20, null
v_or_b32 v8, v20, 1.0
v_or_b32 v8, v20, -4
v_or_b32 v8, v20, 0x1234
v_or_b32 v8, v20, 0x3f4ccccd
v_or_b32 v8, v20, src_scc
v_or_b32 v8, v20, v24 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_or_b32 v8, v20, v24 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_or_b32 v8, v20, v24 row_shr:1 row_mask:0xf bank_mask:0xf
v_or_b32 v8, v20, v24 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_or_b32 v8, v20, v24 row_share:3 row_mask:0xf bank_mask:0xf
v_or_b32 v8, v20, v24 row_xmask:5 row_mask:0xf bank_mask:0xf
v_or_b32 v8, v20, v24 dpp8:[7,6,5,4,3,2,1,0]
v_or_b32 v8, v20, v24 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_or_b32_e64_dpp v8, v20, v24 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_pack_b32_f16 v8, v20, v24
v_perm_b32 v8, v20, v24, v28
v_perm_b32_e64 v8, v20, v24, v28
v_perm_b32 v8, s6, v24, v28
v_perm_b32 v8, vcc_lo, v24, v28
v_perm_b32 v8, m0, v24, v28
v_perm_b32 v8, exec_lo, v24, v28
v_perm_b32 v8, null, v24, v28
v_perm_b32 v8, 1.0, v24, v28
v_perm_b32 v8, -4, v24, v28
v_perm_b32 v8, 0x1234, v24, v28
v_perm_b32 v8, 0x3f4ccccd, v24, v28
v_perm_b32 v8, src_scc, v24, v28
v_perm_b32 v8, v20, s6, v28
v_perm_b32 v8, v20, vcc_lo, v28
v_perm_b32 v8, v20, m0, v28
v_perm_b32 v8, v20, exec_lo, v28
v_perm_b32 v8, v20, null, v28
v_perm_b32 v8, v20, 1.0, v28
v_perm_b32 v8, v20, -4, v28
v_perm_b32 v8, v20, 0x1234, v28
v_perm_b32 v8, v20, 0x3f4ccccd, v28
v_perm_b32 v8, v20, src_scc, v28
v_perm_b32 v8, v20, v24, s6
v_perm_b32 v8, v20, v24, vcc_lo
v_perm_b32 v8, v20, v24, m0
v_perm_b32 v8, v20, v24, exec_lo
v_perm_b32 v8, v20, v24, null
v_perm_b32 v8, v20, v24, 1.0
v_perm_b32 v8, v20, v24, -4
v_perm_b32 v8, v20, v24, 0x1234
v_perm_b32 v8, v20, v24, 0x3f4ccccd
v_perm_b32 v8, v20, v24, src_scc
v_permlane16_swap_b32 v8, v20
v_permlane16_swap_b32_e32 v8, v20
v_permlane16_swap_b32_e64 v8, v20
v_pk_add_f16 v8, v20, v24
v_pk_add_f32 v[8:9], v[20:21], v[24:25]
v_pk_add_f32_e64 v[8:9], v[20:21], v[24:25]
v_pk_add_f32 v[8:9], null, v[24:25]
v_pk_add_f32 v[8:9], 1.0, v[24:25]
v_pk_add_f32 v[8:9], -4, v[24:25]
v_pk_add_f32 v[8:9], 0x1234, v[24:25]
v_pk_add_f32 v[8:9], 0x3f4ccccd, v[24:25]
v_pk_add_f32 v[8:9], v[20:21], null
v_pk_add_f32 v[8:9], v[20:21], 1.0
v_pk_add_f32 v[8:9], v[20:21], -4
v_pk_add_f32 v[8:9], v[20:21], 0x1234
v_pk_add_f32 v[8:9], v[20:21], 0x3f4ccccd
v_pk_add_f32 v[8:9], v[20:21], v[24:25] clamp
v_pk_add_f32 v[8:9], v[20:21], v[24:25] op_sel:[0,1]
v_pk_add_f32 v[8:9], v[20:21], v[24:25] op_sel:[1,0]
v_pk_add_f32 v[8:9], v[20:21], v[24:25] op_sel:[1,1,1]
v_pk_add_f32 v[8:9], v[20:21], v[24:25] op_sel:[1,0,0]
v_pk_add_f32 v[8:9], v[20:21], v[24:25] op_sel:[0,0,1]
v_pk_add_f32 v[8:9], v[20:21], v[24:25] op_sel:[0,1,0] op_sel_hi:[1,0,1]
v_pk_add_f32 v[8:9], v[20:21], v[24:25] op_sel_hi:[0,0]
v_pk_add_f32 v[8:9], v[20:21], v[24:25] op_sel_hi:[0,1,0]
v_pk_add_f32 v[8:9], v[20:21], v[24:25] neg_lo:[1,0]
v_pk_add_f32 v[8:9], v[20:21], v[24:25] neg_hi:[0,1]
v_pk_add_f32 v[8:9], v[20:21], v[24:25] neg_lo:[1,0,1]
v_pk_add_f32 v[8:9], v[20:21], v[24:25] neg_hi:[0,1,1]
v_pk_add_f32 v[8:9], v[20:21], v[24:25] neg_lo:[0,1,0] neg_hi:[1,0,0]
v_pk_add_i16 v8, v20, v24
v_pk_add_u16 v8, v20, v24
v_pk_ashrrev_i16 v8, v20, v24
v_pk_fma_f16 v8, v20, v24, v28
v_pk_fma_f32 v[8:9], v[20:21], v[24:25], v[28:29]
v_pk_fma_f32_e64 v[8:9], v[20:21], v[24:25], v[28:29]
v_pk_fma_f32 v[8:9], null, v[24:25], v[28:29]
v_pk_fma_f32 v[8:9], 1.0, v[24:25], v[28:29]
v_pk_fma_f32 v[8:9], -4, v[24:25], v[28:29]
v_pk_fma_f32 v[8:9], 0x1234, v[24:25], v[28:29]
v_pk_fma_f32 v[8:9], 0x3f4ccccd, v[24:25], v[28:29]
v_pk_fma_f32 v[8:9], v[20:21], null, v[28:29]
v_pk_fma_f32 v[8:9], v[20:21], 1.0, v[28:29]
v_pk_fma_f32 v[8:9], v[20:21], -4, v[28:29]
v_pk_fma_f32 v[8:9], v[20:21], 0x1234, v[28:29]
v_pk_fma_f32 v[8:9], v[20:21], 0x3f4ccccd, v[28:29]
v_pk_fma_f32 v[8:9], v[20:21], v[24:25], null
v_pk_fma_f32 v[8:9], v[20:21], v[24:25], 1.0
v_pk_fma_f32 v[8:9], v[20:21], v[24:25], -4
v_pk_fma_f32 v[8:9], v[20:21], v[24:25], 0x1234
v_pk_fma_f32 v[8:9], v[20:21], v[24:25], 0x3f4ccccd
v_pk_fma_f32 v[8:9], v[20:21], v[24:25], v[28:29] clamp
v_pk_fma_f32 v[8:9], v[20:21], v[24:25], v[28:29] op_sel:[0,1]
v_pk_fma_f32 v[8:9], v[20:21], v[24:25], v[28:29] op_sel:[1,0]
v_pk_fma_f32 v[8:9], v[20:21], v[24:25], v[28:29] op_sel:[1,1,1]
v_pk_fma_f32 v[8:9], v[20:21], v[24:25], v[28:29] op_sel:[1,0,0]
v_pk_fma_f32 v[8:9], v[20:21], v[24:25], v[28:29] op_sel:[0,0,1]
v_pk_fma_f32 v[8:9], v[20:21], v[24:25], v[28:29] op_sel:[0,1,0] op_sel_hi:[1,0,1]
v_pk_fma_f32 v[8:9], v[20:21], v[24:25], v[28:29] op_sel_hi:[0,0]
v_pk_fma_f32 v[8:9], v[20:21], v[24:25], v[28:29] op_sel_hi:[0,1,0]
v_pk_fma_f32 v[8:9], v[20:21], v[24:25], v[28:29] neg_lo:[1,0]
v_pk_fma_f32 v[8:9], v[20:21], v[24:25], v[28:29] neg_hi:[0,1]
v_pk_fma_f32 v[8:9], v[20:21], v[24:25], v[28:29] neg_lo:[1,0,1]
v_pk_fma_f32 v[8:9], v[20:21], v[24:25], v[28:29] neg_hi:[0,1,1]
v_pk_fma_f32 v[8:9], v[20:21], v[24:25], v[28:29] neg_lo:[0,1,0] neg_hi:[1,0,0]
v_pk_lshlrev_b16 v8, v20, v24
v_pk_lshrrev_b16 v8, v20, v24
v_pk_mad_i16 v8, v20, v24, v28
v_pk_mad_u16 v8, v20, v24, v28
v_pk_max_i16 v8, v20, v24
v_pk_max_num_f16 v8, v20, v24
v_pk_max_u16 v8, v20, v24
v_pk_maximum3_f16 v8, v20, v24, v28
v_pk_min_i16 v8, v20, v24
v_pk_min_num_f16 v8, v20, v24
v_pk_min_u16 v8, v20, v24
v_pk_minimum3_f16 v8, v20, v24, v28
v_pk_mul_f16 v8, v20, v24
v_pk_mul_f32 v[8:9], v[20:21], v[24:25]
v_pk_mul_f32_e64 v[8:9], v[20:21], v[24:25]
v_pk_mul_f32 v[8:9], null, v[24:25]
v_pk_mul_f32 v[8:9], 1.0, v[24:25]
v_pk_mul_f32 v[8:9], -4, v[24:25]
v_pk_mul_f32 v[8:9], 0x1234, v[24:25]
v_pk_mul_f32 v[8:9], 0x3f4ccccd, v[24:25]
v_pk_mul_f32 v[8:9], v[20:21], null
v_pk_mul_f32 v[8:9], v[20:21], 1.0
v_pk_mul_f32 v[8:9], v[20:21], -4
v_pk_mul_f32 v[8:9], v[20:21], 0x1234
v_pk_mul_f32 v[8:9], v[20:21], 0x3f4ccccd
v_pk_mul_f32 v[8:9], v[20:21], v[24:25] clamp
v_pk_mul_f32 v[8:9], v[20:21], v[24:25] op_sel:[0,1]
v_pk_mul_f32 v[8:9], v[20:21], v[24:25] op_sel:[1,0]
v_pk_mul_f32 v[8:9], v[20:21], v[24:25] op_sel:[1,1,1]
v_pk_mul_f32 v[8:9], v[20:21], v[24:25] op_sel:[1,0,0]
v_pk_mul_f32 v[8:9], v[20:21], v[24:25] op_sel:[0,0,1]
v_pk_mul_f32 v[8:9], v[20:21], v[24:25] op_sel:[0,1,0] op_sel_hi:[1,0,1]
v_pk_mul_f32 v[8:9], v[20:21], v[24:25] op_sel_hi:[0,0]
v_pk_mul_f32 v[8:9], v[20:21], v[24:25] op_sel_hi:[0,1,0]
v_pk_mul_f32 v[8:9], v[20:21], v[24:25] neg_lo:[1,0]
v_pk_mul_f32 v[8:9], v[20:21], v[24:25] neg_hi:[0,1]
v_pk_mul_f32 v[8:9], v[20:21], v[24:25] neg_lo:[1,0,1]
v_pk_mul_f32 v[8:9], v[20:21], v[24:25] neg_hi:[0,1,1]
v_pk_mul_f32 v[8:9], v[20:21], v[24:25] neg_lo:[0,1,0] neg_hi:[1,0,0]
v_pk_mul_lo_u16 v8, v20, v24
v_pk_sub_i16 v8, v20, v24
v_pk_sub_u16 v8, v20, v24
v_prng_b32 v8, v20
v_rcp_f16 v8, v20
v_rcp_f32 v8, v20
v_rcp_f32_e32 v8, v20
v_rcp_f32_e64 v8, v20
v_rcp_f32 v8, s6
v_rcp_f32 v8, vcc_lo
v_rcp_f32 v8, m0
v_rcp_f32 v8, exec_lo
v_rcp_f32 v8, null
v_rcp_f32 v8, 1.0
v_rcp_f32 v8, -4
v_rcp_f32 v8, 0x1234
v_rcp_f32 v8, 0x3f4ccccd
v_rcp_f32 v8, src_scc
v_rcp_f32 v8, -v20
v_rcp_f32 v8, |v20|
v_rcp_f32 v8, -|v20|
v_rcp_f32 v8, v20 clamp
v_rcp_f32 v8, v20 mul:2
v_rcp_f32 v8, v20 mul:4
v_rcp_f32 v8, v20 div:2
v_rcp_f32 v8, v20 clamp mul:2
v_rcp_f32 v8, v20 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_rcp_f32 v8, v20 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_rcp_f32 v8, v20 row_shr:1 row_mask:0xf bank_mask:0xf
v_rcp_f32 v8, v20 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_rcp_f32 v8, v20 row_share:3 row_mask:0xf bank_mask:0xf
v_rcp_f32 v8, v20 row_xmask:5 row_mask:0xf bank_mask:0xf
v_rcp_f32 v8, v20 dpp8:[7,6,5,4,3,2,1,0]
v_rcp_f32 v8, v20 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_rcp_f32_e64_dpp v8, v20 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_rcp_f32_e64_dpp v8, -|v20| quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_rcp_f32 v8, -v20 clamp
v_rcp_f64 v[8:9], v[20:21]
v_rcp_iflag_f32 v8, v20
v_rcp_iflag_f32_e32 v8, v20
v_rcp_iflag_f32_e64 v8, v20
v_rcp_iflag_f32 v8, s6
v_rcp_iflag_f32 v8, vcc_lo
v_rcp_iflag_f32 v8, m0
v_rcp_iflag_f32 v8, exec_lo
v_rcp_iflag_f32 v8, null
v_rcp_iflag_f32 v8, 1.0
v_rcp_iflag_f32 v8, -4
v_rcp_iflag_f32 v8, 0x1234
v_rcp_iflag_f32 v8, 0x3f4ccccd
v_rcp_iflag_f32 v8, src_scc
v_rcp_iflag_f32 v8, -v20
v_rcp_iflag_f32 v8, |v20|
v_rcp_iflag_f32 v8, -|v20|
v_rcp_iflag_f32 v8, v20 clamp
v_rcp_iflag_f32 v8, v20 mul:2
v_rcp_iflag_f32 v8, v20 mul:4
v_rcp_iflag_f32 v8, v20 div:2
v_rcp_iflag_f32 v8, v20 clamp mul:2
v_rcp_iflag_f32 v8, v20 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_rcp_iflag_f32 v8, v20 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_rcp_iflag_f32 v8, v20 row_shr:1 row_mask:0xf bank_mask:0xf
v_rcp_iflag_f32 v8, v20 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_rcp_iflag_f32 v8, v20 row_share:3 row_mask:0xf bank_mask:0xf
v_rcp_iflag_f32 v8, v20 row_xmask:5 row_mask:0xf bank_mask:0xf
v_rcp_iflag_f32 v8, v20 dpp8:[7,6,5,4,3,2,1,0]
v_rcp_iflag_f32 v8, v20 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_rcp_iflag_f32_e64_dpp v8, v20 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_rcp_iflag_f32_e64_dpp v8, -|v20| quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_rcp_iflag_f32 v8, -v20 clamp
v_readfirstlane_b32 s20, v20
v_readfirstlane_b32_e32 s20, v20
v_readfirstlane_b32 vcc_lo, v20
v_readfirstlane_b32_e32 vcc_lo, v20
v_rndne_f16 v8, v20
v_rndne_f32 v8, v20
v_rndne_f64 v[8:9], v[20:21]
v_rsq_f16 v8, v20
v_rsq_f32 v8, v20
v_rsq_f32_e32 v8, v20
v_rsq_f32_e64 v8, v20
v_rsq_f32 v8, s6
v_rsq_f32 v8, vcc_lo
v_rsq_f32 v8, m0
v_rsq_f32 v8, exec_lo
v_rsq_f32 v8, null
v_rsq_f32 v8, 1.0
v_rsq_f32 v8, -4
v_rsq_f32 v8, 0x1234
v_rsq_f32 v8, 0x3f4ccccd
v_rsq_f32 v8, src_scc
v_rsq_f32 v8, -v20
v_rsq_f32 v8, |v20|
v_rsq_f32 v8, -|v20|
v_rsq_f32 v8, v20 clamp
v_rsq_f32 v8, v20 mul:2
v_rsq_f32 v8, v20 mul:4
v_rsq_f32 v8, v20 div:2
v_rsq_f32 v8, v20 clamp mul:2
v_rsq_f32 v8, v20 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_rsq_f32 v8, v20 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_rsq_f32 v8, v20 row_shr:1 row_mask:0xf bank_mask:0xf
v_rsq_f32 v8, v20 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_rsq_f32 v8, v20 row_share:3 row_mask:0xf bank_mask:0xf
v_rsq_f32 v8, v20 row_xmask:5 row_mask:0xf bank_mask:0xf
v_rsq_f32 v8, v20 dpp8:[7,6,5,4,3,2,1,0]
v_rsq_f32 v8, v20 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_rsq_f32_e64_dpp v8, v20 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_rsq_f32_e64_dpp v8, -|v20| quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_rsq_f32 v8, -v20 clamp
v_rsq_f64 v[8:9], v[20:21]
v_s_rcp_f32 s20, s6
v_s_rcp_f32 s20, vcc_lo
v_s_rcp_f32 s20, m0
v_s_rcp_f32 s20, exec_lo
v_s_rcp_f32 s20, null
v_s_rcp_f32 s20, 1.0
v_s_rcp_f32 s20, -4
v_s_rcp_f32 s20, 0x1234
v_s_rcp_f32 s20, 0x3f4ccccd
v_s_rcp_f32 s20, src_scc
v_s_rcp_f32 vcc_lo, s6
v_s_rcp_f32 vcc_lo, vcc_lo
v_s_rcp_f32 vcc_lo, m0
v_s_rcp_f32 vcc_lo, exec_lo
v_s_rcp_f32 vcc_lo, null
v_s_rcp_f32 vcc_lo, 1.0
v_s_rcp_f32 vcc_lo, -4
v_s_rcp_f32 vcc_lo, 0x1234
v_s_rcp_f32 vcc_lo, 0x3f4ccccd
v_sad_hi_u8 v8, v20, v24, v28
v_sad_u16 v8, v20, v24, v28
v_sad_u32 v8, v20, v24, v28
v_sad_u8 v8, v20, v24, v28
v_sat_pk_u8_i16 v8, v20
v_sin_f16 v8, v20
v_sin_f32 v8, v20
v_sqrt_f16 v8, v20
v_sqrt_f32 v8, v20
v_sqrt_f64 v[8:9], v[20:21]
v_sub_co_ci_u32 v8, v20, v24
v_sub_co_ci_u32_e32 v8, v20, v24
v_sub_co_ci_u32 v8, s6, v24
v_sub_co_ci_u32 v8, vcc_lo, v24
v_sub_co_ci_u32 v8, m0, v24
v_sub_co_ci_u32 v8, exec_lo, v24
v_sub_co_ci_u32 v8, null, v24
v_sub_co_ci_u32 v8, 1.0, v24
v_sub_co_ci_u32 v8, -4, v24
v_sub_co_ci_u32 v8, 0x1234, v24
v_sub_co_ci_u32 v8, 0x3f4ccccd, v24
v_sub_co_ci_u32 v8, src_scc, v24
v_sub_co_ci_u32 v8, v20, v24 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_sub_co_ci_u32 v8, v20, v24 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_sub_co_ci_u32 v8, v20, v24 row_shr:1 row_mask:0xf bank_mask:0xf
v_sub_co_ci_u32 v8, v20, v24 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_sub_co_ci_u32 v8, v20, v24 row_share:3 row_mask:0xf bank_mask:0xf
v_sub_co_ci_u32 v8, v20, v24 row_xmask:5 row_mask:0xf bank_mask:0xf
v_sub_co_ci_u32 v8, v20, v24 dpp8:[7,6,5,4,3,2,1,0]
v_sub_co_ci_u32 v8, v20, v24 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_sub_f16 v8, v20, v24
v_sub_f32 v8, v20, v24
v_sub_f32_e32 v8, v20, v24
v_sub_f32_e64 v8, v20, v24
v_sub_f32 v8, s6, v24
v_sub_f32 v8, vcc_lo, v24
v_sub_f32 v8, m0, v24
v_sub_f32 v8, exec_lo, v24
v_sub_f32 v8, null, v24
v_sub_f32 v8, 1.0, v24
v_sub_f32 v8, -4, v24
v_sub_f32 v8, 0x1234, v24
v_sub_f32 v8, 0x3f4ccccd, v24
v_sub_f32 v8, src_scc, v24
v_sub_f32 v8, -v20, v24
v_sub_f32 v8, |v20|, v24
v_sub_f32 v8, -|v20|, v24
v_sub_f32 v8, v20, s6
v_sub_f32 v8, v20, vcc_lo
v_sub_f32 v8, v20, m0
v_sub_f32 v8, v20, exec_lo
v_sub_f32 v8, v20, null
v_sub_f32 v8, v20, 1.0
v_sub_f32 v8, v20, -4
v_sub_f32 v8, v20, 0x1234
v_sub_f32 v8, v20, 0x3f4ccccd
v_sub_f32 v8, v20, src_scc
v_sub_f32 v8, v20, -v24
v_sub_f32 v8, v20, |v24|
v_sub_f32 v8, v20, -|v24|
v_sub_f32 v8, v20, v24 clamp
v_sub_f32 v8, v20, v24 mul:2
v_sub_f32 v8, v20, v24 mul:4
v_sub_nc_i16 v8, v20, v24
v_sub_nc_i32 v8, v20, v24
v_sub_nc_i32_e64 v8, v20, v24
v_sub_nc_i32 v8, s6, v24
v_sub_nc_i32 v8, vcc_lo, v24
v_sub_nc_i32 v8, m0, v24
v_sub_nc_i32 v8, exec_lo, v24
v_sub_nc_i32 v8, null, v24
v_sub_nc_i32 v8, 1.0, v24
v_sub_nc_i32 v8, -4, v24
v_sub_nc_i32 v8, 0x1234, v24
v_sub_nc_i32 v8, 0x3f4ccccd, v24
v_sub_nc_i32 v8, src_scc, v24
v_sub_nc_i32 v8, v20, s6
v_sub_nc_i32 v8, v20, vcc_lo
v_sub_nc_i32 v8, v20, m0
v_sub_nc_i32 v8, v20, exec_lo
v_sub_nc_i32 v8, v20, null
v_sub_nc_i32 v8, v20, 1.0
v_sub_nc_i32 v8, v20, -4
v_sub_nc_i32 v8, v20, 0x1234
v_sub_nc_i32 v8, v20, 0x3f4ccccd
v_sub_nc_i32 v8, v20, src_scc
v_sub_nc_i32 v8, v20, v24 clamp
v_sub_nc_i32 v8, v20, v24 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_sub_nc_i32 v8, v20, v24 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_sub_nc_i32 v8, v20, v24 row_shr:1 row_mask:0xf bank_mask:0xf
v_sub_nc_i32 v8, v20, v24 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_sub_nc_i32 v8, v20, v24 row_share:3 row_mask:0xf bank_mask:0xf
v_sub_nc_i32 v8, v20, v24 row_xmask:5 row_mask:0xf bank_mask:0xf
v_sub_nc_i32 v8, v20, v24 dpp8:[7,6,5,4,3,2,1,0]
v_sub_nc_i32 v8, v20, v24 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_sub_nc_i32_e64_dpp v8, v20, v24 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_sub_nc_u16 v8, v20, v24
v_sub_nc_u32 v8, v20, v24
v_sub_nc_u32_e32 v8, v20, v24
v_sub_nc_u32_e64 v8, v20, v24
v_sub_nc_u32 v8, s6, v24
v_sub_nc_u32 v8, vcc_lo, v24
v_sub_nc_u32 v8, m0, v24
v_sub_nc_u32 v8, exec_lo, v24
v_sub_nc_u32 v8, null, v24
v_sub_nc_u32 v8, 1.0, v24
v_sub_nc_u32 v8, -4, v24
v_sub_nc_u32 v8, 0x1234, v24
v_sub_nc_u32 v8, 0x3f4ccccd, v24
v_sub_nc_u32 v8, src_scc, v24
v_sub_nc_u32 v8, v20, s6
v_sub_nc_u32 v8, v20, vcc_lo
v_sub_nc_u32 v8, v20, m0
v_sub_nc_u32 v8, v20, exec_lo
v_sub_nc_u32 v8, v20, null
v_sub_nc_u32 v8, v20, 1.0
v_sub_nc_u32 v8, v20, -4
v_sub_nc_u32 v8, v20, 0x1234
v_sub_nc_u32 v8, v20, 0x3f4ccccd
v_sub_nc_u32 v8, v20, src_scc
v_sub_nc_u32 v8, v20, v24 clamp
v_sub_nc_u32 v8, v20, v24 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_sub_nc_u32 v8, v20, v24 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_sub_nc_u32 v8, v20, v24 row_shr:1 row_mask:0xf bank_mask:0xf
v_sub_nc_u32 v8, v20, v24 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_sub_nc_u32 v8, v20, v24 row_share:3 row_mask:0xf bank_mask:0xf
v_sub_nc_u32 v8, v20, v24 row_xmask:5 row_mask:0xf bank_mask:0xf
v_sub_nc_u32 v8, v20, v24 dpp8:[7,6,5,4,3,2,1,0]
v_sub_nc_u32 v8, v20, v24 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_sub_nc_u64 v[8:9], v[20:21], v[24:25]
v_subrev_co_ci_u32 v8, v20, v24
v_subrev_co_ci_u32_e32 v8, v20, v24
v_subrev_co_ci_u32 v8, s6, v24
v_subrev_co_ci_u32 v8, vcc_lo, v24
v_subrev_co_ci_u32 v8, m0, v24
v_subrev_co_ci_u32 v8, exec_lo, v24
v_subrev_co_ci_u32 v8, null, v24
v_subrev_co_ci_u32 v8, 1.0, v24
v_subrev_co_ci_u32 v8, -4, v24
v_subrev_co_ci_u32 v8, 0x1234, v24
v_subrev_co_ci_u32 v8, 0x3f4ccccd, v24
v_subrev_co_ci_u32 v8, src_scc, v24
v_subrev_co_ci_u32 v8, v20, v24 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_subrev_co_ci_u32 v8, v20, v24 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_subrev_co_ci_u32 v8, v20, v24 row_shr:1 row_mask:0xf bank_mask:0xf
v_subrev_co_ci_u32 v8, v20, v24 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_subrev_co_ci_u32 v8, v20, v24 row_share:3 row_mask:0xf bank_mask:0xf
v_subrev_co_ci_u32 v8, v20, v24 row_xmask:5 row_mask:0xf bank_mask:0xf
v_subrev_co_ci_u32 v8, v20, v24 dpp8:[7,6,5,4,3,2,1,0]
v_subrev_co_ci_u32 v8, v20, v24 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_subrev_f16 v8, v20, v24
v_subrev_f32 v8, v20, v24
v_subrev_nc_u32 v8, v20, v24
v_subrev_nc_u32_e32 v8, v20, v24
v_subrev_nc_u32_e64 v8, v20, v24
v_subrev_nc_u32 v8, s6, v24
v_subrev_nc_u32 v8, vcc_lo, v24
v_subrev_nc_u32 v8, m0, v24
v_subrev_nc_u32 v8, exec_lo, v24
v_subrev_nc_u32 v8, null, v24
v_subrev_nc_u32 v8, 1.0, v24
v_subrev_nc_u32 v8, -4, v24
v_subrev_nc_u32 v8, 0x1234, v24
v_subrev_nc_u32 v8, 0x3f4ccccd, v24
v_subrev_nc_u32 v8, src_scc, v24
v_subrev_nc_u32 v8, v20, s6
v_subrev_nc_u32 v8, v20, vcc_lo
v_subrev_nc_u32 v8, v20, m0
v_subrev_nc_u32 v8, v20, exec_lo
v_subrev_nc_u32 v8, v20, null
v_subrev_nc_u32 v8, v20, 1.0
v_subrev_nc_u32 v8, v20, -4
v_subrev_nc_u32 v8, v20, 0x1234
v_subrev_nc_u32 v8, v20, 0x3f4ccccd
v_subrev_nc_u32 v8, v20, src_scc
v_subrev_nc_u32 v8, v20, v24 clamp
v_subrev_nc_u32 v8, v20, v24 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_subrev_nc_u32 v8, v20, v24 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_subrev_nc_u32 v8, v20, v24 row_shr:1 row_mask:0xf bank_mask:0xf
v_subrev_nc_u32 v8, v20, v24 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_subrev_nc_u32 v8, v20, v24 row_share:3 row_mask:0xf bank_mask:0xf
v_subrev_nc_u32 v8, v20, v24 row_xmask:5 row_mask:0xf bank_mask:0xf
v_subrev_nc_u32 v8, v20, v24 dpp8:[7,6,5,4,3,2,1,0]
v_subrev_nc_u32 v8, v20, v24 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_swap_b32 v8, v20
v_swap_b32_e32 v8, v20
v_swaprel_b32 v8, v20
v_trunc_f16 v8, v20
v_trunc_f32 v8, v20
v_trunc_f64 v[8:9], v[20:21]
v_xad_u32 v8, v20, v24, v28
v_xad_u32_e64 v8, v20, v24, v28
v_xad_u32 v8, s6, v24, v28
v_xad_u32 v8, vcc_lo, v24, v28
v_xad_u32 v8, m0, v24, v28
v_xad_u32 v8, exec_lo, v24, v28
v_xad_u32 v8, null, v24, v28
v_xad_u32 v8, 1.0, v24, v28
v_xad_u32 v8, -4, v24, v28
v_xad_u32 v8, 0x1234, v24, v28
v_xad_u32 v8, 0x3f4ccccd, v24, v28
v_xad_u32 v8, src_scc, v24, v28
v_xad_u32 v8, v20, s6, v28
v_xad_u32 v8, v20, vcc_lo, v28
v_xad_u32 v8, v20, m0, v28
v_xad_u32 v8, v20, exec_lo, v28
v_xad_u32 v8, v20, null, v28
v_xad_u32 v8, v20, 1.0, v28
v_xad_u32 v8, v20, -4, v28
v_xad_u32 v8, v20, 0x1234, v28
v_xad_u32 v8, v20, 0x3f4ccccd, v28
v_xad_u32 v8, v20, src_scc, v28
v_xad_u32 v8, v20, v24, s6
v_xad_u32 v8, v20, v24, vcc_lo
v_xad_u32 v8, v20, v24, m0
v_xad_u32 v8, v20, v24, exec_lo
v_xad_u32 v8, v20, v24, null
v_xad_u32 v8, v20, v24, 1.0
v_xad_u32 v8, v20, v24, -4
v_xad_u32 v8, v20, v24, 0x1234
v_xad_u32 v8, v20, v24, 0x3f4ccccd
v_xad_u32 v8, v20, v24, src_scc
v_xnor_b32 v8, v20, v24
v_xor3_b32 v8, v20, v24, v28
v_xor_b16 v8, v20, v24
v_xor_b32 v8, v20, v24
v_xor_b32_e32 v8, v20, v24
v_xor_b32_e64 v8, v20, v24
v_xor_b32 v8, s6, v24
v_xor_b32 v8, vcc_lo, v24
v_xor_b32 v8, m0, v24
v_xor_b32 v8, exec_lo, v24
v_xor_b32 v8, null, v24
v_xor_b32 v8, 1.0, v24
v_xor_b32 v8, -4, v24
v_xor_b32 v8, 0x1234, v24
v_xor_b32 v8, 0x3f4ccccd, v24
v_xor_b32 v8, src_scc, v24
v_xor_b32 v8, v20, s6
v_xor_b32 v8, v20, vcc_lo
v_xor_b32 v8, v20, m0
v_xor_b32 v8, v20, exec_lo
v_xor_b32 v8, v20, null
v_xor_b32 v8, v20, 1.0
v_xor_b32 v8, v20, -4
v_xor_b32 v8, v20, 0x1234
v_xor_b32 v8, v20, 0x3f4ccccd
v_xor_b32 v8, v20, src_scc
v_xor_b32 v8, v20, v24 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
v_xor_b32 v8, v20, v24 quad_perm:[1,0,3,2] row_mask:0x3 bank_mask:0x5
v_xor_b32 v8, v20, v24 row_shr:1 row_mask:0xf bank_mask:0xf
v_xor_b32 v8, v20, v24 row_ror:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_xor_b32 v8, v20, v24 row_share:3 row_mask:0xf bank_mask:0xf
v_xor_b32 v8, v20, v24 row_xmask:5 row_mask:0xf bank_mask:0xf
v_xor_b32 v8, v20, v24 dpp8:[7,6,5,4,3,2,1,0]
v_xor_b32 v8, v20, v24 dpp8:[1,1,2,3,4,5,6,7] fi:1
v_xor_b32_e64_dpp v8, v20, v24 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_add_co_u32 v8, vcc_lo, v20, v24
v_add_co_u32 v8, s20, v20, v24
v_add_co_u32 v8, s20, s6, v24
v_add_co_u32 v8, null, v20, 0x1234
v_sub_co_u32 v8, vcc_lo, v20, v24
v_subrev_co_u32 v8, s20, v20, v24
v_add_co_ci_u32 v8, vcc_lo, v20, v24, vcc_lo
v_add_co_ci_u32 v8, s20, v20, v24, s22
v_add_co_ci_u32 v8, vcc_lo, 4, v24, vcc_lo
v_sub_co_ci_u32 v8, vcc_lo, v20, v24, vcc_lo
v_sub_co_ci_u32 v8, s20, v20, v24, s22
v_subrev_co_ci_u32 v8, vcc_lo, v20, v24, vcc_lo
v_subrev_co_ci_u32 v8, s20, v20, v24, s22
v_cndmask_b32 v8, v20, v24, vcc_lo
v_cndmask_b32 v8, v20, v24, s6
v_cndmask_b32 v8, -v20, |v24|, s6
v_cndmask_b32 v8, 1.0, s7, vcc_lo
v_cndmask_b16 v8.l, v20.l, v24.l, vcc_lo
v_div_scale_f32 v8, vcc_lo, v20, v24, v28
v_div_scale_f32 v8, s20, v20, v20, v28
v_div_scale_f32 v8, vcc_lo, s6, v24, 1.0
v_div_scale_f32 v8, null, v20, v24, v28
v_div_scale_f64 v[8:9], vcc_lo, v[20:21], v[24:25], v[28:29]
v_fmaak_f16 v8.l, v20.l, v24.l, 0x1234
v_fmamk_f16 v8.l, v20.l, 0x1234, v24.l
v_fmaak_f32 v8, v20, v24, 0x3f4ccccd
v_fmamk_f32 v8, v20, 0x3f4ccccd, v24
v_mad_co_i64_i32 v[8:9], vcc_lo, v20, v24, v[28:29]
v_mad_co_u64_u32 v[8:9], s20, v20, v24, v[28:29]
v_mov_b16 v8.h, 0x1234
v_mov_b16 v8.h, v20.l
v_mov_b16 v8.l, v20.l quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_nop
v_permlane16_b32 v8, v20, s6, s7
v_permlanex16_b32 v8, v20, s6, s7
v_permlanex16_b32 v8, v20, s6, -1
v_permlanex16_b32 v8, v20, s6, s7 op_sel:[1,1]
v_permlane16_var_b32 v8, v20, v21
v_permlane16_var_b32 v8, v20, v21 op_sel:[1,1]
v_permlanex16_var_b32 v8, v20, v21
v_permlane_bcast_b32 v8, v20, s6, 8
v_permlane_bcast_b32 v8, v20, 3, 8
v_permlane_up_b32 v8, v20, s6, 16
v_permlane_down_b32 v8, v20, 5, 8
v_permlane_xor_b32 v8, v20, s6, 8
v_readlane_b32 s8, v20, s6
v_readlane_b32 s8, v20, 3
v_readlane_b32 vcc_lo, v20, m0
v_writelane_b32 v8, s6, s7
v_writelane_b32 v8, 1.0, 5
v_writelane_b32 v8, 0x1234, m0
v_readfirstlane_b32 s8, v20
v_cvt_scalef32_pk8_fp8_f32 v[8:9], v[20:27], v40
v_cvt_scalef32_pk8_fp8_f32 v[8:9], v[20:27], s6
v_cvt_scalef32_pk8_fp8_f32 v[8:9], v[20:27], 1.0
v_cvt_scalef32_pk8_fp8_f32 v[8:9], v[20:27], 0x3f000000
v_cvt_scalef32_pk8_fp8_f16 v[8:9], v[20:23], v40
v_cvt_scalef32_pk8_fp8_bf16 v[8:9], v[20:23], v40
v_cvt_scalef32_pk8_bf8_f32 v[8:9], v[20:27], v40
v_cvt_scalef32_pk8_bf8_f16 v[8:9], v[20:23], v40
v_cvt_scalef32_pk8_bf8_bf16 v[8:9], v[20:23], v40
v_cvt_scalef32_pk8_fp4_f32 v8, v[20:27], v40
v_cvt_scalef32_pk8_fp4_f32 v8, v[20:27], s6
v_cvt_scalef32_pk8_fp4_f32 v8, v[20:27], 1.0
v_cvt_scalef32_pk8_fp4_f32 v8, v[20:27], 0x3f000000
v_cvt_scalef32_pk8_fp4_f16 v8, v[20:23], v40
v_cvt_scalef32_pk8_fp4_bf16 v8, v[20:23], v40
v_cvt_scalef32_sr_pk8_fp8_f32 v[8:9], v[20:27], v40, v41
v_cvt_scalef32_sr_pk8_fp8_f16 v[8:9], v[20:23], v40, v41
v_cvt_scalef32_sr_pk8_fp8_bf16 v[8:9], v[20:23], v40, v41
v_cvt_scalef32_sr_pk8_bf8_f32 v[8:9], v[20:27], v40, v41
v_cvt_scalef32_sr_pk8_bf8_f16 v[8:9], v[20:23], v40, v41
v_cvt_scalef32_sr_pk8_bf8_bf16 v[8:9], v[20:23], v40, v41
v_cvt_scalef32_sr_pk8_fp4_f32 v8, v[20:27], v40, v41
v_cvt_scalef32_sr_pk8_fp4_f16 v8, v[20:23], v40, v41
v_cvt_scalef32_sr_pk8_fp4_bf16 v8, v[20:23], v40, v41
v_cvt_scalef32_pk16_fp6_f32 v[8:10], v[20:35], v40
v_cvt_scalef32_sr_pk16_fp6_f32 v[8:10], v[20:35], v40, v41
v_cvt_scale_pk16_f32_fp6 v[8:23], v[40:42], v50
v_cvt_scalef32_pk16_fp6_f16 v[8:10], v[20:27], v40
v_cvt_scalef32_sr_pk16_fp6_f16 v[8:10], v[20:27], v40, v41
v_cvt_scale_pk16_f16_fp6 v[8:15], v[40:42], v50
v_cvt_scalef32_pk16_fp6_bf16 v[8:10], v[20:27], v40
v_cvt_scalef32_sr_pk16_fp6_bf16 v[8:10], v[20:27], v40, v41
v_cvt_scale_pk16_bf16_fp6 v[8:15], v[40:42], v50
v_cvt_scalef32_pk16_bf6_f32 v[8:10], v[20:35], v40
v_cvt_scalef32_sr_pk16_bf6_f32 v[8:10], v[20:35], v40, v41
v_cvt_scale_pk16_f32_bf6 v[8:23], v[40:42], v50
v_cvt_scalef32_pk16_bf6_f16 v[8:10], v[20:27], v40
v_cvt_scalef32_sr_pk16_bf6_f16 v[8:10], v[20:27], v40, v41
v_cvt_scale_pk16_f16_bf6 v[8:15], v[40:42], v50
v_cvt_scalef32_pk16_bf6_bf16 v[8:10], v[20:27], v40
v_cvt_scalef32_sr_pk16_bf6_bf16 v[8:10], v[20:27], v40, v41
v_cvt_scale_pk16_bf16_bf6 v[8:15], v[40:42], v50
v_cvt_scalef32_sr_pk8_fp8_f32 v[8:9], v[20:27], s6, v41
v_cvt_scalef32_sr_pk8_fp8_f32 v[8:9], v[20:27], v40, 1.0
v_cvt_scale_pk16_f32_fp6 v[8:23], v[40:42], v50 scale_sel:5
s_abs_i32 s8, s20
s_abs_i32 s8, 1.0
s_abs_i32 s8, -4
s_abs_i32 s8, 0x1234
s_abs_i32 s8, vcc_lo
s_abs_i32 s8, m0
s_abs_i32 s8, exec_lo
s_abs_i32 s8, src_scc
s_abs_i32 vcc_lo, s20
s_abs_i32 vcc_lo, 1.0
s_abs_i32 vcc_lo, -4
s_abs_i32 vcc_lo, 0x1234
s_abs_i32 vcc_lo, vcc_lo
s_abs_i32 vcc_lo, m0
s_abs_i32 vcc_lo, exec_lo
s_abs_i32 vcc_lo, src_scc
s_abs_i32 m0, s20
s_abs_i32 m0, 1.0
s_abs_i32 m0, -4
s_abs_i32 m0, 0x1234
s_abs_i32 m0, vcc_lo
s_abs_i32 m0, m0
s_abs_i32 m0, exec_lo
s_abs_i32 m0, src_scc
s_abs_i32 exec_lo, s20
s_abs_i32 exec_lo, 1.0
s_abs_i32 exec_lo, -4
s_abs_i32 exec_lo, 0x1234
s_abs_i32 exec_lo, vcc_lo
s_abs_i32 exec_lo, m0
s_abs_i32 exec_lo, exec_lo
s_abs_i32 exec_lo, src_scc
s_absdiff_i32 s8, s20, s20
s_add_co_ci_u32 s8, s20, s20
s_add_co_ci_u32 s8, s20, -4
s_add_co_ci_u32 s8, -4, s20
s_add_co_ci_u32 s8, s20, 0x12345678
s_add_co_ci_u32 s8, 0x12345678, s20
s_add_co_ci_u32 s8, s20, vcc_lo
s_add_co_ci_u32 s8, vcc_lo, s20
s_add_co_ci_u32 s8, s20, null
s_add_co_ci_u32 s8, null, s20
s_add_co_ci_u32 vcc_lo, s20, s20
s_add_co_ci_u32 vcc_lo, s20, -4
s_add_co_ci_u32 vcc_lo, -4, s20
s_add_co_ci_u32 vcc_lo, s20, 0x12345678
s_add_co_ci_u32 vcc_lo, 0x12345678, s20
s_add_co_ci_u32 vcc_lo, s20, vcc_lo
s_add_co_ci_u32 vcc_lo, vcc_lo, s20
s_add_co_ci_u32 vcc_lo, s20, null
s_add_co_ci_u32 vcc_lo, null, s20
s_add_co_i32 s8, s20, s20
s_add_co_i32 s8, s20, -4
s_add_co_i32 s8, -4, s20
s_add_co_i32 s8, s20, 0x12345678
s_add_co_i32 s8, 0x12345678, s20
s_add_co_i32 s8, s20, vcc_lo
s_add_co_i32 s8, vcc_lo, s20
s_add_co_i32 s8, s20, null
s_add_co_i32 s8, null, s20
s_add_co_i32 vcc_lo, s20, s20
s_add_co_i32 vcc_lo, s20, -4
s_add_co_i32 vcc_lo, -4, s20
s_add_co_i32 vcc_lo, s20, 0x12345678
s_add_co_i32 vcc_lo, 0x12345678, s20
s_add_co_i32 vcc_lo, s20, vcc_lo
s_add_co_i32 vcc_lo, vcc_lo, s20
s_add_co_i32 vcc_lo, s20, null
s_add_co_i32 vcc_lo, null, s20
s_add_co_u32 s8, s20, s20
s_add_co_u32 s8, s20, -4
s_add_co_u32 s8, -4, s20
s_add_co_u32 s8, s20, 0x12345678
s_add_co_u32 s8, 0x12345678, s20
s_add_co_u32 s8, s20, vcc_lo
s_add_co_u32 s8, vcc_lo, s20
s_add_co_u32 s8, s20, null
s_add_co_u32 s8, null, s20
s_add_co_u32 vcc_lo, s20, s20
s_add_co_u32 vcc_lo, s20, -4
s_add_co_u32 vcc_lo, -4, s20
s_add_co_u32 vcc_lo, s20, 0x12345678
s_add_co_u32 vcc_lo, 0x12345678, s20
s_add_co_u32 vcc_lo, s20, vcc_lo
s_add_co_u32 vcc_lo, vcc_lo, s20
s_add_co_u32 vcc_lo, s20, null
s_add_co_u32 vcc_lo, null, s20
s_add_f32 s8, s20, s20
s_add_nc_u64 s[8:9], s[20:21], s[20:21]
s_add_nc_u64 s[8:9], s[20:21], -4
s_add_nc_u64 s[8:9], -4, s[20:21]
s_add_nc_u64 s[8:9], s[20:21], 0x12345678
s_add_nc_u64 s[8:9], 0x12345678, s[20:21]
s_add_nc_u64 s[8:9], s[20:21], null
s_add_nc_u64 s[8:9], null, s[20:21]
s_addk_co_i32 s8, -4
s_addk_co_i32 s8, 0x1234
s_addk_co_i32 vcc_lo, -4
s_addk_co_i32 vcc_lo, 0x1234
s_addk_co_i32 m0, -4
s_addk_co_i32 m0, 0x1234
s_addk_co_i32 exec_lo, -4
s_addk_co_i32 exec_lo, 0x1234
s_addk_co_i32 s20, -4
s_and_b32 s8, s20, s20
s_and_b32 s8, s20, -4
s_and_b32 s8, -4, s20
s_and_b32 s8, s20, 0x12345678
s_and_b32 s8, 0x12345678, s20
s_and_b32 s8, s20, vcc_lo
s_and_b32 s8, vcc_lo, s20
s_and_b32 s8, s20, null
s_and_b32 s8, null, s20
s_and_b32 vcc_lo, s20, s20
s_and_b32 vcc_lo, s20, -4
s_and_b32 vcc_lo, -4, s20
s_and_b32 vcc_lo, s20, 0x12345678
s_and_b32 vcc_lo, 0x12345678, s20
s_and_b32 vcc_lo, s20, vcc_lo
s_and_b32 vcc_lo, vcc_lo, s20
s_and_b32 vcc_lo, s20, null
s_and_b32 vcc_lo, null, s20
s_and_b64 s[8:9], s[20:21], s[20:21]
s_and_b64 s[8:9], s[20:21], -4
s_and_b64 s[8:9], -4, s[20:21]
s_and_b64 s[8:9], s[20:21], 0x12345678
s_and_b64 s[8:9], 0x12345678, s[20:21]
s_and_b64 s[8:9], s[20:21], null
s_and_b64 s[8:9], null, s[20:21]
s_and_not0_saveexec_b32 s8, s20
s_and_not0_wrexec_b32 s8, s20
s_and_not1_b32 s8, s20, s20
s_and_not1_b32 s8, s20, -4
s_and_not1_b32 s8, -4, s20
s_and_not1_b32 s8, s20, 0x12345678
s_and_not1_b32 s8, 0x12345678, s20
s_and_not1_b32 s8, s20, vcc_lo
s_and_not1_b32 s8, vcc_lo, s20
s_and_not1_b32 s8, s20, null
s_and_not1_b32 s8, null, s20
s_and_not1_b32 vcc_lo, s20, s20
s_and_not1_b32 vcc_lo, s20, -4
s_and_not1_b32 vcc_lo, -4, s20
s_and_not1_b32 vcc_lo, s20, 0x12345678
s_and_not1_b32 vcc_lo, 0x12345678, s20
s_and_not1_b32 vcc_lo, s20, vcc_lo
s_and_not1_b32 vcc_lo, vcc_lo, s20
s_and_not1_b32 vcc_lo, s20, null
s_and_not1_b32 vcc_lo, null, s20
s_and_not1_b64 s[8:9], s[20:21], s[20:21]
s_and_not1_saveexec_b32 s8, s20
s_and_not1_saveexec_b32 s8, 1.0
s_and_not1_saveexec_b32 s8, -4
s_and_not1_saveexec_b32 s8, 0x1234
s_and_not1_saveexec_b32 s8, vcc_lo
s_and_not1_saveexec_b32 s8, m0
s_and_not1_saveexec_b32 s8, exec_lo
s_and_not1_saveexec_b32 s8, src_scc
s_and_not1_saveexec_b32 vcc_lo, s20
s_and_not1_saveexec_b32 vcc_lo, 1.0
s_and_not1_saveexec_b32 vcc_lo, -4
s_and_not1_saveexec_b32 vcc_lo, 0x1234
s_and_not1_saveexec_b32 vcc_lo, vcc_lo
s_and_not1_saveexec_b32 vcc_lo, m0
s_and_not1_saveexec_b32 vcc_lo, exec_lo
s_and_not1_saveexec_b32 vcc_lo, src_scc
s_and_not1_saveexec_b32 m0, s20
s_and_not1_saveexec_b32 m0, 1.0
s_and_not1_saveexec_b32 m0, -4
s_and_not1_saveexec_b32 m0, 0x1234
s_and_not1_saveexec_b32 m0, vcc_lo
s_and_not1_saveexec_b32 m0, m0
s_and_not1_saveexec_b32 m0, exec_lo
s_and_not1_saveexec_b32 m0, src_scc
s_and_not1_saveexec_b32 exec_lo, s20
s_and_not1_saveexec_b32 exec_lo, 1.0
s_and_not1_saveexec_b32 exec_lo, -4
s_and_not1_saveexec_b32 exec_lo, 0x1234
s_and_not1_saveexec_b32 exec_lo, vcc_lo
s_and_not1_saveexec_b32 exec_lo, m0
s_and_not1_saveexec_b32 exec_lo, exec_lo
s_and_not1_saveexec_b32 exec_lo, src_scc
s_and_not1_wrexec_b32 s8, s20
s_and_saveexec_b32 s8, s20
s_and_saveexec_b32 s8, 1.0
s_and_saveexec_b32 s8, -4
s_and_saveexec_b32 s8, 0x1234
s_and_saveexec_b32 s8, vcc_lo
s_and_saveexec_b32 s8, m0
s_and_saveexec_b32 s8, exec_lo
s_and_saveexec_b32 s8, src_scc
s_and_saveexec_b32 vcc_lo, s20
s_and_saveexec_b32 vcc_lo, 1.0
s_and_saveexec_b32 vcc_lo, -4
s_and_saveexec_b32 vcc_lo, 0x1234
s_and_saveexec_b32 vcc_lo, vcc_lo
s_and_saveexec_b32 vcc_lo, m0
s_and_saveexec_b32 vcc_lo, exec_lo
s_and_saveexec_b32 vcc_lo, src_scc
s_and_saveexec_b32 m0, s20
s_and_saveexec_b32 m0, 1.0
s_and_saveexec_b32 m0, -4
s_and_saveexec_b32 m0, 0x1234
s_and_saveexec_b32 m0, vcc_lo
s_and_saveexec_b32 m0, m0
s_and_saveexec_b32 m0, exec_lo
s_and_saveexec_b32 m0, src_scc
s_and_saveexec_b32 exec_lo, s20
s_and_saveexec_b32 exec_lo, 1.0
s_and_saveexec_b32 exec_lo, -4
s_and_saveexec_b32 exec_lo, 0x1234
s_and_saveexec_b32 exec_lo, vcc_lo
s_and_saveexec_b32 exec_lo, m0
s_and_saveexec_b32 exec_lo, exec_lo
s_and_saveexec_b32 exec_lo, src_scc
s_ashr_i32 s8, s20, s20
s_ashr_i32 s8, s20, -4
s_ashr_i32 s8, -4, s20
s_ashr_i32 s8, s20, 0x12345678
s_ashr_i32 s8, 0x12345678, s20
s_ashr_i32 s8, s20, vcc_lo
s_ashr_i32 s8, vcc_lo, s20
s_ashr_i32 s8, s20, null
s_ashr_i32 s8, null, s20
s_ashr_i32 vcc_lo, s20, s20
s_ashr_i32 vcc_lo, s20, -4
s_ashr_i32 vcc_lo, -4, s20
s_ashr_i32 vcc_lo, s20, 0x12345678
s_ashr_i32 vcc_lo, 0x12345678, s20
s_ashr_i32 vcc_lo, s20, vcc_lo
s_ashr_i32 vcc_lo, vcc_lo, s20
s_ashr_i32 vcc_lo, s20, null
s_ashr_i32 vcc_lo, null, s20
s_ashr_i64 s[8:9], s[20:21], s20
s_ashr_i64 s[8:9], -4, s20
s_ashr_i64 s[8:9], 0x12345678, s20
s_ashr_i64 s[8:9], null, s20
s_ashr_i64 s[8:9], s[20:21], -4
s_ashr_i64 s[8:9], s[20:21], 0x12345678
s_ashr_i64 s[8:9], s[20:21], vcc_lo
s_ashr_i64 s[8:9], s[20:21], null
s_bcnt0_i32_b32 s8, s20
s_bcnt0_i32_b64 s8, s[20:21]
s_bcnt1_i32_b32 s8, s20
s_bcnt1_i32_b64 s8, s[20:21]
s_bfe_i32 s8, s20, s20
s_bfe_i64 s[8:9], s[20:21], s20
s_bfe_u32 s8, s20, s20
s_bfe_u32 s8, s20, -4
s_bfe_u32 s8, -4, s20
s_bfe_u32 s8, s20, 0x12345678
s_bfe_u32 s8, 0x12345678, s20
s_bfe_u32 s8, s20, vcc_lo
s_bfe_u32 s8, vcc_lo, s20
s_bfe_u32 s8, s20, null
s_bfe_u32 s8, null, s20
s_bfe_u32 vcc_lo, s20, s20
s_bfe_u32 vcc_lo, s20, -4
s_bfe_u32 vcc_lo, -4, s20
s_bfe_u32 vcc_lo, s20, 0x12345678
s_bfe_u32 vcc_lo, 0x12345678, s20
s_bfe_u32 vcc_lo, s20, vcc_lo
s_bfe_u32 vcc_lo, vcc_lo, s20
s_bfe_u32 vcc_lo, s20, null
s_bfe_u32 vcc_lo, null, s20
s_bfe_u64 s[8:9], s[20:21], s20
s_bfm_b32 s8, s20, s20
s_bfm_b64 s[8:9], s20, s20
s_bitcmp0_b32 s8, s20
s_bitcmp0_b64 s[8:9], s20
s_bitcmp1_b32 s8, s20
s_bitcmp1_b32 s8, 1.0
s_bitcmp1_b32 s8, -4
s_bitcmp1_b32 s8, 0x1234
s_bitcmp1_b32 s8, vcc_lo
s_bitcmp1_b32 s8, m0
s_bitcmp1_b32 s8, exec_lo
s_bitcmp1_b32 s8, src_scc
s_bitcmp1_b32 vcc_lo, s20
s_bitcmp1_b32 vcc_lo, 1.0
s_bitcmp1_b32 vcc_lo, -4
s_bitcmp1_b32 vcc_lo, 0x1234
s_bitcmp1_b32 vcc_lo, vcc_lo
s_bitcmp1_b32 vcc_lo, m0
s_bitcmp1_b32 vcc_lo, exec_lo
s_bitcmp1_b32 vcc_lo, src_scc
s_bitcmp1_b32 m0, s20
s_bitcmp1_b32 m0, 1.0
s_bitcmp1_b32 m0, -4
s_bitcmp1_b32 m0, 0x1234
s_bitcmp1_b32 m0, vcc_lo
s_bitcmp1_b32 m0, m0
s_bitcmp1_b32 m0, exec_lo
s_bitcmp1_b32 m0, src_scc
s_bitcmp1_b32 exec_lo, s20
s_bitcmp1_b32 exec_lo, 1.0
s_bitcmp1_b32 exec_lo, -4
s_bitcmp1_b32 exec_lo, 0x1234
s_bitcmp1_b32 exec_lo, vcc_lo
s_bitcmp1_b32 exec_lo, m0
s_bitcmp1_b32 exec_lo, exec_lo
s_bitcmp1_b32 exec_lo, src_scc
s_bitcmp1_b64 s[8:9], s20
s_bitreplicate_b64_b32 s[8:9], s20
s_bitset0_b32 s8, s20
s_bitset0_b32 s8, 1.0
s_bitset0_b32 s8, -4
s_bitset0_b32 s8, 0x1234
s_bitset0_b32 s8, vcc_lo
s_bitset0_b32 s8, m0
s_bitset0_b32 s8, exec_lo
s_bitset0_b32 s8, src_scc
s_bitset0_b32 vcc_lo, s20
s_bitset0_b32 vcc_lo, 1.0
s_bitset0_b32 vcc_lo, -4
s_bitset0_b32 vcc_lo, 0x1234
s_bitset0_b32 vcc_lo, vcc_lo
s_bitset0_b32 vcc_lo, m0
s_bitset0_b32 vcc_lo, exec_lo
s_bitset0_b32 vcc_lo, src_scc
s_bitset0_b32 m0, s20
s_bitset0_b32 m0, 1.0
s_bitset0_b32 m0, -4
s_bitset0_b32 m0, 0x1234
s_bitset0_b32 m0, vcc_lo
s_bitset0_b32 m0, m0
s_bitset0_b32 m0, exec_lo
s_bitset0_b32 m0, src_scc
s_bitset0_b32 exec_lo, s20
s_bitset0_b32 exec_lo, 1.0
s_bitset0_b32 exec_lo, -4
s_bitset0_b32 exec_lo, 0x1234
s_bitset0_b32 exec_lo, vcc_lo
s_bitset0_b32 exec_lo, m0
s_bitset0_b32 exec_lo, exec_lo
s_bitset0_b32 exec_lo, src_scc
s_bitset0_b64 s[8:9], s20
s_bitset1_b32 s8, s20
s_bitset1_b32 s8, 1.0
s_bitset1_b32 s8, -4
s_bitset1_b32 s8, 0x1234
s_bitset1_b32 s8, vcc_lo
s_bitset1_b32 s8, m0
s_bitset1_b32 s8, exec_lo
s_bitset1_b32 s8, src_scc
s_bitset1_b32 vcc_lo, s20
s_bitset1_b32 vcc_lo, 1.0
s_bitset1_b32 vcc_lo, -4
s_bitset1_b32 vcc_lo, 0x1234
s_bitset1_b32 vcc_lo, vcc_lo
s_bitset1_b32 vcc_lo, m0
s_bitset1_b32 vcc_lo, exec_lo
s_bitset1_b32 vcc_lo, src_scc
s_bitset1_b32 m0, s20
s_bitset1_b32 m0, 1.0
s_bitset1_b32 m0, -4
s_bitset1_b32 m0, 0x1234
s_bitset1_b32 m0, vcc_lo
s_bitset1_b32 m0, m0
s_bitset1_b32 m0, exec_lo
s_bitset1_b32 m0, src_scc
s_bitset1_b32 exec_lo, s20
s_bitset1_b32 exec_lo, 1.0
s_bitset1_b32 exec_lo, -4
s_bitset1_b32 exec_lo, 0x1234
s_bitset1_b32 exec_lo, vcc_lo
s_bitset1_b32 exec_lo, m0
s_bitset1_b32 exec_lo, exec_lo
s_bitset1_b32 exec_lo, src_scc
s_bitset1_b64 s[8:9], s20
s_branch 0x4
s_branch 3
s_branch 0x12
s_brev_b32 s8, s20
s_brev_b32 s8, 1.0
s_brev_b32 s8, -4
s_brev_b32 s8, 0x1234
s_brev_b32 s8, vcc_lo
s_brev_b32 s8, m0
s_brev_b32 s8, exec_lo
s_brev_b32 s8, src_scc
s_brev_b32 vcc_lo, s20
s_brev_b32 vcc_lo, 1.0
s_brev_b32 vcc_lo, -4
s_brev_b32 vcc_lo, 0x1234
s_brev_b32 vcc_lo, vcc_lo
s_brev_b32 vcc_lo, m0
s_brev_b32 vcc_lo, exec_lo
s_brev_b32 vcc_lo, src_scc
s_brev_b32 m0, s20
s_brev_b32 m0, 1.0
s_brev_b32 m0, -4
s_brev_b32 m0, 0x1234
s_brev_b32 m0, vcc_lo
s_brev_b32 m0, m0
s_brev_b32 m0, exec_lo
s_brev_b32 m0, src_scc
s_brev_b32 exec_lo, s20
s_brev_b32 exec_lo, 1.0
s_brev_b32 exec_lo, -4
s_brev_b32 exec_lo, 0x1234
s_brev_b32 exec_lo, vcc_lo
s_brev_b32 exec_lo, m0
s_brev_b32 exec_lo, exec_lo
s_brev_b32 exec_lo, src_scc
s_brev_b64 s[8:9], s[20:21]
s_call_i64 s[8:9], -4
s_clause 0x4
s_clause 3
s_clause 0x12
s_cls_i32 s8, s20
s_cls_i32_i64 s8, s[20:21]
s_clz_i32_u32 s8, s20
s_clz_i32_u64 s8, s[20:21]
s_cmov_b32 s8, s20
s_cmov_b64 s[8:9], s[20:21]
s_cmovk_i32 s8, -4
s_cmp_eq_i32 s8, s20
s_cmp_eq_i32 s8, 1.0
s_cmp_eq_i32 s8, -4
s_cmp_eq_i32 s8, 0x1234
s_cmp_eq_i32 s8, vcc_lo
s_cmp_eq_i32 s8, m0
s_cmp_eq_i32 s8, exec_lo
s_cmp_eq_i32 s8, src_scc
s_cmp_eq_i32 vcc_lo, s20
s_cmp_eq_i32 vcc_lo, 1.0
s_cmp_eq_i32 vcc_lo, -4
s_cmp_eq_i32 vcc_lo, 0x1234
s_cmp_eq_i32 vcc_lo, vcc_lo
s_cmp_eq_i32 vcc_lo, m0
s_cmp_eq_i32 vcc_lo, exec_lo
s_cmp_eq_i32 vcc_lo, src_scc
s_cmp_eq_i32 m0, s20
s_cmp_eq_i32 m0, 1.0
s_cmp_eq_i32 m0, -4
s_cmp_eq_i32 m0, 0x1234
s_cmp_eq_i32 m0, vcc_lo
s_cmp_eq_i32 m0, m0
s_cmp_eq_i32 m0, exec_lo
s_cmp_eq_i32 m0, src_scc
s_cmp_eq_i32 exec_lo, s20
s_cmp_eq_i32 exec_lo, 1.0
s_cmp_eq_i32 exec_lo, -4
s_cmp_eq_i32 exec_lo, 0x1234
s_cmp_eq_i32 exec_lo, vcc_lo
s_cmp_eq_i32 exec_lo, m0
s_cmp_eq_i32 exec_lo, exec_lo
s_cmp_eq_i32 exec_lo, src_scc
s_cmp_eq_u32 s8, s20
s_cmp_eq_u32 s8, 1.0
s_cmp_eq_u32 s8, -4
s_cmp_eq_u32 s8, 0x1234
s_cmp_eq_u32 s8, vcc_lo
s_cmp_eq_u32 s8, m0
s_cmp_eq_u32 s8, exec_lo
s_cmp_eq_u32 s8, src_scc
s_cmp_eq_u32 vcc_lo, s20
s_cmp_eq_u32 vcc_lo, 1.0
s_cmp_eq_u32 vcc_lo, -4
s_cmp_eq_u32 vcc_lo, 0x1234
s_cmp_eq_u32 vcc_lo, vcc_lo
s_cmp_eq_u32 vcc_lo, m0
s_cmp_eq_u32 vcc_lo, exec_lo
s_cmp_eq_u32 vcc_lo, src_scc
s_cmp_eq_u32 m0, s20
s_cmp_eq_u32 m0, 1.0
s_cmp_eq_u32 m0, -4
s_cmp_eq_u32 m0, 0x1234
s_cmp_eq_u32 m0, vcc_lo
s_cmp_eq_u32 m0, m0
s_cmp_eq_u32 m0, exec_lo
s_cmp_eq_u32 m0, src_scc
s_cmp_eq_u32 exec_lo, s20
s_cmp_eq_u32 exec_lo, 1.0
s_cmp_eq_u32 exec_lo, -4
s_cmp_eq_u32 exec_lo, 0x1234
s_cmp_eq_u32 exec_lo, vcc_lo
s_cmp_eq_u32 exec_lo, m0
s_cmp_eq_u32 exec_lo, exec_lo
s_cmp_eq_u32 exec_lo, src_scc
s_cmp_eq_u64 s[8:9], s[20:21]
s_cmp_ge_i32 s8, s20
s_cmp_ge_i32 s8, 1.0
s_cmp_ge_i32 s8, -4
s_cmp_ge_i32 s8, 0x1234
s_cmp_ge_i32 s8, vcc_lo
s_cmp_ge_i32 s8, m0
s_cmp_ge_i32 s8, exec_lo
s_cmp_ge_i32 s8, src_scc
s_cmp_ge_i32 vcc_lo, s20
s_cmp_ge_i32 vcc_lo, 1.0
s_cmp_ge_i32 vcc_lo, -4
s_cmp_ge_i32 vcc_lo, 0x1234
s_cmp_ge_i32 vcc_lo, vcc_lo
s_cmp_ge_i32 vcc_lo, m0
s_cmp_ge_i32 vcc_lo, exec_lo
s_cmp_ge_i32 vcc_lo, src_scc
s_cmp_ge_i32 m0, s20
s_cmp_ge_i32 m0, 1.0
s_cmp_ge_i32 m0, -4
s_cmp_ge_i32 m0, 0x1234
s_cmp_ge_i32 m0, vcc_lo
s_cmp_ge_i32 m0, m0
s_cmp_ge_i32 m0, exec_lo
s_cmp_ge_i32 m0, src_scc
s_cmp_ge_i32 exec_lo, s20
s_cmp_ge_i32 exec_lo, 1.0
s_cmp_ge_i32 exec_lo, -4
s_cmp_ge_i32 exec_lo, 0x1234
s_cmp_ge_i32 exec_lo, vcc_lo
s_cmp_ge_i32 exec_lo, m0
s_cmp_ge_i32 exec_lo, exec_lo
s_cmp_ge_i32 exec_lo, src_scc
s_cmp_ge_u32 s8, s20
s_cmp_ge_u32 s8, 1.0
s_cmp_ge_u32 s8, -4
s_cmp_ge_u32 s8, 0x1234
s_cmp_ge_u32 s8, vcc_lo
s_cmp_ge_u32 s8, m0
s_cmp_ge_u32 s8, exec_lo
s_cmp_ge_u32 s8, src_scc
s_cmp_ge_u32 vcc_lo, s20
s_cmp_ge_u32 vcc_lo, 1.0
s_cmp_ge_u32 vcc_lo, -4
s_cmp_ge_u32 vcc_lo, 0x1234
s_cmp_ge_u32 vcc_lo, vcc_lo
s_cmp_ge_u32 vcc_lo, m0
s_cmp_ge_u32 vcc_lo, exec_lo
s_cmp_ge_u32 vcc_lo, src_scc
s_cmp_ge_u32 m0, s20
s_cmp_ge_u32 m0, 1.0
s_cmp_ge_u32 m0, -4
s_cmp_ge_u32 m0, 0x1234
s_cmp_ge_u32 m0, vcc_lo
s_cmp_ge_u32 m0, m0
s_cmp_ge_u32 m0, exec_lo
s_cmp_ge_u32 m0, src_scc
s_cmp_ge_u32 exec_lo, s20
s_cmp_ge_u32 exec_lo, 1.0
s_cmp_ge_u32 exec_lo, -4
s_cmp_ge_u32 exec_lo, 0x1234
s_cmp_ge_u32 exec_lo, vcc_lo
s_cmp_ge_u32 exec_lo, m0
s_cmp_ge_u32 exec_lo, exec_lo
s_cmp_ge_u32 exec_lo, src_scc
s_cmp_gt_i32 s8, s20
s_cmp_gt_i32 s8, 1.0
s_cmp_gt_i32 s8, -4
s_cmp_gt_i32 s8, 0x1234
s_cmp_gt_i32 s8, vcc_lo
s_cmp_gt_i32 s8, m0
s_cmp_gt_i32 s8, exec_lo
s_cmp_gt_i32 s8, src_scc
s_cmp_gt_i32 vcc_lo, s20
s_cmp_gt_i32 vcc_lo, 1.0
s_cmp_gt_i32 vcc_lo, -4
s_cmp_gt_i32 vcc_lo, 0x1234
s_cmp_gt_i32 vcc_lo, vcc_lo
s_cmp_gt_i32 vcc_lo, m0
s_cmp_gt_i32 vcc_lo, exec_lo
s_cmp_gt_i32 vcc_lo, src_scc
s_cmp_gt_i32 m0, s20
s_cmp_gt_i32 m0, 1.0
s_cmp_gt_i32 m0, -4
s_cmp_gt_i32 m0, 0x1234
s_cmp_gt_i32 m0, vcc_lo
s_cmp_gt_i32 m0, m0
s_cmp_gt_i32 m0, exec_lo
s_cmp_gt_i32 m0, src_scc
s_cmp_gt_i32 exec_lo, s20
s_cmp_gt_i32 exec_lo, 1.0
s_cmp_gt_i32 exec_lo, -4
s_cmp_gt_i32 exec_lo, 0x1234
s_cmp_gt_i32 exec_lo, vcc_lo
s_cmp_gt_i32 exec_lo, m0
s_cmp_gt_i32 exec_lo, exec_lo
s_cmp_gt_i32 exec_lo, src_scc
s_cmp_gt_u32 s8, s20
s_cmp_gt_u32 s8, 1.0
s_cmp_gt_u32 s8, -4
s_cmp_gt_u32 s8, 0x1234
s_cmp_gt_u32 s8, vcc_lo
s_cmp_gt_u32 s8, m0
s_cmp_gt_u32 s8, exec_lo
s_cmp_gt_u32 s8, src_scc
s_cmp_gt_u32 vcc_lo, s20
s_cmp_gt_u32 vcc_lo, 1.0
s_cmp_gt_u32 vcc_lo, -4
s_cmp_gt_u32 vcc_lo, 0x1234
s_cmp_gt_u32 vcc_lo, vcc_lo
s_cmp_gt_u32 vcc_lo, m0
s_cmp_gt_u32 vcc_lo, exec_lo
s_cmp_gt_u32 vcc_lo, src_scc
s_cmp_gt_u32 m0, s20
s_cmp_gt_u32 m0, 1.0
s_cmp_gt_u32 m0, -4
s_cmp_gt_u32 m0, 0x1234
s_cmp_gt_u32 m0, vcc_lo
s_cmp_gt_u32 m0, m0
s_cmp_gt_u32 m0, exec_lo
s_cmp_gt_u32 m0, src_scc
s_cmp_gt_u32 exec_lo, s20
s_cmp_gt_u32 exec_lo, 1.0
s_cmp_gt_u32 exec_lo, -4
s_cmp_gt_u32 exec_lo, 0x1234
s_cmp_gt_u32 exec_lo, vcc_lo
s_cmp_gt_u32 exec_lo, m0
s_cmp_gt_u32 exec_lo, exec_lo
s_cmp_gt_u32 exec_lo, src_scc
s_cmp_le_i32 s8, s20
s_cmp_le_i32 s8, 1.0
s_cmp_le_i32 s8, -4
s_cmp_le_i32 s8, 0x1234
s_cmp_le_i32 s8, vcc_lo
s_cmp_le_i32 s8, m0
s_cmp_le_i32 s8, exec_lo
s_cmp_le_i32 s8, src_scc
s_cmp_le_i32 vcc_lo, s20
s_cmp_le_i32 vcc_lo, 1.0
s_cmp_le_i32 vcc_lo, -4
s_cmp_le_i32 vcc_lo, 0x1234
s_cmp_le_i32 vcc_lo, vcc_lo
s_cmp_le_i32 vcc_lo, m0
s_cmp_le_i32 vcc_lo, exec_lo
s_cmp_le_i32 vcc_lo, src_scc
s_cmp_le_i32 m0, s20
s_cmp_le_i32 m0, 1.0
s_cmp_le_i32 m0, -4
s_cmp_le_i32 m0, 0x1234
s_cmp_le_i32 m0, vcc_lo
s_cmp_le_i32 m0, m0
s_cmp_le_i32 m0, exec_lo
s_cmp_le_i32 m0, src_scc
s_cmp_le_i32 exec_lo, s20
s_cmp_le_i32 exec_lo, 1.0
s_cmp_le_i32 exec_lo, -4
s_cmp_le_i32 exec_lo, 0x1234
s_cmp_le_i32 exec_lo, vcc_lo
s_cmp_le_i32 exec_lo, m0
s_cmp_le_i32 exec_lo, exec_lo
s_cmp_le_i32 exec_lo, src_scc
s_cmp_le_u32 s8, s20
s_cmp_le_u32 s8, 1.0
s_cmp_le_u32 s8, -4
s_cmp_le_u32 s8, 0x1234
s_cmp_le_u32 s8, vcc_lo
s_cmp_le_u32 s8, m0
s_cmp_le_u32 s8, exec_lo
s_cmp_le_u32 s8, src_scc
s_cmp_le_u32 vcc_lo, s20
s_cmp_le_u32 vcc_lo, 1.0
s_cmp_le_u32 vcc_lo, -4
s_cmp_le_u32 vcc_lo, 0x1234
s_cmp_le_u32 vcc_lo, vcc_lo
s_cmp_le_u32 vcc_lo, m0
s_cmp_le_u32 vcc_lo, exec_lo
s_cmp_le_u32 vcc_lo, src_scc
s_cmp_le_u32 m0, s20
s_cmp_le_u32 m0, 1.0
s_cmp_le_u32 m0, -4
s_cmp_le_u32 m0, 0x1234
s_cmp_le_u32 m0, vcc_lo
s_cmp_le_u32 m0, m0
s_cmp_le_u32 m0, exec_lo
s_cmp_le_u32 m0, src_scc
s_cmp_le_u32 exec_lo, s20
s_cmp_le_u32 exec_lo, 1.0
s_cmp_le_u32 exec_lo, -4
s_cmp_le_u32 exec_lo, 0x1234
s_cmp_le_u32 exec_lo, vcc_lo
s_cmp_le_u32 exec_lo, m0
s_cmp_le_u32 exec_lo, exec_lo
s_cmp_le_u32 exec_lo, src_scc
s_cmp_lg_i32 s8, s20
s_cmp_lg_u32 s8, s20
s_cmp_lg_u32 s8, 1.0
s_cmp_lg_u32 s8, -4
s_cmp_lg_u32 s8, 0x1234
s_cmp_lg_u32 s8, vcc_lo
s_cmp_lg_u32 s8, m0
s_cmp_lg_u32 s8, exec_lo
s_cmp_lg_u32 s8, src_scc
s_cmp_lg_u32 vcc_lo, s20
s_cmp_lg_u32 vcc_lo, 1.0
s_cmp_lg_u32 vcc_lo, -4
s_cmp_lg_u32 vcc_lo, 0x1234
s_cmp_lg_u32 vcc_lo, vcc_lo
s_cmp_lg_u32 vcc_lo, m0
s_cmp_lg_u32 vcc_lo, exec_lo
s_cmp_lg_u32 vcc_lo, src_scc
s_cmp_lg_u32 m0, s20
s_cmp_lg_u32 m0, 1.0
s_cmp_lg_u32 m0, -4
s_cmp_lg_u32 m0, 0x1234
s_cmp_lg_u32 m0, vcc_lo
s_cmp_lg_u32 m0, m0
s_cmp_lg_u32 m0, exec_lo
s_cmp_lg_u32 m0, src_scc
s_cmp_lg_u32 exec_lo, s20
s_cmp_lg_u32 exec_lo, 1.0
s_cmp_lg_u32 exec_lo, -4
s_cmp_lg_u32 exec_lo, 0x1234
s_cmp_lg_u32 exec_lo, vcc_lo
s_cmp_lg_u32 exec_lo, m0
s_cmp_lg_u32 exec_lo, exec_lo
s_cmp_lg_u32 exec_lo, src_scc
s_cmp_lg_u64 s[8:9], s[20:21]
s_cmp_lg_u64 s[8:9], 1.0
s_cmp_lg_u64 s[8:9], -4
s_cmp_lg_u64 s[8:9], 0x1234
s_cmp_lg_u64 s[8:9], src_scc
s_cmp_lg_u64 s[8:9], 0x123456789abcdef0
s_cmp_lg_u64 vcc, s[20:21]
s_cmp_lg_u64 vcc, 1.0
s_cmp_lg_u64 vcc, -4
s_cmp_lg_u64 vcc, 0x1234
s_cmp_lg_u64 vcc, src_scc
s_cmp_lg_u64 vcc, 0x123456789abcdef0
s_cmp_lg_u64 s[20:21], s[20:21]
s_cmp_lg_u64 s[20:21], -4
s_cmp_lg_u64 s[20:21], 0x12345678
s_cmp_lt_i32 s8, s20
s_cmp_lt_i32 s8, 1.0
s_cmp_lt_i32 s8, -4
s_cmp_lt_i32 s8, 0x1234
s_cmp_lt_i32 s8, vcc_lo
s_cmp_lt_i32 s8, m0
s_cmp_lt_i32 s8, exec_lo
s_cmp_lt_i32 s8, src_scc
s_cmp_lt_i32 vcc_lo, s20
s_cmp_lt_i32 vcc_lo, 1.0
s_cmp_lt_i32 vcc_lo, -4
s_cmp_lt_i32 vcc_lo, 0x1234
s_cmp_lt_i32 vcc_lo, vcc_lo
s_cmp_lt_i32 vcc_lo, m0
s_cmp_lt_i32 vcc_lo, exec_lo
s_cmp_lt_i32 vcc_lo, src_scc
s_cmp_lt_i32 m0, s20
s_cmp_lt_i32 m0, 1.0
s_cmp_lt_i32 m0, -4
s_cmp_lt_i32 m0, 0x1234
s_cmp_lt_i32 m0, vcc_lo
s_cmp_lt_i32 m0, m0
s_cmp_lt_i32 m0, exec_lo
s_cmp_lt_i32 m0, src_scc
s_cmp_lt_i32 exec_lo, s20
s_cmp_lt_i32 exec_lo, 1.0
s_cmp_lt_i32 exec_lo, -4
s_cmp_lt_i32 exec_lo, 0x1234
s_cmp_lt_i32 exec_lo, vcc_lo
s_cmp_lt_i32 exec_lo, m0
s_cmp_lt_i32 exec_lo, exec_lo
s_cmp_lt_i32 exec_lo, src_scc
s_cmp_lt_u32 s8, s20
s_cmp_lt_u32 s8, 1.0
s_cmp_lt_u32 s8, -4
s_cmp_lt_u32 s8, 0x1234
s_cmp_lt_u32 s8, vcc_lo
s_cmp_lt_u32 s8, m0
s_cmp_lt_u32 s8, exec_lo
s_cmp_lt_u32 s8, src_scc
s_cmp_lt_u32 vcc_lo, s20
s_cmp_lt_u32 vcc_lo, 1.0
s_cmp_lt_u32 vcc_lo, -4
s_cmp_lt_u32 vcc_lo, 0x1234
s_cmp_lt_u32 vcc_lo, vcc_lo
s_cmp_lt_u32 vcc_lo, m0
s_cmp_lt_u32 vcc_lo, exec_lo
s_cmp_lt_u32 vcc_lo, src_scc
s_cmp_lt_u32 m0, s20
s_cmp_lt_u32 m0, 1.0
s_cmp_lt_u32 m0, -4
s_cmp_lt_u32 m0, 0x1234
s_cmp_lt_u32 m0, vcc_lo
s_cmp_lt_u32 m0, m0
s_cmp_lt_u32 m0, exec_lo
s_cmp_lt_u32 m0, src_scc
s_cmp_lt_u32 exec_lo, s20
s_cmp_lt_u32 exec_lo, 1.0
s_cmp_lt_u32 exec_lo, -4
s_cmp_lt_u32 exec_lo, 0x1234
s_cmp_lt_u32 exec_lo, vcc_lo
s_cmp_lt_u32 exec_lo, m0
s_cmp_lt_u32 exec_lo, exec_lo
s_cmp_lt_u32 exec_lo, src_scc
s_code_end
s_cselect_b32 s8, s20, s20
s_cselect_b32 s8, s20, -4
s_cselect_b32 s8, -4, s20
s_cselect_b32 s8, s20, 0x12345678
s_cselect_b32 s8, 0x12345678, s20
s_cselect_b32 s8, s20, vcc_lo
s_cselect_b32 s8, vcc_lo, s20
s_cselect_b32 s8, s20, null
s_cselect_b32 s8, null, s20
s_cselect_b32 vcc_lo, s20, s20
s_cselect_b32 vcc_lo, s20, -4
s_cselect_b32 vcc_lo, -4, s20
s_cselect_b32 vcc_lo, s20, 0x12345678
s_cselect_b32 vcc_lo, 0x12345678, s20
s_cselect_b32 vcc_lo, s20, vcc_lo
s_cselect_b32 vcc_lo, vcc_lo, s20
s_cselect_b32 vcc_lo, s20, null
s_cselect_b32 vcc_lo, null, s20
s_cselect_b64 s[8:9], s[20:21], s[20:21]
s_cselect_b64 s[8:9], s[20:21], -4
s_cselect_b64 s[8:9], -4, s[20:21]
s_cselect_b64 s[8:9], s[20:21], 0x12345678
s_cselect_b64 s[8:9], 0x12345678, s[20:21]
s_cselect_b64 s[8:9], s[20:21], null
s_cselect_b64 s[8:9], null, s[20:21]
s_ctz_i32_b32 s8, s20
s_ctz_i32_b32 s8, 1.0
s_ctz_i32_b32 s8, -4
s_ctz_i32_b32 s8, 0x1234
s_ctz_i32_b32 s8, vcc_lo
s_ctz_i32_b32 s8, m0
s_ctz_i32_b32 s8, exec_lo
s_ctz_i32_b32 s8, src_scc
s_ctz_i32_b32 vcc_lo, s20
s_ctz_i32_b32 vcc_lo, 1.0
s_ctz_i32_b32 vcc_lo, -4
s_ctz_i32_b32 vcc_lo, 0x1234
s_ctz_i32_b32 vcc_lo, vcc_lo
s_ctz_i32_b32 vcc_lo, m0
s_ctz_i32_b32 vcc_lo, exec_lo
s_ctz_i32_b32 vcc_lo, src_scc
s_ctz_i32_b32 m0, s20
s_ctz_i32_b32 m0, 1.0
s_ctz_i32_b32 m0, -4
s_ctz_i32_b32 m0, 0x1234
s_ctz_i32_b32 m0, vcc_lo
s_ctz_i32_b32 m0, m0
s_ctz_i32_b32 m0, exec_lo
s_ctz_i32_b32 m0, src_scc
s_ctz_i32_b32 exec_lo, s20
s_ctz_i32_b32 exec_lo, 1.0
s_ctz_i32_b32 exec_lo, -4
s_ctz_i32_b32 exec_lo, 0x1234
s_ctz_i32_b32 exec_lo, vcc_lo
s_ctz_i32_b32 exec_lo, m0
s_ctz_i32_b32 exec_lo, exec_lo
s_ctz_i32_b32 exec_lo, src_scc
s_ctz_i32_b64 s8, s[20:21]
s_cvt_f32_i32 s8, s20
s_cvt_f32_i32 s8, 1.0
s_cvt_f32_i32 s8, -4
s_cvt_f32_i32 s8, 0x1234
s_cvt_f32_i32 s8, vcc_lo
s_cvt_f32_i32 s8, m0
s_cvt_f32_i32 s8, exec_lo
s_cvt_f32_i32 s8, src_scc
s_cvt_f32_i32 vcc_lo, s20
s_cvt_f32_i32 vcc_lo, 1.0
s_cvt_f32_i32 vcc_lo, -4
s_cvt_f32_i32 vcc_lo, 0x1234
s_cvt_f32_i32 vcc_lo, vcc_lo
s_cvt_f32_i32 vcc_lo, m0
s_cvt_f32_i32 vcc_lo, exec_lo
s_cvt_f32_i32 vcc_lo, src_scc
s_cvt_f32_i32 m0, s20
s_cvt_f32_i32 m0, 1.0
s_cvt_f32_i32 m0, -4
s_cvt_f32_i32 m0, 0x1234
s_cvt_f32_i32 m0, vcc_lo
s_cvt_f32_i32 m0, m0
s_cvt_f32_i32 m0, exec_lo
s_cvt_f32_i32 m0, src_scc
s_cvt_f32_i32 exec_lo, s20
s_cvt_f32_i32 exec_lo, 1.0
s_cvt_f32_i32 exec_lo, -4
s_cvt_f32_i32 exec_lo, 0x1234
s_cvt_f32_i32 exec_lo, vcc_lo
s_cvt_f32_i32 exec_lo, m0
s_cvt_f32_i32 exec_lo, exec_lo
s_cvt_f32_i32 exec_lo, src_scc
s_cvt_f32_u32 s8, s20
s_cvt_f32_u32 s8, 1.0
s_cvt_f32_u32 s8, -4
s_cvt_f32_u32 s8, 0x1234
s_cvt_f32_u32 s8, vcc_lo
s_cvt_f32_u32 s8, m0
s_cvt_f32_u32 s8, exec_lo
s_cvt_f32_u32 s8, src_scc
s_cvt_f32_u32 vcc_lo, s20
s_cvt_f32_u32 vcc_lo, 1.0
s_cvt_f32_u32 vcc_lo, -4
s_cvt_f32_u32 vcc_lo, 0x1234
s_cvt_f32_u32 vcc_lo, vcc_lo
s_cvt_f32_u32 vcc_lo, m0
s_cvt_f32_u32 vcc_lo, exec_lo
s_cvt_f32_u32 vcc_lo, src_scc
s_cvt_f32_u32 m0, s20
s_cvt_f32_u32 m0, 1.0
s_cvt_f32_u32 m0, -4
s_cvt_f32_u32 m0, 0x1234
s_cvt_f32_u32 m0, vcc_lo
s_cvt_f32_u32 m0, m0
s_cvt_f32_u32 m0, exec_lo
s_cvt_f32_u32 m0, src_scc
s_cvt_f32_u32 exec_lo, s20
s_cvt_f32_u32 exec_lo, 1.0
s_cvt_f32_u32 exec_lo, -4
s_cvt_f32_u32 exec_lo, 0x1234
s_cvt_f32_u32 exec_lo, vcc_lo
s_cvt_f32_u32 exec_lo, m0
s_cvt_f32_u32 exec_lo, exec_lo
s_cvt_f32_u32 exec_lo, src_scc
s_cvt_i32_f32 s8, s20
s_cvt_u32_f32 s8, s20
s_cvt_u32_f32 s8, 1.0
s_cvt_u32_f32 s8, -4
s_cvt_u32_f32 s8, 0x1234
s_cvt_u32_f32 s8, vcc_lo
s_cvt_u32_f32 s8, m0
s_cvt_u32_f32 s8, exec_lo
s_cvt_u32_f32 s8, src_scc
s_cvt_u32_f32 vcc_lo, s20
s_cvt_u32_f32 vcc_lo, 1.0
s_cvt_u32_f32 vcc_lo, -4
s_cvt_u32_f32 vcc_lo, 0x1234
s_cvt_u32_f32 vcc_lo, vcc_lo
s_cvt_u32_f32 vcc_lo, m0
s_cvt_u32_f32 vcc_lo, exec_lo
s_cvt_u32_f32 vcc_lo, src_scc
s_cvt_u32_f32 m0, s20
s_cvt_u32_f32 m0, 1.0
s_cvt_u32_f32 m0, -4
s_cvt_u32_f32 m0, 0x1234
s_cvt_u32_f32 m0, vcc_lo
s_cvt_u32_f32 m0, m0
s_cvt_u32_f32 m0, exec_lo
s_cvt_u32_f32 m0, src_scc
s_cvt_u32_f32 exec_lo, s20
s_cvt_u32_f32 exec_lo, 1.0
s_cvt_u32_f32 exec_lo, -4
s_cvt_u32_f32 exec_lo, 0x1234
s_cvt_u32_f32 exec_lo, vcc_lo
s_cvt_u32_f32 exec_lo, m0
s_cvt_u32_f32 exec_lo, exec_lo
s_cvt_u32_f32 exec_lo, src_scc
s_dcache_inv
s_delay_alu 0x4
s_delay_alu 3
s_delay_alu 0x12
s_endpgm
s_endpgm 0x4
s_endpgm 3
s_endpgm 0x12
s_fmac_f32 s8, s20, s20
s_get_pc_i64 s[8:9]
s_get_pc_i64 s[20:21]
s_lshl1_add_u32 s8, s20, s20
s_lshl1_add_u32 s8, s20, -4
s_lshl1_add_u32 s8, -4, s20
s_lshl1_add_u32 s8, s20, 0x12345678
s_lshl1_add_u32 s8, 0x12345678, s20
s_lshl1_add_u32 s8, s20, vcc_lo
s_lshl1_add_u32 s8, vcc_lo, s20
s_lshl1_add_u32 s8, s20, null
s_lshl1_add_u32 s8, null, s20
s_lshl1_add_u32 vcc_lo, s20, s20
s_lshl1_add_u32 vcc_lo, s20, -4
s_lshl1_add_u32 vcc_lo, -4, s20
s_lshl1_add_u32 vcc_lo, s20, 0x12345678
s_lshl1_add_u32 vcc_lo, 0x12345678, s20
s_lshl1_add_u32 vcc_lo, s20, vcc_lo
s_lshl1_add_u32 vcc_lo, vcc_lo, s20
s_lshl1_add_u32 vcc_lo, s20, null
s_lshl1_add_u32 vcc_lo, null, s20
s_lshl2_add_u32 s8, s20, s20
s_lshl2_add_u32 s8, s20, -4
s_lshl2_add_u32 s8, -4, s20
s_lshl2_add_u32 s8, s20, 0x12345678
s_lshl2_add_u32 s8, 0x12345678, s20
s_lshl2_add_u32 s8, s20, vcc_lo
s_lshl2_add_u32 s8, vcc_lo, s20
s_lshl2_add_u32 s8, s20, null
s_lshl2_add_u32 s8, null, s20
s_lshl2_add_u32 vcc_lo, s20, s20
s_lshl2_add_u32 vcc_lo, s20, -4
s_lshl2_add_u32 vcc_lo, -4, s20
s_lshl2_add_u32 vcc_lo, s20, 0x12345678
s_lshl2_add_u32 vcc_lo, 0x12345678, s20
s_lshl2_add_u32 vcc_lo, s20, vcc_lo
s_lshl2_add_u32 vcc_lo, vcc_lo, s20
s_lshl2_add_u32 vcc_lo, s20, null
s_lshl2_add_u32 vcc_lo, null, s20
s_lshl3_add_u32 s8, s20, s20
s_lshl3_add_u32 s8, s20, -4
s_lshl3_add_u32 s8, -4, s20
s_lshl3_add_u32 s8, s20, 0x12345678
s_lshl3_add_u32 s8, 0x12345678, s20
s_lshl3_add_u32 s8, s20, vcc_lo
s_lshl3_add_u32 s8, vcc_lo, s20
s_lshl3_add_u32 s8, s20, null
s_lshl3_add_u32 s8, null, s20
s_lshl3_add_u32 vcc_lo, s20, s20
s_lshl3_add_u32 vcc_lo, s20, -4
s_lshl3_add_u32 vcc_lo, -4, s20
s_lshl3_add_u32 vcc_lo, s20, 0x12345678
s_lshl3_add_u32 vcc_lo, 0x12345678, s20
s_lshl3_add_u32 vcc_lo, s20, vcc_lo
s_lshl3_add_u32 vcc_lo, vcc_lo, s20
s_lshl3_add_u32 vcc_lo, s20, null
s_lshl3_add_u32 vcc_lo, null, s20
s_lshl4_add_u32 s8, s20, s20
s_lshl4_add_u32 s8, s20, -4
s_lshl4_add_u32 s8, -4, s20
s_lshl4_add_u32 s8, s20, 0x12345678
s_lshl4_add_u32 s8, 0x12345678, s20
s_lshl4_add_u32 s8, s20, vcc_lo
s_lshl4_add_u32 s8, vcc_lo, s20
s_lshl4_add_u32 s8, s20, null
s_lshl4_add_u32 s8, null, s20
s_lshl4_add_u32 vcc_lo, s20, s20
s_lshl4_add_u32 vcc_lo, s20, -4
s_lshl4_add_u32 vcc_lo, -4, s20
s_lshl4_add_u32 vcc_lo, s20, 0x12345678
s_lshl4_add_u32 vcc_lo, 0x12345678, s20
s_lshl4_add_u32 vcc_lo, s20, vcc_lo
s_lshl4_add_u32 vcc_lo, vcc_lo, s20
s_lshl4_add_u32 vcc_lo, s20, null
s_lshl4_add_u32 vcc_lo, null, s20
s_lshl_b32 s8, s20, s20
s_lshl_b32 s8, s20, -4
s_lshl_b32 s8, -4, s20
s_lshl_b32 s8, s20, 0x12345678
s_lshl_b32 s8, 0x12345678, s20
s_lshl_b32 s8, s20, vcc_lo
s_lshl_b32 s8, vcc_lo, s20
s_lshl_b32 s8, s20, null
s_lshl_b32 s8, null, s20
s_lshl_b32 vcc_lo, s20, s20
s_lshl_b32 vcc_lo, s20, -4
s_lshl_b32 vcc_lo, -4, s20
s_lshl_b32 vcc_lo, s20, 0x12345678
s_lshl_b32 vcc_lo, 0x12345678, s20
s_lshl_b32 vcc_lo, s20, vcc_lo
s_lshl_b32 vcc_lo, vcc_lo, s20
s_lshl_b32 vcc_lo, s20, null
s_lshl_b32 vcc_lo, null, s20
s_lshl_b64 s[8:9], s[20:21], s20
s_lshl_b64 s[8:9], -4, s20
s_lshl_b64 s[8:9], 0x12345678, s20
s_lshl_b64 s[8:9], null, s20
s_lshl_b64 s[8:9], s[20:21], -4
s_lshl_b64 s[8:9], s[20:21], 0x12345678
s_lshl_b64 s[8:9], s[20:21], vcc_lo
s_lshl_b64 s[8:9], s[20:21], null
s_lshr_b32 s8, s20, s20
s_lshr_b32 s8, s20, -4
s_lshr_b32 s8, -4, s20
s_lshr_b32 s8, s20, 0x12345678
s_lshr_b32 s8, 0x12345678, s20
s_lshr_b32 s8, s20, vcc_lo
s_lshr_b32 s8, vcc_lo, s20
s_lshr_b32 s8, s20, null
s_lshr_b32 s8, null, s20
s_lshr_b32 vcc_lo, s20, s20
s_lshr_b32 vcc_lo, s20, -4
s_lshr_b32 vcc_lo, -4, s20
s_lshr_b32 vcc_lo, s20, 0x12345678
s_lshr_b32 vcc_lo, 0x12345678, s20
s_lshr_b32 vcc_lo, s20, vcc_lo
s_lshr_b32 vcc_lo, vcc_lo, s20
s_lshr_b32 vcc_lo, s20, null
s_lshr_b32 vcc_lo, null, s20
s_lshr_b64 s[8:9], s[20:21], s20
s_lshr_b64 s[8:9], -4, s20
s_lshr_b64 s[8:9], 0x12345678, s20
s_lshr_b64 s[8:9], null, s20
s_lshr_b64 s[8:9], s[20:21], -4
s_lshr_b64 s[8:9], s[20:21], 0x12345678
s_lshr_b64 s[8:9], s[20:21], vcc_lo
s_lshr_b64 s[8:9], s[20:21], null
s_max_i32 s8, s20, s20
s_max_i32 s8, s20, -4
s_max_i32 s8, -4, s20
s_max_i32 s8, s20, 0x12345678
s_max_i32 s8, 0x12345678, s20
s_max_i32 s8, s20, vcc_lo
s_max_i32 s8, vcc_lo, s20
s_max_i32 s8, s20, null
s_max_i32 s8, null, s20
s_max_i32 vcc_lo, s20, s20
s_max_i32 vcc_lo, s20, -4
s_max_i32 vcc_lo, -4, s20
s_max_i32 vcc_lo, s20, 0x12345678
s_max_i32 vcc_lo, 0x12345678, s20
s_max_i32 vcc_lo, s20, vcc_lo
s_max_i32 vcc_lo, vcc_lo, s20
s_max_i32 vcc_lo, s20, null
s_max_i32 vcc_lo, null, s20
s_max_u32 s8, s20, s20
s_min_i32 s8, s20, s20
s_min_i32 s8, s20, -4
s_min_i32 s8, -4, s20
s_min_i32 s8, s20, 0x12345678
s_min_i32 s8, 0x12345678, s20
s_min_i32 s8, s20, vcc_lo
s_min_i32 s8, vcc_lo, s20
s_min_i32 s8, s20, null
s_min_i32 s8, null, s20
s_min_i32 vcc_lo, s20, s20
s_min_i32 vcc_lo, s20, -4
s_min_i32 vcc_lo, -4, s20
s_min_i32 vcc_lo, s20, 0x12345678
s_min_i32 vcc_lo, 0x12345678, s20
s_min_i32 vcc_lo, s20, vcc_lo
s_min_i32 vcc_lo, vcc_lo, s20
s_min_i32 vcc_lo, s20, null
s_min_i32 vcc_lo, null, s20
s_min_u32 s8, s20, s20
s_min_u32 s8, s20, -4
s_min_u32 s8, -4, s20
s_min_u32 s8, s20, 0x12345678
s_min_u32 s8, 0x12345678, s20
s_min_u32 s8, s20, vcc_lo
s_min_u32 s8, vcc_lo, s20
s_min_u32 s8, s20, null
s_min_u32 s8, null, s20
s_min_u32 vcc_lo, s20, s20
s_min_u32 vcc_lo, s20, -4
s_min_u32 vcc_lo, -4, s20
s_min_u32 vcc_lo, s20, 0x12345678
s_min_u32 vcc_lo, 0x12345678, s20
s_min_u32 vcc_lo, s20, vcc_lo
s_min_u32 vcc_lo, vcc_lo, s20
s_min_u32 vcc_lo, s20, null
s_min_u32 vcc_lo, null, s20
s_mov_b32 s8, s20
s_mov_b32 s8, 1.0
s_mov_b32 s8, -4
s_mov_b32 s8, 0x1234
s_mov_b32 s8, vcc_lo
s_mov_b32 s8, m0
s_mov_b32 s8, exec_lo
s_mov_b32 s8, src_scc
s_mov_b32 vcc_lo, s20
s_mov_b32 vcc_lo, 1.0
s_mov_b32 vcc_lo, -4
s_mov_b32 vcc_lo, 0x1234
s_mov_b32 vcc_lo, vcc_lo
s_mov_b32 vcc_lo, m0
s_mov_b32 vcc_lo, exec_lo
s_mov_b32 vcc_lo, src_scc
s_mov_b32 m0, s20
s_mov_b32 m0, 1.0
s_mov_b32 m0, -4
s_mov_b32 m0, 0x1234
s_mov_b32 m0, vcc_lo
s_mov_b32 m0, m0
s_mov_b32 m0, exec_lo
s_mov_b32 m0, src_scc
s_mov_b32 exec_lo, s20
s_mov_b32 exec_lo, 1.0
s_mov_b32 exec_lo, -4
s_mov_b32 exec_lo, 0x1234
s_mov_b32 exec_lo, vcc_lo
s_mov_b32 exec_lo, m0
s_mov_b32 exec_lo, exec_lo
s_mov_b32 exec_lo, src_scc
s_mov_b64 s[8:9], s[20:21]
s_mov_b64 s[8:9], 1.0
s_mov_b64 s[8:9], -4
s_mov_b64 s[8:9], 0x1234
s_mov_b64 s[8:9], src_scc
s_mov_b64 s[8:9], 0x123456789abcdef0
s_mov_b64 vcc, s[20:21]
s_mov_b64 vcc, 1.0
s_mov_b64 vcc, -4
s_mov_b64 vcc, 0x1234
s_mov_b64 vcc, src_scc
s_mov_b64 vcc, 0x123456789abcdef0
s_mov_b64 s[20:21], s[20:21]
s_mov_b64 s[20:21], -4
s_mov_b64 s[20:21], 0x12345678
s_movk_i32 s8, -4
s_movk_i32 s8, 0x1234
s_movk_i32 vcc_lo, -4
s_movk_i32 vcc_lo, 0x1234
s_movk_i32 m0, -4
s_movk_i32 m0, 0x1234
s_movk_i32 exec_lo, -4
s_movk_i32 exec_lo, 0x1234
s_movk_i32 s20, -4
s_mul_f32 s8, s20, s20
s_mul_f32 s8, s20, -4
s_mul_f32 s8, -4, s20
s_mul_f32 s8, s20, 0x12345678
s_mul_f32 s8, 0x12345678, s20
s_mul_f32 s8, s20, vcc_lo
s_mul_f32 s8, vcc_lo, s20
s_mul_f32 s8, s20, null
s_mul_f32 s8, null, s20
s_mul_f32 vcc_lo, s20, s20
s_mul_f32 vcc_lo, s20, -4
s_mul_f32 vcc_lo, -4, s20
s_mul_f32 vcc_lo, s20, 0x12345678
s_mul_f32 vcc_lo, 0x12345678, s20
s_mul_f32 vcc_lo, s20, vcc_lo
s_mul_f32 vcc_lo, vcc_lo, s20
s_mul_f32 vcc_lo, s20, null
s_mul_f32 vcc_lo, null, s20
s_mul_hi_i32 s8, s20, s20
s_mul_hi_i32 s8, s20, -4
s_mul_hi_i32 s8, -4, s20
s_mul_hi_i32 s8, s20, 0x12345678
s_mul_hi_i32 s8, 0x12345678, s20
s_mul_hi_i32 s8, s20, vcc_lo
s_mul_hi_i32 s8, vcc_lo, s20
s_mul_hi_i32 s8, s20, null
s_mul_hi_i32 s8, null, s20
s_mul_hi_i32 vcc_lo, s20, s20
s_mul_hi_i32 vcc_lo, s20, -4
s_mul_hi_i32 vcc_lo, -4, s20
s_mul_hi_i32 vcc_lo, s20, 0x12345678
s_mul_hi_i32 vcc_lo, 0x12345678, s20
s_mul_hi_i32 vcc_lo, s20, vcc_lo
s_mul_hi_i32 vcc_lo, vcc_lo, s20
s_mul_hi_i32 vcc_lo, s20, null
s_mul_hi_i32 vcc_lo, null, s20
s_mul_hi_u32 s8, s20, s20
s_mul_hi_u32 s8, s20, -4
s_mul_hi_u32 s8, -4, s20
s_mul_hi_u32 s8, s20, 0x12345678
s_mul_hi_u32 s8, 0x12345678, s20
s_mul_hi_u32 s8, s20, vcc_lo
s_mul_hi_u32 s8, vcc_lo, s20
s_mul_hi_u32 s8, s20, null
s_mul_hi_u32 s8, null, s20
s_mul_hi_u32 vcc_lo, s20, s20
s_mul_hi_u32 vcc_lo, s20, -4
s_mul_hi_u32 vcc_lo, -4, s20
s_mul_hi_u32 vcc_lo, s20, 0x12345678
s_mul_hi_u32 vcc_lo, 0x12345678, s20
s_mul_hi_u32 vcc_lo, s20, vcc_lo
s_mul_hi_u32 vcc_lo, vcc_lo, s20
s_mul_hi_u32 vcc_lo, s20, null
s_mul_hi_u32 vcc_lo, null, s20
s_mul_i32 s8, s20, s20
s_mul_i32 s8, s20, -4
s_mul_i32 s8, -4, s20
s_mul_i32 s8, s20, 0x12345678
s_mul_i32 s8, 0x12345678, s20
s_mul_i32 s8, s20, vcc_lo
s_mul_i32 s8, vcc_lo, s20
s_mul_i32 s8, s20, null
s_mul_i32 s8, null, s20
s_mul_i32 vcc_lo, s20, s20
s_mul_i32 vcc_lo, s20, -4
s_mul_i32 vcc_lo, -4, s20
s_mul_i32 vcc_lo, s20, 0x12345678
s_mul_i32 vcc_lo, 0x12345678, s20
s_mul_i32 vcc_lo, s20, vcc_lo
s_mul_i32 vcc_lo, vcc_lo, s20
s_mul_i32 vcc_lo, s20, null
s_mul_i32 vcc_lo, null, s20
s_mul_u64 s[8:9], s[20:21], s[20:21]
s_mul_u64 s[8:9], s[20:21], -4
s_mul_u64 s[8:9], -4, s[20:21]
s_mul_u64 s[8:9], s[20:21], 0x12345678
s_mul_u64 s[8:9], 0x12345678, s[20:21]
s_mul_u64 s[8:9], s[20:21], null
s_mul_u64 s[8:9], null, s[20:21]
s_mulk_i32 s8, -4
s_mulk_i32 s8, 0x1234
s_mulk_i32 vcc_lo, -4
s_mulk_i32 vcc_lo, 0x1234
s_mulk_i32 m0, -4
s_mulk_i32 m0, 0x1234
s_mulk_i32 exec_lo, -4
s_mulk_i32 exec_lo, 0x1234
s_mulk_i32 s20, -4
s_nand_b32 s8, s20, s20
s_nand_b64 s[8:9], s[20:21], s[20:21]
s_nand_saveexec_b32 s8, s20
s_nop 0x4
s_nop 3
s_nop 0x12
s_nor_b32 s8, s20, s20
s_nor_b64 s[8:9], s[20:21], s[20:21]
s_nor_saveexec_b32 s8, s20
s_not_b32 s8, s20
s_not_b32 s8, 1.0
s_not_b32 s8, -4
s_not_b32 s8, 0x1234
s_not_b32 s8, vcc_lo
s_not_b32 s8, m0
s_not_b32 s8, exec_lo
s_not_b32 s8, src_scc
s_not_b32 vcc_lo, s20
s_not_b32 vcc_lo, 1.0
s_not_b32 vcc_lo, -4
s_not_b32 vcc_lo, 0x1234
s_not_b32 vcc_lo, vcc_lo
s_not_b32 vcc_lo, m0
s_not_b32 vcc_lo, exec_lo
s_not_b32 vcc_lo, src_scc
s_not_b32 m0, s20
s_not_b32 m0, 1.0
s_not_b32 m0, -4
s_not_b32 m0, 0x1234
s_not_b32 m0, vcc_lo
s_not_b32 m0, m0
s_not_b32 m0, exec_lo
s_not_b32 m0, src_scc
s_not_b32 exec_lo, s20
s_not_b32 exec_lo, 1.0
s_not_b32 exec_lo, -4
s_not_b32 exec_lo, 0x1234
s_not_b32 exec_lo, vcc_lo
s_not_b32 exec_lo, m0
s_not_b32 exec_lo, exec_lo
s_not_b32 exec_lo, src_scc
s_not_b64 s[8:9], s[20:21]
s_or_b32 s8, s20, s20
s_or_b32 s8, s20, -4
s_or_b32 s8, -4, s20
s_or_b32 s8, s20, 0x12345678
s_or_b32 s8, 0x12345678, s20
s_or_b32 s8, s20, vcc_lo
s_or_b32 s8, vcc_lo, s20
s_or_b32 s8, s20, null
s_or_b32 s8, null, s20
s_or_b32 vcc_lo, s20, s20
s_or_b32 vcc_lo, s20, -4
s_or_b32 vcc_lo, -4, s20
s_or_b32 vcc_lo, s20, 0x12345678
s_or_b32 vcc_lo, 0x12345678, s20
s_or_b32 vcc_lo, s20, vcc_lo
s_or_b32 vcc_lo, vcc_lo, s20
s_or_b32 vcc_lo, s20, null
s_or_b32 vcc_lo, null, s20
s_or_b64 s[8:9], s[20:21], s[20:21]
s_or_b64 s[8:9], s[20:21], -4
s_or_b64 s[8:9], -4, s[20:21]
s_or_b64 s[8:9], s[20:21], 0x12345678
s_or_b64 s[8:9], 0x12345678, s[20:21]
s_or_b64 s[8:9], s[20:21], null
s_or_b64 s[8:9], null, s[20:21]
s_or_not0_saveexec_b32 s8, s20
s_or_not1_b32 s8, s20, s20
s_or_not1_b64 s[8:9], s[20:21], s[20:21]
s_or_not1_saveexec_b32 s8, s20
s_or_saveexec_b32 s8, s20
s_pack_hh_b32_b16 s8, s20, s20
s_pack_lh_b32_b16 s8, s20, s20
s_pack_ll_b32_b16 s8, s20, s20
s_quadmask_b32 s8, s20
s_quadmask_b64 s[8:9], s[20:21]
s_set_pc_i64 s[8:9]
s_set_vgpr_msb 0x4
s_set_vgpr_msb 3
s_set_vgpr_msb 0x12
s_setprio 0x4
s_sext_i32_i16 s8, s20
s_sext_i32_i8 s8, s20
s_sleep 0x4
s_sleep 3
s_sleep 0x12
s_sub_co_ci_u32 s8, s20, s20
s_sub_co_ci_u32 s8, s20, -4
s_sub_co_ci_u32 s8, -4, s20
s_sub_co_ci_u32 s8, s20, 0x12345678
s_sub_co_ci_u32 s8, 0x12345678, s20
s_sub_co_ci_u32 s8, s20, vcc_lo
s_sub_co_ci_u32 s8, vcc_lo, s20
s_sub_co_ci_u32 s8, s20, null
s_sub_co_ci_u32 s8, null, s20
s_sub_co_ci_u32 vcc_lo, s20, s20
s_sub_co_ci_u32 vcc_lo, s20, -4
s_sub_co_ci_u32 vcc_lo, -4, s20
s_sub_co_ci_u32 vcc_lo, s20, 0x12345678
s_sub_co_ci_u32 vcc_lo, 0x12345678, s20
s_sub_co_ci_u32 vcc_lo, s20, vcc_lo
s_sub_co_ci_u32 vcc_lo, vcc_lo, s20
s_sub_co_ci_u32 vcc_lo, s20, null
s_sub_co_ci_u32 vcc_lo, null, s20
s_sub_co_i32 s8, s20, s20
s_sub_co_i32 s8, s20, -4
s_sub_co_i32 s8, -4, s20
s_sub_co_i32 s8, s20, 0x12345678
s_sub_co_i32 s8, 0x12345678, s20
s_sub_co_i32 s8, s20, vcc_lo
s_sub_co_i32 s8, vcc_lo, s20
s_sub_co_i32 s8, s20, null
s_sub_co_i32 s8, null, s20
s_sub_co_i32 vcc_lo, s20, s20
s_sub_co_i32 vcc_lo, s20, -4
s_sub_co_i32 vcc_lo, -4, s20
s_sub_co_i32 vcc_lo, s20, 0x12345678
s_sub_co_i32 vcc_lo, 0x12345678, s20
s_sub_co_i32 vcc_lo, s20, vcc_lo
s_sub_co_i32 vcc_lo, vcc_lo, s20
s_sub_co_i32 vcc_lo, s20, null
s_sub_co_i32 vcc_lo, null, s20
s_sub_co_u32 s8, s20, s20
s_sub_co_u32 s8, s20, -4
s_sub_co_u32 s8, -4, s20
s_sub_co_u32 s8, s20, 0x12345678
s_sub_co_u32 s8, 0x12345678, s20
s_sub_co_u32 s8, s20, vcc_lo
s_sub_co_u32 s8, vcc_lo, s20
s_sub_co_u32 s8, s20, null
s_sub_co_u32 s8, null, s20
s_sub_co_u32 vcc_lo, s20, s20
s_sub_co_u32 vcc_lo, s20, -4
s_sub_co_u32 vcc_lo, -4, s20
s_sub_co_u32 vcc_lo, s20, 0x12345678
s_sub_co_u32 vcc_lo, 0x12345678, s20
s_sub_co_u32 vcc_lo, s20, vcc_lo
s_sub_co_u32 vcc_lo, vcc_lo, s20
s_sub_co_u32 vcc_lo, s20, null
s_sub_co_u32 vcc_lo, null, s20
s_sub_f32 s8, s20, s20
s_sub_f32 s8, s20, -4
s_sub_f32 s8, -4, s20
s_sub_f32 s8, s20, 0x12345678
s_sub_f32 s8, 0x12345678, s20
s_sub_f32 s8, s20, vcc_lo
s_sub_f32 s8, vcc_lo, s20
s_sub_f32 s8, s20, null
s_sub_f32 s8, null, s20
s_sub_f32 vcc_lo, s20, s20
s_sub_f32 vcc_lo, s20, -4
s_sub_f32 vcc_lo, -4, s20
s_sub_f32 vcc_lo, s20, 0x12345678
s_sub_f32 vcc_lo, 0x12345678, s20
s_sub_f32 vcc_lo, s20, vcc_lo
s_sub_f32 vcc_lo, vcc_lo, s20
s_sub_f32 vcc_lo, s20, null
s_sub_f32 vcc_lo, null, s20
s_sub_nc_u64 s[8:9], s[20:21], s[20:21]
s_sub_nc_u64 s[8:9], s[20:21], -4
s_sub_nc_u64 s[8:9], -4, s[20:21]
s_sub_nc_u64 s[8:9], s[20:21], 0x12345678
s_sub_nc_u64 s[8:9], 0x12345678, s[20:21]
s_sub_nc_u64 s[8:9], s[20:21], null
s_sub_nc_u64 s[8:9], null, s[20:21]
s_swap_pc_i64 s[8:9], s[20:21]
s_swap_pc_i64 s[8:9], 1.0
s_swap_pc_i64 s[8:9], -4
s_swap_pc_i64 s[8:9], 0x1234
s_swap_pc_i64 s[8:9], src_scc
s_swap_pc_i64 s[8:9], 0x123456789abcdef0
s_swap_pc_i64 vcc, s[20:21]
s_swap_pc_i64 vcc, 1.0
s_swap_pc_i64 vcc, -4
s_swap_pc_i64 vcc, 0x1234
s_swap_pc_i64 vcc, src_scc
s_swap_pc_i64 vcc, 0x123456789abcdef0
s_swap_pc_i64 s[20:21], s[20:21]
s_swap_pc_i64 s[20:21], -4
s_swap_pc_i64 s[20:21], 0x12345678
s_wqm_b32 s8, s20
s_wqm_b64 s[8:9], s[20:21]
s_xnor_b32 s8, s20, s20
s_xnor_b64 s[8:9], s[20:21], s[20:21]
s_xnor_saveexec_b32 s8, s20
s_xor_b32 s8, s20, s20
s_xor_b32 s8, s20, -4
s_xor_b32 s8, -4, s20
s_xor_b32 s8, s20, 0x12345678
s_xor_b32 s8, 0x12345678, s20
s_xor_b32 s8, s20, vcc_lo
s_xor_b32 s8, vcc_lo, s20
s_xor_b32 s8, s20, null
s_xor_b32 s8, null, s20
s_xor_b32 vcc_lo, s20, s20
s_xor_b32 vcc_lo, s20, -4
s_xor_b32 vcc_lo, -4, s20
s_xor_b32 vcc_lo, s20, 0x12345678
s_xor_b32 vcc_lo, 0x12345678, s20
s_xor_b32 vcc_lo, s20, vcc_lo
s_xor_b32 vcc_lo, vcc_lo, s20
s_xor_b32 vcc_lo, s20, null
s_xor_b32 vcc_lo, null, s20
s_xor_b64 s[8:9], s[20:21], s[20:21]
s_xor_saveexec_b32 s8, s20
s_getreg_b32 s8, hwreg(HW_REG_WAVE_MODE, 0, 4)
s_getreg_b32 s8, hwreg(HW_REG_IB_STS2, 6, 4)
s_setreg_imm32_b32 hwreg(HW_REG_WAVE_MODE, 4, 4), 0xf
s_setreg_b32 hwreg(HW_REG_WAVE_MODE, 0, 4), s8
s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)
s_delay_alu instid0(VALU_DEP_1)
s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(SALU_CYCLE_1)
s_set_vgpr_msb 0
s_clause 0x3
s_version UC_VERSION_GFX12
s_version UC_VERSION_GFX12 | UC_VERSION_W32_BIT
s_wait_alu depctr_va_vdst(0)
s_wait_alu depctr_vm_vsrc(0)
s_wait_alu 0xfffe
s_barrier_signal -1
s_barrier_signal_isfirst -1
s_barrier_wait 0xffff
s_prefetch_inst s[20:21], 0x10, s8, 4
s_prefetch_inst s[20:21], 0x10, null, 4
s_prefetch_inst_pc_rel 0x10, s8, 4
s_prefetch_inst_pc_rel 0x10, null, 4
s_prefetch_data s[20:21], 0x10, s8, 4
s_branch 0
s_call_i64 s[8:9], 0
s_cbranch_execnz 0
s_cbranch_execz 0
s_cbranch_scc0 0
s_cbranch_scc1 0
s_cbranch_vccnz 0
s_cbranch_vccz 0
s_wait_asynccnt 0x0
s_wait_asynccnt 0x1
s_wait_dscnt 0x0
s_wait_dscnt 0x1
s_wait_idle
s_wait_kmcnt 0x0
s_wait_kmcnt 0x1
s_wait_loadcnt 0x0
s_wait_loadcnt 0x1
s_wait_loadcnt_dscnt 0x0
s_wait_loadcnt_dscnt 0x1
s_wait_storecnt 0x0
s_wait_storecnt 0x1
s_wait_storecnt_dscnt 0x0
s_wait_storecnt_dscnt 0x1
s_wait_tensorcnt 0x0
s_wait_tensorcnt 0x1
s_wait_xcnt 0x0
s_wait_xcnt 0x1
s_buffer_load_b128 s[8:11], s[20:23], 0x0
s_buffer_load_b128 s[8:11], s[20:23], 0x10
s_buffer_load_b128 s[8:11], s[20:23], s6
s_buffer_load_b128 s[8:11], s[20:23], s6 offset:0x10
s_buffer_load_b128 s[8:11], s[20:23], 0x0 th:TH_LOAD_NT scope:SCOPE_DEV
s_buffer_load_b256 s[8:15], s[20:23], 0x0
s_buffer_load_b32 s8, s[20:23], 0x0
s_buffer_load_b32 s8, s[20:23], 0x10
s_buffer_load_b32 s8, s[20:23], s6
s_buffer_load_b32 s8, s[20:23], s6 offset:0x10
s_buffer_load_b32 s8, s[20:23], 0x0 th:TH_LOAD_NT scope:SCOPE_DEV
s_buffer_load_b512 s[24:39], s[20:23], 0x0
s_buffer_load_b64 s[8:9], s[20:23], 0x0
s_buffer_load_b96 s[8:10], s[20:23], 0x0
s_load_b128 s[8:11], s[20:21], 0x0
s_load_b128 s[8:11], s[20:21], 0x10
s_load_b128 s[8:11], s[20:21], s6
s_load_b128 s[8:11], s[20:21], s6 offset:0x10
s_load_b128 s[8:11], s[20:21], s6 offset:0x10 scale_offset
s_load_b128 s[8:11], s[20:21], 0x0 th:TH_LOAD_NT scope:SCOPE_DEV
s_load_b256 s[8:15], s[20:21], 0x0
s_load_b256 s[8:15], s[20:21], 0x10
s_load_b256 s[8:15], s[20:21], s6
s_load_b256 s[8:15], s[20:21], s6 offset:0x10
s_load_b256 s[8:15], s[20:21], s6 offset:0x10 scale_offset
s_load_b256 s[8:15], s[20:21], 0x0 th:TH_LOAD_NT scope:SCOPE_DEV
s_load_b32 s8, s[20:21], 0x0
s_load_b32 s8, s[20:21], 0x10
s_load_b32 s8, s[20:21], s6
s_load_b32 s8, s[20:21], s6 offset:0x10
s_load_b32 s8, s[20:21], s6 offset:0x10 scale_offset
s_load_b32 s8, s[20:21], 0x0 th:TH_LOAD_NT scope:SCOPE_DEV
s_load_b512 s[24:39], s[20:21], 0x0
s_load_b64 s[8:9], s[20:21], 0x0
s_load_b64 s[8:9], s[20:21], 0x10
s_load_b64 s[8:9], s[20:21], s6
s_load_b64 s[8:9], s[20:21], s6 offset:0x10
s_load_b64 s[8:9], s[20:21], s6 offset:0x10 scale_offset
s_load_b64 s[8:9], s[20:21], 0x0 th:TH_LOAD_NT scope:SCOPE_DEV
s_load_b96 s[8:10], s[20:21], 0x0
s_load_b96 s[8:10], s[20:21], 0x10
s_load_b96 s[8:10], s[20:21], s6
s_load_b96 s[8:10], s[20:21], s6 offset:0x10
s_load_b96 s[8:10], s[20:21], s6 offset:0x10 scale_offset
s_load_b96 s[8:10], s[20:21], 0x0 th:TH_LOAD_NT scope:SCOPE_DEV
buffer_atomic_add_f32 v8, off, s[8:11], s6
buffer_atomic_add_f32 v8, off, s[8:11], null offset:16
buffer_atomic_add_f32 v8, v40, s[8:11], s6 offen
buffer_atomic_add_f32 v8, v40, s[8:11], s6 offen offset:8
buffer_atomic_add_f32 v8, off, s[8:11], s6 th:TH_ATOMIC_RETURN
buffer_atomic_add_f32 v8, off, s[8:11], s6 scope:SCOPE_SYS
buffer_atomic_add_f64 v[8:9], off, s[8:11], s6
buffer_atomic_add_u32 v8, off, s[8:11], s6
buffer_atomic_add_u64 v[8:9], off, s[8:11], s6
buffer_atomic_and_b32 v8, off, s[8:11], s6
buffer_atomic_and_b64 v[8:9], off, s[8:11], s6
buffer_atomic_cmpswap_b32 v[8:9], off, s[8:11], s6
buffer_atomic_cmpswap_b64 v[8:11], off, s[8:11], s6
buffer_atomic_dec_u32 v8, off, s[8:11], s6
buffer_atomic_dec_u64 v[8:9], off, s[8:11], s6
buffer_atomic_inc_u32 v8, off, s[8:11], s6
buffer_atomic_inc_u64 v[8:9], off, s[8:11], s6
buffer_atomic_max_i32 v8, off, s[8:11], s6
buffer_atomic_max_i64 v[8:9], off, s[8:11], s6
buffer_atomic_max_num_f64 v[8:9], off, s[8:11], s6
buffer_atomic_max_u32 v8, off, s[8:11], s6
buffer_atomic_max_u64 v[8:9], off, s[8:11], s6
buffer_atomic_min_i32 v8, off, s[8:11], s6
buffer_atomic_min_i64 v[8:9], off, s[8:11], s6
buffer_atomic_min_num_f64 v[8:9], off, s[8:11], s6
buffer_atomic_min_u32 v8, off, s[8:11], s6
buffer_atomic_min_u64 v[8:9], off, s[8:11], s6
buffer_atomic_or_b32 v8, off, s[8:11], s6
buffer_atomic_or_b64 v[8:9], off, s[8:11], s6
buffer_atomic_pk_add_bf16 v8, off, s[8:11], s6
buffer_atomic_pk_add_f16 v8, off, s[8:11], s6
buffer_atomic_sub_u32 v8, off, s[8:11], s6
buffer_atomic_sub_u64 v[8:9], off, s[8:11], s6
buffer_atomic_swap_b32 v8, off, s[8:11], s6
buffer_atomic_swap_b64 v[8:9], off, s[8:11], s6
buffer_atomic_xor_b32 v8, off, s[8:11], s6
buffer_atomic_xor_b64 v[8:9], off, s[8:11], s6
buffer_load_b128 v[8:11], off, s[8:11], s6
buffer_load_b128 v[8:11], off, s[8:11], null offset:16
buffer_load_b128 v[8:11], v40, s[8:11], s6 offen
buffer_load_b128 v[8:11], v40, s[8:11], s6 offen offset:8
buffer_load_b128 v[8:11], off, s[8:11], s6 th:TH_LOAD_NT scope:SCOPE_DEV
buffer_load_b128 v[8:11], off, s[8:11], s6 scope:SCOPE_SYS
buffer_load_b32 v8, off, s[8:11], s6
buffer_load_b32 v8, off, s[8:11], null offset:16
buffer_load_b32 v8, v40, s[8:11], s6 offen
buffer_load_b32 v8, v40, s[8:11], s6 offen offset:8
buffer_load_b32 v8, off, s[8:11], s6 th:TH_LOAD_NT scope:SCOPE_DEV
buffer_load_b32 v8, off, s[8:11], s6 scope:SCOPE_SYS
buffer_load_b64 v[8:9], off, s[8:11], s6
buffer_load_b96 v[8:10], off, s[8:11], s6
buffer_load_d16_b16 v8, off, s[8:11], s6
buffer_load_d16_hi_b16 v8, off, s[8:11], s6
buffer_load_d16_hi_i8 v8, off, s[8:11], s6
buffer_load_d16_hi_u8 v8, off, s[8:11], s6
buffer_load_d16_i8 v8, off, s[8:11], s6
buffer_load_d16_u8 v8, off, s[8:11], s6
buffer_load_i16 v8, off, s[8:11], s6
buffer_load_i8 v8, off, s[8:11], s6
buffer_load_u16 v8, off, s[8:11], s6
buffer_load_u8 v8, off, s[8:11], s6
buffer_store_b128 v[8:11], off, s[8:11], s6
buffer_store_b128 v[8:11], off, s[8:11], null offset:16
buffer_store_b128 v[8:11], v40, s[8:11], s6 offen
buffer_store_b128 v[8:11], v40, s[8:11], s6 offen offset:8
buffer_store_b128 v[8:11], off, s[8:11], s6 th:TH_STORE_NT
buffer_store_b128 v[8:11], off, s[8:11], s6 scope:SCOPE_SYS
buffer_store_b16 v8, off, s[8:11], s6
buffer_store_b32 v8, off, s[8:11], s6
buffer_store_b32 v8, off, s[8:11], null offset:16
buffer_store_b32 v8, v40, s[8:11], s6 offen
buffer_store_b32 v8, v40, s[8:11], s6 offen offset:8
buffer_store_b32 v8, off, s[8:11], s6 th:TH_STORE_NT
buffer_store_b32 v8, off, s[8:11], s6 scope:SCOPE_SYS
buffer_store_b64 v[8:9], off, s[8:11], s6
buffer_store_b64 v[8:9], off, s[8:11], null offset:16
buffer_store_b64 v[8:9], v40, s[8:11], s6 offen
buffer_store_b64 v[8:9], v40, s[8:11], s6 offen offset:8
buffer_store_b64 v[8:9], off, s[8:11], s6 th:TH_STORE_NT
buffer_store_b64 v[8:9], off, s[8:11], s6 scope:SCOPE_SYS
buffer_store_b8 v8, off, s[8:11], s6
buffer_store_b96 v[8:10], off, s[8:11], s6
buffer_store_d16_hi_b16 v8, off, s[8:11], s6
buffer_store_d16_hi_b8 v8, off, s[8:11], s6
cluster_load_async_to_lds_b128 v8, v[40:41], off
cluster_load_async_to_lds_b128 v8, v[40:41], off offset:16
cluster_load_async_to_lds_b128 v8, v[40:41], off offset:-8
cluster_load_async_to_lds_b128 v8, v[40:41], off th:TH_LOAD_NT scope:SCOPE_DEV
cluster_load_async_to_lds_b128 v8, v40, s[20:21]
cluster_load_async_to_lds_b128 v8, v40, s[20:21] offset:16
cluster_load_async_to_lds_b128 v8, v40, s[20:21] offset:-8
cluster_load_async_to_lds_b128 v8, v40, s[20:21] scale_offset
cluster_load_async_to_lds_b128 v8, v40, s[20:21] th:TH_LOAD_NT scope:SCOPE_DEV
cluster_load_async_to_lds_b128 v40, v8, s[20:21]
cluster_load_async_to_lds_b128 v40, v8, s[20:21] offset:16
cluster_load_async_to_lds_b128 v40, v8, s[20:21] scale_offset
cluster_load_async_to_lds_b128 v40, v8, s[20:21] th:TH_ATOMIC_RT
cluster_load_async_to_lds_b128 v40, v[8:9], off
cluster_load_async_to_lds_b128 v40, v[8:9], off offset:16
cluster_load_async_to_lds_b128 v40, v[8:9], off th:TH_ATOMIC_RT
cluster_load_async_to_lds_b128 v44, v[40:41], off
cluster_load_async_to_lds_b128 v44, v[40:41], off offset:16
cluster_load_async_to_lds_b128 v44, v40, s[20:21]
cluster_load_async_to_lds_b128 v44, v40, s[20:21] offset:16
cluster_load_async_to_lds_b128 v40, v44, s[20:21]
cluster_load_async_to_lds_b128 v40, v44, s[20:21] offset:16
cluster_load_async_to_lds_b32 v8, v[40:41], off
cluster_load_async_to_lds_b64 v8, v[40:41], off
cluster_load_async_to_lds_b8 v8, v[40:41], off
cluster_load_b128 v[8:11], v[40:41], off
cluster_load_b32 v8, v[40:41], off
cluster_load_b64 v[8:9], v[40:41], off
ds_add_f32 v8, v40
ds_add_f64 v40, v[8:9]
ds_add_rtn_f32 v40, v20, v24
ds_add_rtn_f64 v[8:9], v40, v[20:21]
ds_add_rtn_u32 v40, v20, v24
ds_add_rtn_u64 v[8:9], v40, v[20:21]
ds_add_u32 v8, v40
ds_add_u64 v40, v[8:9]
ds_and_b32 v8, v40
ds_and_b64 v40, v[8:9]
ds_and_rtn_b32 v40, v20, v24
ds_and_rtn_b64 v[8:9], v40, v[20:21]
ds_atomic_async_barrier_arrive_b64 v8
ds_atomic_barrier_arrive_rtn_b64 v[8:9], v40, v[20:21]
ds_bpermute_b32 v40, v20, v24
ds_bpermute_b32 v40, v20, v24 offset:16
ds_bpermute_b32 v8, v40, v20
ds_bpermute_b32 v8, v40, v20 offset:16
ds_dec_rtn_u32 v40, v20, v24
ds_dec_rtn_u64 v[8:9], v40, v[20:21]
ds_dec_u32 v8, v40
ds_dec_u64 v40, v[8:9]
ds_inc_rtn_u32 v40, v20, v24
ds_inc_rtn_u64 v[8:9], v40, v[20:21]
ds_inc_u32 v8, v40
ds_inc_u64 v40, v[8:9]
ds_load_2addr_b32 v[8:9], v40
ds_load_2addr_b32 v[8:9], v40 offset0:1 offset1:2
ds_load_2addr_b64 v[8:11], v40
ds_load_2addr_b64 v[8:11], v40 offset0:1 offset1:2
ds_load_2addr_stride64_b32 v[8:9], v40
ds_load_2addr_stride64_b32 v[8:9], v40 offset0:1 offset1:2
ds_load_2addr_stride64_b64 v[8:11], v40
ds_load_2addr_stride64_b64 v[8:11], v40 offset0:1 offset1:2
ds_load_b128 v[8:11], v40
ds_load_b128 v[8:11], v40 offset:16
ds_load_b32 v8, v40
ds_load_b32 v8, v40 offset:16
ds_load_b32 v40, v8
ds_load_b32 v40, v8 offset:16
ds_load_b64 v[8:9], v40
ds_load_b64 v[8:9], v40 offset:16
ds_load_b96 v[8:10], v40
ds_load_i16 v8, v40
ds_load_i8 v8, v40
ds_load_i8_d16 v8, v40
ds_load_i8_d16_hi v8, v40
ds_load_tr16_b128 v[8:11], v40
ds_load_tr16_b128 v[8:11], v40 offset:16
ds_load_tr4_b64 v[8:9], v40
ds_load_tr6_b96 v[8:10], v40
ds_load_tr8_b64 v[8:9], v40
ds_load_tr8_b64 v[8:9], v40 offset:16
ds_load_u16 v8, v40
ds_load_u16_d16 v8, v40
ds_load_u16_d16_hi v8, v40
ds_load_u8 v8, v40
ds_load_u8 v8, v40 offset:16
ds_load_u8 v40, v8
ds_load_u8 v40, v8 offset:16
ds_load_u8_d16 v8, v40
ds_load_u8_d16_hi v8, v40
ds_max_i32 v8, v40
ds_max_i64 v40, v[8:9]
ds_max_num_f32 v8, v40
ds_max_num_f64 v40, v[8:9]
ds_max_num_rtn_f32 v40, v20, v24
ds_max_num_rtn_f64 v[8:9], v40, v[20:21]
ds_max_rtn_i32 v40, v20, v24
ds_max_rtn_i64 v[8:9], v40, v[20:21]
ds_max_rtn_u32 v40, v20, v24
ds_max_rtn_u64 v[8:9], v40, v[20:21]
ds_max_u32 v8, v40
ds_max_u64 v40, v[8:9]
ds_min_i32 v8, v40
ds_min_i64 v40, v[8:9]
ds_min_num_f32 v8, v40
ds_min_num_f64 v40, v[8:9]
ds_min_num_rtn_f32 v40, v20, v24
ds_min_num_rtn_f64 v[8:9], v40, v[20:21]
ds_min_rtn_i32 v40, v20, v24
ds_min_rtn_i64 v[8:9], v40, v[20:21]
ds_min_rtn_u32 v40, v20, v24
ds_min_rtn_u64 v[8:9], v40, v[20:21]
ds_min_u32 v8, v40
ds_min_u64 v40, v[8:9]
ds_or_b32 v8, v40
ds_or_b64 v40, v[8:9]
ds_or_rtn_b32 v40, v20, v24
ds_or_rtn_b64 v[8:9], v40, v[20:21]
ds_permute_b32 v40, v20, v24
ds_pk_add_bf16 v8, v40
ds_pk_add_f16 v8, v40
ds_pk_add_rtn_bf16 v40, v20, v24
ds_pk_add_rtn_f16 v40, v20, v24
ds_rsub_rtn_u32 v40, v20, v24
ds_rsub_rtn_u64 v[8:9], v40, v[20:21]
ds_rsub_u32 v8, v40
ds_rsub_u64 v40, v[8:9]
ds_store_2addr_b32 v40, v20, v24
ds_store_2addr_b64 v40, v[20:21], v[24:25]
ds_store_2addr_stride64_b32 v40, v20, v24
ds_store_2addr_stride64_b64 v40, v[20:21], v[24:25]
ds_store_2addr_stride64_b64 v40, v[20:21], v[24:25] offset0:1 offset1:2
ds_store_2addr_stride64_b64 v40, v[8:9], v[20:21]
ds_store_2addr_stride64_b64 v40, v[8:9], v[20:21] offset0:1 offset1:2
ds_store_b128 v40, v[8:11]
ds_store_b128 v40, v[8:11] offset:16
ds_store_b16 v8, v40
ds_store_b16_d16_hi v8, v40
ds_store_b32 v8, v40
ds_store_b32 v8, v40 offset:16
ds_store_b32 v40, v8
ds_store_b32 v40, v8 offset:16
ds_store_b64 v40, v[8:9]
ds_store_b64 v40, v[8:9] offset:16
ds_store_b8 v8, v40
ds_store_b8 v8, v40 offset:16
ds_store_b8 v40, v8
ds_store_b8 v40, v8 offset:16
ds_store_b8_d16_hi v8, v40
ds_store_b8_d16_hi v8, v40 offset:16
ds_store_b8_d16_hi v40, v8
ds_store_b8_d16_hi v40, v8 offset:16
ds_store_b96 v40, v[8:10]
ds_storexchg_2addr_rtn_b32 v[8:9], v40, v20, v24
ds_storexchg_2addr_rtn_b64 v[8:11], v40, v[20:21], v[24:25]
ds_storexchg_2addr_stride64_rtn_b32 v[8:9], v40, v20, v24
ds_storexchg_2addr_stride64_rtn_b64 v[8:11], v40, v[20:21], v[24:25]
ds_storexchg_rtn_b32 v40, v20, v24
ds_storexchg_rtn_b64 v[8:9], v40, v[20:21]
ds_sub_rtn_u32 v40, v20, v24
ds_sub_rtn_u64 v[8:9], v40, v[20:21]
ds_sub_u32 v8, v40
ds_sub_u64 v40, v[8:9]
ds_swizzle_b32 v8, v40
ds_xor_b32 v8, v40
ds_xor_b64 v40, v[8:9]
ds_xor_rtn_b32 v40, v20, v24
ds_xor_rtn_b64 v[8:9], v40, v[20:21]
flat_atomic_add_f32 v8, v40, s[20:21]
flat_atomic_add_f64 v[8:9], v[40:41]
flat_atomic_add_u32 v8, v40, s[20:21]
flat_atomic_add_u64 v[8:9], v[40:41]
flat_atomic_and_b32 v8, v40, s[20:21]
flat_atomic_and_b64 v[8:9], v[40:41]
flat_atomic_cmpswap_b32 v[8:9], v[40:41]
flat_atomic_cmpswap_b64 v40, v[8:11], s[20:21]
flat_atomic_dec_u32 v8, v40, s[20:21]
flat_atomic_dec_u64 v[8:9], v[40:41]
flat_atomic_inc_u32 v8, v40, s[20:21]
flat_atomic_inc_u64 v[8:9], v[40:41]
flat_atomic_max_i32 v8, v40, s[20:21]
flat_atomic_max_i64 v[8:9], v[40:41]
flat_atomic_max_num_f64 v[8:9], v[40:41]
flat_atomic_max_u32 v8, v40, s[20:21]
flat_atomic_max_u64 v[8:9], v[40:41]
flat_atomic_min_i32 v8, v40, s[20:21]
flat_atomic_min_i64 v[8:9], v[40:41]
flat_atomic_min_num_f64 v[8:9], v[40:41]
flat_atomic_min_u32 v8, v40, s[20:21]
flat_atomic_min_u64 v[8:9], v[40:41]
flat_atomic_or_b32 v8, v40, s[20:21]
flat_atomic_or_b64 v[8:9], v[40:41]
flat_atomic_pk_add_bf16 v8, v40, s[20:21]
flat_atomic_pk_add_f16 v8, v40, s[20:21]
flat_atomic_sub_u32 v8, v40, s[20:21]
flat_atomic_sub_u64 v[8:9], v[40:41]
flat_atomic_swap_b32 v8, v40, s[20:21]
flat_atomic_swap_b64 v[8:9], v[40:41]
flat_atomic_xor_b32 v8, v40, s[20:21]
flat_atomic_xor_b64 v[8:9], v[40:41]
flat_load_b128 v[8:11], v40, s[20:21]
flat_load_b32 v8, v40, s[20:21]
flat_load_b64 v[8:9], v40, s[20:21]
flat_load_b96 v[8:10], v40, s[20:21]
flat_load_d16_b16 v8, v40, s[20:21]
flat_load_d16_hi_b16 v8, v40, s[20:21]
flat_load_d16_hi_i8 v8, v40, s[20:21]
flat_load_d16_hi_u8 v8, v40, s[20:21]
flat_load_d16_i8 v8, v40, s[20:21]
flat_load_d16_u8 v8, v40, s[20:21]
flat_load_i16 v8, v40, s[20:21]
flat_load_i8 v8, v40, s[20:21]
flat_load_u16 v8, v40, s[20:21]
flat_load_u8 v8, v40, s[20:21]
flat_store_b128 v40, v[8:11], s[20:21]
flat_store_b16 v8, v40, s[20:21]
flat_store_b32 v8, v40, s[20:21]
flat_store_b64 v[8:9], v[40:41]
flat_store_b8 v8, v40, s[20:21]
flat_store_b96 v40, v[8:10], s[20:21]
flat_store_d16_hi_b16 v8, v40, s[20:21]
flat_store_d16_hi_b8 v8, v40, s[20:21]
global_atomic_add_f32 v8, v40, s[20:21]
global_atomic_add_f32 v8, v40, s[20:21] offset:16
global_atomic_add_f32 v8, v40, s[20:21] offset:-8
global_atomic_add_f32 v8, v40, s[20:21] scale_offset
global_atomic_add_f32 v8, v40, s[20:21] th:TH_ATOMIC_RETURN
global_atomic_add_f32 v[40:41], v8, off
global_atomic_add_f32 v[40:41], v8, off offset:16
global_atomic_add_f32 v[40:41], v8, off th:TH_ATOMIC_RT
global_atomic_add_f32 v8, v[40:41], v8, off th:TH_ATOMIC_RETURN
global_atomic_add_f32 v40, v8, s[20:21]
global_atomic_add_f32 v40, v8, s[20:21] offset:16
global_atomic_add_f32 v40, v8, s[20:21] scale_offset
global_atomic_add_f32 v40, v8, s[20:21] th:TH_ATOMIC_RT
global_atomic_add_f32 v8, v40, v8, s[20:21] th:TH_ATOMIC_RETURN
global_atomic_add_f32 v[8:9], v40, off
global_atomic_add_f32 v[8:9], v40, off offset:16
global_atomic_add_f32 v[8:9], v40, off offset:-8
global_atomic_add_f32 v[8:9], v40, off th:TH_ATOMIC_RETURN
global_atomic_add_f32 v44, v40, s[20:21]
global_atomic_add_f32 v44, v40, s[20:21] offset:16
global_atomic_add_f32 v[40:41], v44, off
global_atomic_add_f32 v[40:41], v44, off offset:16
global_atomic_add_f32 v40, v44, s[20:21]
global_atomic_add_f32 v40, v44, s[20:21] offset:16
global_atomic_add_f64 v[8:9], v[40:41], off
global_atomic_add_u32 v8, v40, s[20:21]
global_atomic_add_u64 v[8:9], v[40:41], off
global_atomic_and_b32 v8, v40, s[20:21]
global_atomic_and_b64 v[8:9], v[40:41], off
global_atomic_cmpswap_b32 v[8:9], v[40:41], off
global_atomic_cmpswap_b64 v[40:41], v[8:11], off
global_atomic_dec_u32 v8, v40, s[20:21]
global_atomic_dec_u64 v[8:9], v[40:41], off
global_atomic_inc_u32 v8, v40, s[20:21]
global_atomic_inc_u64 v[8:9], v[40:41], off
global_atomic_max_i32 v8, v40, s[20:21]
global_atomic_max_i64 v[8:9], v[40:41], off
global_atomic_max_num_f64 v[8:9], v[40:41], off
global_atomic_max_u32 v8, v40, s[20:21]
global_atomic_max_u64 v[8:9], v[40:41], off
global_atomic_min_i32 v8, v40, s[20:21]
global_atomic_min_i64 v[8:9], v[40:41], off
global_atomic_min_num_f64 v[8:9], v[40:41], off
global_atomic_min_u32 v8, v40, s[20:21]
global_atomic_min_u64 v[8:9], v[40:41], off
global_atomic_or_b32 v8, v40, s[20:21]
global_atomic_or_b64 v[8:9], v[40:41], off
global_atomic_pk_add_bf16 v8, v40, s[20:21]
global_atomic_pk_add_f16 v8, v40, s[20:21]
global_atomic_sub_u32 v8, v40, s[20:21]
global_atomic_sub_u64 v[8:9], v[40:41], off
global_atomic_swap_b32 v8, v40, s[20:21]
global_atomic_swap_b64 v[8:9], v[40:41], off
global_atomic_xor_b32 v8, v40, s[20:21]
global_atomic_xor_b64 v[8:9], v[40:41], off
global_inv
global_inv scope:SCOPE_DEV
global_inv scope:SCOPE_SYS
global_load_async_to_lds_b128 v8, v[40:41], off
global_load_async_to_lds_b128 v8, v[40:41], off offset:16
global_load_async_to_lds_b128 v8, v[40:41], off offset:-8
global_load_async_to_lds_b128 v8, v[40:41], off th:TH_LOAD_NT scope:SCOPE_DEV
global_load_async_to_lds_b128 v8, v40, s[20:21]
global_load_async_to_lds_b128 v8, v40, s[20:21] offset:16
global_load_async_to_lds_b128 v8, v40, s[20:21] offset:-8
global_load_async_to_lds_b128 v8, v40, s[20:21] scale_offset
global_load_async_to_lds_b128 v8, v40, s[20:21] th:TH_LOAD_NT scope:SCOPE_DEV
global_load_async_to_lds_b128 v40, v8, s[20:21]
global_load_async_to_lds_b128 v40, v8, s[20:21] offset:16
global_load_async_to_lds_b128 v40, v8, s[20:21] scale_offset
global_load_async_to_lds_b128 v40, v8, s[20:21] th:TH_ATOMIC_RT
global_load_async_to_lds_b128 v40, v[8:9], off
global_load_async_to_lds_b128 v40, v[8:9], off offset:16
global_load_async_to_lds_b128 v40, v[8:9], off th:TH_ATOMIC_RT
global_load_async_to_lds_b128 v44, v[40:41], off
global_load_async_to_lds_b128 v44, v[40:41], off offset:16
global_load_async_to_lds_b128 v44, v40, s[20:21]
global_load_async_to_lds_b128 v44, v40, s[20:21] offset:16
global_load_async_to_lds_b128 v40, v44, s[20:21]
global_load_async_to_lds_b128 v40, v44, s[20:21] offset:16
global_load_async_to_lds_b32 v8, v[40:41], off
global_load_async_to_lds_b32 v8, v[40:41], off offset:16
global_load_async_to_lds_b32 v8, v[40:41], off offset:-8
global_load_async_to_lds_b32 v8, v[40:41], off th:TH_LOAD_NT scope:SCOPE_DEV
global_load_async_to_lds_b32 v8, v40, s[20:21]
global_load_async_to_lds_b32 v8, v40, s[20:21] offset:16
global_load_async_to_lds_b32 v8, v40, s[20:21] offset:-8
global_load_async_to_lds_b32 v8, v40, s[20:21] scale_offset
global_load_async_to_lds_b32 v8, v40, s[20:21] th:TH_LOAD_NT scope:SCOPE_DEV
global_load_async_to_lds_b32 v40, v8, s[20:21]
global_load_async_to_lds_b32 v40, v8, s[20:21] offset:16
global_load_async_to_lds_b32 v40, v8, s[20:21] scale_offset
global_load_async_to_lds_b32 v40, v8, s[20:21] th:TH_ATOMIC_RT
global_load_async_to_lds_b32 v40, v[8:9], off
global_load_async_to_lds_b32 v40, v[8:9], off offset:16
global_load_async_to_lds_b32 v40, v[8:9], off th:TH_ATOMIC_RT
global_load_async_to_lds_b32 v44, v[40:41], off
global_load_async_to_lds_b32 v44, v[40:41], off offset:16
global_load_async_to_lds_b32 v44, v40, s[20:21]
global_load_async_to_lds_b32 v44, v40, s[20:21] offset:16
global_load_async_to_lds_b32 v40, v44, s[20:21]
global_load_async_to_lds_b32 v40, v44, s[20:21] offset:16
global_load_async_to_lds_b64 v8, v[40:41], off
global_load_async_to_lds_b64 v8, v[40:41], off offset:16
global_load_async_to_lds_b64 v8, v[40:41], off offset:-8
global_load_async_to_lds_b64 v8, v[40:41], off th:TH_LOAD_NT scope:SCOPE_DEV
global_load_async_to_lds_b64 v8, v40, s[20:21]
global_load_async_to_lds_b64 v8, v40, s[20:21] offset:16
global_load_async_to_lds_b64 v8, v40, s[20:21] offset:-8
global_load_async_to_lds_b64 v8, v40, s[20:21] scale_offset
global_load_async_to_lds_b64 v8, v40, s[20:21] th:TH_LOAD_NT scope:SCOPE_DEV
global_load_async_to_lds_b64 v40, v8, s[20:21]
global_load_async_to_lds_b64 v40, v8, s[20:21] offset:16
global_load_async_to_lds_b64 v40, v8, s[20:21] scale_offset
global_load_async_to_lds_b64 v40, v8, s[20:21] th:TH_ATOMIC_RT
global_load_async_to_lds_b64 v40, v[8:9], off
global_load_async_to_lds_b64 v40, v[8:9], off offset:16
global_load_async_to_lds_b64 v40, v[8:9], off th:TH_ATOMIC_RT
global_load_async_to_lds_b64 v44, v[40:41], off
global_load_async_to_lds_b64 v44, v[40:41], off offset:16
global_load_async_to_lds_b64 v44, v40, s[20:21]
global_load_async_to_lds_b64 v44, v40, s[20:21] offset:16
global_load_async_to_lds_b64 v40, v44, s[20:21]
global_load_async_to_lds_b64 v40, v44, s[20:21] offset:16
global_load_async_to_lds_b8 v8, v[40:41], off
global_load_b128 v[8:11], v[40:41], off
global_load_b128 v[8:11], v[40:41], off offset:16
global_load_b128 v[8:11], v[40:41], off offset:-8
global_load_b128 v[8:11], v[40:41], off th:TH_LOAD_NT scope:SCOPE_DEV
global_load_b128 v[8:11], v40, s[20:21]
global_load_b128 v[8:11], v40, s[20:21] offset:16
global_load_b128 v[8:11], v40, s[20:21] offset:-8
global_load_b128 v[8:11], v40, s[20:21] scale_offset
global_load_b128 v[8:11], v40, s[20:21] th:TH_LOAD_NT scope:SCOPE_DEV
global_load_b32 v8, v[40:41], off
global_load_b32 v8, v[40:41], off offset:16
global_load_b32 v8, v[40:41], off offset:-8
global_load_b32 v8, v[40:41], off th:TH_LOAD_NT scope:SCOPE_DEV
global_load_b32 v8, v40, s[20:21]
global_load_b32 v8, v40, s[20:21] offset:16
global_load_b32 v8, v40, s[20:21] offset:-8
global_load_b32 v8, v40, s[20:21] scale_offset
global_load_b32 v8, v40, s[20:21] th:TH_LOAD_NT scope:SCOPE_DEV
global_load_b32 v40, v8, s[20:21]
global_load_b32 v40, v8, s[20:21] offset:16
global_load_b32 v40, v8, s[20:21] scale_offset
global_load_b32 v40, v8, s[20:21] th:TH_ATOMIC_RT
global_load_b32 v40, v[8:9], off
global_load_b32 v40, v[8:9], off offset:16
global_load_b32 v40, v[8:9], off th:TH_ATOMIC_RT
global_load_b32 v44, v[40:41], off
global_load_b32 v44, v[40:41], off offset:16
global_load_b32 v44, v40, s[20:21]
global_load_b32 v44, v40, s[20:21] offset:16
global_load_b32 v40, v44, s[20:21]
global_load_b32 v40, v44, s[20:21] offset:16
global_load_b64 v[8:9], v[40:41], off
global_load_b64 v[8:9], v[40:41], off offset:16
global_load_b64 v[8:9], v[40:41], off offset:-8
global_load_b64 v[8:9], v[40:41], off th:TH_LOAD_NT scope:SCOPE_DEV
global_load_b64 v[8:9], v40, s[20:21]
global_load_b64 v[8:9], v40, s[20:21] offset:16
global_load_b64 v[8:9], v40, s[20:21] offset:-8
global_load_b64 v[8:9], v40, s[20:21] scale_offset
global_load_b64 v[8:9], v40, s[20:21] th:TH_LOAD_NT scope:SCOPE_DEV
global_load_b64 v[40:41], v[8:9], off
global_load_b64 v[40:41], v[8:9], off offset:16
global_load_b64 v[40:41], v[8:9], off th:TH_ATOMIC_RT
global_load_b96 v[8:10], v[40:41], off
global_load_d16_b16 v8, v[40:41], off
global_load_d16_hi_b16 v8, v[40:41], off
global_load_d16_hi_i8 v8, v[40:41], off
global_load_d16_hi_u8 v8, v[40:41], off
global_load_d16_i8 v8, v[40:41], off
global_load_d16_u8 v8, v[40:41], off
global_load_i16 v8, v[40:41], off
global_load_i8 v8, v[40:41], off
global_load_tr16_b128 v[8:11], v[40:41], off
global_load_tr4_b64 v[8:9], v[40:41], off
global_load_tr6_b96 v[8:10], v[40:41], off
global_load_tr8_b64 v[8:9], v[40:41], off
global_load_u16 v8, v[40:41], off
global_load_u16 v8, v[40:41], off offset:16
global_load_u16 v8, v[40:41], off offset:-8
global_load_u16 v8, v[40:41], off th:TH_LOAD_NT scope:SCOPE_DEV
global_load_u16 v8, v40, s[20:21]
global_load_u16 v8, v40, s[20:21] offset:16
global_load_u16 v8, v40, s[20:21] offset:-8
global_load_u16 v8, v40, s[20:21] scale_offset
global_load_u16 v8, v40, s[20:21] th:TH_LOAD_NT scope:SCOPE_DEV
global_load_u16 v40, v8, s[20:21]
global_load_u16 v40, v8, s[20:21] offset:16
global_load_u16 v40, v8, s[20:21] scale_offset
global_load_u16 v40, v8, s[20:21] th:TH_ATOMIC_RT
global_load_u16 v40, v[8:9], off
global_load_u16 v40, v[8:9], off offset:16
global_load_u16 v40, v[8:9], off th:TH_ATOMIC_RT
global_load_u16 v44, v[40:41], off
global_load_u16 v44, v[40:41], off offset:16
global_load_u16 v44, v40, s[20:21]
global_load_u16 v44, v40, s[20:21] offset:16
global_load_u16 v40, v44, s[20:21]
global_load_u16 v40, v44, s[20:21] offset:16
global_load_u8 v8, v[40:41], off
global_load_u8 v8, v[40:41], off offset:16
global_load_u8 v8, v[40:41], off offset:-8
global_load_u8 v8, v[40:41], off th:TH_LOAD_NT scope:SCOPE_DEV
global_load_u8 v8, v40, s[20:21]
global_load_u8 v8, v40, s[20:21] offset:16
global_load_u8 v8, v40, s[20:21] offset:-8
global_load_u8 v8, v40, s[20:21] scale_offset
global_load_u8 v8, v40, s[20:21] th:TH_LOAD_NT scope:SCOPE_DEV
global_load_u8 v40, v8, s[20:21]
global_load_u8 v40, v8, s[20:21] offset:16
global_load_u8 v40, v8, s[20:21] scale_offset
global_load_u8 v40, v8, s[20:21] th:TH_ATOMIC_RT
global_load_u8 v40, v[8:9], off
global_load_u8 v40, v[8:9], off offset:16
global_load_u8 v40, v[8:9], off th:TH_ATOMIC_RT
global_load_u8 v44, v[40:41], off
global_load_u8 v44, v[40:41], off offset:16
global_load_u8 v44, v40, s[20:21]
global_load_u8 v44, v40, s[20:21] offset:16
global_load_u8 v40, v44, s[20:21]
global_load_u8 v40, v44, s[20:21] offset:16
global_prefetch_b8 v[40:41], off
global_prefetch_b8 v40, s[20:21]
global_store_async_from_lds_b128 v8, v40, s[20:21]
global_store_async_from_lds_b128 v8, v40, s[20:21] offset:16
global_store_async_from_lds_b128 v8, v40, s[20:21] offset:-8
global_store_async_from_lds_b128 v8, v40, s[20:21] scale_offset
global_store_async_from_lds_b128 v8, v40, s[20:21] th:TH_STORE_NT
global_store_async_from_lds_b128 v[40:41], v8, off
global_store_async_from_lds_b128 v[40:41], v8, off offset:16
global_store_async_from_lds_b128 v[40:41], v8, off th:TH_STORE_NT scope:SCOPE_SYS
global_store_async_from_lds_b128 v[40:41], v8, off th:TH_ATOMIC_RT
global_store_async_from_lds_b128 v40, v8, s[20:21]
global_store_async_from_lds_b128 v40, v8, s[20:21] offset:16
global_store_async_from_lds_b128 v40, v8, s[20:21] scale_offset
global_store_async_from_lds_b128 v40, v8, s[20:21] th:TH_STORE_NT scope:SCOPE_SYS
global_store_async_from_lds_b128 v40, v8, s[20:21] th:TH_ATOMIC_RT
global_store_async_from_lds_b128 v[8:9], v40, off
global_store_async_from_lds_b128 v[8:9], v40, off offset:16
global_store_async_from_lds_b128 v[8:9], v40, off offset:-8
global_store_async_from_lds_b128 v[8:9], v40, off th:TH_STORE_NT
global_store_async_from_lds_b128 v44, v40, s[20:21]
global_store_async_from_lds_b128 v44, v40, s[20:21] offset:16
global_store_async_from_lds_b128 v[40:41], v44, off
global_store_async_from_lds_b128 v[40:41], v44, off offset:16
global_store_async_from_lds_b128 v40, v44, s[20:21]
global_store_async_from_lds_b128 v40, v44, s[20:21] offset:16
global_store_async_from_lds_b32 v8, v40, s[20:21]
global_store_async_from_lds_b64 v8, v40, s[20:21]
global_store_async_from_lds_b64 v8, v40, s[20:21] offset:16
global_store_async_from_lds_b64 v8, v40, s[20:21] offset:-8
global_store_async_from_lds_b64 v8, v40, s[20:21] scale_offset
global_store_async_from_lds_b64 v8, v40, s[20:21] th:TH_STORE_NT
global_store_async_from_lds_b64 v[40:41], v8, off
global_store_async_from_lds_b64 v[40:41], v8, off offset:16
global_store_async_from_lds_b64 v[40:41], v8, off th:TH_STORE_NT scope:SCOPE_SYS
global_store_async_from_lds_b64 v[40:41], v8, off th:TH_ATOMIC_RT
global_store_async_from_lds_b64 v40, v8, s[20:21]
global_store_async_from_lds_b64 v40, v8, s[20:21] offset:16
global_store_async_from_lds_b64 v40, v8, s[20:21] scale_offset
global_store_async_from_lds_b64 v40, v8, s[20:21] th:TH_STORE_NT scope:SCOPE_SYS
global_store_async_from_lds_b64 v40, v8, s[20:21] th:TH_ATOMIC_RT
global_store_async_from_lds_b64 v[8:9], v40, off
global_store_async_from_lds_b64 v[8:9], v40, off offset:16
global_store_async_from_lds_b64 v[8:9], v40, off offset:-8
global_store_async_from_lds_b64 v[8:9], v40, off th:TH_STORE_NT
global_store_async_from_lds_b64 v44, v40, s[20:21]
global_store_async_from_lds_b64 v44, v40, s[20:21] offset:16
global_store_async_from_lds_b64 v[40:41], v44, off
global_store_async_from_lds_b64 v[40:41], v44, off offset:16
global_store_async_from_lds_b64 v40, v44, s[20:21]
global_store_async_from_lds_b64 v40, v44, s[20:21] offset:16
global_store_async_from_lds_b8 v8, v40, s[20:21]
global_store_b128 v[40:41], v[8:11], off
global_store_b128 v[40:41], v[8:11], off offset:16
global_store_b128 v[40:41], v[8:11], off th:TH_STORE_NT scope:SCOPE_SYS
global_store_b128 v[40:41], v[8:11], off th:TH_ATOMIC_RT
global_store_b128 v40, v[8:11], s[20:21]
global_store_b128 v40, v[8:11], s[20:21] offset:16
global_store_b128 v40, v[8:11], s[20:21] scale_offset
global_store_b128 v40, v[8:11], s[20:21] th:TH_STORE_NT scope:SCOPE_SYS
global_store_b128 v40, v[8:11], s[20:21] th:TH_ATOMIC_RT
global_store_b16 v8, v40, s[20:21]
global_store_b16 v8, v40, s[20:21] offset:16
global_store_b16 v8, v40, s[20:21] offset:-8
global_store_b16 v8, v40, s[20:21] scale_offset
global_store_b16 v8, v40, s[20:21] th:TH_STORE_NT
global_store_b16 v[40:41], v8, off
global_store_b16 v[40:41], v8, off offset:16
global_store_b16 v[40:41], v8, off th:TH_STORE_NT scope:SCOPE_SYS
global_store_b16 v[40:41], v8, off th:TH_ATOMIC_RT
global_store_b16 v40, v8, s[20:21]
global_store_b16 v40, v8, s[20:21] offset:16
global_store_b16 v40, v8, s[20:21] scale_offset
global_store_b16 v40, v8, s[20:21] th:TH_STORE_NT scope:SCOPE_SYS
global_store_b16 v40, v8, s[20:21] th:TH_ATOMIC_RT
global_store_b16 v[8:9], v40, off
global_store_b16 v[8:9], v40, off offset:16
global_store_b16 v[8:9], v40, off offset:-8
global_store_b16 v[8:9], v40, off th:TH_STORE_NT
global_store_b16 v44, v40, s[20:21]
global_store_b16 v44, v40, s[20:21] offset:16
global_store_b16 v[40:41], v44, off
global_store_b16 v[40:41], v44, off offset:16
global_store_b16 v40, v44, s[20:21]
global_store_b16 v40, v44, s[20:21] offset:16
global_store_b32 v8, v40, s[20:21]
global_store_b32 v8, v40, s[20:21] offset:16
global_store_b32 v8, v40, s[20:21] offset:-8
global_store_b32 v8, v40, s[20:21] scale_offset
global_store_b32 v8, v40, s[20:21] th:TH_STORE_NT
global_store_b32 v[40:41], v8, off
global_store_b32 v[40:41], v8, off offset:16
global_store_b32 v[40:41], v8, off th:TH_STORE_NT scope:SCOPE_SYS
global_store_b32 v[40:41], v8, off th:TH_ATOMIC_RT
global_store_b32 v40, v8, s[20:21]
global_store_b32 v40, v8, s[20:21] offset:16
global_store_b32 v40, v8, s[20:21] scale_offset
global_store_b32 v40, v8, s[20:21] th:TH_STORE_NT scope:SCOPE_SYS
global_store_b32 v40, v8, s[20:21] th:TH_ATOMIC_RT
global_store_b32 v[8:9], v40, off
global_store_b32 v[8:9], v40, off offset:16
global_store_b32 v[8:9], v40, off offset:-8
global_store_b32 v[8:9], v40, off th:TH_STORE_NT
global_store_b32 v44, v40, s[20:21]
global_store_b32 v44, v40, s[20:21] offset:16
global_store_b32 v[40:41], v44, off
global_store_b32 v[40:41], v44, off offset:16
global_store_b32 v40, v44, s[20:21]
global_store_b32 v40, v44, s[20:21] offset:16
global_store_b64 v[8:9], v[40:41], off
global_store_b64 v[8:9], v[40:41], off offset:16
global_store_b64 v[8:9], v[40:41], off offset:-8
global_store_b64 v[8:9], v[40:41], off th:TH_STORE_NT
global_store_b64 v[40:41], v[8:9], off
global_store_b64 v[40:41], v[8:9], off offset:16
global_store_b64 v[40:41], v[8:9], off th:TH_STORE_NT scope:SCOPE_SYS
global_store_b64 v[40:41], v[8:9], off th:TH_ATOMIC_RT
global_store_b64 v40, v[8:9], s[20:21]
global_store_b64 v40, v[8:9], s[20:21] offset:16
global_store_b64 v40, v[8:9], s[20:21] scale_offset
global_store_b64 v40, v[8:9], s[20:21] th:TH_STORE_NT scope:SCOPE_SYS
global_store_b64 v40, v[8:9], s[20:21] th:TH_ATOMIC_RT
global_store_b8 v8, v40, s[20:21]
global_store_b8 v8, v40, s[20:21] offset:16
global_store_b8 v8, v40, s[20:21] offset:-8
global_store_b8 v8, v40, s[20:21] scale_offset
global_store_b8 v8, v40, s[20:21] th:TH_STORE_NT
global_store_b8 v[40:41], v8, off
global_store_b8 v[40:41], v8, off offset:16
global_store_b8 v[40:41], v8, off th:TH_STORE_NT scope:SCOPE_SYS
global_store_b8 v[40:41], v8, off th:TH_ATOMIC_RT
global_store_b8 v40, v8, s[20:21]
global_store_b8 v40, v8, s[20:21] offset:16
global_store_b8 v40, v8, s[20:21] scale_offset
global_store_b8 v40, v8, s[20:21] th:TH_STORE_NT scope:SCOPE_SYS
global_store_b8 v40, v8, s[20:21] th:TH_ATOMIC_RT
global_store_b8 v[8:9], v40, off
global_store_b8 v[8:9], v40, off offset:16
global_store_b8 v[8:9], v40, off offset:-8
global_store_b8 v[8:9], v40, off th:TH_STORE_NT
global_store_b8 v44, v40, s[20:21]
global_store_b8 v44, v40, s[20:21] offset:16
global_store_b8 v[40:41], v44, off
global_store_b8 v[40:41], v44, off offset:16
global_store_b8 v40, v44, s[20:21]
global_store_b8 v40, v44, s[20:21] offset:16
global_store_b96 v[40:41], v[8:10], off
global_store_d16_hi_b16 v8, v40, s[20:21]
global_store_d16_hi_b8 v8, v40, s[20:21]
global_wb
global_wb scope:SCOPE_DEV
global_wb scope:SCOPE_SYS
global_wbinv
scratch_load_b128 v[8:11], v40, off
scratch_load_b128 v[8:11], v40, off offset:16
scratch_load_b128 v[8:11], v40, off offset:-8
scratch_load_b128 v[8:11], v40, off scale_offset
scratch_load_b128 v[8:11], v40, off th:TH_LOAD_NT scope:SCOPE_DEV
scratch_load_b128 v[8:11], off, s20
scratch_load_b128 v[8:11], off, s20 offset:16
scratch_load_b128 v[8:11], off, s20 offset:-8
scratch_load_b128 v[8:11], off, s20 th:TH_LOAD_NT scope:SCOPE_DEV
scratch_load_b128 v[8:11], off, off
scratch_load_b128 v[8:11], off, off offset:16
scratch_load_b128 v[8:11], off, off offset:-8
scratch_load_b128 v[8:11], off, off th:TH_LOAD_NT scope:SCOPE_DEV
scratch_load_b128 v[8:11], v40, s20
scratch_load_b128 v[8:11], v40, s20 offset:16
scratch_load_b128 v[8:11], v40, s20 offset:-8
scratch_load_b128 v[8:11], v40, s20 scale_offset
scratch_load_b128 v[8:11], v40, s20 th:TH_LOAD_NT scope:SCOPE_DEV
scratch_load_b32 v8, v40, off
scratch_load_b32 v8, v40, off offset:16
scratch_load_b32 v8, v40, off offset:-8
scratch_load_b32 v8, v40, off scale_offset
scratch_load_b32 v8, v40, off th:TH_LOAD_NT scope:SCOPE_DEV
scratch_load_b32 v8, off, s20
scratch_load_b32 v8, off, s20 offset:16
scratch_load_b32 v8, off, s20 offset:-8
scratch_load_b32 v8, off, s20 th:TH_LOAD_NT scope:SCOPE_DEV
scratch_load_b32 v8, off, off
scratch_load_b32 v8, off, off offset:16
scratch_load_b32 v8, off, off offset:-8
scratch_load_b32 v8, off, off th:TH_LOAD_NT scope:SCOPE_DEV
scratch_load_b32 v8, v40, s20
scratch_load_b32 v8, v40, s20 offset:16
scratch_load_b32 v8, v40, s20 offset:-8
scratch_load_b32 v8, v40, s20 scale_offset
scratch_load_b32 v8, v40, s20 th:TH_LOAD_NT scope:SCOPE_DEV
scratch_load_b32 v40, v8, off
scratch_load_b32 v40, v8, off offset:16
scratch_load_b32 v40, v8, off scale_offset
scratch_load_b32 v40, v8, off th:TH_ATOMIC_RT
scratch_load_b32 v40, v8, s20
scratch_load_b32 v40, v8, s20 offset:16
scratch_load_b32 v40, v8, s20 scale_offset
scratch_load_b32 v40, v8, s20 th:TH_ATOMIC_RT
scratch_load_b64 v[40:41], v8, off
scratch_load_b96 v[8:10], v40, off
scratch_load_d16_b16 v8, v40, off
scratch_load_d16_hi_b16 v8, v40, off
scratch_load_d16_hi_i8 v8, v40, off
scratch_load_d16_hi_u8 v8, v40, off
scratch_load_d16_i8 v8, v40, off
scratch_load_d16_u8 v8, v40, off
scratch_load_i16 v8, v40, off
scratch_load_i8 v8, v40, off
scratch_load_u16 v8, v40, off
scratch_load_u8 v8, v40, off
scratch_store_b128 v40, v[8:11], off
scratch_store_b128 v40, v[8:11], off offset:16
scratch_store_b128 v40, v[8:11], off scale_offset
scratch_store_b128 v40, v[8:11], off th:TH_STORE_NT scope:SCOPE_SYS
scratch_store_b128 v40, v[8:11], off th:TH_ATOMIC_RT
scratch_store_b128 off, v[8:11], s20
scratch_store_b128 off, v[8:11], s20 offset:16
scratch_store_b128 off, v[8:11], s20 th:TH_STORE_NT scope:SCOPE_SYS
scratch_store_b128 off, v[8:11], s20 th:TH_ATOMIC_RT
scratch_store_b128 off, v[8:11], off
scratch_store_b128 off, v[8:11], off offset:16
scratch_store_b128 off, v[8:11], off th:TH_STORE_NT scope:SCOPE_SYS
scratch_store_b128 off, v[8:11], off th:TH_ATOMIC_RT
scratch_store_b128 v40, v[8:11], s20
scratch_store_b128 v40, v[8:11], s20 offset:16
scratch_store_b128 v40, v[8:11], s20 scale_offset
scratch_store_b128 v40, v[8:11], s20 th:TH_STORE_NT scope:SCOPE_SYS
scratch_store_b128 v40, v[8:11], s20 th:TH_ATOMIC_RT
scratch_store_b16 v8, v40, off
scratch_store_b32 v8, v40, off
scratch_store_b32 v8, v40, off offset:16
scratch_store_b32 v8, v40, off offset:-8
scratch_store_b32 v8, v40, off scale_offset
scratch_store_b32 v8, v40, off th:TH_STORE_NT
scratch_store_b32 v8, v40, s20
scratch_store_b32 v8, v40, s20 offset:16
scratch_store_b32 v8, v40, s20 offset:-8
scratch_store_b32 v8, v40, s20 scale_offset
scratch_store_b32 v8, v40, s20 th:TH_STORE_NT
scratch_store_b32 v40, v8, off
scratch_store_b32 v40, v8, off offset:16
scratch_store_b32 v40, v8, off scale_offset
scratch_store_b32 v40, v8, off th:TH_STORE_NT scope:SCOPE_SYS
scratch_store_b32 v40, v8, off th:TH_ATOMIC_RT
scratch_store_b32 off, v8, s20
scratch_store_b32 off, v8, s20 offset:16
scratch_store_b32 off, v8, s20 th:TH_STORE_NT scope:SCOPE_SYS
scratch_store_b32 off, v8, s20 th:TH_ATOMIC_RT
scratch_store_b32 off, v8, off
scratch_store_b32 off, v8, off offset:16
scratch_store_b32 off, v8, off th:TH_STORE_NT scope:SCOPE_SYS
scratch_store_b32 off, v8, off th:TH_ATOMIC_RT
scratch_store_b32 v40, v8, s20
scratch_store_b32 v40, v8, s20 offset:16
scratch_store_b32 v40, v8, s20 scale_offset
scratch_store_b32 v40, v8, s20 th:TH_STORE_NT scope:SCOPE_SYS
scratch_store_b32 v40, v8, s20 th:TH_ATOMIC_RT
scratch_store_b64 v8, v[40:41], off
scratch_store_b8 v8, v40, off
scratch_store_b96 v40, v[8:10], off
scratch_store_d16_hi_b16 v8, v40, off
scratch_store_d16_hi_b8 v8, v40, off
tensor_load_to_lds s[8:11], s[16:23]
tensor_load_to_lds s[8:11], s[16:23], s[24:27], s[28:31]
tensor_load_to_lds s[8:11], s[16:23] th:TH_LOAD_NT
tensor_store_from_lds s[8:11], s[16:23]
tensor_store_from_lds s[8:11], s[16:23], s[24:27], s[28:31]
v_swmmac_bf16_16x16x64_bf16 v[0:3], v[16:23], v[32:47], v60
v_swmmac_f16_16x16x128_bf8_bf8 v[0:3], v[16:23], v[32:47], v[60:61]
v_swmmac_f16_16x16x128_bf8_fp8 v[0:3], v[16:23], v[32:47], v[60:61]
v_swmmac_f16_16x16x128_fp8_bf8 v[0:3], v[16:23], v[32:47], v[60:61]
v_swmmac_f16_16x16x128_fp8_fp8 v[0:3], v[16:23], v[32:47], v[60:61]
v_swmmac_f16_16x16x64_f16 v[0:3], v[16:23], v[32:47], v60
v_swmmac_f32_16x16x128_bf8_bf8 v[0:7], v[16:23], v[32:47], v[60:61]
v_swmmac_f32_16x16x128_bf8_fp8 v[0:7], v[16:23], v[32:47], v[60:61]
v_swmmac_f32_16x16x128_fp8_bf8 v[0:7], v[16:23], v[32:47], v[60:61]
v_swmmac_f32_16x16x128_fp8_fp8 v[0:7], v[16:23], v[32:47], v[60:61]
v_swmmac_f32_16x16x64_bf16 v[0:7], v[16:23], v[32:47], v60
v_swmmac_f32_16x16x64_f16 v[0:7], v[16:23], v[32:47], v60
v_swmmac_i32_16x16x128_iu8 v[0:7], v[16:23], v[32:47], v[60:61]
v_wmma_bf16_16x16x32_bf16 v[0:3], v[16:23], v[32:39], v[0:3]
v_wmma_bf16_16x16x32_bf16 v[0:3], v[16:23], v[32:39], 0
v_wmma_bf16f32_16x16x32_bf16 v[0:3], v[16:23], v[32:39], v[48:55]
v_wmma_bf16f32_16x16x32_bf16 v[0:3], v[16:23], v[32:39], 0
v_wmma_f16_16x16x128_bf8_bf8 v[0:3], v[16:31], v[32:47], v[0:3]
v_wmma_f16_16x16x128_bf8_bf8 v[0:3], v[16:31], v[32:47], 0
v_wmma_f16_16x16x128_bf8_fp8 v[0:3], v[16:31], v[32:47], v[0:3]
v_wmma_f16_16x16x128_bf8_fp8 v[0:3], v[16:31], v[32:47], 0
v_wmma_f16_16x16x128_fp8_bf8 v[0:3], v[16:31], v[32:47], v[0:3]
v_wmma_f16_16x16x128_fp8_bf8 v[0:3], v[16:31], v[32:47], 0
v_wmma_f16_16x16x128_fp8_fp8 v[0:3], v[16:31], v[32:47], v[0:3]
v_wmma_f16_16x16x128_fp8_fp8 v[0:3], v[16:31], v[32:47], 0
v_wmma_f16_16x16x32_f16 v[0:3], v[16:23], v[32:39], v[0:3]
v_wmma_f16_16x16x32_f16 v[0:3], v[16:23], v[32:39], 0
v_wmma_f16_16x16x64_bf8_bf8 v[0:3], v[16:23], v[32:39], v[0:3]
v_wmma_f16_16x16x64_bf8_bf8 v[0:3], v[16:23], v[32:39], 0
v_wmma_f16_16x16x64_bf8_fp8 v[0:3], v[16:23], v[32:39], v[0:3]
v_wmma_f16_16x16x64_bf8_fp8 v[0:3], v[16:23], v[32:39], 0
v_wmma_f16_16x16x64_fp8_bf8 v[0:3], v[16:23], v[32:39], v[0:3]
v_wmma_f16_16x16x64_fp8_bf8 v[0:3], v[16:23], v[32:39], 0
v_wmma_f16_16x16x64_fp8_fp8 v[0:3], v[16:23], v[32:39], v[0:3]
v_wmma_f16_16x16x64_fp8_fp8 v[0:3], v[16:23], v[32:39], 0
v_wmma_f32_16x16x128_bf8_bf8 v[0:7], v[16:31], v[32:47], v[0:7]
v_wmma_f32_16x16x128_bf8_bf8 v[0:7], v[16:31], v[32:47], v[48:55]
v_wmma_f32_16x16x128_bf8_bf8 v[0:7], v[16:31], v[32:47], 0
v_wmma_f32_16x16x128_bf8_fp8 v[0:7], v[16:31], v[32:47], v[0:7]
v_wmma_f32_16x16x128_bf8_fp8 v[0:7], v[16:31], v[32:47], v[48:55]
v_wmma_f32_16x16x128_bf8_fp8 v[0:7], v[16:31], v[32:47], 0
v_wmma_f32_16x16x128_f8f6f4 v[0:7], v[16:31], v[32:47], v[0:7]
v_wmma_f32_16x16x128_f8f6f4 v[0:7], v[16:31], v[32:47], v[48:55]
v_wmma_f32_16x16x128_f8f6f4 v[0:7], v[16:31], v[32:47], 0
v_wmma_f32_16x16x128_fp8_bf8 v[0:7], v[16:31], v[32:47], v[0:7]
v_wmma_f32_16x16x128_fp8_bf8 v[0:7], v[16:31], v[32:47], v[48:55]
v_wmma_f32_16x16x128_fp8_bf8 v[0:7], v[16:31], v[32:47], 0
v_wmma_f32_16x16x128_fp8_fp8 v[0:7], v[16:31], v[32:47], v[0:7]
v_wmma_f32_16x16x128_fp8_fp8 v[0:7], v[16:31], v[32:47], v[48:55]
v_wmma_f32_16x16x128_fp8_fp8 v[0:7], v[16:31], v[32:47], 0
v_wmma_f32_16x16x32_bf16 v[0:7], v[16:23], v[32:39], v[0:7]
v_wmma_f32_16x16x32_bf16 v[0:7], v[16:23], v[32:39], v[48:55]
v_wmma_f32_16x16x32_bf16 v[0:7], v[16:23], v[32:39], 0
v_wmma_f32_16x16x32_f16 v[0:7], v[16:23], v[32:39], v[0:7]
v_wmma_f32_16x16x32_f16 v[0:7], v[16:23], v[32:39], v[48:55]
v_wmma_f32_16x16x32_f16 v[0:7], v[16:23], v[32:39], 0
v_wmma_f32_16x16x4_f32 v[0:7], v[16:17], v[32:33], v[0:7]
v_wmma_f32_16x16x4_f32 v[0:7], v[16:17], v[32:33], v[48:55]
v_wmma_f32_16x16x4_f32 v[0:7], v[16:17], v[32:33], 0
v_wmma_f32_16x16x64_bf8_bf8 v[0:7], v[16:23], v[32:39], v[0:7]
v_wmma_f32_16x16x64_bf8_bf8 v[0:7], v[16:23], v[32:39], v[48:55]
v_wmma_f32_16x16x64_bf8_bf8 v[0:7], v[16:23], v[32:39], 0
v_wmma_f32_16x16x64_bf8_fp8 v[0:7], v[16:23], v[32:39], v[0:7]
v_wmma_f32_16x16x64_bf8_fp8 v[0:7], v[16:23], v[32:39], v[48:55]
v_wmma_f32_16x16x64_bf8_fp8 v[0:7], v[16:23], v[32:39], 0
v_wmma_f32_16x16x64_fp8_bf8 v[0:7], v[16:23], v[32:39], v[0:7]
v_wmma_f32_16x16x64_fp8_bf8 v[0:7], v[16:23], v[32:39], v[48:55]
v_wmma_f32_16x16x64_fp8_bf8 v[0:7], v[16:23], v[32:39], 0
v_wmma_f32_16x16x64_fp8_fp8 v[0:7], v[16:23], v[32:39], v[0:7]
v_wmma_f32_16x16x64_fp8_fp8 v[0:7], v[16:23], v[32:39], v[48:55]
v_wmma_f32_16x16x64_fp8_fp8 v[0:7], v[16:23], v[32:39], 0
v_wmma_f32_32x16x128_f4 v[0:15], v[16:31], v[32:39], v[0:15]
v_wmma_f32_32x16x128_f4 v[0:15], v[16:31], v[32:39], 0
v_wmma_i32_16x16x64_iu8 v[0:7], v[16:23], v[32:39], v[0:7]
v_wmma_i32_16x16x64_iu8 v[0:7], v[16:23], v[32:39], v[48:55]
v_wmma_i32_16x16x64_iu8 v[0:7], v[16:23], v[32:39], 0
v_wmma_scale16_f32_16x16x128_f8f6f4 v[0:7], v[16:31], v[32:47], v[0:7], v[60:61], v[62:63]
v_wmma_scale16_f32_16x16x128_f8f6f4 v[0:7], v[16:31], v[32:47], v[0:7], s[60:61], s[62:63]
v_wmma_scale16_f32_16x16x128_f8f6f4 v[0:7], v[16:31], v[32:47], v[48:55], v[60:61], v[62:63]
v_wmma_scale16_f32_16x16x128_f8f6f4 v[0:7], v[16:31], v[32:47], v[48:55], s[60:61], s[62:63]
v_wmma_scale16_f32_32x16x128_f4 v[0:15], v[16:31], v[32:39], v[0:15], v[60:61], v[62:63]
v_wmma_scale16_f32_32x16x128_f4 v[0:15], v[16:31], v[32:39], v[0:15], s[60:61], s[62:63]
v_wmma_scale16_f32_32x16x128_f4 v[0:15], v[16:31], v[32:39], 0, v[60:61], v[62:63]
v_wmma_scale16_f32_32x16x128_f4 v[0:15], v[16:31], v[32:39], 0, s[60:61], s[62:63]
v_wmma_scale_f32_16x16x128_f8f6f4 v[0:7], v[16:31], v[32:47], v[0:7], v60, v61
v_wmma_scale_f32_16x16x128_f8f6f4 v[0:7], v[16:31], v[32:47], v[0:7], s60, s62
v_wmma_scale_f32_16x16x128_f8f6f4 v[0:7], v[16:31], v[32:47], v[48:55], v60, v61
v_wmma_scale_f32_16x16x128_f8f6f4 v[0:7], v[16:31], v[32:47], v[48:55], s60, s62
v_wmma_scale_f32_16x16x128_f8f6f4 v[0:7], v[16:31], v[32:47], 0, v60, v61
v_wmma_scale_f32_16x16x128_f8f6f4 v[0:7], v[16:31], v[32:47], 0, s60, s62
v_wmma_scale_f32_32x16x128_f4 v[0:15], v[16:31], v[32:39], v[0:15], v60, v61
v_wmma_scale_f32_32x16x128_f4 v[0:15], v[16:31], v[32:39], v[0:15], s60, s62
v_wmma_scale_f32_32x16x128_f4 v[0:15], v[16:31], v[32:39], 0, v60, v61
v_wmma_scale_f32_32x16x128_f4 v[0:15], v[16:31], v[32:39], 0, s60, s62
v_dual_add_f32 v8, v20, v24 :: v_dual_add_f32 v9, v21, v25
v_dual_add_f32 v8, s6, v24 :: v_dual_add_f32 v9, v21, v25
v_dual_add_f32 v8, v20, v24 :: v_dual_add_nc_u32 v9, v21, v25
v_dual_add_f32 v8, s6, v24 :: v_dual_add_nc_u32 v9, v21, v25
v_dual_add_f32 v8, v20, v24 :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_add_f32 v8, s6, v24 :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_add_f32 v8, v20, v24 :: v_dual_bitop2_b32 v9, v21, v25 bitop3:0x40
v_dual_add_f32 v8, s6, v24 :: v_dual_bitop2_b32 v9, v21, v25 bitop3:0x40
v_dual_add_f32 v8, v20, v24 :: v_dual_cndmask_b32 v9, v21, v25, vcc_lo
v_dual_add_f32 v8, v20, v24 :: v_dual_cndmask_b32 v9, v21, v25, s7
v_dual_add_f32 v8, s6, v24 :: v_dual_cndmask_b32 v9, v21, v25, s6
v_dual_add_f32 v8, v20, v24 :: v_dual_fma_f32 v9, v21, v25, v29
v_dual_add_f32 v8, s6, v24 :: v_dual_fma_f32 v9, v21, v25, v29
v_dual_add_f32 v8, v20, v24 :: v_dual_fmaak_f32 v9, v21, v25, 0x3f4ccccd
v_dual_add_f32 v8, v20, -v24 :: v_dual_mov_b32 v9, v21
v_dual_add_f32 v8, 1.0, v24 :: v_dual_mov_b32 v9, v21
v_dual_add_f32 v8, 0x1234, v24 :: v_dual_mov_b32 v9, v21
v_dual_add_nc_u32 v8, v20, v24 :: v_dual_add_f32 v9, v21, v25
v_dual_add_nc_u32 v8, s6, v24 :: v_dual_add_f32 v9, v21, v25
v_dual_add_nc_u32 v8, v20, v24 :: v_dual_add_nc_u32 v9, v21, v25
v_dual_add_nc_u32 v8, s6, v24 :: v_dual_add_nc_u32 v9, v21, v25
v_dual_add_nc_u32 v8, v20, v24 :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_add_nc_u32 v8, s6, v24 :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_add_nc_u32 v8, v20, v24 :: v_dual_bitop2_b32 v9, v21, v25 bitop3:0x40
v_dual_add_nc_u32 v8, s6, v24 :: v_dual_bitop2_b32 v9, v21, v25 bitop3:0x40
v_dual_add_nc_u32 v8, v20, v24 :: v_dual_cndmask_b32 v9, v21, v25, vcc_lo
v_dual_add_nc_u32 v8, v20, v24 :: v_dual_cndmask_b32 v9, v21, v25, s7
v_dual_add_nc_u32 v8, s6, v24 :: v_dual_cndmask_b32 v9, v21, v25, s6
v_dual_add_nc_u32 v8, v20, v24 :: v_dual_fma_f32 v9, v21, v25, v29
v_dual_add_nc_u32 v8, s6, v24 :: v_dual_fma_f32 v9, v21, v25, v29
v_dual_add_nc_u32 v8, v20, v24 :: v_dual_fmac_f32 v9, v21, v25
v_dual_add_nc_u32 v8, v20, v24 :: v_dual_subrev_f32 v9, v21, v25
v_dual_add_nc_u32 v8, s6, v24 :: v_dual_subrev_f32 v9, v21, v25
v_dual_add_nc_u32 v8, 1.0, v24 :: v_dual_mov_b32 v9, v21
v_dual_ashrrev_i32 v8, v20, v24 :: v_dual_add_f32 v9, v21, v25
v_dual_ashrrev_i32 v8, s6, v24 :: v_dual_add_f32 v9, v21, v25
v_dual_ashrrev_i32 v8, v20, v24 :: v_dual_add_nc_u32 v9, v21, v25
v_dual_ashrrev_i32 v8, s6, v24 :: v_dual_add_nc_u32 v9, v21, v25
v_dual_ashrrev_i32 v8, v20, v24 :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_ashrrev_i32 v8, s6, v24 :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_ashrrev_i32 v8, v20, v24 :: v_dual_bitop2_b32 v9, v21, v25 bitop3:0x40
v_dual_ashrrev_i32 v8, s6, v24 :: v_dual_bitop2_b32 v9, v21, v25 bitop3:0x40
v_dual_ashrrev_i32 v8, v20, v24 :: v_dual_cndmask_b32 v9, v21, v25, vcc_lo
v_dual_ashrrev_i32 v8, v20, v24 :: v_dual_cndmask_b32 v9, v21, v25, s7
v_dual_ashrrev_i32 v8, s6, v24 :: v_dual_cndmask_b32 v9, v21, v25, s6
v_dual_ashrrev_i32 v8, v20, v24 :: v_dual_fma_f32 v9, v21, v25, v29
v_dual_ashrrev_i32 v8, s6, v24 :: v_dual_fma_f32 v9, v21, v25, v29
v_dual_ashrrev_i32 v8, v20, v24 :: v_dual_fmac_f32 v9, v21, v25
v_dual_ashrrev_i32 v8, v20, v24 :: v_dual_subrev_f32 v9, v21, v25
v_dual_ashrrev_i32 v8, s6, v24 :: v_dual_subrev_f32 v9, v21, v25
v_dual_ashrrev_i32 v8, 1.0, v24 :: v_dual_mov_b32 v9, v21
v_dual_cndmask_b32 v8, v20, v24, vcc_lo :: v_dual_add_f32 v9, v21, v25
v_dual_cndmask_b32 v8, v20, v24, s6 :: v_dual_add_f32 v9, v21, v25
v_dual_cndmask_b32 v8, s6, v24, s6 :: v_dual_add_f32 v9, v21, v25
v_dual_cndmask_b32 v8, v20, v24, vcc_lo :: v_dual_add_nc_u32 v9, v21, v25
v_dual_cndmask_b32 v8, v20, v24, s6 :: v_dual_add_nc_u32 v9, v21, v25
v_dual_cndmask_b32 v8, s6, v24, s6 :: v_dual_add_nc_u32 v9, v21, v25
v_dual_cndmask_b32 v8, v20, v24, vcc_lo :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_cndmask_b32 v8, v20, v24, s6 :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_cndmask_b32 v8, s6, v24, s6 :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_cndmask_b32 v8, v20, v24, vcc_lo :: v_dual_bitop2_b32 v9, v21, v25 bitop3:0x40
v_dual_cndmask_b32 v8, v20, v24, s6 :: v_dual_bitop2_b32 v9, v21, v25 bitop3:0x40
v_dual_cndmask_b32 v8, s6, v24, s6 :: v_dual_bitop2_b32 v9, v21, v25 bitop3:0x40
v_dual_cndmask_b32 v8, v20, v24, vcc_lo :: v_dual_cndmask_b32 v9, v21, v25, vcc_lo
v_dual_cndmask_b32 v8, v20, v24, s6 :: v_dual_cndmask_b32 v9, v21, v25, s7
v_dual_cndmask_b32 v8, -v20, v24, s6 :: v_dual_mov_b32 v9, v21
v_dual_cndmask_b32 v8, v20, -v24, s6 :: v_dual_mov_b32 v9, v21
v_dual_cndmask_b32 v8, 1.0, v24, vcc_lo :: v_dual_mov_b32 v9, v21
v_dual_fma_f32 v8, v20, v24, v28 :: v_dual_add_f32 v9, v21, v25
v_dual_fma_f32 v8, s6, v24, v28 :: v_dual_add_f32 v9, v21, v25
v_dual_fma_f32 v8, v20, v24, v28 :: v_dual_add_nc_u32 v9, v21, v25
v_dual_fma_f32 v8, s6, v24, v28 :: v_dual_add_nc_u32 v9, v21, v25
v_dual_fma_f32 v8, v20, v24, v28 :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_fma_f32 v8, s6, v24, v28 :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_fma_f32 v8, v20, v24, v28 :: v_dual_bitop2_b32 v9, v21, v25 bitop3:0x40
v_dual_fma_f32 v8, s6, v24, v28 :: v_dual_bitop2_b32 v9, v21, v25 bitop3:0x40
v_dual_fma_f32 v8, v20, v24, v28 :: v_dual_cndmask_b32 v9, v21, v25, vcc_lo
v_dual_fma_f32 v8, v20, v24, v28 :: v_dual_cndmask_b32 v9, v21, v25, s7
v_dual_fma_f32 v8, s6, v24, v28 :: v_dual_cndmask_b32 v9, v21, v25, s6
v_dual_fma_f32 v8, v20, v24, v28 :: v_dual_fma_f32 v9, v21, v25, v29
v_dual_fma_f32 v8, s6, v24, v28 :: v_dual_fma_f32 v9, v21, v25, v29
v_dual_fma_f32 v8, v20, v24, v28 :: v_dual_fmac_f32 v9, v21, v25
v_dual_fma_f32 v8, -v20, v24, v28 :: v_dual_mov_b32 v9, v21
v_dual_fma_f32 v8, v20, -v24, v28 :: v_dual_mov_b32 v9, v21
v_dual_fma_f32 v8, 1.0, v24, v28 :: v_dual_mov_b32 v9, v21
v_dual_fmaak_f32 v8, v20, v24, 0x3f4ccccd :: v_dual_add_f32 v9, v21, v25
v_dual_fmaak_f32 v8, s6, v24, 0x3f4ccccd :: v_dual_add_f32 v9, v21, v25
v_dual_fmaak_f32 v8, v20, v24, 0x3f4ccccd :: v_dual_add_nc_u32 v9, v21, v25
v_dual_fmaak_f32 v8, s6, v24, 0x3f4ccccd :: v_dual_add_nc_u32 v9, v21, v25
v_dual_fmaak_f32 v8, v20, v24, 0x3f4ccccd :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_fmaak_f32 v8, s6, v24, 0x3f4ccccd :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_fmaak_f32 v8, v20, v24, 0x3f4ccccd :: v_dual_fmaak_f32 v9, v21, v25, 0x3f4ccccd
v_dual_fmaak_f32 v8, s6, v24, 0x3f4ccccd :: v_dual_fmaak_f32 v9, v21, v25, 0x3f4ccccd
v_dual_fmaak_f32 v8, v20, v24, 0x3f4ccccd :: v_dual_fmac_f32 v9, v21, v25
v_dual_fmaak_f32 v8, s6, v24, 0x3f4ccccd :: v_dual_fmac_f32 v9, v21, v25
v_dual_fmaak_f32 v8, v20, v24, 0x3f4ccccd :: v_dual_fmamk_f32 v9, v21, 0x3f4ccccd, v25
v_dual_fmaak_f32 v8, s6, v24, 0x3f4ccccd :: v_dual_fmamk_f32 v9, v21, 0x3f4ccccd, v25
v_dual_fmaak_f32 v8, v20, v24, 0x3f4ccccd :: v_dual_lshlrev_b32 v9, v21, v25
v_dual_fmaak_f32 v8, s6, v24, 0x3f4ccccd :: v_dual_lshlrev_b32 v9, v21, v25
v_dual_fmaak_f32 v8, v20, v24, 0x3f4ccccd :: v_dual_subrev_f32 v9, v21, v25
v_dual_fmaak_f32 v8, s6, v24, 0x3f4ccccd :: v_dual_subrev_f32 v9, v21, v25
v_dual_fmaak_f32 v8, 1.0, v24, 0x3f4ccccd :: v_dual_mov_b32 v9, v21
v_dual_fmac_f32 v8, v20, v24 :: v_dual_add_f32 v9, v21, v25
v_dual_fmac_f32 v8, s6, v24 :: v_dual_add_f32 v9, v21, v25
v_dual_fmac_f32 v8, v20, v24 :: v_dual_add_nc_u32 v9, v21, v25
v_dual_fmac_f32 v8, s6, v24 :: v_dual_add_nc_u32 v9, v21, v25
v_dual_fmac_f32 v8, v20, v24 :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_fmac_f32 v8, s6, v24 :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_fmac_f32 v8, v20, v24 :: v_dual_bitop2_b32 v9, v21, v25 bitop3:0x40
v_dual_fmac_f32 v8, s6, v24 :: v_dual_bitop2_b32 v9, v21, v25 bitop3:0x40
v_dual_fmac_f32 v8, v20, v24 :: v_dual_cndmask_b32 v9, v21, v25, vcc_lo
v_dual_fmac_f32 v8, v20, v24 :: v_dual_cndmask_b32 v9, v21, v25, s7
v_dual_fmac_f32 v8, s6, v24 :: v_dual_cndmask_b32 v9, v21, v25, s6
v_dual_fmac_f32 v8, v20, v24 :: v_dual_fma_f32 v9, v21, v25, v29
v_dual_fmac_f32 v8, s6, v24 :: v_dual_fma_f32 v9, v21, v25, v29
v_dual_fmac_f32 v8, v20, v24 :: v_dual_fmaak_f32 v9, v21, v25, 0x3f4ccccd
v_dual_fmac_f32 v8, v20, -v24 :: v_dual_mov_b32 v9, v21
v_dual_fmac_f32 v8, 1.0, v24 :: v_dual_mov_b32 v9, v21
v_dual_fmac_f32 v8, 0x1234, v24 :: v_dual_mov_b32 v9, v21
v_dual_fmamk_f32 v8, v20, 0x3f4ccccd, v24 :: v_dual_add_f32 v9, v21, v25
v_dual_fmamk_f32 v8, s6, 0x3f4ccccd, v24 :: v_dual_add_f32 v9, v21, v25
v_dual_fmamk_f32 v8, v20, 0x3f4ccccd, v24 :: v_dual_add_nc_u32 v9, v21, v25
v_dual_fmamk_f32 v8, s6, 0x3f4ccccd, v24 :: v_dual_add_nc_u32 v9, v21, v25
v_dual_fmamk_f32 v8, v20, 0x3f4ccccd, v24 :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_fmamk_f32 v8, s6, 0x3f4ccccd, v24 :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_fmamk_f32 v8, v20, 0x3f4ccccd, v24 :: v_dual_fmaak_f32 v9, v21, v25, 0x3f4ccccd
v_dual_fmamk_f32 v8, s6, 0x3f4ccccd, v24 :: v_dual_fmaak_f32 v9, v21, v25, 0x3f4ccccd
v_dual_fmamk_f32 v8, v20, 0x3f4ccccd, v24 :: v_dual_fmac_f32 v9, v21, v25
v_dual_fmamk_f32 v8, s6, 0x3f4ccccd, v24 :: v_dual_fmac_f32 v9, v21, v25
v_dual_fmamk_f32 v8, v20, 0x3f4ccccd, v24 :: v_dual_fmamk_f32 v9, v21, 0x3f4ccccd, v25
v_dual_fmamk_f32 v8, s6, 0x3f4ccccd, v24 :: v_dual_fmamk_f32 v9, v21, 0x3f4ccccd, v25
v_dual_fmamk_f32 v8, v20, 0x3f4ccccd, v24 :: v_dual_lshlrev_b32 v9, v21, v25
v_dual_fmamk_f32 v8, s6, 0x3f4ccccd, v24 :: v_dual_lshlrev_b32 v9, v21, v25
v_dual_fmamk_f32 v8, v20, 0x3f4ccccd, v24 :: v_dual_subrev_f32 v9, v21, v25
v_dual_fmamk_f32 v8, s6, 0x3f4ccccd, v24 :: v_dual_subrev_f32 v9, v21, v25
v_dual_fmamk_f32 v8, 1.0, 0x3f4ccccd, v24 :: v_dual_mov_b32 v9, v21
v_dual_lshlrev_b32 v8, v20, v24 :: v_dual_add_f32 v9, v21, v25
v_dual_lshlrev_b32 v8, s6, v24 :: v_dual_add_f32 v9, v21, v25
v_dual_lshlrev_b32 v8, v20, v24 :: v_dual_add_nc_u32 v9, v21, v25
v_dual_lshlrev_b32 v8, s6, v24 :: v_dual_add_nc_u32 v9, v21, v25
v_dual_lshlrev_b32 v8, v20, v24 :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_lshlrev_b32 v8, s6, v24 :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_lshlrev_b32 v8, v20, v24 :: v_dual_bitop2_b32 v9, v21, v25 bitop3:0x40
v_dual_lshlrev_b32 v8, s6, v24 :: v_dual_bitop2_b32 v9, v21, v25 bitop3:0x40
v_dual_lshlrev_b32 v8, v20, v24 :: v_dual_cndmask_b32 v9, v21, v25, vcc_lo
v_dual_lshlrev_b32 v8, v20, v24 :: v_dual_cndmask_b32 v9, v21, v25, s7
v_dual_lshlrev_b32 v8, s6, v24 :: v_dual_cndmask_b32 v9, v21, v25, s6
v_dual_lshlrev_b32 v8, v20, v24 :: v_dual_fma_f32 v9, v21, v25, v29
v_dual_lshlrev_b32 v8, s6, v24 :: v_dual_fma_f32 v9, v21, v25, v29
v_dual_lshlrev_b32 v8, v20, v24 :: v_dual_fmac_f32 v9, v21, v25
v_dual_lshlrev_b32 v8, v20, v24 :: v_dual_subrev_f32 v9, v21, v25
v_dual_lshlrev_b32 v8, s6, v24 :: v_dual_subrev_f32 v9, v21, v25
v_dual_lshlrev_b32 v8, 1.0, v24 :: v_dual_mov_b32 v9, v21
v_dual_lshrrev_b32 v8, v20, v24 :: v_dual_add_f32 v9, v21, v25
v_dual_lshrrev_b32 v8, s6, v24 :: v_dual_add_f32 v9, v21, v25
v_dual_lshrrev_b32 v8, v20, v24 :: v_dual_add_nc_u32 v9, v21, v25
v_dual_lshrrev_b32 v8, s6, v24 :: v_dual_add_nc_u32 v9, v21, v25
v_dual_lshrrev_b32 v8, v20, v24 :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_lshrrev_b32 v8, s6, v24 :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_lshrrev_b32 v8, v20, v24 :: v_dual_bitop2_b32 v9, v21, v25 bitop3:0x40
v_dual_lshrrev_b32 v8, s6, v24 :: v_dual_bitop2_b32 v9, v21, v25 bitop3:0x40
v_dual_lshrrev_b32 v8, v20, v24 :: v_dual_cndmask_b32 v9, v21, v25, vcc_lo
v_dual_lshrrev_b32 v8, v20, v24 :: v_dual_cndmask_b32 v9, v21, v25, s7
v_dual_lshrrev_b32 v8, s6, v24 :: v_dual_cndmask_b32 v9, v21, v25, s6
v_dual_lshrrev_b32 v8, v20, v24 :: v_dual_fma_f32 v9, v21, v25, v29
v_dual_lshrrev_b32 v8, s6, v24 :: v_dual_fma_f32 v9, v21, v25, v29
v_dual_lshrrev_b32 v8, v20, v24 :: v_dual_fmac_f32 v9, v21, v25
v_dual_lshrrev_b32 v8, v20, v24 :: v_dual_subrev_f32 v9, v21, v25
v_dual_lshrrev_b32 v8, s6, v24 :: v_dual_subrev_f32 v9, v21, v25
v_dual_lshrrev_b32 v8, 1.0, v24 :: v_dual_mov_b32 v9, v21
v_dual_max_num_f32 v8, v20, v24 :: v_dual_add_f32 v9, v21, v25
v_dual_max_num_f32 v8, s6, v24 :: v_dual_add_f32 v9, v21, v25
v_dual_max_num_f32 v8, v20, v24 :: v_dual_add_nc_u32 v9, v21, v25
v_dual_max_num_f32 v8, s6, v24 :: v_dual_add_nc_u32 v9, v21, v25
v_dual_max_num_f32 v8, v20, v24 :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_max_num_f32 v8, s6, v24 :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_max_num_f32 v8, v20, v24 :: v_dual_bitop2_b32 v9, v21, v25 bitop3:0x40
v_dual_max_num_f32 v8, s6, v24 :: v_dual_bitop2_b32 v9, v21, v25 bitop3:0x40
v_dual_max_num_f32 v8, v20, v24 :: v_dual_cndmask_b32 v9, v21, v25, vcc_lo
v_dual_max_num_f32 v8, v20, v24 :: v_dual_cndmask_b32 v9, v21, v25, s7
v_dual_max_num_f32 v8, s6, v24 :: v_dual_cndmask_b32 v9, v21, v25, s6
v_dual_max_num_f32 v8, v20, v24 :: v_dual_fma_f32 v9, v21, v25, v29
v_dual_max_num_f32 v8, s6, v24 :: v_dual_fma_f32 v9, v21, v25, v29
v_dual_max_num_f32 v8, v20, v24 :: v_dual_fmaak_f32 v9, v21, v25, 0x3f4ccccd
v_dual_max_num_f32 v8, v20, -v24 :: v_dual_mov_b32 v9, v21
v_dual_max_num_f32 v8, 1.0, v24 :: v_dual_mov_b32 v9, v21
v_dual_max_num_f32 v8, 0x1234, v24 :: v_dual_mov_b32 v9, v21
v_dual_min_num_f32 v8, v20, v24 :: v_dual_add_f32 v9, v21, v25
v_dual_min_num_f32 v8, s6, v24 :: v_dual_add_f32 v9, v21, v25
v_dual_min_num_f32 v8, v20, v24 :: v_dual_add_nc_u32 v9, v21, v25
v_dual_min_num_f32 v8, s6, v24 :: v_dual_add_nc_u32 v9, v21, v25
v_dual_min_num_f32 v8, v20, v24 :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_min_num_f32 v8, s6, v24 :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_min_num_f32 v8, v20, v24 :: v_dual_bitop2_b32 v9, v21, v25 bitop3:0x40
v_dual_min_num_f32 v8, s6, v24 :: v_dual_bitop2_b32 v9, v21, v25 bitop3:0x40
v_dual_min_num_f32 v8, v20, v24 :: v_dual_cndmask_b32 v9, v21, v25, vcc_lo
v_dual_min_num_f32 v8, v20, v24 :: v_dual_cndmask_b32 v9, v21, v25, s7
v_dual_min_num_f32 v8, s6, v24 :: v_dual_cndmask_b32 v9, v21, v25, s6
v_dual_min_num_f32 v8, v20, v24 :: v_dual_fma_f32 v9, v21, v25, v29
v_dual_min_num_f32 v8, s6, v24 :: v_dual_fma_f32 v9, v21, v25, v29
v_dual_min_num_f32 v8, v20, v24 :: v_dual_fmaak_f32 v9, v21, v25, 0x3f4ccccd
v_dual_min_num_f32 v8, v20, -v24 :: v_dual_mov_b32 v9, v21
v_dual_min_num_f32 v8, 1.0, v24 :: v_dual_mov_b32 v9, v21
v_dual_min_num_f32 v8, 0x1234, v24 :: v_dual_mov_b32 v9, v21
v_dual_mov_b32 v8, v20 :: v_dual_add_f32 v9, v21, v25
v_dual_mov_b32 v8, s6 :: v_dual_add_f32 v9, v21, v25
v_dual_mov_b32 v8, v20 :: v_dual_add_nc_u32 v9, v21, v25
v_dual_mov_b32 v8, s6 :: v_dual_add_nc_u32 v9, v21, v25
v_dual_mov_b32 v8, v20 :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_mov_b32 v8, s6 :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_mov_b32 v8, v20 :: v_dual_bitop2_b32 v9, v21, v25 bitop3:0x40
v_dual_mov_b32 v8, s6 :: v_dual_bitop2_b32 v9, v21, v25 bitop3:0x40
v_dual_mov_b32 v8, v20 :: v_dual_cndmask_b32 v9, v21, v25, vcc_lo
v_dual_mov_b32 v8, v20 :: v_dual_cndmask_b32 v9, v21, v25, s7
v_dual_mov_b32 v8, s6 :: v_dual_cndmask_b32 v9, v21, v25, s6
v_dual_mov_b32 v8, v20 :: v_dual_fma_f32 v9, v21, v25, v29
v_dual_mov_b32 v8, s6 :: v_dual_fma_f32 v9, v21, v25, v29
v_dual_mov_b32 v8, v20 :: v_dual_fmaak_f32 v9, v21, v25, 0x3f4ccccd
v_dual_mov_b32 v8, s6 :: v_dual_subrev_f32 v9, v21, v25
v_dual_mov_b32 v8, 1.0 :: v_dual_mov_b32 v9, v21
v_dual_mov_b32 v8, 0x1234 :: v_dual_mov_b32 v9, v21
v_dual_mul_dx9_zero_f32 v8, v20, v24 :: v_dual_add_f32 v9, v21, v25
v_dual_mul_dx9_zero_f32 v8, s6, v24 :: v_dual_add_f32 v9, v21, v25
v_dual_mul_dx9_zero_f32 v8, v20, v24 :: v_dual_add_nc_u32 v9, v21, v25
v_dual_mul_dx9_zero_f32 v8, s6, v24 :: v_dual_add_nc_u32 v9, v21, v25
v_dual_mul_dx9_zero_f32 v8, v20, v24 :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_mul_dx9_zero_f32 v8, s6, v24 :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_mul_dx9_zero_f32 v8, v20, v24 :: v_dual_bitop2_b32 v9, v21, v25 bitop3:0x40
v_dual_mul_dx9_zero_f32 v8, s6, v24 :: v_dual_bitop2_b32 v9, v21, v25 bitop3:0x40
v_dual_mul_dx9_zero_f32 v8, v20, v24 :: v_dual_cndmask_b32 v9, v21, v25, vcc_lo
v_dual_mul_dx9_zero_f32 v8, v20, v24 :: v_dual_cndmask_b32 v9, v21, v25, s7
v_dual_mul_dx9_zero_f32 v8, s6, v24 :: v_dual_cndmask_b32 v9, v21, v25, s6
v_dual_mul_dx9_zero_f32 v8, v20, v24 :: v_dual_fma_f32 v9, v21, v25, v29
v_dual_mul_dx9_zero_f32 v8, s6, v24 :: v_dual_fma_f32 v9, v21, v25, v29
v_dual_mul_dx9_zero_f32 v8, v20, v24 :: v_dual_fmaak_f32 v9, v21, v25, 0x3f4ccccd
v_dual_mul_dx9_zero_f32 v8, v20, -v24 :: v_dual_mov_b32 v9, v21
v_dual_mul_dx9_zero_f32 v8, 1.0, v24 :: v_dual_mov_b32 v9, v21
v_dual_mul_dx9_zero_f32 v8, 0x1234, v24 :: v_dual_mov_b32 v9, v21
v_dual_mul_f32 v8, v20, v24 :: v_dual_add_f32 v9, v21, v25
v_dual_mul_f32 v8, s6, v24 :: v_dual_add_f32 v9, v21, v25
v_dual_mul_f32 v8, v20, v24 :: v_dual_add_nc_u32 v9, v21, v25
v_dual_mul_f32 v8, s6, v24 :: v_dual_add_nc_u32 v9, v21, v25
v_dual_mul_f32 v8, v20, v24 :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_mul_f32 v8, s6, v24 :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_mul_f32 v8, v20, v24 :: v_dual_bitop2_b32 v9, v21, v25 bitop3:0x40
v_dual_mul_f32 v8, s6, v24 :: v_dual_bitop2_b32 v9, v21, v25 bitop3:0x40
v_dual_mul_f32 v8, v20, v24 :: v_dual_cndmask_b32 v9, v21, v25, vcc_lo
v_dual_mul_f32 v8, v20, v24 :: v_dual_cndmask_b32 v9, v21, v25, s7
v_dual_mul_f32 v8, s6, v24 :: v_dual_cndmask_b32 v9, v21, v25, s6
v_dual_mul_f32 v8, v20, v24 :: v_dual_fma_f32 v9, v21, v25, v29
v_dual_mul_f32 v8, s6, v24 :: v_dual_fma_f32 v9, v21, v25, v29
v_dual_mul_f32 v8, v20, v24 :: v_dual_fmaak_f32 v9, v21, v25, 0x3f4ccccd
v_dual_mul_f32 v8, v20, -v24 :: v_dual_mov_b32 v9, v21
v_dual_mul_f32 v8, 1.0, v24 :: v_dual_mov_b32 v9, v21
v_dual_mul_f32 v8, 0x1234, v24 :: v_dual_mov_b32 v9, v21
v_dual_sub_f32 v8, v20, v24 :: v_dual_add_f32 v9, v21, v25
v_dual_sub_f32 v8, s6, v24 :: v_dual_add_f32 v9, v21, v25
v_dual_sub_f32 v8, v20, v24 :: v_dual_add_nc_u32 v9, v21, v25
v_dual_sub_f32 v8, s6, v24 :: v_dual_add_nc_u32 v9, v21, v25
v_dual_sub_f32 v8, v20, v24 :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_sub_f32 v8, s6, v24 :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_sub_f32 v8, v20, v24 :: v_dual_bitop2_b32 v9, v21, v25 bitop3:0x40
v_dual_sub_f32 v8, s6, v24 :: v_dual_bitop2_b32 v9, v21, v25 bitop3:0x40
v_dual_sub_f32 v8, v20, v24 :: v_dual_cndmask_b32 v9, v21, v25, vcc_lo
v_dual_sub_f32 v8, v20, v24 :: v_dual_cndmask_b32 v9, v21, v25, s7
v_dual_sub_f32 v8, s6, v24 :: v_dual_cndmask_b32 v9, v21, v25, s6
v_dual_sub_f32 v8, v20, v24 :: v_dual_fma_f32 v9, v21, v25, v29
v_dual_sub_f32 v8, s6, v24 :: v_dual_fma_f32 v9, v21, v25, v29
v_dual_sub_f32 v8, v20, v24 :: v_dual_fmaak_f32 v9, v21, v25, 0x3f4ccccd
v_dual_sub_f32 v8, v20, -v24 :: v_dual_mov_b32 v9, v21
v_dual_sub_f32 v8, 1.0, v24 :: v_dual_mov_b32 v9, v21
v_dual_sub_f32 v8, 0x1234, v24 :: v_dual_mov_b32 v9, v21
v_dual_sub_nc_u32 v8, v20, v24 :: v_dual_add_f32 v9, v21, v25
v_dual_sub_nc_u32 v8, s6, v24 :: v_dual_add_f32 v9, v21, v25
v_dual_sub_nc_u32 v8, v20, v24 :: v_dual_add_nc_u32 v9, v21, v25
v_dual_sub_nc_u32 v8, s6, v24 :: v_dual_add_nc_u32 v9, v21, v25
v_dual_sub_nc_u32 v8, v20, v24 :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_sub_nc_u32 v8, s6, v24 :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_sub_nc_u32 v8, v20, v24 :: v_dual_bitop2_b32 v9, v21, v25 bitop3:0x40
v_dual_sub_nc_u32 v8, s6, v24 :: v_dual_bitop2_b32 v9, v21, v25 bitop3:0x40
v_dual_sub_nc_u32 v8, v20, v24 :: v_dual_cndmask_b32 v9, v21, v25, vcc_lo
v_dual_sub_nc_u32 v8, v20, v24 :: v_dual_cndmask_b32 v9, v21, v25, s7
v_dual_sub_nc_u32 v8, s6, v24 :: v_dual_cndmask_b32 v9, v21, v25, s6
v_dual_sub_nc_u32 v8, v20, v24 :: v_dual_fma_f32 v9, v21, v25, v29
v_dual_sub_nc_u32 v8, s6, v24 :: v_dual_fma_f32 v9, v21, v25, v29
v_dual_sub_nc_u32 v8, v20, v24 :: v_dual_fmac_f32 v9, v21, v25
v_dual_sub_nc_u32 v8, v20, v24 :: v_dual_subrev_f32 v9, v21, v25
v_dual_sub_nc_u32 v8, s6, v24 :: v_dual_subrev_f32 v9, v21, v25
v_dual_sub_nc_u32 v8, 1.0, v24 :: v_dual_mov_b32 v9, v21
v_dual_subrev_f32 v8, v20, v24 :: v_dual_add_f32 v9, v21, v25
v_dual_subrev_f32 v8, s6, v24 :: v_dual_add_f32 v9, v21, v25
v_dual_subrev_f32 v8, v20, v24 :: v_dual_add_nc_u32 v9, v21, v25
v_dual_subrev_f32 v8, s6, v24 :: v_dual_add_nc_u32 v9, v21, v25
v_dual_subrev_f32 v8, v20, v24 :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_subrev_f32 v8, s6, v24 :: v_dual_ashrrev_i32 v9, v21, v25
v_dual_subrev_f32 v8, v20, v24 :: v_dual_bitop2_b32 v9, v21, v25 bitop3:0x40
v_dual_subrev_f32 v8, s6, v24 :: v_dual_bitop2_b32 v9, v21, v25 bitop3:0x40
v_dual_subrev_f32 v8, v20, v24 :: v_dual_cndmask_b32 v9, v21, v25, vcc_lo
v_dual_subrev_f32 v8, v20, v24 :: v_dual_cndmask_b32 v9, v21, v25, s7
v_dual_subrev_f32 v8, s6, v24 :: v_dual_cndmask_b32 v9, v21, v25, s6
v_dual_subrev_f32 v8, v20, v24 :: v_dual_fma_f32 v9, v21, v25, v29
v_dual_subrev_f32 v8, s6, v24 :: v_dual_fma_f32 v9, v21, v25, v29
v_dual_subrev_f32 v8, v20, v24 :: v_dual_fmaak_f32 v9, v21, v25, 0x3f4ccccd
v_dual_subrev_f32 v8, v20, -v24 :: v_dual_mov_b32 v9, v21
v_dual_subrev_f32 v8, 1.0, v24 :: v_dual_mov_b32 v9, v21
v_dual_subrev_f32 v8, 0x1234, v24 :: v_dual_mov_b32 v9, v21
v_dual_mov_b32 v9, v21 :: v_dual_bitop2_b32 v8, v20, v24 bitop3:0x40
v_dual_mov_b32 v9, v21 :: v_dual_bitop2_b32 v8, s6, v24 bitop3:0x40
v_dual_mul_f32 v9, v21, v25 :: v_dual_bitop2_b32 v8, v20, v24 bitop3:0x40
v_dual_mov_b32 v9, v21 :: v_dual_max_i32 v8, v20, v24
v_dual_mov_b32 v9, v21 :: v_dual_max_i32 v8, s6, v24
v_dual_mul_f32 v9, v21, v25 :: v_dual_max_i32 v8, v20, v24
v_dual_mov_b32 v9, v21 :: v_dual_min_i32 v8, v20, v24
v_dual_mov_b32 v9, v21 :: v_dual_min_i32 v8, s6, v24
v_dual_mul_f32 v9, v21, v25 :: v_dual_min_i32 v8, v20, v24
v_dual_add_f64 v[8:9], v[20:21], v[24:25] :: v_dual_mov_b32 v11, v30
v_dual_max_num_f64 v[8:9], v[20:21], v[24:25] :: v_dual_mov_b32 v11, v30
v_dual_min_num_f64 v[8:9], v[20:21], v[24:25] :: v_dual_mov_b32 v11, v30
v_dual_mul_f64 v[8:9], v[20:21], v[24:25] :: v_dual_mov_b32 v11, v30
v_dual_fma_f64 v[8:9], v[20:21], v[24:25], v[28:29] :: v_dual_mov_b32 v11, v30
s_barrier_leave
s_prefetch_data_pc_rel 0x10, s8, 4
v_add_max_i32 v8, v20, v24, v28
v_add_max_i32 v8, s6, v24, v28
v_add_max_i32 v8, 1.0, v24, v28
v_add_max_i32 v8, -4, v24, v28
v_add_max_i32 v8, 0x1234, v24, v28
v_add_max_i32 v8, v20, s6, v28
v_add_max_i32 v8, v20, 1.0, v28
v_add_max_i32 v8, v20, -4, v28
v_add_max_i32 v8, v20, 0x1234, v28
v_add_max_i32 v8, v20, v24, s6
v_add_max_i32 v8, v20, v24, 1.0
v_add_max_i32 v8, v20, v24, -4
v_add_max_i32 v8, v20, v24, 0x1234
v_add_max_i32 v8, v20, v24, v28 clamp
v_add_max_i32 v8, v20, v24, v28 quad_perm:[3,0,2,1] row_mask:0xf bank_mask:0xf
v_add_max_i32 v8, v20, v24, v28 quad_perm:[1,1,3,3] row_mask:0x5 bank_mask:0xa
v_add_max_i32_e64 v8, v20, v24, v28
v_add_max_u32 v8, v20, v24, v28
v_add_max_u32 v8, s6, v24, v28
v_add_max_u32 v8, 1.0, v24, v28
v_add_max_u32 v8, -4, v24, v28
v_add_max_u32 v8, 0x1234, v24, v28
v_add_max_u32 v8, v20, s6, v28
v_add_max_u32 v8, v20, 1.0, v28
v_add_max_u32 v8, v20, -4, v28
v_add_max_u32 v8, v20, 0x1234, v28
v_add_max_u32 v8, v20, v24, s6
v_add_max_u32 v8, v20, v24, 1.0
v_add_max_u32 v8, v20, v24, -4
v_add_max_u32 v8, v20, v24, 0x1234
v_add_max_u32 v8, v20, v24, v28 clamp
v_add_max_u32 v8, v20, v24, v28 quad_perm:[3,0,2,1] row_mask:0xf bank_mask:0xf
v_add_max_u32 v8, v20, v24, v28 quad_perm:[1,1,3,3] row_mask:0x5 bank_mask:0xa
v_add_max_u32_e64 v8, v20, v24, v28
v_add_min_i32 v8, v20, v24, v28
v_add_min_i32 v8, s6, v24, v28
v_add_min_i32 v8, 1.0, v24, v28
v_add_min_i32 v8, -4, v24, v28
v_add_min_i32 v8, 0x1234, v24, v28
v_add_min_i32 v8, v20, s6, v28
v_add_min_i32 v8, v20, 1.0, v28
v_add_min_i32 v8, v20, -4, v28
v_add_min_i32 v8, v20, 0x1234, v28
v_add_min_i32 v8, v20, v24, s6
v_add_min_i32 v8, v20, v24, 1.0
v_add_min_i32 v8, v20, v24, -4
v_add_min_i32 v8, v20, v24, 0x1234
v_add_min_i32 v8, v20, v24, v28 clamp
v_add_min_i32 v8, v20, v24, v28 quad_perm:[3,0,2,1] row_mask:0xf bank_mask:0xf
v_add_min_i32 v8, v20, v24, v28 quad_perm:[1,1,3,3] row_mask:0x5 bank_mask:0xa
v_add_min_i32_e64 v8, v20, v24, v28
v_add_min_u32 v8, v20, v24, v28
v_add_min_u32 v8, s6, v24, v28
v_add_min_u32 v8, 1.0, v24, v28
v_add_min_u32 v8, -4, v24, v28
v_add_min_u32 v8, 0x1234, v24, v28
v_add_min_u32 v8, v20, s6, v28
v_add_min_u32 v8, v20, 1.0, v28
v_add_min_u32 v8, v20, -4, v28
v_add_min_u32 v8, v20, 0x1234, v28
v_add_min_u32 v8, v20, v24, s6
v_add_min_u32 v8, v20, v24, 1.0
v_add_min_u32 v8, v20, v24, -4
v_add_min_u32 v8, v20, v24, 0x1234
v_add_min_u32 v8, v20, v24, v28 clamp
v_add_min_u32 v8, v20, v24, v28 quad_perm:[3,0,2,1] row_mask:0xf bank_mask:0xf
v_add_min_u32 v8, v20, v24, v28 quad_perm:[1,1,3,3] row_mask:0x5 bank_mask:0xa
v_add_min_u32_e64 v8, v20, v24, v28
v_minmax_i32 v8, v20, v24, v28
v_minmax_i32 v8, s6, v24, v28
v_minmax_i32 v8, 1.0, v24, v28
v_minmax_i32 v8, -4, v24, v28
v_minmax_i32 v8, 0x1234, v24, v28
v_minmax_i32 v8, v20, s6, v28
v_minmax_i32 v8, v20, 1.0, v28
v_minmax_i32 v8, v20, -4, v28
v_minmax_i32 v8, v20, 0x1234, v28
v_minmax_i32 v8, v20, v24, s6
v_minmax_i32 v8, v20, v24, 1.0
v_minmax_i32 v8, v20, v24, -4
v_minmax_i32 v8, v20, v24, 0x1234
v_minmax_i32 v8, v20, v24, v28 quad_perm:[3,0,2,1] row_mask:0xf bank_mask:0xf
v_minmax_i32 v8, v20, v24, v28 quad_perm:[1,1,3,3] row_mask:0x5 bank_mask:0xa
v_minmax_i32_e64 v8, v20, v24, v28
v_minmax_u32 v8, v20, v24, v28
v_minmax_u32 v8, s6, v24, v28
v_minmax_u32 v8, 1.0, v24, v28
v_minmax_u32 v8, -4, v24, v28
v_minmax_u32 v8, 0x1234, v24, v28
v_minmax_u32 v8, v20, s6, v28
v_minmax_u32 v8, v20, 1.0, v28
v_minmax_u32 v8, v20, -4, v28
v_minmax_u32 v8, v20, 0x1234, v28
v_minmax_u32 v8, v20, v24, s6
v_minmax_u32 v8, v20, v24, 1.0
v_minmax_u32 v8, v20, v24, -4
v_minmax_u32 v8, v20, v24, 0x1234
v_minmax_u32 v8, v20, v24, v28 quad_perm:[3,0,2,1] row_mask:0xf bank_mask:0xf
v_minmax_u32 v8, v20, v24, v28 quad_perm:[1,1,3,3] row_mask:0x5 bank_mask:0xa
v_minmax_u32_e64 v8, v20, v24, v28
v_maxmin_i32 v8, v20, v24, v28
v_maxmin_i32 v8, s6, v24, v28
v_maxmin_i32 v8, 1.0, v24, v28
v_maxmin_i32 v8, -4, v24, v28
v_maxmin_i32 v8, 0x1234, v24, v28
v_maxmin_i32 v8, v20, s6, v28
v_maxmin_i32 v8, v20, 1.0, v28
v_maxmin_i32 v8, v20, -4, v28
v_maxmin_i32 v8, v20, 0x1234, v28
v_maxmin_i32 v8, v20, v24, s6
v_maxmin_i32 v8, v20, v24, 1.0
v_maxmin_i32 v8, v20, v24, -4
v_maxmin_i32 v8, v20, v24, 0x1234
v_maxmin_i32 v8, v20, v24, v28 quad_perm:[3,0,2,1] row_mask:0xf bank_mask:0xf
v_maxmin_i32 v8, v20, v24, v28 quad_perm:[1,1,3,3] row_mask:0x5 bank_mask:0xa
v_maxmin_i32_e64 v8, v20, v24, v28
v_maxmin_u32 v8, v20, v24, v28
v_maxmin_u32 v8, s6, v24, v28
v_maxmin_u32 v8, 1.0, v24, v28
v_maxmin_u32 v8, -4, v24, v28
v_maxmin_u32 v8, 0x1234, v24, v28
v_maxmin_u32 v8, v20, s6, v28
v_maxmin_u32 v8, v20, 1.0, v28
v_maxmin_u32 v8, v20, -4, v28
v_maxmin_u32 v8, v20, 0x1234, v28
v_maxmin_u32 v8, v20, v24, s6
v_maxmin_u32 v8, v20, v24, 1.0
v_maxmin_u32 v8, v20, v24, -4
v_maxmin_u32 v8, v20, v24, 0x1234
v_maxmin_u32 v8, v20, v24, v28 quad_perm:[3,0,2,1] row_mask:0xf bank_mask:0xf
v_maxmin_u32 v8, v20, v24, v28 quad_perm:[1,1,3,3] row_mask:0x5 bank_mask:0xa
v_maxmin_u32_e64 v8, v20, v24, v28
v_minmax_num_f32 v8, v20, v24, v28
v_minmax_num_f32 v8, s6, v24, v28
v_minmax_num_f32 v8, 1.0, v24, v28
v_minmax_num_f32 v8, -4, v24, v28
v_minmax_num_f32 v8, 0x1234, v24, v28
v_minmax_num_f32 v8, v20, s6, v28
v_minmax_num_f32 v8, v20, 1.0, v28
v_minmax_num_f32 v8, v20, -4, v28
v_minmax_num_f32 v8, v20, 0x1234, v28
v_minmax_num_f32 v8, v20, v24, s6
v_minmax_num_f32 v8, v20, v24, 1.0
v_minmax_num_f32 v8, v20, v24, -4
v_minmax_num_f32 v8, v20, v24, 0x1234
v_minmax_num_f32 v8, v20, v24, v28 clamp
v_minmax_num_f32 v8, -v20, v24, v28
v_minmax_num_f32 v8, |v20|, v24, v28
v_minmax_num_f32 v8, -|v20|, v24, v28
v_minmax_num_f32 v8, v20, -v24, v28
v_minmax_num_f32 v8, v20, |v24|, v28
v_minmax_num_f32 v8, v20, -|v24|, v28
v_minmax_num_f32 v8, v20, v24, -v28
v_minmax_num_f32 v8, v20, v24, |v28|
v_minmax_num_f32 v8, v20, v24, -|v28|
v_minmax_num_f32 v8, v20, v24, v28 mul:2
v_minmax_num_f32 v8, v20, v24, v28 mul:4
v_minmax_num_f32 v8, v20, v24, v28 div:2
v_minmax_num_f32 v8, v20, v24, v28 clamp mul:2
v_minmax_num_f32 v8, v20, v24, v28 quad_perm:[3,0,2,1] row_mask:0xf bank_mask:0xf
v_minmax_num_f32 v8, v20, v24, v28 quad_perm:[1,1,3,3] row_mask:0x5 bank_mask:0xa
v_minmax_num_f32_e64 v8, v20, v24, v28
v_maxmin_num_f32 v8, v20, v24, v28
v_maxmin_num_f32 v8, s6, v24, v28
v_maxmin_num_f32 v8, 1.0, v24, v28
v_maxmin_num_f32 v8, -4, v24, v28
v_maxmin_num_f32 v8, 0x1234, v24, v28
v_maxmin_num_f32 v8, v20, s6, v28
v_maxmin_num_f32 v8, v20, 1.0, v28
v_maxmin_num_f32 v8, v20, -4, v28
v_maxmin_num_f32 v8, v20, 0x1234, v28
v_maxmin_num_f32 v8, v20, v24, s6
v_maxmin_num_f32 v8, v20, v24, 1.0
v_maxmin_num_f32 v8, v20, v24, -4
v_maxmin_num_f32 v8, v20, v24, 0x1234
v_maxmin_num_f32 v8, v20, v24, v28 clamp
v_maxmin_num_f32 v8, -v20, v24, v28
v_maxmin_num_f32 v8, |v20|, v24, v28
v_maxmin_num_f32 v8, -|v20|, v24, v28
v_maxmin_num_f32 v8, v20, -v24, v28
v_maxmin_num_f32 v8, v20, |v24|, v28
v_maxmin_num_f32 v8, v20, -|v24|, v28
v_maxmin_num_f32 v8, v20, v24, -v28
v_maxmin_num_f32 v8, v20, v24, |v28|
v_maxmin_num_f32 v8, v20, v24, -|v28|
v_maxmin_num_f32 v8, v20, v24, v28 mul:2
v_maxmin_num_f32 v8, v20, v24, v28 mul:4
v_maxmin_num_f32 v8, v20, v24, v28 div:2
v_maxmin_num_f32 v8, v20, v24, v28 clamp mul:2
v_maxmin_num_f32 v8, v20, v24, v28 quad_perm:[3,0,2,1] row_mask:0xf bank_mask:0xf
v_maxmin_num_f32 v8, v20, v24, v28 quad_perm:[1,1,3,3] row_mask:0x5 bank_mask:0xa
v_maxmin_num_f32_e64 v8, v20, v24, v28
v_minimummaximum_f32 v8, v20, v24, v28
v_minimummaximum_f32 v8, s6, v24, v28
v_minimummaximum_f32 v8, 1.0, v24, v28
v_minimummaximum_f32 v8, -4, v24, v28
v_minimummaximum_f32 v8, 0x1234, v24, v28
v_minimummaximum_f32 v8, v20, s6, v28
v_minimummaximum_f32 v8, v20, 1.0, v28
v_minimummaximum_f32 v8, v20, -4, v28
v_minimummaximum_f32 v8, v20, 0x1234, v28
v_minimummaximum_f32 v8, v20, v24, s6
v_minimummaximum_f32 v8, v20, v24, 1.0
v_minimummaximum_f32 v8, v20, v24, -4
v_minimummaximum_f32 v8, v20, v24, 0x1234
v_minimummaximum_f32 v8, v20, v24, v28 clamp
v_minimummaximum_f32 v8, -v20, v24, v28
v_minimummaximum_f32 v8, |v20|, v24, v28
v_minimummaximum_f32 v8, -|v20|, v24, v28
v_minimummaximum_f32 v8, v20, -v24, v28
v_minimummaximum_f32 v8, v20, |v24|, v28
v_minimummaximum_f32 v8, v20, -|v24|, v28
v_minimummaximum_f32 v8, v20, v24, -v28
v_minimummaximum_f32 v8, v20, v24, |v28|
v_minimummaximum_f32 v8, v20, v24, -|v28|
v_minimummaximum_f32 v8, v20, v24, v28 mul:2
v_minimummaximum_f32 v8, v20, v24, v28 mul:4
v_minimummaximum_f32 v8, v20, v24, v28 div:2
v_minimummaximum_f32 v8, v20, v24, v28 clamp mul:2
v_minimummaximum_f32 v8, v20, v24, v28 quad_perm:[3,0,2,1] row_mask:0xf bank_mask:0xf
v_minimummaximum_f32 v8, v20, v24, v28 quad_perm:[1,1,3,3] row_mask:0x5 bank_mask:0xa
v_minimummaximum_f32_e64 v8, v20, v24, v28
v_maximumminimum_f32 v8, v20, v24, v28
v_maximumminimum_f32 v8, s6, v24, v28
v_maximumminimum_f32 v8, 1.0, v24, v28
v_maximumminimum_f32 v8, -4, v24, v28
v_maximumminimum_f32 v8, 0x1234, v24, v28
v_maximumminimum_f32 v8, v20, s6, v28
v_maximumminimum_f32 v8, v20, 1.0, v28
v_maximumminimum_f32 v8, v20, -4, v28
v_maximumminimum_f32 v8, v20, 0x1234, v28
v_maximumminimum_f32 v8, v20, v24, s6
v_maximumminimum_f32 v8, v20, v24, 1.0
v_maximumminimum_f32 v8, v20, v24, -4
v_maximumminimum_f32 v8, v20, v24, 0x1234
v_maximumminimum_f32 v8, v20, v24, v28 clamp
v_maximumminimum_f32 v8, -v20, v24, v28
v_maximumminimum_f32 v8, |v20|, v24, v28
v_maximumminimum_f32 v8, -|v20|, v24, v28
v_maximumminimum_f32 v8, v20, -v24, v28
v_maximumminimum_f32 v8, v20, |v24|, v28
v_maximumminimum_f32 v8, v20, -|v24|, v28
v_maximumminimum_f32 v8, v20, v24, -v28
v_maximumminimum_f32 v8, v20, v24, |v28|
v_maximumminimum_f32 v8, v20, v24, -|v28|
v_maximumminimum_f32 v8, v20, v24, v28 mul:2
v_maximumminimum_f32 v8, v20, v24, v28 mul:4
v_maximumminimum_f32 v8, v20, v24, v28 div:2
v_maximumminimum_f32 v8, v20, v24, v28 clamp mul:2
v_maximumminimum_f32 v8, v20, v24, v28 quad_perm:[3,0,2,1] row_mask:0xf bank_mask:0xf
v_maximumminimum_f32 v8, v20, v24, v28 quad_perm:[1,1,3,3] row_mask:0x5 bank_mask:0xa
v_maximumminimum_f32_e64 v8, v20, v24, v28
v_minmax_num_f16 v8.l, v20.l, v24.l, v28.l
v_minmax_num_f16 v8.l, 1.0, v24.l, v28.l
v_minmax_num_f16 v8.l, -4, v24.l, v28.l
v_minmax_num_f16 v8.l, s6, v24.l, v28.l
v_minmax_num_f16 v8.l, 0x1234, v24.l, v28.l
v_minmax_num_f16 v8.l, v20.l, 1.0, v28.l
v_minmax_num_f16 v8.l, v20.l, -4, v28.l
v_minmax_num_f16 v8.l, v20.l, s6, v28.l
v_minmax_num_f16 v8.l, v20.l, 0x1234, v28.l
v_minmax_num_f16 v8.l, v20.l, v24.l, 1.0
v_minmax_num_f16 v8.l, v20.l, v24.l, -4
v_minmax_num_f16 v8.l, v20.l, v24.l, s6
v_minmax_num_f16 v8.l, v20.l, v24.l, 0x1234
v_minmax_num_f16 v8.l, v20.l, v24.l, v28.l clamp
v_minmax_num_f16 v8.l, -v20.l, v24.l, v28.l
v_minmax_num_f16 v8.l, |v20.l|, v24.l, v28.l
v_minmax_num_f16 v8.l, -|v20.l|, v24.l, v28.l
v_minmax_num_f16 v8.l, v20.l, -v24.l, v28.l
v_minmax_num_f16 v8.l, v20.l, |v24.l|, v28.l
v_minmax_num_f16 v8.l, v20.l, -|v24.l|, v28.l
v_minmax_num_f16 v8.l, v20.l, v24.l, -v28.l
v_minmax_num_f16 v8.l, v20.l, v24.l, |v28.l|
v_minmax_num_f16 v8.l, v20.l, v24.l, -|v28.l|
v_minmax_num_f16 v8.l, v20.l, v24.l, v28.l mul:2
v_minmax_num_f16 v8.l, v20.l, v24.l, v28.l mul:4
v_minmax_num_f16 v8.l, v20.l, v24.l, v28.l div:2
v_minmax_num_f16 v8.l, v20.l, v24.l, v28.l clamp mul:2
v_minmax_num_f16 v8.h, v20.l, v24.l, v28.l
v_minmax_num_f16 v8.l, v20.h, v24.l, v28.l
v_minmax_num_f16 v8.h, v20.h, v24.l, v28.l
v_minmax_num_f16 v8.l, v20.l, v24.h, v28.l
v_minmax_num_f16 v8.h, v20.l, v24.h, v28.l
v_minmax_num_f16 v8.l, v20.l, v24.l, v28.h
v_minmax_num_f16 v8.h, v20.l, v24.l, v28.h
v_minmax_num_f16 v8.l, v20.l, v24.l, v28.l quad_perm:[3,0,2,1] row_mask:0xf bank_mask:0xf
v_minmax_num_f16 v8.l, v20.l, v24.l, v28.l quad_perm:[1,1,3,3] row_mask:0x5 bank_mask:0xa
v_minmax_num_f16_e64 v8.l, v20.l, v24.l, v28.l
v_maxmin_num_f16 v8.l, v20.l, v24.l, v28.l
v_maxmin_num_f16 v8.l, 1.0, v24.l, v28.l
v_maxmin_num_f16 v8.l, -4, v24.l, v28.l
v_maxmin_num_f16 v8.l, s6, v24.l, v28.l
v_maxmin_num_f16 v8.l, 0x1234, v24.l, v28.l
v_maxmin_num_f16 v8.l, v20.l, 1.0, v28.l
v_maxmin_num_f16 v8.l, v20.l, -4, v28.l
v_maxmin_num_f16 v8.l, v20.l, s6, v28.l
v_maxmin_num_f16 v8.l, v20.l, 0x1234, v28.l
v_maxmin_num_f16 v8.l, v20.l, v24.l, 1.0
v_maxmin_num_f16 v8.l, v20.l, v24.l, -4
v_maxmin_num_f16 v8.l, v20.l, v24.l, s6
v_maxmin_num_f16 v8.l, v20.l, v24.l, 0x1234
v_maxmin_num_f16 v8.l, v20.l, v24.l, v28.l clamp
v_maxmin_num_f16 v8.l, -v20.l, v24.l, v28.l
v_maxmin_num_f16 v8.l, |v20.l|, v24.l, v28.l
v_maxmin_num_f16 v8.l, -|v20.l|, v24.l, v28.l
v_maxmin_num_f16 v8.l, v20.l, -v24.l, v28.l
v_maxmin_num_f16 v8.l, v20.l, |v24.l|, v28.l
v_maxmin_num_f16 v8.l, v20.l, -|v24.l|, v28.l
v_maxmin_num_f16 v8.l, v20.l, v24.l, -v28.l
v_maxmin_num_f16 v8.l, v20.l, v24.l, |v28.l|
v_maxmin_num_f16 v8.l, v20.l, v24.l, -|v28.l|
v_maxmin_num_f16 v8.l, v20.l, v24.l, v28.l mul:2
v_maxmin_num_f16 v8.l, v20.l, v24.l, v28.l mul:4
v_maxmin_num_f16 v8.l, v20.l, v24.l, v28.l div:2
v_maxmin_num_f16 v8.l, v20.l, v24.l, v28.l clamp mul:2
v_maxmin_num_f16 v8.h, v20.l, v24.l, v28.l
v_maxmin_num_f16 v8.l, v20.h, v24.l, v28.l
v_maxmin_num_f16 v8.h, v20.h, v24.l, v28.l
v_maxmin_num_f16 v8.l, v20.l, v24.h, v28.l
v_maxmin_num_f16 v8.h, v20.l, v24.h, v28.l
v_maxmin_num_f16 v8.l, v20.l, v24.l, v28.h
v_maxmin_num_f16 v8.h, v20.l, v24.l, v28.h
v_maxmin_num_f16 v8.l, v20.l, v24.l, v28.l quad_perm:[3,0,2,1] row_mask:0xf bank_mask:0xf
v_maxmin_num_f16 v8.l, v20.l, v24.l, v28.l quad_perm:[1,1,3,3] row_mask:0x5 bank_mask:0xa
v_maxmin_num_f16_e64 v8.l, v20.l, v24.l, v28.l
v_minimum3_f16 v8.l, v20.l, v24.l, v28.l
v_minimum3_f16 v8.l, 1.0, v24.l, v28.l
v_minimum3_f16 v8.l, -4, v24.l, v28.l
v_minimum3_f16 v8.l, s6, v24.l, v28.l
v_minimum3_f16 v8.l, 0x1234, v24.l, v28.l
v_minimum3_f16 v8.l, v20.l, 1.0, v28.l
v_minimum3_f16 v8.l, v20.l, -4, v28.l
v_minimum3_f16 v8.l, v20.l, s6, v28.l
v_minimum3_f16 v8.l, v20.l, 0x1234, v28.l
v_minimum3_f16 v8.l, v20.l, v24.l, 1.0
v_minimum3_f16 v8.l, v20.l, v24.l, -4
v_minimum3_f16 v8.l, v20.l, v24.l, s6
v_minimum3_f16 v8.l, v20.l, v24.l, 0x1234
v_minimum3_f16 v8.l, v20.l, v24.l, v28.l clamp
v_minimum3_f16 v8.l, -v20.l, v24.l, v28.l
v_minimum3_f16 v8.l, |v20.l|, v24.l, v28.l
v_minimum3_f16 v8.l, -|v20.l|, v24.l, v28.l
v_minimum3_f16 v8.l, v20.l, -v24.l, v28.l
v_minimum3_f16 v8.l, v20.l, |v24.l|, v28.l
v_minimum3_f16 v8.l, v20.l, -|v24.l|, v28.l
v_minimum3_f16 v8.l, v20.l, v24.l, -v28.l
v_minimum3_f16 v8.l, v20.l, v24.l, |v28.l|
v_minimum3_f16 v8.l, v20.l, v24.l, -|v28.l|
v_minimum3_f16 v8.l, v20.l, v24.l, v28.l mul:2
v_minimum3_f16 v8.l, v20.l, v24.l, v28.l mul:4
v_minimum3_f16 v8.l, v20.l, v24.l, v28.l div:2
v_minimum3_f16 v8.l, v20.l, v24.l, v28.l clamp mul:2
v_minimum3_f16 v8.h, v20.l, v24.l, v28.l
v_minimum3_f16 v8.l, v20.h, v24.l, v28.l
v_minimum3_f16 v8.h, v20.h, v24.l, v28.l
v_minimum3_f16 v8.l, v20.l, v24.h, v28.l
v_minimum3_f16 v8.h, v20.l, v24.h, v28.l
v_minimum3_f16 v8.l, v20.l, v24.l, v28.h
v_minimum3_f16 v8.h, v20.l, v24.l, v28.h
v_minimum3_f16 v8.l, v20.l, v24.l, v28.l quad_perm:[3,0,2,1] row_mask:0xf bank_mask:0xf
v_minimum3_f16 v8.l, v20.l, v24.l, v28.l quad_perm:[1,1,3,3] row_mask:0x5 bank_mask:0xa
v_minimum3_f16_e64 v8.l, v20.l, v24.l, v28.l
v_maximum3_f16 v8.l, v20.l, v24.l, v28.l
v_maximum3_f16 v8.l, 1.0, v24.l, v28.l
v_maximum3_f16 v8.l, -4, v24.l, v28.l
v_maximum3_f16 v8.l, s6, v24.l, v28.l
v_maximum3_f16 v8.l, 0x1234, v24.l, v28.l
v_maximum3_f16 v8.l, v20.l, 1.0, v28.l
v_maximum3_f16 v8.l, v20.l, -4, v28.l
v_maximum3_f16 v8.l, v20.l, s6, v28.l
v_maximum3_f16 v8.l, v20.l, 0x1234, v28.l
v_maximum3_f16 v8.l, v20.l, v24.l, 1.0
v_maximum3_f16 v8.l, v20.l, v24.l, -4
v_maximum3_f16 v8.l, v20.l, v24.l, s6
v_maximum3_f16 v8.l, v20.l, v24.l, 0x1234
v_maximum3_f16 v8.l, v20.l, v24.l, v28.l clamp
v_maximum3_f16 v8.l, -v20.l, v24.l, v28.l
v_maximum3_f16 v8.l, |v20.l|, v24.l, v28.l
v_maximum3_f16 v8.l, -|v20.l|, v24.l, v28.l
v_maximum3_f16 v8.l, v20.l, -v24.l, v28.l
v_maximum3_f16 v8.l, v20.l, |v24.l|, v28.l
v_maximum3_f16 v8.l, v20.l, -|v24.l|, v28.l
v_maximum3_f16 v8.l, v20.l, v24.l, -v28.l
v_maximum3_f16 v8.l, v20.l, v24.l, |v28.l|
v_maximum3_f16 v8.l, v20.l, v24.l, -|v28.l|
v_maximum3_f16 v8.l, v20.l, v24.l, v28.l mul:2
v_maximum3_f16 v8.l, v20.l, v24.l, v28.l mul:4
v_maximum3_f16 v8.l, v20.l, v24.l, v28.l div:2
v_maximum3_f16 v8.l, v20.l, v24.l, v28.l clamp mul:2
v_maximum3_f16 v8.h, v20.l, v24.l, v28.l
v_maximum3_f16 v8.l, v20.h, v24.l, v28.l
v_maximum3_f16 v8.h, v20.h, v24.l, v28.l
v_maximum3_f16 v8.l, v20.l, v24.h, v28.l
v_maximum3_f16 v8.h, v20.l, v24.h, v28.l
v_maximum3_f16 v8.l, v20.l, v24.l, v28.h
v_maximum3_f16 v8.h, v20.l, v24.l, v28.h
v_maximum3_f16 v8.l, v20.l, v24.l, v28.l quad_perm:[3,0,2,1] row_mask:0xf bank_mask:0xf
v_maximum3_f16 v8.l, v20.l, v24.l, v28.l quad_perm:[1,1,3,3] row_mask:0x5 bank_mask:0xa
v_maximum3_f16_e64 v8.l, v20.l, v24.l, v28.l
v_minimummaximum_f16 v8.l, v20.l, v24.l, v28.l
v_minimummaximum_f16 v8.l, 1.0, v24.l, v28.l
v_minimummaximum_f16 v8.l, -4, v24.l, v28.l
v_minimummaximum_f16 v8.l, s6, v24.l, v28.l
v_minimummaximum_f16 v8.l, 0x1234, v24.l, v28.l
v_minimummaximum_f16 v8.l, v20.l, 1.0, v28.l
v_minimummaximum_f16 v8.l, v20.l, -4, v28.l
v_minimummaximum_f16 v8.l, v20.l, s6, v28.l
v_minimummaximum_f16 v8.l, v20.l, 0x1234, v28.l
v_minimummaximum_f16 v8.l, v20.l, v24.l, 1.0
v_minimummaximum_f16 v8.l, v20.l, v24.l, -4
v_minimummaximum_f16 v8.l, v20.l, v24.l, s6
v_minimummaximum_f16 v8.l, v20.l, v24.l, 0x1234
v_minimummaximum_f16 v8.l, v20.l, v24.l, v28.l clamp
v_minimummaximum_f16 v8.l, -v20.l, v24.l, v28.l
v_minimummaximum_f16 v8.l, |v20.l|, v24.l, v28.l
v_minimummaximum_f16 v8.l, -|v20.l|, v24.l, v28.l
v_minimummaximum_f16 v8.l, v20.l, -v24.l, v28.l
v_minimummaximum_f16 v8.l, v20.l, |v24.l|, v28.l
v_minimummaximum_f16 v8.l, v20.l, -|v24.l|, v28.l
v_minimummaximum_f16 v8.l, v20.l, v24.l, -v28.l
v_minimummaximum_f16 v8.l, v20.l, v24.l, |v28.l|
v_minimummaximum_f16 v8.l, v20.l, v24.l, -|v28.l|
v_minimummaximum_f16 v8.l, v20.l, v24.l, v28.l mul:2
v_minimummaximum_f16 v8.l, v20.l, v24.l, v28.l mul:4
v_minimummaximum_f16 v8.l, v20.l, v24.l, v28.l div:2
v_minimummaximum_f16 v8.l, v20.l, v24.l, v28.l clamp mul:2
v_minimummaximum_f16 v8.h, v20.l, v24.l, v28.l
v_minimummaximum_f16 v8.l, v20.h, v24.l, v28.l
v_minimummaximum_f16 v8.h, v20.h, v24.l, v28.l
v_minimummaximum_f16 v8.l, v20.l, v24.h, v28.l
v_minimummaximum_f16 v8.h, v20.l, v24.h, v28.l
v_minimummaximum_f16 v8.l, v20.l, v24.l, v28.h
v_minimummaximum_f16 v8.h, v20.l, v24.l, v28.h
v_minimummaximum_f16 v8.l, v20.l, v24.l, v28.l quad_perm:[3,0,2,1] row_mask:0xf bank_mask:0xf
v_minimummaximum_f16 v8.l, v20.l, v24.l, v28.l quad_perm:[1,1,3,3] row_mask:0x5 bank_mask:0xa
v_minimummaximum_f16_e64 v8.l, v20.l, v24.l, v28.l
v_maximumminimum_f16 v8.l, v20.l, v24.l, v28.l
v_maximumminimum_f16 v8.l, 1.0, v24.l, v28.l
v_maximumminimum_f16 v8.l, -4, v24.l, v28.l
v_maximumminimum_f16 v8.l, s6, v24.l, v28.l
v_maximumminimum_f16 v8.l, 0x1234, v24.l, v28.l
v_maximumminimum_f16 v8.l, v20.l, 1.0, v28.l
v_maximumminimum_f16 v8.l, v20.l, -4, v28.l
v_maximumminimum_f16 v8.l, v20.l, s6, v28.l
v_maximumminimum_f16 v8.l, v20.l, 0x1234, v28.l
v_maximumminimum_f16 v8.l, v20.l, v24.l, 1.0
v_maximumminimum_f16 v8.l, v20.l, v24.l, -4
v_maximumminimum_f16 v8.l, v20.l, v24.l, s6
v_maximumminimum_f16 v8.l, v20.l, v24.l, 0x1234
v_maximumminimum_f16 v8.l, v20.l, v24.l, v28.l clamp
v_maximumminimum_f16 v8.l, -v20.l, v24.l, v28.l
v_maximumminimum_f16 v8.l, |v20.l|, v24.l, v28.l
v_maximumminimum_f16 v8.l, -|v20.l|, v24.l, v28.l
v_maximumminimum_f16 v8.l, v20.l, -v24.l, v28.l
v_maximumminimum_f16 v8.l, v20.l, |v24.l|, v28.l
v_maximumminimum_f16 v8.l, v20.l, -|v24.l|, v28.l
v_maximumminimum_f16 v8.l, v20.l, v24.l, -v28.l
v_maximumminimum_f16 v8.l, v20.l, v24.l, |v28.l|
v_maximumminimum_f16 v8.l, v20.l, v24.l, -|v28.l|
v_maximumminimum_f16 v8.l, v20.l, v24.l, v28.l mul:2
v_maximumminimum_f16 v8.l, v20.l, v24.l, v28.l mul:4
v_maximumminimum_f16 v8.l, v20.l, v24.l, v28.l div:2
v_maximumminimum_f16 v8.l, v20.l, v24.l, v28.l clamp mul:2
v_maximumminimum_f16 v8.h, v20.l, v24.l, v28.l
v_maximumminimum_f16 v8.l, v20.h, v24.l, v28.l
v_maximumminimum_f16 v8.h, v20.h, v24.l, v28.l
v_maximumminimum_f16 v8.l, v20.l, v24.h, v28.l
v_maximumminimum_f16 v8.h, v20.l, v24.h, v28.l
v_maximumminimum_f16 v8.l, v20.l, v24.l, v28.h
v_maximumminimum_f16 v8.h, v20.l, v24.l, v28.h
v_maximumminimum_f16 v8.l, v20.l, v24.l, v28.l quad_perm:[3,0,2,1] row_mask:0xf bank_mask:0xf
v_maximumminimum_f16 v8.l, v20.l, v24.l, v28.l quad_perm:[1,1,3,3] row_mask:0x5 bank_mask:0xa
v_maximumminimum_f16_e64 v8.l, v20.l, v24.l, v28.l
v_minimum_f32 v8, v20, v24
v_minimum_f32 v8, s6, v24
v_minimum_f32 v8, 1.0, v24
v_minimum_f32 v8, -4, v24
v_minimum_f32 v8, 0x1234, v24
v_minimum_f32 v8, v20, s6
v_minimum_f32 v8, v20, 1.0
v_minimum_f32 v8, v20, -4
v_minimum_f32 v8, v20, 0x1234
v_minimum_f32 v8, v20, v24 clamp
v_minimum_f32 v8, -v20, v24
v_minimum_f32 v8, |v20|, v24
v_minimum_f32 v8, -|v20|, v24
v_minimum_f32 v8, v20, -v24
v_minimum_f32 v8, v20, |v24|
v_minimum_f32 v8, v20, -|v24|
v_minimum_f32 v8, v20, v24 mul:2
v_minimum_f32 v8, v20, v24 mul:4
v_minimum_f32 v8, v20, v24 div:2
v_minimum_f32 v8, v20, v24 clamp mul:2
v_minimum_f32 v8, v20, v24 quad_perm:[3,0,2,1] row_mask:0xf bank_mask:0xf
v_minimum_f32 v8, v20, v24 quad_perm:[1,1,3,3] row_mask:0x5 bank_mask:0xa
v_minimum_f32_e64 v8, v20, v24
v_maximum_f32 v8, v20, v24
v_maximum_f32 v8, s6, v24
v_maximum_f32 v8, 1.0, v24
v_maximum_f32 v8, -4, v24
v_maximum_f32 v8, 0x1234, v24
v_maximum_f32 v8, v20, s6
v_maximum_f32 v8, v20, 1.0
v_maximum_f32 v8, v20, -4
v_maximum_f32 v8, v20, 0x1234
v_maximum_f32 v8, v20, v24 clamp
v_maximum_f32 v8, -v20, v24
v_maximum_f32 v8, |v20|, v24
v_maximum_f32 v8, -|v20|, v24
v_maximum_f32 v8, v20, -v24
v_maximum_f32 v8, v20, |v24|
v_maximum_f32 v8, v20, -|v24|
v_maximum_f32 v8, v20, v24 mul:2
v_maximum_f32 v8, v20, v24 mul:4
v_maximum_f32 v8, v20, v24 div:2
v_maximum_f32 v8, v20, v24 clamp mul:2
v_maximum_f32 v8, v20, v24 quad_perm:[3,0,2,1] row_mask:0xf bank_mask:0xf
v_maximum_f32 v8, v20, v24 quad_perm:[1,1,3,3] row_mask:0x5 bank_mask:0xa
v_maximum_f32_e64 v8, v20, v24
v_minimum_f16 v8.l, v20.l, v24.l
v_minimum_f16 v8.l, 1.0, v24.l
v_minimum_f16 v8.l, -4, v24.l
v_minimum_f16 v8.l, s6, v24.l
v_minimum_f16 v8.l, 0x1234, v24.l
v_minimum_f16 v8.l, v20.l, 1.0
v_minimum_f16 v8.l, v20.l, -4
v_minimum_f16 v8.l, v20.l, s6
v_minimum_f16 v8.l, v20.l, 0x1234
v_minimum_f16 v8.l, v20.l, v24.l clamp
v_minimum_f16 v8.l, -v20.l, v24.l
v_minimum_f16 v8.l, |v20.l|, v24.l
v_minimum_f16 v8.l, -|v20.l|, v24.l
v_minimum_f16 v8.l, v20.l, -v24.l
v_minimum_f16 v8.l, v20.l, |v24.l|
v_minimum_f16 v8.l, v20.l, -|v24.l|
v_minimum_f16 v8.l, v20.l, v24.l mul:2
v_minimum_f16 v8.l, v20.l, v24.l mul:4
v_minimum_f16 v8.l, v20.l, v24.l div:2
v_minimum_f16 v8.l, v20.l, v24.l clamp mul:2
v_minimum_f16 v8.h, v20.l, v24.l
v_minimum_f16 v8.l, v20.h, v24.l
v_minimum_f16 v8.h, v20.h, v24.l
v_minimum_f16 v8.l, v20.l, v24.h
v_minimum_f16 v8.h, v20.l, v24.h
v_minimum_f16 v8.l, v20.l, v24.l quad_perm:[3,0,2,1] row_mask:0xf bank_mask:0xf
v_minimum_f16 v8.l, v20.l, v24.l quad_perm:[1,1,3,3] row_mask:0x5 bank_mask:0xa
v_minimum_f16_e64 v8.l, v20.l, v24.l
v_maximum_f16 v8.l, v20.l, v24.l
v_maximum_f16 v8.l, 1.0, v24.l
v_maximum_f16 v8.l, -4, v24.l
v_maximum_f16 v8.l, s6, v24.l
v_maximum_f16 v8.l, 0x1234, v24.l
v_maximum_f16 v8.l, v20.l, 1.0
v_maximum_f16 v8.l, v20.l, -4
v_maximum_f16 v8.l, v20.l, s6
v_maximum_f16 v8.l, v20.l, 0x1234
v_maximum_f16 v8.l, v20.l, v24.l clamp
v_maximum_f16 v8.l, -v20.l, v24.l
v_maximum_f16 v8.l, |v20.l|, v24.l
v_maximum_f16 v8.l, -|v20.l|, v24.l
v_maximum_f16 v8.l, v20.l, -v24.l
v_maximum_f16 v8.l, v20.l, |v24.l|
v_maximum_f16 v8.l, v20.l, -|v24.l|
v_maximum_f16 v8.l, v20.l, v24.l mul:2
v_maximum_f16 v8.l, v20.l, v24.l mul:4
v_maximum_f16 v8.l, v20.l, v24.l div:2
v_maximum_f16 v8.l, v20.l, v24.l clamp mul:2
v_maximum_f16 v8.h, v20.l, v24.l
v_maximum_f16 v8.l, v20.h, v24.l
v_maximum_f16 v8.h, v20.h, v24.l
v_maximum_f16 v8.l, v20.l, v24.h
v_maximum_f16 v8.h, v20.l, v24.h
v_maximum_f16 v8.l, v20.l, v24.l quad_perm:[3,0,2,1] row_mask:0xf bank_mask:0xf
v_maximum_f16 v8.l, v20.l, v24.l quad_perm:[1,1,3,3] row_mask:0x5 bank_mask:0xa
v_maximum_f16_e64 v8.l, v20.l, v24.l
v_minimum_f64 v[8:9], v[20:21], v[24:25]
v_minimum_f64 v[8:9], s[6:7], v[24:25]
v_minimum_f64 v[8:9], 1.0, v[24:25]
v_minimum_f64 v[8:9], -4, v[24:25]
v_minimum_f64 v[8:9], 0x3f4ccccd, v[24:25]
v_minimum_f64 v[8:9], v[20:21], s[6:7]
v_minimum_f64 v[8:9], v[20:21], 1.0
v_minimum_f64 v[8:9], v[20:21], -4
v_minimum_f64 v[8:9], v[20:21], 0x3f4ccccd
v_minimum_f64 v[8:9], v[20:21], v[24:25] clamp
v_minimum_f64 v[8:9], -v[20:21], v[24:25]
v_minimum_f64 v[8:9], |v[20:21]|, v[24:25]
v_minimum_f64 v[8:9], -|v[20:21]|, v[24:25]
v_minimum_f64 v[8:9], v[20:21], -v[24:25]
v_minimum_f64 v[8:9], v[20:21], |v[24:25]|
v_minimum_f64 v[8:9], v[20:21], -|v[24:25]|
v_minimum_f64 v[8:9], v[20:21], v[24:25] mul:2
v_minimum_f64 v[8:9], v[20:21], v[24:25] mul:4
v_minimum_f64 v[8:9], v[20:21], v[24:25] div:2
v_minimum_f64 v[8:9], v[20:21], v[24:25] clamp mul:2
v_minimum_f64_e64 v[8:9], v[20:21], v[24:25]
v_maximum_f64 v[8:9], v[20:21], v[24:25]
v_maximum_f64 v[8:9], s[6:7], v[24:25]
v_maximum_f64 v[8:9], 1.0, v[24:25]
v_maximum_f64 v[8:9], -4, v[24:25]
v_maximum_f64 v[8:9], 0x3f4ccccd, v[24:25]
v_maximum_f64 v[8:9], v[20:21], s[6:7]
v_maximum_f64 v[8:9], v[20:21], 1.0
v_maximum_f64 v[8:9], v[20:21], -4
v_maximum_f64 v[8:9], v[20:21], 0x3f4ccccd
v_maximum_f64 v[8:9], v[20:21], v[24:25] clamp
v_maximum_f64 v[8:9], -v[20:21], v[24:25]
v_maximum_f64 v[8:9], |v[20:21]|, v[24:25]
v_maximum_f64 v[8:9], -|v[20:21]|, v[24:25]
v_maximum_f64 v[8:9], v[20:21], -v[24:25]
v_maximum_f64 v[8:9], v[20:21], |v[24:25]|
v_maximum_f64 v[8:9], v[20:21], -|v[24:25]|
v_maximum_f64 v[8:9], v[20:21], v[24:25] mul:2
v_maximum_f64 v[8:9], v[20:21], v[24:25] mul:4
v_maximum_f64 v[8:9], v[20:21], v[24:25] div:2
v_maximum_f64 v[8:9], v[20:21], v[24:25] clamp mul:2
v_maximum_f64_e64 v[8:9], v[20:21], v[24:25]
v_pk_add_max_i16 v8, v20, v24, v28
v_pk_add_max_i16 v8, 1.0, v24, v28
v_pk_add_max_i16 v8, -4, v24, v28
v_pk_add_max_i16 v8, s6, v24, v28
v_pk_add_max_i16 v8, 0x1234, v24, v28
v_pk_add_max_i16 v8, v20, 1.0, v28
v_pk_add_max_i16 v8, v20, -4, v28
v_pk_add_max_i16 v8, v20, s6, v28
v_pk_add_max_i16 v8, v20, 0x1234, v28
v_pk_add_max_i16 v8, v20, v24, 1.0
v_pk_add_max_i16 v8, v20, v24, -4
v_pk_add_max_i16 v8, v20, v24, s6
v_pk_add_max_i16 v8, v20, v24, 0x1234
v_pk_add_max_i16 v8, v20, v24, v28 clamp
v_pk_add_max_i16 v8, v20, v24, v28 op_sel:[1,0,1]
v_pk_add_max_i16 v8, v20, v24, v28 op_sel:[1,0]
v_pk_add_max_i16 v8, v20, v24, v28 op_sel:[0,1,0] op_sel_hi:[1,0,1]
v_pk_add_max_i16 v8, v20, v24, v28 op_sel:[0,1] op_sel_hi:[1,0]
v_pk_add_max_i16 v8, v20, v24, v28 op_sel_hi:[0,0,0]
v_pk_add_max_i16 v8, v20, v24, v28 op_sel_hi:[0,0]
v_pk_add_max_u16 v8, v20, v24, v28
v_pk_add_max_u16 v8, 1.0, v24, v28
v_pk_add_max_u16 v8, -4, v24, v28
v_pk_add_max_u16 v8, s6, v24, v28
v_pk_add_max_u16 v8, 0x1234, v24, v28
v_pk_add_max_u16 v8, v20, 1.0, v28
v_pk_add_max_u16 v8, v20, -4, v28
v_pk_add_max_u16 v8, v20, s6, v28
v_pk_add_max_u16 v8, v20, 0x1234, v28
v_pk_add_max_u16 v8, v20, v24, 1.0
v_pk_add_max_u16 v8, v20, v24, -4
v_pk_add_max_u16 v8, v20, v24, s6
v_pk_add_max_u16 v8, v20, v24, 0x1234
v_pk_add_max_u16 v8, v20, v24, v28 clamp
v_pk_add_max_u16 v8, v20, v24, v28 op_sel:[1,0,1]
v_pk_add_max_u16 v8, v20, v24, v28 op_sel:[1,0]
v_pk_add_max_u16 v8, v20, v24, v28 op_sel:[0,1,0] op_sel_hi:[1,0,1]
v_pk_add_max_u16 v8, v20, v24, v28 op_sel:[0,1] op_sel_hi:[1,0]
v_pk_add_max_u16 v8, v20, v24, v28 op_sel_hi:[0,0,0]
v_pk_add_max_u16 v8, v20, v24, v28 op_sel_hi:[0,0]
v_pk_add_min_i16 v8, v20, v24, v28
v_pk_add_min_i16 v8, 1.0, v24, v28
v_pk_add_min_i16 v8, -4, v24, v28
v_pk_add_min_i16 v8, s6, v24, v28
v_pk_add_min_i16 v8, 0x1234, v24, v28
v_pk_add_min_i16 v8, v20, 1.0, v28
v_pk_add_min_i16 v8, v20, -4, v28
v_pk_add_min_i16 v8, v20, s6, v28
v_pk_add_min_i16 v8, v20, 0x1234, v28
v_pk_add_min_i16 v8, v20, v24, 1.0
v_pk_add_min_i16 v8, v20, v24, -4
v_pk_add_min_i16 v8, v20, v24, s6
v_pk_add_min_i16 v8, v20, v24, 0x1234
v_pk_add_min_i16 v8, v20, v24, v28 clamp
v_pk_add_min_i16 v8, v20, v24, v28 op_sel:[1,0,1]
v_pk_add_min_i16 v8, v20, v24, v28 op_sel:[1,0]
v_pk_add_min_i16 v8, v20, v24, v28 op_sel:[0,1,0] op_sel_hi:[1,0,1]
v_pk_add_min_i16 v8, v20, v24, v28 op_sel:[0,1] op_sel_hi:[1,0]
v_pk_add_min_i16 v8, v20, v24, v28 op_sel_hi:[0,0,0]
v_pk_add_min_i16 v8, v20, v24, v28 op_sel_hi:[0,0]
v_pk_add_min_u16 v8, v20, v24, v28
v_pk_add_min_u16 v8, 1.0, v24, v28
v_pk_add_min_u16 v8, -4, v24, v28
v_pk_add_min_u16 v8, s6, v24, v28
v_pk_add_min_u16 v8, 0x1234, v24, v28
v_pk_add_min_u16 v8, v20, 1.0, v28
v_pk_add_min_u16 v8, v20, -4, v28
v_pk_add_min_u16 v8, v20, s6, v28
v_pk_add_min_u16 v8, v20, 0x1234, v28
v_pk_add_min_u16 v8, v20, v24, 1.0
v_pk_add_min_u16 v8, v20, v24, -4
v_pk_add_min_u16 v8, v20, v24, s6
v_pk_add_min_u16 v8, v20, v24, 0x1234
v_pk_add_min_u16 v8, v20, v24, v28 clamp
v_pk_add_min_u16 v8, v20, v24, v28 op_sel:[1,0,1]
v_pk_add_min_u16 v8, v20, v24, v28 op_sel:[1,0]
v_pk_add_min_u16 v8, v20, v24, v28 op_sel:[0,1,0] op_sel_hi:[1,0,1]
v_pk_add_min_u16 v8, v20, v24, v28 op_sel:[0,1] op_sel_hi:[1,0]
v_pk_add_min_u16 v8, v20, v24, v28 op_sel_hi:[0,0,0]
v_pk_add_min_u16 v8, v20, v24, v28 op_sel_hi:[0,0]
v_pk_max3_i16 v8, v20, v24, v28
v_pk_max3_i16 v8, 1.0, v24, v28
v_pk_max3_i16 v8, -4, v24, v28
v_pk_max3_i16 v8, s6, v24, v28
v_pk_max3_i16 v8, 0x1234, v24, v28
v_pk_max3_i16 v8, v20, 1.0, v28
v_pk_max3_i16 v8, v20, -4, v28
v_pk_max3_i16 v8, v20, s6, v28
v_pk_max3_i16 v8, v20, 0x1234, v28
v_pk_max3_i16 v8, v20, v24, 1.0
v_pk_max3_i16 v8, v20, v24, -4
v_pk_max3_i16 v8, v20, v24, s6
v_pk_max3_i16 v8, v20, v24, 0x1234
v_pk_max3_i16 v8, v20, v24, v28 clamp
v_pk_max3_i16 v8, v20, v24, v28 op_sel:[1,0,1]
v_pk_max3_i16 v8, v20, v24, v28 op_sel:[1,0]
v_pk_max3_i16 v8, v20, v24, v28 op_sel:[0,1,0] op_sel_hi:[1,0,1]
v_pk_max3_i16 v8, v20, v24, v28 op_sel:[0,1] op_sel_hi:[1,0]
v_pk_max3_i16 v8, v20, v24, v28 op_sel_hi:[0,0,0]
v_pk_max3_i16 v8, v20, v24, v28 op_sel_hi:[0,0]
v_pk_max3_u16 v8, v20, v24, v28
v_pk_max3_u16 v8, 1.0, v24, v28
v_pk_max3_u16 v8, -4, v24, v28
v_pk_max3_u16 v8, s6, v24, v28
v_pk_max3_u16 v8, 0x1234, v24, v28
v_pk_max3_u16 v8, v20, 1.0, v28
v_pk_max3_u16 v8, v20, -4, v28
v_pk_max3_u16 v8, v20, s6, v28
v_pk_max3_u16 v8, v20, 0x1234, v28
v_pk_max3_u16 v8, v20, v24, 1.0
v_pk_max3_u16 v8, v20, v24, -4
v_pk_max3_u16 v8, v20, v24, s6
v_pk_max3_u16 v8, v20, v24, 0x1234
v_pk_max3_u16 v8, v20, v24, v28 clamp
v_pk_max3_u16 v8, v20, v24, v28 op_sel:[1,0,1]
v_pk_max3_u16 v8, v20, v24, v28 op_sel:[1,0]
v_pk_max3_u16 v8, v20, v24, v28 op_sel:[0,1,0] op_sel_hi:[1,0,1]
v_pk_max3_u16 v8, v20, v24, v28 op_sel:[0,1] op_sel_hi:[1,0]
v_pk_max3_u16 v8, v20, v24, v28 op_sel_hi:[0,0,0]
v_pk_max3_u16 v8, v20, v24, v28 op_sel_hi:[0,0]
v_pk_min3_i16 v8, v20, v24, v28
v_pk_min3_i16 v8, 1.0, v24, v28
v_pk_min3_i16 v8, -4, v24, v28
v_pk_min3_i16 v8, s6, v24, v28
v_pk_min3_i16 v8, 0x1234, v24, v28
v_pk_min3_i16 v8, v20, 1.0, v28
v_pk_min3_i16 v8, v20, -4, v28
v_pk_min3_i16 v8, v20, s6, v28
v_pk_min3_i16 v8, v20, 0x1234, v28
v_pk_min3_i16 v8, v20, v24, 1.0
v_pk_min3_i16 v8, v20, v24, -4
v_pk_min3_i16 v8, v20, v24, s6
v_pk_min3_i16 v8, v20, v24, 0x1234
v_pk_min3_i16 v8, v20, v24, v28 clamp
v_pk_min3_i16 v8, v20, v24, v28 op_sel:[1,0,1]
v_pk_min3_i16 v8, v20, v24, v28 op_sel:[1,0]
v_pk_min3_i16 v8, v20, v24, v28 op_sel:[0,1,0] op_sel_hi:[1,0,1]
v_pk_min3_i16 v8, v20, v24, v28 op_sel:[0,1] op_sel_hi:[1,0]
v_pk_min3_i16 v8, v20, v24, v28 op_sel_hi:[0,0,0]
v_pk_min3_i16 v8, v20, v24, v28 op_sel_hi:[0,0]
v_pk_min3_u16 v8, v20, v24, v28
v_pk_min3_u16 v8, 1.0, v24, v28
v_pk_min3_u16 v8, -4, v24, v28
v_pk_min3_u16 v8, s6, v24, v28
v_pk_min3_u16 v8, 0x1234, v24, v28
v_pk_min3_u16 v8, v20, 1.0, v28
v_pk_min3_u16 v8, v20, -4, v28
v_pk_min3_u16 v8, v20, s6, v28
v_pk_min3_u16 v8, v20, 0x1234, v28
v_pk_min3_u16 v8, v20, v24, 1.0
v_pk_min3_u16 v8, v20, v24, -4
v_pk_min3_u16 v8, v20, v24, s6
v_pk_min3_u16 v8, v20, v24, 0x1234
v_pk_min3_u16 v8, v20, v24, v28 clamp
v_pk_min3_u16 v8, v20, v24, v28 op_sel:[1,0,1]
v_pk_min3_u16 v8, v20, v24, v28 op_sel:[1,0]
v_pk_min3_u16 v8, v20, v24, v28 op_sel:[0,1,0] op_sel_hi:[1,0,1]
v_pk_min3_u16 v8, v20, v24, v28 op_sel:[0,1] op_sel_hi:[1,0]
v_pk_min3_u16 v8, v20, v24, v28 op_sel_hi:[0,0,0]
v_pk_min3_u16 v8, v20, v24, v28 op_sel_hi:[0,0]
v_pk_min3_num_f16 v8, v20, v24, v28
v_pk_min3_num_f16 v8, 1.0, v24, v28
v_pk_min3_num_f16 v8, -4, v24, v28
v_pk_min3_num_f16 v8, s6, v24, v28
v_pk_min3_num_f16 v8, 0x1234, v24, v28
v_pk_min3_num_f16 v8, v20, 1.0, v28
v_pk_min3_num_f16 v8, v20, -4, v28
v_pk_min3_num_f16 v8, v20, s6, v28
v_pk_min3_num_f16 v8, v20, 0x1234, v28
v_pk_min3_num_f16 v8, v20, v24, 1.0
v_pk_min3_num_f16 v8, v20, v24, -4
v_pk_min3_num_f16 v8, v20, v24, s6
v_pk_min3_num_f16 v8, v20, v24, 0x1234
v_pk_min3_num_f16 v8, v20, v24, v28 clamp
v_pk_min3_num_f16 v8, v20, v24, v28 op_sel:[1,0,1]
v_pk_min3_num_f16 v8, v20, v24, v28 op_sel:[1,0]
v_pk_min3_num_f16 v8, v20, v24, v28 op_sel:[0,1,0] op_sel_hi:[1,0,1]
v_pk_min3_num_f16 v8, v20, v24, v28 op_sel:[0,1] op_sel_hi:[1,0]
v_pk_min3_num_f16 v8, v20, v24, v28 op_sel_hi:[0,0,0]
v_pk_min3_num_f16 v8, v20, v24, v28 op_sel_hi:[0,0]
v_pk_min3_num_f16 v8, v20, v24, v28 neg_lo:[1,0,1]
v_pk_min3_num_f16 v8, v20, v24, v28 neg_lo:[1,0]
v_pk_min3_num_f16 v8, v20, v24, v28 neg_hi:[0,1,0]
v_pk_min3_num_f16 v8, v20, v24, v28 neg_hi:[0,1]
v_pk_min3_num_f16 v8, v20, v24, v28 neg_lo:[0,1,1] neg_hi:[1,0,0]
v_pk_min3_num_f16 v8, v20, v24, v28 neg_lo:[0,1] neg_hi:[1,0]
v_pk_min3_num_f16 v8, v20, v24, v28 op_sel:[1,1,0] neg_hi:[1,1,0]
v_pk_min3_num_f16 v8, v20, v24, v28 op_sel:[1,1] neg_hi:[1,1]
v_pk_max3_num_f16 v8, v20, v24, v28
v_pk_max3_num_f16 v8, 1.0, v24, v28
v_pk_max3_num_f16 v8, -4, v24, v28
v_pk_max3_num_f16 v8, s6, v24, v28
v_pk_max3_num_f16 v8, 0x1234, v24, v28
v_pk_max3_num_f16 v8, v20, 1.0, v28
v_pk_max3_num_f16 v8, v20, -4, v28
v_pk_max3_num_f16 v8, v20, s6, v28
v_pk_max3_num_f16 v8, v20, 0x1234, v28
v_pk_max3_num_f16 v8, v20, v24, 1.0
v_pk_max3_num_f16 v8, v20, v24, -4
v_pk_max3_num_f16 v8, v20, v24, s6
v_pk_max3_num_f16 v8, v20, v24, 0x1234
v_pk_max3_num_f16 v8, v20, v24, v28 clamp
v_pk_max3_num_f16 v8, v20, v24, v28 op_sel:[1,0,1]
v_pk_max3_num_f16 v8, v20, v24, v28 op_sel:[1,0]
v_pk_max3_num_f16 v8, v20, v24, v28 op_sel:[0,1,0] op_sel_hi:[1,0,1]
v_pk_max3_num_f16 v8, v20, v24, v28 op_sel:[0,1] op_sel_hi:[1,0]
v_pk_max3_num_f16 v8, v20, v24, v28 op_sel_hi:[0,0,0]
v_pk_max3_num_f16 v8, v20, v24, v28 op_sel_hi:[0,0]
v_pk_max3_num_f16 v8, v20, v24, v28 neg_lo:[1,0,1]
v_pk_max3_num_f16 v8, v20, v24, v28 neg_lo:[1,0]
v_pk_max3_num_f16 v8, v20, v24, v28 neg_hi:[0,1,0]
v_pk_max3_num_f16 v8, v20, v24, v28 neg_hi:[0,1]
v_pk_max3_num_f16 v8, v20, v24, v28 neg_lo:[0,1,1] neg_hi:[1,0,0]
v_pk_max3_num_f16 v8, v20, v24, v28 neg_lo:[0,1] neg_hi:[1,0]
v_pk_max3_num_f16 v8, v20, v24, v28 op_sel:[1,1,0] neg_hi:[1,1,0]
v_pk_max3_num_f16 v8, v20, v24, v28 op_sel:[1,1] neg_hi:[1,1]
v_pk_fma_bf16 v8, v20, v24, v28
v_pk_fma_bf16 v8, 1.0, v24, v28
v_pk_fma_bf16 v8, -4, v24, v28
v_pk_fma_bf16 v8, s6, v24, v28
v_pk_fma_bf16 v8, 0x1234, v24, v28
v_pk_fma_bf16 v8, v20, 1.0, v28
v_pk_fma_bf16 v8, v20, -4, v28
v_pk_fma_bf16 v8, v20, s6, v28
v_pk_fma_bf16 v8, v20, 0x1234, v28
v_pk_fma_bf16 v8, v20, v24, 1.0
v_pk_fma_bf16 v8, v20, v24, -4
v_pk_fma_bf16 v8, v20, v24, s6
v_pk_fma_bf16 v8, v20, v24, 0x1234
v_pk_fma_bf16 v8, v20, v24, v28 clamp
v_pk_fma_bf16 v8, v20, v24, v28 op_sel:[1,0,1]
v_pk_fma_bf16 v8, v20, v24, v28 op_sel:[1,0]
v_pk_fma_bf16 v8, v20, v24, v28 op_sel:[0,1,0] op_sel_hi:[1,0,1]
v_pk_fma_bf16 v8, v20, v24, v28 op_sel:[0,1] op_sel_hi:[1,0]
v_pk_fma_bf16 v8, v20, v24, v28 op_sel_hi:[0,0,0]
v_pk_fma_bf16 v8, v20, v24, v28 op_sel_hi:[0,0]
v_pk_fma_bf16 v8, v20, v24, v28 neg_lo:[1,0,1]
v_pk_fma_bf16 v8, v20, v24, v28 neg_lo:[1,0]
v_pk_fma_bf16 v8, v20, v24, v28 neg_hi:[0,1,0]
v_pk_fma_bf16 v8, v20, v24, v28 neg_hi:[0,1]
v_pk_fma_bf16 v8, v20, v24, v28 neg_lo:[0,1,1] neg_hi:[1,0,0]
v_pk_fma_bf16 v8, v20, v24, v28 neg_lo:[0,1] neg_hi:[1,0]
v_pk_fma_bf16 v8, v20, v24, v28 op_sel:[1,1,0] neg_hi:[1,1,0]
v_pk_fma_bf16 v8, v20, v24, v28 op_sel:[1,1] neg_hi:[1,1]
v_pk_minimum_f16 v8, v20, v24
v_pk_minimum_f16 v8, 1.0, v24
v_pk_minimum_f16 v8, -4, v24
v_pk_minimum_f16 v8, s6, v24
v_pk_minimum_f16 v8, 0x1234, v24
v_pk_minimum_f16 v8, v20, 1.0
v_pk_minimum_f16 v8, v20, -4
v_pk_minimum_f16 v8, v20, s6
v_pk_minimum_f16 v8, v20, 0x1234
v_pk_minimum_f16 v8, v20, v24 clamp
v_pk_minimum_f16 v8, v20, v24 op_sel:[1,0,1]
v_pk_minimum_f16 v8, v20, v24 op_sel:[1,0]
v_pk_minimum_f16 v8, v20, v24 op_sel:[0,1,0] op_sel_hi:[1,0,1]
v_pk_minimum_f16 v8, v20, v24 op_sel:[0,1] op_sel_hi:[1,0]
v_pk_minimum_f16 v8, v20, v24 op_sel_hi:[0,0,0]
v_pk_minimum_f16 v8, v20, v24 op_sel_hi:[0,0]
v_pk_minimum_f16 v8, v20, v24 neg_lo:[1,0,1]
v_pk_minimum_f16 v8, v20, v24 neg_lo:[1,0]
v_pk_minimum_f16 v8, v20, v24 neg_hi:[0,1,0]
v_pk_minimum_f16 v8, v20, v24 neg_hi:[0,1]
v_pk_minimum_f16 v8, v20, v24 neg_lo:[0,1,1] neg_hi:[1,0,0]
v_pk_minimum_f16 v8, v20, v24 neg_lo:[0,1] neg_hi:[1,0]
v_pk_minimum_f16 v8, v20, v24 op_sel:[1,1,0] neg_hi:[1,1,0]
v_pk_minimum_f16 v8, v20, v24 op_sel:[1,1] neg_hi:[1,1]
v_pk_maximum_f16 v8, v20, v24
v_pk_maximum_f16 v8, 1.0, v24
v_pk_maximum_f16 v8, -4, v24
v_pk_maximum_f16 v8, s6, v24
v_pk_maximum_f16 v8, 0x1234, v24
v_pk_maximum_f16 v8, v20, 1.0
v_pk_maximum_f16 v8, v20, -4
v_pk_maximum_f16 v8, v20, s6
v_pk_maximum_f16 v8, v20, 0x1234
v_pk_maximum_f16 v8, v20, v24 clamp
v_pk_maximum_f16 v8, v20, v24 op_sel:[1,0,1]
v_pk_maximum_f16 v8, v20, v24 op_sel:[1,0]
v_pk_maximum_f16 v8, v20, v24 op_sel:[0,1,0] op_sel_hi:[1,0,1]
v_pk_maximum_f16 v8, v20, v24 op_sel:[0,1] op_sel_hi:[1,0]
v_pk_maximum_f16 v8, v20, v24 op_sel_hi:[0,0,0]
v_pk_maximum_f16 v8, v20, v24 op_sel_hi:[0,0]
v_pk_maximum_f16 v8, v20, v24 neg_lo:[1,0,1]
v_pk_maximum_f16 v8, v20, v24 neg_lo:[1,0]
v_pk_maximum_f16 v8, v20, v24 neg_hi:[0,1,0]
v_pk_maximum_f16 v8, v20, v24 neg_hi:[0,1]
v_pk_maximum_f16 v8, v20, v24 neg_lo:[0,1,1] neg_hi:[1,0,0]
v_pk_maximum_f16 v8, v20, v24 neg_lo:[0,1] neg_hi:[1,0]
v_pk_maximum_f16 v8, v20, v24 op_sel:[1,1,0] neg_hi:[1,1,0]
v_pk_maximum_f16 v8, v20, v24 op_sel:[1,1] neg_hi:[1,1]
v_pk_add_bf16 v8, v20, v24
v_pk_add_bf16 v8, 1.0, v24
v_pk_add_bf16 v8, -4, v24
v_pk_add_bf16 v8, s6, v24
v_pk_add_bf16 v8, 0x1234, v24
v_pk_add_bf16 v8, v20, 1.0
v_pk_add_bf16 v8, v20, -4
v_pk_add_bf16 v8, v20, s6
v_pk_add_bf16 v8, v20, 0x1234
v_pk_add_bf16 v8, v20, v24 clamp
v_pk_add_bf16 v8, v20, v24 op_sel:[1,0,1]
v_pk_add_bf16 v8, v20, v24 op_sel:[1,0]
v_pk_add_bf16 v8, v20, v24 op_sel:[0,1,0] op_sel_hi:[1,0,1]
v_pk_add_bf16 v8, v20, v24 op_sel:[0,1] op_sel_hi:[1,0]
v_pk_add_bf16 v8, v20, v24 op_sel_hi:[0,0,0]
v_pk_add_bf16 v8, v20, v24 op_sel_hi:[0,0]
v_pk_add_bf16 v8, v20, v24 neg_lo:[1,0,1]
v_pk_add_bf16 v8, v20, v24 neg_lo:[1,0]
v_pk_add_bf16 v8, v20, v24 neg_hi:[0,1,0]
v_pk_add_bf16 v8, v20, v24 neg_hi:[0,1]
v_pk_add_bf16 v8, v20, v24 neg_lo:[0,1,1] neg_hi:[1,0,0]
v_pk_add_bf16 v8, v20, v24 neg_lo:[0,1] neg_hi:[1,0]
v_pk_add_bf16 v8, v20, v24 op_sel:[1,1,0] neg_hi:[1,1,0]
v_pk_add_bf16 v8, v20, v24 op_sel:[1,1] neg_hi:[1,1]
v_pk_mul_bf16 v8, v20, v24
v_pk_mul_bf16 v8, 1.0, v24
v_pk_mul_bf16 v8, -4, v24
v_pk_mul_bf16 v8, s6, v24
v_pk_mul_bf16 v8, 0x1234, v24
v_pk_mul_bf16 v8, v20, 1.0
v_pk_mul_bf16 v8, v20, -4
v_pk_mul_bf16 v8, v20, s6
v_pk_mul_bf16 v8, v20, 0x1234
v_pk_mul_bf16 v8, v20, v24 clamp
v_pk_mul_bf16 v8, v20, v24 op_sel:[1,0,1]
v_pk_mul_bf16 v8, v20, v24 op_sel:[1,0]
v_pk_mul_bf16 v8, v20, v24 op_sel:[0,1,0] op_sel_hi:[1,0,1]
v_pk_mul_bf16 v8, v20, v24 op_sel:[0,1] op_sel_hi:[1,0]
v_pk_mul_bf16 v8, v20, v24 op_sel_hi:[0,0,0]
v_pk_mul_bf16 v8, v20, v24 op_sel_hi:[0,0]
v_pk_mul_bf16 v8, v20, v24 neg_lo:[1,0,1]
v_pk_mul_bf16 v8, v20, v24 neg_lo:[1,0]
v_pk_mul_bf16 v8, v20, v24 neg_hi:[0,1,0]
v_pk_mul_bf16 v8, v20, v24 neg_hi:[0,1]
v_pk_mul_bf16 v8, v20, v24 neg_lo:[0,1,1] neg_hi:[1,0,0]
v_pk_mul_bf16 v8, v20, v24 neg_lo:[0,1] neg_hi:[1,0]
v_pk_mul_bf16 v8, v20, v24 op_sel:[1,1,0] neg_hi:[1,1,0]
v_pk_mul_bf16 v8, v20, v24 op_sel:[1,1] neg_hi:[1,1]
v_pk_min_num_bf16 v8, v20, v24
v_pk_min_num_bf16 v8, 1.0, v24
v_pk_min_num_bf16 v8, -4, v24
v_pk_min_num_bf16 v8, s6, v24
v_pk_min_num_bf16 v8, 0x1234, v24
v_pk_min_num_bf16 v8, v20, 1.0
v_pk_min_num_bf16 v8, v20, -4
v_pk_min_num_bf16 v8, v20, s6
v_pk_min_num_bf16 v8, v20, 0x1234
v_pk_min_num_bf16 v8, v20, v24 clamp
v_pk_min_num_bf16 v8, v20, v24 op_sel:[1,0,1]
v_pk_min_num_bf16 v8, v20, v24 op_sel:[1,0]
v_pk_min_num_bf16 v8, v20, v24 op_sel:[0,1,0] op_sel_hi:[1,0,1]
v_pk_min_num_bf16 v8, v20, v24 op_sel:[0,1] op_sel_hi:[1,0]
v_pk_min_num_bf16 v8, v20, v24 op_sel_hi:[0,0,0]
v_pk_min_num_bf16 v8, v20, v24 op_sel_hi:[0,0]
v_pk_min_num_bf16 v8, v20, v24 neg_lo:[1,0,1]
v_pk_min_num_bf16 v8, v20, v24 neg_lo:[1,0]
v_pk_min_num_bf16 v8, v20, v24 neg_hi:[0,1,0]
v_pk_min_num_bf16 v8, v20, v24 neg_hi:[0,1]
v_pk_min_num_bf16 v8, v20, v24 neg_lo:[0,1,1] neg_hi:[1,0,0]
v_pk_min_num_bf16 v8, v20, v24 neg_lo:[0,1] neg_hi:[1,0]
v_pk_min_num_bf16 v8, v20, v24 op_sel:[1,1,0] neg_hi:[1,1,0]
v_pk_min_num_bf16 v8, v20, v24 op_sel:[1,1] neg_hi:[1,1]
v_pk_max_num_bf16 v8, v20, v24
v_pk_max_num_bf16 v8, 1.0, v24
v_pk_max_num_bf16 v8, -4, v24
v_pk_max_num_bf16 v8, s6, v24
v_pk_max_num_bf16 v8, 0x1234, v24
v_pk_max_num_bf16 v8, v20, 1.0
v_pk_max_num_bf16 v8, v20, -4
v_pk_max_num_bf16 v8, v20, s6
v_pk_max_num_bf16 v8, v20, 0x1234
v_pk_max_num_bf16 v8, v20, v24 clamp
v_pk_max_num_bf16 v8, v20, v24 op_sel:[1,0,1]
v_pk_max_num_bf16 v8, v20, v24 op_sel:[1,0]
v_pk_max_num_bf16 v8, v20, v24 op_sel:[0,1,0] op_sel_hi:[1,0,1]
v_pk_max_num_bf16 v8, v20, v24 op_sel:[0,1] op_sel_hi:[1,0]
v_pk_max_num_bf16 v8, v20, v24 op_sel_hi:[0,0,0]
v_pk_max_num_bf16 v8, v20, v24 op_sel_hi:[0,0]
v_pk_max_num_bf16 v8, v20, v24 neg_lo:[1,0,1]
v_pk_max_num_bf16 v8, v20, v24 neg_lo:[1,0]
v_pk_max_num_bf16 v8, v20, v24 neg_hi:[0,1,0]
v_pk_max_num_bf16 v8, v20, v24 neg_hi:[0,1]
v_pk_max_num_bf16 v8, v20, v24 neg_lo:[0,1,1] neg_hi:[1,0,0]
v_pk_max_num_bf16 v8, v20, v24 neg_lo:[0,1] neg_hi:[1,0]
v_pk_max_num_bf16 v8, v20, v24 op_sel:[1,1,0] neg_hi:[1,1,0]
v_pk_max_num_bf16 v8, v20, v24 op_sel:[1,1] neg_hi:[1,1]
v_cvt_i32_i16 v8, v20.l
v_cvt_i32_i16 v8, 1.0
v_cvt_i32_i16 v8, -4
v_cvt_i32_i16 v8, s6
v_cvt_i32_i16 v8, 0x1234
v_cvt_i32_i16 v8, v20.h
v_cvt_i32_i16 v8, v20.l quad_perm:[3,0,2,1] row_mask:0xf bank_mask:0xf
v_cvt_i32_i16 v8, v20.l quad_perm:[1,1,3,3] row_mask:0x5 bank_mask:0xa
v_cvt_i32_i16_e32 v8, v20.l
v_cvt_i32_i16_e64 v8, v20.l
v_cvt_u32_u16 v8, v20.l
v_cvt_u32_u16 v8, 1.0
v_cvt_u32_u16 v8, -4
v_cvt_u32_u16 v8, s6
v_cvt_u32_u16 v8, 0x1234
v_cvt_u32_u16 v8, v20.h
v_cvt_u32_u16 v8, v20.l quad_perm:[3,0,2,1] row_mask:0xf bank_mask:0xf
v_cvt_u32_u16 v8, v20.l quad_perm:[1,1,3,3] row_mask:0x5 bank_mask:0xa
v_cvt_u32_u16_e32 v8, v20.l
v_cvt_u32_u16_e64 v8, v20.l
v_tanh_f32 v8, v20
v_tanh_f32 v8, s6
v_tanh_f32 v8, 1.0
v_tanh_f32 v8, -4
v_tanh_f32 v8, 0x1234
v_tanh_f32 v8, v20 clamp
v_tanh_f32 v8, -v20
v_tanh_f32 v8, |v20|
v_tanh_f32 v8, -|v20|
v_tanh_f32 v8, v20 mul:2
v_tanh_f32 v8, v20 mul:4
v_tanh_f32 v8, v20 div:2
v_tanh_f32 v8, v20 clamp mul:2
v_tanh_f32 v8, v20 quad_perm:[3,0,2,1] row_mask:0xf bank_mask:0xf
v_tanh_f32 v8, v20 quad_perm:[1,1,3,3] row_mask:0x5 bank_mask:0xa
v_tanh_f32_e32 v8, v20
v_tanh_f32_e64 v8, v20
v_tanh_f16 v8.l, v20.l
v_tanh_f16 v8.l, 1.0
v_tanh_f16 v8.l, -4
v_tanh_f16 v8.l, s6
v_tanh_f16 v8.l, 0x1234
v_tanh_f16 v8.l, v20.l clamp
v_tanh_f16 v8.l, -v20.l
v_tanh_f16 v8.l, |v20.l|
v_tanh_f16 v8.l, -|v20.l|
v_tanh_f16 v8.l, v20.l mul:2
v_tanh_f16 v8.l, v20.l mul:4
v_tanh_f16 v8.l, v20.l div:2
v_tanh_f16 v8.l, v20.l clamp mul:2
v_tanh_f16 v8.h, v20.l
v_tanh_f16 v8.l, v20.h
v_tanh_f16 v8.h, v20.h
v_tanh_f16 v8.l, v20.l quad_perm:[3,0,2,1] row_mask:0xf bank_mask:0xf
v_tanh_f16 v8.l, v20.l quad_perm:[1,1,3,3] row_mask:0x5 bank_mask:0xa
v_tanh_f16_e32 v8.l, v20.l
v_tanh_f16_e64 v8.l, v20.l
v_tanh_bf16 v8.l, v20.l
v_tanh_bf16 v8.l, 1.0
v_tanh_bf16 v8.l, -4
v_tanh_bf16 v8.l, s6
v_tanh_bf16 v8.l, 0x1234
v_tanh_bf16 v8.l, -v20.l
v_tanh_bf16 v8.l, |v20.l|
v_tanh_bf16 v8.l, -|v20.l|
v_tanh_bf16 v8.h, v20.l
v_tanh_bf16 v8.l, v20.h
v_tanh_bf16 v8.h, v20.h
v_tanh_bf16 v8.l, v20.l quad_perm:[3,0,2,1] row_mask:0xf bank_mask:0xf
v_tanh_bf16 v8.l, v20.l quad_perm:[1,1,3,3] row_mask:0x5 bank_mask:0xa
v_tanh_bf16_e32 v8.l, v20.l
v_tanh_bf16_e64 v8.l, v20.l
v_cvt_floor_i32_f32 v8, v20
v_cvt_floor_i32_f32 v8, s6
v_cvt_floor_i32_f32 v8, 1.0
v_cvt_floor_i32_f32 v8, -4
v_cvt_floor_i32_f32 v8, 0x1234
v_cvt_floor_i32_f32 v8, v20 clamp
v_cvt_floor_i32_f32 v8, -v20
v_cvt_floor_i32_f32 v8, |v20|
v_cvt_floor_i32_f32 v8, -|v20|
v_cvt_floor_i32_f32 v8, v20 quad_perm:[3,0,2,1] row_mask:0xf bank_mask:0xf
v_cvt_floor_i32_f32 v8, v20 quad_perm:[1,1,3,3] row_mask:0x5 bank_mask:0xa
v_cvt_floor_i32_f32_e32 v8, v20
v_cvt_floor_i32_f32_e64 v8, v20
v_qsad_pk_u16_u8 v[8:9], v[20:21], v24, v[28:29]
v_qsad_pk_u16_u8 v[8:9], s[6:7], v24, v[28:29]
v_qsad_pk_u16_u8 v[8:9], 1.0, v24, v[28:29]
v_qsad_pk_u16_u8 v[8:9], -4, v24, v[28:29]
v_qsad_pk_u16_u8 v[8:9], 0x3f4ccccd, v24, v[28:29]
v_qsad_pk_u16_u8 v[8:9], v[20:21], s6, v[28:29]
v_qsad_pk_u16_u8 v[8:9], v[20:21], 1.0, v[28:29]
v_qsad_pk_u16_u8 v[8:9], v[20:21], -4, v[28:29]
v_qsad_pk_u16_u8 v[8:9], v[20:21], 0x1234, v[28:29]
v_qsad_pk_u16_u8 v[8:9], v[20:21], v24, s[6:7]
v_qsad_pk_u16_u8 v[8:9], v[20:21], v24, 1.0
v_qsad_pk_u16_u8 v[8:9], v[20:21], v24, -4
v_qsad_pk_u16_u8 v[8:9], v[20:21], v24, 0x3f4ccccd
v_qsad_pk_u16_u8 v[8:9], v[20:21], v24, v[28:29] clamp
v_qsad_pk_u16_u8_e64 v[8:9], v[20:21], v24, v[28:29]
v_mqsad_pk_u16_u8 v[8:9], v[20:21], v24, v[28:29]
v_mqsad_pk_u16_u8 v[8:9], s[6:7], v24, v[28:29]
v_mqsad_pk_u16_u8 v[8:9], 1.0, v24, v[28:29]
v_mqsad_pk_u16_u8 v[8:9], -4, v24, v[28:29]
v_mqsad_pk_u16_u8 v[8:9], 0x3f4ccccd, v24, v[28:29]
v_mqsad_pk_u16_u8 v[8:9], v[20:21], s6, v[28:29]
v_mqsad_pk_u16_u8 v[8:9], v[20:21], 1.0, v[28:29]
v_mqsad_pk_u16_u8 v[8:9], v[20:21], -4, v[28:29]
v_mqsad_pk_u16_u8 v[8:9], v[20:21], 0x1234, v[28:29]
v_mqsad_pk_u16_u8 v[8:9], v[20:21], v24, s[6:7]
v_mqsad_pk_u16_u8 v[8:9], v[20:21], v24, 1.0
v_mqsad_pk_u16_u8 v[8:9], v[20:21], v24, -4
v_mqsad_pk_u16_u8 v[8:9], v[20:21], v24, 0x3f4ccccd
v_mqsad_pk_u16_u8 v[8:9], v[20:21], v24, v[28:29] clamp
v_mqsad_pk_u16_u8_e64 v[8:9], v[20:21], v24, v[28:29]
s_load_u8 s8, s[4:5], 0x10
s_load_u8 s8, s[4:5], s6 offset:0x10
s_buffer_load_u8 s8, s[4:7], 0x10
s_buffer_load_u8 s8, s[4:7], s10 offset:0x4
s_load_i8 s8, s[4:5], 0x10
s_load_i8 s8, s[4:5], s6 offset:0x10
s_buffer_load_i8 s8, s[4:7], 0x10
s_buffer_load_i8 s8, s[4:7], s10 offset:0x4
s_load_u16 s8, s[4:5], 0x10
s_load_u16 s8, s[4:5], s6 offset:0x10
s_buffer_load_u16 s8, s[4:7], 0x10
s_buffer_load_u16 s8, s[4:7], s10 offset:0x4
s_load_i16 s8, s[4:5], 0x10
s_load_i16 s8, s[4:5], s6 offset:0x10
s_buffer_load_i16 s8, s[4:7], 0x10
s_buffer_load_i16 s8, s[4:7], s10 offset:0x4
ds_cmpstore_b32 v8, v20, v24
ds_cmpstore_b32 v8, v20, v24 offset:16
ds_cmpstore_b64 v8, v[20:21], v[24:25]
ds_cmpstore_rtn_b32 v8, v20, v24, v28
ds_cmpstore_rtn_b64 v[8:9], v20, v[24:25], v[28:29] offset:8
buffer_atomic_min_num_f32 v8, v20, s[4:7], null offen
buffer_atomic_min_num_f32 v8, off, s[4:7], s8 offset:16 th:TH_ATOMIC_RETURN
global_atomic_min_num_f32 v[20:21], v8, off
global_atomic_min_num_f32 v20, v8, s[4:5] offset:-8
global_atomic_min_num_f32 v8, v20, v24, s[4:5] th:TH_ATOMIC_RETURN
flat_atomic_min_num_f32 v[20:21], v8 offset:16
flat_atomic_min_num_f32 v8, v[20:21], v24 th:TH_ATOMIC_RETURN
buffer_atomic_max_num_f32 v8, v20, s[4:7], null offen
buffer_atomic_max_num_f32 v8, off, s[4:7], s8 offset:16 th:TH_ATOMIC_RETURN
global_atomic_max_num_f32 v[20:21], v8, off
global_atomic_max_num_f32 v20, v8, s[4:5] offset:-8
global_atomic_max_num_f32 v8, v20, v24, s[4:5] th:TH_ATOMIC_RETURN
flat_atomic_max_num_f32 v[20:21], v8 offset:16
flat_atomic_max_num_f32 v8, v[20:21], v24 th:TH_ATOMIC_RETURN
buffer_atomic_cond_sub_u32 v8, v20, s[4:7], null offen
buffer_atomic_cond_sub_u32 v8, off, s[4:7], s8 offset:16 th:TH_ATOMIC_RETURN
global_atomic_cond_sub_u32 v[20:21], v8, off
global_atomic_cond_sub_u32 v20, v8, s[4:5] offset:-8
global_atomic_cond_sub_u32 v8, v20, v24, s[4:5] th:TH_ATOMIC_RETURN
flat_atomic_cond_sub_u32 v[20:21], v8 offset:16
flat_atomic_cond_sub_u32 v8, v[20:21], v24 th:TH_ATOMIC_RETURN
buffer_atomic_sub_clamp_u32 v8, v20, s[4:7], null offen
buffer_atomic_sub_clamp_u32 v8, off, s[4:7], s8 offset:16 th:TH_ATOMIC_RETURN
global_atomic_sub_clamp_u32 v[20:21], v8, off
global_atomic_sub_clamp_u32 v20, v8, s[4:5] offset:-8
global_atomic_sub_clamp_u32 v8, v20, v24, s[4:5] th:TH_ATOMIC_RETURN
flat_atomic_sub_clamp_u32 v[20:21], v8 offset:16
flat_atomic_sub_clamp_u32 v8, v[20:21], v24 th:TH_ATOMIC_RETURN
flat_prefetch_b8 v[20:21]
flat_prefetch_b8 v[20:21] offset:64
s_round_mode 0x5
s_denorm_mode 0xc
s_pack_hl_b32_b16 s8, s9, s10
s_pack_hl_b32_b16 s8, 0x12345678, s10
v_swmmac_bf16f32_16x16x64_bf16 v[40:47], v[8:15], v[16:31], v32
v_cubeid_f32 v8, v20, v24, v28
v_cubeid_f32 v8, s3, v24, v28
v_cubeid_f32 v8, v20, 1.0, v28
v_cubeid_f32 v8, -v20, |v24|, -|v28|
v_cubeid_f32 v8, v20, v24, v28 clamp
v_cubeid_f32 v8, v20, v24, v28 mul:2
v_cubesc_f32 v8, v20, v24, v28
v_cubesc_f32 v8, s3, v24, v28
v_cubesc_f32 v8, v20, 1.0, v28
v_cubesc_f32 v8, -v20, |v24|, -|v28|
v_cubesc_f32 v8, v20, v24, v28 clamp
v_cubesc_f32 v8, v20, v24, v28 mul:2
v_cubetc_f32 v8, v20, v24, v28
v_cubetc_f32 v8, s3, v24, v28
v_cubetc_f32 v8, v20, 1.0, v28
v_cubetc_f32 v8, -v20, |v24|, -|v28|
v_cubetc_f32 v8, v20, v24, v28 clamp
v_cubetc_f32 v8, v20, v24, v28 mul:2
v_cubema_f32 v8, v20, v24, v28
v_cubema_f32 v8, s3, v24, v28
v_cubema_f32 v8, v20, 1.0, v28
v_cubema_f32 v8, -v20, |v24|, -|v28|
v_cubema_f32 v8, v20, v24, v28 clamp
v_cubema_f32 v8, v20, v24, v28 mul:2
v_cvt_pk_norm_i16_f32 v8, v20, v24
v_cvt_pk_norm_i16_f32 v8, -v20, |v24|
v_cvt_pk_norm_i16_f32 v8, s3, v24
v_cvt_pk_norm_i16_f32 v8, v20, 0.5
v_cvt_pk_norm_u16_f32 v8, v20, v24
v_cvt_pk_norm_u16_f32 v8, -v20, |v24|
v_cvt_pk_norm_u16_f32 v8, s3, v24
v_cvt_pk_norm_u16_f32 v8, v20, 0.5
v_mqsad_u32_u8 v[8:11], v[20:21], v24, v[28:31]
v_mqsad_u32_u8 v[8:11], s[6:7], v24, v[28:31]
v_mqsad_u32_u8 v[8:11], v[20:21], s3, v[28:31]
v_mqsad_u32_u8 v[8:11], -4, v24, v[28:31]
v_mqsad_u32_u8 v[8:11], v[20:21], v24, v[28:31] clamp
v_cvt_pk_norm_i16_f16 v8, v20.l, v24.l
v_cvt_pk_norm_i16_f16 v8, -v20.h, |v24.l|
v_cvt_pk_norm_i16_f16 v8, v20.l, v24.h
v_cvt_pk_norm_i16_f16 v8, s3, 0.5
v_cvt_pk_norm_u16_f16 v8, v20.l, v24.l
v_cvt_pk_norm_u16_f16 v8, -v20.h, |v24.l|
v_cvt_pk_norm_u16_f16 v8, v20.l, v24.h
v_cvt_pk_norm_u16_f16 v8, s3, 0.5
v_dot4_i32_iu8 v8, v20, v24, v28
v_dot4_i32_iu8 v8, v20, v24, v28 neg_lo:[1,0,0]
v_dot4_i32_iu8 v8, v20, v24, v28 neg_lo:[0,1,0]
v_dot4_i32_iu8 v8, v20, v24, v28 neg_lo:[1,1,0] clamp
v_dot4_i32_iu8 v8, s6, v24, 5
v_dot8_i32_iu4 v8, v20, v24, v28
v_dot8_i32_iu4 v8, v20, v24, v28 neg_lo:[1,0,0]
v_dot8_i32_iu4 v8, v20, v24, v28 neg_lo:[0,1,0]
v_dot8_i32_iu4 v8, v20, v24, v28 neg_lo:[1,1,0] clamp
v_dot8_i32_iu4 v8, s6, v24, 5
v_sat_pk4_i4_i8 v8.l, v20
v_sat_pk4_i4_i8 v8.h, v20
v_sat_pk4_i4_i8 v8.l, s6
v_sat_pk4_u4_u8 v8.l, v20
v_sat_pk4_u4_u8 v8.h, v20
v_sat_pk4_u4_u8 v8.l, s6
v_perm_pk16_b4_u4 v[8:9], v20, v24, v[28:29]
v_perm_pk16_b4_u4 v[8:9], s6, s7, v[28:29]
v_perm_pk16_b4_u4 v[8:9], v20, -4, v[28:29]
v_perm_pk16_b6_u4 v[8:10], v20, v[24:25], v[28:29]
v_perm_pk16_b6_u4 v[8:10], s6, s[8:9], v[28:29]
v_perm_pk16_b6_u4 v[8:10], v20, 1, v[28:29]
v_perm_pk16_b8_u4 v[8:11], v[20:21], v[24:25], v[28:29]
v_perm_pk16_b8_u4 v[8:11], s[6:7], s[8:9], v[28:29]
v_permlane_idx_gen_b32 v8, v20, s6
v_permlane_idx_gen_b32 v8, v20, 8
ds_bpermute_fi_b32 v8, v16, v24
ds_bpermute_fi_b32 v8, v16, v24 offset:8
v_cvt_sr_pk_f16_f32 v8, v20, v24, v28
v_cvt_sr_pk_f16_f32 v8, -v20, |v24|, s6
v_cvt_sr_pk_f16_f32 v8, v20, v24, v28 clamp
v_cvt_sr_pk_f16_f32 v8, v20, 0.5, v28 mul:2
v_cvt_sr_pk_bf16_f32 v8, v20, v24, v28
v_cvt_sr_pk_bf16_f32 v8, -v20, |v24|, s6
v_cvt_sr_pk_bf16_f32 v8, v20, v24, v28 clamp
v_cvt_sr_pk_bf16_f32 v8, v20, 0.5, v28 mul:2
