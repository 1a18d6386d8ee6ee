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

}  // namespace

float gated(float g, float u) {
  constexpr float kHigh = 0x1.715476p+0f, kLow = 0x1.4ae0cp-26f;
  constexpr float kTaylor[] = {0x1.ffcbfcp-17f, 0x1.430912p-13f, 0x1.5d87fep-10f, 0x1.3b2ab6p-7f,
                               0x1.c6b08ep-5f,  0x1.ebfbep-3f,   0x1.62e43p-1f,   0x1p+0f};
  const float magnitude = -std::fabs(g);
  const float x = magnitude < -200.0f ? -200.0f : magnitude;
  const float whole = std::nearbyint(x * kHigh);
  const float fraction = std::fma(x, kLow, std::fma(x, kHigh, -whole));
  float power = kTaylor[0];
  for (int i = 1; i < 8; ++i) power = std::fma(power, fraction, kTaylor[i]);
  const float e = whole == whole ? std::ldexp(power, int(whole)) : power;
  const float sigmoid = (g < 0 ? e : 1.0f) / (1.0f + e);
  return g * sigmoid * u;
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
