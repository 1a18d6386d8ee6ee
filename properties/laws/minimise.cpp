#include "properties/laws/minimise.hpp"

#include "properties/problems/operator.hpp"

namespace lockstep::laws {

Minimised minimise(const cases::Case& failing, const Law& law, CodeCache& cache, Experiment::Options options,
                   std::chrono::milliseconds budget) {
  const auto deadline = std::chrono::steady_clock::now() + budget;
  Minimised result{failing};
  const Law* const only[] = {&law};
  bool progress = true;
  while (progress) {
    progress = false;
    for (const cases::Case& candidate :
         cases::simpler(result.smallest, problems::grammar_of(result.smallest))) {
      if (std::chrono::steady_clock::now() >= deadline ||
          (options.cancel != nullptr && options.cancel->load())) {
        result.out_of_time = true;
        return result;
      }
      ++result.attempts;
      const CaseResult tried = evaluate(candidate, only, cache, options);
      if (tried.cancelled || tried.first_falsified() == nullptr) continue;
      result.smallest = candidate;
      ++result.steps;
      progress = true;
      break;
    }
  }
  return result;
}

}  // namespace lockstep::laws
