#include "reaching_cases.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "properties/laws/experiment.hpp"
#include "properties/subjects/generate.hpp"

namespace lockstep::mutation {

namespace {

struct Candidate {
  cases::Case c;
  std::vector<std::uint64_t> executed;  ///< by instruction
  std::uint64_t instructions = 0;
};

// A tenth of a second.
constexpr std::uint64_t kFewInstructions = 100'000;

std::vector<Candidate> candidates_for(const kernels::Kernel& kernel, const std::string& build,
                                      std::size_t count, std::uint64_t seed) {
  constexpr std::uint64_t kDraws = 60, kMostMacs = 20'000'000;
  subjects::Space space;
  space.kernels = {fmt::format("{}@{}", kernel.name, kernel.arch)};
  space.builds = {build};
  space.wide_offsets = false;
  std::vector<Candidate> candidates;
  laws::CodeCache cache;
  for (std::uint64_t i = 0; i < kDraws && candidates.size() < count; ++i) {
    cases::Case c = subjects::draw(space, seed, i);
    const bool telling =
        c.data == cases::Data::full || c.data == cases::Data::codes || c.data == cases::Data::grid;
    if (!telling) continue;
    c.schedule = {};
    c.model = cases::standard_model(kernel.arch);  // no wait depends on it, and it is fast
    auto e = laws::Experiment::prepare(c, cache, {});
    if (!e || (*e)->macs() > kMostMacs || (*e)->macs() == 0 || !(*e)->instance().deterministic()) continue;
    const machine::Outcome& outcome = (*e)->first_run().outcome;
    candidates.push_back({c, outcome.executed, outcome.instructions});
  }
  return candidates;
}

/// What no case chosen so far has reached.
class Unreached {
 public:
  /// How much of it a candidate reaches.
  std::size_t gain(const Candidate& candidate) const {
    std::size_t n = 0;
    for (std::size_t i = 0; i < candidate.executed.size(); ++i)
      n += candidate.executed[i] != 0 && (i >= reached_.size() || !reached_[i]);
    return n;
  }
  void reach(const Candidate& candidate) {
    reached_.resize(candidate.executed.size());
    for (std::size_t i = 0; i < reached_.size(); ++i)
      if (candidate.executed[i] != 0) reached_[i] = true;
  }

 private:
  std::vector<bool> reached_;
};

}  // namespace

std::vector<cases::Case> reaching_cases(const kernels::Kernel& kernel, const std::string& build,
                                        std::size_t count, std::uint64_t seed) {
  std::vector<Candidate> candidates = candidates_for(kernel, build, 8 * count, seed);
  std::vector<cases::Case> chosen;
  Unreached unreached;
  // Each time the case that reaches most of what none has reached: of the small ones, and then of all.
  for (const bool small : {true, false}) {
    const auto gain = [&](const Candidate& candidate) {
      return small && candidate.instructions > kFewInstructions ? 0 : unreached.gain(candidate);
    };
    while (chosen.size() < count && !candidates.empty()) {
      const auto best = std::ranges::max_element(candidates, {}, gain);
      if (gain(*best) == 0) break;
      unreached.reach(*best);
      chosen.push_back(std::move(best->c));
      candidates.erase(best);
    }
  }
  return chosen;
}

}  // namespace lockstep::mutation
