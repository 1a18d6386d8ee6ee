// What lies between the two products of a mixture of experts: whatever a first product within its loss is
// rounded to, the reference has allowed for it, and for little else.
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "emulator/arithmetic/accumulation/moe_down.hpp"
#include "reference/formats/formats.hpp"
#include "reference/operators/moe_down.hpp"
#include "tests/catch.hpp"
#include "tests/property.hpp"

using namespace lockstep;
using operators::MoeDownBetween;
using operators::MoeDownData;
using operators::MoeDownExact;

namespace {

constexpr std::size_t kColumns = 256, kBlocks = kColumns / 32;

// Numbers whose largest is near a threshold of the scale now and then, with losses around `relative`.
MoeDownExact draw_exact(std::mt19937_64& random, double relative) {
  MoeDownExact y;
  for (std::size_t block = 0; block < kBlocks; ++block) {
    const double amax =
        std::ldexp(random() % 2 == 0 ? 1.75 : 1 + double(random() % 1000) / 1000, int(random() % 40) - 20);
    for (std::size_t i = 0; i < 32; ++i) {
      const double x = i == random() % 32 ? 1 : double(random() % 2001) / 1000 - 1;
      y.value.push_back(amax * x);
      y.loss.push_back(amax * relative * double(random() % 1000) / 1000);
    }
    y.value[block * 32 + random() % 32] = random() % 2 == 0 ? amax : -amax;
  }
  return y;
}

// What a kernel may have in place of the exact numbers.
std::vector<float> within_loss(std::mt19937_64& random, const MoeDownExact& y) {
  std::vector<float> x;
  for (std::size_t i = 0; i < y.value.size(); ++i) {
    const double t = double(random() % 3) - 1;  // the ends, often
    auto value = float(y.value[i] + t * y.loss[i]);
    if (std::abs(double(value) - y.value[i]) > y.loss[i]) value = std::nextafter(value, float(y.value[i]));
    x.push_back(std::abs(double(value) - y.value[i]) > y.loss[i] ? float(y.value[i]) : value);
  }
  return x;
}

double number(const formats::Format& f, const accumulation::MxRows<std::uint8_t>& q, std::size_t i) {
  return formats::to_double(f, q.codes[i]) * formats::to_double(formats::float8_e8m0fnu, q.scales[i / 32]);
}

struct Tally {
  int ambiguous_elements = 0, ambiguous_scales = 0;
};

void check_once(const formats::Format& f, std::mt19937_64& random, Tally& tally) {
  const double normal = f.bits == 4 ? 1 : 0x1p-6,
               widest = f.bits == 4 ? 2 : 32;  // the smallest, and the largest step
  MoeDownExact y = draw_exact(random, random() % 2 == 0 ? 1e-5 : 0.05);
  for (double& value : y.value) value = double(float(value));
  const MoeDownBetween h = operators::between(y, f);
  const operators::MoeDownQuantised judged = operators::quantised(y, f);
  const auto q = accumulation::to_mx(within_loss(random, y), f);
  for (std::size_t i = 0; i < kColumns; ++i) {
    RC_ASSERT(std::abs(number(f, q, i) - h.centre[i]) <= h.reach[i]);
    const double code = formats::to_double(f, q.codes[i]);
    const double scale = formats::to_double(formats::float8_e8m0fnu, q.scales[i / 32]);
    RC_ASSERT(h.weight[i] >= (code == 0 ? 0 : std::max(std::abs(code), normal) * scale));
    RC_ASSERT(std::abs(code - judged.value[i]) <= judged.error[i]);
    RC_ASSERT(std::abs(scale - judged.scale[i / 32]) <= judged.scale_error[i / 32]);
    // No wider than the loss and a step to either side, of the larger scale.
    RC_ASSERT(h.reach[i] <= y.loss[i] + 2 * widest * std::max(scale, judged.scale[i / 32]));
    tally.ambiguous_elements += h.reach[i] > 0;
    tally.ambiguous_scales += i % 32 == 0 && judged.scale_error[i / 32] > 0;
  }
}

}  // namespace

