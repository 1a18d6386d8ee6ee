// multiply() has kernels of its own, whole tiles at a time; dot_products() shares none of them.
#include <bit>
#include <string>

#include "catch.hpp"
#include "draw.hpp"

using namespace lockstep;
using matrix::InstructionSet;
using tests::Tile;

namespace {

#ifdef LOCKSTEP_SANITIZED
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

}  // namespace

TEST_CASE("a tile's every output is its dot product, on every instruction set") {
  for (const matrix::Model& model : matrix::models()) {
    const matrix::Unit& unit = *matrix::find_unit("cdna4_f8f6f4/" + std::string(model.name));
    for (std::uint64_t seed = 10'000; seed < 10'000 + kTiles; ++seed) {
      const Tile tile = tests::draw_tile(seed);
      const std::vector<float> expected = by_dots(unit, tile);
      for (const InstructionSet set :
           {InstructionSet::baseline, InstructionSet::v3, InstructionSet::v4, InstructionSet::v4_vnni}) {
        if (set > matrix::best_instruction_set()) continue;
        std::vector<float> d(tile.c.size());
        matrix::multiply_with(set, model, tile.shape, tile.a_operand(), tile.b_operand(), tile.c.data(),
                              d.data());
        INFO(model.name << " seed " << seed << " level " << int(set) << " " << tile.a_format->name << " x "
                        << tile.b_format->name);
        REQUIRE(differences(d, expected) == 0);
      }
    }
  }
}

TEST_CASE("bits above a code's width are ignored") {
  for (const matrix::Model& model : matrix::models())
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      const Tile tile = tests::draw_tile(seed);
      Tile dirty = tile;
      for (std::uint8_t& code : dirty.a) code |= std::uint8_t(0xFF << tile.a_format->bits);
      for (std::uint8_t& code : dirty.b) code |= std::uint8_t(0xFF << tile.b_format->bits);
      INFO(model.name << " seed " << seed);
      REQUIRE(differences(tests::multiply(model, dirty), tests::multiply(model, tile)) == 0);
    }
}
