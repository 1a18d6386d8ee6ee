#include "decode_elements.hpp"

#include <bit>

#include "host/clones.hpp"
#include "reference/formats/float32.hpp"

namespace lockstep::operators {
namespace {

/// How a code becomes a float of the same value.
struct Fields {
  std::uint32_t nan_value, nan_bits;
  std::uint32_t rebias;           ///< added to the exponent field of a normal number
  std::uint32_t smallest_normal;  ///< as a float's bits; also the weight of subnormals
  float subnormal_step;
};

/// All bits where any is set: where the compiler saw a condition it would branch.
constexpr std::uint32_t if_any(std::uint32_t bits) {
  return std::uint32_t(std::int32_t(bits | (0u - bits)) >> 31);
}

LOCKSTEP_CLONES void decode(Fields f, const std::uint8_t* __restrict codes, std::int64_t count,
                            double* __restrict values, float* __restrict weights) {
  constexpr int kMantissa = 3, kWiden = 23 - kMantissa;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint32_t code = codes[i], magnitude = code & 0x7Fu;
    const std::uint32_t normal = (magnitude << kWiden) + f.rebias;
    const auto subnormal = std::bit_cast<std::uint32_t>(float(std::int32_t(magnitude)) * f.subnormal_step);
    const std::uint32_t some = if_any(magnitude) & if_any((code & f.nan_bits) ^ f.nan_value);
    const std::uint32_t is_normal = if_any(magnitude >> kMantissa);
    const std::uint32_t size = (is_normal & normal) | (~is_normal & subnormal);
    const std::uint32_t weight = (is_normal & normal) | (~is_normal & f.smallest_normal);
    values[i] = double(std::bit_cast<float>((size & some) | (code & 0x80u) << 24));
    weights[i] = std::bit_cast<float>(weight & some);
  }
}

}  // namespace

void decode_elements(const ElementTable& table, const std::uint8_t* codes, std::int64_t count, double* values,
                     float* weights) {
  const formats::Format& f = table.format;
  const Fields fields{table.nan_value, table.nan_bits, std::uint32_t(formats::float32.bias - f.bias) << 23,
                      std::bit_cast<std::uint32_t>(float(formats::power_of_two(f.emin()))),
                      float(formats::power_of_two(f.emin() - f.mantissa_bits))};
  decode(fields, codes, count, values, weights);
}

}  // namespace lockstep::operators
