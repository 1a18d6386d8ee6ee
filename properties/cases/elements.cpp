#include "properties/cases/elements.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "host/random.hpp"
#include "host/simd_levels.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::cases {

using host::hash;

std::uint64_t stream_seed(const Case& c, Stream s) {
  return host::hash(c.seed, 0x1000 + std::uint64_t(s));
}

namespace {

/// Draws from what host::hash() makes of every k of a row.
LOCKSTEP_CLONES void draw_codes(FiniteCodes finite, std::uint64_t row_seed, std::uint8_t* out,
                                std::size_t count) {
  for (std::size_t k = 0; k < count; ++k)
    out[k] = std::uint8_t(host::hash(row_seed ^ (std::uint64_t(k) << 20)));
  for (std::size_t k = 0; k < count; ++k) out[k] = finite(out[k]);
}

}  // namespace

namespace {

// [draw]: its code, read as e4m3fn, that both formats have: e4m3fnuz has no number past 240, and one zero.
std::array<std::uint8_t, 256> shared_codes(const formats::Format& format) {
  const FiniteCodes finite(formats::float8_e4m3fn);
  std::array<std::uint8_t, 256> codes{};
  for (std::uint32_t draw = 0; draw < codes.size(); ++draw) {
    const double value = formats::to_double(formats::float8_e4m3fn, finite(std::uint8_t(draw)));
    const double both = std::abs(value) > 240 ? value / 16 : value + 0.0;
    codes[draw] = std::uint8_t(formats::encode_nearest_even(format, both, formats::Overflow::saturate));
  }
  return codes;
}

}  // namespace

Elements::Elements(const Case& c, const formats::Format& format, Stream stream, bool second,
                   std::int64_t block, Values values)
    : data_(c.data),
      format_(format),
      seed_(stream_seed(c, stream)),
      k_(std::uint64_t(c.k)),
      second_(second),
      block_(block),
      finite_(format) {
  if (values == Values::shared) shared_ = shared_codes(format);
  shared_k_ = std::int64_t(host::hash(stream_seed(c, Stream::shared), 0) % k_);
  for (int i = 0; i <= 4; ++i)
    integers_.push_back(std::uint8_t(formats::encode_nearest_even(format, i, formats::Overflow::saturate)));
  for (std::uint32_t code = 0; code <= format.code_mask(); ++code)
    if (!std::isfinite(formats::to_double(format, code))) specials_.push_back(std::uint8_t(code));
}

void Elements::fill_row(std::int64_t row, std::span<std::uint8_t> out) const {
  const std::uint64_t row_seed = host::hash(seed_, std::uint64_t(row));
  if (data_ == Data::codes && !shared_)  // most cases: nothing to ask of an element
    return draw_codes(finite_, row_seed, out.data(), out.size());
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = code(row_seed, std::int64_t(k));
  if (data_ == Data::edges) put_special_ends(row_seed, out);
  if (data_ == Data::opposed)
    for (std::size_t k = 0, half = out.size() / 2; k < half; ++k) out[half + k] = opposed(out[k]);
}

// One row in eight begins with a special code, and one in eight ends with one: a kernel that reads past the
// end of a row, or before its start, meets its neighbour's, which no zero on the other side makes harmless.
void Elements::put_special_ends(std::uint64_t row_seed, std::span<std::uint8_t> out) const {
  if (specials_.empty() || out.empty()) return;
  const std::uint64_t draw = host::hash(~row_seed);
  const std::uint8_t special = specials_[(draw >> 8) % specials_.size()];
  if (draw % 8 == 0) out.front() = special;
  if (draw % 8 == 1) out.back() = special;
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
    case Data::edges:
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
    case Scales::any:
      return std::uint8_t(draw % 255);
    case Scales::distinct:
    case Scales::quantised:
      break;
  }
  return std::uint8_t(112 + draw % 31);
}

namespace {

// Either sign; one in eight is a zero, one a subnormal number, one in 64 a NaN, with any payload.
float any_f32_scale(std::uint64_t draw) {
  const auto sign = std::uint32_t(draw >> 63) << 31, mantissa = std::uint32_t(draw >> 32 & 0x7FFFFF);
  if (draw % 64 == 63) return std::bit_cast<float>(sign | 0x7F800000u | std::max(mantissa, 1u));
  if (draw % 8 == 0) return std::bit_cast<float>(sign);
  if (draw % 8 == 1) return std::bit_cast<float>(sign | mantissa);
  return std::bit_cast<float>(sign | std::uint32_t(112 + draw / 64 % 31) << 23 | mantissa);
}

}  // namespace

float f32_scale(const Case& c, std::uint64_t draw) {
  if (c.scales == Scales::any) return any_f32_scale(draw);
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

void fill_shared_f32_scales(const Case& c, Stream s, std::int64_t row, std::span<float> out) {
  const std::uint64_t seed = host::hash(stream_seed(c, s), std::uint64_t(row));
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::uint8_t code = e8m0_scale(c, host::hash(seed, i));
    out[i] = code == 255 ? std::bit_cast<float>(0x7FC00000u) : std::ldexp(1.0f, int(code) - 127);
  }
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

std::uint32_t special_addend(const formats::Format& format, std::uint64_t draw) {
  const std::uint32_t sign = (draw >> 63) != 0 ? format.sign_mask() : 0u;
  const std::uint32_t hidden = 1u << format.mantissa_bits;
  const auto mantissa = std::uint32_t(draw >> 8) & (hidden - 1);
  const std::uint32_t infinity = format.magnitude_mask() & ~(hidden - 1);
  if (draw % 32 == 0) return sign | infinity;
  if (draw % 32 == 1) return sign | infinity | std::max(mantissa, 1u);
  if (draw % 8 < 4) return draw % 2 == 0 ? sign : sign | mantissa;  // zeros and subnormals
  const double magnitude = 1.0 + double(mantissa) / double(hidden);
  return sign | formats::encode_nearest_even(format, std::ldexp(magnitude, int(draw >> 40 & 15) - 4),
                                             formats::Overflow::saturate);
}

bool on_exact_grid(const Case& c, std::int64_t k) {
  if (c.data != Data::grid) return false;
  const bool tame = c.scales == Scales::unit || c.scales == Scales::equal || c.scales == Scales::near;
  // |product| <= 16 = 2^4, k of them, scales spread over at most 2^4: all sums are multiples of one unit
  // below 2^23.
  return tame && std::bit_width(std::uint64_t(k)) + 4 + 4 <= 23;
}

}  // namespace lockstep::cases
