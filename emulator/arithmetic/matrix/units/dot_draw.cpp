#include "emulator/arithmetic/matrix/units/dot_draw.hpp"

#include <algorithm>

#include "emulator/arithmetic/matrix/layouts/lane_map.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::matrix {
namespace {

using formats::Format;

/// The generator splitmix64.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
  }
  int below(int n) { return int((next() >> 32) * std::uint64_t(n) >> 32); }
  bool one_in(int n) { return below(n) == 0; }

 private:
  std::uint64_t state_;
};

enum class Regime { any_finite, narrow, subnormal, sparse, extreme, any_bits, few_bits };
constexpr int kRegimes = 7;

template <typename Code>
Code with_field(const Format& f, Random& random, int field) {
  const int last = int(formats::largest_finite<Code>(f) >> f.mantissa_bits);
  const Code mantissa = Code(random.next()) & ((Code{1} << f.mantissa_bits) - 1);
  const Code code = Code(std::clamp(field, 0, last)) << f.mantissa_bits | mantissa;
  return std::min(code, formats::largest_finite<Code>(f));
}

/// Draws a code in a regime; `centre`: the exponent field around which ranges are centred.
template <typename Code>
Code draw_code(const Format& f, Random& random, Regime regime, int centre) {
  const Code sign = random.one_in(2) ? f.sign_mask<Code>() : 0;
  const Code largest = formats::largest_finite<Code>(f);
  const int fields = int(largest >> f.mantissa_bits) + 1;
  switch (regime) {
    case Regime::any_finite:
      return sign | with_field<Code>(f, random, random.below(fields));
    case Regime::narrow:
      return sign | with_field<Code>(f, random, centre + random.below(3) - 1);
    case Regime::subnormal:
      return sign | with_field<Code>(f, random, random.one_in(8) ? random.below(fields) : 0);
    case Regime::sparse:
      return random.one_in(6) ? sign | with_field<Code>(f, random, random.below(fields)) : sign;
    case Regime::extreme:
      return sign | (random.one_in(2) ? largest - Code(random.below(2)) : Code(random.below(3)));
    case Regime::any_bits:
      return random.one_in(20) ? Code(random.next()) & f.code_mask<Code>()
                               : sign | with_field<Code>(f, random, random.below(fields));
    case Regime::few_bits:
      return sign | (with_field<Code>(f, random, centre + random.below(24) - 12) &
                     ~((Code{1} << f.mantissa_bits) - 1));
  }
  return 0;
}

/// Draws a code whose exponent field is near `field` (unsigned formats included).
template <typename Code>
Code draw_scale(const Format& f, Random& random, int regime, int common) {
  const Code largest = formats::largest_finite<Code>(f);
  if (random.one_in(300)) return Code(random.next()) & f.code_mask<Code>();
  switch (regime) {
    case 0:
      return Code(common);
    case 1:
      return Code(std::clamp(common + random.below(9) - 4, 0, int(largest)));
    case 2:
      return random.one_in(2) ? Code(random.below(3)) : largest - Code(random.below(3));
    default:
      return Code(random.below(int(largest) + 1));
  }
}

template <typename Code>
Code draw_accumulator(const Format& f, Random& random, int regime, int centre) {
  const int fields = int(formats::largest_finite<Code>(f) >> f.mantissa_bits) + 1;
  const Code sign = random.one_in(2) ? f.sign_mask<Code>() : 0;
  const int reach = std::max(30, 2 * f.mantissa_bits + 6);  // past the last bit of an exact product
  switch (regime) {
    case 0:
      return sign;
    case 1:
      return sign | with_field<Code>(f, random, centre + random.below(2 * reach) - reach);
    case 2:
      return sign | with_field<Code>(f, random, random.below(fields));
    case 3:
      return sign | with_field<Code>(f, random, 0);
    case 4:
      return sign | (with_field<Code>(f, random, centre + random.below(40) - 20) &
                     ~((Code{1} << (f.mantissa_bits - 3)) - 1));
    default:
      return random.one_in(4) ? Code(random.next()) & f.code_mask<Code>()
                              : sign | with_field<Code>(f, random, centre);
  }
}

