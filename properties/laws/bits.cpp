#include "law.hpp"
#include "properties/verdict/compare.hpp"

namespace lockstep::laws {

verdict::LawResult check_bits(Experiment& e) {
  const Run& run = e.first_run();
  if (auto stopped = unfinished("bits", run)) return *stopped;
  verdict::LawResult result{"bits"};
  verdict::compare(*e.problem().out, e.problem().n, run.output, e.expected(), result);
  if (result.mismatch_count == 0) return result;
  result.verdict = verdict::Verdict::falsified;
  result.reason = "the output is not what the declared order gives";
  return result;
}

}  // namespace lockstep::laws
