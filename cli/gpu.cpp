#include "cli/gpu.hpp"

#include <fmt/format.h>

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

std::string Gpu::text() const {
  const devices::Identity& id = device->identity();
  const std::string left =
      models.empty() ? "none of the matrix models" : fmt::format("{}", fmt::join(models, ", "));
  return fmt::format("device {} ({}, {}; {}); its answers to the probe leave {}", id.device, id.name, id.arch,
                     id.driver, left);
}

tl::expected<Gpu, GpuProblem> open_gpu(const std::string& specification) {
  if (!specification.starts_with("hip:"))
    return tl::unexpected(GpuProblem{
        kUsage, fmt::format("--device {}: expected a GPU, as in hip:0; without it the emulator runs",
                            specification)});
  auto device = devices::open(specification, matrix::models().front());
  if (!device) return tl::unexpected(GpuProblem{code_of(device.error().kind), device.error().text});
  Gpu gpu{std::move(*device), {}};
  const std::string arch = gpu.device->identity().arch;
  const auto record = probe::observe(*gpu.device, probe::probes(arch));
  if (!record) return tl::unexpected(GpuProblem{code_of(record.error().kind), record.error().text});
  for (const auto& models : probe::judge(*record, matrix::models(arch)).classes)
    for (const matrix::Model* model : models) gpu.models.emplace_back(model->name);
  return gpu;
}

}  // namespace lockstep::cli
