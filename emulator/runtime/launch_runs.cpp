#include "emulator/runtime/launch_runs.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "emulator/checks/checked_dispatch.hpp"
#include "emulator/checks/open_order.hpp"
#include "emulator/runtime/turns.hpp"

namespace lockstep::runtime {

namespace {

using machine::Outcome;
using machine::Schedule;
using Outcomes = std::vector<Outcome>;
using Order = machine::Settings::Order;

// Between the allocations and the dispatch packets.
constexpr std::uint64_t kArguments = 0x0000'7D00'0000'0000ull;
constexpr std::uint64_t kApart = std::uint64_t{1} << 20;  // arguments of launches, and their packets

std::uint64_t arguments_of(std::size_t launch) {
  return kArguments + launch * kApart;
}
std::uint64_t packet_of(std::size_t launch) {
  return machine::kPacketAddress + launch * kApart;
}

void add_arguments(const ArgumentSegment& segment, std::uint64_t at, machine::Memory& memory) {
  memory.add("kernel arguments", at, segment.bytes.size(), false,
             [held = segment](std::uint64_t offset, std::span<std::uint8_t> data,
                              std::span<std::uint8_t> undefined) {
               std::copy_n(held.bytes.begin() + std::ptrdiff_t(offset), data.size(), data.begin());
               std::copy_n(held.undefined.begin() + std::ptrdiff_t(offset), undefined.size(),
                           undefined.begin());
             });
}

/// Launches, ready to be run again and again.
class Runs {
 public:
  Runs(std::span<const LaunchJob> jobs, std::uint64_t number) : jobs_(jobs), number_(number) {
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      const code_object::Geometry& g = jobs[i].geometry;
      launches_.push_back({g.grid, g.block, g.dynamic_lds, arguments_of(i), {}, packet_of(i), g.cluster});
    }
  }

  void watch_no_more() { is_watched_ = false; }

  /// On the memory itself, as they were issued.
  Outcomes run(machine::Memory& memory) const { return run(memory, Schedule{}, Order::ascending); }

  /// Workgroups in the order that the schedule chooses; a launch whose workgroups wait for those before them, as hardware
  /// dispatches them, gets stuck then, and all run in ascending order.
  Outcomes run(std::unique_ptr<Overlay>& overlay, const std::function<std::unique_ptr<Overlay>()>& fresh,
               const Schedule& schedule) const {
    overlay = fresh();
    const bool ascending = schedule == Schedule{};
    Outcomes outcomes = run(overlay->memory(), schedule, ascending ? Order::ascending : Order::scheduled);
    const bool is_stuck = std::ranges::any_of(outcomes, [](const Outcome& o) {
      return o.stop && o.stop->kind == machine::FindingKind::step_limit;
    });
    if (ascending || !is_stuck) return outcomes;
    overlay = fresh();
    return run(overlay->memory(), schedule, Order::ascending);
  }

 private:
  machine::Settings settings_of(std::size_t i, const Schedule& schedule, Order order) const {
    const LaunchJob& job = jobs_[i];
    machine::Settings s;
    s.model = job.model;
    s.schedule = schedule;
    s.order = job.cooperative ? Order::together : order;
    s.poison = job.seed;
    s.checks = job.machine_checks;
    s.threads = job.threads;
    s.cancel = job.cancel;
    s.wait_states = job.policy->wait_states;
    s.observer = is_watched_ ? job.observer : nullptr;
    return s;
  }

  Outcome run_one(std::size_t i, machine::Memory& memory, const Schedule& schedule, Order order) const {
    const LaunchJob& job = jobs_[i];
    const machine::LoadedCode& code = job.module->code();
    const machine::Settings s = settings_of(i, schedule, order);
    return job.machine_checks && job.all_checks
               ? checks::checked_dispatch(code, *job.kernel, launches_[i], memory, s, *job.policy)
               : machine::dispatch(code, *job.kernel, launches_[i], memory, s);
  }

