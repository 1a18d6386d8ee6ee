#include "properties/problems/small_m/shape.hpp"

#include <algorithm>

namespace lockstep::problems {

namespace {

using cases::Case;
using cases::Draw;

// Around a multiple of `step`, at least 1.
std::int64_t near(Draw& draw, std::int64_t step, std::int64_t most) {
  const std::int64_t times = draw.between(1, most);
  const std::int64_t off = draw.chance(50) ? 0 : draw.between(-5, 5);
  return std::max<std::int64_t>(times * step + off, 1);
}

void mfma_shape(Draw& draw, Case& c) {
  static const std::vector<std::int64_t> kRows{1, 2, 8, 15, 16, 17, 31, 32, 33, 48, 63, 64};
  static const std::vector<std::int64_t> kTiles{1, 1, 2, 4};
  static const std::vector<std::int64_t> kSplits{1, 1, 2, 3, 4, 5, 7, 8};
  const std::int64_t rows = draw.of(kRows);
  c.m = {std::int32_t(draw.chance(70) ? rows : draw.between(1, 64))};
  const std::int64_t tiles = draw.of(kTiles), splits = draw.of(kSplits);
  c.options.set("columns", tiles);
  c.options.set("split_k", splits);
  c.options.set("blocks", draw.chance(50) ? "apart" : "together");
  c.k = 128 * splits * draw.between(1, splits == 1 ? 9 : 3);
  c.n = draw.chance(60) ? near(draw, 16 * tiles, 5) : near(draw, 64 * tiles, 2);
}

void gemv_shape(Draw& draw, Case& c) {
  static const std::vector<std::int64_t> kRows{1, 2, 3, 4, 5, 7, 8, 9, 15, 16};
  static const std::vector<std::int64_t> kBlocks{4, 8, 16, 32, 64};
  c.m = {std::int32_t(draw.of(kRows))};
  const std::int64_t block = draw.of(kBlocks);
  c.options.set("block_n", block);
  c.k = 32 * (draw.chance(60) ? draw.between(1, 40) : draw.between(31, 33) * draw.between(1, 4));
  c.n = draw.chance(60) ? near(draw, 4, 6) : near(draw, block, 2);
}

// Rows of the experts: few, uneven, or all for one.
std::vector<std::int32_t> routing(Draw& draw) {
  const std::int64_t experts = draw.chance(80) ? draw.between(1, 6) : draw.between(7, 40);
  std::vector<std::int32_t> m(std::size_t(experts), 0);
  const std::int64_t skew = draw.between(0, 3);
  for (std::int32_t& rows : m) {
    if (skew == 0) rows = std::int32_t(draw.between(0, 1));
    if (skew == 1) rows = std::int32_t(draw.between(0, 9));
    if (skew == 2) rows = draw.chance(20) ? std::int32_t(draw.between(1, 30)) : 0;
  }
  if (skew == 3) m[std::size_t(draw.between(0, experts - 1))] = std::int32_t(draw.between(1, 40));
  return m;
}

void moe_options(Draw& draw, Case& c) {
  static const std::vector<std::int64_t> kDivisors{1, 1, 4, 8, 3};
  static const std::vector<std::int64_t> kBlocks{4, 8, 12, 16, 32};
  static const std::vector<std::string> kWeights{"none", "ones", "mixed", "mixed"};
  static const std::vector<std::string> kPads{"tail", "head", "middle", "scattered"};
  static const std::vector<std::string> kIds{"sentinel", "negative", "mixed"};
  static const std::vector<std::string> kPosts{"exact", "exact", "past", "early", "none"};
  c.options.set("a_div", draw.of(kDivisors));
  c.options.set("block_m", draw.of(kBlocks));
  c.options.set("block_n", draw.chance(50) ? 8 : 16);
  c.options.set("weights", draw.of(kWeights));
  c.options.set("pad", draw.of(kPads));
  c.options.set("pad_id", draw.of(kIds));
  c.options.set("gap", draw.chance(25) ? draw.between(1, 2) : 0);
  c.options.set("lost", draw.chance(25) ? draw.between(1, 3) : 0);
  c.options.set("ragged", draw.chance(40) ? 1 : 0);
  c.options.set("num_post", draw.of(kPosts));
  c.options.set("spare", draw.chance(50) ? draw.between(0, 20) : 0);
}

void moe_shape(Draw& draw, Case& c) {
  c.m = routing(draw);
  moe_options(draw, c);
  c.k = 32 * (draw.chance(70) ? draw.between(1, 36) : draw.between(31, 33) * draw.between(1, 3));
  c.n = draw.chance(60) ? near(draw, 4, 5) : near(draw, 16, 2);
}

// Past 2, 4 or 8 GiB: many experts, many rows of D, or many rows of A, few of which take part.
void wide_moe_shape(Draw& draw, Case& c) {
  static const std::vector<std::int64_t> kLimits{std::int64_t{1} << 31, std::int64_t{1} << 32,
                                                 std::int64_t{1} << 33};
  const std::int64_t bytes = draw.of(kLimits);
  const std::int64_t target = draw.between(0, 2);
  c.options = {};
  c.options.set("block_n", draw.chance(50) ? 8 : 16);
  c.options.set("pad_id", "mixed");
  const auto rows = std::int32_t(draw.between(1, 4));
  if (target == 0) {
    c.n = 32;
    c.k = 32 * draw.between(500, 600);
    c.m.assign(std::size_t(bytes / (c.n * c.k) + 2), 0);
    c.m.front() = 1;
    c.m.back() = rows;
    return;
  }
  c.m = {rows, 1};
  c.n = target == 1 ? 4096 : 8;
  c.k = target == 1 ? 32 : 4096;
  const std::int64_t row_bytes = target == 1 ? c.n * 2 : c.k;
  c.options.set("spare", bytes / row_bytes + 1000);
  c.options.set("far", 1);
}

}  // namespace

void small_m_shape(Draw& draw, const Space& space, Case& c) {
  if (c.kernel == "small_m_mfma") return mfma_shape(draw, c);
  if (c.kernel == "small_m_gemv") return gemv_shape(draw, c);
  moe_shape(draw, c);
  if (space.wide_offsets && draw.chance(8)) wide_moe_shape(draw, c);
}

}  // namespace lockstep::problems
