#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

#include "reference/exact/bound.hpp"
#include "tests/catch.hpp"
#include "tests/property.hpp"
#include "tests/reference/naive_models.hpp"

namespace lockstep::tests {
namespace {

constexpr std::size_t kPart = 64;

/// The parts of one output: products of e4m3fnuz codes, whose values are a quarter of what the same codes
/// mean as e4m3fn, and a scale of each side.
struct Part {
  Products products;
  float x = 1, y = 1;
};
using Parts = std::vector<Part>;

std::uint8_t code(std::mt19937_64& bits, int regime) {
  const auto any = std::uint8_t(bits());
  return regime == 1 && bits() % 8 != 0 ? std::uint8_t(any & 0x87) : any;
}

float scale(std::mt19937_64& bits, int low, int high) {
  const int exponent = low + int(bits() % std::uint64_t(high - low + 1));
  const float sign = bits() % 4 == 0 ? -1.0f : 1.0f;
  return sign * std::ldexp(1.0f + float(bits() % (1 << 23)) * 0x1p-23f, exponent);
}

Parts draw(std::uint32_t seed, std::size_t count, int regime, int low_x, int high_x, int low_y, int high_y) {
  std::mt19937_64 bits(seed);
  Parts parts;
  for (std::size_t j = 0; j < count; ++j) {
    Part part;
    for (std::size_t i = 0; i < kPart; ++i) {
      const std::uint8_t a = code(bits, regime);
      part.products.push_back(product(a, code(bits, regime), -2));
    }
    part.x = scale(bits, low_x, high_x);
    part.y = scale(bits, low_y, high_y);
    parts.push_back(part);
  }
  return parts;
}

/// What the kernel's order makes of them.
mpq_class accumulate_scaled(const Parts& parts) {
  mpq_class c;
  for (const Part& part : parts) {
    const mpq_class t = round_to_float32(accumulate("gtr16_inexp", part.products) * mpq_class(part.x));
    c = round_to_float32(c + t * mpq_class(part.y));
  }
  return c;
}

struct Facts {
  mpq_class value, magnitude;
  exact::ScaledParts parts;
};

Facts facts(const Parts& parts) {
  Facts f{0, 0, {std::int64_t(parts.size()), kPart, 0, 0}};
  for (const Part& part : parts) {
    mpq_class weight;
    const mpq_class scales = mpq_class(part.x) * mpq_class(part.y);
    for (const Product& p : part.products) {
      f.value += p.value * scales;
      weight += p.weight;
    }
    f.magnitude += weight * abs(scales);
    const mpq_class reach = weight * abs(mpq_class(part.x));
    f.parts.largest = std::max(f.parts.largest, reach.get_d() * (1 + 0x1p-50));
    f.parts.second_scales += std::abs(double(part.y));
  }
  return f;
}

double loss(const Facts& f) {
  return exact::scaled_parts_loss(f.magnitude.get_d() * (1 + 0x1p-50), f.parts);
}

/// |error| as a share of the loss that the bound grants.
double share(const Parts& parts) {
  const Facts f = facts(parts);
  return mpq_class(abs(accumulate_scaled(parts) - f.value) / mpq_class(loss(f))).get_d();
}

}  // namespace

TEST_CASE("no sum of scaled parts strays further than its bound") {
  check_property("scaled parts", [](std::uint32_t seed) {
    const std::size_t count = 2 * *rc::gen::inRange<std::size_t>(1, 6);
    const int regime = *rc::gen::inRange(0, 2);
    const int x = *rc::gen::element(0, -20, -110, -140, 60);
    const int y = *rc::gen::element(0, -20, 60, 100);
    const int spread = *rc::gen::element(0, 3, 30);
    const Parts parts = draw(seed, count, regime, x, std::min(x + spread, 100), y, std::min(y + spread, 120));
    const Facts f = facts(parts);
    if (std::isinf(loss(f))) return;
    RC_ASSERT(abs(accumulate_scaled(parts) - f.value) <= mpq_class(loss(f)));
  });
}

TEST_CASE("each of the bound's two parts is reached to a good share") {
  double relative = 0, absolute = 0;
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    // One large part, then many that each round it: the J in n.
    relative = std::max(relative, share(draw(seed, 40, 0, 0, 0, 0, 0)));
    // t is subnormal, and y makes its lost half step large.
    absolute = std::max(absolute, share(draw(seed, 2, 1, -149, -149, 100, 100)));
  }
  CHECK(relative > 0.005);
  CHECK(relative <= 1);
  CHECK(absolute > 0.2);
  CHECK(absolute <= 1);
}

TEST_CASE("the bound objects to a lost part, a neighbour's scale and a scale applied twice") {
  int lost = 0, neighbour = 0, twice = 0;
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    const Parts right = draw(seed, 6, 0, -3, 3, -3, 3);
    const Facts f = facts(right);
    const auto objects = [&](const Parts& wrong) {
      return abs(accumulate_scaled(wrong) - f.value) > mpq_class(loss(f));
    };
    REQUIRE_FALSE(objects(right));
    Parts wrong = right;
    wrong.pop_back();
    lost += objects(wrong);
    wrong = right;
    wrong[3].x = right[1].x;
    neighbour += objects(wrong);
    wrong = right;
    wrong[2].x *= wrong[2].y;
    twice += objects(wrong);
  }
  CHECK(lost == 50);
  CHECK(neighbour == 50);
  CHECK(twice == 50);
}

TEST_CASE("nothing is claimed where a scaled part may overflow, and NaN stays NaN") {
  const exact::ScaledParts tame{2, 64, 1, 2};
  CHECK(std::isfinite(exact::scaled_parts_loss(1, tame)));
  exact::ScaledParts wild = tame;
  wild.largest = 0x1p128;
  CHECK(std::isinf(exact::scaled_parts_loss(1, wild)));
  CHECK(std::isinf(exact::scaled_parts_loss(0x1p128, tame)));
  wild = tame;
  wild.parts = 1 << 23;
  CHECK(std::isinf(exact::scaled_parts_loss(1, wild)));
  CHECK(std::isnan(exact::scaled_parts_loss(std::nan(""), tame)));
}

}  // namespace lockstep::tests
