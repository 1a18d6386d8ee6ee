#include "emulator/checks/lds_in_flight.hpp"

#include "emulator/checks/lds_changes.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::checks {

using machine::Pending;
using machine::Wave;

void LdsInFlight::workgroup_begins(LdsJudge* judge) {
  judge_ = judge;
  slots_.clear();
  free_.clear();
  performed_ = 0;
}

void LdsInFlight::issues(const Wave& wave, Pending& p) {
  p.known = 0;
  if (judge_ == nullptr || !uses_lds(p)) return;
  if (free_.empty()) {
    slots_.emplace_back();
    free_.push_back(std::uint32_t(slots_.size()));
  }
  p.known = free_.back();
  free_.pop_back();
  Slot& mine = slot(p.known);
  LdsOperation& o = mine.operation;
  o.performed = 0;
  o.needs = -1;
  o.same = {};
  describe(wave, p, o);
  const LdsPoll poll = o.copies ? LdsPoll::none : polls_.of(p.prepared->index);
  o.waits = poll == LdsPoll::wait;
  o.atomic |= poll != LdsPoll::none;
  mine.covered = mine.released = mine.retired = false;
  mine.complete = !o.writes;
  judge_->begins(o);
}

void LdsInFlight::completes(Slot& mine) {
  mine.complete = true;
  mine.operation.performed = ++performed_;
  if (mine.covered) judge_->judge(mine.operation);
}

// Stores and atomics are looked at before they change LDS.
void LdsInFlight::performs(const Wave& wave, const Pending& p) {
  if (p.known == 0) return;
  Slot& mine = slot(p.known);
  LdsOperation& o = mine.operation;
  if (!o.writes || o.copies) return;
  for (int e = 0; e < o.elements && !o.atomic; ++e) o.same[std::size_t(e)] = lanes_in_lds(wave, p, e);
  completes(mine);
}

void LdsInFlight::retires(const Wave& wave, const Pending& p) {
  if (p.known == 0) return;
  Slot& mine = slot(p.known);
  if (mine.operation.writes && mine.operation.copies) {
    mine.operation.same[0] = loaded_lanes_in_lds(wave, p);
    completes(mine);
  }
  mine.retired = true;
  free_if_over(p.known);
}

void LdsInFlight::free_if_over(std::uint32_t number) {
  if (slot(number).released && slot(number).retired) free_.push_back(number);
}

void LdsInFlight::cover(Slot& mine) {
  mine.covered = true;
  mine.operation.last = judge_->covered_at(mine.operation);
  if (mine.complete) judge_->judge(mine.operation);
}

void LdsInFlight::covers(std::uint32_t number) {
  Slot& mine = slot(number);
  if (!mine.covered) cover(mine);
  mine.released = true;
  free_if_over(number);
}

void LdsInFlight::meets_barrier(std::uint32_t number, int allowed) {
  LdsOperation& o = slot(number).operation;
  if (o.needs < 0) o.needs = std::int8_t(allowed);
}

void LdsInFlight::covers_older(int wave, isa::Counter counter, std::uint64_t order) {
  for (Slot& some : slots_)
    if (!some.covered && some.operation.wave == wave && some.operation.counter == counter &&
        some.operation.order < order)
      cover(some);
}

}  // namespace lockstep::checks
