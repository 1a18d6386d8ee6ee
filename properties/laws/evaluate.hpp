// A case under a set of laws: one answer each, and one for the case.
#pragma once

#include <functional>

#include "emulator/observe/coverage.hpp"
#include "properties/laws/law.hpp"

namespace lockstep::laws {

struct CaseResult {
  cases::Case the_case;
  verdict::Verdict verdict = verdict::Verdict::holds;
  std::vector<verdict::LawResult> laws;
  std::string error;  ///< the case can't be run at all
  bool trapped = false;
  bool cancelled = false;  ///< interrupted: the verdicts mean nothing
  std::uint64_t macs = 0;  ///< multiply-accumulates of one run
  std::string sampled;     ///< what was computed of a problem that was not computed whole
  std::uint64_t runs = 0;
  std::uint64_t largest_tensor = 0;  ///< bytes
  std::uint64_t instructions = 0;    ///< wave instructions over all runs
  std::vector<std::string> notes;    ///< on how the runs went
  observe::Coverage coverage;
  std::optional<findings::Finding> finding;  ///< leading_finding()
  std::string pattern;  ///< pattern of the wrong elements under first_falsified(); empty where none is wrong
  findings::Suppressions::Counts suppressed;  ///< findings of the first run, by rule

  std::vector<judges::Opinion> judges;  ///< opinions of those that were asked, on the first run

  /// The first law that is falsified, or nullptr.
  const verdict::LawResult* first_falsified() const;
};

/// What stopped the first run, or else its first finding that is a failure; where it has none, that of the
/// run that `failed`, what a law says of the case, tells apart from it. nullptr: there is none.
const findings::Finding* leading_finding(Experiment& e, const verdict::LawResult* failed);

/// Whether a case that reached this is worth every law. Of a case that is not, only the laws that cost its
/// first run and the expected bits are checked: bits, untouched and clean.
using IsNews = std::function<bool(const observe::Coverage&)>;

/// Falsified if any law is, else inconclusive if any is; not applicable where no law says anything about the
/// case.
CaseResult evaluate(const cases::Case& c, std::span<const Law* const> laws, CodeCache& cache,
                    const Experiment::Options& options, const IsNews& is_news = {});

}  // namespace lockstep::laws
