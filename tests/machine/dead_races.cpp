// A race over a value that reaches no address, branch or stored byte is a note; over any other it is wrong.
#include <map>
#include <set>

#include "emulator/checks/checked_dispatch.hpp"
#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

namespace lockstep::tests {
namespace {

using findings::FindingKind, findings::Severity;

struct Checked {
  machine::Outcome outcome;
  std::vector<std::uint32_t> output;
  std::uint64_t undefined = 0;  ///< bytes of the output

  std::set<Severity> severities(FindingKind kind = FindingKind::memory_race) const {
    std::set<Severity> all;
    std::set<FindingKind> kinds;
    for (const findings::Finding& f : outcome.findings) {
      kinds.insert(f.kind);
      all.insert(f.severity);
    }
    CHECK(kinds == std::set{kind});
    return all;
  }
};

/// A workgroup of two waves.
Checked checked(const std::string& kernel, const machine::Schedule& schedule, int threads = 1,
                const char* programs = "dead_races", std::uint32_t lanes = 64, std::uint32_t groups = 1) {
  const auto code = program(programs);
  machine::Memory memory;
  auto& output = memory.add("output", kOutput, 4 * 16 * kRow, true, fill_constant(0xEE));
  memory.add("input", kInput, 4 * kRow, false, fill_constant(0));
  std::vector<std::uint32_t> arguments(16);
  arguments[0] = std::uint32_t(kOutput), arguments[1] = std::uint32_t(kOutput >> 32);
  arguments[2] = std::uint32_t(kInput), arguments[3] = std::uint32_t(kInput >> 32);
  memory.add("arguments", kArguments, 64, false, fill_with(arguments));
  machine::Settings settings;
  settings.schedule = schedule;
  settings.threads = threads;
  settings.order = machine::Settings::Order::scheduled;
  const machine::Launch launch{{groups, 1, 1}, {2 * lanes, 1, 1}, 0, kArguments};
  Checked all;
  all.outcome = checks::checked_dispatch(*code, *code->object().find(kernel), launch, memory, settings);
  REQUIRE_FALSE(all.outcome.stop);
  all.output.resize(16 * kRow);
  std::vector<std::uint8_t> shadow(output.size());
  output.read(0, reinterpret_cast<std::uint8_t*>(all.output.data()), shadow.data(), output.size());
  for (const std::uint8_t u : shadow) all.undefined += u != 0;
  return all;
}

const std::vector<machine::Schedule> kSchedules{kEarliest, kLatest, kVmemLate, random_schedule(1)};

void expect(const std::string& kernel, const std::set<Severity>& severities,
            FindingKind kind = FindingKind::memory_race, bool is_defined = true) {
  for (const machine::Schedule& schedule : kSchedules)
    for (const int threads : {1, 2}) {
      INFO(kernel << " under " << machine::to_string(schedule));
      const Checked ran = checked(kernel, schedule, threads);
      CHECK(ran.severities(kind) == severities);
      if (is_defined) CHECK(ran.undefined == 0);
    }
}

TEST_CASE("dead races: a value that is thrown away is a note") {
  for (const char* kernel : {"overwritten", "masked_bits", "left_in_lds", "in_place", "scalar_unused"})
    expect(kernel, {Severity::note});
}

TEST_CASE("dead races: a value that is stored, added, branched on or an address is wrong") {
  for (const char* kernel : {"stored", "added", "branched", "addressed", "through_lds", "scalar_stored"})
    expect(kernel, {Severity::wrong});
}

TEST_CASE("dead races: of LDS, and of bytes that a copy of the wave's own fills") {
  for (const char* kernel : {"lds_overwritten", "lds_last_turn"})
    expect(kernel, {Severity::note}, FindingKind::lds_race);
  expect("lds_stored", {Severity::wrong}, FindingKind::lds_race);
  expect("copy_overwritten", {Severity::note}, FindingKind::wait);
  // LDS is undefined while a copy into it is under way.
  expect("copy_stored", {Severity::wrong}, FindingKind::wait, /*is_defined=*/false);
}

TEST_CASE("dead races: of LDS on gfx1250") {
  for (const machine::Schedule& schedule : kSchedules) {
    const auto severities = [&](const char* kernel) {
      INFO(kernel << " under " << machine::to_string(schedule));
      return checked(kernel, schedule, 1, "dead_races_gfx1250", 32).severities(FindingKind::lds_race);
    };
    for (const char* kernel :
         {"lds_overwritten", "lds_no_turn", "lds_elsewhere", "lds_told", "lds_behind", "lds_not_copied_out"})
      CHECK(severities(kernel) == std::set{Severity::note});
    for (const char* kernel : {"lds_stored", "lds_compared", "lds_first_turn", "lds_last_turn",
                               "lds_first_of_many", "lds_first_of_two", "lds_copied_out"})
      CHECK(severities(kernel).contains(Severity::wrong));
    CHECK(severities("lds_copied_again") == std::set{Severity::risk});
  }
}

// gfx942 and gfx950 keep that order without a wait.
TEST_CASE("dead races: on gfx1250 a barrier orders only the stores that were waited for") {
  for (const machine::Schedule& schedule : kSchedules) {
    INFO(machine::to_string(schedule));
    const auto on_gfx1250 = [&](const char* kernel) {
      return checked(kernel, schedule, 1, "dead_races_gfx1250", 32);
    };
    CHECK(on_gfx1250("memory_waited").outcome.findings.empty());
    CHECK(on_gfx1250("memory_no_wait").severities() == std::set{Severity::wrong});
  }
}

TEST_CASE("dead races: copies from LDS are judged by what they store") {
  for (const machine::Schedule& schedule : kSchedules) {
    INFO(machine::to_string(schedule));
    const auto severities = [&](const char* kernel) {
      return checked(kernel, schedule, 1, "dead_races_gfx1250", 32).severities();
    };
    CHECK(severities("copied_out_alike") == std::set{Severity::risk});
    CHECK(severities("copied_out_apart").contains(Severity::wrong));
  }
}

// Bytes that both waves store alike are a risk beside it.
TEST_CASE("dead races: in place by more lanes than the row has") {
  for (const machine::Schedule& schedule : kSchedules) {
    INFO(machine::to_string(schedule));
    const std::set<Severity> found = checked("all_in_place", schedule).severities();
    CHECK(found.contains(Severity::wrong));
    CHECK_FALSE(found.contains(Severity::note));
  }
}

// Which workgroup gets a tile, and how many loads it has done by then, is another thing under each schedule.
TEST_CASE("dead races: in place, in tiles that a counter deals out") {
  for (const machine::Schedule& schedule : kSchedules) {
    INFO(machine::to_string(schedule));
    const auto severities = [&](const char* kernel) {
      return checked(kernel, schedule, 1, "dead_races", 64, /*groups=*/3).severities();
    };
    CHECK(severities("tiles_in_place") == std::set{Severity::note});
    CHECK(severities("tiles_copied").contains(Severity::wrong));
  }
}

TEST_CASE("dead races: each pair is judged by its own loads") {
  for (const machine::Schedule& schedule : kSchedules) {
    std::map<std::string, Severity> of_loads;
    for (const findings::Finding& f : checked("one_of_two", schedule).outcome.findings) {
      const bool second = (f.instruction + f.other).find("v5") != std::string::npos;
      of_loads[second ? "stored" : "dead"] = f.severity;
    }
    CHECK(of_loads == std::map<std::string, Severity>{{"dead", Severity::note}, {"stored", Severity::wrong}});
  }
}

TEST_CASE("dead races: memory is as the first run left it") {
  for (const machine::Schedule& schedule : kSchedules) {
    const Checked ran = checked("in_place", schedule);
    for (std::size_t i = 0; i < kRow; ++i) CHECK(ran.output[i] == kUntouched + 1);
    for (std::size_t i = kRow; i < ran.output.size(); ++i) CHECK(ran.output[i] == kUntouched);
  }
}

}  // namespace
}  // namespace lockstep::tests
