#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "reference/scaling/quantise.hpp"
#include "tests/catch.hpp"
#include "tests/property.hpp"
#include "tests/reference/code_table.hpp"

namespace lockstep::tests {
namespace {

using formats::Overflow;

std::vector<float> gaussian(std::size_t count, std::uint32_t seed, int exponent) {
  std::mt19937 bits(seed);
  std::normal_distribution<float> normal;
  std::vector<float> x(count);
  for (float& value : x) value = std::ldexp(normal(bits), exponent);
  return x;
}

struct Quantised {
  std::vector<std::uint8_t> codes, scales;
};

Quantised quantise(const std::vector<float>& x, std::int64_t rows, std::int64_t k, std::int64_t block_rows,
                   const scaling::Recipe& recipe) {
  Quantised q{std::vector<std::uint8_t>(x.size()),
              std::vector<std::uint8_t>(std::size_t(rows / block_rows * k / 128))};
  const auto run = block_rows == 1 ? scaling::quantise_1x128 : scaling::quantise_128x128;
  run(x, rows, k, recipe, q.codes, q.scales, Overflow::to_special);
  return q;
}

}  // namespace

TEST_CASE("recipes on hand-made maxima") {
  const float above = std::nextafterf(448.0f, 1000.0f);
  CHECK(scaling::ceil.scale(448.0f) == 127);
  CHECK(scaling::floor.scale(448.0f) == 127);
  CHECK(scaling::ceil.scale(above) == 128);
  CHECK(scaling::floor.scale(above) == 127);
  CHECK(scaling::ceil.scale(0.0f) == scaling::ceil.scale(1e-12f));
  CHECK(scaling::ceil.scale(1e-12f) == 127 - 48);  // 2^-49 < 1e-12 / 448 < 2^-48
  CHECK(scaling::floor.scale(1e-12f) == 127 - 49);
  CHECK(scaling::ceil.scale(std::numeric_limits<float>::max()) ==
        247);  // 2^128 / 448 is a little above 2^119
  CHECK(scaling::ceil.scale(std::numeric_limits<float>::quiet_NaN()) == 254);
  CHECK(scaling::find("ceil") == &scaling::ceil);
  CHECK(scaling::find("nearest") == nullptr);
}

TEST_CASE("ceil is the smallest scale whose block fits, but for the rounding of the quotient") {
  check_property("ceil scale", [](std::uint32_t seed) {
    std::mt19937 bits(seed);
    const int exponent = *rc::gen::inRange(-39, 128);
    const float amax = std::ldexp(1.0f + float(bits() % 4 == 0 ? bits() % 4 : bits()) * 0x1p-32f, exponent);
    RC_PRE(std::isfinite(amax));
    const int e = int(scaling::ceil.scale(amax)) - 127;
    const mpq_class slack = 1 + power(-23);
    RC_ASSERT(mpq_class(amax) <= 448 * power(e) * slack);
    RC_ASSERT(mpq_class(amax) * slack > 448 * power(e - 1));
  });
}

TEST_CASE("the fast element step equals encode_nearest_even") {
  std::vector<float> x;
  for (std::uint32_t high = 0; high < 1u << 20; ++high)
    for (const std::uint32_t low : {0u, 1u, 0xFFFu}) x.push_back(std::bit_cast<float>(high << 12 | low));
  std::vector<std::uint8_t> codes(x.size());
  for (const int scale : {0, 1, 100, 127, 131, 200, 254}) {
    for (const Overflow overflow : {Overflow::to_special, Overflow::saturate}) {
      scaling::quantise_elements(x, std::uint8_t(scale), codes, overflow);
      std::size_t wrong = 0;
      for (std::size_t i = 0; i < x.size(); ++i) {
        const double y = double(x[i]) * formats::power_of_two(127 - scale);
        const std::uint32_t expected = formats::encode_nearest_even(formats::float8_e4m3fn, y, overflow);
        wrong += codes[i] != expected;
      }
      CAPTURE(scale, int(overflow));
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("blocks take the scale of their own largest element") {
  check_property("block scales", [](std::uint32_t seed, bool square) {
    const std::int64_t rows = 256, k = 384, block_rows = square ? 128 : 1;
    std::vector<float> x = gaussian(std::size_t(rows * k), seed, int(seed % 40) - 20);
    const Quantised q = quantise(x, rows, k, block_rows, scaling::ceil);
    const std::size_t block = seed % q.scales.size();
    const std::int64_t row0 = std::int64_t(block) / 3 * block_rows, column0 = std::int64_t(block) % 3 * 128;
    float amax = 0;
    for (std::int64_t row = row0; row < row0 + block_rows; ++row)
      for (std::int64_t column = column0; column < column0 + 128; ++column)
        amax = std::max(amax, std::abs(x[std::size_t(row * k + column)]));
    RC_ASSERT(q.scales[block] == scaling::ceil.scale(amax));
  });
}

TEST_CASE("quantising with ceil stays within half a step and with floor does not") {
  bool floor_fails = false;
  for (std::uint32_t seed = 0; seed < 8; ++seed) {
    for (const std::int64_t block_rows : {1, 128}) {
      const std::int64_t rows = 128, k = 256;
      const std::vector<float> x = gaussian(std::size_t(rows * k), seed, int(seed) * 5 - 20);
      const Quantised up = quantise(x, rows, k, block_rows, scaling::ceil);
      CHECK_FALSE(scaling::first_outside_half_ulp(x, rows, k, up.codes, up.scales, block_rows));
      const Quantised down = quantise(x, rows, k, block_rows, scaling::floor);
      floor_fails |=
          scaling::first_outside_half_ulp(x, rows, k, down.codes, down.scales, block_rows).has_value();
    }
  }
  CHECK(floor_fails);
}

TEST_CASE("the half-step bound names the element that is one code off, saturated or NaN") {
  const std::int64_t rows = 2, k = 256;
  std::vector<float> x = gaussian(std::size_t(rows * k), 7, 0);
  x[301] = 3.0f;
  const Quantised right = quantise(x, rows, k, 1, scaling::ceil);
  const auto outside = [&](const Quantised& q) {
    return scaling::first_outside_half_ulp(x, rows, k, q.codes, q.scales, 1);
  };
  CHECK_FALSE(outside(right));
  Quantised neighbour = right;
  ++neighbour.codes[301];
  CHECK(outside(neighbour) == std::size_t{301});
  Quantised nan = right;
  nan.codes[301] = 0x7F;
  CHECK(outside(nan) == std::size_t{301});
  Quantised low_scale = right;
  --low_scale.scales[2];
  CHECK(outside(low_scale).has_value());
  x[17] = std::numeric_limits<float>::quiet_NaN();
  CHECK(outside(right) == std::size_t{17});
  CHECK_FALSE(outside(quantise(x, rows, k, 1, scaling::ceil)));
}

}  // namespace lockstep::tests
