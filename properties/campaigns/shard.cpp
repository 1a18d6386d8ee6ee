#include "properties/campaigns/shard.hpp"

#include <fmt/format.h>

#include "host/number.hpp"

namespace lockstep::campaigns {

namespace {

// The index of a case must not overflow, whatever number of cases a machine may run.
constexpr std::uint64_t kMostShards = 1'000'000;

}  // namespace

tl::expected<Shard, std::string> parse_shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash != std::string_view::npos) {
    const auto number = host::parse_number<std::uint64_t>(text.substr(0, slash));
    const auto of = host::parse_number<std::uint64_t>(text.substr(slash + 1));
    if (number && of && *number >= 1 && *number <= *of && *of <= kMostShards) return Shard{*number, *of};
  }
  return tl::unexpected(fmt::format(
      "'{}' is no shard: expected I/N, as in 3/64, with I from 1 to N and N at most {}", text, kMostShards));
}

std::string text(const Shard& shard) {
  return fmt::format("{}/{}", shard.number, shard.of);
}

}  // namespace lockstep::campaigns
