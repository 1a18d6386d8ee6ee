#include <vector>

#include "reference/layouts/cdna4.hpp"
#include "reference/layouts/gfx1250.hpp"
#include "reference/layouts/moe_scales.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {
namespace {

using namespace layouts;

// What an injection may not do: leave its range, hit an offset twice, or fail to come back.
template <typename Layout>
std::size_t faults(const Layout& layout, std::int64_t stored_bytes) {
  std::vector<bool> taken(std::size_t(stored_bytes), false);
  std::size_t wrong = 0;
  for (std::int64_t i = 0; i < layout.count(); ++i) {
    const std::int64_t offset = layout.stored(i);
    if (offset < 0 || offset >= stored_bytes || taken[std::size_t(offset)]) {
      ++wrong;
      continue;
    }
    taken[std::size_t(offset)] = true;
    wrong += layout.logical(offset) != i;
  }
  return wrong;
}

template <typename Layout>
std::size_t faults(const Layout& layout) {
  return faults(layout, layout.count());
}

// Byte (row, column) of tiles, from the sentence that defines them.
std::int64_t tiled(std::int64_t row, std::int64_t column, std::int64_t columns, const TileShape& t) {
  const std::int64_t tile = row / t.rows * (columns / t.columns) + column / t.columns;
  return tile * t.rows * t.columns + row % t.rows * t.columns + column % t.columns;
}

}  // namespace

TEST_CASE("gfx1250 tiles are bijections for every small matrix and lie where their sentence says") {
  std::size_t wrong = 0;
  for (const TileShape& tile : {kGfx1250Weights, TileShape{2, 128}, TileShape{32, 4}, TileShape{32, 8}})
    for (std::int64_t rows = tile.rows; rows <= 8 * tile.rows; rows += tile.rows)
      for (std::int64_t columns = tile.columns; columns <= 8 * tile.columns; columns += tile.columns) {
        const auto layout = gfx1250_tiles(rows, columns, tile);
        wrong += faults(layout);
        for (std::int64_t i = 0; i < layout.count(); ++i)
          wrong += layout.stored(i) != tiled(i / columns, i % columns, columns, tile);
      }
  CHECK(wrong == 0);
}

TEST_CASE("gfx1250 WMMA scales are a bijection for every warp tile, and a lane's rows lie side by side") {
  std::size_t wrong = 0;
  for (std::int64_t warp_tile = 16; warp_tile <= 128; warp_tile += 16)
    for (std::int64_t per_tile = 4; per_tile <= 16; per_tile += 4)
      for (std::int64_t rows = warp_tile; rows <= 2 * warp_tile; rows += warp_tile)
        for (std::int64_t columns = per_tile; columns <= 3 * per_tile; columns += per_tile) {
          const auto layout = gfx1250_wmma_scales(rows, columns, warp_tile, per_tile);
          wrong += faults(layout);
          // Four scales of one step stay a dword; 16 rows further down is the next dword.
          wrong += layout.stored(3) != 3;
          if (warp_tile > 16) wrong += layout.stored(16 * columns) != 4;
        }
  CHECK(wrong == 0);
}

TEST_CASE("scales of experts are a bijection, and each expert the e8m0 shuffle of its plane") {
  std::size_t wrong = 0;
  for (std::int64_t experts = 1; experts <= 3; ++experts)
    for (std::int64_t rows = 32; rows <= 160; rows += 32)
      for (std::int64_t columns = 8; columns <= 40; columns += 8) {
        const MoeScales scales{experts, rows, columns};
        const auto order = scales.order();
        wrong += faults(order);
        const ScalePlane plane{rows, columns};
        for (std::int64_t i = 0; i < order.count(); ++i) {
          const std::int64_t expert = i / plane.bytes(), byte = i % plane.bytes();
          const ScaleAt at{byte / columns, byte % columns};
          wrong += order.stored(i) != expert * scales.dwords_per_expert() * 4 + shuffled(plane, at).value;
        }
      }
  CHECK(wrong == 0);
}

TEST_CASE("a dword of an expert's scales is where its strides say") {
  const MoeScales scales{2, 64, 16};
  const auto order = scales.order();
  for (std::int64_t i = 0; i < order.count(); ++i) {
    const std::int64_t column = i % 16, row = i / 16 % 64, expert = i / 16 / 64;
    const std::int64_t lane = 16 * (column % 4) + row % 16;
    const std::int64_t dword = expert * scales.dwords_per_expert() + row / 32 * scales.dwords_per_chunk() +
                               column / 8 * scales.dwords_per_step() + lane;
    if (order.stored(i) / 4 != dword) FAIL(i);
  }
}

TEST_CASE("scales of 16-row blocks are an injection into the low bytes") {
  std::size_t wrong = 0;
  for (std::int64_t rows = 16; rows <= 128; rows += 16)
    for (std::int64_t columns = 8; columns <= 64; columns += 8) {
      const MoeScales16 scales{rows, columns};
      wrong += faults(scales, scales.stored_bytes());
      for (std::int64_t i = 0; i < scales.count(); ++i) wrong += scales.stored(i) % 2;
    }
  CHECK(wrong == 0);
  CHECK(MoeScales16{32, 8}.stored(16 * 8) == 256);
}

TEST_CASE("the fault counter objects to a shape that is no multiple of its tile, and to a repeated axis") {
  CHECK(faults(gfx1250_tiles(48, 16, {32, 4}), 48 * 16) == 0);  // cut short, yet within: 32 rows of 48
  CHECK(gfx1250_tiles(48, 16, {32, 4}).count() != 48 * 16);
  CHECK(faults(AxisOrder<3>{{4, 4, 4}, {0, 1, 1}}) > 0);
  CHECK(faults(MoeScales16{16, 12}, 2 * 16 * 12) > 0);
}

}  // namespace lockstep::tests
