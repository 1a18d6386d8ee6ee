// Findings as lines: the gravest first, of many that are alike a few, and of notes their number.
#pragma once

#include <string>
#include <vector>

#include "emulator/findings/finding.hpp"

namespace lockstep::findings {

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
  std::size_t limit = 3;  ///< most of those that are alike; 0: all, and each for itself (causes.hpp)
  bool notes = false;     ///< else they are counted, unless they fail a run
};

/// The findings' lines, by severity and, within one, races and then the most numerous of those that are alike
/// first: of these so many as are shown, then a line that says how many more there are.
std::vector<std::string> listed(const std::vector<FindingLine>& findings, Shown shown, Severity fails);

/// Whether `rules` names the finding's kind or rule; empty: all are wanted.
bool is_wanted(const std::vector<std::string>& rules, std::string_view kind, std::string_view rule);

}  // namespace lockstep::findings
