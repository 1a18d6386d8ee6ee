#include "properties/problems/grouped_gemm/problem.hpp"

#include "kernels/grouped_gemm/launch.hpp"
#include "properties/problems/grouped_gemm/rows.hpp"
#include "reference/formats/bfloat16.hpp"
#include "reference/formats/float16.hpp"

namespace lockstep::problems {

namespace {

using cases::Case;
using operators::GroupedGemm;
using operators::Grouping;
using operators::Refusal;

constexpr std::int64_t kMaxCapacity = std::int64_t{1} << 40, kMaxGap = std::int64_t{1} << 20;

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
       {kPaddingNames.begin(), kPaddingNames.end()},
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
      {"align", "128", {}, 1, kMostRows, "ends: what a group's first row is a multiple of"},
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
  if (auto ok = lay_out_rows(c, p); !ok) return tl::unexpected(ok.error());
  return p;
}

kernels::GroupedGemmTuning grouped_gemm_tuning_of(const Case& c) {
  using Tile = kernels::GroupedGemmTuning::Tile;
  const std::string_view tile = c.options.word("tile", "auto");
  return {c.options.number("expected_m", 0), tile == "large"   ? Tile::large
                                             : tile == "small" ? Tile::small
                                                               : Tile::automatic};
}

}  // namespace lockstep::problems
