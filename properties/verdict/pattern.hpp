// What wrong elements have in common, in a sentence.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "properties/verdict/verdict.hpp"
#include "reference/operators/output.hpp"
#include "reference/operators/tiling.hpp"

namespace lockstep::verdict {

/// What is known of outputs beside their values.
struct Known {
  bool block_scales = false;  ///< blocks have scales of their own, one of which may be another's
  bool undefined = false;     ///< some of what was got is undefined: its values say nothing
};

/// Looks for the patterns that known bugs leave: tails, tiles, fragments, groups, one wave's part, exchanged
/// rows and columns, factors of two. A cause is named only where most of a block of elements is wrong, and
/// nothing of a single one, which its own line tells. `tilings`: of each output, as its launch plan says; of
/// what a tiling doesn't say nothing is claimed.
std::string explain(const std::vector<operators::Output>& outputs,
                    const std::vector<operators::Tiling>& tilings, const LawResult& result,
                    const Known& known);

/// What find_displacement() says, where explain() says nothing of values. For a report alone: explain() tells
/// causes apart, and not every case of a bug shows where its values stand, nor at the same distance.
std::optional<std::string> explain_displacement(const std::vector<operators::Output>& outputs,
                                                const LawResult& result, const Known& known);

}  // namespace lockstep::verdict
