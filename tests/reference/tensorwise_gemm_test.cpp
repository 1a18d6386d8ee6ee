// The tensor-wise GEMM's reference against a triple loop in rationals.
#include "reference/operators/tensorwise_gemm.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "tests/catch.hpp"
#include "tests/property.hpp"
#include "tests/reference/code_table.hpp"

namespace lockstep::tests {
namespace {

using namespace operators;

TensorwiseGemm problem(Layout layout, const std::vector<std::int64_t>& sizes, std::int64_t tail,
                       std::int64_t n, std::int64_t other) {
  TensorwiseGemm p;
  p.layout = layout;
  for (const std::int64_t size : sizes) p.group_offs.push_back(p.group_offs.back() + size);
  const std::int64_t routed = p.group_offs.back() + tail;
  p.m = layout == Layout::tn ? other : routed;
  p.k = layout == Layout::tn ? routed : other;
  p.n = n;
  p.a = p.b = &formats::float8_e4m3fn;
  p.out = &formats::bfloat16;
  return p;
}

// From the definitions: sign, exponent, mantissa.
struct Definition {
  int mantissa_bits, bias;
  explicit Definition(const formats::Format& f)
      : mantissa_bits(f == formats::float8_e5m2 ? 2 : 3), bias(f == formats::float8_e5m2 ? 15 : 7) {}

