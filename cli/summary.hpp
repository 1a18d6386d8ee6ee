// What a run covered: shapes and tails, regimes, models, schedules, instructions.
#pragma once

#include <optional>

#include <nlohmann/json_fwd.hpp>

#include "properties/laws/evaluate.hpp"

namespace lockstep::cli {

/// Counts over finished cases.
struct Summary {
  std::uint64_t cases = 0, holds = 0, falsified = 0, inconclusive = 0, not_applicable = 0;
  std::uint64_t macs = 0, runs = 0, instructions = 0;
  std::map<std::string, std::map<std::string, std::uint64_t>> tags;  ///< kind -> value -> cases
  std::map<std::string, checks::Coverage> coverage;                  ///< "kernel@arch build" -> its code
  std::map<std::string, std::uint64_t> law_holds, law_falsified;
  checks::Suppressions::Counts suppressed;  ///< findings, by rule
  /// How a judge's verdicts meet those of the cases.
  struct JudgeCounts {
    std::uint64_t passed_falsified = 0, falsified = 0;  ///< of the cases that it had an opinion of
    std::uint64_t noticed_holding = 0, holding = 0;
  };
  std::map<std::string, JudgeCounts> judges;
  /// Cases with an SNR, those of them without noise, and the least of the others.
  struct SnrCounts {
    std::uint64_t cases = 0, without_noise = 0;
    std::optional<double> least;
    std::string least_of;  ///< the case
  };
  SnrCounts snr;
  std::map<std::string, std::uint64_t> law_silent;  ///< elements that a law had nothing to say about

  void add(const laws::CaseResult& result);
  std::string text() const;
  nlohmann::json json() const;

 private:
  void add_opinions(const laws::CaseResult& result);
  void add_snr(const laws::CaseResult& result, double db);
};

}  // namespace lockstep::cli
