#include "properties/campaigns/shard.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "host/number.hpp"

namespace lockstep::campaigns {

namespace {

// The index of a case must not overflow, whatever number of cases a machine may run.
constexpr std::uint64_t kMostShards = 1'000'000;
constexpr std::uint64_t kMostAfter = 1'000'000'000'000'000;

}  // namespace

tl::expected<Shard, std::string> parse_shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash != std::string_view::npos) {
    const std::size_t plus = std::min(text.find('+', slash), text.size());
    const auto number = host::parse_number<std::uint64_t>(text.substr(0, slash));
    const auto of = host::parse_number<std::uint64_t>(text.substr(slash + 1, plus - slash - 1));
    const auto after = plus == text.size() ? 0 : host::parse_number<std::uint64_t>(text.substr(plus + 1));
    if (number && of && after && *number >= 1 && *number <= *of && *of <= kMostShards && *after <= kMostAfter)
      return Shard{*number, *of, *after};
  }
  return tl::unexpected(fmt::format(
      "'{}' is no shard: expected I/N, as in 3/64, with I from 1 to N and N at most {}, or I/N+A for what stands behind "
      "the first A cases",
      text, kMostShards));
}

std::string text(const Shard& shard) {
  if (shard.in_turn) return fmt::format("process {}", shard.number);
  return fmt::format("{}/{}{}", shard.number, shard.of,
                     shard.after > 0 ? fmt::format("+{}", shard.after) : "");
}

}  // namespace lockstep::campaigns
