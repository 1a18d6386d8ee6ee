#include "cli/inspection/kill_matrix_report.hpp"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace lockstep::cli {

namespace {

using wait_mutation::KillMatrix;
using wait_mutation::MatrixRow;
using By = KillTally::By;

bool noticed_as(const MatrixRow& row, std::string_view notice) {
  return std::ranges::find(row.killed_by, notice) != row.killed_by.end();
}

By noticed_by(const MatrixRow& row) {
  if (noticed_as(row, "wait")) return By::wait;
  if (noticed_as(row, "nop")) return By::nop;
  return noticed_as(row, "lds-race") || noticed_as(row, "memory-race") ? By::race : By::output;
}

void print_row(const KillMatrix& matrix, const MatrixRow& row) {
  const isa::Instruction& i = matrix.code->program().instructions[row.mutant.instruction];
  fmt::print("  {:#8x} {:<34} {:<12}", i.address, i.text, wait_mutation::name(row.mutant));
  for (std::size_t s = 0; s < row.killed_by.size(); ++s)
    fmt::print(" {:<17}", !row.ran[s] ? "." : row.killed_by[s].empty() ? "-" : row.killed_by[s]);
  fmt::print(" {}\n", row.lint.empty() ? "-" : fmt::format("{}", fmt::join(row.lint, ",")));
  if (!row.only_by.empty()) fmt::print("           noticed by {}\n", row.only_by);
  if (!row.killed())
    fmt::print("           survives: {}\n", row.explanation ? row.explanation->text : "UNEXPLAINED");
}

// What noticed a mutant under each schedule that was run; null: nothing did.
nlohmann::json killed_by(const KillMatrix& matrix, const MatrixRow& row) {
  nlohmann::json by = nlohmann::json::object();
  for (std::size_t s = 0; s < matrix.schedules.size(); ++s) {
    if (!row.ran[s]) continue;
    nlohmann::json& killed = by[machine::to_string(matrix.schedules[s])];
    if (!row.killed_by[s].empty()) killed = row.killed_by[s];
  }
  return by;
}

std::vector<std::string> headings() {
  std::vector<std::string> names{"kernel", "mutants", "killed", "wait", "nop", "race", "output"};
  for (std::size_t r = 0; r < wait_mutation::kRules; ++r)
    names.emplace_back(wait_mutation::name(wait_mutation::Rule(r)));
  names.insert(names.end(), {"unexplained", "lint", "unreached", "lint of them"});
  return names;
}

std::vector<std::string> cells(const KillTally& t) {
  std::vector<std::string> row{t.kernel};
  const auto add = [&](std::size_t n) { row.push_back(std::to_string(n)); };
  add(t.mutants);
  add(t.killed);
  for (const std::size_t n : t.by) add(n);
  for (const std::size_t n : t.survivors) add(n);
  for (const std::size_t n : {t.unexplained, t.linted, t.unreached, t.unreached_linted}) add(n);
  return row;
}

std::string line(const std::vector<std::string>& row) {
  return fmt::format("| {} |\n", fmt::join(row, " | "));
}

}  // namespace

KillTally& KillTally::operator+=(const KillTally& o) {
  mutants += o.mutants;
  killed += o.killed;
  linted += o.linted;
  unexplained += o.unexplained;
  unreached += o.unreached;
  unreached_linted += o.unreached_linted;
  for (std::size_t i = 0; i < by.size(); ++i) by[i] += o.by[i];
  for (std::size_t i = 0; i < survivors.size(); ++i) survivors[i] += o.survivors[i];
  return *this;
}

KillTally tally(const std::string& kernel, const KillMatrix& matrix) {
  KillTally t;
  t.kernel = kernel;
  t.mutants = matrix.rows.size();
  t.unreached = matrix.unreached;
  t.unreached_linted = matrix.unreached_linted.value_or(0);
  for (const MatrixRow& row : matrix.rows) {
    t.linted += !row.lint.empty();
    if (row.killed()) {
      ++t.killed;
      ++t.by[noticed_by(row)];
    } else if (row.explanation) {
      ++t.survivors[std::size_t(row.explanation->rule)];
    } else {
      ++t.unexplained;
    }
  }
  return t;
}

void print(const KillMatrix& matrix, const KillTally& t, bool survivors_only) {
  fmt::print("  {:<8} {:<34} {:<12}", "address", "instruction", "mutation");
  for (const machine::Schedule& s : matrix.schedules) fmt::print(" {:<17}", machine::to_string(s));
  fmt::print(" lint\n");
  for (const MatrixRow& row : matrix.rows)
    if (!survivors_only || !row.killed()) print_row(matrix, row);
  const std::size_t survivors = t.mutants - t.killed;
  fmt::print(
      "{} mutants: {} killed, {} survive, {} of them explained; {} more in code that no case reaches\n",
      t.mutants, t.killed, survivors, survivors - t.unexplained, t.unreached);
  fmt::print("lint speaks of {} of them without running any", t.linted);
  if (matrix.unreached_linted)
    fmt::print(", and of {} in code that no case reaches", *matrix.unreached_linted);
  fmt::print("\n");
  std::fflush(stdout);
}

std::string table(const std::vector<KillTally>& tallies) {
  const std::vector<std::string> names = headings();
  std::string text = line(names) + "|";
  for (std::size_t i = 0; i < names.size(); ++i) text += i == 0 ? "---|" : "---:|";
  text += "\n";
  KillTally all;
  all.kernel = "all";
  for (const KillTally& t : tallies) {
    text += line(cells(t));
    all += t;
  }
  if (tallies.size() > 1) text += line(cells(all));
  return text;
}

nlohmann::json to_json(const KillMatrix& matrix, const std::vector<cases::Case>& cases) {
  nlohmann::json j{{"cases", nlohmann::json::array()},
                   {"mutants", nlohmann::json::array()},
                   {"unreached", matrix.unreached}};
  if (matrix.unreached_linted) j["unreached_linted"] = *matrix.unreached_linted;
  for (const cases::Case& c : cases) j["cases"].push_back(cases::print(c));
  for (const MatrixRow& row : matrix.rows) {
    const isa::Instruction& i = matrix.code->program().instructions[row.mutant.instruction];
    j["mutants"].push_back({{"address", i.address},
                            {"instruction", i.text},
                            {"mutation", wait_mutation::name(row.mutant)},
                            {"killed", row.killed()},
                            {"killed_by", killed_by(matrix, row)},
                            {"lint", row.lint}});
    if (!row.only_by.empty()) j["mutants"].back()["only_by"] = row.only_by;
    if (row.killed()) continue;
    nlohmann::json& mutant = j["mutants"].back();
    mutant["rule"] =
        row.explanation ? nlohmann::json(wait_mutation::name(row.explanation->rule)) : nlohmann::json();
    mutant["explanation"] = row.explanation ? row.explanation->text : "";
  }
  return j;
}

}  // namespace lockstep::cli
