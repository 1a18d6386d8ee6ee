#include "reference/scaling/samples.hpp"

#include <cmath>

namespace lockstep::scaling {
namespace {

using host::Random;

constexpr std::uint64_t kOutlierEvery = 128;
constexpr double kOutlier = 100;

double uniform(Random& random) {
  return double(random.next() >> 11) * 0x1p-53;
}

// True with probability e^(-1/2): the run 1/2 > u1 > u2 > ... has n members or more with probability (1/2)^n
// / n!, and the alternating sum of these is that of e^(-1/2). Karney's algorithm H.
bool half_exponential(Random& random) {
  double last = 0.5;
  for (bool even = true;; even = !even) {
    const double u = uniform(random);
    if (u >= last) return even;
    last = u;
  }
}

bool half_exponentials(Random& random, int count) {
  for (int i = 0; i < count; ++i)
    if (!half_exponential(random)) return false;
  return true;
}

// True with probability e^(-x * (2k + x) / (2k + 2)). Karney's algorithm B.
bool thinned(Random& random, int k, double x) {
  const double kept = (2 * k + x) / (2 * k + 2);
  double last = x;
  for (bool even = true;; even = !even) {
    const double u = uniform(random);
    if (u >= last || uniform(random) >= kept) return even;
    last = u;
  }
}

bool accepts(Random& random, int k, double x) {
  for (int i = 0; i <= k; ++i)
    if (!thinned(random, k, x)) return false;
  return true;
}

double student_t3(Random& random) {
  const double z = normal(random);
  double squares = 0;
  for (int i = 0; i < 3; ++i) {
    const double other = normal(random);
    squares += other * other;
  }
  return z * std::sqrt(3 / squares);
}

double sample(Distribution distribution, std::uint64_t seed, std::uint64_t index) {
  Random random(host::hash(seed, index));
  if (distribution == Distribution::student_t3) return student_t3(random);
  const double z = normal(random);
  if (distribution == Distribution::gaussian) return z;
  const std::uint64_t outlier = host::hash(~seed, index / kOutlierEvery) % kOutlierEvery;
  return index % kOutlierEvery == outlier ? kOutlier * z : z;
}

}  // namespace

std::string_view name(Distribution distribution) {
  constexpr std::array kNames{"gaussian", "student_t3", "outliers"};
  return kNames[std::size_t(distribution)];
}

double normal(Random& random) {
  for (;;) {
    int k = 0;  // the whole part
    while (half_exponential(random)) ++k;
    if (!half_exponentials(random, k * (k - 1))) continue;
    const double x = uniform(random);
    if (!accepts(random, k, x)) continue;
    return (random.next() >> 63) != 0 ? -(k + x) : k + x;
  }
}

std::vector<float> samples(Distribution distribution, std::uint64_t seed, std::size_t count) {
  std::vector<float> x(count);
  for (std::size_t i = 0; i < count; ++i) x[i] = float(sample(distribution, seed, i));
  return x;
}

}  // namespace lockstep::scaling
