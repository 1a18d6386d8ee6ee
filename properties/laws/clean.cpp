#include <numeric>

#include <fmt/format.h>

#include "properties/laws/law.hpp"

namespace lockstep::laws {

verdict::LawResult check_clean(Experiment& e) {
  const Run& run = e.first_run();
  if (auto stopped = unfinished("clean", run)) return *stopped;
  verdict::LawResult result{"clean"};
  if (!run.outcome.findings.empty()) {
    result.verdict = verdict::Verdict::falsified;
    result.reason = run.outcome.findings.front().line();
    if (run.outcome.findings.size() > 1)
      result.reason += fmt::format(" (and {} more)", run.outcome.findings.size() - 1);
  } else if (run.undefined_output_bytes > 0) {
    result.verdict = verdict::Verdict::falsified;
    result.reason =
        fmt::format("{} bytes of the rows to be written were never written, or hold undefined values",
                    run.undefined_output_bytes);
  }
  if (const auto n = std::accumulate(run.suppressed.begin(), run.suppressed.end(), std::uint64_t{0}); n > 0)
    result.reason += fmt::format("{}{} suppressed", result.reason.empty() ? "" : "; ", n);
  return result;
}

}  // namespace lockstep::laws
