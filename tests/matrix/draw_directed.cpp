#include "tests/matrix/draw_directed.hpp"

#include <algorithm>
#include <cmath>

#include "reference/formats/formats.hpp"
#include "tests/matrix/draw.hpp"

namespace lockstep::tests {
namespace {

using formats::Format;

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15 + 1) {}
  int below(int n) {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return int((state_ >> 33) % std::uint64_t(n));
  }
  bool one_in(int n) { return below(n) == 0; }
  double sign() { return one_in(2) ? -1 : 1; }

 private:
  std::uint64_t state_;
};

std::uint32_t code(const Format& f, double x) {
  return formats::encode_nearest_even(f, x, formats::Overflow::to_special);
}

/// One dot product of a batch of zeros, filled in.
class Filler {
 public:
  Filler(matrix::DrawnDots& dots, std::size_t row, Random& random)
      : dots_(dots), first_(row * std::size_t(dots.k)), random_(random) {}

  /// significand * 2^exponent at k, shared out between both operands.
  void put(int k, double significand, int exponent) {
    const std::size_t at = first_ + std::size_t(k);
    const int of_a = exponent / 2 + random_.below(3) - 1;
    dots_.a[at] = code(*dots_.a_format, std::ldexp(significand, of_a));
    dots_.b[at] = code(*dots_.b_format, std::ldexp(1.0, exponent - of_a));
  }
  /// `count` products, each 2^-near to 2^-far below `exponent`.
  void put_below(int step, int exponent, int near, int far, int count) {
    for (int i = 0; i < count; ++i)
      put(random_.below(step), random_.sign() * (random_.one_in(2) ? 1 : 3),
          exponent - near - random_.below(far - near));
  }

 private:
  matrix::DrawnDots& dots_;
  std::size_t first_;
  Random& random_;
};

matrix::DrawnDots zeros(const matrix::Unit& unit, int k, std::uint64_t seed, std::size_t count) {
  matrix::DrawnDots dots = draw_instruction(unit, k, seed, count);
  for (auto* codes : {&dots.a, &dots.b, &dots.c}) std::ranges::fill(*codes, 0);
  return dots;
}

int smallest_product(const matrix::DrawnDots& dots) {
  const Format &a = *dots.a_format, &b = *dots.b_format;
  return a.emin() - a.mantissa_bits + b.emin() - b.mantissa_bits;
}

}  // namespace

matrix::DrawnDots draw_ties(const matrix::Unit& unit, int k, std::uint64_t seed, std::size_t count) {
  Random random(seed);
  matrix::DrawnDots dots = zeros(unit, k, seed, count);
  const int step = std::min(k, unit.step);
  for (std::size_t row = 0; row < count; ++row) {
    Filler dot(dots, row, random);
    const int exponent = std::max(smallest_product(dots) + 34, -10) + random.below(8);
    const double ulps = random.one_in(2) ? 0 : random.below(4);
    dots.c[row] = code(*unit.c, random.sign() * std::ldexp(1 + ulps * 0x1p-23, exponent));
    dot.put_below(step, exponent, 28, 34, 2);
    dot.put(random.below(step), random.sign(), exponent - 24 - random.below(2));
  }
  if (unit.scale != nullptr)
    for (auto* scales : {&dots.scale_a, &dots.scale_b}) std::ranges::fill(*scales, code(*unit.scale, 1));
  return dots;
}

matrix::DrawnDots draw_tiny(const matrix::Unit& unit, int k, std::uint64_t seed, std::size_t count) {
  Random random(seed);
  matrix::DrawnDots dots = zeros(unit, k, seed, count);
  const bool scaled = unit.scale_block != 0;
  if (unit.a == nullptr) dots.a_format = dots.b_format = &formats::float8_e5m2;
  const int smallest = unit.d->emin() - unit.d->mantissa_bits, step = std::min(k, unit.step);
  for (std::size_t row = 0; row < count; ++row) {
    Filler dot(dots, row, random);
    dots.c[row] = random.one_in(2) ? 0 : unit.c->sign_mask();
    if (scaled) {
      // Of 4 bits all range is the scales': the first half of the blocks has the larger one.
      const bool wide = dots.a_format->bits == 8;
      const std::size_t blocks = std::size_t(k / unit.scale_block);
      for (std::size_t block = 0; block < blocks; ++block) {
        const int lower = wide                 ? -8
                          : block < blocks / 2 ? 0
                                               : 16 + random.below(8),
                  exponent = smallest - lower;
        dots.scale_a[row * blocks + block] = code(*unit.scale, std::ldexp(1.0, exponent / 2));
        dots.scale_b[row * blocks + block] = code(*unit.scale, std::ldexp(1.0, exponent - exponent / 2));
      }
      if (wide) {
        dot.put_below(step, -8, 6, 16, 2);
        if (!random.one_in(3)) dot.put(random.below(step), random.sign() * 1.5, -8 + random.below(3));
      } else {
        dot.put(k / 2 + random.below(k / 2), random.sign() * 1.5, 0);
        if (!random.one_in(3)) dot.put(random.below(k / 2), random.sign() * 1.5, random.below(2));
      }
      continue;
    }
    dot.put_below(step, smallest, 6, 25, 2);
    if (!random.one_in(3))
      dot.put(random.below(step), random.sign() * (1 + 2 * random.below(2)), smallest - random.below(2));
  }
  return dots;
}

}  // namespace lockstep::tests
