// Barriers of a workgroup: which waves may pass, and what is reported of waves that wait for ever.
#include <algorithm>

#include <fmt/format.h>

#include "emulator/machine/dispatch/workgroup.hpp"
#include "emulator/machine/waves/in_turn.hpp"

namespace lockstep::machine {

// Lets waves whose split barrier is complete continue. Over when no wave is left, or all wait for ever.
Progress WorkgroupRunner::pass_barriers() {
  complete_barrier(group_);
  bool any = false, waiting = false;
  for (auto& wave : waves_) {
    any |= wave->status == Wave::Status::running;
    if (wave->status != Wave::Status::at_barrier) continue;
    if (may_pass(*wave, wave->waits_at)) {
      wave->status = Wave::Status::running;
      ++(group_.cluster == nullptr ? group_.own_changes : group_.changes);
      any = true;
    } else {
      waiting = true;
    }
  }
  if (any) return Progress::running;
  if (is_blocked()) return Progress::blocked;
  if (waiting) stop_at_barrier();
  return Progress::over;
}

bool WorkgroupRunner::is_blocked() const {
  const auto runs = [](const auto& w) {
    return w->status == Wave::Status::running ||
           (w->status == Wave::Status::at_barrier && w->waits_at != 0 && may_pass(*w, w->waits_at));
  };
  const auto waits = [](const auto& w) {
    return w->status == Wave::Status::at_barrier && w->waits_at == kClusterBarrier;
  };
  return std::ranges::none_of(waves_, runs) && std::ranges::any_of(waves_, waits);
}

void WorkgroupRunner::stop_blocked() {
  const auto waits = [](const auto& w) {
    return w->status == Wave::Status::at_barrier && w->waits_at == kClusterBarrier;
  };
  Wave& wave = **std::ranges::find_if(waves_, waits);
  std::string missing;
  for (std::size_t rank = 0; rank < group_.cluster->members.size(); ++rank) {
    const Workgroup& other = *group_.cluster->members[rank];
    if (other.cluster_signals > group_.cluster->phases) continue;
    missing +=
        fmt::format("{}{}{}", missing.empty() ? "" : ", ", rank, other.over ? ", which has ended," : "");
  }
  wave.stop(FindingKind::divergent_barrier, environment_.program->instructions[wave.pc], -1,
            fmt::format("the wave waits for ever: workgroup {} of the cluster has not signalled its barrier",
                        missing));
}

namespace {

std::string why_named(const Wave& wave) {
  const NamedBarrier& barrier = wave.group->named[std::size_t(wave.waits_at)];
  return fmt::format(
      "the wave waits for ever: barrier {} has {} of {} signals, and every other wave waits or has ended",
      wave.waits_at, barrier.signals, barrier.members);
}

}  // namespace

void WorkgroupRunner::stop_at_barrier() {
  const auto waits = [](const auto& w) { return w->status == Wave::Status::at_barrier; };
  Wave& wave = **std::ranges::find_if(waves_, waits);
  if (wave.waits_at > 0) {
    wave.stop(FindingKind::divergent_barrier, environment_.program->instructions[wave.pc], -1,
              why_named(wave));
    return;
  }
  std::string missing;
  for (const auto& other : waves_)
    if (other->status != Wave::Status::ended && other->barrier_signals <= group_.barrier_phases)
      missing += fmt::format("{}{}", missing.empty() ? "" : ", ", other->id);
  wave.stop(FindingKind::divergent_barrier, environment_.program->instructions[wave.pc], -1,
            fmt::format("the wave waits for ever: wave {} has not signalled the barrier and waits itself",
                        missing));
}

// When every wave that still runs has reached a barrier, lets all of them pass. False when no wave is left.
// S_BARRIER counts waves: the address at which each waits makes no difference (CDNA3 ISA), which
// wave-specialised kernels use.
bool WorkgroupRunner::release_barrier() {
  const auto waits = [](const auto& wave) { return wave->status == Wave::Status::at_barrier; };
  if (std::ranges::none_of(waves_, waits)) return false;
  perform_in_turn(group_);
  if (environment_.observer != nullptr) environment_.observer->barrier(group_);
  ++group_.own_changes;
  for (auto& wave : waves_) {
    if (wave->status != Wave::Status::at_barrier) continue;
    wave->barriers.push_back(wave->pc);
    if (++wave->pc >= environment_.program->instructions.size()) {
      wave->stop(FindingKind::illegal_instruction, environment_.program->instructions.back(), -1,
                 kPastTheEnd);
      return false;
    }
    wave->status = Wave::Status::running;
  }
  return true;
}

// A wave that ended early is no longer counted at barriers: kernels rely on that. A wave that shared barriers
// with the others and ended having passed fewer of them is reported. One less is how the halves of a
// workgroup take turns (ping-pong), so that alone is a note: where the halves share bytes, races tell.
void WorkgroupRunner::compare_barriers() {
  for (const auto& wave : waves_)
    if (wave->status != Wave::Status::ended) return;
  const Wave& most = **std::ranges::max_element(waves_, {}, [](const auto& w) { return w->barriers.size(); });
  for (const auto& wave : waves_) {
    const std::size_t count = wave->barriers.size();
    if (count == most.barriers.size()) continue;
    const auto [mine, theirs] = std::ranges::mismatch(wave->barriers, most.barriers);
    if (mine == wave->barriers.end()) continue;
    const auto& instructions = environment_.program->instructions;
    wave->report(
        FindingKind::divergent_barrier, instructions[*mine], -1,
        fmt::format("the wave ends behind {} barriers and wave {} behind {}; number {} is this one for the "
                    "first and the one @{:#x} for the other",
                    count, most.id, most.barriers.size(), mine - wave->barriers.begin() + 1,
                    instructions[*theirs].instruction->address),
        most.barriers.size() - count == 1 ? Severity::note : Severity::wrong);
    return;
  }
}

}  // namespace lockstep::machine
