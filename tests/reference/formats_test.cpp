#include <cmath>
#include <limits>
#include <random>

#include "tests/catch.hpp"
#include "tests/property.hpp"
#include "tests/reference/code_table.hpp"

namespace lockstep::tests {
namespace {

using formats::Format;
using formats::Overflow;

// The sign, which a zero code has and a rational zero does not.
std::uint32_t expected_code(const FormatFacts& facts, const CodeTable& table, float x, Overflow overflow) {
  const std::uint32_t magnitude = table.nearest(abs(mpq_class(x)), overflow == Overflow::saturate);
  if (magnitude == 0 && !facts.minus_zero()) return 0;
  return magnitude | (std::signbit(x) ? facts.sign : 0u);
}

std::size_t mismatches_around(const FormatFacts& facts, const CodeTable& table, float x) {
  std::size_t wrong = 0;
  for (const float y : {x, std::nextafterf(x, 0.0f), std::nextafterf(x, HUGE_VALF)}) {
    if (!std::isfinite(y)) continue;
    for (const Overflow overflow : {Overflow::to_special, Overflow::saturate})
      for (const float signed_y : {y, -y})
        wrong += formats::encode_nearest_even(*facts.format, signed_y, overflow) !=
                 expected_code(facts, table, signed_y, overflow);
  }
  return wrong;
}

}  // namespace

TEST_CASE("largest, smallest normal and smallest subnormal are those of the specifications") {
  for (const FormatFacts& facts : kFacts) {
    CAPTURE(facts.format->name);
    CHECK(formats::largest_finite(*facts.format) == facts.last_finite);
    CHECK(formats::to_double(*facts.format, facts.last_finite) == facts.largest);
    CHECK(formats::to_double(*facts.format, 1u << facts.mantissa_bits) == facts.smallest_normal);
    CHECK(formats::to_double(*facts.format, 1) == facts.smallest_subnormal);
    if (facts.sign != 0)
      CHECK(formats::to_double(*facts.format, facts.sign | 1u) == -facts.smallest_subnormal);
  }
}

TEST_CASE("special codes are those of the specifications") {
  using formats::is_infinity, formats::is_nan;
  for (std::uint32_t code = 0; code < 256; ++code) {
    CAPTURE(code);
    CHECK(is_nan(formats::float8_e4m3fn, code) == (code == 0x7F || code == 0xFF));
    CHECK_FALSE(is_infinity(formats::float8_e4m3fn, code));
    CHECK(is_nan(formats::float8_e5m2, code) == ((code & 0x7F) > 0x7C));
    CHECK(is_infinity(formats::float8_e5m2, code) == ((code & 0x7F) == 0x7C));
    CHECK(is_nan(formats::float8_e8m0fnu, code) == (code == 255));
  }
  for (std::uint32_t code = 0; code < 0x10000; ++code) {
    const bool bfloat16_nan = std::isnan(std::bit_cast<float>(code << 16));
    if (is_nan(formats::bfloat16, code) != bfloat16_nan) FAIL("bfloat16 " << code);
    if (is_nan(formats::float16, code) != ((code & 0x7FFF) > 0x7C00)) FAIL("float16 " << code);
  }
}

TEST_CASE("e8m0 is a power of two, never zero") {
  for (std::uint32_t code = 0; code < 255; ++code)
    CHECK(formats::to_double(formats::float8_e8m0fnu, code) == std::ldexp(1.0, int(code) - 127));
  CHECK(std::isnan(formats::to_double(formats::float8_e8m0fnu, 255)));
}

TEST_CASE("every code has the value of its definition and encodes back to itself") {
  for (const FormatFacts& facts : kFacts) {
    const CodeTable table(facts);
    std::size_t wrong = 0;
    for (std::uint32_t magnitude = 0; magnitude <= facts.last_finite; ++magnitude) {
      for (const std::uint32_t code : {magnitude, magnitude | facts.sign}) {
        if (code != 0 && magnitude == 0 && !facts.minus_zero()) continue;
        const double value = formats::to_double(*facts.format, code);
        wrong += mpq_class(std::abs(value)) != table.value(magnitude);
        wrong += std::signbit(value) != (code != magnitude);
        wrong += formats::encode_nearest_even(*facts.format, value, Overflow::to_special) != code;
      }
    }
    CAPTURE(facts.format->name);
    CHECK(wrong == 0);
  }
}

TEST_CASE("values, midpoints and their neighbours round to the nearest code, ties to even") {
  for (const FormatFacts& facts : kFacts) {
    const CodeTable table(facts);
    std::size_t wrong = 0;
    for (std::uint32_t code = 0; code <= facts.last_finite; ++code) {
      const mpq_class midpoint = (table.value(code) + table.value(code + 1)) / 2;
      wrong += mismatches_around(facts, table, float(table.value(code).get_d()));
      wrong += mismatches_around(facts, table, float(midpoint.get_d()));
    }
    CAPTURE(facts.format->name);
    CHECK(wrong == 0);
  }
}

TEST_CASE("the oracle objects to rounding ties away from zero") {
  const FormatFacts& facts = facts_of(formats::float8_e4m3fn);
  const CodeTable table(facts);
  const float tie = 1.0625f;  // between 1 (even) and 1.125
  CHECK(expected_code(facts, table, tie, Overflow::to_special) == 0x38);
  CHECK(expected_code(facts, table, std::nextafterf(tie, 2.0f), Overflow::to_special) == 0x39);
}

TEST_CASE("overflow to a special code or to the largest") {
  const double infinity = std::numeric_limits<double>::infinity();
  const auto special = [](const Format& f, double x) {
    return formats::encode_nearest_even(f, x, Overflow::to_special);
  };
  const auto saturated = [](const Format& f, double x) {
    return formats::encode_nearest_even(f, x, Overflow::saturate);
  };
  CHECK(special(formats::float8_e4m3fn, 464) == 0x7E);  // a tie, to even
  CHECK(special(formats::float8_e4m3fn, std::nextafter(464.0, 500.0)) == 0x7F);
  CHECK(special(formats::float8_e4m3fn, -1e30) == 0xFF);
  CHECK(special(formats::float8_e5m2, -infinity) == 0xFC);
  CHECK(special(formats::float4_e2m1fn, 100) == 7);
  CHECK(saturated(formats::float8_e4m3fn, infinity) == 0x7E);
  CHECK(saturated(formats::float16, -70000) == 0xFBFF);
  CHECK(formats::is_nan(formats::bfloat16, special(formats::bfloat16, std::nan(""))));
}

TEST_CASE("float32 rounds as the host converts") {
  check_property("float32 encode equals the host's conversion", [](std::uint32_t seed) {
    std::mt19937_64 random(seed);
    for (int i = 0; i < 1000; ++i) {
      // Any double; one with an exponent around float's range; and that with a tie in its low bits.
      std::uint64_t bits = random();
      if (i % 3 != 0) bits = (bits & ~(std::uint64_t{0x7FF} << 52)) | (860 + random() % 300) << 52;
      if (i % 3 == 1) bits = (bits & ~std::uint64_t{0x1FFFFFFF}) | 0x10000000;
      const double x = std::bit_cast<double>(bits);
      if (std::isnan(x)) continue;
      const auto expected = std::bit_cast<std::uint32_t>(static_cast<float>(x));
      RC_ASSERT(formats::encode_nearest_even(formats::float32, x, Overflow::to_special) == expected);
      RC_ASSERT(formats::to_double(formats::float32, expected) == double(std::bit_cast<float>(expected)));
    }
  });
}

TEST_CASE("formats are found by name") {
  for (const Format* format : formats::kFormats) CHECK(formats::find(format->name) == format);
  CHECK(formats::find("float8") == nullptr);
}

}  // namespace lockstep::tests
