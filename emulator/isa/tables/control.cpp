// Program flow, waits and hints.
#include <array>

#include "emulator/isa/semantics.hpp"
#include "emulator/isa/tables/sources.hpp"

namespace lockstep::isa {
namespace {

constexpr std::string_view kTimes = "CDNA4 ISA, SMEM instructions; the time is approximate";
constexpr std::string_view kCycles = "LLVM 22, which reads the cycle counter by it; the time is approximate";
constexpr std::string_view kMessages =
    "RDNA4 ISA, S_SENDMSG_RTN_B64; MSG_RTN_GET_REALTIME alone, whose time is approximate";

constexpr std::array kRows{
    // clang-format off
    Semantics{"s_nop", Control::nop, kSopp},
    Semantics{"s_sleep", Control::sleep, kSopp},
    Semantics{"s_setprio", Control::setprio, kSopp},
    Semantics{"s_endpgm", Control::endpgm, kSopp},
    Semantics{"s_endpgm_saved", Control::endpgm, kSopp},
    Semantics{"s_branch", Control::branch, kSopp},
    Semantics{"s_cbranch_scc0", Control::branch_scc0, kSopp},
    Semantics{"s_cbranch_scc1", Control::branch_scc1, kSopp},
    Semantics{"s_cbranch_vccz", Control::branch_vccz, kSopp},
    Semantics{"s_cbranch_vccnz", Control::branch_vccnz, kSopp},
    Semantics{"s_cbranch_execz", Control::branch_execz, kSopp},
    Semantics{"s_cbranch_execnz", Control::branch_execnz, kSopp},
    on(kCdna34, Semantics{"s_barrier", Control::barrier, kSopp}),
    on(kCdna34, Semantics{"s_waitcnt", Control::waitcnt, kSopp}),
    Semantics{"s_trap", Control::trap, kSopp},
    on(kCdna34, Semantics{"s_sethalt", Control::halt, kSopp}),
    Semantics{"s_sendmsg", Control::send_message, kSopp},
    on(kCdna34, Semantics{"s_sendmsghalt", Control::send_message, kSopp}),
    Semantics{"s_icache_inv", Control::icache_invalidate, kSopp},
    Semantics{"s_wakeup", Control::decode_hint, kSopp},         // wakes waves from s_sleep early: timing only
    Semantics{"s_incperflevel", Control::decode_hint, kSopp},   // performance counters
    Semantics{"s_decperflevel", Control::decode_hint, kSopp},
    Semantics{"s_ttracedata", Control::decode_hint, kSopp},     // thread trace
    Semantics{"s_getreg_b32", Control::getreg, kSopk},
    Semantics{"s_setreg_b32", Control::setreg, kSopk},
    Semantics{"s_setreg_imm32_b32", Control::setreg_immediate, kSopk},
    Semantics{{"s_getpc_b64", "s_get_pc_i64"}, Control::getpc, kSop1},
    Semantics{{"s_setpc_b64", "s_set_pc_i64"}, Control::setpc, kSop1},
    Semantics{{"s_swappc_b64", "s_swap_pc_i64"}, Control::swappc, kSop1},
    Semantics{{"s_call_b64", "s_call_i64"}, Control::call, kSopk},
    on(kCdna34, Semantics{"s_setvskip", Control::vector_skip, kSopc}),
    on(kCdna34, Semantics{"s_set_gpr_idx_on", Control::gpr_index_on, kSopc}),
    on(kCdna34, Semantics{"s_set_gpr_idx_off", Control::gpr_index_off, kSopp}),
    on(kCdna34, Semantics{"s_set_gpr_idx_mode", Control::gpr_index_mode, kSopp}),
    on(kCdna34, Semantics{"s_set_gpr_idx_idx", Control::gpr_index, kSop1}),
    Semantics{"s_movrels_b32", Control::move_from_relative, kSop1},
    Semantics{"s_movrels_b64", Control::move_from_relative, kSop1},
    Semantics{"s_movreld_b32", Control::move_to_relative, kSop1},
    Semantics{"s_movreld_b64", Control::move_to_relative, kSop1},
    on(kCdna34, Semantics{"s_cbranch_cdbgsys", Control::debugger_branch, kSopp}),
    on(kCdna34, Semantics{"s_cbranch_cdbguser", Control::debugger_branch, kSopp}),
    on(kCdna34, Semantics{"s_cbranch_cdbgsys_or_user", Control::debugger_branch, kSopp}),
    on(kCdna34, Semantics{"s_cbranch_cdbgsys_and_user", Control::debugger_branch, kSopp}),
    on(kCdna34, Semantics{"s_memtime", Control::memory_time, kTimes}),
    on(kCdna34, Semantics{"s_memrealtime", Control::memory_time, kTimes}),
    on(kGfx1250, Semantics{"s_get_shader_cycles_u64", Control::cycles, kCycles}),
    on(kGfx1250, Semantics{"s_sendmsg_rtn_b64", Control::message_returned, kMessages}),
    // clang-format on
};

}  // namespace

std::span<const Semantics> control_table() {
  return kRows;
}

}  // namespace lockstep::isa
