// The candidates that a survey puts to the hardware: the published guess first, then what differs from it in
// one respect each.
#pragma once

#include <string>
#include <vector>

#include "tests/hardware/candidate.hpp"

namespace lockstep::hardware {

struct NamedCandidate {
  std::string name;
  Candidate candidate;
};

/// At most kMaxCandidates; the first is the best guess.
std::vector<NamedCandidate> candidates(const Instruction& in);

}  // namespace lockstep::hardware
