#include "reaching_cases.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "properties/laws/experiment.hpp"
#include "properties/subjects/generate.hpp"

namespace lockstep::mutation {

std::vector<cases::Case> reaching_cases(const kernels::Kernel& kernel, const std::string& build,
                                        std::size_t count, std::uint64_t seed) {
  constexpr std::uint64_t kDraws = 60, kMostMacs = 20'000'000;
  subjects::Space space;
  space.kernels = {fmt::format("{}@{}", kernel.name, kernel.arch)};
  space.builds = {build};
  space.wide_offsets = false;
  struct Candidate {
    cases::Case c;
    std::vector<std::uint64_t> reached;
  };
  std::vector<Candidate> candidates;
  laws::CodeCache cache;
  for (std::uint64_t i = 0; i < kDraws && candidates.size() < 8 * count; ++i) {
    cases::Case c = subjects::draw(space, seed, i);
    const bool telling =
        c.data == cases::Data::full || c.data == cases::Data::codes || c.data == cases::Data::grid;
    if (!telling) continue;
    c.schedule = {};
    c.model = cases::standard_model(kernel.arch);  // no wait depends on it, and it is fast
    auto e = laws::Experiment::prepare(c, cache, {});
    if (!e || (*e)->macs() > kMostMacs || (*e)->macs() == 0 || !(*e)->instance().deterministic()) continue;
    candidates.push_back({c, (*e)->first_run().outcome.executed});
  }
  // Each time the case that reaches most of what none has reached.
  std::vector<cases::Case> chosen;
  std::vector<bool> seen;
  while (chosen.size() < count && !candidates.empty()) {
    const auto gain = [&](const Candidate& candidate) {
      std::size_t n = 0;
      for (std::size_t i = 0; i < candidate.reached.size(); ++i)
        n += candidate.reached[i] != 0 && (i >= seen.size() || !seen[i]);
      return n;
    };
    const auto best = std::ranges::max_element(candidates, {}, gain);
    if (gain(*best) == 0) break;
    seen.resize(best->reached.size());
    for (std::size_t i = 0; i < seen.size(); ++i)
      if (best->reached[i] != 0) seen[i] = true;
    chosen.push_back(std::move(best->c));
    candidates.erase(best);
  }
  return chosen;
}

}  // namespace lockstep::mutation
