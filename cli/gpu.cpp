#include "cli/gpu.hpp"

#include <chrono>
#include <ctime>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "cli/kept_answers.hpp"
#include "devices/worker.hpp"
#include "host/write_file.hpp"
#include "kernels/kernel.hpp"
#include "properties/probe/judge.hpp"

namespace lockstep::cli {

ExitCode code_of(devices::Failure::Kind kind) {
  switch (kind) {
    case devices::Failure::Kind::unknown:
      return kUsage;
    case devices::Failure::Kind::absent:
      return kSkipped;
    case devices::Failure::Kind::refused:
      return kInconclusive;
    case devices::Failure::Kind::trapped:
      return kTrapped;
  }
  return kInconclusive;
}

std::string text(const devices::Identity& id) {
  return fmt::format("{} ({}, {}; {})", id.device, id.name, id.arch, id.driver);
}

std::string Gpu::text() const {
  const devices::Identity& id = device->identity();
  if (id.device.starts_with("cuda:"))
    return fmt::format("device {}; scalar builds add as {} does", cli::text(id), models.front());
  const std::string left =
      models.empty() ? "none of the matrix models" : fmt::format("{}", fmt::join(models, ", "));
  return fmt::format("device {}; its answers to the probe{} leave {}", cli::text(id), kept, left);
}

tl::expected<std::unique_ptr<devices::Device>, GpuProblem> open_device(const std::string& specification,
                                                                       double timeout, int runs) {
  if (!specification.starts_with("hip:") && !specification.starts_with("cuda:"))
    return tl::unexpected(GpuProblem{
        kUsage,
        fmt::format("--device {}: expected a GPU, as in hip:0 or cuda:0; without it the emulator runs",
                    specification)});
  auto device = devices::open_in_processes(specification, "/proc/self/exe",
                                           std::chrono::milliseconds(std::int64_t(timeout * 1000)), runs);
  if (!device) return tl::unexpected(GpuProblem{code_of(device.error().kind), device.error().text});
  return std::move(*device);
}

namespace {

// Kept where that can be done: a folder that can't be written costs the next command a second.
tl::expected<probe::Record, devices::Failure> answers_of(Gpu& gpu) {
  const devices::Identity& id = gpu.device->identity();
  std::vector<probe::Probe> probes = probe::probes(id.arch);
  const std::string file = answers_file(id);
  if (auto kept = file.empty() ? std::nullopt : kept_answers(file, id, probes)) {
    gpu.kept = fmt::format(" of {} ({})", kept->date, file);
    return std::move(*kept);
  }
  auto record = probe::observe(*gpu.device, std::move(probes));
  if (!record || file.empty()) return record;
  record->date = fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)));
  (void)host::write_whole(file, probe::to_json(*record));
  return record;
}

}  // namespace

tl::expected<Gpu, GpuProblem> open_gpu(const std::string& specification, double timeout, int runs) {
  auto device = open_device(specification, timeout, runs);
  if (!device) return tl::unexpected(device.error());
  Gpu gpu{std::move(*device), {}, {}};
  const std::string arch = gpu.device->identity().arch;
  if (specification.starts_with("cuda:")) {
    gpu.models.emplace_back(kernels::kScalarModel);
    return gpu;
  }
  const auto record = answers_of(gpu);
  if (!record) return tl::unexpected(GpuProblem{code_of(record.error().kind), record.error().text});
  for (const auto& models : probe::judge(*record, matrix::models(arch)).classes)
    for (const matrix::Model* model : models) gpu.models.emplace_back(model->name);
  return gpu;
}

}  // namespace lockstep::cli
