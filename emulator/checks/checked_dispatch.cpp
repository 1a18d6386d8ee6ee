#include "emulator/checks/checked_dispatch.hpp"

#include <utility>

#include "emulator/checks/sanitizers.hpp"
#include "emulator/checks/unshown.hpp"

namespace lockstep::checks {

machine::Outcome checked_dispatch(const machine::LoadedCode& code, const code_object::Kernel& kernel,
                                  const machine::Launch& launch, machine::Memory& memory,
                                  const machine::Settings& settings, Policy policy) {
  Sanitizers sanitizers(code, settings.observer, policy, memory.owner(launch.kernarg, 1));
  machine::Settings observed = settings;
  observed.observer = &sanitizers;
  machine::Outcome outcome = machine::dispatch(code, kernel, launch, memory, observed);
  for (machine::Finding& f : sanitizers.findings()) {
    machine::locate(f, code, kernel);
    outcome.findings.push_back(std::move(f));
  }
  if (outcome.cancelled) return outcome;
  for (machine::Finding& f : unshown(code, kernel, outcome)) {
    machine::locate(f, code, kernel);
    outcome.findings.push_back(std::move(f));
  }
  return outcome;
}

}  // namespace lockstep::checks
