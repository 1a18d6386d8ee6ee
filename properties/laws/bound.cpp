#include "reference/exact/bound.hpp"

#include <cmath>

#include <fmt/format.h>

#include "properties/laws/law.hpp"
#include "properties/verdict/verdict.hpp"

namespace lockstep::laws {

verdict::LawResult check_bound(Experiment& e) {
  const Run& run = e.first_run();
  if (auto stopped = unfinished("bound", run)) return *stopped;
  verdict::LawResult result{"bound"};
  const auto& outputs = e.instance().outputs();
  const bool claims_everywhere = e.instance().claims_everywhere();
  std::uint64_t elements = 0;
  for (std::size_t o = 0; o < outputs.size(); ++o) {
    const operators::ExactOutput& exact = e.exact()[o];
    elements += exact.value.size();
    for (std::size_t i = 0; i < exact.value.size(); ++i) {
      if (claims_everywhere && run.output[o][i] == exact.rounded[i]) continue;
      const exact::Bound bound = e.instance().bound(exact, o, i);
      result.silent += std::isinf(bound.error);
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
  } else if (result.silent > 0) {
    if (result.silent == elements) result.verdict = verdict::Verdict::not_applicable;
    result.reason = fmt::format("says nothing about {} of {} elements: an intermediate result may overflow",
                                result.silent, elements);
  }
  return result;
}

}  // namespace lockstep::laws
