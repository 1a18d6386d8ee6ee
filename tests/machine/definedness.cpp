// Undefined values may travel; they must not decide. Findings at addresses, branches, EXEC, M0 and
// descriptors, none for moves, and a shadow that knows which bits are meant.
#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

namespace lockstep::tests {
namespace {

using findings::FindingKind;

Setup standard() {
  Setup setup;
  setup.input = ramp(0, 1, 256);
  return setup;
}

struct Use {
  const char* kernel;
  FindingKind kind;
  int lane;
};

TEST_CASE("an undefined value that decides is reported once, with its lane") {
  const Use uses[] = {
      {"address", FindingKind::undefined_address, 0},
      {"address_in_lane", FindingKind::undefined_address, 5},
      {"store_address", FindingKind::undefined_address, 0},
      {"lds_address", FindingKind::undefined_address, 0},
      {"scalar_base", FindingKind::undefined_address, -1},
      {"branch", FindingKind::undefined_branch, -1},
      {"branch_vcc", FindingKind::undefined_branch, -1},
      {"exec", FindingKind::undefined_exec, -1},
      {"exec_saved", FindingKind::undefined_exec, -1},
      {"exec_read_lane", FindingKind::undefined_exec, 0},
      {"mode", FindingKind::undefined_scalar, -1},
      {"m0", FindingKind::undefined_address, -1},
      {"descriptor", FindingKind::undefined_address, -1},
      {"scalar_offset", FindingKind::undefined_address, -1},
      {"lane_number", FindingKind::undefined_address, -1},
  };
  for (const Use& use : uses)
    for (const auto& schedule : {kEarliest, kLatest}) {
      Setup setup = standard();
      setup.schedule = schedule;
      const Ran ran = run("definedness", use.kernel, setup);
      INFO(use.kernel << ": " << ran.complaints());
      CHECK_FALSE(ran.outcome.stop);
      REQUIRE(ran.outcome.findings.size() == 1);
      CHECK(ran.only().kind == use.kind);
      if (use.lane >= 0) CHECK(ran.only().lane == use.lane);
    }
}

TEST_CASE("a finding that repeats leaves room for others") {
  CHECK(run("definedness", "address_often", standard()).outcome.findings.size() == 2);
}

TEST_CASE("a comparison that writes EXEC reports an undefined source") {
  const Ran ran = run("definedness", "exec_compare", standard());
  CHECK(ran.only().kind == FindingKind::undefined_exec);
}

TEST_CASE("undefined values may be moved and stored, bit by bit") {
  const Ran ran = run("definedness", "moved", standard());
  INFO(ran.complaints());
  CHECK(ran.clean());
  // Which bytes of each row stay undefined: bit b of the digit is byte b.
  const std::uint32_t expected[] = {
      0xF,  // a copy
      0x2,  // and 0xff00
      0xE,  // shifted up a byte: the lowest is now zero
      0x0,  // bits 0 to 7 of the masked value: zeros
      0x1,  // bits 4 to 11 of it: some
      0x3,  // v_perm: bytes 0 and 1 from the undefined source, 2 and 3 from the defined one
      0x0,  // v_perm: all from the defined one
      0xE,  // a sum with bits 8 to 15 undefined: carries go up only
      0xC,  // or 0xffff
      0xF,  // LDS that nobody wrote
      0xF,  // through a scalar register
      0x2,  // through LDS
      0xF,  // an undefined selection
      0x0,  // overwritten
      0xF,  // a sum of doubles with the upper dword undefined
      0xF,  // with the lower one
  };
  for (int row = 0; row < 16; ++row)
    for (int l : {0, 17, 63}) {
      INFO("row " << row << " lane " << l);
      CHECK(ran.undefined_at(row, l) == expected[row]);
    }
  CHECK(ran.at(13, 9) == 36);
}

TEST_CASE("undefined memory is undefined in registers, and reported where it decides") {
  for (const char* kernel : {"memory", "scalar_memory"}) {
    Setup setup;
    setup.prepare = [](machine::Memory& memory) {
      memory.add("input", kInput, 1024, false,
                 [](std::uint64_t, std::span<std::uint8_t> data, std::span<std::uint8_t> undefined) {
                   std::fill(data.begin(), data.end(), std::uint8_t{4});
                   std::fill(undefined.begin(), undefined.end(), std::uint8_t{1});
                 });
    };
    const Ran ran = run("definedness", kernel, setup);
    INFO(kernel << ": " << ran.complaints());
    CHECK(ran.outcome.findings.size() == 1);
    CHECK(ran.found(std::string(kernel) == "memory" ? FindingKind::undefined_address
                                                    : FindingKind::undefined_branch));
    if (std::string(kernel) == "memory") CHECK(ran.undefined_at(0, 8) == 0xF);
  }
}

TEST_CASE("checks can be off") {
  const auto code = program("definedness");
  machine::Settings settings;
  settings.checks = false;
  machine::Memory memory;
  memory.add("output", kOutput, 4096, true, fill_constant(0));
  memory.add("input", kInput, 4096, false, fill_constant(0));
  memory.add("arguments", kArguments, 64, false,
             fill_with({std::uint32_t(kOutput), 1, std::uint32_t(kInput), 2}));
  const auto outcome = machine::dispatch(*code, *code->object().find("address"),
                                         {{1, 1, 1}, {64, 1, 1}, 0, kArguments}, memory, settings);
  CHECK_FALSE(outcome.stop);
  CHECK(outcome.findings.empty());
}

// 16x16: register r of lane l is row 4 (l / 16) + r, column l mod 16.
TEST_CASE("an undefined row of A makes that row of the product undefined") {
  const Ran ran = run("definedness", "matrix", standard());
  INFO(ran.complaints());
  CHECK(ran.clean());
  for (int r = 0; r < 4; ++r)
    for (int l = 0; l < 64; ++l) CHECK(ran.undefined_at(r, l) == (4 * (l / 16) + r == 3 ? 0xF : 0));
}

TEST_CASE("an undefined scale of B makes its column undefined, where the instruction selects that byte") {
  const Ran ran = run("definedness", "matrix_scale", standard());
  INFO(ran.complaints());
  CHECK(ran.clean());
  for (int r = 0; r < 5; ++r)
    for (int l = 0; l < 64; ++l) CHECK(ran.undefined_at(r, l) == (r < 4 && l % 16 == 5 ? 0xF : 0));
}

}  // namespace
}  // namespace lockstep::tests
