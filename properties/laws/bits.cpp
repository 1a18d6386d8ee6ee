#include "properties/laws/law.hpp"
#include "properties/verdict/verdict.hpp"

namespace lockstep::laws {

verdict::LawResult check_bits(Experiment& e) {
  const Run& run = e.first_run();
  if (auto stopped = unfinished("bits", run)) return *stopped;
  if (e.the_case().any_order)
    return {"bits", verdict::Verdict::not_applicable, "the case leaves the order open"};
  verdict::LawResult result{"bits"};
  const auto& outputs = e.instance().outputs();
  const operators::Codes& want = e.expected();
  for (std::size_t o = 0; o < outputs.size(); ++o)
    for (std::size_t i = 0; i < want[o].size(); ++i)
      if (run.output[o][i] != want[o][i] &&
          !e.instance().admits(e.model(), o, i, want[o][i], run.output[o][i]))
        verdict::add_mismatch(outputs, o, i, run.output[o][i], want[o][i], result);
  if (result.mismatch_count == 0) return result;
  result.verdict = verdict::Verdict::falsified;
  result.reason = "the output is not what the declared order gives";
  return result;
}

}  // namespace lockstep::laws
