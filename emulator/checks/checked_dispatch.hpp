// A dispatch that every check observes.
#pragma once

#include <memory>
#include <optional>

#include "emulator/checks/policy.hpp"
#include "emulator/machine/dispatch/dispatch.hpp"

namespace lockstep::checks {

/// As machine::dispatch, with what the checks found behind what the machine did. `settings.observer` is told
/// of everything, too.
machine::Outcome checked_dispatch(const machine::LoadedCode& code, const code_object::Kernel& kernel,
                                  const machine::Launch& launch, machine::Memory& memory,
                                  const machine::Settings& settings, const Policy& policy = {});

/// The same, a turn of a workgroup at a time (machine::RunningDispatch).
class RunningCheckedDispatch {
 public:
  RunningCheckedDispatch(const machine::LoadedCode& code, const code_object::Kernel& kernel,
                         const machine::Launch& launch, machine::Memory& memory,
                         const machine::Settings& settings, const Policy& policy);
  ~RunningCheckedDispatch();
  RunningCheckedDispatch(const RunningCheckedDispatch&) = delete;
  RunningCheckedDispatch& operator=(const RunningCheckedDispatch&) = delete;

  bool give_turn();
  machine::Outcome outcome();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// On `settings.threads` threads, without an observer, with the outcome that one thread has: the same
/// findings, in the same order. Nothing where workgroups use each other's bytes, so that it may differ: the
/// memory is spent then, and one thread on a fresh one has to tell.
std::optional<machine::Outcome> checked_dispatch_on_threads(
    const machine::LoadedCode& code, const code_object::Kernel& kernel, const machine::Launch& launch,
    machine::Memory& memory, const machine::Settings& settings, const Policy& policy = {});

}  // namespace lockstep::checks
