#include "properties/problems/small_m/shape.hpp"

#include <algorithm>

#include "properties/problems/small_m/keys.hpp"

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
  c.options.set(small_m::kColumns, tiles);
  c.options.set(small_m::kSplitK, splits);
  c.options.set(small_m::kBlocks, draw.chance(50));
  c.k = 128 * splits * draw.between(1, splits == 1 ? 9 : 3);
  c.n = draw.chance(60) ? near(draw, 16 * tiles, 5) : near(draw, 64 * tiles, 2);
}

void gemv_shape(Draw& draw, Case& c) {
  static const std::vector<std::int64_t> kRows{1, 2, 3, 4, 5, 7, 8, 9, 15, 16};
  static const std::vector<std::int64_t> kBlocks{4, 8, 16, 32, 64};
  c.m = {std::int32_t(draw.of(kRows))};
  const std::int64_t block = draw.of(kBlocks);
  c.options.set(small_m::kBlockN, block);
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
  using small_m::NumPost, small_m::PadId, small_m::Padding, small_m::Weights;
  static const std::vector<Weights> kWeights{Weights::none, Weights::ones, Weights::mixed, Weights::mixed};
  static const std::vector<Padding> kPads{Padding::tail, Padding::head, Padding::middle, Padding::scattered};
  static const std::vector<PadId> kIds{PadId::sentinel, PadId::negative, PadId::mixed};
  static const std::vector<NumPost> kPosts{NumPost::exact, NumPost::exact, NumPost::past, NumPost::early,
                                           NumPost::none};
  c.options.set(small_m::kADiv, draw.of(kDivisors));
  c.options.set(small_m::kBlockM, draw.of(kBlocks));
  c.options.set(small_m::kBlockN, draw.chance(50) ? 8 : 16);
  c.options.set(small_m::kWeights, draw.of(kWeights));
  c.options.set(small_m::kPad, draw.of(kPads));
  c.options.set(small_m::kPadId, draw.of(kIds));
  c.options.set(small_m::kGap, draw.chance(25) ? draw.between(1, 2) : 0);
  c.options.set(small_m::kLost, draw.chance(25) ? draw.between(1, 3) : 0);
  c.options.set(small_m::kRagged, draw.chance(40));
  c.options.set(small_m::kNumPost, draw.of(kPosts));
  c.options.set(small_m::kSpare, draw.chance(50) ? draw.between(0, 20) : 0);
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
  c.options.set(small_m::kBlockN, draw.chance(50) ? 8 : 16);
  c.options.set(small_m::kPadId, small_m::PadId::mixed);
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
  c.options.set(small_m::kSpare, bytes / row_bytes + 1000);
  c.options.set(small_m::kFar, true);
}

}  // namespace

void small_m_shape(Draw& draw, const Space& space, Case& c) {
  if (c.kernel == "small_m_mfma") return mfma_shape(draw, c);
  if (c.kernel == "small_m_gemv") return gemv_shape(draw, c);
  moe_shape(draw, c);
  if (space.wide_offsets && draw.chance(8)) wide_moe_shape(draw, c);
}

void small_m_wide_shape(Draw& draw, Case& c) {
  const bool mfma = c.kernel == "small_m_mfma";
  static const std::vector<std::int64_t> kTiles{1, 2, 4}, kSplits{1, 1, 2, 4, 8}, kBlocks{8, 16, 64};
  static const std::vector<std::int64_t> kRows{1, 15, 16, 17, 33, 64}, kLog{31, 32, 33};
  c.options = {};
  c.n = (std::int64_t{1} << 23) - 1024 * draw.between(0, 3);
  c.k = (std::int64_t{1} << draw.of(kLog)) / c.n / 128 * 128 + 1024;
  c.m = {std::int32_t(draw.of(kRows))};
  if (mfma) {
    c.options.set(small_m::kColumns, draw.of(kTiles));
    c.options.set(small_m::kSplitK, draw.of(kSplits));
    c.options.set(small_m::kBlocks, draw.chance(50));
  } else {
    c.options.set(small_m::kBlockN, draw.of(kBlocks));
    c.m[0] = std::min(c.m[0], 16);
  }
  c.options.set(small_m::kSample, draw.between(1, 3));
}

void small_m_wide_scales(Draw& draw, Case& c) {
  const std::int64_t bytes = std::int64_t{1} << draw.between(31, 32), rows = draw.between(1, 4);
  if (c.kernel != "small_m_moe") {
    small_m_wide_shape(draw, c);
    c.n = 1 << 23;
    c.k = bytes / c.n * 32 + 1024;
    c.m[0] = std::min(c.m[0], 16);
    c.options.set(small_m::kSample, 1);
    return;
  }
  c.options = {};
  c.k = 8192;
  if (draw.chance(50)) {
    c.n = 1024;
    c.m.assign(std::size_t(bytes / (c.n * c.k / 32) + 2), 0);
    c.m.front() = 1;
    c.m.back() = std::int32_t(rows);
    return;
  }
  c.n = 8;
  c.m = {std::int32_t(rows), 1};
  c.options.set(small_m::kSpare, std::min(bytes / (c.k / 32) + 1000, small_m::kMaxIds - 1000));
  c.options.set(small_m::kFar, true);
}

void small_m_relaunch(Draw& draw, Case& c) {
  static const std::vector<std::int64_t> kTiles{1, 2, 4}, kColumns{4, 8, 16, 32, 64};
  if (c.kernel == "small_m_mfma") return c.options.set(small_m::kColumns, draw.of(kTiles));
  if (c.kernel == "small_m_gemv") return c.options.set(small_m::kBlockN, draw.of(kColumns));
  const small_m::Weights weights = c.options[small_m::kWeights];
  moe_options(draw, c);
  c.options.set(small_m::kWeights, weights);
}

}  // namespace lockstep::problems
