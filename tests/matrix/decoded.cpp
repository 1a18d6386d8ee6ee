// Operands decoded ahead: registers give what their codes give, and scales near 1 what any scales give.
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>

#include "emulator/arithmetic/matrix/fast/gather.hpp"
#include "emulator/arithmetic/matrix/fast/multiplication.hpp"
#include "host/simd_levels.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"
#include "tests/matrix/draw.hpp"

using namespace lockstep;
using matrix::Decoding;

namespace {

std::uint64_t scatter(std::uint64_t seed, std::uint64_t index) {  // splitmix64
  std::uint64_t x = (seed << 32) + (index + 1) * 0x9E3779B97F4A7C15u;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  return x ^ x >> 31;
}

constexpr int kRegisters = 8;

using Registers = std::array<std::array<std::uint32_t, matrix::kLanes>, kRegisters>;

// Any bits, or those of small numbers: no special is among them.
Registers draw_registers(std::uint64_t seed, bool specials) {
  Registers all;
  for (std::size_t r = 0; r < all.size(); ++r)
    for (std::size_t l = 0; l < all[r].size(); ++l)
      all[r][l] = std::uint32_t(scatter(scatter(seed, r), l)) & (specials ? ~0u : 0xB7B7'B7B7u);
  return all;
}

std::unique_ptr<matrix::DecodedOperand> blank() {
  auto decoded = std::make_unique<matrix::DecodedOperand>();
  decoded->values.fill(std::numeric_limits<float>::infinity());
  decoded->integers.fill(0xEE);
  decoded->start.fill(-1);
  return decoded;
}

bool same(const matrix::DecodedOperand& a, const matrix::DecodedOperand& b) {
  // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): bits are compared, NaN's among them
  return std::memcmp(a.values.data(), b.values.data(), sizeof a.values) == 0 && a.integers == b.integers &&
         a.start == b.start;
}

void check_registers(host::SimdLevel level, const formats::Format& format, matrix::Shape shape,
                     matrix::Side side, Decoding decoding, const Registers& registers) {
  std::array<const std::uint32_t*, kRegisters> pointers;
  for (std::size_t r = 0; r < pointers.size(); ++r) pointers[r] = registers[r].data();
  std::array<std::uint8_t, matrix::kOperandElements> codes;
  matrix::gather_operand(shape, format, pointers.data(), codes.data());
  const auto by_codes = blank(), by_registers = blank();
  matrix::decode(level, decoding, shape, side, {&format, codes.data(), nullptr}, *by_codes);
  matrix::decode_registers(level, decoding, shape, side, format, pointers.data(), *by_registers);
  CAPTURE(int(level), format.name, shape.k, int(side), int(decoding));
  REQUIRE(same(*by_codes, *by_registers));
  if (decoding != Decoding::values) return;
  // And those are the values of the codes.
  for (int i = 0; i < shape.m; ++i)
    for (int k = 0; k < shape.k; ++k) {
      const double value = formats::to_double(format, codes[std::size_t(i * shape.k + k)]);
      const int at = side == matrix::Side::rows ? (k / 4 * shape.m + i) * 4 + k % 4 : k * shape.m + i;
      const float decoded = by_registers->values[std::size_t(at)];
      if (value == value ? decoded != float(value) : decoded == decoded) FAIL("row " << i << " k " << k);
    }
}

void check_registers(const formats::Format& format, matrix::Shape shape, matrix::Side side,
                     const Registers& registers) {
  const matrix::Model& model = *matrix::find_model("fma_post");
  for (const host::SimdLevel level : host::simd_levels()) {
    check_registers(level, format, shape, side, Decoding::values, registers);
    if (matrix::Multiplication(level, model, shape, format, format).decoding() == Decoding::integers)
      check_registers(level, format, shape, side, Decoding::integers, registers);
  }
}

TEST_CASE("operands decoded from registers are those decoded from their codes") {
  for (int selector = 0; selector < matrix::kOperandFormats; ++selector)
    for (const matrix::Shape shape : {matrix::k16x16x128, matrix::k32x32x64})
      for (const matrix::Side side : {matrix::Side::rows, matrix::Side::columns})
        for (const bool specials : {false, true})
          check_registers(*matrix::operand_format(selector), shape, side,
                          draw_registers(std::uint64_t(selector) + 10, specials));
}

/// Scale codes of a range with both its ends among them, beyond which the host multiplies otherwise.
void draw_scales(std::uint64_t seed, int least, int most, std::vector<std::uint8_t>& scales) {
  for (std::size_t i = 0; i < scales.size(); ++i) {
    const std::uint64_t draw = scatter(seed, i);
    const int range = most - least + 1;
    scales[i] = std::uint8_t(draw % 5 == 0   ? least
                             : draw % 5 == 1 ? most
                                             : least + int((draw >> 32) % std::uint64_t(range)));
  }
}

std::uint8_t draw_code(const formats::Format& format, std::uint64_t draw, bool specials) {
  const auto code = std::uint8_t(draw & format.code_mask());
  return specials || std::isfinite(formats::to_double(format, code)) ? code : std::uint8_t(1);
}

float draw_addend(std::uint64_t draw) {
  switch (draw % 6) {
    case 0:
      return -0.0F;
    case 1:
      return std::bit_cast<float>(std::uint32_t(draw >> 32) & 0x807F'FFFF);  // subnormal
    case 2:
      return draw >> 63 != 0 ? std::numeric_limits<float>::max() : -std::numeric_limits<float>::max();
    default:
      return std::ldexp(float(std::int32_t(draw >> 32)), int(draw >> 8 & 0x7F) - 95);
  }
}

TEST_CASE("chains under scales near 1 and far from it are the same on every host") {
  constexpr std::pair<int, int> kRanges[] = {{72, 182}, {72, 183},  {71, 182}, {0, 254},  {120, 134},
                                             {0, 20},   {230, 255}, {82, 172}, {82, 173}, {81, 172},
                                             {65, 189}, {77, 177},  {60, 194}};
  const formats::Format* const kFormats[] = {&formats::float4_e2m1fn, &formats::float6_e2m3fn,
                                             &formats::float8_e5m2, &formats::float8_e4m3fn};
  const matrix::Model& model = *matrix::find_model("fma_post");
  for (const auto& [least, most] : kRanges)
    for (const matrix::Shape shape : {matrix::k16x16x128, matrix::k32x32x64})
      for (std::uint64_t seed = 0; seed < 64; ++seed) {
        const formats::Format &a = *kFormats[seed % 4], &b = *kFormats[seed / 4 % 4];
        tests::Tile tile(shape, a, b);
        for (std::size_t i = 0; i < tile.a.size(); ++i) {
          tile.a[i] = draw_code(a, scatter(seed + 100, i), seed % 5 == 0);
          tile.b[i] = draw_code(b, scatter(seed + 200, i), seed % 5 == 0);
        }
        draw_scales(seed + 300, least, most, tile.a_scale);
        draw_scales(seed + 400, seed % 3 == 0 ? 127 : least, seed % 3 == 0 ? 127 : most, tile.b_scale);
        std::vector<float> c(std::size_t(shape.m * shape.n)), plain(c.size()), d(c.size());
        for (std::size_t i = 0; i < c.size(); ++i) c[i] = draw_addend(scatter(seed + 500, i));
        matrix::multiply_with(host::SimdLevel::baseline, model, shape, tile.a_operand(), tile.b_operand(),
                              c.data(), plain.data());
        for (const host::SimdLevel level : host::simd_levels()) {
          matrix::multiply_with(level, model, shape, tile.a_operand(), tile.b_operand(), c.data(), d.data());
          CAPTURE(int(level), a.name, b.name, least, most, shape.k, seed);
          REQUIRE(std::memcmp(d.data(), plain.data(), sizeof(float) * c.size()) == 0);
        }
      }
}

}  // namespace
