#include "properties/fuzzing/group_limit.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

#include <fmt/format.h>

namespace lockstep::fuzzing {

namespace {

// What the law says of a case with the data of another seed; nothing: the case can't be run.
std::optional<verdict::Verdict> verdict_of(cases::Case c, std::uint64_t seeds_further, const laws::Law& law,
                                           laws::CodeCache& cache, const laws::Experiment::Options& options) {
  c.seed += seeds_further;
  const auto e = laws::Experiment::prepare(c, cache, options);
  return e ? std::optional(law.check(**e).verdict) : std::nullopt;
}

}  // namespace

std::optional<std::string> find_group_limit(const cases::Case& wrong, const laws::Law& law,
                                            laws::CodeCache& cache,
                                            const laws::Experiment::Options& options) {
  constexpr std::size_t kFewest = 16;
  cases::Case fewer = wrong;
  const auto empty = std::ranges::find(fewer.m, 0);
  if (empty == fewer.m.end()) return std::nullopt;
  fewer.m.erase(empty);
  if (fewer.m.size() < kFewest || !std::has_single_bit(fewer.m.size())) return std::nullopt;
  constexpr std::uint64_t kSeeds = 4;
  for (std::uint64_t i = 0; i < kSeeds; ++i)
    if (verdict_of(fewer, i, law, cache, options) != verdict::Verdict::holds ||
        (i > 0 && verdict_of(wrong, i, law, cache, options) != verdict::Verdict::falsified))
      return std::nullopt;
  return fmt::format("it holds with {} groups, without one of the empty ones", fewer.m.size());
}

}  // namespace lockstep::fuzzing
