#include "cli/fuzz_files.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/campaign_report.hpp"
#include "cli/coverage_report.hpp"
#include "cli/json.hpp"
#include "cli/junit.hpp"
#include "cli/output_file.hpp"
#include "cli/result_pages.hpp"
#include "cli/summary.hpp"
#include "cli/suppression_file.hpp"
#include "emulator/checks/check_flags.hpp"

namespace lockstep::cli {

namespace {

std::string json_of(const FuzzRun& run, const std::vector<laws::CaseResult>& results) {
  nlohmann::json j{{"schema", kSchema}, {"seed", run.seed}, {"cases", nlohmann::json::array()}};
  for (const laws::CaseResult& r : results) j["cases"].push_back(to_json(r));
  j["coverage"] = summary_json(run.account.tally);
  if (run.known) j["known"] = replayed_json(run.known->replayed());
  if (!run.suppressions.rules().empty())
    j["suppressed"] = to_json(run.suppressions, run.account.tally.suppressed);
  return j.dump(1) + "\n";
}

}  // namespace

bool write_files(const FuzzRun& run, const std::vector<laws::CaseResult>& results) {
  const FuzzOptions& options = run.options;
  bool ok = true;
  if (!options.json.empty()) ok &= write_or_complain(options.json, json_of(run, results));
  std::vector<SarifResult> found;
  add_sarif(run.account, found);
  annotate(found);
  if (!options.sarif.empty()) ok &= write_or_complain(options.sarif, sarif(found).dump(1) + "\n");
  if (!options.junit.empty()) ok &= write_or_complain(options.junit, junit(results));
  if (!options.coverage.empty())
    ok &= write_or_complain(options.coverage, coverage_report(run.account.tally.coverage));
  return ok;
}

bool write_page(const FuzzRun& run, const std::vector<laws::CaseResult>& results, int code) {
  if (run.options.html.empty()) return true;
  CasesPage page{fmt::format("lockstep fuzz {}", fmt::join(run.options.kernels, " ")), code, results};
  page.coverage = &run.account.tally.coverage;
  page.facts = {{"seed", fmt::format("{:#x}", run.seed)},
                {"runs on", run.gpu ? run.gpu->text() : "the emulator"}};
  const std::vector<const campaigns::Smallest*> reports = run.account.reports();
  for (const campaigns::Smallest* s : reports) page.reports.push_back(s->text);
  std::optional<ShownCase> shown;
  if (!reports.empty())
    if (const auto c = cases::parse(reports.front()->smallest)) {
      shown = {*c, reports.front()->cause.law, run.experiment_options()};
      shown->options.cancel = nullptr;
      page.again = fmt::format("./lockstep replay '{}'{}", reports.front()->smallest,
                               checks::flags_of(run.options.policy));
    }
  return write_or_complain(run.options.html, page_of(page, shown ? &*shown : nullptr, run.cache));
}

}  // namespace lockstep::cli
