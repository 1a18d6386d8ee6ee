#include "sanitizers.hpp"

namespace lockstep::checks {

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
