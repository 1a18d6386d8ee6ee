// All that is said of a campaign at its end, whether one process ran it or its journals were merged.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "properties/campaigns/entry.hpp"
#include "properties/campaigns/journal_lines.hpp"
#include "properties/campaigns/tally.hpp"

namespace lockstep::campaigns {

/// How long cases took.
struct Timings {
  std::uint64_t cases = 0;
  double seconds = 0, longest = 0;
  std::string longest_of;  ///< the case

  void add(double took, const cases::Case& c);
};

struct Account {
  Words words;
  Tally tally;
  std::map<std::string, Smallest> smallest;  ///< Smallest::subject() -> the one of the lowest case
  Timings timings;

  void add(const Entry& entry);
  void add(const Smallest& s);
  /// In the order of their cases.
  std::vector<const Smallest*> reports() const;
  /// The smallest case that is known of a cause: shrunk where a case with this cause was.
  std::string smallest_of(const Cause& cause, const Tally::Failures& failures) const;
};

}  // namespace lockstep::campaigns
