// Which small-M products are drawn, and the row of their operator.
#include <algorithm>

#include "properties/problems/generate.hpp"
#include "properties/problems/small_m/problem.hpp"

namespace lockstep::problems::small_m {

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
  c.options.set(kColumns, tiles);
  c.options.set(kSplitK, splits);
  c.options.set(kBlocks, draw.chance(50));
  c.k = 128 * splits * draw.between(1, splits == 1 ? 9 : 3);
  c.n = draw.chance(60) ? near(draw, 16 * tiles, 5) : near(draw, 64 * tiles, 2);
  if (draw.chance(4)) c.n = c.n / (16 * tiles) * 16 * tiles + 8 * tiles;  // the last tile is half full
}

void gemv_shape(Draw& draw, Case& c) {
  static const std::vector<std::int64_t> kRows{1, 2, 3, 4, 5, 7, 8, 9, 15, 16};
  static const std::vector<std::int64_t> kWidths{4, 8, 16, 32, 64};
  c.m = {std::int32_t(draw.of(kRows))};
  const std::int64_t block = draw.of(kWidths);
  c.options.set(kBlockN, block);
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
  static const std::vector<std::int64_t> kRowsOfBlock{4, 8, 12, 16, 32};
  static const std::vector<Weights> kAnyWeights{Weights::none, Weights::ones, Weights::mixed, Weights::mixed};
  static const std::vector<Padding> kPads{Padding::tail, Padding::head, Padding::middle, Padding::scattered};
  static const std::vector<PadId> kIds{PadId::sentinel, PadId::negative, PadId::mixed};
  static const std::vector<NumPost> kPosts{NumPost::exact, NumPost::exact, NumPost::past, NumPost::early,
                                           NumPost::none};
  c.options.set(kADiv, draw.of(kDivisors));
  c.options.set(kBlockM, draw.of(kRowsOfBlock));
  c.options.set(kBlockN, draw.chance(50) ? 8 : 16);
  c.options.set(kWeights, draw.of(kAnyWeights));
  c.options.set(kPad, draw.of(kPads));
  c.options.set(kPadId, draw.of(kIds));
  c.options.set(kGap, draw.chance(25) ? draw.between(1, 2) : 0);
  c.options.set(kLost, draw.chance(25) ? draw.between(1, 3) : 0);
  c.options.set(kRagged, draw.chance(40));
  c.options.set(kNumPost, draw.of(kPosts));
  c.options.set(kSpare, draw.chance(50) ? draw.between(0, 20) : 0);
}

void moe_shape(Draw& draw, Case& c) {
  c.m = routing(draw);
  moe_options(draw, c);
  c.k = 32 * (draw.chance(70) ? draw.between(1, 36) : draw.between(31, 33) * draw.between(1, 3));
  c.n = draw.chance(60) ? near(draw, 4, 5) : near(draw, 16, 2);
}

// Past 2, 4 or 8 GiB: many experts, many rows of D, or many rows of A, few of which take part.
void wide_moe_shape(Draw& draw, Case& c) {
  const std::int64_t bytes = wide_bytes(draw);
  const std::int64_t target = draw.between(0, 2);
  c.options = {};
  c.options.set(kBlockN, draw.chance(50) ? 8 : 16);
  c.options.set(kPadId, PadId::mixed);
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
  c.options.set(kSpare, bytes / row_bytes + 1000);
  c.options.set(kFar, true);
}

// Sizes around the edges of tiles, chunks and waves; for experts routing with skew, padding of every kind and
// place, now and then tensors past 2, 4 or 8 GiB at little work.
void shape(Draw& draw, const Space& space, Case& c) {
  if (form_of(c) == Form::mfma) return mfma_shape(draw, c);
  if (form_of(c) == Form::gemv) return gemv_shape(draw, c);
  moe_shape(draw, c);
  if (space.wide_offsets && draw.chance(8)) wide_moe_shape(draw, c);
}

