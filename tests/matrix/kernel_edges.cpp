// Where the shortcuts of multiply()'s kernels end; results worked out by hand.
#include <bit>
#include <cstdint>

#include "catch.hpp"
#include "draw.hpp"
#include "reference/formats/formats.hpp"

using namespace lockstep;
using matrix::InstructionSet;
using tests::Tile;

namespace {

constexpr const char* kAligned[] = {"tr8_inexp",   "tr16_inexp",  "tr32_inexp",
                                    "gtr16_inexp", "gtr32_inexp", "gtr128_inexp"};

// The bits of every output, which must be the same on all rows, columns and instruction sets.
std::uint32_t output(std::string_view name, const Tile& tile) {
  const matrix::Model& model = *matrix::find_model(name);
  const std::vector<float> best = tests::multiply(model, tile);
  for (const InstructionSet set :
       {InstructionSet::baseline, InstructionSet::v3, InstructionSet::v4, InstructionSet::v4_vnni}) {
    if (set > matrix::best_instruction_set()) continue;
    std::vector<float> d(tile.c.size());
    matrix::multiply_with(set, model, tile.shape, tile.a_operand(), tile.b_operand(), tile.c.data(),
                          d.data());
    for (const float x : d) CHECK(std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(best[0]));
  }
  return std::bit_cast<std::uint32_t>(best[0]);
}

// The same row of A everywhere, against ones: one product a * 1 at k, its block scaled by 2^exponent.
void put(Tile& tile, int k, double a, int exponent) {
  const auto encode = [](const formats::Format& f, double x) {
    return std::uint8_t(formats::encode_nearest_even(f, x, formats::Overflow::saturate));
  };
  for (int i = 0; i < tile.shape.m; ++i) {
    const auto at = std::size_t(i * tile.shape.k + k);
    tile.a[at] = encode(*tile.a_format, a);
    tile.b[at] = encode(*tile.b_format, 1);
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

TEST_CASE("bytes are summed to their ends") {
  for (const formats::Format* f : {&formats::float4_e2m1fn, &formats::float6_e2m3fn}) {
    const std::uint32_t largest = formats::largest_finite(*f);
    const double value = formats::to_double(*f, largest);
    for (const std::uint32_t a_sign : {0u, f->sign_mask()})
      for (const std::uint32_t b_sign : {0u, f->sign_mask()}) {
        Tile tile(matrix::k16x16x128, *f, *f);
        tile.a.assign(tile.a.size(), std::uint8_t(largest | a_sign));
        tile.b.assign(tile.b.size(), std::uint8_t(largest | b_sign));
        const double sum = (a_sign == b_sign ? 128 : -128) * value * value;
        CHECK(output("exact", tile) == std::bit_cast<std::uint32_t>(float(sum)));
      }
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
