// Which products of a mixture of experts are drawn, and the rows of their operators: one product, in every
// form of its output, and both as a whole.
#include <algorithm>

#include "kernels/moe_down/launch.hpp"
#include "properties/problems/generate.hpp"
#include "properties/problems/moe_down/problem.hpp"

namespace lockstep::problems::moe_down {

namespace {

using cases::Case;
using cases::Data;
using cases::Draw;
using operators::MoeOutput;

MoeOutput output_of(const Case& c) {
  return kernels::moe_output_of(c.kernel);
}
bool added(const Case& c) {
  return output_of(c) == MoeOutput::added_bf16;
}
bool gated(const Case& c) {
  return output_of(c) == MoeOutput::gated_mx;
}

std::int32_t rows_of_expert(Draw& draw, std::int64_t block) {
  switch (draw.between(0, 4)) {
    case 0:
      return 0;
    case 1:
      return std::int32_t(draw.between(1, 9));
    case 2:
      return std::int32_t(std::max<std::int64_t>(block + draw.between(-1, 1), 1));
    case 3:
      return std::int32_t(draw.between(1, block));
    default:
      return std::int32_t(draw.between(1, 2 * std::min<std::int64_t>(block, 48)));
  }
}

std::vector<std::int32_t> rows_of_experts(Draw& draw, std::int64_t block) {
  std::vector<std::int32_t> m(std::size_t(draw.between(1, draw.chance(80) ? 5 : 12)), 0);
  switch (draw.between(0, 5)) {
    case 0:  // one expert takes all
      m[std::size_t(draw.between(0, std::int64_t(m.size()) - 1))] = std::int32_t(draw.between(1, 2 * block));
      return m;
    case 1:  // each expert half of the one before
      for (std::size_t e = 0; e < m.size(); ++e)
        m[e] = std::int32_t(std::min<std::int64_t>(2 * block, 96) >> e);
      return m;
    case 2:  // fewer rows than experts
      for (std::int32_t& rows : m) rows = std::int32_t(draw.between(0, 1));
      return m;
    default:
      for (std::int32_t& rows : m) rows = rows_of_expert(draw, block);
      return m;
  }
}

void padding_and_tokens(Draw& draw, Case& c) {
  static const std::vector<Padding> kPads{Padding::tail, Padding::tail, Padding::head, Padding::scattered};
  c.options.set(kPad, draw.of(kPads));
  c.options.set(kBeyond, draw.chance(25));
  c.options.set(kHollow, draw.chance(20));
  c.options.set(kGap, draw.chance(25) ? draw.between(1, 3) : 0);
  c.options.set(kSpare, draw.chance(60) ? draw.between(1, 3) : 0);
  c.options.set(kFar, draw.chance(25) ? draw.between(1, 40) : 0);
  c.options.set(kIdle, draw.chance(50) ? draw.between(1, 5) : 0);
}

void small_shape(Draw& draw, Case& c) {
  static const std::vector<std::int64_t> kAddedBlocks{16, 32, 64}, kFlatBlocks{32, 128},
      kGatedBlocks{16, 32, 64, 128};
  c.options.set(kBlock, draw.of(added(c) ? kAddedBlocks : gated(c) ? kGatedBlocks : kFlatBlocks));
  c.m = rows_of_experts(draw, c.options[kBlock]);
  c.k = 256 * (draw.chance(70) ? draw.between(1, 2) : draw.between(3, 5));
  c.n = (gated(c) ? 512 : 256) * (draw.chance(70) ? 1 : draw.between(2, 3));
  const bool any_columns = added(c) || output_of(c) == MoeOutput::flat_bf16;  // any multiple of 32
  if (any_columns && draw.chance(30)) c.n = 32 * draw.between(1, 20);
  padding_and_tokens(draw, c);
}

enum Target : std::int64_t { wide_a, wide_b, wide_d };

// A tensor past 2, 4 or 8 GiB at little work: a handful of active rows far from the start.
void wide_shape(Draw& draw, Case& c, std::int64_t target) {
  // A gated D has half the columns of n: 2^31 bytes of it take half a million workgroups, which are 10 to 30
  // s.
  if (target == wide_d && gated(c) && !draw.chance(10)) target = draw.between(wide_a, wide_b);
  const std::int64_t drawn = wide_bytes(draw), block = added(c) || gated(c) ? 64 : 128;
  // Where elements have half a byte, 2^31 bytes take 131,072 workgroups already.
  const bool flat_mx = output_of(c) == MoeOutput::flat_mx, narrow = flat_mx || gated(c);
  const std::int64_t bytes = narrow && target == wide_d ? std::int64_t{1} << 31 : drawn;
  c.options.set(kBlock, block);
  c.m.assign(2, 0);
  c.m.front() = std::int32_t(draw.between(0, 4));
  c.m.back() = std::int32_t(draw.between(1, 12));
  c.n = target == wide_b ? 1024 : target == wide_d ? 7168 : gated(c) ? 512 : 256;
  c.k = target == wide_a ? 8192 : target == wide_b ? 4096 : 256;
  const int bits = c.options[kA]->bits;
  const std::int64_t a_row = c.k * bits / 8, b_row = c.k / 2,
                     d_row = flat_mx    ? c.n * bits / 8
                             : gated(c) ? c.n / 2 * bits / 8
                                        : c.n * 2;
  if (target == wide_a && gated(c)) {
    c.options.set(kFar, bytes / a_row + 1);
  } else if (target == wide_a) {
    c.options.set(kGap, bytes / a_row / block + 1);
  } else if (target == wide_b) {
    c.m.insert(c.m.begin() + 1, std::size_t(bytes / (c.n * b_row)), 0);
  } else if (added(c)) {
    c.options.set(kFar, bytes / d_row + 1);
  } else {
    c.options.set(kGap, bytes / d_row / block + 1);
  }
}

// Tensors as wide as that beside small ones, which other cases have.
bool wide_operands(Draw& draw, Case& c) {
  c.options.erase(kFar);
  c.options.erase(kGap);
  wide_shape(draw, c, draw.between(wide_a, wide_d));
  return true;
}

// The tokens' rows, of A and of D, past 2, 4 or 8 GiB. What lies between the products takes half a million
// workgroups to pass 2 GiB: one such case is in upstream.cases.
void wide_stages(Draw& draw, Case& c) {
  c.m = {std::int32_t(draw.between(1, 4)), std::int32_t(draw.between(1, 4))};
  c.n = 4096;
  c.k = 8192;
  c.options.set(kFar, wide_bytes(draw) / (c.k / 2) + 1);
}

// Sizes and routing: skew, empty experts, padding anywhere, tokens that collide; now and then a tensor past
// 2, 4 or 8 GiB at little work.
void shape(Draw& draw, const Space& space, Case& c) {
  if (kernels::moe_down_takes_bytes(c.arch) && draw.chance(40)) c.options.set(kA, &formats::float8_e4m3fn);
  if (space.wide_offsets && draw.chance(4)) {
    wide_shape(draw, c, draw.between(wide_a, wide_d));
  } else {
    small_shape(draw, c);
  }
  static const std::vector<Weights> kAnyWeights{Weights::router,   Weights::router, Weights::one,
                                                Weights::any_sign, Weights::zero,   Weights::tiny};
  static const std::vector<std::int64_t> kDies{1, 1, 2, 3, 8};
  c.options.set(kWeights, draw.of(kAnyWeights));
  c.options.set(kStreamed, draw.chance(40));
  c.options.set(kXcds, draw.of(kDies));
  if (!added(c)) {
    c.options.set(kTopK, draw.between(1, 9));
    return;
  }
  // Half of the cases are without collisions, where every law speaks.
  const bool on_grid = c.data == Data::grid;
  c.options.set(kTopK, draw.chance(50) ? 1 : draw.between(2, 9));
  c.options.set(kResidual, draw.chance(20) && !on_grid);
  c.options.set(kSummable, on_grid);
  if (!on_grid || c.options[kTopK] == 1) return;
  c.options.set(kWeights, Weights::one);
  if (c.scales == cases::Scales::near) c.scales = cases::Scales::unit;
}

// A's scales past 2 GiB, or B's past 2 or 4.
bool wide_scales(Draw& draw, Case& c) {
  constexpr std::int64_t kBytes = std::int64_t{1} << 31;
  const bool of_a = draw.chance(50);
  const std::int64_t block = added(c) || gated(c) ? 64 : 128;
  c.options.erase(kFar);
  c.options.erase(kGap);
  c.options.set(kBlock, block);
  c.m = {std::int32_t(draw.between(0, 4)), std::int32_t(draw.between(1, 12))};
  c.k = 16384;
  c.n = of_a ? (gated(c) ? 512 : 256) : 1024;
  if (of_a)
    c.options.set(kGap, kBytes / (c.k / 32) / block + 1);
  else
    c.m.insert(c.m.begin() + 1, std::size_t(draw.between(1, 2) * kBytes / (c.n * c.k / 32)), 0);
  return true;
}

// The tensors of one of two products past 2 GiB and more, experts without rows between two that have some.
void wide_experts(Draw& draw, Case& c, std::int64_t expert_bytes, std::int64_t widest) {
  c.options.erase(kFar);
  c.options.erase(kGap);
  c.options.set(kBlock, 64);
  c.m.insert(c.m.begin() + 1, std::size_t((std::int64_t{1} << draw.between(31, widest)) / expert_bytes), 0);
}

// The weights of either product past 2, 4 or 8 GiB.
bool wide_weights(Draw& draw, Case& c) {
  const bool first = draw.chance(50);
  c.options.set(kInter, first ? 256 : 1024);
  c.n = first ? 256 : 4096;
  c.k = first ? 8192 : 256;
  c.m = {std::int32_t(draw.between(0, 4)), std::int32_t(draw.between(1, 4))};
  wide_experts(draw, c, c.options[kInter] * (first ? c.k : c.n / 2), 33);
  return true;
}

// The scales of either product's weights past 2 or 4 GiB.
bool wide_weight_scales(Draw& draw, Case& c) {
  const bool first = draw.chance(50);
  c.options.set(kInter, first ? 512 : 4096);
  c.n = first ? 256 : 8192;
  c.k = first ? 16384 : 256;
  c.m = {1, std::int32_t(draw.between(1, 2))};
  wide_experts(draw, c, c.options[kInter] * (first ? 2 * c.k : c.n) / 32, 32);
  return true;
}

// Shapes of both products as a whole; tensors stay small.
void two_stage_shape(Draw& draw, const Space& space, Case& c) {
  if (kernels::moe_down_takes_bytes(c.arch) && !space.exact_grid_only && draw.chance(40))
    c.options.set(kA, &formats::float8_e4m3fn);
  small_shape(draw, c);
  c.options.set(kInter, 256 * draw.between(1, 2));
  if (space.wide_offsets && draw.chance(4)) wide_stages(draw, c);
  static const std::vector<Weights> kAnyWeights{Weights::router, Weights::one, Weights::any_sign,
                                                Weights::zero};
  c.options.set(kWeights, draw.of(kAnyWeights));
  c.options.set(kStreamed, draw.chance(40));
  c.options.set(kXcds, draw.chance(30) ? draw.between(2, 8) : 1);
  // On the grid the second product is exact only for small, even scales, and without collisions.
  const bool on_grid = space.exact_grid_only || (c.data == Data::grid && draw.chance(50));
  c.options.set(kTopK, on_grid ? 1 : draw.between(1, 9));
  c.options.set(kResidual, draw.chance(20) && !on_grid);
  c.options.set(kSummable, on_grid);
  if (on_grid) c.scales = cases::Scales::unit;
}

// Tokens without experts stay as they are: the others' numbers hang on them.
void relaunch(Draw& draw, Case& c) {
  static const std::vector<std::int64_t> kBlocks{16, 32, 64, 128};
  const std::int64_t far = c.options[kFar], idle = c.options[kIdle];
  padding_and_tokens(draw, c);
  c.options.set(kFar, far);
  c.options.set(kIdle, idle);
  c.options.set(kBlock, draw.of(kBlocks));
  c.options.set(kStreamed, draw.chance(50));
  c.options.set(kXcds, draw.between(1, 8));
}

void addend(Draw&, Case& c, bool adds) {
  if (!added(c)) return;
  c.options.set(kSummable, false);
  c.options.set(kResidual, adds);
}

bool many_experts(Draw& draw, Case& c) {
  groups_around_a_wave(draw, c, 512);
  return true;
}

// Each token has all experts that have rows: of more, some would take the place of the last slot.
bool every_slot(Draw& draw, Case& c) {
  const std::int64_t before = draw.between(0, kTopK.high), without_rows = draw.between(0, 2);
  c.options.set(kTopK, kTopK.high);
  c.m.assign(std::size_t(kTopK.high), std::int32_t(draw.between(1, 5)));
  c.m.insert(c.m.begin() + before, std::size_t(without_rows), 0);
  return true;
}

bool far_tokens(Case& c, std::int64_t far) {
  c.options.set(kFar, far);
  return true;
}

Operands operands(const Case&, const kernels::Kernel&) {
  return {Operands::Width::fp4, Operands::Pass::output};
}

constexpr DeclaredOrder kOrders[] = {{"scaled_128"}, {"scaled_128_b_first"}};

// Benchmarks are as deep as DeepSeek-R1: 7168 into an expert, 2048 between its products. Kernels that add
// rows to tokens are built for blocks of 64 rows at most, the others for 128.
constexpr BenchmarkRow kBenchmarks[] = {
    {"moe_down_added", "groups=1 m=256 n=1024 k=2048 block=64", "groups=1 m=64 n=512 k=2048 block=64", 4},
    {"moe_gate_up", "groups=1 m=256 n=1024 k=7168 block=128", "groups=1 m=128 n=512 k=2048 block=128", 4},
    {"", "groups=1 m=256 n=1024 k=2048 block=128", "groups=1 m=128 n=512 k=2048 block=128", 4},
};
constexpr BenchmarkRow kTwoStageBenchmarks[] = {
    {"", "groups=1 m=64 n=1024 k=7168 inter=2048 block=64", "groups=1 m=64 n=512 k=2048 block=64", 4},
};

}  // namespace

Operator row() {
  return {.op = "moe_down",
          .grammar = {kKeys, 32, 256},
          .outs = {"bf16"},
          .block_scales = true,
          .shape = shape,
          .prepare = prepare,
          .relaunch = relaunch,
          .rare = {.addend = addend,
                   .groups_around_a_wave = many_experts,
                   .far_tokens = far_tokens,
                   .wide_operands = wide_operands,
                   .wide_scales = wide_scales,
                   .every_slot = every_slot},
          .orders = kOrders,
          .benchmarks = kBenchmarks,
          .operands = operands};
}

Operator two_stage_row() {
  return {.op = "moe_two_stage",
          .grammar = {kTwoStageKeys, 32, 256},
          .outs = {"bf16"},
          .block_scales = true,
          .shape = two_stage_shape,
          .prepare = prepare_two_stage,
          .relaunch = relaunch,
          .rare = {.addend = addend,
                   .groups_around_a_wave = many_experts,
                   .far_tokens = far_tokens,
                   .wide_operands = wide_weights,
                   .wide_scales = wide_weight_scales,
                   .every_slot = every_slot},
          .orders = kOrders,
          .benchmarks = kTwoStageBenchmarks,
          .operands = operands};
}

}  // namespace lockstep::problems::moe_down
