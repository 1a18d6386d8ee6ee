// fast = slow: the vectorised models against the rationals and against the dot products of units.
#include <bit>
#include <cstring>
#include <span>
#include <string>

#include "host/sanitizers.hpp"
#include "host/simd_levels.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"
#include "tests/matrix/draw.hpp"
#include "tests/matrix/twin.hpp"

using namespace lockstep;
using tests::Tile;

namespace {

#if LOCKSTEP_SANITIZED
constexpr int kTiles = 75;  // an instrumented kernel is some hundred times slower
#else
constexpr int kTiles = 900;
#endif
constexpr int kOutputsPerTile = 12;

// The first of a spread of the tile's outputs that is not the twin's, or -1.
int first_difference(const matrix::Model& model, const Tile& tile) {
  const std::vector<float> d = tests::multiply(model, tile);
  for (int i = 0; i < kOutputsPerTile; ++i) {
    const int at = int((std::uint64_t(i) * 0x9E3779B97F4A7C15u >> 40) % d.size());
    const float expected = tests::twin_dot(model.name, tile.a_row(at / tile.shape.n),
                                           tile.b_column(at % tile.shape.n), tile.c[std::size_t(at)]);
    if (!tests::same(d[std::size_t(at)], expected)) return at;
  }
  return -1;
}

void check_tiles(const matrix::Model& model, Tile draw(std::uint64_t seed), int tiles) {
  for (std::uint64_t seed = 0; seed < std::uint64_t(tiles); ++seed) {
    const Tile tile = draw(seed);
    INFO(model.name << " seed " << seed << " " << tile.a_format->name << " x " << tile.b_format->name << " k "
                    << tile.shape.k);
    REQUIRE(first_difference(model, tile) == -1);
  }
}

// Every fourth model of gfx950.
void check_quarter(std::size_t first) {
  const auto models = matrix::models("gfx950");
  for (std::size_t i = first; i < models.size(); i += 4) check_tiles(models[i], tests::draw_tile, kTiles);
}

}  // namespace

// In parts, which run side by side.
TEST_CASE("every model of gfx950 equals its twin on operands with scales, 1 of 4") {
  check_quarter(0);
}
TEST_CASE("every model of gfx950 equals its twin on operands with scales, 2 of 4") {
  check_quarter(1);
}
TEST_CASE("every model of gfx950 equals its twin on operands with scales, 3 of 4") {
  check_quarter(2);
}
TEST_CASE("every model of gfx950 equals its twin on operands with scales, 4 of 4") {
  check_quarter(3);
}

TEST_CASE("every model of gfx950 and gfx942 equals its twin on operands without scales") {
  for (const std::string_view arch : {"gfx950", "gfx942"})
    for (const matrix::Model& model : matrix::models(arch))
      check_tiles(model, tests::draw_narrow_tile, kTiles / 3);
}

TEST_CASE("models equal their twins in corners") {
  for (const matrix::Model& model : matrix::models("gfx942"))
    CHECK(first_difference(model, tests::tie_tile()) == -1);
  for (const matrix::Model& model : matrix::models("gfx950")) {
    CHECK(first_difference(model, tests::negative_zeros()) == -1);
    CHECK(first_difference(model, tests::wide_tie_tile()) == -1);
  }
}

TEST_CASE("every model equals the unit of its name, in exact arithmetic") {
  for (const matrix::Model& model : matrix::models(arch::kDefault)) {
    const matrix::Unit& unit = *matrix::find_unit("cdna4_f8f6f4/" + std::string(model.name));
    CHECK(unit.facts == model.facts);
    for (std::uint64_t seed = 0; seed < kTiles / 9; ++seed) {
      const Tile tile = tests::draw_tile(seed);
      INFO(model.name << " seed " << seed);
      REQUIRE(tests::differences(unit, model, tile, kOutputsPerTile) == 0);
    }
  }
}

