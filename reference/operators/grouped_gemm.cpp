#include "reference/operators/grouped_gemm.hpp"

#include <cstring>
#include <limits>

#include <fmt/format.h>

namespace lockstep::operators {
namespace {

constexpr std::int64_t kAlignment = 128;  // rows that groups given by ids are aligned to: DeepGEMM's rule
constexpr std::int64_t kLargestSize = std::numeric_limits<std::int32_t>::max();

using Checked = tl::expected<void, Refusal>;

template <typename Value>
Checked require(bool holds, std::string_view argument, const Value& value, std::string_view rule) {
  if (holds) return {};
  return refuse(argument, fmt::format("{}", value), rule);
}

Checked check_sizes(const GroupedGemm& p) {
  struct Row {
    std::string_view argument;
    std::int64_t value;
    bool holds;
    std::string_view rule;
  };
  const Row rows[] = {
      {"groups", p.groups, p.groups >= 1, "must be at least 1"},
      {"m", p.m, p.m >= 0, "must not be negative"},
      {"n", p.n, p.n >= 0 && p.n % kScaleBlock == 0, "must be a multiple of 128 that is not negative"},
      {"k", p.k, p.k >= 0 && p.k % kScaleBlock == 0, "must be a multiple of 128 that is not negative"},
      {"groups", p.groups, p.groups <= kLargestSize, "must fit a signed 32-bit integer"},
      {"m", p.m, p.m <= kLargestSize, "must fit a signed 32-bit integer"},
      {"n", p.n, p.n <= kLargestSize, "must fit a signed 32-bit integer"},
      {"k", p.k, p.k <= kLargestSize, "must fit a signed 32-bit integer"},
  };
  for (const Row& row : rows)
    if (const Checked checked = require(row.holds, row.argument, row.value, row.rule); !checked)
      return checked;
  const bool ocp = *p.element == formats::float8_e4m3fn, fnuz = *p.element == formats::float8_e4m3fnuz;
  const bool powers = *p.scale == formats::float8_e8m0fnu, floats = *p.scale == formats::float32;
  if (!(ocp && (powers || floats)) && !(fnuz && floats))
    return require(
        false, "element", fmt::format("{} scaled by {}", p.element->name, p.scale->name),
        "must be float8_e4m3fn scaled by float8_e8m0fnu or float32, or float8_e4m3fnuz scaled by float32");
  const bool known = p.out != nullptr && (*p.out == formats::bfloat16 || *p.out == formats::float16);
  return require(known, "out", p.out == nullptr ? std::string_view("none") : p.out->name,
                 "must be bfloat16 or float16");
}

Checked check_ids(const GroupedGemm& p) {
  const auto length = std::int64_t(p.row_group.size());
  if (length != p.m) return require(false, "row_group.size()", length, "must equal m");
  std::int32_t tile_group = -1;
  for (std::int64_t row = 0; row < p.m; ++row) {
    const std::int32_t group = p.row_group[std::size_t(row)];
    const auto name = [&] { return fmt::format("row_group[{}]", row); };
    if (group < -1 || group >= p.groups) return require(false, name(), group, "must be -1 or a group");
    if (row % kAlignment == 0) tile_group = -1;
    if (group == -1) continue;
    if (tile_group != -1 && tile_group != group)
      return require(false, name(), group, "must be the only group of its aligned tile of 128 rows");
    tile_group = group;
  }
  return {};
}

Checked check_ends(const GroupedGemm& p) {
  const auto length = std::int64_t(p.group_end.size());
  if (length != p.groups) return require(false, "group_end.size()", length, "must equal groups");
  if (p.alignment < 1 || p.alignment > kLargestSize)
    return require(false, "alignment", p.alignment, "must be from 1 to 2^31 - 1");
  std::int64_t start = 0;
  for (std::int64_t group = 0; group < p.groups; ++group) {
    const std::int64_t end = p.group_end[std::size_t(group)];
    const auto name = [&] { return fmt::format("group_end[{}]", group); };
    if (end < start)
      return require(
          false, name(), end,
          fmt::format("must be at least {}, the end before it rounded up to {}", start, p.alignment));
    if (end > start && end > p.m)
      return require(false, name(), end, fmt::format("must be at most m = {}", p.m));
    start = round_up(end, p.alignment);
  }
  return {};
}

Checked check_contiguous(const GroupedGemm& p) {
  return p.groups_as == GroupsAs::ends ? check_ends(p) : check_ids(p);
}

Checked check_masked(const GroupedGemm& p) {
  if (p.zero_padding || p.groups_as != GroupsAs::ids)
    return require(false, p.zero_padding ? "zero_padding" : "groups_as", p.zero_padding ? "on" : "ends",
                   "belongs to contiguous groups only");
  const auto length = std::int64_t(p.masked_m.size());
  if (length != p.groups) return require(false, "masked_m.size()", length, "must equal groups");
  for (std::int64_t group = 0; group < p.groups; ++group) {
    const std::int32_t active = p.masked_m[std::size_t(group)];
    if (active < 0 || active > p.m)
      return require(false, fmt::format("masked_m[{}]", group), active, "must lie between 0 and m");
  }
  return {};
}

}  // namespace

Checked check(const GroupedGemm& problem) {
  if (const Checked sizes = check_sizes(problem); !sizes) return sizes;
  return problem.grouping == Grouping::masked ? check_masked(problem) : check_contiguous(problem);
}

double scale_at(const GroupedGemm& problem, const std::vector<std::uint8_t>& scales, std::size_t index) {
  const auto bytes = std::size_t(problem.scale_bytes());
  std::uint32_t code = 0;
  std::memcpy(&code, scales.data() + index * bytes, bytes);
  return formats::to_double(*problem.scale, code);
}

std::vector<ActiveRow> active_rows(const GroupedGemm& problem) {
  std::vector<ActiveRow> rows;
  if (problem.grouping == Grouping::contiguous && problem.groups_as == GroupsAs::ids) {
    for (std::int64_t row = 0; row < problem.m; ++row)
      if (const std::int32_t group = problem.row_group[std::size_t(row)]; group >= 0)
        rows.push_back({row, group});
    return rows;
  }
  if (problem.grouping == Grouping::contiguous) {
    std::int64_t start = 0;
    for (std::int32_t group = 0; group < problem.groups; ++group) {
      const std::int64_t end = problem.group_end[std::size_t(group)];
      for (std::int64_t row = start; row < end; ++row) rows.push_back({row, group});
      start = round_up(end, problem.alignment);
    }
    return rows;
  }
  for (std::int32_t group = 0; group < problem.groups; ++group)
    for (std::int64_t i = 0; i < problem.masked_m[std::size_t(group)]; ++i)
      rows.push_back({group * problem.m + i, group});
  return rows;
}

std::vector<std::int64_t> zeroed_rows(const GroupedGemm& problem) {
  std::vector<std::int64_t> rows;
  if (!problem.zero_padding) return rows;
  std::int64_t next = 0;
  for (const ActiveRow& active : active_rows(problem)) {
    for (; next < active.row; ++next) rows.push_back(next);
    next = active.row + 1;
  }
  for (; next < problem.m; ++next) rows.push_back(next);
  return rows;
}

}  // namespace lockstep::operators
