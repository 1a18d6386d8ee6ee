#include "kernels/mx_gemm/launch.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "kernels/rules.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::kernels {

namespace {

using operators::ceil_div;
using operators::MxGemm;
using operators::Refusal;
using operators::round_up;
using Checked = tl::expected<void, Refusal>;
using Tuning = MxGemmTuning;

constexpr std::uint32_t kThreads = 128;
constexpr std::int64_t kStep = 128, kFragment = 16, kMostSplits = 16, kMostStages = 4;
constexpr std::int64_t kMostRows =
    0x7FFFFFFF - 1024;  // the first row of a tile of a whole cluster fits int32
constexpr std::int64_t kMostK =
    (std::int64_t{1} << 28) - kStep;         // 16 rows of B, side by side, fit a descriptor
constexpr std::int64_t kMostGridYZ = 65535;  // what the HIP runtime launches in y and z

struct ClusterSize {
  std::int64_t x, y;
  bool is_alone() const { return x * y == 1; }
};

ClusterSize size_of(Tuning::Cluster c) {
  constexpr std::array<ClusterSize, 5> kSizes{{{1, 1}, {2, 2}, {4, 1}, {1, 2}, {4, 4}}};
  return kSizes[std::size_t(c)];
}

std::int64_t row_bytes(const formats::Format& f, std::int64_t k) {
  return k * f.bits / 8;
}

const char* word(const formats::Format& f) {
  return f == formats::float4_e2m1fn ? "e2m1" : f == formats::float8_e5m2 ? "e5m2" : "e4m3fn";
}

Checked check_tuning(const MxGemm& p, const Tuning& t) {
  const MxGemmTile tile = tile_of(t);
  const Rule rules[] = {
      {"m", p.m, p.m <= kMostRows, "must be at most 2^31 - 1025"},
      {"n", p.n, p.n <= kMostRows, "must be at most 2^31 - 1025"},
      {"n", p.n, ceil_div(p.n, tile.columns) + 3 <= kMostGridYZ,
       "must have at most 65532 tiles of columns, to fit the grid"},
      {"k", p.k, p.k <= kMostK, "must be at most 2^28 - 128, so that 16 rows of B fit a descriptor"},
      {"splits", t.splits, t.splits >= 1 && t.splits <= kMostSplits, "must lie between 1 and 16"},
      {"stages", t.stages, t.stages >= 2 && t.stages <= kMostStages, "must lie between 2 and 4"},
  };
  if (auto ok = check_rules(rules); !ok) return ok;
  const Rule steps[] = {
      {"splits", t.splits, ceil_div(p.k, kStep) % t.splits == 0, "must divide the steps of 128 that k has"}};
  return check_rules(steps);
}

// Which pairs of formats there are kernels for (mx_gemm.hip).
Checked check_built(const MxGemm& p, const Tuning& t) {
  const bool narrow_a = p.a->bits == 4, narrow_b = p.b->bits == 4;
  if (narrow_a && !narrow_b) return refuse("a", word(*p.a), "must not have 4 bits where b has 8");
  if (size_of(t.cluster).is_alone()) return {};
  if (t.tile != Tuning::Tile::r32x128) return refuse("tile", "of 128 rows", "must have 32 rows in a cluster");
  const auto e5m2 = [](const formats::Format& f) { return f == formats::float8_e5m2; };
  if (e5m2(*p.a) || e5m2(*p.b)) return refuse("a and b", "e5m2", "must be e4m3fn or e2m1 in a cluster");
  return {};
}

Checked check_addresses(const MxGemmAddresses& at) {
  const Pointer pointers[] = {{"d", at.d, 16},
                              {"a", at.a, 16},
                              {"b", at.b, 16},
                              {"a_scale", at.a_scale, 16},
                              {"b_scale", at.b_scale, 16},
                              {"partial", at.partial, 16}};
  return check_pointers(pointers);
}

// The LDS that Shape in mx_gemm_loop.hpp has: a stage, and where D is stored by copies as many rows.
std::int64_t lds_bytes(const MxGemm& p, const Tuning& t) {
  const MxGemmTile tile = tile_of(t);
  const std::int64_t stage =
      tile.rows * (row_bytes(*p.a, kStep) + 16 + 4) + tile.columns * (row_bytes(*p.b, kStep) + 4);
  const std::int64_t element = t.splits > 1 || *p.out == formats::float32 ? 4 : 2;
  const std::int64_t stored = 2 * tile.rows * (tile.columns / 2 * element + 16);
  return std::max(t.stages * stage, t.by_copy ? stored : 0);
}

LaunchPlan product(const MxGemm& p, const Tuning& t, const MxGemmAddresses& at) {
  const MxGemmTile tile = tile_of(t);
  const ClusterSize cluster = size_of(t.cluster);
  LaunchPlan launch;
  launch.symbol = fmt::format("mx_gemm_{}_{}_{}x{}_c{}x{}", word(*p.a), word(*p.b), tile.rows, tile.columns,
                              cluster.x, cluster.y);
  launch.grid = {std::uint32_t(round_up(ceil_div(p.m, tile.rows), cluster.x)),
                 std::uint32_t(round_up(ceil_div(p.n, tile.columns), cluster.y)), std::uint32_t(t.splits)};
  launch.block = {kThreads, 1, 1};
  launch.dynamic_lds = std::uint32_t(lds_bytes(p, t));
  const int out = *p.out == formats::float32 ? 2 : *p.out == formats::float16 ? 1 : 0;
  launch.arguments = {{"d", at.d},
                      {"partial", at.partial},
                      {"a", at.a},
                      {"b", at.b},
                      {"a_scale", at.a_scale},
                      {"b_scale", at.b_scale},
                      {"m", std::uint64_t(p.m)},
                      {"n", std::uint64_t(p.n)},
                      {"k", std::uint64_t(p.k)},
                      {"splits", std::uint64_t(t.splits)},
                      {"steps", std::uint64_t(ceil_div(p.k, kStep) / t.splits)},
                      {"stages", std::uint64_t(t.stages)},
                      {"out", std::uint64_t(out)},
                      {"by_copy", std::uint64_t(t.by_copy)}};
  launch.tiled = {{"d", {tile.rows, tile.columns, tile.rows / 2, tile.columns / 2, kFragment}}};
  return launch;
}

LaunchPlan sum(const MxGemm& p, const Tuning& t, const MxGemmAddresses& at) {
  LaunchPlan launch;
  launch.symbol = fmt::format("mx_gemm_sum_{}", *p.out == formats::float32   ? "f32"
                                                : *p.out == formats::float16 ? "f16"
                                                                             : "bf16");
  launch.grid = {std::uint32_t(ceil_div(p.m * p.n, kThreads)), 1, 1};
  launch.block = {kThreads, 1, 1};
  launch.arguments = {{"d", at.d},
                      {"partial", at.partial},
                      {"count", std::uint64_t(p.m * p.n)},
                      {"splits", std::uint64_t(t.splits)}};
  return launch;
}

}  // namespace

