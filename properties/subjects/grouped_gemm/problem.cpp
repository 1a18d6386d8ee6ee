#include "problem.hpp"

#include <algorithm>
#include <array>

#include "kernels/grouped_gemm/launch.hpp"
#include "reference/formats/bfloat16.hpp"
#include "reference/formats/float16.hpp"

namespace lockstep::subjects {

namespace {

using cases::Case;
using operators::GroupedGemm;
using operators::Grouping;
using operators::Refusal;

constexpr std::int64_t kTile = 128;
constexpr std::int64_t kMaxRows = std::int64_t{1} << 27;  // of a contiguous layout that is held row by row

constexpr std::int64_t kMaxCapacity = std::int64_t{1} << 40, kMaxGap = std::int64_t{1} << 20;

constexpr std::array<std::string_view, 5> kPadding{"tail", "head", "middle", "scattered", "none"};

Padding padding_of(const Case& c) {
  const auto at = std::find(kPadding.begin(), kPadding.end(), c.options.word("pad", "tail"));
  return Padding(at - kPadding.begin());
}

std::int64_t padded(std::int64_t rows) {
  return (rows + kTile - 1) / kTile * kTile;
}

// Appends one group: its active rows among the -1 rows of its last tile.
void append_group(std::vector<std::int32_t>& layout, std::int32_t group, std::int64_t rows, Padding pad) {
  const std::int64_t total = pad == Padding::none ? rows : padded(rows), free = total - rows;
  const std::size_t first = layout.size();
  layout.insert(layout.end(), std::size_t(total), -1);
  std::int64_t placed = 0;
  for (std::int64_t i = 0; i < total; ++i) {
    bool active = false;
    switch (pad) {
      case Padding::none:
      case Padding::tail:
        active = i < rows;
        break;
      case Padding::head:
        active = i >= free;
        break;
      case Padding::middle:
        active = i < rows / 2 || i >= rows / 2 + free;
        break;
      // Row i is active when the running share of active rows calls for one.
      case Padding::scattered:
        active = (i + 1) * rows / total > placed;
        break;
    }
    if (!active) continue;
    layout[first + std::size_t(i)] = group;
    ++placed;
  }
}

std::int64_t round_up(std::int64_t rows, std::int64_t to) {
  return (rows + to - 1) / to * to;
}

// What all groups and the gap may take together.
tl::expected<void, Refusal> check_rows(const Case& c, std::int64_t alignment) {
  std::int64_t total = c.options.number("gap", 0) * kTile;
  for (std::size_t g = 0; g < c.m.size(); ++g) {
    if (c.m[g] < 0)
      return tl::unexpected(
          Refusal{"m[" + std::to_string(g) + "]", std::to_string(c.m[g]), "must not be negative"});
    total += round_up(c.m[g], alignment);
  }
  if (total > kMaxRows)
    return tl::unexpected(Refusal{"m", std::to_string(total), "more rows than a case may lay out (2^27)"});
  return {};
}

void lay_out_ids(const Case& c, GroupedGemm& p) {
  const auto gap = std::size_t(c.options.number("gap", 0) * kTile);
  const auto last = std::find_if(c.m.rbegin(), c.m.rend(), [](std::int32_t rows) { return rows > 0; });
  const std::size_t behind = std::size_t(c.m.rend() - last);  // groups up to the last that has rows
  for (std::size_t g = 0; g < c.m.size(); ++g) {
    if (g + 1 == behind) p.row_group.insert(p.row_group.end(), gap, -1);
    append_group(p.row_group, std::int32_t(g), c.m[g], padding_of(c));
  }
  if (c.options.flag("ragged"))
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
  const bool ragged = c.options.flag("ragged");
  p.m = ragged ? last_row : round_up(last_row, p.alignment) + c.options.number("gap", 0) * kTile;
}

// Keys that do not belong to every form.
tl::expected<void, Refusal> check_keys(const Case& c, bool masked, bool ends) {
  struct Row {
    const char* key;
    bool belongs;
    const char* rule;
  };
  constexpr const char *kContiguous = "belongs to the contiguous kernels only",
                       *kEnds = "belongs to groups_as=ends only";
  const Row rows[] = {
      {"m_max", masked, "belongs to the masked kernels only"},
      {"gap", !masked, kContiguous},
      {"ragged", !masked, kContiguous},
      {"zero_padding", !masked, kContiguous},
      {"groups_as", !masked, kContiguous},
      {"pad", !masked, kContiguous},
      {"pad", !ends, "belongs to groups_as=ids only: rows of no group follow the end of one"},
      {"align", ends, kEnds},
      {"expected_m", masked || ends, "belongs to the masked kernels and to groups_as=ends"},
  };
  for (const Row& row : rows)
    if (c.options.all().contains(row.key) && !row.belongs)
      return tl::unexpected(Refusal{row.key, std::string(c.options.word(row.key, "")), row.rule});
  return {};
}

}  // namespace

const std::vector<cases::Key>& grouped_gemm_keys() {
  static const std::vector<cases::Key> kKeys{
      {"m_max", "0", {}, 0, kMaxCapacity, "masked: row capacity of every group"},
      {"pad",
       "tail",
       {kPadding.begin(), kPadding.end()},
       0,
       0,
       "contiguous: where the -1 rows of a group's tiles go"},
      {"gap",
       "0",
       {},
       0,
       kMaxGap,
       "contiguous: 128-row tiles of no group before the last group that has rows; ends: behind it"},
      {"ragged", "0", {}, 0, 1, "contiguous: rows after the last active one are cut off"},
      {"groups_as",
       "ids",
       {"ids", "ends"},
       0,
       0,
       "contiguous: a group id for every row, or the row past each group's last"},
      {"align", "128", {}, 1, kMaxRows, "ends: what a group's first row is a multiple of"},
      {"zero_padding", "0", {}, 0, 1, "contiguous: 1: rows of no group are written, as zeros"},
      {"expected_m", "0", {}, 0, kMaxCapacity, "masked, ends: a guess how many rows a group has; 0: none"},
      {"tile", "auto", {"auto", "large", "small"}, 0, 0, "128 rows by 128 columns, or by 512 (gfx942: 256)"},
      {"padded_scales", "0", {}, 0, 1, "1: rows of A's scales are padded to 16 bytes"},
  };
  return kKeys;
}

tl::expected<GroupedGemm, Refusal> problem_of(const Case& c, const kernels::Kernel& kernel) {
  GroupedGemm p;
  p.grouping = kernels::grouping_of(kernel);
  p.element = kernels::formats_of(kernel).element;
  p.scale = kernels::formats_of(kernel).scale;
  p.groups = c.groups();
  p.n = c.n;
  p.k = c.k;
  p.out = c.out == "f16" ? &formats::float16 : &formats::bfloat16;
  p.padded_scales = c.options.flag("padded_scales");
  const bool masked = p.grouping == Grouping::masked, ends = c.options.word("groups_as", "ids") == "ends";
  if (auto ok = check_keys(c, masked, ends); !ok) return tl::unexpected(ok.error());
  if (masked) {
    p.m = c.options.number("m_max", 0);
    p.masked_m = c.m;
    return p;
  }
  p.zero_padding = c.options.flag("zero_padding");
  p.groups_as = ends ? operators::GroupsAs::ends : operators::GroupsAs::ids;
  if (ends) p.alignment = c.options.number("align", p.alignment);
  if (auto ok = check_rows(c, p.alignment); !ok) return tl::unexpected(ok.error());
  if (ends)
    lay_out_ends(c, p);
  else
    lay_out_ids(c, p);
  return p;
}

kernels::GroupedGemmTuning grouped_gemm_tuning_of(const Case& c) {
  using Tile = kernels::GroupedGemmTuning::Tile;
  const std::string_view tile = c.options.word("tile", "auto");
  return {c.options.number("expected_m", 0), tile == "large"   ? Tile::large
                                             : tile == "small" ? Tile::small
                                                               : Tile::automatic};
}

}  // namespace lockstep::subjects
