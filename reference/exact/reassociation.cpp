#include "reference/exact/reassociation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/exact/bound.hpp"

namespace lockstep::exact {

namespace {

constexpr double kUnit = formats::power_of_two(-24);
constexpr double kDeviations = 8;
constexpr double kNever = 1e-18;  // a probability that no campaign meets

/// The code nearest to a value, and the values around it.
struct Neighbours {
  double below, nearest, above;
};

Neighbours neighbours_of(const formats::Format& out, double x) {
  const std::uint32_t code = formats::encode_nearest_even(out, std::abs(x), formats::Overflow::to_special);
  const double nearest = formats::to_double(out, code);
  const double below = code == 0 ? -formats::to_double(out, 1) : formats::to_double(out, code - 1);
  const double above = formats::to_double(out, code + 1);
  return {below, nearest, above};
}

}  // namespace

double standard_deviation_of(double loss, std::int64_t k) {
  return loss / std::sqrt(3 * std::max({1.0, double(k), gamma(k) / kUnit}));
}

void Reassociation::add(const formats::Format& out, double exact, double deviation, std::uint64_t alike) {
  const double x = std::abs(exact), weight = double(alike);
  if (!std::isfinite(x) || !std::isfinite(deviation)) {
    claims_ = false;
    return;
  }
  if (deviation == 0) return;
  const Neighbours at = neighbours_of(out, x);
  const double largest = formats::to_double(out, formats::largest_finite<std::uint32_t>(out));
  if (!std::isfinite(at.above) || x + kDeviations * deviation > largest) {
    claims_ = false;
    return;
  }
  const double half = (at.above - at.nearest) / 2;
  if (deviation > half / 2) {
    // (|d| + half)^2 has the mean below at most, and no more than three times its square.
    const double mean = (deviation + half) * (deviation + half);
    mean_ += mean;
    variance_ += 3 * mean * mean * weight;
    largest_ = std::max(largest_, kDeviations * mean * weight);
    return;
  }
  const double noise = (at.nearest - x) * (at.nearest - x);
  for (const double other : {at.below, at.above}) {
    const double distance = std::abs((at.nearest + other) / 2 - x);
    add_excess(std::erfc(distance / (std::sqrt(2.0) * deviation)) / 2, (other - x) * (other - x) - noise,
               weight);
  }
}

void Reassociation::add_excess(double probability, double excess, double weight) {
  if (probability < kNever) return;
  mean_ += probability * excess;
  variance_ += probability * excess * excess * weight;
  largest_ = std::max(largest_, excess * weight);
}

void Reassociation::add(const Reassociation& other) {
  mean_ += other.mean_;
  variance_ += other.variance_;
  largest_ = std::max(largest_, other.largest_);
  claims_ = claims_ && other.claims_;
}

double Reassociation::most() const {
  if (!claims_) return std::numeric_limits<double>::infinity();
  return mean_ + kDeviations * std::sqrt(variance_) + kDeviations * kDeviations / 3 * largest_;
}

}  // namespace lockstep::exact
