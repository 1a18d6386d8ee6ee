#include <algorithm>
#include <cstdio>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/cases/case_dump.hpp"
#include "cli/cases/case_words.hpp"
#include "cli/cases/commands.hpp"
#include "cli/devices/gpu.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/fidelity.hpp"
#include "cli/output/files.hpp"
#include "cli/output/json.hpp"
#include "cli/output/result_pages.hpp"
#include "cli/output/terminal.hpp"
#include "properties/fuzzing/corpus.hpp"
#include "properties/fuzzing/failure.hpp"
#include "properties/fuzzing/selection.hpp"
#include "properties/verdict/regions.hpp"

namespace lockstep::cli {

namespace {

bool names_file(const std::string& argument) {
  std::error_code ignored;
  return argument.ends_with(".case") || argument.ends_with(".cases") ||
         std::filesystem::is_regular_file(argument, ignored);
}

// The first of every so many cases of a file.
tl::expected<std::vector<cases::Case>, std::string> cases_of(const std::vector<std::string>& arguments,
                                                             std::size_t every) {
  if (std::all_of(arguments.begin(), arguments.end(), names_file)) {
    std::vector<cases::Case> all;
    for (const std::string& file : arguments) {
      const auto some = fuzzing::read_cases(file);
      if (!some) return some;
      for (std::size_t i = 0; i < some->size(); i += every) all.push_back((*some)[i]);
    }
    return all;
  }
  auto c = case_of(arguments);
  if (!c) return tl::unexpected(c.error());
  return std::vector{*c};
}

std::string reason_of(const verdict::LawResult& law) {
  if (!law.reason.empty()) return ": " + law.reason;
  if (!law.snr) return "";
  const std::string db = verdict::decibels(law.snr->db);
  if (!law.snr->unquantised_db) return ": " + db;
  return fmt::format(": {} to the quantised operands, {} to the operands before quantisation", db,
                     verdict::decibels(*law.snr->unquantised_db));
}

// What another project's tolerance makes of the output. It changes no verdict.
void print_opinion(const judges::Opinion& o) {
  if (!o.threshold) {
    fmt::print("  judge {:<14} silent: {}\n", o.judge->name,
               "no threshold for such a product, or no finite reference");
    return;
  }
  fmt::print("  judge {:<14} {}: {:.4g}, passes if {} (to {}; {})\n", o.judge->name, judges::name(o.verdict),
             o.value, o.threshold->text(), judges::name(o.judge->against), o.judge->source);
}

void print_result(const laws::CaseResult& r, double seconds) {
  fmt::print("{}", painted(fmt::format("{}  {}\n", verdict::name(r.verdict), cases::print(r.the_case))));
  if (!r.sampled.empty()) fmt::print("  {:<16} {}\n", "computed", r.sampled);
  for (const verdict::LawResult& law : r.laws)
    fmt::print("  {:<16} {}{}\n", law.law, verdict::name(law.verdict), reason_of(law));
  for (const judges::Opinion& o : r.judges) print_opinion(o);
  for (const std::string& note : r.notes) fmt::print("  note: {}\n", note);
  fmt::print(stderr, "  {} runs, {:.1f} M multiply-accumulates each, {:.2f} s\n", r.runs,
             double(r.macs) / 1e6, seconds);
}

// Runs a case that can be run under every model of its arch, and reports how far they are apart.
nlohmann::json report_spread(const cases::Case& c, laws::CodeCache& cache,
                             const laws::Experiment::Options& options) {
  const auto experiment = *laws::Experiment::prepare(c, cache, options);
  const laws::ModelSpread spread = laws::spread_over_models(*experiment);
  fmt::print("  {:<16} {}\n", "models", laws::text(spread));
  return to_json(spread);
}

// Runs a case that can be run once more: notes do not outlive the laws.
void print_notes(const cases::Case& c, laws::CodeCache& cache, const laws::Experiment::Options& options) {
  const auto experiment = *laws::Experiment::prepare(c, cache, options);
  for (const findings::Finding& f : experiment->first_run().outcome.findings)
    if (f.severity == findings::Severity::note) fmt::print("  {}\n", f.line());
}

nlohmann::json fidelity(const laws::CaseResult& r) {
  const std::array models{matrix::find_model(r.the_case.model)};
  return FidelityReport(*r.coverage.code(), models, r.coverage.reached()).json();
}

tl::expected<void, std::string> dump(const cases::Case& c, laws::CodeCache& cache,
                                     const laws::Experiment::Options& run, const ReplayOptions& options) {
  const auto experiment = laws::Experiment::prepare(c, cache, run);
  if (!experiment) return tl::unexpected(experiment.error());
  const auto object = laws::CodeCache::bytes((*experiment)->kernel(), c.build);
  if (!object) return tl::unexpected(object.error());
  return dump_case(**experiment, *object, options.dump, options.dump_bytes);
}

// What the page of a replay shows, gathered case by case: of those that are falsified the first.
struct ReplayPage {
  std::vector<laws::CaseResult> results;
  std::map<std::string, observe::Coverage> coverage;
  std::vector<std::string> reports;
  std::optional<ShownCase> shown;

