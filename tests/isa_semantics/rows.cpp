// Every row is held to an expectation; a row without one fails.
#include <algorithm>
#include <map>
#include <set>
#include <type_traits>
#include <variant>

#include "emulator/isa/tables/float8.hpp"
#include "emulator/isa/tables/lanes.hpp"
#include "emulator/isa/tables/scalars.hpp"
#include "tests/catch.hpp"
#include "tests/isa_semantics/harness.hpp"

namespace lockstep::tests {
namespace {

std::vector<const isa::Semantics*> all_rows() {
  std::vector<const isa::Semantics*> rows;
  for (const auto table : isa::tables()) {
    for (const isa::Semantics& row : table) rows.push_back(&row);
  }
  return rows;
}

std::vector<ScalarCase> scalar_cases_of(std::string_view mnemonic) {
  static const std::vector<ScalarCase> all = scalar_cases();
  std::vector<ScalarCase> found;
  for (const ScalarCase& one : all) {
    if (one.mnemonic == mnemonic) found.push_back(one);
  }
  return found;
}

/// What is wrong with a row, "no expectation" included; empty when nothing is.
template <typename Alu, typename Range>
std::string first_complaint(const Alu& alu, const Range& cases) {
  if (std::ranges::empty(cases)) return "no expectation";
  for (const auto& one : cases) {
    if (std::string complaint = check(alu, one); !complaint.empty()) return complaint;
  }
  return {};
}

std::string complaint(const isa::Semantics& row, const isa::VectorAlu& alu) {
  if (alu.writes_exec != row.mnemonic.starts_with("v_cmpx_")) return "whether EXEC is written";
  return first_complaint(alu, vector_cases(row));
}
std::string complaint(const isa::Semantics& row, const isa::ScalarAlu& alu) {
  return first_complaint(alu, scalar_cases_of(row.mnemonic));
}

/// The rows that only name an operation of the machine.
const std::map<std::string_view,
               std::variant<isa::CrossLane, isa::Control, isa::LanePermute, isa::CacheControl>>&
named() {
  using isa::CacheControl, isa::Control, isa::CrossLane, isa::LanePermute;
  static const std::map<std::string_view, std::variant<CrossLane, Control, LanePermute, CacheControl>> table{
      {"v_nop", CrossLane::nop},
      {"v_readfirstlane_b32", CrossLane::readfirstlane},
      {"v_readlane_b32", CrossLane::readlane},
      {"v_writelane_b32", CrossLane::writelane},
      {"v_swap_b32", CrossLane::swap},
      {"v_permlane16_swap_b32", CrossLane::permlane16_swap},
      {"v_permlane32_swap_b32", CrossLane::permlane32_swap},
      {"v_accvgpr_read_b32", CrossLane::accvgpr_read},
      {"v_accvgpr_write_b32", CrossLane::accvgpr_write},
      {"v_accvgpr_mov_b32", CrossLane::accvgpr_mov},
      {"ds_permute_b32", LanePermute::permute},
      {"ds_bpermute_b32", LanePermute::bpermute},
      {"ds_swizzle_b32", LanePermute::swizzle},
      {"buffer_inv", CacheControl::invalidate},
      {"buffer_wbl2", CacheControl::writeback},
      {"s_dcache_inv", CacheControl::scalar_invalidate},
      {"s_dcache_inv_vol", CacheControl::scalar_invalidate},
      {"s_dcache_wb", CacheControl::scalar_writeback},
      {"s_dcache_wb_vol", CacheControl::scalar_writeback},
      {"s_nop", Control::nop},
      {"s_sleep", Control::sleep},
      {"s_setprio", Control::setprio},
      {"s_endpgm", Control::endpgm},
      {"s_endpgm_saved", Control::endpgm},
      {"s_branch", Control::branch},
      {"s_cbranch_scc0", Control::branch_scc0},
      {"s_cbranch_scc1", Control::branch_scc1},
      {"s_cbranch_vccz", Control::branch_vccz},
      {"s_cbranch_vccnz", Control::branch_vccnz},
      {"s_cbranch_execz", Control::branch_execz},
      {"s_cbranch_execnz", Control::branch_execnz},
      {"s_barrier", Control::barrier},
      {"s_waitcnt", Control::waitcnt},
      {"s_trap", Control::trap},
      {"s_sethalt", Control::halt},
      {"s_sendmsg", Control::send_message},
      {"s_sendmsghalt", Control::send_message},
      {"s_icache_inv", Control::icache_invalidate},
      {"s_wakeup", Control::decode_hint},
      {"s_incperflevel", Control::decode_hint},
      {"s_decperflevel", Control::decode_hint},
      {"s_ttracedata", Control::decode_hint},
      {"s_getreg_b32", Control::getreg},
      {"s_setreg_b32", Control::setreg},
      {"s_setreg_imm32_b32", Control::setreg_immediate},
      {"s_getpc_b64", Control::getpc},
      {"s_setpc_b64", Control::setpc},
      {"s_swappc_b64", Control::swappc},
      {"s_call_b64", Control::call},
      {"s_setvskip", Control::vector_skip},
      {"s_set_gpr_idx_on", Control::gpr_index_on},
      {"s_set_gpr_idx_off", Control::gpr_index_off},
      {"s_set_gpr_idx_mode", Control::gpr_index_mode},
      {"s_set_gpr_idx_idx", Control::gpr_index},
      {"s_movrels_b32", Control::move_from_relative},
      {"s_movrels_b64", Control::move_from_relative},
      {"s_movreld_b32", Control::move_to_relative},
      {"s_movreld_b64", Control::move_to_relative},
      {"s_cbranch_cdbgsys", Control::debugger_branch},
      {"s_cbranch_cdbguser", Control::debugger_branch},
      {"s_cbranch_cdbgsys_or_user", Control::debugger_branch},
      {"s_cbranch_cdbgsys_and_user", Control::debugger_branch},
      {"s_memtime", Control::memory_time},
      {"s_memrealtime", Control::memory_time},
      {"s_get_shader_cycles_u64", Control::cycles},
      {"s_sendmsg_rtn_b64", Control::message_returned},
  };
  return table;
}

template <typename Operation>
  requires std::is_enum_v<Operation>
std::string complaint(const isa::Semantics& row, Operation operation) {
  const auto expected = named().find(row.mnemonic);
  if (expected == named().end()) return "no expectation";
  const auto* same_kind = std::get_if<Operation>(&expected->second);
  return same_kind != nullptr && *same_kind == operation ? "" : "another operation";
}

/// A matrix instruction's name carries its family; its shape is checked where the machine's table is.
std::string complaint(const isa::Semantics& row, const isa::Matrix& matrix) {
  if (matrix.sparse) return row.mnemonic.starts_with("v_smfmac_") ? "" : "no sparse matrix instruction";
  if (!row.mnemonic.starts_with("v_mfma_")) return "no matrix instruction";
  if (matrix.scaled != row.mnemonic.starts_with("v_mfma_scale_")) return "whether it has scales";
  return matrix.f8f6f4 == row.mnemonic.ends_with("_f8f6f4") ? "" : "another family";
}
/// Held to the manual in block_conversions.cpp, or in small_integers.cpp.
std::string complaint(const isa::Semantics& row, const isa::BlockConvert&) {
  const bool expected = block_cases().contains(row.mnemonic) || row.mnemonic == "v_mqsad_u32_u8";
  return expected ? "" : "no expectation";
}
/// Of gfx1250 alone, whose rows are held to programs (tests/gfx1250).
std::string complaint(const isa::Semantics&, const isa::TensorCopy&) {
  return "no expectation";
}
/// Held to its name in memory_rows.cpp.
std::string complaint(const isa::Semantics&, const isa::Memory&) {
  return {};
}

std::string complaint(const isa::Semantics& row) {
  return std::visit([&](const auto& operation) { return complaint(row, operation); }, row.operation);
}

}  // namespace

TEST_CASE("every row does what the ISA says of its mnemonic") {
  for (const isa::Semantics* row : all_rows()) {
    INFO(row->mnemonic);
    CHECK(complaint(*row) == "");
    CHECK_FALSE(row->source.empty());
  }
}

TEST_CASE("every expectation has a row") {
  for (const auto& list :
       {integer_cases(), float_cases(), packed_cases(), conversion_cases(), scaled_cases()}) {
    for (const VectorCase& one : list) {
      INFO(one.mnemonic);
      CHECK(isa::find(one.mnemonic, one.archs) != nullptr);
    }
  }
  for (const ScalarCase& one : scalar_cases()) {
    INFO(one.mnemonic);
    CHECK(isa::find(one.mnemonic, isa::kGfx950) != nullptr);
  }
}

TEST_CASE("no mnemonic is in two rows of an arch, and find gives each row there and nowhere else") {
  for (const auto& [arch, bit] : {std::pair{"gfx942", isa::kGfx942}, {"gfx950", isa::kGfx950}}) {
    std::set<std::string_view> seen;
    for (const isa::Semantics* row : all_rows()) {
      INFO(arch << " " << row->mnemonic);
      if ((row->archs & bit) == 0) {
        CHECK(isa::find(row->mnemonic, bit) != row);
        continue;
      }
      CHECK(seen.insert(row->mnemonic).second);
      CHECK(isa::find(row->mnemonic, bit) == row);
    }
  }
  CHECK(isa::find("v_permlane16_swap_b32", isa::kGfx942) == nullptr);
  CHECK(isa::find("v_mfma_f32_16x16x8_xf32", isa::kGfx950) == nullptr);
  CHECK(isa::find("v_add_u32", isa::kGfx1250) == nullptr);
  CHECK(isa::find("v_add_u3", isa::kGfx950) == nullptr);
  CHECK(isa::find("v_add_u32_e32", isa::kGfx950) == nullptr);
  CHECK(isa::find("", isa::kGfx950) == nullptr);
}

TEST_CASE("planted rows are objected to") {
  using U32 = std::uint32_t;
  constexpr auto kWrong = [](U32 a, U32 b) { return a - b; };
  CHECK(complaint(isa::lane_op<kWrong>("v_add_u32", "planted")) == "result 0xfffffffc, expected 0x2");
  constexpr auto kWrongCarry = [](U32 a, U32 b) { return isa::WithCarry<U32>{a + b, false}; };
  CHECK(complaint(isa::lane_op<kWrongCarry>("v_add_co_u32", "planted")) == "mask bit");
  constexpr auto kNoCarry = [](U32 a, U32 b) { return a + b; };
  CHECK(complaint(isa::lane_op<kNoCarry>("v_add_co_u32", "planted")) == "whether a mask is written");
  constexpr auto kUnary = [](U32 a) { return a; };
  CHECK(complaint(isa::lane_op<kUnary>("v_add_u32", "planted")) == "number of sources");
  CHECK(complaint(isa::lane_op<kNoCarry>("v_new_u32", "planted")) == "no expectation");
  constexpr auto kOrdered = [](float a, float b) { return a < b; };
  CHECK(complaint(isa::lane_op<kOrdered>("v_cmp_nge_f32", "planted")) == "mask bit");
  CHECK(complaint(isa::lane_op<kOrdered>("v_cmpx_lt_f32", "planted")) == "whether EXEC is written");
  constexpr auto kNoScc = [](U32 a, U32 b) { return a + b; };
  CHECK(complaint(isa::scalar<kNoScc>("s_add_u32", "planted")) == "whether SCC is written");
  CHECK(complaint({"v_mfma_scale_f32_16x16x128_f8f6f4", isa::Matrix{.f8f6f4 = true}, "planted"}) ==
        "whether it has scales");
  CHECK(complaint(isa::lane_op<[](std::uint32_t a) { return isa::FnuzFp8::decode(std::uint8_t(a)); }>(
            "v_cvt_f32_fp8", "planted")) != "");
  CHECK(complaint({"s_branch", isa::Control::branch_scc0, "planted"}) == "another operation");
  CHECK(complaint({"s_new", isa::Control::nop, "planted"}) == "no expectation");
}

}  // namespace lockstep::tests
