#include "tests/matrix/draw.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "emulator/arithmetic/matrix/slow/dot_products_slow.hpp"
#include "emulator/arithmetic/matrix/units/units.hpp"
#include "host/simd_levels.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::tests {
namespace {

using Random = std::mt19937_64;

int below(Random& random, int n) {
  return int(random() % std::uint64_t(n));
}

std::uint8_t draw_code(Random& random, const formats::Format& f, int regime) {
  const auto sign = std::uint8_t(random() % 2 != 0 ? f.sign_mask() : 0u);
  const int finite = int(formats::largest_finite(f)) + 1;
  switch (regime) {
    case 0:  // every finite code
      return std::uint8_t(sign | below(random, finite));
    case 1: {  // around one
      const int one = f.bias << f.mantissa_bits;
      return std::uint8_t(sign | (one + below(random, 2 << f.mantissa_bits) - (1 << f.mantissa_bits)));
    }
    case 2:  // subnormals, and a few others
      return std::uint8_t(
          sign | (below(random, 8) == 0 ? below(random, finite) : below(random, 1 << f.mantissa_bits)));
    case 3:  // mostly zero
      return std::uint8_t(sign | (below(random, 12) == 0 ? below(random, finite) : 0));
    case 4:  // only the largest and the smallest
      return std::uint8_t(sign |
                          (below(random, 2) == 0 ? finite - 1 - below(random, 2) : 1 + below(random, 2)));
    default:  // any code at all, specials rarely
      return std::uint8_t(below(random, 200) == 0 ? random() & f.code_mask() : sign | below(random, finite));
  }
}

std::uint8_t draw_scale(Random& random, int regime, std::uint8_t common) {
  switch (regime) {
    case 0:
      return common;
    case 1:
      return std::uint8_t(common - 4 + below(random, 9));
    case 2:
      return std::uint8_t(below(random, 255));
    case 3:
      return std::uint8_t(below(random, 2) == 0 ? below(random, 3) : 252 + below(random, 3));
    case 4:  // the accumulator and the products meet near the ends of f32
      return std::uint8_t(common < 127 ? 40 + below(random, 40) : 180 + below(random, 14));
    default:
      return std::uint8_t(below(random, 60) == 0 ? 255 : common);
  }
}

float draw_accumulator(Random& random, int regime) {
  const float sign = below(random, 2) == 0 ? -1.0f : 1.0f;
  const float unit = 1.0f + float(below(random, 1 << 23)) * 0x1p-23f;
  switch (regime) {
    case 0:
      return sign * 0.0f;
    case 1:  // near the products
      return sign * std::ldexp(unit, below(random, 60) - 30);
    case 2:  // anywhere
      return sign * std::ldexp(unit, below(random, 277) - 149);
    case 3:  // subnormal
      return std::bit_cast<float>(std::uint32_t(below(random, 1 << 23)) | (sign < 0 ? 0x80000000u : 0u));
    case 4: {  // few bits: ties and cancellations
      const int exponent = below(random, 40) - 20;
      return sign * std::ldexp(float(below(random, 16)), exponent);
    }
    default:
      switch (below(random, 8)) {
        case 0:
          return sign * std::numeric_limits<float>::infinity();
        case 1:
          return std::numeric_limits<float>::quiet_NaN();
        case 2:
          return sign * std::numeric_limits<float>::max();
        default:
          return sign * unit;
      }
  }
}

// Makes later products the negatives of earlier ones, inside a block or across blocks.
void cancel(Random& random, Tile& tile) {
  const int k = tile.shape.k;
  const int distance = 1 << below(random, k == 128 ? 7 : 6);
  const auto flip = std::uint8_t(tile.a_format->sign_mask());
  for (int i = 0; i < tile.shape.m; ++i)
    for (int j = 0; j + distance < k; ++j) {
      if ((j / distance) % 2 != 0 || below(random, 16) == 0) continue;
      tile.a[std::size_t(i * k + j + distance)] = tile.a[std::size_t(i * k + j)] ^ flip;
      tile.b[std::size_t(i * k + j + distance)] = tile.b[std::size_t(i * k + j)];
    }
}

void draw_elements(Random& random, Tile& tile) {
  const int a_regime = below(random, 6);
  const int b_regime = below(random, 6);
  for (std::uint8_t& code : tile.a) code = draw_code(random, *tile.a_format, a_regime);
  for (std::uint8_t& code : tile.b) code = draw_code(random, *tile.b_format, b_regime);
  if (below(random, 3) == 0) cancel(random, tile);
}

void draw_accumulators(Random& random, Tile& tile) {
  const int regime = below(random, 6);
  for (float& c : tile.c) c = draw_accumulator(random, regime);
}

TwinVector slice(const formats::Format* format, const std::vector<std::uint8_t>& codes,
                 const std::vector<std::uint8_t>& scales, matrix::Shape shape, int index) {
  const auto code = codes.begin() + index * shape.k;
  const auto scale = scales.begin() + index * shape.blocks();
  TwinVector part{format, {code, code + shape.k}, {}};
  if (!matrix::is_narrow(shape)) part.scales.assign(scale, scale + shape.blocks());
  return part;
}

}  // namespace

