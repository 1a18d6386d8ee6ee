// Draws that aim at what no case reached so far: instructions and branch directions, and pairs of tail class
// and data.
//
// Cases come in rounds, the first of them short: as long as much is new, each result tells much. What the
// cases of one round reached decides the draws of the round after the next, so that a case follows from the
// seed and its number alone: not from the number of threads, nor from which of them is done first.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "properties/laws/evaluate.hpp"
#include "properties/laws/seen_pairs.hpp"
#include "properties/problems/generate.hpp"

namespace lockstep::laws {

class Steering {
 public:
  static constexpr std::uint64_t kRound = 24, kShortRound = 8, kShortRounds = 9;  ///< cases; rounds

  Steering(problems::Space space, std::uint64_t seed) : space_(std::move(space)), seed_(seed) {}

  /// How many results must have been noted before case `index` is drawn.
  static std::uint64_t needs(std::uint64_t index) {
    const std::uint64_t round = round_of(index);
    return round < 2 ? 0 : first_of(round - 1);
  }
  static constexpr std::uint64_t round_of(std::uint64_t index) {
    constexpr std::uint64_t kShort = kShortRound * kShortRounds;
    return index < kShort ? index / kShortRound : kShortRounds + (index - kShort) / kRound;
  }
  /// The first case of a round.
  static constexpr std::uint64_t first_of(std::uint64_t round) {
    return round < kShortRounds ? round * kShortRound
                                : kShortRounds * kShortRound + (round - kShortRounds) * kRound;
  }
  /// Draws case `index`; safe from any thread.
  cases::Case draw(std::uint64_t index) const;
  /// Whether case `index` is drawn at large, or reached something that nothing did in the rounds that decided
  /// its draw. From any thread, before the case is noted.
  bool is_news(std::uint64_t index, const cases::Case& c, const observe::Coverage& reached) const;
  /// The results of cases 0, 1, 2, … in turn.
  void note(const CaseResult& result);

 private:
  using Reached = std::map<std::string, observe::Coverage>;  ///< image -> what cases reached of it

  /// A kernel that has directions left, and cases that came to it, those that reached something new last;
  /// none yet where none did.
  struct Target {
    std::uint64_t weight = 0;
    std::string kernel, build, symbol;
    std::vector<cases::Case> parents;
  };
  /// What decides the draws of a round.
  struct Plan {
    std::vector<Target> targets;
    SeenPairs seen;
    Reached reached;  ///< emptied after the round
  };
  /// What is known of one kernel of an image.
  struct Part {
    std::string kernel, build, symbol;
    std::uint64_t open = 0, since_news = 0;
    std::vector<cases::Case> parents;
  };

  /// Percentage of cases that are drawn plainly: one in five.
  static constexpr std::int64_t kPercentPlain = 20;

  cases::Draw choice(std::uint64_t index) const;
  const Plan* plan_of(std::uint64_t index) const;
  cases::Case toward(const Target& target, const cases::Case& plain, std::uint64_t index) const;
  cases::Case mixed_toward(const Target& target, const cases::Case& plain, std::uint64_t index) const;
  cases::Case with_unseen_data(const Plan& plan, const cases::Case& plain, cases::Draw& draw) const;
  std::unique_ptr<Plan> make_plan() const;

  problems::Space space_;
  std::uint64_t seed_;
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<Plan>> plans_;  ///< plans of rounds 2, 3, …
  Reached coverage_;
  std::map<std::string, std::set<std::uint32_t>>
      one_way_;  ///< by image: branches with a direction nothing can take
  std::map<std::pair<std::string, std::string>, Part> parts_;  ///< image and symbol
  SeenPairs seen_;
  std::uint64_t noted_ = 0;
};

}  // namespace lockstep::laws
