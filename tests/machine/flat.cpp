// Flat operations: lanes in device memory, in LDS and in scratch, of one instruction.
#include "emulator/checks/sanitizers.hpp"
#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

namespace lockstep::tests {
namespace {

using findings::FindingKind;

enum Space : std::uint32_t { kMemory, kLds, kScratch, kPastAperture };

/// Where each lane goes: lane l to space[l % 3], `pitch` bytes from lane to lane in memory and LDS.
Setup places(std::array<Space, 3> space, std::uint32_t pitch, std::uint32_t in_scratch) {
  Setup setup;
  setup.input.resize(2 * 2 * kRow);  // two waves read their rows
  for (std::uint32_t l = 0; l < kRow; ++l) {
    setup.input[l] = space[l % 3];
    setup.input[kRow + l] = space[l % 3] == kScratch ? in_scratch : pitch * l;
  }
  return setup;
}
Setup all_in(Space space, std::uint32_t offset) {
  Setup setup = places({space, space, space}, 4, offset);
  return setup;
}
/// All lanes but 9 in their first dword of LDS; that one where the test wants it.
Setup one_lane(Space space, std::uint32_t offset) {
  Setup setup = places({kLds, kLds, kLds}, 4, 0);
  setup.input[9] = space;
  setup.input[kRow + 9] = offset;
  return setup;
}

constexpr std::array<Space, 3> kMixed{kMemory, kLds, kScratch};
const machine::Schedule kSchedules[] = {kEarliest, kLatest, random_schedule(1), random_schedule(2),
                                        random_schedule(3)};

template <typename Expect>
void under_every_schedule(const char* kernel, Setup setup, Expect expect) {
  for (const machine::Schedule& schedule : kSchedules) {
    setup.schedule = schedule;
    const Ran ran = run("flat", kernel, setup);
    INFO(kernel << " " << machine::to_string(schedule) << "\n" << ran.complaints());
    REQUIRE(ran.clean());
    for (std::uint32_t l = 0; l < kRow; ++l) {
      INFO("lane " << l);
      expect(ran, l);
    }
  }
}

std::vector<findings::Finding> judged(const char* kernel, Setup setup, machine::Schedule schedule,
                                      std::uint32_t waves = 1) {
  checks::Sanitizers sanitizers(*program("flat"), nullptr);
  setup.schedule = schedule;
  setup.observer = &sanitizers;
  setup.launch.block[0] = 64 * waves;
  const Ran ran = run("flat", kernel, setup);
  INFO(kernel << " " << ran.complaints());
  REQUIRE_FALSE(ran.outcome.stop);
  return sanitizers.findings();
}

TEST_CASE("flat: what a lane stores lies in its own space") {
  under_every_schedule("spaces", places(kMixed, 4, 8), [](const Ran& ran, std::uint32_t l) {
    const int lane = int(l);
    CHECK(ran.at(0, lane) == (l % 3 == kMemory ? 100 + l : kUntouched));
    CHECK(ran.at(1, lane) == 100 + l);
    CHECK(ran.at(2, lane) == (l % 3 == kLds ? 100 + l : 0));
    CHECK(ran.at(3, lane) == (l % 3 == kScratch ? 100 + l : 0));
  });
}

TEST_CASE("flat: every size, at an offset, in every space") {
  for (const auto& space : {kMixed, std::array{kLds, kLds, kLds}, std::array{kScratch, kScratch, kScratch}})
    under_every_schedule("sizes", places(space, 16, 0), [](const Ran& ran, std::uint32_t l) {
      const int lane = int(l);
      CHECK(ran.at(8, lane) == 0x11);
      CHECK(ran.at(9, lane) == 0x44000 + l);
      CHECK(ran.at(10, lane) == 0xFFFFFF83);  // the byte 0x83, its sign extended
      CHECK(ran.at(11, lane) == 0x88220077);  // the half 0x8822 above what was there
      CHECK(ran.at(12, lane) == (0x11 | (100 + l) << 8));
    });
}

TEST_CASE("flat: atomics in every space") {
  under_every_schedule("atomics", places(kMixed, 4, 4), [](const Ran& ran, std::uint32_t l) {
    const int lane = int(l);
    CHECK(ran.at(1, lane) == 7);
    CHECK(ran.at(2, lane) == 107 + l);      // 7 + 100 + l: compared equal
    CHECK(ran.at(3, lane) == 5 + 100 + l);  // the 5 put there, and once more the thread's
  });
  under_every_schedule("atomic_of_two_dwords", places({kMemory, kLds, kLds}, 8, 0),
                       [](const Ran& ran, std::uint32_t l) {
                         CHECK(ran.at(4, int(l)) == 2);
                         CHECK(ran.at(5, int(l)) == 4);
                       });
  const Ran ran = run("flat", "atomic_of_two_dwords", all_in(kScratch, 0));
  REQUIRE(ran.outcome.stop);
  CHECK(ran.outcome.stop->kind == FindingKind::unsupported);
}

TEST_CASE("flat: the last dword of each space may be used, a byte further may not") {
  struct Edge {
    Space space;
    std::uint32_t last;
    FindingKind kind;
  };
  const Edge edges[] = {{kMemory, 16 * 256 - 4, FindingKind::bounds},
                        {kLds, 252, FindingKind::lds_bounds},
                        {kScratch, 12, FindingKind::bounds}};
  for (const char* kernel : {"store", "load"})
    for (const Edge& edge : edges)
      for (const machine::Schedule& schedule : kSchedules) {
        Setup setup = one_lane(edge.space, edge.last);
        setup.schedule = schedule;
        const Ran inside = run("flat", kernel, setup);
        INFO(kernel << " space " << edge.space << "\n" << inside.complaints());
        CHECK(inside.clean());
        ++setup.input[kRow + 9];
        const Ran outside = run("flat", kernel, setup);
        const bool goes_on = edge.space == kLds;  // and reads 0 or is dropped
        REQUIRE(outside.outcome.stop.has_value() != goes_on);
        const findings::Finding& found = goes_on ? outside.outcome.findings.front() : *outside.outcome.stop;
        CHECK(found.kind == edge.kind);
        CHECK(found.lane == 9);
      }
}

TEST_CASE("flat: past an aperture is nobody's memory") {
  const Ran ran = run("flat", "store", one_lane(kPastAperture, 0));
  REQUIRE(ran.outcome.stop);
  CHECK(ran.outcome.stop->kind == FindingKind::bounds);
  CHECK(ran.outcome.stop->lane == 9);
}

TEST_CASE("flat: what nobody wrote is undefined, in LDS and in scratch") {
  for (const Space space : {kLds, kScratch}) {
    under_every_schedule("load", all_in(space, 8),
                         [](const Ran& ran, std::uint32_t l) { CHECK(ran.undefined_at(1, int(l)) == 0xF); });
    const Ran found = run("flat", "undefined_address", all_in(space, 8));
    CHECK(found.only().kind == FindingKind::undefined_address);
    CHECK(run("flat", "defined_address", all_in(space, 8)).clean());
  }
  CHECK(run("flat", "undefined_half", all_in(kLds, 0)).found(FindingKind::undefined_address));
}

TEST_CASE("flat: lanes in LDS wait on lgkmcnt, the others on vmcnt") {
  struct Wait {
    const char* kernel;
    Space space;
    bool enough;
  };
  const Wait waits[] = {{"wait_lgkm", kLds, true},      {"wait_vm", kLds, false},
                        {"wait_lgkm", kScratch, false}, {"wait_vm", kScratch, true},
                        {"wait_lgkm", kMemory, false},  {"wait_vm", kMemory, true}};
  for (const Wait& wait : waits) {
    INFO(wait.kernel << " space " << wait.space);
    const Setup setup = all_in(wait.space, 8);
    for (const machine::Schedule& schedule : kSchedules) {
      const std::vector<findings::Finding> found = judged(wait.kernel, setup, schedule);
      CHECK(found.size() == (wait.enough ? 0 : 1));
      for (const findings::Finding& f : found) CHECK(f.kind == FindingKind::wait);
    }
    Setup late = setup;
    late.schedule = kLatest;
    const Ran ran = run("flat", wait.kernel, late);
    CHECK(ran.at(1, 5) == (wait.enough ? 105 : 0));  // felt, too: the register's old value
  }
}

TEST_CASE("flat: a mixed operation needs both waits") {
  const Setup setup = places(kMixed, 4, 8);
  CHECK(judged("wait_vm", setup, kLatest).size() == 1);  // LDS's lanes
  CHECK(judged("wait_lgkm", setup, kLatest).size() ==
        1);  // the others': scratch and memory are one instruction
  CHECK(judged("spaces", setup, kLatest).empty());
}

TEST_CASE("flat: LDS does in order what flat and LDS instructions ask") {
  under_every_schedule("in_order", all_in(kLds, 0), [](const Ran& ran, std::uint32_t l) {
    CHECK(ran.at(1, int(l)) == 100 + l);
    CHECK(ran.at(2, int(l)) == 1);
  });
}

TEST_CASE("flat: accesses of LDS race like any other, those of scratch with nobody's") {
  const Setup setup = all_in(kLds, 0);
  for (const char* kernel : {"race", "race_by_flat"}) {
    const std::vector<findings::Finding> found = judged(kernel, setup, kLatest, 2);
    INFO(kernel);
    REQUIRE_FALSE(found.empty());
    for (const findings::Finding& f : found) {
      CHECK(f.kind == FindingKind::lds_race);
      CHECK((f.instruction + f.text).find("flat_store_dword") != std::string::npos);
    }
  }
  for (const machine::Schedule& schedule : kSchedules) {
    CHECK(judged("ordered", setup, schedule, 2).empty());
    CHECK(judged("own_scratch", setup, schedule, 2).empty());
  }
  Setup two = setup;
  two.launch.block[0] = 128;
  for (std::uint32_t t = 0; t < 128; ++t) {
    CHECK(run("flat", "ordered", two).output[t] == 100 + (t ^ 64));
    CHECK(run("flat", "own_scratch", two).output[t] == 100 + t);
  }
}

}  // namespace
}  // namespace lockstep::tests
