// What a session does with launches: which of its settings apply, and what it reports.
#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "emulator/code_object/occupancy.hpp"
#include "emulator/observe/footprint.hpp"
#include "emulator/runtime/launch_file.hpp"
#include "emulator/runtime/launch_runs.hpp"
#include "emulator/runtime/session.hpp"

namespace lockstep::runtime {
namespace {

// What control-C or SIGTERM does to a program while the emulator runs its kernels: it stops them first, so
// that the report says where they were, and then does what the program has it do.

/// Takes both signals for as long as it lives; one at a time. A program that ignores a signal goes on
/// ignoring it. At its end a signal that came is raised again, for the program.
class TakeInterrupts {
 public:
  TakeInterrupts();
  ~TakeInterrupts();
  TakeInterrupts(const TakeInterrupts&) = delete;
  TakeInterrupts& operator=(const TakeInterrupts&) = delete;

  /// Whether a signal has come.
  const std::atomic<bool>& came() const;

 private:
  static constexpr std::array kSignals{SIGINT, SIGTERM};
  std::array<struct sigaction, kSignals.size()> before_{};
};

std::atomic<bool> interrupted{false};
std::atomic<int> signal_that_came{0};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

void on_interrupt(int signal) {
  signal_that_came.store(signal);
  interrupted.store(true);
}

TakeInterrupts::TakeInterrupts() {
  interrupted.store(false);
  struct sigaction ours{};
  ours.sa_handler = on_interrupt;
  for (std::size_t i = 0; i < kSignals.size(); ++i)
    if (sigaction(kSignals[i], nullptr, &before_[i]) == 0 && before_[i].sa_handler != SIG_IGN)
      sigaction(kSignals[i], &ours, nullptr);
}

TakeInterrupts::~TakeInterrupts() {
  for (std::size_t i = 0; i < kSignals.size(); ++i)
    if (before_[i].sa_handler != SIG_IGN) sigaction(kSignals[i], &before_[i], nullptr);
  if (interrupted.load()) std::raise(signal_that_came.load());
}

const std::atomic<bool>& TakeInterrupts::came() const {
  return interrupted;
}

void add_runs(LaunchRuns& runs, LaunchRecord& record) {
  record.workgroups = runs.first.workgroups;
  record.wave_instructions = runs.first.instructions;
  record.findings = std::move(runs.findings);
  record.stop = std::move(runs.stop);
  record.remarks = std::move(runs.remarks);
  record.notes = std::move(runs.notes);
}

/// What HIP's runtime refuses, and its error.
struct Refusal {
  Error error;
  std::string why;
};

Refusal refusal_of(const arch::Arch& device, const code_object::Kernel& kernel,
                   const code_object::Geometry& g, bool cooperative) {
  constexpr std::uint64_t kMostThreads = 1024;  // the devices' maxThreadsPerBlock
  std::uint64_t threads = 1;
  for (const std::uint32_t size : g.block) threads = std::min<std::uint64_t>(threads * size, ~0u);
  if (threads == 0 || std::ranges::find(g.grid, 0u) != g.grid.end())
    return {Error::invalid_configuration, "a grid or block of no threads"};
  if (g.dynamic_lds > device.unit.lds_bytes)
    return {Error::invalid_value, fmt::format("{} bytes of dynamic LDS, of {} that {} has", g.dynamic_lds,
                                              device.unit.lds_bytes, device.name)};
  if (threads > kMostThreads)
    return {Error::invalid_configuration,
            fmt::format("a block of {} threads, of {} at most", threads, kMostThreads)};
  if (kernel.max_workgroup != 0 && threads > kernel.max_workgroup)
    return {Error::launch_failure,
            fmt::format("a block of {} threads, of {} that the kernel was compiled for", threads,
                        kernel.max_workgroup)};
  if (!cooperative) return {Error::success, {}};
  const std::string overfull = code_object::overfull(device, kernel, g);
  return {overfull.empty() ? Error::success : Error::cooperative_launch_too_large, overfull};
}

}  // namespace

tl::expected<Work, Error> Session::work_of(const Function& function, const code_object::Geometry& g,
                                           const GivenArguments& given, bool cooperative) {
  if (const Refusal no = refusal_of(*device_, *function.kernel, g, cooperative); no.error != Error::success) {
    report_.complain(fmt::format("{}: {}: {}", function.kernel->name, no.why, facts(no.error).name));
    return tl::unexpected(no.error);
  }
  auto segment = segment_of(*function.kernel, given, g);
  if (!segment) {
    report_.complain(segment.error());
    return tl::unexpected(Error::invalid_value);
  }
  Work work{function.kernel->name};
  work.kernel = std::make_shared<const KernelLaunch>(
      KernelLaunch{function, g, *std::move(segment), cooperative,
                   settings_.report.empty() ? std::vector<Caller>() : callers(), running_test(), stack_});
  return work;
}

Error Session::launch(const Function& function, const code_object::Geometry& g, const GivenArguments& given,
                      StreamState* stream, bool cooperative) {
  if (sticky_ != Error::success) return sticky_;
  auto work = work_of(function, g, given, cooperative);
  if (!work) return work.error();
  return submit(stream != nullptr ? *stream : *streams_.find(nullptr), NodeType::kernel, *std::move(work));
}

LaunchJob Session::job_of(const KernelLaunch& launch, bool checked) const {
  LaunchJob job;
  job.launch = &launch;
  job.settings.model = model_;
  job.settings.poison = settings_.seed;
  job.settings.threads = settings_.threads;
  job.settings.step_limit = settings_.step_limit;
  job.settings.checks = settings_.checks && (checked || !settings_.bare);
  job.schedules = settings_.schedules;
  job.policy = &settings_.policy;
  job.all_checks = checked;
  job.keeps_apart = checked && !settings_.record.empty();
  return job;
}

// One, or several that run at the same time. `accesses`, if they are wanted, has room for each. False: some
// wait for work that is not done yet, so that all were put back.
bool Session::run(std::span<const Operation> operations, std::span<Accesses> accesses) {
  const TakeInterrupts interrupts;
  std::vector<LaunchJob> jobs;
  for (const Operation& o : operations) {
    const KernelLaunch& launch = *o.work.kernel;
    jobs.push_back(job_of(launch, selection_.takes(launch.function.kernel->name)));
    jobs.back().settings.cancel = &interrupts.came();
  }
  if (std::ranges::none_of(jobs, &LaunchJob::all_checks))
    for (LaunchJob& job : jobs) job.schedules = job.schedules.first(1);
  const bool may_repeat = jobs.size() == 1 && may_be_kept(*jobs.front().launch);
  if (may_repeat && repeat(jobs.front(), accesses)) return true;
  const bool may_wait = settings_.record.empty() &&
                        operations.front().tried != Operation::Tried::in_every_way &&
                        (streams_.is_concurrent() || memory_.any_host());
  for (LaunchJob& job : jobs) job.keeps_apart |= may_repeat || may_wait;
  const std::size_t watched = may_repeat ? jobs.front().schedules.size() : accesses.empty() ? 0 : 1;
  std::vector<observe::Footprint> footprints(jobs.size() * watched);
  for (std::size_t i = 0; i < jobs.size(); ++i)
    jobs[i].used = std::span(footprints).subspan(i * watched, watched);
  std::vector<std::uint64_t> code;
  for (const auto& [module, held] : modules_) std::ranges::copy(module->bases(), std::back_inserter(code));
  std::vector<LaunchRuns> runs = run_launches(jobs, memory_, code, operations.front().number);
  if (may_wait && std::ranges::any_of(runs, &LaunchRuns::waits)) {
    undo_launches(runs, memory_);
    leave_for_later();
    std::vector<bool> waited;
    for (const LaunchRuns& one : runs) waited.push_back(one.waits());
    backlog_.put_back(operations, waited);
    return false;
  }
  if (may_repeat) keep(jobs.front(), runs.front());
  std::vector<LaunchRecord> records;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    records.push_back(record_of(*jobs[i].launch, settings_.checks && jobs[i].all_checks));
    add_runs(runs[i], records.back());
    records.back().number = ++launched_;
    if (settings_.coverage) add_reached(*jobs[i].launch, runs[i].first, records.back());
    if (jobs[i].all_checks && !settings_.record.empty())
      write_files(*jobs[i].launch, *runs.front().kept, records.back());
  }
  finish_launches(runs, memory_);
  for (std::size_t i = 0; i < accesses.size(); ++i) accesses[i] = accesses_of(footprints[i * watched]);
  for (const LaunchRecord& record : records) {
    report_.add(record);
    stick(record.stop);
  }
  if (interrupts.came() && sticky_ == Error::success) sticky_ = Error::launch_failure;
  return true;
}

void Session::add_reached(const KernelLaunch& launch, const machine::Outcome& outcome, LaunchRecord& record) {
  const auto news = reached_.add(*launch.function.module, outcome, settings_.report);
  if (!news) return report_.complain(fmt::format("what launches reach: {}", news.error()));
  record.code = news->file;
  record.reached = news->text;
}

void Session::write_files(const KernelLaunch& launch, const Overlay& after, LaunchRecord& record) {
  const auto folder =
      write_launch({settings_, *launch.function.module, *launch.function.kernel, launch.geometry,
                    launch.segment, memory_, record.stop ? nullptr : &after});
  if (folder) record.recorded = *folder;
  if (!folder) report_.complain(fmt::format("--record: {}", folder.error()));
}

// What stops a kernel is told by this call or a later one, and by every one from then on, as on hardware.
void Session::stick(const std::optional<findings::Finding>& stop) {
  if (!stop || settings_.keep_going || sticky_ != Error::success) return;
  sticky_ = stop->kind == findings::FindingKind::bounds ? Error::illegal_address : Error::launch_failure;
}

}  // namespace lockstep::runtime
