// Waves that tell each other something through LDS, without a barrier: what is a message, and what it orders.
#include <algorithm>
#include <set>

#include "emulator/checks/polls.hpp"
#include "emulator/checks/sanitizers.hpp"
#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

using namespace lockstep;
using namespace lockstep::tests;
using checks::Poll;

namespace {

/// What the instructions of a kernel are, whose line begins so, in their order.
std::vector<Poll> polls(const std::string& kernel, const std::string& line) {
  const auto code = program("lds_messages");
  const isa::Program& all = code->program();
  const checks::Polls of(all);
  std::vector<Poll> found;
  auto at = std::size_t(all.at(code->object().find(kernel)->entry));
  for (; all.instructions[at].mnemonic != "s_endpgm"; ++at)
    if (all.instructions[at].text.starts_with(line)) found.push_back(of.of(std::uint32_t(at)));
  return found;
}

using Polls = std::vector<Poll>;

using findings::Severity;

/// Lines of all races, and that they are so severe.
std::set<std::string> races(const std::string& kernel, machine::Schedule schedule, std::uint32_t waves,
                            Severity severity) {
  checks::Sanitizers sanitizers(*program("lds_messages"), nullptr);
  Setup setup;
  setup.launch.block[0] = 64 * waves;
  setup.schedule = schedule;
  setup.observer = &sanitizers;
  const Ran ran = run("lds_messages", kernel, setup);
  INFO(ran.complaints());
  REQUIRE_FALSE(ran.outcome.stop);
  std::set<std::string> pairs;
  for (const findings::Finding& f : sanitizers.findings()) {
    INFO(f.line());
    CHECK((f.kind == findings::FindingKind::lds_race && f.severity == severity));
    const std::string other = f.text.substr(f.text.find("uses by ") + 8);
    pairs.insert(f.instruction.substr(0, f.instruction.find(' ')) + " " + other.substr(0, other.find(' ')));
  }
  return pairs;
}

void expect(const std::string& kernel, const std::set<std::string>& wanted, std::uint32_t waves = 2,
            Severity severity = Severity::wrong) {
  for (const machine::Schedule& schedule :
       {kEarliest, kLatest, kVmemLate, kLdsLate, random_schedule(1), random_schedule(2)}) {
    CAPTURE(kernel, machine::to_string(schedule));
    CHECK(races(kernel, schedule, waves, severity) == wanted);
  }
}

}  // namespace

TEST_CASE("lds messages: a wave waits by what it reads again and again until that lets it go on") {
  CHECK(polls("waits_in_loop", "ds_read_b32") == Polls{Poll::wait});
  CHECK(polls("waits_asleep", "ds_read_b32") == Polls{Poll::wait, Poll::wait});
  CHECK(polls("waits_at_constant", "ds_or_rtn_b32") == Polls{Poll::wait});
}

TEST_CASE("lds messages: a loop that looks elsewhere, counts its turns or stores is none that waits") {
  for (const char* kernel : {"walks", "counts", "works"}) {
    CAPTURE(kernel);
    CHECK(polls(kernel, "ds_read_b32") == Polls{Poll::none});
  }
}

TEST_CASE("lds messages: what an atomic is to change is read atomically, but not waited for") {
  CHECK(polls("updates", "ds_read_b32") == Polls{Poll::update});
  CHECK(polls("updates", "ds_cmpst_rtn_b32") == Polls{Poll::none});
  expect("updated_by_both", {});
  expect("updated_and_stored", {"ds_write_b32 ds_cmpst_rtn_b32", "ds_write_b32 ds_read_b32"});
}

TEST_CASE("lds messages: a flag orders what was waited for before it") {
  expect("flag", {});
  expect("flag_early", {"ds_read_b32 ds_write_b32"});
  expect("flag_not_awaited", {"ds_read_b32 ds_write_b32"});
}

TEST_CASE("lds messages: an atomic and a store without an order race, whatever else adds") {
  expect("not_initialised", {"ds_add_rtn_u32 ds_write_b32"});
  expect("both_tell", {}, 3);
  expect("one_tells", {"ds_read_b32 ds_add_rtn_u32"}, 3);
}

TEST_CASE("lds messages: a store of what is there races with one of something else") {
  expect("stored_and_repeated", {"ds_write_b32 ds_write_b32"});
}

TEST_CASE("lds messages: a store wider than any atomic is none that a wave may wait for") {
  expect("flag_stored_widely", {"ds_read_b32 ds_write_b128"}, 2, Severity::risk);
}
