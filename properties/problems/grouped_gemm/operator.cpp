// Which grouped GEMMs are drawn, contiguous and masked, and the row of their operator.
#include <algorithm>

#include "emulator/arch/arch.hpp"
#include "properties/problems/generate.hpp"
#include "properties/problems/grouped_gemm/problem.hpp"

namespace lockstep::problems::grouped_gemm {

namespace {

using cases::Case;
using cases::Draw;

// Rows of one group: around the edges of 16-row fragments and 128-row tiles, and anything between.
std::int32_t rows_of_group(Draw& draw, std::int32_t most) {
  std::int64_t rows = 0;
  switch (draw.between(0, 5)) {
    case 0:
      rows = 0;
      break;
    case 1:
      rows = draw.between(1, 31);
      break;
    case 2:
      rows = 16 * draw.between(1, 16) + draw.between(-1, 1);
      break;
    case 3:
      rows = 128 * draw.between(1, 3) + draw.between(-1, 1);
      break;
    case 4:
      rows = most;
      break;
    default:
      rows = draw.between(1, most);
      break;
  }
  return std::int32_t(std::min<std::int64_t>(rows, most));
}

std::vector<std::int32_t> routing(Draw& draw, std::int32_t most) {
  const auto groups = std::size_t(draw.between(1, draw.chance(80) ? 4 : 9));
  std::vector<std::int32_t> m(groups, 0);
  if (draw.chance(15)) {  // one group takes everything
    m[std::size_t(draw.between(0, std::int64_t(groups) - 1))] = most;
    return m;
  }
  for (std::int32_t& rows : m) rows = rows_of_group(draw, most);
  return m;
}

// How the rows of a contiguous problem are told apart, and what lies between the groups.
void contiguous_form(Draw& draw, Case& c) {
  if (draw.chance(45)) {
    static const std::vector<std::int64_t> kAlignments{1, 2, 7, 15, 16, 32, 100, 128, 160, 192, 224, 256};
    c.options.set(kGroupsAs, GroupsAs::ends);
    c.options.set(kAlign, draw.of(kAlignments));
  } else {
    static const std::vector<Padding> kPads{Padding::tail, Padding::head, Padding::middle,
                                            Padding::scattered};
    c.options.set(kPad, draw.of(kPads));
  }
  c.options.set(kRagged, draw.chance(40));
  c.options.set(kGap, draw.chance(25) ? draw.between(1, 3) : 0);
  c.options.set(kZeroPadding, draw.chance(35));
}

// No guess, a right one, one that is too small, one that is too large.
void guess(Draw& draw, Case& c) {
  if (!kGuessed.holds(c) || draw.chance(40)) return;
  static const std::vector<std::int64_t> kGuesses{1, 128, 129, 4096, 0x7FFFFFFF};
  c.options.set(kExpectedM, draw.of(kGuesses));
}

// Draws a problem that has nothing along one of its dimensions.
void empty_shape(Draw& draw, Case& c) {
  switch (draw.between(0, 3)) {
    case 0:
      c.m.assign(c.m.size(), 0);
      break;
    case 1:
      c.n = 0;
      break;
    default:
      c.k = 0;
      break;
  }
}

// More groups than lanes, few of them with rows: what a scan over groups must get past.
std::vector<std::int32_t> many_groups(Draw& draw) {
  std::vector<std::int32_t> m(std::size_t(draw.between(65, 140)), 0);
  for (int i = 0; i < 3; ++i) m[std::size_t(draw.between(0, std::int64_t(m.size()) - 1))] = 17;
  m.back() = std::int32_t(draw.between(1, 130));
  return m;
}

// Draws both tiles; large ones with every number of columns behind the last one.
void columns(Draw& draw, Case& c) {
  const bool large = draw.chance(40);
  if (large) c.options.set(kTile, Tile::large);
  c.n = 128 * (draw.chance(70) && !large ? draw.between(1, 2) : draw.between(1, 5));
}

void small_shape(Draw& draw, Case& c) {
  c.m = draw.chance(4) ? many_groups(draw) : routing(draw, std::int32_t(draw.chance(70) ? 128 : 400));
  c.k = 128 * (draw.chance(50) ? draw.between(1, 3) : draw.between(1, 9));
  columns(draw, c);
  if (is_masked(c)) {
    const std::int32_t most = *std::max_element(c.m.begin(), c.m.end());
    c.options.set(kMMax, draw.chance(30) ? std::max<std::int64_t>(most, 1) : most + draw.between(1, 200));
  } else {
    contiguous_form(draw, c);
  }
  if (draw.chance(4)) empty_shape(draw, c);
}

enum Target : std::int64_t { wide_a, wide_b, wide_d };

// A tensor past 2, 4 or 8 GiB at little work: a handful of active rows far from the start.
void wide_shape(Draw& draw, Case& c, std::int64_t target) {
  const std::int64_t bytes = wide_bytes(draw);
  const std::int64_t rows = draw.between(1, 40);
  c.n = target == wide_b ? 1024 : target == wide_d ? 16384 : 128;
  if (draw.chance(40)) c.options.set(kTile, Tile::large);
  c.k = target == wide_a ? 2048 * draw.between(2, 4) : target == wide_b ? 4096 : 128;
  const std::int64_t row_bytes = target == wide_d ? c.n * 2 : c.k;
  const std::int64_t planes = bytes / (c.n * c.k) + 2;
  if (is_masked(c)) {
    const std::int64_t groups = target == wide_b ? planes : draw.between(3, 40);
    c.m.assign(std::size_t(groups), 0);
    c.m[0] = draw.chance(50) ? std::int32_t(draw.between(1, 20)) : 0;
    c.m.back() = std::int32_t(rows);
    c.options.set(kMMax, target == wide_b ? 128 : bytes / row_bytes / (groups - 1) + 1);
  } else {
    c.m.assign(std::size_t(target == wide_b ? planes : 2), 0);
    c.m.front() = std::int32_t(draw.between(0, 20));
    c.m.back() = std::int32_t(rows);
    const std::int64_t apart = target == wide_b ? 0 : bytes / row_bytes / 128 + 1;
    if (draw.chance(40)) {
      c.m.front() = std::max(c.m.front(), 1);
      c.options.set(kGroupsAs, GroupsAs::ends);
      c.options.set(kAlign, target == wide_b ? 32 : apart * 128);
    } else {
      c.options.set(kGap, apart);
    }
  }
}

// Sizes and routing: tails, empty groups, one group with everything; now and then a tensor past 2, 4 or 8 GiB
// at little work.
void shape(Draw& draw, const Space& space, Case& c) {
  if (space.wide_offsets && draw.chance(4)) {
    wide_shape(draw, c, draw.between(wide_a, wide_d));
  } else {
    small_shape(draw, c);
  }
  guess(draw, c);
  c.options.set(kPaddedScales, draw.chance(35));
}

// Mostly B, which is what other draws leave small.
bool wide_operands(Draw& draw, Case& c) {
  c.options = {};
  wide_shape(draw, c, draw.chance(75) ? std::int64_t{wide_b} : draw.between(wide_a, wide_d));
  guess(draw, c);
  return true;
}

// A's scales past 2 or 4 GiB. B's, one for 128 x 128 elements, would need tensors of 8 TiB and more.
bool wide_scales(Draw& draw, Case& c) {
  const std::int64_t scale_bytes = arch::has(c.arch, arch::Feature::block_scales) ? 1 : 4;
  const std::int64_t scales = (std::int64_t{1} << draw.between(31, 32)) / scale_bytes;
  const auto rows = std::int32_t(draw.between(1, 40)), front = std::int32_t(draw.between(1, 20));
  const std::int64_t blocks = is_masked(c) ? 16 : 64;  // scales along k
  c.options = {};
  c.n = 128;
  c.k = 128 * blocks;
  c.options.set(kExpectedM, 1);  // or millions of workgroups would find nothing to do
  if (is_masked(c)) {
    constexpr std::int64_t kCapacity = 1 << 22;
    c.m.assign(std::size_t(scales / blocks / kCapacity + 1), 0);
    c.m.front() = front;
    c.m.back() = rows;
    c.options.set(kMMax, kCapacity);
  } else {
    c.m = {front, rows};
    c.options.set(kGroupsAs, GroupsAs::ends);
    c.options.set(kAlign, scales / blocks);
  }
  return true;
}

bool many_groups(Draw& draw, Case& c) {
  groups_around_a_wave(draw, c, 512);
  if (is_masked(c)) c.options.set(kMMax, 128);
  return true;
}

// A gap of GiB between groups to be filled with zeros costs more than it tells.
bool fills_a_gap(const Case& c) {
  constexpr std::int64_t kTileRows = 128, kFewTiles = 64;
  const std::int64_t rows = std::max(c.options[kGap] * kTileRows, c.options[kAlign]);
  return c.options[kZeroPadding] && rows > kFewTiles * kTileRows;
}

void relaunch(Draw& draw, Case& c) {
  static const std::vector<Padding> kPads{Padding::tail, Padding::head, Padding::middle, Padding::scattered};
  static const std::vector<Tile> kTiles{Tile::automatic, Tile::large, Tile::small};
  c.options.set(kTile, draw.of(kTiles));
  c.options.set(kPaddedScales, draw.chance(50));
  guess(draw, c);
  if (is_masked(c)) {
    const std::int64_t most = c.m.empty() ? 0 : *std::max_element(c.m.begin(), c.m.end());
    c.options.set(kMMax, most + draw.between(1, 200));
    return;
  }
  c.options.set(kRagged, draw.chance(40));
  c.options.set(kGap, draw.between(0, 2));
  if (!has_ends(c)) c.options.set(kPad, draw.of(kPads));
}

constexpr DeclaredOrder kOrders[] = {{"scaled_128"},
                                     {"scaled_after_64"},
                                     {"scaled_128_b_first"},
                                     {"scaled_after_128", kRowFirst},
                                     {"deepgemm", kProductFirst}};

constexpr BenchmarkRow kBenchmarks[] = {
    {"grouped_gemm_masked", "groups=1 m_max=256 m=256 n=1024 k=2048",
     "groups=1 m_max=128 m=128 n=512 k=2048 tile=large", 8},
    {"", "groups=1 m=256 n=1024 k=2048", "groups=1 m=128 n=512 k=2048 tile=large", 8},
};

}  // namespace

Operator row() {
  return {.op = "grouped_gemm",
          .grammar = {kKeys, 128, 128},
          .outs = {"bf16", "f16"},
          .block_scales = true,
          .shape = shape,
          .prepare = prepare,
          .relaunch = relaunch,
          .costs_too_much = fills_a_gap,
          .rare = {.groups_around_a_wave = many_groups,
                   .wide_operands = wide_operands,
                   .wide_scales = wide_scales},
          .orders = kOrders,
          .benchmarks = kBenchmarks};
}

}  // namespace lockstep::problems::grouped_gemm
