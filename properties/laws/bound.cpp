#include "reference/exact/bound.hpp"

#include "law.hpp"
#include "properties/verdict/compare.hpp"

namespace lockstep::laws {

verdict::LawResult check_bound(Experiment& e) {
  const Run& run = e.first_run();
  if (auto stopped = unfinished("bound", run)) return *stopped;
  verdict::LawResult result{"bound"};
  const auto& outputs = e.instance().outputs();
  for (std::size_t o = 0; o < outputs.size(); ++o) {
    const operators::ExactOutput& exact = e.exact()[o];
    for (std::size_t i = 0; i < exact.value.size(); ++i) {
      const exact::Bound bound = e.instance().bound(exact, o, i);
      if (!exact::within(bound, exact.value[i], *outputs[o].format, run.output[o][i]))
        verdict::add_mismatch(outputs, o, i, run.output[o][i], exact.rounded[i], result);
    }
  }
  if (result.mismatch_count > 0) {
    result.verdict = verdict::Verdict::falsified;
    result.reason = "the output is further from the exact answer than any order of summation allows";
  } else if (!e.instance().quantisation_fault().empty()) {
    result.verdict = verdict::Verdict::falsified;
    result.reason = "quantised operand " + e.instance().quantisation_fault();
  }
  return result;
}

}  // namespace lockstep::laws
