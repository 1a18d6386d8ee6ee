#include "properties/laws/evaluate.hpp"

#include <algorithm>

#include "properties/verdict/pattern.hpp"

namespace lockstep::laws {

using verdict::LawResult;
using verdict::Verdict;

namespace {

Verdict overall(const std::vector<LawResult>& results) {
  const auto any = [&](Verdict v) {
    return std::any_of(results.begin(), results.end(), [&](const LawResult& r) { return r.verdict == v; });
  };
  for (const Verdict v : {Verdict::falsified, Verdict::inconclusive, Verdict::holds})
    if (any(v)) return v;
  return results.empty() ? Verdict::inconclusive : Verdict::not_applicable;
}

const findings::Finding* first_failing(const Experiment& e, const machine::Outcome& outcome) {
  const auto fails = [&](const findings::Finding& f) { return e.policy().is_failure(f.severity); };
  const auto at = std::ranges::find_if(outcome.findings, fails);
  return at == outcome.findings.end() ? nullptr : &*at;
}

bool costs_one_run(const Law* law) {
  return law->name == "bits" || law->name == "untouched" || law->name == "clean";
}

}  // namespace

const LawResult* CaseResult::first_falsified() const {
  for (const LawResult& r : laws)
    if (r.verdict == Verdict::falsified) return &r;
  return nullptr;
}

const findings::Finding* leading_finding(Experiment& e, const verdict::LawResult* failed) {
  const machine::Outcome& outcome = e.first_run().outcome;
  if (outcome.stop) return &*outcome.stop;
  if (const findings::Finding* first = first_failing(e, outcome)) return first;
  if (failed == nullptr || !failed->differing) return nullptr;
  const machine::Outcome& other = e.run(*failed->differing, Poison::first).outcome;
  return other.stop ? &*other.stop : first_failing(e, other);
}

CaseResult evaluate(const cases::Case& c, std::span<const Law* const> laws, CodeCache& cache,
                    const Experiment::Options& options, const IsNews& is_news) {
  CaseResult result;
  result.the_case = c;
  auto prepared = Experiment::prepare(c, cache, options);
  if (!prepared) {
    result.error = prepared.error();
    result.verdict = Verdict::inconclusive;
    return result;
  }
  Experiment& e = **prepared;
  const bool is_emulated = options.device == nullptr && options.callable == nullptr;
  if (e.shared_code() != nullptr && is_emulated) {  // others do not say what they reached
    result.coverage = observe::Coverage(e.shared_code());
    result.coverage.add(e.first_run().outcome);
  }
  const bool all = !is_news || is_news(result.coverage);
  for (const Law* law : laws) {
    if (!all && !costs_one_run(law)) continue;
    result.laws.push_back(law->check(e));
    result.trapped |= result.laws.back().trapped;
    if (e.cancelled()) break;
  }
  result.cancelled = e.cancelled();
  result.verdict = overall(result.laws);
  result.macs = e.macs();
  result.sampled = e.instance().sampled();
  result.runs = e.runs();
  result.largest_tensor = e.first_run().largest_tensor;
  result.instructions = e.instructions();
  result.notes = e.notes();
  result.suppressed = e.first_run().suppressed;
  if (!e.cancelled() && !e.first_run().outcome.stop) result.judges = e.opinions(e.first_run().output);
  const LawResult* const failed = result.first_falsified();
  if (const findings::Finding* finding = leading_finding(e, failed)) result.finding = *finding;
  if (failed != nullptr && !failed->mismatches.empty())
    result.pattern = verdict::explain(e.instance().outputs(), e.tilings(), *failed, e.known());
  return result;
}

}  // namespace lockstep::laws
