#include "cli/judge_matrix_report.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace lockstep::cli {

namespace {

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
  JudgeTally alarms;                                  ///< of kernels without a bug

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

// Of a bug: the first case noticed, `-` where there was none, `.` where it had nothing to say. Without a bug: alarms.
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

}  // namespace

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

}  // namespace lockstep::cli