TEST_CASE("no fact is passed over where a kernel does not know it") {
  using matrix::Facts;
  constexpr int kOfRounding = 4;  // the first ones, which sums by IEEE operations do not have
  const std::pair<const char*, void (*)(Facts&)> changes[] = {
      {"toward zero", [](Facts& f) { f.rounding = matrix::Rounding::toward_zero; }},
      {"nearest even", [](Facts& f) { f.rounding = matrix::Rounding::nearest_even; }},
      {"no -0", [](Facts& f) { f.negative_underflow = !f.negative_underflow; }},
      {"13 result bits",
       [](Facts& f) {
         f.rounding = matrix::Rounding::toward_zero;
         f.result_bits = 13;
       }},
      {"steps of 16", [](Facts& f) { f.step = 16; }},
      {"operands flushed", [](Facts& f) { f.flush = true; }},
      {"operands through f16", [](Facts& f) { f.through_half = true; }},
      {"dot of 52 bits", [](Facts& f) { f.dot.fraction_bits = 52; }},
      {"last cut left out", [](Facts& f) { f.normalised = matrix::kUncut; }},
      {"NaN of ones", [](Facts& f) { f.nan = matrix::NanBits::ones; }},
  };
  for (const matrix::Model& model : matrix::models(arch::kDefault)) {
    if (model.facts.summation == matrix::Summation::fma_chain) continue;
    const bool rounds = model.facts.summation != matrix::Summation::exact;
    for (const auto& [what, change] : std::span(changes).subspan(rounds ? 0 : kOfRounding)) {
      matrix::Model changed = model;
      change(changed.facts);
      matrix::Unit unit = *matrix::find_unit("cdna4_f8f6f4/" + std::string(model.name));
      unit.facts = changed.facts;
      for (std::uint64_t seed = 0; seed < kTiles / 60; ++seed) {
        INFO(model.name << " with " << what << ", seed " << seed);
        REQUIRE(tests::differences(unit, changed, tests::draw_tile(seed), kOutputsPerTile) == 0);
        const tests::Tile tile = tests::draw_narrow_tile(seed);
        REQUIRE(tests::differences(tests::narrow_unit(changed, tile.shape), changed, tile, kOutputsPerTile) ==
                0);
      }
    }
  }
}

TEST_CASE("every instruction set gives the same bits") {
  using host::SimdLevel;
  for (std::uint64_t seed = 0; seed < kTiles / 3; ++seed) {
    const Tile tile = tests::draw_tile(seed);
    for (const matrix::Model& model : matrix::models(arch::kDefault)) {
      const std::vector<float> best = tests::multiply(model, tile);
      for (const SimdLevel level : host::simd_levels()) {
        std::vector<float> d = tile.c;  // in place, as a kernel accumulates
        matrix::multiply_with(level, model, tile.shape, tile.a_operand(), tile.b_operand(), d.data(),
                              d.data());
        int different = 0;
        for (std::size_t i = 0; i < best.size(); ++i)
          different += std::bit_cast<std::uint32_t>(best[i]) != std::bit_cast<std::uint32_t>(d[i]);
        INFO(model.name << " seed " << seed << " level " << int(level));
        REQUIRE(different == 0);
      }
    }
  }
}

TEST_CASE("operands decoded ahead give the same bits") {
  int used = 0;
  for (std::uint64_t seed = 0; seed < kTiles / 3; ++seed) {
    const Tile tile = seed % 4 == 3 ? tests::draw_narrow_tile(seed) : tests::draw_tile(seed);
    for (const matrix::Model& model : matrix::models(arch::kDefault))
      for (const host::SimdLevel level : host::simd_levels()) {
        const matrix::Multiplication times(level, model, tile.shape, *tile.a_format, *tile.b_format);
        if (times.decoding() == matrix::Decoding::none) continue;
        matrix::DecodedOperand rows, columns;
        decode(level, times.decoding(), tile.shape, matrix::Side::rows, tile.a_operand(), rows);
        decode(level, times.decoding(), tile.shape, matrix::Side::columns, tile.b_operand(), columns);
        const std::vector<float> expected = tests::multiply(level, model, tile);
        for (const unsigned ahead : {1u, 2u, 3u}) {
          matrix::Operand a = tile.a_operand(), b = tile.b_operand();
          if ((ahead & 1) != 0) a.decoded = &rows;
          if ((ahead & 2) != 0) b.decoded = &columns;
          std::vector<float> d(tile.c.size());
          times(a, b, tile.c.data(), d.data());
          INFO(model.name << " seed " << seed << " level " << int(level) << " decoded ahead " << ahead);
          REQUIRE(std::memcmp(d.data(), expected.data(), d.size() * sizeof(float)) == 0);
          ++used;
        }
      }
  }
  CHECK(used > kTiles);
}

TEST_CASE("operands decoded ahead are what is multiplied") {
  const matrix::Model& model = *matrix::find_model("fma_post");
  for (const formats::Format* format : {&formats::float8_e4m3fn, &formats::float4_e2m1fn}) {
    Tile tile(matrix::k16x16x128, *format, *format);
    tile.a.assign(tile.a.size(), 1);
    tile.b.assign(tile.b.size(), 1);
    const host::SimdLevel level = host::best_simd_level();
    const matrix::Multiplication times(level, model, tile.shape, *format, *format);
    matrix::DecodedOperand rows;
    decode(level, times.decoding(), tile.shape, matrix::Side::rows, tile.a_operand(), rows);
    rows.values[0] *= 2;
    rows.integers[0] = std::uint8_t(2 * rows.integers[0]);
    matrix::Operand a = tile.a_operand();
    a.decoded = &rows;
    std::vector<float> d(tile.c.size());
    times(a, tile.b_operand(), tile.c.data(), d.data());
    const std::vector<float> plain = tests::multiply(level, model, tile);
    CHECK(d[0] != plain[0]);  // the row whose first element was doubled
    CHECK(d[16] == plain[16]);
  }
}
