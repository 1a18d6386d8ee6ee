#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <tuple>
#include <vector>

#include "reference/formats/formats.hpp"
#include "reference/scaling/blocks.hpp"
#include "reference/scaling/encode.hpp"
#include "reference/scaling/recipe.hpp"
#include "tests/catch.hpp"
#include "tests/property.hpp"
#include "tests/reference/rational.hpp"

namespace lockstep::tests {
namespace {

using formats::Format;
using namespace scaling;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

std::uint32_t scale(std::string_view rule, float amax, const Format& element = formats::float8_e4m3fn) {
  return find_scale_rule(rule)->code(amax, element);
}

// ceil and floor of log2 of a rational, from their definitions.
int floor_of(const mpq_class& x) {
  return floor_log2(x);
}
int ceil_of(const mpq_class& x) {
  return power(floor_log2(x)) == x ? floor_log2(x) : floor_log2(x) + 1;
}
// From an integer to the next smaller binary32.
long double spacing_below(long double integer) {
  const auto x = float(integer);
  return x - std::nextafter(x, -kInfinity);
}
std::uint32_t kept(int e) {
  return std::uint32_t(std::clamp(e, -127, 127) + 127);
}

}  // namespace

TEST_CASE("rules by hand: 957 is where they part ways") {
  // 957 / 448 = 2.136…; floor(log2 957) = 9, and e4m3fn's emax is 8.
  CHECK(scale("ocp_floor", 957) == 127 + 1);
  CHECK(scale("torchao_ceil", 957) == 127 + 2);
  CHECK(scale("rceil", 957) == 127 + 2);
  CHECK(scale("pytorch_cast", 957) == 127 + 1);
  CHECK(scale("aiter_half_up", 957) == 127 + 2);  // 957 / 256 = 3.74
  CHECK(scale("even", 957) == 127 + 1);           // 957 + 32 = 989 < 1024
  CHECK(scale("even", 993) == 127 + 2);
  CHECK(scale("plus_0x200000", 957) == 127 + 2);  // 957 > 1.75 * 512
  CHECK(scale("plus_0x200000", 7, formats::float4_e2m1fn) == 127 + 1);
  CHECK(scale("plus_0x200000", 6.99f, formats::float4_e2m1fn) == 127);
  CHECK(scale("truncated_quotient", 957) == 127 + 1);
}

TEST_CASE("microxcaling's logarithm is a binary32: just below a power of two it rounds up to it") {
  CHECK(scale("microxcaling", 0x1.fffffep2f) == 0x7A);  // log2 is 3 - 0.36 * 2^-22: 3 is the nearest
  CHECK(scale("ocp_floor", 0x1.fffffep2f) == 0x79);
  CHECK(scale("microxcaling", 0x1.fffffcp2f) == 0x79);  // 3 - 0.72 * 2^-22: 3 - 2^-22 is nearer
  CHECK(scale("microxcaling", 0x1.fffffep0f) == 0x77);  // 1 - 1.44 * 2^-24: the spacing is 2^-24 here
  CHECK(scale("microxcaling", 0x1.ffffe0p100f) == 0x7F + 101 - 8);
  CHECK(scale("microxcaling", 1) == 0x77);
}

TEST_CASE("even: a largest element that is rounded up to 2^128 has no exponent left") {
  for (const Format* f : {&formats::float8_e4m3fn, &formats::float8_e5m2, &formats::float4_e2m1fn}) {
    const float first = std::ldexp(2 - std::ldexp(1.0f, -f->mantissa_bits - 1), 127);
    CHECK(scale("even", first, *f) == 255);
    CHECK(scale("even", std::nextafter(first, 0.0f), *f) == kept(127 - emax(*f)));
  }
}

TEST_CASE("rules on zero, NaN, infinity and the ends of the exponent are what their rows say") {
  struct Row {
    std::string_view name;
    std::uint32_t zero, nan, infinity, smallest, largest;
  };
  // smallest: amax 2^-149; largest: the largest binary32, with e4m3fn.
  for (const Row& row : {Row{"ocp_floor", 0, 255, 255, 0, 246}, Row{"microxcaling", 0, 255, 255, 0, 247},
                         Row{"torchao_ceil", 0, 255, 255, 0, 247}, Row{"even", 0, 255, 255, 0, 255},
                         Row{"plus_0x200000", 0, 247, 247, 0, 247}, Row{"aiter_half_up", 0, 255, 255, 0, 247},
                         Row{"pytorch_cast", 0, 255, 255, 0, 246}, Row{"rceil", 0, 255, 255, 0, 247},
                         Row{"cvt_rp", 0, 255, 254, 0, 247}, Row{"deepgemm", 105, 254, 254, 105, 247},
                         Row{"flydsl_433", 79, 254, 254, 79, 247},
                         Row{"truncated_quotient", 78, 254, 254, 78, 246}, Row{"nvfp4", 0, 127, 126, 0, 126},
                         Row{"nvfp4_torchao", 8, 127, 126, 8, 126}, Row{"ue5m3", 0, 255, 254, 0, 254}}) {
    CAPTURE(row.name);
    CHECK(scale(row.name, 0) == row.zero);
    CHECK(scale(row.name, kNan) == row.nan);
    CHECK(scale(row.name, kInfinity) == row.infinity);
    CHECK(scale(row.name, 0x1p-149f) == row.smallest);
    CHECK(scale(row.name, std::numeric_limits<float>::max()) == row.largest);
  }
  CHECK(std::bit_cast<float>(scale("deepgemm_float32", 0)) == 1e-4f / 448);
  CHECK(scale("float32_amax", 0) == 0);
  CHECK(scale("rceil", 0x1p-120f) == 0);  // 2^-120 / 448 is below 2^-127
}

TEST_CASE("power-of-two rules equal their definitions over the rationals") {
  check_property("scale rules", [](std::uint32_t seed) {
    std::mt19937 bits(seed);
    for (int i = 0; i < 100; ++i) {
      // Any positive float, every other near a power of two.
      auto pattern = std::uint32_t(bits() % 0x7F800000u);
      if (i % 4 == 0) pattern = (pattern & 0x7F800000u) + std::uint32_t(bits() % 3);
      if (i % 4 == 1) pattern = (pattern & 0x7F800000u) + 0x800000u - 1 - std::uint32_t(bits() % 64);
      const float amax = std::bit_cast<float>(std::max(pattern, 1u));
      if (!std::isfinite(amax)) continue;
      for (const Format* f : {&formats::float8_e4m3fn, &formats::float8_e5m2, &formats::float6_e2m3fn,
                              &formats::float6_e3m2fn, &formats::float4_e2m1fn}) {
        const mpq_class exact(amax), largest(formats::to_double(*f, formats::largest_finite(*f)));
        const int top = floor_of(largest);
        RC_ASSERT(emax(*f) == top);
        RC_ASSERT(scale("ocp_floor", amax, *f) == kept(floor_of(exact) - top));
        // Of the real logarithm only what lies within half a unit of binary32 below an integer rounds up.
        const long double up_to = floor_of(exact) + 1, spacing = spacing_below(up_to);
        const bool up = std::log2(static_cast<long double>(amax)) >= up_to - spacing / 2;
        RC_ASSERT(scale("microxcaling", amax, *f) == kept(floor_of(exact) + up - top));
        RC_ASSERT(scale("torchao_ceil", amax, *f) == kept(ceil_of(exact) - top));
        if (amax >= 0x1p-100f) {
          const mpq_class quotient = round_to_float32(exact / largest);
          RC_ASSERT(scale("rceil", amax, *f) == kept(ceil_of(quotient)));
          const mpq_class half_up = quotient / power(floor_of(quotient));
          RC_ASSERT(scale("pytorch_cast", amax, *f) ==
                    kept(floor_of(quotient) + (half_up >= mpq_class(3, 2))));
          const mpq_class limit = 2 - power(-f->mantissa_bits - 1);
          const mpq_class fraction = exact / power(floor_of(exact));
          const bool past_the_end = exact >= limit * power(127);
          RC_ASSERT(scale("even", amax, *f) ==
                    (past_the_end ? 255 : kept(floor_of(exact) - top + (fraction >= limit))));
          RC_ASSERT(scale("deepgemm", amax, *f) ==
                    (amax < 1e-4f ? scale("deepgemm", 0, *f) : kept(ceil_of(quotient))));
        }
      }
      RC_ASSERT(scale("flydsl_433", amax) == scaling::ceil.scale(amax));
      RC_ASSERT(scale("truncated_quotient", amax) == scaling::floor.scale(amax));
    }
  });
}

TEST_CASE("for e2m1, even and plus_0x200000 are one function above the smallest exponents") {
  std::mt19937 bits(3);
  for (int i = 0; i < 100'000; ++i) {
    const float amax = std::bit_cast<float>(std::uint32_t(0x02000000u + bits() % 0x7D000000u));
    const Format& f = formats::float4_e2m1fn;
    if (scale("even", amax, f) != scale("plus_0x200000", amax, f)) FAIL(amax);
  }
}

TEST_CASE("the fast loop equals convert for every format and rule it serves") {
  std::vector<float> x;
  std::mt19937 bits(11);
  for (int i = 0; i < 20'000; ++i) x.push_back(std::bit_cast<float>(std::uint32_t(bits())));
  for (std::uint32_t high = 0; high < 1u << 16; ++high)
    for (const std::uint32_t low : {0u, 1u, 0x8000u, 0xFFFFu})
      x.push_back(std::bit_cast<float>(high << 16 | low));
  std::vector<std::uint8_t> codes(x.size());
  std::size_t fast = 0;
  for (const Format* f : formats::kFormats) {
    if (f->bits > 8 || f->specials == formats::Specials::exponent_only) continue;
    for (const formats::Conversion& c : formats::kConversions) {
      const Encoder encoder(*f, c);
      if (!encoder.is_fast()) continue;
      ++fast;
      for (const float factor : {1.0f, 0x1p-9f, 0x1p100f}) {
        encoder.products(x, factor, codes);
        std::size_t wrong = 0;
        // The exact product: nothing is lost where the fast loop rounds it to binary32.
        for (std::size_t i = 0; i < x.size(); ++i)
          wrong += codes[i] != formats::convert(c, *f, double(x[i]) * factor);
        CAPTURE(f->name, c.name, factor);
        CHECK(wrong == 0);
      }
    }
  }
  CHECK(fast > 30);
}

TEST_CASE("blocks of every shape take their own largest element, edges included") {
  check_property("block quantiser", [](std::uint32_t seed) {
    std::mt19937 bits(seed);
    std::normal_distribution<float> normal;
    const Extent m{std::int64_t(1 + bits() % 200), std::int64_t(1 + bits() % 300)};
    std::vector<float> x(std::size_t(m.count()));
    for (float& v : x) v = std::ldexp(normal(bits), int(bits() % 20) - 10);
    const Quantiser q{&scale_rules()[bits() % scale_rules().size()], formats::kFormats[bits() % 7],
                      &formats::kConversions[bits() % 14], kBlockShapes[bits() % kBlockShapes.size()]};
    const Extent s = scale_extent(m, q.block);
    std::vector<std::uint8_t> codes(x.size());
    std::vector<std::uint32_t> scales(std::size_t(s.count()));
    std::vector<float> back(x.size());
    quantise(q, m, x, codes, scales);
    dequantise(q, m, codes, scales, back);
    const std::int64_t height = q.block.rows == 0 ? m.rows : q.block.rows;
    const std::int64_t width = q.block.columns == 0 ? m.columns : q.block.columns;
    std::vector<float> amax(scales.size());
    const auto block = [&](std::size_t i) {
      return std::size_t(std::int64_t(i) / m.columns / height * s.columns +
                         std::int64_t(i) % m.columns / width);
    };
    for (std::size_t i = 0; i < x.size(); ++i) amax[block(i)] = std::max(amax[block(i)], std::abs(x[i]));
    for (std::size_t b = 0; b < scales.size(); ++b) RC_ASSERT(scales[b] == q.rule->code(amax[b], *q.element));
    for (std::size_t i = 0; i < x.size(); ++i) {
      const auto value = float(formats::to_double(*q.rule->scale, scales[block(i)]));
      if (value == 0) {
        RC_ASSERT(codes[i] == 0);
        continue;
      }
      const float scaled = q.rule->step == Step::reciprocal ? x[i] * (1 / value) : x[i] / value;
      RC_ASSERT(codes[i] == formats::convert(*q.conversion, *q.element, scaled));
      const auto exact = float(formats::to_double(*q.element, codes[i]));
      RC_ASSERT((back[i] == exact * value || std::isnan(exact)));
    }
  });
}

TEST_CASE("NVFP4 under a global scale: block scales are relative to it, elements meet both") {
  const ScaleRule& rule = *find_scale_rule("nvfp4_torchao");
  const auto row = [&](float global, std::vector<float> x) {
    const Quantiser q{&rule, &formats::float4_e2m1fn, formats::find_conversion("ocp_saturate"),
                      *find_block_shape("1x16"), global};
    std::vector<std::uint8_t> codes(x.size());
    std::vector<std::uint32_t> scales(1);
    quantise(q, {1, std::int64_t(x.size())}, x, codes, scales);
    dequantise(q, {1, std::int64_t(x.size())}, codes, scales, x);
    return std::tuple{scales[0], codes, x};
  };
  // 1344 / 6 / 0.5 = 448, the largest; 1344 * (2 / 448) = 6.
  CHECK(row(0.5f, {1344, -672, 224}) ==
        std::tuple{0x7Eu, std::vector<std::uint8_t>{7, 0xD, 2}, std::vector<float>{1344, -672, 224}});
  // 224 of its own: the same codes.
  CHECK(row(1, {1344, -672, 224}) ==
        std::tuple{0x76u, std::vector<std::uint8_t>{7, 0xD, 2}, std::vector<float>{1344, -672, 224}});
  CHECK(std::get<0>(row(0.25f, {1344})) == 0x7E);  // 896 saturates
  CHECK(std::get<0>(row(4096, {1344})) == 0x16);   // 224 / 4096 = 1.75 * 2^-5
  CHECK(std::get<0>(row(65536, {1344})) == 0x08);  // not below 2^-6
  // amax / (6 g) would be rounded once, (amax / 6) / g twice: they part ways at a tie of ue4m3.
  std::mt19937 bits(5);
  for (int i = 0; i < 20'000; ++i) {
    const float amax = std::ldexp(1 + float(bits() % 0x800000u) * 0x1p-23f, int(bits() % 12));
    const float global = std::ldexp(1 + float(bits() % 0x800000u) * 0x1p-23f, int(bits() % 4) - 2);
    const mpq_class once = round_to_float32(mpq_class(amax) / 6);
    const mpq_class quotient = round_to_float32(once / mpq_class(global));
    const auto kept_above = float(std::max(quotient.get_d(), 0x1p-6));
    const std::uint32_t expected =
        formats::encode_nearest_even(formats::float8_ue4m3, kept_above, formats::Overflow::saturate);
    if (rule.code_under(global, amax, formats::float4_e2m1fn) != expected) FAIL(amax << " under " << global);
  }
}

TEST_CASE("a block with NaN or infinity keeps its NaN where the element format has one") {
  std::vector<float> x(64, 1.0f);
  x[3] = kNan, x[40] = kInfinity;
  for (const ScaleRule& rule : scale_rules()) {
    const Quantiser q{&rule, &formats::float8_e4m3fn, formats::find_conversion("ocp_nonsaturate"),
                      kBlockShapes[4]};
    std::vector<std::uint8_t> codes(64);
    std::vector<std::uint32_t> scales(2);
    quantise(q, {1, 64}, x, codes, scales);
    std::vector<float> back(64);
    dequantise(q, {1, 64}, codes, scales, back);
    CAPTURE(rule.name);
    CHECK(std::isnan(back[3]));
    if (rule.scale->specials != formats::Specials::ieee)
      CHECK((std::isnan(back[40]) || rule.name == "ue5m3"));
  }
}

}  // namespace lockstep::tests
