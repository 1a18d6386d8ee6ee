// Which tensor-wise GEMMs are drawn, and the row of their operator.
#include <algorithm>

#include "kernels/mutants/mutants.hpp"
#include "properties/problems/generate.hpp"
#include "properties/problems/tensorwise_gemm/problem.hpp"

namespace lockstep::problems::tensorwise_gemm {

namespace {

using cases::Case;
using cases::Draw;
using operators::Layout;
using operators::round_up;

bool is_tn(const Case& c) {
  return kernels::layout_of(c.kernel) == Layout::tn;
}
bool is_nt(const Case& c) {
  return kernels::layout_of(c.kernel) == Layout::nt;
}

// A size around the edges that kernels have, at most `most`.
std::int64_t size(Draw& draw, std::int64_t most, std::int64_t edge) {
  std::int64_t value = 0;
  switch (draw.between(0, 4)) {
    case 0:
      value = draw.between(1, 33);
      break;
    case 1:
      value = 16 * draw.between(1, 20) + draw.between(-1, 1);
      break;
    case 2:
      value = edge * draw.between(1, 3) + draw.between(-1, 1);
      break;
    case 3:
      value = edge * draw.between(1, 2);
      break;
    default:
      value = draw.between(1, most);
      break;
  }
  return std::clamp<std::int64_t>(value, 1, most);
}

// Rows of the groups: uniform, ragged, a few giants, one that takes everything; empty ones anywhere.
std::vector<std::int32_t> routing(Draw& draw, std::int64_t most) {
  const auto groups = std::size_t(draw.between(1, draw.chance(85) ? 4 : draw.chance(80) ? 12 : 70));
  std::vector<std::int32_t> m(groups, 0);
  const std::int64_t skew = draw.between(0, 3);
  if (skew == 0) {
    m[std::size_t(draw.between(0, std::int64_t(groups) - 1))] = std::int32_t(size(draw, most, 128));
    return m;
  }
  const std::int64_t each = groups > 12 ? 40 : most;
  const auto uniform = std::int32_t(size(draw, each, 128));
  for (std::int32_t& rows : m) {
    const bool empty = draw.chance(20);
    const std::int64_t own = draw.chance(25) ? size(draw, each, 128) : draw.between(1, 20);
    rows = empty ? 0 : skew == 1 ? uniform : std::int32_t(std::min(own, each));
  }
  return m;
}

// The image of a planted bug holds one pair of formats.
bool is_planted(const Case& c) {
  const auto mutants = kernels::mutants();
  return std::any_of(mutants.begin(), mutants.end(),
                     [&](const kernels::Mutant& m) { return m.id == c.build; });
}

// The order in which workgroups take tiles.
void walk(Draw& draw, Case& c, bool sampled) {
  const bool persistent = draw.chance(40) && !sampled;
  c.options.set(kNumCu, persistent ? draw.between(1, draw.chance(80) ? 12 : 304) : 0);
  c.options.set(kXcds, draw.chance(50) ? 8 : draw.between(1, 9));
  c.options.set(kGroupM, draw.chance(40) ? draw.between(1, 4) : 0);
  c.options.set(kGroupN, draw.chance(20) ? draw.between(1, 3) : 0);
  c.options.set(kWide, !is_nt(c) && draw.chance(30));
  if (is_tn(c)) c.options.set(kBand, draw.between(1, 5));
}

void tuning(Draw& draw, Case& c) {
  const formats::Format *const e4m3 = &formats::float8_e4m3fn, *const e5m2 = &formats::float8_e5m2;
  static const std::vector<const formats::Format*> kFormats{e4m3, e5m2};
  static const std::vector<Tile> kTiles{Tile::automatic, Tile::large, Tile::small};
  const formats::Format* const a = draw.of(kFormats);
  const formats::Format* const b = draw.of(kFormats);
  c.options.set(kA, is_planted(c) ? e4m3 : a);
  c.options.set(kB, is_planted(c) ? e5m2 : b);
  c.options.set(kTile, draw.of(kTiles));
  c.options.set(kBeta, draw.chance(30));
  const bool sampled = c.options[kSample] != 0;
  const bool splittable = !sampled || c.k % 16 == 0;  // a sample's parts are summed by whole tiles
  const std::int64_t splits = splittable && draw.chance(25) ? draw.between(2, 5) : 1;
  c.options.set(kSplitK, splits);
  const bool any_data = c.data != cases::Data::full && c.data != cases::Data::grid;
  if (splits > 2 && any_data && !sampled && draw.chance(75)) {  // shows their order, if none is empty
    c.data = cases::Data::opposed;
    if (!is_tn(c)) c.k = std::max(c.k, 128 * splits + 16);
  }
  walk(draw, c, sampled);
}

void small_shape(Draw& draw, Case& c) {
  const bool many = draw.chance(15);  // several tiles each way
  c.m = routing(draw, many ? 600 : 300);
  c.n = size(draw, many ? 800 : 300, 256);
  c.k = size(draw, many ? 400 : 700, 128);
  if (draw.chance(70)) {  // rows that tiles filled by DMA take
    const std::int64_t at_least = is_nt(c) ? 1 : 128;
    c.n = round_up(std::max(c.n, at_least), 16);
    // Half of them with any part of a block at the end, but for tn, whose k are the tokens.
    c.k = !is_tn(c) && draw.chance(50) ? 16 * draw.between(8, 44)
                                       : round_up(std::max<std::int64_t>(c.k, 128), 16);
  }
  c.options.set(kTail, draw.chance(30) ? draw.between(1, 300) : 0);
}

// B past 2, 4 or 8 GiB: planes of empty groups between two that have rows.
void wide_shape(Draw& draw, Case& c) {
  const std::int64_t bytes = wide_bytes(draw);
  c.n = 1024;
  c.k = draw.chance(50) ? 4096 : 4001;
  c.m.assign(std::size_t(bytes / (c.n * c.k) + 2), 0);
  c.m.front() = std::int32_t(draw.between(0, 20));
  c.m.back() = std::int32_t(draw.between(1, 40));
}

// Many rows before a group's: of A, and in tn, where they are k, of B.
void far_rows(Draw& draw, Case& c, std::int64_t bytes, std::int32_t few) {
  c.n = 256 * draw.between(1, 3);
  c.k = is_tn(c) ? 1 << 20 : 2048;
  c.m = {std::int32_t(bytes / c.k), few};
}

void far_output(Case& c, std::int64_t bytes, std::int32_t few) {
  c.n = 16384;
  c.k = is_tn(c) ? 1024 : 256;
  if (is_tn(c))
    c.m.assign(std::size_t(bytes / 2 / c.n / c.k), 0);
  else
    c.m.assign(1, std::int32_t(bytes / 2 / c.n));
  c.m.push_back(few);
}

// k rows of B, around where 32 bits of offset end; in nn of the second group.
void long_traversal(Draw& draw, Case& c, std::int32_t few) {
  c.n = 1 << 20;
  const std::int64_t rows = (std::int64_t{1} << 32) / c.n + draw.between(-260, 130);
  if (is_tn(c)) {
    c.k = 256;
    c.m = {3, std::int32_t(rows)};
  } else {
    c.k = draw.chance(75) ? round_up(rows, 16) : rows;
    c.m = {0, few};
  }
}

// One tile of two groups of a problem too large to be computed whole: A, B, D or the rows of k past 2, 4 and
// 8 GiB.
void sampled_shape(Draw& draw, Case& c) {
  c.options.set(kSample, 2);
  const std::int64_t bytes =
      (std::int64_t{1} << draw.between(31, is_tn(c) ? 32 : 33)) + (std::int64_t{1} << 25);
  const auto few = std::int32_t(draw.between(1, 300));
  const std::int64_t what = draw.between(0, is_nt(c) ? 1 : 2);
  if (what == 0) far_rows(draw, c, bytes, few);
  if (what == 1) far_output(c, bytes, few);
  if (what == 2) long_traversal(draw, c, few);
}

// Sizes around the edges of fragments, tiles and k blocks, aligned and not; any skew; every choice of formats
// and tuning; now and then, with empty groups, B past 2, 4 or 8 GiB.
void shape(Draw& draw, const Space& space, Case& c) {
  if (space.wide_offsets && !is_tn(c) && draw.chance(4)) {
    wide_shape(draw, c);
  } else if (space.wide_offsets && draw.chance(6)) {
    sampled_shape(draw, c);
  } else {
    small_shape(draw, c);
  }
  tuning(draw, c);
}

void relaunch(Draw& draw, Case& c) {
  static const std::vector<Tile> kTiles{Tile::automatic, Tile::large, Tile::small};
  c.options.set(kTile, draw.of(kTiles));
  walk(draw, c, false);
}

bool wide_operands(Draw& draw, Case& c) {
  c.options = {};
  sampled_shape(draw, c);
  tuning(draw, c);
  return true;
}

void addend(Draw&, Case& c, bool adds) {
  c.options.set(kBeta, adds);
}

bool many_groups(Draw& draw, Case& c) {
  groups_around_a_wave(draw, c, is_tn(c) ? 144 : 512);
  return true;
}

Operands operands(const Case& c, const kernels::Kernel& kernel) {
  using Pass = Operands::Pass;
  using Width = Operands::Width;
  const formats::Format *const a = c.options[kA], *const b = c.options[kB];
  const Layout layout = kernels::layout_of(kernel.name);
  return {a != b                       ? Width::mixed
          : a == &formats::float8_e5m2 ? Width::fp8_e5m2
                                       : Width::fp8_e4m3,
          layout == Layout::nn   ? Pass::input_gradient
          : layout == Layout::tn ? Pass::weight_gradient
                                 : Pass::output};
}

constexpr OrderKey kUnsplit[] = {{"split_k", "1"}};
constexpr DeclaredOrder kOrders[] = {{"unscaled_128", kUnsplit}};

constexpr BenchmarkRow kBenchmarks[] = {
    // tn sums over m
    {"tensorwise_tn", "groups=1 m=2048 n=1024 k=256", "groups=1 m=2048 n=256 k=256 tile=large", 8},
    {"", "groups=1 m=256 n=1024 k=2048", "groups=1 m=256 n=256 k=2048 tile=large", 8},
};

}  // namespace

Operator row() {
  return {.op = "tensorwise_gemm",
          .grammar = {kKeys, 1, 1, &kSample},
          .outs = {"bf16", "f16"},
          .shape = shape,
          .prepare = prepare,
          .relaunch = relaunch,
          .rare = {.addend = addend, .groups_around_a_wave = many_groups, .wide_operands = wide_operands},
          .orders = kOrders,
          .benchmarks = kBenchmarks,
          .operands = operands};
}

}  // namespace lockstep::problems::tensorwise_gemm
