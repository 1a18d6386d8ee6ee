#include <algorithm>

#include "reference/formats/formats.hpp"
#include "tests/matrix/draw.hpp"

namespace lockstep::tests {
namespace {

constexpr std::uint8_t kMinus = 0x80;

// Codes of e5m2 and, with its other bias, of e5m2fnuz.
constexpr std::uint8_t power(int bias, int exponent) {
  return std::uint8_t((bias + exponent) << 2);
}

}  // namespace

Tile negative_zeros() {
  Tile tile(matrix::k16x16x128, formats::float8_e4m3fn, formats::float8_e4m3fn);
  std::ranges::fill(tile.a, kMinus);
  std::ranges::fill(tile.c, -0.0F);
  return tile;
}

// The products of a row: -(14 * 1.5^2 + 0.5 + 2^-24) = -(32 + 2^-24).
Tile tie_tile() {
  constexpr int kBias = 16;
  constexpr std::uint8_t kOneAndAHalf = power(kBias, 0) | 2;
  Tile tile(matrix::k32x32x16, formats::float8_e5m2fnuz, formats::float8_e5m2fnuz);
  for (std::size_t i = 0; i < tile.a.size(); ++i) {
    const std::size_t k = i % 16;
    const bool tiny = k == 15;
    tile.a[i] = kMinus | (k < 14 ? kOneAndAHalf : power(kBias, tiny ? -12 : -1));
    tile.b[i] = k < 14 ? kOneAndAHalf : power(kBias, tiny ? -12 : 0);
  }
  for (std::size_t i = 0; i < tile.c.size(); ++i) tile.c[i] = 0x1p29F + float(64 * i);
  return tile;
}

// The products of a row: -(120 * 1.75^2 + 1.5 * 2^-16 - 2^-24).
Tile wide_tie_tile() {
  constexpr int kBias = 15;
  Tile tile(matrix::k16x16x128, formats::float8_e5m2, formats::float8_e5m2);
  for (std::size_t i = 0; i < tile.a.size(); ++i) {
    const std::size_t k = i % 128;
    if (k > 121) continue;
    tile.b[i] = k < 120 ? power(kBias, 0) | 3 : power(kBias, k == 120 ? -8 : -12);
    tile.a[i] = k < 121 ? tile.b[i] | kMinus : tile.b[i];
    if (k == 120) tile.a[i] |= 2;
  }
  std::ranges::fill(tile.c, 512.0F);
  return tile;
}

}  // namespace lockstep::tests
