// Planted differences, each at the edge of a tolerance and just past it.
#include "reference/exact/deviation.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "reference/formats/code_order.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {

namespace {

using exact::Deviation, exact::Tolerance;
using formats::Format, formats::float32;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::uint32_t code(const Format& f, double x) {
  return formats::encode_nearest_even(f, x, formats::Overflow::to_special);
}

struct Values {
  double got, want;
};

Deviation deviation(const Tolerance& tolerance, const std::vector<Values>& all, const Format& f = float32) {
  Deviation d(f, tolerance);
  for (const Values& v : all) d.add(code(f, v.got), code(f, v.want));
  return d;
}

bool holds(const Tolerance& tolerance, const std::vector<Values>& all, const Format& f = float32) {
  return deviation(tolerance, all, f).holds();
}

}  // namespace

TEST_CASE("an SNR is reached at the threshold and missed just past it") {
  const std::vector<Values> tenth{{1, 1}, {1, 1}, {1, 1}, {5, 6}, {-6, -6}, {5, 5}};  // 100 to 1: 20 dB
  CHECK(deviation({}, tenth).noise.db() == 20);
  CHECK(holds({.snr = 20}, tenth));
  CHECK_FALSE(holds({.snr = std::nextafter(20, 21)}, tenth));
  const Deviation d = deviation({}, tenth);
  CHECK(d.absolute.size == 1);
  CHECK(d.absolute.at.element == 3);
  CHECK(holds({.snr = 1e9}, {{1, 1}}));             // no noise
  CHECK_FALSE(holds({.snr = 0}, {{1e-30, 0}}));     // no signal
  CHECK_FALSE(holds({.snr = 0.1}, {{-0.5, 0.5}}));  // minus 6 dB
}

TEST_CASE("units in the last place are those of the format") {
  const double next = 1 + 0x1p-23;
  CHECK(holds({.ulp = 0}, {{1, 1}}));
  CHECK_FALSE(holds({.ulp = 0}, {{next, 1}}));
  CHECK(holds({.ulp = 1}, {{next, 1}, {1 - 0x1p-24, 1}}));  // half as far below a power of two
  CHECK_FALSE(holds({.ulp = 1}, {{next + 0x1p-23, 1}}));
  CHECK(holds({.ulp = 1}, {{1 + 0x1p-7, 1}}, formats::bfloat16));
  CHECK_FALSE(holds({.ulp = 1}, {{1 + 0x1p-6, 1}}, formats::bfloat16));
  const Deviation d = deviation({.ulp = 1}, {{1, 1}, {1.5, 1}, {1, 2}, {2, 1}}, formats::float8_e4m3fn);
  CHECK(d.ulp.size == 8);
  CHECK(d.ulp.at.element == 2);  // the first of two
  CHECK(d.past_ulp == 3);
}

TEST_CASE("an error may be as large as atol and rtol allow, together") {
  CHECK(holds({.absolute = 0.25}, {{1.25, 1}, {-0.25, 0}}));
  CHECK_FALSE(holds({.absolute = std::nextafter(0.25, 0)}, {{1.25, 1}}));
  CHECK(holds({.relative = 0.125}, {{4.5, 4}, {-3.5, -4}}));
  CHECK_FALSE(holds({.relative = std::nextafter(0.125, 0)}, {{4.5, 4}}));
  CHECK(holds({.absolute = 0.25, .relative = 0.125}, {{4.75, 4}}));
  CHECK_FALSE(holds({.absolute = 0.25, .relative = 0.125}, {{4.75 + 0x1p-20, 4}}));
  CHECK_FALSE(holds({.relative = 0.5}, {{0x1p-149, 0}}));  // a relative error of zero is infinite
  const Deviation d = deviation({.relative = 0.125}, {{5, 4}, {3, 2}, {1, 1}, {101, 100}});
  CHECK(d.past_margin == 2);
  CHECK(d.margin.size == 4);
  CHECK(d.margin.at.element == 1);
  CHECK(d.relative.size == 0.5);
}

