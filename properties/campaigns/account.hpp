// All that is said of a campaign at its end, whether one process ran it or its journals were merged.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "properties/campaigns/cause.hpp"
#include "properties/campaigns/entry.hpp"
#include "properties/campaigns/journal_lines.hpp"
#include "properties/laws/seen_pairs.hpp"

namespace lockstep::campaigns {

/// What a run covered and found, counted case by case: shapes and tails, regimes, models, schedules,
/// instructions, causes.
///
/// Cases may be added in any order: what is said of the first or the least is said of the one with the lowest
/// number.
struct Tally {
  std::uint64_t cases = 0, holds = 0, falsified = 0, inconclusive = 0, not_applicable = 0;
  std::uint64_t macs = 0, runs = 0, instructions = 0;
  std::map<std::string, std::map<std::string, std::uint64_t>> tags;  ///< kind -> value -> cases
  std::map<std::string, observe::Coverage> coverage;                 ///< "kernel@arch build" -> its code
  std::map<std::string, std::uint64_t> law_holds, law_falsified;
  findings::Suppressions::Counts suppressed;  ///< findings, by rule
  /// How a judge's verdicts meet those of the cases.
  struct JudgeCounts {
    std::uint64_t passed_falsified = 0, falsified = 0;  ///< cases that it had an opinion of
    std::uint64_t noticed_holding = 0, holding = 0;
  };
  std::map<std::string, JudgeCounts> judges;
  /// Cases with an SNR, those of them without noise, and the least of the others.
  struct SnrCounts {
    std::uint64_t cases = 0, without_noise = 0;
    std::optional<double> least;
    std::uint64_t least_index = 0;
    std::string least_of;  ///< the case
  };
  SnrCounts snr;
  std::map<std::string, std::uint64_t> law_silent;  ///< elements that a law had nothing to say about
  laws::SeenPairs pairs;

  /// The case with the lowest number of those that something is said of.
  struct First {
    std::uint64_t index;
    cases::Case the_case;
    std::string why;
    std::string law;  ///< the one that says so, where one does
    bool trapped;
  };
  std::optional<First> first_falsified, first_inconclusive, first_refused;
  /// Inconclusive cases of one reason: how many, and the reason of the first.
  struct Reason {
    std::uint64_t cases = 0, index = 0;
    std::string why;
  };
  std::map<std::string, Reason> reasons;  ///< by the reason without its numbers
  std::uint64_t refused = 0;              ///< cases that a recipe or a GPU does not take

  /// Falsified cases that have one cause.
  struct Failures {
    std::uint64_t cases = 0;
    std::uint64_t index = 0;                   ///< number of the smallest case
    std::uint64_t size = 0;                    ///< multiply-accumulates of the smallest case
    std::string smallest;                      ///< the smallest case that was drawn
    std::string pattern;                       ///< what the smallest case's wrong elements have in common
    std::optional<findings::Finding> finding;  ///< the leading one of the smallest case
  };
  std::map<Cause, Failures> causes;

  void add(std::uint64_t index, const laws::CaseResult& result);

 private:
  void add_opinions(const laws::CaseResult& result);
  void add_snr(std::uint64_t index, const laws::CaseResult& result, double db);
  void add_firsts(std::uint64_t index, const laws::CaseResult& result);
  void add_cause(std::uint64_t index, const laws::CaseResult& result);
};

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
  /// The reports, sorted by the numbers of their cases.
  std::vector<const Smallest*> reports() const;
  /// The smallest case that is known of a cause, and what was found there.
  struct Known {
    std::string smallest, what;
    std::optional<findings::Finding> finding;
  };
  /// Shrunk where a case with this cause was.
  Known known_of(const Cause& cause, const Tally::Failures& failures) const;
};

}  // namespace lockstep::campaigns
