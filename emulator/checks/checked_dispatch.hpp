// A dispatch that every check observes.
#pragma once

#include <memory>

#include "emulator/checks/policy.hpp"
#include "emulator/machine/dispatch/dispatch.hpp"

namespace lockstep::checks {

/// Sets what of the policy the machine does.
inline void apply(const Policy& policy, machine::Settings& settings) {
  settings.wait_states = policy.wait_states;
  settings.any_nans = policy.any_nans;
}

/// machine::dispatch under the checks, whose findings follow the machine's. `settings.observer` is told of
/// everything, too. The outcome is the same for any number of threads: one runs everything where several
/// would show.
machine::Outcome checked_dispatch(const machine::LoadedCode& code, const code_object::Kernel& kernel,
                                  const machine::Launch& launch, machine::Memory& memory,
                                  const machine::Settings& settings, const Policy& policy = {});

/// A checked_dispatch() that advances a turn of a workgroup at a time (machine::RunningDispatch).
class RunningCheckedDispatch {
 public:
  RunningCheckedDispatch(const machine::LoadedCode& code, const code_object::Kernel& kernel,
                         const machine::Launch& launch, machine::Memory& memory,
                         const machine::Settings& settings, const Policy& policy);
  ~RunningCheckedDispatch();
  RunningCheckedDispatch(const RunningCheckedDispatch&) = delete;
  RunningCheckedDispatch& operator=(const RunningCheckedDispatch&) = delete;

  bool give_turn();
  bool waits() const;
  std::uint64_t progress() const;
  void give_up();
  machine::Outcome outcome();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lockstep::checks
