#include "properties/verdict/judgement.hpp"

#include <algorithm>
#include <array>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "host/json_members.hpp"

namespace lockstep::verdict {

std::string_view name(Execution e) {
  constexpr std::array<std::string_view, 4> kNames{"completed", "not_run", "tool_error", "timeout"};
  return kNames[std::size_t(e)];
}

std::string_view name(Conclusion c) {
  constexpr std::array<std::string_view, 4> kNames{"clean", "found", "inconclusive", "not_evaluated"};
  return kNames[std::size_t(c)];
}

std::string_view name(Values v) {
  constexpr std::array<std::string_view, 4> kNames{"proved", "holds", "differs", "not_judged"};
  return kNames[std::size_t(v)];
}

namespace {

/// Why a candidate that completed without a failure is not clean; empty: it is.
std::string why_not_clean(const Evidence& evidence, const Judgement& j) {
  const Checked& c = j.checked;
  if (!evidence.open.empty()) return evidence.open;
  if (c.launches == 0 || c.wave_instructions == 0)
    return "nothing was judged: the candidate executed no instruction";
  if (c.output_bytes.total + c.cases.total == 0) return "nothing was judged: the candidate has no outputs";
  if (!evidence.demands_values) return {};
  if (j.values == Values::not_judged)
    return "nothing says what the outputs must be: --against names a reference, or nothing for checks alone";
  if (c.output_bytes.reached + c.cases.reached == 0)
    return "nothing was judged: the outputs held what is expected before the launch";
  return {};
}

}  // namespace

void conclude(const Evidence& evidence, Judgement& j) {
  j.execution = evidence.execution;
  std::string why = evidence.open;
  if (evidence.failed) {
    j.finding = Conclusion::found;
  } else if (evidence.execution == Execution::completed) {
    why = why_not_clean(evidence, j);
    j.finding = why.empty() ? Conclusion::clean : Conclusion::inconclusive;
  } else {
    j.finding =
        evidence.execution == Execution::timeout ? Conclusion::inconclusive : Conclusion::not_evaluated;
  }
  // What broke off half-way holds nothing.
  if (j.finding != Conclusion::clean && j.values != Values::differs) j.values = Values::not_judged;
  if (j.values == Values::not_judged && j.finding != Conclusion::found) j.checked.output_bytes.reached = 0;
  if (j.cause.empty()) j.cause = std::move(why);
}

namespace {

using nlohmann::json;

template <typename Enum>
bool find_name(std::string_view text, std::size_t count, Enum& found) {
  for (std::size_t i = 0; i < count; ++i)
    if (name(Enum(i)) == text) {
      found = Enum(i);
      return true;
    }
  return false;
}

}  // namespace

std::optional<Execution> find_execution(std::string_view text) {
  Execution found{};
  return find_name(text, 4, found) ? std::optional(found) : std::nullopt;
}

namespace {

constexpr std::tuple kChecked{std::pair{"candidate", &Checked::candidate},
                              std::pair{"kernel", &Checked::kernel},
                              std::pair{"arch", &Checked::arch},
                              std::pair{"sha256", &Checked::sha256},
                              std::pair{"reference", &Checked::reference},
                              std::pair{"model", &Checked::model},
                              std::pair{"model_label", &Checked::model_label},
                              std::pair{"schedules", &Checked::schedules},
                              std::pair{"laws", &Checked::laws},
                              std::pair{"shapes", &Checked::shapes},
                              std::pair{"launches", &Checked::launches},
                              std::pair{"draws", &Checked::draws},
                              std::pair{"wave_instructions", &Checked::wave_instructions}};

constexpr std::tuple kJudgement{
    std::pair{"cause", &Judgement::cause},         std::pair{"kind", &Judgement::kind},
    std::pair{"source", &Judgement::source},       std::pair{"smallest_case", &Judgement::smallest_case},
    std::pair{"reproduce", &Judgement::reproduce}, std::pair{"not_checked", &Judgement::not_checked},
    std::pair{"seed", &Judgement::seed},           std::pair{"budget_seconds", &Judgement::budget_seconds},
    std::pair{"seconds", &Judgement::seconds},     std::pair{"version", &Judgement::version}};

constexpr int kSchema = 1;

json share(const Share& s, const char* reached) {
  return {{reached, s.reached}, {"total", s.total}};
}

Share share_of(const json& j, const char* reached) {
  return {j.at(reached).get<std::uint64_t>(), j.at("total").get<std::uint64_t>()};
}

/// What is known where something was judged.
constexpr std::tuple kFound{std::pair{"cause", &Judgement::cause}, std::pair{"kind", &Judgement::kind},
                            std::pair{"source", &Judgement::source},
                            std::pair{"smallest_case", &Judgement::smallest_case},
                            std::pair{"not_checked", &Judgement::not_checked}};

}  // namespace

bool take_over(const json& record, Evidence& evidence, Judgement& j) try {
  host::read_members(record, kFound, j);
  const json& checked = record.at("checked");
  host::read_members(checked, kChecked, j.checked);
  j.checked.output_bytes = share_of(checked.at("output_bytes"), "judged");
  j.checked.cases = share_of(checked.at("cases"), "judged");
  j.checked.instructions = share_of(checked.at("instructions"), "reached");
  j.checked.branch_directions = share_of(checked.at("branch_directions"), "reached");
  evidence.failed = record.at("failed").get<bool>();
  evidence.open = record.at("open").get<std::string>();
  return find_name(record.at("execution").get<std::string>(), 4, evidence.execution) &&
         find_name(record.at("values").get<std::string>(), 4, j.values);
} catch (const json::exception&) {
  return false;
}

void add_counts(const Judgement& so_far, Judgement& j) {
  const Checked& before = so_far.checked;
  Checked& c = j.checked;
  c.launches += before.launches, c.draws += before.draws, c.wave_instructions += before.wave_instructions;
  c.output_bytes.reached += before.output_bytes.reached, c.output_bytes.total += before.output_bytes.total;
  c.instructions.reached = std::max(c.instructions.reached, before.instructions.reached);
  c.branch_directions.reached = std::max(c.branch_directions.reached, before.branch_directions.reached);
}

json to_json(const Judgement& judgement) {
  json j{{"schema", kSchema},
         {"execution", name(judgement.execution)},
         {"finding", name(judgement.finding)},
         {"values", name(judgement.values)}};
  host::write_members(judgement, kJudgement, j);
  json& checked = j["checked"];
  host::write_members(judgement.checked, kChecked, checked);
  checked["output_bytes"] = share(judgement.checked.output_bytes, "judged");
  checked["cases"] = share(judgement.checked.cases, "judged");
  checked["instructions"] = share(judgement.checked.instructions, "reached");
  checked["branch_directions"] = share(judgement.checked.branch_directions, "reached");
  if (const Proof& p = judgement.proof; p.shapes.total != 0)
    j["proof"] = {{"shapes", share(p.shapes, "proved")}, {"assumed", p.assumed}, {"open", p.open}};
  return j;
}

std::vector<std::string> lines(const Judgement& j) {
  constexpr std::size_t kMost = 20;
  const Checked& c = j.checked;
  std::vector<std::string> all{
      fmt::format("{}  execution {}, values {}", name(j.finding), name(j.execution), name(j.values))};
  const auto add = [&](const char* what, const std::string& text) {
    if (!text.empty()) all.push_back(fmt::format("  {:<12} {}", what, text.substr(0, text.find('\n'))));
  };
  add("cause", j.cause);
  add("source", j.source);
  add("smallest", j.smallest_case);
  add("candidate", c.sha256.empty()
                       ? c.candidate
                       : fmt::format("{}@{} of {}, sha256 {}", c.kernel, c.arch, c.candidate, c.sha256));
  add("against", c.reference.empty() ? "nothing" : c.reference);
  if (c.launches != 0) {
    add("ran", fmt::format("{} launches on {} draws of inputs, {} wave instructions", c.launches, c.draws,
                           c.wave_instructions));
    add("schedules", fmt::format("{}", fmt::join(c.schedules, ", ")));
    add("laws", fmt::format("{}", fmt::join(c.laws, ", ")));
    const bool of_cases = c.cases.total != 0;
    const Share& judged = of_cases ? c.cases : c.output_bytes;
    add("judged",
        fmt::format("{} of {} {}; {} of {} instructions and {} of {} branch directions reached",
                    judged.reached, judged.total, of_cases ? "cases" : "output bytes", c.instructions.reached,
                    c.instructions.total, c.branch_directions.reached, c.branch_directions.total));
  }
  if (const Proof& p = j.proof; p.shapes.total != 0)
    add("proved", fmt::format("{} of {} shapes, for all contents of their operands{}{}", p.shapes.reached,
                              p.shapes.total, p.open.empty() ? "" : "; ", p.open));
  // The last line says how to see it again, whatever else there is to say.
  for (const std::string& what : j.not_checked)
    if (all.size() + 1 < kMost) add("not checked", what);
  add("reproduce", j.reproduce);
  return all;
}

}  // namespace lockstep::verdict
