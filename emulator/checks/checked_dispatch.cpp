#include "emulator/checks/checked_dispatch.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "emulator/checks/executed_code.hpp"
#include "emulator/checks/sanitizers.hpp"
#include "emulator/findings/finding_lines.hpp"
#include "emulator/machine/dispatch/workgroup_order.hpp"

namespace lockstep::checks {

using findings::Finding;

namespace {

/// What is found workgroup by workgroup, in the order in which they run: each finding once, no more than
/// there is room for. Observers of several threads, and of several workgroups at once, each have a part of
/// it. Within a workgroup races come first, which the rest may follow from, and then what comes first in the
/// program: which wave ran first makes no difference.
std::vector<Finding> in_order(std::vector<Finding> all, const machine::WorkgroupOrder& order) {
  std::map<std::array<std::uint32_t, 3>, std::vector<Finding>> by_workgroup;
  for (Finding& f : all) by_workgroup[f.workgroup].push_back(std::move(f));
  all.clear();
  for (std::uint64_t place = 0; !by_workgroup.empty() && place < order.total(); ++place)
    if (auto found = by_workgroup.extract(order.id(place)); !found.empty()) {
      std::ranges::sort(found.mapped(), {}, [](const Finding& f) {
        return std::tuple(!findings::is_race(f.kind), f.address, f.other_address, f.kind, f.severity);
      });
      std::ranges::move(found.mapped(), std::back_inserter(all));
    }
  std::set<std::tuple<findings::FindingKind, findings::Severity, std::uint64_t, std::uint64_t>> seen;
  std::map<std::pair<findings::FindingKind, findings::Severity>, std::ptrdiff_t> count;
  std::erase_if(all, [&](const Finding& f) {
    std::ptrdiff_t& alike = count[{f.kind, f.severity}];
    if (alike == Findings::kLimit) return true;
    if (!seen.emplace(f.kind, f.severity, f.address, f.other_address).second) return true;
    ++alike;
    return false;
  });
  return all;
}

void append(std::vector<Finding> found, const machine::LoadedCode& code, const code_object::Kernel& kernel,
            machine::Outcome& outcome) {
  for (Finding& f : found) {
    machine::locate(f, code, kernel);
    outcome.findings.push_back(std::move(f));
  }
}

/// The loads that raced in a run of the launch, and those of them that reach nothing.
struct JudgedLoads {
  const RacedLoads& raced;
  std::set<RacedLoads::Pair> dead;

  bool are_dead(const RacedLoads::Pair& pair) const { return dead.contains(pair) || !raced.contains(pair); }
};

/// Those that reach nothing in whichever of the two runs they raced.
std::set<RacedLoads::Pair> dead_in_both(const JudgedLoads& a, const JudgedLoads& b) {
  std::set<RacedLoads::Pair> all;
  const auto add = [&](const JudgedLoads& one, const JudgedLoads& other) {
    std::ranges::copy_if(one.dead, std::inserter(all, all.end()),
                         [&](const auto& pair) { return other.are_dead(pair); });
  };
  add(a, b);
  add(b, a);
  return all;
}

struct Asked {
  const machine::LoadedCode& code;
  const code_object::Kernel& kernel;
  const machine::Launch& launch;
  const machine::Settings& settings;
  const Policy& policy;

