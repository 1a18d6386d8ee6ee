#include <fmt/format.h>

#include "properties/laws/law.hpp"

namespace lockstep::laws {

verdict::LawResult check_untouched(Experiment& e) {
  const Run& run = e.first_run();
  // A kernel that trapped may have written before it did; of a GPU's memory nothing is left then.
  if (auto stopped = unfinished("untouched", run);
      stopped && (stopped->verdict == verdict::Verdict::inconclusive || !e.is_emulated()))
    return *stopped;
  verdict::LawResult result{"untouched"};
  if (!run.stray) return result;
  result.verdict = verdict::Verdict::falsified;
  result.byte = {run.stray->output, run.stray->offset};
  result.reason =
      fmt::format("{}[{}, {}] belongs to no row that is to be written, but was",
                  e.instance().outputs()[run.stray->output].name, run.stray->row, run.stray->column);
  return result;
}

}  // namespace lockstep::laws
