// Every kind of finding has at least three programs that it must find, of bounds three in every address
// space, and beside each a twin that differs in what makes it right and is clean under every schedule.
#include <algorithm>
#include <map>
#include <set>

#include "emulator/checks/sanitizers.hpp"
#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

namespace lockstep::tests {
namespace {

using findings::FindingKind;
using Kind = FindingKind;

struct Pair {
  Kind kind;
  const char* program;
  const char* wrong;
  const char* right;
  std::uint32_t waves = 1, groups = 1;
};

constexpr Pair kReused[] = {
    // clang-format off
    {Kind::bounds, "kinds", "global_past_wrong", "global_past_right"},
    {Kind::bounds, "kinds", "global_before_wrong", "global_before_right"},
    {Kind::bounds, "kinds", "global_wide_wrong", "global_wide_right"},
    {Kind::bounds, "kinds", "global_read_only_wrong", "global_read_only_right"},
    {Kind::bounds, "kinds", "buffer_promise_wrong", "buffer_promise_right"},
    {Kind::bounds, "kinds", "buffer_write_wrong", "buffer_write_right"},
    {Kind::bounds, "kinds", "buffer_scalar_offset_wrong", "buffer_scalar_offset_right"},
    {Kind::bounds, "kinds", "flat_past_wrong", "flat_past_right"},
    {Kind::bounds, "kinds", "flat_scratch_past_wrong", "flat_scratch_past_right"},
    {Kind::bounds, "kinds", "flat_nowhere_wrong", "flat_nowhere_right"},
    {Kind::bounds, "kinds", "scratch_load_wrong", "scratch_load_right"},
    {Kind::bounds, "kinds", "scratch_store_wrong", "scratch_store_right"},
    {Kind::bounds, "kinds", "scratch_before_wrong", "scratch_before_right"},
    {Kind::bounds, "kinds", "scalar_load_wrong", "scalar_load_right"},
    {Kind::bounds, "kinds", "scalar_store_wrong", "scalar_store_right"},
    {Kind::bounds, "kinds", "scalar_buffer_wrong", "scalar_buffer_right"},
    {Kind::out_of_region, "regions", "beyond", "within"},
    {Kind::out_of_region, "regions", "by_scalar", "within"},
    {Kind::out_of_region, "regions", "by_buffer", "clamped"},
    {Kind::untouched, "untouched", "store_wrong", "store_right"},
    {Kind::untouched, "untouched", "wide_wrong", "wide_right"},
    {Kind::untouched, "untouched", "buffer_wrong", "buffer_right"},
    {Kind::untouched, "untouched", "atomic_wrong", "atomic_right"},
    {Kind::untouched, "untouched", "flat_wrong", "flat_right"},
    {Kind::clamped, "clamped", "load_wrong", "load_right"},
    {Kind::clamped, "clamped", "part_wrong", "part_right"},
    {Kind::clamped, "clamped", "to_lds_wrong", "to_lds_right"},
    {Kind::clamped, "clamped", "store_wrong", "store_right"},
    {Kind::clamped, "clamped", "atomic_wrong", "atomic_right"},
    {Kind::clamped, "clamped", "indexed_wrong", "indexed_right"},
    {Kind::clamped, "clamped", "scalar_wrong", "scalar_right"},
    {Kind::lds_bounds, "kinds", "lds_read_wrong", "lds_read_right"},
    {Kind::lds_bounds, "kinds", "lds_pair_wrong", "lds_pair_right"},
    {Kind::lds_bounds, "kinds", "lds_copy_wrong", "lds_copy_right"},
    {Kind::lds_bounds, "kinds", "lds_atomic_wrong", "lds_atomic_right"},
    {Kind::lds_bounds, "kinds", "lds_flat_wrong", "lds_flat_right"},
    {Kind::register_bounds, "kinds", "vector_beyond_wrong", "vector_beyond_right"},
    {Kind::register_bounds, "kinds", "accumulator_beyond_wrong", "accumulator_beyond_right"},
    {Kind::register_bounds, "kinds", "load_beyond_wrong", "load_beyond_right"},
    {Kind::misaligned, "kinds", "global_atomic_wrong", "global_atomic_right"},
    {Kind::misaligned, "kinds", "lds_atomic_odd_wrong", "lds_atomic_odd_right"},
    {Kind::misaligned, "kinds", "scalar_odd_wrong", "scalar_odd_right"},
    {Kind::undefined_address, "kinds", "undefined_vector_address_wrong", "undefined_vector_address_right"},
    {Kind::undefined_address, "kinds", "undefined_lds_address_wrong", "undefined_lds_address_right"},
    {Kind::undefined_address, "kinds", "undefined_scalar_address_wrong", "undefined_scalar_address_right"},
    {Kind::undefined_branch, "kinds", "undefined_scc_wrong", "undefined_scc_right"},
    {Kind::undefined_branch, "kinds", "undefined_vcc_wrong", "undefined_vcc_right"},
    {Kind::undefined_branch, "kinds", "undefined_vccnz_wrong", "undefined_vccnz_right"},
    {Kind::undefined_branch, "kinds", "undefined_skip_wrong", "undefined_skip_right"},
    {Kind::undefined_exec, "kinds", "undefined_exec_move_wrong", "undefined_exec_move_right"},
    {Kind::undefined_exec, "kinds", "undefined_exec_saved_wrong", "undefined_exec_saved_right"},
    {Kind::undefined_exec, "kinds", "undefined_exec_compare_wrong", "undefined_exec_compare_right"},
    {Kind::undefined_scalar, "kinds", "undefined_mode_wrong", "undefined_mode_right"},
    {Kind::undefined_scalar, "kinds", "undefined_mode_field_wrong", "undefined_mode_field_right"},
    {Kind::undefined_scalar, "kinds", "undefined_mode_lane_wrong", "undefined_mode_lane_right"},
    {Kind::exec, "lds", "lanes_off_tr_b8", "all_lanes_on"},
    {Kind::exec, "lds", "lanes_off_tr_b16", "all_lanes_on"},
    {Kind::exec, "lds", "lanes_off_tr_b4", "all_lanes_on"},
    {Kind::wait, "waits", "missing", "waited"},
    {Kind::wait, "waits", "too_weak", "just_enough"},
    {Kind::wait, "waits", "copy_too_weak", "copy_just_enough"},
    {Kind::wait, "waits", "counter_not_full", "counter_full"},
    {Kind::nop, "wait_states.gfx950", "dpp_short", "dpp_enough"},
    {Kind::nop, "wait_states.gfx950", "lane_select_short", "lane_select_enough"},
    {Kind::nop, "wait_states.gfx950", "back_edge_short", "back_edge_enough"},
    {Kind::lds_race, "races", "no_barrier", "ordered", 2},
    {Kind::lds_race, "races", "written_again", "written_again_in_turn", 2},
    {Kind::lds_race, "races", "different_values", "same_value", 2},
    {Kind::memory_race, "races", "same_row", "apart", 1, 2},
    {Kind::memory_race, "races", "memory_no_barrier", "memory_ordered", 2},
    {Kind::memory_race, "races", "half_then_dword", "halves_of_dwords", 1, 2},
    {Kind::divergent_barrier, "kinds", "barrier_out_of_step_wrong", "barrier_out_of_step_right", 2},
    {Kind::divergent_barrier, "kinds", "barrier_in_loop_wrong", "barrier_in_loop_right", 2},
    {Kind::divergent_barrier, "kinds", "barrier_left_out_wrong", "barrier_left_out_right", 2},
    {Kind::illegal_instruction, "kinds", "jump_odd_wrong", "jump_odd_right"},
    {Kind::illegal_instruction, "kinds", "into_literal_wrong", "into_literal_right"},
    {Kind::illegal_instruction, "kinds", "far_wrong", "far_right"},
    {Kind::step_limit, "kinds", "counts_wrong", "counts_right"},
    {Kind::step_limit, "kinds", "counts_in_vector_wrong", "counts_in_vector_right"},
    {Kind::step_limit, "kinds", "counts_in_memory_wrong", "counts_in_memory_right"},
    {Kind::deadlock, "kinds", "waits_for_flag_wrong", "waits_for_flag_right", 2},
    {Kind::deadlock, "kinds", "each_waits_wrong", "each_waits_right", 2},
    {Kind::deadlock, "kinds", "waits_for_group_wrong", "waits_for_group_right", 1, 2},
    {Kind::endless_loop, "kinds", "endless_wrong", "endless_right", 2},
    {Kind::endless_loop, "kinds", "endless_sleep_wrong", "endless_sleep_right"},
    {Kind::endless_loop, "kinds", "endless_turns_wrong", "endless_turns_right"},
    {Kind::trap, "kinds", "trap_handled_wrong", "trap_handled_right"},
    {Kind::trap, "kinds", "trap_debug_wrong", "trap_debug_right"},
    {Kind::trap, "kinds", "trap_other_wrong", "trap_other_right"},
    // clang-format on
};

// The data of program `regions`: 512 bytes that may be read, as many that may not.
void add_data(machine::Memory& memory) {
  memory.add("data", kData, 1024, false,
             [](std::uint64_t offset, std::span<std::uint8_t> data, std::span<std::uint8_t> undefined) {
               std::ranges::fill(data, std::uint8_t{0});
               for (std::size_t i = 0; i < undefined.size(); ++i) undefined[i] = offset + i < 512 ? 0 : 1;
             });
  // That of program `untouched`.
  memory.add("kept", kData + 0x10'0000, 1024, true, fill_constant(0)).keep_untouched({{256, 512}});
}

struct Judged {
  std::set<Kind> kinds;
  std::string text;
};

Judged judge(const Pair& pair, const char* kernel, machine::Schedule schedule) {
  checks::Sanitizers sanitizers(*program(pair.program), nullptr,
                                {pair.kind == Kind::out_of_region, pair.kind == Kind::clamped});
  Setup setup;
  setup.input = ramp(0, 4, 4 * kRow);
  setup.launch.block[0] = 64 * pair.waves;
  setup.launch.grid[0] = pair.groups;
  setup.schedule = schedule;
  setup.observer = &sanitizers;
  setup.prepare = add_data;
  const Ran ran = run(pair.program, kernel, setup);
  Judged judged{{}, std::string(kernel) + " " + machine::to_string(schedule) + "\n" + ran.complaints()};
  for (const findings::Finding& f : ran.outcome.findings) judged.kinds.insert(f.kind);
  if (ran.outcome.stop) judged.kinds.insert(ran.outcome.stop->kind);
  for (const findings::Finding& f : sanitizers.findings()) {
    judged.kinds.insert(f.kind);
    judged.text += f.line() + "\n";
  }
  return judged;
}

TEST_CASE("kinds: each program is found for what is wrong with it, and its twin is clean") {
  for (const Pair& pair : kReused) {
    const Judged wrong = judge(pair, pair.wrong, kLatest);
    INFO(wrong.text);
    CHECK(wrong.kinds == std::set<Kind>{pair.kind});
    for (const machine::Schedule& schedule : {kEarliest, kLatest, random_schedule(1), random_schedule(2)}) {
      const Judged right = judge(pair, pair.right, schedule);
      INFO(right.text);
      CHECK(right.kinds.empty());
    }
  }
}

TEST_CASE("kinds: halves of a workgroup that take turns may differ by one barrier in the end") {
  for (const machine::Schedule& schedule : {kEarliest, kLatest, random_schedule(1)}) {
    Setup setup;
    setup.launch.block[0] = 128;
    setup.schedule = schedule;
    const Ran ran = run("kinds", "barrier_taking_turns", setup);
    INFO(ran.complaints());
    CHECK(ran.only().kind == Kind::divergent_barrier);
    CHECK(ran.only().severity == findings::Severity::note);
    CHECK(run("kinds", "barrier_out_of_step_wrong", setup).only().severity == findings::Severity::wrong);
  }
}

TEST_CASE("kinds: there are three programs of each, of bounds in each address space") {
  std::map<std::string, std::set<std::string>> programs;
  for (const Pair& pair : kReused) {
    programs[findings::name(pair.kind)].insert(pair.wrong);
    const std::string wrong = pair.wrong;
    if (pair.kind == Kind::bounds) programs["bounds: " + wrong.substr(0, wrong.find('_'))].insert(wrong);
  }
  for (const findings::KindFacts& facts : findings::finding_kinds()) {
    INFO(facts.name);
    // What the emulator does not know is nothing wrong with a program, and descriptors of tensors are
    // gfx1250's (tests/gfx1250/tensor.py).
    if (facts.kind != Kind::unsupported && facts.kind != Kind::descriptor)
      CHECK(programs[facts.name].size() >= 3);
  }
  for (const char* space : {"global", "buffer", "flat", "scratch", "scalar"}) {
    INFO(space);
    CHECK(programs[std::string("bounds: ") + space].size() >= 3);
  }
}

TEST_CASE("kinds: where waves are is said of a deadlock and of the step limit") {
  const auto stop_of = [](const char* kernel, std::uint64_t step_limit, std::uint32_t threads = 128) {
    Setup setup;
    setup.launch.block[0] = threads;
    setup.step_limit = step_limit;
    const Ran ran = run("kinds", kernel, setup);
    REQUIRE(ran.outcome.stop);
    return ran.outcome.stop->text;
  };
  using Catch::Matchers::Contains;
  CHECK_THAT(stop_of("waits_for_flag_wrong", 100'000), Contains("1 wave at ds_or_rtn_b32 v4, v2, v6 @") &&
                                                           Contains("; 1 wave at the barrier s_barrier @"));
  CHECK_THAT(stop_of("each_waits_wrong", 100'000), Contains("2 waves at ds_or_rtn_b32 v4, v5, v6 @"));
  CHECK_THAT(stop_of("counts_wrong", 100'000), Contains("1 wave at s_"));
  CHECK(stop_of("counts_wrong", 100'000, 64) == "the wave has run longer than any kernel should");
}

}  // namespace
}  // namespace lockstep::tests
