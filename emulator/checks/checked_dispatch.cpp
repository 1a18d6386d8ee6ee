#include "emulator/checks/checked_dispatch.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "emulator/checks/sanitizers.hpp"
#include "emulator/checks/unshown.hpp"

namespace lockstep::checks {

using machine::Finding;

namespace {

/// In which order workgroups run where the order is ascending.
std::array<std::uint32_t, 3> place_in_order(const Finding& f) {
  return {f.workgroup[2], f.workgroup[1], f.workgroup[0]};
}

/// What one thread would have gathered: workgroup by workgroup up to the one that stopped, each finding once, no more
/// than there is room for.
std::vector<Finding> as_of_one_thread(std::vector<Finding> all, const std::optional<Finding>& stop) {
  std::map<std::array<std::uint32_t, 3>, std::vector<Finding>> by_workgroup;
  for (Finding& f : all)
    if (!stop || place_in_order(f) <= place_in_order(*stop))
      by_workgroup[place_in_order(f)].push_back(std::move(f));
  all.clear();
  for (auto& [place, found] : by_workgroup) std::ranges::move(found, std::back_inserter(all));
  std::set<std::tuple<machine::FindingKind, machine::Severity, std::uint64_t, std::uint64_t>> seen;
  std::map<machine::Severity, std::ptrdiff_t> count;
  std::erase_if(all, [&](const Finding& f) {
    if (count[f.severity] == Findings::kLimit) return true;
    if (!seen.emplace(f.kind, f.severity, f.address, f.other_address).second) return true;
    ++count[f.severity];
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

machine::Outcome checked(machine::Outcome outcome, const Sanitizers& sanitizers,
                         const machine::LoadedCode& code, const code_object::Kernel& kernel,
                         const Policy& policy) {
  append(sanitizers.findings(), code, kernel, outcome);
  if (!outcome.cancelled && policy.lint) append(unshown(code, kernel, outcome), code, kernel, outcome);
  return outcome;
}

}  // namespace

machine::Outcome checked_dispatch(const machine::LoadedCode& code, const code_object::Kernel& kernel,
                                  const machine::Launch& launch, machine::Memory& memory,
                                  const machine::Settings& settings, const Policy& policy) {
  Sanitizers sanitizers(code, settings.observer, policy, memory.owner(launch.kernarg, 1));
  machine::Settings observed = settings;
  observed.observer = &sanitizers;
  return checked(machine::dispatch(code, kernel, launch, memory, observed), sanitizers, code, kernel, policy);
}

struct RunningCheckedDispatch::State {
  const machine::LoadedCode& code;
  const code_object::Kernel& kernel;
  Policy policy;
  Sanitizers sanitizers;
  machine::RunningDispatch dispatch;

  State(const machine::LoadedCode& c, const code_object::Kernel& k, const machine::Launch& launch,
        machine::Memory& memory, machine::Settings settings, const Policy& p)
      : code(c),
        kernel(k),
        policy(p),
        sanitizers(c, settings.observer, p, memory.owner(launch.kernarg, 1)),
        dispatch(c, k, launch, memory, observed(settings)) {}

  machine::Settings& observed(machine::Settings& settings) {
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

machine::Outcome RunningCheckedDispatch::outcome() {
  return checked(state_->dispatch.outcome(), state_->sanitizers, state_->code, state_->kernel,
                 state_->policy);
}

std::optional<machine::Outcome> checked_dispatch_on_threads(
    const machine::LoadedCode& code, const code_object::Kernel& kernel, const machine::Launch& launch,
    machine::Memory& memory, const machine::Settings& settings, const Policy& policy) {
  SharedUse sharing;
  Sanitizers sanitizers(code, policy, memory.owner(launch.kernarg, 1), sharing);
  machine::Settings observed = settings;
  observed.observer = &sanitizers;
  try {
    machine::Outcome outcome = machine::dispatch(code, kernel, launch, memory, observed);
    append(as_of_one_thread(sanitizers.findings(), outcome.stop), code, kernel, outcome);
    if (!outcome.cancelled && policy.lint) append(unshown(code, kernel, outcome), code, kernel, outcome);
    return outcome;
  } catch (const WorkgroupsShareMemory&) {
    return std::nullopt;
  }
}

}  // namespace lockstep::checks
