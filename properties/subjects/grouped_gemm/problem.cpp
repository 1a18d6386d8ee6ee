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

tl::expected<void, Refusal> lay_out(const Case& c, GroupedGemm& p) {
  const std::int64_t gap = c.options.number("gap", 0);
  const Padding pad = padding_of(c);
  std::int64_t total = gap * kTile;
  int last = -1;
  for (std::size_t g = 0; g < c.m.size(); ++g) {
    if (c.m[g] < 0)
      return tl::unexpected(
          Refusal{"m[" + std::to_string(g) + "]", std::to_string(c.m[g]), "must not be negative"});
    total += padded(c.m[g]);
    if (c.m[g] > 0) last = int(g);
  }
  if (total > kMaxRows)
    return tl::unexpected(Refusal{"m", std::to_string(total), "more rows than a case may lay out (2^27)"});
  p.row_group.reserve(std::size_t(total));
  for (std::size_t g = 0; g < c.m.size(); ++g) {
    if (int(g) == last) p.row_group.insert(p.row_group.end(), std::size_t(gap * kTile), -1);
    append_group(p.row_group, std::int32_t(g), c.m[g], pad);
  }
  if (c.options.flag("ragged"))
    while (!p.row_group.empty() && p.row_group.back() < 0) p.row_group.pop_back();
  p.m = std::int64_t(p.row_group.size());
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
      {"gap", "0", {}, 0, kMaxGap, "contiguous: 128-row tiles of -1 before the last group that has rows"},
      {"ragged", "0", {}, 0, 1, "contiguous: rows after the last active one are cut off"},
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
  const bool masked = p.grouping == Grouping::masked;
  for (const char* other : {"m_max", "pad", "gap", "ragged"})
    if (c.options.all().contains(other) && masked != (std::string_view(other) == "m_max"))
      return tl::unexpected(
          Refusal{other, std::string(c.options.word(other, "")),
                  masked ? "belongs to the contiguous kernels only" : "belongs to the masked kernels only"});
  if (masked) {
    p.m = c.options.number("m_max", 0);
    p.masked_m = c.m;
    return p;
  }
  if (auto ok = lay_out(c, p); !ok) return tl::unexpected(ok.error());
  return p;
}

}  // namespace lockstep::subjects
