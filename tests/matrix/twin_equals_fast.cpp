// fast = slow: the vectorised models against the rationals, and the rationals against planted bugs.
#include <bit>
#include <cstring>
#include <map>
#include <span>
#include <string>

#include "host/instruction_set.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"
#include "tests/matrix/draw.hpp"
#include "tests/matrix/twin.hpp"

using namespace lockstep;
using tests::Tile;

namespace {

#ifdef LOCKSTEP_SANITIZED
constexpr int kTiles = 75;  // an instrumented kernel is some hundred times slower
#else
constexpr int kTiles = 900;
#endif
constexpr int kOutputsPerTile = 12;

// Compares a spread of a tile's outputs with the twin called `twin`; the index of the first that differs, or
// -1.
int first_difference(std::string_view twin, const matrix::Model& model, const Tile& tile, int outputs) {
  const std::vector<float> d = tests::multiply(model, tile);
  for (int i = 0; i < outputs; ++i) {
    const int at = int((std::uint64_t(i) * 0x9E3779B97F4A7C15u >> 40) % d.size());
    const int row = at / tile.shape.n;
    const int column = at % tile.shape.n;
    const float expected =
        tests::twin_dot(twin, tile.a_row(row), tile.b_column(column), tile.c[std::size_t(at)]);
    if (!tests::same(d[std::size_t(at)], expected)) return at;
  }
  return -1;
}

void check_model(std::string_view name) {
  const matrix::Model* model = matrix::find_model(name);
  REQUIRE(model != nullptr);
  for (std::uint64_t seed = 0; seed < kTiles; ++seed) {
    const Tile tile = tests::draw_tile(seed);
    INFO(name << " seed " << seed << " " << tile.a_format->name << " x " << tile.b_format->name << " k "
              << tile.shape.k);
    REQUIRE(first_difference(name, *model, tile, kOutputsPerTile) == -1);
  }
}

}  // namespace

TEST_CASE("exact equals its twin") {
  check_model("exact");
}
TEST_CASE("fma_post equals its twin") {
  check_model("fma_post");
}
TEST_CASE("gtr32_inexp equals its twin") {
  check_model("gtr32_inexp");
}

