// What rows quantised to MXFP4 or MXFP8 come to. The scale follows from the largest magnitude in bf16; as it
// is off by as much as y may be, a magnitude near a threshold leaves two scales open, rarely more. Every
// element is then judged by all of them: rounding is monotone, so that the ends of the interval that y lies
// in give the ends of the interval that its code lies in.
#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/formats/formats.hpp"
#include "reference/operators/moe_down.hpp"
#include "reference/scaling/scale_rule.hpp"

namespace lockstep::operators {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr std::uint32_t kNanScale = 0xFF, kLargestScale = 0xFE;
constexpr double kSlack = 1 + formats::power_of_two(-40);

using formats::Format;

std::uint32_t scale_code(double amax, const Format& element) {
  const std::uint32_t code =
      formats::encode_nearest_even(formats::bfloat16, amax, formats::Overflow::to_special);
  if (formats::is_nan(formats::bfloat16, code) || formats::is_infinity(formats::bfloat16, code))
    return kNanScale;
  return scaling::find_scale_rule("plus_0x200000")
      ->code(float(formats::to_double(formats::bfloat16, code)), element);
}

double scale_value(std::uint32_t code) {
  return formats::to_double(formats::float8_e8m0fnu, code);
}

double largest(const Format& element) {
  return formats::to_double(element, formats::largest_finite(element));
}

// How far rounding may take a quotient: half a step of the format. Saturation takes no more from one that the
// scale rule leaves.
double rounding_error(const Format& element, double magnitude) {
  const int exponent = magnitude == 0 ? element.emin() : std::ilogb(magnitude);
  return std::ldexp(
      1.0, std::clamp(exponent, element.emin(), std::ilogb(largest(element))) - element.mantissa_bits - 1);
}

struct Interval {
  double low = kInfinity, high = -kInfinity;

  void add(double least, double most) {
    low = std::min(low, least);
    high = std::max(high, most);
  }
};

/// The scales that a block of y may get.
struct Scales {
  std::uint32_t code;       ///< the code of the exact y
  std::uint32_t low, high;  ///< NaN above all
  bool open;                ///< y may be anything

  Scales(const MoeDownExact& y, std::size_t first, const Format& element) {
    double amax = 0, least = 0, most = 0;
    open = false;
    for (std::size_t i = first; i < first + kMxBlock; ++i) {
      if (std::isnan(y.value[i])) amax = kNan;
      open |= std::isinf(y.loss[i]);
      if (std::isnan(amax)) continue;
      const double magnitude = std::abs(y.value[i]);
      amax = std::max(amax, magnitude);
      // What has no loss is known to the last bit: it may stand at a threshold, and is on one side of it.
      const double slack = y.loss[i] == 0 ? 1 : kSlack;
      least = std::max(least, (magnitude - y.loss[i]) / slack);
      most = std::max(most, (magnitude + y.loss[i]) * slack);
    }
    const bool nan = std::isnan(amax);
    code = scale_code(amax, element);
    low = nan ? kNanScale : open ? 0 : scale_code(least, element);
    high = nan ? kNanScale : open ? kNanScale : scale_code(most, element);
    open &= !nan;
  }
  bool is_nan() const { return low == kNanScale; }
  bool may_be_nan() const { return high == kNanScale; }
};

// Where y divided by the block's scale, rounded, may lie: half a step to either side is rounding.
Interval reachable_quotients(const Format& element, const Scales& scales, double value, double loss) {
  Interval reachable;
  if (scales.may_be_nan()) reachable.add(0, 0);
  for (std::uint32_t code = scales.low; code <= std::min(scales.high, kLargestScale); ++code) {
    const double quotient = value / scale_value(code), off = loss / scale_value(code);
    const double error = (off + rounding_error(element, (std::abs(quotient) + off) * kSlack)) * kSlack;
    reachable.add(std::max(quotient - error, -largest(element)),
                  std::min(quotient + error, largest(element)));
  }
  return reachable;
}

double scale_error(const Scales& scales, double scale) {
  if (scales.is_nan()) return kNan;
  if (scales.open || scales.may_be_nan()) return kInfinity;
  return std::max(scale_value(scales.high) - scale, scale - scale_value(scales.low));
}

double element_error(const Format& element, const Scales& scales, double value, double y, double loss) {
  if (scales.open) return kInfinity;
  const Interval reachable = reachable_quotients(element, scales, y, loss);
  return std::max({reachable.high - value, value - reachable.low, 0.0});
}

double rounded(const Format& element, double quotient) {
  return formats::to_double(element,
                            formats::encode_nearest_even(element, quotient, formats::Overflow::saturate));
}

// A subnormal weighs as much as the smallest normal.
double ceil(const Format& element, double x) {
  return x == 0 ? 0 : std::max(std::abs(x), formats::power_of_two(element.emin()));
}

}  // namespace

MoeDownQuantised quantised(const MoeDownExact& exact, const Format& element) {
  MoeDownQuantised q;
  for (std::size_t first = 0; first < exact.value.size(); first += kMxBlock) {
    const Scales scales(exact, first, element);
    const double scale = scale_value(scales.code);
    q.rounded_scale.push_back(scales.code);
    q.scale.push_back(scale);
    q.scale_error.push_back(scale_error(scales, scale));
    for (std::size_t i = first; i < first + kMxBlock; ++i) {
      const double value = scales.code == kNanScale ? 0 : exact.value[i] / scale;
      q.value.push_back(value);
      q.error.push_back(element_error(element, scales, value, exact.value[i], exact.loss[i]));
      q.rounded.push_back(formats::encode_nearest_even(element, value, formats::Overflow::saturate));
    }
  }
  return q;
}

MoeDownBetween between(const MoeDownExact& exact, const Format& element) {
  MoeDownBetween b;
  for (std::size_t first = 0; first < exact.value.size(); first += kMxBlock) {
    const Scales scales(exact, first, element);
    const bool closed = !scales.open && !scales.may_be_nan();
    for (std::size_t i = first; i < first + kMxBlock; ++i) {
      Interval reachable;
      double weight = 0;
      for (std::uint32_t code = scales.low; closed && code <= scales.high; ++code) {
        const double scale = scale_value(code);
        const double low = rounded(element, (exact.value[i] - exact.loss[i]) / scale);
        const double high = rounded(element, (exact.value[i] + exact.loss[i]) / scale);
        reachable.add(low * scale, high * scale);
        weight = std::max({weight, ceil(element, low) * scale, ceil(element, high) * scale});
      }
      const double far = scales.is_nan() ? kNan : kInfinity;
      b.centre.push_back(closed ? reachable.low / 2 + reachable.high / 2 : 0);
      b.reach.push_back(closed ? (reachable.high / 2 - reachable.low / 2) * kSlack : far);
      b.weight.push_back(weight);
    }
  }
  return b;
}

}  // namespace lockstep::operators
