// Loads of what is not to be read are findings for those who ask, whatever becomes of the value, and of
// nobody else; plain bounds don't see them.
#include <algorithm>

#include "emulator/checks/sanitizers.hpp"
#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

using namespace lockstep;
using namespace lockstep::tests;
using findings::FindingKind;

namespace {

constexpr std::uint64_t kReadable = 512, kWorkspace = kData + 0x1'0000;

// Of the data two rows hold numbers, and what lies behind them is undefined; of the kernel's own workspace
// everything is.
void add_data(machine::Memory& memory) {
  memory.add("data", kData, 2 * kReadable, false,
             [](std::uint64_t offset, std::span<std::uint8_t> data, std::span<std::uint8_t> undefined) {
               for (std::size_t i = 0; i < data.size(); ++i) {
                 data[i] = std::uint8_t(i);
                 undefined[i] = offset + i < kReadable ? 0 : 1;
               }
             });
  memory.add("workspace", kWorkspace, kReadable, true,
             [](std::uint64_t, std::span<std::uint8_t> data, std::span<std::uint8_t> undefined) {
               std::ranges::fill(data, std::uint8_t{0});
               std::ranges::fill(undefined, std::uint8_t{1});
             });
}

std::vector<findings::Finding> found_in(const std::string& kernel, machine::Schedule schedule, bool wanted) {
  checks::Sanitizers sanitizers(*program("regions"), nullptr, {.regions = wanted});
  Setup setup;
  setup.input = ramp(1, 1, kRow);
  setup.schedule = schedule;
  setup.observer = &sanitizers;
  setup.prepare = add_data;
  const Ran ran = run("regions", kernel, setup);
  INFO(kernel << ": " << ran.complaints());
  REQUIRE(ran.clean());
  return sanitizers.findings();
}

constexpr machine::Schedule kSchedules[] = {kEarliest, kLatest, random_schedule(1)};

}  // namespace

TEST_CASE("regions: loads of what is not to be read are found by those who ask") {
  struct Row {
    const char *kernel, *instruction, *text;
    int lane;
  };
  constexpr Row kRows[] = {
      {"beyond", "global_load_dword v3", "reads 0x300000200, byte 0x200 of data", 0},
      {"across", "global_load_dwordx4", "reads 0x300000200, byte 0x200 of data", 63},
      {"half", "global_load_ushort", "reads 0x300000200, byte 0x200 of data", 63},
      {"by_scalar", "s_load_dwordx4", "reads 0x300000200, byte 0x200 of data", -1},
      {"to_lds", "global_load_lds_dword", "reads 0x300000200, byte 0x200 of data", 0},
      {"by_buffer", "buffer_load_dword", "reads 0x300000300, byte 0x300 of data", 0},
  };
  for (const Row& row : kRows)
    for (const machine::Schedule& schedule : kSchedules) {
      INFO(row.kernel << " " << machine::to_string(schedule));
      const std::vector<findings::Finding> found = found_in(row.kernel, schedule, true);
      REQUIRE(found.size() == 1);
      INFO(found[0].line());
      CHECK(found[0].kind == FindingKind::out_of_region);
      CHECK(found[0].instruction.starts_with(row.instruction));
      CHECK(found[0].text.starts_with(row.text));
      CHECK(found[0].lane == row.lane);
      CHECK(found_in(row.kernel, schedule, false).empty());
    }
}

TEST_CASE("regions: what may be read, is clamped, or is the kernel's own is no finding") {
  for (const char* kernel : {"within", "clamped", "own_workspace", "after_undefined"})
    for (const machine::Schedule& schedule : kSchedules) {
      INFO(kernel);
      CHECK(found_in(kernel, schedule, true).empty());
    }
}
