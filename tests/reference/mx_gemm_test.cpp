// The dense block-scaled product against rationals, of every pair of formats.
#include "reference/operators/mx_gemm.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "tests/catch.hpp"
#include "tests/property.hpp"
#include "tests/reference/code_table.hpp"

namespace lockstep::tests {
namespace {

using operators::ExactOutput;
using operators::MxGemm;
using operators::MxGemmData;

const FormatFacts& facts_of(const formats::Format& format) {
  return *std::find_if(kFacts.begin(), kFacts.end(),
                       [&](const FormatFacts& f) { return *f.format == format; });
}

struct Regime {
  std::vector<int> scales;  ///< drawn from these
  bool special;             ///< NaNs, infinities, scales of 255
};

MxGemmData draw(const MxGemm& p, std::uint32_t seed, const Regime& regime) {
  std::mt19937 bits(seed);
  const auto code = [&](const FormatFacts& f) {
    const std::uint32_t magnitude = bits() % (f.last_finite + 1), sign = bits() % 2 == 0 ? 0 : f.sign;
    if (regime.special && f.format->bits == 8 && bits() % 300 == 0)
      return std::uint8_t(sign | (f.last_finite + 1));
    return std::uint8_t(sign | magnitude);
  };
  const auto scale = [&] {
    return regime.special && bits() % 60 == 0 ? std::uint8_t(255)
                                              : std::uint8_t(regime.scales[bits() % regime.scales.size()]);
  };
  MxGemmData d;
  for (std::int64_t i = 0; i < p.m * p.k; ++i) d.a.push_back(code(facts_of(*p.a)));
  for (std::int64_t i = 0; i < p.n * p.k; ++i) d.b.push_back(code(facts_of(*p.b)));
  for (std::int64_t i = 0; i < p.m * p.k_blocks(); ++i) d.a_scale.push_back(scale());
  for (std::int64_t i = 0; i < p.n * p.k_blocks(); ++i) d.b_scale.push_back(scale());
  return d;
}

/// One element, by the definitions of the formats.
struct Oracle {
  bool nan = false, plus = false, minus = false;
  mpq_class value, weight;

  void add(const FormatFacts& x, std::uint32_t a, int sa, const FormatFacts& y, std::uint32_t b, int sb) {
    const CodeTable &xs = table(x), &ys = table(y);
    const std::uint32_t ma = a & ~x.sign, mb = b & ~y.sign;
    const bool special_a = ma > x.last_finite, special_b = mb > y.last_finite,
               negative = ((a & x.sign) != 0) != ((b & y.sign) != 0);
    if (sa == 255 || sb == 255) nan = true;
    if (special_a || special_b) {  // the code past the last finite one: NaN in e4m3fn, an infinity in e5m2
      const bool infinite = (!special_a || x.format->specials == formats::Specials::ieee) &&
                            (!special_b || y.format->specials == formats::Specials::ieee);
      const bool zero = (!special_a && ma == 0) || (!special_b && mb == 0);
      if (!infinite || zero) nan = true;
      (negative ? minus : plus) = true;
      return;
    }
    if (nan) return;
    const mpq_class product = xs.value(ma) * ys.value(mb) * power(sa + sb - 254);
    value += negative ? mpq_class(-product) : product;
    const auto ceiling = [](const FormatFacts& f, const mpq_class& v) {
      const mpq_class least(f.smallest_normal);
      return v == 0 || v > least ? v : least;
    };
    weight += ceiling(x, xs.value(ma)) * ceiling(y, ys.value(mb)) * power(sa + sb - 254);
  }

