// What rows quantised to MXFP4 come to. The scale follows from the largest magnitude in bf16; as it is off by
// as much as y may be, a magnitude near a threshold leaves the scale open.
#include <algorithm>
#include <cmath>
#include <limits>

#include "moe_down.hpp"
#include "reference/formats/bfloat16.hpp"
#include "reference/formats/float4_e2m1fn.hpp"
#include "reference/formats/float8_e8m0fnu.hpp"
#include "reference/scaling/scale_rule.hpp"

namespace lockstep::operators {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr std::uint32_t kNanScale = 0xFF;
constexpr double kSlack = 1 + formats::power_of_two(-40);

std::uint32_t scale_code(double amax) {
  const std::uint32_t code =
      formats::encode_nearest_even(formats::bfloat16, amax, formats::Overflow::to_special);
  if (formats::is_nan(formats::bfloat16, code) || formats::is_infinity(formats::bfloat16, code))
    return kNanScale;
  return scaling::find_scale_rule("plus_0x200000")
      ->code(float(formats::to_double(formats::bfloat16, code)), formats::float4_e2m1fn);
}

double scale_value(std::uint32_t code) {
  return formats::to_double(formats::float8_e8m0fnu, code);
}

// How far rounding may take a quotient: half a step of e2m1, or what saturation takes from a quotient
// below 7.
double rounding_error(double magnitude) {
  return magnitude < 2 ? 0.25 : magnitude < 4 ? 0.5 : 1;
}

}  // namespace

MoeDownQuantised quantised(const MoeDownExact& exact) {
  const std::size_t blocks = exact.value.size() / kMxBlock;
  MoeDownQuantised q;
  for (std::size_t block = 0; block < blocks; ++block) {
    const auto first = std::ptrdiff_t(block * kMxBlock);
    double amax = 0, loss = 0;
    for (auto i = std::size_t(first); i < std::size_t(first) + kMxBlock; ++i) {
      const bool nan = std::isnan(exact.value[i]) || std::isnan(amax);
      amax = nan ? kNan : std::max(amax, std::abs(exact.value[i]));
      loss = nan ? 0 : std::max(loss, exact.loss[i]);
    }
    const bool open = std::isinf(loss);
    const std::uint32_t code = scale_code(amax);
    const std::uint32_t low = open ? 0 : scale_code(std::max(amax - loss, 0.0)),
                        high = open ? 254 : scale_code(amax + loss);
    const double scale = scale_value(code);
    q.rounded_scale.push_back(code);
    q.scale.push_back(scale);
    q.scale_error.push_back(code == kNanScale && low == kNanScale ? kNan
                            : open || high == kNanScale
                                ? kInfinity
                                : std::max(scale_value(high) - scale, scale - scale_value(low)));
    for (auto i = std::size_t(first); i < std::size_t(first) + kMxBlock; ++i) {
      const double value = code == kNanScale ? 0 : exact.value[i] / scale;
      const double error = low != high ? kInfinity : code == kNanScale ? 0 : exact.loss[i] / scale;
      q.value.push_back(value);
      q.error.push_back(
          code == kNanScale ? error : (error + rounding_error((std::abs(value) + error) * kSlack)) * kSlack);
      q.rounded.push_back(
          formats::encode_nearest_even(formats::float4_e2m1fn, value, formats::Overflow::saturate));
    }
  }
  return q;
}

}  // namespace lockstep::operators
