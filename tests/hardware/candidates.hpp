// The candidates that a survey puts to the hardware: the arithmetic that was measured, then what
// differs from it in one respect each. It is the published one, but that no rounded sum is -0.
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