  static const CodeTable& table(const FormatFacts& f) {
    static const CodeTable e4m3(facts_of(formats::float8_e4m3fn)), e5m2(facts_of(formats::float8_e5m2)),
        e2m1(facts_of(formats::float4_e2m1fn));
    return f.format->bits == 4 ? e2m1 : *f.format == formats::float8_e5m2 ? e5m2 : e4m3;
  }
};

Oracle oracle(const MxGemm& p, const MxGemmData& d, std::int64_t i, std::int64_t j) {
  Oracle o;
  const FormatFacts &x = facts_of(*p.a), &y = facts_of(*p.b);
  for (std::int64_t e = 0; e < p.k; ++e)
    o.add(x, d.a[std::size_t(i * p.k + e)], d.a_scale[std::size_t((i * p.k + e) / 32)], y,
          d.b[std::size_t(j * p.k + e)], d.b_scale[std::size_t((j * p.k + e) / 32)]);
  return o;
}

void check_finite(const MxGemm& p, const ExactOutput& e, std::size_t at, const Oracle& o) {
  RC_ASSERT(e.value[at] == round_to_double(o.value));
  if (*p.out != formats::float32) {
    static const CodeTable bf16(facts_of(formats::bfloat16)), f16(facts_of(formats::float16));
    RC_ASSERT(e.rounded[at] == (*p.out == formats::float16 ? f16 : bf16).nearest(o.value, false));
  } else if (abs(o.value) < power(127)) {
    RC_ASSERT(formats::to_double(formats::float32, e.rounded[at]) == round_to_float32(o.value).get_d());
  }
  RC_ASSERT(mpq_class(e.magnitude[at]) >= o.weight);
  RC_ASSERT(mpq_class(e.magnitude[at]) <= o.weight * (1 + power(-30)));
}

void check_exact(const MxGemm& p, const MxGemmData& d) {
  const ExactOutput e = operators::exact(p, d);
  for (std::int64_t i = 0; i < p.m; ++i)
    for (std::int64_t j = i % 2; j < p.n; j += 3) {
      const Oracle o = oracle(p, d, i, j);
      const auto at = std::size_t(i * p.n + j);
      if (o.nan || (o.plus && o.minus)) {
        RC_ASSERT(std::isnan(e.value[at]));
        RC_ASSERT(formats::is_nan(*p.out, e.rounded[at]));
      } else if (o.plus || o.minus) {
        RC_ASSERT(e.value[at] == (o.plus ? 1 : -1) * std::numeric_limits<double>::infinity());
      } else {
        check_finite(p, e, at, o);
      }
    }
}

const std::vector<int> kOrdinary{120, 125, 127, 130}, kExtreme{0, 1, 127, 253, 254};

MxGemm problem(std::int64_t m, std::int64_t n, std::int64_t k) {
  return {m, n, k, &formats::float8_e4m3fn, &formats::float8_e4m3fn, &formats::bfloat16};
}

std::string refusal(const MxGemm& p) {
  const auto checked = operators::check(p);
  return checked ? "accepted" : checked.error().text();
}

/// What an instruction of AMD's functional model makes of one block of equal products, one scale after the
/// other.
float scaled_apart(float sum, int first, int second) {
  const float once = sum * std::ldexp(1.0f, first - 127);
  return once * std::ldexp(1.0f, second - 127);
}

}  // namespace

TEST_CASE("mx_gemm: exact results equal rationals, of every pair of formats") {
  check_property("mx_gemm", [](std::uint32_t seed) {
    MxGemm p = problem(*rc::gen::inRange(1, 4), *rc::gen::inRange(1, 8), 32 * *rc::gen::inRange(1, 5));
    p.a = *rc::gen::element(&formats::float8_e4m3fn, &formats::float8_e5m2, &formats::float4_e2m1fn);
    p.b = *rc::gen::element(&formats::float8_e4m3fn, &formats::float8_e5m2, &formats::float4_e2m1fn);
    p.out = *rc::gen::element(&formats::bfloat16, &formats::float16, &formats::float32);
    const auto& scales = *rc::gen::element(kOrdinary, kExtreme);
    const bool special = *rc::gen::element(false, true);
    RC_ASSERT(operators::check(p).has_value());
    check_exact(p, draw(p, seed, {scales, special}));
  });
}

TEST_CASE("mx_gemm: what the contract does not take is refused with argument, value and rule") {
  CHECK(refusal(problem(0, 1, 32)) == "accepted");
  CHECK(refusal(problem(-1, 1, 32)) == "m = -1: must not be negative");
  CHECK(refusal(problem(1, 0, 32)) == "n = 0: must be positive");
  CHECK(refusal(problem(1, 1, 48)) == "k = 48: must be a positive multiple of 32");
  MxGemm wrong = problem(1, 1, 32);
  wrong.b = &formats::float16;
  CHECK(refusal(wrong).starts_with("b = format: must be float8_e4m3fn"));
  wrong = problem(1, 1, 32);
  wrong.out = &formats::float8_e5m2;
  CHECK(refusal(wrong).starts_with("out = format: must be bfloat16"));
}

// Both scales together leave the product as it is; either alone drives it out of binary32.
TEST_CASE("mx_gemm: a bound allows for scales that multiply one after the other") {
  MxGemm p = problem(1, 1, 32);
  p.a = p.b = &formats::float8_e5m2;
  p.out = &formats::float32;
  MxGemmData d{std::vector<std::uint8_t>(32, 0), std::vector<std::uint8_t>(32, 0), {0}, {254}};
  d.a[0] = 0x03;  // 3 * 2^-16
  d.b[0] = 0x03;
  const auto bound_at = [&] {
    const ExactOutput e = operators::exact(p, d);
    return std::pair(e.value[0], operators::bound(p, d, {0, 0, e.value[0], e.magnitude[0]}, 1));
  };
  const auto within = [](double value, const exact::Bound& b, float x) {
    return exact::within(b, value, formats::float32, std::bit_cast<std::uint32_t>(x));
  };
  const auto [small, allowed] = bound_at();
  CHECK(small == 9 * 0x1p-32);
  CHECK(scaled_apart(float(small), 0, 254) != float(small));  // 9 * 2^-159 is no binary32 number
  CHECK(within(small, allowed, scaled_apart(float(small), 0, 254)));
  CHECK(within(small, allowed, float(small)));
  CHECK_FALSE(within(small, allowed, float(small) + 0x1p-20f));
  d.a[0] = d.b[0] = 0x7B;  // 57344
  const auto [large, anything] = bound_at();
  CHECK(std::isinf(scaled_apart(float(large), 254, 0)));
  CHECK(within(large, anything, scaled_apart(float(large), 254, 0)));
  d.a_scale[0] = d.b_scale[0] = 127;
  const auto [plain, tight] = bound_at();
  CHECK_FALSE(within(plain, tight, std::numeric_limits<float>::infinity()));
}

}  // namespace lockstep::tests
