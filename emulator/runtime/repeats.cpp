// What a session does with launches that it has judged before: these need not run again.
#include "emulator/launch/host_calls.hpp"
#include "emulator/runtime/launch_runs.hpp"
#include "emulator/runtime/session.hpp"

namespace lockstep::runtime {

using observe::Footprint;

// Not where the host takes part, or where each launch is to run. Nobody watches a launch on several threads.
bool Session::may_be_kept(const KernelLaunch& launch) const {
  return settings_.every == 0 && settings_.record.empty() && settings_.threads == 1 &&
         !launch::calls_host(*launch.function.kernel);
}

bool Session::repeat(const LaunchJob& job, std::span<Accesses> accesses) {
  memory_.host_to_device();
  const Accesses* const used = kept_launches_.repeat({*job.launch, job.all_checks}, memory_.memory());
  if (used == nullptr) return false;
  memory_.device_to_host();
  if (!accesses.empty()) accesses.front() = *used;
  LaunchRecord record = record_of(*job.launch, settings_.checks && job.all_checks);
  record.number = ++launched_;
  record.is_repeated = true;
  report_.add(record);
  return true;
}

void Session::keep(const LaunchJob& job, const LaunchRuns& runs) {
  if (runs.stop || runs.first.cancelled) return;
  Footprint& first = job.used.front();
  for (const Footprint& other : job.used.subspan(1))
    for (const Footprint::Range& r : other.ranges(Footprint::Use::found))
      first.add(Footprint::Use::found, r.first, r.end);
  kept_launches_.keep({*job.launch, job.all_checks}, accesses_of(first), first.ranges(Footprint::Use::found),
                      memory_.memory(), runs.kept->memory());
}

}  // namespace lockstep::runtime
