#include <array>
#include <cstdio>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/launches/commands.hpp"
#include "cli/launches/run_report.hpp"
#include "cli/launches/scheduled_runs.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/files.hpp"
#include "cli/output/for_other_tools.hpp"
#include "cli/output/terminal.hpp"
#include "emulator/checks/policy.hpp"

namespace lockstep::cli {
namespace {

void announce(const LaunchTarget& target) {
  const code_object::Geometry& g = target.file.description.geometry;
  fmt::print("seed {}\n{}@{} of {}, grid {},{},{} block {},{},{}, model {} ({}), schedule{} {}\n",
             target.file.description.seed, target.placement->kernel->name, target.code->object().arch,
             target.code->object().file, g.grid[0], g.grid[1], g.grid[2], g.block[0], g.block[1], g.block[2],
             target.model->name, matrix::name(target.model->label),
             target.file.schedules.size() == 1 ? "" : "s", schedules_of(target));
  for (const std::string& note : target.placement->notes) fmt::print("note: {}\n", note);
  std::fflush(stdout);
}

std::string remove_outputs_of_earlier(const LaunchTarget& target, const RunOptions& options) {
  std::vector<std::string> outputs = target.file.output_files, inputs{target.file.object->path()};
  for (const std::string& file : {options.json, options.junit, options.sarif, options.html})
    outputs.push_back(file);
  for (const auto& input : target.file.inputs) inputs.push_back(input->path());
  inputs.push_back(options.launch.file);
  return remove_stale(outputs, inputs);
}

// Writes the outputs of the first run to files, where the launch names them.
bool write_outputs(const LaunchTarget& target) {
  const launch::Description& d = target.file.description;
  bool written = true;
  for (std::size_t i = 0; i < d.outputs.size(); ++i) {
    if (target.file.output_files[i].empty()) continue;
    written &= write_or_complain(target.file.output_files[i], [&](const Piece& piece) {
      return launch::read(*target.placement, d, d.outputs[i], [&](std::span<const std::uint8_t> data) {
        return piece({reinterpret_cast<const char*>(data.data()), data.size()});
      });
    });
  }
  return written;
}

bool write_reports(const RunReport& report, const RunOptions& options) {
  const std::vector<SarifResult> found = report.found();
  annotate(found);
  bool written = true;
  const auto write = [&](const std::string& file, const auto& content) {
    if (!file.empty()) written &= write_or_complain(file, content());
  };
  write(options.json, [&] { return report.result().dump(1) + "\n"; });
  write(options.junit, [&] { return junit(std::array{report.test_case()}); });
  write(options.sarif, [&] { return sarif(found).dump(1) + "\n"; });
  write(options.html, [&] { return pages::html(report.page()); });
  return written;
}

}  // namespace

int run_launch(const RunOptions& options) {
  if (!options.device.empty()) {
    for (const auto& [name, file] :
         {std::pair{"--junit", options.junit}, {"--sarif", options.sarif}, {"--html", options.html}})
      if (!file.empty())
        return complain("run", fmt::format("{} has no meaning with --device: a GPU makes no findings", name));
    return run_launch_on_device(options);
  }
  if (!options.against.empty())
    return complain("run", "--against emulated needs a GPU, as in --device hip:0");
  const auto target = ready(options.launch);
  if (!target) return complain("run", target.error());
  const auto suppressions = read_suppressions(options.suppress);
  if (!suppressions) return complain("run", suppressions.error());
  if (const std::string problem = remove_outputs_of_earlier(**target, options); !problem.empty())
    return complain("run", problem);
  announce(**target);
  ScheduledRuns runs(**target, options, watch_for_interrupt());
  const auto finished = runs.run();
  if (!finished) return complain("run", finished.error());
  if (!*finished) {
    for (const std::string& line : RunReport(**target, options, *suppressions, runs, "").lines_so_far())
      fmt::print("{}\n", line);
    return kInterrupted;
  }
  for (const auto& input : (*target)->file.inputs)
    if (input->failed())
      return complain("run", fmt::format("{}: could not be read to its end", input->path()));
  std::string arguments = launch_arguments(options.launch, (*target)->file, (*target)->model->name) +
                          checks::flags_of(options.policy);
  for (const std::string& rule : options.rules) arguments += " --rule " + shell_word(rule);
  if (!options.suppress.empty()) arguments += " --suppress " + shell_word(options.suppress);
  const RunReport report(**target, options, *suppressions, runs, arguments);
  for (const std::string& line : report.lines()) fmt::print("{}\n", line);
  const int code = report.exit_code();
  bool written = report.stopped() || write_outputs(**target);
  written &= write_reports(report, options);
  fmt::print("reproduce: lockstep run {}\n", arguments);
  return written || code != kHolds ? code : int(kUsage);
}

}  // namespace lockstep::cli
