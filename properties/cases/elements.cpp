#include "properties/cases/elements.hpp"

#include <array>
#include <bit>
#include <cmath>

#include "host/random.hpp"
#include "host/simd_levels.hpp"

namespace lockstep::cases {

using host::hash;

std::uint64_t stream_seed(const Case& c, Stream s) {
  return host::hash(c.seed, 0x1000 + std::uint64_t(s));
}

namespace {

/// Of what host::hash() makes of every k of a row.
LOCKSTEP_CLONES void draw_codes(FiniteCodes finite, std::uint64_t row_seed, std::uint8_t* out,
                                std::size_t count) {
  for (std::size_t k = 0; k < count; ++k)
    out[k] = std::uint8_t(host::hash(row_seed ^ (std::uint64_t(k) << 20)));
  for (std::size_t k = 0; k < count; ++k) out[k] = finite(out[k]);
}

}  // namespace

Elements::Elements(const Case& c, const formats::Format& format, Stream stream, bool second,
                   std::int64_t block)
    : data_(c.data),
      format_(format),
      seed_(stream_seed(c, stream)),
      k_(std::uint64_t(c.k)),
      second_(second),
      block_(block),
      finite_(format) {
  shared_k_ = std::int64_t(host::hash(stream_seed(c, Stream::shared), 0) % k_);
  for (int i = 0; i <= 4; ++i)
    integers_.push_back(std::uint8_t(formats::encode_nearest_even(format, i, formats::Overflow::saturate)));
}

void Elements::fill_row(std::int64_t row, std::span<std::uint8_t> out) const {
  const std::uint64_t row_seed = host::hash(seed_, std::uint64_t(row));
  if (data_ == Data::codes)  // most cases: nothing to ask of an element
    return draw_codes(finite_, row_seed, out.data(), out.size());
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = code(row_seed, std::int64_t(k));
  if (data_ == Data::opposed)
    for (std::size_t k = 0, half = out.size() / 2; k < half; ++k) out[half + k] = opposed(out[k]);
}

// What cancels the product with `code` when both operands repeat.
std::uint8_t Elements::opposed(std::uint8_t code) const {
  const bool zero = (code & format_.magnitude_mask()) == 0;
  return second_ && !zero ? std::uint8_t(code ^ format_.sign_mask()) : code;
}

std::uint8_t Elements::small_integer(std::uint64_t draw) const {
  const std::uint8_t magnitude = integers_[draw % integers_.size()];
  return magnitude == 0 || (draw & 0x80) == 0 ? magnitude : std::uint8_t(magnitude | format_.sign_mask());
}

// Neighbouring k repeat one operand's code and negate the other's, so products cancel in pairs; one pair in
// 32 does not.
std::uint8_t Elements::cancelling(std::uint64_t row_seed, std::int64_t k, std::uint64_t draw) const {
  if (k % 2 == 0) return finite(draw);
  const std::uint64_t before = host::hash(row_seed ^ (std::uint64_t(k - 1) << 20));
  if ((before >> 40) % 32 == 0) return finite(draw);
  return opposed(finite(before));
}

std::uint8_t Elements::code(std::uint64_t row_seed, std::int64_t k) const {
  const std::uint64_t draw = host::hash(row_seed ^ (std::uint64_t(k) << 20));
  switch (data_) {
    case Data::grid:
      return small_integer(draw);
    case Data::cancelling:
      return cancelling(row_seed, k, draw);
    case Data::one_hot:
      return k == shared_k_ ? finite(host::hash(row_seed)) : std::uint8_t{0};
    case Data::nan:
      return (draw >> 32) % (8 * k_) == 0 ? std::uint8_t(formats::nan_code(format_)) : finite(draw);
    case Data::zero:
      return (host::hash(row_seed, std::uint64_t(k / block_)) & 1) == 0 ? std::uint8_t{0} : finite(draw);
    case Data::subnormal:
      return finite(draw & (format_.sign_mask() | ((1u << format_.mantissa_bits) - 1u)));
    case Data::codes:
    case Data::full:
    case Data::opposed:
      break;
  }
  return finite(draw);
}

std::uint8_t e8m0_scale(const Case& c, std::uint64_t draw) {
  constexpr std::array<std::uint8_t, 4> kExtreme{0, 1, 253, 254};
  switch (c.scales) {
    case Scales::unit:
      return 127;
    case Scales::equal:
      return std::uint8_t(96 + host::hash(c.seed, 7) % 64);
    case Scales::near:
      return std::uint8_t(126 + draw % 3);
    case Scales::extreme:
      return kExtreme[draw % 4];
    case Scales::nan:
      if (draw % 16 == 0) return 255;
      break;
    case Scales::distinct:
    case Scales::quantised:
      break;
  }
  return std::uint8_t(112 + draw % 31);
}

float f32_scale(const Case& c, std::uint64_t draw) {
  const std::uint8_t code = e8m0_scale(c, draw);
  if (code == 255) return std::bit_cast<float>(0x7FC00000u);
  const float power = std::ldexp(1.0f, int(code) - 127);
  const bool power_only = c.scales == Scales::unit || c.scales == Scales::equal || c.scales == Scales::near ||
                          c.scales == Scales::extreme;
  if (power_only) return power;
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(power) | std::uint32_t(draw >> 32 & 0x7FFFFF));
}

void fill_e8m0_scales(const Case& c, Stream s, std::int64_t row, std::span<std::uint8_t> out) {
  const std::uint64_t seed = host::hash(stream_seed(c, s), std::uint64_t(row));
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = e8m0_scale(c, host::hash(seed, i));
}

void fill_f32_scales(const Case& c, Stream s, std::int64_t row, std::span<float> out) {
  const std::uint64_t seed = host::hash(stream_seed(c, s), std::uint64_t(row));
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = f32_scale(c, host::hash(seed, i));
}

void Reals::fill_row(std::int64_t row, std::int64_t block_row, std::span<float> out) const {
  const std::uint64_t row_seed = host::hash(seed_, std::uint64_t(row));
  for (std::size_t k = 0; k < out.size(); ++k) {
    const std::uint64_t block =
        host::hash(host::hash(~seed_, std::uint64_t(block_row)), k / std::uint64_t(block_));
    if (block % 32 == 0) {
      out[k] = 0.0f;
      continue;
    }
    const std::uint64_t draw = host::hash(row_seed ^ (std::uint64_t(k) << 20));
    const auto mantissa = std::uint32_t(draw & 0x7FFFFF);
    const auto exponent = std::uint32_t(121 + (draw >> 24) % 6 + (block >> 8) % 9 - 4);
    out[k] = std::bit_cast<float>(std::uint32_t(draw >> 63) << 31 | exponent << 23 | mantissa);
  }
}

bool on_exact_grid(const Case& c, std::int64_t k) {
  if (c.data != Data::grid) return false;
  const bool tame = c.scales == Scales::unit || c.scales == Scales::equal || c.scales == Scales::near;
  // |product| <= 16 = 2^4, k of them, scales spread over at most 2^4: all sums are multiples of one unit
  // below 2^23.
  return tame && std::bit_width(std::uint64_t(k)) + 4 + 4 <= 23;
}

}  // namespace lockstep::cases
