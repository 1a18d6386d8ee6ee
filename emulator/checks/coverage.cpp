#include "coverage.hpp"

#include <algorithm>

namespace lockstep::checks {

void InstructionCoverage::add(const isa::Program& program, const std::vector<std::uint64_t>& executed) {
  reached_.resize(std::max(reached_.size(), program.instructions.size()));
  for (std::size_t i = 0; i < executed.size(); ++i) {
    if (executed[i] == 0 || reached_[i] != 0) continue;
    reached_[i] = 1;
    mnemonics_.insert(program.instructions[i].mnemonic);
  }
}

void InstructionCoverage::merge(const InstructionCoverage& other) {
  reached_.resize(std::max(reached_.size(), other.reached_.size()));
  for (std::size_t i = 0; i < other.reached_.size(); ++i) reached_[i] |= other.reached_[i];
  mnemonics_.insert(other.mnemonics_.begin(), other.mnemonics_.end());
}

std::uint64_t InstructionCoverage::reached() const {
  return std::uint64_t(std::count(reached_.begin(), reached_.end(), std::uint8_t{1}));
}

}  // namespace lockstep::checks
