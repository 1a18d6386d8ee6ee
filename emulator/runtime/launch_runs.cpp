#include "emulator/runtime/launch_runs.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "emulator/checks/checked_dispatch.hpp"
#include "emulator/code_object/arguments.hpp"
#include "emulator/launch/runs.hpp"
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

bool is_plain(const LaunchJob& job) {
  return job.schedules.size() == 1 && job.schedules.front() == Schedule{} && !job.keeps_apart;
}

/// Launches over a device's memory. Runs are on an overlay each, but for one as the launches were issued.
class Launches final : public launch::Subject {
 public:
  Launches(std::span<const LaunchJob> jobs, machine::Memory& memory, std::vector<std::uint64_t> bases,
           std::uint64_t number)
      : jobs_(jobs), memory_(memory), bases_(std::move(bases)), number_(number) {
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      const code_object::Geometry& g = jobs[i].launch->geometry;
      launches_.push_back({g.grid,
                           g.block,
                           g.dynamic_lds,
                           arguments_of(i),
                           {},
                           packet_of(i),
                           g.cluster,
                           jobs[i].launch->stack});
    }
  }

  const machine::LoadedCode& code(std::size_t i) const override {
    return jobs_[i].launch->function.module->code();
  }

  Outcomes run(std::size_t n, const Schedule& schedule, Order order) override {
    if (n == 0) host_calls_ = {};
    for (const LaunchJob& job : jobs_)
      if (n < job.used.size()) job.used[n].clear();
    if (std::ranges::all_of(jobs_, is_plain)) return run_on(memory_, n, schedule, Order::ascending);
    std::unique_ptr<Overlay>& overlay = n == 0 ? first_ : other_;
    overlay = std::make_unique<Overlay>(memory_, bases_);
    const bool takes_turns = jobs_.size() > 1 && schedule.kind == Schedule::Kind::random;
    if (takes_turns) return run_in_turns(overlay->memory(), n, schedule, order);
    Outcomes outcomes = run_on(overlay->memory(), n, schedule, order);
    if (jobs_.size() == 1 || std::ranges::none_of(outcomes, is_deadlock)) return outcomes;
    // It may have waited for a launch that was to run behind it.
    if (n == 0) host_calls_ = {};
    overlay = std::make_unique<Overlay>(memory_, bases_);
    return run_in_turns(overlay->memory(), n, schedule, order);
  }

  std::vector<launch::ByteDifference> ended(std::size_t n, const launch::Run& run) override {
    std::vector<launch::ByteDifference> all;
    if (n == 0 || run.stop() != nullptr) return all;
    for (const Overlay::Difference& d : first_->differences(*other_))
      if (d.allocation->base() !=
          code_object::kHostCallBuffer)  // which packet a wave takes is its own affair
        all.push_back(
            {d.number, d.allocation->name(), d.bytes, d.allocation->size(), d.offset, d.here, d.there});
    return all;
  }

  std::unique_ptr<Overlay> first() { return std::move(first_); }
  const launch::HostCalls& host_calls() const { return host_calls_; }

 private:
  static bool is_deadlock(const Outcome& outcome) {
    return outcome.stop && outcome.stop->kind == findings::FindingKind::deadlock;
  }

  machine::Settings settings_of(std::size_t i, std::size_t n, const Schedule& schedule, Order order,
                                launch::HostCalls& host) const {
    machine::Settings s = jobs_[i].settings;
    if (launch::calls_host(*jobs_[i].launch->function.kernel)) s.threads = 1;  // what they print is in order
    s.schedule = schedule;
    s.order = jobs_[i].launch->cooperative ? Order::together : order;
    checks::apply(*jobs_[i].policy, s);
    if (n < jobs_[i].used.size())
      s.observer = &jobs_[i].used[n];
    else if (n != 0)
      s.observer = nullptr;
    s.host = [&host](machine::Memory& memory) { host.answer(memory); };
    return s;
  }

  Outcomes run_in_turns(machine::Memory& memory, std::size_t n, const Schedule& schedule, Order order) {
    launch::HostCalls others;
    launch::HostCalls& host = n == 0 ? host_calls_ : others;
    Turns turns(host::hash(schedule.seed, number_));
    for (std::size_t i = 0; i < jobs_.size(); ++i)
      turns.add(jobs_[i], launches_[i], memory, settings_of(i, n, schedule, order, host));
    return turns.run();
  }

  /// One launch behind the other.
  Outcomes run_on(machine::Memory& memory, std::size_t n, const Schedule& schedule, Order order) {
    launch::HostCalls others;
    launch::HostCalls& host = n == 0 ? host_calls_ : others;
    std::vector<std::size_t> places(jobs_.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    if (schedule.is_descending()) std::ranges::reverse(places);
    Outcomes outcomes(jobs_.size());
    for (const std::size_t i : places) {
      const machine::Settings s = settings_of(i, n, schedule, order, host);
      const code_object::Kernel& kernel = *jobs_[i].launch->function.kernel;
      outcomes[i] = s.checks && jobs_[i].all_checks
                        ? checks::checked_dispatch(code(i), kernel, launches_[i], memory, s, *jobs_[i].policy)
                        : machine::dispatch(code(i), kernel, launches_[i], memory, s);
    }
    return outcomes;
  }

  std::span<const LaunchJob> jobs_;
  machine::Memory& memory_;
  std::vector<std::uint64_t> bases_;
  std::uint64_t number_;
  std::vector<machine::Launch> launches_;
  launch::HostCalls host_calls_;            ///< those of the first run
  std::unique_ptr<Overlay> first_, other_;  ///< memory of the first run, and of the last one
};

