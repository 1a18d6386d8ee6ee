#include "cli/devices/device_run_report.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cli/devices/gpu.hpp"
#include "cli/launches/judged_outputs.hpp"
#include "cli/launches/launch_target.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/json.hpp"
#include "cli/output/terminal.hpp"
#include "emulator/launch/outputs.hpp"

namespace lockstep::cli {

namespace {

// What differs of the bytes that both define.
struct BytesApart {
  std::uint64_t compared = 0, bytes = 0, first = 0;
  std::uint8_t gpu = 0, emulator = 0;
  std::optional<exact::Deviation> deviation;  ///< between the elements, where the launch names their format
};

BytesApart bytes_apart(const launch::Output& o, const launch::Buffer& buffer, const machine::Allocation& gpu,
                       const machine::Allocation& emulator) {
  BytesApart d;
  if (o.element) d.deviation.emplace(*o.element->format, exact::Tolerance{});
  std::optional<launch::ElementPairs> pairs;
  if (o.element) pairs.emplace(*o.element);
  std::vector<std::uint8_t> a(machine::kPageBytes), b(a.size()), a_undefined(a.size()), b_undefined(a.size());
  const std::uint64_t bytes = launch::bytes_of(o, buffer);
  for (std::uint64_t at = 0; at < bytes; at += a.size()) {
    const std::uint64_t count = std::min<std::uint64_t>(a.size(), bytes - at);
    gpu.peek(o.offset + at, a.data(), a_undefined.data(), count);
    emulator.peek(o.offset + at, b.data(), b_undefined.data(), count);
    for (std::uint64_t i = 0; i < count; ++i) {
      if (a_undefined[i] != 0 || b_undefined[i] != 0)
        a[i] = b[i];
      else
        ++d.compared;
      if (a[i] == b[i] || d.bytes++ != 0) continue;
      d.first = o.offset + at + i, d.gpu = a[i], d.emulator = b[i];
    }
    if (pairs) pairs->add(std::span(a).first(count), std::span(b).first(count), *d.deviation);
  }
  return d;
}

}  // namespace

tl::expected<EmulatedComparison, std::string> compare_with_emulator(const LaunchFlags& flags,
                                                                    const std::string& model,
                                                                    const DeviceLaunch& left) {
  LaunchFlags own = flags;
  own.schedule = "earliest";
  own.model = model;
  const auto target = ready(own);
  if (!target) return tl::unexpected(target.error());
  LaunchTarget& t = **target;
  machine::Settings settings = t.settings();
  settings.cancel = &watch_for_interrupt();
  settings.order = machine::Settings::Order::ascending;
  const machine::Outcome outcome =
      machine::dispatch(*t.code, *t.placement->kernel, t.placement->launch, t.placement->memory, settings);
  EmulatedComparison all{std::string(t.model->name), {}, {}};
  if (outcome.stop) all.stop = outcome.stop->line();
  if (outcome.cancelled) all.stop = "interrupted";
  if (all.stop) return all;
  const launch::Description& d = t.file.description;
  for (const launch::Output& o : d.outputs) {
    const launch::Buffer* const buffer = launch::find_buffer(d, o.buffer);
    const auto index = std::size_t(buffer - d.buffers.data());
    const BytesApart found =
        bytes_apart(o, *buffer, *left.placement->buffers[index], *t.placement->buffers[index]);
    if (found.bytes == 0) continue;
    all.differences.push_back(
        fmt::format("against: {}: {} of {} bytes are not the emulator's under model {}, the first at {:#x}: "
                    "{:02x}, not {:02x}{}",
                    o.buffer, found.bytes, found.compared, all.model, found.first, found.gpu, found.emulator,
                    found.deviation ? "; " + figures(*found.deviation) : ""));
  }
  return all;
}

namespace {

// What the emulator finds.
constexpr const char* kAbsentOnGpus =
    "races, waits, wait states, schedules, and undefined values that reach no output";

std::vector<std::string> lines_of(const DeviceRunResult& result) {
  const auto& [runs, compared] = result;
  std::vector<std::string> all;
  if (runs.failure) all.push_back(runs.failure->text);
  for (const DeviceFinding& f : runs.findings) all.push_back(f.line);
  for (const WrongOutput& wrong : runs.outputs.wrong_outputs)
    all.insert(all.end(), wrong.lines.begin(), wrong.lines.end());
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
