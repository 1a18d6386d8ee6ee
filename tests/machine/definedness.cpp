// Undefined values may travel; they must not decide. Findings at addresses, branches, EXEC, M0 and
// descriptors, none for moves, and a shadow that knows which bits are meant.
#include <array>
#include <set>

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

// ---- A load through a buffer descriptor reads nothing outside the buffer. Where its address is undefined,
// it is a risk, and what it gives is undefined: wrong for whom it matters.

constexpr std::uint64_t kBufferBytes = 1024;

struct OffsetsOfArch {
  const char* program;
  int lanes;
  const char* model;
  bool wide;  ///< the form of the descriptor
};
constexpr std::array kOffsets{OffsetsOfArch{"undefined_offsets.gfx942", 64, "cdna3", false},
                              OffsetsOfArch{"undefined_offsets.gfx950", 64, "exact", false},
                              OffsetsOfArch{"undefined_offsets.gfx1250", 32, "wmma_functional", true}};
constexpr std::array kOffsetSchedules{kEarliest, kLatest, kVmemLate, random_schedule(1), random_schedule(2)};

Ran load_through(const OffsetsOfArch& target, const char* kernel, const machine::Schedule& schedule,
                 std::uint64_t num_records = kBufferBytes) {
  Setup setup;
  setup.schedule = schedule;
  setup.launch.block[0] = std::uint32_t(target.lanes);
  setup.input = ramp(100, 1, kRow);
  const auto records = std::uint32_t(num_records);
  setup.arguments = {std::uint32_t(kData), std::uint32_t(kData >> 32), records, 0x20000};
  if (target.wide)
    setup.arguments = {std::uint32_t(kData), std::uint32_t(kData >> 32) | records << 25, records >> 7, 0};
  setup.model = target.model;
  setup.prepare = [](machine::Memory& memory) {
    memory.add("data", kData, kBufferBytes, true, fill_with(ramp(0, 3, 256)));
  };
  return run(target.program, kernel, setup);
}

template <typename Check>
void each_offset(Check check) {
  for (const OffsetsOfArch& target : kOffsets)
    for (const machine::Schedule& schedule : kOffsetSchedules) {
      INFO(target.program << " under " << machine::to_string(schedule));
      check(target, schedule);
    }
}

TEST_CASE("undefined offsets: a buffer load whose value nobody uses is a risk, and no other finding") {
  each_offset([](const OffsetsOfArch& target, const machine::Schedule& schedule) {
    for (const char* kernel : {"thrown_away", "of_other_lanes", "wide_of_other_lanes"}) {
      INFO(kernel);
      const Ran ran = load_through(target, kernel, schedule);
      CHECK_FALSE(ran.outcome.stop);
      CHECK(ran.only().kind == FindingKind::undefined_address);
      CHECK(ran.only().severity == findings::Severity::risk);
      CHECK(ran.only().lane == 20);
      for (int l = 0; l < target.lanes; ++l) CHECK(ran.undefined_at(0, l) == 0);
    }
    for (int l = 0; l < 20; ++l)
      CHECK(load_through(target, "wide_of_other_lanes", schedule).at(0, l) == 3 * std::uint32_t(l + 1));
  });
}

TEST_CASE("undefined offsets: what a buffer load gives is undefined where it is stored") {
  each_offset([](const OffsetsOfArch& target, const machine::Schedule& schedule) {
    const Ran dwords = load_through(target, "stored", schedule),
              bytes = load_through(target, "byte_stored", schedule);
    for (int l = 0; l < target.lanes; ++l) {
      CHECK(dwords.undefined_at(0, l) == (l < 20 ? 0 : 0xF));
      CHECK(bytes.undefined_at(0, l) == (l < 20 ? 0 : 1));
      if (l < 20) CHECK(dwords.at(0, l) == 3 * std::uint32_t(l));
    }
  });
}

TEST_CASE(
    "undefined offsets: wrong where the value decides, of stores, and where the descriptor ends nowhere") {
  each_offset([](const OffsetsOfArch& target, const machine::Schedule& schedule) {
    const auto wrong = [&](const Ran& ran) {
      std::set<FindingKind> kinds;
      for (const findings::Finding& f : ran.outcome.findings)
        if (f.severity == findings::Severity::wrong) kinds.insert(f.kind);
      return kinds;
    };
    CHECK(wrong(load_through(target, "an_address", schedule)) == std::set{FindingKind::undefined_address});
    CHECK(wrong(load_through(target, "a_branch", schedule)) == std::set{FindingKind::undefined_branch});
    CHECK(wrong(load_through(target, "a_store", schedule)) == std::set{FindingKind::undefined_address});
    CHECK(wrong(load_through(target, "thrown_away", schedule, kBufferBytes + 4))
              .contains(FindingKind::undefined_address));
  });
}

}  // namespace
}  // namespace lockstep::tests
