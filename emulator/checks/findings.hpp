// Where a check gathers what it finds: once per kind, severity and pair of instructions, with a limit for
// each kind and severity: many findings of one kind hide none of another.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "emulator/findings/finding.hpp"

namespace lockstep::machine {
struct PreparedInstruction;
struct Wave;
}  // namespace lockstep::machine

namespace lockstep::checks {

class Findings {
 public:
  static constexpr std::ptrdiff_t kLimit = 32;  ///< findings of one kind and severity at most

  /// True when a finding of that kind about these two instructions (indices in the program) is not there yet
  /// and there is room: worth making its text.
  bool is_new(findings::FindingKind kind, std::uint32_t instruction, std::uint32_t other,
              findings::Severity severity = findings::Severity::wrong) const;
  /// `other` is the index of the other party's instruction.
  void add(findings::FindingKind kind, const machine::Wave& wave,
           const machine::PreparedInstruction& prepared, int lane, std::uint32_t other, std::string text,
           findings::Severity severity = findings::Severity::wrong);
  const std::vector<findings::Finding>& all() const { return all_; }

 private:
  std::vector<findings::Finding> all_;
  std::set<std::tuple<findings::FindingKind, findings::Severity, std::uint32_t, std::uint32_t>> seen_;
};

}  // namespace lockstep::checks
