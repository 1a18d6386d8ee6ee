#include "coverage.hpp"

#include <algorithm>

#include "emulator/isa/semantics.hpp"

namespace lockstep::checks {

void InstructionCoverage::add(const isa::Program& program, const std::vector<std::uint64_t>& executed) {
  reached_.resize(std::max(reached_.size(), program.instructions.size()));
  for (std::size_t i = 0; i < executed.size(); ++i) {
    if (executed[i] == 0 || reached_[i] != 0) continue;
    reached_[i] = 1;
    if (const isa::Semantics* row = program.instructions[i].semantics) rows_.insert(row);
  }
}

void InstructionCoverage::merge(const InstructionCoverage& other) {
  reached_.resize(std::max(reached_.size(), other.reached_.size()));
  for (std::size_t i = 0; i < other.reached_.size(); ++i) reached_[i] |= other.reached_[i];
  rows_.insert(other.rows_.begin(), other.rows_.end());
}

std::uint64_t InstructionCoverage::reached() const {
  return std::uint64_t(std::count(reached_.begin(), reached_.end(), std::uint8_t{1}));
}

std::set<std::string_view> InstructionCoverage::mnemonics() const {
  std::set<std::string_view> names;
  for (const isa::Semantics* row : rows_) names.insert(row->mnemonic);
  return names;
}

}  // namespace lockstep::checks
