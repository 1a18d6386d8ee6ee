// What explains waits of gfx1250's expert mode: on programs where it does, and on those that differ in what
// makes it so.
#include "properties/compiler_check/expert_waits.hpp"

#include "emulator/isa/line_parser.hpp"
#include "emulator/isa/roles.hpp"
#include "tests/catch.hpp"

namespace lockstep::compiler_check {
namespace {

isa::Program expert_program(const std::vector<std::string>& lines) {
  isa::Program p{arch::find("gfx1250"), isa::WaveWidth::lanes32, 0, {}, {}};
  for (const std::string& line : lines) {
    p.index_of_dword.push_back(std::int32_t(p.instructions.size()));
    p.instructions.push_back(isa::read_line(line, p.instructions.size() * 4, 4));
    isa::bind_semantics(p.instructions.back(), p.arch->instructions);
  }
  return p;
}

/// Whether it explains that instruction `wait` of the program is weakened, or dropped.
bool explains(bool (*condition)(const Removed&), const std::vector<std::string>& lines, std::uint32_t wait,
              std::string_view counter = {}) {
  const isa::Program program = expert_program(lines);
  wait_mutation::CodeMutant mutant;
  mutant.instruction = wait;
  mutant.counter = counter;
  return condition({mutant, program, program});
}

}  // namespace

TEST_CASE("waits of expert mode for other kinds, for memory operations, and behind other waits") {
  const std::string va = "s_wait_alu depctr_va_vdst(0)", vm = "s_wait_alu depctr_vm_vsrc(0)",
                    load = "global_load_b32 v1, v2, s[4:5]", over = "v_mov_b32_e32 v2, v3";
  CHECK(explains(waits_for_other_kinds, {"v_mov_b32_e32 v1, v2", "v_exp_f32_e32 v3, v4", va}, 2, "va_vdst"));
  CHECK_FALSE(explains(waits_for_other_kinds, {"v_mov_b32_e32 v1, v2", over, va}, 2, "va_vdst"));
  CHECK(explains(waits_for_other_kinds, {load, "ds_load_b32 v5, v6", vm}, 2, "vm_vsrc"));
  CHECK_FALSE(explains(waits_for_other_kinds, {load, "ds_load_b32 v5, v6", va, vm}, 3, "va_vdst"));
  CHECK(explains(orders_memory_operations, {load, vm, "global_load_b32 v2, v3, s[4:5]"}, 1));
  CHECK_FALSE(explains(orders_memory_operations, {load, vm, over}, 1));
  CHECK(explains(overlooks_other_counters, {load, "s_wait_loadcnt 0x0", vm, over}, 2));
  CHECK_FALSE(explains(overlooks_other_counters, {load, "s_wait_dscnt 0x0", vm, over}, 2));
}

TEST_CASE("va_vdst counts what keeps others apart, and no more than fifteen") {
  const std::string made = "v_add_f32_e32 v1, v2, v3", another = "v_mov_b32_e32 v6, v7", spacer = "v_nop",
                    store = "global_store_b32 v0, v1, s[4:5]";
  const auto waits_for = [&](std::vector<std::string> lines, int left) {
    lines.push_back("s_wait_alu depctr_va_vdst(" + std::to_string(left) + ")");
    lines.push_back(store);
    return explains(miscounts_vector_instructions, lines, std::uint32_t(lines.size() - 2), "va_vdst");
  };
  CHECK(waits_for({made, spacer, another}, 1));
  CHECK(waits_for({made, "v_mov_b32_e32 v6, v6", another}, 1));
  CHECK_FALSE(waits_for({made, another, another}, 2));
  CHECK_FALSE(waits_for({made, spacer, another}, 0));
  CHECK_FALSE(waits_for({another, spacer, another}, 1));
  std::vector<std::string> many{made};
  many.insert(many.end(), 14, another);
  CHECK_FALSE(waits_for(many, 14));
  many.push_back(another);
  CHECK(waits_for(many, 14));
}

TEST_CASE("a full counter has waited for what reads registers, too") {
  const std::string load = "global_load_b32 v1, v2, s[4:5]", other = "global_load_b32 v3, v4, s[4:5]";
  std::vector<std::string> lines{load};
  lines.insert(lines.end(), 7, other);
  lines.insert(lines.end(), {"s_wait_alu depctr_vm_vsrc(6)", "v_mov_b32_e32 v2, v5"});
  CHECK(explains(overlooks_other_counters, lines, 8));
  lines.erase(lines.begin() + 1);
  CHECK_FALSE(explains(overlooks_other_counters, lines, 7));
}

TEST_CASE("who is read by a vector instruction is done before that") {
  const std::string made = "v_add_f32_e32 v1, v2, v3", reader = "v_mov_b32_e32 v4, v1",
                    wait =
                        "s_wait_alu "
                        "depctr_va_vdst(0)",
                    load = "global_load_b32 v1, v0, s[4:5]";
  CHECK(explains(overlooks_a_later_reader, {made, reader, wait, load}, 2));
  CHECK_FALSE(explains(overlooks_a_later_reader, {reader, made, wait, load}, 2));
  CHECK_FALSE(explains(overlooks_a_later_reader, {made, reader, wait, "global_store_b32 v0, v1, s[4:5]"}, 2));
}

TEST_CASE("spacers behind a wait for all, and before a write of MODE that others keep apart") {
  const std::string matrix = "v_wmma_f32_16x16x32_f16 v[16:23], v[32:39], v[40:47], v[16:23]",
                    reader = "v_mov_b32_e32 v1, v16", nop = "v_nop", all = "s_wait_alu depctr_va_vdst(0)",
                    mode = "s_setreg_imm32_b32 hwreg(HW_REG_WAVE_MODE, 0, 1), 0";
  CHECK(explains(overlooks_that_all_are_done, {matrix, all, nop, reader}, 2));
  CHECK_FALSE(explains(overlooks_that_all_are_done, {all, matrix, nop, reader}, 2));
  CHECK_FALSE(explains(overlooks_that_all_are_done, {matrix, all, nop, "v_mov_b32_e32 v1, v2"}, 2));
  CHECK(explains(keeps_mode_apart_from_nothing, {reader, nop, nop, mode, nop, nop, mode}, 4));
  CHECK_FALSE(explains(keeps_mode_apart_from_nothing, {reader, nop, nop, mode}, 1));
  CHECK_FALSE(explains(keeps_mode_apart_from_nothing, {reader, nop, nop, mode, reader, nop, nop, mode}, 5));
}

TEST_CASE("a wait for as many of another counter stands for vm_vsrc") {
  const auto is_bug = [](const std::string& wait, const char* needed) {
    const isa::Program p = expert_program({"s_nop 0", "global_load_b32 v1, v2, s[4:5]",
                                           "global_store_b32 v3, v4, s[4:5]", wait, "v_mov_b32_e32 v2, v5"});
    findings::Finding f;
    f.other_address = 4;
    f.index = 4;
    f.needed = needed;
    return other_wait_stands_for_vm_vsrc(f, p);
  };
  CHECK(is_bug("s_wait_loadcnt 0x1", "s_wait_alu depctr_vm_vsrc(1)"));
  CHECK(is_bug("s_wait_dscnt 0x0", "s_wait_alu depctr_vm_vsrc(0)"));
  CHECK_FALSE(is_bug("s_wait_loadcnt 0x2", "s_wait_alu depctr_vm_vsrc(1)"));
  CHECK_FALSE(is_bug("s_wait_kmcnt 0x0", "s_wait_alu depctr_vm_vsrc(1)"));
  CHECK_FALSE(is_bug("s_wait_loadcnt 0x1", "s_wait_alu depctr_va_vdst(1)"));
}

TEST_CASE("va_vdst counts copies into LDS for the compiler, and loads do not wait for sources") {
  const isa::Program with =
      expert_program({"s_nop 0", "v_mov_b32_e32 v1, v2", "global_load_async_to_lds_b128 v3, v0, s[4:5]",
                      "ds_load_b32 v5, v1"});
  findings::Finding f;
  f.other_address = 4;
  f.index = 3;
  f.text = "reads v1, which v_mov_b32_e32 v1, v2 @0x4 writes, in expert mode";
  f.needed = "s_wait_alu depctr_va_vdst(0)";
  CHECK(copy_counts_as_vector(f, with));
  CHECK_FALSE(copy_counts_as_vector(
      f, expert_program({"s_nop 0", "v_mov_b32_e32 v1, v2", "v_nop", "ds_load_b32 v5, v1"})));
  CHECK_FALSE(load_over_source(f, with));
  f.text = "overwrites v2, which v_mov_b32_e32 v1, v2 @0x4 reads, in expert mode";
  CHECK(load_over_source(f, with));
}

}  // namespace lockstep::compiler_check
