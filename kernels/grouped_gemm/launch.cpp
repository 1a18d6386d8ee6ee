// Launch plan of the grouped GEMM kernels: envelope, grid, arguments.
#include "kernels/grouped_gemm/launch.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "emulator/arch/arch.hpp"
#include "kernels/rules.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::kernels {

namespace {

using operators::ceil_div;
using operators::GroupedGemm;
using operators::Grouping;
using operators::Refusal;

constexpr std::int64_t kTileM = 128, kTileN = 128;
constexpr std::int64_t kWaves = 4, kFragment = 16;

/// What differs between archs.
struct ArchFacts {
  std::int64_t large;     ///< columns of the large tile
  std::int64_t units;     ///< compute units that a launch should not leave idle
  bool waves_share_rows;  ///< two of a tile's four waves have its upper half; else each has all rows
};

ArchFacts facts_of(const Kernel& kernel) {
  const arch::Arch& arch = *arch::find(kernel.arch);
  const bool wmma = arch.has(arch::Feature::wmma);
  return {arch.has(arch::Feature::block_scales) && !wmma ? 512 : 256, arch.device.compute_units, wmma};
}

// 32-bit offsets inside a tile of 128 rows, as in kernels/primitives/tile.hpp.
constexpr std::int64_t kMaxK = (std::int64_t{1} << 24) - 128, kMaxN = (std::int64_t{1} << 23) - 128;
constexpr std::int64_t kMaxInt32 = 0x7FFFFFFF;
constexpr std::int64_t kMaxGridYZ = 65535;  // what the HIP runtime launches in y and z

bool is_ends(const GroupedGemm& p) {
  return p.grouping == Grouping::contiguous && p.groups_as == operators::GroupsAs::ends;
}

tl::expected<void, Refusal> check_limits(const GroupedGemm& p, const GroupedGemmTuning& tuning) {
  const bool masked = p.grouping == Grouping::masked, ends = is_ends(p);
  const char* rows = masked ? "m_max" : "m";
  const std::int64_t stride = p.scale_stride(), tiles = ends ? 0 : ceil_div(p.m, kTileM);
  const std::int64_t alignment = ends ? p.alignment : 1, guess = tuning.expected_m;
  const Rule rules[] = {
      {"k", p.k, p.k <= kMaxK, "must be at most 2^24 - 128, so that a tile of A fits 32-bit offsets"},
      {"n", p.n, p.n <= kMaxN, "must be at most 2^23 - 128, so that a tile of D fits 32-bit offsets"},
      {rows, p.m, p.m <= kMaxInt32, "must fit int32"},
      {rows, stride, stride <= kMaxInt32, "padded for the scales, must fit int32"},
      {rows, tiles, tiles <= kMaxGridYZ, "needs more than 65535 tiles of 128 rows in the grid"},
      {"alignment", alignment, alignment <= kMaxInt32 - p.m, "plus m must fit int32"},
      {"groups", p.groups, p.groups <= (masked ? kMaxGridYZ : kMaxInt32),
       "must be at most 65535 in the grid"},
      {"expected_m", guess, guess <= kMaxInt32, "must fit int32"},
      {"expected_m", guess, guess >= 0, "must not be negative"},
  };
  return check_rules(rules);
}

// Tiles of one column that there can be: of all groups (ends), each of which may waste part of one, of one
// group (masked), or of all rows (ids).
std::int64_t most_row_tiles(const GroupedGemm& p) {
  if (!is_ends(p)) return ceil_div(p.m, kTileM);
  return (p.m + std::min(p.groups, p.m) * (kTileM - 1)) / kTileM;
}

// Workgroups along y. Where they take tiles in turn, a guess may leave out those that would find none.
std::int64_t row_tiles(const GroupedGemm& p, const GroupedGemmTuning& tuning) {
  const std::int64_t most = std::min(most_row_tiles(p), kMaxGridYZ);
  const bool in_turn = is_ends(p) || p.grouping == Grouping::masked;
  if (!in_turn || tuning.expected_m == 0) return most;
  const std::int64_t each = ceil_div(tuning.expected_m, kTileM);
  return std::min(most, is_ends(p) ? each * p.groups : each);
}

// The large tile, where it leaves no compute unit idle for want of tiles, nor a fifth of its columns or more
// behind the last one.
std::int64_t tile_columns(const Kernel& kernel, const GroupedGemm& p, const GroupedGemmTuning& tuning) {
  const std::int64_t large = facts_of(kernel).large, units = facts_of(kernel).units;
  using Tile = GroupedGemmTuning::Tile;
  if (tuning.tile != Tile::automatic) return tuning.tile == Tile::large ? large : kTileN;
  const std::int64_t tiles = ceil_div(p.n, large), planes = p.grouping == Grouping::masked ? p.groups : 1;
  const bool enough = tiles * row_tiles(p, tuning) * planes >= units;
  return enough && 5 * (tiles * large - p.n) < tiles * large ? large : kTileN;
}

tl::expected<void, Refusal> check_addresses(const GroupedGemm& p, const GroupedGemmAddresses& at) {
  const char* routing = p.grouping == Grouping::masked ? "masked_m" : "grouped_layout";
  const auto scale = std::uint64_t(p.scale_bytes());
  const Pointer pointers[] = {{"d", at.d, 16},
                              {"a", at.a, 16},
                              {"a_scale", at.a_scale, scale},
                              {"b", at.b, 16},
                              {"b_scale", at.b_scale, scale},
                              {routing, at.routing, 4}};
  return check_pointers(pointers);
}

std::string symbol_of(const Kernel& kernel, const GroupedGemm& p, bool large) {
  return fmt::format("{}{}_{}{}", kernel.name, is_ends(p) ? "_ends" : "",
                     *p.out == formats::bfloat16 ? "bf16" : "f16", large ? "_large" : "");
}

}  // namespace