/// Makes later products the negatives of earlier ones, some off by a bit.
template <typename Code>
void cancel(BasicDrawnDots<Code>& dots, Random& random, std::size_t row) {
  const int distance = 1 << random.below(6);
  Code* a = dots.a.data() + row * std::size_t(dots.k);
  Code* b = dots.b.data() + row * std::size_t(dots.k);
  for (int k = 0; k + distance < dots.k; ++k) {
    if (k / distance % 2 != 0 || random.one_in(16)) continue;
    a[k + distance] = a[k] ^ dots.a_format->template sign_mask<Code>();
    b[k + distance] = random.one_in(8) ? b[k] ^ 1u : b[k];
  }
}

bool is_one_of_pair(const Format& f, const Format& x, const Format& y) {
  return f == x || f == y;
}

const Format* draw_format(const Unit& unit, const Format* own, Random& random) {
  using namespace formats;
  if (unit.a == nullptr) return operand_format(random.below(kOperandFormats));
  if (is_one_of_pair(*own, float8_e4m3fn, float8_e5m2))
    return random.one_in(2) ? &float8_e4m3fn : &float8_e5m2;
  if (is_one_of_pair(*own, float8_e4m3fnuz, float8_e5m2fnuz))
    return random.one_in(2) ? &float8_e4m3fnuz : &float8_e5m2fnuz;
  return own;
}

}  // namespace

template <typename Code>
BasicDotBatch<Code> BasicDrawnDots<Code>::batch(Code* d) const {
  const bool scaled = !scale_a.empty();
  return {count,
          k,
          a_format,
          b_format,
          a.data(),
          b.data(),
          c.data(),
          scaled ? scale_a.data() : nullptr,
          scaled ? scale_b.data() : nullptr,
          d};
}

template <typename Code>
BasicDrawnDots<Code> draw_dots(const Unit& unit, std::uint64_t seed, std::size_t count) {
  Random random(seed);
  BasicDrawnDots<Code> dots;
  dots.a_format = draw_format(unit, unit.a, random);
  dots.b_format = draw_format(unit, unit.b, random);
  const int least = least_k(unit);
  dots.k = least * (1 + random.below(std::max(1, std::min(4, 128 / least))));
  dots.count = count;
  const std::size_t elements = count * std::size_t(dots.k);
  dots.a.resize(elements);
  dots.b.resize(elements);
  dots.c.resize(count);
  if (unit.scale_block != 0) {
    dots.scale_a.resize(elements / std::size_t(unit.scale_block));
    dots.scale_b.resize(dots.scale_a.size());
  }
  for (std::size_t row = 0; row < count; ++row) {
    const auto a_regime = Regime(random.below(kRegimes)), b_regime = Regime(random.below(kRegimes));
    const int a_centre = random.one_in(2) ? dots.a_format->bias : random.below(2 * dots.a_format->bias);
    const int b_centre =
        random.one_in(2) ? 2 * dots.b_format->bias - a_centre : random.below(2 * dots.b_format->bias);
    for (int k = 0; k < dots.k; ++k) {
      const std::size_t at = row * std::size_t(dots.k) + std::size_t(k);
      dots.a[at] = draw_code<Code>(*dots.a_format, random, a_regime, a_centre);
      dots.b[at] = draw_code<Code>(*dots.b_format, random, b_regime, b_centre);
    }
    if (random.one_in(3)) cancel(dots, random, row);
    const int product_centre = a_centre - dots.a_format->bias + b_centre - dots.b_format->bias + unit.c->bias;
    dots.c[row] = draw_accumulator<Code>(*unit.c, random, random.below(6), product_centre);
    if (unit.scale_block == 0) continue;
    const std::size_t blocks = std::size_t(dots.k / unit.scale_block);
    const int regime = random.below(4);
    const int top = int(formats::largest_finite(*unit.scale));
    const int common = top / 4 + random.below(top / 2);
    for (std::size_t block = row * blocks; block < (row + 1) * blocks; ++block) {
      dots.scale_a[block] = draw_scale<Code>(*unit.scale, random, regime, common);
      dots.scale_b[block] = draw_scale<Code>(*unit.scale, random, regime, top - common);
    }
  }
  return dots;
}

template struct BasicDrawnDots<std::uint32_t>;
template struct BasicDrawnDots<std::uint64_t>;
template DrawnDots draw_dots(const Unit&, std::uint64_t, std::size_t);
template WideDrawnDots draw_dots(const Unit&, std::uint64_t, std::size_t);

}  // namespace lockstep::matrix
