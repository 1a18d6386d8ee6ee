#include "cli/devices/device_run_report.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cli/devices/gpu.hpp"
#include "cli/launches/judged_outputs.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/json.hpp"

namespace lockstep::cli {

namespace {

// What the emulator finds.
constexpr const char* kAbsentOnGpus =
    "races, waits, wait states, schedules, and undefined values that reach no output";

std::vector<std::string> lines_of(const DeviceRunResult& result) {
  const auto& [runs, compared] = result;
  std::vector<std::string> all;
  if (runs.failure) all.push_back(runs.failure->text);
  for (const DeviceFinding& f : runs.findings) all.push_back(f.line);
  for (const auto& wrong : runs.outputs.wrong_outputs) all.insert(all.end(), wrong.begin(), wrong.end());
  if (compared && compared->stop)
    all.push_back(fmt::format("against: the emulator stops: {}", *compared->stop));
  if (compared) all.insert(all.end(), compared->differences.begin(), compared->differences.end());
  return all;
}

}  // namespace

int exit_code_of(const DeviceRunResult& result, const checks::Policy& policy) {
  const auto& [runs, compared] = result;
  if (runs.failure) return code_of(runs.failure->kind);
  const bool failed = !runs.outputs.wrong_outputs.empty() || (compared && !compared->differences.empty()) ||
                      std::ranges::any_of(runs.findings, [&](const DeviceFinding& f) {
                        return policy.is_failure(f.severity);
                      });
  if (failed) return kFalsified;
  return compared && compared->stop ? kInconclusive : kHolds;
}

std::string text(const DeviceRunResult& result, const DeviceLaunch& launch, const checks::Policy& policy) {
  const auto& [runs, compared] = result;
  std::string all = fmt::format("{}  {} launch{} of the same\n", verdict_of(exit_code_of(result, policy)),
                                runs.launches, runs.launches == 1 ? "" : "es");
  for (const std::string& line : lines_of(result)) all += fmt::format("  {}\n", line);
  if (compared && !compared->stop && compared->differences.empty())
    all += fmt::format("  against: the emulator's bits under model {}\n", compared->model);
  all += fmt::format("  absent: {}: a GPU does not say\n", kAbsentOnGpus);
  for (std::size_t i = 0; i < runs.outputs.results.size(); ++i) {
    const launch::OutputResult& r = runs.outputs.results[i];
    const auto& derived = runs.outputs.derived[i];
    all += fmt::format("  output {}: {} bytes, sha256 {}{}{}\n", launch.file.description.outputs[i].buffer,
                       r.bytes, r.sha256, derived ? ", " + figures(*derived) : "",
                       r.deviation ? ", " + figures(*r.deviation) : "");
  }
  return all;
}

nlohmann::json to_json(const DeviceRunResult& result, const DeviceLaunch& launch,
                       const devices::Identity& device, const checks::Policy& policy) {
  using nlohmann::json;
  const launch::Description& description = launch.file.description;
  const JudgedOutputs& outputs = result.runs.outputs;
  json j{
      {"schema", kSchema},
      {"object", launch.object.file},
      {"kernel", launch.placement->kernel->name},
      {"arch", launch.object.arch},
      {"device",
       {{"device", device.device}, {"name", device.name}, {"arch", device.arch}, {"driver", device.driver}}},
      {"seed", description.seed},
      {"verdict", verdict_of(exit_code_of(result, policy))},
      {"notes", launch.placement->notes},
      {"launches", result.runs.launches},
      {"lines", lines_of(result)},
      {"absent", kAbsentOnGpus},
      {"outputs", json::array()}};
  for (std::size_t i = 0; i < outputs.results.size(); ++i) {
    j["outputs"].push_back(to_json(description.outputs[i], outputs.results[i]));
    if (outputs.derived[i]) j["outputs"].back()["derived"] = to_json(*outputs.derived[i]);
  }
  return j;
}

}  // namespace lockstep::cli