// Makes a dense problem's B, partial sums or D pass 2, 4 or 8 GiB, of which a few columns are
// computed.
void wide_dense_shape(Draw& draw, Case& c) {
  const bool mfma = form_of(c) == Form::mfma;
  static const std::vector<std::int64_t> kTiles{1, 2, 4}, kSplits{1, 1, 2, 4, 8}, kWidths{8, 16, 64};
  static const std::vector<std::int64_t> kRows{1, 15, 16, 17, 33, 64}, kLog{31, 32, 33};
  c.options = {};
  c.n = (std::int64_t{1} << 23) - 1024 * draw.between(0, 3);
  c.k = (std::int64_t{1} << draw.of(kLog)) / c.n / 128 * 128 + 1024;
  c.m = {std::int32_t(draw.of(kRows))};
  if (mfma) {
    c.options.set(kColumns, draw.of(kTiles));
    c.options.set(kSplitK, draw.of(kSplits));
    c.options.set(kBlocks, draw.chance(50));
  } else {
    c.options.set(kBlockN, draw.of(kWidths));
    c.m[0] = std::min(c.m[0], 16);
  }
  c.options.set(kSample, draw.between(1, 3));
  if (!mfma || !draw.chance(60)) return;
  c.n = std::int64_t{1} << 23;  // everything at its end
  c.k = 1024 * draw.between(1, 2);
  c.m = {64};
  c.options.set(kSplitK, 8);
}

bool wide_operands(Draw& draw, Case& c) {
  if (form_of(c) == Form::moe) return false;
  wide_dense_shape(draw, c);
  return true;
}

// B's scales past 2 or 4 GiB; of the kernel for experts B's or A's.
bool wide_scales(Draw& draw, Case& c) {
  const std::int64_t bytes = std::int64_t{1} << draw.between(31, 32), rows = draw.between(1, 4);
  if (form_of(c) != Form::moe) {
    wide_dense_shape(draw, c);
    c.n = 1 << 23;
    c.k = bytes / c.n * 32 + 1024;
    c.m[0] = std::min(c.m[0], 16);
    c.options.set(kSample, 1);
    return true;
  }
  c.options = {};
  c.k = 8192;
  if (draw.chance(50)) {
    c.n = 1024;
    c.m.assign(std::size_t(bytes / (c.n * c.k / 32) + 2), 0);
    c.m.front() = 1;
    c.m.back() = std::int32_t(rows);
    return true;
  }
  c.n = 8;
  c.m = {std::int32_t(rows), 1};
  c.options.set(kSpare, std::min(bytes / (c.k / 32) + 1000, kMaxIds - 1000));
  c.options.set(kFar, true);
  return true;
}

bool many_experts(Draw& draw, Case& c) {
  if (form_of(c) != Form::moe) return false;
  groups_around_a_wave(draw, c, 512);
  return true;
}

bool far_tokens(Case& c, std::int64_t far) {
  if (form_of(c) != Form::moe) return false;
  c.options.set(kSpare, far);
  c.options.set(kFar, true);
  return true;
}

void relaunch(Draw& draw, Case& c) {
  static const std::vector<std::int64_t> kTiles{1, 2, 4}, kWidths{4, 8, 16, 32, 64};
  if (form_of(c) == Form::mfma) return c.options.set(kColumns, draw.of(kTiles));
  if (form_of(c) == Form::gemv) return c.options.set(kBlockN, draw.of(kWidths));
  const Weights weights = c.options[kWeights];
  moe_options(draw, c);
  c.options.set(kWeights, weights);
}

constexpr OrderKey kTogether[] = {{"split_k", "1"}, {"blocks", "together"}};
constexpr OrderKey kApart[] = {{"split_k", "1"}, {"blocks", "apart"}};
constexpr DeclaredOrder kOrders[] = {
    {"scaled_128", kTogether, "small_m_mfma"},
    {"scaled_32_apart", kApart, "small_m_mfma"},
    {"scaled_128_b_first", kTogether, "small_m_mfma"},
    {"scaled_32_apart_b_first", kApart, "small_m_mfma"},
    {"lanes_64", {}, "small_m_gemv"},
    {"lanes_64", {}, "small_m_moe"},
};

constexpr BenchmarkRow kBenchmarks[] = {
    // 64 rows by matrix instructions, 16 by lanes
    {"small_m_mfma", "groups=1 m=64 n=1024 k=8192 columns=4", "groups=1 m=64 n=256 k=2048 columns=4", 8},
    {"", "groups=1 m=16 n=1024 k=2048", "groups=1 m=16 n=256 k=2048", 0},
};

}  // namespace

Operator row() {
  return {.op = "small_m",
          .grammar = {kKeys, 16, 32, &kSample},
          .outs = {"bf16"},
          .block_scales = true,
          .shape = shape,
          .prepare = prepare,
          .relaunch = relaunch,
          .rare = {.groups_around_a_wave = many_experts,
                   .far_tokens = far_tokens,
                   .wide_operands = wide_operands,
                   .wide_scales = wide_scales},
          .orders = kOrders,
          .benchmarks = kBenchmarks};
}

}  // namespace lockstep::problems::small_m
