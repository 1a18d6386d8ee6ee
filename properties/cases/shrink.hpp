// Simpler neighbours of a case, most promising first: fewer groups, fewer rows, one k block, plain scales and
// data.
#pragma once

#include <vector>

#include "case.hpp"

namespace lockstep::cases {

/// Every candidate differs from the case and is simpler in some respect; none is the case itself, and
/// following candidates always ends.
std::vector<Case> simpler(const Case& c);

/// Strictly smaller for each candidate of simpler(): what makes shrinking end.
std::uint64_t weight(const Case& c);

}  // namespace lockstep::cases
