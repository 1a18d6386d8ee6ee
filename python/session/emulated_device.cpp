// The emulator as a device that a program holds. Any number of them in a process, each by itself.
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <tl/expected.hpp>

#include "emulator/arch/arch.hpp"
#include "emulator/findings/finding_lines.hpp"
#include "emulator/runtime/device_memory.hpp"
#include "emulator/runtime/kernel_launch.hpp"
#include "emulator/runtime/launch_runs.hpp"
#include "python/session/device.hpp"

namespace lockstep::session {

namespace {

class EmulatedDevice final : public Device {
 public:
  EmulatedDevice(const std::string& arch, const matrix::Model& model, std::uint64_t memory,
                 std::uint64_t seed)
      : arch_(arch), model_(&model), seed_(seed), memory_(memory, seed) {}

  const std::string& arch() const override { return arch_; }
  const matrix::Model* model() const override { return model_; }
  std::uint64_t used() const override;
  /// Costs nothing until it is touched.
  tl::expected<std::uint64_t, std::string> allocate(std::uint64_t bytes, const std::string& name) override;
  void free(std::uint64_t address) override;
  tl::expected<void, std::string> write(std::uint64_t address, std::span<const std::uint8_t> bytes) override;
  /// Pages that nobody touched stay untouched.
  tl::expected<void, std::string> read(std::uint64_t address, std::span<std::uint8_t> bytes,
                                       std::span<std::uint8_t> undefined) const override;
  tl::expected<Code, std::string> load(const std::string& name, std::span<const std::byte> bytes) override;
  tl::expected<LaunchReport, std::string> launch(const LaunchRequest& request) override;

 private:
  void make_resident(const Code& code);

  mutable std::mutex mutex_;
  std::string arch_;
  const matrix::Model* model_;
  std::uint64_t seed_;
  runtime::DeviceMemory memory_;
  Code resident_;
};

std::map<std::string, std::uint64_t> by_mnemonic(const isa::Program& program,
                                                 const std::vector<std::uint64_t>& executed) {
  std::map<std::string, std::uint64_t> counts;
  for (std::size_t i = 0; i < executed.size(); ++i)
    if (executed[i] != 0) counts[program.instructions[i].mnemonic] += executed[i];
  return counts;
}

std::uint64_t EmulatedDevice::used() const {
  const std::scoped_lock held(mutex_);
  return memory_.used();
}

tl::expected<std::uint64_t, std::string> EmulatedDevice::allocate(std::uint64_t bytes,
                                                                  const std::string& name) {
  const std::scoped_lock held(mutex_);
  const auto address = memory_.allocate(bytes, name);
  if (!address)
    return tl::unexpected(
        fmt::format("{} bytes can't be had: {} of {} are in use", bytes, memory_.used(), memory_.limit()));
  return *address;
}

void EmulatedDevice::free(std::uint64_t address) {
  const std::scoped_lock held(mutex_);
  memory_.free(address);
}

tl::expected<void, std::string> EmulatedDevice::write(std::uint64_t address,
                                                      std::span<const std::uint8_t> bytes) {
  const std::scoped_lock held(mutex_);
  if (std::string why = memory_.fault(address, bytes.size()); !why.empty())
    return tl::unexpected(std::move(why));
  memory_.copy_in(address, bytes.data(), bytes.size());
  return {};
}

tl::expected<void, std::string> EmulatedDevice::read(std::uint64_t address, std::span<std::uint8_t> bytes,
                                                     std::span<std::uint8_t> undefined) const {
  const std::scoped_lock held(mutex_);
  if (std::string why = memory_.fault(address, bytes.size()); !why.empty())
    return tl::unexpected(std::move(why));
  const machine::Allocation* owner = memory_.owner(address);
  owner->peek(address - owner->base(), bytes.data(), undefined.data(), bytes.size());
  return {};
}

tl::expected<Code, std::string> EmulatedDevice::load(const std::string& name,
                                                     std::span<const std::byte> bytes) {
  return code_for(arch_, name, bytes);
}

// The segments of every code object lie at the same addresses.
void EmulatedDevice::make_resident(const Code& code) {
  if (resident_ == code) return;
  if (resident_ != nullptr) resident_->leave(memory_.memory());
  code->enter(memory_.memory());
  resident_ = code;
}

tl::expected<LaunchReport, std::string> EmulatedDevice::launch(const LaunchRequest& request) {
  const machine::LoadedCode& code = request.code->code();
  const auto found = kernel_of(request);
  if (!found) return tl::unexpected(found.error());
  const code_object::Kernel* kernel = *found;
  const auto values = argument_addresses(*kernel, request);
  if (!values) return tl::unexpected(values.error());
  auto segment = runtime::segment_of(*kernel, {values->data(), {}}, request.geometry);
  if (!segment) return tl::unexpected(segment.error());

  LaunchReport report;
  std::optional<observe::Trace> trace;
  if (request.trace)
    trace.emplace(*request.trace, [&](const observe::TraceStep& step) {
      report.trace += observe::text(step);
      return true;
    });
  const runtime::KernelLaunch launch{
      {request.code.get(), kernel}, request.geometry, *std::move(segment), request.cooperative};
  runtime::LaunchJob job;
  job.launch = &launch;
  job.settings.model = model_;
  job.settings.poison = seed_;
  job.settings.checks = request.checks;
  job.settings.threads = request.threads;
  if (request.step_limit) job.settings.step_limit = *request.step_limit;
  job.settings.observer = trace ? &*trace : nullptr;
  job.settings.cancel = request.cancel;
  job.schedules = request.schedules;
  job.policy = &request.policy;
  const std::scoped_lock held(mutex_);
  make_resident(request.code);
  runtime::LaunchRuns runs = runtime::run_launch(job, memory_);
  runtime::finish_launch(runs, memory_);

  report.object = code.object().file;
  report.kernel = kernel->name;
  report.model = model_;
  report.schedules = request.schedules;
  report.policy = request.policy;
  report.cancelled = runs.first.cancelled;
  report.workgroups = runs.first.workgroups;
  report.wave_instructions = runs.first.instructions;
  report.executed = by_mnemonic(code.program(), runs.first.executed);
  report.coverage = observe::Coverage({request.code, &code});
  report.coverage.add(runs.first);
  report.findings = findings::by_cause(runs.findings);
  report.stop = std::move(runs.stop);
  report.remarks = std::move(runs.remarks);
  report.notes = std::move(runs.notes);
  return report;
}

}  // namespace

tl::expected<std::unique_ptr<Device>, std::string> open_emulated(const std::string& arch,
                                                                 const std::string& model,
                                                                 std::uint64_t seed) {
  const arch::Arch* const found = arch::find_emulated(arch);
  if (found == nullptr)
    return tl::unexpected(
        fmt::format("no device '{}' is emulated; there are {}", arch, arch::emulated_names()));
  const auto chosen = matrix::choose_model(arch, model);
  if (!chosen) return tl::unexpected(chosen.error());
  return std::make_unique<EmulatedDevice>(arch, **chosen, found->device.memory_bytes, seed);
}

}  // namespace lockstep::session
