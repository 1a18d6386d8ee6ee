#include "reference/operators/silu.hpp"

#include <cmath>
#include <limits>

#include "reference/formats/format.hpp"

namespace lockstep::operators {
namespace {

// The roundings of gated(): nine of the exponential and its argument, whose absolute error counts, three
// after it, each at most 2^-24; and the polynomial's own error, 2^-27.
constexpr double kRelative = formats::power_of_two(-20);
constexpr double kAbsolute = formats::power_of_two(-118);  // where e is subnormal, times |g|
constexpr double kSteepest = 1.1;                          // the largest slope of silu, and a margin
constexpr double kSlack = 1 + formats::power_of_two(-40);

struct Floats {
  float number(float x) const { return x; }
  float absolute(float x) const { return std::fabs(x); }
  float negated(float x) const { return -x; }
  float add(float a, float b) const { return a + b; }
  float times(float a, float b) const { return a * b; }
  float fused(float a, float b, float c) const { return std::fma(a, b, c); }
  float whole(float x) const { return std::nearbyint(x); }
  float shifted(float a, float b) const { return b == b ? std::ldexp(a, int(b)) : a; }
  bool less(float a, float b) const { return a < b; }
  float select(bool bit, float zero, float one) const { return bit ? one : zero; }
  float divided(float a, float b) const { return a / b; }
};

}  // namespace

float gated(float g, float u) {
  return gated(Floats(), g, u);
}

GatedExact gated_exact(double g, double g_loss, double u, double u_loss) {
  if (std::isnan(g_loss + u_loss)) return {g_loss + u_loss, g_loss + u_loss};
  const double silu = g / (1 + std::exp(-g));
  if (std::isinf(g_loss) || std::isinf(u_loss)) return {silu * u, std::numeric_limits<double>::infinity()};
  const double u_most = (std::abs(u) + u_loss) * kSlack;
  const double silu_most = std::abs(silu) + kSteepest * g_loss;
  const double loss = kSteepest * g_loss * u_most + std::abs(silu) * u_loss +
                      (kRelative * silu_most + kAbsolute) * u_most + formats::power_of_two(-148);
  const bool overflows = !(silu_most * u_most < 3.4e38);
  return {silu * u, overflows ? std::numeric_limits<double>::infinity() : loss * kSlack};
}

}  // namespace lockstep::operators
