// Which instructions of a program were reached, over any number of dispatches.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "emulator/isa/instruction.hpp"

namespace lockstep::checks {

class InstructionCoverage {
 public:
  /// `executed` is per instruction of `program`, as machine::Outcome gives it.
  void add(const isa::Program& program, const std::vector<std::uint64_t>& executed);
  void merge(const InstructionCoverage& other);

  std::uint64_t reached() const;  ///< instructions
  std::uint64_t total() const { return reached_.size(); }
  const std::set<std::string>& mnemonics() const { return mnemonics_; }

 private:
  std::vector<std::uint8_t> reached_;
  std::set<std::string> mnemonics_;
};

}  // namespace lockstep::checks
