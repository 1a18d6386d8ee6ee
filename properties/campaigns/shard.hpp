// One of N parts into which the cases of a seed are dealt.
//
// Shard I of N has the cases with the numbers I - 1, I - 1 + N, I - 1 + 2 N, … of the run without shards, or those
// numbers behind the first `after` cases. A case follows from the seed and its number alone, so that the shards together
// have the cases of that run, each once.
//
// Processes that share the cases of a run take them in turn instead: which are whose, the journals say.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace lockstep::campaigns {

struct Shard {
  std::uint64_t number = 1, of = 1;  ///< 1 <= number <= of
  std::uint64_t after = 0;           ///< cases of the run that are left out at its beginning
  bool in_turn = false;  ///< one process of several that share the cases, and have no shards of their own

  /// The number, in the whole run, of this shard's case `ordinal`; both count from 0.
  constexpr std::uint64_t index(std::uint64_t ordinal) const { return after + number - 1 + ordinal * of; }
  bool operator==(const Shard&) const = default;
};

/// As in 3/64, or 3/64+1000: behind the first 1000 cases. Not of processes that share cases.
tl::expected<Shard, std::string> parse_shard(std::string_view text);
std::string text(const Shard& shard);

}  // namespace lockstep::campaigns
