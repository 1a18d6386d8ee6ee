// Launches of some tiles only: every tile is somebody's, and nobody computes two.
#include <algorithm>
#include <map>

#include "kernels/tensorwise_gemm/launch.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"
#include "tests/property.hpp"

namespace lockstep::tests {
namespace {

using kernels::TensorwiseTile;
using operators::Layout;

operators::TensorwiseGemm drawn_problem(Layout layout) {
  operators::TensorwiseGemm p;
  p.layout = layout;
  p.a = p.b = &formats::float8_e4m3fn;
  p.out = &formats::bfloat16;
  for (int g = *rc::gen::inRange(1, 6); g > 0; --g)
    p.group_offs.push_back(p.group_offs.back() + *rc::gen::inRange<std::int64_t>(0, 900));
  const std::int64_t routed = p.group_offs.back(), other = 16 * *rc::gen::inRange<std::int64_t>(8, 50);
  p.m = layout == Layout::tn ? other : routed;
  p.k = layout == Layout::tn ? routed : other;
  p.n = 256 * *rc::gen::inRange<std::int64_t>(1, 4);
  return p;
}

std::vector<TensorwiseTile> tiles_of(const operators::TensorwiseGemm& p, kernels::TileExtent extent) {
  std::vector<TensorwiseTile> tiles;
  for (const operators::GroupProduct& product : operators::products(p))
    for (std::int64_t row = 0; row < product.rows; row += extent.rows)
      for (std::int64_t column = 0; column < p.n; column += extent.columns)
        tiles.push_back({product.group, row, column});
  return tiles;
}

TEST_CASE("tensor-wise tiles: each has as many workgroups as k has parts, and shares none") {
  check_property("one owner", [] {
    const auto layout = *rc::gen::element(Layout::nt, Layout::nn, Layout::tn);
    const operators::TensorwiseGemm p = drawn_problem(layout);
    kernels::TensorwiseTuning t;
    t.splits = *rc::gen::inRange<std::int64_t>(1, 4);
    t.xcds = *rc::gen::inRange<std::int64_t>(1, 10);
    t.group_m = *rc::gen::inRange<std::int64_t>(0, 4);
    t.group_n = *rc::gen::inRange<std::int64_t>(0, 3);
    t.band = *rc::gen::inRange<std::int64_t>(1, 6);
    const char* const name = layout == Layout::nt   ? "tensorwise_nt"
                             : layout == Layout::nn ? "tensorwise_nn"
                                                    : "tensorwise_tn";
    const auto all = kernels::plan(*kernels::find_kernel(name, "gfx950"), p, t, {});
    RC_ASSERT(all.has_value());
    std::map<std::uint64_t, int> owners, summed;
    for (const TensorwiseTile& tile : tiles_of(p, kernels::tile_extent(p, t))) {
      auto launches = *all;
      kernels::keep_only(launches, p, t, {&tile, 1});
      RC_ASSERT(std::int64_t(launches.front().only.size()) == t.splits);
      RC_ASSERT(std::ranges::is_sorted(launches.front().only));
      for (const std::uint64_t workgroup : launches.front().only) ++owners[workgroup];
      if (t.splits > 1)
        for (const std::uint64_t workgroup : launches.back().only) ++summed[workgroup];
    }
    for (const auto& [workgroup, tiles] : owners) RC_ASSERT(tiles == 1 && workgroup < all->front().grid[0]);
    for (const auto& [workgroup, tiles] : summed)
      RC_ASSERT(tiles == 1 && workgroup < all->back().grid[0]);  // 256 columns each, a tile's width
  });
}

}  // namespace
}  // namespace lockstep::tests
