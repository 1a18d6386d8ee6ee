#include <numeric>

#include <fmt/format.h>

#include "properties/laws/law.hpp"

namespace lockstep::laws {

namespace {

/// Findings of some severity.
struct Found {
  const findings::Finding* first = nullptr;
  std::size_t count = 0;

  std::string text() const {
    return count == 1 ? first->line() : fmt::format("{} (and {} more)", first->line(), count - 1);
  }
};

template <typename Wanted>
Found found(const Run& run, Wanted wanted) {
  Found all;
  for (const findings::Finding& f : run.outcome.findings)
    if (wanted(f) && all.count++ == 0) all.first = &f;
  return all;
}

}  // namespace

verdict::LawResult check_clean(Experiment& e) {
  const Run& run = e.first_run();
  if (auto stopped = unfinished("clean", run)) return *stopped;
  verdict::LawResult result{"clean"};
  const Found failing =
      found(run, [&](const findings::Finding& f) { return e.policy().is_failure(f.severity); });
  const Found risks = found(run, [&](const findings::Finding& f) {
    return f.severity != findings::Severity::note && !e.policy().is_failure(f.severity);
  });
  const Found notes = found(run, [&](const findings::Finding& f) {
    return f.severity == findings::Severity::note && !e.policy().is_failure(f.severity);
  });
  if (failing.count > 0) {
    result.verdict = verdict::Verdict::falsified;
    result.reason = failing.text();
  } else if (run.undefined_output_bytes > 0) {
    result.verdict = verdict::Verdict::falsified;
    result.reason =
        fmt::format("{} bytes of the rows to be written were never written, or hold undefined values",
                    run.undefined_output_bytes);
    result.byte = run.first_undefined;
  } else if (!e.is_emulated()) {
    return {"clean", verdict::Verdict::not_applicable,
            fmt::format("{} does not say what was undefined, raced or came too early", e.runner())};
  } else {
    if (risks.count > 0) result.reason = risks.text();
    if (notes.count > 0)
      result.reason += fmt::format("{}{} note{}", result.reason.empty() ? "" : "; ", notes.count,
                                   notes.count == 1 ? "" : "s");
  }
  if (const auto n = std::accumulate(run.suppressed.begin(), run.suppressed.end(), std::uint64_t{0}); n > 0)
    result.reason += fmt::format("{}{} suppressed", result.reason.empty() ? "" : "; ", n);
  return result;
}

}  // namespace lockstep::laws
