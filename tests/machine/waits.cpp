// What the check of waits says of small programs that use a register too early, under every schedule, and of
// their neighbours that don't.
#include "emulator/checks/sanitizers.hpp"
#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

using namespace lockstep;
using namespace lockstep::tests;
using findings::FindingKind;

namespace {

std::vector<findings::Finding> found_in(const std::string& kernel, machine::Schedule schedule) {
  const auto code = program("waits");
  checks::Sanitizers sanitizers(*code, nullptr);
  Setup setup;
  setup.input = ramp(4, 4, 2 * kRow);
  setup.schedule = schedule;
  setup.observer = &sanitizers;
  const Ran ran = run("waits", kernel, setup);
  INFO(ran.complaints());
  REQUIRE_FALSE(ran.outcome.stop);
  return sanitizers.findings();
}

constexpr machine::Schedule kSchedules[] = {kEarliest, kLatest, random_schedule(1), random_schedule(2)};

void expect(const std::string& kernel, const std::string& user, const std::string& filler) {
  for (const machine::Schedule& schedule : kSchedules) {
    const std::vector<findings::Finding> found = found_in(kernel, schedule);
    INFO(kernel << " " << machine::to_string(schedule));
    REQUIRE(found.size() == 1);
    INFO(found[0].line());
    CHECK(found[0].kind == FindingKind::wait);
    CHECK(found[0].instruction.find(user) != std::string::npos);
    CHECK(found[0].text.find(filler) != std::string::npos);
  }
}

}  // namespace

TEST_CASE("waits: a register used before its wait is named with both instructions, under every schedule") {
  expect("missing", "v_mov_b32_e32 v4, v3", "reads a register that global_load_dword v3");
  expect("hidden", "v_mov_b32_e32 v4, v3", "reads a register that global_load_dword v3");
  expect("too_weak", "global_store_dword v1, v4", "global_load_dword v4");
  expect("other_counter", "global_store_dword v1, v3", "global_load_dword v3");
  expect("overwritten", "v_mov_b32_e32 v3, 7", "overwrites a register that global_load_dword v3");
  expect("read_and_overwritten", "v_add_u32_e32 v3", "reads a register that global_load_dword v3");
  expect("overwritten_by_lds", "ds_read_b32 v3", "overwrites a register that global_load_dword v3");
  expect("lds_too_weak", "global_store_dword v1, v4", "ds_read_b32 v4");
  expect("scalar_missing", "s_add_u32 s21", "s_load_dword s20");
  expect("scalar_partial", "s_add_u32 s22", "s_load_dword s20");
  expect("scalar_partial_younger", "s_add_u32 s22", "s_load_dword s21");
  expect("scalar_beside_lds", "s_add_u32 s22", "s_load_dword s20");
  expect("lds_before_scalar", "v_mov_b32_e32 v4, v3", "ds_read_b32 v3");
  expect("scalar_loaded_twice", "s_load_dword s20", "overwrites a register that s_load_dword s20");
  expect("address_of_load", "global_load_dword v4, v3", "global_load_dword v3");
  expect("copy_read", "ds_read_b32 v5", "reads LDS 0x0, which global_load_lds_dword v1");
  expect("copy_other_counter", "ds_read_b32 v5", "reads LDS 0x0, which global_load_lds_dword v1");
  expect("copy_too_weak", "ds_read_b32 v5", "reads LDS 0x100, which global_load_lds_dword v1");
  expect("copy_overwritten", "ds_write_b32 v1", "overwrites LDS 0x100, which global_load_lds_dword v1");
  expect("copy_read_in_pair", "ds_read2_b32", "reads LDS 0x100, which global_load_lds_dword v1");
  expect("copy_read_in_pair_back", "ds_read2_b32", "reads LDS 0x110, which global_load_lds_dword v1");
  expect("counter_not_full", "v_mov_b32_e32 v5, v3", "global_load_dword v3");
  expect("amid_others", "v_add_u32_e32 v4, v3, v5", "reads a register that global_load_dword v3");
  expect("index_reads_loaded", "v_mov_b32_e32 v3, v2", "reads a register that global_load_dword v4");
  expect("index_writes_loaded", "v_mov_b32_e32 v2, v0", "overwrites a register that global_load_dword v4");
  expect("load_not_skipped", "v_mov_b32_e32 v3, v4", "reads a register that global_load_dword v4");
  expect("before_invalidation", "v_mov_b32_e32 v4, v3", "reads a register that global_load_dword v3");
  expect("amid_after_jump", "v_add_u32_e32 v4, v3, v6", "reads a register that global_load_dword v3");
}

TEST_CASE("waits: what is covered, arrives in order, or is of other lanes or halves is not found") {
  for (const char* kernel :
       {"waited", "just_enough", "stores_count", "loaded_twice", "other_lanes", "counter_full", "other_half",
        "index_passes_by", "index_of_other_side", "load_skipped", "use_skipped", "copy_waited",
        "copy_just_enough", "copy_other_bytes", "copy_other_lanes", "lds_before_lds",
        "before_invalidation_enough"})
    for (const machine::Schedule& schedule : kSchedules) {
      const std::vector<findings::Finding> found = found_in(kernel, schedule);
      INFO(kernel << " " << machine::to_string(schedule) << (found.empty() ? "" : ": " + found[0].line()));
      CHECK(found.empty());
    }
}

TEST_CASE("waits: stretches end where something may wait, issue or jump, and know what is used in them") {
  for (const char* name : {"waits", "kinds", "lds", "matrix", "control", "flat"}) {
    const auto code = program(name);
    const isa::RegisterUses& uses = code->uses();
    const auto& all = code->program().instructions;
    for (std::uint32_t i = 0; i < all.size(); ++i) {
      REQUIRE(uses.stretch_end(i) > i);
      for (std::uint32_t j = i; j < uses.stretch_end(i); ++j) {
        INFO(name << ": " << all[i].text << " to " << all[j].text);
        if (j > i) REQUIRE_FALSE(uses.waits(j));
        if (j + 1 < uses.stretch_end(i)) {
          REQUIRE_FALSE(isa::issued(all[j]).has_value());
          REQUIRE_FALSE(std::holds_alternative<isa::Memory>(all[j].semantics->operation));
          REQUIRE_FALSE(all[j].mnemonic.starts_with("s_cbranch"));
        }
        for (const isa::RegisterAccess& a : uses.of(j)) {
          if (a.file == isa::File::scalar && a.first >= 128) continue;  // apertures: nothing loads them
          isa::UnifiedSet vectors{};
          std::array<std::uint64_t, 2> scalars{};
          const int first = a.first + (a.file == isa::File::accumulator ? 256 : 0);
          if (a.file == isa::File::scalar)
            isa::add_registers(scalars, first, a.count);
          else
            isa::add_registers(vectors, first, a.count);
          REQUIRE(uses.footprint_of_stretch(i).meets(vectors, scalars, 256));
        }
      }
    }
  }
}
