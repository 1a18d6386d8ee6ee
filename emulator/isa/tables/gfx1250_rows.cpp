// Rows that gfx1250 has and gfx950 lacks.
//
// No manual of gfx1250 is public. Its scalar, wait and barrier instructions are those of RDNA 4, whose manual
// is; what only gfx1250 has is what LLVM 22 selects it for.
#include <array>
#include <cmath>
#include <limits>

#include "emulator/isa/tables/approximate.hpp"
#include "emulator/isa/tables/arithmetic.hpp"
#include "emulator/isa/tables/directed.hpp"
#include "emulator/isa/tables/host_lanes.hpp"
#include "emulator/isa/tables/integer.hpp"
#include "emulator/isa/tables/lanes.hpp"
#include "emulator/isa/tables/scalars.hpp"

namespace lockstep::isa {
namespace {

using U16 = std::uint16_t;
using U32 = std::uint32_t;
using I32 = std::int32_t;
using U64 = std::uint64_t;
using I64 = std::int64_t;

constexpr std::string_view kSop1 = "RDNA4 ISA, SOP1 instructions", kSop2 = "RDNA4 ISA, SOP2 instructions",
                           kSopp = "RDNA4 ISA, SOPP instructions", kSmem = "RDNA4 ISA, SMEM instructions",
                           kVop1 = "RDNA4 ISA, VOP1 instructions", kVop2 = "RDNA4 ISA, VOP2 instructions",
                           kVop3 = "RDNA4 ISA, VOP3 instructions", kDs = "RDNA4 ISA, LDS instructions",
                           kVmem = "RDNA4 ISA, VMEM instructions; minima and maxima as gfx950's of LDS";
constexpr std::string_view
    kSelected = "LLVM 22, the operation that gfx1250's patterns select it for",
    kCounters = "LLVM 22, SIInsertWaitcnts and AMDGPUUsage, gfx1250",
    kBanks = "LLVM 22, AMDGPULowerVGPREncoding",
    kExchanged = "AMD's rocjitsu emulator (ROCm/rocm-systems), whose map compilers agree with",
    kTensors = "CDNA5 ISA, tensor data mover instructions, as Triton, FlyDSL and aiter use them",
    kMulticast = "CDNA5 ISA, multicast loads",
    kLdsBarriers = "CDNA5 ISA, LDS barriers, of 29 bits of pending arrivals as Triton has them",
    kNamed = "LLVM 22, AMDGPUUsage, named barriers",
    kHint = "LLVM 22, SOPInstructions.td: no effect on values",
    kGroups =
        "AMD's HIP headers, __shfl, __shfl_up and __shfl_down; a lane that is off is read as undefined "
        "(inferred)",
    kScalarRoot =
        "RDNA4 ISA, pseudo-scalar transcendental instructions: at most 1 ulp, bits not public; "
        "here the nearest value";

constexpr Memory lds_copy(Access access, std::uint8_t bytes) {
  Memory memory{Memory::Space::global, access, bytes};
  memory.lds_in_register = true;
  return memory;
}

constexpr Memory multicast(Memory memory) {
  memory.multicast = true;
  return memory;
}

constexpr Memory lds_arrival(bool counts_async) {
  Memory memory{Memory::Space::lds, Access::atomic, 8};
  memory.atomic = Atomic::barrier_arrive;
  memory.returns = !counts_async;
  memory.counts_async = counts_async;
  return memory;
}

constexpr std::array kBfloats{Type::bf16, Type::bf16, Type::bf16};
constexpr std::string_view kBfloatRoot =
    "LLVM 22, gfx1250's transcendental functions of bf16; the nearest value (bits not public)";
constexpr std::string_view kMixedToBfloat =
    "LLVM 22, which folds a fused multiply-add of f32 and its conversion to bf16 into it: two roundings "
    "(inferred)";
/// The nearest bfloat, by a float: of functions whose last bit is not public.
template <double (*kFunction)(double)>
Bfloat approximate_bfloat(Bfloat a) {
  return narrow_bfloat(approximate<float, kFunction, false>(widen(a)));
}
inline Bfloat fused_to_bfloat(float a, float b, float c) {
  return narrow_bfloat(fused_multiply_add(a, b, c));
}

/// GFX11 and later name the new value first.
constexpr Memory compare_store(std::uint8_t bytes, bool returns) {
  Memory memory{Memory::Space::lds, Access::atomic, bytes};
  memory.atomic = Atomic::compare_swap;
  memory.returns = returns;
  memory.new_value_first = true;
  return memory;
}

constexpr Memory scalar_part(Memory::Space space, std::uint8_t bytes, bool sign_extend) {
  Memory memory{space, Access::load, bytes};
  memory.sign_extend = sign_extend;
  return memory;
}

constexpr Memory update(Memory::Space space, Atomic atomic) {
  Memory memory{space, Access::atomic, 4};
  memory.atomic = atomic;
  return memory;
}

/// A load whose lanes exchange elements of so many bits.
constexpr Memory exchanged(std::uint8_t bytes, std::uint8_t bits, Memory::Space space = Memory::Space::lds) {
  Memory memory{space, Access::load, bytes};
  memory.exchange = bits;
  return memory;
}

template <auto kFunction>
WithNarrowExec save(U32 a, Exec exec) {
  const auto lanes = static_cast<U32>(exec.mask);
  return {lanes, kFunction(a, lanes)};
}
template <auto kFunction>
WithNarrowExec write(U32 a, Exec exec) {
  const U32 lanes = kFunction(a, static_cast<U32>(exec.mask));
  return {lanes, lanes};
}

/// v_bitop2: the half of v_bitop3's table where source 2 is 0 (LLVM 22 writes AND as 0x40, OR as 0x54, XOR as
/// 0x14).
U32 truth_table_of_two(U32 a, U32 b, TruthTable table) {
  U32 result = 0;
  for (unsigned i = 0; i < 8; i += 2)
    if ((table.bits >> i & 1) != 0) result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b);
  return result;
}

/// A conversion to float where MODE does not round to nearest even.
template <typename From>
float directed_float(From a, Mode mode) {
  return directed::converted(static_cast<float>(a), static_cast<double>(a), mode);
}

/// Towards zero; NaN becomes 0, and what is out of range the limit.
template <typename To>
To truncated(float a) {
  constexpr auto kLeast = std::numeric_limits<To>::min(), kMost = std::numeric_limits<To>::max();
  if (a != a) return 0;
  const double whole = std::trunc(static_cast<double>(a));
  return whole <= double{kLeast} ? kLeast : whole >= double{kMost} ? kMost : static_cast<To>(whole);
}

constexpr auto kRows =
    on(kGfx1250,
       std::array{
           // clang-format off
    Semantics{"s_wait_loadcnt", Control::waitcnt, kCounters},
    Semantics{"s_wait_storecnt", Control::waitcnt, kCounters},
    Semantics{"s_wait_dscnt", Control::waitcnt, kCounters},
    Semantics{"s_wait_kmcnt", Control::waitcnt, kCounters},
    Semantics{"s_wait_xcnt", Control::waitcnt, kCounters},
    Semantics{"s_wait_asynccnt", Control::waitcnt, kCounters},
    Semantics{"s_wait_tensorcnt", Control::waitcnt, kCounters},
    Semantics{"s_wait_loadcnt_dscnt", Control::waitcnt, kCounters},
    Semantics{"s_wait_storecnt_dscnt", Control::waitcnt, kCounters},
    Semantics{"s_wait_idle", Control::waitcnt, kSopp},
    Semantics{"s_wait_alu", Control::decode_hint, kCounters},    // for what the machine always orders
    Semantics{"s_delay_alu", Control::decode_hint, kSopp},
    Semantics{"s_clause", Control::decode_hint, kSopp},
    Semantics{"s_version", Control::decode_hint, kHint},
    Semantics{"s_code_end", Control::padding, kSopp},
    Semantics{"s_prefetch_inst", Control::prefetch, kSmem},
    Semantics{"s_prefetch_inst_pc_rel", Control::prefetch, kSmem},
    Semantics{"s_prefetch_data", Control::prefetch, kSmem},
    Semantics{"s_prefetch_data_pc_rel", Control::prefetch, kSmem},
    Semantics{"s_barrier_signal", Control::barrier_signal, kSopp},
    Semantics{"s_barrier_signal_isfirst", Control::barrier_signal_first, kSopp},
    Semantics{"s_barrier_wait", Control::barrier_wait, kSopp},
    Semantics{"s_barrier_init", Control::barrier_init, kNamed},
    Semantics{"s_barrier_join", Control::barrier_join, kNamed},
    Semantics{"s_barrier_leave", Control::barrier_leave, kNamed},
    Semantics{"s_set_vgpr_msb", Control::vgpr_banks, kBanks},
    Semantics{"global_prefetch_b8", CacheControl::prefetch, kHint},
    Semantics{"global_inv", CacheControl::invalidate, kCounters},
    Semantics{"global_wb", CacheControl::writeback, kCounters},
    Semantics{"global_wbinv", CacheControl::writeback, kCounters},
    Semantics{"s_dcache_inv", CacheControl::scalar_invalidate, kSmem},

    Semantics{"ds_load_tr16_b128", exchanged(16, 16), kExchanged},
    Semantics{"ds_load_tr8_b64", exchanged(8, 8), kExchanged},
    Semantics{"ds_load_tr6_b96", exchanged(12, 6), kExchanged},
    Semantics{"ds_load_tr4_b64", exchanged(8, 4), kExchanged},
    Semantics{"global_load_tr16_b128", exchanged(16, 16, Memory::Space::global), kExchanged},
    Semantics{"global_load_tr8_b64", exchanged(8, 8, Memory::Space::global), kExchanged},
    Semantics{"global_load_tr6_b96", exchanged(12, 6, Memory::Space::global), kExchanged},
    Semantics{"global_load_tr4_b64", exchanged(8, 4, Memory::Space::global), kExchanged},
    Semantics{"v_movrels_b32", CrossLane::move_from_relative, kVop1},
    Semantics{"v_movreld_b32", CrossLane::move_to_relative, kVop1},
    Semantics{"v_movrelsd_b32", CrossLane::move_relative, kVop1},
    Semantics{"v_movrelsd_2_b32", CrossLane::move_relative_apart, kVop1},
    Semantics{"v_swaprel_b32", CrossLane::swap_relative, kVop1},
    Semantics{"v_permlane16_b32", CrossLane::permlane16, kVop3},
    Semantics{"v_permlanex16_b32", CrossLane::permlanex16, kVop3},
    Semantics{"v_permlane16_var_b32", CrossLane::permlane16_var, kVop3},
    Semantics{"v_permlanex16_var_b32", CrossLane::permlanex16_var, kVop3},
    Semantics{"v_permlane_bcast_b32", CrossLane::permlane_bcast, kGroups},
    Semantics{"v_permlane_up_b32", CrossLane::permlane_up, kGroups},
    Semantics{"v_permlane_down_b32", CrossLane::permlane_down, kGroups},
    Semantics{"v_permlane_xor_b32", CrossLane::permlane_xor, kGroups},

    Semantics{"s_load_b96", Memory{Memory::Space::scalar, Access::load, 12}, kSmem},
    Semantics{"s_buffer_load_b96", Memory{Memory::Space::scalar_buffer, Access::load, 12}, kSmem},

    Semantics{"s_load_u8", scalar_part(Memory::Space::scalar, 1, false), kSmem},
    Semantics{"s_load_i8", scalar_part(Memory::Space::scalar, 1, true), kSmem},
    Semantics{"s_load_u16", scalar_part(Memory::Space::scalar, 2, false), kSmem},
    Semantics{"s_load_i16", scalar_part(Memory::Space::scalar, 2, true), kSmem},
    Semantics{"s_buffer_load_u8", scalar_part(Memory::Space::scalar_buffer, 1, false), kSmem},
    Semantics{"s_buffer_load_i8", scalar_part(Memory::Space::scalar_buffer, 1, true), kSmem},
    Semantics{"s_buffer_load_u16", scalar_part(Memory::Space::scalar_buffer, 2, false), kSmem},
    Semantics{"s_buffer_load_i16", scalar_part(Memory::Space::scalar_buffer, 2, true), kSmem},
    Semantics{"ds_cmpstore_b32", compare_store(4, false), kDs},
    Semantics{"ds_cmpstore_b64", compare_store(8, false), kDs},
    Semantics{"ds_cmpstore_rtn_b32", compare_store(4, true), kDs},
    Semantics{"ds_cmpstore_rtn_b64", compare_store(8, true), kDs},
    Semantics{"buffer_atomic_min_num_f32", update(Memory::Space::buffer, Atomic::min_f32), kVmem},
    Semantics{"buffer_atomic_max_num_f32", update(Memory::Space::buffer, Atomic::max_f32), kVmem},
    Semantics{"buffer_atomic_cond_sub_u32", update(Memory::Space::buffer, Atomic::cond_sub), kVmem},
    Semantics{"buffer_atomic_sub_clamp_u32", update(Memory::Space::buffer, Atomic::sub_clamp), kVmem},
    Semantics{"global_atomic_min_num_f32", update(Memory::Space::global, Atomic::min_f32), kVmem},
    Semantics{"global_atomic_max_num_f32", update(Memory::Space::global, Atomic::max_f32), kVmem},
    Semantics{"global_atomic_cond_sub_u32", update(Memory::Space::global, Atomic::cond_sub), kVmem},
    Semantics{"global_atomic_sub_clamp_u32", update(Memory::Space::global, Atomic::sub_clamp), kVmem},
    Semantics{"flat_atomic_min_num_f32", update(Memory::Space::flat, Atomic::min_f32), kVmem},
    Semantics{"flat_atomic_max_num_f32", update(Memory::Space::flat, Atomic::max_f32), kVmem},
    Semantics{"flat_atomic_cond_sub_u32", update(Memory::Space::flat, Atomic::cond_sub), kVmem},
    Semantics{"flat_atomic_sub_clamp_u32", update(Memory::Space::flat, Atomic::sub_clamp), kVmem},
    Semantics{"flat_prefetch_b8", CacheControl::prefetch, kHint},
    Semantics{"s_round_mode", Control::round_mode, kSopp},
    Semantics{"s_denorm_mode", Control::denorm_mode, kSopp},
    Semantics{"global_load_async_to_lds_b8", lds_copy(Access::load, 1), kCounters},
    Semantics{"global_load_async_to_lds_b32", lds_copy(Access::load, 4), kCounters},
    Semantics{"global_load_async_to_lds_b64", lds_copy(Access::load, 8), kCounters},
    Semantics{"global_load_async_to_lds_b128", lds_copy(Access::load, 16), kCounters},
    Semantics{"global_store_async_from_lds_b8", lds_copy(Access::store, 1), kCounters},
    Semantics{"global_store_async_from_lds_b32", lds_copy(Access::store, 4), kCounters},
    Semantics{"global_store_async_from_lds_b64", lds_copy(Access::store, 8), kCounters},
    Semantics{"global_store_async_from_lds_b128", lds_copy(Access::store, 16), kCounters},
    Semantics{"cluster_load_b32", multicast({Memory::Space::global, Access::load, 4}), kMulticast},
    Semantics{"cluster_load_b64", multicast({Memory::Space::global, Access::load, 8}), kMulticast},
    Semantics{"cluster_load_b128", multicast({Memory::Space::global, Access::load, 16}), kMulticast},
    Semantics{"cluster_load_async_to_lds_b8", multicast(lds_copy(Access::load, 1)), kMulticast},
    Semantics{"cluster_load_async_to_lds_b32", multicast(lds_copy(Access::load, 4)), kMulticast},
    Semantics{"cluster_load_async_to_lds_b64", multicast(lds_copy(Access::load, 8)), kMulticast},
    Semantics{"cluster_load_async_to_lds_b128", multicast(lds_copy(Access::load, 16)), kMulticast},
    Semantics{"tensor_load_to_lds", TensorCopy{Access::load}, kTensors},
    Semantics{"tensor_store_from_lds", TensorCopy{Access::store}, kTensors},
    Semantics{"ds_atomic_async_barrier_arrive_b64", lds_arrival(true), kLdsBarriers},
    Semantics{"ds_atomic_barrier_arrive_rtn_b64", lds_arrival(false), kLdsBarriers},
    Semantics{"v_wmma_f32_16x16x32_f16", Matrix{.wave32 = true}, kSelected},
    Semantics{"v_wmma_f32_16x16x32_bf16", Matrix{.wave32 = true}, kSelected},
    Semantics{"v_wmma_f16_16x16x32_f16", Matrix{.wave32 = true}, kSelected},
    Semantics{"v_wmma_bf16_16x16x32_bf16", Matrix{.wave32 = true}, kSelected},
    Semantics{"v_wmma_bf16f32_16x16x32_bf16", Matrix{.wave32 = true}, kSelected},
    Semantics{"v_wmma_f32_16x16x64_fp8_fp8", Matrix{.wave32 = true}, kSelected},
    Semantics{"v_wmma_f32_16x16x64_fp8_bf8", Matrix{.wave32 = true}, kSelected},
    Semantics{"v_wmma_f32_16x16x64_bf8_fp8", Matrix{.wave32 = true}, kSelected},
    Semantics{"v_wmma_f32_16x16x64_bf8_bf8", Matrix{.wave32 = true}, kSelected},
    Semantics{"v_wmma_f16_16x16x64_fp8_fp8", Matrix{.wave32 = true}, kSelected},
    Semantics{"v_wmma_f16_16x16x64_fp8_bf8", Matrix{.wave32 = true}, kSelected},
    Semantics{"v_wmma_f16_16x16x64_bf8_fp8", Matrix{.wave32 = true}, kSelected},
    Semantics{"v_wmma_f16_16x16x64_bf8_bf8", Matrix{.wave32 = true}, kSelected},
    Semantics{"v_wmma_f32_16x16x128_fp8_fp8", Matrix{.wave32 = true}, kSelected},
    Semantics{"v_wmma_f32_16x16x128_fp8_bf8", Matrix{.wave32 = true}, kSelected},
    Semantics{"v_wmma_f32_16x16x128_bf8_fp8", Matrix{.wave32 = true}, kSelected},
    Semantics{"v_wmma_f32_16x16x128_bf8_bf8", Matrix{.wave32 = true}, kSelected},
    Semantics{"v_wmma_f16_16x16x128_fp8_fp8", Matrix{.wave32 = true}, kSelected},
    Semantics{"v_wmma_f16_16x16x128_fp8_bf8", Matrix{.wave32 = true}, kSelected},
    Semantics{"v_wmma_f16_16x16x128_bf8_fp8", Matrix{.wave32 = true}, kSelected},
    Semantics{"v_wmma_f16_16x16x128_bf8_bf8", Matrix{.wave32 = true}, kSelected},
    Semantics{"v_wmma_i32_16x16x64_iu8", Matrix{.wave32 = true}, kSelected},
    Semantics{"v_wmma_f32_16x16x4_f32", Matrix{.wave32 = true}, kSelected},
    Semantics{"v_wmma_f32_32x16x128_f4", Matrix{.wave32 = true}, kSelected},
    Semantics{"v_wmma_f32_16x16x128_f8f6f4", Matrix{.f8f6f4 = true, .wave32 = true}, kSelected},
    Semantics{"v_wmma_scale_f32_16x16x128_f8f6f4", Matrix{.f8f6f4 = true, .scaled = true, .wave32 = true}, kSelected},
    Semantics{"v_wmma_scale16_f32_16x16x128_f8f6f4", Matrix{.f8f6f4 = true, .scaled = true, .wave32 = true}, kSelected},
    Semantics{"v_wmma_scale_f32_32x16x128_f4", Matrix{.scaled = true, .wave32 = true}, kSelected},
    Semantics{"v_wmma_scale16_f32_32x16x128_f4", Matrix{.scaled = true, .wave32 = true}, kSelected},
    Semantics{"v_swmmac_f32_16x16x64_f16", Matrix{.sparse = true, .wave32 = true}, kSelected},
    Semantics{"v_swmmac_f16_16x16x64_f16", Matrix{.sparse = true, .wave32 = true}, kSelected},
    Semantics{"v_swmmac_f32_16x16x64_bf16", Matrix{.sparse = true, .wave32 = true}, kSelected},
    Semantics{"v_swmmac_bf16_16x16x64_bf16", Matrix{.sparse = true, .wave32 = true}, kSelected},
    Semantics{"v_swmmac_bf16f32_16x16x64_bf16", Matrix{.sparse = true, .wave32 = true}, kSelected},
    Semantics{"v_swmmac_f32_16x16x128_fp8_fp8", Matrix{.sparse = true, .wave32 = true}, kSelected},
    Semantics{"v_swmmac_f32_16x16x128_fp8_bf8", Matrix{.sparse = true, .wave32 = true}, kSelected},
    Semantics{"v_swmmac_f32_16x16x128_bf8_fp8", Matrix{.sparse = true, .wave32 = true}, kSelected},
    Semantics{"v_swmmac_f32_16x16x128_bf8_bf8", Matrix{.sparse = true, .wave32 = true}, kSelected},
    Semantics{"v_swmmac_f16_16x16x128_fp8_fp8", Matrix{.sparse = true, .wave32 = true}, kSelected},
    Semantics{"v_swmmac_f16_16x16x128_fp8_bf8", Matrix{.sparse = true, .wave32 = true}, kSelected},
    Semantics{"v_swmmac_f16_16x16x128_bf8_fp8", Matrix{.sparse = true, .wave32 = true}, kSelected},
    Semantics{"v_swmmac_f16_16x16x128_bf8_bf8", Matrix{.sparse = true, .wave32 = true}, kSelected},
    Semantics{"v_swmmac_i32_16x16x128_iu8", Matrix{.sparse = true, .wave32 = true}, kSelected},

    scalar<save<[](U32 a, U32 e) { return a & e; }>>("s_and_saveexec_b32", kSop1),
    scalar<save<[](U32 a, U32 e) { return a | e; }>>("s_or_saveexec_b32", kSop1),
    scalar<save<[](U32 a, U32 e) { return a ^ e; }>>("s_xor_saveexec_b32", kSop1),
    scalar<save<[](U32 a, U32 e) { return ~(a & e); }>>("s_nand_saveexec_b32", kSop1),
    scalar<save<[](U32 a, U32 e) { return ~(a | e); }>>("s_nor_saveexec_b32", kSop1),
    scalar<save<[](U32 a, U32 e) { return ~(a ^ e); }>>("s_xnor_saveexec_b32", kSop1),
    scalar<save<[](U32 a, U32 e) { return ~a & e; }>>("s_and_not0_saveexec_b32", kSop1),
    scalar<save<[](U32 a, U32 e) { return ~a | e; }>>("s_or_not0_saveexec_b32", kSop1),
    scalar<save<[](U32 a, U32 e) { return a & ~e; }>>("s_and_not1_saveexec_b32", kSop1),
    scalar<save<[](U32 a, U32 e) { return a | ~e; }>>("s_or_not1_saveexec_b32", kSop1),
    scalar<write<[](U32 a, U32 e) { return ~a & e; }>>("s_and_not0_wrexec_b32", kSop1),
    scalar<write<[](U32 a, U32 e) { return a & ~e; }>>("s_and_not1_wrexec_b32", kSop1),
    scalar<[](U64 a, U64 b) { return a + b; }>("s_add_nc_u64", kSop2, kCarries),
    scalar<[](U64 a, U64 b) { return a - b; }>("s_sub_nc_u64", kSop2, kCarries),
    scalar<[](U64 a, U64 b) { return a * b; }>("s_mul_u64", kSop2, kCarries),

    scalar<[](U32 a, U32 b) { return (b << 16) | (a >> 16); }>("s_pack_hl_b32_b16", kSop2, kMoves),
    scalar<[](I32 a) { return static_cast<float>(a); }, directed_float<I32>>("s_cvt_f32_i32", kSop1),
    scalar<[](U32 a) { return static_cast<float>(a); }, directed_float<U32>>("s_cvt_f32_u32", kSop1),
    scalar<truncated<I32>>("s_cvt_i32_f32", kSop1),
    scalar<truncated<U32>>("s_cvt_u32_f32", kSop1),
    scalar<add<float>, directed::add<float>>("s_add_f32", kSop2),
    scalar<subtract<float>, directed::subtract<float>>("s_sub_f32", kSop2),
    scalar<multiply<float>, directed::multiply<float>>("s_mul_f32", kSop2),
    scalar<[](float a, float b, Old<float> d) { return fused_multiply_add<float>(a, b, d.value); }, directed::accumulate<float>>("s_fmac_f32", kSop2),
    scalar<approximate<float, reciprocal, true>>("v_s_rcp_f32", kScalarRoot),
    scalar<approximate<float, reciprocal_root, true>>("v_s_rsq_f32", kScalarRoot),
    scalar<approximate<float, root, false>>("v_s_sqrt_f32", kScalarRoot),
    scalar<approximate<float, power_of_2, true>>("v_s_exp_f32", kScalarRoot),
    scalar<approximate<float, logarithm_2, true>>("v_s_log_f32", kScalarRoot),
    scalar<approximate<Half, reciprocal, false>>("v_s_rcp_f16", kScalarRoot),
    scalar<approximate<Half, reciprocal_root, false>>("v_s_rsq_f16", kScalarRoot),
    scalar<approximate<Half, root, false>>("v_s_sqrt_f16", kScalarRoot),
    scalar<approximate<Half, power_of_2, false>>("v_s_exp_f16", kScalarRoot),
    scalar<approximate<Half, logarithm_2, false>>("v_s_log_f16", kScalarRoot),

    lane_op<fused_multiply_add<float>>("v_fma_mix_f32_bf16", kSelected, {.mixed = true, .numbers = kBfloats}),
    lane_op<fused_to_bfloat>("v_fma_mixlo_bf16", kMixedToBfloat, {.keeps_half = true, .mixed = true, .numbers = kBfloats}),
    lane_op<fused_to_bfloat>("v_fma_mixhi_bf16", kMixedToBfloat, {.keeps_half = true, .mixed = true, .to_high_half = true, .numbers = kBfloats}),
    lane_op<approximate_bfloat<reciprocal>>("v_rcp_bf16", kBfloatRoot, kOpSel),
    lane_op<approximate_bfloat<reciprocal_root>>("v_rsq_bf16", kBfloatRoot, kOpSel),
    lane_op<approximate_bfloat<root>>("v_sqrt_bf16", kBfloatRoot, kOpSel),
    lane_op<approximate_bfloat<power_of_2>>("v_exp_bf16", kBfloatRoot, kOpSel),
    lane_op<approximate_bfloat<logarithm_2>>("v_log_bf16", kBfloatRoot, kOpSel),
    lane_op<approximate_bfloat<sine>>("v_sin_bf16", kBfloatRoot, kOpSel),
    lane_op<approximate_bfloat<cosine>>("v_cos_bf16", kBfloatRoot, kOpSel),
    lane_op<fused_multiply_add<double>>("v_fmaak_f64", kSelected),
    lane_op<fused_multiply_add<double>>("v_fmamk_f64", kSelected),
    lane_op<[](U64 a, U64 b) { return a < b ? a : b; }>("v_min_u64", kSelected),
    lane_op<[](U64 a, U64 b) { return b < a ? a : b; }>("v_max_u64", kSelected),
    lane_op<[](I64 a, I64 b) { return a < b ? a : b; }>("v_min_i64", kSelected),
    lane_op<[](I64 a, I64 b) { return b < a ? a : b; }>("v_max_i64", kSelected),
    lane_op<[](U64 a, U64 b) { return a + b; }>("v_add_nc_u64", kSelected, kCarries),
    lane_op<[](U64 a, U64 b) { return a - b; }>("v_sub_nc_u64", kSelected, kCarries),
    lane_op<[](U64 a, U64 b) { return a * b; }>("v_mul_u64", kSelected, kCarries),
    lane_op<[](U32 a, U32 b, U32 c) { return a * b + c; }>("v_mad_u32", kSelected, kCarries),
    lane_op<truth_table_of_two>("v_dual_bitop2_b32", kSelected, kMerges),
    lane_op<[](U32 a, U32 b, U32 c) { return a ^ b ^ c; }>("v_xor3_b32", kVop3, kMerges),
    lane_op<[](U16 a) { return a; }>("v_mov_b16", kVop1, {.definedness = Definedness::moves, .op_sel_halves = true, .keeps_half = true}),
    lane_op<[](U16 a) { return static_cast<U16>(~a); }>("v_not_b16", kVop1, {.definedness = Definedness::moves, .op_sel_halves = true, .keeps_half = true}),
    lane_op<[](U16 a, U16 b) { return static_cast<U16>(a & b); }>("v_and_b16", kVop3, {.definedness = Definedness::moves, .op_sel_halves = true, .keeps_half = true}),
    lane_op<[](U16 a, U16 b) { return static_cast<U16>(a | b); }>("v_or_b16", kVop3, {.definedness = Definedness::moves, .op_sel_halves = true, .keeps_half = true}),
    lane_op<[](U16 a, U16 b) { return static_cast<U16>(a ^ b); }>("v_xor_b16", kVop3, {.definedness = Definedness::merges, .op_sel_halves = true, .keeps_half = true}),
    lane_op<[](U16 a, U16 b, Carry c) { return c.in ? b : a; }>("v_cndmask_b16", kVop3, {.definedness = Definedness::moves, .op_sel_halves = true, .keeps_half = true}),
    lane_op<fused_multiply_add<Half>>("v_fmaak_f16", kVop2, kOpSel),
    lane_op<fused_multiply_add<Half>>("v_fmamk_f16", kVop2, kOpSel),
    lane_op<accumulate<Half>>("v_fmac_f16", kVop2, kOpSel),
           // clang-format on
       });

}  // namespace

std::span<const Semantics> gfx1250_new_rows() {
  return kRows;
}

}  // namespace lockstep::isa
