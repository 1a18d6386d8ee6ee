#include "reference/operators/decode_elements.hpp"

#include <bit>

#include "host/simd_levels.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::operators {
namespace {

/// How a code becomes a float of the same value.
struct Fields {
  std::uint32_t nan_value, nan_bits;
  std::uint32_t rebias;           ///< added to the exponent field of a normal number
  std::uint32_t smallest_normal;  ///< the bits of that float, which is also the weight of subnormals
  float subnormal_step;
};

/// All bits where any is set: where the compiler saw a condition it would branch.
constexpr std::uint32_t if_any(std::uint32_t bits) {
  return std::uint32_t(std::int32_t(bits | (0u - bits)) >> 31);
}

Fields fields_of(const ElementTable& table) {
  const formats::Format& f = table.format;
  return {table.nan_value, table.nan_bits, std::uint32_t(formats::float32.bias - f.bias) << 23,
          std::bit_cast<std::uint32_t>(float(formats::power_of_two(f.emin()))),
          float(formats::power_of_two(f.emin() - f.mantissa_bits))};
}

/// A code's magnitude as a float's bits, a subnormal one's as what `subnormal` says; NaN counts as zero.
template <typename Subnormal>
[[gnu::always_inline]] inline std::uint32_t size_of(const Fields& f, std::uint32_t code,
                                                    const Subnormal& subnormal) {
  constexpr int kMantissa = 3, kWiden = 23 - kMantissa;
  const std::uint32_t magnitude = code & 0x7Fu, normal = (magnitude << kWiden) + f.rebias;
  const std::uint32_t some = if_any(magnitude) & if_any((code & f.nan_bits) ^ f.nan_value);
  const std::uint32_t is_normal = if_any(magnitude >> kMantissa);
  return ((is_normal & normal) | (~is_normal & subnormal(magnitude))) & some;
}

LOCKSTEP_CLONES void values_of(Fields f, const std::uint8_t* __restrict codes, std::int64_t count,
                               double* __restrict values) {
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint32_t code = codes[i];
    const std::uint32_t size = size_of(f, code, [&](std::uint32_t magnitude) __attribute__((always_inline)) {
      return std::bit_cast<std::uint32_t>(float(std::int32_t(magnitude)) * f.subnormal_step);
    });
    values[i] = double(std::bit_cast<float>(size | (code & 0x80u) << 24));
  }
}

LOCKSTEP_CLONES void weights_of(Fields f, const std::uint8_t* __restrict codes, std::int64_t count,
                                float* __restrict weights) {
  for (std::int64_t i = 0; i < count; ++i)
    weights[i] = std::bit_cast<float>(size_of(
        f, codes[i], [&](std::uint32_t) __attribute__((always_inline)) { return f.smallest_normal; }));
}

}  // namespace

void decode_values(const ElementTable& table, const std::uint8_t* codes, std::int64_t count, double* values) {
  values_of(fields_of(table), codes, count, values);
}

void decode_weights(const ElementTable& table, const std::uint8_t* codes, std::int64_t count,
                    float* weights) {
  weights_of(fields_of(table), codes, count, weights);
}

}  // namespace lockstep::operators
