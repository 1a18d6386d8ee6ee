#include "cli/launches/run_report.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/output/exit_code.hpp"
#include "cli/output/fidelity.hpp"
#include "cli/output/json.hpp"
#include "cli/output/result_pages.hpp"
#include "emulator/findings/finding_lines.hpp"
#include "host/demangle.hpp"

namespace lockstep::cli {

using nlohmann::json;

namespace {

std::string under(const machine::Schedule& schedule) {
  return fmt::format(" (under {})", machine::to_string(schedule));
}

std::string line_of(const launch::Difference& d) {
  return fmt::format("schedule{}: {}", d.severity == findings::Severity::risk ? " (risk)" : "", d.text);
}

bool says_fidelity(const launch::Run& run) {
  return run.stop() == nullptr && !run.outcome().executed.empty();
}
FidelityReport fidelity(const LaunchTarget& target, const launch::Run& run) {
  return {*target.code, std::array{target.model}, run.outcome().executed};
}

/// Whether an access out of bounds, or another stop, may follow from it.
bool may_stop(const findings::Finding& f) {
  using Kind = findings::FindingKind;
  constexpr std::array kCauses{Kind::wait,
                               Kind::nop,
                               Kind::lds_race,
                               Kind::memory_race,
                               Kind::undefined_address,
                               Kind::undefined_branch,
                               Kind::undefined_exec};
  return f.severity == findings::Severity::wrong && std::ranges::find(kCauses, f.kind) != kCauses.end();
}

std::string size(const launch::Run& run) {
  return fmt::format("{} workgroups, {} wave instructions", run.outcome().workgroups,
                     run.outcome().instructions);
}

}  // namespace

std::string schedules_of(const LaunchTarget& target) {
  std::vector<std::string> names;
  for (const machine::Schedule& s : target.file.schedules) names.push_back(machine::to_string(s));
  return fmt::format("{}", fmt::join(names, ", "));
}

RunReport::Findings RunReport::findings_of(const std::vector<launch::Run>& runs,
                                           const findings::Suppressions& suppressions, bool each) {
  std::vector<findings::Finding> all;
  for (const launch::Run& run : runs)
    all.insert(all.end(), run.outcome().findings.begin(), run.outcome().findings.end());
  all = findings::without_repetitions(all);
  Findings found{{}, suppressions.take(all)};
  const auto schedule_of = [&](const findings::Finding& f) {
    return std::ranges::find_if(runs,
                                [&](const launch::Run& run) {
                                  return std::ranges::any_of(
                                      run.outcome().findings,
                                      [&](const findings::Finding& g) { return findings::is_same(f, g); });
                                })
        ->schedule;
  };
  for (findings::Finding& f : each ? all : findings::by_cause(all)) found.all.push_back({f, schedule_of(f)});
  return found;
}

RunReport::RunReport(const LaunchTarget& target, const RunOptions& options,
                     const findings::Suppressions& suppressions, const ScheduledRuns& runs,
                     std::string arguments)
    : target_(target),
      options_(options),
      suppressions_(suppressions),
      runs_(runs.runs().all),
      differences_(runs.runs().differences),
      notes_(runs.runs().notes()),
      outputs_(runs.outputs().front()),
      arguments_(std::move(arguments)),
      found_(findings_of(runs_, suppressions, options.shown.limit == 0)),
      stopped_(runs.runs().stopped()) {
  std::set<std::size_t> undefined;  // the outputs of which an earlier run said so
  for (std::size_t n = 0; n < runs_.size(); ++n)
    for (const WrongOutput& wrong : runs.outputs()[n].wrong_outputs)
      if (!wrong.is_undefined || undefined.insert(wrong.output).second) add(wrong.lines, runs_[n].schedule);
  if (stopped_ == nullptr) open_ = left_open(runs.outputs_are_implied());
}

int RunReport::exit_code() const {
  if (stopped_ != nullptr)
    return stopped_->stop()->kind == findings::FindingKind::unsupported ? kInconclusive : kTrapped;
  const auto fails = [&](findings::Severity s) { return options_.policy.is_failure(s); };
  const bool failed = !lines_.empty() || std::ranges::any_of(found_.all, [&](const Found& f) {
    return fails(f.finding.severity);
  }) || std::ranges::any_of(differences_, [&](const launch::Difference& d) { return fails(d.severity); });
  return failed ? kFalsified : open_.empty() ? kHolds : kInconclusive;
}

std::vector<std::string> RunReport::lines() const {
  const launch::Run& first = stopped_ != nullptr ? *stopped_ : runs_.front();
  std::vector<std::string> all{
      fmt::format("{}  {}{}", verdict(), size(first),
                  stopped_ != nullptr && runs_.size() > 1 ? under(stopped_->schedule) : "")};
  const auto add = [&](std::string_view line) { all.push_back(fmt::format("  {}", line)); };
  std::vector<findings::FindingLine> causes, found;  // a stop's line stands between the two
  for (const Found& f : found_.all) {
    auto& lines = stopped_ != nullptr && may_stop(f.finding) ? causes : found;
    lines.emplace_back(f.finding);
    if (f.schedule != runs_.front().schedule) lines.back().line += under(f.schedule);
  }
  const auto list = [&](const std::vector<findings::FindingLine>& lines) {
    for (const std::string& line : findings::listed(lines, options_.shown, options_.policy.fails)) add(line);
  };
  list(causes);
  if (stopped_ != nullptr) add(stopped_->stop()->line());
  list(found);
  for (const launch::Difference& d : differences_) add(line_of(d));
  for (const std::string& line : lines_) add(line);
  for (const std::string& note : notes_) add("note: " + note);
  for (const std::string& line : open_) add(line);
  for (const std::string& line : findings::account(suppressions_, found_.suppressed))
    add(fmt::format("{:<15} {}", "suppression", line));
  if (says_fidelity(first)) add("fidelity: " + fidelity(target_, first).text());
  for (std::size_t i = 0; i < outputs_.results.size(); ++i) add(line_of_output(i));
  return all;
}

std::vector<std::string> RunReport::lines_so_far() const {
  std::vector<std::string> all{"interrupted  " + size(runs_.back())};
  std::vector<findings::FindingLine> found;
  for (const Found& f : found_.all) found.emplace_back(f.finding);
  for (const std::string& line : findings::listed(found, options_.shown, options_.policy.fails))
    all.push_back("  " + line);
  for (const std::string& note : notes_) all.push_back("  " + note);
  return all;
}

std::vector<SarifResult> RunReport::found() const {
  const std::string &file = target_.code->object().file, &kernel = target_.placement->kernel->name;
  std::vector<SarifResult> all;
  const auto add = [&](const findings::Finding& f) {
    all.push_back({findings::name(f.kind), f.severity, f.line(), f.source, f.kernel, file});
  };
  if (stopped_ != nullptr) add(*stopped_->stop());
  for (const Found& f : found_.all) add(f.finding);
  for (const launch::Difference& d : differences_)
    all.push_back({"schedule", d.severity, line_of(d), "", kernel, file});
  for (const std::vector<std::string>& lines : seen_)
    all.push_back(
        {"output", findings::Severity::wrong, fmt::format("{}", fmt::join(lines, "\n")), "", kernel, file});
  return all;
}

JunitCase RunReport::test_case() const {
  JunitCase one{target_.code->object().file, host::demangled(target_.placement->kernel->name), {}, {}};
  for (const SarifResult& f : found())
    (options_.policy.is_failure(f.severity) ? one.failures : one.notes).push_back(f.message);
  return one;
}

pages::Page RunReport::page() const {
  pages::Page page;
  const code_object::CodeObject& object = target_.code->object();
  page.verdict = verdict();
  page.title =
      fmt::format("{}@{} of {}", host::demangled(target_.placement->kernel->name), object.arch, object.file);
  page.sentence = size(runs_.front());
  page.facts = {{"model", fmt::format("{} ({})", target_.model->name, matrix::name(target_.model->label))},
                {"schedules", schedules_of(target_)},
                {"seed", std::to_string(target_.file.description.seed)}};
  page.reports.push_back(fmt::format("{}", fmt::join(lines(), "\n")));
  page.again = fmt::format("lockstep run {}", arguments_);
  if (pages::Table table = findings_table(found()); !table.rows.empty())
    page.tables.push_back(std::move(table));
  observe::Coverage reached(target_.code);
  for (const launch::Run& run : runs_) reached.add(run.outcome());
  page.code.push_back(pages::code_map(page.title, reached, source_folders(std::array{object.file})));
  return page;
}

json RunReport::result() const {
  json j{{"schema", kSchema},
         {"object", target_.code->object().file},
         {"kernel", target_.placement->kernel->name},
         {"arch", target_.code->object().arch},
         {"model", target_.model->name},
         {"model_label", matrix::name(target_.model->label)},
         {"schedule", target_.file.schedule},
         {"schedules", json::array()},
         {"seed", target_.file.description.seed},
         {"verdict", verdict()},
         {"notes", target_.placement->notes},
         {"findings", json::array()},
         {"wrong_outputs", lines_},
         {"workgroups", runs_.front().outcome().workgroups},
         {"wave_instructions", runs_.front().outcome().instructions},
         {"outputs", json::array()},
         {"reproduce", fmt::format("lockstep run {}", arguments_)}};
  for (const launch::Run& run : runs_) j["schedules"].push_back(machine::to_string(run.schedule));
  for (const Found& f : found_.all) {
    j["findings"].push_back(to_json(f.finding, target_.code->object().lines, target_.frames));
    j["findings"].back()["schedule"] = machine::to_string(f.schedule);
  }
  j["differences"] = json::array();
  for (const launch::Difference& d : differences_)
    j["differences"].push_back({{"severity", findings::name(d.severity)}, {"line", line_of(d)}});
  if (!suppressions_.rules().empty()) j["suppressed"] = to_json(suppressions_, found_.suppressed);
  if (stopped_ != nullptr) {
    j["stop"] = stopped_->stop()->line();
    j["stopped_by"] = to_json(*stopped_->stop(), target_.code->object().lines, target_.frames);
    j["stopped_by"]["schedule"] = machine::to_string(stopped_->schedule);
  }
  const launch::Run& first = runs_.front();
  if (says_fidelity(first)) j["fidelity"] = fidelity(target_, first).json();
  for (std::size_t i = 0; i < outputs_.results.size(); ++i) {
    j["outputs"].push_back(to_json(target_.file.description.outputs[i], outputs_.results[i]));
    if (outputs_.derived[i]) j["outputs"].back()["derived"] = to_json(*outputs_.derived[i]);
  }
  return j;
}

/// What nobody has said of the outputs, without which a run that finds nothing has shown nothing.
std::vector<std::string> RunReport::left_open(bool outputs_are_implied) const {
  if (outputs_.results.empty())
    return {"nothing was judged: the launch changed no buffer, and no --output names one"};
  std::vector<std::string> lines;
  if (!outputs_are_implied || !target_.file.checks) return lines;
  for (std::size_t i = 0; i < outputs_.results.size(); ++i) {
    const launch::OutputResult& r = outputs_.results[i];
    const launch::Output& o = target_.file.description.outputs[i];
    if (r.undefined_bytes != 0)
      lines.push_back(
          fmt::format("undecided: {0}: {1} of {2} bytes are undefined, the first at {3:#x}, and no output "
                      "says whether they may be: --output buffer={0}, with undefined=all if so",
                      o.buffer, r.undefined_bytes, r.bytes, o.offset + r.first_undefined));
  }
  return lines;
}

// Each once, with the first schedule under which it was so.
void RunReport::add(const std::vector<std::string>& lines, const machine::Schedule& schedule) {
  if (!seen_.insert(lines).second) return;
  const std::size_t heading = lines_.size();
  lines_.insert(lines_.end(), lines.begin(), lines.end());
  if (schedule != runs_.front().schedule) lines_[heading] += under(schedule);
}

const char* RunReport::verdict() const {
  return verdict_of(exit_code());
}

std::string RunReport::line_of_output(std::size_t i) const {
  const launch::OutputResult& r = outputs_.results[i];
  const auto& derived = outputs_.derived[i];
  return fmt::format("output {}: {} bytes, sha256 {}{}{}", target_.file.description.outputs[i].buffer,
                     r.bytes, r.sha256, derived ? ", " + figures(*derived) : "",
                     r.deviation ? ", " + figures(*r.deviation) : "");
}

}  // namespace lockstep::cli
