// What a session does with a launch: which of its settings apply, and what it reports.
#include <utility>

#include <fmt/format.h>

#include "emulator/checks/footprint.hpp"
#include "emulator/runtime/launch_file.hpp"
#include "emulator/runtime/launch_runs.hpp"
#include "emulator/runtime/session.hpp"

namespace lockstep::runtime {

tl::expected<Work, Error> Session::work_of(const Function& function, const code_object::Geometry& g,
                                           const GivenArguments& given, bool cooperative) {
  auto segment = segment_of(*function.kernel, given, g);
  if (!segment) {
    report_.complain(segment.error());
    return tl::unexpected(Error::invalid_value);
  }
  return Work{function.kernel->name, true,
              [function, g, held = *std::move(segment), cooperative](Session& s, Accesses* accesses) {
                return s.run(function, g, held, cooperative, accesses);
              }};
}

Error Session::launch(const Function& function, const code_object::Geometry& g, const GivenArguments& given,
                      StreamState* stream, bool cooperative) {
  if (sticky_ != Error::success) return sticky_;
  auto work = work_of(function, g, given, cooperative);
  if (!work) return work.error();
  return submit(stream != nullptr ? *stream : *streams_.find(nullptr), NodeType::kernel, *std::move(work));
}

Error Session::run(const Function& function, const code_object::Geometry& g, const ArgumentSegment& segment,
                   bool cooperative, Accesses* accesses) {
  const bool checked = selection_.takes(function.kernel->name);
  const bool records = checked && !settings_.record.empty();
  checks::Footprint footprint;
  LaunchJob job;
  job.module = function.module;
  job.kernel = function.kernel;
  job.geometry = g;
  job.segment = &segment;
  job.model = model_;
  job.schedules = settings_.schedules;
  if (!checked) job.schedules = job.schedules.first(1);
  job.policy = &settings_.policy;
  job.seed = settings_.seed;
  job.threads = settings_.threads;
  job.machine_checks = settings_.checks && (checked || !settings_.bare);
  job.all_checks = checked;
  job.cooperative = cooperative;
  job.keeps_apart = records;
  if (accesses != nullptr) job.observer = &footprint;
  make_resident(*function.module);
  LaunchRuns runs = run_launch(job, memory_);
  LaunchRecord record{function.module->code().object().file, function.kernel->name, g};
  record.checked = settings_.checks && checked;
  record.workgroups = runs.first.workgroups;
  record.wave_instructions = runs.first.instructions;
  record.findings = std::move(runs.findings);
  record.stop = runs.stop;
  record.remarks = std::move(runs.remarks);
  if (records) {
    const auto folder = write_launch({settings_, *function.module, *function.kernel, g, segment, memory_,
                                      record.stop ? nullptr : runs.kept.get()});
    if (folder) record.recorded = *folder;
    if (!folder) report_.complain(fmt::format("--record: {}", folder.error()));
  }
  finish_launch(runs, memory_);
  if (accesses != nullptr)
    *accesses = {footprint.ranges(checks::Footprint::Use::read),
                 footprint.ranges(checks::Footprint::Use::write),
                 footprint.ranges(checks::Footprint::Use::atomic)};
  report_.add(record);
  return outcome_of(record.stop);
}

// As on hardware: what stops a kernel is told by this call or a later one, and by every one from then on.
Error Session::outcome_of(const std::optional<machine::Finding>& stop) {
  if (!stop) return Error::success;
  const Error error =
      stop->kind == machine::FindingKind::bounds ? Error::illegal_address : Error::launch_failure;
  if (!settings_.keep_going) sticky_ = error;
  return Error::success;
}

}  // namespace lockstep::runtime
