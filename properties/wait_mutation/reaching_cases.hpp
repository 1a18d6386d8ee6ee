// Cases to judge the waits of a kernel by: few and small, and together they reach much of its code.
#pragma once

#include <string>
#include <vector>

#include "kernels/kernel.hpp"
#include "properties/cases/case.hpp"

namespace lockstep::wait_mutation {

struct ReachingCases {
  std::vector<cases::Case> chosen;
  /// What may notice a mutant that none of the chosen do: these with more rows, columns and depth, and what
  /// was drawn beside them, smallest first.
  std::vector<cases::Case> others;
};

/// Drawn by `seed`. Chosen are at most `count`, and as many again of which stores change LDS that those of
/// the first find as they would leave it: a race over what is there already shows nothing. None when the
/// build has none.
ReachingCases reaching_cases(const kernels::Kernel& kernel, const std::string& build, std::size_t count,
                             std::uint64_t seed);

}  // namespace lockstep::wait_mutation
