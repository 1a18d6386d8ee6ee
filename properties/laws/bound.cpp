#include "reference/exact/bound.hpp"

#include <fmt/format.h>

#include "law.hpp"

namespace lockstep::laws {

verdict::LawResult check_bound(Experiment& e) {
  const Run& run = e.first_run();
  if (auto stopped = unfinished("bound", run)) return *stopped;
  verdict::LawResult result{"bound"};
  const operators::GroupedGemm& p = e.problem();
  const operators::GroupedGemmExact& exact = e.exact();
  for (std::size_t i = 0; i < run.output.size(); ++i) {
    const exact::Bound bound = exact::bound(exact.value[i], exact.magnitude[i], p.k, *p.out);
    if (exact::within(bound, exact.value[i], *p.out, run.output[i])) continue;
    ++result.mismatch_count;
    if (result.mismatches.size() < verdict::kMismatchLimit)
      result.mismatches.push_back(
          {i / std::size_t(p.n), std::int64_t(i) % p.n, run.output[i], exact.rounded[i]});
  }
  if (result.mismatch_count > 0) {
    result.verdict = verdict::Verdict::falsified;
    result.reason = "the output is further from the exact answer than any order of summation allows";
  } else if (!e.data().quantisation_fault.empty()) {
    result.verdict = verdict::Verdict::falsified;
    result.reason = "quantised operand " + e.data().quantisation_fault;
  }
  return result;
}

}  // namespace lockstep::laws
