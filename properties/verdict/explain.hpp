// What the wrong elements have in common, in a sentence.
#pragma once

#include <string>

#include "properties/verdict/verdict.hpp"
#include "reference/operators/output.hpp"
#include "reference/operators/tiling.hpp"

namespace lockstep::verdict {

/// Looks for the patterns that known bugs leave: tails, tiles, fragments, groups, one wave's part, factors of
/// two. `tilings`: of each output, as its launch plan says; of what a tiling doesn't say nothing is claimed.
std::string explain(const std::vector<operators::Output>& outputs,
                    const std::vector<operators::Tiling>& tilings, const LawResult& result);

}  // namespace lockstep::verdict
