// What gfx1250 has of gfx950's rows: under the same name, or under another.
#include "emulator/isa/tables/gfx1250_names.hpp"

namespace lockstep::isa {

namespace {

/// LLVM 22 prints these mnemonics for both archs. What differs although the name does not (lane masks of 32 bits, the
/// halves of registers) follows from the wave's width and from the operands: see gfx1250.cpp.
constexpr std::string_view kSame =
    // clang-format off
    "ds_add_f32 ds_add_f64 ds_add_rtn_f32 ds_add_rtn_f64 ds_add_rtn_u32 ds_add_rtn_u64 ds_add_u32 "
    "ds_add_u64 ds_and_b32 ds_and_b64 ds_and_rtn_b32 ds_and_rtn_b64 ds_bpermute_b32 ds_dec_rtn_u32 "
    "ds_dec_rtn_u64 ds_dec_u32 ds_dec_u64 ds_inc_rtn_u32 ds_inc_rtn_u64 ds_inc_u32 ds_inc_u64 ds_max_i32 "
    "ds_max_i64 ds_max_rtn_i32 ds_max_rtn_i64 ds_max_rtn_u32 ds_max_rtn_u64 ds_max_u32 ds_max_u64 "
    "ds_min_i32 ds_min_i64 ds_min_rtn_i32 ds_min_rtn_i64 ds_min_rtn_u32 ds_min_rtn_u64 ds_min_u32 "
    "ds_min_u64 ds_or_b32 ds_or_b64 ds_or_rtn_b32 ds_or_rtn_b64 ds_permute_b32 ds_pk_add_bf16 "
    "ds_pk_add_f16 ds_pk_add_rtn_bf16 ds_pk_add_rtn_f16 ds_rsub_rtn_u32 ds_rsub_rtn_u64 ds_rsub_u32 "
    "ds_rsub_u64 ds_sub_rtn_u32 ds_sub_rtn_u64 ds_sub_u32 ds_sub_u64 ds_swizzle_b32 ds_xor_b32 ds_xor_b64 "
    "ds_xor_rtn_b32 ds_xor_rtn_b64 s_abs_i32 s_absdiff_i32 s_and_b32 s_and_b64 s_ashr_i32 s_ashr_i64 "
    "s_bcnt0_i32_b32 s_bcnt0_i32_b64 s_bcnt1_i32_b32 s_bcnt1_i32_b64 s_bfe_i32 s_bfe_i64 s_bfe_u32 "
    "s_bfe_u64 s_bfm_b32 s_bfm_b64 s_bitcmp0_b32 s_bitcmp0_b64 s_bitcmp1_b32 s_bitcmp1_b64 "
    "s_bitreplicate_b64_b32 s_bitset0_b32 s_bitset0_b64 s_bitset1_b32 s_bitset1_b64 s_branch s_brev_b32 "
    "s_brev_b64 s_cbranch_execnz s_cbranch_execz s_cbranch_scc0 s_cbranch_scc1 s_cbranch_vccnz "
    "s_cbranch_vccz s_cmov_b32 s_cmov_b64 s_cmovk_i32 s_cmp_eq_i32 s_cmp_eq_u32 s_cmp_eq_u64 s_cmp_ge_i32 "
    "s_cmp_ge_u32 s_cmp_gt_i32 s_cmp_gt_u32 s_cmp_le_i32 s_cmp_le_u32 s_cmp_lg_i32 s_cmp_lg_u32 "
    "s_cmp_lg_u64 s_cmp_lt_i32 s_cmp_lt_u32 s_cselect_b32 s_cselect_b64 s_endpgm s_getreg_b32 "
    "s_lshl1_add_u32 s_lshl2_add_u32 s_lshl3_add_u32 s_lshl4_add_u32 s_lshl_b32 s_lshl_b64 s_lshr_b32 "
    "s_lshr_b64 s_max_i32 s_max_u32 s_min_i32 s_min_u32 s_mov_b32 s_mov_b64 s_movk_i32 s_mul_hi_i32 "
    "s_mul_hi_u32 s_mul_i32 s_mulk_i32 s_nand_b32 s_nand_b64 s_nop s_nor_b32 s_nor_b64 s_not_b32 "
    "s_not_b64 s_or_b32 s_or_b64 s_pack_hh_b32_b16 s_pack_lh_b32_b16 s_pack_ll_b32_b16 s_quadmask_b32 "
    "s_quadmask_b64 s_sendmsg s_setprio s_setreg_b32 s_setreg_imm32_b32 s_trap s_icache_inv s_ttracedata s_wakeup s_incperflevel s_decperflevel "
    "s_movrels_b32 s_movrels_b64 s_movreld_b32 s_movreld_b64 s_endpgm_saved s_sext_i32_i16 s_sext_i32_i8 "
    "s_sleep s_wqm_b32 s_wqm_b64 s_xnor_b32 s_xnor_b64 s_xor_b32 s_xor_b64 v_add3_u32 v_add_co_u32 "
    "v_add_f16 v_add_f32 v_add_f64 v_add_lshl_u32 v_alignbit_b32 v_alignbyte_b32 v_and_b32 v_and_or_b32 "
    "v_ashr_pk_i8_i32 v_ashr_pk_u8_i32 v_ashrrev_i16 v_ashrrev_i32 v_ashrrev_i64 v_bcnt_u32_b32 v_bfe_i32 "
    "v_bfe_u32 v_bfi_b32 v_bfm_b32 v_bfrev_b32 v_bitop3_b16 v_bitop3_b32 v_ceil_f16 v_ceil_f32 v_ceil_f64 "
    "v_cmp_class_f16 v_cmp_class_f32 v_cmp_class_f64 v_cmp_eq_f16 v_cmp_eq_f32 v_cmp_eq_f64 v_cmp_eq_i16 "
    "v_cmp_eq_i32 v_cmp_eq_i64 v_cmp_eq_u16 v_cmp_eq_u32 v_cmp_eq_u64 v_cmp_ge_f16 v_cmp_ge_f32 "
    "v_cmp_ge_f64 v_cmp_ge_i16 v_cmp_ge_i32 v_cmp_ge_i64 v_cmp_ge_u16 v_cmp_ge_u32 v_cmp_ge_u64 "
    "v_cmp_gt_f16 v_cmp_gt_f32 v_cmp_gt_f64 v_cmp_gt_i16 v_cmp_gt_i32 v_cmp_gt_i64 v_cmp_gt_u16 "
    "v_cmp_gt_u32 v_cmp_gt_u64 v_cmp_le_f16 v_cmp_le_f32 v_cmp_le_f64 v_cmp_le_i16 v_cmp_le_i32 "
    "v_cmp_le_i64 v_cmp_le_u16 v_cmp_le_u32 v_cmp_le_u64 v_cmp_lg_f16 v_cmp_lg_f32 v_cmp_lg_f64 "
    "v_cmp_lt_f16 v_cmp_lt_f32 v_cmp_lt_f64 v_cmp_lt_i16 v_cmp_lt_i32 v_cmp_lt_i64 v_cmp_lt_u16 "
    "v_cmp_lt_u32 v_cmp_lt_u64 v_cmp_ne_i16 v_cmp_ne_i32 v_cmp_ne_i64 v_cmp_ne_u16 v_cmp_ne_u32 "
    "v_cmp_ne_u64 v_cmp_neq_f16 v_cmp_neq_f32 v_cmp_neq_f64 v_cmp_nge_f16 v_cmp_nge_f32 v_cmp_nge_f64 "
    "v_cmp_ngt_f16 v_cmp_ngt_f32 v_cmp_ngt_f64 v_cmp_nle_f16 v_cmp_nle_f32 v_cmp_nle_f64 v_cmp_nlg_f16 "
    "v_cmp_nlg_f32 v_cmp_nlg_f64 v_cmp_nlt_f16 v_cmp_nlt_f32 v_cmp_nlt_f64 v_cmp_o_f16 v_cmp_o_f32 "
    "v_cmp_o_f64 v_cmp_u_f16 v_cmp_u_f32 v_cmp_u_f64 v_cmpx_class_f16 v_cmpx_class_f32 v_cmpx_class_f64 "
    "v_cmpx_eq_f16 v_cmpx_eq_f32 v_cmpx_eq_f64 v_cmpx_eq_i16 v_cmpx_eq_i32 v_cmpx_eq_i64 v_cmpx_eq_u16 "
    "v_cmpx_eq_u32 v_cmpx_eq_u64 v_cmpx_ge_f16 v_cmpx_ge_f32 v_cmpx_ge_f64 v_cmpx_ge_i16 v_cmpx_ge_i32 "
    "v_cmpx_ge_i64 v_cmpx_ge_u16 v_cmpx_ge_u32 v_cmpx_ge_u64 v_cmpx_gt_f16 v_cmpx_gt_f32 v_cmpx_gt_f64 "
    "v_cmpx_gt_i16 v_cmpx_gt_i32 v_cmpx_gt_i64 v_cmpx_gt_u16 v_cmpx_gt_u32 v_cmpx_gt_u64 v_cmpx_le_f16 "
    "v_cmpx_le_f32 v_cmpx_le_f64 v_cmpx_le_i16 v_cmpx_le_i32 v_cmpx_le_i64 v_cmpx_le_u16 v_cmpx_le_u32 "
    "v_cmpx_le_u64 v_cmpx_lg_f16 v_cmpx_lg_f32 v_cmpx_lg_f64 v_cmpx_lt_f16 v_cmpx_lt_f32 v_cmpx_lt_f64 "
    "v_cmpx_lt_i16 v_cmpx_lt_i32 v_cmpx_lt_i64 v_cmpx_lt_u16 v_cmpx_lt_u32 v_cmpx_lt_u64 v_cmpx_ne_i16 "
    "v_cmpx_ne_i32 v_cmpx_ne_i64 v_cmpx_ne_u16 v_cmpx_ne_u32 v_cmpx_ne_u64 v_cmpx_neq_f16 v_cmpx_neq_f32 "
    "v_cmpx_neq_f64 v_cmpx_nge_f16 v_cmpx_nge_f32 v_cmpx_nge_f64 v_cmpx_ngt_f16 v_cmpx_ngt_f32 "
    "v_cmpx_ngt_f64 v_cmpx_nle_f16 v_cmpx_nle_f32 v_cmpx_nle_f64 v_cmpx_nlg_f16 v_cmpx_nlg_f32 "
    "v_cmpx_nlg_f64 v_cmpx_nlt_f16 v_cmpx_nlt_f32 v_cmpx_nlt_f64 v_cmpx_o_f16 v_cmpx_o_f32 v_cmpx_o_f64 "
    "v_cmpx_u_f16 v_cmpx_u_f32 v_cmpx_u_f64 v_cndmask_b32 v_cos_f16 v_cos_f32 v_cvt_f16_f32 v_cvt_f16_i16 "
    "v_cvt_f16_u16 v_cvt_f32_bf16 v_cvt_f32_bf8 v_cvt_f32_f16 v_cvt_f32_f64 v_cvt_f32_fp8 v_cvt_f32_i32 "
    "v_cvt_f32_u32 v_cvt_f32_ubyte0 v_cvt_f32_ubyte1 v_cvt_f32_ubyte2 v_cvt_f32_ubyte3 v_cvt_f64_f32 "
    "v_cvt_f64_i32 v_cvt_f64_u32 v_cvt_i16_f16 v_cvt_i32_f32 v_cvt_i32_f64 v_cvt_off_f32_i4 "
    "v_cvt_pk_bf16_f32 v_cvt_pk_bf8_f32 v_cvt_pk_f16_f32 v_cvt_pk_f32_bf8 v_cvt_pk_f32_fp8 "
    "v_cvt_pk_fp8_f32 v_cvt_pk_i16_i32 v_cvt_pk_u16_u32 v_cvt_pk_u8_f32 v_cvt_sr_bf8_f32 v_cvt_sr_fp8_f32 "
    "v_cvt_u16_f16 v_cvt_u32_f32 v_cvt_u32_f64 v_div_fixup_f16 v_div_fixup_f32 v_div_fixup_f64 "
    "v_div_fmas_f32 v_div_fmas_f64 v_div_scale_f32 v_div_scale_f64 v_dot4_u32_u8 "
    "v_dot8_u32_u4 v_exp_f16 v_exp_f32 v_floor_f16 v_floor_f32 v_floor_f64 v_fma_f16 "
    "v_fma_f32 v_fma_f64 v_fma_mix_f32 v_fma_mixhi_f16 v_fma_mixlo_f16 v_fmaak_f32 v_fmac_f32 v_fmac_f64 "
    "v_fmamk_f32 v_fract_f16 v_fract_f32 v_fract_f64 v_frexp_exp_i16_f16 v_frexp_exp_i32_f32 "
    "v_frexp_exp_i32_f64 v_frexp_mant_f16 v_frexp_mant_f32 v_frexp_mant_f64 v_ldexp_f16 v_ldexp_f32 "
    "v_ldexp_f64 v_lerp_u8 v_log_f16 v_log_f32 v_lshl_add_u32 v_lshl_add_u64 v_lshl_or_b32 v_lshlrev_b16 "
    "v_lshlrev_b32 v_lshlrev_b64 v_lshrrev_b16 v_lshrrev_b32 v_lshrrev_b64 v_mad_i32_i16 v_mad_i32_i24 "
    "v_mad_u32_u16 v_mad_u32_u24 v_max3_i16 v_max3_i32 v_max3_u16 v_max3_u32 v_max_i32 v_max_u32 "
    "v_maximum3_f32 v_mbcnt_hi_u32_b32 v_mbcnt_lo_u32_b32 v_med3_i16 v_med3_i32 v_med3_u16 v_med3_u32 "
    "v_min3_i16 v_min3_i32 v_min3_u16 v_min3_u32 v_min_i32 v_min_u32 v_minimum3_f32 v_mov_b32 v_mov_b64 "
    "v_msad_u8 v_mul_f16 v_mul_f32 v_mul_f64 v_mul_hi_i32 v_mul_hi_i32_i24 v_mul_hi_u32 v_mul_hi_u32_u24 "
    "v_mul_i32_i24 v_mul_lo_u32 v_mul_u32_u24 v_nop v_not_b32 v_or3_b32 v_or_b32 v_pack_b32_f16 "
    "v_perm_b32 v_permlane16_swap_b32 v_pk_add_f16 v_pk_add_f32 v_pk_add_i16 v_pk_add_u16 "
    "v_pk_ashrrev_i16 v_pk_fma_f16 v_pk_fma_f32 v_pk_lshlrev_b16 v_pk_lshrrev_b16 v_pk_mad_i16 "
    "v_pk_mad_u16 v_pk_max_i16 v_pk_max_u16 v_pk_maximum3_f16 v_pk_min_i16 v_pk_min_u16 v_pk_minimum3_f16 "
    "v_pk_mul_f16 v_pk_mul_f32 v_pk_mul_lo_u16 v_pk_sub_i16 v_pk_sub_u16 v_prng_b32 v_qsad_pk_u16_u8 v_mqsad_pk_u16_u8 v_rcp_f16 v_rcp_f32 "
    "v_rcp_f64 v_rcp_iflag_f32 v_readfirstlane_b32 v_readlane_b32 v_rndne_f16 v_rndne_f32 v_rndne_f64 "
    "v_rsq_f16 v_rsq_f32 v_rsq_f64 v_sad_hi_u8 v_sad_u16 v_sad_u32 v_sad_u8 v_sat_pk_u8_i16 v_sin_f16 "
    "v_sin_f32 v_sqrt_f16 v_sqrt_f32 v_sqrt_f64 v_sub_co_u32 v_sub_f16 v_sub_f32 v_subrev_co_u32 "
    "v_subrev_f16 v_subrev_f32 v_swap_b32 v_trunc_f16 v_trunc_f32 v_trunc_f64 v_writelane_b32 v_xad_u32 "
    "v_xnor_b32 v_xor_b32 ";
// clang-format on

/// {gfx1250's, gfx950's}. LLVM 22's aliases for gfx1250 say the same of all but those of pairs (v_dual_*).
constexpr Renamed kRenamed[] = {
    // clang-format off
    {"s_add_co_u32", "s_add_u32"}, {"s_add_co_i32", "s_add_i32"}, {"s_add_co_ci_u32", "s_addc_u32"}, {"s_addk_co_i32", "s_addk_i32"},
    {"s_sub_co_u32", "s_sub_u32"}, {"s_sub_co_i32", "s_sub_i32"}, {"s_sub_co_ci_u32", "s_subb_u32"},
    {"s_and_not1_b32", "s_andn2_b32"}, {"s_and_not1_b64", "s_andn2_b64"}, {"s_or_not1_b32", "s_orn2_b32"}, {"s_or_not1_b64", "s_orn2_b64"},
    {"s_ctz_i32_b32", "s_ff1_i32_b32"}, {"s_ctz_i32_b64", "s_ff1_i32_b64"},
    {"s_clz_i32_u32", "s_flbit_i32_b32"}, {"s_clz_i32_u64", "s_flbit_i32_b64"}, {"s_cls_i32", "s_flbit_i32"}, {"s_cls_i32_i64", "s_flbit_i32_i64"},
    {"s_get_pc_i64", "s_getpc_b64"}, {"s_set_pc_i64", "s_setpc_b64"}, {"s_swap_pc_i64", "s_swappc_b64"}, {"s_call_i64", "s_call_b64"},
    {"v_add_nc_u32", "v_add_u32"}, {"v_add_nc_i32", "v_add_i32"}, {"v_sub_nc_u32", "v_sub_u32"}, {"v_sub_nc_i32", "v_sub_i32"}, {"v_subrev_nc_u32", "v_subrev_u32"},
    {"v_add_nc_u16", "v_add_u16"}, {"v_sub_nc_u16", "v_sub_u16"}, {"v_add_nc_i16", "v_add_i16"}, {"v_sub_nc_i16", "v_sub_i16"},
    {"v_add_co_ci_u32", "v_addc_co_u32"}, {"v_sub_co_ci_u32", "v_subb_co_u32"}, {"v_subrev_co_ci_u32", "v_subbrev_co_u32"},
    {"v_mad_co_u64_u32", "v_mad_u64_u32"}, {"v_mad_co_i64_i32", "v_mad_i64_i32"},
    {"v_mad_nc_u64_u32", "v_mad_u64_u32", CarryOut::none}, {"v_mad_nc_i64_i32", "v_mad_i64_i32", CarryOut::none},
    {"v_clz_i32_u32", "v_ffbh_u32"}, {"v_ctz_i32_b32", "v_ffbl_b32"}, {"v_cls_i32", "v_ffbh_i32"},
    {"v_min_num_f16", "v_min_f16"}, {"v_max_num_f16", "v_max_f16"}, {"v_min_num_f32", "v_min_f32"}, {"v_max_num_f32", "v_max_f32"}, {"v_min_num_f64", "v_min_f64"}, {"v_max_num_f64", "v_max_f64"},
    {"v_min3_num_f32", "v_min3_f32"}, {"v_max3_num_f32", "v_max3_f32"}, {"v_med3_num_f32", "v_med3_f32"},
    {"v_min3_num_f16", "v_min3_f16"}, {"v_max3_num_f16", "v_max3_f16"}, {"v_med3_num_f16", "v_med3_f16"},
    {"v_pk_min_num_f16", "v_pk_min_f16"}, {"v_pk_max_num_f16", "v_pk_max_f16"},
    {"v_mul_dx9_zero_f32", "v_mul_legacy_f32"}, {"v_cvt_pk_rtz_f16_f32", "v_cvt_pkrtz_f16_f32"}, {"v_cvt_floor_i32_f32", "v_cvt_flr_i32_f32"},
    {"v_mul_lo_u16", "v_mul_lo_u16"}, {"v_min_u16", "v_min_u16"}, {"v_max_u16", "v_max_u16"}, {"v_min_i16", "v_min_i16"}, {"v_max_i16", "v_max_i16"},
    {"v_mad_u16", "v_mad_u16"}, {"v_mad_i16", "v_mad_i16"},

    {"v_dual_mov_b32", "v_mov_b32"}, {"v_dual_cndmask_b32", "v_cndmask_b32"}, {"v_dual_add_nc_u32", "v_add_u32"}, {"v_dual_sub_nc_u32", "v_sub_u32"},
    {"v_dual_lshlrev_b32", "v_lshlrev_b32"}, {"v_dual_lshrrev_b32", "v_lshrrev_b32"}, {"v_dual_ashrrev_i32", "v_ashrrev_i32"},
    {"v_dual_add_f32", "v_add_f32"}, {"v_dual_sub_f32", "v_sub_f32"}, {"v_dual_subrev_f32", "v_subrev_f32"}, {"v_dual_mul_f32", "v_mul_f32"}, {"v_dual_mul_dx9_zero_f32", "v_mul_legacy_f32"},
    {"v_dual_fmac_f32", "v_fmac_f32"}, {"v_dual_fma_f32", "v_fma_f32"}, {"v_dual_fmamk_f32", "v_fmamk_f32"}, {"v_dual_fmaak_f32", "v_fmaak_f32"},
    {"v_dual_fma_f64", "v_fma_f64"}, {"v_dual_add_f64", "v_add_f64"}, {"v_dual_mul_f64", "v_mul_f64"}, {"v_dual_max_num_f64", "v_max_f64"}, {"v_dual_min_num_f64", "v_min_f64"},
    {"v_dual_max_num_f32", "v_max_f32"}, {"v_dual_min_num_f32", "v_min_f32"}, {"v_dual_max_i32", "v_max_i32"}, {"v_dual_min_i32", "v_min_i32"},

    {"s_load_b32", "s_load_dword"}, {"s_load_b64", "s_load_dwordx2"}, {"s_load_b128", "s_load_dwordx4"}, {"s_load_b256", "s_load_dwordx8"}, {"s_load_b512", "s_load_dwordx16"},
    {"s_buffer_load_b32", "s_buffer_load_dword"}, {"s_buffer_load_b64", "s_buffer_load_dwordx2"}, {"s_buffer_load_b128", "s_buffer_load_dwordx4"}, {"s_buffer_load_b256", "s_buffer_load_dwordx8"}, {"s_buffer_load_b512", "s_buffer_load_dwordx16"},

    {"ds_load_u8", "ds_read_u8"}, {"ds_load_i8", "ds_read_i8"}, {"ds_load_u16", "ds_read_u16"}, {"ds_load_i16", "ds_read_i16"},
    {"ds_load_b32", "ds_read_b32"}, {"ds_load_b64", "ds_read_b64"}, {"ds_load_b96", "ds_read_b96"}, {"ds_load_b128", "ds_read_b128"},
    {"ds_load_u8_d16", "ds_read_u8_d16"}, {"ds_load_u8_d16_hi", "ds_read_u8_d16_hi"}, {"ds_load_i8_d16", "ds_read_i8_d16"}, {"ds_load_i8_d16_hi", "ds_read_i8_d16_hi"}, {"ds_load_u16_d16", "ds_read_u16_d16"}, {"ds_load_u16_d16_hi", "ds_read_u16_d16_hi"},
    {"ds_load_2addr_b32", "ds_read2_b32"}, {"ds_load_2addr_b64", "ds_read2_b64"}, {"ds_load_2addr_stride64_b32", "ds_read2st64_b32"}, {"ds_load_2addr_stride64_b64", "ds_read2st64_b64"},
    {"ds_store_b8", "ds_write_b8"}, {"ds_store_b16", "ds_write_b16"}, {"ds_store_b32", "ds_write_b32"}, {"ds_store_b64", "ds_write_b64"}, {"ds_store_b96", "ds_write_b96"}, {"ds_store_b128", "ds_write_b128"},
    {"ds_store_b8_d16_hi", "ds_write_b8_d16_hi"}, {"ds_store_b16_d16_hi", "ds_write_b16_d16_hi"},
    {"ds_store_2addr_b32", "ds_write2_b32"}, {"ds_store_2addr_b64", "ds_write2_b64"}, {"ds_store_2addr_stride64_b32", "ds_write2st64_b32"}, {"ds_store_2addr_stride64_b64", "ds_write2st64_b64"},
    {"ds_storexchg_rtn_b32", "ds_wrxchg_rtn_b32"}, {"ds_storexchg_rtn_b64", "ds_wrxchg_rtn_b64"},
    {"ds_storexchg_2addr_rtn_b32", "ds_wrxchg2_rtn_b32"}, {"ds_storexchg_2addr_rtn_b64", "ds_wrxchg2_rtn_b64"}, {"ds_storexchg_2addr_stride64_rtn_b32", "ds_wrxchg2st64_rtn_b32"}, {"ds_storexchg_2addr_stride64_rtn_b64", "ds_wrxchg2st64_rtn_b64"},
    {"ds_min_num_f32", "ds_min_f32"}, {"ds_max_num_f32", "ds_max_f32"}, {"ds_min_num_f64", "ds_min_f64"}, {"ds_max_num_f64", "ds_max_f64"},
    {"ds_min_num_rtn_f32", "ds_min_rtn_f32"}, {"ds_max_num_rtn_f32", "ds_max_rtn_f32"}, {"ds_min_num_rtn_f64", "ds_min_rtn_f64"}, {"ds_max_num_rtn_f64", "ds_max_rtn_f64"},
    // clang-format on
};

/// Behind buffer_, global_, flat_ and scratch_.
constexpr Renamed kMoves[] = {
    // clang-format off
    {"load_u8", "load_ubyte"}, {"load_i8", "load_sbyte"}, {"load_u16", "load_ushort"}, {"load_i16", "load_sshort"},
    {"load_b32", "load_dword"}, {"load_b64", "load_dwordx2"}, {"load_b96", "load_dwordx3"}, {"load_b128", "load_dwordx4"},
    {"load_d16_u8", "load_ubyte_d16"}, {"load_d16_hi_u8", "load_ubyte_d16_hi"}, {"load_d16_i8", "load_sbyte_d16"}, {"load_d16_hi_i8", "load_sbyte_d16_hi"},
    {"load_d16_b16", "load_short_d16"}, {"load_d16_hi_b16", "load_short_d16_hi"},
    {"store_b8", "store_byte"}, {"store_b16", "store_short"}, {"store_b32", "store_dword"}, {"store_b64", "store_dwordx2"}, {"store_b96", "store_dwordx3"}, {"store_b128", "store_dwordx4"},
    {"store_d16_hi_b8", "store_byte_d16_hi"}, {"store_d16_hi_b16", "store_short_d16_hi"},
    // clang-format on
};

/// Behind buffer_, global_ and flat_.
constexpr Renamed kAtomics[] = {
    // clang-format off
    {"atomic_swap_b32", "atomic_swap"}, {"atomic_swap_b64", "atomic_swap_x2"}, {"atomic_cmpswap_b32", "atomic_cmpswap"}, {"atomic_cmpswap_b64", "atomic_cmpswap_x2"},
    {"atomic_add_u32", "atomic_add"}, {"atomic_add_u64", "atomic_add_x2"}, {"atomic_sub_u32", "atomic_sub"}, {"atomic_sub_u64", "atomic_sub_x2"},
    {"atomic_min_i32", "atomic_smin"}, {"atomic_min_i64", "atomic_smin_x2"}, {"atomic_min_u32", "atomic_umin"}, {"atomic_min_u64", "atomic_umin_x2"},
    {"atomic_max_i32", "atomic_smax"}, {"atomic_max_i64", "atomic_smax_x2"}, {"atomic_max_u32", "atomic_umax"}, {"atomic_max_u64", "atomic_umax_x2"},
    {"atomic_and_b32", "atomic_and"}, {"atomic_and_b64", "atomic_and_x2"}, {"atomic_or_b32", "atomic_or"}, {"atomic_or_b64", "atomic_or_x2"}, {"atomic_xor_b32", "atomic_xor"}, {"atomic_xor_b64", "atomic_xor_x2"},
    {"atomic_inc_u32", "atomic_inc"}, {"atomic_inc_u64", "atomic_inc_x2"}, {"atomic_dec_u32", "atomic_dec"}, {"atomic_dec_u64", "atomic_dec_x2"},
    {"atomic_add_f32", "atomic_add_f32"}, {"atomic_add_f64", "atomic_add_f64"}, {"atomic_min_num_f64", "atomic_min_f64"}, {"atomic_max_num_f64", "atomic_max_f64"},
    {"atomic_pk_add_f16", "atomic_pk_add_f16"}, {"atomic_pk_add_bf16", "atomic_pk_add_bf16"},
    // clang-format on
};

}  // namespace

std::string_view gfx1250_same_names() {
  return kSame;
}
std::span<const Renamed> gfx1250_renamed() {
  return kRenamed;
}
std::span<const Renamed> gfx1250_moves() {
  return kMoves;
}
std::span<const Renamed> gfx1250_atomics() {
  return kAtomics;
}

}  // namespace lockstep::isa