  /// Runs the launch, and once more where loads raced: a race whose loads reach nothing becomes a note.
  /// `before` keeps what memory held, for further runs.
  machine::Outcome run(machine::Memory& memory, int threads, Sanitizers& sanitizers,
                       MemoryBefore& before) const {
    machine::Settings observed = settings;
    observed.threads = threads;
    observed.observer = &sanitizers;
    machine::Outcome outcome = machine::dispatch(code, kernel, launch, memory, observed);
    std::vector<Finding> found = sanitizers.findings();
    const bool is_done = !outcome.stop && !outcome.cancelled;
    std::optional<Again> in_turn, dealt;
    if (is_done && sanitizers.shares_memory()) in_turn = judge_in_turn(memory, found, before);
    if (is_done && sanitizers.deals_by_atomics()) dealt = judge_dealt(memory, found, before);
    outcome = checked(std::move(outcome), std::move(found));
    if (!is_done) return outcome;
    const RacedLoads& raced = (in_turn ? *in_turn->watched : sanitizers).raced_loads();
    // Raced loads are judged by the run in which they raced: in another one a workgroup is dealt other work,
    // and its loads have other numbers.
    auto dead = raced.dead(code, kernel, launch, memory, in_turn ? in_turn->settings : settings,
                           in_turn ? in_turn->outcome : outcome, settings.schedule, before);
    if (dealt)
      dead = dead_in_both({raced, std::move(dead)},
                          {dealt->watched->raced_loads(),
                           dealt->watched->raced_loads().dead(code, kernel, launch, memory, dealt->settings,
                                                              dealt->outcome, settings.schedule, before)});
    for (Finding& f : outcome.findings) {
      const bool may_be_dead = findings::is_race(f.kind) || f.kind == findings::FindingKind::wait;
      if (!may_be_dead || f.severity != findings::Severity::wrong) continue;
      const auto at = [&](std::uint64_t address) { return std::uint32_t(code.program().at(address)); };
      if (!dead.contains({at(f.address), at(f.other_address)})) continue;
      f.severity = findings::Severity::note;
      f.text += "; what is read reaches nothing";
    }
    return outcome;
  }

  /// Another run of the launch, on memory as it was before.
  struct Again {
    std::unique_ptr<Sanitizers> watched;
    machine::Settings settings;
    machine::Outcome outcome{};
    std::vector<Finding> races{};
  };
  static bool is_race(const Finding& f) { return f.kind == findings::FindingKind::memory_race; }
  static bool is_wrong_race(const Finding& f) {
    return is_race(f) && f.severity == findings::Severity::wrong;
  }

  /// Nothing: it stopped, or memory is not known whole.
  std::optional<Again> run_again(machine::Memory& memory, machine::Schedule schedule,
                                 machine::Settings::Order order, MemoryBefore& before) const {
    if (!before.is_whole()) return std::nullopt;
    Again run{std::make_unique<Sanitizers>(code, nullptr, policy, memory.owner(launch.kernarg, 1), &before),
              settings};
    run.settings.schedule = schedule;
    run.settings.threads = 1;
    run.settings.observer = run.watched.get();
    run.settings.host = {};  // who prints stops: it has printed
    if (settings.order != machine::Settings::Order::together) run.settings.order = order;
    run.outcome =
        before.run_again([&] { return machine::dispatch(code, kernel, launch, memory, run.settings); });
    if (run.outcome.stop || run.outcome.cancelled || !before.is_whole()) return std::nullopt;
    std::ranges::copy_if(run.watched->findings(), std::back_inserter(run.races), is_race);
    run.races = in_order(std::move(run.races), {kernel, launch, run.settings});
    run.settings.observer = nullptr;
    return run;
  }

  /// Runs a launch whose waves use each other's bytes of memory once more in turn, and puts that run's races
  /// in place of those found, unless these are worse: of each byte only the last accesses are known, and
  /// which these are, and what atomics have told by then, is the schedule's.
  std::optional<Again> judge_in_turn(machine::Memory& memory, std::vector<Finding>& found,
                                     MemoryBefore& before) const {
    if (settings.schedule == machine::Schedule{}) return std::nullopt;
    auto run = run_again(memory, {}, machine::Settings::Order::ascending, before);
    if (!run || run->races.empty()) return std::nullopt;
    if (std::ranges::any_of(found, is_wrong_race) && std::ranges::none_of(run->races, is_wrong_race))
      return std::nullopt;
    std::erase_if(found, is_race);
    std::ranges::copy(run->races, std::back_inserter(found));
    return run;
  }

  /// Runs a launch whose workgroups are dealt their work by an atomic once more, some at a time: of those
  /// that run one behind the other the first may take it all. Adds that run's races that are wrong where
  /// none is.
  std::optional<Again> judge_dealt(machine::Memory& memory, std::vector<Finding>& found,
                                   MemoryBefore& before) const {
    constexpr machine::Schedule kSeveralAtATime{machine::Schedule::Kind::random, 6};  // three
    if (std::ranges::any_of(found, is_wrong_race)) return std::nullopt;
    auto run = run_again(memory, kSeveralAtATime, machine::Settings::Order::scheduled, before);
    if (!run || std::ranges::none_of(run->races, is_wrong_race)) return std::nullopt;
    std::ranges::copy_if(run->races, std::back_inserter(found), is_wrong_race);
    return run;
  }

