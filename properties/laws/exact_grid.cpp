#include "law.hpp"
#include "properties/verdict/compare.hpp"

namespace lockstep::laws {

verdict::LawResult check_exact_grid(Experiment& e) {
  if (!cases::on_exact_grid(e.the_case()))
    return {"exact_grid", verdict::Verdict::not_applicable, "the data is not on the exact grid"};
  const Run& run = e.first_run();
  if (auto stopped = unfinished("exact_grid", run)) return *stopped;
  verdict::LawResult result{"exact_grid"};
  verdict::compare(*e.problem().out, e.problem().n, run.output, e.exact().rounded, result);
  if (result.mismatch_count == 0) return result;
  result.verdict = verdict::Verdict::falsified;
  result.reason = "the output is not the exact answer, which every order of summation gives";
  return result;
}

}  // namespace lockstep::laws
