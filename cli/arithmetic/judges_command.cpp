#include <algorithm>
#include <cstdio>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>

#include "cli/arithmetic/commands.hpp"
#include "cli/arithmetic/judge_matrix.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/files.hpp"
#include "cli/output/json.hpp"
#include "cli/output/terminal.hpp"
#include "host/parallel_for.hpp"
#include "properties/fuzzing/selection.hpp"
#include "properties/problems/generate.hpp"

namespace lockstep::cli {

namespace {

// The tables of `judges`, in Markdown.

std::string table_line(const std::vector<std::string>& cells) {
  return fmt::format("| {} |\n", fmt::join(cells, " | "));
}

std::string heading(const std::vector<std::string>& names, std::size_t texts) {
  std::string text = table_line(names) + "|";
  for (std::size_t i = 0; i < names.size(); ++i) text += i < texts ? "---|" : "---:|";
  return text + "\n";
}

bool is_shown(const JudgeRow& row) {
  return row.bug == nullptr || row.changed > 0;
}

/// A judge over all rows; `tally` is what it made of one.
struct Account {
  std::uint64_t noticed = 0, missed = 0, silent = 0;  ///< bugs
  JudgeTally alarms;                                  ///< on kernels without a bug

  void add(const JudgeRow& row, const JudgeTally& tally) {
    if (row.bug == nullptr) {
      alarms.asked += tally.asked;
      alarms.noticed += tally.noticed;
      alarms.asked_full += tally.asked_full;
      alarms.noticed_full += tally.noticed_full;
    } else if (row.changed > 0) {
      ++(tally.asked == 0 ? silent : tally.first > 0 ? noticed : missed);
    }
  }
  std::string line(std::string name, std::string against) const {
    const auto of = [](std::uint64_t some, std::uint64_t all) { return fmt::format("{} of {}", some, all); };
    return table_line({std::move(name), std::move(against), of(missed, noticed + missed),
                       std::to_string(silent), of(alarms.noticed, alarms.asked),
                       of(alarms.noticed_full, alarms.asked_full)});
  }
};

// What a judge made of a row: the first case in which it noticed the bug, `-` where there was none, `.` where
// it had nothing to say; of a kernel without a bug, its false alarms.
std::string cell(const JudgeRow& row, const JudgeTally& tally) {
  if (tally.asked == 0) return ".";
  if (row.bug == nullptr) return fmt::format("{}/{}", tally.noticed, tally.asked);
  return tally.first == 0 ? "-" : std::to_string(tally.first);
}

std::string kernel_name(const JudgeRow& row) {
  return fmt::format("{}@{}", row.kernel->name, row.kernel->arch);
}

std::string without_changes(const std::vector<JudgeRow>& rows) {
  std::map<std::string, std::vector<std::string>> by_law;
  for (const JudgeRow& row : rows)
    if (!is_shown(row)) by_law[std::string(row.bug->law)].emplace_back(row.bug->id);
  std::string text;
  for (auto& [law, bugs] : by_law) text += fmt::format("- `{}`: {}\n", law, fmt::join(bugs, ", "));
  return text.empty() ? text : "\nNo value changed in these cases; caught by:\n\n" + text;
}

nlohmann::json to_json(const JudgeTally& t) {
  nlohmann::json j{{"asked", t.asked}, {"noticed", t.noticed}};
  if (t.first > 0) j["first"] = t.first;
  return j;
}

/// How many planted bugs each judge misses, and how often it fails a right output.
std::string judge_summary(const std::vector<JudgeRow>& rows) {
  std::string text = heading({"judge", "compares with", "bugs missed", "bugs it says nothing of",
                              "right outputs failed", "of these with data=full"},
                             2);
  Account lockstep;
  for (const JudgeRow& row : rows) lockstep.add(row, row.lockstep);
  text += lockstep.line("lockstep", "the declared order, the exact answer");
  for (std::size_t j = 0; j < judges::judges().size(); ++j) {
    const judges::Judge& judge = judges::judges()[j];
    Account account;
    for (const JudgeRow& row : rows) account.add(row, row.judges[j]);
    text += account.line(std::string(judge.name), std::string(judges::name(judge.against)));
  }
  return text;
}

/// A row for each bug that changes values and for each kernel without one, then the bugs that change none.
std::string judge_table(const std::vector<JudgeRow>& rows) {
  std::vector<std::string> names{"bug", "kernel", "cases changed", "lockstep"};
  for (const judges::Judge& judge : judges::judges()) names.emplace_back(judge.name);
  std::string text = heading(names, 2);
  for (const JudgeRow& row : rows) {
    if (!is_shown(row)) continue;
    std::vector<std::string> cells{row.bug == nullptr ? "none" : std::string(row.bug->id), kernel_name(row),
                                   fmt::format("{}/{}", row.changed, row.cases), cell(row, row.lockstep)};
    for (const JudgeTally& tally : row.judges) cells.push_back(cell(row, tally));
    text += table_line(cells);
  }
  return text + without_changes(rows);
}

nlohmann::json to_json(const JudgeRow& row) {
  nlohmann::json j{{"bug", row.bug == nullptr ? nlohmann::json() : nlohmann::json(row.bug->id)},
                   {"kernel", kernel_name(row)},
                   {"cases", row.cases},
                   {"changed", row.changed},
                   {"lockstep", to_json(row.lockstep)}};
  for (std::size_t i = 0; i < row.judges.size(); ++i)
    j["judges"][std::string(judges::judges()[i].name)] = to_json(row.judges[i]);
  return j;
}

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
  if (const std::string problem = fuzzing::unknown_names(options.kernels, {}); !problem.empty())
    return complain("arith judges", problem);
  if (const std::string problem = unknown_bug(options.bugs); !problem.empty())
    return complain("arith judges", problem);
  JudgeMatrixOptions o;
  o.rows = rows_of(options);
  if (o.rows.empty())
    return complain("arith judges", "no planted bug of these kernels is built; ./lockstep mutants builds all",
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
