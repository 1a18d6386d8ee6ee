#include "properties/problems/tensorwise_gemm/problem.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "host/random.hpp"

namespace lockstep::problems {

namespace {

using cases::Case;
using operators::ceil_div;
using operators::GroupProduct;
using operators::Layout;
using operators::Refusal;
using operators::TensorwiseGemm;

constexpr std::uint64_t kTileRowDraw = 0x5A3B1E00, kTileColumnDraw = 0x5A3B1E01, kGroupDraw = 0x5A3B1E02;

// The last of `count` tiles, or any.
std::int64_t one_of(std::int64_t count, std::uint64_t seed, std::int64_t group) {
  const std::uint64_t draw = host::hash(seed, std::uint64_t(group));
  return draw % 2 == 0 ? count - 1 : std::int64_t(draw / 2 % std::uint64_t(count));
}

kernels::TensorwiseTile tile_of(const Case& c, const TensorwiseGemm& p, const GroupProduct& product,
                                kernels::TileExtent extent) {
  // tn: all tiles have the same rows, so that the problem made of them has a size.
  const std::int64_t rows = p.layout == Layout::tn ? std::max<std::int64_t>(1, p.m / extent.rows)
                                                   : ceil_div(product.rows, extent.rows);
  return {product.group, one_of(rows, host::hash(c.seed, kTileRowDraw), product.group) * extent.rows,
          one_of(p.n / extent.columns, host::hash(c.seed, kTileColumnDraw), product.group) * extent.columns};
}

// Elements that a workgroup of the reduction sums: it must not sum those of another tile.
constexpr std::int64_t kSummedTogether = 256;

// The groups with a product that the case samples: the last of them, and others as the seed will have it.
std::vector<GroupProduct> chosen(const Case& c, const TensorwiseGemm& p) {
  std::vector<GroupProduct> all = operators::products(p);
  const auto count = std::size_t(c.options[tensorwise_gemm::kSample]);
  if (all.size() <= count) return all;
  const auto rank = [&](const GroupProduct& product) {
    return host::hash(host::hash(c.seed, kGroupDraw), std::uint64_t(product.group));
  };
  std::sort(all.begin(), all.end() - 1, [&](const auto& x, const auto& y) { return rank(x) < rank(y); });
  all.erase(all.begin() + std::ptrdiff_t(count) - 1, all.end() - 1);
  std::sort(all.begin(), all.end(), [](const auto& x, const auto& y) { return x.group < y.group; });
  return all;
}

}  // namespace

tl::expected<TensorwiseGemm, Refusal> tensorwise_problem_of(const Case& c, Layout layout) {
  TensorwiseGemm p;
  p.layout = layout;
  std::int64_t total = 0;
  for (std::size_t g = 0; g < c.m.size(); ++g) {
    if (c.m[g] < 0) return operators::refuse("m[" + std::to_string(g) + "]", c.m[g], "must not be negative");
    p.group_offs.push_back(total += c.m[g]);
  }
  total += c.options[tensorwise_gemm::kTail];
  p.m = layout == Layout::tn ? c.k : total;
  p.k = layout == Layout::tn ? total : c.k;
  p.n = c.n;
  p.a = c.options[tensorwise_gemm::kA];
  p.b = c.options[tensorwise_gemm::kB];
  p.out = c.out == "f16" ? &formats::float16 : &formats::bfloat16;
  p.accumulate = c.options[tensorwise_gemm::kBeta];
  return p;
}

kernels::TensorwiseTuning tuning_of(const Case& c) {
  kernels::TensorwiseTuning t;
  t.tile = c.options[tensorwise_gemm::kTile];
  t.num_cu = c.options[tensorwise_gemm::kNumCu];
  t.xcds = c.options[tensorwise_gemm::kXcds];
  t.group_m = c.options[tensorwise_gemm::kGroupM];
  t.group_n = c.options[tensorwise_gemm::kGroupN];
  t.band = c.options[tensorwise_gemm::kBand];
  t.splits = c.options[tensorwise_gemm::kSplitK];
  t.wide = c.options[tensorwise_gemm::kWide];
  return t;
}

Computed whole(const TensorwiseGemm& p) {
  Computed all{p, operators::products(p), {}, false};
  for (std::int64_t g = 0; g < p.groups(); ++g) all.places.push_back({g, 0, 0});
  return all;
}

tl::expected<Computed, std::string> computed(const Case& c, const TensorwiseGemm& p) {
  if (c.options[tensorwise_gemm::kSample] == 0) return whole(p);
  const kernels::TensorwiseTuning tuning = tuning_of(c);
  const kernels::TileExtent extent = kernels::tile_extent(p, tuning);
  if (tuning.num_cu != 0)
    return tl::unexpected(
        fmt::format("num_cu = {}: must be 0 with a sample, one workgroup per tile", tuning.num_cu));
  if (p.n < extent.columns)
    return tl::unexpected(
        fmt::format("n = {}: must be at least {} with a sample, the tile's columns", p.n, extent.columns));

  if (tuning.splits > 1 && (p.n % kSummedTogether != 0 || extent.columns % kSummedTogether != 0))
    return tl::unexpected(fmt::format(
        "split_k = {}: must be 1 with a sample, but for whole tiles of {} columns and an n of them",
        tuning.splits, kSummedTogether));

  Computed tiles{p, {}, {}, true};
  TensorwiseGemm& q = tiles.problem;
  q.n = extent.columns;
  q.group_offs = {0};
  for (const GroupProduct& product : chosen(c, p)) {
    const kernels::TensorwiseTile tile = tile_of(c, p, product, extent);
    tiles.places.push_back(tile);
    const std::int64_t rows = std::min(extent.rows, product.rows - tile.row);
    q.group_offs.push_back(q.group_offs.back() + (p.layout == Layout::tn ? product.depth : rows));
    if (p.layout == Layout::tn) q.m = rows;
  }
  (p.layout == Layout::tn ? q.k : q.m) = q.group_offs.back();
  tiles.products = operators::products(q);
  return tiles;
}

std::string sample_text(const Case& c, const TensorwiseGemm& p, const Computed& computed) {
  if (!computed.sampled) return {};
  const kernels::TileExtent extent = kernels::tile_extent(p, tuning_of(c));
  std::int64_t tiles = 0;
  for (const GroupProduct& product : operators::products(p))
    tiles += ceil_div(product.rows, extent.rows) * ceil_div(p.n, extent.columns);
  return fmt::format("{} of {} tiles", computed.places.size(), tiles);
}

operators::Output output_of(const TensorwiseGemm& p, const Computed& c) {
  const bool tn = p.layout == Layout::tn;
  const std::int64_t columns = std::gcd(p.n, c.problem.n), across = p.n / columns;
  operators::Output d{"d", p.out, (tn ? p.groups() * p.m : p.m) * across, columns, {}};
  for (const GroupProduct& product : c.products) {
    const kernels::TensorwiseTile& at = c.place(product);
    const std::int64_t first = tn ? at.group * p.m : p.group_offs[std::size_t(at.group)];
    for (std::int64_t r = at.row; r < at.row + product.rows; ++r)
      for (std::int64_t column = at.column; column < at.column + c.problem.n; column += columns)
        d.rows.push_back({(first + r) * across + column / columns, std::int32_t(at.group), r});
  }
  return d;
}

}  // namespace lockstep::problems
