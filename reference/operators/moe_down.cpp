#include "reference/operators/moe_down.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include <fmt/format.h>

namespace lockstep::operators {
namespace {

constexpr std::int64_t kScaleColumns = 8;  // the shuffled scales' unit: 256 of k
constexpr std::int64_t kMostTokens = (std::int64_t{1} << kTokenBits) - 1;
constexpr std::int64_t kLargestSize = std::numeric_limits<std::int32_t>::max();

using Checked = tl::expected<void, Refusal>;

Checked check_sizes(const MoeDown& p) {
  struct Row {
    const char* argument;
    std::int64_t value;
    bool holds;
    const char* rule;
  };
  const bool known_block =
      std::find(kSortedBlocks.begin(), kSortedBlocks.end(), p.block) != kSortedBlocks.end();
  const Row rows[] = {
      {"experts", p.experts, p.experts >= 1 && p.experts <= kLargestSize,
       "must be positive and fit a signed 32-bit integer"},
      {"tokens", p.tokens, p.tokens >= 0 && p.tokens <= kMostTokens,
       "must lie between 0 and 2^24 - 1, so that padding has a token of its own"},
      {"n", p.n, p.n > 0 && p.n % kMxBlock == 0, "must be a positive multiple of 32"},
      {"n", p.n, !p.is_gated() || p.n % (2 * kMxBlock * kScaleColumns) == 0, "must be a multiple of 512"},
      {"k", p.k, p.k > 0 && p.k % (kMxBlock * kScaleColumns) == 0, "must be a positive multiple of 256"},
      {"n", p.n, p.n <= kLargestSize, "must fit a signed 32-bit integer"},
      {"k", p.k, p.k <= kLargestSize, "must fit a signed 32-bit integer"},
      {"block", p.block, known_block, "must be 16, 32, 64 or 128"},
      {"top_k", p.top_k, p.top_k >= 1 && p.top_k <= kMostArrivals, "must lie between 1 and 9"},
  };
  for (const Row& row : rows)
    if (!row.holds) return refuse(row.argument, row.value, row.rule);
  return {};
}

Checked check_format(const MoeDown& p) {
  if (p.a != nullptr && (*p.a == formats::float4_e2m1fn || *p.a == formats::float8_e4m3fn)) return {};
  return refuse("a", "format", "must be float4_e2m1fn or float8_e4m3fn");
}

Checked check_routing_sizes(const MoeDown& p) {
  if (p.capacity() > kLargestSize)
    return refuse("sorted_ids.size()", p.capacity(), "must fit a signed 32-bit integer");
  if (p.capacity() % p.block != 0)
    return refuse("sorted_ids.size()", p.capacity(), "must be a multiple of the block");
  if (const auto blocks = std::int64_t(p.block_experts.size()); blocks != p.capacity() / p.block)
    return refuse("block_experts.size()", blocks, "must be one entry per block of sorted rows");
  if (p.used_rows < 0 || p.used_rows > p.capacity() || p.used_rows % p.block != 0)
    return refuse("used_rows", p.used_rows, "must be a multiple of the block, between 0 and the sorted rows");
  return {};
}

Checked check_routing(const MoeDown& p) {
  for (std::int64_t i = 0; i < p.used_rows / p.block; ++i)
    if (const std::int32_t e = p.block_experts[std::size_t(i)]; e < -1 || e >= p.experts)
      return refuse(fmt::format("block_experts[{}]", i), e, "must be -1 or an expert");
  std::map<std::int64_t, std::uint32_t> slots;  // a bit for each slot of a token
  for (std::int64_t row = 0; row < p.used_rows; ++row) {
    const auto name = [&] { return fmt::format("sorted_ids[{}]", row); };
    if (p.token(row) >= p.tokens || p.block_experts[std::size_t(row / p.block)] < 0) continue;
    if (p.slot(row) >= p.top_k) return refuse(name(), p.slot(row), "has a slot that is not below top_k");
    std::uint32_t& taken = slots[p.token(row)];
    if ((taken >> p.slot(row) & 1u) != 0)
      return refuse(name(), p.slot(row), "has a slot that another row of the token has");
    taken |= 1u << p.slot(row);
  }
  return {};
}

}  // namespace

Checked check(const MoeDown& problem) {
  if (const Checked sizes = check_sizes(problem); !sizes) return sizes;
  if (const Checked format = check_format(problem); !format) return format;
  if (const Checked sizes = check_routing_sizes(problem); !sizes) return sizes;
  return check_routing(problem);
}

std::vector<MoeRow> active_rows(const MoeDown& p) {
  std::vector<MoeRow> rows;
  for (std::int64_t block = 0; block < p.used_rows / p.block; ++block) {
    const std::int32_t expert = p.block_experts[std::size_t(block)];
    if (expert < 0) continue;
    for (std::int64_t row = block * p.block; row < (block + 1) * p.block; ++row)
      if (const std::int64_t token = p.token(row); token < p.tokens)
        rows.push_back({row, expert, std::int32_t(token)});
  }
  return rows;
}

std::vector<Arrivals> arrivals(const std::vector<MoeRow>& rows) {
  std::map<std::int32_t, std::vector<std::size_t>> by_token;
  for (std::size_t i = 0; i < rows.size(); ++i) by_token[rows[i].token].push_back(i);
  std::vector<Arrivals> result;
  for (auto& [token, indices] : by_token) result.push_back({token, std::move(indices)});
  return result;
}

}  // namespace lockstep::operators
