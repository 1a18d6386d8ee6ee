#include <algorithm>

#include <fmt/format.h>

#include "emulator/arch/arch.hpp"
#include "emulator/checks/lds_changes.hpp"
#include "properties/laws/experiment.hpp"
#include "properties/problems/generate.hpp"
#include "properties/wait_mutation/kill_matrix.hpp"

namespace lockstep::wait_mutation {

namespace {

struct Candidate {
  cases::Case c;
  std::vector<bool> executed, changed_lds;  ///< [instruction]
  std::uint64_t instructions = 0;
};

// A tenth of a second.
constexpr std::uint64_t kFewInstructions = 100'000;
constexpr std::uint64_t kMostMacs = 20'000'000;

std::vector<Candidate> candidates_for(const kernels::Kernel& kernel, const std::string& build,
                                      std::size_t count, std::uint64_t seed) {
  constexpr std::uint64_t kDraws = 1000;
  problems::Space space;
  space.kernels = {fmt::format("{}@{}", kernel.name, kernel.arch)};
  space.builds = {build};
  space.wide_offsets = false;
  space.rare = false;  // other numbers take no other path
  std::vector<Candidate> candidates;
  laws::CodeCache cache;
  for (std::uint64_t i = 0; i < kDraws && candidates.size() < count; ++i) {
    cases::Case c = problems::draw(space, seed, i);
    const bool telling =
        c.data == cases::Data::full || c.data == cases::Data::codes || c.data == cases::Data::grid;
    if (!telling) continue;
    c.schedule = {};
    c.model = arch::default_model(kernel.arch);  // no wait depends on it, and it is fast
    checks::LdsChanges changes;
    laws::Experiment::Options options;
    options.observer = &changes;
    auto e = laws::Experiment::prepare(c, cache, options);
    if (!e || (*e)->macs() > kMostMacs || (*e)->macs() == 0 || !(*e)->instance().deterministic()) continue;
    const machine::Outcome& outcome = (*e)->first_run().outcome;
    std::vector<bool> executed(outcome.executed.size());
    for (std::size_t at = 0; at < executed.size(); ++at) executed[at] = outcome.executed[at] != 0;
    candidates.push_back({c, std::move(executed), changes.changed(), outcome.instructions});
  }
  return candidates;
}

/// Instructions of which some case chosen so far has done something.
class Done {
 public:
  bool operator[](std::size_t i) const { return i < done_.size() && done_[i]; }
  void add(const std::vector<bool>& does) {
    done_.resize(std::max(done_.size(), does.size()));
    for (std::size_t i = 0; i < does.size(); ++i) done_[i] = done_[i] || does[i];
  }

 private:
  std::vector<bool> done_;
};

/// The case with more rows, columns and depth, and with all three: where it fills a corner of a tile, these
/// fill the tile.
std::vector<cases::Case> larger(const cases::Case& c) {
  constexpr std::int32_t kTile = 256;  // no kernel's is larger
  cases::Case rows = c, columns = c, depth = c;
  for (std::int32_t& m : rows.m) m = m > 0 ? std::max(m, kTile) : m;
  columns.n = std::max<std::int64_t>(c.n, kTile);
  depth.k = 2 * c.k;
  cases::Case all = rows;
  all.n = columns.n;
  all.k = depth.k;
  return {rows, columns, depth, all};
}

bool is_runnable(const cases::Case& c, laws::CodeCache& cache) {
  const auto e = laws::Experiment::prepare(c, cache, {});
  return e && (*e)->macs() <= kMostMacs;
}

}  // namespace

ReachingCases reaching_cases(const kernels::Kernel& kernel, const std::string& build, std::size_t count,
                             std::uint64_t seed) {
  std::vector<Candidate> candidates = candidates_for(kernel, build, 16 * count, seed);
  std::vector<cases::Case> chosen, others;
  Done reached, changed;
  const auto reaches = [&](const Candidate& candidate) {
    std::size_t n = 0;
    for (std::size_t i = 0; i < candidate.executed.size(); ++i) n += candidate.executed[i] && !reached[i];
    return n;
  };
  const auto changes = [&](const Candidate& candidate) {
    const std::vector<bool>& by = candidate.changed_lds;
    std::size_t n = 0;
    for (std::size_t i = 0; i < by.size(); ++i) n += by[i] && reached[i] && !changed[i];
    return n;
  };
  // Each time the case that gains most: of the small ones, and then of all.
  const auto choose = [&](std::size_t most, const auto& gain) {
    for (const bool small : {true, false}) {
      const auto worth = [&](const Candidate& candidate) {
        return small && candidate.instructions > kFewInstructions ? 0 : gain(candidate);
      };
      while (chosen.size() < most && !candidates.empty()) {
        const auto best = std::ranges::max_element(candidates, {}, worth);
        if (worth(*best) == 0) break;
        reached.add(best->executed);
        changed.add(best->changed_lds);
        chosen.push_back(std::move(best->c));
        candidates.erase(best);
      }
    }
  };
  choose(count, reaches);
  choose(chosen.size() + count, changes);
  laws::CodeCache cache;
  for (const cases::Case& c : chosen)
    for (cases::Case& more : larger(c))
      if (more != c && is_runnable(more, cache)) others.push_back(std::move(more));
  std::ranges::sort(candidates, {},
                    [](const Candidate& of) { return std::pair(of.instructions, cases::print(of.c)); });
  for (Candidate& candidate : candidates) others.push_back(std::move(candidate.c));
  return {std::move(chosen), std::move(others)};
}

}  // namespace lockstep::wait_mutation
