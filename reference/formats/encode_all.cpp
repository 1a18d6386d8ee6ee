#include "reference/formats/encode_all.hpp"

#include <algorithm>

#include "host/simd_levels.hpp"

namespace lockstep::formats {
namespace {

/// What encode_nearest_even() asks of a format where it has normal numbers.
struct Fields {
  int cut;                        ///< bits of double's mantissa that the format lacks
  int sign_shift;                 ///< distance of double's sign from the format's
  std::uint64_t sign, zero_sign;  ///< bits of the sign, and of a zero's
  std::uint64_t least;            ///< double's fields of the smallest normal
  std::uint64_t rebias;           ///< the difference of the biases, as a code
  std::uint64_t largest;          ///< finite code

  explicit Fields(const Format& f)
      : cut(52 - f.mantissa_bits),
        sign_shift(64 - f.bits),
        sign(f.sign_mask()),
        zero_sign(zero_code(f, true)),
        least(std::uint64_t(f.emin() + 1023) << 52),
        rebias(std::uint64_t(1023 - f.bias) << f.mantissa_bits),
        largest(largest_finite(f)) {}
};

/// False when some value is neither zero nor rounds to a normal number; the codes of those are not right.
LOCKSTEP_CLONES bool encode_normal(Fields f, const std::uint64_t* values, std::size_t count,
                                   std::uint32_t* codes) {
  const std::uint64_t below_half = (std::uint64_t{1} << (f.cut - 1)) - 1;
  std::uint64_t others = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t magnitude = values[i] << 1 >> 1;
    const std::uint64_t code = ((magnitude + below_half + (magnitude >> f.cut & 1)) >> f.cut) - f.rebias;
    const bool zero = magnitude == 0;
    others |= std::uint64_t(!zero) & std::uint64_t((magnitude < f.least) | (code > f.largest));
    const std::uint64_t sign = values[i] >> f.sign_shift & (zero ? f.zero_sign : f.sign);
    codes[i] = std::uint32_t((zero ? 0 : code) | sign);
  }
  return others == 0;
}

}  // namespace

void encode_all(const Format& f, std::span<const double> values, Overflow policy,
                std::span<std::uint32_t> codes) {
  constexpr std::size_t kAtOnce = 64;
  const Fields fields(f);
  std::uint64_t bits[kAtOnce];
  for (std::size_t start = 0; start < values.size(); start += kAtOnce) {
    const std::span<const double> some = values.subspan(start, std::min(kAtOnce, values.size() - start));
    std::transform(some.begin(), some.end(), bits, [](double x) { return std::bit_cast<std::uint64_t>(x); });
    if (encode_normal(fields, bits, some.size(), &codes[start])) continue;
    std::transform(some.begin(), some.end(), &codes[start],
                   [&](double x) { return encode_nearest_even(f, x, policy); });
  }
}

}  // namespace lockstep::formats
