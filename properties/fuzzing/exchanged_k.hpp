// Elements of k in each other's place in one operand and not in the other: a fragment whose halves a kernel
// has exchanged.
#pragma once

#include <optional>
#include <string>

#include "properties/laws/experiment.hpp"

namespace lockstep::fuzzing {

/// The exchange along k that explains every wrong element of a case like this one, which is wrong in its
/// values and may be too small to show it: of more rows and columns where the kernel takes them, and of any
/// numbers. "as if A[i, k] were A[i, k^16]: A and B are read in different orders of k"; nothing where no
/// exchange does, or where the case is too large to be computed anew for each.
std::optional<std::string> find_exchanged_k(const cases::Case& wrong, laws::CodeCache& cache,
                                            const laws::Experiment::Options& options);

}  // namespace lockstep::fuzzing
