#include "reference/scaling/encode.hpp"

#include <bit>

namespace lockstep::scaling {

using formats::Overflow, formats::Specials;

namespace {

bool serves(const formats::Conversion& c, const formats::Format& f) {
  const Overflow infinity = c.infinity_saturates ? Overflow::saturate : Overflow::to_special;
  return c.rounding == formats::Rounding::nearest_even && c.noise == formats::Noise::none &&
         !c.range_tested_first && c.keeps_negative_zero &&
         !(c.nan_flips_zero && f.specials == Specials::finite) &&
         formats::overflow_code(f, infinity) == formats::overflow_code(f, finite_overflow(c, f));
}

// Selects by masks: written with ?: the compilers make jumps of it and give up on vectors.
[[gnu::always_inline]] inline std::int32_t select(bool condition, std::int32_t yes, std::int32_t no) {
  const std::int32_t mask = -std::int32_t(condition);
  return (yes & mask) | (no & ~mask);
}

}  // namespace

struct Encoder::Loops {
  // Branch-free so that it vectorises.
  [[gnu::always_inline]] static std::uint8_t narrow(float x, const Narrowing& n) {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    const std::uint32_t unsigned_magnitude = bits & 0x7FFFFFFFu;
    const auto magnitude = std::int32_t(unsigned_magnitude);
    const auto rounded = std::int32_t(
        (unsigned_magnitude + std::uint32_t(n.half) + ((unsigned_magnitude >> n.cut) & 1u)) >> n.cut);
    // Adding `shift` leaves the subnormal step as the last bit of a binary32: the addition rounds.
    const std::int32_t subnormal =
        std::bit_cast<std::int32_t>(std::bit_cast<float>(magnitude) + std::bit_cast<float>(n.shift)) -
        n.shift;
    const std::int32_t code = select(magnitude < n.smallest_normal, subnormal, rounded - n.rebias);
    const std::int32_t bounded = select(code > n.largest, n.overflow, code);
    const std::int32_t result = select(magnitude > 0x7F800000, n.nan, bounded);
    const std::int32_t sign = std::int32_t(bits >> n.sign_shift) & select(result == 0, n.zero_sign, n.sign);
    return std::uint8_t(result | sign);
  }

  template <bool kDivides>
  static void run(const Narrowing& narrowing, std::span<const float> x, float scale,
                  std::span<std::uint8_t> codes) {
    const Narrowing n = narrowing;  // codes may alias anything: without a copy each field is read again
    const float* from = x.data();
    std::uint8_t* to = codes.data();
    const std::size_t count = x.size();
    for (std::size_t i = 0; i < count; ++i) to[i] = narrow(kDivides ? from[i] / scale : from[i] * scale, n);
  }

  template <bool kDivides>
  static void dispatch(const Encoder& e, std::span<const float> x, float scale,
                       std::span<std::uint8_t> codes) {
    if (!e.fast_) {
      for (std::size_t i = 0; i < x.size(); ++i)
        codes[i] = std::uint8_t(convert(e.conversion_, e.format_, kDivides ? x[i] / scale : x[i] * scale));
    } else {
      run<kDivides>(e.narrowing_, x, scale, codes);
    }
  }
};

Encoder::Encoder(const formats::Format& f, const formats::Conversion& c)
    : format_(f), conversion_(c), fast_(serves(c, f)) {
  const int cut = 23 - f.mantissa_bits;
  narrowing_ = {.cut = cut,
                .sign_shift = 32 - f.bits,
                .half = (1 << (cut - 1)) - 1,
                .rebias = (127 - f.bias) << f.mantissa_bits,
                .smallest_normal = (127 + f.emin()) << 23,
                .shift = (127 + 23 + f.emin() - f.mantissa_bits) << 23,
                .largest = std::int32_t(formats::largest_finite(f)),
                .overflow = std::int32_t(formats::overflow_code(f, finite_overflow(c, f))),
                .nan = std::int32_t(formats::nan_code(f)),
                .sign = std::int32_t(f.sign_mask()),
                .zero_sign = f.specials == Specials::fnuz ? 0 : std::int32_t(f.sign_mask())};
}

void Encoder::products(std::span<const float> x, float factor, std::span<std::uint8_t> codes) const {
  Loops::dispatch<false>(*this, x, factor, codes);
}

void Encoder::quotients(std::span<const float> x, float divisor, std::span<std::uint8_t> codes) const {
  Loops::dispatch<true>(*this, x, divisor, codes);
}

}  // namespace lockstep::scaling