  Outcomes run(machine::Memory& memory, const Schedule& schedule, Order order) const {
    if (jobs_.size() > 1 && schedule.kind == Schedule::Kind::random) {
      Turns turns(host::hash(schedule.seed, number_));
      for (std::size_t i = 0; i < jobs_.size(); ++i)
        turns.add(jobs_[i], launches_[i], memory, settings_of(i, schedule, order));
      return turns.run();
    }
    std::vector<std::size_t> places(jobs_.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    if (schedule.is_descending()) std::ranges::reverse(places);
    Outcomes outcomes(jobs_.size());
    for (const std::size_t i : places) outcomes[i] = run_one(i, memory, schedule, order);
    return outcomes;
  }

  std::span<const LaunchJob> jobs_;
  std::uint64_t number_;
  std::vector<machine::Launch> launches_;
  bool is_watched_ = true;
};

std::string at_the_same_time(std::span<const LaunchJob> jobs) {
  std::string names;
  for (const LaunchJob& job : jobs)
    names += (names.empty() ? "" : &job == &jobs.back() ? " and " : ", ") + job.kernel->name;
  return jobs.size() == 1 ? "" : "; at the same time: " + names;
}

std::string difference(const Overlay::Difference& d, const Schedule& first, const Schedule& other) {
  return fmt::format("{} byte{} of {} differ{} between {} and {}, the first at {:#x}: {:02x} and {:02x}",
                     d.bytes, d.bytes == 1 ? "" : "s", d.allocation->name(), d.bytes == 1 ? "s" : "",
                     machine::to_string(first), machine::to_string(other), d.offset, d.here, d.there);
}

void keep(Outcomes&& outcomes, std::vector<LaunchRuns>& all) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].findings = outcomes[i].findings;
    all[i].stop = outcomes[i].stop;
    all[i].first = std::move(outcomes[i]);
  }
}

bool has_ended(std::span<const LaunchRuns> all) {
  return std::ranges::any_of(all, [](const LaunchRuns& r) { return r.stop || r.first.cancelled; });
}

// Every other schedule, on a memory of its own.
void compare_others(std::span<const LaunchJob> jobs, const Runs& runs,
                    const std::function<std::unique_ptr<Overlay>()>& fresh, std::vector<LaunchRuns>& all) {
  const auto schedules = jobs.front().schedules;
  for (const Schedule& schedule : schedules.subspan(1)) {
    if (has_ended(all)) return;
    std::unique_ptr<Overlay> other;
    const Outcomes outcomes = runs.run(other, fresh, schedule);
    bool any_order = false;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Outcome& outcome = outcomes[i];
      all[i].findings.insert(all[i].findings.end(), outcome.findings.begin(), outcome.findings.end());
      all[i].stop = outcome.stop;
      all[i].first.cancelled |= outcome.cancelled;
      any_order |= checks::leaves_order_open(jobs[i].module->code(), outcome);
    }
    if (has_ended(all)) return;
    for (const Overlay::Difference& d : all.front().kept->differences(*other))
      all.front().remarks.push_back(
          {"schedule", any_order ? findings::Severity::risk : findings::Severity::wrong,
           jobs.front().kernel->name,
           difference(d, schedules.front(), schedule) +
               (any_order ? "; its atomics leave the order of waves open" : "") + at_the_same_time(jobs)});
  }
}

}  // namespace

std::vector<LaunchRuns> run_launches(std::span<const LaunchJob> jobs, DeviceMemory& device,
                                     std::span<const std::uint64_t> code, std::uint64_t number) {
  std::vector<LaunchRuns> all(jobs.size());
  machine::Memory& memory = device.memory();
  std::vector<std::uint64_t> bases = device.bases();
  bases.insert(bases.end(), code.begin(), code.end());
  bool is_plain = true;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    add_arguments(*jobs[i].segment, arguments_of(i), memory);
    bases.push_back(arguments_of(i));
    is_plain &=
        jobs[i].schedules.size() == 1 && jobs[i].schedules.front() == Schedule{} && !jobs[i].keeps_apart;
  }
  device.host_to_device();
  Runs runs(jobs, number);
  if (is_plain) {
    keep(runs.run(memory), all);
    return all;
  }
  const auto fresh = [&] { return std::make_unique<Overlay>(memory, bases); };
  keep(runs.run(all.front().kept, fresh, jobs.front().schedules.front()), all);
  runs.watch_no_more();
  compare_others(jobs, runs, fresh, all);
  return all;
}

LaunchRuns run_launch(const LaunchJob& job, DeviceMemory& device) {
  return std::move(run_launches({&job, 1}, device, job.module->bases(), 0).front());
}

void finish_launches(std::span<LaunchRuns> runs, DeviceMemory& device) {
  if (runs.front().kept) runs.front().kept->commit();
  runs.front().kept.reset();
  device.device_to_host();
  for (std::size_t i = 0; i < runs.size(); ++i) {
    device.memory().take(arguments_of(i));
    device.memory().take(packet_of(i));
  }
}

void finish_launch(LaunchRuns& runs, DeviceMemory& device) {
  finish_launches({&runs, 1}, device);
}

}  // namespace lockstep::runtime
