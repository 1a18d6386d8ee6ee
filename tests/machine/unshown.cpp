// What lint says of the code that a run executed and the run does not show is named, and nothing else.
#include "emulator/checks/checked_dispatch.hpp"
#include "emulator/checks/executed_code.hpp"
#include "emulator/checks/sanitizers.hpp"
#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

namespace lockstep::tests {
namespace {

using findings::Finding, findings::FindingKind;

/// Two turns, in each of which a load is issued where `loads` and waited for where `waits`; both are then
/// used.
Ran turns(std::array<std::uint32_t, 2> loads, std::array<std::uint32_t, 2> waits) {
  checks::Sanitizers sanitizers(*program("waits"), nullptr);
  Setup setup;
  setup.input = {loads[0], waits[0], loads[1], waits[1]};
  setup.input.resize(kRow);
  setup.observer = &sanitizers;
  Ran ran = run("waits", "on_two_arms", setup);
  INFO(ran.complaints());
  REQUIRE_FALSE(ran.outcome.stop);
  for (const Finding& f : sanitizers.findings()) ran.outcome.findings.push_back(f);
  return ran;
}

std::vector<Finding> unshown(const Ran& ran) {
  const auto code = program("waits");
  return checks::unshown(*code, *code->object().find("on_two_arms"), ran.outcome, {});
}

TEST_CASE("unshown: a path whose steps were all executed, though not one behind the other") {
  const Ran ran = turns({1, 0}, {1, 0});
  CHECK(ran.outcome.findings.empty());
  const std::vector<Finding> found = unshown(ran);
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == FindingKind::wait);
  CHECK(found[0].severity == findings::Severity::manual);
  CHECK(found[0].instruction == "v_mov_b32_e32 v3, v2");
  CHECK(found[0].other.starts_with("global_load_dword v2"));
  CHECK(found[0].line().find("lint, not shown by this run: reads v2") != std::string::npos);
}

TEST_CASE("unshown: what the run shows is not said again") {
  const Ran ran = turns({1, 1}, {1, 0});
  REQUIRE(ran.outcome.findings.size() == 1);
  CHECK(ran.outcome.findings[0].kind == FindingKind::wait);
  CHECK(unshown(ran).empty());
}

TEST_CASE("unshown: of a kind that was found more often than there is room for, nothing") {
  const auto code = program("races");
  checks::Sanitizers sanitizers(*code, nullptr);
  Setup setup;
  setup.input = ramp(1, 3, 2 * kRow);
  setup.observer = &sanitizers;
  Ran ran = run("races", "behind_many_waits", setup);
  ran.outcome.findings = sanitizers.findings();
  CHECK(ran.outcome.findings.size() >= std::size_t(checks::Findings::kLimit));
  CHECK(checks::unshown(*code, *code->object().find("behind_many_waits"), ran.outcome, {}).empty());
}

TEST_CASE("unshown: branches that were never taken are not followed") {
  for (const Ran& ran : {turns({1, 1}, {1, 1}), turns({0, 0}, {0, 0}), turns({1, 0}, {1, 1})}) {
    CHECK(ran.outcome.findings.empty());
    CHECK(unshown(ran).empty());
  }
}

std::vector<Finding> linted(const char* name, const char* kernel, const checks::Policy& policy) {
  const auto code = program(name);
  return checks::linted(*code, *code->object().find(kernel), policy);
}

TEST_CASE("wait states that are off are off in lint, too") {
  const std::vector<Finding> found = linted("wait_states.gfx950", "trans_short", {});
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == FindingKind::nop);
  CHECK(linted("wait_states.gfx950", "trans_short", {.wait_states = isa::WaitStateMode::off}).empty());
  CHECK(linted("wait_states.gfx950", "trans_short", {.wait_states = isa::WaitStateMode::report}).size() == 1);
  CHECK(linted("waits", "on_two_arms", {.wait_states = isa::WaitStateMode::off}).size() == 1);
}

TEST_CASE("an erratum is one in a run, too") {
  const std::vector<Finding> found = linted("wait_states_gfx950", "packed_erratum", {});
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == FindingKind::erratum);
}

TEST_CASE("unshown: a checked dispatch has them among its findings") {
  const auto code = program("waits");
  const Ran ran = turns({1, 0}, {1, 0});
  const std::array<std::uint32_t, kRow> words{1, 1};
  machine::Memory memory;
  const auto at = [](std::uint64_t address) {
    return std::pair(std::uint32_t(address), std::uint32_t(address >> 32));
  };
  std::vector<std::uint32_t> arguments(16);
  std::tie(arguments[0], arguments[1]) = at(kOutput);
  std::tie(arguments[2], arguments[3]) = at(kInput);
  memory.add("output", kOutput, 4 * kRow, true, fill_constant(0));
  memory.add("input", kInput, 4 * kRow, false, fill_with({words.begin(), words.end()}));
  memory.add("arguments", kArguments, 64, false, fill_with(arguments));
  machine::Settings settings;
  const machine::Launch launch{{1, 1, 1}, {64, 1, 1}, 0, kArguments};
  const machine::Outcome outcome =
      checks::checked_dispatch(*code, *code->object().find("on_two_arms"), launch, memory, settings);
  REQUIRE(outcome.findings.size() == 1);
  CHECK(outcome.findings[0].wave == -1);
  CHECK(outcome.findings[0].kernel == "on_two_arms");
}

}  // namespace
}  // namespace lockstep::tests