TEST_CASE("every model equals the unit of its name, in exact arithmetic") {
  for (const matrix::Model& model : matrix::models()) {
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
  for (const matrix::Model& model : matrix::models()) {
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

TEST_CASE("the twin objects to every fact that is off by a little") {
  using matrix::Facts;
  using matrix::Toward;
  const matrix::Model gtr = *matrix::find_model("gtr32_inexp");
  const matrix::Model fma = *matrix::find_model("fma_post");
  std::map<std::string, matrix::Model> mutants;
  const auto plant = [&](const char* what, const matrix::Model& model, const auto& change) {
    mutants.emplace(what, model).first->second.facts = [&] {
      Facts facts = model.facts;
      change(facts);
      return facts;
    }();
  };
  plant("chain over 16", fma, [](Facts& f) { f.step = 16; });
  plant("step of 16", gtr, [](Facts& f) { f.step = 16; });
  plant("no parity split", gtr, [](Facts& f) { f.parity_split = false; });
  plant("products floored", gtr, [](Facts& f) { f.product.toward = Toward::minus_infinity; });
  plant("23 product bits", gtr, [](Facts& f) { f.product.fraction_bits = 23; });
  plant("merge truncated", gtr, [](Facts& f) { f.merge.toward = Toward::zero; });
  plant("25 merge bits", gtr, [](Facts& f) { f.merge.fraction_bits = 25; });
  plant("dot truncated", gtr, [](Facts& f) { f.dot.toward = Toward::zero; });
  plant("31 dot bits", gtr, [](Facts& f) { f.dot.fraction_bits = 31; });
  plant("accumulator truncated", gtr, [](Facts& f) { f.accumulator.toward = Toward::zero; });
  plant("25 accumulator bits", gtr, [](Facts& f) { f.accumulator.fraction_bits = 25; });
  plant("window of 24", gtr, [](Facts& f) { f.accumulator_window = 24; });
  plant("window of 26", gtr, [](Facts& f) { f.accumulator_window = 26; });
  plant("total truncated", gtr, [](Facts& f) { f.normalised.toward = Toward::zero; });
  plant("24 bits after normalising", gtr, [](Facts& f) { f.normalised.fraction_bits = 24; });
  plant("oversized products kept", gtr, [](Facts& f) { f.oversized = matrix::Oversized::kept; });
  for (const auto& [what, mutant] : mutants) {
    INFO(what);
    bool caught = false;
    for (std::uint64_t seed = 0; seed < 5000 && !caught; ++seed) {
      const Tile tile = tests::draw_tile(seed);
      // The unchanged model stands for its twin here, to which the test above holds it.
      const matrix::Model& original = *matrix::find_model(mutant.name);
      const std::vector<float> good = tests::multiply(original, tile);
      const std::vector<float> bad = tests::multiply(mutant, tile);
      for (std::size_t at = 0; at < good.size() && !caught; ++at) {
        if (tests::same(good[at], bad[at])) continue;
        const int row = int(at) / tile.shape.n;
        const int column = int(at) % tile.shape.n;
        const float expected =
            tests::twin_dot(mutant.name, tile.a_row(row), tile.b_column(column), tile.c[at]);
        CHECK(tests::same(good[at], expected));
        CHECK_FALSE(tests::same(bad[at], expected));
        caught = true;
      }
    }
    CHECK(caught);
  }
}

TEST_CASE("every instruction set gives the same bits") {
  using host::InstructionSet;
  for (std::uint64_t seed = 0; seed < kTiles / 3; ++seed) {
    const Tile tile = tests::draw_tile(seed);
    for (const matrix::Model& model : matrix::models()) {
      const std::vector<float> best = tests::multiply(model, tile);
      for (const InstructionSet set : tests::instruction_sets()) {
        std::vector<float> d = tile.c;  // in place, as a kernel accumulates
        matrix::multiply_with(set, model, tile.shape, tile.a_operand(), tile.b_operand(), d.data(), d.data());
        int different = 0;
        for (std::size_t i = 0; i < best.size(); ++i)
          different += std::bit_cast<std::uint32_t>(best[i]) != std::bit_cast<std::uint32_t>(d[i]);
        INFO(model.name << " seed " << seed << " level " << int(set));
        REQUIRE(different == 0);
      }
    }
  }
}

TEST_CASE("operands decoded ahead give the same bits") {
  int used = 0;
  for (std::uint64_t seed = 0; seed < kTiles / 3; ++seed) {
    const Tile tile = seed % 4 == 3 ? tests::draw_narrow_tile(seed) : tests::draw_tile(seed);
    for (const matrix::Model& model : matrix::models())
      for (const host::InstructionSet set : tests::instruction_sets()) {
        const matrix::Multiplication times(set, model, tile.shape, *tile.a_format, *tile.b_format);
        if (times.decoding() == matrix::Decoding::none) continue;
        matrix::DecodedOperand rows, columns;
        decode(set, times.decoding(), tile.shape, matrix::Side::rows, tile.a_operand(), rows);
        decode(set, times.decoding(), tile.shape, matrix::Side::columns, tile.b_operand(), columns);
        const std::vector<float> expected = tests::multiply(set, model, tile);
        for (const unsigned ahead : {1u, 2u, 3u}) {
          matrix::Operand a = tile.a_operand(), b = tile.b_operand();
          if ((ahead & 1) != 0) a.decoded = &rows;
          if ((ahead & 2) != 0) b.decoded = &columns;
          std::vector<float> d(tile.c.size());
          times(a, b, tile.c.data(), d.data());
          INFO(model.name << " seed " << seed << " level " << int(set) << " decoded ahead " << ahead);
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
    const host::InstructionSet set = host::best_instruction_set();
    const matrix::Multiplication times(set, model, tile.shape, *format, *format);
    matrix::DecodedOperand rows;
    decode(set, times.decoding(), tile.shape, matrix::Side::rows, tile.a_operand(), rows);
    rows.values[0] *= 2;
    rows.integers[0] = std::uint8_t(2 * rows.integers[0]);
    matrix::Operand a = tile.a_operand();
    a.decoded = &rows;
    std::vector<float> d(tile.c.size());
    times(a, tile.b_operand(), tile.c.data(), d.data());
    const std::vector<float> plain = tests::multiply(set, model, tile);
    CHECK(d[0] != plain[0]);  // the row whose first element was doubled
    CHECK(d[16] == plain[16]);
  }
}
