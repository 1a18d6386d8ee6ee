#include "cli/devices/gpu.hpp"

#include <cctype>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <optional>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "devices/worker.hpp"
#include "host/files.hpp"
#include "kernels/kernel.hpp"
#include "properties/probe/judge.hpp"
#include "properties/probe/record.hpp"

namespace lockstep::cli {

namespace {

// What a GPU answered to the probe, kept in a file, so that the next command need not ask again.

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

std::string users_cache() {
  if (const std::string cache = variable("XDG_CACHE_HOME"); cache.starts_with('/')) return cache;
  const std::string home = variable("HOME");
  return home.empty() ? home : home + "/.cache";
}

// Whether every instruction of the arch answered to all that it takes.
bool is_complete(const probe::Record& record) {
  std::size_t asked = 0;
  for (const probe::Instruction& instruction : probe::instructions(record.identity.arch))
    for (const probe::Probe& p : record.probes) asked += probe::takes(instruction, p) ? 1 : 0;
  return record.answers.size() == asked;
}

std::string file_name(const devices::Identity& id) {
  std::string name = fmt::format("{} {} {}", id.arch, id.name, id.driver);
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.') c = '-';
  return name + ".json";
}

/// Where answers of this device are kept: a file for each name, arch and driver, in the folder that
/// LOCKSTEP_PROBES names, else in the user's cache. Empty where there is no such folder, and for an emulated
/// GPU unless LOCKSTEP_PROBES is set: its answers change with the emulator.
std::string answers_file(const devices::Identity& id) {
  if (const std::string folder = variable("LOCKSTEP_PROBES"); !folder.empty())
    return fmt::format("{}/{}", folder, file_name(id));
  const bool emulated = id.name.find("(emulated") != std::string::npos;
  const std::string cache = emulated ? std::string() : users_cache();
  return cache.empty() ? cache : fmt::format("{}/lockstep/probes/{}", cache, file_name(id));
}

/// The record, if the file holds one of this device with an answer to each of these probes.
std::optional<probe::Record> kept_answers(const std::string& file, const devices::Identity& id,
                                          const std::vector<probe::Probe>& probes) {
  const auto text = host::read_text(file);
  if (!text) return {};
  auto record = probe::from_json(*text);
  if (!record || record->identity.name != id.name || record->identity.arch != id.arch ||
      record->identity.driver != id.driver || record->probes != probes || !is_complete(*record))
    return {};
  return std::move(*record);
}

}  // namespace

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
  if (id.device.starts_with("cuda:")) {
    std::string adds = fmt::format("scalar builds add as {} does", kernels::kScalarModel);
    for (const matrix::Model& m : matrix::models(id.arch))
      adds = fmt::format("its tensor cores add as {} does ({}), {}", m.name, matrix::name(m.label), adds);
    return fmt::format("device {}; {}", cli::text(id), adds);
  }
  const std::string left =
      models.empty() ? "none of the matrix models" : fmt::format("{}", fmt::join(models, ", "));
  return fmt::format("device {}; its answers to the probe{} leave {}", cli::text(id), kept, left);
}

tl::expected<std::unique_ptr<devices::Device>, Problem> open_device(const std::string& specification,
                                                                    double timeout, int runs) {
  if (!specification.starts_with("hip:") && !specification.starts_with("cuda:"))
    return tl::unexpected(Problem{
        kUsage,
        fmt::format("--device {}: expected a GPU, as in hip:0 or cuda:0; without it the emulator runs",
                    specification)});
  auto device = devices::open_in_processes(specification, "/proc/self/exe",
                                           std::chrono::milliseconds(std::int64_t(timeout * 1000)), runs);
  if (!device) return tl::unexpected(Problem{code_of(device.error().kind), device.error().text});
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

tl::expected<Gpu, Problem> open_gpu(const std::string& specification, double timeout, int runs) {
  auto device = open_device(specification, timeout, runs);
  if (!device) return tl::unexpected(device.error());
  Gpu gpu{std::move(*device), {}, {}};
  const std::string arch = gpu.device->identity().arch;
  if (specification.starts_with("cuda:")) {
    gpu.models.emplace_back(kernels::kScalarModel);
    for (const matrix::Model& m : matrix::models(arch)) gpu.models.emplace_back(m.name);
    return gpu;
  }
  const auto record = answers_of(gpu);
  if (!record) return tl::unexpected(Problem{code_of(record.error().kind), record.error().text});
  for (const auto& models : probe::judge(*record, matrix::models(arch)).classes)
    for (const matrix::Model* model : models) gpu.models.emplace_back(model->name);
  return gpu;
}

}  // namespace lockstep::cli