TEST_CASE("every code that a first product within its loss is rounded to is allowed for") {
  for (const formats::Format* f : {&formats::float4_e2m1fn, &formats::float8_e4m3fn}) {
    Tally tally;
    tests::check_property("between", [&](std::uint64_t seed) {
      std::mt19937_64 random(seed);
      for (int i = 0; i < 10; ++i) check_once(*f, random, tally);
    });
    CHECK(tally.ambiguous_elements > 1000);
    CHECK(tally.ambiguous_scales > 100);
  }
}

TEST_CASE("a first product without loss leaves nothing open") {
  std::mt19937_64 random(3);
  MoeDownExact y = draw_exact(random, 0);
  for (double& value : y.value) value = double(float(value));
  const MoeDownBetween h = operators::between(y);
  const auto q = accumulation::to_mx({y.value.begin(), y.value.end()}, formats::float4_e2m1fn);
  for (std::size_t i = 0; i < kColumns; ++i) {
    CHECK(h.reach[i] == 0);
    CHECK(h.centre[i] == number(formats::float4_e2m1fn, q, i));
  }
}

TEST_CASE("a NaN, an overflow and an unbounded loss between the products are told apart") {
  std::mt19937_64 random(4);
  MoeDownExact y = draw_exact(random, 0);
  y.value[3] = std::nan("");
  y.value[40] = 1e39;
  y.value[70] = 3.3895e38, y.loss[70] = 1e36;  // bf16 may or may not hold it
  y.loss[100] = std::numeric_limits<double>::infinity();
  const MoeDownBetween h = operators::between(y);
  const operators::MoeDownQuantised q = operators::quantised(y);
  CHECK(std::isnan(h.reach[0]));
  CHECK(std::isnan(h.reach[33]));
  CHECK(std::isinf(h.reach[64]));
  CHECK(std::isinf(h.reach[96]));
  CHECK(std::isfinite(h.reach[128]));
  CHECK(std::isnan(q.scale_error[0]));
  CHECK(std::isinf(q.scale_error[2]));
  CHECK(std::isfinite(q.error[64]));
  CHECK(std::isinf(q.error[96]));
}

TEST_CASE("a second product of any row that the first may have given lies within its loss") {
  tests::check_property("second product", [](std::uint64_t seed) {
    std::mt19937_64 random(seed);
    operators::MoeDown p;
    p.n = 32;
    p.k = std::int64_t(kColumns);
    MoeDownExact y = draw_exact(random, random() % 2 == 0 ? 1e-6 : 0.01);
    for (double& value : y.value) value = double(float(value));
    MoeDownData d;
    d.rows = {{0, 0, 0}};
    d.plane_of_expert = {0};
    d.weight = {float(random() % 1000) / 500 - 1};
    for (std::int64_t i = 0; i < p.n * p.k; ++i) d.b.push_back(std::uint8_t(random() & 15));
    for (std::int64_t i = 0; i < p.n * p.k / 32; ++i)
      d.b_scale.push_back(std::uint8_t(random() % 300 == 0 ? 255 : 110 + random() % 30));
    const MoeDownExact allowed = operators::exact(p, d, operators::between(y));
    const auto q = accumulation::to_mx(within_loss(random, y), formats::float4_e2m1fn);
    d.a = q.codes;
    d.a_scale = q.scales;
    const MoeDownExact one = operators::exact(p, d);
    for (std::size_t i = 0; i < std::size_t(p.n); ++i) {
      RC_ASSERT(std::isnan(one.value[i]) == std::isnan(allowed.value[i]));
      if (std::isnan(one.value[i])) continue;
      RC_ASSERT(std::isfinite(allowed.loss[i]));
      RC_ASSERT(std::abs(one.value[i] - allowed.value[i]) + one.loss[i] <= allowed.loss[i]);
    }
  });
}
