// Which instructions of a program were reached, over any number of dispatches.
#pragma once

#include <cstdint>
#include <set>
#include <string_view>
#include <unordered_set>
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
  std::set<std::string_view> mnemonics() const;  ///< of those reached that the tables know

 private:
  std::vector<std::uint8_t> reached_;
  std::unordered_set<const isa::Semantics*> rows_;
};

}  // namespace lockstep::checks
