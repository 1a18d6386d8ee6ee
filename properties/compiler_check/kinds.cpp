#include "properties/compiler_check/kinds.hpp"

namespace lockstep::compiler_check {

namespace {

using namespace arch::sets;

// LLVM 22's names (llvm/lib/Target/AMDGPU), as MIR writes them before waits and wait states are inserted.
constexpr Kind kKinds[] = {
    // Vector ALU.
    {"alu", kEmulated, "<v1> = V_ADD_U32_e32 <v1>, <v1>, implicit $exec"},
    {"alu", kEmulated, "<v1> = V_MUL_F32_e32 <v1>, <v1>, implicit $mode, implicit $exec"},
    {"alu", kEmulated, "<v1> = V_MOV_B32_e32 <v1>, implicit $exec"},
    {"alu", kEmulated, "<v1:d> = V_FMAC_F32_e32 <v1>, <v1>, <v1:d>, implicit $mode, implicit $exec"},
    {"alu", kEmulated, "<v1> = V_ADD_U32_e32 <s1>, <v1>, implicit $exec"},
    {"alu", kCdna34, "<v2> = V_LSHLREV_B64_e64 <n8>, <v2>, implicit $exec"},
    {"half", kEmulated,
     "<v1> = V_PK_FMA_F16 8, <v1>, 8, <v1>, 8, <v1>, 0, 0, 0, 0, 0, implicit $mode, implicit $exec"},
    {"packed", kEmulated,
     "<v2> = V_PK_FMA_F32 8, <v2>, 8, <v2>, 8, <v2>, 0, 0, 0, 0, 0, implicit $mode, implicit $exec"},
    {"packed", kEmulated,
     "<v2> = V_PK_ADD_F32 8, <v2>, 8, <v2>, 0, 0, 0, 0, 0, implicit $mode, implicit $exec"},
    {"f64", kEmulated,
     "<v2> = V_FMA_F64_e64 0, <v2>, 0, <v2>, 0, <v2>, 0, 0, implicit $mode, implicit $exec"},
    {"f64", kCdna34, "<v2> = V_ADD_F64_e64 0, <v2>, 0, <v2>, 0, 0, implicit $mode, implicit $exec"},
    {"transcendental", kEmulated, "<v1> = V_EXP_F32_e32 <v1>, implicit $mode, implicit $exec"},
    {"transcendental", kEmulated, "<v1> = V_RCP_F32_e32 <v1>, implicit $mode, implicit $exec"},
    {"transcendental", kEmulated, "<v1> = V_SQRT_F32_e32 <v1>, implicit $mode, implicit $exec"},
    {"shifted", kCdna34,
     "<v1> = V_ADD_F32_sdwa 0, <v1>, 0, <v1>, 0, 0, <n6>, 0, 6, 6, implicit $mode, implicit $exec"},
    {"shifted", kCdna34,
     "<v1:d> = V_CVT_PK_FP8_F32_e64 8, <v1>, 0, <v1>, <v1:d>, 0, implicit $mode, implicit $exec"},
    {"dot", kCdna34, "<v1> = V_DOT4_I32_I8 8, <v1>, 8, <v1>, 8, <v1>, 0, 0, 0, implicit $exec"},
    {"dot", kCdna34, "<v1> = V_DOT8_I32_I4 8, <v1>, 8, <v1>, 8, <v1>, 0, 0, 0, implicit $exec"},
    {"dot", kCdna34,
     "<v1> = V_DOT2_F32_F16 8, <v1>, 8, <v1>, 8, <v1>, 0, 0, 0, 0, 0, implicit $mode, implicit $exec"},
    {"dot", kCdna34, "<v1:d> = V_DOT2C_F32_F16_e32 <v1>, <v1>, <v1:d>, implicit $mode, implicit $exec"},
    // Between lanes.
    {"dpp", kEmulated, "<v1:d> = V_MOV_B32_dpp <v1:d>, <v1>, 273, 15, 15, 0, implicit $exec"},
    {"dpp", kEmulated, "<v1:d> = V_MOV_B32_dpp <v1:d>, <v1>, 27, 15, 15, 0, implicit $exec"},
    {"dpp", kEmulated, "<v1:d> = V_ADD_U32_dpp <v1:d>, <v1>, <v1>, 273, 15, 15, 1, implicit $exec"},
    {"lane", kEmulated, "<s1> = V_READFIRSTLANE_B32 <v1>, implicit $exec"},
    {"lane", kEmulated, "<s1> = V_READLANE_B32 <v1>, <n32>"},
    {"lane", kEmulated, "<s1> = V_READLANE_B32 <v1>, <s1>"},
    {"lane", kEmulated, "<v1:d> = V_WRITELANE_B32 <s1>, <n32>, <v1:d>"},
    {"lane", kEmulated, "<v1:x> = V_MOV_B32_e32 <v1>, implicit $exec;<s1> = V_READLANE_B32 <v1:x>, <n32>"},
    {"lane", kEmulated,
     "<s1:x> = V_READFIRSTLANE_B32 <v1>, implicit $exec;<v1> = V_ADD_U32_e32 <s1:x>, <v1>, implicit $exec"},
    {"permlane", kGfx950, "<v1:d!>, <v1:e!> = V_PERMLANE32_SWAP_B32_e32 <v1:d>, <v1:e>, implicit $exec"},
    {"permlane", kGfx950, "<v1:d!>, <v1:e!> = V_PERMLANE16_SWAP_B32_e32 <v1:d>, <v1:e>, implicit $exec"},
    // Masks.
    {"mask", kEmulated, "V_CMP_LT_F32_e32 <v1>, <v1>, implicit-def $vcc, implicit $mode, implicit $exec"},
    {"mask", kEmulated, "<v1> = V_CNDMASK_B32_e32 <v1>, <v1>, implicit $vcc, implicit $exec"},
    {"mask", kEmulated, "<m> = V_CMP_LT_U32_e64 <v1>, <v1>, implicit $exec"},
    {"mask", kEmulated, "<v1> = V_CNDMASK_B32_e64 0, <v1>, 0, <v1>, <m>, implicit $exec"},
    {"mask", kCdna34, "<v1> = V_ADD_CO_U32_e32 <v1>, <v1>, implicit-def $vcc, implicit $exec"},
    {"mask", kCdna34, "<v1> = V_ADDC_U32_e32 <v1>, <v1>, implicit-def $vcc, implicit $vcc, implicit $exec"},
    {"mask", kEmulated,
     "<v1> = V_DIV_FMAS_F32_e64 0, <v1>, 0, <v1>, 0, <v1>, 0, 0, implicit $mode, implicit $vcc, implicit "
     "$exec"},
    {"exec", kCdna34,
     "V_CMPX_LT_U32_e32 <v1>, <v1>, implicit-def $vcc, implicit-def $exec, implicit $exec;"
     "<v1> = V_ADD_U32_e32 <v1>, <v1>, implicit $exec;$exec = S_MOV_B64 -1"},
    {"exec", kCdna34,
     "V_CMPX_LT_U32_e32 <v1>, <v1>, implicit-def $vcc, implicit-def $exec, implicit $exec;"
     "<v1:d> = V_MOV_B32_dpp <v1:d>, <v1>, 273, 15, 15, 0, implicit $exec;$exec = S_MOV_B64 -1"},
    {"exec", kCdna34,
     "V_CMPX_LT_U32_e32 <v1>, <v1>, implicit-def $vcc, implicit-def $exec, implicit $exec;"
     "<v4!> = V_MFMA_F32_4X4X4F16_vgprcd_e64 <v2>, <v2>, <v4!>, 0, 0, 0, implicit $mode, implicit $exec;"
     "$exec = S_MOV_B64 -1"},
    {"exec", kCdna34,
     "V_CMPX_LT_U32_e32 <v1>, <v1>, implicit-def $vcc, implicit-def $exec, implicit $exec;"
     "<s1> = V_READLANE_B32 <v1>, <n32>;$exec = S_MOV_B64 -1"},
    {"exec", kGfx950,
     "V_CMPX_LT_U32_e32 <v1>, <v1>, implicit-def $vcc, implicit-def $exec, implicit $exec;"
     "<v1:d!>, <v1:e!> = V_PERMLANE32_SWAP_B32_e32 <v1:d>, <v1:e>, implicit $exec;$exec = S_MOV_B64 -1"},
    // Scalar. MODE.DX10_CLAMP matters to clamped NaNs only.
    {"mode", kCdna34, "S_SETREG_B32 <s1>, 513, implicit-def $mode, implicit $mode"},
    {"mode", kCdna34, "<s1> = S_GETREG_B32 513, implicit $mode"},
    {"scalar", kEmulated, "<s1> = S_ADD_U32 <s1>, <s1>, implicit-def $scc"},
    {"scalar", kEmulated, "<s1> = S_MUL_I32 <s1>, <s1>"},
    {"scalar", kCdna34, "$vcc = S_MOV_B64 <s2>"},
    {"scalar", kGfx1250, "$vcc_lo = S_MOV_B32 <s1>"},
    {"scalar load", kEmulated,
     "<s1> = S_LOAD_DWORD_IMM $sgpr8_sgpr9, <n16*4>, 0 :: (load (s32) from %ir.in, addrspace 4)"},
    {"scalar load", kEmulated,
     "<s2> = S_LOAD_DWORDX2_IMM $sgpr8_sgpr9, <n16*8>, 0 :: (load (s64) from %ir.in, addrspace 4)"},
    {"scalar load", kCdna34,
     "<s1:o> = S_AND_B32 <s1>, 252, implicit-def $scc;"
     "<s1> = S_LOAD_DWORD_SGPR $sgpr8_sgpr9, <s1:o>, 0 :: (load (s32) from %ir.in, addrspace 4)"},
    // Memory: each lane its own 256 bytes of a buffer.
    {"memory", kEmulated,
     "<v1:a> = V_AND_OR_B32_e64 <v1>, $sgpr2, $vgpr0, implicit $exec;"
     "<v1> = GLOBAL_LOAD_DWORD_SADDR $sgpr4_sgpr5, <v1:a>, 0, 0, implicit $exec :: (load (s32), addrspace "
     "1)"},
    {"memory", kEmulated,
     "<v1:a> = V_AND_OR_B32_e64 <v1>, $sgpr2, $vgpr0, implicit $exec;"
     "<v4> = GLOBAL_LOAD_DWORDX4_SADDR $sgpr4_sgpr5, <v1:a>, 0, 0, implicit $exec :: (load (s128), "
     "addrspace 1)"},
    {"memory", kEmulated,
     "<v1:a> = V_AND_OR_B32_e64 <v1>, $sgpr2, $vgpr0, implicit $exec;"
     "GLOBAL_STORE_DWORD_SADDR <v1:a>, <v1>, $sgpr4_sgpr5, 0, 0, implicit $exec :: (store (s32), addrspace "
     "1)"},
    {"memory", kEmulated,
     "<v1:a> = V_AND_OR_B32_e64 <v1>, $sgpr2, $vgpr0, implicit $exec;"
     "GLOBAL_STORE_DWORDX4_SADDR <v1:a>, <v4>, $sgpr4_sgpr5, 0, 0, implicit $exec :: (store (s128), "
     "addrspace 1)"},
    {"memory", kEmulated,
     "GLOBAL_STORE_DWORDX4_SADDR $vgpr0, <v4>, $sgpr4_sgpr5, <n16*16>, 0, implicit $exec :: (store (s128), "
     "addrspace 1)"},
    {"memory", kEmulated,
     "<v4> = GLOBAL_LOAD_DWORDX4_SADDR $sgpr4_sgpr5, $vgpr0, <n16*16>, 0, implicit $exec :: (load (s128), "
     "addrspace 1)"},
    {"memory", kEmulated,
     "<v1> = GLOBAL_ATOMIC_ADD_SADDR_RTN $vgpr0, <v1>, $sgpr4_sgpr5, <n16*16>, 1, implicit $exec :: (load "
     "store monotonic (s32), addrspace 1)"},
    {"scalar base", kEmulated,
     "$sgpr10 = V_READFIRSTLANE_B32 $vgpr1, implicit $exec;$sgpr11 = V_READFIRSTLANE_B32 $vgpr2, implicit "
     "$exec;"
     "<v1> = GLOBAL_LOAD_DWORD_SADDR $sgpr10_sgpr11, $vgpr0, <n16*4>, 0, implicit $exec :: (load (s32), "
     "addrspace 1)"},
    {"scalar base", kCdna34,
     "$sgpr12 = V_READFIRSTLANE_B32 $vgpr1, implicit $exec;"
     "<v1> = BUFFER_LOAD_DWORD_OFFEN $vgpr0, $sgpr12_sgpr13_sgpr14_sgpr15, 0, <n16*4>, 0, 0, implicit $exec "
     ":: (load (s32), addrspace 8)"},
    {"buffer", kCdna34,
     "<v2> = BUFFER_LOAD_DWORDX2_OFFEN $vgpr0, $sgpr12_sgpr13_sgpr14_sgpr15, 0, <n16*8>, 0, 0, implicit "
     "$exec :: (load (s64), addrspace 8)"},
    {"buffer", kCdna34,
     "BUFFER_STORE_DWORDX4_OFFEN <v4>, $vgpr0, $sgpr12_sgpr13_sgpr14_sgpr15, 0, <n16*16>, 0, 0, implicit "
     "$exec :: (store (s128), addrspace 8)"},
    {"buffer", kCdna34,
     "BUFFER_STORE_DWORDX4_OFFEN <v4>, $vgpr0, $sgpr12_sgpr13_sgpr14_sgpr15, $sgpr2, 0, 0, 0, implicit $exec "
     ":: (store (s128), addrspace 8)"},
    // LDS: each lane its own 64 bytes.
    {"lds", kEmulated,
     "<v1:a> = V_AND_OR_B32_e64 <v1>, 48, $vgpr3, implicit $exec;"
     "<v1> = DS_READ_B32_gfx9 <v1:a>, 0, 0, implicit $exec :: (load (s32), addrspace 3)"},
    {"lds", kEmulated,
     "<v4> = DS_READ_B128_gfx9 $vgpr3, <n4*16>, 0, implicit $exec :: (load (s128), addrspace 3)"},
    {"lds", kEmulated,
     "<v1:a> = V_AND_OR_B32_e64 <v1>, 48, $vgpr3, implicit $exec;"
     "DS_WRITE_B32_gfx9 <v1:a>, <v1>, 0, 0, implicit $exec :: (store (s32), addrspace 3)"},
    {"lds", kEmulated,
     "DS_WRITE_B128_gfx9 $vgpr3, <v4>, <n4*16>, 0, implicit $exec :: (store (s128), addrspace 3)"},
    {"lds", kEmulated,
     "<v1> = DS_ADD_RTN_U32_gfx9 $vgpr3, <v1>, <n4*16>, 0, implicit $exec :: (load store (s32), addrspace "
     "3)"},
    {"lds", kEmulated, "<v1> = DS_BPERMUTE_B32 <v1>, <v1>, 0, implicit $exec"},
    // Copies from memory to LDS, behind lgkmcnt(0): they write what other lanes have used.
    {"lds dma", kCdna34,
     "S_WAITCNT 49279;$m0 = S_MOV_B32 <n8*256>;"
     "GLOBAL_LOAD_LDS_DWORD_SADDR $sgpr4_sgpr5, $vgpr0, <n16*4>, 0, implicit $m0, implicit $exec :: (load "
     "(s32), addrspace 1), (store (s32), addrspace 3)"},
    {"lds dma", kGfx950,
     "S_WAITCNT 49279;$m0 = S_MOV_B32 <n3*1024>;"
     "GLOBAL_LOAD_LDS_DWORDX4_SADDR $sgpr4_sgpr5, $vgpr0, <n16*16>, 0, implicit $m0, implicit $exec :: "
     "(load (s128), addrspace 1), (store (s128), addrspace 3)"},
    {"lds dma", kGfx1250,
     "S_WAIT_LOADCNT 0;S_WAIT_STORECNT 0;S_WAIT_DSCNT 0;"  // atomics, stores, LDS: nothing else orders a copy
     "GLOBAL_LOAD_ASYNC_TO_LDS_B128_SADDR $vgpr3, $sgpr4_sgpr5, $vgpr0, 16, 0, implicit-def $asynccnt, "
     "implicit $exec, implicit $asynccnt :: (load (s128), addrspace 1), (store (s128), addrspace 3);"
     "S_WAIT_ASYNCCNT 0, implicit-def $asynccnt, implicit $asynccnt;"
     "<v1> = DS_READ_B32_gfx9 $vgpr3, 16, 0, implicit $exec :: (load (s32), addrspace 3)"},
    {"transcendental", kGfx1250, "<s1> = V_S_EXP_F32_e64 0, <s1>, 0, 0, implicit $mode, implicit $exec"},
    {"mask", kGfx1250, "<v1>, <m> = V_ADD_CO_U32_e64 <v1>, <v1>, 0, implicit $exec"},
    {"exec", kGfx1250,
     "V_CMPX_LT_U32_nosdst_e32 <v1>, <v1>, implicit-def $exec, implicit $exec;"
     "<v1> = V_ADD_U32_e32 <v1>, <v1>, implicit $exec;$exec_lo = S_MOV_B32 -1"},
    {"permlane", kGfx1250,
     "<v1:d> = V_PERMLANE16_B32_e64 0, <v1>, 0, <s1>, 0, <s1>, <v1:d>, 0, implicit $exec"},
    {"exec", kGfx1250,
     "V_CMPX_LT_U32_nosdst_e32 <v1>, <v1>, implicit-def $exec, implicit $exec;"
     "<v1:d> = V_PERMLANE16_B32_e64 0, <v1>, 0, <s1>, 0, <s1>, <v1:d>, 0, implicit $exec;"
     "$exec_lo = S_MOV_B32 -1"},
    // MODE's first bit, which rounds f32, stays 0.
    {"mode", kGfx1250, "S_SETREG_IMM32_B32 0, 1, implicit-def $mode, implicit $mode"},
    {"lds", kGfx1250,
     "<v4> = DS_LOAD_TR16_B128 $vgpr3, <n4*16>, 0, implicit $exec :: (load (s128), addrspace 3)"},
    // Matrix instructions.
    {"matrix", kCdna34,
     "<v4!> = V_MFMA_F32_4X4X4F16_vgprcd_e64 <v2>, <v2>, <v4!>, 0, 0, 0, implicit $mode, implicit $exec"},
    {"matrix", kCdna34,
     "<v4:d!> = V_MFMA_F32_4X4X4F16_vgprcd_e64 <v2>, <v2>, <v4:d>, 0, 0, 0, implicit $mode, implicit $exec"},
    {"matrix", kCdna34,
     "<v4:d!> = V_MFMA_F32_16X16X16F16_vgprcd_e64 <v2>, <v2>, <v4:d>, 0, 0, 0, implicit $mode, implicit "
     "$exec"},
    {"matrix", kCdna34,
     "<v4!> = V_MFMA_F32_16X16X16F16_vgprcd_e64 <v2>, <v2>, <v4!>, 0, 0, 0, implicit $mode, implicit $exec"},
    {"matrix", kCdna34,
     "<v4!> = V_MFMA_F32_16X16X16F16_vgprcd_e64 <v2>, <v2>, 0, 0, 0, 0, implicit $mode, implicit $exec"},
    {"matrix", kCdna34,
     "<v4:d!> = V_MFMA_I32_16X16X32I8_vgprcd_e64 <v2>, <v2>, <v4:d>, 0, 0, 0, implicit $mode, implicit "
     "$exec"},
    {"matrix", kCdna34,
     "<v4:d!> = V_MFMA_F32_16X16X4F32_vgprcd_e64 <v1>, <v1>, <v4:d>, 0, 0, 0, implicit $mode, implicit "
     "$exec"},
    {"matrix", kCdna34,
     "<v16:d!> = V_MFMA_F32_32X32X8F16_vgprcd_e64 <v2>, <v2>, <v16:d>, 0, 0, 0, implicit $mode, implicit "
     "$exec"},
    {"matrix f64", kCdna34,
     "<v8:d!> = V_MFMA_F64_16X16X4F64_vgprcd_e64 <v2>, <v2>, <v8:d>, 0, 0, 0, implicit $mode, implicit "
     "$exec"},
    {"matrix f64", kCdna34,
     "<v2!> = V_MFMA_F64_4X4X4F64_vgprcd_e64 <v2>, <v2>, <v2!>, 0, 0, 0, implicit $mode, implicit $exec"},
    {"matrix f64", kCdna34,
     "<v2:d!> = V_MFMA_F64_4X4X4F64_vgprcd_e64 <v2>, <v2>, <v2:d>, 0, 0, 0, implicit $mode, implicit $exec;"
     "<v2:d> = V_MFMA_F64_4X4X4F64_vgprcd_e64 <v2>, <v2>, <v2:d>, 0, 0, 0, implicit $mode, implicit $exec"},
    {"matrix f32", kCdna34,
     "<v16:d!> = V_MFMA_F32_32X32X2F32_vgprcd_e64 <v1>, <v1>, <v16:d>, 0, 0, 0, implicit $mode, implicit "
     "$exec"},
    {"matrix f32", kCdna34,
     "<v4:d!> = V_MFMA_F32_16X16X4F32_vgprcd_e64 <v1>, <v1>, <v4:d>, 0, 0, 0, implicit $mode, implicit "
     "$exec"},
    {"matrix f32", kCdna34,
     "<v4!> = V_MFMA_F32_4X4X1F32_vgprcd_e64 <v1>, <v1>, <v4!>, 0, 0, 0, implicit $mode, implicit $exec"},
    {"sparse", kCdna34,
     "<v4:d!> = V_SMFMAC_F32_16X16X32_F16_e64 <v2>, <v4>, <v1>, 0, 0, <v4:d>, implicit $mode, implicit "
     "$exec"},
    {"accumulator", kCdna34,
     "<a4:d> = V_MFMA_F32_16X16X16F16_e64 <v2>, <v2>, <a4:d>, 0, 0, 0, implicit $mode, implicit $exec"},
    {"accumulator", kCdna34,
     "<a4!> = V_MFMA_F32_4X4X4F16_e64 <v2>, <v2>, <a4!>, 0, 0, 0, implicit $mode, implicit $exec"},
    {"accumulator", kCdna34, "<v1> = V_ACCVGPR_READ_B32_e64 <a1>, implicit $exec"},
    {"accumulator", kCdna34, "<a1> = V_ACCVGPR_WRITE_B32_e64 <v1>, implicit $exec"},
    {"accumulator", kCdna34,
     "<a4> = GLOBAL_LOAD_DWORDX4_SADDR $sgpr4_sgpr5, $vgpr0, <n16*16>, 0, implicit $exec :: (load (s128), "
     "addrspace 1)"},
    {"accumulator", kCdna34,
     "GLOBAL_STORE_DWORDX4_SADDR $vgpr0, <a4>, $sgpr4_sgpr5, <n16*16>, 0, implicit $exec :: (store (s128), "
     "addrspace 1)"},
    {"scaled", kGfx950,
     "<v4:d!> = V_MFMA_SCALE_F32_16X16X128_F8F6F4_f4_f4_vgprcd_e64 <v4>, <v4>, <v4:d>, 4, 4, <v1>, <v1>, 0, "
     "0, implicit $mode, implicit $exec"},
    {"scaled", kGfx950,
     "<v4:d!> = V_MFMA_SCALE_F32_16X16X128_F8F6F4_f8_f8_vgprcd_e64 <v8>, <v8>, <v4:d>, 0, 0, <v1>, <v1>, 0, "
     "0, implicit $mode, implicit $exec"},
    {"scaled", kGfx950,
     "<v16:d!> = V_MFMA_SCALE_F32_32X32X64_F8F6F4_f8_f8_vgprcd_e64 <v8>, <v8>, <v16:d>, 0, 0, <v1>, <v1>, 0, "
     "0, implicit $mode, implicit $exec"},
    {"wmma", kGfx1250,
     "<v8!> = V_WMMA_F32_16X16X32_F16_w32_threeaddr 8, <v8>, 8, <v8>, 8, <v8!>, 0, 0, 0, 0, implicit $exec"},
    {"wmma", kGfx1250,
     "<v8:d!> = V_WMMA_F32_16X16X32_F16_w32_twoaddr 8, <v8>, 8, <v8>, 8, <v8:d>, 0, 0, 0, 0, implicit $exec"},
    {"wmma", kGfx1250,
     "<v4:d!> = V_WMMA_F16_16X16X32_F16_w32_twoaddr 8, <v8>, 8, <v8>, 8, <v4:d>, 0, 0, 0, 0, implicit $exec"},
    {"wmma", kGfx1250,
     "<v8:d!> = V_WMMA_SCALE_F32_16X16X128_F8F6F4_f4_f4_w32_twoaddr <v8>, <v8>, 8, <v8:d>, <v1>, <v1>, 4, "
     "4, 0, 0, "
     "0, 0, 0, 0, 0, 0, implicit $exec"},
    {"wmma", kGfx1250,
     "<v8:d!> = V_WMMA_I32_16X16X64_IU8_w32_twoaddr 8, <v8>, 8, <v8>, <v8:d>, 0, 0, 0, 0, implicit $exec"},
    {"wmma", kGfx1250,
     "<v8:d!> = V_WMMA_F32_16X16X128_F8F6F4_f8_f8_w32_twoaddr <v16>, <v16>, 8, <v8:d>, 0, 0, 0, 0, implicit "
     "$exec"},
    {"sparse", kGfx1250,
     "<v8:d!> = V_SWMMAC_F32_16X16X64_F16_w32_twoaddr 8, <v8>, 8, <v16>, <v8:d>, <v1>, 0, 0, 0, 0, 0, "
     "implicit $exec"},
    {"sparse", kGfx1250,
     "<v8:d!> = V_SWMMAC_I32_16X16X128_IU8_w32_twoaddr 8, <v8>, 8, <v16>, <v8:d>, <v2>, 0, 0, 0, 0, 0, "
     "implicit $exec"},
};

}  // namespace

std::span<const Kind> kinds() {
  return kKinds;
}

}  // namespace lockstep::compiler_check
