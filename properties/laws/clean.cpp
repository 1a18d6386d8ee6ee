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

std::string Run::undefined_text() const {
  const std::uint64_t stored = undefined_output_bytes - unwritten_output_bytes;
  constexpr std::string_view kBytes = "bytes of the rows to be written";
  if (undefined_output_bytes == 0) return {};
  if (stored == 0) return fmt::format("{} {} were never written", unwritten_output_bytes, kBytes);
  if (unwritten_output_bytes == 0) return fmt::format("{} {} hold undefined values", stored, kBytes);
  return fmt::format("{} {} were never written, {} hold undefined values", unwritten_output_bytes, kBytes,
                     stored);
}

verdict::LawResult check_clean(Experiment& e) {
  return clean_of(e, e.first_run());
}

verdict::LawResult clean_of(const Experiment& e, const Run& run) {
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
    result.reason = run.undefined_text();
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
