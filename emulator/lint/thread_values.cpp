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
  State s{KnownValues::entry(lane_, thread_), std::nullopt};
  if (lane_ != 0) s.first = KnownValues::entry(0, thread_ - lane_);
  // LLVM AMDGPUUsage, "Initial Kernel Execution State": the wave's number is in ttmp8[29:25].
  constexpr std::size_t kTtmp8 = isa::scalar::kTtmp0 + 8;
  if (wave_) s.values.scalars[kTtmp8] = {*wave_ << 25, ~0u};
  share(s);
  return s;
}

ThreadValues::State ThreadValues::resumed() const {
  State s{KnownValues::nothing(), std::nullopt};
  s.values.lane = lane_;
  if (lane_ != 0) s.first = KnownValues::nothing();
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
