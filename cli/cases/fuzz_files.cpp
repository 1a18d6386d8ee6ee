#include <map>
#include <set>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/campaigns/campaign_report.hpp"
#include "cli/cases/fuzz_run.hpp"
#include "cli/inspection/selftest.hpp"
#include "cli/output/files.hpp"
#include "cli/output/for_other_tools.hpp"
#include "cli/output/json.hpp"
#include "cli/output/result_pages.hpp"
#include "emulator/isa/flow.hpp"
#include "emulator/observe/coverage.hpp"

namespace lockstep::cli {

namespace {

// What a campaign did not reach of its kernels' machine code.

std::string with_line(std::string text, const machine::LoadedCode& code, std::uint64_t address) {
  const std::string line = code.object().lines.at(address);
  return line.empty() ? text : fmt::format("{:<84}  {}", text, line);
}

// What was not reached, by address, so that both kinds stand in the order of the code.
std::map<std::uint64_t, std::string> remarks(const observe::Coverage& c,
                                             const std::set<std::uint32_t>& with_lanes) {
  const machine::LoadedCode& code = *c.code();
  const auto& instructions = code.program().instructions;
  std::map<std::uint64_t, std::string> at;
  for (const observe::Coverage::Gap& gap : c.gaps()) {
    const std::uint64_t first = instructions[gap.first].address, last = instructions[gap.last].address;
    at[first] = with_line(fmt::format("@{:#x} to @{:#x}: {} not reached, from {}", first, last,
                                      gap.last - gap.first + 1, instructions[gap.first].text),
                          code, first);
  }
  for (const observe::Coverage::OneDirection& branch : c.one_direction()) {
    const isa::Instruction& i = instructions[branch.instruction];
    const auto target = isa::branch_target(i);
    at[i.address] = with_line(
        fmt::format("@{:#x}: {} {}{}{}", i.address, branch.jumped ? "always jumped:" : "never jumped: ",
                    i.mnemonic, target ? fmt::format(" to @{:#x}", *target) : "",
                    with_lanes.contains(branch.instruction) ? ": some lane always executes here" : ""),
        code, i.address);
  }
  return at;
}

/// Lists for each "kernel@arch build" the instructions that no case reached, as ranges of addresses, and the
/// conditional branches that always took the same direction, by address, with source lines where the object
/// has them.
std::string coverage_report(const std::map<std::string, observe::Coverage>& coverage) {
  std::string out;
  for (const auto& [image, c] : coverage) {
    if (c.code() == nullptr) continue;
    const auto instructions = c.instructions(), directions = c.branch_directions();
    const std::set<std::uint32_t> with_lanes = observe::branches_with_lanes(*c.code());
    out += fmt::format("{}: {} of {} instructions, {} of {} branch directions{}\n", image,
                       instructions.reached, instructions.total, directions.reached, directions.total,
                       with_lanes.empty() ? "" : fmt::format(", {} can't be taken", with_lanes.size()));
    const auto& symbols = c.code()->object().symbols;
    auto symbol = symbols.begin();
    for (const auto& [address, remark] : remarks(c, with_lanes)) {
      const auto begin = symbol;
      while (symbol != symbols.end() && symbol->address <= address) ++symbol;
      if (symbol != begin) out += fmt::format("  {}\n", std::prev(symbol)->name);
      out += fmt::format("    {}\n", remark);
    }
  }
  return out;
}

std::string json_of(const FuzzRun& run, const std::vector<laws::CaseResult>& results) {
  nlohmann::json j{{"schema", kSchema}, {"seed", run.seed}, {"cases", nlohmann::json::array()}};
  for (const laws::CaseResult& r : results) j["cases"].push_back(to_json(r));
  j["causes"] = causes_json(run.account);
  j["coverage"] = summary_json(run.account.tally);
  if (run.selftest != nullptr) j["selftest"] = to_json(*run.selftest);
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
      page.again = fmt::format("./lockstep replay '{}'{}{}", reports.front()->smallest,
                               laws::flag_of(shown->law), shown->options.flags());
    }
  return write_or_complain(run.options.html, page_of(page, shown ? &*shown : nullptr, run.cache));
}

}  // namespace lockstep::cli
