// multiply() has kernels of its own, whole tiles at a time; dot_products() shares none of them.
#include <bit>
#include <string>

#include "emulator/arithmetic/matrix/fast/dot_products.hpp"
#include "emulator/arithmetic/matrix/layouts/layout_table.hpp"
#include "emulator/arithmetic/matrix/units/units.hpp"
#include "host/sanitizers.hpp"
#include "host/simd_levels.hpp"
#include "tests/catch.hpp"
#include "tests/matrix/draw.hpp"

using namespace lockstep;
using host::SimdLevel;
using tests::Tile;

namespace {

#if LOCKSTEP_SANITIZED
constexpr int kTiles = 25;
#else
constexpr int kTiles = 200;
#endif

// The tile's outputs, a row at a time, each a dot product.
std::vector<float> by_dots(const matrix::Unit& unit, const Tile& tile) {
  std::vector<float> d;
  const auto n = std::size_t(tile.shape.n);
  const std::vector<std::uint32_t> b(tile.b.begin(), tile.b.end());
  const std::vector<std::uint32_t> b_scale(tile.b_scale.begin(), tile.b_scale.end());
  for (int row = 0; row < tile.shape.m; ++row) {
    const tests::TwinVector of_row = tile.a_row(row);
    std::vector<std::uint32_t> a, a_scale, acc;
    for (std::size_t column = 0; column < n; ++column) {
      a.insert(a.end(), of_row.codes.begin(), of_row.codes.end());
      a_scale.insert(a_scale.end(), of_row.scales.begin(), of_row.scales.end());
      acc.push_back(std::bit_cast<std::uint32_t>(tile.c[std::size_t(row) * n + column]));
    }
    matrix::dot_products(unit, {n, tile.shape.k, tile.a_format, tile.b_format, a.data(), b.data(), acc.data(),
                                a_scale.data(), b_scale.data(), acc.data()});
    for (const std::uint32_t code : acc) d.push_back(std::bit_cast<float>(code));
  }
  return d;
}

int differences(const std::vector<float>& x, const std::vector<float>& y) {
  int different = 0;
  for (std::size_t i = 0; i < x.size(); ++i) different += !tests::same(x[i], y[i]);
  return different;
}

// The first instruction set on which the model's kernel is not its dot products; empty if there is none.
std::string mismatch(const matrix::Model& model, const Tile& tile, const std::vector<float>& expected) {
  for (const SimdLevel level : host::simd_levels()) {
    const std::vector<float> d = tests::multiply(level, model, tile);
    if (differences(d, expected) != 0)
      return std::string(model.name) + " level " + std::to_string(int(level)) + " " +
             std::string(tile.a_format->name) + " x " + std::string(tile.b_format->name);
  }
  return "";
}

}  // namespace

TEST_CASE("a tile's every output is its dot product, on every instruction set") {
  for (const matrix::Model& model : matrix::models(arch::kDefault)) {
    const matrix::Unit& unit = *matrix::find_unit("cdna4_f8f6f4/" + std::string(model.name));
    for (std::uint64_t seed = 10'000; seed < 10'000 + kTiles; ++seed) {
      const Tile tile = tests::draw_tile(seed);
      INFO("seed " << seed);
      REQUIRE(mismatch(model, tile, by_dots(unit, tile)) == "");
    }
  }
}

TEST_CASE("a tile's every output is its dot product under gfx1250's models, of which one scales twice") {
  const matrix::MatrixInstruction& instruction =
      *matrix::find_matrix_instruction("v_wmma_scale_f32_16x16x128_f8f6f4");
  for (const matrix::Model& model : matrix::models("gfx1250")) {
    const matrix::Unit unit = *matrix::unit_of(model, instruction);
    for (std::uint64_t seed = 30'000; seed < 30'000 + kTiles;) {
      const Tile tile = tests::draw_tile(seed++);
      if (tile.shape != matrix::k16x16x128) continue;
      INFO("seed " << seed - 1);
      REQUIRE(mismatch(model, tile, by_dots(unit, tile)) == "");
    }
  }
}

TEST_CASE("a narrow tile's every output is its dot product, in the formats of either arch") {
  for (const std::string_view arch : {"gfx950", "gfx942", "sm_90"})
    for (const matrix::Model& model : matrix::models(arch))
      for (std::uint64_t seed = 20'000; seed < 20'000 + kTiles; ++seed) {
        const Tile tile = tests::draw_narrow_tile(seed);
        INFO("seed " << seed);
        REQUIRE(mismatch(model, tile, by_dots(tests::narrow_unit(model, tile.shape), tile)) == "");
      }
}

TEST_CASE("in narrow tiles every fact of the likeliest model shows") {
  const matrix::Model& model = *matrix::find_model("cdna3");
  struct Row {
    const char* name;
    void (*change)(matrix::Facts& facts);
  };
  constexpr Row kRows[] = {
      {"step", [](matrix::Facts& f) { f.step = 8; }},
      {"parity", [](matrix::Facts& f) { f.parity_split = false; }},
      {"product", [](matrix::Facts& f) { f.product.fraction_bits = 23; }},
      {"accumulator", [](matrix::Facts& f) { f.accumulator.fraction_bits = 23; }},
      {"window", [](matrix::Facts& f) { f.accumulator_window = 24; }},
      {"last cut", [](matrix::Facts& f) { f.normalised = matrix::kUncut; }},
  };
  for (const Row& row : kRows) {
    matrix::Model changed = model;
    row.change(changed.facts);
    int shown = 0;
    for (std::uint64_t seed = 20'000; seed < 20'000 + kTiles; ++seed) {
      const Tile tile = tests::draw_narrow_tile(seed);
      shown += mismatch(model, tile, by_dots(tests::narrow_unit(changed, tile.shape), tile)).empty() ? 0 : 1;
    }
    INFO(row.name);
    CHECK(shown > 0);
  }
}

TEST_CASE("bits above a code's width are ignored") {
  for (const matrix::Model& model : matrix::models(arch::kDefault))
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      const Tile tile = tests::draw_tile(seed);
      Tile dirty = tile;
      for (std::uint8_t& code : dirty.a) code |= std::uint8_t(0xFF << tile.a_format->bits);
      for (std::uint8_t& code : dirty.b) code |= std::uint8_t(0xFF << tile.b_format->bits);
      INFO(model.name << " seed " << seed);
      REQUIRE(differences(tests::multiply(model, dirty), tests::multiply(model, tile)) == 0);
    }
}
