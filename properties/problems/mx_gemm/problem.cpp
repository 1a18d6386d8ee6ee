#include "properties/problems/mx_gemm/problem.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "host/random.hpp"
#include "kernels/mutants/mutants.hpp"

namespace lockstep::problems {

namespace {

using cases::Case;
using operators::MxGemm;

constexpr std::uint64_t kRowDraw = 0x5A3B1E20, kColumnDraw = 0x5A3B1E21;
constexpr std::int64_t kSummedAtOnce = 128;  // elements that a workgroup of the sum of splits takes

// The last of `count` tiles, or any.
std::int64_t one_of(std::int64_t count, std::uint64_t seed) {
  const std::uint64_t draw = host::hash(seed);
  return draw % 2 == 0 ? count - 1 : std::int64_t(draw / 2 % std::uint64_t(count));
}

}  // namespace

tl::expected<MxGemm, operators::Refusal> mx_gemm_problem(const Case& c) {
  if (c.m.size() != 1) return operators::refuse("groups", c.m.size(), "must be 1: the product is dense");
  MxGemm p{c.m[0], c.n, c.k, c.options[mx_gemm::kA], c.options[mx_gemm::kB], &formats::bfloat16};
  if (c.out == "f16") p.out = &formats::float16;
  if (c.out == "f32") p.out = &formats::float32;
  return p;
}

kernels::MxGemmTuning mx_gemm_tuning(const Case& c) {
  return {.tile = c.options[mx_gemm::kTile],
          .cluster = c.options[mx_gemm::kCluster],
          .stages = c.options[mx_gemm::kStages],
          .splits = c.options[mx_gemm::kSplitK],
          .by_copy = c.options[mx_gemm::kStore]};
}

bool mx_gemm_is_planted(const Case& c) {
  return std::ranges::any_of(kernels::mutants(), [&](const kernels::Mutant& m) { return m.id == c.build; });
}

tl::expected<void, std::string> check_planted(const Case& c) {
  if (!mx_gemm_is_planted(c)) return {};
  const formats::Format *const a = c.options[mx_gemm::kA], *const b = c.options[mx_gemm::kB];
  const auto e5m2 = [](const formats::Format& f) { return f == formats::float8_e5m2; };
  const mx_gemm::Cluster cluster = c.options[mx_gemm::kCluster];
  const bool alone = cluster == mx_gemm::Cluster::c1x1, e4m3 = a->bits == 8 && b->bits == 8;
  if (!e5m2(*a) && !e5m2(*b) && c.options[mx_gemm::kTile] != mx_gemm::Tile::r128x256 &&
      (alone || (e4m3 && cluster == mx_gemm::Cluster::c2x2)))
    return {};
  return tl::unexpected(
      fmt::format("build = {}: must not be that of a planted bug with e5m2, tile=128x256, or a cluster other "
                  "than 2x2 of e4m3",
                  c.build));
}

tl::expected<MxGemmPart, std::string> mx_gemm_part(const Case& c, const MxGemm& whole) {
  if (!c.options[mx_gemm::kSample] || whole.m == 0) return MxGemmPart{whole};
  const kernels::MxGemmTile tile = kernels::tile_of(mx_gemm_tuning(c));
  if (c.options[mx_gemm::kCluster] != mx_gemm::Cluster::c1x1)
    return tl::unexpected<std::string>("cluster: must be 1x1 with a sample, of which one workgroup runs");
  if (whole.n % tile.columns != 0)
    return tl::unexpected(fmt::format("n = {}: must be a multiple of {} with a sample, the tile's columns",
                                      whole.n, tile.columns));
  MxGemmPart part{whole, 0, 0, true};
  part.row = one_of(operators::ceil_div(whole.m, tile.rows), host::hash(c.seed, kRowDraw)) * tile.rows;
  part.column = one_of(whole.n / tile.columns, host::hash(c.seed, kColumnDraw)) * tile.columns;
  part.problem.m = std::min(tile.rows, whole.m - part.row);
  part.problem.n = tile.columns;
  return part;
}

void keep_only(std::vector<kernels::LaunchPlan>& launches, const MxGemm& whole, const MxGemmPart& part) {
  if (launches.empty() || !part.sampled) return;
  kernels::LaunchPlan& product = launches[0];
  const operators::Tiling& tile = product.tiled[0].tiling;
  const auto x = std::uint64_t(part.row / tile.rows), y = std::uint64_t(part.column / tile.columns);
  for (std::uint64_t split = 0; split < product.grid[2]; ++split)
    product.only.push_back((split * product.grid[1] + y) * product.grid[0] + x);
  if (launches.size() == 1) return;
  for (std::int64_t row = part.row; row < part.row + part.problem.m; ++row)
    for (std::int64_t column = part.column; column < part.column + part.problem.n; column += kSummedAtOnce)
      launches[1].only.push_back(std::uint64_t((row * whole.n + column) / kSummedAtOnce));
}

operators::Output mx_gemm_output(const MxGemm& whole, const MxGemmPart& part) {
  const std::int64_t columns = part.problem.n, across = whole.n / columns;
  operators::Output d{"d", whole.out, whole.m * across, columns, {}};
  for (std::int64_t row = part.row; row < part.row + part.problem.m; ++row)
    d.rows.push_back({row * across + part.column / columns, 0, row});
  return d;
}

}  // namespace lockstep::problems
