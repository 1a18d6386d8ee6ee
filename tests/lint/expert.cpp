// gfx1250's expert mode: for which instruction a memory operation has to wait, and how sure that is. What is
// expected follows from who waits for whom in hardware (expert_mode.hpp): vector instructions do among each
// other, memory operations wait for nobody.
#include <fmt/format.h>

#include "tests/lint/rig.hpp"

namespace lockstep::tests {
namespace {

/// What lint finds in lines that run in expert mode, as "PRODUCER before CONSUMER: COUNTER", by the numbers
/// of the lines, with the severity where it is another than `manual`.
std::vector<std::string> early(std::vector<std::string> lines) {
  lines.insert(lines.begin(), "s_setreg_imm32_b32 hwreg(HW_REG_WAVE_SCHED_MODE, 0, 2), 2");
  lines.emplace_back("s_endpgm");
  std::vector<std::string> all;
  for (const findings::Finding& f : lint_lines("gfx1250", lines).findings) {
    if (f.kind != findings::FindingKind::wait || f.needed.find("depctr") == std::string::npos) continue;
    const bool manual = f.severity == findings::Severity::manual;
    all.push_back(fmt::format("{} before {}: {}{}", f.other_address / 4 - 1, f.index - 1,
                              f.needed.substr(f.needed.find("depctr_") + 7),
                              manual ? "" : fmt::format(", {}", findings::name(f.severity))));
  }
  return all;
}

using Found = std::vector<std::string>;

// v_exp is of a slower kind than v_mov and v_add: with a v_mov behind both, va_vdst(1) says that these are
// done, and nothing of v_exp.
constexpr const char *kExp = "v_exp_f32_e32 v3, v2", *kAnother = "v_mov_b32_e32 v6, v7",
                     *kElsewhere = "v_mov_b32_e32 v5, v7", *kOneLeft = "s_wait_alu depctr_va_vdst(1)",
                     *kTwoLeft = "s_wait_alu depctr_va_vdst(2)", *kOver = "v_mov_b32_e32 v3, v7",
                     *kReader = "v_add_f32_e32 v5, v3, v3", *kStore = "global_store_b32 v1, v3, s[4:5]",
                     *kLoad = "global_load_b32 v3, v1, s[4:5]", *kSkipsOne = "s_cbranch_scc0 1";

TEST_CASE("expert mode: a register is that of the vector instruction that wrote it last") {
  CHECK(early({kExp, kElsewhere, kAnother, kOneLeft, kStore}) == Found{"0 before 4: va_vdst(0)"});
  CHECK(early({kExp, kOver, kAnother, kOneLeft, kStore}) == Found{});
  CHECK(early({kExp, kOver, kStore}) == Found{"1 before 2: va_vdst(0)"});
  CHECK(early({kExp, kSkipsOne, kOver, kAnother, kOneLeft, kStore}) == Found{"0 before 5: va_vdst(0)"});
}

TEST_CASE("expert mode: of two registers each is that of who wrote it last") {
  const char *const both = "v_add_f64_e32 v[2:3], v[8:9], v[10:11]",
                    *const store = "global_store_b64 v1, v[2:3], s[4:5]", *const low = "v_mov_b32_e32 v2, v7";
  CHECK(early({both, kOver, kAnother, kOneLeft, store}) == Found{"0 before 4: va_vdst(0)"});
  CHECK(early({both, low, kAnother, kOneLeft, store}) == Found{"0 before 4: va_vdst(0)"});
  CHECK(early({both, low, kOver, kAnother, kOneLeft, store}) == Found{});
  CHECK(early({both, low, kAnother, kOneLeft, kStore}) == Found{"0 before 4: va_vdst(0)"});
  CHECK(early({both, kOver, kAnother, kOneLeft, kStore}) == Found{});
}

TEST_CASE("expert mode: a load waits for those that read what it overwrites, and they for who wrote it") {
  CHECK(early({kExp, kElsewhere, kAnother, kOneLeft, kLoad}) == Found{"0 before 4: va_vdst(0)"});
  CHECK(early({kExp, kReader, kAnother, kOneLeft, kLoad}) == Found{});
  CHECK(early({kExp, kReader, kLoad}) == Found{"1 before 2: va_vdst(0)"});
  CHECK(early({kExp, kSkipsOne, kReader, kAnother, kOneLeft, kLoad}) == Found{"0 before 5: va_vdst(0)"});
  // A store does not wait for who reads its data.
  CHECK(early({kExp, kReader, kStore}) == Found{"0 before 2: va_vdst(0)"});
  // Who has a result has read its sources.
  const char* const over_source = "global_load_b32 v2, v1, s[4:5]";
  CHECK(early({kExp, kElsewhere, kAnother, kOneLeft, over_source}) == Found{"0 before 4: va_vdst(0)"});
  CHECK(early({kExp, kReader, kAnother, kOneLeft, over_source}) == Found{});
}

// Triton's attention loads the operands of the next iteration while the matrix instruction may be under way.
TEST_CASE("expert mode: a load over operands of a matrix instruction waits for that, not who made them") {
  const auto loads_over = [](const std::string& operand) {
    return early({kExp, "v_wmma_f32_16x16x32_f16 v[16:23], v[" + operand + "], v[40:47], v[16:23]", kAnother,
                  kElsewhere, kTwoLeft, kLoad});
  };
  CHECK(loads_over("3:10") == Found{"1 before 5: va_vdst(0), note"});
  CHECK(loads_over("32:39") == Found{"0 before 5: va_vdst(1)"});
}

// LLVM keeps v_cmpx and v_permlane apart so, behind its waits.
TEST_CASE("expert mode: a register moved to itself has the same value for whoever reads it") {
  const char *const same = "v_mov_b32_e32 v3, v3", *const made = "v_add_f32_e32 v3, v2, v2";
  CHECK(early({same, kStore}) == Found{});
  CHECK(early({kOver, kStore}) == Found{"0 before 1: va_vdst(0)"});
  CHECK(early({"v_mov_b32_dpp v3, v3 row_shr:1 row_mask:0xf bank_mask:0xf", kStore}) ==
        Found{"0 before 1: va_vdst(0)"});
  CHECK(early({made, same, kStore}) == Found{"0 before 2: va_vdst(1)"});  // the value is still the other's
  CHECK(early({"s_set_vgpr_msb 0x40", same, "s_set_vgpr_msb 4", kStore}) == Found{"1 before 3: va_vdst(0)"});
  CHECK(early({kStore, same}) == Found{});
  CHECK(early({kStore, kOver}) == Found{"0 before 1: vm_vsrc(0)"});
  CHECK(early({same, kLoad}) == Found{"0 before 1: va_vdst(0)"});  // the move may end after the load
}

constexpr const char *kMatrix = "v_wmma_f32_16x16x32_f16 v[16:23], v[32:39], v[40:47], v[16:23]",
                     *kSmallMatrix = "v_wmma_f16_16x16x32_f16 v[16:19], v[32:39], v[40:47], v[16:19]",
                     *kStoreOfMatrix = "global_store_b32 v1, v16, s[4:5]";

TEST_CASE("expert mode: a matrix instruction of eight results, counted in order, is a note") {
  CHECK(early({kMatrix, kAnother, kElsewhere, kTwoLeft, kStoreOfMatrix}) ==
        Found{"0 before 4: va_vdst(0), note"});
  CHECK(early({kMatrix, kAnother, kElsewhere, "s_wait_alu depctr_va_vdst(3)", kStoreOfMatrix}) ==
        Found{"0 before 4: va_vdst(0)"});
  CHECK(early({kMatrix, kAnother, kElsewhere, "s_wait_alu depctr_vm_vsrc(0)", kStoreOfMatrix}) ==
        Found{"0 before 4: va_vdst(0)"});
  CHECK(early({kSmallMatrix, kAnother, kElsewhere, kTwoLeft, kStoreOfMatrix}) ==
        Found{"0 before 4: va_vdst(0)"});
  CHECK(early({kMatrix, kSkipsOne, kAnother, kElsewhere, kTwoLeft, kStoreOfMatrix}) ==
        Found{"0 before 5: va_vdst(0)"});
  CHECK(early({kMatrix, kAnother, kElsewhere, kSkipsOne, kTwoLeft, kStoreOfMatrix}) ==
        Found{"0 before 5: va_vdst(0)"});
}

TEST_CASE("expert mode: counted in order, fifteen instructions behind one hold back the next") {
  std::vector<std::string> lines{kMatrix};
  for (int i = 0; i < 14; ++i) lines.emplace_back(kAnother);
  std::vector<std::string> more = lines;
  lines.emplace_back(kStoreOfMatrix);
  CHECK(early(lines) == Found{"0 before 15: va_vdst(0)"});
  more.emplace_back(kAnother);
  more.emplace_back(kStoreOfMatrix);
  CHECK(early(more) == Found{"0 before 16: va_vdst(0), note"});
  more.front() = kExp;
  more.back() = kStore;
  CHECK(early(more) == Found{"0 before 16: va_vdst(0)"});
}

}  // namespace
}  // namespace lockstep::tests
