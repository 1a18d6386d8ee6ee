// The twins object to every fact that is off by a little: no fact of a model of gfx950 or gfx942 is idle.
#include <bit>
#include <optional>
#include <string>

#include "emulator/arithmetic/matrix/fast/dot_products.hpp"
#include "emulator/arithmetic/matrix/units/units.hpp"
#include "tests/catch.hpp"
#include "tests/matrix/changed_facts.hpp"
#include "tests/matrix/draw.hpp"
#include "tests/matrix/twin.hpp"

using namespace lockstep;
using matrix::Facts;
using matrix::Model;
using tests::FactChange;
using tests::Tile;

namespace {

constexpr std::uint64_t kSeeds = 8000;  // at most; most objections are among the first ten

struct Objection {
  bool twin_agrees_with_model, twin_agrees_with_change;
};

// Of gfx950 every eighth without scales, of gfx942 all.
Tile draw(std::string_view arch, std::uint64_t seed) {
  constexpr std::uint64_t kPairs = 4;  // of formats, of gfx950 and of gfx942 by turns
  const auto narrow = [](std::uint64_t i, std::uint64_t first) {
    return tests::draw_narrow_tile(i / kPairs * 2 * kPairs + first + i % kPairs);
  };
  if (arch == "gfx942") return seed == 0 ? tests::tie_tile() : narrow(seed, kPairs);
  if (seed == 0) return tests::negative_zeros();
  if (seed == 1) return tests::wide_tie_tile();
  return seed % 8 == 0 ? narrow(seed / 8, 0) : tests::draw_tile(seed);
}

// The first output of a drawn tile that the change alters, and what the twin says of it.
std::optional<Objection> objection_of_tiles(const Model& model, const Model& changed) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Tile tile = draw(model.arch, seed);
    const std::vector<float> good = tests::multiply(model, tile), bad = tests::multiply(changed, tile);
    for (std::size_t at = 0; at < good.size(); ++at) {
      if (tests::same(good[at], bad[at])) continue;
      const float expected = tests::twin_dot(model.name, tile.a_row(int(at) / tile.shape.n),
                                             tile.b_column(int(at) % tile.shape.n), tile.c[at]);
      return Objection{tests::same(good[at], expected), tests::same(bad[at], expected)};
    }
  }
  return std::nullopt;
}

// The same of 16-bit operands, in the arch's longest instruction.
std::optional<Objection> objection_of_dots(const Model& model, const Model& changed) {
  constexpr std::size_t kDots = 64;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const std::string type = seed % 4 < 2 ? "bf16" : "f16";
    const matrix::MatrixInstruction& instruction = *matrix::find_matrix_instruction(
        (model.arch == "gfx942" ? "v_mfma_f32_16x16x16_" : "v_mfma_f32_16x16x32_") + type);
    const matrix::Unit unit = *unit_of(model, instruction);
    const matrix::DrawnDots drawn = tests::draw_instruction(unit, instruction.k, seed, kDots);
    std::vector<std::uint32_t> good(kDots), bad(kDots);
    matrix::dot_products(unit, drawn.batch(good.data()));
    matrix::dot_products(*unit_of(changed, instruction), drawn.batch(bad.data()));
    for (std::size_t i = 0; i < kDots; ++i) {
      const auto of_good = std::bit_cast<float>(good[i]), of_bad = std::bit_cast<float>(bad[i]);
      if (tests::same(of_good, of_bad)) continue;
      const float expected = tests::twin_dot(model.name, tests::a_of(unit, drawn, i),
                                             tests::b_of(unit, drawn, i), std::bit_cast<float>(drawn.c[i]));
      return Objection{tests::same(of_good, expected), tests::same(of_bad, expected)};
    }
  }
  return std::nullopt;
}

void check_objection(const std::optional<Objection>& objection) {
  CHECK(objection.has_value());
  if (!objection) return;
  CHECK(objection->twin_agrees_with_model);
  CHECK_FALSE(objection->twin_agrees_with_change);
}

void check_arch(std::string_view arch) {
  for (const Model& model : matrix::models(arch))
    for (const FactChange& change : tests::fact_changes()) {
      Model changed = model;
      change.apply(changed.facts);
      INFO(model.name << ": " << change.what);
      if (tests::can_show(change, model.facts,
                          arch == "gfx942" ? tests::Data::bytes : tests::Data::scaled_bytes))
        check_objection(objection_of_tiles(model, changed));
      changed = model;
      change.apply(changed.sixteen);
      INFO("of 16 bits");
      if (tests::can_show(change, model.sixteen, tests::Data::halves))
        check_objection(objection_of_dots(model, changed));
    }
}

}  // namespace

TEST_CASE("a twin objects to each fact of gfx950's models that is off by a little") {
  check_arch("gfx950");
}
TEST_CASE("a twin objects to each fact of gfx942's models that is off by a little") {
  check_arch("gfx942");
}
