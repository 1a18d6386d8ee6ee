#include "cli/launches/scheduled_runs.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "emulator/checks/checked_dispatch.hpp"
#include "emulator/findings/finding_lines.hpp"
#include "emulator/observe/undefined_origin.hpp"
#include "host/parallel_for.hpp"

namespace lockstep::cli {

std::vector<std::uint8_t> bytes_of(const launch::Placement& placement, const launch::Description& d,
                                   const launch::Output& output) {
  std::vector<std::uint8_t> bytes;
  launch::read(placement, d, output, [&](std::span<const std::uint8_t> piece) {
    bytes.insert(bytes.end(), piece.begin(), piece.end());
    return true;
  });
  return bytes;
}

namespace {

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
  const std::vector<machine::Schedule>& schedules = target_.file.schedules;
  placements_.resize(schedules.size());
  outputs_.resize(schedules.size());
  // Runs go one after the other where a run has several threads of its own.
  const int at_once = target_.file.threads > 1 ? 1 : host::thread_count(0);
  runs_ = launch::run_under(schedules, *this, at_once, /*to_the_end=*/true);
  return !runs_.is_cancelled();
}

std::vector<machine::Outcome> ScheduledRuns::run(std::size_t n, const machine::Schedule& schedule,
                                                 machine::Settings::Order order) {
  // The target's is fresh as long as nothing has run on it.
  std::unique_ptr<launch::Placement>& placement = n == 0 ? target_.placement : placements_[n];
  if (n != 0 || order == machine::Settings::Order::ascending)
    placement = *launch::place(target_.file.description, *target_.code);
  launch::Placement& p = *placement;
  machine::Settings settings = target_.settings();
  settings.schedule = schedule;
  settings.order = order;
  settings.cancel = &cancel_;
  checks::apply(options_.policy, settings);
  checks::Policy policy = options_.policy;
  policy.slacks = slacks(target_.file.description, p);
  const machine::LoadedCode& code = *target_.code;
  launch::HostCalls host;
  if (launch::calls_host(*p.kernel)) {
    launch::add_host_call_buffer(p.memory);
    settings.host = [&host](machine::Memory& memory) { host.answer(memory); };
    settings.threads = 1;  // what it prints is in order
  }
  machine::Outcome outcome =
      settings.checks ? checks::checked_dispatch(code, *p.kernel, p.launch, p.memory, settings, policy)
                      : machine::dispatch(code, *p.kernel, p.launch, p.memory, settings);
  if (outcome.ran_on_one_thread)
    fmt::print(stderr, "lockstep run: workgroups use each other's bytes: under {} they run on one thread\n",
               machine::to_string(schedule));
  if (n == 0) host_calls_ = std::move(host);
  std::erase_if(outcome.findings, [&](const findings::Finding& f) {
    return !findings::is_wanted(options_.rules, findings::name(f.kind), f.rule);
  });
  return {std::move(outcome)};
}

std::string ScheduledRuns::origin_of(const launch::Run& run, const std::string& buffer, std::uint64_t offset,
                                     bool undefined) const {
  const launch::Description& d = target_.file.description;
  const auto number = std::size_t(launch::find_buffer(d, buffer) - d.buffers.data());
  const observe::Unwritten byte{target_.placement->buffers[number]->base() + offset};
  const auto watched = [&](machine::Observer& observer) {
    const auto p = launch::place(d, *target_.code);
    machine::Settings settings = target_.settings();
    settings.schedule = run.schedule;
    settings.order =
        run.ascending ? machine::Settings::Order::ascending : machine::Settings::Order::scheduled;
    checks::apply(options_.policy, settings);
    settings.cancel = &cancel_;
    settings.threads = 1;
    settings.observer = &observer;
    machine::dispatch(*target_.code, *(*p)->kernel, (*p)->launch, (*p)->memory, settings);
  };
  const code_object::SourceLines& lines = target_.code->object().lines;
  const observe::Writer by = undefined ? observe::origin_of_undefined(byte, lines, watched)
                                       : observe::writer_of(byte, lines, watched);
  return by.text + by.missing;
}

void ScheduledRuns::name_outputs() {
  LaunchFile& file = target_.file;
  const auto before = launch::place(file.description, *target_.code);
  file.description.outputs = launch::changed(*target_.placement, **before, file.description);
  outputs_are_implied_ = true;
  file.output_files.resize(file.description.outputs.size());
  file.operators.resize(file.description.outputs.size());
}

// What the kernel printed under the first schedule. Standard output is the verdict's.
void ScheduledRuns::tell_host_calls(bool stopped) const {
  for (const launch::Printed& p : host_calls_.printed()) fmt::print(stderr, "{}", p.text);
  for (const std::string& what : host_calls_.missing()) fmt::print(stderr, "lockstep run: {}\n", what);
  if (!stopped) return;
  for (const std::string& what : launch::missing_services(*target_.placement->kernel))
    fmt::print(stderr, "lockstep run: {}\n", what);
}

std::vector<launch::ByteDifference> ScheduledRuns::ended(std::size_t n, const launch::Run& run) {
  const std::unique_ptr<launch::Placement> placement = std::move(placements_[n]);
  if (n == 0) tell_host_calls(run.stop() != nullptr);
  if (run.stop() != nullptr) return {};
  if (n == 0 && target_.file.description.outputs.empty()) name_outputs();
  const JudgedOutputs& first = outputs_.front();
  outputs_[n] = judge_outputs(target_.file, n == 0 ? *target_.placement : *placement, target_.model,
                              n == 0 ? nullptr : &first,
                              [&](const std::string& buffer, std::uint64_t offset, bool undefined) {
                                const std::tuple byte(buffer, offset, undefined);
                                const auto known = origins_.find(byte);
                                if (known != origins_.end()) return known->second;
                                std::string origin = origin_of(run, buffer, offset, undefined);
                                if (n == 0) origins_.emplace(byte, origin);
                                return origin;
                              });
  std::vector<launch::ByteDifference> all;
  if (n == 0 || first.results.empty()) return all;
  const launch::Description& d = target_.file.description;
  for (std::size_t i = 0; i < d.outputs.size(); ++i) {
    const launch::Output& o = d.outputs[i];
    if (first.results[i].sha256 == outputs_[n].results[i].sha256) continue;
    const auto here = bytes_of(*target_.placement, d, o), there = bytes_of(*placement, d, o);
    launch::ByteDifference different{i, o.buffer, 0, here.size()};
    for (std::size_t at = here.size(); at-- > 0;)
      if (here[at] != there[at])
        ++different.bytes, different.offset = o.offset + at, different.first = here[at],
                           different.other = there[at];
    all.push_back(std::move(different));
  }
  return all;
}

}  // namespace lockstep::cli