  void add(laws::CaseResult result, const laws::Experiment::Options& options) {
    const verdict::LawResult* failed = result.first_falsified();
    if (!shown || (failed != nullptr && shown->law.empty()))
      shown = {result.the_case, failed != nullptr ? std::string(failed->law) : "", options};
    coverage[fmt::format("{}@{} {}", result.the_case.kernel, result.the_case.arch, result.the_case.build)]
        .merge(result.coverage);
    result.coverage = {};
    results.push_back(std::move(result));
  }
  bool write(const std::string& file, int code, laws::CodeCache& cache) {
    CasesPage page{"lockstep replay", code, results};
    page.coverage = &coverage;
    page.reports = reports;
    if (shown)
      page.again = fmt::format("./lockstep replay '{}'{}{}", cases::print(shown->the_case),
                               laws::flag_of(shown->law), shown->options.flags());
    return write_or_complain(file, page_of(page, shown ? &*shown : nullptr, cache));
  }
};

// How many cases ended how, and how many of them were computed in part.
class Totals {
 public:
  void add(const laws::CaseResult& r) {
    ++cases_;
    if (r.verdict == verdict::Verdict::holds)
      ++hold_;
    else if (r.verdict == verdict::Verdict::falsified)
      ++falsified_;
    else
      ++inconclusive_;
    sampled_ += r.sampled.empty() ? 0 : 1;
  }
  std::string text() const {
    return fmt::format(
        "{} cases: {} hold, {} falsified, {} inconclusive; {} of them sampled, not computed whole\n", cases_,
        hold_, falsified_, inconclusive_, sampled_);
  }