  mpq_class value(std::uint8_t code) const {
    const int field = (code & 0x7F) >> mantissa_bits, mantissa = code & ((1 << mantissa_bits) - 1);
    const int significand = field == 0 ? mantissa : mantissa + (1 << mantissa_bits);
    const mpq_class magnitude = significand * power(std::max(field, 1) - bias - mantissa_bits);
    return (code & 0x80) != 0 ? mpq_class(-magnitude) : magnitude;
  }
  mpq_class ceiling(std::uint8_t code) const {
    const mpq_class magnitude = abs(value(code));
    return magnitude == 0 ? magnitude : std::max(magnitude, power(1 - bias));
  }
};

std::uint8_t finite_code(const formats::Format& f, std::mt19937& bits) {
  for (;;) {
    const auto code = std::uint8_t(bits());
    if (!formats::is_nan(f, code) && !formats::is_infinity(f, code)) return code;
  }
}

TensorwiseData draw(const TensorwiseGemm& p, std::uint32_t seed, float a_scale, float b_scale) {
  std::mt19937 bits(seed);
  TensorwiseData d;
  std::size_t c = 0;
  for (const GroupProduct& product : products(p)) {
    d.a.resize(product.a + std::size_t(product.rows * product.depth));
    d.b.resize(product.b + std::size_t(p.n * product.depth));
    c = product.d + std::size_t(product.rows * p.n);
  }
  for (std::uint8_t& code : d.a) code = finite_code(*p.a, bits);
  for (std::uint8_t& code : d.b) code = finite_code(*p.b, bits);
  if (p.accumulate)
    for (std::size_t i = 0; i < c; ++i) d.c.push_back(std::uint16_t(bits() % 0x4000 | (bits() & 0x8000)));
  d.a_scale = a_scale;
  d.b_scale = b_scale;
  return d;
}

const CodeTable& table_of(const formats::Format& out) {
  static const CodeTable tables[] = {CodeTable(kFacts[9]), CodeTable(kFacts[10])};
  return tables[out == formats::float16];
}

void check_exact(const TensorwiseGemm& p, const TensorwiseData& d) {
  const ExactOutput result = operators::exact(p, d);
  const Definition a(*p.a), b(*p.b);
  const mpq_class scale = mpq_class(double(d.a_scale)) * mpq_class(double(d.b_scale));
  for (const GroupProduct& product : products(p))
    for (std::int64_t r = 0; r < product.rows; ++r)
      for (std::int64_t j = 0; j < p.n; ++j) {
        mpq_class sum, weight;
        for (std::int64_t i = 0; i < product.depth; ++i) {
          const std::uint8_t x = d.a[product.a + std::size_t(r * product.depth + i)];
          const std::uint8_t y = d.b[product.b + std::size_t(j * product.depth + i)];
          sum += a.value(x) * b.value(y);
          weight += a.ceiling(x) * b.ceiling(y);
        }
        const std::size_t at = product.d + std::size_t(r * p.n + j);
        const mpq_class c = p.accumulate ? mpq_class(formats::to_double(*p.out, d.c[at])) : mpq_class(0);
        const mpq_class value = sum * scale + c, magnitude = weight * abs(scale) + abs(c);
        RC_ASSERT(result.value[at] == round_to_double(value));
        RC_ASSERT(result.rounded[at] == table_of(*p.out).nearest(value, false));
        RC_ASSERT(mpq_class(result.magnitude[at]) >= magnitude);
        RC_ASSERT(mpq_class(result.magnitude[at]) <= magnitude * (1 + power(-29)));
      }
}

constexpr Layout kLayouts[] = {Layout::nt, Layout::nn, Layout::tn};

TEST_CASE("tensor-wise: exact values of every layout and pair of formats are those of a triple loop") {
  const formats::Format* const formats[] = {&formats::float8_e4m3fn, &formats::float8_e5m2};
  check_property("exact", [&] {
    TensorwiseGemm p =
        problem(kLayouts[*rc::gen::inRange(0, 3)],
                *rc::gen::container<std::vector<std::int64_t>>(3, rc::gen::inRange<std::int64_t>(0, 9)),
                *rc::gen::inRange<std::int64_t>(0, 3), *rc::gen::inRange<std::int64_t>(1, 9),
                *rc::gen::inRange<std::int64_t>(1, 40));
    p.a = formats[*rc::gen::inRange(0, 2)];
    p.b = formats[*rc::gen::inRange(0, 2)];
    p.out = *rc::gen::arbitrary<bool>() ? &formats::bfloat16 : &formats::float16;
    p.accumulate = *rc::gen::arbitrary<bool>();
    const auto seed = *rc::gen::arbitrary<std::uint32_t>();
    const auto scale = std::ldexp(float(*rc::gen::inRange(1, 1 << 23)), -23 + *rc::gen::inRange(-20, 20));
    RC_PRE(check(p).has_value());
    check_exact(p, draw(p, seed, scale, 0.7f));
  });
}

TEST_CASE("tensor-wise: exact values where a sum needs more than two panels of k and more than 53 bits") {
  TensorwiseGemm p = problem(Layout::nt, {2}, 0, 2, 9000);
  p.a = p.b = &formats::float8_e5m2;
  TensorwiseData d = draw(p, 5, 1.0f, 0x1.234568p0f);
  std::fill(d.a.begin(), d.a.begin() + 9000, std::uint8_t{0x7B});  // 57344, against
  std::fill(d.b.begin(), d.b.begin() + 9000, std::uint8_t{0x7B});
  d.a[8999] = d.b[8999] = 1;  // 2^-32
  check_exact(p, d);
}

TEST_CASE("tensor-wise: NaN and infinity spread as IEEE 754 has it") {
  TensorwiseGemm p = problem(Layout::nt, {4}, 0, 3, 5);
  p.a = p.b = &formats::float8_e5m2;
  TensorwiseData d = draw(p, 1, 1.0f, 2.0f);
  std::fill(d.a.begin(), d.a.end(), std::uint8_t{0x3C});
  std::fill(d.b.begin(), d.b.end(), std::uint8_t{0x3C});
  d.a[5] = 0x7E;                   // NaN in row 1
  d.a[10] = 0x7C;                  // infinity in row 2
  d.a[15] = 0x7C, d.a[16] = 0xFC;  // both in row 3
  d.b[5] = 0x00;                   // column 1 has a zero against the first
  const ExactOutput e = operators::exact(p, d);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  CHECK(e.value[0] == 10);
  CHECK(e.value[1] == 8);
  for (int j = 0; j < 3; ++j) CHECK(std::isnan(e.value[std::size_t(3 + j)]));
  CHECK(e.value[6] == kInfinity);
  CHECK(std::isnan(e.value[7]));  // infinity times zero
  CHECK(e.rounded[6] == 0x7F80);
  for (int j = 0; j < 3; ++j) CHECK(std::isnan(e.value[std::size_t(9 + j)]));
  d.a_scale = -1.0f;
  CHECK(operators::exact(p, d).value[6] == -kInfinity);
  d.a_scale = std::numeric_limits<float>::quiet_NaN();
  CHECK(std::isnan(operators::exact(p, d).value[0]));
}

TEST_CASE("tensor-wise: which products there are, and where") {
  const auto rows = products(problem(Layout::nt, {0, 3, 0, 5}, 7, 4, 6));
  REQUIRE(rows.size() == 2);  // groups without rows have none
  CHECK((rows[1].group == 3 && rows[1].rows == 5 && rows[1].depth == 6));
  CHECK((rows[1].a == 18 && rows[1].b == 24 && rows[1].d == 12));
  const auto planes = products(problem(Layout::tn, {0, 3, 0}, 7, 4, 6));
  REQUIRE(planes.size() == 3);  // … but a plane each
  CHECK((planes[0].depth == 0 && planes[1].depth == 3 && planes[2].depth == 0));
  CHECK((planes[2].a == 18 && planes[2].b == 12 && planes[2].d == 48));
}

TEST_CASE("tensor-wise: what is outside the contract is refused") {
  const TensorwiseGemm good = problem(Layout::nt, {3, 0}, 1, 4, 6);
  CHECK(check(good).has_value());
  const auto refused = [&](auto edit, const std::string& says) {
    TensorwiseGemm p = good;
    edit(p);
    const auto checked = check(p);
    REQUIRE_FALSE(checked.has_value());
    CHECK_THAT(checked.error().text(), Catch::Matchers::Contains(says));
  };
  refused([](auto& p) { p.n = 0; }, "n = 0: must be at least 1");
  refused([](auto& p) { p.k = 0; }, "k = 0: must be at least 1");
  refused([](auto& p) { p.m = -1; }, "m = -1: must be at least 0");
  refused([](auto& p) { p.group_offs = {0}; }, "groups = 0");
  refused([](auto& p) { p.group_offs = {1, 3}; }, "group_offs[0] = 1: must be 0");
  refused([](auto& p) { p.group_offs = {0, 3, 2}; }, "group_offs[2] = 2: must not be less");
  refused([](auto& p) { p.group_offs = {0, 3, 5}; }, "group_offs[2] = 5: must be at most m = 4");
  refused([](auto& p) { p.a = &formats::bfloat16; }, "a = bfloat16: must be float8_e4m3fn or float8_e5m2");
  refused([](auto& p) { p.b = nullptr; }, "b = none");
  refused([](auto& p) { p.out = &formats::float8_e5m2; }, "out = float8_e5m2: must be bfloat16 or float16");
  TensorwiseGemm tn = problem(Layout::tn, {3}, 0, 4, 6);
  tn.k = 2;
  REQUIRE_FALSE(check(tn).has_value());
  CHECK_THAT(check(tn).error().text(), Catch::Matchers::Contains("must be at most k = 2"));
}

// The bound must leave room for what a right kernel may do, and for no more than a few times that.
TEST_CASE("tensor-wise: the error bound has room for the roundings it counts and little else") {
  TensorwiseGemm p = problem(Layout::nt, {1}, 0, 1, 128);
  p.out = &formats::bfloat16;
  const TensorwiseData d = draw(p, 3, 0x1.0p-100f, 0x1.8p-20f);
  const double value = 1.0, magnitude = 3.0;
  const double one = error_bound(p, d, value, magnitude, exact::matrix_reduction(128), 1).error;
  const double eight = error_bound(p, d, value, magnitude, exact::matrix_reduction(128), 8).error;
  CHECK(eight - one >= 7 * magnitude * std::ldexp(1.0, -24));
  CHECK(eight - one <= 8 * magnitude * std::ldexp(1.0, -24));
  CHECK(one >=
        lockstep::exact::bound(value, magnitude, 128, *p.out).error + 3 * magnitude * std::ldexp(1.0, -24));
  TensorwiseData tiny = d;
  tiny.b_scale = 0x1p-30f;  // the product of the scales is subnormal: nothing is claimed
  CHECK(std::isinf(error_bound(p, tiny, value, magnitude, exact::matrix_reduction(128), 1).error));
  tiny.b_scale = 0;
  CHECK(std::isfinite(error_bound(p, tiny, 0, 0, exact::matrix_reduction(128), 1).error));
}

}  // namespace
}  // namespace lockstep::tests
