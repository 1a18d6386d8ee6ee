#include <cstdio>
#include <random>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "cli/campaign.hpp"
#include "cli/campaign_report.hpp"
#include "cli/commands.hpp"
#include "cli/complaint.hpp"
#include "cli/coverage_report.hpp"
#include "cli/exit_code.hpp"
#include "cli/fuzz_against.hpp"
#include "cli/fuzz_journal.hpp"
#include "cli/fuzz_processes.hpp"
#include "cli/fuzz_scope.hpp"
#include "cli/gpu.hpp"
#include "cli/interrupt.hpp"
#include "cli/json.hpp"
#include "cli/junit.hpp"
#include "cli/known_findings.hpp"
#include "cli/output_file.hpp"
#include "cli/paint.hpp"
#include "cli/result_pages.hpp"
#include "cli/selection.hpp"
#include "cli/summary.hpp"
#include "cli/suppression_file.hpp"
#include "emulator/checks/check_flags.hpp"
#include "host/parallel_for.hpp"
#include "kernels/kernel.hpp"
#include "properties/failures/corpus.hpp"
#include "properties/failures/failure.hpp"
#include "properties/laws/minimise.hpp"
#include "properties/laws/steering.hpp"
#include "properties/problems/generate.hpp"

namespace lockstep::cli {

namespace {

using verdict::Verdict;

constexpr double kDefaultSeconds = 60;

class Fuzz {
 public:
  Fuzz(const FuzzOptions& options, std::vector<const laws::Law*> laws,
       std::vector<const judges::Judge*> judges, checks::Suppressions suppressions,
       std::optional<campaigns::Header> header, laws::CodeCache& cache)
      : options_(options),
        laws_(std::move(laws)),
        judges_(std::move(judges)),
        suppressions_(std::move(suppressions)),
        cancel_(watch_for_interrupt()),
        cache_(cache),
        header_(std::move(header)) {
    const std::uint64_t drawn = std::uint64_t{std::random_device{}()} << 16 | 1;
    seed_ = options.seed.value_or(header_ ? header_->words.seed() : drawn);
  }

  int run() {
    fmt::print("seed {:#x}\n", seed_);
    std::fflush(stdout);
    if (!options_.device.empty()) {
      auto gpu = open_gpu(options_.device, options_.timeout, options_.runs_per_process);
      if (!gpu) {
        fmt::print(stderr, "lockstep fuzz: {}\n", gpu.error().text);
        return gpu.error().code;
      }
      gpu_ = std::move(*gpu);
      fmt::print("{}\n", gpu_->text());
    }
    auto scope = FuzzScope::of(options_, gpu_ ? &*gpu_ : nullptr, cache_);
    if (!scope) return complain("fuzz", scope.error());
    scope_ = std::move(*scope);
    if (const std::string problem = problem_of_always(); !problem.empty()) return complain("fuzz", problem);
    if (const std::string problem = choose_corpus(); !problem.empty()) return complain("fuzz", problem);
    if (const std::string problem = open_findings(); !problem.empty()) return complain("fuzz", problem);
    if (const std::string problem = start_journal(); !problem.empty()) return complain("fuzz", problem);
    if (const std::string problem = replay_known(); !problem.empty()) return complain("fuzz", problem);

    laws::Steering steering(scope_.space, seed_);
    const CampaignResult campaign = drive(steering);
    progress_.finish();
    fmt::print("{}", painted(inconclusive_text(account_.tally)));
    const bool to_terminal = ::isatty(STDOUT_FILENO) != 0;  // on which the verdict comes last
    if (to_terminal && options_.stats) fmt::print("{}", statistics_text(account_.tally));
    report_failures(campaign.results);
    if (journal_ && !campaign.interrupted) journal_->end();
    if (!to_terminal && !options_.silent) fmt::print("{}", closing_text(account_, suppressions_));
    fmt::print("seed {:#x}\n", seed_);
    if (to_terminal) fmt::print("{}", ending_text(account_, suppressions_));
    const bool files = write_files(campaign.results);
    const int code = exit_code(campaign, note_findings() && files);
    return write_page(campaign.results, code) || code != kHolds ? code : int(kUsage);
  }

 private:
  cases::Case with_schedule(cases::Case c) const {
    c.hunts = options_.schedule == "hunt";
    c.schedule = machine::parse_schedule(options_.schedule).value_or(machine::Schedule{});
    return c;
  }

  // Of keys that no case has: one that does not exist, say.
  std::string problem_of_always() const {
    constexpr std::uint64_t kTried = 32;
    std::string first;
    for (std::uint64_t i = 0; i < kTried; ++i) {
      const auto c = scope_.with_always(problems::draw(scope_.space, seed_, i));
      if (c) return {};
      if (i == 0) first = fmt::format("--always {}: {}", options_.always, c.error());
    }
    return first;
  }