TEST_CASE("every criterion must hold") {
  const std::vector<Values> half{{1.5, 1}};  // 6.02 dB, 2^22 ulp
  CHECK(holds({.snr = 6, .ulp = 1 << 22, .absolute = 0.5, .relative = 0}, half));
  CHECK_FALSE(holds({.snr = 7, .ulp = 1 << 22, .absolute = 0.5}, half));
  CHECK_FALSE(holds({.snr = 6, .ulp = (1 << 22) - 1, .absolute = 0.5}, half));
  CHECK_FALSE(holds({.snr = 6, .ulp = 1 << 22, .absolute = 0.4}, half));
}

TEST_CASE("NaN is like NaN, infinity like the same infinity, and nothing else is") {
  const Tolerance wide{.snr = 0, .ulp = ~std::uint64_t{0}, .absolute = 1e308, .relative = 1e308};
  Deviation nans(float32, {.ulp = 0});
  nans.add(0x7FC00001, 0xFF800001);  // another payload and sign
  CHECK(nans.holds());
  CHECK(nans.finite == 0);
  CHECK(nans.different == 1);
  CHECK(holds({.ulp = 0}, {{kInfinity, kInfinity}, {-kInfinity, -kInfinity}}));
  for (const Values& wrong :
       {Values{kNan, 1}, Values{1, kNan}, Values{kInfinity, 0x1.fffffep127}, Values{1, -kInfinity},
        Values{kInfinity, -kInfinity}, Values{kNan, kInfinity}}) {
    const Deviation d = deviation(wide, {{1, 1}, wrong, {2, 2}, wrong});
    CHECK_FALSE(d.holds());
    CHECK(d.wrong_class == 2);
    CHECK(d.first_wrong_class.element == 1);
    CHECK(d.noise.noise() == 0);
    CHECK(d.ulp.size == 0);
  }
}

TEST_CASE("zeros are equal, and subnormals are as far apart as their codes") {
  CHECK(holds({.snr = 1e9, .ulp = 0, .relative = 0}, {{0.0, -0.0}, {-0.0, 0.0}}));
  const Deviation d = deviation({}, {{0x1p-149, -0x1p-149}});
  CHECK(d.ulp.size == 2);
  CHECK(d.relative.size == 2);
  CHECK(d.absolute.size == 0x1p-148);
  CHECK(d.noise.db() == 10 * std::log10(0.25));  // squares of subnormals do not vanish
}

TEST_CASE("nothing deviates from nothing") {
  const Deviation d = deviation({.snr = 100, .ulp = 0, .absolute = 0}, {});
  CHECK(d.holds());
  CHECK(d.elements == 0);
  CHECK(std::isinf(d.noise.db()));
}

// Counted by stepping through all codes in the order of their values.
TEST_CASE("positions of codes follow their values, one by one") {
  for (const Format* f : formats::kFormats) {
    if (f->bits > 16) continue;
    CAPTURE(f->name);
    for (std::uint32_t a = 0; a <= f->code_mask(); ++a)
      for (const std::uint32_t b : {a ^ 1u, (a * 2654435761u) & f->code_mask(), f->sign_mask()}) {
        const double x = formats::to_double(*f, a), y = formats::to_double(*f, b);
        if (std::isnan(x) || std::isnan(y)) continue;
        const std::int64_t i = formats::position(*f, a), j = formats::position(*f, b);
        if ((x < y) != (i < j) || (x == y) != (i == j)) FAIL(f->name << ": " << a << " and " << b);
      }
    const std::uint32_t largest = formats::largest_finite(*f);
    if (f->has_sign) CHECK(formats::ulps_between(*f, largest, f->sign_mask() | largest) == 2 * largest);
  }
}

}  // namespace lockstep::tests
