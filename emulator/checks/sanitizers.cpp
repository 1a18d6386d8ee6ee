#include "sanitizers.hpp"

namespace lockstep::checks {

std::vector<machine::Finding> Sanitizers::findings() const {
  std::vector<machine::Finding> all = findings_.all();
  for (const auto& other : others_)
    all.insert(all.end(), other->findings_.all().begin(), other->findings_.all().end());
  return all;
}

machine::Observer* Sanitizers::of_thread() {
  if (also_ != nullptr) return nullptr;
  others_.emplace_back(new Sanitizers(nullptr, *own_use_));
  return others_.back().get();
}

void Sanitizers::workgroup_begins(const machine::Workgroup& group) {
  lds_.workgroup_begins(group);
  memory_.workgroup_begins(group);
  if (also_ != nullptr) also_->workgroup_begins(group);
}

void Sanitizers::workgroup_ends(const machine::Workgroup& group) {
  if (also_ != nullptr) also_->workgroup_ends(group);
}

void Sanitizers::executes(machine::Wave& wave, const machine::Bound& code) {
  if (also_ != nullptr) also_->executes(wave, code);
}

bool Sanitizers::executed(machine::Wave& wave, const machine::Bound& code, machine::Step step) {
  return also_ == nullptr || also_->executed(wave, code, step);
}

void Sanitizers::issues(machine::Wave& wave, machine::Pending& pending) {
  lds_.issues(wave, pending);
  if (also_ != nullptr) also_->issues(wave, pending);
}

void Sanitizers::performs(const machine::Wave& wave, const machine::Pending& pending) {
  lds_.performs(wave, pending);
  memory_.performs(wave, pending);
  if (also_ != nullptr) also_->performs(wave, pending);
}

void Sanitizers::retires(const machine::Wave& wave, const machine::Pending& pending) {
  lds_.retires(wave, pending);
  memory_.retires(wave, pending);
  if (also_ != nullptr) also_->retires(wave, pending);
}

void Sanitizers::barrier(const machine::Workgroup& group) {
  lds_.barrier(group);
  if (also_ != nullptr) also_->barrier(group);
}

}  // namespace lockstep::checks