  // Those of the folder, of a journal's run those that it began with. A shard has cases of the seed alone.
  std::string choose_corpus() {
    if (header_)
      for (const std::string& line : header_->words.corpus())
        if (const auto c = cases::parse(line)) corpus_.push_back(*c);
    if (header_ || options_.shard) return {};
    auto corpus = failures::read_corpus(options_.corpus);
    if (!corpus) return corpus.error();
    for (const cases::Case& c : *corpus)
      if (scope_.takes(c, gpu_ ? &*gpu_ : nullptr)) corpus_.push_back(c);
    return {};
  }

  std::string start_journal() {
    if (options_.journal.empty() && options_.resume.empty()) return {};
    auto words = words_of(options_, seed_, scope_.space, corpus_, gpu_ ? gpu_->text() : "");
    if (!words) return words.error();
    auto journal = open_journal(options_, {std::move(*words), options_.shard.value_or(campaigns::Shard())}, cache_);
    if (!journal) return journal.error();
    journal_ = std::move(*journal);
    if (options_.shared != nullptr) {
      const campaigns::Sharing sharing{*options_.shared, *options_.processors, options_.shard->number, cancel_};
      dealt_ = std::make_unique<campaigns::Dealt>(sharing, journal_->found_indices());
    }
    return {};
  }

  std::string open_findings() {
    if (options_.findings.empty()) return {};
    auto known = KnownFindings::open(options_.findings);
    if (!known) return "--findings " + known.error();
    known_ = std::move(*known);
    return {};
  }

  // A shard has cases of the seed alone.
  std::string replay_known() {
    if (!known_ || options_.shard) return {};
    KnownFindings::How how;
    how.takes = [this](const cases::Case& c) { return scope_.takes(c, nullptr); };
    how.build = options_.build;
    how.options = experiment_options();
    how.cache = &cache_;
    how.jobs = host::thread_count(options_.jobs);
    how.cancel = &cancel_;
    if (auto done = known_->replay(how); !done) return "--findings " + done.error();
    fmt::print("{}", replayed_text(known_->replayed()));
    std::fflush(stdout);
    return {};
  }

  // False: complained.
  bool note_findings() const {
    if (!known_) return true;
    const auto noted = known_->note(account_);
    if (noted)
      fmt::print(stderr, "{}\n", *noted);
    else
      complain("fuzz", "--findings " + noted.error());
    return noted.has_value();
  }

  laws::Experiment::Options experiment_options() const {
    laws::Experiment::Options options;
    options.cancel = &cancel_;
    options.suppressions = &suppressions_;
    options.policy = options_.policy;
    if (gpu_) options.device = gpu_->device.get();
    return options;
  }

  static laws::CaseResult not_run(const cases::Case& c, const std::string& why) {
    laws::CaseResult result;
    result.the_case = c;
    result.verdict = Verdict::not_applicable;
    result.error = why;
    return result;
  }

  CampaignResult drive(laws::Steering& steering) {
    Campaign campaign;
    campaign.evaluate = [this, &steering](std::uint64_t index, const cases::Case& c) -> laws::CaseResult {
      // A case of the corpus failed under a law that need not be due of it.
      const bool all = !options_.laws.empty() || index < corpus_.size();
      if (index >= corpus_.size())
        if (const auto same = scope_.with_always(c); !same) return not_run(c, same.error());
      laws::Experiment::Options run_options = experiment_options();
      run_options.judges = judges_;
      // For a journal that is gone on with by a run that writes JSON; of shards nobody does, and a merge says nothing of it.
      run_options.unquantised = !options_.json.empty() || !judges_.empty() || (journal_ && !options_.shard);
      laws::IsNews is_news;
      if (options_.steer && !all && !gpu_)  // which does not say what was reached
        is_news = [&](const checks::Coverage& reached) {
          return steering.is_news(index - corpus_.size(), c, reached);
        };
      laws::CaseResult result =
          laws::evaluate(c, all ? laws_ : laws::laws_of(c), cache_, run_options, is_news);
      if (!result.error.empty() && (laws::CodeCache::names_recipe(c.build) || gpu_ || !scope_.always.empty()))
        result.verdict = Verdict::not_applicable;
      return result;
    };
    campaign.jobs = gpu_ ? std::max(1, options_.jobs) : host::thread_count(options_.jobs);
    campaign.seconds = options_.seconds;
    if (!options_.seconds && !options_.cases) campaign.seconds = kDefaultSeconds;
    campaign.max_failures = options_.max_failures;
    campaign.cancel = &cancel_;
    campaign.next = [this, &steering](std::uint64_t ordinal) -> std::optional<cases::Case> {
      const auto index = dealt_->index(ordinal);
      if (!index) return std::nullopt;
      if (*index < corpus_.size()) return corpus_[*index];
      const std::uint64_t drawn = *index - corpus_.size();
      if (options_.cases && drawn >= *options_.cases) return std::nullopt;
      cases::Case c = options_.steer ? steering.draw(drawn) : problems::draw(scope_.space, seed_, drawn);
      if (!options_.schedule.empty()) c = with_schedule(std::move(c));
      c.any_order = options_.order == "any" || (gpu_ && gpu_->models.empty());
      return scope_.with_always(c).value_or(c);  // what does not go together isn't run
    };
    campaign.needs = [this](std::uint64_t index) -> std::uint64_t {
      if (!options_.steer) return 0;
      const std::uint64_t before = corpus_.size();  // whose results steer nothing: draws don't depend on it
      return index < before ? 0 : before + laws::Steering::needs(index - before);
    };
    campaign.note = [this, &steering, noted = std::size_t{0}](laws::CaseResult& result) mutable {
      if (noted >= corpus_.size()) steering.note(result);
      const std::uint64_t number = dealt_->index(noted++).value();
      account_.tally.add(number, result);
      if (account_.tally.falsified >= options_.max_failures) dealt_->end_with(number);
      if (!result.finding) result.coverage = {};  // a byte an instruction: a night's would not fit in memory
    };
    if (journal_) record(campaign, *journal_, *dealt_);
    const auto cases = options_.cases ? std::optional(*options_.cases + corpus_.size()) : std::nullopt;
    progress_.ends_after(options_.shard ? std::nullopt : cases, campaign.seconds);
    return cli::run(campaign, progress_);
  }