MxGemmTile tile_of(const Tuning& t) {
  if (t.tile == Tuning::Tile::r32x128) return {32, 128};
  return t.tile == Tuning::Tile::r128x128 ? MxGemmTile{128, 128} : MxGemmTile{128, 256};
}

MxGemmBytes bytes_of(const MxGemm& p, const Tuning& t) {
  const MxGemmTile tile = tile_of(t);
  const std::int64_t scales = round_up(p.k_blocks(), 4);
  return {std::uint64_t(p.m * row_bytes(*p.a, p.k)),
          std::uint64_t(round_up(p.n, kFragment) * row_bytes(*p.b, p.k)),
          std::uint64_t(round_up(p.m, tile.scale_rows_a()) * scales),
          std::uint64_t(round_up(p.n, tile.scale_rows_b()) * scales),
          t.splits > 1 ? std::uint64_t(t.splits * p.m * p.n * 4) : 0};
}

tl::expected<std::vector<LaunchPlan>, Refusal> plan(const Kernel&, const MxGemm& p, const Tuning& t,
                                                    const MxGemmAddresses& at) {
  if (auto ok = operators::check(p); !ok) return tl::unexpected(ok.error());
  if (auto ok = check_tuning(p, t); !ok) return tl::unexpected(ok.error());
  if (auto ok = check_built(p, t); !ok) return tl::unexpected(ok.error());
  if (auto ok = check_addresses(at); !ok) return tl::unexpected(ok.error());
  if (t.splits > 1 && ceil_div(p.m * p.n, kThreads) > 0x7FFFFFFF)
    return refuse("m * n", p.m * p.n, "must be below 2^38 with splits, to fit the grid of their sum");
  if (p.m == 0) return std::vector<LaunchPlan>{};
  if (t.splits == 1) return std::vector<LaunchPlan>{product(p, t, at)};
  return std::vector<LaunchPlan>{product(p, t, at), sum(p, t, at)};
}

}  // namespace lockstep::kernels
