// Signal-to-noise ratios against rationals, against theory, and whatever the order of elements.
#include "reference/exact/noise.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <gmpxx.h>

#include "reference/formats/format.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {

namespace {

struct Element {
  double exact, out;
};

exact::Noise noise_of(const std::vector<Element>& elements) {
  exact::Noise noise;
  for (const Element& e : elements) noise.add(e.exact, e.out);
  return noise;
}

double rational_db(const std::vector<Element>& elements) {
  mpq_class signal, noise;
  for (const Element& e : elements) {
    const mpq_class exact(e.exact), difference = mpq_class(e.out) - exact;
    signal += exact * exact;
    noise += difference * difference;
  }
  return 10 * std::log10(mpq_class(signal / noise).get_d());
}

// Magnitudes over 2^40, so that a sum in one double would lose what the small ones add.
std::vector<Element> drawn(std::size_t count) {
  std::mt19937_64 random(7);
  std::vector<Element> elements;
  for (std::size_t i = 0; i < count; ++i) {
    const double exact = std::ldexp(double(random() % 4096) - 2048, int(random() % 40));
    elements.push_back({exact, exact * (1 + std::ldexp(double(random() % 512) - 256, -16))});
  }
  return elements;
}

}  // namespace

TEST_CASE("an SNR is that of rational arithmetic, in any order of elements") {
  std::vector<Element> elements = drawn(3000);
  const double db = rational_db(elements);
  const double first = noise_of(elements).db();
  CHECK(std::abs(first - db) < 1e-11);
  std::ranges::reverse(elements);
  CHECK(noise_of(elements).db() == first);
  exact::Noise parts;
  for (const Element& e : elements) parts.add(noise_of({e}));
  CHECK(parts.db() == first);
}

// Each small one is below half a unit of the large one's last place.
TEST_CASE("small noise is not lost beside large noise") {
  exact::Noise noise;
  noise.add(1, 1 + 0x1p+20);
  for (int i = 0; i < 1 << 12; ++i) noise.add(1, 1 + 0x1p-7);
  CHECK(noise.noise() == 0x1p+40 + 0x1p-2);
}

TEST_CASE("without noise the ratio is infinite, without signal it is minus infinity") {
  CHECK(std::isinf(exact::Noise{}.db()));
  CHECK(noise_of({{3, 3}}).db() > 0);
  CHECK(std::isinf(noise_of({{0, 0}}).db()));
  CHECK(noise_of({{0, 1}}).db() == -std::numeric_limits<double>::infinity());
}

// x uniform in [1, 2): E x^2 = 7/3; the error is uniform over a step of 2^-3, so E e^2 = 2^-6/12. 32.5 dB.
TEST_CASE("e4m3 has the SNR that theory gives significands which are uniform") {
  std::vector<Element> elements;
  constexpr int kPoints = 1 << 16;
  for (int i = 0; i < kPoints; ++i) {
    const double x = 1 + (i + 0.5) / kPoints;
    const std::uint32_t code =
        formats::encode_nearest_even(formats::float8_e4m3fn, x, formats::Overflow::to_special);
    elements.push_back({x, formats::to_double(formats::float8_e4m3fn, code)});
  }
  const double theory = 10 * std::log10(7.0 / 3 / (0x1p-6 / 12));
  CHECK(std::abs(theory - 32.5) < 0.05);
  CHECK(std::abs(noise_of(elements).db() - theory) < 0.001);
}

}  // namespace lockstep::tests
