// Several schedules by one engine: who falls back to ascending order, what is compared, and what is said of
// it.
#include "emulator/launch/runs.hpp"

#include "tests/catch.hpp"

namespace lockstep::tests {
namespace {

using findings::FindingKind, machine::Outcome, machine::Schedule;
using Order = machine::Settings::Order;

constexpr Schedule kEarliest{}, kLatest{Schedule::Kind::latest, 0}, kRandom{Schedule::Kind::random, 7};

/// Runs nothing: each run ends as it is told to.
class Imagined : public launch::Subject {
 public:
  std::vector<std::optional<FindingKind>> stops = {{}, {}, {}};
  std::vector<bool> waits_for_earlier = {false, false, false};
  std::vector<launch::ByteDifference> different;
  int begun = 0;

  const machine::LoadedCode& code(std::size_t) const override { return code_; }
  std::vector<Outcome> run(std::size_t n, const Schedule&, Order order) override {
    ++begun;
    Outcome outcome;
    auto stop = stops[n];
    if (waits_for_earlier[n] && order != Order::ascending) stop = FindingKind::deadlock;
    if (stop) outcome.stop.emplace().kind = *stop;
    return {outcome};
  }
  std::vector<launch::ByteDifference> ended(std::size_t n, const launch::Run& run) override {
    return n == 0 || run.stop() != nullptr ? std::vector<launch::ByteDifference>{} : different;
  }

 private:
  machine::LoadedCode code_;
};

launch::Runs run(Imagined& launch, bool to_the_end = true) {
  return launch::run_under(std::vector{kEarliest, kLatest, kRandom}, launch, 1, to_the_end);
}

TEST_CASE("runs: what differs is one line, whatever the number of schedules") {
  Imagined launch;
  CHECK(run(launch).differences.empty());
  launch.different = {{1, "c", 3, 64, 0x10, 0xAB, 0x01}, {0, "b", 1, 8, 0, 0, 1}};
  const launch::Runs runs = run(launch);
  REQUIRE(runs.differences.size() == 2);
  CHECK(runs.differences[0].text.starts_with("b differs from earliest under latest, random:7: 1 of 8 bytes"));
  CHECK(runs.differences[1].text ==
        "c differs from earliest under latest, random:7: 3 of 64 bytes under latest, the first at 0x10: 01, "
        "not ab");
  CHECK(runs.differences[1].severity == findings::Severity::wrong);
  CHECK(runs.stopped() == nullptr);
  CHECK(runs.notes().empty());
}

TEST_CASE("runs: workgroups that wait for those before them run in ascending order, and that is said") {
  Imagined launch;
  launch.waits_for_earlier = {false, true, false};
  const launch::Runs runs = run(launch);
  CHECK(launch.begun == 4);
  CHECK(runs.all[1].ascending);
  CHECK(runs.stopped() == nullptr);
  CHECK(runs.notes() ==
        std::vector<std::string>{"under latest workgroups ran in ascending order; in the schedule's "
                                 "order they waited for one another for ever"});
}

TEST_CASE("runs: one that is stuck in ascending order, too, is stuck") {
  Imagined launch;
  launch.stops = {FindingKind::step_limit, FindingKind::step_limit, {}};
  const launch::Runs runs = run(launch);
  CHECK(launch.begun == 4);  // earliest is in ascending order as it is
  REQUIRE(runs.stopped() == &runs.all[0]);
  CHECK(runs.notes().empty());
}

TEST_CASE("runs: behind one that stopped others run where they are wanted") {
  Imagined launch;
  launch.stops = {{}, FindingKind::trap, {}};
  CHECK(run(launch, true).all.size() == 3);
  CHECK(run(launch, false).all.size() == 2);
  launch.stops = {FindingKind::trap, {}, {}};
  CHECK(run(launch, false).all.size() == 1);
}

}  // namespace
}  // namespace lockstep::tests
