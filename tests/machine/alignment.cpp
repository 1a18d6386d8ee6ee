// What has to be aligned and is not, is a finding; what may lie anywhere is none.
#include "emulator/checks/sanitizers.hpp"
#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

using namespace lockstep;
using namespace lockstep::tests;
using findings::FindingKind;

namespace {

constexpr machine::Schedule kSchedules[] = {kEarliest, kLatest, random_schedule(3)};

std::vector<findings::Finding> misaligned(const std::string& kernel, machine::Schedule schedule) {
  checks::Sanitizers sanitizers(*program("alignment"), nullptr);
  Setup setup;
  setup.input = ramp(1, 3, 8 * kRow);
  setup.output_dwords = 32 * kRow;
  setup.schedule = schedule;
  setup.observer = &sanitizers;
  const Ran ran = run("alignment", kernel, setup);
  INFO(kernel << ": " << ran.complaints());
  REQUIRE_FALSE(ran.outcome.stop);
  std::vector<findings::Finding> all = sanitizers.findings();
  all.insert(all.end(), ran.outcome.findings.begin(), ran.outcome.findings.end());
  std::erase_if(all, [](const findings::Finding& f) { return f.kind != FindingKind::misaligned; });
  return all;
}

}  // namespace

TEST_CASE(
    "alignment: atomics, transposing reads, loads to LDS and scalar loads off by a little are findings") {
  struct Row {
    const char *kernel, *instruction, *text;
  };
  constexpr Row kRows[] = {
      {"atomic_in_memory", "global_atomic_add ", "address 0x100000002 is not a multiple of 4"},
      {"wide_atomic_in_memory", "global_atomic_add_x2", "address 0x100000004 is not a multiple of 8"},
      {"atomic_in_lds", "ds_add_u32", "LDS address 0x1 is not a multiple of 4"},
      {"wide_atomic_in_lds", "ds_add_u64", "LDS address 0x4 is not a multiple of 8"},
      {"transposing", "ds_read_b64_tr_b16", "LDS address 0x4 is not a multiple of 8"},
      {"load_to_lds", "global_load_lds_dword", "LDS address 0x2 is not a multiple of 4"},
      {"scalar_load", "s_load_dword s20", "address 0x200000002 is not a multiple of 4"},
      {"scalar_base", "s_load_dwordx2", "address 0x200000011 is not a multiple of 4"},
  };
  for (const Row& row : kRows)
    for (const machine::Schedule& schedule : kSchedules) {
      const std::vector<findings::Finding> found = misaligned(row.kernel, schedule);
      INFO(row.kernel << " " << machine::to_string(schedule));
      REQUIRE(found.size() == 1);
      INFO(found[0].line());
      CHECK(found[0].instruction.starts_with(row.instruction));
      CHECK(found[0].text.find(row.text) != std::string::npos);
    }
}

TEST_CASE("alignment: what is aligned, is off, or may lie anywhere is no finding") {
  for (const char* kernel : {"aligned", "lanes_off", "anywhere"})
    for (const machine::Schedule& schedule : kSchedules) {
      const std::vector<findings::Finding> found = misaligned(kernel, schedule);
      INFO(kernel << (found.empty() ? "" : ": " + found[0].line()));
      CHECK(found.empty());
    }
}
