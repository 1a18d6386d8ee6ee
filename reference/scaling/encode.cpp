#include "encode.hpp"

#include <bit>

namespace lockstep::scaling {
namespace {

using formats::Conversion, formats::Format, formats::Overflow, formats::Specials;

// A format as the fields of a binary32 see it.
struct Narrowing {
  explicit Narrowing(const Format& f, Overflow policy)
      : cut(23 - f.mantissa_bits),
        half(std::int32_t(1 << (cut - 1)) - 1),
        rebias((127 - f.bias) << f.mantissa_bits),
        smallest_normal((127 + f.emin()) << 23),
        shift((127 + 23 + f.emin() - f.mantissa_bits) << 23),
        largest(std::int32_t(formats::largest_finite(f))),
        overflow(std::int32_t(formats::overflow_code(f, policy))),
        nan(std::int32_t(formats::nan_code(f))),
        sign(std::int32_t(f.sign_mask())),
        sign_shift(32 - f.bits),
        zero_sign(f.specials == Specials::fnuz ? 0 : sign) {}

  int cut;
  std::int32_t half, rebias, smallest_normal, shift, largest, overflow, nan, sign;
  int sign_shift;
  std::int32_t zero_sign;
};

// Branch-free so that it vectorises.
inline std::uint8_t narrow(float x, const Narrowing& n) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(x);
  const auto magnitude = std::int32_t(bits & 0x7FFFFFFFu);
  const std::int32_t rounded = std::int32_t(
      (std::uint32_t(magnitude) + std::uint32_t(n.half) + ((std::uint32_t(magnitude) >> n.cut) & 1u)) >>
      n.cut);
  // Adding `shift` leaves the subnormal step as the last bit of a binary32: the addition rounds.
  const std::int32_t subnormal =
      std::bit_cast<std::int32_t>(std::bit_cast<float>(magnitude) + std::bit_cast<float>(n.shift)) - n.shift;
  const std::int32_t code = magnitude < n.smallest_normal ? subnormal : rounded - n.rebias;
  const std::int32_t bounded = code > n.largest ? n.overflow : code;
  const std::int32_t result = magnitude > 0x7F800000 ? n.nan : bounded;
  const std::int32_t sign = std::int32_t(bits >> n.sign_shift) & (result == 0 ? n.zero_sign : n.sign);
  return std::uint8_t(result | sign);
}

template <typename Scaled>
void run(std::span<const float> x, const Format& format, const Conversion& conversion,
         std::span<std::uint8_t> codes, const Scaled& scaled) {
  if (!has_fast_path(conversion, format)) {
    for (std::size_t i = 0; i < x.size(); ++i)
      codes[i] = std::uint8_t(convert(conversion, format, scaled(x[i])));
    return;
  }
  const Narrowing n(format, finite_overflow(conversion, format));
  const float* from = x.data();
  std::uint8_t* to = codes.data();
  const std::size_t count = x.size();
  for (std::size_t i = 0; i < count; ++i) to[i] = narrow(scaled(from[i]), n);
}

}  // namespace

bool has_fast_path(const Conversion& c, const Format& f) {
  const Overflow infinity = c.infinity_saturates ? Overflow::saturate : Overflow::to_special;
  return c.rounding == formats::Rounding::nearest_even && c.noise == formats::Noise::none &&
         !c.range_tested_first && c.keeps_negative_zero &&
         !(c.nan_flips_zero && f.specials == Specials::finite) &&
         formats::overflow_code(f, infinity) == formats::overflow_code(f, finite_overflow(c, f));
}

void encode(std::span<const float> x, float factor, const Format& format, const Conversion& conversion,
            std::span<std::uint8_t> codes) {
  run(x, format, conversion, codes, [factor](float v) { return v * factor; });
}

void encode_quotients(std::span<const float> x, float divisor, const Format& format,
                      const Conversion& conversion, std::span<std::uint8_t> codes) {
  run(x, format, conversion, codes, [divisor](float v) { return v / divisor; });
}

}  // namespace lockstep::scaling
