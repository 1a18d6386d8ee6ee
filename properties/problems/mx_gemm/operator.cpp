// Which dense block-scaled products are drawn, and the row of their operator.
#include <algorithm>
#include <optional>

#include "properties/problems/generate.hpp"
#include "properties/problems/mx_gemm/problem.hpp"

namespace lockstep::problems::mx_gemm {

namespace {

using cases::Case;
using cases::Draw;

const formats::Format *const kE4m3 = &formats::float8_e4m3fn, *const kE5m2 = &formats::float8_e5m2,
                             *const kE2m1 = &formats::float4_e2m1fn;

void set_formats(Case& c, const formats::Format* a, const formats::Format* b) {
  c.options.set(kA, a);
  c.options.set(kB, b);
}

void formats_of(Draw& draw, Case& c) {
  static const std::vector<const formats::Format*> kWide{kE4m3, kE4m3, kE5m2};
  const formats::Format* const a = mx_gemm_is_planted(c) ? kE4m3 : draw.of(kWide);
  const formats::Format* const b = mx_gemm_is_planted(c) ? kE4m3 : draw.of(kWide);
  switch (draw.between(0, 2)) {
    case 0:
      return set_formats(c, a, b);
    case 1:
      return set_formats(c, a, kE2m1);
    default:
      return set_formats(c, kE2m1, kE2m1);
  }
}

// A size around the edges of tiles.
std::int64_t size(Draw& draw, std::int64_t tile, std::int64_t most) {
  switch (draw.between(0, 3)) {
    case 0:
      return draw.between(1, 33);
    case 1:
      return std::clamp<std::int64_t>(16 * draw.between(1, most / 16) + draw.between(-1, 1), 1, most);
    case 2:
      return std::clamp<std::int64_t>(tile * draw.between(1, 3) + draw.between(-1, 1), 1, most);
    default:
      return draw.between(1, most);
  }
}

void tuning(Draw& draw, Case& c) {
  c.options.set(kStages, draw.between(2, 4));
  c.options.set(kStore, draw.chance(60));
}

void in_cluster(Draw& draw, Case& c) {
  static const std::vector<Cluster> kClusters{Cluster::c2x2, Cluster::c2x2, Cluster::c4x1, Cluster::c1x2,
                                              Cluster::c4x4};
  const Cluster drawn = draw.of(kClusters), cluster = mx_gemm_is_planted(c) ? Cluster::c2x2 : drawn;
  c.options.set(kCluster, cluster);
  c.options.set(kTile, Tile::r32x128);
  if (c.options[kA] == kE5m2) c.options.set(kA, kE4m3);
  if (c.options[kB] == kE5m2) c.options.set(kB, kE4m3);
  if (mx_gemm_is_planted(c)) set_formats(c, kE4m3, kE4m3);
}

void split(Draw& draw, Case& c) {
  const std::int64_t splits = draw.between(2, 5);
  c.options.set(kSplitK, splits);
  c.k = 128 * splits * draw.between(1, 2) - (draw.chance(25) ? 32 * draw.between(1, 3) : 0);
  const bool any_data = c.data != cases::Data::full && c.data != cases::Data::grid;
  if (splits > 2 && any_data && draw.chance(75)) c.data = cases::Data::opposed;  // shows their order
}

void small_shape(Draw& draw, Case& c) {
  static const std::vector<Tile> kTiles{Tile::r32x128, Tile::r32x128, Tile::r128x128, Tile::r128x256};
  formats_of(draw, c);
  const Tile drawn = draw.of(kTiles),
             tile = mx_gemm_is_planted(c) && drawn == Tile::r128x256 ? Tile::r128x128 : drawn;
  c.options.set(kTile, tile);
  const bool small = tile == Tile::r32x128;
  c.m = {std::int32_t(size(draw, small ? 32 : 128, small ? 130 : 260))};
  c.n = size(draw, tile == Tile::r128x256 ? 256 : 128, 300);
  c.k = draw.chance(60) ? 128 * draw.between(1, 6) : 32 * draw.between(1, 48);
  tuning(draw, c);
  if (draw.chance(20)) split(draw, c);
  if (draw.chance(25)) in_cluster(draw, c);
}

std::int64_t past(Draw& draw, int least, int most) {
  return (std::int64_t{1} << draw.between(least, most)) + (std::int64_t{1} << 24);
}

enum : std::int64_t { kWideA, kWideB, kWideD, kMostWide = 5 };

// Draws one tile of a problem with an operand, D or partial sums past 2, 4 or 8 GiB.
void wide_shape(Draw& draw, Case& c, std::optional<std::int64_t> wanted = {}) {
  c.options = {};
  formats_of(draw, c);
  tuning(draw, c);
  c.options.set(kTile, draw.chance(50) ? Tile::r32x128 : Tile::r128x128);
  c.options.set(kSample, true);
  const auto few = std::int32_t(draw.between(1, 200));
  constexpr int kSplits = 4;
  const std::int64_t drawn = draw.between(kWideA, kMostWide), which = wanted.value_or(drawn);
  switch (which) {
    case kWideA:
      c.k = 1024;
      c.n = 256;
      c.m = {std::int32_t(past(draw, 31, 33) * 8 / (c.options[kA]->bits * c.k)) + few};
      return;
    case kWideB:  // whose rows of tiles are longer than 64 KiB
      c.k = 8192;
      c.n = (past(draw, 31, 33) * 8 / (c.options[kB]->bits * c.k) + 256) / 128 * 128;
      c.m = {few};
      return;
    case kWideD:  // by its elements, stored in both ways
    case kWideD + 1:
      c.k = 256;
      c.n = 16384;
      c.m = {std::int32_t(past(draw, 31, 32) / c.n) + few};
      c.options.set(kStore, which == kWideD);
      return;
    default:  // the elements of partial sums before the last split's
      c.k = 128 * kSplits;
      c.n = 16384;
      c.m = {std::int32_t(past(draw, 31, 32) / (kSplits - 1) / c.n) + few};
      c.options.set(kSplitK, kSplits);
      return;
  }
}

// Sizes around the edges of fragments and tiles, up to several tiles each way; every pair of formats, tile,
// cluster and number of stages; now and then one tile of operands, or of D, past 2, 4 or 8 GiB.
void shape(Draw& draw, const Space& space, Case& c) {
  if (space.wide_offsets && draw.chance(10)) return wide_shape(draw, c);
  small_shape(draw, c);
}

bool wide_operands(Draw& draw, Case& c) {
  wide_shape(draw, c, draw.chance(50) ? std::optional<std::int64_t>(kWideB) : std::nullopt);
  return true;
}

// Draws one tile of a problem with scales past 2 or 4 GiB.
bool wide_scales(Draw& draw, Case& c) {
  const std::int64_t bytes = std::int64_t{1} << draw.between(31, 32);
  c.options = {};
  formats_of(draw, c);
  tuning(draw, c);
  c.options.set(kSample, true);
  const bool of_a = draw.chance(50);
  c.k = of_a ? 4096 : 32768;  // columns are bounded by the grid
  const std::int64_t rows = bytes / (c.k / 32) + 1024;
  c.m = {std::int32_t(of_a ? rows : draw.between(1, 100))};
  c.n = of_a ? 128 : rows / 128 * 128;
  return true;
}

void relaunch(Draw& draw, Case& c) {
  static const std::vector<Tile> kTiles{Tile::r32x128, Tile::r128x128, Tile::r128x256};
  c.options.set(kCluster, Cluster::c1x1);
  const Tile tile = draw.of(kTiles);
  c.options.set(kTile, mx_gemm_is_planted(c) && tile == Tile::r128x256 ? Tile::r128x128 : tile);
  tuning(draw, c);
  const bool clusters = c.options[kA] != kE5m2 && c.options[kB] != kE5m2;
  if (clusters && !mx_gemm_is_planted(c) && draw.chance(30)) in_cluster(draw, c);
}

constexpr OrderKey kUnsplit[] = {{"split_k", "1"}};
constexpr DeclaredOrder kOrders[] = {{"scaled_128_b_first", kUnsplit}};

constexpr BenchmarkRow kBenchmarks[] = {
    {"", "groups=1 m=256 n=1024 k=2048 tile=128x256 stages=3",
     "groups=1 m=128 n=256 k=2048 tile=128x256 stages=3", 8},
};

}  // namespace

Operator row() {
  return {.op = "mx_gemm_tiled",
          .grammar = {kKeys, 1, 32, &kSample},
          .outs = {"bf16", "f16", "f32"},
          .block_scales = true,
          .shape = shape,
          .prepare = prepare,
          .relaunch = relaunch,
          .rare = {.wide_operands = wide_operands, .wide_scales = wide_scales},
          .orders = kOrders,
          .benchmarks = kBenchmarks};
}

}  // namespace lockstep::problems::mx_gemm
