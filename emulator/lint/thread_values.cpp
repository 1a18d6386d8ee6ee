#include "emulator/lint/known_values.hpp"

namespace lockstep::lint {

namespace {

/// What either lane knows of the wave's scalar registers, both do.
void share(ThreadValues::State& s) {
  if (!s.first) return;
  s.values.learn_from(*s.first);
  s.first->learn_from(s.values);
}

}  // namespace

ThreadValues::State ThreadValues::entry() const {
  State s{KnownValues::entry(thread_), std::nullopt};
  if (s.values.lane != 0) s.first = KnownValues::entry(thread_ - s.values.lane);
  share(s);
  return s;
}

ThreadValues::State ThreadValues::resumed() const {
  State s{KnownValues::nothing(), std::nullopt};
  s.values.lane = thread_ % isa::kMaxLanes;
  if (s.values.lane != 0) s.first = KnownValues::nothing();
  return s;
}

void ThreadValues::step(State& s, std::uint32_t instruction) const {
  values_.step(s.values, instruction);
  if (s.first) values_.step(*s.first, instruction);
  share(s);
}

bool ThreadValues::join(State& into, const State& from) {
  bool changed = KnownValues::join(into.values, from.values);
  if (into.first && from.first) changed |= KnownValues::join(*into.first, *from.first);
  return changed;
}

}  // namespace lockstep::lint
