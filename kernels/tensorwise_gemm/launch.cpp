// Launch plan of the tensor-wise GEMM kernels: envelope, choice of the tile, grid, arguments.
#include "kernels/tensorwise_gemm/launch.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "kernels/rules.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::kernels {

namespace {

using operators::ceil_div;
using operators::Layout;
using operators::Refusal;
using operators::TensorwiseGemm;
using Tile = TensorwiseTuning::Tile;

constexpr std::int64_t kMaxInt32 = 0x7FFFFFFF;
constexpr std::uint32_t kThreads = 256;
constexpr std::int64_t kBlock = 128;
constexpr std::int64_t kFragment = 16;
constexpr std::int64_t kComputeUnits = 256;  // an MI355X has: small tiles must not be too few for them

// 32-bit offsets inside a tile of 256 rows; see kernels/primitives/staged_operand.hpp and tile_store.hpp.
constexpr std::int64_t kMaxFastestK = (std::int64_t{1} << 23) - kBlock;
constexpr std::int64_t kMaxStride = (std::int64_t{1} << 21) - 256;
constexpr std::int64_t kMaxRouted = kMaxInt32 - 256;

struct TileSize {
  const char* name;
  std::int64_t rows, columns;
};
constexpr TileSize kLarge{"large", 256, 256}, kSmall{"small", 128, 256}, kAny{"any", 128, 128};

struct Limit {
  const char* argument;
  std::int64_t value, least, most;
  const char* why;
};

tl::expected<void, Refusal> check_limits(std::span<const Limit> limits) {
  for (const Limit& l : limits)
    if (l.value < l.least || l.value > l.most)
      return refuse(l.argument, l.value, fmt::format("must be from {} to {}, {}", l.least, l.most, l.why));
  return {};
}

tl::expected<void, Refusal> check_sizes(const TensorwiseGemm& p) {
  const bool tn = p.layout == Layout::tn;
  const Limit limits[] = {
      {"m", p.m, 0, tn ? kMaxStride : kMaxRouted,
       tn ? "so that 128 rows of A fit 32-bit offsets" : "so that the rows of a group fit int32"},
      {"n", p.n, 1, kMaxStride, "so that 256 rows of float32 fit 32-bit offsets"},
      {"k", p.k, 0, tn ? kMaxRouted : kMaxFastestK,
       tn ? "so that the rows of a group fit int32" : "so that 256 rows of A fit 32-bit offsets"},
      {"groups", p.groups(), 1, kMaxInt32, "to fit int32"},
  };
  return check_limits(limits);
}

tl::expected<void, Refusal> check_tuning(const TensorwiseTuning& t) {
  const Limit limits[] = {
      {"num_cu", t.num_cu, 0, 65536, "0 for one workgroup per tile"},
      {"xcds", t.xcds, 1, 1024, "the dies that workgroups are dealt to"},
      {"group_m", t.group_m, 0, kMaxInt32, "0 for no bands of rows"},
      {"group_n", t.group_n, 0, kMaxInt32, "0 for no bands of columns"},
      {"band", t.band, 1, kMaxInt32, "the tiles of a group's turn"},
      {"splits", t.splits, 1, 256, "the parts of k"},
  };
  return check_limits(limits);
}

tl::expected<void, Refusal> check_addresses(const TensorwiseAddresses& at, bool split) {
  const Pointer pointers[] = {{"d", at.d, 16},
                              {"a", at.a, 16},
                              {"b", at.b, 16},
                              {"a_scale", at.a_scale, 4},
                              {"b_scale", at.b_scale, 4},
                              {"group_offs", at.group_offs, 8},
                              {"partials", split ? at.partials : 0, 16}};
  return check_pointers(pointers);
}

// What the tiles filled by DMA need: rows of every tensor that are multiples of 16 bytes, and not so short
// that copies of neighbouring rows overlap (kernels/primitives/staged_operand.hpp).
bool is_aligned(const TensorwiseGemm& p) {
  const auto fastest = [](std::int64_t k) { return k % 16 == 0 && k >= kBlock; };
  const auto slowest = [](std::int64_t extent) { return extent % 16 == 0 && extent >= kBlock; };
  switch (p.layout) {
    case Layout::nt:
      return fastest(p.k) && p.n % 8 == 0;
    case Layout::nn:
      return fastest(p.k) && slowest(p.n);
    case Layout::tn:
      return slowest(p.m) && slowest(p.n);
  }
  return false;
}

// Tiles there can be, whatever group_offs says: every group may waste part of one.
std::int64_t most_tiles(const TensorwiseGemm& p, const TileSize& tile) {
  const std::int64_t columns = ceil_div(p.n, tile.columns);
  if (p.layout == Layout::tn) return p.groups() * ceil_div(p.m, tile.rows) * columns;
  const std::int64_t busy = std::min(p.groups(), p.m);
  return (p.m + busy * (tile.rows - 1)) / tile.rows * columns;
}

// Few tiles of 256 rows leave compute units idle: then 128 rows, if those too fit the device at once.
const TileSize& tile_of(const TensorwiseGemm& p, Tile wanted) {
  if (!is_aligned(p)) return kAny;
  if (wanted == Tile::automatic) return most_tiles(p, kSmall) <= kComputeUnits ? kSmall : kLarge;
  return wanted == Tile::small ? kSmall : kLarge;
}

const char* word(const formats::Format& format) {
  return format == formats::float8_e5m2 ? "e5m2" : "e4m3";
}

}  // namespace