Grouping grouping_of(std::string_view kernel) {
  return kernel.ends_with("_masked") ? Grouping::masked : Grouping::contiguous;
}

BlockScaledFormats formats_of(const Kernel& kernel) {
  return {arch::has(kernel.arch, arch::Feature::fnuz) ? &formats::float8_e4m3fnuz : &formats::float8_e4m3fn,
          arch::has(kernel.arch, arch::Feature::block_scales) ? &formats::float8_e8m0fnu : &formats::float32};
}

tl::expected<std::vector<LaunchPlan>, Refusal> plan(const Kernel& kernel, const GroupedGemm& p,
                                                    const GroupedGemmAddresses& at,
                                                    const GroupedGemmTuning& tuning) {
  if (p.grouping != grouping_of(kernel.name))
    return refuse("kernel", kernel.name, "implements the other grouping");
  if (auto ok = operators::check(p); !ok) return tl::unexpected(ok.error());
  if (!(*p.element == *formats_of(kernel).element))
    return refuse("element", p.element->name,
                  fmt::format("must be {} on {}", formats_of(kernel).element->name, kernel.arch));
  if (!(*p.scale == *formats_of(kernel).scale))
    return refuse("scale", p.scale->name,
                  fmt::format("must be {} on {}", formats_of(kernel).scale->name, kernel.arch));
  if (auto ok = check_limits(p, tuning); !ok) return tl::unexpected(ok.error());
  if (auto ok = check_addresses(p, at); !ok) return tl::unexpected(ok.error());
  if (p.m == 0 || p.n == 0) return std::vector<LaunchPlan>{};

  const bool masked = p.grouping == Grouping::masked;
  const auto u64 = [](std::int64_t x) { return std::uint64_t(x); };
  LaunchPlan launch;
  const std::int64_t columns = tile_columns(kernel, p, tuning);
  launch.symbol = symbol_of(kernel, p, columns != kTileN);
  launch.grid = {std::uint32_t(ceil_div(p.n, columns)), std::uint32_t(row_tiles(p, tuning)),
                 masked ? std::uint32_t(p.groups) : 1u};
  launch.block = {std::uint32_t(kWaves) * lanes_of(kernel), 1, 1};
  launch.arguments = {{"d", at.d},
                      {"a", at.a},
                      {"a_scale", at.a_scale},
                      {"b", at.b},
                      {"b_scale", at.b_scale},
                      {masked ? "masked_m" : "grouped_layout", at.routing},
                      {"m", u64(p.m)},
                      {"n", u64(p.n)},
                      {"k", u64(p.k)},
                      {"groups", u64(p.groups)},
                      {"a_scale_stride", u64(p.scale_stride())},
                      {"row_tiles", launch.grid[1]}};
  if (!masked) {
    launch.arguments.push_back({"alignment", u64(p.alignment)});
    launch.arguments.push_back({"zero_padding", u64(p.zero_padding)});
  }
  // A wave owns all rows and its share of the columns (kernels/primitives/tile.hpp), or a quarter
  // (wmma_loop.hpp).
  const operators::Tiling tall{kTileM, columns, kTileM, columns / kWaves, kFragment};
  const operators::Tiling quarters{kTileM, columns, kTileM / 2, columns / 2, kFragment};
  launch.tiled = {{"d", facts_of(kernel).waves_share_rows ? quarters : tall}};
  return std::vector<LaunchPlan>{launch};
}

}  // namespace lockstep::kernels
