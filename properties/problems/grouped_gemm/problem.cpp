#include "properties/problems/grouped_gemm/problem.hpp"

#include <algorithm>

#include "reference/formats/formats.hpp"

namespace lockstep::problems {

namespace {

using cases::Case;
using operators::GroupedGemm;
using operators::Grouping;
using operators::Refusal;
using operators::round_up;

constexpr std::int64_t kTileRows = 128;

// Appends one group: its active rows among the -1 rows of its last tile.
void append_group(std::vector<std::int32_t>& layout, std::int32_t group, std::int64_t rows,
                  grouped_gemm::Padding pad) {
  const std::int64_t total = pad == grouped_gemm::Padding::none ? rows : round_up(rows, kTileRows),
                     free = total - rows;
  const std::size_t first = layout.size();
  layout.insert(layout.end(), std::size_t(total), -1);
  std::int64_t placed = 0;
  for (std::int64_t i = 0; i < total; ++i) {
    bool active = false;
    switch (pad) {
      case grouped_gemm::Padding::none:
      case grouped_gemm::Padding::tail:
        active = i < rows;
        break;
      case grouped_gemm::Padding::head:
        active = i >= free;
        break;
      case grouped_gemm::Padding::middle:
        active = i < rows / 2 || i >= rows / 2 + free;
        break;
      // Row i is active when the running share of active rows calls for one.
      case grouped_gemm::Padding::scattered:
        active = (i + 1) * rows / total > placed;
        break;
    }
    if (!active) continue;
    layout[first + std::size_t(i)] = group;
    ++placed;
  }
}

// What all groups and the gap may take together.
tl::expected<void, Refusal> check_total_rows(const Case& c, std::int64_t alignment) {
  std::int64_t total = c.options[grouped_gemm::kGap] * kTileRows;
  for (std::size_t g = 0; g < c.m.size(); ++g) {
    if (c.m[g] < 0) return operators::refuse("m[" + std::to_string(g) + "]", c.m[g], "must not be negative");
    total += round_up(c.m[g], alignment);
  }
  if (total > grouped_gemm::kMostRows)
    return operators::refuse("m", total, "more rows than a case may lay out (2^27)");
  return {};
}

void lay_out_ids(const Case& c, GroupedGemm& p) {
  const auto gap = std::size_t(c.options[grouped_gemm::kGap] * kTileRows);
  const auto last = std::find_if(c.m.rbegin(), c.m.rend(), [](std::int32_t rows) { return rows > 0; });
  const std::size_t behind = std::size_t(c.m.rend() - last);  // groups up to the last that has rows
  for (std::size_t g = 0; g < c.m.size(); ++g) {
    if (g + 1 == behind) p.row_group.insert(p.row_group.end(), gap, -1);
    append_group(p.row_group, std::int32_t(g), c.m[g], c.options[grouped_gemm::kPad]);
  }
  if (c.options[grouped_gemm::kRagged])
    while (!p.row_group.empty() && p.row_group.back() < 0) p.row_group.pop_back();
  p.m = std::int64_t(p.row_group.size());
}

void lay_out_ends(const Case& c, GroupedGemm& p) {
  std::int64_t start = 0, last_row = 0;
  for (const std::int32_t rows : c.m) {
    const std::int64_t end = start + rows;
    p.group_end.push_back(std::int32_t(end));
    if (rows > 0) last_row = end;
    start = round_up(end, p.alignment);
  }
  const bool ragged = c.options[grouped_gemm::kRagged];
  p.m = ragged ? last_row : round_up(last_row, p.alignment) + c.options[grouped_gemm::kGap] * kTileRows;
}

// Sets m and row_group or group_end by the problem's form. Fails where no tensor could exist.
tl::expected<void, Refusal> lay_out_rows(const Case& c, GroupedGemm& p) {
  if (auto ok = check_total_rows(c, p.alignment); !ok) return ok;
  if (p.groups_as == operators::GroupsAs::ends)
    lay_out_ends(c, p);
  else
    lay_out_ids(c, p);
  return {};
}

}  // namespace

tl::expected<GroupedGemm, Refusal> problem_of(const Case& c, const kernels::Kernel& kernel) {
  GroupedGemm p;
  p.grouping = kernels::grouping_of(kernel.name);
  p.element = kernels::formats_of(kernel).element;
  p.scale = kernels::formats_of(kernel).scale;
  p.groups = c.groups();
  p.n = c.n;
  p.k = c.k;
  p.out = c.out == "f16" ? &formats::float16 : &formats::bfloat16;
  p.padded_scales = c.options[grouped_gemm::kPaddedScales];
  if (p.grouping == Grouping::masked) {
    p.m = c.options[grouped_gemm::kMMax];
    p.masked_m = c.m;
    return p;
  }
  p.zero_padding = c.options[grouped_gemm::kZeroPadding];
  p.groups_as = c.options[grouped_gemm::kGroupsAs];
  if (p.groups_as == operators::GroupsAs::ends) p.alignment = c.options[grouped_gemm::kAlign];
  if (auto ok = lay_out_rows(c, p); !ok) return tl::unexpected(ok.error());
  return p;
}

kernels::GroupedGemmTuning grouped_gemm_tuning_of(const Case& c) {
  return {c.options[grouped_gemm::kExpectedM], c.options[grouped_gemm::kTile]};
}

}  // namespace lockstep::problems