Layout layout_of(std::string_view kernel) {
  return kernel.ends_with("_nt") ? Layout::nt : kernel.ends_with("_nn") ? Layout::nn : Layout::tn;
}

TileExtent tile_extent(const TensorwiseGemm& p, const TensorwiseTuning& t) {
  const TileSize& tile = tile_of(p, t.tile);
  return {tile.rows, tile.columns};
}

std::uint64_t partial_bytes(const TensorwiseGemm& p, const TensorwiseTuning& t) {
  const std::int64_t rows = p.layout == Layout::tn ? p.groups() * p.m : p.m;
  return t.splits <= 1 ? 0 : std::uint64_t(t.splits * rows * p.n) * 4;
}

tl::expected<std::vector<LaunchPlan>, Refusal> plan(const Kernel& kernel, const TensorwiseGemm& p,
                                                    const TensorwiseTuning& t,
                                                    const TensorwiseAddresses& at) {
  if (p.layout != layout_of(kernel.name)) return refuse("kernel", kernel.name, "implements another layout");
  if (auto ok = operators::check(p); !ok) return tl::unexpected(ok.error());
  if (auto ok = check_sizes(p); !ok) return tl::unexpected(ok.error());
  if (auto ok = check_tuning(t); !ok) return tl::unexpected(ok.error());
  if (auto ok = check_addresses(at, t.splits > 1); !ok) return tl::unexpected(ok.error());

  const TileSize& tile = tile_of(p, t.tile);
  const std::int64_t items = most_tiles(p, tile) * t.splits;
  const std::int64_t rows = p.layout == Layout::tn ? p.groups() * p.m : p.m;
  const std::int64_t elements = rows * p.n;
  const Limit limits[] = {
      {"tiles", items, 0, kMaxInt32 / 2, "times splits, to fit the grid"},
      {"d", elements, 0, t.splits > 1 ? kMaxInt32 * kThreads : std::int64_t{1} << 46, "elements"},
  };
  if (auto ok = check_limits(limits); !ok) return tl::unexpected(ok.error());
  if (items == 0) return std::vector<LaunchPlan>{};

  const std::int64_t workgroups = t.num_cu == 0 ? items : std::min(t.num_cu, items);
  // A band beyond the last row (column, tile) is as good as one that ends there, and cannot overflow.
  const std::int64_t row_tiles = ceil_div(p.m, tile.rows), column_tiles = ceil_div(p.n, tile.columns);
  const auto u64 = [](std::int64_t x) { return std::uint64_t(x); };
  LaunchPlan main;
  main.symbol = fmt::format("{}_{}_{}_{}", kernel.name, tile.name, word(*p.a), word(*p.b));
  main.grid = {std::uint32_t(workgroups), 1, 1};
  main.block = {kThreads, 1, 1};
  main.arguments = {{"d", at.d},
                    {"a", at.a},
                    {"b", at.b},
                    {"a_scale", at.a_scale},
                    {"b_scale", at.b_scale},
                    {"group_offs", at.group_offs},
                    {"partials", at.partials},
                    {"rows", u64(rows)},
                    {"m", u64(p.m)},
                    {"n", u64(p.n)},
                    {"k", u64(p.k)},
                    {"groups", u64(p.groups())},
                    {"workgroups", u64(workgroups)},
                    {"xcds", u64(t.xcds)},
                    {"group_m", u64(std::min(t.group_m, row_tiles))},
                    {"group_n", u64(std::min(t.group_n, column_tiles))},
                    {"band", u64(std::min(t.band, row_tiles * column_tiles))},
                    {"splits", u64(t.splits)},
                    {"f16", u64(*p.out == formats::float16)},
                    {"accumulate", u64(p.accumulate)},
                    {"wide", u64(t.wide)}};
  // Four waves share the tile two by two (kernels/primitives/staged_loop.hpp).
  main.tiled = {{"d", {tile.rows, tile.columns, tile.rows / 2, tile.columns / 2, kFragment}}};
  std::vector<LaunchPlan> launches{main};
  if (t.splits > 1) {
    LaunchPlan reduce = main;
    reduce.symbol = fmt::format("{}_reduce", kernel.name);
    reduce.grid = {std::uint32_t(ceil_div(elements, kThreads)), 1, 1};
    reduce.tiled.clear();  // the sums are the first launch's
    launches.push_back(std::move(reduce));
  }
  return launches;
}

}  // namespace lockstep::kernels