std::string at_the_same_time(std::span<const LaunchJob> jobs) {
  std::string names;
  for (const LaunchJob& job : jobs)
    names += (names.empty() ? "" : &job == &jobs.back() ? " and " : ", ") + job.launch->function.kernel->name;
  return jobs.size() == 1 ? "" : "; at the same time: " + names;
}

LaunchRuns part_of(launch::Runs& runs, std::size_t i) {
  LaunchRuns part;
  for (launch::Run& run : runs.all) {
    Outcome& outcome = run.outcomes[i];
    part.findings.insert(part.findings.end(), outcome.findings.begin(), outcome.findings.end());
    if (!part.stop) part.stop = outcome.stop;
  }
  part.first = std::move(runs.all.front().outcomes[i]);
  part.first.cancelled |= runs.is_cancelled();
  return part;
}

}  // namespace

std::vector<LaunchRuns> run_launches(std::span<const LaunchJob> jobs, DeviceMemory& device,
                                     std::span<const std::uint64_t> code, std::uint64_t number) {
  std::vector<std::uint64_t> bases = device.bases();
  bases.insert(bases.end(), code.begin(), code.end());
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    add_arguments(jobs[i].launch->segment, arguments_of(i), device.memory());
    bases.push_back(arguments_of(i));
  }
  if (std::ranges::any_of(
          jobs, [](const LaunchJob& j) { return launch::calls_host(*j.launch->function.kernel); })) {
    launch::add_host_call_buffer(device.memory());
    bases.push_back(code_object::kHostCallBuffer);
  }
  device.host_to_device();
  Launches launches(jobs, device.memory(), std::move(bases), number);
  launch::Runs runs = launch::run_under(jobs.front().schedules, launches, 1, /*to_the_end=*/false);
  std::vector<std::string> notes = runs.notes();
  std::vector<LaunchRuns> all;
  for (std::size_t i = 0; i < jobs.size(); ++i) all.push_back(part_of(runs, i));
  LaunchRuns& first = all.front();
  for (const launch::Difference& d : runs.differences)
    first.remarks.push_back({"schedule", d.severity, jobs.front().launch->function.kernel->name,
                             d.text + at_the_same_time(jobs)});
  first.notes = std::move(notes);
  for (std::size_t i = 0; i < jobs.size(); ++i)
    if (all[i].stop)
      std::ranges::move(launch::missing_services(*jobs[i].launch->function.kernel),
                        std::back_inserter(first.notes));
  std::ranges::copy(launches.host_calls().missing(), std::back_inserter(first.notes));
  first.printed = launches.host_calls().printed();
  first.kept = launches.first();
  return all;
}

LaunchRuns run_launch(const LaunchJob& job, DeviceMemory& device) {
  return std::move(run_launches({&job, 1}, device, job.launch->function.module->bases(), 0).front());
}

void finish_launches(std::span<LaunchRuns> runs, DeviceMemory& device) {
  launch::write_out(runs.front().printed);
  if (runs.front().kept) runs.front().kept->commit();
  undo_launches(runs, device);
}

void undo_launches(std::span<LaunchRuns> runs, DeviceMemory& device) {
  runs.front().kept.reset();
  device.memory().take(code_object::kHostCallBuffer);
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
