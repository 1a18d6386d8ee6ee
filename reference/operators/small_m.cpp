#include "reference/operators/small_m.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "reference/operators/tiling.hpp"

namespace lockstep::operators {
namespace {

constexpr std::int64_t kLargestSize = std::numeric_limits<std::int32_t>::max();

using Checked = tl::expected<void, Refusal>;

bool fits(std::int64_t size) {
  return size <= kLargestSize;
}

constexpr std::string_view kFits = "must fit a signed 32-bit integer";

Checked check_sizes(const SmallM& p) {
  const Rule rules[] = {
      {"m", p.m, p.m >= 0, "must not be negative"},
      {"n", p.n, p.n > 0, "must be positive"},
      {"k", p.k, p.k > 0 && p.k % SmallM::kBlock == 0, "must be a positive multiple of 32"},
      {"m", p.m, fits(p.m), kFits},
      {"n", p.n, fits(p.n), kFits},
      {"k", p.k, fits(p.k), kFits},
  };
  return check_rules(rules);
}

Checked check_lists(const SmallM& p, const SortedIds& s) {
  const auto length = std::int64_t(s.ids.size()), blocks = std::int64_t(s.expert_ids.size());
  const auto weights = std::int64_t(s.weights.size());
  const Rule rules[] = {
      {"experts", s.experts, s.experts >= 1, "must be at least 1"},
      {"a_rows", s.a_rows, s.a_rows >= 0, "must not be negative"},
      {"a_div", s.a_div, s.a_div >= 1, "must be at least 1"},
      {"block_m", s.block_m, s.block_m >= 1, "must be at least 1"},
      {"experts", s.experts, fits(s.experts), kFits},
      {"a_rows", s.a_rows, fits(s.a_rows), kFits},
      {"a_div", s.a_div, fits(s.a_div), kFits},
      {"block_m", s.block_m, fits(s.block_m), kFits},
      {"sorted_ids.size()", length, fits(length), kFits},
  };
  if (const Checked checked = check_rules(rules); !checked) return checked;
  const Rule together[] = {
      {"m", p.m, p.m <= s.a_rows * s.a_div, "must be at most a_rows * a_div"},
      {"expert_ids.size()", blocks, blocks == ceil_div(length, s.block_m),
       "must be the number of blocks of sorted_ids"},
      {"weights.size()", weights, !s.weighted || weights >= p.m, "must be at least m"},
  };
  return check_rules(together);
}

Checked check_rows(const SmallM& p, const SortedIds& s) {
  std::vector<std::int64_t> rows;
  for (const SmallMRow& row : rows_taking_part(p)) rows.push_back(row.row);
  std::sort(rows.begin(), rows.end());
  if (const auto twice = std::adjacent_find(rows.begin(), rows.end()); twice != rows.end())
    return refuse("sorted_ids", fmt::format("{} twice", *twice),
                  "must name every row of the output at most once");
  for (const std::int64_t row : rows)
    if (s.weighted && std::isinf(s.weights[std::size_t(row)]))
      return refuse(fmt::format("weights[{}]", row), fmt::format("{}", s.weights[std::size_t(row)]),
                    "must not be infinite");
  return {};
}

}  // namespace

Checked check(const SmallM& problem) {
  if (const Checked sizes = check_sizes(problem); !sizes || !problem.sorted) return sizes;
  if (const Checked lists = check_lists(problem, *problem.sorted); !lists) return lists;
  return check_rows(problem, *problem.sorted);
}

std::vector<SmallMRow> rows_taking_part(const SmallM& problem) {
  std::vector<SmallMRow> rows;
  if (!problem.sorted) {
    for (std::int64_t row = 0; row < problem.m; ++row) rows.push_back({row, row, 0});
    return rows;
  }
  const SortedIds& s = *problem.sorted;
  for (std::size_t at = 0; at < s.ids.size() && std::int64_t(at) < s.num_post; ++at) {
    const std::int32_t expert = s.expert_ids[at / std::size_t(s.block_m)], id = s.ids[at];
    if (expert < 0 || expert >= s.experts || id < 0 || id >= problem.m) continue;
    rows.push_back({id, id / s.a_div, expert});
  }
  return rows;
}

}  // namespace lockstep::operators