  machine::Outcome checked(machine::Outcome outcome, std::vector<Finding> found) const {
    append(in_order(std::move(found), {kernel, launch, settings}), code, kernel, outcome);
    if (!outcome.cancelled && policy.lint)
      append(unshown(code, kernel, outcome, policy), code, kernel, outcome);
    return outcome;
  }
};

}  // namespace

// Several threads only where none of them can show: without anybody else who watches, and not where
// workgroups use each other's bytes or stop, when others may have run that come after them.
machine::Outcome checked_dispatch(const machine::LoadedCode& code, const code_object::Kernel& kernel,
                                  const machine::Launch& launch, machine::Memory& memory,
                                  const machine::Settings& settings, const Policy& policy) {
  const Asked asked{code, kernel, launch, settings, policy};
  const machine::Allocation* const arguments = memory.owner(launch.kernarg, 1);
  bool is_shared = false;
  if (settings.threads > 1 && settings.observer == nullptr &&
      settings.order != machine::Settings::Order::together) {
    SharedUse use;
    MemoryBefore before(memory);
    Sanitizers sanitizers(code, policy, arguments, use, before);
    try {
      machine::Outcome outcome = asked.run(memory, settings.threads, sanitizers, before);
      if (!outcome.stop || outcome.cancelled) return outcome;
    } catch (const WorkgroupsShareMemory&) {
      is_shared = true;
    }
    before.restore();
  }
  constexpr std::size_t kMostPages = std::size_t{1} << 16;  // half a GiB with their shadows
  MemoryBefore before(memory, kMostPages);
  Sanitizers sanitizers(code, settings.observer, policy, arguments, &before);
  machine::Outcome outcome = asked.run(memory, 1, sanitizers, before);
  outcome.ran_on_one_thread = is_shared;
  return outcome;
}

struct RunningCheckedDispatch::State {
  const machine::LoadedCode& code;
  const code_object::Kernel& kernel;
  machine::Launch launch;
  machine::Settings settings;
  Policy policy;
  Sanitizers sanitizers;
  machine::RunningDispatch dispatch;

  State(const machine::LoadedCode& c, const code_object::Kernel& k, const machine::Launch& l,
        machine::Memory& memory, const machine::Settings& s, const Policy& p)
      : code(c),
        kernel(k),
        launch(l),
        settings(s),
        policy(p),
        sanitizers(c, s.observer, p, memory.owner(l.kernarg, 1)),
        dispatch(c, k, l, memory, observed()) {}

  const machine::Settings& observed() {
    settings.threads = 1;
    settings.observer = &sanitizers;
    return settings;
  }
};

RunningCheckedDispatch::RunningCheckedDispatch(const machine::LoadedCode& code,
                                               const code_object::Kernel& kernel,
                                               const machine::Launch& launch, machine::Memory& memory,
                                               const machine::Settings& settings, const Policy& policy)
    : state_(std::make_unique<State>(code, kernel, launch, memory, settings, policy)) {}

RunningCheckedDispatch::~RunningCheckedDispatch() = default;

bool RunningCheckedDispatch::give_turn() {
  return state_->dispatch.give_turn();
}

bool RunningCheckedDispatch::waits() const {
  return state_->dispatch.waits();
}

std::uint64_t RunningCheckedDispatch::progress() const {
  return state_->dispatch.progress();
}

void RunningCheckedDispatch::give_up() {
  state_->dispatch.give_up();
}

machine::Outcome RunningCheckedDispatch::outcome() {
  const State& s = *state_;
  return Asked{s.code, s.kernel, s.launch, s.settings, s.policy}.checked(state_->dispatch.outcome(),
                                                                         s.sanitizers.findings());
}

}  // namespace lockstep::checks
