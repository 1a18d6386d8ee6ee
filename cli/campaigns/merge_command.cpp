#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/campaigns/campaign_report.hpp"
#include "cli/campaigns/commands.hpp"
#include "cli/campaigns/known_findings.hpp"
#include "cli/campaigns/merged_page.hpp"
#include "cli/inspection/selftest.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/files.hpp"
#include "cli/output/for_other_tools.hpp"
#include "cli/output/json.hpp"
#include "cli/output/terminal.hpp"
#include "cli/output/version.hpp"
#include "properties/campaigns/merge.hpp"

namespace lockstep::cli {

namespace {

using campaigns::MergedCampaign;

// The journals in the order of names, so that what is read first does not depend on the folder.
tl::expected<std::vector<std::string>, std::string> journals_of(const std::vector<std::string>& paths) {
  std::vector<std::string> all;
  for (const std::string& path : paths) {
    std::error_code problem;
    if (!std::filesystem::is_directory(path, problem)) {
      all.push_back(path);
      continue;
    }
    const std::size_t before = all.size();
    for (const auto& entry : std::filesystem::directory_iterator(path, problem))
      if (entry.path().extension() == ".jsonl") all.push_back(entry.path().string());
    if (problem) return tl::unexpected(fmt::format("{}: {}", path, problem.message()));
    if (all.size() == before)
      return tl::unexpected(fmt::format("{}: has no *.jsonl file, as journals are called", path));
  }
  std::ranges::sort(all);
  const auto twice = std::ranges::unique(all);
  all.erase(twice.begin(), twice.end());
  return all;
}

findings::Suppressions suppressions_of(const campaigns::Words& words) {
  const auto rules = words.named.find("suppress");
  if (rules == words.named.end()) return {};
  auto parsed =
      findings::Suppressions::parse(rules->at(0).get<std::string>(), rules->at(1).get<std::string>());
  return parsed ? *parsed : findings::Suppressions();
}

std::string incomplete_text(const MergedCampaign& c) {
  if (c.is_complete()) return {};
  constexpr std::size_t kShown = 8;
  std::string shards;
  for (std::size_t i = 0; i < c.unfinished.size() && i < kShown; ++i)
    shards += fmt::format("{}{}", i == 0 ? "" : ", ", campaigns::text(c.unfinished[i]));
  if (c.unfinished.size() > kShown) shards += fmt::format(" and {} more", c.unfinished.size() - kShown);
  const std::string cases = c.missing == 1  ? "1 case is missing"
                            : c.missing > 0 ? fmt::format("{} cases are missing", c.missing)
                                            : "";
  if (shards.empty()) return fmt::format("INCOMPLETE  {}\n", cases);  // processes take turns: no shards
  return fmt::format("INCOMPLETE  {}{}shards that are missing or not finished: {}\n", cases,
                     cases.empty() ? "" : "; ", shards);
}

std::string timings_text(const campaigns::Timings& t) {
  return fmt::format("  {:<15} {:.1f} s in {} cases, {:.4f} s each; the longest {:.1f} s: {}\n", "timings",
                     t.seconds, t.cases, t.cases > 0 ? t.seconds / double(t.cases) : 0.0, t.longest,
                     t.longest_of);
}

nlohmann::json json_of(const MergedCampaign& c, bool timings) {
  const campaigns::Account& a = c.account;
  nlohmann::json j{{"words", a.words.named},
                   {"complete", c.is_complete()},
                   {"coverage", summary_json(a.tally)},
                   {"causes", causes_json(a)},
                   {"failures", nlohmann::json::array()}};
  for (const campaigns::Smallest* s : a.reports())
    j["failures"].push_back({{"case", s->index + 1},
                             {"kernel", s->cause.kernel},
                             {"law", s->cause.law},
                             {"cause", s->cause.what},
                             {"smallest", s->smallest},
                             {"report", s->text}});
  if (!c.is_complete()) {
    j["missing"] = c.missing;
    for (const campaigns::Shard& shard : c.unfinished) j["unfinished"].push_back(campaigns::text(shard));
  }
  if (timings)
    j["timings"] = {{"seconds", a.timings.seconds},
                    {"longest_seconds", a.timings.longest},
                    {"longest_of", a.timings.longest_of}};
  return j;
}

// A test case for each kernel's build and law that falsified something, and one for each kernel where nothing
// was.
std::vector<JunitCase> junit_of(const campaigns::Account& a) {
  std::map<std::pair<std::string, std::string>, JunitCase> tests;
  for (const auto& [image, ignored] : a.tally.coverage) {
    const std::string kernel = image.substr(0, image.find('@'));
    for (const auto* laws : {&a.tally.law_holds, &a.tally.law_falsified})
      for (const auto& [law, count] : *laws)
        tests[{image, law}] = {fmt::format("{}.{}", kernel, law), image, {}, {}};
  }
  for (const auto& [cause, failures] : a.tally.causes) {
    const campaigns::Account::Known known = a.known_of(cause, failures);
    tests[{cause.kernel, cause.law}].failures.push_back(
        fmt::format("{} cases: {}; {}", failures.cases, known.what, known.smallest));
  }
  std::vector<JunitCase> all;
  for (auto& [key, test] : tests) all.push_back(std::move(test));
  return all;
}

void print(const MergedCampaign& c, const MergeOptions& options) {
  const campaigns::Words& words = c.account.words;
  fmt::print("seed {:#x}\n", words.seed());
  if (words.named.contains("device")) fmt::print("{}\n", words.named.at("device").get<std::string>());
  fmt::print("{}", inconclusive_text(c.account.tally));
  for (const campaigns::Smallest* s : c.account.reports()) fmt::print("{}", s->text);
  fmt::print("{}{}",
             closing_text(c.account, suppressions_of(words),
                          options.stats ? Statistics::told : Statistics::left_out),
             options.timings ? timings_text(c.account.timings) : "");
  fmt::print("{}seed {:#x}\n", incomplete_text(c), words.seed());
  if (c.again > 0)
    fmt::print(stderr, "seed {:#x}: {} cases stand in several journals, and count once\n", words.seed(),
               c.again);
  if (c.beyond > 0)
    fmt::print(stderr,
               "seed {:#x}: left out are {} cases, {} of them falsified, that one run would not have come "
               "to, since it "
               "stops after {} failures; --all counts them, too\n",
               words.seed(), c.beyond, c.beyond_falsified, words.max_failures());
}

bool write_files(const MergeOptions& options, const std::vector<MergedCampaign>& all) {
  bool ok = true;
  if (!options.json.empty()) {
    nlohmann::json j{{"schema", kSchema}, {"campaigns", nlohmann::json::array()}};
    for (const MergedCampaign& c : all) j["campaigns"].push_back(json_of(c, options.timings));
    if (options.selftest != nullptr) j["selftest"] = to_json(*options.selftest);
    ok &= write_or_complain(options.json,
                            j.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  }
  if (!options.junit.empty()) {
    std::vector<JunitCase> tests;
    for (const MergedCampaign& c : all) std::ranges::move(junit_of(c.account), std::back_inserter(tests));
    ok &= write_or_complain(options.junit, junit(tests));
  }
  if (!options.sarif.empty()) {
    std::vector<SarifResult> results;
    for (const MergedCampaign& c : all) add_sarif(c.account, results);
    ok &= write_or_complain(options.sarif, sarif(results).dump(1) + "\n");
  }
  return ok;
}

// Notes causes in the folder of findings. False: complained.
bool note(const KnownFindings& known, const std::vector<MergedCampaign>& all) {
  for (const MergedCampaign& c : all) {
    const auto noted = known.note(c.account);
    if (!noted) return complain("merge", "--findings " + noted.error()) == kHolds;
    fmt::print(stderr, "{}\n", *noted);
  }
  return true;
}

}  // namespace

int merge(const MergeOptions& options) {
  laws::CodeCache cache;
  if (!options.selftest_first) return merge(options, cache);
  const auto passed = passed_self_test("merge");
  if (!passed) return passed.error();
  MergeOptions with_record = options;
  with_record.selftest = &*passed;
  return merge(with_record, cache);
}

int merge(const MergeOptions& options, laws::CodeCache& cache) {
  const std::atomic<bool>& cancel = watch_for_interrupt();
  const bool was_interrupted = cancel;  // the run of which this is the end
  const auto paths = journals_of(options.paths);
  if (!paths) return complain("merge", paths.error());
  std::optional<KnownFindings> known;
  if (!options.findings.empty()) {
    auto opened = KnownFindings::open(options.findings);
    if (!opened) return complain("merge", "--findings " + opened.error());
    known = std::move(*opened);
  }
  Progress progress(paths->size());
  campaigns::MergeOptions how;
  how.version = version();
  how.all = options.all;
  if (!was_interrupted) how.cancel = &cancel;
  how.progress = [&](std::size_t files) { progress.update(files, "journals"); };
  const auto merged = campaigns::merge(*paths, cache, how);
  progress.finish();
  if (!merged) return complain("merge", merged.error(), cancel.load() ? kInterrupted : kUsage);
  if (merged->empty())
    return complain("merge", "no journal has a whole line: nothing was run", kInconclusive);
  int code = kHolds;
  for (const MergedCampaign& c : *merged) {
    print(c, options);
    ExitCode its = code_of(c.account.tally);
    if (its == kHolds && !c.is_complete()) its = kInconclusive;
    code = worse(code, its);
  }
  fmt::print("{}", total_text(*merged));
  bool written = write_files(options, *merged);
  if (known) written &= note(*known, *merged);
  if (!options.html.empty()) written &= write_or_complain(options.html, page_of(*merged, code, cache));
  return code == kHolds && !written ? kUsage : code;
}

}  // namespace lockstep::cli