Tile::Tile(matrix::Shape shape_, const formats::Format& a_format_, const formats::Format& b_format_)
    : shape(shape_),
      a_format(&a_format_),
      b_format(&b_format_),
      a(std::size_t(shape_.elements())),
      b(std::size_t(shape_.elements())),
      a_scale(matrix::kOperandScales, 127),
      b_scale(matrix::kOperandScales, 127),
      c(std::size_t(shape_.m * shape_.n)) {}

TwinVector Tile::a_row(int row) const {
  return slice(a_format, a, a_scale, shape, row);
}
TwinVector Tile::b_column(int column) const {
  return slice(b_format, b, b_scale, shape, column);
}

Tile draw_tile(std::uint64_t seed) {
  Random random(seed);
  const int pair = int(seed % 25);
  Tile tile(below(random, 2) == 0 ? matrix::k16x16x128 : matrix::k32x32x64, *matrix::operand_format(pair / 5),
            *matrix::operand_format(pair % 5));
  draw_elements(random, tile);
  const int scale_regime = below(random, 6);
  const auto common = std::uint8_t(100 + below(random, 50));
  for (std::uint8_t& scale : tile.a_scale) scale = draw_scale(random, scale_regime, common);
  for (std::uint8_t& scale : tile.b_scale)
    scale = draw_scale(random, scale_regime, std::uint8_t(254 - common));
  draw_accumulators(random, tile);
  return tile;
}

Tile draw_narrow_tile(std::uint64_t seed) {
  Random random(seed);
  constexpr const formats::Format* kFormats[] = {&formats::float8_e4m3fn, &formats::float8_e5m2,
                                                 &formats::float8_e4m3fnuz, &formats::float8_e5m2fnuz};
  const std::uint64_t pair = seed % 8, first = pair / 4 * 2;  // either arch's
  Tile tile(below(random, 2) == 0 ? matrix::k16x16x32 : matrix::k32x32x16, *kFormats[first + pair / 2 % 2],
            *kFormats[first + pair % 2]);
  draw_elements(random, tile);
  if (first != 0)  // what elsewhere is -0 is NaN here, and must be rare
    for (auto* codes : {&tile.a, &tile.b})
      for (std::uint8_t& code : *codes)
        if (code == 0x80 && below(random, 300) != 0) code = 0;
  tile.a_scale.assign(tile.a_scale.size(), 0xFF);  // not to be read
  tile.b_scale.assign(tile.b_scale.size(), 0xFF);
  draw_accumulators(random, tile);
  return tile;
}

std::vector<float> multiply(const matrix::Model& model, const Tile& tile) {
  return multiply(host::best_simd_level(), model, tile);
}

std::vector<float> multiply(host::SimdLevel level, const matrix::Model& model, const Tile& tile) {
  std::vector<float> d(tile.c.size());
  matrix::multiply_with(level, model, tile.shape, tile.a_operand(), tile.b_operand(), tile.c.data(),
                        d.data());
  return d;
}

matrix::Unit narrow_unit(const matrix::Model& model, matrix::Shape shape) {
  matrix::Unit unit = *matrix::find_unit("cdna3_fp8");
  unit.facts = matrix::unscaled(model.facts, shape.k);
  unit.step = std::max(unit.facts.step, 1);
  return unit;
}

int differences(const matrix::Unit& unit, const matrix::Model& model, const Tile& tile, int outputs) {
  const std::vector<float> d = multiply(model, tile);
  int different = 0;
  for (int i = 0; i < outputs; ++i) {
    const auto at = std::size_t((std::uint64_t(i) * 0x9E3779B97F4A7C15u >> 40) % d.size());
    const TwinVector a = tile.a_row(int(at) / tile.shape.n), b = tile.b_column(int(at) % tile.shape.n);
    const std::vector<std::uint32_t> scales_a(a.scales.begin(), a.scales.end());
    const std::vector<std::uint32_t> scales_b(b.scales.begin(), b.scales.end());
    auto acc = std::bit_cast<std::uint32_t>(tile.c[at]);
    matrix::dot_products_slow(unit, {1, tile.shape.k, tile.a_format, tile.b_format, a.codes.data(),
                                     b.codes.data(), &acc, scales_a.data(), scales_b.data(), &acc});
    different += !same(d[at], std::bit_cast<float>(acc));
  }
  return different;
}

bool same(float x, float y) {
  return std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y) ||
         (std::isnan(x) && std::isnan(y));
}

}  // namespace lockstep::tests
