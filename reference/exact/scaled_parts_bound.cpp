#include "reference/exact/scaled_parts_bound.hpp"

#include <cmath>
#include <limits>

#include "reference/formats/formats.hpp"

namespace lockstep::exact {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kUnit = formats::power_of_two(-24);
constexpr double kSubnormalLoss = formats::power_of_two(-149);  // 2^-150 and its growth
constexpr double kSlack = 1 + formats::power_of_two(-40);       // covers this file's own roundings
constexpr double kLargest = formats::to_double(formats::float32, formats::largest_finite(formats::float32));

}  // namespace

double scaled_parts_loss(double magnitude, const ScaledParts& parts) {
  if (std::isnan(magnitude)) return magnitude;
  const double unit = gamma(kCdna3, parts.products);
  const double n = (unit / (1 + unit) / kUnit + 1 + double(parts.parts)) * kSlack;
  if (!(n * kUnit <= 0.25)) return kInfinity;
  const double relative = n * kUnit / (1 - n * kUnit);
  const double absolute = kSubnormalLoss * (double(parts.parts) + parts.second_scales);
  const double reach = std::fmax(parts.largest, magnitude + absolute) * (1 + relative) * kSlack;
  if (!(reach < kLargest)) return kInfinity;
  return (relative * magnitude + absolute) * kSlack;
}

}  // namespace lockstep::exact
