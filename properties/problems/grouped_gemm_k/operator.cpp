// Which grouped GEMMs with groups along k are drawn, and the row of their operator.

#include "emulator/arch/arch.hpp"
#include "properties/problems/generate.hpp"
#include "properties/problems/grouped_gemm_k/problem.hpp"

namespace lockstep::problems::grouped_gemm_k {

namespace {

using cases::Case;
using cases::Draw;

std::vector<std::int32_t> groups_along_k(Draw& draw) {
  std::vector<std::int32_t> ks(std::size_t(draw.between(1, draw.chance(80) ? 4 : 9)), 0);
  if (draw.chance(15)) {
    ks[std::size_t(draw.between(0, std::int64_t(ks.size()) - 1))] = std::int32_t(128 * draw.between(1, 9));
    return ks;
  }
  for (std::int32_t& k : ks) k = draw.chance(25) ? 0 : std::int32_t(128 * draw.between(1, 4));
  return ks;
}

// More groups than lanes, few of them with anything in them.
std::vector<std::int32_t> many_groups(Draw& draw) {
  std::vector<std::int32_t> ks(std::size_t(draw.between(67, 100)), 0);
  ks[std::size_t(draw.between(0, 63))] = 128;
  ks[std::size_t(draw.between(64, std::int64_t(ks.size()) - 2))] = 128;
  ks.back() = 128;
  return ks;
}

std::int64_t extent(Draw& draw) {
  return draw.chance(40) ? 128 * draw.between(1, 2) : 16 * draw.between(8, 25);
}

// D past 2 or 4 GiB: planes of empty groups, which keep what they hold, before one that has work.
void wide_shape(Draw& draw, Case& c) {
  static const std::vector<std::int64_t> kLimits{std::int64_t{1} << 31, std::int64_t{1} << 32};
  const std::int64_t bytes = draw.of(kLimits);
  c.n = c.k = 1024;
  c.m.assign(std::size_t(bytes / (c.n * c.k * 4) + 1), 0);
  c.m.back() = 128;
  c.options.set(kC, Addend::in_place);
}

// D is so large that only those of its planes that have work may be written.
bool is_wide(const Case& c) {
  return c.groups() * c.n * c.k >= std::int64_t{1} << 28;
}

// A or B past 2, 4 or 8 GiB, of which a tile of each group is computed.
bool wide_operands(Draw& draw, Case& c) {
  static const std::vector<std::int64_t> kExtents{1 << 20, 1 << 21, (1 << 22) - 128};
  static const std::vector<Addend> kAddends{Addend::none, Addend::in_place, Addend::apart};
  const std::int64_t wide = draw.of(kExtents), bytes = wide_bytes(draw);
  const bool is_a = draw.chance(50);
  (is_a ? c.k : c.n) = wide;
  (is_a ? c.n : c.k) = 128 * draw.between(1, 2);
  const auto before = std::int32_t(bytes / wide / 128 * 128);
  c.m = {before, 0, std::int32_t(128 * draw.between(1, 2))};
  c.options = {};
  c.options.set(kC, draw.of(kAddends));
  c.options.set(kSample, true);
  return true;
}

bool wide_scales(Draw& draw, Case& c) {
  const std::int64_t scale_bytes = arch::has(c.arch, arch::Feature::block_scales) ? 1 : 4;
  constexpr std::int64_t kWidest = (1 << 22) - 128;
  const bool is_a = draw.chance(50);
  (is_a ? c.k : c.n) = kWidest;
  (is_a ? c.n : c.k) = 128;
  // 2^32 scales of a byte each have 131,200 rows of k, of which each touches a page: 2 GiB.
  const std::int64_t bytes = std::int64_t{1} << (scale_bytes == 1 ? 31 : draw.between(31, 32));
  const std::int64_t blocks = bytes / (kWidest * scale_bytes) + 1;
  c.m = {std::int32_t(128 * blocks), 0, std::int32_t(128 * draw.between(1, 2))};
  c.options = {};
  c.options.set(kC, draw.chance(50) ? Addend::none : Addend::in_place);
  c.options.set(kSample, true);
  return true;
}

// Sizes and groups: empty ones anywhere, one with everything, partial tiles both ways, more groups than
// lanes; now and then a D past 2, 4 or 8 GiB at little work.
void shape(Draw& draw, const Space& space, Case& c) {
  static const std::vector<Addend> kAddends{Addend::none, Addend::in_place, Addend::apart};
  if (space.wide_offsets && draw.chance(2)) return wide_shape(draw, c);
  const bool many = draw.chance(4);
  c.m = many ? many_groups(draw) : groups_along_k(draw);
  c.n = many ? 128 : extent(draw);
  c.k = many ? 128 : extent(draw);
  c.options.set(kC, draw.of(kAddends));
  if (draw.chance(3)) (draw.chance(50) ? c.n : c.k) = 0;
  if (draw.chance(3)) c.m.assign(c.m.size(), 0);
}

void addend(Draw& draw, Case& c, bool adds) {
  static const std::vector<Addend> kAddends{Addend::in_place, Addend::apart};
  if (is_wide(c)) return;  // all empty planes of D would be written
  c.options.set(kC, adds ? draw.of(kAddends) : Addend::none);
}

bool many_groups_of_128(Draw& draw, Case& c) {
  groups_around_a_wave(draw, c, 144, 128);
  return true;
}

Operands operands(const Case&, const kernels::Kernel&) {
  return {Operands::Width::fp8_e4m3, Operands::Pass::weight_gradient};
}

constexpr DeclaredOrder kOrders[] = {
    {"scaled_128"}, {"scaled_after_64"}, {"scaled_after_128", kRowFirst}, {"deepgemm", kProductFirst}};

constexpr BenchmarkRow kBenchmarks[] = {
    // m is what is summed over
    {"", "groups=1 m=2048 n=1024 k=256 out=f32", "groups=1 m=2048 n=256 k=256 out=f32", 8},
};

}  // namespace

Operator row() {
  return {.op = "grouped_gemm_k",
          .grammar = {kKeys, 16, 16, &kSample},
          .outs = {"f32"},
          .block_scales = true,
          .shape = shape,
          .prepare = prepare,
          .rare = {.addend = addend,
                   .groups_around_a_wave = many_groups_of_128,
                   .wide_operands = wide_operands,
                   .wide_scales = wide_scales},
          .orders = kOrders,
          .benchmarks = kBenchmarks,
          .operands = operands};
}

}  // namespace lockstep::problems::grouped_gemm_k
