#include "bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/formats/float32.hpp"

namespace lockstep::exact {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kUnit = formats::power_of_two(-24);
constexpr double kSlack = 1 + formats::power_of_two(-40);  // for this file's own roundings
// Growth of the per-step constant is below e^(1/4) wherever gamma is finite: 1.14 * 1.29 < 2.
constexpr double kStepFloor = formats::power_of_two(-148);

constexpr int shortest_step() {
  int step = kLosses[0].step;
  for (const Loss& loss : kLosses) step = std::min(step, loss.step);
  return step;
}

double half_step(const formats::Format& f, double magnitude) {
  const int binade = magnitude == 0 ? f.emin() : std::max(std::ilogb(magnitude), f.emin());
  return formats::power_of_two(binade - f.mantissa_bits - 1);
}

// The least magnitude that rounds past the largest finite code.
double overflow_threshold(const formats::Format& f) {
  const double largest = formats::to_double(f, formats::largest_finite(f));
  return largest + half_step(f, largest);
}

}  // namespace

double gamma(const Loss& loss, std::int64_t k) {
  const double steps = std::ceil(double(k) / loss.step);
  const double n = loss.products + loss.accumulator * std::max(steps - 1, 0.0);
  return n * kUnit > 0.25 ? kInfinity : n * kUnit / (1 - n * kUnit);
}

double gamma(std::int64_t k) {
  double largest = 0;
  for (const Loss& loss : kLosses) largest = std::max(largest, gamma(loss, k));
  return largest;
}

double accumulation_loss(double magnitude, std::int64_t k) {
  if (std::isnan(magnitude)) return magnitude;
  const double relative = gamma(k);
  const double largest_partial = magnitude * (1 + relative) * kSlack;
  if (!(largest_partial < overflow_threshold(formats::float32))) return kInfinity;
  const double steps = double(k) / shortest_step();
  return (relative * magnitude + steps * kStepFloor) * kSlack;
}

double weighted_loss(double magnitude, std::int64_t k, float weight) {
  const double loss = accumulation_loss(magnitude, k);
  if (std::isnan(loss) || std::isnan(weight)) return std::numeric_limits<double>::quiet_NaN();
  const double factor = std::abs(double(weight));
  const double product = (magnitude + loss) * factor * kSlack;
  if (loss == kInfinity || !(product < overflow_threshold(formats::float32))) return kInfinity;
  return (loss * factor + half_step(formats::float32, product)) * kSlack;
}

Bound rounding_bound(double exact, double loss, const formats::Format& out) {
  if (std::isnan(exact) || std::isnan(loss)) return {std::numeric_limits<double>::quiet_NaN(), false, false};
  if (loss == kInfinity) return {kInfinity, true, true};
  const double reach = (std::abs(exact) + loss) * kSlack;
  const double error = (loss + half_step(out, reach)) * kSlack + std::abs(exact) * formats::power_of_two(-51);
  const double threshold = overflow_threshold(out) / kSlack;
  return {error, exact + loss >= threshold, loss - exact >= threshold};
}

Bound bound(double exact, double magnitude, std::int64_t k, const formats::Format& out) {
  return rounding_bound(exact, accumulation_loss(magnitude, k), out);
}

bool within(const Bound& bound, double exact, const formats::Format& out, std::uint32_t code) {
  if (std::isnan(bound.error)) return formats::is_nan(out, code);
  if (bound.error == kInfinity) return true;
  if (formats::is_nan(out, code)) return false;
  const double value = formats::to_double(out, code);
  if (std::isinf(value)) return value > 0 ? bound.plus_infinity : bound.minus_infinity;
  return std::abs(value - exact) <= bound.error;
}

}  // namespace lockstep::exact
