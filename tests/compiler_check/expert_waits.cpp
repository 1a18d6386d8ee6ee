// What explains waits of gfx1250's expert mode: on programs where it does, and on those that differ in what
// makes it so.
#include "emulator/isa/line_parser.hpp"
#include "emulator/isa/roles.hpp"
#include "properties/compiler_check/spare_waits.hpp"
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