  // One report per kernel, build and law: the first case that falsifies it, shrunk.
  void report_failures(const std::vector<laws::CaseResult>& results) {
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (results[i].first_falsified() == nullptr) continue;
      const std::uint64_t index = dealt_->index(i).value();
      campaigns::Smallest smallest{index, campaigns::cause_of(results[i]), {}, {}};
      if (account_.smallest.contains(smallest.subject())) continue;
      const auto* known = journal_ ? journal_->find_smallest(index, smallest.cause.law) : nullptr;
      if (known != nullptr)
        smallest = *known;
      else
        shrink(results[i].the_case, smallest);
      account_.add(smallest);
      fmt::print("{}", painted(smallest.text));
      if (known == nullptr && journal_ && !cancel_.load()) journal_->add(smallest);
      if (index >= corpus_.size()) save(smallest);
    }
  }

  void save(const campaigns::Smallest& smallest) const {
    const auto c = cases::parse(smallest.smallest);
    if (!c) return;
    const auto path = failures::save_to_corpus(options_.corpus, *c, smallest.cause.law);
    if (path) fmt::print("  saved      {}\n", *path);
    if (!path) complain_of_file(path.error());
  }

  // A model that the GPU contradicts would make any case fail.
  bool is_of_gpu(const cases::Case& c) const {
    return !gpu_ || scope_.space.models.empty() || std::ranges::find(scope_.space.models, c.model) != scope_.space.models.end();
  }

  void shrink(const cases::Case& c, campaigns::Smallest& smallest) {
    const laws::Law& law = *laws::find_law(smallest.cause.law);
    const std::uint64_t index = smallest.index;
    laws::Experiment::Options options = experiment_options();
    const int tries = options_.shrink_seconds == 0.0 ? 0 : options_.shrink_tries;
    fmt::print(stderr, "case {} falsifies {}: shrinking for at most {} tries\n", index + 1, law.name, tries);
    const laws::Law* const only[] = {&law};
    const laws::Minimised least = laws::minimise(
        c,
        [&](const cases::Case& candidate) {
          return is_of_gpu(candidate) ? laws::evaluate(candidate, only, cache_, options) : laws::CaseResult{};
        },
        &cancel_, tries);
    const std::string from_corpus = index < corpus_.size() ? "corpus " : "";
    options.cancel = nullptr;
    verdict::FailureReport report =
        failures::make_report(least.smallest, law, cache_, options,
                    fmt::format("{}case {}   shrunk {}x in {} tries{}", from_corpus, index + 1, least.steps,
                                least.attempts, least.out_of_tries ? ", out of tries" : ""));
    smallest.smallest = cases::print(report.smallest);
    smallest.text = verdict::text(report);
  }

