#include "emulator/runtime/turns.hpp"

#include <algorithm>

namespace lockstep::runtime {

using machine::Outcome;

void Turns::add(const LaunchJob& job, const machine::Launch& launch, machine::Memory& memory,
                const machine::Settings& settings) {
  constexpr std::uint64_t kFaster = 4;
  Running& one = running_.emplace_back();
  one.place = running_.size() - 1;
  one.weight = random_.below(2) == 0 ? 1 : kFaster;
  const machine::LoadedCode& code = job.launch->function.module->code();
  const code_object::Kernel& kernel = *job.launch->function.kernel;
  if (settings.checks && job.all_checks)
    one.dispatch.emplace<checks::RunningCheckedDispatch>(code, kernel, launch, memory, settings, *job.policy);
  else
    one.dispatch.emplace<machine::RunningDispatch>(code, kernel, launch, memory, settings);
}

std::list<Turns::Running>::iterator Turns::drawn() {
  std::uint64_t all = 0;
  for (const Running& r : running_) all += r.weight;
  std::uint64_t draw = random_.below(all);
  auto chosen = running_.begin();
  for (; draw >= chosen->weight; ++chosen) draw -= chosen->weight;
  return chosen;
}

template <typename Visit>
auto Turns::of(Running& running, Visit visit) {
  if (auto* checked = std::get_if<checks::RunningCheckedDispatch>(&running.dispatch)) return visit(*checked);
  return visit(std::get<machine::RunningDispatch>(running.dispatch));
}

/// What all launches have done that others may wait for.
std::uint64_t Turns::progress() {
  std::uint64_t all = ended_;
  for (Running& r : running_) all += of(r, [](const auto& dispatch) { return dispatch.progress(); });
  return all;
}

bool Turns::all_wait() {
  const std::uint64_t now = progress();
  return std::ranges::all_of(running_, [&](const Running& r) { return r.waited_at == now; });
}

std::vector<Outcome> Turns::run() {
  std::vector<Outcome> outcomes(running_.size());
  while (!running_.empty()) {
    const auto one = drawn();
    if (of(*one, [](auto& dispatch) { return dispatch.give_turn(); })) {
      if (!of(*one, [](const auto& dispatch) { return dispatch.waits(); })) continue;
      one->waited_at = progress();
      if (!all_wait()) continue;
      of(*one, [](auto& dispatch) { dispatch.give_up(); });
      continue;
    }
    ended_ += 1 + of(*one, [](const auto& dispatch) { return dispatch.progress(); });
    outcomes[one->place] = of(*one, [](auto& dispatch) { return dispatch.outcome(); });
    running_.erase(one);
  }
  return outcomes;
}

}  // namespace lockstep::runtime
