// Where a check gathers what it finds: once per kind, severity and pair of instructions, with a limit for
// each severity.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "emulator/machine/waves/finding.hpp"

namespace lockstep::machine {
struct PreparedInstruction;
struct Wave;
}  // namespace lockstep::machine

namespace lockstep::checks {

class Findings {
 public:
  static constexpr std::ptrdiff_t kLimit = 32;  ///< findings of one severity at most

  /// True when a finding of that kind about these two instructions (indices in the program) is not there yet
  /// and there is room: worth making its text.
  bool is_new(machine::FindingKind kind, std::uint32_t instruction, std::uint32_t other,
              machine::Severity severity = machine::Severity::wrong) const;
  /// `other` is the index of the other party's instruction.
  void add(machine::FindingKind kind, const machine::Wave& wave, const machine::PreparedInstruction& prepared,
           int lane, std::uint32_t other, std::string text,
           machine::Severity severity = machine::Severity::wrong);
  const std::vector<machine::Finding>& all() const { return all_; }

 private:
  std::vector<machine::Finding> all_;
  std::set<std::tuple<machine::FindingKind, machine::Severity, std::uint32_t, std::uint32_t>> seen_;
};

}  // namespace lockstep::checks
