#include "properties/fuzzing/group_limit.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

namespace lockstep::fuzzing {

std::optional<std::string> find_group_limit(const cases::Case& wrong, const laws::Law& law,
                                            laws::CodeCache& cache,
                                            const laws::Experiment::Options& options) {
  constexpr std::size_t kFewest = 16;
  cases::Case fewer = wrong;
  const auto empty = std::ranges::find(fewer.m, 0);
  if (empty == fewer.m.end()) return std::nullopt;
  fewer.m.erase(empty);
  if (fewer.m.size() < kFewest || !std::has_single_bit(fewer.m.size())) return std::nullopt;
  const auto e = laws::Experiment::prepare(fewer, cache, options);
  if (!e || law.check(**e).verdict != verdict::Verdict::holds) return std::nullopt;
  return fmt::format("it holds with {} groups, without one of the empty ones", fewer.m.size());
}

}  // namespace lockstep::fuzzing
