#include "cli/launches/scheduled_runs.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cli/output/progress.hpp"
#include "emulator/checks/checked_dispatch.hpp"
#include "emulator/checks/finding_lines.hpp"
#include "emulator/checks/open_order.hpp"
#include "host/parallel_for.hpp"

namespace lockstep::cli {

namespace {

std::vector<std::uint8_t> bytes_of(const launch::Placement& placement, const launch::Description& d,
                                   const launch::Output& output) {
  std::vector<std::uint8_t> bytes;
  launch::read(placement, d, output, [&](std::span<const std::uint8_t> piece) {
    bytes.insert(bytes.end(), piece.begin(), piece.end());
    return true;
  });
  return bytes;
}

std::string difference(const launch::Output& output, const std::vector<std::uint8_t>& first,
                       const std::vector<std::uint8_t>& other, const machine::Schedule& schedule) {
  const auto at = std::ranges::mismatch(first, other).in1 - first.begin();
  std::size_t count = 0;
  for (std::size_t i = 0; i < first.size(); ++i) count += first[i] != other[i] ? 1 : 0;
  return fmt::format("{} of {} bytes under {}, the first at {:#x}: {:02x}, not {:02x}", count, first.size(),
                     machine::to_string(schedule), output.offset + std::uint64_t(at), other[std::size_t(at)],
                     first[std::size_t(at)]);
}

std::vector<checks::Slack> slacks(const launch::Description& d, const launch::Placement& placement) {
  std::vector<checks::Slack> all;
  for (std::size_t i = 0; i < d.buffers.size(); ++i) {
    const launch::Buffer& b = d.buffers[i];
    const std::uint64_t base = placement.buffers[i]->base(), allocated = launch::allocated_bytes(d, b);
    if (allocated > b.bytes) all.push_back({b.name, base + b.bytes, base + allocated});
  }
  return all;
}

}  // namespace

tl::expected<bool, std::string> ScheduledRuns::run() {
  for (const auto& gemm : target_.file.operators)
    if (gemm)
      if (auto ok = launch_outputs::check_formats(*gemm, *target_.model); !ok)
        return tl::unexpected(ok.error());
  for (const machine::Schedule& schedule : target_.file.schedules) runs_.emplace_back().schedule = schedule;
  if (auto ok = run_on(target_.placement, runs_.front()); !ok) return tl::unexpected(ok.error());

  const std::atomic<bool>& cancel = watch_for_interrupt();
  const std::size_t others = runs_.size() - 1;
  std::vector<tl::expected<std::vector<std::string>, std::string>> different(others);
  // One after the other where a run has several threads of its own.
  const int at_once = target_.file.threads > 1 ? 1 : host::thread_count(0);
  host::parallel_for(others, std::min(at_once, int(others)), [&](std::uint64_t n, int) {
    if (cancel.load()) return host::Then::stop;
    std::unique_ptr<launch::Placement> placement;
    const auto ok = run_on(placement, runs_[n + 1]);
    different[n] = ok.map([&] { return compare(*placement, runs_[n + 1]); });
    return ok ? host::Then::go_on : host::Then::stop;
  });
  if (cancel.load() || std::ranges::any_of(runs_, [](const ScheduledRun& r) { return r.outcome.cancelled; }))
    return false;
  for (const auto& texts : different)
    if (!texts) return tl::unexpected(texts.error());
  for (std::size_t output = 0; output < runs_.front().results.size(); ++output) {
    std::vector<std::string> under;
    std::string first;
    for (std::size_t n = 0; n < others; ++n) {
      if (output >= different[n]->size() || (*different[n])[output].empty()) continue;
      under.push_back(machine::to_string(runs_[n + 1].schedule));
      if (first.empty()) first = (*different[n])[output];
    }
    if (!under.empty()) differences_.push_back(difference_of(output, under, first));
  }
  return true;
}

ScheduleDifference ScheduledRuns::difference_of(std::size_t output, const std::vector<std::string>& under,
                                                const std::string& first) const {
  const bool any_order = leaves_order_open();
  return {any_order ? findings::Severity::risk : findings::Severity::wrong,
          fmt::format("schedule{}: {} differs from {} under {}: {}{}", any_order ? " (risk)" : "",
                      target_.file.description.outputs[output].buffer,
                      machine::to_string(runs_.front().schedule), fmt::join(under, ", "), first,
                      any_order ? "; its atomics leave the order of waves open" : "")};
}

// Workgroups run in the order that the schedule chooses. A launch that gets stuck then may be one whose workgroups wait
// for those before them, as hardware dispatches them: it runs once more in ascending order.
tl::expected<void, std::string> ScheduledRuns::run_on(std::unique_ptr<launch::Placement>& placement,
                                                      ScheduledRun& run) const {
  for (const auto order : {machine::Settings::Order::scheduled, machine::Settings::Order::ascending}) {
    run.ascending = order == machine::Settings::Order::ascending;
    if (placement == nullptr || run.ascending) {
      auto fresh = launch::place(target_.file.description, *target_.code);
      if (!fresh) return tl::unexpected(fresh.error());
      placement = std::move(*fresh);
    }
    run.outcome = dispatch(*placement, run.schedule, order);
    const auto& stop = run.outcome.stop;
    if (!stop || stop->kind != machine::FindingKind::step_limit || run.schedule == machine::Schedule{}) break;
  }
  if (run.outcome.cancelled) return {};
  std::erase_if(run.outcome.findings, [&](const machine::Finding& f) {
    return !checks::is_wanted(options_.rules, machine::name(f.kind), f.rule);
  });
  if (!run.outcome.stop)
    static_cast<JudgedOutputs&>(run) = judge_outputs(target_.file, *placement, target_.model,
                                                     &run == &runs_.front() ? nullptr : &runs_.front());
  return {};
}

machine::Outcome ScheduledRuns::dispatch(launch::Placement& p, const machine::Schedule& schedule,
                                         machine::Settings::Order order) const {
  machine::Settings settings = target_.settings();
  settings.schedule = schedule;
  settings.order = order;
  settings.cancel = &watch_for_interrupt();
  settings.wait_states = options_.policy.wait_states;
  const machine::LoadedCode& code = *target_.code;
  if (!settings.checks) return machine::dispatch(code, *p.kernel, p.launch, p.memory, settings);
  checks::Policy policy = options_.policy;
  policy.slacks = slacks(target_.file.description, p);
  machine::Outcome outcome = checks::checked_dispatch(code, *p.kernel, p.launch, p.memory, settings, policy);
  if (outcome.ran_on_one_thread)
    fmt::print(stderr, "lockstep run: workgroups use each other's bytes: under {} they run on one thread\n",
               machine::to_string(settings.schedule));
  return outcome;
}

// [output]; empty where it is the first run's.
std::vector<std::string> ScheduledRuns::compare(const launch::Placement& placement,
                                                const ScheduledRun& run) const {
  const ScheduledRun& first = runs_.front();
  const launch::Description& d = target_.file.description;
  std::vector<std::string> texts(std::min(first.results.size(), run.results.size()));
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (first.results[i].sha256 != run.results[i].sha256)
      texts[i] = difference(d.outputs[i], bytes_of(*target_.placement, d, d.outputs[i]),
                            bytes_of(placement, d, d.outputs[i]), run.schedule);
  return texts;
}

bool ScheduledRuns::leaves_order_open() const {
  return std::ranges::any_of(
      runs_, [&](const ScheduledRun& run) { return checks::leaves_order_open(*target_.code, run.outcome); });
}

}  // namespace lockstep::cli
