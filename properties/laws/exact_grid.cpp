#include "properties/laws/law.hpp"
#include "properties/verdict/verdict.hpp"

namespace lockstep::laws {

verdict::LawResult check_exact_grid(Experiment& e) {
  if (!e.instance().on_exact_grid())
    return {"exact_grid", verdict::Verdict::not_applicable, "the data is not on the exact grid"};
  const Run& run = e.first_run();
  if (auto stopped = unfinished("exact_grid", run)) return *stopped;
  verdict::LawResult result{"exact_grid"};
  const auto& outputs = e.instance().outputs();
  for (std::size_t o = 0; o < outputs.size(); ++o) {
    const std::vector<std::uint32_t>& want = e.exact()[o].rounded;
    for (std::size_t i = 0; i < want.size(); ++i)
      if (!verdict::same(*outputs[o].format, run.output[o][i], want[i]))
        verdict::add_mismatch(outputs, o, i, run.output[o][i], want[i], result);
  }
  if (result.mismatch_count == 0) return result;
  result.verdict = verdict::Verdict::falsified;
  result.reason = "the output is not the exact answer, which every order of summation gives";
  return result;
}

}  // namespace lockstep::laws
