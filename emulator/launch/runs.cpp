#include "emulator/launch/runs.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "emulator/checks/executed_code.hpp"
#include "host/parallel_for.hpp"

namespace lockstep::launch {

using machine::Outcome, machine::Schedule;
using Order = machine::Settings::Order;

const findings::Finding* Run::stop() const {
  const auto stopped = std::ranges::find_if(outcomes, [](const Outcome& o) { return o.stop.has_value(); });
  return stopped == outcomes.end() ? nullptr : &*stopped->stop;
}

bool Run::is_cancelled() const {
  return std::ranges::any_of(outcomes, &Outcome::cancelled);
}

std::string Run::note() const {
  for (const Outcome& o : outcomes)
    if (!o.was_at.empty())
      return fmt::format("interrupted under {}: {}", machine::to_string(schedule), o.was_at);
  if (!ascending || stop() != nullptr) return {};
  return fmt::format(
      "under {} workgroups ran in ascending order; in the schedule's order they waited for one another for "
      "ever",
      machine::to_string(schedule));
}

Run run_under(const Schedule& schedule, const std::function<std::vector<Outcome>(Order)>& run) {
  std::vector<Outcome> outcomes = run(Order::scheduled);
  using Kind = findings::FindingKind;
  const bool is_stuck = std::ranges::any_of(outcomes, [](const Outcome& o) {
    return o.stop && (o.stop->kind == Kind::step_limit || o.stop->kind == Kind::deadlock);
  });
  if (!is_stuck || schedule == Schedule{}) return {schedule, std::move(outcomes)};
  return {schedule, run(Order::ascending), true};
}

namespace {

/// Whether plain accesses race in a way that shows.
bool races(const Outcome& outcome) {
  using findings::FindingKind;
  return std::ranges::any_of(outcome.findings, [](const findings::Finding& f) {
    return (f.kind == FindingKind::memory_race || f.kind == FindingKind::lds_race) &&
           f.severity == findings::Severity::wrong;
  });
}

using Property = bool (*)(const machine::LoadedCode&, const Outcome&);

/// Whether that is said of a launch. Where plain accesses race, they may be what differs, whatever else there
/// is.
bool explains(Property why, const Runs& runs, const Subject& subject) {
  for (const Run& run : runs.all)
    if (std::ranges::any_of(run.outcomes, races)) return false;
  return std::ranges::any_of(runs.all, [&](const Run& run) {
    for (std::size_t i = 0; i < run.outcomes.size(); ++i)
      if (why(subject.code(i), run.outcomes[i])) return true;
    return false;
  });
}

// `different`: [run].
std::vector<Difference> differences(const Runs& runs,
                                    const std::vector<std::vector<ByteDifference>>& different,
                                    const Subject& subject) {
  struct Differing {
    const ByteDifference* first = nullptr;
    std::vector<std::string> under;
  };
  std::map<std::size_t, Differing> by_number;
  for (std::size_t n = 0; n < runs.all.size(); ++n)
    for (const ByteDifference& d : different[n]) {
      Differing& differing = by_number[d.number];
      if (differing.first == nullptr) differing.first = &d;
      differing.under.push_back(machine::to_string(runs.all[n].schedule));
    }
  if (by_number.empty()) return {};
  const bool any_order = explains(checks::leaves_order_open, runs, subject),
             of_clock = !any_order && explains(checks::stores_clock, runs, subject);
  std::vector<Difference> all;
  for (const auto& [number, d] : by_number)
    all.push_back(
        {any_order || of_clock ? findings::Severity::risk : findings::Severity::wrong,
         fmt::format(
             "{} differs from {} under {}: {} of {} bytes under {}, the first at {:#x}: {:02x}, not {:02x}{}",
             d.first->name, machine::to_string(runs.all.front().schedule), fmt::join(d.under, ", "),
             d.first->bytes, d.first->of, d.under.front(), d.first->offset, d.first->other, d.first->first,
             any_order  ? checks::kOrderIsOpen
             : of_clock ? checks::kStoresClock
                        : ""),
         of_clock});
  return all;
}

}  // namespace

bool Runs::is_cancelled() const {
  return std::ranges::any_of(all, &Run::is_cancelled);
}

const Run* Runs::stopped() const {
  const auto run = std::ranges::find_if(all, [](const Run& r) { return r.stop() != nullptr; });
  return run == all.end() ? nullptr : &*run;
}

std::vector<std::string> Runs::notes() const {
  std::vector<std::string> notes;
  for (const Run& run : all)
    if (std::string note = run.note(); !note.empty()) notes.push_back(std::move(note));
  return notes;
}

Runs run_under(std::span<const Schedule> schedules, Subject& subject, int at_once, bool to_the_end) {
  Runs runs;
  runs.all.resize(schedules.size());
  std::vector<std::vector<ByteDifference>> different(schedules.size());
  const auto run = [&](std::size_t n) {
    const auto in_order = [&](Order order) { return subject.run(n, schedules[n], order); };
    Run& one = runs.all[n] = run_under(schedules[n], in_order);
    if (one.is_cancelled()) return host::Then::stop;
    different[n] = subject.ended(n, one);
    return to_the_end || one.stop() == nullptr ? host::Then::go_on : host::Then::stop;
  };
  if (run(0) == host::Then::go_on)
    host::parallel_for(schedules.size() - 1, at_once, [&](std::uint64_t n, int) { return run(n + 1); });
  while (runs.all.back().outcomes.empty()) runs.all.pop_back(), different.pop_back();  // never begun
  if (!runs.is_cancelled()) runs.differences = differences(runs, different, subject);
  return runs;
}

}  // namespace lockstep::launch
