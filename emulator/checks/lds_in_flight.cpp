#include "emulator/checks/lds_in_flight.hpp"

#include <algorithm>

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::checks {

using machine::Pending;
using machine::Wave;

namespace {

std::shared_ptr<const LdsData> data_of(const Pending& p, const LdsOperation& o) {
  auto data = std::make_shared_for_overwrite<LdsData>();
  std::copy_n(p.data.begin(), o.elements * o.rows(), data->rows.begin());
  return data;
}

}  // namespace

void LdsInFlight::workgroup_begins(LdsJudge* judge) {
  judge_ = judge;
  slots_.clear();
  free_.clear();
}

void LdsInFlight::issues(const Wave& wave, Pending& p) {
  p.known = 0;
  if (judge_ == nullptr || !uses_lds(p)) return;
  last_.resize(wave.group->waves.size());
  last_[std::size_t(wave.id)] = p.number;
  if (free_.empty()) {
    slots_.emplace_back();
    free_.push_back(std::uint32_t(slots_.size()));
  }
  p.known = free_.back();
  free_.pop_back();
  Slot& mine = slot(p.known);
  LdsOperation& o = mine.operation;
  o.needs = -1;
  o.data.reset();
  describe(wave, p, o);
  const Poll poll = o.copies ? Poll::none : polls_.of(p.prepared->index);
  o.waits = poll == Poll::wait;
  o.atomic |= poll != Poll::none;
  mine.covered = mine.released = mine.retired = false;
  mine.complete = false;
  judge_->begins(o);
}

void LdsInFlight::completes(Slot& mine) {
  mine.complete = true;
  if (mine.covered) judge_->judge(mine.operation);
}

void LdsInFlight::performs(const Pending& p) {
  if (p.known == 0) return;
  Slot& mine = slot(p.known);
  LdsOperation& o = mine.operation;
  if (o.writes && o.copies) return;  // when it retires
  if (o.writes && !o.atomic) o.data = data_of(p, o);
  completes(mine);
}

void LdsInFlight::retires(const Pending& p) {
  if (p.known == 0) return;
  Slot& mine = slot(p.known);
  if (mine.operation.writes && mine.operation.copies) {
    const bool is_extended = p.lds.in_row() && p.memory->bytes < 4;  // on the way
    if (!is_extended) mine.operation.data = data_of(p, mine.operation);
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
  mine.operation.over = last_[mine.operation.wave];
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
