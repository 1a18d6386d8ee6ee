#include "emulator/runtime/launch_runs.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "emulator/checks/checked_dispatch.hpp"
#include "emulator/checks/open_order.hpp"

namespace lockstep::runtime {

namespace {

using machine::Outcome;
using Order = machine::Settings::Order;

// Between the allocations and the dispatch packet.
constexpr std::uint64_t kArguments = 0x0000'7D00'0000'0000ull;

void add_arguments(const ArgumentSegment& segment, machine::Memory& memory) {
  memory.add("kernel arguments", kArguments, segment.bytes.size(), false,
             [held = segment](std::uint64_t offset, std::span<std::uint8_t> data,
                              std::span<std::uint8_t> undefined) {
               std::copy_n(held.bytes.begin() + std::ptrdiff_t(offset), data.size(), data.begin());
               std::copy_n(held.undefined.begin() + std::ptrdiff_t(offset), undefined.size(),
                           undefined.begin());
             });
}

/// A launch, ready to be run again and again.
class Runs {
 public:
  explicit Runs(const LaunchJob& job)
      : job_(job),
        launch_{job.geometry.grid, job.geometry.block, job.geometry.dynamic_lds, kArguments},
        observer_(job.observer) {}

  void watch_no_more() { observer_ = nullptr; }

  Outcome run(machine::Memory& memory, const machine::Schedule& schedule, Order order) const {
    machine::Settings s;
    s.model = job_.model;
    s.schedule = schedule;
    s.order = order;
    s.poison = job_.seed;
    s.checks = job_.machine_checks;
    s.threads = job_.threads;
    s.cancel = job_.cancel;
    s.wait_states = job_.policy->wait_states;
    s.observer = observer_;
    const machine::LoadedCode& code = job_.module->code();
    return job_.machine_checks && job_.all_checks
               ? checks::checked_dispatch(code, *job_.kernel, launch_, memory, s, *job_.policy)
               : machine::dispatch(code, *job_.kernel, launch_, memory, s);
  }

  /// Workgroups in the order that the schedule chooses; a launch whose workgroups wait for those before them, as hardware
  /// dispatches them, gets stuck then, and runs in ascending order.
  Outcome run(std::unique_ptr<Overlay>& overlay, const std::function<std::unique_ptr<Overlay>()>& fresh,
              const machine::Schedule& schedule) const {
    overlay = fresh();
    if (job_.cooperative) return run(overlay->memory(), schedule, Order::together);
    const bool ascending = schedule == machine::Schedule{};
    Outcome outcome = run(overlay->memory(), schedule, ascending ? Order::ascending : Order::scheduled);
    if (ascending || !outcome.stop || outcome.stop->kind != machine::FindingKind::step_limit) return outcome;
    overlay = fresh();
    return run(overlay->memory(), schedule, Order::ascending);
  }

 private:
  const LaunchJob& job_;
  machine::Launch launch_;
  machine::Observer* observer_;
};

std::string difference(const Overlay::Difference& d, const machine::Schedule& first,
                       const machine::Schedule& other) {
  return fmt::format("{} byte{} of {} differ{} between {} and {}, the first at {:#x}: {:02x} and {:02x}",
                     d.bytes, d.bytes == 1 ? "" : "s", d.allocation->name(), d.bytes == 1 ? "s" : "",
                     machine::to_string(first), machine::to_string(other), d.offset, d.here, d.there);
}

void keep(Outcome&& outcome, LaunchRuns& all) {
  all.findings = outcome.findings;
  all.stop = outcome.stop;
  all.first = std::move(outcome);
}

// Every other schedule, on a memory of its own.
void compare_others(const LaunchJob& job, const Runs& runs,
                    const std::function<std::unique_ptr<Overlay>()>& fresh, LaunchRuns& all) {
  const machine::Schedule& first = job.schedules.front();
  for (const machine::Schedule& schedule : job.schedules.subspan(1)) {
    if (all.stop || all.first.cancelled) return;
    std::unique_ptr<Overlay> other;
    const Outcome outcome = runs.run(other, fresh, schedule);
    all.findings.insert(all.findings.end(), outcome.findings.begin(), outcome.findings.end());
    all.stop = outcome.stop;
    all.first.cancelled |= outcome.cancelled;
    if (all.stop || outcome.cancelled) return;
    const bool any_order = checks::leaves_order_open(job.module->code(), outcome);
    for (const Overlay::Difference& d : all.kept->differences(*other))
      all.remarks.push_back({"schedule", any_order ? findings::Severity::risk : findings::Severity::wrong,
                             job.kernel->name,
                             difference(d, first, schedule) +
                                 (any_order ? "; its atomics leave the order of waves open" : "")});
  }
}

}  // namespace

LaunchRuns run_launch(const LaunchJob& job, DeviceMemory& device) {
  LaunchRuns all;
  machine::Memory& memory = device.memory();
  add_arguments(*job.segment, memory);
  device.host_to_device();
  Runs runs(job);
  const machine::Schedule& first = job.schedules.front();
  if (job.schedules.size() == 1 && first == machine::Schedule{} && !job.keeps_apart) {
    keep(runs.run(memory, first, job.cooperative ? Order::together : Order::ascending), all);
  } else {
    std::vector<std::uint64_t> bases = device.bases();
    bases.push_back(kArguments);
    for (const code_object::Segment& s : job.module->code().object().segments)
      bases.push_back(machine::kCodeBias + s.address);
    const auto fresh = [&] { return std::make_unique<Overlay>(memory, bases); };
    keep(runs.run(all.kept, fresh, first), all);
    runs.watch_no_more();
    compare_others(job, runs, fresh, all);
  }
  return all;
}

void finish_launch(LaunchRuns& runs, DeviceMemory& device) {
  if (runs.kept) runs.kept->commit();
  runs.kept.reset();
  device.device_to_host();
  device.memory().take(kArguments);
  device.memory().take(machine::kPacketAddress);
}

}  // namespace lockstep::runtime
