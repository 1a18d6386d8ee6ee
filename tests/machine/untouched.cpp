// Bytes that the launch says are not to be written: whoever writes them is found, with the lane and the byte,
// whatever is written.
#include "emulator/checks/sanitizers.hpp"
#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

using namespace lockstep;
using namespace lockstep::tests;

namespace {

constexpr std::uint64_t kKept = kData + 0x10'0000;

std::vector<findings::Finding> found_in(const std::string& kernel, machine::Schedule schedule,
                                        std::vector<machine::Allocation::Range> ranges) {
  checks::Sanitizers sanitizers(*program("untouched"), nullptr);
  Setup setup;
  setup.schedule = schedule;
  setup.observer = &sanitizers;
  setup.prepare = [&](machine::Memory& memory) {
    memory.add("kept", kKept, 1024, true, fill_constant(0)).keep_untouched(ranges);
  };
  const Ran ran = run("untouched", kernel, setup);
  INFO(kernel << ": " << ran.complaints());
  REQUIRE(ran.clean());
  return sanitizers.findings();
}

struct Row {
  const char *kernel, *instruction, *text;
  int lane;
};
constexpr Row kRows[] = {
    {"store_wrong", "global_store_dword", "writes 0x300100100, byte 0x100 of kept", 63},
    {"wide_wrong", "global_store_dwordx2", "writes 0x300100100, byte 0x100 of kept", 31},
    {"buffer_wrong", "buffer_store_dword", "writes 0x300100100, byte 0x100 of kept", 63},
    {"atomic_wrong", "global_atomic_add", "writes 0x300100100, byte 0x100 of kept", 63},
    {"flat_wrong", "flat_store_byte", "writes 0x300100100, byte 0x100 of kept", 63},
};

}  // namespace

TEST_CASE("untouched: a write is found with its lane and byte") {
  for (const Row& row : kRows)
    for (const machine::Schedule& schedule : {kEarliest, kLatest, random_schedule(1)}) {
      INFO(row.kernel << " " << machine::to_string(schedule));
      const auto found = found_in(row.kernel, schedule, {{256, 512}});
      REQUIRE(found.size() == 1);
      INFO(found[0].line());
      CHECK(found[0].kind == findings::FindingKind::untouched);
      CHECK(found[0].instruction.starts_with(row.instruction));
      CHECK(found[0].text.starts_with(row.text));
      CHECK(found[0].lane == row.lane);
    }
}

TEST_CASE("untouched: without ranges, or beside them, nothing is found") {
  const auto check = [](const std::string& kernel, std::vector<machine::Allocation::Range> ranges) {
    const auto found = found_in(kernel, kLatest, std::move(ranges));
    CHECK(found.empty());
  };
  for (const Row& row : kRows) {
    check(row.kernel, {});
    check(row.kernel, {{260, 512}});
  }
  for (const char* kernel :
       {"store_right", "wide_right", "buffer_right", "atomic_right", "flat_right", "load_right"})
    check(kernel, {{256, 512}});
}