  bool write_files(const std::vector<laws::CaseResult>& results) const {
    bool ok = true;
    if (!options_.json.empty()) {
      nlohmann::json j{{"schema", kSchema}, {"seed", seed_}, {"cases", nlohmann::json::array()}};
      for (const laws::CaseResult& r : results) j["cases"].push_back(to_json(r));
      j["coverage"] = summary_json(account_.tally);
      if (known_) j["known"] = replayed_json(known_->replayed());
      if (!suppressions_.rules().empty()) j["suppressed"] = to_json(suppressions_, account_.tally.suppressed);
      ok &= write_or_complain(options_.json, j.dump(1) + "\n");
    }
    std::vector<SarifResult> found;
    add_sarif(account_, found);
    annotate(found);
    if (!options_.sarif.empty()) ok &= write_or_complain(options_.sarif, sarif(found).dump(1) + "\n");
    if (!options_.junit.empty()) ok &= write_or_complain(options_.junit, junit(results));
    if (!options_.coverage.empty())
      ok &= write_or_complain(options_.coverage, coverage_report(account_.tally.coverage));
    return ok;
  }

  bool write_page(const std::vector<laws::CaseResult>& results, int code) {
    if (options_.html.empty()) return true;
    CasesPage page{fmt::format("lockstep fuzz {}", fmt::join(options_.kernels, " ")), code, results};
    page.coverage = &account_.tally.coverage;
    page.facts = {{"seed", fmt::format("{:#x}", seed_)}, {"runs on", gpu_ ? gpu_->text() : "the emulator"}};
    for (const campaigns::Smallest* s : account_.reports()) page.reports.push_back(s->text);
    std::optional<ShownCase> shown;
    if (const auto reports = account_.reports(); !reports.empty())
      if (const auto c = cases::parse(reports.front()->smallest)) {
        shown = {*c, reports.front()->cause.law, experiment_options()};
        shown->options.cancel = nullptr;
        page.again = fmt::format("./lockstep replay '{}'{}", reports.front()->smallest, checks::flags_of(options_.policy));
      }
    return write_or_complain(options_.html, page_of(page, shown ? &*shown : nullptr, cache_));
  }

  int exit_code(const CampaignResult& campaign, bool files_written) const {
    const std::string problem = journal_ ? complaint_of(*journal_) : "";
    if (!problem.empty()) complain("fuzz", problem);
    const std::vector<Replayed> known = known_ ? known_->replayed() : std::vector<Replayed>();
    const int of_known = code_of(known);
    if (account_.tally.first_falsified) return code_of(account_.tally);
    if (of_known == kFalsified || of_known == kTrapped) return of_known;
    if (campaign.interrupted) return kInterrupted;
    if (!files_written || !problem.empty()) return kUsage;
    if (account_.tally.cases == 0 && !known.empty()) return of_known;
    return worse(int(code_of(account_.tally)), of_known);
  }

  const FuzzOptions& options_;
  std::vector<const laws::Law*> laws_;
  std::vector<const judges::Judge*> judges_;
  checks::Suppressions suppressions_;
  const std::atomic<bool>& cancel_;
  std::uint64_t seed_ = 0;
  FuzzScope scope_;
  std::vector<cases::Case> corpus_;
  laws::CodeCache& cache_;
  std::optional<Gpu> gpu_;
  Progress progress_;
  std::optional<campaigns::Header> header_;  ///< of the journal that is gone on with
  std::unique_ptr<campaigns::Journal> journal_;
  std::optional<KnownFindings> known_;  ///< of the folder of --findings
  std::unique_ptr<campaigns::Dealt> dealt_ = std::make_unique<campaigns::Dealt>(options_.shard.value_or(campaigns::Shard()));
  campaigns::Account account_;
};

}  // namespace

int fuzz(const FuzzOptions& options) {
  laws::CodeCache cache;
  return fuzz(options, cache);
}

int fuzz(const FuzzOptions& options, laws::CodeCache& cache) {
  if (options.processes > 0) return fuzz_in_processes(options);
  if (const std::string problem = journal_problem(options); !problem.empty()) return complain("fuzz", problem);
  auto header = header_to_go_on_with(options);
  if (!header) return complain("fuzz", header.error());
  if (!options.against.empty()) return fuzz_against_emulator(options);
  auto laws = select_laws(options.laws);
  if (!laws) return complain("fuzz", laws.error());
  auto judges = select_judges(options.judges);
  if (!judges) return complain("fuzz", judges.error());
  if (const std::string problem = unknown_names(options.kernels, options.models); !problem.empty())
    return complain("fuzz", problem);
  if (!options.schedule.empty() && options.schedule != "hunt" && !machine::parse_schedule(options.schedule))
    return complain("fuzz", fmt::format("--schedule {}: expected {}, or hunt", options.schedule,
                                        machine::kScheduleNames));
  auto suppressions = read_suppressions(options.suppress);
  if (!suppressions) return complain("fuzz", suppressions.error());
  return Fuzz(options, std::move(*laws), std::move(*judges), std::move(*suppressions), std::move(*header), cache)
      .run();
}

}  // namespace lockstep::cli
