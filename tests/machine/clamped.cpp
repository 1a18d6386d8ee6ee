// Accesses past num_records are findings for those who ask, and of nobody else (which programs: kinds.cpp).
#include "emulator/checks/sanitizers.hpp"
#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

using namespace lockstep;
using namespace lockstep::tests;

namespace {

std::vector<findings::Finding> found_in(const std::string& kernel, bool asked) {
  checks::Sanitizers sanitizers(*program("clamped"), nullptr, {.clamped = asked});
  Setup setup;
  setup.input = ramp(1, 1, 4 * kRow);
  setup.observer = &sanitizers;
  const Ran ran = run("clamped", kernel, setup);
  INFO(kernel << ": " << ran.complaints());
  REQUIRE(ran.clean());
  return sanitizers.findings();
}

}  // namespace

TEST_CASE("clamped: how much, where the first lies, and what comes of it") {
  struct Row {
    const char *kernel, *text;
    int lane;
  };
  constexpr Row kRows[] = {
      {"load_wrong", "1 of 64 lanes lie past num_records, the first at 0x200000200, and read 0", 63},
      {"part_wrong", "1 of 64 lanes lie past num_records, the first at 0x2000003f0, and read 0", 63},
      {"to_lds_wrong", "64 of 64 lanes lie past num_records, the first at 0x200000200, and read 0", 0},
      {"store_wrong", "1 of 17 lanes lie past num_records, the first at 0x100000200, and write nothing", 16},
      {"atomic_wrong", "1 of 64 lanes lie past num_records, the first at 0x100000200, and write nothing", 63},
      {"indexed_wrong", "1 of 64 lanes lie past num_records, the first at 0x2000001f8, and read 0", 63},
      {"scalar_wrong", "2 of 4 dwords lie past num_records, the first at 0x200000200, and read 0", -1},
  };
  for (const Row& row : kRows) {
    INFO(row.kernel);
    const auto found = found_in(row.kernel, true);
    REQUIRE(found.size() == 1);
    CHECK(found[0].kind == findings::FindingKind::clamped);
    CHECK(found[0].text == row.text);
    CHECK(found[0].lane == row.lane);
    CHECK(found_in(row.kernel, false).empty());
  }
}
