// Findings as lines: the gravest first, of many that are alike a few, and of notes their number.
#pragma once

#include <string>
#include <vector>

#include "emulator/findings/finding.hpp"

namespace lockstep::findings {

// One finding for each cause.
//
// An operation that nobody waited for, or a store that nothing orders, is found wherever its bytes are used:
// one missing wait makes dozens of findings, each of another pair of instructions, and is mended at one
// place. So findings whose pairs have the producer in common are told as one, which names the pair to begin
// with and counts the rest.

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

struct FindingLine {
  Severity severity;
  std::string kind, rule;
  std::string site;  ///< alike are those of one kind, rule and site: the mnemonic
  bool is_race;
  std::string line;

  /// A run's finding.
  explicit FindingLine(const Finding& f) : FindingLine(f, f.line()) {}
  /// A finding that prints as `text`.
  FindingLine(const Finding& f, std::string text);
};

/// What is printed of findings.
struct Shown {
  std::size_t limit = 3;  ///< most of those that are alike; 0: all, and each for itself
  bool notes = false;     ///< else they are counted, unless they fail a run
};

/// The findings' lines, by severity and, within one, races and then the most numerous of those that are alike
/// first: of these so many as are shown, then a line that says how many more there are.
std::vector<std::string> listed(const std::vector<FindingLine>& findings, Shown shown, Severity fails);

/// Whether `rules` names the finding's kind or rule; empty: all are wanted.
bool is_wanted(const std::vector<std::string>& rules, std::string_view kind, std::string_view rule);

}  // namespace lockstep::findings
