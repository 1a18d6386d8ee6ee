#include "emulator/checks/races_of_workgroup.hpp"

#include <fmt/format.h>

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::checks {

namespace {

/// What another wave waits for there: what it is told by that is judged where it reads the rest.
bool stores_widely(const LdsOperation& o, const LdsOperation& poll) {
  return poll.waits && o.wide && !o.copies;
}

}  // namespace

void RacesOfWorkgroup::add(const machine::Workgroup& group, const LdsHistory::Meeting& m, bool swaps,
                           bool lies_between) {
  const LdsOperation &mine = swaps ? m.theirs : m.mine, &theirs = swaps ? m.mine : m.theirs;
  const RacedLoads::Pair pair{mine.prepared->index, theirs.prepared->index};
  if (m.mine.loads()) loads_.add_from_lds(pair, *group.waves[m.mine.wave], m.mine.order);
  if (m.theirs.loads())
    for (const std::uint64_t order : m.their_loads)
      loads_.add_from_lds(pair, *group.waves[m.theirs.wave], order);
  const bool is_polled = stores_widely(mine, theirs) || stores_widely(theirs, mine);
  const auto severity = m.repeats || is_polled ? findings::Severity::risk : findings::Severity::wrong;
  if (!findings_.is_new(kKind, pair.first, pair.second, severity)) return;
  const auto [at, is_new] = races_.try_emplace({pair.first, pair.second, severity});
  if (!is_new) return;
  const int lane = mine.counter == isa::Counter::tensor ? -1 : swaps ? m.other_lane : m.lane;
  const isa::Instruction& other = *theirs.prepared->instruction;
  at->second = {
      group.waves[mine.wave], mine.prepared, lane,
      fmt::format(
          "{} LDS {:#x}, which wave {} uses by {} @{:#x}; {}{}", mine.writes ? "writes" : "reads", m.address,
          theirs.wave, other.text, other.address,
          what_is_missing(lies_between ? &theirs : nullptr, *group.environment->program->decoded->arch),
          m.repeats   ? "; it writes what is there already"
          : is_polled ? "; a wave waits for it, and a store of more than 8 bytes is not atomic"
                      : "")};
}

void RacesOfWorkgroup::hand_on() {
  for (const auto& [key, race] : races_)
    findings_.add(kKind, *race.wave, *race.prepared, race.lane, std::get<1>(key), race.text,
                  std::get<2>(key));
  races_.clear();
}

}  // namespace lockstep::checks
