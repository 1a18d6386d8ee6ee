// One finding for each cause.
//
// An operation that nobody waited for, or a store that nothing orders, is found wherever its bytes are used:
// one missing wait makes dozens of findings, each of another pair of instructions, and is mended at one
// place. So findings whose pairs have the producer in common are told as one, which names the pair to begin
// with and counts the rest.
#pragma once

#include <string>
#include <vector>

#include "emulator/findings/finding.hpp"

namespace lockstep::findings {

bool is_race(FindingKind kind);

/// Whether both are of the same kind and severity, about the same instructions of a kernel, in whichever
/// order.
bool is_same(const Finding& a, const Finding& b);
/// Each of those that is_same() calls the same once.
std::vector<Finding> without_repetitions(const std::vector<Finding>& findings);

/// A finding for each cause, which counts the others as `more`: the gravest; of these a race, since the rest
/// may follow from it; of these the one whose consumer comes next behind the producer. By severity, races
/// first, else in the order in which the causes were found.
std::vector<Finding> by_cause(const std::vector<Finding>& findings);

/// " (3 instructions apart; and 76 more from this store)", as far as it is known; mostly empty.
std::string what_it_stands_for(const Finding& finding);

}  // namespace lockstep::findings
