#include <algorithm>
#include <cstdio>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/complaint.hpp"
#include "cli/exit_code.hpp"
#include "cli/interrupt.hpp"
#include "cli/json.hpp"
#include "cli/judge_matrix_report.hpp"
#include "cli/output_file.hpp"
#include "cli/progress.hpp"
#include "cli/selection.hpp"
#include "host/parallel_for.hpp"
#include "properties/problems/generate.hpp"

namespace lockstep::cli {

namespace {

bool is_chosen(const JudgesOptions& options, const kernels::Mutant& bug, const kernels::Kernel& kernel) {
  const auto& kernels = options.kernels;
  const auto& bugs = options.bugs;
  const bool named = kernels.empty() || std::ranges::any_of(kernels, [&](const std::string& name) {
                       return problems::is_name_of(name, kernel);
                     });
  return named && (bugs.empty() || std::ranges::find(bugs, bug.id) != bugs.end());
}

// The bugs, then the kernels that have some, without them.
std::vector<JudgeRow> rows_of(const JudgesOptions& options) {
  std::vector<JudgeRow> rows, originals;
  for (const kernels::Kernel& kernel : kernels::kernels()) {
    const std::size_t before = rows.size();
    for (const kernels::Mutant& bug : kernels::mutants())
      if (bug.built && bug.kernel == kernel.name && bug.arch == kernel.arch &&
          is_chosen(options, bug, kernel))
        rows.push_back({.kernel = &kernel, .bug = &bug});
    if (rows.size() > before) originals.push_back({.kernel = &kernel});
  }
  rows.insert(rows.end(), originals.begin(), originals.end());
  return rows;
}

std::string unknown_bug(const std::vector<std::string>& bugs) {
  for (const std::string& bug : bugs) {
    const auto found = std::ranges::find(kernels::mutants(), bug, &kernels::Mutant::id);
    if (found == kernels::mutants().end())
      return fmt::format("no planted bug '{}'; lockstep list mutants has them", bug);
    if (!found->built)
      return fmt::format("planted bug '{}' is not built; ./lockstep mutants builds all", bug);
  }
  return {};
}

}  // namespace

int judges(const JudgesOptions& options) {
  fmt::print("seed {:#x}\n", options.seed);
  std::fflush(stdout);
  if (const std::string problem = unknown_names(options.kernels, {}); !problem.empty())
    return complain("judges", problem);
  if (const std::string problem = unknown_bug(options.bugs); !problem.empty())
    return complain("judges", problem);
  JudgeMatrixOptions o;
  o.rows = rows_of(options);
  if (o.rows.empty())
    return complain("judges", "no planted bug of these kernels is built; ./lockstep mutants builds all",
                    kInconclusive);
  o.cases = options.cases;
  o.seed = options.seed;
  o.jobs = host::thread_count(options.jobs);
  o.cancel = &watch_for_interrupt();
  Progress progress(o.rows.size());
  o.progress = [&](std::size_t done, std::size_t total) {
    progress.update(done, fmt::format("{} of {} builds", done, total));
  };
  const std::vector<JudgeRow> rows = judge_matrix(o);
  progress.finish();

  const std::string text = judge_summary(rows) + "\n" + judge_table(rows);
  fmt::print("{}", text);
  bool written = options.markdown.empty() || write_or_complain(options.markdown, text);
  if (!options.json.empty()) {
    nlohmann::json j{{"schema", kSchema}, {"seed", options.seed}, {"rows", nlohmann::json::array()}};
    for (const JudgeRow& row : rows) j["rows"].push_back(to_json(row));
    written &= write_or_complain(options.json, j.dump(1) + "\n");
  }
  if (o.cancel->load()) return kInterrupted;
  return written ? kHolds : kUsage;
}

}  // namespace lockstep::cli
