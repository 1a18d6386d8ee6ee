// Findings as lines: the gravest first, and of many that are alike a few.
#pragma once

#include <string>
#include <vector>

#include "emulator/findings/finding.hpp"

namespace lockstep::findings {

struct FindingLine {
  Severity severity;
  std::string kind, rule;
  std::string site;  ///< alike are those of one kind, rule and site: the mnemonic
  std::string line;

  /// A run's finding.
  explicit FindingLine(const Finding& f) : FindingLine(f, f.line()) {}
  /// A finding that prints as `text`.
  FindingLine(const Finding& f, std::string text);
};

/// The findings' lines, by severity and, within one, the most numerous of those that are alike first: of
/// these at most `limit` (0: all), then a line that says how many more there are.
std::vector<std::string> listed(const std::vector<FindingLine>& findings, std::size_t limit);

/// Whether `rules` names the finding's kind or rule; empty: all are wanted.
bool is_wanted(const std::vector<std::string>& rules, std::string_view kind, std::string_view rule);

}  // namespace lockstep::findings
