#include "emulator/checks/observer_list.hpp"

#include <algorithm>
#include <utility>

namespace lockstep::checks {

ObserverList::ObserverList(std::vector<machine::Observer*> all) : all_(std::move(all)) {
  std::erase(all_, nullptr);
}

machine::Observer* ObserverList::of_thread() {
  std::vector<machine::Observer*> theirs;
  for (machine::Observer* const o : all_) {
    theirs.push_back(o->of_thread());
    if (theirs.back() == nullptr) return nullptr;
  }
  return of_threads_.emplace_back(std::make_unique<ObserverList>(std::move(theirs))).get();
}

bool ObserverList::finished() const {
  return std::ranges::any_of(all_, [](const machine::Observer* o) { return o->finished(); });
}

machine::Interest ObserverList::interest(const machine::Wave& wave) {
  before_.clear();
  after_.clear();
  for (machine::Observer* o : all_) {
    const machine::Interest wanted = o->interest(wave);
    if (wanted != machine::Interest::nothing) before_.push_back(o);
    if (wanted == machine::Interest::both) after_.push_back(o);
  }
  if (!after_.empty()) return machine::Interest::both;
  return before_.empty() ? machine::Interest::nothing : machine::Interest::before;
}

void ObserverList::workgroup_begins(const machine::Workgroup& group) {
  for (machine::Observer* o : all_) o->workgroup_begins(group);
}

void ObserverList::workgroup_ends(const machine::Workgroup& group) {
  for (machine::Observer* o : all_) o->workgroup_ends(group);
}

void ObserverList::barrier(const machine::Workgroup& group) {
  for (machine::Observer* o : all_) o->barrier(group);
}

std::uint32_t ObserverList::executes(machine::Wave& wave, const machine::PreparedInstruction& prepared) {
  std::uint32_t next = ~0u;
  for (machine::Observer* o : before_) next = std::min(next, o->executes(wave, prepared));
  return next;
}

bool ObserverList::executed(machine::Wave& wave, const machine::PreparedInstruction& prepared,
                            machine::Step step) {
  bool goes_on = true;
  for (machine::Observer* o : after_) goes_on &= o->executed(wave, prepared, step);
  return goes_on;
}

void ObserverList::issues(machine::Wave& wave, machine::Pending& pending) {
  for (machine::Observer* o : all_) o->issues(wave, pending);
}

void ObserverList::performs(const machine::Wave& wave, const machine::Pending& pending) {
  for (machine::Observer* o : all_) o->performs(wave, pending);
}

void ObserverList::signals(const machine::Wave& wave, int barrier, std::uint64_t phase) {
  for (machine::Observer* o : all_) o->signals(wave, barrier, phase);
}

void ObserverList::passes(const machine::Wave& wave, int barrier, std::uint64_t phase) {
  for (machine::Observer* o : all_) o->passes(wave, barrier, phase);
}

void ObserverList::arrives(const machine::Wave& wave, std::uint32_t lds_address, bool last) {
  for (machine::Observer* o : all_) o->arrives(wave, lds_address, last);
}

void ObserverList::retires(const machine::Wave& wave, const machine::Pending& pending) {
  for (machine::Observer* o : all_) o->retires(wave, pending);
}

}  // namespace lockstep::checks
