#include <algorithm>
#include <atomic>

#include "cli/campaigns/fuzz_journal.hpp"
#include "cli/cases/fuzz_run.hpp"
#include "host/parallel_for.hpp"
#include "properties/laws/steering.hpp"
#include "properties/problems/generate.hpp"

namespace lockstep::cli {

namespace {

class Cases {
 public:
  explicit Cases(FuzzRun& run) : run_(run), options_(run.options), steering_(run.scope.space, run.seed) {}

  fuzzing::LoopResult drive(Progress& progress) {
    fuzzing::CaseLoop loop;
    loop.needs = [this](std::uint64_t ordinal) { return needs(ordinal); };
    loop.next = [this](std::uint64_t ordinal) { return next(ordinal); };
    loop.evaluate = [this](std::uint64_t ordinal, const cases::Case& c) { return evaluate(ordinal, c); };
    loop.note = [this](laws::CaseResult& result) { note(result); };
    loop.jobs = run_.gpu ? std::max(1, options_.jobs) : host::thread_count(options_.jobs);
    loop.seconds = options_.seconds;
    if (!options_.seconds && !options_.cases) loop.seconds = fuzzing::kDefaultSeconds;
    loop.max_failures = options_.max_failures;
    loop.cancel = &run_.cancel;
    if (run_.journal) record(loop, *run_.journal, *run_.dealt);
    const auto cases = options_.cases ? std::optional(*options_.cases + from_corpus()) : std::nullopt;
    return cli::run(std::move(loop), options_.shard ? std::nullopt : cases, progress);
  }

 private:
  std::uint64_t from_corpus() const { return run_.corpus.size(); }

  std::uint64_t needs(std::uint64_t ordinal) const {
    if (!options_.steer) return 0;
    const std::uint64_t before = from_corpus();  // whose results steer nothing: draws don't depend on it
    return ordinal < before ? 0 : before + laws::Steering::needs(ordinal - before);
  }

  std::optional<cases::Case> next(std::uint64_t ordinal) {
    const auto index = run_.dealt->index(ordinal);
    if (!index || hopeless_) return std::nullopt;
    if (*index < from_corpus()) return run_.corpus[*index];
    const std::uint64_t drawn = *index - from_corpus();
    if (options_.cases && drawn >= *options_.cases) return std::nullopt;
    const bool of_recipe = laws::CodeCache::names_recipe(options_.build);
    const auto taken = [&](const cases::Case& c) {
      const auto always = run_.scope.with_always(c);
      return !of_recipe ||
             (always && laws::Experiment::prepare(*always, run_.cache, run_.experiment_options()));
    };
    cases::Case c = options_.steer ? steering_.draw(drawn)
                                   : problems::draw_taken(run_.scope.space, run_.seed, drawn, taken);
    if (!options_.schedule.empty()) {
      c.hunts = options_.schedule == "hunt";
      c.schedule = machine::parse_schedule(options_.schedule).value_or(machine::Schedule{});
    }
    c.any_order = options_.order == "any" || (run_.gpu && run_.gpu->models.empty());
    return run_.scope.with_always(c).value_or(c);  // what does not go together isn't run
  }

  laws::CaseResult evaluate(std::uint64_t ordinal, const cases::Case& c) {
    // A case of the corpus failed under a law that need not be due of it.
    const bool all = !options_.laws.empty() || ordinal < from_corpus();
    if (ordinal >= from_corpus())
      if (const auto same = run_.scope.with_always(c); !same) return not_run(c, same.error());
    laws::Experiment::Options experiment = run_.experiment_options();
    experiment.judges = run_.judges;
    // For a journal that is gone on with by a run that writes JSON; of shards nobody does, and a merge says
    // nothing of it.
    experiment.unquantised =
        !options_.json.empty() || !run_.judges.empty() || (run_.journal && !options_.shard);
    laws::IsNews is_news;
    if (options_.steer && !all && !run_.gpu)  // which does not say what was reached
      is_news = [&](const observe::Coverage& reached) {
        return steering_.is_news(ordinal - from_corpus(), c, reached);
      };
    laws::CaseResult result =
        laws::evaluate(c, all ? run_.laws : laws::laws_of(c), run_.cache, experiment, is_news);
    if (!result.error.empty() &&
        (laws::CodeCache::names_recipe(c.build) || run_.gpu || !run_.scope.always.empty()))
      result.verdict = verdict::Verdict::not_applicable;
    return result;
  }

  static laws::CaseResult not_run(const cases::Case& c, const std::string& why) {
    laws::CaseResult result;
    result.the_case = c;
    result.verdict = verdict::Verdict::not_applicable;
    result.error = why;
    return result;
  }

  void note(laws::CaseResult& result) {
    if (noted_ >= from_corpus()) steering_.note(result);
    const std::uint64_t index = run_.dealt->index(noted_++).value();
    run_.account.tally.add(index, result);
    if (run_.gpu && !run_.journal && tells_nothing(result) && ++nothing_told_ >= kHopeless)
      hopeless_ = nothing_told_ == noted_;
    if (run_.account.tally.falsified >= options_.max_failures) run_.dealt->end_with(index);
    if (!result.finding) result.coverage = {};  // a byte an instruction: a night's would not fit in memory
  }

  // Inconclusive, or refused as the first one was: a GPU without the driver or the memory for any case, say.
  bool tells_nothing(const laws::CaseResult& result) const {
    const auto& refused = run_.account.tally.first_refused;
    return result.verdict == verdict::Verdict::inconclusive ||
           (!result.error.empty() && refused && refused->why == result.error);
  }

  static constexpr std::uint64_t kHopeless = 256;  // cases, which a GPU refuses in less than a second

  FuzzRun& run_;
  const FuzzOptions& options_;
  laws::Steering steering_;
  std::uint64_t noted_ = 0, nothing_told_ = 0;
  std::atomic<bool> hopeless_ = false;  ///< no case told anything: what remains isn't drawn
};

}  // namespace

fuzzing::LoopResult run_cases(FuzzRun& run, Progress& progress) {
  return Cases(run).drive(progress);
}

}  // namespace lockstep::cli
