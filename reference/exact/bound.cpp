#include "reference/exact/bound.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "reference/exact/short_sums.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::exact {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kUnit = formats::power_of_two(-24);
constexpr double kSlack = 1 + formats::power_of_two(-40);  // covers this file's own roundings
// Growth of the per-step constant is below e^(1/4) wherever gamma is finite: 1.14 * 1.29 < 2.
constexpr double kStepFloor = formats::power_of_two(-148);
constexpr double kSmallestHalf = formats::power_of_two(-150);  // half the smallest step of binary32

// The binade of a magnitude that is a normal number of double, or less than any format's.
constexpr int binade_of(double magnitude) {
  return int(std::bit_cast<std::uint64_t>(magnitude) >> 52) - 1023;
}

constexpr double half_step(const formats::Format& f, double magnitude) {
  const int binade = std::max(binade_of(magnitude), f.emin());
  return formats::power_of_two(binade - f.mantissa_bits - 1);
}

// The least magnitude that rounds past the largest finite code.
constexpr double overflow_threshold(const formats::Format& f) {
  const double largest = formats::to_double(f, formats::largest_finite(f));
  return largest + half_step(f, largest);
}

constexpr double kOverflow32 = overflow_threshold(formats::float32);

}  // namespace

double gamma(const Loss& loss, std::int64_t k) {
  const double steps = std::ceil(double(k) / loss.step);
  const double n = loss.products + kTail + (loss.accumulator + kTail) * std::max(steps - 1, 0.0);
  return n * kUnit > 0.25 ? kInfinity : n * kUnit / (1 - n * kUnit);
}

double gamma(std::int64_t k) {
  double largest = 0;
  for (const Loss& loss : kLargestLosses) largest = std::max(largest, gamma(loss, k));
  return largest;
}

Reduction matrix_reduction(std::int64_t k) {
  return {gamma(k), double(k) / kShortestStep * kStepFloor};
}

Reduction matrix_reduction(const Loss& loss, std::int64_t k) {
  return {gamma(loss, k), double(k) / loss.step * kStepFloor};
}

Reduction scaled_sums_reduction(const Loss& loss, std::int64_t parts, std::int64_t products) {
  const double unit = gamma(loss, products);
  const double n = (unit / (1 + unit) + double(parts + 1) * kUnit) * kSlack;
  return {n > 0.25 ? kInfinity : n / (1 - n), double(parts) * kStepFloor};
}

Reduction tree_reduction(std::int64_t roundings, std::int64_t scalings) {
  const double n = double(roundings) * kUnit;
  return {n > 0.25 ? kInfinity : n / (1 - n), double(scalings) * kStepFloor};
}

namespace {

double accumulation_loss(double magnitude, const Reduction& reduction) {
  if (std::isnan(magnitude)) return magnitude;
  const double largest_partial = magnitude * (1 + reduction.relative) * kSlack;
  if (!(largest_partial < kOverflow32)) return kInfinity;
  return (reduction.relative * magnitude + reduction.absolute) * kSlack;
}

}  // namespace

double claimed_below(const Reduction& reduction) {
  return kOverflow32 / ((1 + reduction.relative) * kSlack * kSlack);
}

double accumulation_loss(double magnitude, std::int64_t k) {
  return accumulation_loss(magnitude, matrix_reduction(k));
}

double weighted_loss(double magnitude, std::int64_t k, float weight) {
  const double loss = accumulation_loss(magnitude, k);
  if (std::isnan(loss) || std::isnan(weight)) return std::numeric_limits<double>::quiet_NaN();
  const double factor = std::abs(double(weight));
  const double product = (magnitude + loss) * factor * kSlack;
  if (loss == kInfinity || !(product < kOverflow32)) return kInfinity;
  return (loss * factor + half_step(formats::float32, product)) * kSlack;
}

Bound bound(double exact, double magnitude, std::int64_t k, const formats::Format& out) {
  return bound(exact, magnitude, matrix_reduction(k), 1, out);
}

Bound bound(double exact, double magnitude, const Reduction& reduction, double weight,
            const formats::Format& out) {
  double loss = accumulation_loss(magnitude, reduction);
  if (loss == kInfinity) return rounding_bound(exact, loss, out);  // times a weight of 0, too
  loss *= std::abs(weight);
  if (std::abs(weight) != 1) loss = (loss + (std::abs(exact) + loss) * kUnit + kSmallestHalf) * kSlack;
  return rounding_bound(exact, loss, out);
}

Bound rounding_bound(double exact, double loss, const formats::Format& out) {
  if (std::isnan(exact) || std::isnan(loss)) return {std::numeric_limits<double>::quiet_NaN(), false, false};
  if (loss == kInfinity) return {kInfinity, true, true};
  const double reach = (std::abs(exact) + loss) * kSlack;
  const double error = (loss + half_step(out, reach)) * kSlack + std::abs(exact) * formats::power_of_two(-51);
  const double threshold = overflow_threshold(out) / kSlack;
  return {error, exact + loss >= threshold, loss - exact >= threshold};
}

double loss_of(const Bound& bound, double exact, const formats::Format& out) {
  if (!std::isfinite(bound.error)) return bound.error;
  // A loss that reaches into the next binade was rounded there: the coarser step is taken off where it
  // explains the bound.
  const double reach = std::abs(exact) + bound.error;
  for (const double half : {half_step(out, reach), half_step(out, std::abs(exact))})
    if (const double loss = bound.error - half; loss >= 0 && half_step(out, std::abs(exact) + loss) == half)
      return loss;
  return bound.error;
}

bool within(const Bound& bound, double exact, const formats::Format& out, std::uint32_t code) {
  if (std::isnan(bound.error)) return formats::is_nan(out, code);
  if (bound.error == kInfinity) return true;
  if (formats::is_nan(out, code)) return false;
  const double value = formats::to_double(out, code);
  if (std::isinf(value)) return value > 0 ? bound.plus_infinity : bound.minus_infinity;
  return std::abs(value - exact) <= bound.error;
}

namespace {

constexpr double kSubnormalLoss = formats::power_of_two(-149);  // 2^-150 and its growth
constexpr double kLargest = formats::to_double(formats::float32, formats::largest_finite(formats::float32));

}  // namespace

double scaled_parts_loss(double magnitude, const ScaledParts& parts) {
  return scaled_parts_loss(magnitude, parts, kCdna3);
}

double scaled_parts_loss(double magnitude, const ScaledParts& parts, const Loss& loss) {
  if (std::isnan(magnitude)) return magnitude;
  const double unit = gamma(loss, parts.products);
  const double n = (unit / (1 + unit) / kUnit + 1 + double(parts.parts)) * kSlack;
  if (!(n * kUnit <= 0.25)) return kInfinity;
  const double relative = n * kUnit / (1 - n * kUnit);
  const double absolute = kSubnormalLoss * (double(parts.parts) + parts.second_scales);
  const double reach = std::fmax(parts.largest, magnitude + absolute) * (1 + relative) * kSlack;
  if (!(reach < kLargest)) return kInfinity;
  return (relative * magnitude + absolute) * kSlack;
}

}  // namespace lockstep::exact
