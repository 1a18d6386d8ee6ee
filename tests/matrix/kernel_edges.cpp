// Where the shortcuts of multiply()'s kernels end; results worked out by hand.
#include <bit>
#include <cstdint>

#include "host/simd_levels.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"
#include "tests/matrix/draw.hpp"

using namespace lockstep;
using host::SimdLevel;
using tests::Tile;

namespace {

constexpr const char* kAligned[] = {"tr8_inexp",   "tr16_inexp",  "tr32_inexp",
                                    "gtr16_inexp", "gtr32_inexp", "gtr128_inexp"};

// The bits of every output, which must be the same on all rows, columns and instruction sets.
std::uint32_t output(std::string_view name, const Tile& tile) {
  const matrix::Model& model = *matrix::find_model(name);
  const std::vector<float> best = tests::multiply(model, tile);
  for (const SimdLevel level : host::simd_levels()) {
    const std::vector<float> d = tests::multiply(level, model, tile);
    for (const float x : d) CHECK(std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(best[0]));
  }
  return std::bit_cast<std::uint32_t>(best[0]);
}

// The same row of A everywhere, against the same column: one product a * b at k, its block scaled by
// 2^exponent.
void put(Tile& tile, int k, double a, int exponent, double b = 1) {
  const auto encode = [](const formats::Format& f, double x) {
    return std::uint8_t(formats::encode_nearest_even(f, x, formats::Overflow::saturate));
  };
  for (int i = 0; i < tile.shape.m; ++i) {
    const auto at = std::size_t(i * tile.shape.k + k);
    tile.a[at] = encode(*tile.a_format, a);
    tile.b[at] = encode(*tile.b_format, b);
    tile.a_scale[std::size_t(i * tile.shape.blocks() + k / 32)] = std::uint8_t(127 + exponent);
  }
}

void fill(Tile& tile, float c) {
  for (float& x : tile.c) x = c;
}

}  // namespace

TEST_CASE("exact sums that outgrow two doubles are summed again") {
  // 2^100 + 1 + 2^-60 - 2^100 + 2^-24: the third term leaves a tie to even, when it is seen.
  for (const formats::Format* a : {&formats::float8_e5m2, &formats::float8_e4m3fn, &formats::float4_e2m1fn}) {
    Tile tile(matrix::k16x16x128, *a, formats::float8_e5m2);
    put(tile, 0, 1, 100);
    put(tile, 32, 1, 0);
    put(tile, 64, 1, -60);
    put(tile, 96, -1, 100);
    fill(tile, 0x1p-24f);
    INFO(a->name);
    CHECK(output("exact", tile) == 0x3F800001);
    put(tile, 64, 0, 0);
    CHECK(output("exact", tile) == 0x3F800000);
  }
}

TEST_CASE("exact sums of e5m2 keep their smallest product, FNUZ or not") {
  // 31 * 0.875 * 57344 = 1555456, of which floats are multiples of 1/8; 1/16 is a tie, and the last product,
  // 52 or, FNUZ, 54 bits below the sum, decides it.
  for (const formats::Format* f : {&formats::float8_e5m2, &formats::float8_e5m2fnuz}) {
    const double smallest = formats::to_double(*f, 1);
    Tile tile(matrix::k16x16x32, *f, *f);
    for (int k = 0; k < 31; ++k) put(tile, k, 0.875, 0, 57344);
    fill(tile, 0x1p-4f);
    INFO(f->name);
    CHECK(output("exact", tile) == std::bit_cast<std::uint32_t>(1555456.0f));
    put(tile, 31, smallest, 0, smallest);
    CHECK(output("exact", tile) == std::bit_cast<std::uint32_t>(1555456.125f));
    put(tile, 31, -smallest, 0, smallest);
    CHECK(output("exact", tile) == std::bit_cast<std::uint32_t>(1555456.0f));
  }
}

TEST_CASE("bytes are summed to their ends") {
  const formats::Format* const kFormats[] = {&formats::float4_e2m1fn, &formats::float6_e2m3fn};
  for (const formats::Format* a : kFormats)
    for (const formats::Format* b : kFormats)
      for (const std::uint32_t a_sign : {0u, a->sign_mask()})
        for (const std::uint32_t b_sign : {0u, b->sign_mask()}) {
          Tile tile(matrix::k16x16x128, *a, *b);
          tile.a.assign(tile.a.size(), std::uint8_t(formats::largest_finite(*a) | a_sign));
          tile.b.assign(tile.b.size(), std::uint8_t(formats::largest_finite(*b) | b_sign));
          const double product = formats::to_double(*a, formats::largest_finite(*a)) *
                                 formats::to_double(*b, formats::largest_finite(*b));
          const double sum = (a_sign != 0) == (b_sign != 0) ? 128 * product : -128 * product;
          INFO(a->name << " times " << b->name);
          for (const char* model : {"exact", "fma_post"})
            CHECK(output(model, tile) == std::bit_cast<std::uint32_t>(float(sum)));
        }
}

TEST_CASE("a subnormal sum is floored to 2^-157 before it is rounded") {
  // 2^-150 is a tie, half of the smallest float; 2^-157 more decides it, 2^-158 is gone before.
  Tile tile(matrix::k16x16x128, formats::float8_e4m3fn, formats::float8_e4m3fn);
  tile.b_scale.assign(tile.b_scale.size(), 127 - 50);
  put(tile, 0, 1, -100);
  for (const char* model : kAligned) {
    INFO(model);
    put(tile, 2, 0x1p-7, -100);
    CHECK(output(model, tile) == 1);
    put(tile, 2, 0x1p-8, -100);
    CHECK(output(model, tile) == 0);
  }
}

TEST_CASE("a negative sum far below the smallest float still floors") {
  // -2^-252, in the last step, becomes -2^-157, and that -0; 2^-252 becomes 0.
  Tile tile(matrix::k16x16x128, formats::float8_e4m3fn, formats::float8_e4m3fn);
  tile.b_scale.assign(tile.b_scale.size(), 1);
  for (const char* model : kAligned) {
    INFO(model);
    put(tile, 127, -1, -126);
    CHECK(output(model, tile) == 0x80000000);
    put(tile, 127, 1, -126);
    CHECK(output(model, tile) == 0);
  }
}