 private:
  std::uint64_t cases_ = 0, hold_ = 0, falsified_ = 0, inconclusive_ = 0, sampled_ = 0;
};

int exit_code_of(const laws::CaseResult& r) {
  if (!r.error.empty()) return kUsage;
  if (r.cancelled) return kInterrupted;
  switch (r.verdict) {
    case verdict::Verdict::holds:
      return kHolds;
    case verdict::Verdict::falsified:
      return r.trapped ? kTrapped : kFalsified;
    default:
      return kInconclusive;
  }
}

}  // namespace

int replay(const ReplayOptions& options) {
  auto laws = fuzzing::select_laws(options.laws);
  if (!laws) return complain("replay", laws.error());
  const auto judges = fuzzing::select_judges(options.judges);
  if (!judges) return complain("replay", judges.error());
  auto cases = cases_of(options.cases, options.every);
  if (!cases) return complain("replay", cases.error());
  if (cases->empty()) {
    fmt::print(stderr, "lockstep replay: {} holds no case: nothing was executed\n", options.cases[0]);
    return kInconclusive;
  }
  const auto suppressions = read_suppressions(options.suppress);
  if (!suppressions) return complain("replay", suppressions.error());
  if (!options.dump.empty() && cases->size() != 1)
    return complain("replay", fmt::format("--dump takes one case, not {}", cases->size()));
  laws::CodeCache cache;
  laws::Experiment::Options run_options;
  run_options.suppressions = &*suppressions;
  run_options.policy = options.policy;
  run_options.cancel = &watch_for_interrupt();
  run_options.threads = options.threads;
  if (options.step_limit) run_options.step_limit = *options.step_limit;
  std::optional<Gpu> gpu;
  if (!options.device.empty()) {
    auto opened = open_gpu(options.device, options.timeout, options.runs_per_process);
    if (!opened) {
      fmt::print(stderr, "lockstep replay: {}\n", opened.error().text);
      return opened.error().code;
    }
    gpu = std::move(*opened);
    fmt::print("{}\n", gpu->text());
    run_options.device = gpu->device.get();
  }
  run_options.judges = *judges;
  run_options.unquantised = true;
  if (!options.dump.empty()) {
    if (const auto done = dump(cases->front(), cache, run_options, options); !done)
      return complain("replay", fmt::format("--dump: {}", done.error()));
    fmt::print("dumped to {}: README says what is where\n", options.dump);
  }
  nlohmann::json json{{"schema", kSchema}, {"cases", nlohmann::json::array()}};
  int code = kHolds;
  Totals totals;
  ReplayPage page;
  findings::Suppressions::Counts suppressed;
  for (const cases::Case& c : *cases) {
    if (const std::string changed = fuzzing::changed_object(c); !changed.empty())
      fmt::print(stderr, "lockstep replay: note: {}\n", changed);
    Progress clock;
    const bool sampled = options.sample_laws && options.laws.empty();
    const laws::CaseResult result = laws::evaluate(c, sampled ? laws::laws_of(c) : *laws, cache, run_options);
    if (!result.cancelled) totals.add(result);
    findings::add(result.suppressed, suppressed);
    if (!result.error.empty()) {
      fmt::print(stderr, "lockstep replay: {}\n  in {}\n", result.error, cases::print(c));
      code = worse(code, kUsage);
      continue;
    }
    if (!result.cancelled) {
      print_result(result, clock.elapsed());
      if (options.shown.notes) print_notes(c, cache, run_options);
      json["cases"].push_back(to_json(result));
      if (result.coverage.code() != nullptr) json["cases"].back()["fidelity"] = fidelity(result);
      if (options.spread) json["cases"].back()["models"] = report_spread(c, cache, run_options);
    }
    if (const verdict::LawResult* failed = result.first_falsified(); failed != nullptr && !result.cancelled) {
      laws::Experiment::Options whole = run_options;
      whole.cancel = nullptr;  // a run that is cut short says untrue things
      page.reports.push_back(
          verdict::text(fuzzing::make_report(c, *laws::find_law(failed->law), cache, whole, "replayed")));
      fmt::print("{}", painted(page.reports.back()));
    }
    if (!options.html.empty() && !result.cancelled) page.add(result, run_options);
    std::fflush(stdout);
    code = worse(code, exit_code_of(result));
    if (result.cancelled) {
      fmt::print("{}", where_interrupted(result));
      break;
    }
  }
  print_account(*suppressions, suppressed);
  if (!suppressions->rules().empty()) json["suppressed"] = to_json(*suppressions, suppressed);
  if (!options.json.empty() && !write_or_complain(options.json, json.dump(1) + "\n") && code == kHolds)
    code = kUsage;
  if (!options.html.empty() && !page.write(options.html, code, cache) && code == kHolds) code = kUsage;
  if (cases->size() > 1) fmt::print("{}", totals.text());
  return code;
}

}  // namespace lockstep::cli
