// What the wrong elements have in common, in a sentence.
#pragma once

#include <string>

#include "properties/verdict/verdict.hpp"
#include "reference/operators/output.hpp"

namespace lockstep::verdict {

/// Looks for the patterns that known bugs leave: tails, tiles, fragments, groups, one wave's columns, factors
/// of two.
std::string explain(const std::vector<operators::Output>& outputs, const LawResult& result);

}  // namespace lockstep::verdict
