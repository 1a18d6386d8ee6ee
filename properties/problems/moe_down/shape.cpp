#include "properties/problems/moe_down/shape.hpp"

#include <algorithm>

#include "properties/problems/moe_down/keys.hpp"

namespace lockstep::problems {

namespace {

using cases::Case;
using cases::Data;
using cases::Draw;

bool added(const Case& c) {
  return c.kernel.ends_with("_added");
}

bool gated(const Case& c) {
  return c.kernel.ends_with("_gate_up");
}

// D in bf16: of any multiple of 32 columns.
bool any_columns(const Case& c) {
  return added(c) || c.kernel.ends_with("_flat") || c.kernel.ends_with("_stage");
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
  using moe_down::Padding;
  static const std::vector<Padding> kPads{Padding::tail, Padding::tail, Padding::head, Padding::scattered};
  c.options.set(moe_down::kPad, draw.of(kPads));
  c.options.set(moe_down::kBeyond, draw.chance(25));
  c.options.set(moe_down::kHollow, draw.chance(20));
  c.options.set(moe_down::kGap, draw.chance(25) ? draw.between(1, 3) : 0);
  c.options.set(moe_down::kSpare, draw.chance(60) ? draw.between(1, 3) : 0);
  c.options.set(moe_down::kFar, draw.chance(25) ? draw.between(1, 40) : 0);
  c.options.set(moe_down::kIdle, draw.chance(50) ? draw.between(1, 5) : 0);
}

void small_shape(Draw& draw, Case& c) {
  static const std::vector<std::int64_t> kAddedBlocks{16, 32, 64}, kFlatBlocks{32, 128},
      kGatedBlocks{16, 32, 64, 128};
  const bool small_blocks = added(c) || c.kernel.ends_with("_stage");
  c.options.set(moe_down::kBlock, draw.of(small_blocks ? kAddedBlocks
                                          : gated(c)   ? kGatedBlocks
                                                       : kFlatBlocks));
  c.m = rows_of_experts(draw, c.options[moe_down::kBlock]);
  c.k = 256 * (draw.chance(70) ? draw.between(1, 2) : draw.between(3, 5));
  c.n = (gated(c) ? 512 : 256) * (draw.chance(70) ? 1 : draw.between(2, 3));
  if (any_columns(c) && draw.chance(30)) c.n = 32 * draw.between(1, 20);
  padding_and_tokens(draw, c);
}

// Tensors past 2, 4 or 8 GiB at little work: a handful of active rows far from the start.
void wide_shape(Draw& draw, Case& c) {
  enum Target : std::int64_t { wide_a, wide_b, wide_d };
  std::int64_t target = draw.between(wide_a, wide_d);
  // With half the columns of n, 2^31 bytes of D take half a million workgroups, which are 10 to 30 s.
  if (target == wide_d && gated(c) && !draw.chance(10)) target = draw.between(wide_a, wide_b);
  static const std::vector<std::int64_t> kLimits{std::int64_t{1} << 31, std::int64_t{1} << 32,
                                                 std::int64_t{1} << 33};
  const std::int64_t drawn = draw.of(kLimits), block = added(c) || gated(c) ? 64 : 128;
  // Of half a byte per element, 2^31 take 131,072 workgroups already.
  const bool narrow = c.kernel.ends_with("_mxfp4") || gated(c);
  const std::int64_t bytes = narrow && target == wide_d ? kLimits[0] : drawn;
  c.options.set(moe_down::kBlock, block);
  c.m.assign(2, 0);
  c.m.front() = std::int32_t(draw.between(0, 4));
  c.m.back() = std::int32_t(draw.between(1, 12));
  c.n = target == wide_b ? 1024 : target == wide_d ? 7168 : gated(c) ? 512 : 256;
  c.k = target == wide_a ? 8192 : target == wide_b ? 4096 : 256;
  const int bits = c.options[moe_down::kA]->bits;
  const std::int64_t a_row = c.k * bits / 8, b_row = c.k / 2,
                     d_row = c.kernel.ends_with("_mxfp4") ? c.n * bits / 8
                             : gated(c)                   ? c.n / 2 * bits / 8
                                                          : c.n * 2;
  if (target == wide_a && gated(c)) {
    c.options.set(moe_down::kFar, bytes / a_row + 1);
  } else if (target == wide_a) {
    c.options.set(moe_down::kGap, bytes / a_row / block + 1);
  } else if (target == wide_b) {
    c.m.insert(c.m.begin() + 1, std::size_t(bytes / (c.n * b_row)), 0);
  } else if (added(c)) {
    c.options.set(moe_down::kFar, bytes / d_row + 1);
  } else {
    c.options.set(moe_down::kGap, bytes / d_row / block + 1);
  }
}

// The tokens' rows, of A and of D, past 2, 4 or 8 GiB. What lies between the products takes half a million
// workgroups to pass 2 GiB: one such case is in upstream.cases.
void wide_stages(Draw& draw, Case& c) {
  static const std::vector<std::int64_t> kLimits{std::int64_t{1} << 31, std::int64_t{1} << 32,
                                                 std::int64_t{1} << 33};
  c.m = {std::int32_t(draw.between(1, 4)), std::int32_t(draw.between(1, 4))};
  c.n = 4096;
  c.k = 8192;
  c.options.set(moe_down::kFar, draw.of(kLimits) / (c.k / 2) + 1);
}

}  // namespace

void moe_down_shape(Draw& draw, const Space& space, Case& c) {
  if (c.arch == "gfx1250" && draw.chance(40)) c.options.set(moe_down::kA, &formats::float8_e4m3fn);
  if (space.wide_offsets && draw.chance(4)) {
    wide_shape(draw, c);
  } else {
    small_shape(draw, c);
  }
  using moe_down::Weights;
  static const std::vector<Weights> kWeights{Weights::router,   Weights::router, Weights::one,
                                             Weights::any_sign, Weights::zero,   Weights::tiny};
  static const std::vector<std::int64_t> kXcds{1, 1, 2, 3, 8};
  c.options.set(moe_down::kWeights, draw.of(kWeights));
  c.options.set(moe_down::kStreamed, draw.chance(40));
  c.options.set(moe_down::kXcds, draw.of(kXcds));
  if (!added(c)) {
    c.options.set(moe_down::kTopK, draw.between(1, 9));
    return;
  }
  // Half of the cases are without collisions, where every law speaks.
  const bool on_grid = c.data == Data::grid;
  c.options.set(moe_down::kTopK, draw.chance(50) ? 1 : draw.between(2, 9));
  c.options.set(moe_down::kResidual, draw.chance(20) && !on_grid);
  c.options.set(moe_down::kSummable, on_grid);
  if (!on_grid || c.options[moe_down::kTopK] == 1) return;
  c.options.set(moe_down::kWeights, Weights::one);
  if (c.scales == cases::Scales::near) c.scales = cases::Scales::unit;
}

void moe_down_wide_scales(Draw& draw, Case& c) {
  constexpr std::int64_t kBytes = std::int64_t{1} << 31;
  const bool of_a = draw.chance(50);
  const std::int64_t block = added(c) || gated(c) ? 64 : 128;
  c.options.erase(moe_down::kFar);
  c.options.erase(moe_down::kGap);
  c.options.set(moe_down::kBlock, block);
  c.m = {std::int32_t(draw.between(0, 4)), std::int32_t(draw.between(1, 12))};
  c.k = 16384;
  c.n = of_a ? (gated(c) ? 512 : 256) : 1024;
  if (of_a)
    c.options.set(moe_down::kGap, kBytes / (c.k / 32) / block + 1);
  else
    c.m.insert(c.m.begin() + 1, std::size_t(kBytes / (c.n * c.k / 32)), 0);
}

void moe_two_stage_shape(Draw& draw, const Space& space, Case& c) {
  if (c.arch == "gfx1250" && !space.exact_grid_only && draw.chance(40))
    c.options.set(moe_down::kA, &formats::float8_e4m3fn);
  small_shape(draw, c);
  c.options.set(moe_down::kInter, 256 * draw.between(1, 2));
  if (space.wide_offsets && draw.chance(4)) wide_stages(draw, c);
  using moe_down::Weights;
  static const std::vector<Weights> kWeights{Weights::router, Weights::one, Weights::any_sign, Weights::zero};
  c.options.set(moe_down::kWeights, draw.of(kWeights));
  c.options.set(moe_down::kStreamed, draw.chance(40));
  c.options.set(moe_down::kXcds, draw.chance(30) ? draw.between(2, 8) : 1);
  // On the grid the second product is exact only for small, even scales, and without collisions.
  const bool on_grid = space.exact_grid_only || (c.data == Data::grid && draw.chance(50));
  c.options.set(moe_down::kTopK, on_grid ? 1 : draw.between(1, 9));
  c.options.set(moe_down::kResidual, draw.chance(20) && !on_grid);
  c.options.set(moe_down::kSummable, on_grid);
  if (on_grid) c.scales = cases::Scales::unit;
}

void moe_down_relaunch(Draw& draw, Case& c) {
  static const std::vector<std::int64_t> kBlocks{16, 32, 64, 128};
  const std::int64_t far = c.options[moe_down::kFar], idle = c.options[moe_down::kIdle];
  padding_and_tokens(draw, c);
  c.options.set(moe_down::kFar, far);
  c.options.set(moe_down::kIdle, idle);
  c.options.set(moe_down::kBlock, draw.of(kBlocks));
  c.options.set(moe_down::kStreamed, draw.chance(50));
  c.options.set(moe_down::kXcds, draw.between(1, 8));
}

}  // namespace lockstep::problems
