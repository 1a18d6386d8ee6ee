// Tiles of operands drawn from a seed, in the regimes where matrix models differ or break.
#pragma once

#include <cstdint>
#include <vector>

#include "emulator/arithmetic/matrix/fast/decoded.hpp"
#include "emulator/arithmetic/matrix/fast/gather.hpp"
#include "emulator/arithmetic/matrix/fast/multiplication.hpp"
#include "emulator/arithmetic/matrix/layouts/lane_map.hpp"
#include "emulator/arithmetic/matrix/units/dot_draw.hpp"
#include "emulator/arithmetic/matrix/units/units.hpp"
#include "host/simd_levels.hpp"
#include "tests/matrix/twin.hpp"

namespace lockstep::tests {

struct Tile {
  matrix::Shape shape;
  const formats::Format* a_format;
  const formats::Format* b_format;
  std::vector<std::uint8_t> a, b, a_scale, b_scale;
  std::vector<float> c;

  Tile(matrix::Shape shape_, const formats::Format& a_format_,
       const formats::Format& b_format_);  ///< zeros, scales 1
  matrix::Operand a_operand() const { return {a_format, a.data(), a_scale.data()}; }
  matrix::Operand b_operand() const { return {b_format, b.data(), b_scale.data()}; }
  TwinVector a_row(int row) const;
  TwinVector b_column(int column) const;
};

/// Everything about the tile, formats and shape included, follows from the seed.
Tile draw_tile(std::uint64_t seed);

/// In a narrow shape, of gfx950's or gfx942's formats; all scales are NaN.
Tile draw_narrow_tile(std::uint64_t seed);

// Corners that no seed finds.
/// Products that are all -0, and -0 to add them to.
Tile negative_zeros();
/// Of e5m2fnuz: sums 29 binades below the accumulator that would meet it at a tie, but for one product 24
/// bits further down.
Tile tie_tile();
/// Of e5m2: the same where 120 of 128 products take two bits off the accumulator.
Tile wide_tie_tile();

/// Dot products of one instruction each, of k products. Of 16 bits, some lie all below the smallest exponents
/// of f32 (bf16), some are about a tie with the accumulator, and some are all -0.
matrix::DrawnDots draw_instruction(const matrix::Unit& unit, int k, std::uint64_t seed, std::size_t count);

/// The operands of the i-th of them.
TwinVector a_of(const matrix::Unit& unit, const matrix::DrawnDots& dots, std::size_t i);
TwinVector b_of(const matrix::Unit& unit, const matrix::DrawnDots& dots, std::size_t i);

std::vector<float> multiply(const matrix::Model& model, const Tile& tile);
std::vector<float> multiply(host::SimdLevel level, const matrix::Model& model, const Tile& tile);

/// The dot products of a narrow multiply().
matrix::Unit narrow_unit(const matrix::Model& model, matrix::Shape shape);

/// Outputs of the model, of a spread of the tile's, that are not the unit's slow ones.
int differences(const matrix::Unit& unit, const matrix::Model& model, const Tile& tile, int outputs);

/// Equal bits, or both NaN.
bool same(float x, float y);

}  // namespace lockstep::tests
