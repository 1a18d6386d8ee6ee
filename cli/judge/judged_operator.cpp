#include "cli/judge/judged_operator.hpp"

#include <algorithm>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/cases/fuzz_run.hpp"
#include "cli/launches/launch_target.hpp"
#include "host/random.hpp"
#include "kernels/kernel.hpp"
#include "properties/fuzzing/failure.hpp"
#include "properties/fuzzing/minimise.hpp"
#include "properties/fuzzing/selection.hpp"
#include "properties/problems/generate.hpp"
#include "properties/problems/operator.hpp"
#include "properties/proofs/prove.hpp"

namespace lockstep::cli {

namespace {

constexpr std::uint64_t kCases = 50;
/// Fewer cases than this say little of an implementation that was asked for more.
constexpr std::uint64_t kLeastCases = 10;
/// The share of the budget that is for drawing; the rest is for shrinking what was found.
constexpr double kDrawing = 0.6;

/// "grouped_gemm_masked@gfx950 n=256 k=512"
struct OperatorWords {
  std::string kernel;
  std::vector<cases::Options::Entry> keys;
};

tl::expected<OperatorWords, std::string> read_operator_words(const std::string& text) {
  OperatorWords words;
  std::istringstream stream(text);
  stream >> words.kernel;
  for (std::string word; stream >> word;) {
    const std::size_t equals = word.find('=');
    if (equals == 0 || equals == std::string::npos)
      return tl::unexpected(fmt::format("--against '{}': '{}' is not KEY=VALUE", text, word));
    words.keys.emplace_back(word.substr(0, equals), word.substr(equals + 1));
  }
  return words;
}

/// What is wrong with keys that no drawn case can have.
std::string problem_of(const FuzzScope& scope, std::uint64_t seed) {
  constexpr std::uint64_t kTried = 32;
  std::string first;
  for (std::uint64_t i = 0; i < kTried; ++i) {
    const auto c = scope.with_always(problems::draw(scope.space, seed, i));
    if (c) return {};
    if (i == 0) first = c.error();
  }
  return first;
}

verdict::Values values_of(const verdict::LawResult& result) {
  return result.mismatch_count != 0 || result.snr ? verdict::Values::differs : verdict::Values::not_judged;
}

void add_failure(const FuzzRun& run, const laws::CaseResult& failing, std::uint64_t index,
                 verdict::Judgement& j) {
  const laws::Law& law = *laws::find_law(failing.first_falsified()->law);
  laws::Experiment::Options options = run.experiment_options();
  const fuzzing::Minimised least = fuzzing::minimise(
      failing.the_case, law, run.cache, options, fuzzing::kMostShrinkTries, [&run](const cases::Case& c) {
        const auto same = run.scope.with_always(c);  // an object for one n takes no other
        return same && cases::print(*same) == cases::print(c);
      });
  options.cancel = nullptr;  // what is found is reported, even when the time is over
  const verdict::FailureReport report =
      fuzzing::make_report(least.smallest, law, run.cache, options, fuzzing::found_text(index, false, least));
  j.kind = law.name;
  j.smallest_case = cases::print(report.smallest);
  j.cause = fmt::format("law {}: {}", law.name,
                        report.result.reason.empty() ? report.first_difference : report.result.reason);
  if (!report.pattern.empty()) j.cause += "; " + report.pattern;
  if (report.finding) j.source = report.finding->source;
  j.values = values_of(report.result);
}

/// The values of a kind that were drawn.
std::vector<std::string> drawn(const campaigns::Tally& tally, const std::string& kind) {
  std::vector<std::string> values;
  const auto tags = tally.tags.find(kind);
  if (tags == tally.tags.end()) return values;
  for (const auto& [value, cases] : tags->second) values.push_back(value);
  return values;
}

/// Adds the bytes that the contract of a case writes, and those of them that were computed and compared.
void add_bytes(const cases::Case& c, verdict::Share& share) {
  const auto instance = problems::instantiate(c, *kernels::find_kernel(c.kernel, c.arch));
  if (!instance) return;
  const auto bytes_of = [](const std::vector<operators::Output>& outputs) {
    std::uint64_t bytes = 0;
    for (const operators::Output& o : outputs) bytes += o.rows.size() * std::uint64_t(o.row_bytes());
    return bytes;
  };
  const problems::Instance& i = **instance;
  share.reached += bytes_of(i.outputs());
  share.total += bytes_of(i.whole_outputs().empty() ? i.outputs() : i.whole_outputs());
}

void add_counts(const FuzzRun& run, const std::vector<laws::CaseResult>& results, verdict::Judgement& j) {
  const campaigns::Tally& tally = run.account.tally;
  verdict::Checked& c = j.checked;
  for (const auto& [law, cases] : tally.law_holds) c.laws.push_back(law);
  c.schedules = drawn(tally, "schedule");
  c.model = fmt::format("{}", fmt::join(drawn(tally, "model"), ", "));
  for (const laws::CaseResult& r : results)
    if (r.error.empty() && c.shapes.size() < verdict::kMostShapes)
      c.shapes.push_back(cases::print(r.the_case));
  for (const laws::CaseResult& r : results)
    if (r.error.empty() && !run.cancel) add_bytes(r.the_case, c.output_bytes);
  c.launches = tally.runs;
  c.wave_instructions = tally.instructions;
  c.draws = tally.holds + tally.falsified + tally.inconclusive;
  c.cases = {tally.holds + tally.falsified, results.size()};
  for (const auto& [image, coverage] : tally.coverage) {
    const auto instructions = coverage.instructions(), directions = coverage.branch_directions();
    c.instructions.reached += instructions.reached, c.instructions.total += instructions.total;
    c.branch_directions.reached += directions.reached, c.branch_directions.total += directions.total;
  }
}

/// Which code runs.
void add_object(const FuzzScope& scope, const std::string& build, verdict::Checked& c) {
  const std::string& name = scope.space.kernels.front();
  const std::size_t at = name.find('@');
  c.kernel = name.substr(0, at);
  c.arch = at == std::string::npos ? "" : name.substr(at + 1);
  const kernels::Kernel* const kernel = kernels::find_kernel(c.kernel, c.arch);
  if (kernel == nullptr) return;
  if (const auto bytes = laws::CodeCache::bytes(*kernel, build))
    c.sha256 = sha256_of({reinterpret_cast<const std::uint8_t*>(bytes->data()), bytes->size()});
}

/// What a theorem on a shape rests on (docs/prove.md, "Soundness").
const std::vector<std::string>& what_proofs_assume() {
  static const std::vector<std::string> kAll{"the decoder, and the semantics of instructions that move data",
                                             "equal instructions compute equal results of equal operands",
                                             "law clean, on one run of each shape",
                                             "fingerprints of 128 bits, of different terms, differ"};
  return kAll;
}

/// The case with nothing in it but its shape: no contents, and the order that the kernel declares.
cases::Case shape_of(const cases::Case& judged) {
  cases::Case c = judged;
  const cases::Case plain;
  c.data = plain.data, c.scales = plain.scales, c.recipe = plain.recipe;
  c.seed = 0;
  c.schedule = {};
  c.hunts = c.any_order = false;
  c.model = arch::default_model(c.arch);
  return c;
}

/// Proves the shapes of the cases that hold, until one can't be or the time is over. A shape that is not
/// proved is no finding: its kernel may be right in another order than the declared one.
verdict::Proof prove_shapes(FuzzRun& run, const std::vector<laws::CaseResult>& results) {
  verdict::Proof proof;
  laws::Experiment::Options options = run.experiment_options();
  options.cancel = &run.cancel;
  proof.assumed = what_proofs_assume();
  std::set<std::string> seen;
  for (const laws::CaseResult& r : results) {
    const cases::Case shape = shape_of(r.the_case);
    if (!r.error.empty() || !seen.insert(cases::print(shape)).second) continue;
    ++proof.shapes.total;
    if (!proof.open.empty()) continue;
    const auto found = proofs::prove(shape, run.cache, options, host::hash(run.seed));
    if (run.cancel)
      proof.open = "the budget ended";
    else if (!found || found->outcome != proofs::Outcome::theorem)
      proof.open = fmt::format("{}: {}", cases::print(shape), found ? found->reason : found.error());
    else
      ++proof.shapes.reached;
    if (found && !found->assumption.empty() &&
        std::ranges::find(proof.assumed, found->assumption) == proof.assumed.end())
      proof.assumed.push_back(found->assumption);
  }
  return proof;
}

/// What is demanded and was not done; empty: nothing.
std::string left_open(const campaigns::Tally& tally, std::uint64_t asked) {
  if (tally.inconclusive != 0)
    return fmt::format("a case is inconclusive: {}", tally.first_inconclusive->why);
  if (tally.holds == 0)
    return fmt::format("no case was judged{}",
                       tally.first_refused ? fmt::format("; the first: {}", tally.first_refused->why) : "");
  const std::uint64_t least = std::min(asked, kLeastCases);
  if (tally.holds < least)
    return fmt::format("the budget ended after {} cases, {} are the least", tally.holds, least);
  return {};
}

}  // namespace

bool names_operator(const std::string& text) {
  const std::string name = text.substr(0, text.find(' '));
  return std::ranges::any_of(kernels::kernels(),
                             [&](const kernels::Kernel& k) { return problems::is_name_of(name, k); });
}

tl::expected<verdict::Judgement, std::string> judge_operator(const JudgeOptions& o, const Budget& budget,
                                                             const std::string& build) {
  auto words = read_operator_words(o.against);
  if (!words) return tl::unexpected(words.error());
  FuzzOptions options;
  options.kernels = {words->kernel};
  if (!o.model.empty()) options.models = {o.model};
  options.build = build;
  if (!laws::CodeCache::names_recipe(build)) options.order = "any";  // a recipe says its own
  options.schedule = o.schedule;
  options.cases = o.draws.value_or(kCases);
  options.seconds = kDrawing * budget.seconds();
  options.seed = o.seed;
  options.policy = o.policy;
  options.no_wide_offsets = true;
  laws::CodeCache cache;
  FuzzRun run{.options = options,
              .cache = cache,
              .cancel = budget.cancel(),
              .laws = *fuzzing::select_laws({}),
              .judges = {},
              .suppressions = {},
              .header = {},
              .seed = *o.seed};
  verdict::Judgement j;
  verdict::Evidence evidence;
  auto scope = FuzzScope::of(options, nullptr, cache);
  if (!scope) {
    evidence.execution = verdict::Execution::not_run;
    evidence.open = scope.error().text;
    verdict::conclude(evidence, j);
    return j;
  }
  run.scope = std::move(*scope);
  run.scope.always = std::move(words->keys);
  if (std::string problem = problem_of(run.scope, run.seed); !problem.empty())
    return tl::unexpected(fmt::format("--against '{}': {}", o.against, problem));
  add_object(run.scope, build, j.checked);
  run.dealt = std::make_unique<campaigns::Dealt>(campaigns::Shard());
  Progress progress;
  const fuzzing::LoopResult campaign = run_cases(run, progress);
  add_counts(run, campaign.results, j);
  const auto failing = std::ranges::find_if(
      campaign.results, [](const laws::CaseResult& r) { return r.first_falsified() != nullptr; });
  j.values = verdict::Values::holds;
  if (failing != campaign.results.end()) {
    evidence.failed = true;
    add_failure(run, *failing, std::uint64_t(failing - campaign.results.begin()), j);
  } else if (budget.cancel()) {
    evidence.execution = verdict::Execution::timeout;
    evidence.open = fmt::format("the budget of {} s ended within a case, after {} that hold",
                                budget.seconds(), run.account.tally.holds);
  } else {
    evidence.open = left_open(run.account.tally, *options.cases);
    if (evidence.open.empty()) j.proof = prove_shapes(run, campaign.results);
    if (j.proof.shapes.total != 0 && j.proof.shapes.reached == j.proof.shapes.total)
      j.values = verdict::Values::proved;
  }
  if (campaign.results.size() < *options.cases && !evidence.failed)
    j.not_checked.push_back(fmt::format("{} of {} cases, for which there was no time",
                                        *options.cases - campaign.results.size(), *options.cases));
  j.not_checked.emplace_back("tensors of 2 GiB and more");
  verdict::conclude(evidence, j);
  return j;
}

}  // namespace lockstep::cli
