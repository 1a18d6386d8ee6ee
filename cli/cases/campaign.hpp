// Evaluates numbered cases on several threads and hands the results out in order, so that neither the number
// of threads nor their luck shows in what is reported.
#pragma once

#include <atomic>
#include <functional>
#include <optional>

#include "cli/output/progress.hpp"
#include "properties/laws/evaluate.hpp"

namespace lockstep::cli {

struct Campaign {
  /// Results that must be in before case `index` is asked for; 0 where it depends on none.
  std::function<std::uint64_t(std::uint64_t index)> needs = [](std::uint64_t) { return std::uint64_t{0}; };
  std::function<std::optional<cases::Case>(std::uint64_t index)> next;  ///< nullopt: there are no more
  std::function<laws::CaseResult(std::uint64_t index, const cases::Case&)> evaluate;
  /// Each result, in order; what it takes out of it is not kept.
  std::function<void(laws::CaseResult&)> note = [](laws::CaseResult&) {};
  int jobs = 1;
  std::optional<double> seconds;   ///< start no case after this
  std::uint64_t max_failures = 1;  ///< stop after this many falsified cases
  const std::atomic<bool>* cancel = nullptr;
};

struct CampaignResult {
  std::vector<laws::CaseResult> results;  ///< cases 0 … size-1, none missing
  bool interrupted = false;
};

CampaignResult run(const Campaign& campaign, Progress& progress);

}  // namespace lockstep::cli
