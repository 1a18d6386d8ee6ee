#include <cstdio>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/cases/case_words.hpp"
#include "cli/launches/commands.hpp"
#include "cli/launches/launch_target.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/terminal.hpp"
#include "emulator/observe/trace.hpp"
#include "host/number.hpp"
#include "properties/fuzzing/corpus.hpp"
#include "properties/laws/experiment.hpp"

namespace lockstep::cli {
namespace {

std::optional<std::array<std::uint32_t, 3>> parse_workgroup(std::string_view text) {
  std::array<std::uint32_t, 3> id{};
  for (std::size_t i = 0; i < 3 && !text.empty(); ++i) {
    const std::size_t comma = text.find(',');
    const auto part = host::parse_number<std::uint32_t>(text.substr(0, comma));
    if (!part) return std::nullopt;
    id[i] = *part;
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
  }
  return text.empty() ? std::optional(id) : std::nullopt;
}

tl::expected<observe::TraceSelection, std::string> select(const TraceOptions& o) {
  observe::TraceSelection selection;
  const auto workgroup = parse_workgroup(o.workgroup);
  if (!workgroup) return tl::unexpected(fmt::format("--workgroup '{}': expected X,Y,Z", o.workgroup));
  selection.workgroup = *workgroup;
  selection.wave = o.wave;
  selection.launch = o.launch_number;
  if (o.count != 0) selection.count = o.count;
  if (o.from.empty()) return selection;
  const auto from = host::parse_number<std::uint64_t>(o.from);
  if (!from)
    return tl::unexpected(
        fmt::format("--from '{}': expected an address such as 0x1a00, or a number", o.from));
  if (o.from.starts_with("0x")) {
    selection.from_address = from;
  } else {
    selection.from_index = *from;
  }
  return selection;
}

std::string json_line(const observe::TraceStep& step) {
  nlohmann::json entries = nlohmann::json::array();
  for (const observe::TraceEntry& e : step.entries) {
    nlohmann::json entry{{"kind", observe::name(e.kind)}, {"value", e.value}};
    if (!e.what.empty()) entry["what"] = e.what;
    entries.push_back(std::move(entry));
  }
  const nlohmann::json line{{"index", step.index},
                            {"address", fmt::format("{:#x}", step.instruction->address)},
                            {"instruction", step.instruction->text},
                            {"entries", std::move(entries)}};
  return line.dump() + "\n";
}

tl::expected<cases::Case, std::string> one_case(const std::vector<std::string>& target) {
  if (target.size() > 1 || !(target[0].ends_with(".case") || target[0].ends_with(".cases")))
    return case_of(target);
  auto all = fuzzing::read_cases(target[0]);
  if (!all) return tl::unexpected(all.error());
  if (all->size() != 1)
    return tl::unexpected(fmt::format("{}: has {} cases; a trace is of one", target[0], all->size()));
  return all->front();
}

/// Runs a launch with the tracer watching. Empty, or what is wrong with it.
std::string run_launch_file(LaunchFlags flags, const std::string& path, machine::Observer& tracer,
                            const std::atomic<bool>& cancel) {
  flags.file = path;
  auto target = ready(flags);
  if (!target) return target.error();
  machine::Settings settings = (*target)->settings();
  settings.threads = 1;
  settings.cancel = &cancel;
  settings.observer = &tracer;
  launch::Placement& placement = *(*target)->placement;
  machine::dispatch(*(*target)->code, *placement.kernel, placement.launch, placement.memory, settings);
  return {};
}

std::string run_case(const std::vector<std::string>& target, machine::Observer& tracer,
                     const std::atomic<bool>& cancel) {
  const auto c = one_case(target);
  if (!c) return c.error();
  laws::CodeCache cache;
  laws::Experiment::Options options;
  options.cancel = &cancel;
  options.observer = &tracer;
  const auto experiment = laws::Experiment::prepare(*c, cache, options);
  if (!experiment) return experiment.error();
  (*experiment)->first_run();
  return {};
}

}  // namespace

int trace(const TraceOptions& options) {
  const auto selection = select(options);
  if (!selection) return complain("trace", selection.error());
  const bool is_launch =
      options.target.empty() || (options.target.size() == 1 && options.target[0].ends_with(".json"));
  const std::atomic<bool>& cancel = watch_for_interrupt();
  observe::Trace tracer(*selection, [&](const observe::TraceStep& step) {
    const std::string line = options.json ? json_line(step) : observe::text(step);
    return std::fwrite(line.data(), 1, line.size(), stdout) == line.size() && !cancel.load();
  });
  const std::string problem =
      is_launch
          ? run_launch_file(options.launch, options.target.empty() ? "" : options.target[0], tracer, cancel)
          : run_case(options.target, tracer, cancel);
  if (!problem.empty()) return complain("trace", problem);
  if (cancel.load()) return kInterrupted;
  if (tracer.logged() != 0) return kHolds;
  fmt::print(stderr, "lockstep trace: workgroup {} wave {} executed nothing{}\n", options.workgroup,
             options.wave, options.from.empty() ? "" : " from there on");
  return kInconclusive;
}

}  // namespace lockstep::cli
